"""Why an action is not legal: one word of the list of the rules (section 5), told in the evidence of a fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arena_dungeon import phases, spells
from arena_dungeon.board import CHAMBERS, DOORS, HALL, INDEX, LEVEL_OF, NEXT, SHARED, reach
from arena_dungeon.cards import ATTACK_SPELLS, SPELLS, SWORDS
from arena_dungeon.notation import CHOOSE_HERO

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState

PHASES = {
    "hero": (phases.HERO,),
    "spell": (phases.SPELL,),
    "begin": (phases.START,),
    "ball": (phases.START,),
    "regain": (phases.START,),
    "teleport": (phases.START, phases.MOVE, phases.ARRIVED),
    "go": (phases.MOVE,),
    "search": (phases.MOVE,),
    "esp": (phases.MOVE,),
    "enter": (phases.PEEKED,),
    "stop": (phases.PEEKED,),
    "stay": (phases.MOVE, phases.ARRIVED),
    "attack": (phases.COMBAT,),
    "cast": (phases.MOVE, phases.COMBAT),
    "slide": (phases.SLIDE,),
    "sword": (phases.SWORD,),
    "decline": (phases.SWORD,),
    "retreat": (phases.RETREAT,),
}
"""The first word of an action -> when it may be legal."""
TO_A_SPACE = ("go", "esp", "ball", "teleport", "slide", "retreat")


def reason(state: DungeonState, action: str) -> str:
    """Why the deciding seat may not do this now."""
    seat = state.turn
    assert seat is not None
    words = action.split(" ")
    kind = words[0]
    if state.phase not in PHASES.get(kind, ()):
        return "wrong_phase"
    if kind in TO_A_SPACE and (len(words) != 2 or words[1] not in INDEX):
        return "no_such_space"
    if kind == "search" and action[len("search ") :] not in DOORS:
        return "no_such_space"
    if kind == "cast" and state.phase == phases.MOVE and (len(words) != 3 or words[2] not in INDEX):
        return "no_such_space"
    if kind in ("regain", "teleport", "cast") and state.heroes[seat] != "wizard":
        return "not_wizard"
    if kind in ("teleport", "cast") and state.spell_used:
        return "spell_used"
    return _OF_KIND[kind](state, seat, words) if kind in _OF_KIND else "wrong_phase"


def _spell(state: DungeonState, seat: int, words: list[str]) -> str:
    return "no_spell"


def _ball(state: DungeonState, seat: int, words: list[str]) -> str:
    if state.owns(seat, "ball") and not state.uncleared >> INDEX[words[1]] & 1:
        return "cleared"
    return "no_card"


def _regain(state: DungeonState, seat: int, words: list[str]) -> str:
    if state.place[seat] != HALL:
        return "not_in_hall"
    return "capacity" if sum(state.spells[seat]) >= state.capacity[seat] else "no_spell"


def _teleport(state: DungeonState, seat: int, words: list[str]) -> str:
    here, there = state.place[seat], INDEX[words[1]]
    if not state.spells[seat][SPELLS.index("teleport")]:
        return "no_spell"
    if there == here or not SHARED[here] or there not in (HALL, *CHAMBERS):
        return "not_chamber"
    return "level_range" if abs(LEVEL_OF[there] - LEVEL_OF[here]) > 1 else "wrong_phase"


def _go(state: DungeonState, seat: int, words: list[str]) -> str:
    path = reach(state.place[seat]).by_action.get(f"go {words[1]}")
    if path is None:
        return "not_adjacent"
    if path.steps > state.steps:
        return "no_steps"
    if path.doors & ~state.passable(seat):
        return "secret_unknown"
    return "must_stop" if path.passed & state.stops() else "occupied"


def _search(state: DungeonState, seat: int, words: list[str]) -> str:
    if state.place[seat] not in (INDEX[name] for name in words[1].split("|")):
        return "not_adjacent"
    return "wrong_phase" if state.steps else "no_steps"


def _esp(state: DungeonState, seat: int, words: list[str]) -> str:
    return _next_door(state, seat, INDEX[words[1]]) if state.owns(seat, "esp") else "no_card"


def _cast(state: DungeonState, seat: int, words: list[str]) -> str:
    if words[-1] not in INDEX or words[1] not in ATTACK_SPELLS or not spells.can_cast(state, seat):
        return "no_spell"
    return _next_door(state, seat, INDEX[words[-1]])


def _next_door(state: DungeonState, seat: int, there: int) -> str:
    """What is in the way of a look or a spell at a space."""
    doors = [door for at, door in NEXT[state.place[seat]] if at == there]
    if not doors:
        return "not_adjacent"
    if not state.steps:
        return "no_steps"
    if doors[0] & ~state.passable(seat):
        return "secret_unknown"
    if not state.uncleared >> there & 1:
        return "cleared"
    return "occupied" if state.occupied(seat) >> there & 1 else "no_card"


def _slide(state: DungeonState, seat: int, words: list[str]) -> str:
    return "level_range"


def _hero(state: DungeonState, seat: int, words: list[str]) -> str:
    """There are as many figures of a hero as may be in play."""
    return "no_card" if " ".join(words) in CHOOSE_HERO else "wrong_phase"


def _retreat(state: DungeonState, seat: int, words: list[str]) -> str:
    """Only the nearest free spaces: what is free but farther, or not to be reached, is not adjacent."""
    there = INDEX[words[1]]
    if state.stops() >> there & 1:
        return "must_stop"
    return "occupied" if state.occupied(seat) >> there & 1 else "not_adjacent"


def _sword(state: DungeonState, seat: int, words: list[str]) -> str:
    return "no_card" if " ".join(words) in SWORDS else "wrong_phase"


_OF_KIND: dict[str, Callable[[DungeonState, int, list[str]], str]] = {
    "hero": _hero,
    "spell": _spell,
    "ball": _ball,
    "regain": _regain,
    "teleport": _teleport,
    "go": _go,
    "search": _search,
    "esp": _esp,
    "cast": _cast,
    "slide": _slide,
    "retreat": _retreat,
    "sword": _sword,
}
"""What the actions do not have in common; for the others it is the phase."""
