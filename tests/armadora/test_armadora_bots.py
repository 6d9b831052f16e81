"""Armadöra's own bots: whole matches, what they count with, small endgames, strength."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import arena_armadora
import pytest
from arena_armadora.board import ALL_EDGES, EDGES, OPEN_LANES, SQUARE_ID, bits, place, territories
from arena_armadora.bots.greedy import Greedy
from arena_armadora.bots.table import rings
from arena_armadora.bots.warlord import Warlord
from arena_armadora.cuts import cutting_pairs
from armadora_bots_help import STANDING, Seated, endgame, mean_placement, play_match
from armadora_help import FLAG_SETS, start

# the plugin


def test_the_hook_gives_the_bots():
    bots = []
    arena_armadora.register_bots(lambda name, target, *, game=None: bots.append((name, target, game)))
    assert bots == [
        ("greedy", "arena_armadora.bots.greedy:Greedy", "armadora"),
        ("warlord", "arena_armadora.bots.warlord:Warlord", "armadora"),
    ]


@pytest.mark.parametrize(("name", "network"), [("greedy", False), ("warlord", True)])
def test_a_bots_process_does_not_load_the_rules_and_numpy_only_for_a_network(name, network):
    code = (
        f"import sys, arena_armadora.bots.{name}; print('arena_armadora.rules' in sys.modules, 'numpy' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == f"False {network}\n"


# whole matches


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("cls", "options"), [(Greedy, {}), (Warlord, {"worlds": 2, "width": 4})])
def test_a_bot_plays_whole_matches(cls, options, seats, flags):
    state = start(seats, 5, **flags)
    bots = {seat: Seated(cls, state, seat, seat, **options) for seat in (0, seats - 1)}
    assert len(play_match(state, bots, Random(5))) > 10
    assert state.ranks() is not None


# the table


def random_board(rng, walls):
    board = 0, OPEN_LANES, ALL_EDGES
    for _ in range(walls):
        if board[2]:
            board = place(*board, rng.choice(list(bits(board[2]))))
    return board


@pytest.mark.parametrize("walls", [0, 6, 14, 22])
def test_the_cutting_pairs_are_those_that_divide_a_territory_together_and_not_alone(walls):
    board = random_board(Random(walls), walls)
    parts = len(territories(board[0]))
    alone = {edge for edge in bits(board[2]) if len(territories(board[0] | 1 << edge)) > parts}
    slow = set()
    for first in bits(board[2] & ~sum(1 << edge for edge in alone)):
        after = place(*board, first)
        for second in bits(after[2]):
            if second > first and second not in alone and len(territories(after[0] | 1 << second)) > parts:
                slow.add((first, second))
    assert set(cutting_pairs(board)) == slow
    assert slow or walls < 14


def test_the_ways_from_a_mine_go_round_palisades():
    walls = sum(1 << EDGES.index(edge) for edge in ("c1|d1", "d1|d2"))
    steps = {square: i for i, ring in enumerate(rings(walls)[0]) for square in bits(ring)}  # from d1
    assert [steps[SQUARE_ID[name]] for name in ("d1", "e1", "e2", "d2", "c1")] == [0, 1, 2, 3, 5]
    assert len(steps) == 40


# endgames


def finished(cls, state):
    """The gold of both seats after a bot has played seat 0 to the end."""
    play_match(state, {0: Seated(cls, state, 0)}, Random(0))
    return state.scores()


BOTH = pytest.mark.parametrize("cls", [Greedy, Warlord])


@BOTH
def test_a_pair_of_palisades_that_wins_the_match_is_found(cls):
    state = endgame(STANDING, ["e1|f1", "e2|f2", "e3|f3"])
    assert [sum(heap) for heap in state.piles().values()] == [0, 40]
    seated = Seated(cls, state, 0)
    state.apply(seated.answer())
    state.apply(seated.answer())
    a, b = (sum(heap) for heap in state.piles().values())
    assert a >= 19 and a + b == 40


@BOTH
def test_a_bot_passes_rather_than_spoil_what_it_has(cls):
    strong = {**STANDING, "f4": "A2", "e1": "A2"}  # 16 against 14 on the undivided board: all the gold is A's
    assert finished(cls, endgame(strong)) == [40, 0]


@BOTH
def test_the_last_warrior_goes_where_it_wins_the_gold(cls):
    across = [f"{column}3|{column}4" for column in "abcdefgh"]
    above = {"b1": "B2", "g1": "B1", "h1": "A1", "a5": "B5", "b5": "A1"}
    state = endgame(above, across, left=[0, 0, 1, 0, 0])  # 21 gold above, 19 below: only above can be won, with the 3
    assert finished(cls, state)[0] >= 21


# strength


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "least"), [(2, 0.9), (3, 0.85), (4, 0.85)])
def test_greedy_is_much_stronger_than_random(seats, least):
    assert mean_placement(Greedy, seats, 24) >= least
