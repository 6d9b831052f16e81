"""`arena tournament` and the commands that look at its results, as their user meets them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import main
from arena.cli.telling import Teller
from arena.jobs import Done
from arena.ratings.standings import Row, Standings
from arena.reports.standings import standings_text


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), prog_name="arena")


def ok(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A small tournament with one faulty bot, and what it printed."""
    root = tmp_path_factory.mktemp("tournament")
    (root / "bad.py").write_text(
        "import arena\n"
        "class Bad(arena.Bot):\n"
        "    def act(self, view, legal, info):\n"
        "        if info.id > 2: raise ValueError('lost my way')\n"
        "        return 0\n"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root)
        words = ["random", "first-legal", "bad.py", "--matches", "30", "--seed", "1", "--trusted", "--executor", "serial"]
        yield root, ok("tournament", *words)


def test_no_option_is_needed_to_see_who_plays_how_long_it_takes_and_who_won(played: tuple[Path, str]) -> None:
    root, text = played
    assert "3 bots: random, first-legal, bad" in text and "Round robin of 3 bots at tables of 2 and 3" in text
    assert "tables of 4 are left out: there are only 3 bots" in text
    assert "About " in text and "Commitment " in text and "inside arena (--trusted)" in text
    assert "±95%" in text
    assert "faults --results results/armadora-" in text and "standings results/armadora-" in text  # hints name the folder
    assert "Row against column" in text
    [folder] = (root / "results").iterdir()
    assert folder.name.startswith("armadora-")
    said = " ".join(text.split("Everything is in ")[1].split("Look closer")[0].split())
    assert all((folder / name.strip(" .")).exists() for name in said.split(": ")[1].split(","))
    for name in ("elo.md", "elo.csv", "elo.json", "points.md", "crosstable.md", "spec.toml", "logs", "results.sqlite"):
        assert (folder / name).exists()
    assert not (folder / "secret").exists()


def test_standings_replay_and_faults_take_the_latest_results(played: tuple[Path, str]) -> None:
    assert "first-legal" in ok("standings")
    assert "Tables of 3" in ok("standings", "--by", "seats")
    assert "score margin" in ok("standings", "--by", "points")
    data = json.loads(ok("standings", "--json", "--anchor", "random=1000"))
    assert next(row["elo"] for row in data["standings"]["rows"] if row["bot"] == "random") == pytest.approx(1000)
    assert "crash" in ok("faults")
    assert ok("faults", "bad", "--kind", "timeout") == "bad made no faults of the kind timeout.\n"
    said = CliRunner().invoke(main, ["faults", "results"]).output
    assert said == "Error: results has no results file (results.sqlite): name the results folder of a tournament\n"
    text = ok("faults", "bad", "--most", "1")
    assert "ValueError: lost my way" in text and "more: --most" in text
    key = text.split(" --match ")[1].split()[0]
    assert "replay | arena replay results/armadora-" in text
    assert "FAULT crash" in ok("replay", "--match", key)
    assert "0.0" in ok("replay", "--list")
    for fault in map(json.loads, ok("faults", "--json").splitlines()):
        assert (fault["name"], fault["kind"]) == ("bad", "crash") and fault["match"] and fault["seat"] >= 0
    match = json.loads(ok("replay", "--list", "--json").splitlines()[0])
    assert match["match"] == "0.0" and len(match["names"]) == match["seats"]


def test_faults_takes_its_folder_where_standings_and_replay_take_theirs(played: tuple[Path, str]) -> None:
    [folder] = (played[0] / "results").iterdir()
    assert ok("faults", str(folder)) == ok("faults", "--results", str(folder))
    assert ok("faults", str(folder), "bad") == ok("faults", "bad", "--results", str(folder))
    said = CliRunner().invoke(main, ["faults", str(folder), "bad", "random"])
    assert said.exit_code == 2 and "'random' is one word too many" in said.output


def test_what_holds_for_all_sizes_is_said_once_and_a_column_is_not_said_again(played: tuple[Path, str]) -> None:
    text = " ".join(ok("standings", "--by", "seats").split())
    assert text.count("only differences mean something") == 1 and text.count("Elo by Plackett-Luce") == 1
    assert not re.search(r"bad: \d+ faults?\.", text) and "never ahead." not in text


@pytest.mark.parametrize("words", [("standings", "--by", "seats", "--crosstable"), ("standings", "--by", "points")])
def test_a_table_fits_80_columns(
    played: tuple[Path, str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, ok(*words).splitlines())) <= 80


def test_standings_fit_80_columns_with_names_of_15_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    row = Row(
        rank=12, bot="a-name-of-fifte", flag=">", elo=1772.0, low=-9000.0, high=9000.0, se=300.0, tables=60, matches=12345,
        wins=900, ties=900, losses=900, placement=0.8333, placement_low=0.1, placement_high=0.9, points=1.0, faults=1234,
        unrated=0, ms=12345.6, notes=["always ahead", "1234 faults"],
    )  # fmt: skip
    table = Standings(rows=[row], warnings=[], sentences=[], sizes=[], level=0.95, anchors={}, matches=1, tables=1)
    text = standings_text(table)
    assert max(map(len, text.splitlines())) <= 80
    assert "a-name-of-fifte" in text and ">999" in text


def test_ctrl_c_ends_watching_quietly(played: tuple[Path, str], monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.tournaments.Results.state", "running")
    monkeypatch.setattr("arena.tournaments.Results.alive", lambda _: True)
    monkeypatch.setattr("time.sleep", stop)
    result = run("standings", "--watch")
    assert result.exit_code == 0 and not result.stderr


def test_a_tournament_that_was_killed_is_shown_as_stopped_with_how_to_go_on(
    played: tuple[Path, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.tournaments.Results.state", "running")
    text = ok("standings", "--watch")
    assert "stopped (it was killed); go on with the same command and --out results/armadora-" in text
    assert json.loads(ok("standings", "--json"))["state"] == "stopped"


def test_a_stop_says_how_much_was_played_and_where_the_table_is(
    played: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Halting(Teller):
        def played(self, done: Done, count: int, total: int | None) -> None:
            super().played(done, count, total)
            if count == 4:
                raise KeyboardInterrupt

    words = ["tournament", "random", "first-legal", "--matches", "10", "--trusted", "--executor", "serial", "--seed", "1"]
    out = str(tmp_path / "out")
    with monkeypatch.context() as patch:
        patch.setattr("arena.cli.telling.Teller", Halting)
        result = run(*words, "--out", out)
    assert result.exit_code == 130
    told = f"Stopped: 4 of 10 matches played; the table so far, of whole tables, is in {out}/elo.md\nTo go on: arena"
    assert told in result.stderr
    assert result.stderr.rstrip().endswith("--resume")
    text = " ".join(ok(*words, "--out", out, "--resume").split())
    assert "4 of 10 matches are played already; about" in text and "for the other 6;" in text


def test_evidence_against_bots_left_out_is_not_shown_again_on_resuming(capsys: pytest.CaptureFixture[str]) -> None:
    for resume in (False, True):
        Teller(quiet=False, as_json=False, jobs=1, resume=resume).say("left out: a failed\n    stderr | oh")
    assert capsys.readouterr().err.splitlines() == ["left out: a failed", "    stderr | oh", "left out: a failed"]


def test_ctrl_c_before_the_first_match_says_that_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.tournaments.tournament", stopped)
    result = run("tournament", "random", "first-legal", "--out", str(tmp_path / "x"))
    assert result.exit_code == 130 and "nothing new is kept" in result.stderr and "Aborted" not in result.output


def test_every_key_that_json_has_is_documented(played: tuple[Path, str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "json.md").read_text()
    bots = ["random", "first-legal"]
    for words in (
        ["match", *bots, "--trusted"], ["match", "first-legal", "bad.py", "--trusted"], ["standings"], ["faults", "--most", "1"],
        ["replay", "--list"], ["replay"], ["games"], ["bots"], ["plugins"], ["tournament", *bots, "--dry-run"],
        ["schedule", *bots], ["check", "game", "armadora", "--matches", "1"],
    ):  # fmt: skip
        lines = [json.loads(line) for line in ok(*words, "--json").splitlines()]
        rows = lines[0] if isinstance(lines[0], list) else lines
        keys = {key for row in rows for key in row}
        if words[0] == "standings":
            table = rows[0]["standings"]
            keys |= {*table, *table["rows"][0], *table["sizes"][0], *rows[0]["crosstable"], *rows[0]["points"][0]}
        if words[0] == "match":
            keys |= {key for row in rows for fault in row["faults"] for key in fault}
        missing = sorted(key for key in keys if f"`{key}`" not in page)
        assert not missing, f"docs/json.md: {words} prints {missing}"


def test_a_plan_can_be_seen_without_playing(played: tuple[Path, str], tmp_path: Path) -> None:
    root, _ = played
    before = sorted((root / "results").iterdir())
    text = ok("tournament", "random", "first-legal", "--dry-run")
    assert "Round robin of 2 bots at tables of 2" in text and "Nothing was built, tried or played" in text
    assert json.loads(ok("tournament", "random", "first-legal", "--dry-run", "--json"))["matches"] >= 60
    table = ok("schedule", "random", "first-legal", "bad.py", "--tables")
    assert "meets" in table and "table 0, unit 0" in table
    assert json.loads(ok("schedule", "random", "first-legal", "--json"))["balance"]["2"]["meetings"]
    assert sorted((root / "results").iterdir()) == before


def test_a_budget_that_is_smaller_than_one_unit_of_each_size_is_said_to_be_passed() -> None:
    words = ["tournament", "random", "first-legal", "greedy", "warlord", "--dry-run", "--matches", "8"]
    more = "more than 8: one whole unit of each size is played at least"
    assert more in " ".join(ok(*words, "--seats", "2,3,4").split())
    assert "more than" not in ok(*words, "--seats", "2")



def test_json_and_quiet_keep_standard_output_for_the_result(played: tuple[Path, str], tmp_path: Path) -> None:
    words = ["random", "first-legal", "--matches", "2", "--seats", "2", "--trusted", "--executor", "serial"]
    data = json.loads(ok("tournament", *words, "--json", "--out", str(tmp_path / "a")))
    assert data["state"] == "finished" and len(data["standings"]["rows"]) == 2
    text = ok("tournament", *words, "--quiet", "--out", str(tmp_path / "b"))
    assert text.startswith("#  bot") and "only differences" not in text


BAD = [
    (("tournament",), "Missing argument"),
    (("tournament", "nosuch/"), "nosuch"),
    (("tournament", "random"), "needs two bots"),
    (("tournament", "random", "random"), "random"),
    (("tournament", "random", "first-legal", "--seats", "4"), "needs 4 bots"),
    (("tournament", "random", "first-legal", "--seats", "two"), "write sizes with commas"),
    (("tournament", "random", "first-legal", "--format", "knockout"), "no format named 'knockout'"),
    (("tournament", "random", "first-legal", "--executor", "moon"), "no executor named 'moon'"),
    (("tournament", "random", "first-legal", "--for", "soon"), "is no time; write 20s, 10m or 1h"),
    (("tournament", "random", "first-legal", "--for", "20"), "is no time; write 20s, 10m or 1h"),
    (("tournament", "random", "first-legal", "--jobs", "-1"), "less than 0"),
    (("faults", "--kind", "foo"), "no such kind of fault; there are start, timeout"),
    (("standings", "--by", "points", "--anchor", "random=3"), "leave one of them out"),
    (("tournament", "random", "first-legal", "--resume"), "--resume needs --out"),
    (("tournament", "random", "first-legal", "--resume", "--out", "nosuch"), "nosuch"),
    (("tournament", "random", "first-legal", "--secret-file", "nosuch"), "nosuch"),
    (("tournament", "--resume", "--out", "x"), "give the same BOTs"),
    (("replay", "bad.py", "--list"), "bad.py is a file with one match"),
    (("standings", "nosuch"), "nosuch"),
    (("faults", "nobody"), "no bot named 'nobody'"),
    (("standings", "--anchor", "random"), "write a name and a number"),
    (("standings", "--anchor", "nobody=3"), "no such bot"),
    (("standings", "--rating", "dice"), "no rating named 'dice'"),
    (("replay", "--match", "1000000.0"), "no match"),
]


@pytest.mark.parametrize(("words", "says"), BAD)
def test_bad_input_is_one_clear_sentence_and_nothing_is_written(
    played: tuple[Path, str], words: tuple[str, ...], says: str
) -> None:
    root, _ = played
    before = sorted(root.rglob("*"))
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert says in result.output and "Traceback" not in result.output
    assert sorted(root.rglob("*")) == before


def test_without_any_results_the_sentence_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (("standings",), ("faults",), ("replay",), ("replay", "--list")):
        result = run(*words)
        assert result.exit_code == 2 and "play a tournament" in result.output
