"""What the arena and the processes it starts say to each other: requests to the keeper, notices to and from boxes.

A request is its length and JSON, and carries four descriptors: the bot's standard input, output and error, and the
box's end of its control socket. On that socket each side sends notices of one size: a letter and a number.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

HEADER = struct.Struct("=I")
NOTICE = struct.Struct("=cq")

# to a box
FREEZE, THAW, END = b"F", b"T", b"K"
# from a box
STARTED = b"S"
"""The bot's process runs; the number is when it was forked, in nanoseconds of the monotonic clock."""
UNSTARTED = b"X"
"""The program could not be started; the number is the system's error number."""
EXITED = b"E"
"""The bot's process ended by itself; the number is its wait status."""
FROZEN, THAWED = b"f", b"t"
"""Done; with FROZEN, the number of processes."""
GONE = b"D"
"""Nothing is left in the box; it ends now."""
PIDS = b"P"
"""The number holds the process ids of the bot (low 32 bits) and of the box (high)."""


class StartRequest(msgspec.Struct, tag="start"):
    """Start one bot in a box of its own: a program (`argv`), or a class (`target` and its options)."""

    env: Mapping[str, str]
    cwd: str
    argv: Sequence[str] = ()
    target: str = ""
    options: Mapping[str, Any] = {}
    rlimits: Mapping[str, int] = {}
    """By the name in the module `resource`; room for the limits of a sandbox."""


class EndRequest(msgspec.Struct, tag="end"):
    """End a box that does not obey any more (0: none); answered, by one byte, when all that has ended is reaped."""

    box: int = 0


Request = StartRequest | EndRequest
