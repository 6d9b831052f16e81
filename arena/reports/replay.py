"""A kept match as plain data, a decision at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from arena.games import is_told
from arena.referee import Setup, Step
from arena.reports.layout import place
from arena.reports.match import first_view, view_of
from arena.store import MatchRow
from arena.text import clean_line
from arena.tournaments import Results


def step_data(step: Step, seat: int | None) -> dict[str, Any]:
    """One decision for programs; `seat` None is everything shown, as far as the game offers that.

    From a seat's side another seat's action is null: the events say what it was told.
    """
    own = seat is None or seat == step.seat
    return {
        "number": step.number,
        "seat": step.seat,
        "action": step.action if own else None,
        "by": step.by if own else None,
        "choices": step.choices if own else None,
        "ms": step.reply.ms if own and step.reply else None,
        "note": step.reply.note if own and step.reply else None,
        "fault": step.fault.kind if own and step.fault else None,
        "events": [
            msgspec.to_builtins(event)
            for audience, event in step.notices
            if seat is None or is_told(audience, seat)
        ],
        "view": msgspec.to_builtins(view_of(step, seat)),
    }


def begin_data(setup: Setup, seat: int | None) -> dict[str, Any]:
    """The same before the first decision: number 0, by nobody."""
    nothing = dict.fromkeys(("seat", "action", "by", "choices", "ms", "note", "fault"))
    return {"number": 0, **nothing, "events": [], "view": msgspec.to_builtins(first_view(setup, seat))}


def matches_text(results: Results) -> str:
    """The matches of a tournament, a line each, in the order of the schedule."""
    names = [clean_line(bot.name, 30) for bot in results.bots]
    lines = []
    for row in results.matches():
        seats = "  ".join(f"{names[bot]} {_shown(row, seat)}".rstrip() for seat, bot in enumerate(row.bots))
        note = f"  ({clean_line(trouble)})" if (trouble := row.error or row.void) else ""
        lines.append(f"{row.table}.{row.rotation:<3} {seats}{note}")
    if not lines:
        return "No matches yet."
    shown = "Bots alone with their scores" if results.spec.seats == [1] else "Bots by seat with their ranks"
    hint = f"{shown}. To step through one:\n  arena replay {place(results.folder)} --match KEY"
    return "\n".join([*lines, "", hint])


def _shown(row: MatchRow, seat: int) -> str:
    """How a seat did, in one word: its rank, alone its score; – where there is none."""
    if row.seats > 1 or row.ranks is None:
        return "" if row.ranks is None else str(row.ranks[seat])
    score = row.scores[seat] if row.scores is not None else None
    return "–" if score is None else str(score)


def match_data(row: MatchRow, bots: Sequence[str]) -> dict[str, Any]:
    """One match of a list for programs: its row, and its key and the names of its bots, by seat."""
    return {"match": f"{row.table}.{row.rotation}", "names": [bots[bot] for bot in row.bots], **msgspec.to_builtins(row)}
