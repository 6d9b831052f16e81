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


def begin_match_turns(state: DungeonState, news: list[Notice]) -> list[Notice]:
    """Heroes and spells are chosen: seat 0 begins."""
    state.round = 1
    return _begin(state, 0, news)


def end_turn(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """The next seat's turn begins, or the match is over after the last one of its last round."""
    seat += 1
    if seat == state.seats:
        seat = 0
        if state.round == round_limit(state.config):
            return finish(state, None, "lost" if state.seats == 1 else "draw", news)
        state.round += 1
    return _begin(state, seat, news)


def _begin(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """Begin a turn; one that is skipped for a lose-turn token is over at once (rules, 2)."""
    if state.hunter is not None:
        hunt.move(state, news)
    if state.lose[seat]:
        state.lose[seat] -= 1
        news.append((None, TurnEvent(state.round, seat, True)))
        return end_turn(state, seat, news)
    news.append((None, TurnEvent(state.round, seat, False)))
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
