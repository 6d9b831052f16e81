"""`arena tournament` and the commands that look at its results, as their user meets them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arena.cli import main


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
    assert "95 % interval" in text or "95% interval" in text
    assert "Row against column" in text
    [folder] = (root / "results").iterdir()
    assert folder.name.startswith("armadora-")
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
    text = ok("faults", "bad", "--most", "1")
    assert "ValueError: lost my way" in text and "more: --most" in text
    key = text.split("arena replay --match ")[1].split()[0]
    assert "FAULT crash" in ok("replay", "--match", key)
    assert "0.0" in ok("replay", "--list")
    assert [json.loads(line)["kind"] for line in ok("faults", "--json").splitlines()]


def test_a_plan_can_be_seen_without_playing(played: tuple[Path, str], tmp_path: Path) -> None:
    root, _ = played
    before = sorted((root / "results").iterdir())
    text = ok("tournament", "random", "first-legal", "--dry-run")
    assert "Round robin of 2 bots at tables of 2" in text
    assert json.loads(ok("tournament", "random", "first-legal", "--dry-run", "--json"))["matches"] >= 60
    table = ok("schedule", "random", "first-legal", "bad.py", "--tables")
    assert "meets each" in table and "table 0, unit 0" in table
    assert json.loads(ok("schedule", "random", "first-legal", "--json"))["balance"]["2"]["meetings"]
    assert sorted((root / "results").iterdir()) == before


def test_json_and_quiet_keep_standard_output_for_the_result(played: tuple[Path, str], tmp_path: Path) -> None:
    words = ["random", "first-legal", "--matches", "2", "--seats", "2", "--trusted", "--executor", "serial"]
    data = json.loads(ok("tournament", *words, "--json", "--out", str(tmp_path / "a")))
    assert data["state"] == "finished" and len(data["standings"]["rows"]) == 2
    text = ok("tournament", *words, "--quiet", "--out", str(tmp_path / "b"))
    assert text.startswith("  rank  bot")


BAD = [
    (("tournament",), "Missing argument"),
    (("tournament", "nosuch/"), "nosuch"),
    (("tournament", "random"), "needs two bots"),
    (("tournament", "random", "random"), "random"),
    (("tournament", "random", "first-legal", "--seats", "4"), "needs 4 bots"),
    (("tournament", "random", "first-legal", "--seats", "two"), "write sizes with commas"),
    (("tournament", "random", "first-legal", "--format", "knockout"), "no format named 'knockout'"),
    (("tournament", "random", "first-legal", "--executor", "moon"), "no executor named 'moon'"),
    (("tournament", "random", "first-legal", "--for", "soon"), "is no time"),
    (("tournament", "random", "first-legal", "--resume"), "--resume needs --out"),
    (("tournament", "random", "first-legal", "--resume", "--out", "nosuch"), "nosuch"),
    (("tournament", "random", "first-legal", "--secret-file", "nosuch"), "nosuch"),
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
