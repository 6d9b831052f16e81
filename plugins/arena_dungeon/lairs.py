"""What lies on a space of the board: a monster or trap card with its number, and the treasures under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from arena.games import Notice
from arena_dungeon import decks
from arena_dungeon.board import IS_ROOM, LEVEL_OF, NAMES
from arena_dungeon.events import CardEvent

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


class Lair(NamedTuple):
    """A monster or trap card on the board, and what lies under it."""

    card: str
    up: bool = True
    number: int = 0
    """The number that it is parked with, from 1; 0 while it is fought for the first time, and for the hunter."""
    treasure: str | None = None
    """The room's treasure, face down."""
    dropped: tuple[str, ...] = ()
    """What heroes dropped, oldest first, face up."""
    card_seen: int = 0
    """The mask of the seats that saw the card while it lay face down."""
    treasure_seen: int = 0
    shuffle: int = 0
    """Out of which deck of its level it came: 0 the first one, 1 the first reshuffled one, ..."""


def has_card(state: DungeonState, space: int) -> bool:
    """Does a card lie there, or can one be drawn if a hero comes?"""
    return space in state.lairs or decks.can_draw(state, LEVEL_OF[space])


def new_lair(state: DungeonState, space: int, *, up: bool) -> Lair:
    """Draw a card (there is one) for a space where none lies, and for a room its treasure if it comes now."""
    level = LEVEL_OF[space]
    card = decks.draw_monster(state, level)
    treasure = decks.draw_treasure(state, level) if IS_ROOM[space] and state.config.treasure_at == "reveal" else None
    lair = Lair(card, up=up, treasure=treasure, shuffle=state.shuffles[level])
    state.lairs[space] = lair
    return lair


def room_treasure(state: DungeonState, space: int) -> str | None:
    """The treasure under a card that is taken or looked at: drawn now if this is a room and it was not placed before."""
    lair = state.lairs[space]
    if lair.treasure is None and IS_ROOM[space]:
        return decks.draw_treasure(state, LEVEL_OF[space])
    return lair.treasure


def park(state: DungeonState, space: int, news: list[Notice]) -> None:
    """Give the card of a space the lowest free number, if it has none."""
    lair = state.lairs[space]
    if lair.number:
        return
    taken = {other.number for other in state.lairs.values()}
    number = 1
    while number in taken:
        number += 1
    state.lairs[space] = lair._replace(number=number)
    news.append((None, CardEvent(NAMES[space], "parked", lair.card if lair.up else None, number, None)))
