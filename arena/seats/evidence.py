"""The words of a verdict: what a bot did wrong, told to its author, with a hint where beginners stumble."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Sequence

SHOWN = 2000
"""How many bytes of the ends of lines and output a fault keeps."""
STDERR_SHOWN = 8000
SENTENCE = 600
"""How long what a fault says may be, in characters: some of it is a stranger's."""
_HEAD = 3000
"""How much of that is the head: a JavaScript error, say, tells itself before its long list of callers."""


def tail(data: bytes | bytearray, size: int = SHOWN) -> str:
    """The end of what was seen, as text."""
    text = bytes(data[-size:]).decode("utf-8", "backslashreplace")
    return f"…{text}" if len(data) > size else text


def status_in_words(status: int) -> str:
    """A wait status: `exit status 3`, or `signal SIGSEGV`."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        try:
            return f"signal {signal.Signals(number).name}"
        except ValueError:
            return f"signal {number}"
    return f"exit status {os.waitstatus_to_exitcode(status)}"


def why_not_started(argv: Sequence[str], number: int) -> tuple[str, str | None]:
    """Why the system would not run a program, and what to do about it."""
    program = argv[0] if argv else ""
    if number in (errno.ENOENT, errno.ENOTDIR):
        interpreter = _interpreter(program)
        if interpreter is None:
            return f"there is no program {program}", None
        if interpreter:
            return (
                f"{program} asks for the interpreter {interpreter}, which does not exist",
                "mend its first line (#!...); a carriage return at the line's end hurts too",
            )
        return (
            f"{program} is there, but a part that it needs to run (its loader) is not",
            "is it built for another system?",
        )
    if number == errno.EACCES:
        if os.path.isdir(program):  # noqa: PTH112
            return f"{program} is a folder, not a program", None
        return f"{program} is not executable", f"chmod +x {program}"
    if number == errno.ENOEXEC:
        return (
            f"{program} is no program that this machine can run",
            "a script needs a first line such as #!/usr/bin/env python3",
        )
    return f"{program} could not be started: {os.strerror(number)}", None


def _interpreter(program: str) -> str | None:
    """What the first line of a script asks for; "" if it asks for nothing; None if there is no such file."""
    try:
        with open(program, "rb") as file:  # noqa: PTH123
            first = file.readline(300)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return ""
    if not first.startswith(b"#!"):
        return ""
    words = first[2:].rstrip(b"\n").strip(b" \t").split(b" ")
    return words[0].decode("utf-8", "backslashreplace").replace("\r", "\\r")


def not_legal(action: str, legal: Sequence[str]) -> str:
    """Why an action is refused."""
    shown = action if len(action) <= 80 else action[:79] + "…"
    return f"{shown!r} is not one of the {len(legal)} legal actions"


def out_of_range(index: int, count: int) -> str:
    """Why an index is refused."""
    shown = str(index) if abs(index) < 10**20 else "a number of more than 20 digits"
    return f"the index is {shown}; it must be 0 to {count - 1}"


def out_of_time(budget_ms: float, start_ms: float, bank: bool) -> str:
    """Why an answer comes too late: the bounds as their owner set them. `start_ms` 0: not the first decision."""
    bound = (
        f"the {_milliseconds(budget_ms)} that are left of its time for the match" if bank else _milliseconds(budget_ms)
    )
    start = f" and {start_ms / 1000:g} s to start" if start_ms > 0 else ""
    return f"no whole answer within {bound}{start}"


def _milliseconds(ms: float) -> str:
    return f"{ms:.0f} ms" if ms >= 10 or ms == 0 else f"{ms:.1f} ms"


def ends(new: bytes | bytearray, last: bytes) -> str:
    """Standard error as evidence: what came since the last answer, its head and its end; if that is short, `last`."""
    if len(new) <= STDERR_SHOWN:
        return tail(last, STDERR_SHOWN)
    return f"{bytes(new[:_HEAD]).decode('utf-8', 'backslashreplace')}\n…\n{tail(new, STDERR_SHOWN - _HEAD)[1:]}"
