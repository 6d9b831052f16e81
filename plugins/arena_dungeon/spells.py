"""A wizard's spell cards: when it may cast one, and how a card goes to its hand and back to the supply (rules, 2.8, 2.9).

Only wizards have any: the capacity of all others is 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena_dungeon.board import CHAMBERS, HALL, LEVEL_OF, SHARED
from arena_dungeon.cards import SPELLS
from arena_dungeon.notation import REGAIN, TELEPORT

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState

_TELEPORT = SPELLS.index("teleport")


def can_cast(state: DungeonState, seat: int) -> bool:
    """May the hero attack by a spell now?"""
    held = state.spells[seat]
    return not state.spell_used and bool(held[0] or held[1])


def can_teleport(state: DungeonState, seat: int) -> bool:
    """May the hero cast Teleport where it stands, at the start of its turn or having come here in it?"""
    return not state.spell_used and SHARED[state.place[seat]] and state.spells[seat][_TELEPORT] > 0


def can_regain(state: DungeonState, seat: int) -> bool:
    """May the hero take a spell instead of its turn, if this is the start of it?"""
    return state.place[seat] == HALL and sum(state.spells[seat]) < state.capacity[seat] and any(state.supply)


def teleports(state: DungeonState, seat: int) -> list[str]:
    """To other chambers and the hall, of the same level, one above or one below."""
    if not can_teleport(state, seat):
        return []
    here = state.place[seat]
    level = LEVEL_OF[here]
    return [TELEPORT[at] for at in (HALL, *CHAMBERS) if at != here and abs(LEVEL_OF[at] - level) <= 1]


def regains(state: DungeonState, seat: int) -> list[str]:
    """The spells of the supply, to which those that were cast belong."""
    return [REGAIN[spell] for spell, count in enumerate(state.supply) if count] if can_regain(state, seat) else []


def take(state: DungeonState, seat: int, spell: int) -> None:
    """A spell card goes from the supply to the hero."""
    state.spells[seat] = tuple(count + (number == spell) for number, count in enumerate(state.spells[seat]))
    state.supply = tuple(count - (number == spell) for number, count in enumerate(state.supply))


def pay(state: DungeonState, seat: int, spell: int) -> None:
    """A spell card goes back to the supply. It is the one spell of this turn."""
    state.spells[seat] = tuple(count - (number == spell) for number, count in enumerate(state.spells[seat]))
    state.supply = tuple(count + (number == spell) for number, count in enumerate(state.supply))
    state.spell_used = True


def give_back_all(state: DungeonState, seat: int) -> None:
    """What a dead wizard held goes back to the supply."""
    state.supply = tuple(map(sum, zip(state.supply, state.spells[seat], strict=True)))
    state.spells[seat] = (0,) * len(SPELLS)
