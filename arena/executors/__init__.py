"""Who plays a batch of matches: the interface.

An executor is given jobs, as an iterator that it draws from only as fast as it plays, and gives back what came of each,
in the order in which they end. `serial.py` plays in this process, `processes.py` in workers of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from types import TracebackType

from arena.jobs import Done, Job

__all__ = ["Executor"]


class Executor(ABC):
    """Plays jobs. A context manager: leaving it ends every process that it started."""

    @abstractmethod
    def run(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """Play the jobs and give what came of each, in the order in which they end.

        Draws from `jobs` only as it has room, a few ahead at most. Closing the iterator stops: what is being played is
        given up within about a second, and is played by nobody.
        """

    @abstractmethod
    def close(self) -> None:
        """End everything. Safe to call again."""

    def warm(self, matches: int) -> None:  # noqa: B027 - an executor may have nothing to start
        """Start what so many matches will need, while there is something else to do; returns at once. May do nothing."""

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
