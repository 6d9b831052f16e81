"""A worker: the process that plays the jobs which its supervisor sends, pinned with its bots to one core.

It ends, with its keeper and all bots, when its supervisor ends, however that happens.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import threading
import traceback
from collections import deque
from typing import NoReturn

from arena.errors import UserError
from arena.executors import spawning
from arena.executors.cores import pin_to
from arena.executors.play import Player
from arena.executors.pulse import Pulse
from arena.executors.spawning import Line
from arena.executors.wires import Begin, Notice, Play, Ready, Refused, Result, Skip, Up, encode, read_order
from arena.jobs import Job
from arena.seats import linux


class _Inbox:
    """The jobs that have been sent and not been begun."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._waiting: deque[Play] = deque()
        self._poll = select.poll()
        self._poll.register(line.fileno(), select.POLLIN)

    def take(self, *, wait: bool) -> Play | None:
        """The next job; None if there is none yet, and not to be waited for. Raises EOFError when no more can come."""
        while self._poll.poll(0) or (wait and not self._waiting):
            order = read_order(self._line.recv_bytes())
            if isinstance(order, Play):
                self._waiting.append(order)
            elif isinstance(order, Skip):
                self._waiting = deque(play for play in self._waiting if play.ticket != order.ticket)
        return self._waiting.popleft() if self._waiting else None


class _Worker:
    def __init__(self, line: Line, pulse: Pulse) -> None:
        self._line = line
        self._pulse = pulse
        self._player: Player | None = None

    def leave(self, *_: object) -> NoReturn:
        """End now, in the middle of whatever it is: only what must not be left behind is seen to."""
        try:
            if self._player is not None:
                self._player.end_now()
        finally:
            os._exit(0)

    def live(self) -> None:
        """Serve until nobody wants more; what goes wrong outside a match is told."""
        with contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError):  # the supervisor is gone, or done
            try:
                self.serve()
            except (EOFError, BrokenPipeError, ConnectionResetError):
                raise
            except UserError as error:
                self._say(Refused(str(error), True))
            except BaseException:
                self._say(Refused(traceback.format_exc(), False))

    def serve(self) -> None:
        """Play what is sent. Raises UserError if the work cannot be played, EOFError when no more is sent."""
        self._say(Up())
        begin = read_order(self._line.recv_bytes())
        assert isinstance(begin, Begin)
        self._player = player = Player(begin.work, pulse=self._pulse)
        gc.collect()
        gc.freeze()
        self._say(Ready())
        inbox = _Inbox(self._line)
        current = inbox.take(wait=True)
        while current is not None:
            following: Play | None = None

            def look() -> Job | None:
                nonlocal following
                following = inbox.take(wait=False)
                return None if following is None else following.job

            self._pulse.begin(current.ticket)
            done = player.play(current.job, look)
            self._pulse.begin(0)
            self._say(Result(current.ticket, done))
            current = following or inbox.take(wait=True)

    def _say(self, notice: Notice) -> None:
        self._line.send_bytes(encode(notice))


def main(line: Line, pulse: int, core: int | None, supervisor: int, tied: bool) -> None:
    """The whole life of a worker. `tied`: it was started by a thread that lives as long as its supervisor."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that is for the supervisor alone
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    worker = _Worker(line, Pulse(pulse))
    signal.signal(signal.SIGTERM, worker.leave)
    os.setsid()  # Ctrl-Z in a terminal stops the supervisor, not the clocks of a match
    if tied:
        linux.signal_on_parent_death(signal.SIGKILL)
    if os.getppid() != supervisor:
        os._exit(1)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if core is not None:
        pin_to(core)
    worker.live()
    worker.leave()


def _end_with_parent() -> None:
    spawning.wait_for_parent()
    os._exit(1)
