"""One bot's process as the arena holds it: its wires, what its box says of it, freezing it, and ending it."""

from __future__ import annotations

import contextlib
import os
import select
from collections.abc import Mapping
from time import monotonic

from arena.seats import Limits, Runnable, linux
from arena.seats.evidence import STDERR_SHOWN
from arena.seats.keeper import Keeper, KeeperError, close_wires
from arena.seats.scratch import wipe
from arena.seats.wire import END, EXITED, FREEZE, FROZEN, GONE, NOTICE, PIDS, STARTED, THAW, THAWED, UNSTARTED

READ = 1 << 16
BOX_S = 10.0
"""A box that does not obey for so long is ended by the keeper."""
START_S = 60.0
"""How long a keeper may take to start a bot: a new one has modules to load."""
_LOOK_S = 0.1


class BotProcess:
    """A process in a box, started when this is made. Only `wait_for_start`, `thaw` and `join` wait for anything."""

    def __init__(self, keeper: Keeper, bot: Runnable, limits: Limits, rlimits: Mapping[str, int]) -> None:
        self.limits = limits
        self.pid = 0
        """The bot's main process, once it is known."""
        self.box = 0
        self.started_at: float | None = None
        """When it was forked, on the monotonic clock, once it runs."""
        self.start_error: int | None = None
        """The system's error number, if the program could not be started."""
        self.exit: int | None = None
        """Its wait status, if it ended by itself."""
        self.gone = False
        """Nothing is left of it, nor of what it started."""
        self.frozen = False
        self.frozen_s = 0.0
        """How long it has been frozen in all."""
        self.output_closed = False
        self.unsent = b""
        self.finished_at: float | None = None
        """When it was told that the match is over."""
        self.stderr_new = bytearray()
        """What it wrote to standard error since that was last taken, as far as it is kept."""
        self.stderr_end = b""
        self.stderr_total = 0
        self._keeper = keeper
        self._wires = keeper.start(bot, rlimits)
        self.stdin, self.stdout, self.stderr = self._wires.stdin, self._wires.stdout, self._wires.stderr
        self.control = self._wires.control.fileno()
        self.poll = select.poll()
        for fd in (self.stdout, self.stderr, self.control):
            self.poll.register(fd, select.POLLIN)
        self._stdin_polled = False
        self._frozen_at = 0.0
        self._cpu_seen: dict[int, float | None] = {}
        self._ending = False
        self._last_words = False
        self._owes_frozen = self._owes_thawed = 0  # orders that the box has not yet confirmed
        self.released = False

    # its input

    def send(self, data: bytes) -> None:
        """Send as much as its input takes now; the rest is kept in `unsent`, and its input polled for room."""
        self.unsent = self.unsent + data if self.unsent else data
        self.pump()

    def pump(self) -> None:
        if self.stdin >= 0:
            try:
                self.unsent = self.unsent[os.write(self.stdin, self.unsent) :] if self.unsent else b""
            except BlockingIOError:
                pass
            except OSError:  # it closed its input, or is gone; whether that matters is seen elsewhere
                self.unsent = b""
        else:
            self.unsent = b""
        if bool(self.unsent) != self._stdin_polled:
            self._stdin_polled = not self._stdin_polled
            if self._stdin_polled:
                self.poll.register(self.stdin, select.POLLOUT)
            else:
                self.poll.unregister(self.stdin)
        if not self.unsent and self.finished_at is not None:
            self._close_stdin()

    def _close_stdin(self) -> None:
        if self.stdin >= 0:
            os.close(self.stdin)
            self.stdin = self._wires.stdin = -1

    # its output

    def read_output(self, most: int = READ) -> bytes:
        """What standard output has now, b"" if nothing; the end of file is noted."""
        if self.output_closed:
            return b""
        try:
            data = os.read(self.stdout, most)
        except BlockingIOError:
            return b""
        if not data:
            self.output_closed = True
            self.poll.unregister(self.stdout)
        return data

    def drain_stderr(self) -> bool:
        """Take what standard error has now; whether there was anything."""
        if self.stderr < 0:
            return False
        try:
            data = os.read(self.stderr, READ)
        except BlockingIOError:
            return False
        if not data:
            self.poll.unregister(self.stderr)
            os.close(self.stderr)
            self.stderr = self._wires.stderr = -1
            return False
        self.stderr_total += len(data)
        self.stderr_new += data
        kept = self.limits.stderr_kept
        if len(self.stderr_new) > kept + max(kept, READ):
            del self.stderr_new[:-kept]
        self.stderr_end = (self.stderr_end + data[-STDERR_SHOWN - 1 :])[-STDERR_SHOWN - 1 :]
        return True

    @property
    def stderr_flooded(self) -> bool:
        return self.stderr_total > self.limits.stderr_bytes

    def take_stderr(self) -> bytes:
        """What it wrote to standard error since the last call, as far as it is kept."""
        data = bytes(self.stderr_new[-self.limits.stderr_kept :])
        self.stderr_new.clear()
        return data

    def attend(self, fd: int) -> None:
        """Do what a descriptor that poll returned asks for; standard output is the caller's."""
        if fd == self.stderr:
            self.drain_stderr()
        elif fd == self.control:
            self.hear()
        elif fd == self.stdin:
            self.pump()

    # its box

    def hear(self) -> None:
        """Take in what its box has said."""
        try:
            notices = os.read(self.control, NOTICE.size * 32)
        except BlockingIOError:
            return
        except OSError:
            notices = b""
        for start in range(0, len(notices) - NOTICE.size + 1, NOTICE.size):
            notice, number = NOTICE.unpack_from(notices, start)
            if notice == PIDS:
                self.pid, self.box = number & 0xFFFFFFFF, number >> 32
            elif notice == STARTED:
                self.started_at = number / 1e9
            elif notice == UNSTARTED:
                self.start_error = number
            elif notice == EXITED:
                self.exit = number
            elif notice == FROZEN:
                self._owes_frozen -= 1
            elif notice == THAWED:
                self._owes_thawed -= 1
            elif notice == GONE:
                self._last_words = True
        if not notices:
            self._box_ended()

    def _box_ended(self) -> None:
        self.gone = True
        self.poll.unregister(self.control)
        if not (self._ending and self._last_words):
            # Somebody killed the box, and the keeper ends what was in it; or the keeper is gone, which is said here.
            self._keeper.end_box()

    def _order(self, order: bytes) -> None:
        if not self.gone:
            with contextlib.suppress(OSError):  # it is gone; that will be heard
                os.write(self.control, NOTICE.pack(order, 0))

    def _wait_to_hear(self, until: float) -> bool:
        """Wait for the box's next words; False if none came, or if none can come because its bot has stopped it."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        while not poll.poll(max(0.0, min(until - monotonic(), _LOOK_S)) * 1000):
            if monotonic() >= until or (self.box and linux.state(self.box) == "T"):
                return False
        self.hear()
        return True

    def wait_for_start(self) -> None:
        """Wait until it is known whether the program could be started."""
        until = monotonic() + START_S
        while self.started_at is None and self.start_error is None and not self.gone:
            if not self._wait_to_hear(until):
                raise KeeperError("the process that keeps bots does not start any")

    def wait_for_exit(self, seconds: float) -> None:
        """Give a process that seems to have ended the time to be reported."""
        until = monotonic() + seconds
        while self.exit is None and not self.gone and self._wait_to_hear(until):
            pass

    def mark_cpu(self) -> None:
        """Remember what CPU time its processes have used by now, for `has_run`."""
        self._cpu_seen = {}
        if not self.pid:
            self.hear()
        if self.pid:
            self._cpu_seen = {pid: linux.cpu_seconds(pid) for pid in linux.descendants(self.box)}

    def has_run(self, most: float) -> bool:
        """Whether its processes have used more than so many seconds of CPU time since the mark, or have forked."""
        seen = self._cpu_seen
        if len(seen) == 1 and seen.get(self.pid) == linux.cpu_seconds(self.pid):
            return False  # the usual case: one process, and what has not run has not forked
        self.mark_cpu()
        now, self._cpu_seen = self._cpu_seen, seen
        if now.keys() != seen.keys():
            return True
        return sum(used or 0.0 for used in now.values()) - sum(used or 0.0 for used in seen.values()) > most

    def freeze(self) -> None:
        """Stop all its processes, soon. What is frozen already stays so."""
        if not self.frozen:
            self.frozen = True
            self._frozen_at = monotonic()
            self._owes_frozen += 1
            self._order(FREEZE)

    def wait_frozen(self) -> None:
        """Wait until it is frozen indeed."""
        until = monotonic() + BOX_S
        while self._owes_frozen and not self.gone:
            if not self._wait_to_hear(until):
                self._end_by_force()

    def thaw(self, wait: bool = True) -> None:
        """Let it run again; with `wait`, return when it does. A box that does not obey is ended, with its bot."""
        if not self.frozen:
            return
        self._owes_thawed += 1
        self._order(THAW)
        if wait:
            until = monotonic() + BOX_S
            while self._owes_thawed and not self.gone:
                if not self._wait_to_hear(until):
                    self._end_by_force()
        self.frozen = False
        self.frozen_s += monotonic() - self._frozen_at

    # its end

    def end(self) -> None:
        """Have everything it started killed, soon."""
        self._ending = True
        self._order(END)

    def join(self, seconds: float = BOX_S) -> None:
        """Wait until nothing is left of it. A box that does not obey is ended by the keeper."""
        until = monotonic() + seconds
        while not self.gone:
            if not self._wait_to_hear(until):
                self._end_by_force()
        while self.drain_stderr():
            pass

    def _end_by_force(self) -> None:
        self._keeper.end_box(self.box)
        if not self.gone:
            self.gone = True
            self.poll.unregister(self.control)

    def release(self) -> None:
        """Give back descriptors and scratch folder."""
        if not self.released:
            self.released = True
            self.gone = True
            close_wires(self._wires)
            self.stdin = self.stdout = self.stderr = -1
            wipe(self._wires.scratch)

    @property
    def leaving(self) -> bool:
        """Whether it was told that the match is over, and has not left yet."""
        return self.finished_at is not None and self.exit is None and not self.gone and self.start_error is None
