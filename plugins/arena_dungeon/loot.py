"""Treasures change hands: what is gained, what is dropped, who knows of it, and Magic Swords."""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arena.games import Notice, WithSpectators
from arena_dungeon import flow, phases
from arena_dungeon.board import NAMES
from arena_dungeon.cards import LEVEL, PLUS_TWO, SPECIAL, SWORDS
from arena_dungeon.events import RollEvent, TreasuresEvent

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


def gain(
    state: DungeonState, seat: int, hidden: str | None, seen: int, dropped: Sequence[str], news: list[Notice]
) -> bool:
    """The hero takes a room's treasure (`hidden`, seen by the mask `seen`) and a dropped pile. Does the turn go on now?

    It does not if the treasure hunter has found its treasure, or if a sword is to be chosen, which is after a kill.
    """
    pile = ([hidden] if hidden is not None else []) + [*dropped]
    if not pile:
        return True
    first = len(state.treasures[seat])
    space = NAMES[state.place[seat]]
    state.treasures[seat] += tuple(pile)
    is_open = hidden is None or hidden in SPECIAL or state.config.open_treasures
    _learn(state, seat, pile if is_open else dropped)
    if hidden is not None and not is_open:
        peekers = [other for other in range(state.seats) if seen >> other & 1 and other != seat]
        state.peeks[seat] += tuple((other, hidden) for other in peekers)
        knowing = [*peekers, seat]
        others = WithSpectators(other for other in range(state.seats) if other not in knowing)
        news.append((sorted(knowing), TreasuresEvent(seat, "gained", space, pile)))
        news.append((others, TreasuresEvent(seat, "gained", space, [f"? {LEVEL[hidden]}", *dropped])))
    else:
        news.append((None, TreasuresEvent(seat, "gained", space, pile)))
    if state.goal_treasure is not None and state.goal_treasure in pile:
        flow.finish(state, seat, "won", news)
        return False
    if state.heroes[seat] == "wizard" or state.active[seat] >= 0:
        return True
    swords = [kind for kind in SWORDS if kind in pile]
    if not swords:
        return True
    if len(swords) == 1:
        activate(state, seat, state.treasures[seat].index(swords[0], first), news)
        return True
    state.phase = phases.SWORD
    state.offer = tuple(swords)
    state.after = "kill"
    return False


def _learn(state: DungeonState, seat: int, kinds: Sequence[str]) -> None:
    """All know now that the hero has these."""
    if kinds:
        known = [*state.known[seat]]
        for kind in kinds:
            insort(known, kind)
        state.known[seat] = tuple(known)


def activate(state: DungeonState, seat: int, place: int, news: list[Notice]) -> None:
    """The sword at this place among the treasures becomes active, and its bonus is rolled."""
    state.active[seat] = place
    dice = state.chance().dice(f"die sword seat {seat}", 2)
    state.bonus[seat] = bonus = 2 if sum(dice) >= PLUS_TWO[state.treasures[seat][place]] else 1
    news.append((None, RollEvent(seat, "sword", dice, str(bonus))))


def drop(
    state: DungeonState, seat: int, count: int, space: str, news: list[Notice], *, dead: bool = False
) -> tuple[list[str], bool]:
    """The hero drops so many random treasures: which, in their order, and whether the active sword is among them.

    Drawn is an order of the places of all its treasures, for one card too but not for none (rules, 14.5). The dead drop
    everything, which is no matter of chance: nothing is drawn, and the cards fall as they were gained.
    """
    held = state.treasures[seat]
    if not held:
        return [], False
    places = range(len(held))
    order = [*places] if dead else state.chance().shuffle(f"drop seat {seat}", places)[:count]
    fallen = [held[place] for place in order]
    state.treasures[seat] = tuple(kind for place, kind in enumerate(held) if place not in order)
    known, peeks = [*state.known[seat]], [*state.peeks[seat]]
    for kind in fallen:  # known by kind: nobody can tell which of two equal cards it is
        if kind in known:
            known.remove(kind)
            continue
        for other in range(state.seats):
            if (other, kind) in peeks:
                peeks.remove((other, kind))
    state.known[seat], state.peeks[seat] = tuple(known), tuple(peeks)
    news.append((None, TreasuresEvent(seat, "dropped", space, fallen)))
    active = state.active[seat]
    if active < 0:
        return fallen, False
    if active in order:
        state.active[seat] = -1
        state.bonus[seat] = 0
        return fallen, True
    state.active[seat] = active - sum(place < active for place in order)
    return fallen, False
