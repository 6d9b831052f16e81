"""The conformance suite finds nothing in a sound game, and in each broken one what is broken."""

from __future__ import annotations

from typing import Any

import broken_games
import pytest
from heap import Heap, HeapGame, View

from arena.check.bench import Bench
from arena.check.game import CHECKS, Finding, check_game, run_check
from arena.games import Game

BROKEN = [found for found in vars(broken_games).values() if isinstance(found, type) and "breaks" in vars(found)]
BY_NAME = {check.__name__.replace("_", "-"): check for check in CHECKS}


def failed(findings: list[Finding]) -> list[str]:
    return [f"{finding.check}: {finding.sentence}" for finding in findings if not finding.ok]


def test_a_sound_game_keeps_every_promise() -> None:
    assert failed(check_game(HeapGame())) == []


def test_every_check_makes_one_finding_and_says_it_at_once() -> None:
    said: list[Finding] = []
    findings = check_game(HeapGame(), matches=4, say=said.append)
    assert [finding.check for finding in findings] == list(BY_NAME)
    assert said == findings


def test_what_is_not_offered_is_said_and_no_fault() -> None:
    findings = {finding.check: finding for finding in check_game(HeapGame(), matches=4)}
    for check in ("svg", "open-view", "spectator-view", "json-both-ways", "action-numbers", "parts"):
        assert findings[check].ok
        assert findings[check].sentence.startswith("not offered")


def test_title_and_summary_may_be_missing_and_are_asked_for() -> None:
    class Bare(HeapGame):
        title = summary = ""

    finding = run_check(BY_NAME["named"], Bench(Bare()))
    assert finding.ok
    assert "worth having: title and summary" in finding.sentence


@pytest.mark.parametrize(
    ("broken", "check"),
    [pytest.param(game, check, id=f"{game.__name__}-{check}") for game in BROKEN for check, _ in game.breaks],
)
def test_a_broken_promise_is_found(broken: Any, check: str) -> None:
    finding = run_check(BY_NAME[check], Bench(broken(), matches=20))
    assert not finding.ok
    assert dict(broken.breaks)[check] in finding.sentence


BROKEN_IN_ONE_WAY = [
    broken_games.OrderTells,
    broken_games.DeterminizePeeks,
    broken_games.AliasesLegal,
    broken_games.RanksWithGaps,
    broken_games.DeepView,
    broken_games.SharedCopy,
]


@pytest.mark.parametrize("broken", BROKEN_IN_ONE_WAY)
def test_one_broken_promise_does_not_condemn_the_others(broken: Any) -> None:
    assert {finding.split(":")[0] for finding in failed(check_game(broken(), matches=6))} == set(dict(broken.breaks))


def test_an_exception_of_the_rules_is_a_finding_with_its_place() -> None:
    class BadView(Heap):
        def view(self, seat: int) -> View:
            if self.turn == 2:
                raise IndexError("no such card")
            return super().view(seat)

    class Bad(HeapGame):
        State = BadView

    finding = {finding.check: finding for finding in check_game(Bad(), matches=3)}["views"]
    assert finding.sentence == "raised IndexError: no such card (decision 3 of match 1, 2 seats)"


def test_a_game_that_cannot_be_dealt_is_one_finding() -> None:
    class NoDeal(HeapGame):
        def seats_for(self, config: Any) -> list[int]:
            raise RuntimeError("no table")

    findings = check_game(NoDeal())
    assert findings[-1] == Finding("played", False, "no match could be begun: RuntimeError: no table")


def test_a_game_that_another_process_cannot_import_skips_that_check() -> None:
    class Local(HeapGame):
        pass

    finding = run_check(BY_NAME["other-hash-seed"], Bench(Local()))
    assert finding.ok
    assert finding.sentence.startswith("skipped")


def test_matches_cover_every_value_of_every_option() -> None:
    labels = [match.label for match in Bench(HeapGame(), matches=2).plan()]
    assert labels == ["2 seats", "2 seats, rolls=false"]


def test_only_the_wanted_number_of_seats_is_played() -> None:
    class Two(HeapGame):
        seats = (1, 2, 3)

    assert {match.seats for match in Bench(Two(), seats=3).plan()} == {3}


def test_the_same_seed_plays_the_same_matches() -> None:
    def actions(game: Game, seed: int) -> list[list[str]]:
        return [match.actions for match in Bench(game, seed=seed).matches]

    assert actions(HeapGame(), 1) == actions(HeapGame(), 1)
    assert actions(HeapGame(), 1) != actions(HeapGame(), 2)
