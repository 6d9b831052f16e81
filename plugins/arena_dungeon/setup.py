"""Heroes and spells are chosen: before the first turn, and by the seat whose hero died."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import Notice
from arena_dungeon import flow, phases, spells
from arena_dungeon.cards import FIGURES, HEROES, SPELLS
from arena_dungeon.events import RollEvent
from arena_dungeon.notation import CHOOSE_HERO, TAKE

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


def hero_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    """The heroes of which a figure is left."""
    return tuple(word for word, hero in zip(CHOOSE_HERO, HEROES, strict=True) if state.heroes.count(hero) < FIGURES)


def spell_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    return tuple(word for word, count in zip(TAKE, state.supply, strict=True) if count)


def choose_hero(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    state.heroes[seat] = hero = action.split(" ")[1]
    if state.round:  # a new hero after a death: its spells at once, then the turn is over
        if hero == "wizard":
            _roll_capacity(state, seat, news)
        return _ask_spell(state, seat, news)
    if seat + 1 < state.seats:
        state.turn = seat + 1
        return news
    for other in range(state.seats):
        if state.heroes[other] == "wizard":
            _roll_capacity(state, other, news)
    return _ask_spell(state, state.seats - 1, news)


def _roll_capacity(state: DungeonState, seat: int, news: list[Notice]) -> None:
    dice = state.chance().dice(f"die capacity seat {seat}")
    state.capacity[seat] = dice[0] + 6
    news.append((None, RollEvent(seat, "capacity", dice, str(state.capacity[seat]))))


def take(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    spells.take(state, seat, SPELLS.index(action.split(" ")[1]))
    return _ask_spell(state, seat, news)


def _ask_spell(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """Who takes the next spell: a new hero until it is full; at set-up the seats after `seat` in turn."""
    order = [seat] if state.round else [(seat + 1 + i) % state.seats for i in range(state.seats)]
    if sum(state.supply):
        for other in order:
            if sum(state.spells[other]) < state.capacity[other]:
                state.turn = other
                state.phase = phases.SPELL
                return news
    if state.round:
        return flow.end_turn(state, seat, news)
    return flow.begin_turns(state, news)


