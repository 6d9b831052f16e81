"""A worker's pulse: a page of memory that it shares with its supervisor, to show that it is alive and what it is at.

Writing it costs some hundred nanoseconds a decision; nobody waits for anybody. Each number is written by the worker
alone.
"""

from __future__ import annotations

import mmap
import os
import tempfile

IDLE, OPENING, PLAYING, CLOSING = range(4)
"""The stages of a match: no match; its bots are being started; the referee plays; bots are leaving."""

_SIZE = 64
_TURNS, _TICKET, _STAGE, _ANSWERS, _KEEPER = range(5)


class Pulse:
    """The page, on either side. `descriptor` is for the other side to map the same."""

    def __init__(self, descriptor: int | None = None) -> None:
        if descriptor is None:
            descriptor = _new_file()
            os.ftruncate(descriptor, _SIZE)
        self.descriptor = descriptor
        self._map = mmap.mmap(descriptor, _SIZE)
        self._page = memoryview(self._map).cast("Q")

    def close(self) -> None:
        """Give the page and the descriptor back. Safe to call again."""
        if self.descriptor >= 0:
            self._page.release()
            self._map.close()
            os.close(self.descriptor)
            self.descriptor = -1

    # the worker's

    def begin(self, ticket: int) -> None:
        """A match begins."""
        page = self._page
        page[_TURNS] = page[_ANSWERS] = 0
        page[_TICKET] = ticket

    def wait_for_bot(self) -> None:
        """From now on a bot is waited for."""
        self._page[_TURNS] += 1

    def go_on(self, *, answered: bool = False) -> None:
        """From now on the rules and the arena are at work again."""
        page = self._page
        page[_TURNS] += 1
        if answered:
            page[_ANSWERS] += 1

    # both sides'

    @property
    def stage(self) -> int:
        return self._page[_STAGE]

    @stage.setter
    def stage(self, stage: int) -> None:
        self._page[_STAGE] = stage

    @property
    def keeper(self) -> int:
        """The process id of the worker's keeper; 0 if it has none."""
        return self._page[_KEEPER]

    @keeper.setter
    def keeper(self, pid: int) -> None:
        self._page[_KEEPER] = pid

    @property
    def ticket(self) -> int:
        """The ticket of the match that is being played; 0 if none is."""
        return self._page[_TICKET]

    @property
    def answers(self) -> int:
        """How many questions of this match have been answered."""
        return self._page[_ANSWERS]

    @property
    def waits_for_bot(self) -> bool:
        return bool(self._page[_TURNS] & 1)

    @property
    def sign(self) -> tuple[int, int, int]:
        """What changes as long as there is progress."""
        page = self._page
        return page[_TICKET], page[_STAGE], page[_TURNS]


def _new_file() -> int:
    """A descriptor of an empty file that has no name and vanishes with its last descriptor."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("arena", os.MFD_CLOEXEC)
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
