"""Counts that others can check: the ways to play on from a deal that anyone can derive, the gold cards that pay exactly."""

from __future__ import annotations

import pytest
from arena_saboteur import Config
from arena_saboteur.options import role_cards
from arena_saboteur.scoring import SABOTEUR_PAY, pay_sets
from saboteur_help import start

from tests.counting import ways


@pytest.mark.parametrize(
    ("seats", "flags", "counts"),
    [
        (3, {}, [21, 567, 13515]),
        (10, {}, [16, 416, 8364]),
        (4, {"expansion": True}, [22, 548, 15151]),
        (2, {"expansion": True}, [18, 384, 7326]),
    ],
    ids=str,
)
def test_the_number_of_ways_to_play_on_from_deal_7_is_as_it_was(seats, flags, counts):
    state = start(seats, 7, **flags)
    assert [ways(state, depth) for depth in (1, 2, 3)] == counts


def mixes_after(mixes, draws):
    """The mixes of gold cards (ones, twos, threes) that are left after so many were drafted."""
    return {
        (ones - a, twos - b, threes - (draws - a - b))
        for ones, twos, threes in mixes
        for a in range(min(ones, draws) + 1)
        for b in range(min(twos, draws - a) + 1)
        if draws - a - b <= threes
    }


def paid_exactly(mix, saboteurs):
    """The mix after each of them was paid in cards, or None where that is not exact for all."""
    for _ in range(saboteurs):
        for values in pay_sets(SABOTEUR_PAY[saboteurs]):
            left = tuple(have - values.count(value) for value, have in enumerate(mix, 1))
            if min(left) >= 0:
                mix = left
                break
        else:
            return None
    return mix


@pytest.mark.parametrize(("seats", "fails"), [*((seats, 0) for seats in range(3, 9)), (9, 3), (10, 7)])
def test_the_gold_cards_pay_all_saboteurs_exactly_but_in_a_few_third_rounds_at_9_and_10_seats(seats, fails):
    pool = role_cards(Config(), seats)
    most = pool.count("saboteur")
    possible = range(max(0, most - (len(pool) - seats)), most + 1)
    mixes = {(16, 8, 4)}
    for number in (1, 2, 3):
        failing = {mix for mix in mixes for saboteurs in possible if paid_exactly(mix, saboteurs) is None}
        assert len(failing) == (fails if number == 3 else 0)
        paid = {left for mix in mixes for saboteurs in possible if (left := paid_exactly(mix, saboteurs)) is not None}
        mixes = paid | mixes_after(mixes, min(seats, 9))
