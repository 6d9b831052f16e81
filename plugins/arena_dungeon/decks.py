"""Drawing from the decks, and discarding."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


def can_draw(state: DungeonState, level: int) -> bool:
    """Is there a monster card of this level in deck or discard?"""
    return bool(state.monster_decks[level] or state.monster_discards[level])


def draw_monster(state: DungeonState, level: int) -> str:
    """The top monster card of a level, of which there is one (`can_draw`); an empty deck is made of its discard first."""
    deck = state.monster_decks[level]
    if not deck:
        cards = state.monster_discards[level]
        deck = tuple(state.chance().shuffle(f"deck m{level}", cards))
        state.monster_discards[level] = ()
        state.shuffles[level] += 1
    state.monster_decks[level] = deck[1:]
    return deck[0]


def discard(state: DungeonState, level: int, card: str) -> None:
    """Put a monster or trap card on its discard."""
    cards = [*state.monster_discards[level]]
    insort(cards, card)
    state.monster_discards[level] = tuple(cards)


def draw_treasure(state: DungeonState, level: int) -> str | None:
    """The top treasure of a level, which has as many as rooms, each of which asks for one at most.

    None in a position made by hand in which heroes hold all of a level and not all its rooms are cleared.
    """
    deck = state.treasure_decks[level]
    state.treasure_decks[level] = deck[1:]
    return deck[0] if deck else None
