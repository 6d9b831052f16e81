"""What is asked in each phase, and what each action does: the two tables by which a match goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arena.games import ActionEvent, Notice
from arena_dungeon import combat, encounters, flow, loot, movement, peeks, phases, setup, spells
from arena_dungeon.board import INDEX
from arena_dungeon.cards import SPELLS
from arena_dungeon.notation import CAST_INSIDE, RETREAT, SLIDE

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState

# What is asked


def _start_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    """An ordinary turn, and what may be done instead of it or before it (rules, 2.1)."""
    return ("begin", *peeks.balls(state, seat), *spells.regains(state, seat), *spells.teleports(state, seat))


def _peeked_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    return ("enter", "stop")


def _slide_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    return tuple(SLIDE[at] for at in encounters.slide_targets(state, seat))


def _combat_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    held = state.spells[seat]
    return ("attack", *(word for spell, word in enumerate(CAST_INSIDE) if held[spell]))


def _sword_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    """After a gain one of the swords gained; after the loss of the active one, one of those held or none."""
    return state.offer if state.after == "kill" else (*state.offer, "decline")


def _retreat_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    return tuple(RETREAT[at] for at in combat.retreats(state, seat))


LISTS: dict[str, Callable[[DungeonState, int], tuple[str, ...]]] = {
    phases.HERO: setup.hero_list,
    phases.SPELL: setup.spell_list,
    phases.START: _start_list,
    phases.MOVE: movement.move_list,
    phases.PEEKED: _peeked_list,
    phases.ARRIVED: movement.arrived_list,
    phases.SLIDE: _slide_list,
    phases.COMBAT: _combat_list,
    phases.SWORD: _sword_list,
    phases.RETREAT: _retreat_list,
}

# What is done


def _begin(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    state.phase = phases.MOVE
    return news


def _regain(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    spells.take(state, seat, SPELLS.index(action.split(" ")[1]))
    return flow.end_turn(state, seat, news)


def _cast(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """`cast fireball R101` at what is next door, or `cast fireball` where the wizard stands."""
    if state.phase == phases.MOVE:
        return movement.cast_from_outside(state, seat, action, news)
    spell = SPELLS.index(action.split(" ")[1])
    spells.pay(state, seat, spell)
    return encounters.fight(state, seat, spell, news)


def _attack(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    return encounters.fight(state, seat, None, news)


def _slide(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    return encounters.slide(state, seat, INDEX[action.split(" ")[1]], news)


def _sword(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """A sword is chosen, or declined; then what was going on goes on."""
    after = state.after
    if action != "decline":
        # of equal ones: after a kill the last, since it is one of those gained just now; after a loss the first
        held = state.treasures[seat]
        place = held.index(action) if after != "kill" else len(held) - 1 - held[::-1].index(action)
        loot.activate(state, seat, place, news)
    state.offer = ()
    state.after = ""
    if after == "kill":
        return flow.end_turn(state, seat, news)
    return combat.suffer(state, seat, after, news)


def _retreat(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    return combat.retreat(state, seat, INDEX[action.split(" ")[1]], news)


DOERS: dict[str, Callable[[DungeonState, int, str, list[Notice]], list[Notice]]] = {
    "hero": setup.choose_hero,
    "spell": setup.take,
    "begin": _begin,
    "ball": peeks.ball,
    "regain": _regain,
    "teleport": movement.teleport,
    "go": movement.go,
    "search": movement.search,
    "esp": peeks.esp,
    "enter": movement.enter,
    "stop": movement.stop,
    "stay": movement.stay,
    "attack": _attack,
    "cast": _cast,
    "slide": _slide,
    "sword": _sword,
    "decline": _sword,
    "retreat": _retreat,
}
"""The first word of an action -> what it does, and who is told what after the action itself."""


def do(state: DungeonState, seat: int, action: str) -> list[Notice]:
    """Play a legal action of `seat`; who is told what. Every action of this game is public."""
    return DOERS[action.split(" ", 1)[0]](state, seat, action, [(None, ActionEvent(seat, action))])
