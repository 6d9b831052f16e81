"""Tournaments at one seat: every bot plays the same deals alone, and scores on equal deals rank them."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import arena
from arena.cli import main
from arena.errors import UserError
from arena.pairings import Alone
from arena.plugins import Plugins
from arena.tournaments import Results, Spec, Stopped, tournament
from tests.tournaments.test_tournament import StopAfter, exact

CLIMB = Path(__file__).with_name("climb.py")

BOTS = """
import arena

class Low(arena.Bot):
    def act(self, view, legal, info):
        return 0

class Middle(arena.Bot):
    def act(self, view, legal, info):
        return 1

class High(arena.Bot):
    def act(self, view, legal, info):
        return 2

class Faulty(arena.Bot):
    def act(self, view, legal, info):
        return 1 if self.rng.random() < 0.7 else 9

class Shy(arena.Bot):
    def act(self, view, legal, info):
        return 9 if view["height"] else 0
"""


@pytest.fixture
def bots(tmp_path: Path) -> str:
    (tmp_path / "climbers.py").write_text(BOTS)
    return str(tmp_path / "climbers.py")


def spec_of(bots: str, *names: str, words: Sequence[str] = (), **changes: Any) -> Spec:
    words = words or [f"{name.lower()}={bots}:{name}" for name in names or ("Low", "Middle", "High")]
    return Spec(**{"bots": words, "game": "climb", "seats": [1], "seed": 1, "matches": 60, "trusted": True} | changes)


def play(spec: Spec, out: Path, **how: Any) -> Results:
    return tournament(spec, out=out, plugins=Plugins([CLIMB]), **{"executor": "serial"} | how)


def scores(results: Results) -> list[dict[str, int | None]]:
    """By deal, what each bot scored, None where it has no score."""
    names = [bot.name for bot in results.bots]
    found: dict[int, dict[str, int | None]] = {}
    for match in results.matches():
        found.setdefault(match.table, {})[names[match.bots[0]]] = match.scores[0] if match.scores else None
    return list(found.values())


def ask(*words: object) -> Any:
    return CliRunner().invoke(main, [*map(str, words), "--plugin", str(CLIMB)])


def test_every_bot_plays_the_same_deals_and_each_deal_once(tmp_path: Path, bots: str) -> None:
    results = play(spec_of(bots), tmp_path / "out")
    seen: dict[int, set[bytes]] = {}
    who: dict[int, list[int]] = {}
    for match in results.matches():
        assert match.seats == 1
        seen.setdefault(match.table, set()).add(results.replay(match.table, match.rotation).deal)
        who.setdefault(match.table, []).extend(match.bots)
    assert len(seen) == 20 and all(len(own) == 1 for own in seen.values())
    assert len(set.union(*seen.values())) == 20
    assert all(sorted(own) == [0, 1, 2] for own in who.values())


def test_a_deal_ranks_its_bots_by_score_a_failure_last_and_equal_scores_level(tmp_path: Path, bots: str) -> None:
    results = play(spec_of(bots), tmp_path / "out")
    kinds = set()
    for deal, by_bot in zip(results.rated, scores(results), strict=True):
        rank = dict(zip(deal.bots, deal.ranks or (), strict=True))
        kept = {bot: score for bot, score in by_bot.items() if score is not None}
        order = sorted(kept, key=lambda bot: -(kept[bot] or 0))
        assert sorted(kept, key=lambda bot: rank[bot]) == order
        fallen = [bot for bot in by_bot if bot not in kept]
        assert {rank[bot] for bot in fallen} <= {len(kept) + 1}
        kinds.add(len(fallen))
    assert len(kinds) > 1  # else the deals show nothing


def test_where_the_lower_score_is_better_the_order_turns_round_and_failures_stay_last(tmp_path: Path, bots: str) -> None:
    high = play(spec_of(bots), tmp_path / "high")
    low = play(spec_of(bots, config={"low": True}), tmp_path / "low")
    assert scores(high) == scores(low)
    assert [row.bot for row in low.standings().rows] == ["low", "middle", "high"]
    assert [row.bot for row in high.standings().rows] == ["middle", "low", "high"]
    assert "the lower score is ahead" in " ".join(low.standings().sentences)
    assert "the higher score is ahead" in " ".join(high.standings().sentences)
    margins = {place.bot: place.margin for place in low.places()}  # type: ignore[union-attr]
    assert margins["low"] > 0 > margins["middle"]


def test_the_row_of_a_bot_has_its_matches_mean_score_share_of_scores_and_place(tmp_path: Path, bots: str) -> None:
    results = play(spec_of(bots), tmp_path / "out")
    table = scores(results)
    for row in results.standings().rows:
        own = [deal[row.bot] for deal in table]
        kept = [score for score in own if score is not None]
        assert row.matches == row.tables == 20 == len(own)
        assert row.scored == pytest.approx(len(kept) / 20)
        assert row.score == pytest.approx(sum(kept) / len(kept))
        beaten = 0.0
        for deal in table:
            worth = {bot: -1 if score is None else score for bot, score in deal.items()}
            beaten += sum((worth[row.bot] > other) + (worth[row.bot] == other) / 2 for other in worth.values()) - 0.5
        assert row.placement == pytest.approx(beaten / 2 / 20)
    assert results.standings().matches == 60 and results.standings().tables == 20


def test_the_interval_of_a_mean_score_is_that_of_a_mean_of_independent_deals(tmp_path: Path, bots: str) -> None:
    results = play(spec_of(bots, words=["random", f"low={bots}:Low"], seed=2, matches=40), tmp_path / "out")
    row = next(row for row in results.standings().rows if row.bot == "random")
    own = [score for deal in scores(results) if (score := deal["random"]) is not None]
    mean = sum(own) / len(own)
    se = (sum((score - mean) ** 2 for score in own) / (len(own) - 1) / len(own)) ** 0.5
    assert row.score_high is not None and row.score_low is not None and se > 0
    assert 1.9 * se < row.score_high - mean < 2.3 * se
    assert row.score_high - mean == pytest.approx(mean - row.score_low)


def test_results_are_the_same_at_any_number_of_jobs(tmp_path: Path, bots: str) -> None:
    serial = play(spec_of(bots), tmp_path / "serial")
    parallel = play(spec_of(bots), tmp_path / "two", executor="processes", jobs=2)
    assert exact(parallel) == exact(serial)
    assert [row.elo for row in parallel.standings().rows] == [row.elo for row in serial.standings().rows]


def test_a_stopped_tournament_rates_whole_deals_and_goes_on_to_the_same_end(tmp_path: Path, bots: str) -> None:
    whole = play(spec_of(bots), tmp_path / "whole")
    with pytest.raises(Stopped) as stopped:
        play(spec_of(bots), tmp_path / "out", observer=StopAfter(8))
    so_far = stopped.value.results
    assert [deal.bots for deal in so_far.rated] == [("low", "middle", "high")] * 2
    assert so_far.standings().matches == 6
    assert "8 matches (2 at tables that are not whole yet)" in ask("standings", tmp_path / "out").output
    resumed = play(spec_of(bots), tmp_path / "out", resume=True)
    assert exact(resumed) == exact(whole)


def test_a_bot_that_fails_by_a_fault_has_the_worst_result_on_that_deal(tmp_path: Path, bots: str) -> None:
    results = play(spec_of(bots, "Low", "High", "Faulty", matches=90), tmp_path / "out")
    faulted = 0
    for deal in results.rated:
        if deal.offenders[2]:
            faulted += 1
            assert deal.scores is not None and deal.scores[2] is None
            assert deal.ranks is not None and deal.ranks[2] == 3  # behind a bot that fell, too
    row = next(row for row in results.standings().rows if row.bot == "faulty")
    assert 0 < faulted == row.faults and row.matches == 30
    assert f"{faulted} of 90 results rest on faults" in " ".join(results.standings().sentences)


def test_two_bots_that_fail_by_faults_on_every_deal_are_last_together(tmp_path: Path, bots: str) -> None:
    words = [f"low={bots}:Low", f"one={bots}:Shy", f"two={bots}:Shy"]
    results = play(spec_of(bots, words=words, matches=30), tmp_path / "out")
    rows = {row.bot: row for row in results.standings().rows}
    assert rows["low"].flag == ">" and rows["one"].flag == rows["two"].flag == "<"
    assert rows["one"].rank == rows["two"].rank == 2 and rows["one"].scored == 0 and rows["one"].score is None
    assert results.crosstable().placement[0][1] == 1


def test_with_a_stand_in_the_score_counts_that_came_of_it(tmp_path: Path, bots: str) -> None:
    results = play(spec_of(bots, "Low", "Faulty", on_fault="stand-in", matches=40), tmp_path / "out")
    row = next(row for row in results.standings().rows if row.bot == "faulty")
    assert row.faults > 0 and not any(any(deal.offenders) for deal in results.rated)


def test_a_match_that_the_rules_spoil_is_no_result_and_its_deal_counts_for_the_others(tmp_path: Path, bots: str) -> None:
    results = play(spec_of(bots, config={"broken": True}), tmp_path / "out")
    assert {deal.bots for deal in results.rated} == {("low", "middle")}
    rows = {row.bot: row for row in results.standings().rows}
    assert rows["high"].matches == 0 and rows["low"].matches == 20
    assert "high: not rated" in ask("standings", tmp_path / "out").output


def test_without_any_score_a_warning_says_that_nothing_tells_the_bots_apart(tmp_path: Path, bots: str) -> None:
    results = play(spec_of(bots, config={"counted": False}), tmp_path / "out")
    assert any("nothing tells the bots apart" in line for line in results.standings().warnings)
    assert len({row.elo for row in results.standings().rows}) == 1
    assert not any("tells" in line for line in play(spec_of(bots), tmp_path / "scored").standings().warnings)


def test_the_deals_do_not_depend_on_who_takes_part_so_a_bot_can_be_added_later(tmp_path: Path, bots: str) -> None:
    two = play(spec_of(bots, "Low", "Middle", matches=20), tmp_path / "two")
    three = play(spec_of(bots, "Low", "Middle", "High", matches=30), tmp_path / "three")
    assert [{"low": deal["low"], "middle": deal["middle"]} for deal in scores(three)] == scores(two)
    assert [two.replay(n, 0).deal for n in range(10)] == [three.replay(n, 2).deal for n in range(10)]


def test_splits_work_alone_too(tmp_path: Path, bots: str) -> None:
    results = play(spec_of(bots), tmp_path / "out")
    split = results.split("edge")
    assert [one.label for one in split.labels] == ["far", "near"] and split.tables == 20
    assert {row.bot: row.parts for row in split.rows} == {"low": 20, "middle": 20, "high": 20}
    assert "far" in ask("standings", tmp_path / "out", "--by", "edge").output


def test_the_default_is_sixty_deals_a_budget_is_cut_to_whole_deals_and_a_time_to_whole_deals(tmp_path: Path, bots: str) -> None:
    assert Alone(3).total() == 180 and Alone(3, matches=8).total() == 6 and Alone(3, matches=1).total() == 3
    assert Alone(3, endless=True).total() is None
    results = play(spec_of(bots, matches=None, seconds=0.2), tmp_path / "out")
    assert results.progress().matches % 3 == 0 and results.rated and results.state == "finished"


def test_a_game_that_is_only_played_alone_needs_no_word_about_seats(tmp_path: Path, bots: str) -> None:
    results = play(spec_of(bots, game="hermit", seats=[]), tmp_path / "out")
    assert results.spec.seats == [1] and len(results.rated) == 20
    assert play(spec_of(bots, seats=[], matches=30), tmp_path / "tables").spec.seats == [2, 3]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"seats": [1, 2]}, "do not mix, so play --seats 1 as a tournament of its own"),
        ({"format": "swiss", "matches": None}, "at one seat nobody meets anybody: leave --format out"),
        ({"rounds": 4}, "has no number of rounds"),
        ({"words": ["random"]}, "needs two bots at least"),
    ],
)
def test_what_makes_no_sense_alone_is_refused_in_one_sentence(
    tmp_path: Path, bots: str, changes: dict[str, Any], says: str
) -> None:
    with pytest.raises(UserError, match=re.escape(says)) as refused:
        play(spec_of(bots, **changes), tmp_path / "out")
    assert "\n" not in str(refused.value) and not (tmp_path / "out").exists()


def test_the_printed_tables_fit_80_columns_and_have_the_numbers_of_the_files(
    tmp_path: Path, bots: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    results = play(spec_of(bots, "Low", "Middle", "Faulty"), tmp_path / "out")
    text = ask("standings", tmp_path / "out", "--crosstable").output
    assert max(map(len, text.splitlines()[1:])) <= 80
    heads = text.splitlines()[2].split()
    assert heads == ["#", "bot", "Elo", "±95%", "score", "±95%", "scored", "matches", "place", "faults", "ms"]
    page = (tmp_path / "out" / "elo.md").read_text()
    assert "every bot alone on the same deals" in page and "mean score" in page
    data = json.loads(ask("standings", tmp_path / "out", "--json").output)
    table = list(csv.DictReader((tmp_path / "out" / "elo.csv").open()))
    for row, of_json, of_csv in zip(results.standings().rows, data["standings"]["rows"], table, strict=False):
        assert of_json["score"] == row.score == float(of_csv["score"])
        assert f"{row.score:.2f}" in page and f"{row.score:.2f}" in text
    assert data["standings"]["sizes"][0]["seats"] == 1
    assert "Alone\n" in ask("standings", tmp_path / "out", "--by", "seats").output


def test_a_share_of_scores_is_shown_only_where_some_match_has_none(tmp_path: Path, bots: str) -> None:
    play(spec_of(bots, words=[f"low={bots}:Low", f"same={bots}:Low"], matches=20), tmp_path / "out")
    text = ask("standings", tmp_path / "out").output
    assert " scored " not in text.splitlines()[2] and "score" in text.splitlines()[2]


def test_a_schedule_alone_says_what_is_played_and_lists_its_deals(bots: str) -> None:
    words = ("schedule", f"a={bots}:Low", f"b={bots}:High", "--game", "climb", "--seats", "1", "--matches", "6")
    text = ask(*words, "--tables").output
    assert "Each of 2 bots plays the same 3 deals alone: 6 matches." in text
    assert "table 2, unit 2: a – b, each alone" in text and "before" not in text
    assert len(json.loads(ask(*words, "--json").output)["tables"]) == 3


def test_one_match_alone_is_played_kept_and_stepped_through(tmp_path: Path, bots: str) -> None:
    kept = tmp_path / "m.json"
    played = ask("match", f"{bots}:Low", "--game", "climb", "--seats", "1", "--seed", "1", "--trusted", "--log", kept)
    assert played.exit_code == 0 and ", 1 seat ·" in played.output
    again = CliRunner().invoke(main, ["replay", str(kept), "--plugin", str(CLIMB)])
    assert again.exit_code == 0 and again.output.count("step 1") >= 3
    faulty = ask("match", f"{bots}:Shy", "--game", "climb", "--seed", "1", "--trusted")
    assert "The bot is out by its own fault" in faulty.output and "counts for nobody" not in faulty.output


def test_a_match_of_a_tournament_alone_can_be_listed_and_replayed(tmp_path: Path, bots: str) -> None:
    play(spec_of(bots, "Low", "Shy", matches=4), tmp_path / "out")
    listed = ask("replay", tmp_path / "out", "--list").output
    assert re.search(r"^1\.0 +low 3$", listed, re.MULTILINE) and re.search(r"^1\.1 +shy$", listed, re.MULTILINE)
    assert "Bots alone with their scores." in listed
    assert "step 1" in ask("replay", tmp_path / "out", "--match", "1.0").output
    assert "FAULT" in ask("replay", tmp_path / "out", "--match", "1.1").output
    assert "shy" in CliRunner().invoke(main, ["faults", "--results", str(tmp_path / "out")]).output


def test_an_option_whose_word_is_none_is_that_word_in_the_spec_and_when_it_is_read_again(tmp_path: Path, bots: str) -> None:
    play(spec_of(bots, matches=6), tmp_path / "out")
    results = Results(tmp_path / "out", Plugins([CLIMB]))
    assert results.spec.config["gear"] == "none" and len(results.standings().rows) == 3


def test_from_python_it_is_the_same_call(tmp_path: Path, bots: str) -> None:
    spec = arena.Spec(bots=[f"{bots}:Low", "random"], game="climb", seats=[1], matches=8, seed=1, trusted=True)
    results = arena.tournament(spec, out=tmp_path / "out", plugins=Plugins([CLIMB]))
    assert [deal.alone for deal in results.rated] == [True] * 4
    assert all(row.score is not None for row in results.standings().rows)
