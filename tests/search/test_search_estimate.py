"""`arena check game` looks after estimates: what they may be, and that asking changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from search_toys import Estimated, Pile, PileGame

from arena.check.bench import Bench
from arena.check.game import run_check
from arena.check.playing import estimates
from arena.games import State


class Sure(PileGame):
    seats = (2,)
    worth: Sequence[float] = (1.0, 0.0)

    def estimate(self, state: State) -> Sequence[float]:
        return self.worth


class TooSure(Sure):
    worth = (1.5, -0.5)


class OneSeat(Sure):
    worth = (0.5,)


class Taking(Sure):
    def estimate(self, state: State) -> Sequence[float]:
        assert isinstance(state, Pile)
        state.left = max(1, state.left - 1)
        return self.worth


def test_a_sound_estimate_passes() -> None:
    class Two(Estimated):
        seats = (2,)

    assert run_check(estimates, Bench(Two(), matches=4)).ok


def test_a_game_without_one_is_no_fault() -> None:
    finding = run_check(estimates, Bench(PileGame(), matches=4))
    assert finding.ok
    assert finding.sentence.startswith("not offered")


@pytest.mark.parametrize(
    ("game", "said"),
    [
        (TooSure, "not a number in 0..1 for each of 2 seats"),
        (OneSeat, "not a number in 0..1 for each of 2 seats"),
        (Taking, "asking for the estimate has changed the match"),
    ],
)
def test_a_broken_estimate_is_found(game: Any, said: str) -> None:
    finding = run_check(estimates, Bench(game(), matches=4))
    assert not finding.ok
    assert said in finding.sentence
