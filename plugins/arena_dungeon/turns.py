"""What is asked in each phase, and what each action does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arena.games import Notice
from arena_dungeon import combat, encounters, flow, loot, movement, setup
from arena_dungeon.board import CHAMBERS, DOORS, HALL, INDEX, KINDS, LEVELS, NEXT, ball
from arena_dungeon.cards import SWORDS
from arena_dungeon.notation import CAST_INSIDE, RETREAT, SLIDE
from arena_dungeon.notes import ARRIVED, COMBAT, HERO, MOVE, PEEKED, SPELL, START, SWORD
from arena_dungeon.notes import RETREAT as RETREATING
from arena_dungeon.notes import SLIDE as SLIDING

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


def _peeked_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    return ("enter", "stop")


def _combat_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    spells = state.spells[seat]
    return ("attack", *(word for spell, word in enumerate(CAST_INSIDE) if spells[spell]))


def _slide_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    return tuple(SLIDE[at] for at in encounters.slide_targets(state, seat))


def _sword_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    """After a gain one of the swords gained; after the loss of the active one, one of those held or none."""
    return state.offer if state.after == "kill" else (*state.offer, "decline")


def _retreat_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    return tuple(RETREAT[at] for at in combat.retreats(state, seat))


LISTS: dict[str, Callable[[DungeonState, int], tuple[str, ...]]] = {
    HERO: setup.hero_list,
    SPELL: setup.spell_list,
    START: movement.start_list,
    MOVE: movement.move_list,
    PEEKED: _peeked_list,
    ARRIVED: movement.arrived_list,
    SLIDING: _slide_list,
    COMBAT: _combat_list,
    SWORD: _sword_list,
    RETREATING: _retreat_list,
}


def _sword(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """A sword is chosen, or declined; then what was going on goes on."""
    after = state.after
    if action != "decline":
        # among equal ones the first: those gained are the last of their kind, and which of them it is is all one
        held = state.treasures[seat]
        first = held.index(action) if after != "kill" else len(held) - 1 - held[::-1].index(action)
        loot.activate(state, seat, action, first, news)
    state.offer = ()
    state.after = ""
    if after == "kill":
        return flow.end_turn(state, seat, news)
    return combat.suffer(state, seat, after, news)


DOERS: dict[str, Callable[[DungeonState, int, str, list[Notice]], list[Notice]]] = {
    "hero": setup.choose_hero,
    "spell": setup.take,
    "begin": movement.begin,
    "ball": movement.gaze,
    "regain": movement.regain,
    "teleport": movement.teleport,
    "go": movement.go,
    "search": movement.search,
    "esp": movement.esp,
    "enter": movement.enter,
    "stop": movement.stop,
    "stay": movement.stay,
    "attack": movement.attack,
    "slide": movement.slide,
    "sword": _sword,
    "decline": _sword,
    "retreat": movement.retreat,
}


def do(state: DungeonState, seat: int, action: str) -> list[Notice]:
    """Play a legal action of `seat`; who is told what."""
    news = [movement.told(seat, action)]
    kind = action.split(" ", 1)[0]
    if kind == "cast":
        inside = state.phase == COMBAT
        return (movement.cast_inside if inside else movement.cast_from_outside)(state, seat, action, news)
    return DOERS[kind](state, seat, action, news)


# Why an action is not legal

PHASES = {
    "hero": (HERO,), "spell": (SPELL,), "begin": (START,), "ball": (START,), "regain": (START,), "go": (MOVE,),
    "teleport": (START, MOVE, ARRIVED), "search": (MOVE,), "esp": (MOVE,), "enter": (PEEKED,), "stop": (PEEKED,),
    "stay": (MOVE, ARRIVED), "attack": (COMBAT,), "slide": (SLIDING,), "sword": (SWORD,), "decline": (SWORD,),
    "retreat": (RETREATING,), "cast": (MOVE, COMBAT),
}  # fmt: skip


def reason(state: DungeonState, action: str) -> str:
    """One word for why the deciding seat may not do this now, from the list of the rules (section 5)."""
    seat = state.turn
    assert seat is not None
    words = action.split(" ")
    kind = words[0]
    if state.phase not in PHASES.get(kind, ()):
        return "wrong_phase"
    if kind in ("go", "esp", "ball", "teleport", "slide", "retreat") and (len(words) != 2 or words[1] not in INDEX):
        return "no_such_space"
    if kind == "search" and action[len("search ") :] not in DOORS:
        return "no_such_space"
    if kind == "cast" and state.phase == MOVE and (len(words) != 3 or words[2] not in INDEX):
        return "no_such_space"
    if kind in ("regain", "teleport", "cast") and state.heroes[seat] != "wizard":
        return "not_wizard"
    return _reason_at(state, seat, kind, words)


def _reason_at(state: DungeonState, seat: int, kind: str, words: list[str]) -> str:
    here = state.place[seat]
    spells = state.spells[seat]
    if kind == "regain":
        if here != HALL:
            return "not_in_hall"
        return "capacity" if sum(spells) >= state.capacity[seat] else "no_spell"
    if kind in ("teleport", "cast") and state.spell_used:
        return "spell_used"
    if kind == "teleport":
        if not spells[flow.TELEPORT]:
            return "no_spell"
        there = INDEX[words[1]]
        if there == here or KINDS[here] not in ("chamber", "hall") or there not in (HALL, *CHAMBERS):
            return "not_chamber"
        return "level_range" if abs(LEVELS[there] - LEVELS[here]) > 1 else "wrong_phase"
    if kind == "ball":
        if not state.owns(seat, "ball"):
            return "no_card"
        return "no_card" if state.uncleared >> INDEX[words[1]] & 1 else "cleared"
    if kind == "search":
        a, b = (INDEX[name] for name in words[1].split("|"))
        if here not in (a, b):
            return "not_adjacent"
        return "wrong_phase" if state.steps else "no_steps"
    if kind == "go":
        return _reason_to_go(state, seat, INDEX[words[1]])
    if kind in ("esp", "cast") and len(words) > 1 and words[-1] in INDEX:
        there = INDEX[words[-1]]
        if kind == "esp" and not state.owns(seat, "esp"):
            return "no_card"
        if kind == "cast" and (words[1] not in ("fireball", "lightning") or not combat.can_cast(state, seat)):
            return "no_spell"
        doors = [door for at, door in NEXT[here] if at == there]
        if not doors:
            return "not_adjacent"
        if not state.steps:
            return "no_steps"
        if doors[0] & ~state.passable(seat):
            return "secret_unknown"
        if not state.uncleared >> there & 1:
            return "cleared"
        return "occupied" if state.occupied(seat) >> there & 1 else "no_card"
    if kind in ("spell", "cast"):
        return "no_spell"
    if kind == "slide":
        return "level_range"
    return "no_card" if kind == "sword" and " ".join(words) in SWORDS else "wrong_phase"


def _reason_to_go(state: DungeonState, seat: int, there: int) -> str:
    way = next((way for way in ball(state.place[seat]).ways if way.target == there), None)
    if way is None:
        return "not_adjacent"
    if way.steps > state.steps:
        return "no_steps"
    if way.doors & ~state.passable(seat):
        return "secret_unknown"
    return "must_stop" if way.passed & state.stops() else "occupied"
