"""Counts that others can check: the number of ways to play on, from deals that anyone can derive and from positions."""

from __future__ import annotations

import pytest
from dungeon_help import at, cleared, deal, start

from tests.counting import ways


def after_choosing(*heroes, number=7, **flags):
    state = start(len(heroes), number, **flags)
    for hero in heroes:
        state.apply(f"hero {hero}")
    while state.phase == "spell":
        state.apply(state.legal()[-1])
    return state


def full_hands():
    """A wizard with a bit of everything, in a chamber of level 3."""
    state = at(["wizard", "rogue"], places=["K31", "c31_16"], treasures=[["esp 3", "ball 4"], ["secret_door 1"]],
               spells=[{"fireball": 1, "lightning": 1, "teleport": 1}, {}], tokens=cleared("K31", "R301"),
               monsters={"R313": "Ogre", "K32": "Harpy"}, face_down=["K32"])  # fmt: skip
    state.play_on(deal(7))
    return state


@pytest.mark.parametrize(
    ("make", "counts"),
    [
        (lambda: start(4, 7), [4, 16, 60]),
        (lambda: after_choosing("rogue"), [37, 642, 9586]),
        (lambda: after_choosing("wizard", "cleric"), [5, 185, 2010]),
        (lambda: after_choosing("fighter", variant="monster_hunt"), [37, 648, 9691]),
        (full_hands, [99, 1943, 84187]),
    ],
    ids=["choosing heroes", "a rogue alone", "wizard and cleric", "hunted", "full hands"],
)
def test_the_number_of_ways_to_play_on_is_as_it_was(make, counts):
    state = make()
    assert [ways(state, depth) for depth in (1, 2, 3)] == counts
