"""Parts of a match: what the contract takes, when they are asked for, whose are kept, and how one match shows them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import arena
from arena.check.bench import Bench
from arena.check.game import CHECKS, run_check
from arena.games import Chance, Game, Part
from arena.referee import GameError, Outcome, referee_match
from arena.replays import encode_replay, keep, play_again
from arena.reports import match as report
from tests.test_referee import FakeSeat, fault_at, setup
from tests.toy import Bids, BidsConfig, BidsState


def seats_of(outcome: Outcome) -> set[int]:
    return {part.seat for part in outcome.parts}


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (("Role", "digger", 0, 1.0), "no lower-case word"),
        (("../role", "digger", 0, 1.0), "no lower-case word"),
        (("role\n", "digger", 0, 1.0), "no lower-case word"),
        (("seats", "digger", 0, 1.0), "taken by arena"),
        (("points", "digger", 0, 1.0), "taken by arena"),
        (("role", "", 0, 1.0), "words split by one space"),
        (("role", "a\nb", 0, 1.0), "words split by one space"),
        (("role", "digger", 0, 1.5), "outside 0..1"),
        (("role", "digger", 0, -0.1), "outside 0..1"),
        (("role", "digger", 0, float("nan")), "outside 0..1"),
    ],
)
def test_a_part_that_no_table_could_show_cannot_be_made(values: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Part(*values)


def test_a_finished_match_has_the_parts_that_the_game_names() -> None:
    outcome = referee_match(setup(), [FakeSeat(lambda question: 0), FakeSeat(lambda question: 2)])
    turns = {(part.label, part.seat): part.result for part in outcome.parts if part.split == "turn"}
    assert turns == {("turn 1", 0): 0.0, ("turn 1", 1): 1.0, ("turn 2", 0): 0.0, ("turn 2", 1): 1.0}
    assert len([part for part in outcome.parts if part.split == "card"]) == 4


def test_a_match_that_faults_end_early_is_not_asked_for_parts() -> None:
    outcome = referee_match(setup(), [FakeSeat(fault_at(2)), FakeSeat()])  # the toy's parts raise while a match runs
    assert outcome.ranks == [2, 1] and outcome.parts == []


def test_a_bot_that_is_out_has_no_parts_and_the_others_keep_theirs() -> None:
    outcome = referee_match(setup(3), [FakeSeat(fault_at(2)), FakeSeat(), FakeSeat()])
    assert outcome.ranks is not None and outcome.ranks[0] == 3
    assert seats_of(outcome) == {1, 2}


def test_a_bot_that_a_stand_in_helped_has_no_parts_though_it_is_rated() -> None:
    outcome = referee_match(
        setup(3, on_fault="stand-in"), [FakeSeat(fault_at(2)), FakeSeat(), FakeSeat()], reopen=lambda seat, _: FakeSeat()
    )
    assert outcome.rated == [True] * 3
    assert seats_of(outcome) == {1, 2}


def test_the_partner_of_a_faulty_bot_has_no_parts() -> None:
    class ThreeSides(Bids):
        def teams(self, config: Any, seats: int) -> list[int]:
            return [0, 1, 0, 2]

    three = msgspec.structs.replace(setup(4), game=ThreeSides())
    outcome = referee_match(three, [FakeSeat(fault_at(1)), FakeSeat(), FakeSeat(), FakeSeat()])
    assert outcome.rated == [True, True, False, True]
    assert seats_of(outcome) == {1, 3}


def game_with(*parts: Any) -> Game:
    class Odd(BidsState):
        def parts(self) -> list[Part]:
            return [make() for make in parts]

    class OddGame(Bids):
        def new_match(self, config: Any, seats: int, chance: Chance) -> BidsState:
            return Odd(config, [chance.below("card", 10) for _ in range(seats)])

    return OddGame()


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Part("role", "digger", 2, 1.0), "of seat 2, and there are 2 seats"),
        (lambda: Part("role", "digger", -1, 1.0), "of seat -1, and there are 2 seats"),
        (lambda: Part("role", "digger", 0, 2.0), "outside 0..1"),
    ],
)
def test_parts_that_make_no_sense_are_an_error_of_the_game_and_found_by_its_check(make: Any, says: str) -> None:
    game = game_with(make)
    with pytest.raises(GameError, match=says):
        referee_match(msgspec.structs.replace(setup(), game=game), [FakeSeat(), FakeSeat()])
    [check] = [check for check in CHECKS if check.__name__ == "parts"]
    finding = run_check(check, Bench(game, seats=2, matches=2))
    assert not finding.ok and ("outside" in finding.sentence or "names no seat" in finding.sentence)


def test_the_check_takes_the_parts_of_a_sound_game() -> None:
    [check] = [check for check in CHECKS if check.__name__ == "parts"]
    finding = run_check(check, Bench(Bids(), matches=4))
    assert finding.ok and "not offered" not in finding.sentence


def test_a_whole_number_as_a_result_is_one() -> None:
    odd = msgspec.structs.replace(setup(), game=game_with(lambda: Part("role", "digger", 1, 1)))
    [part] = referee_match(odd, [FakeSeat(), FakeSeat()]).parts
    assert part == Part("role", "digger", 1, 1.0) and type(part.result) is float


def test_a_replay_has_the_same_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.plugins import Plugins
    from arena.replays import Replay

    how = setup(3, config=BidsConfig(turns=3))
    outcome = referee_match(how, [FakeSeat(lambda question: question.id % 3) for _ in range(3)])
    kept = msgspec.json.decode(encode_replay(keep(how, outcome, ["a", "b", "c"])), type=Replay)
    monkeypatch.setattr(Plugins, "game", lambda self, name: Bids())
    again, _ = play_again(kept, Plugins())
    assert len(outcome.parts) == 18 and again.parts == outcome.parts


def test_the_parts_of_one_match_are_shown_in_text_and_json() -> None:
    match = arena.play(Bids(), ["first-legal", "random"], seed=1, trusted=True)
    assert len(match.parts) == 8
    text = report.result(match)
    assert "by card" in text and "by turn" in text and "turn 1: 0, turn 2: 0" in text
    data = msgspec.json.decode(msgspec.json.encode(report.as_json(match)))
    assert {"split": "turn", "label": "turn 1", "seat": 0, "result": 0.0} in data["parts"]


def test_a_match_of_a_game_without_parts_says_nothing_of_them() -> None:
    match = arena.play(game_with(), ["first-legal", "random"], seed=1, trusted=True)
    assert match.parts == [] and "by " not in report.result(match)
