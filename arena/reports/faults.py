"""Faults of a tournament: counted by bot and kind, or one by one with their evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from arena.reports.match import fault_lines
from arena.seats import Fault
from arena.store import FaultRow
from arena.text import clean_line


def fault_counts(rows: Iterable[FaultRow], bots: Sequence[str]) -> str:
    """How many faults of which kind each bot made."""
    from tabulate import tabulate

    counts: Counter[tuple[int, str]] = Counter((row.bot, row.kind) for row in rows)
    if not counts:
        return "No faults."
    kinds = sorted({kind for _, kind in counts})
    faulty = sorted({bot for bot, _ in counts}, key=lambda bot: -sum(counts[bot, kind] for kind in kinds))
    table = [[clean_line(bots[bot], 40), *(counts[bot, kind] or "" for kind in kinds)] for bot in faulty]
    return f"{tabulate(table, ['bot', *kinds])}\n\n`arena faults BOT` shows each with its evidence."


def faults_text(rows: Iterable[FaultRow], bot: str, most: int) -> str:
    """The first `most` faults of one bot in full, and how many more there are."""
    lines: list[str] = []
    count = 0
    for row in rows:
        count += 1
        if count > most:
            continue
        lines.append(f"match {row.table}.{row.rotation}, seat {row.seat}, at answer {row.at + 1} of the match, {row.ms:.0f} ms")
        lines += fault_lines(Fault(row.kind, row.why, row.hint, row.ms, row.sent, row.output, row.stderr, row.exit))  # type: ignore[arg-type]
        lines.append(f"      replay | arena replay --match {row.table}.{row.rotation}\n")
    if not count:
        return f"{clean_line(bot, 40)} made no faults."
    if count > most:
        lines.append(f"… and {count - most} more: --most {count} shows them.")
    return "\n".join(lines)
