"""The lock of a results folder: two runs never write to one. It ends with the process that holds it, however that ends."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from arena.store.opening import StoreError

try:
    import fcntl
except ImportError:  # no such locks on this system: nothing is locked
    fcntl = None  # type: ignore[assignment]

__all__ = ["LOCK_NAME", "Lock", "is_locked"]

LOCK_NAME = "lock"
_TRIES = 5  # whoever looks whether a folder is locked holds it for a moment
_held: set[int] = set()


def _forget() -> None:
    """A forked child must not keep the lock when its parent is gone."""
    for descriptor in _held:
        with contextlib.suppress(OSError):
            os.close(descriptor)
    _held.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class Lock:
    """The lock of a folder, taken. On a file system without locks it locks nothing.

    Raises StoreError if another process has it, or the folder cannot be written to.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK_NAME
        self._descriptor = self._take(folder)
        _held.add(self._descriptor)

    def _take(self, folder: Path) -> int:
        refused = 0
        while True:
            try:
                descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
            except OSError as error:
                raise StoreError(f"{folder} cannot be written to: {error.strerror or error}") from None
            try:
                if fcntl is not None:
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = os.read(descriptor, 20).decode("ascii", "replace").strip()
                os.close(descriptor)
                refused += 1
                if refused == _TRIES:
                    who = f"process {holder}" if holder.isdigit() else "another run"
                    raise StoreError(
                        f"{folder} is being written to by {who}: wait until it is done, or choose another folder"
                    ) from None
                time.sleep(0.02)
                continue
            except OSError:  # a file system that has no locks
                pass
            if self._is_the_file(descriptor):
                with contextlib.suppress(OSError):  # the number is only for the sentence above
                    os.ftruncate(descriptor, 0)
                    os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
                return descriptor
            os.close(descriptor)  # it was removed by its last holder between our two steps

    def _is_the_file(self, descriptor: int) -> bool:
        try:
            return os.path.samestat(self._path.stat(), os.fstat(descriptor))
        except OSError:
            return False

    def release(self) -> None:
        """Give the lock up and remove its file. Safe to call again."""
        if self._descriptor not in _held:
            return
        if self._is_the_file(self._descriptor):
            with contextlib.suppress(OSError):
                self._path.unlink()
        _held.discard(self._descriptor)
        os.close(self._descriptor)


def is_locked(folder: Path) -> bool:
    """Whether a process holds the lock of that folder. False where there are no locks."""
    if fcntl is None:
        return False
    try:
        descriptor = os.open(folder / LOCK_NAME, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return False
