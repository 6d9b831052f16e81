"""From turn to turn: how a turn begins and ends, and how the match does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import Notice
from arena_dungeon import hunt, phases, spells
from arena_dungeon.board import NOWHERE, STEPS
from arena_dungeon.events import TurnEvent
from arena_dungeon.options import round_limit

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


def begin_turns(state: DungeonState, news: list[Notice]) -> list[Notice]:
    """Heroes and spells are chosen: seat 0 begins round 1."""
    return end_turn(state, state.seats - 1, news)


def end_turn(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """The next turn that is not skipped begins, or the match is over after the last seat of its last round."""
    while True:
        seat += 1
        if seat == state.seats:
            seat = 0
            if state.round == round_limit(state.config):
                return finish(state, None, "lost" if state.seats == 1 else "draw", news)
            state.round += 1
        if state.hunter is not None:
            hunt.move(state, news)
        skipped = state.lose[seat] > 0
        news.append((None, TurnEvent(state.round, seat, skipped)))
        if not skipped:
            return _begin(state, seat, news)
        state.lose[seat] -= 1


def _begin(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    state.turn = seat
    state.steps = STEPS
    state.spell_used = state.esp_used = state.arrived = False
    state.target = NOWHERE
    state.phase = phases.START if has_special_start(state, seat) else phases.MOVE
    return news


def has_special_start(state: DungeonState, seat: int) -> bool:
    """Is there anything but `begin` to choose from? Only then it is asked."""
    return state.owns(seat, "ball") or spells.can_teleport(state, seat) or spells.can_regain(state, seat)


def finish(state: DungeonState, winner: int | None, why: str, news: list[Notice]) -> list[Notice]:
    """The match is over: won, a draw, or lost alone."""
    state.turn = None
    state.phase = phases.OVER
    state.winner = winner
    state.result = why
    state.target = NOWHERE
    state.offer = ()
    state.after = ""
    return news
