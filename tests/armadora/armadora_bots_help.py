"""What the tests of Armadöra's bots share: a bot at its seat, whole matches, endgames made by hand."""

from __future__ import annotations

from random import Random

from arena_armadora import position
from armadora_help import GAME, start

import tests.seated
from tests.seated import play_match


class Seated(tests.seated.Seated):
    game = GAME


def mean_placement(cls, seats, matches, flags=None, **options):
    """The mean placement of a bot against random ones, its seat going round (at four seats it has both of a team)."""
    total = 0.0
    for number in range(matches):
        state, me = start(seats, number, **(flags or {})), number % seats
        bots = {
            seat: Seated(cls, state, seat, seat, **options)
            for seat in range(seats)
            if state.sides[seat] == state.sides[me]
        }
        play_match(state, bots, Random(number))
        total += GAME.returns(state)[me]
    return total / matches


# endgames: every power is open and B has passed, so that there is a right answer

STANDING = {"g1": "A5", "g3": "A4", "h4": "A3", "b1": "B5", "b3": "B4", "a2": "B3", "c3": "B2"}
GOLD = {"f2": 7, "h2": 6, "g5": 6, "e4": 5, "d1": 4, "b2": 4, "a4": 3, "c5": 5}
NONE = [0] * 5


def endgame(warriors, palisades=(), left=NONE, **more):
    return position(
        2,
        warriors=warriors,
        palisades=palisades,
        gold=GOLD,
        reserves=[list(left), NONE],
        passed=[False, True],
        face_up=list(warriors),
        **more,
    )
