"""Plays the jobs in worker processes, one a core, under a small supervisor that sees at once when a worker dies or hangs.

A worker has one job ahead of the one it plays, so that it never waits for the supervisor. What it was given and did not
bring back when it ended is played by another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from time import monotonic

from arena.errors import UserError
from arena.executors import Executor, spawning
from arena.executors.batch import DEATHS, Batch
from arena.executors.cores import usable_cores
from arena.executors.hired import Hired
from arena.executors.pulse import PLAYING
from arena.executors.wires import Begin, Ready, Refused, Result, encode
from arena.jobs import Done, Job, Work

_TICK_S = 1.0
_END_S = 0.8
"""How long workers may take to end by themselves, before they are killed."""
_KEEPER_S = 2.0
_STILLBORN = 3
"""After so many workers in a row that end before they are ready, no more are started."""
HANG_S = 60.0
"""How long the rules may take, in one go, before they are taken for a loop without end, unless told otherwise."""


class Processes(Executor):
    """An executor with `jobs` workers, by default one for each core that may be used; each is pinned to a core with its
    bots if there are no more workers than cores. Workers are started when there is something for them to play.

    A match in which nothing happens for `hang_s` seconds, outside a bot's own time, is a game error, and its worker is
    replaced. By default that is a minute, or twenty times what a bot may take if that is longer.
    """

    def __init__(self, work: Work, jobs: int | None = None, *, hang_s: float | None = None) -> None:
        cores = usable_cores()
        self.jobs = jobs or len(cores)
        self._cores: list[int | None] = [*cores] if self.jobs <= len(cores) else [None] * self.jobs
        self._work = work
        self._begin = encode(Begin(work))
        wait_s = _longest_wait_s(work)
        self._hang_s = hang_s if hang_s is not None else HANG_S if wait_s is None else max(HANG_S, 20 * wait_s)
        self._bot_hang_s = None if wait_s is None else self._hang_s + wait_s
        self._tick_s = min(_TICK_S, self._hang_s / 4)
        self._looked = 0.0
        self._workers: list[Hired] = []
        self._dead: list[Hired] = []  # whose keepers may still be at it
        self._stillborn = 0
        self._running = False
        self._closed = False

    def warm(self, matches: int) -> None:
        """Start the workers that so many matches need; returns at once. Without it they start when a job is there."""
        while len(self._workers) < min(self.jobs, matches):
            self._hire()

    def run(self, jobs: Iterable[Job]) -> Iterator[Done]:
        """See Executor. One run at a time. Raises UserError or RuntimeError if the workers cannot play."""
        if self._closed or self._running:
            raise RuntimeError("this executor is closed, or has not finished its last jobs")
        self._running = True
        batch = Batch(jobs)
        try:
            self._looked = monotonic()
            while True:
                if self._closed:
                    raise RuntimeError("this executor was closed while it played")
                self._assign(batch)
                if batch.over:
                    return
                yield from self._listen(batch)
        except BaseException:
            self._end_workers()
            raise
        finally:
            self._running = False

    def close(self) -> None:
        self._closed = True
        self._end_workers()

    # giving jobs

    def _assign(self, batch: Batch) -> None:
        """Give jobs to workers that have none, to new ones, and one ahead to each."""
        while True:
            worker = next((worker for worker in self._workers if not worker.tickets), None)
            hire = worker is None and len(self._workers) < self.jobs
            if worker is None and not hire and not batch.cautious:
                worker = next((worker for worker in self._workers if len(worker.tickets) < 2), None)
            if worker is None and not hire:
                break
            ticket = batch.next()
            if ticket is None:
                break
            worker = worker or self._hire()
            worker.give(ticket, batch.job(ticket))
        if batch.drained and not batch.cautious:
            self._level(batch)

    def _level(self, batch: Batch) -> None:
        """There are no more jobs: what waits behind a match is given to workers that have nothing to play."""
        for idle in [worker for worker in self._workers if not worker.tickets]:
            for busy in self._workers:
                ticket = busy.take_back()
                if ticket is not None:
                    idle.give(ticket, batch.job(ticket))
                    break

    def _hire(self) -> Hired:
        place = next(place for place in range(self.jobs) if all(worker.place != place for worker in self._workers))
        worker = Hired(place, self._cores[place], self._begin)
        self._workers.append(worker)
        return worker

    # hearing of them

    def _listen(self, batch: Batch) -> list[Done]:
        """Wait until something happens, for a moment at most, and see to it: what came of jobs meanwhile."""
        owners: dict[spawning.Line | int, Hired] = {worker.death: worker for worker in self._workers}
        owners.update({worker.line: worker for worker in self._workers if not worker.deaf})
        dones: list[Done] = []
        for thing in spawning.wait(list(owners), self._tick_s):
            worker = owners[thing]
            if thing is not worker.line:
                dones += self._lay_off(worker, batch)
            elif worker in self._workers:
                dones += self._hear(worker, batch)
        elapsed = monotonic() - self._looked
        if elapsed >= self._tick_s:
            self._looked += elapsed
            dones += self._look(batch, min(elapsed, 2 * self._tick_s))  # more, if nobody drew results for a while
        return dones

    def _hear(self, worker: Hired, batch: Batch) -> Iterator[Done]:
        for notice in worker.receive():
            if isinstance(notice, Result):
                worker.settle(notice.ticket)
                job = batch.settle(notice.ticket)
                if job is not None:  # None: another was quicker, see `_level`
                    notice.done.job = job
                    notice.done.worker = worker.place
                    yield notice.done
            elif isinstance(notice, Ready):
                worker.ready = True
                self._stillborn = 0
            elif isinstance(notice, Refused):
                raise UserError(notice.text) if notice.mendable else RuntimeError(f"a worker failed:\n{notice.text}")

    def _look(self, batch: Batch, elapsed: float) -> Iterator[Done]:
        """End the workers that have shown no progress for too long."""
        for worker in list(self._workers):
            worker.watch(elapsed)
            pulse = worker.pulse
            playing = worker.ready and pulse.stage == PLAYING
            limit = self._hang_s if playing else max(self._hang_s, HANG_S)
            if playing and pulse.waits_for_bot:
                if self._bot_hang_s is None:
                    continue
                limit = self._bot_hang_s
            if worker.stalled_s > limit:
                yield from self._hear(worker, batch)
                if worker.stalled_s > limit and pulse.sign == worker.sign:
                    yield from self._end_hanging(worker, batch, limit)

    # their ends

    def _end_hanging(self, worker: Hired, batch: Batch, limit: float) -> Iterator[Done]:
        pulse = worker.pulse
        ticket, answers, waits = pulse.ticket, pulse.answers, pulse.waits_for_bot
        playing = worker.ready and pulse.stage == PLAYING and not worker.stopped
        worker.kill()
        if playing and (job := batch.settle(ticket)) is not None:
            worker.settle(ticket)
            done = Done(job, worker.place, rated=[False] * len(job.seats))
            if waits:
                done.lost = True
                done.void = f"not played: a bot did not come back within {limit:g} s from where nothing interrupts it"
            else:
                done.error = (
                    f"{self._work.game} hangs: after {answers} answers its rules did not come to an end within {limit:g} s"
                )
            yield done
        yield from self._lay_off(worker, batch)

    def _lay_off(self, worker: Hired, batch: Batch) -> Iterator[Done]:
        """A worker has ended, or is about to: what it did not bring back is played by others."""
        if worker not in self._workers:
            return
        yield from self._hear(worker, batch)
        self._workers.remove(worker)
        playing = worker.pulse.ticket
        how = worker.bury()
        self._dead = [dead for dead in self._dead if not dead.keeper_gone]
        self._dead.append(worker)
        for ticket in reversed(worker.tickets):
            if ticket != playing:
                batch.put_back(ticket)
            elif batch.died(ticket):
                job = batch.settle(ticket)
                assert job is not None
                times = f"each of the {DEATHS} times that it was played, the last time alone"
                yield Done(job, worker.place, rated=[False] * len(job.seats), lost=True,
                           void=f"not played: its worker ended ({how}) {times}")  # fmt: skip
        if not worker.ready:
            self._stillborn += 1
            if self._stillborn >= _STILLBORN:
                raise RuntimeError(f"no worker can be started: {_STILLBORN} in a row ended ({how}) before they were ready")

    def _end_workers(self) -> None:
        workers, self._workers = self._workers, []
        for worker in workers:
            worker.terminate()
        until = monotonic() + _END_S
        left = {worker.death: worker for worker in workers}
        while left and (now := monotonic()) < until:
            for death in spawning.wait(list(left), until - now):
                assert isinstance(death, int)
                del left[death]
        for worker in left.values():
            worker.kill()
        for worker in workers:
            worker.bury()
        dead, self._dead = [*self._dead, *workers], []
        until = monotonic() + _KEEPER_S
        for worker in dead:
            worker.wait_for_keeper(until)


def _longest_wait_s(work: Work) -> float | None:
    """How long the arena may wait for one answer, in seconds; None if there is no limit."""
    time = work.time
    limits = [limit for limit in (time.move_ms, time.bank_ms) if limit is not None]
    return (time.start_ms + max(limits)) / 1000 if limits else None
