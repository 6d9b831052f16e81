"""`arena replay --svg`: one picture, or a folder of them with a page."""

from __future__ import annotations

import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.plugins import Plugins
from arena.replays import Replay, read_replay
from arena.reports import pictures

ROOT = Path(__file__).parents[1]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), prog_name="arena")


def ok(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("match") / "m.json")
    ok("match", "a<b>&c=random", "random", "--seed", "4", "--trusted", "--log", path)
    return path


def decisions(log: str) -> int:
    return len(ok("replay", log, "--json").splitlines())


def test_the_end_is_drawn_by_default_and_one_decision_with_step(log: str, tmp_path: Path) -> None:
    out = tmp_path / "end.svg"
    assert f"after decision {decisions(log)}" in ok("replay", log, "--svg", str(out))
    end = out.read_text()
    assert ElementTree.fromstring(end).tag.endswith("svg") and "taken by" in end
    assert "after decision 3" in ok("replay", log, "--svg", str(out), "--step", "3")
    third = out.read_text()
    assert third != end and "taken by" not in third
    ok("replay", log, "--svg", str(out), "--step", "0")
    beginning = out.read_text()
    assert "A to act" in beginning and ">35<" in beginning and beginning != third
    ok("replay", log, "--svg", str(out), "--step", str(decisions(log)))
    assert out.read_text() == end


def test_with_seat_only_what_that_seat_saw_is_drawn(log: str, tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    ok("replay", log, "--svg", str(out), "--step", "20", "--seat", "1")
    seen = out.read_text()
    ok("replay", log, "--svg", str(out), "--step", "20")
    everything = out.read_text()
    assert "seen by B" in seen and re.search(r">A\?<", seen)
    assert "everything shown" in everything and not re.search(r">[AB]\?<", everything)


def test_a_folder_gets_a_picture_of_every_moment_and_a_page_of_them(log: str, tmp_path: Path) -> None:
    folder = tmp_path / "pics"
    count = decisions(log) + 1
    assert f"{count} pictures" in ok("replay", log, "--svg", f"{folder}/")
    names = [f"{number:03}.svg" for number in range(count)]
    assert sorted(path.name for path in folder.iterdir()) == [*names, "index.html"]
    page = (folder / "index.html").read_text()
    assert re.findall(r'href="([^"]*)"', page) == names  # without scripts too, all are within reach
    assert not re.search(r"https?:|//\w|@import|<link|<!--[A-Z]", page)
    one = tmp_path / "one.svg"
    ok("replay", log, "--svg", str(one), "--step", "7")
    assert (folder / "007.svg").read_text() == one.read_text()
    ok("replay", log, "--svg", str(one))
    assert (folder / names[-1]).read_text() == one.read_text()


def test_names_of_bots_are_escaped_on_the_page(log: str, tmp_path: Path) -> None:
    ok("replay", log, "--svg", f"{tmp_path}/p/")
    page = (tmp_path / "p" / "index.html").read_text()
    assert "a&lt;b&gt;&amp;c" in page and "<b>&c" not in page


def test_a_name_that_looks_like_a_blank_of_the_page_is_not_filled_in(log: str, tmp_path: Path) -> None:
    replay = read_replay(Path(log))
    replay.bots = ["<!--MOVES-->", "$MOVES\u202e\x1b[2J"]
    pictures.album(replay, Plugins(), tmp_path / "p")
    page = (tmp_path / "p" / "index.html").read_text()
    assert page.count("<ol") == 1 and "&lt;!--MOVES--&gt;" in page and "\x1b" not in page and "\u202e" not in page


def test_a_seats_album_tells_no_action_that_it_was_not_told(log: str, tmp_path: Path) -> None:
    ok("replay", log, "--svg", f"{tmp_path}/p/", "--seat", "0")
    captions = re.findall(r'<a href="[^"]*">([^<]*)</a>', (tmp_path / "p" / "index.html").read_text())
    theirs = [caption for caption in captions if caption.startswith("seat 1")]
    assert any("warrior" in caption for caption in theirs)
    assert all(caption.endswith("?") for caption in theirs if "warrior" in caption)
    assert any(re.search(r"seat 0 .*warrior \w\d \d", caption) for caption in captions)
    pictures_ = [path.read_text() for path in sorted((tmp_path / "p").glob("*.svg"))[:-1]]
    assert all("seen by A" in text or "taken by" in text for text in pictures_)


def test_an_album_may_be_drawn_again_and_leaves_other_files_alone(log: str, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    ok("replay", log, "--svg", str(tmp_path))  # an existing folder needs no / at its end
    ok("replay", log, "--svg", str(tmp_path), "--seat", "1")
    assert "as seat 1 saw it" in (tmp_path / "index.html").read_text()
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_somebody_elses_page_is_not_overwritten(log: str, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>mine</h1>")
    result = run("replay", log, "--svg", str(tmp_path))
    assert result.exit_code == 2 and "name another folder" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    assert (tmp_path / "index.html").read_text() == "<h1>mine</h1>"


BAD = [
    (("--svg", ""), "ends in .svg, or a folder with a / at its end"),
    (("--svg", "x.png"), "ends in .svg, or a folder with a / at its end"),
    (("--svg", "nosuch/x.svg"), "there is no folder nosuch"),
    (("--svg", "nosuch/x/"), "there is no folder nosuch"),
    (("--svg", "x/", "--step", "3"), "leave --step out"),
    (("--svg", "x.svg", "--step", "9999"), "this match has decisions 1 to"),
    (("--svg", "x.svg", "--step", "-1"), "this match has decisions 1 to"),
    (("--svg", "x.svg", "--seat", "2"), "seats 0 to 1"),
    (("--svg", "x.svg", "--json"), "--svg and --json do not go together"),
    (("--svg", "x.svg", "--messages", "0"), "do not go together"),
    (("--svg", "x.svg", "--list"), "do not go together"),
]


@pytest.mark.parametrize(("more", "says"), BAD)
def test_what_cannot_be_drawn_is_one_clear_sentence_and_nothing_is_written(
    log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("replay", log, *more)
    assert result.exit_code == 2 and says in result.output and "Traceback" not in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_stands_in_the_way_of_the_folder_is_said(log: str, tmp_path: Path) -> None:
    (tmp_path / "p").write_text("")
    result = run("replay", log, "--svg", f"{tmp_path}/p/")
    assert result.exit_code == 2 and "there is a file of that name; name another folder" in result.output


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_where_one_may_not_write_is_said(log: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    for out in ("x.svg", "p/"):
        result = run("replay", log, "--svg", f"{tmp_path}/{out}")
        assert result.exit_code == 2 and "name another" in result.output


def test_a_picture_that_cannot_be_written_is_said(log: str) -> None:
    result = run("replay", log, "--svg", "/proc/x.svg")
    assert result.exit_code == 2 and "name another file" in result.output


def test_a_game_without_pictures_says_so_and_no_folder_is_made(tmp_path: Path) -> None:
    toy, path = str(ROOT / "tests" / "toy.py"), str(tmp_path / "m.json")
    ok("match", "random", "random", "--plugin", toy, "--game", "bids", "--seed", "1", "--trusted", "--log", path)
    for out in ("x.svg", "p/"):
        result = run("replay", path, "--plugin", toy, "--svg", str(tmp_path / "o") + out)
        assert result.exit_code == 2 and "bids has no picture" in result.output
    assert [file.name for file in tmp_path.iterdir()] == ["m.json"]


def test_a_damaged_replay_is_found_before_anything_is_written(log: str, tmp_path: Path) -> None:
    replay: Replay = read_replay(Path(log))
    replay.ranks = [2, 2]
    from arena.replays import ReplayError

    with pytest.raises(ReplayError):
        pictures.album(replay, Plugins(), tmp_path / "p")
    assert list(tmp_path.iterdir()) == []


def test_the_pictures_in_the_docs_are_what_the_command_draws(tmp_path: Path) -> None:
    words = (ROOT / "docs" / "replays.md").read_text()
    folder = ROOT / "docs" / "pictures"
    out = tmp_path / "x.svg"
    commands = re.findall(r"^    arena (replay docs/pictures/\S+) --svg docs/pictures/(\S+)(.*)$", words, re.M)
    assert {name for _, name, _ in commands} == {path.name for path in folder.glob("*.svg")}
    for command, name, more in commands:
        _, log = command.split()
        ok("replay", str(ROOT / log), "--svg", str(out), *more.split())
        assert out.read_text() == (folder / name).read_text(), f"draw {name} again"
        assert out.stat().st_size < 40_000
