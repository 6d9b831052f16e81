"""What only the operating system can say or do about processes, each behind a feature test: Linux has all of it."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import sys
import time
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

LINUX = sys.platform == "linux"

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


@functools.cache
def _libc() -> Any:
    import ctypes

    return ctypes.CDLL(None)


def _prctl(option: int, value: int) -> bool:
    return LINUX and bool(_libc().prctl(option, value, 0, 0, 0) == 0)


def adopt_orphans() -> bool:
    """Become the parent of every descendant whose own parent ends (a subreaper). False where there is no such thing."""
    return _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def signal_on_parent_death(number: int) -> bool:
    """Have this process sent a signal when its parent ends. Survives exec, not fork."""
    return _prctl(_PR_SET_PDEATHSIG, number)


def death_watch(pid: int) -> int | None:
    """A descriptor that becomes readable when that process ends; None where there is no such thing."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def cpu_seconds(pid: int) -> float | None:
    """The CPU time that one process (all its threads, not its children) has used; None if it cannot be told."""
    if not LINUX:
        return None
    try:
        return time.clock_gettime((~pid << 3) | 2)  # the kernel's number of a process's CPU clock
    except OSError:
        return None


def _children_listed(pid: int) -> list[int]:
    """The children of one process by the kernel's own lists: one for each thread that forked."""
    found: list[int] = []
    try:
        threads = os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 - the quick one: this is walked often
    except OSError:
        return found
    for thread in threads:
        try:
            file = os.open(f"/proc/{pid}/task/{thread}/children", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            continue
        try:
            while data := os.read(file, 1 << 16):
                found.extend(map(int, data.split()))
        except OSError:
            pass
        finally:
            os.close(file)
    return found


def _parents() -> Iterable[tuple[int, int]]:
    """Every process and its parent, where the kernel keeps no list of children."""
    if Path("/proc/self/stat").exists():
        for name in os.listdir("/proc"):  # noqa: PTH208
            if name.isdigit():
                with contextlib.suppress(OSError, ValueError, IndexError):
                    stat = Path("/proc", name, "stat").read_bytes()
                    yield int(name), int(stat.rpartition(b")")[2].split()[1])
        return
    import subprocess

    with contextlib.suppress(OSError, subprocess.SubprocessError, ValueError):
        listing = subprocess.run(["/bin/ps", "-axo", "pid=,ppid="], capture_output=True, timeout=10, check=False).stdout
        numbers = list(map(int, listing.split()))
        yield from zip(numbers[::2], numbers[1::2], strict=False)


_HAS_CHILDREN_LISTS = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists()


def descendants(root: int, spare: Collection[int] = ()) -> list[int]:
    """Every living or unreaped descendant of `root`, parents first; not `spare`, nor what descends from them."""
    if _HAS_CHILDREN_LISTS:
        children = _children_listed
    else:
        table: dict[int, list[int]] = {}
        for pid, parent in _parents():
            table.setdefault(parent, []).append(pid)

        def children(pid: int) -> list[int]:
            return table.get(pid, [])

    found: list[int] = []
    waiting = [root]
    while waiting:
        for child in children(waiting.pop()):
            if child not in spare and child not in found:
                found.append(child)
                waiting.append(child)
    return found


def state(pid: int) -> str:
    """What a process (its main thread) does: R runs or wants to, S sleeps, T is stopped; "" where it cannot be told."""
    try:
        with open(f"/proc/{pid}/stat", "rb", buffering=0) as file:  # noqa: PTH123
            return file.read(512).rpartition(b")")[2][1:2].decode()
    except OSError:
        return ""


def send(pids: Iterable[int], number: int) -> None:
    """Send a signal to each process that is still there."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def stop_descendants(spare: Collection[int] = ()) -> list[int]:
    """Freeze every descendant of this process, those forked meanwhile included; returns them."""
    stopped: set[int] = set()
    for _ in range(100):  # a fork bomb may outrun one walk; what is stopped forks no more
        new = [pid for pid in descendants(os.getpid(), spare) if pid not in stopped]
        if not new:
            break
        send(new, signal.SIGSTOP)
        stopped.update(new)
    return list(stopped)


def end_descendants(spare: Collection[int] = ()) -> None:
    """Kill every descendant of this process and reap all that became its children. Returns when none is left.

    A process that cannot die now (it hangs in the kernel) is given up on after some seconds.
    """
    pause = 0.0002
    while pause < 2.0:
        everyone = descendants(os.getpid(), spare)
        if len(everyone) > 1:  # stopped first, so that none forks while we walk
            everyone = stop_descendants(spare)
        send(everyone, signal.SIGKILL)
        for pid in everyone:  # ours, or of a parent that has just been killed: then it becomes ours in the next round
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if not everyone and not _unreaped(spare):
            return
        time.sleep(pause)
        pause *= 1.5


def _unreaped(spare: Collection[int]) -> bool:
    """Whether children are left, after reaping those that have ended."""
    if spare:
        return False
    try:
        return os.waitpid(-1, os.WNOHANG)[0] == 0
    except ChildProcessError:
        return False
