"""What came of a match as the values of rows: its faults, its parts, the placements of its seats."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from arena.games import placements
from arena.jobs import Done
from arena.store.plain import end_of, to_json
from arena.text import storable

__all__ = ["EVIDENCE_BYTES", "fault_values", "part_values", "places_of"]

EVIDENCE_BYTES = 8192
"""How much of the end of each piece of evidence is kept, and of a seat's standard error."""


def fault_values(done: Done) -> list[tuple[Any, ...]]:
    """The rows of a match's faults."""
    job = done.job
    return [
        (job.number, job.attempt, nth, f.seat, job.seats[f.seat], f.at, f.fault.kind, end_of(f.fault.why, EVIDENCE_BYTES),
         None if f.fault.hint is None else end_of(f.fault.hint, EVIDENCE_BYTES), f.fault.ms,
         end_of(f.fault.sent, EVIDENCE_BYTES), end_of(f.fault.output, EVIDENCE_BYTES),
         end_of(f.fault.stderr, EVIDENCE_BYTES), None if f.fault.exit is None else end_of(f.fault.exit, EVIDENCE_BYTES))
        for nth, f in enumerate(done.faults)
    ]  # fmt: skip


def part_values(done: Done) -> list[tuple[Any, ...]]:
    """The rows of a match's parts: one a label, in half the room that a row a part would take."""
    results: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for part in done.parts:
        results.setdefault((part.split, part.label), []).append((part.seat, part.result))
    key = (done.job.number, done.job.attempt)
    return [(*key, storable(split), storable(label), to_json(own)) for (split, label), own in results.items()]


@functools.lru_cache(4096)
def places_of(ranks: tuple[int, ...], sides: tuple[int, ...] | None) -> Sequence[float | None]:
    """The placement of each seat; none where all are on one side. Few orders of few seats come again and again."""
    if len(set(sides or range(len(ranks)))) == 1:
        return [None] * len(ranks)
    return placements(ranks, sides)
