"""The files that lie beside a results file: reports by their hooks, and a log for each bot."""

from __future__ import annotations

from pathlib import Path

from arena.store import FaultRow
from arena.text import clean
from arena.tournaments.results import Results

LOG_BYTES = 4 << 20
"""How much of the beginning of a bot's log is written."""


def write_files(results: Results) -> list[Path]:
    """Write every report and log of a results folder anew; returns the reports."""
    written = []
    for name in sorted(results.plugins.targets("register_reports")):
        path = results.folder / name
        path.write_text(results.plugins.report(name)(results), encoding="utf-8")
        written.append(path)
    write_logs(results)
    return written


def write_logs(results: Results) -> None:
    """Write `logs/ID.log` for each bot that wrote to standard error or made a fault: by match, in order."""
    folder = results.folder / "logs"
    folder.mkdir(exist_ok=True)
    for bot in results.bots:
        faults: dict[tuple[int, int, int], list[FaultRow]] = {}
        for row in results.faults(bot.id):
            faults.setdefault((row.table, row.rotation, row.seat), []).append(row)
        size = 0
        path = folder / f"{bot.id}.log"
        with path.open("w", encoding="utf-8") as file:
            for seat in results.seats_of(bot.number):
                own = faults.get((seat.table, seat.rotation, seat.seat), [])
                if not seat.stderr and not own:
                    continue
                text = f"== match {seat.table}.{seat.rotation}, seat {seat.seat}\n"
                for fault in own:
                    text += f"FAULT {fault.kind} at answer {fault.at + 1} of the match: {clean(fault.why)}\n"
                    text += f"hint: {clean(fault.hint)}\n" if fault.hint else ""
                text += clean(seat.stderr or "".join(fault.stderr for fault in own)).rstrip("\n") + "\n"
                size += len(text)
                if size > LOG_BYTES:
                    file.write("== the log is full; `arena faults` and the results file have the rest\n")
                    break
                file.write(text)
        if not size:
            path.unlink()
