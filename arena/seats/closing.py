"""The end of a match: all its bots are given the same short time to leave, together, and are then ended."""

from __future__ import annotations

import select
from collections.abc import Sequence
from time import monotonic

from arena.seats.process import BotProcess


def end_together(processes: Sequence[BotProcess]) -> None:
    """End bots: those that were told of the match's end may take `Limits.end_ms` to leave, the others end now."""
    try:
        _let_leave([process for process in processes if process.leaving])
        for process in processes:
            process.end()
        for process in processes:
            process.join()
    finally:
        for process in processes:
            process.release()


def _let_leave(leaving: list[BotProcess]) -> None:
    """Attend to bots that are about to leave, so that none hangs on a full pipe, until they have or time is up."""
    while leaving:
        until = max((process.finished_at or 0.0) + process.limits.end_ms / 1000 for process in leaving)
        now = monotonic()
        if now >= until:
            return
        poll = select.poll()
        owners: dict[int, BotProcess] = {}
        for process in leaving:
            for fd in (process.control, process.stderr, -1 if process.output_closed else process.stdout):
                if fd >= 0:
                    poll.register(fd, select.POLLIN)
                    owners[fd] = process
            if process.unsent:
                poll.register(process.stdin, select.POLLOUT)
                owners[process.stdin] = process
        for fd, _ in poll.poll((until - now) * 1000):
            process = owners[fd]
            if fd == process.stdout:
                process.read_output()
            else:
                process.attend(fd)
        leaving = [process for process in leaving if process.leaving]
