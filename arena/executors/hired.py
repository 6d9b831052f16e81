"""A worker as its supervisor holds it: its line, its pulse, the jobs it was given, and its end."""

from __future__ import annotations

import os
import select
import signal
import threading
from collections import deque
from time import monotonic

from arena.executors import spawning, worker
from arena.executors.pulse import Pulse
from arena.executors.wires import Notice, Order, Play, Skip, Up, encode, read_notice
from arena.jobs import Job
from arena.seats import linux


class Hired:
    """One worker, started when this is made. `begin` is the first order, encoded."""

    def __init__(self, place: int, core: int | None, begin: bytes) -> None:
        self.place = place
        self.tickets: deque[int] = deque()
        """The jobs it has, the one it plays first."""
        self.ready = False
        self.stalled_s = 0.0
        """How long it has shown no progress with a job."""
        self.pulse = Pulse()
        self._begin = begin
        self._unsent: list[bytes] | None = []  # orders that wait until it is up; None when it is
        self.sign: object = None
        """What its pulse was when it was last looked at."""
        self._orphan: int | None = None
        self._deaf = False
        line, theirs = spawning.pipe()
        self.line = line
        self._poll = select.poll()
        self._poll.register(line.fileno(), select.POLLIN)
        tied = threading.current_thread() is threading.main_thread()
        try:
            self._process = spawning.start(
                worker.main,
                (theirs, spawning.Descriptor(self.pulse.descriptor), core, os.getpid(), tied),
                f"arena-worker-{place}",
            )
        except BaseException:
            line.close()
            self.pulse.close()
            raise
        finally:
            theirs.close()
        self.pid = self._process.pid
        watch = linux.death_watch(self.pid)  # better than the sentinel, which a process forked from it keeps quiet
        self._watch = watch
        self.death = self._process.sentinel if watch is None else watch
        """A descriptor that becomes readable when it has ended."""

    # its jobs

    def give(self, ticket: int, job: Job) -> None:
        """Send it a job, to be played after those it has."""
        self.tickets.append(ticket)
        self._send(Play(ticket, job))

    def take_back(self) -> int | None:
        """The last of several jobs, if it has not begun with it: it will not, but for a moment's chance."""
        if len(self.tickets) < 2 or self.pulse.ticket == self.tickets[-1]:
            return None
        ticket = self.tickets.pop()
        self._send(Skip(ticket))
        return ticket

    def settle(self, ticket: int) -> None:
        """A job came back from it."""
        if ticket in self.tickets:
            self.tickets.remove(ticket)

    def _send(self, order: Order) -> None:
        data = encode(order)
        if self._unsent is not None:
            self._unsent.append(data)
        else:
            self._write(data)

    def _write(self, data: bytes) -> None:
        try:
            self.line.send_bytes(data)
        except OSError:  # it is gone: that will be heard
            self._deaf = True

    def receive(self) -> list[Notice]:
        """What it has said since the last call, as far as that arrived whole."""
        heard: list[Notice] = []
        try:
            while not self._deaf and self._poll.poll(0):
                notice = read_notice(self.line.recv_bytes())
                if isinstance(notice, Up):
                    self._write(self._begin)
                    for data in self._unsent or []:
                        self._write(data)
                    self._unsent = None
                else:
                    heard.append(notice)
        except (EOFError, OSError):  # its end, perhaps in the middle of a message
            self._deaf = True
        return heard

    @property
    def deaf(self) -> bool:
        """Whether its line is closed: its death is due."""
        return self._deaf

    # its health

    def watch(self, elapsed: float) -> None:
        """Look whether it got on since the last look, so many seconds ago."""
        sign = self.pulse.sign
        busy = bool(self.tickets) or not self.ready
        self.stalled_s = self.stalled_s + elapsed if busy and sign == self.sign else 0.0
        self.sign = sign

    @property
    def stopped(self) -> bool:
        """Whether somebody has stopped its process."""
        return linux.state(self.pid) == "T"

    # its end

    def terminate(self) -> None:
        """Have it end soon, and see to its bots itself."""
        linux.send([self.pid], signal.SIGTERM)

    def kill(self) -> None:
        """End it at once; its keeper ends the bots."""
        linux.send([self.pid], signal.SIGKILL)

    def bury(self) -> str:
        """Wait for its end, which has come or is certain, and give everything back. How it ended, in words."""
        self._process.join()
        code = self._process.exitcode or 0
        keeper = self.pulse.keeper
        self._process.close()
        if self._watch is not None:
            os.close(self._watch)
        self.line.close()
        self.pulse.close()
        self._orphan = linux.death_watch(keeper) if keeper else None
        if code < 0:
            try:
                return f"signal {signal.Signals(-code).name}"
            except ValueError:
                return f"signal {-code}"
        return f"exit status {code}"

    @property
    def keeper_gone(self) -> bool:
        """After `bury`: whether nothing is left of it and its bots."""
        if self._orphan is not None and spawning.wait([self._orphan], 0):
            self.wait_for_keeper(0)
        return self._orphan is None

    def wait_for_keeper(self, until: float) -> None:
        """After `bury`: wait until its keeper, and with it every bot, is gone; at most until then."""
        if self._orphan is not None:
            spawning.wait([self._orphan], max(0.0, until - monotonic()))
            os.close(self._orphan)
            self._orphan = None
