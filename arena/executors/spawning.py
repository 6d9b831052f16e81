"""The one place that touches `multiprocess`: processes started afresh, pipes to them, waiting for any of them.

`multiprocess` comes without types; nothing untyped leaves this module.

Processes are started by `spawn`, not `forkserver`: each is the supervisor's own child, so that the system itself can end
it with its parent and says how it ended; nothing of the supervisor's memory, where secrets are, is in it; and the
interpreters of several start at once on several cores.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any, Protocol, cast

import multiprocess  # type: ignore[import-untyped]
from multiprocess import connection as _connection
from multiprocess import reduction as _reduction
from multiprocess import resource_tracker as _resource_tracker


class Line(Protocol):
    """One end of a pipe that carries whole messages both ways."""

    def fileno(self) -> int: ...
    def send_bytes(self, data: bytes) -> None: ...
    def recv_bytes(self) -> bytes:
        """The next message. Raises EOFError or OSError when the other end is gone."""
        ...

    def close(self) -> None: ...


class Process(Protocol):
    """A process that was started here."""

    pid: int
    exitcode: int | None
    """None while it runs; below 0 the number of the signal that ended it."""
    sentinel: int
    """A descriptor that becomes readable when it has ended."""

    def join(self, timeout: float | None = None) -> None: ...
    def close(self) -> None: ...


class Descriptor:
    """A descriptor as an argument of a new process: there it arrives as the number that it has there."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __reduce__(self) -> tuple[Callable[[Any], int], tuple[Any]]:
        return _arrived, (_reduction.DupFd(self.number),)


def _arrived(duplicate: Any) -> int:
    return int(duplicate.detach())


def pipe() -> tuple[Line, Line]:
    """Both ends of a new pipe."""
    ours, theirs = multiprocess.get_context("spawn").Pipe()
    return ours, theirs


def start(main: Callable[..., None], arguments: Sequence[object], name: str) -> Process:
    """Start a process that calls `main`, a function of a module. It does not hear SIGINT until it chooses to."""
    process = multiprocess.get_context("spawn").Process(target=main, args=tuple(arguments), name=name, daemon=True)
    with _without_main(), _without_tracker(), _sigint_held():
        process.start()
    return cast(Process, process)


def wait(things: Sequence[Line | int], timeout: float | None) -> list[Line | int]:
    """Those of some lines and descriptors that have something to read, at the latest after so many seconds."""
    return list(_connection.wait(things, timeout))


def wait_for_parent() -> None:
    """In a process that was started here: return when the one that started it has ended, however it did."""
    parent = multiprocess.parent_process()
    if parent is not None:
        parent.join()


@contextlib.contextmanager
def _without_main() -> Iterator[None]:
    """Keeps a new process from importing the program that is running: it needs nothing of it, and a script without
    `if __name__ == "__main__"` would begin its tournament again."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


@contextlib.contextmanager
def _without_tracker() -> Iterator[None]:
    """Keeps `multiprocess` from starting its tracker of named shared memory: a process more, and we have none."""
    tracker: Any = getattr(_resource_tracker, "_resource_tracker", None)
    if getattr(tracker, "_fd", False) is not None:  # it runs already, or is not what we know
        yield
        return
    tracker._fd = os.open(os.devnull, os.O_WRONLY)
    try:
        yield
    finally:
        os.close(tracker._fd)
        tracker._fd = None


@contextlib.contextmanager
def _sigint_held() -> Iterator[None]:
    """A process that is started in here begins with SIGINT blocked: Ctrl-C does not hit it half-way up."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
