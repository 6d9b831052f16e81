"""A made-up game of questions, enough to seat a bot and ask it; and a look at what bots leave behind."""

from __future__ import annotations

import os
import select
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from arena.protocol import Act, End, Quit, Start, TimeLeft, TimeLimits, encode
from arena.seats import ClassBot, Fault, Program, Question, Reply, Runnable, Seat
from arena.seats.opener import SeatOpener, close_all
from arena.seats.program import ProgramSeat

ZOO = Path(__file__).parent.parent / "zoo"
LEGAL = ["first a1 1", "second a1 2", "pass"]
END = encode(End([1, 2], None, {}, [], [])) + encode(Quit())


def zoo(name: str) -> Program:
    """A member that is a program: a Python file, or what runs by itself."""
    if (ZOO / f"{name}.py").exists():
        return Program([sys.executable, str(ZOO / f"{name}.py")])
    return Program([str(ZOO / f"{name}.sh")])


def zoo_class(name: str, **options: object) -> ClassBot:
    """A member that is a class."""
    return ClassBot(f"{ZOO / name}.py:Zoo", options)


def start_line(seat: int = 0, seed: int = 7) -> bytes:
    return encode(Start(1, "m", "made-up", 1, {}, 2, seat, [0, 1], None, seed, {}, TimeLimits()))


def question(id: int, budget_ms: float | None = 200, *, padding: int = 0, legal: list[str] | None = None) -> Question:
    legal = legal or LEGAL
    view = {"padding": "x" * padding}
    time_left = TimeLeft(None if budget_ms is None else int(budget_ms), None, None)
    return Question(id, encode(Act(id, len(legal), legal, view, [], time_left)), legal, budget_ms)


@dataclass
class Played:
    """How it went with one bot alone at a table."""

    replies: list[Reply] = field(default_factory=list)
    fault: Fault | None = None
    fault_s: float = 0.0
    """How long the verdict took to fall."""
    stderr: bytes = b""

    @property
    def all_stderr(self) -> bytes:
        return b"".join(reply.stderr for reply in self.replies) + self.stderr


def play(
    opener: SeatOpener,
    bot: Runnable,
    *,
    decisions: int = 3,
    budget_ms: float | None = 200,
    start_ms: float = 5000,
    padding: int = 0,
    gap_s: float = 0.0,
    trusted: bool = False,
    ahead: bool = False,
) -> Played:
    """Seat a bot, ask it so often or until its fault, and close. `ahead`: let it write before each question."""
    played = Played()
    seat = opener.open(bot, start_ms=start_ms, trusted=trusted)
    try:
        seat.tell(start_line())
        for id in range(1, decisions + 1):
            asked = question(id, budget_ms, padding=padding)
            if ahead and isinstance(seat, ProgramSeat) and not seat._output.dirty:
                assert select.select([seat.process.stdout], [], [], 10)[0]
            began = time.monotonic()
            verdict = seat.ask(asked)
            if isinstance(verdict, Fault):
                played.fault, played.fault_s = verdict, time.monotonic() - began
                break
            played.replies.append(verdict)
            time.sleep(gap_s)
        seat.finish(END)
    finally:
        seat.close()
    played.stderr = seat.read_stderr()
    return played


def finish_all(seats: Iterable[Seat]) -> None:
    seats = list(seats)
    for seat in seats:
        seat.finish(END)
    close_all(seats)


def state_of(pid: int) -> str | None:
    """R, S, T, Z, ... of a process; None if there is none."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return None


def processes_below(root: int) -> dict[int, str]:
    """Every descendant of a process, with its state, by a plain reading of /proc."""
    parents: dict[int, tuple[int, str]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                rest = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = (int(rest[1]), rest[0])
    found: dict[int, str] = {}
    grown = True
    while grown:
        grown = False
        for pid, (parent, state) in parents.items():
            if pid not in found and (parent == root or parent in found):
                found[pid] = state
                grown = True
    return found


def running_with(text: str) -> list[int]:
    """Processes whose command line has this text, wherever they hang."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                line = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if text.encode() in line and state_of(int(entry.name)) not in (None, "Z"):
                found.append(int(entry.name))
    return found


def wait_until(condition: object, seconds: float = 5.0) -> bool:
    """Whether a condition comes true in time."""
    assert callable(condition)
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.01)
    return bool(condition())


def open_descriptors() -> dict[str, str]:
    found = {}
    for fd in list(Path("/proc/self/fd").iterdir()):
        try:
            found[fd.name] = str(fd.readlink())
        except OSError:
            continue
    return found
