"""Drawing from the decks, and parking cards on the board with a number."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from arena.games import Notice
from arena_dungeon.board import IS_ROOM, LEVELS, NAMES
from arena_dungeon.events import CardEvent
from arena_dungeon.notes import Lair

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


def can_draw(state: DungeonState, level: int) -> bool:
    """Is there a monster card of this level in deck or discard?"""
    return bool(state.monsters[level] or state.monster_discards[level])


def draw_monster(state: DungeonState, level: int) -> str:
    """The top monster card of a level, of which there is one (`can_draw`); an empty deck is made of its discard first."""
    deck = state.monsters[level]
    if not deck:
        cards = state.monster_discards[level]
        deck = tuple(state.chance().shuffle(f"deck m{level}", cards))
        state.monster_discards[level] = ()
        state.shuffles[level] += 1
    state.monsters[level] = deck[1:]
    return deck[0]


def discard(state: DungeonState, level: int, card: str) -> None:
    """Put a monster or trap card on its discard."""
    cards = [*state.monster_discards[level]]
    insort(cards, card)
    state.monster_discards[level] = tuple(cards)


def draw_treasure(state: DungeonState, level: int) -> str:
    """The top treasure of a level. A level has as many as rooms, each of which asks for one at most."""
    deck = state.treasure_decks[level]
    state.treasure_decks[level] = deck[1:]
    return deck[0]


def new_lair(state: DungeonState, space: int, *, up: bool) -> Lair:
    """Draw a card (there is one) for a space where none lies, and for a room its treasure if it comes now."""
    level = LEVELS[space]
    card = draw_monster(state, level)
    treasure = draw_treasure(state, level) if IS_ROOM[space] and state.config.treasure_at == "reveal" else None
    lair = Lair(card, up=up, treasure=treasure, shuffle=state.shuffles[level])
    state.lairs[space] = lair
    return lair


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
