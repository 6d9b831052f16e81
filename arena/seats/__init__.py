"""What can sit down at a table: the interface that the referee plays against, and the values that pass through it.

`program.py` seats a process behind the protocol (a stranger's program, or a class bot's host), `trusted.py` a class bot
inside the referee's own process. Processes are started, watched and ended by a keeper (`keeper.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from arena.protocol import FaultKind

__all__ = ["ClassBot", "Fault", "Limits", "Program", "Question", "Reply", "Runnable", "Seat"]


class Program(msgspec.Struct, frozen=True, tag="program"):
    """A command to run: absolute paths, no shell. `env` is added to the environment that all bots share."""

    argv: Sequence[str]
    env: Mapping[str, str] = {}


class ClassBot(msgspec.Struct, frozen=True, tag="class"):
    """A Python class: `package.module:Class` or `/absolute/file.py:Class`, and its options."""

    target: str
    options: Mapping[str, Any] = {}
    env: Mapping[str, str] = {}


Runnable = Program | ClassBot


class Limits(msgspec.Struct, frozen=True):
    """Bounds on what one bot may send in a match; passing one is the fault `limit`."""

    line_bytes: int = 1 << 20
    noise_lines: int = 1000
    """In one decision."""
    noise_bytes: int = 1 << 20
    """In one decision."""
    stderr_bytes: int = 64 << 20
    """In one match."""
    stderr_kept: int = 1 << 20
    """How much of the end of stderr is kept, in one match."""
    end_ms: int = 200
    """How long a bot may take to leave after `quit`, before it is ended."""


class Question(msgspec.Struct, frozen=True):
    """One decision put to a seat. `line` is the encoded `act`, newline included; `budget_ms` None is no limit."""

    id: int
    line: bytes
    legal: Sequence[str]
    budget_ms: float | None
    bank: bool = False
    """Whether what is left of the bot's time for the match is what bounds it."""


class Reply(msgspec.Struct):
    """A legal answer in time, as its position in `legal`. Times in milliseconds."""

    index: int
    ms: float
    note: str | None = None
    noise: int = 0
    """Lines that were no answers: print debugging, or sent before the question."""
    late: int = 0
    """Answers to earlier decisions."""
    stderr: bytes = b""
    """What the bot wrote there since the last decision (its tail, bounded)."""
    free_ms: float = 0.0
    """How much of `ms` the budget of the start bore: not to be charged to a bank."""


class Fault(msgspec.Struct):
    """What a bot did wrong, with its evidence. Texts are the ends of what was seen, bounded."""

    kind: FaultKind
    why: str
    """One sentence, for the bot's author."""
    hint: str | None = None
    """What a beginner might try."""
    ms: float = 0.0
    """How long the decision had lasted when the verdict fell."""
    sent: str = ""
    """The end of the last line that the bot was sent."""
    output: str = ""
    """The end of what the bot wrote to standard output in this decision."""
    stderr: str = ""
    """The end of its standard error; the head too of what it wrote since its last answer, if that is long."""
    exit: str | None = None
    """Its exit status or signal in words, if its process ended by itself."""
    free_ms: float = 0.0
    """How much of `ms` the budget of the start bore, as in a Reply."""


class Seat(ABC):
    """One bot at one table, for one match. Whoever opens a seat closes it, whatever happened."""

    @abstractmethod
    def tell(self, line: bytes) -> None:
        """Send a line that needs no answer (`start`). Never blocks; what a bot makes of it shows when it is asked."""

    @abstractmethod
    def ask(self, question: Question) -> Reply | Fault:
        """Put a question and wait for the verdict. After a fault the seat is dead: its process has been ended."""

    @abstractmethod
    def finish(self, line: bytes) -> None:
        """Send the last line (`end`, then `quit`) and close its input. Never blocks and never fails."""

    @abstractmethod
    def close(self) -> None:
        """End everything the bot started, if it has not left after `Limits.end_ms`. Safe to call again."""

    def read_stderr(self) -> bytes:
        """What the bot wrote to standard error since the last reply, as far as it is kept. Default: nothing."""
        return b""
