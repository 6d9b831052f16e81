"""Faults of a tournament: counted by bot and kind, or one by one with their evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from arena.reports.layout import grid, place
from arena.reports.match import fault_lines
from arena.seats import Fault
from arena.store import FaultRow
from arena.text import clean_line


def fault_counts(rows: Iterable[FaultRow], bots: Sequence[str], folder: Path) -> str:
    """How many faults of which kind each bot made."""
    counts: Counter[tuple[int, str]] = Counter((row.bot, row.kind) for row in rows)
    if not counts:
        return f"No faults in {place(folder)}."
    kinds = sorted({kind for _, kind in counts})
    faulty = sorted({bot for bot, _ in counts}, key=lambda bot: -sum(counts[bot, kind] for kind in kinds))
    table = [[clean_line(bots[bot], 40), *(counts[bot, kind] or "" for kind in kinds)] for bot in faulty]
    drawn = grid(["bot", *kinds], table, align=["left", *["right"] * len(kinds)], names=[0])
    return f"{drawn}\n\nThose of one bot, with their evidence:\n  arena faults BOT --results {place(folder)}"


def faults_text(rows: Iterable[FaultRow], bot: str, most: int, folder: Path, kind: str | None = None) -> str:
    """The first `most` faults of one bot in full, and how many more there are. `kind` is the one that was asked for."""
    lines: list[str] = []
    count = 0
    for row in rows:
        count += 1
        if count > most:
            continue
        key = f"{row.table}.{row.rotation}"
        lines.append(f"match {key}, seat {row.seat}, at answer {row.at + 1} of the match, {row.ms:.0f} ms")
        lines += fault_lines(Fault(row.kind, row.why, row.hint, row.ms, row.sent, row.output, row.stderr, row.exit))  # type: ignore[arg-type]
        lines.append(f"      replay | arena replay {place(folder)} --match {key}\n")
    if not count:
        return f"{clean_line(bot, 40)} made no faults{f' of the kind {kind}' if kind else ''}."
    if count > most:
        lines.append(f"… and {count - most} more: --most {count} shows them.")
    return "\n".join(lines)


def fault_data(row: FaultRow, bots: Sequence[str]) -> dict[str, Any]:
    """One fault for programs: its row, and the match's key and the bot's name in words."""
    return {"match": f"{row.table}.{row.rotation}", "name": bots[row.bot], **msgspec.to_builtins(row)}
