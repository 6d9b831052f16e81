"""Standings by parts of matches: exact, resumable, without what a stand-in played, in text, Markdown and JSON."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from arena.cli import main
from arena.errors import UserError
from arena.plugins import Plugins
from arena.reports.splits import NONE_YET, split_text
from arena.reports.standings import elo_markdown
from arena.tournaments import Observer, Results, Stopped, tournament
from tests.tournaments.test_tournament import CLASSES, FAULTY, ROOT, TOY, StopAfter, play, spec_of

SILENT = """
from tests.toy import Bids, hookimpl

class Silent(Bids):
    name = "silent"
    def new_match(self, config, seats, chance):
        state = super().new_match(config, seats, chance)
        state.parts = lambda: []
        return state

@hookimpl
def register_games(register):
    register(Silent())
"""


@pytest.fixture
def field(tmp_path: Path) -> str:
    (tmp_path / "field").mkdir()
    (tmp_path / "field" / "three.py").write_text(CLASSES)
    return str(tmp_path / "field")


def ask(*words: object) -> Any:
    return CliRunner().invoke(main, ["standings", *map(str, words), "--plugin", str(TOY)])


def means(results: Results, split: str) -> dict[tuple[str, str], float | None]:
    return {(one.label, row.bot): row.mean for one in results.split(split).labels for row in one.rows}


@pytest.mark.parametrize("trusted", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_parts_and_their_tables_are_the_same_at_any_number_of_jobs(tmp_path: Path, field: str, trusted: bool) -> None:
    spec = spec_of(field, "random", trusted=trusted)
    serial = play(spec, tmp_path / "serial", executor="serial")
    rows, tables = list(serial.parts()), [serial.split(name) for name in serial.splits()]
    assert len(rows) > 200 and len(tables) == 2
    for jobs in (2,) if trusted else (1, 2, 4):
        other = play(spec, tmp_path / str(jobs), jobs=jobs)
        assert list(other.parts()) == rows
        assert [other.split(name) for name in other.splits()] == tables


def test_a_stopped_tournament_that_goes_on_ends_with_the_parts_of_an_undisturbed_one(tmp_path: Path, field: str) -> None:
    spec = spec_of(field, "random")
    whole = play(spec, tmp_path / "whole", executor="serial")
    for left in (5, 4):
        with pytest.raises(Stopped):
            play(spec, tmp_path / "out", executor="serial", resume=left == 4, observer=StopAfter(left))
    resumed = play(spec, tmp_path / "out", executor="serial", resume=True)
    assert list(resumed.parts()) == list(whole.parts())
    assert resumed.split("card") == whole.split("card")


def test_each_bot_has_its_own_mean_under_each_label(tmp_path: Path, field: str) -> None:
    results = play(spec_of(field, "random"), tmp_path / "out", executor="serial")
    assert results.splits() == {"card": ["high", "low"], "turn": ["turn 1", "turn 2"]}
    by_turn = means(results, "turn")
    for turn in ("turn 1", "turn 2"):  # a bid of 1 is worth nothing, one of 3 is worth 1
        assert by_turn[turn, "three-first"] == 0 and by_turn[turn, "three-last"] == 1
        assert 0 < (by_turn[turn, "three-lucky"] or 0) < 1
    names = [bot.name for bot in results.bots]
    own = [part.result for part in results.parts("card") if names[part.bot] == "random" and part.label == "high"]
    assert len(own) > 5 and means(results, "card")["high", "random"] == pytest.approx(sum(own) / len(own))
    split = results.split("card")
    assert split.parts == 2 * sum(match.seats for match in results.matches())
    assert sum(row.parts for one in split.labels for row in one.rows) == sum(row.parts for row in split.rows) == split.parts


def test_until_it_is_finished_only_parts_of_whole_tables_are_counted(tmp_path: Path, field: str) -> None:
    with pytest.raises(Stopped) as stopped:
        play(spec_of(field, "random", seats=[2]), tmp_path / "out", executor="serial", observer=StopAfter(5))
    results = stopped.value.results
    assert len({(part.table, part.rotation) for part in results.parts()}) == 5
    assert (results.split("turn").tables, results.split("turn").parts) == (2, 2 * 2 * 2 * 2)
    with pytest.raises(Stopped) as stopped:
        play(spec_of(field, "random", seats=[2]), tmp_path / "one", executor="serial", observer=StopAfter(1))
    assert split_text(stopped.value.results.split("turn")) == NONE_YET
    assert NONE_YET in ask(tmp_path / "one", "--by", "turn").output


def test_it_can_be_asked_while_the_tournament_runs(tmp_path: Path, field: str) -> None:
    seen: list[int] = []

    class Looks(Observer):
        def played(self, done: Any, count: int, total: int | None) -> None:
            if count in (1, 12):
                seen.append(Results(tmp_path / "out", Plugins([TOY])).split("card").tables)

    play(spec_of(field, "random", seats=[2]), tmp_path / "out", executor="serial", observer=Looks())
    assert seen == [0, 6]


@pytest.mark.parametrize("on_fault", ["forfeit", "stand-in"])
def test_parts_of_matches_in_which_a_bot_made_a_fault_are_not_its_own(tmp_path: Path, field: str, on_fault: Any) -> None:
    (Path(field) / "bad.py").write_text(FAULTY)
    spec = spec_of(f"{field}/bad.py", f"{field}/three.py:Last", "random", seats=[3], matches=6, trusted=False, on_fault=on_fault)
    results = play(spec, tmp_path / "out", executor="serial")
    rows = {row.bot: row for row in results.split("turn").rows}
    assert list(results.faults("bad")) and rows["bad"].parts == 0 and rows["bad"].mean is None
    assert rows["random"].parts == 2 * len(list(results.matches()))
    assert "bad" in split_text(results.split("turn")).split("\n\n")[0]


def test_a_word_by_which_nothing_is_split_is_refused_with_those_that_there_are(tmp_path: Path, field: str) -> None:
    results = play(spec_of(field, "random"), tmp_path / "out", executor="serial")
    sentence = "--by hue: the matches of bids are split by card, turn; or use seats or points"
    with pytest.raises(UserError) as refused:
        results.split("hue")
    assert str(refused.value) == sentence
    for words in ((), ("--json",)):
        answer = ask(tmp_path / "out", "--by", "hue", *words)
        assert answer.exit_code == 2 and sentence in answer.output


def test_where_the_game_names_no_parts_the_sentence_says_so_and_no_report_speaks_of_them(tmp_path: Path, field: str) -> None:
    (tmp_path / "silentgame.py").write_text(SILENT)
    plugins = Plugins([tmp_path / "silentgame.py"])
    results = tournament(spec_of(field, game="silent"), out=tmp_path / "out", executor="serial", plugins=plugins)
    assert results.splits() == {}
    with pytest.raises(UserError, match="--by role: silent splits its matches by nothing; use seats or points"):
        results.split("role")
    assert "## By" not in (tmp_path / "out" / "elo.md").read_text()
    assert json.loads((tmp_path / "out" / "elo.json").read_text())["splits"] == []


def test_results_written_before_there_were_parts_are_read_as_ever(tmp_path: Path) -> None:
    example = Results(ROOT / "results" / "example")
    shutil.copy(example.folder / "results.sqlite", tmp_path)
    connection = sqlite3.connect(tmp_path / "results.sqlite")
    connection.executescript("DROP VIEW IF EXISTS part_list; DROP TABLE IF EXISTS parts;")
    connection.close()
    results = Results(tmp_path)
    assert results.splits() == {} and list(results.parts()) == []
    assert results.standings() == example.standings() and len(results.rated) > 20
    assert "## By" not in elo_markdown(results)
    with pytest.raises(UserError, match="splits its matches by nothing"):
        results.split("role")


def test_text_markdown_and_json_have_the_same_numbers(tmp_path: Path, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    results = play(spec_of(field, "random"), tmp_path / "out", executor="serial")
    text = ask(tmp_path / "out", "--by", "turn").output
    assert max(map(len, text.splitlines()[1:])) <= 80  # the first has the folder
    markdown = (tmp_path / "out" / "elo.md").read_text()
    data = json.loads(ask(tmp_path / "out", "--by", "turn", "--json").output)
    assert data["splits"] == json.loads((tmp_path / "out" / "elo.json").read_text())["splits"]
    assert [split["name"] for split in data["splits"]] == ["card", "turn"]
    assert "## By card" in markdown and "### turn 2" in markdown
    for one, of_json in zip(results.split("turn").labels, data["splits"][1]["labels"], strict=True):
        for row, own in zip(one.rows, of_json["rows"], strict=True):
            assert own["mean"] == row.mean and own["low"] == row.low and own["parts"] == row.parts
            half = "–" if row.low is None else f"{max(row.high - row.mean, row.mean - row.low):.3f}"
            line = f"{row.bot} {row.mean:.3f} {half} {row.parts} {row.tables}"
            for page in (text, markdown):
                assert any(line in " ".join(found.replace("|", " ").split()) for found in page.splitlines()), line


def test_every_key_of_a_split_is_documented(tmp_path: Path, field: str) -> None:
    play(spec_of(field, "random"), tmp_path / "out", executor="serial")
    [split, _] = json.loads((tmp_path / "out" / "elo.json").read_text())["splits"]
    page = (ROOT / "docs" / "json.md").read_text()
    for key in {*split, *split["labels"][0], *split["rows"][0]}:
        assert f"`{key}`" in page, key


def test_an_anchor_is_refused_where_no_ratings_are_shown(tmp_path: Path) -> None:
    answer = ask("results/example", "--by", "role", "--anchor", "random=3")
    assert answer.exit_code == 2 and "--by role shows none" in answer.output


def test_following_a_tournament_by_a_split_waits_for_its_first_match(
    tmp_path: Path, field: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "silentgame.py").write_text(SILENT)
    plugins = Plugins([tmp_path / "silentgame.py"])
    tournament(spec_of(field, game="silent"), out=tmp_path / "out", executor="serial", plugins=plugins)
    monkeypatch.setattr("arena.tournaments.Results.state", "running")
    command = ["standings", str(tmp_path / "out"), "--by", "role", "--watch", "--plugin", str(tmp_path / "silentgame.py")]
    answer = CliRunner().invoke(main, command)
    assert answer.exit_code == 0 and NONE_YET in answer.output
