"""Actions as strings, ready made, and the list of all that can ever be legal."""

from __future__ import annotations

from typing import Final

from arena_dungeon.board import CHAMBERS, DOORS, HALL, LAIRS, NAMES
from arena_dungeon.cards import ATTACK_SPELLS, HEROES, SPELLS, SWORDS

BALL: Final = {at: f"ball {NAMES[at]}" for at in LAIRS}
ESP: Final = {at: f"esp {NAMES[at]}" for at in LAIRS}
TELEPORT: Final = {at: f"teleport {NAMES[at]}" for at in (HALL, *CHAMBERS)}
SLIDE: Final = {at: f"slide {NAMES[at]}" for at in CHAMBERS}
RETREAT: Final = {at: f"retreat {name}" for at, name in enumerate(NAMES)}
CAST: Final = {
    (number, at): f"cast {spell} {NAMES[at]}" for number, spell in enumerate(ATTACK_SPELLS) for at in LAIRS
}
CAST_INSIDE: Final = tuple(f"cast {spell}" for spell in ATTACK_SPELLS)
REGAIN: Final = tuple(f"regain {spell}" for spell in SPELLS)
TAKE: Final = tuple(f"spell {spell}" for spell in SPELLS)
CHOOSE_HERO: Final = tuple(f"hero {hero}" for hero in HEROES)
SEARCH: Final = {1 << number: f"search {name}" for number, name in enumerate(DOORS)}
"""The bit of a secret door -> the action."""


def action_space() -> list[str]:
    """Every action that can ever be legal, question by question, each in the order of the rules.

    >>> space = action_space()
    >>> len(space), len(set(space)) == len(space)
    (1238, True)
    """
    return [
        *CHOOSE_HERO,
        *TAKE,
        "begin",
        *BALL.values(),
        *REGAIN,
        *(f"go {name}" for name in NAMES),
        *SEARCH.values(),
        *ESP.values(),
        *CAST.values(),
        *TELEPORT.values(),
        "stay",
        "enter",
        "stop",
        "attack",
        *CAST_INSIDE,
        *SLIDE.values(),
        *SWORDS,
        "decline",
        *RETREAT.values(),
    ]
