"""A kept match as plain data, a decision at a time."""

from __future__ import annotations

from typing import Any

import msgspec

from arena.referee import Step
from arena.reports.match import view_of


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
            if seat is None or audience is None or seat in audience
        ],
        "view": msgspec.to_builtins(view_of(step, seat)),
    }
