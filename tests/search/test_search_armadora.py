"""What Armadöra's estimate shows a search that looks one decision ahead."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from arena_armadora import Armadora, Config, position
from arena_armadora.board import EDGES, territories
from arena_armadora.bots.position import Position
from arena_armadora.bots.turns import Turn
from arena_armadora.cuts import cutting_pairs
from arena_armadora.options import ARMIES
from arena_armadora.rules import TURN, ArmadoraState
from arena_armadora.value.network import load

from arena.deals import Deal
from arena.plugins import Plugins

ROUNDING = 1e-6
"""Of the network's numbers, which depend in the last digits on how many states are estimated together."""


def test_a_first_palisade_promises_its_seat_what_the_best_second_one_that_divides_with_it_makes_of_it() -> None:
    game, rng, better = Plugins().game("armadora"), Random(2), 0
    state = game.new_match(game.Config(), 2, Deal(bytes(32)))
    for _ in range(24):
        state.apply(rng.choice(list(state.stand_in_actions())))
    if "done" in state.legal():
        state.apply("done")
    assert isinstance(state, ArmadoraState)
    seat = state.seat
    assert seat is not None
    for one, other in cutting_pairs((state.walls, state.lanes, state.free))[:20]:
        half = state.copy()
        half.apply(f"palisade {EDGES[one]}")
        whole, ended = half.copy(), half.copy()
        whole.apply(f"palisade {EDGES[other]}")
        ended.apply("done")
        assert len(territories(whole.walls)) == len(territories(state.walls)) + 1
        assert game.estimate(half)[seat] >= max(game.estimate(whole)[seat], game.estimate(ended)[seat]) - ROUNDING
        better += game.estimate(half)[seat] > game.estimate(ended)[seat]
    assert better > 0


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_is_promised_what_the_network_makes_of_all_that_it_sees(seats: int, advanced: bool) -> None:
    game, rng = Armadora(), Random(4)
    config = Config(advanced=advanced)
    network, teams, compared = load(seats), game.teams(config, seats), 0
    for number in range(3):
        state = game.new_match(config, seats, Deal(bytes([number] * 32)))
        while state.seat is not None and (state.phase != TURN or state.left[state.seat] > 1):
            if state.phase == TURN and rng.random() < 0.2:
                for seat, promised in enumerate(game.estimate(state)):
                    view = msgspec.to_builtins(state.view(seat))
                    seen = Position(view, list(ARMIES[seats]), teams, seat).after([Turn()])
                    assert promised == pytest.approx(float(network.value(*seen)[0]), abs=1e-5)
                    compared += 1
            state.apply(rng.choice(list(state.stand_in_actions())))
    assert compared > 20


def test_states_that_are_estimated_together_promise_what_each_does_alone() -> None:
    game, rng = Armadora(), Random(5)
    state = game.new_match(Config(advanced=True), 3, Deal(bytes(32)))
    for _ in range(20):
        state.apply(rng.choice(list(state.stand_in_actions())))
    after = []
    for action in state.legal():
        after.append(state.copy())
        after[-1].apply(action)
    for seat in range(3):
        together = game.prospects(after, seat)
        assert together == pytest.approx([game.estimate(state)[seat] for state in after], abs=ROUNDING)
    assert game.prospects([], 0) == []


def test_where_nothing_can_come_any_more_the_result_is_certain() -> None:
    game = Armadora()
    done = position(2, warriors={"d2": "A2", "e5": "B1"}, supply=0, reserves=[[0] * 5, [0] * 5])
    assert game.estimate(done) == [1.0, 0.0]  # all the gold
    coming = position(2, warriors={"d2": "A2", "e5": "B1"}, supply=0, reserves=[[0] * 5, [1, 0, 0, 0, 0]])
    assert 0 < game.estimate(coming)[0] < 1
