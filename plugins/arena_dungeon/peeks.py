"""Looks at what lies face down: by ESP Medallion before entering, by Crystal Ball instead of a turn (rules, 2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import Notice
from arena_dungeon import flow, lairs, phases
from arena_dungeon.board import INDEX, LAIRS, NAMES
from arena_dungeon.events import CardEvent
from arena_dungeon.notation import BALL

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


def balls(state: DungeonState, seat: int) -> list[str]:
    """Any uncleared space where a card lies or can be drawn, for the owner of a Crystal Ball."""
    if not state.owns(seat, "ball"):
        return []
    return [BALL[at] for at in LAIRS if state.uncleared >> at & 1 and lairs.has_card(state, at)]


def esp(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """Look at the card next door, which is parked face down if it was still in the deck; then enter or stop."""
    there = INDEX[action.split(" ")[1]]
    lair = state.lairs.get(there) or lairs.new_lair(state, there, up=False)
    state.lairs[there] = lair._replace(card_seen=lair.card_seen | 1 << seat)
    lairs.park(state, there, news)
    treasure = lair.treasure if lair.treasure_seen >> seat & 1 else None
    news.append(((seat,), CardEvent(NAMES[there], "peeked", lair.card, None, treasure)))
    state.esp_used = True
    state.target = there
    state.phase = phases.PEEKED
    return news


def ball(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """See card and treasure of any uncleared space, drawn now if need be. The turn is over."""
    there = INDEX[action.split(" ")[1]]
    lair = state.lairs.get(there) or lairs.new_lair(state, there, up=False)
    treasure = lairs.room_treasure(state, there)
    state.lairs[there] = lair._replace(
        treasure=treasure,
        card_seen=lair.card_seen if lair.up else lair.card_seen | 1 << seat,
        treasure_seen=lair.treasure_seen if treasure is None else lair.treasure_seen | 1 << seat,
    )
    lairs.park(state, there, news)
    news.append(((seat,), CardEvent(NAMES[there], "peeked", lair.card, None, treasure)))
    return flow.end_turn(state, seat, news)
