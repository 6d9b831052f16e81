"""What Armadöra's estimate shows a search that looks one decision ahead."""

from __future__ import annotations

from random import Random

from arena_armadora.board import EDGES, territories
from arena_armadora.bots.table import cutting_pairs
from arena_armadora.rules import ArmadoraState

from arena.deals import Deal
from arena.plugins import Plugins


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
        assert game.estimate(half)[seat] >= max(game.estimate(whole)[seat], game.estimate(ended)[seat])
        better += game.estimate(half)[seat] > game.estimate(ended)[seat]
    assert better > 0
