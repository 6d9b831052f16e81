"""Plays the jobs in this process, one after the other. Rules that loop for ever hang it: nobody watches over it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arena.executors import Executor
from arena.executors.play import Player
from arena.jobs import Done, Job, Work
from arena.plugins import Plugins


class Serial(Executor):
    """An executor without workers. Bots run in processes of their own, unless they are trusted.

    Raises UserError if the work cannot be played: no such game, or not with these options.
    """

    def __init__(self, work: Work, *, plugins: Plugins | None = None) -> None:
        self._player = Player(work, plugins)

    def run(self, jobs: Iterable[Job]) -> Iterator[Done]:
        feed = _Feed(jobs)
        job = feed.draw()
        try:
            while job is not None:
                drawn: list[Job | None] = []

                def draw(into: list[Job | None] = drawn) -> Job | None:
                    into.append(feed.draw(late=True))
                    return into[0]

                yield self._player.play(job, draw)
                job = drawn[0]
            if feed.error is not None:
                raise feed.error
        finally:
            self._player.drop_next()

    def close(self) -> None:
        self._player.close()


class _Feed:
    """Draws jobs. What drawing raises is kept, with `late`, until the match that was just played has been given back."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = iter(jobs)
        self.error: Exception | None = None

    def draw(self, *, late: bool = False) -> Job | None:
        try:
            return next(self._jobs, None)
        except Exception as error:
            if not late:
                raise
            self.error = error
            return None
