"""Counts that others can check: the number of ways to play on from a deal that anyone can derive."""

from __future__ import annotations

import pytest
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
