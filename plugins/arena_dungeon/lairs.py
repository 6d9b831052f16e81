"""What a match notes besides numbers: what is asked, and what lies on a space."""

from __future__ import annotations

from typing import Final, NamedTuple

HERO, SPELL, START, MOVE, PEEKED, ARRIVED, SLIDE, COMBAT, SWORD, RETREAT, OVER = (
    "hero", "spell", "start", "move", "peeked", "arrived", "slide", "combat", "sword", "retreat", "over"
)  # fmt: skip
"""What is asked; `views.View.phase` says what each means."""
NOWHERE: Final = -1


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
