"""Ranks and scores of a finished match (rules, 13.1, 14.9, 14.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena_dungeon.cards import GOALS, total
from arena_dungeon.options import round_limit

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState

FULL = 1000


def progress(state: DungeonState) -> list[int]:
    """By seat: its gp in thousandths of its hero's goal, at most 1000, rounded down; 0 without a hero."""
    return [
        min(FULL, FULL * total(treasures) // GOALS[hero]) if hero is not None else 0
        for hero, treasures in zip(state.heroes, state.treasures, strict=True)
    ]


def scores(state: DungeonState) -> list[int | None]:
    """By seat: its progress; alone, the turns that the win took (rounds begun), or None if it was not won."""
    if state.seats == 1:
        return [state.round if state.result == "won" else None]
    return [*progress(state)]


def places(state: DungeonState) -> list[int]:
    """By seat: 1 for the winner, and for all in a draw; the others share the second place or are ranked by progress."""
    if state.winner is None:
        return [1] * state.seats
    if state.config.rank_losers == "shared":
        return [1 if seat == state.winner else 2 for seat in range(state.seats)]
    made = progress(state)
    return [
        1 if seat == state.winner else 2 + sum(other > mine for at, other in enumerate(made) if at != state.winner)
        for seat, mine in enumerate(made)
    ]


def solo_return(state: DungeonState) -> float:
    """What a finished match of one seat pays: 0 if lost, else from 1 (won in the first turn) down to above 1/2.

    Won in turn t of at most T it is 1 - (t - 1) / 2T: any win is more than a loss, and a sooner one is more.
    """
    if state.result != "won":
        return 0.0
    return 1 - (state.round - 1) / (2 * round_limit(state.config))
