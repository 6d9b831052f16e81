"""The hunter of the solo variant monster_hunt: where it appears and how it moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import Notice
from arena_dungeon.board import HALL, HUNTER_ROOMS, LAST_LEVEL, NAMES, NEXT, STEPS, distances
from arena_dungeon.cards import TRAPS
from arena_dungeon.decks import discard, draw_monster
from arena_dungeon.events import CardEvent
from arena_dungeon.lairs import Lair

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState

HUNTED = 0
"""The only seat of that variant."""


def new_hunter(state: DungeonState, news: list[Notice]) -> None:
    """A hunter appears face down in a room of level 6 drawn from `hunter`. Traps are drawn again.

    There is a card for it: that of the last hunter, at least. If the hero stands there, that is the first contact.
    """
    state.hunter_at = HUNTER_ROOMS[state.chance().below("hunter", len(HUNTER_ROOMS))]
    card = draw_monster(state, LAST_LEVEL)
    while card in TRAPS:
        discard(state, LAST_LEVEL, card)
        card = draw_monster(state, LAST_LEVEL)
    state.hunter = Lair(card, up=False, shuffle=state.shuffles[LAST_LEVEL])
    news.append((None, CardEvent(NAMES[state.hunter_at], "hunter", None, None, None)))
    if state.hunter_at == state.place[HUNTED]:
        turn_up(state, news)


def move(state: DungeonState, news: list[Notice]) -> None:
    """Five steps by a shortest way towards the hero, the first in space order; it stops on contact and before the hall."""
    goal = state.place[HUNTED]
    if state.hunter_at == goal:
        return
    far = distances(goal)
    at = state.hunter_at
    for _ in range(STEPS):
        if at == goal:
            break
        nearer = next(there for there, _ in NEXT[at] if far[there] == far[at] - 1)
        if nearer == HALL:
            break
        at = nearer
    if at == state.hunter_at:
        return
    state.hunter_at = at
    news.append((None, CardEvent(NAMES[at], "hunter", _shown(state), None, None)))
    if at == goal:
        turn_up(state, news)


def turn_up(state: DungeonState, news: list[Notice]) -> str:
    """At the first contact the hunter's card is turned up: which it is."""
    hunter = state.hunter
    assert hunter is not None
    if not hunter.up:
        state.hunter = hunter._replace(up=True)
        news.append((None, CardEvent(NAMES[state.hunter_at], "hunter", hunter.card, None, None)))
    return hunter.card


def _shown(state: DungeonState) -> str | None:
    return state.hunter.card if state.hunter is not None and state.hunter.up else None
