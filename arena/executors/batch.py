"""The jobs of one run on their way: which is to be played next, and what a worker's death means for the one it played.

Bookkeeping only: no process, no clock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from arena.jobs import Job

DEATHS = 3
"""A job that was being played at so many deaths of a worker is given back: the last time it was alone."""


class Batch:
    """Jobs with tickets. `next` hands a ticket out; `settle`, `put_back` or `died` takes it back."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = iter(jobs)
        self._drawn = 0
        self._known: dict[int, Job] = {}
        self._out: set[int] = set()
        self._again: deque[int] = deque()
        self._suspects: deque[int] = deque()  # to be played alone
        self._deaths: dict[int, int] = {}
        self.drained = False
        """Whether there are no jobs but those that were handed out."""

    @property
    def over(self) -> bool:
        return self.drained and not self._known

    @property
    def cautious(self) -> bool:
        """Whether a job waits to be played alone, or is: no other is to begin."""
        if not self._deaths:
            return False
        return bool(self._suspects) or any(self._deaths.get(ticket, 0) >= DEATHS - 1 for ticket in self._out)

    def job(self, ticket: int) -> Job:
        return self._known[ticket]

    def next(self) -> int | None:
        """The ticket of the job to begin now; None if there is none, or none may begin."""
        if self.cautious:
            if self._out:
                return None
            ticket = self._suspects.popleft()
        elif self._again:
            ticket = self._again.popleft()
        else:
            job = None if self.drained else next(self._jobs, None)
            if job is None:
                self.drained = True
                return None
            self._drawn += 1
            ticket = self._drawn
            self._known[ticket] = job
        self._out.add(ticket)
        return ticket

    def settle(self, ticket: int) -> Job | None:
        """The job came back. None if it did so before."""
        job = self._known.pop(ticket, None)
        if job is not None:
            self._out.discard(ticket)
            self._deaths.pop(ticket, None)
            for waiting in (self._again, self._suspects):
                if ticket in waiting:
                    waiting.remove(ticket)
        return job

    def put_back(self, ticket: int) -> None:
        """It was handed out and not begun."""
        if ticket in self._out:
            self._out.discard(ticket)
            if self._deaths.get(ticket, 0) >= DEATHS - 1:
                self._suspects.append(ticket)
            else:
                self._again.appendleft(ticket)

    def died(self, ticket: int) -> bool:
        """Its worker died while it played it. Whether it is to be given back, unplayed; else it will be tried again."""
        if ticket not in self._out:
            return False
        self._deaths[ticket] = self._deaths.get(ticket, 0) + 1
        if self._deaths[ticket] >= DEATHS:
            return True
        self.put_back(ticket)
        return False
