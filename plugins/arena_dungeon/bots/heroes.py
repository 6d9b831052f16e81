"""Which hero the tuned bot takes: what won most at such a table in docs/dungeon-balance.md, if it is free."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena_dungeon.bots.table import Table

FEW: Final = ("rogue", "cleric", "wizard", "fighter")
"""At up to three seats, where nobody takes a cheap hero's rooms: goals of 10,000 gp are reached first."""
SOME: Final = ("wizard", "rogue", "cleric", "fighter")
"""At four or five seats, with the original deck; with `even` a fighter is second."""
MANY: Final = ("fighter", "rogue", "wizard", "cleric")
"""At six and more, where the shallow rooms run out."""
HUNTED: Final = {1: "fighter", 2: "fighter", 3: "wizard", 4: "wizard", 5: "wizard", 6: "wizard"}
"""Level of the treasure hunter's treasure -> who gets it most likely."""


def preferred(table: Table, free: Sequence[str]) -> str:
    """The best of the heroes that are free. A new one after a death is a cheap one: there is not much time left."""
    if table.goal_treasure is not None:
        wish = HUNTED[int(table.goal_treasure[-1])]
        return wish if wish in free else free[0]
    seats = table.seats
    order = FEW if seats <= 3 or table.round else SOME if seats <= 5 else MANY
    return next(hero for hero in order if hero in free)
