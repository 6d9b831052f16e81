"""The cores of this machine that may be used, and pinning a worker with its bots to one, where the system can."""

from __future__ import annotations

import contextlib
import os


def usable_cores() -> list[int]:
    """The cores that this process may use, by their numbers."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def pin_to(core: int) -> None:
    """Keep this process, and all that it starts from now on, on one core. Does nothing where that cannot be done."""
    if hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):  # a container may forbid it
            os.sched_setaffinity(0, {core})
