"""The process that a bot lives under: starts it, freezes, thaws and ends all it forks, and says how it ended.

It runs forked from the keeper and holds nothing but its control socket. It is the subreaper of its bot, so that
whatever the bot forks, in whatever session, belongs to this box and to no other.
"""

from __future__ import annotations

import contextlib
import errno
import os
import resource
import select
import signal
import time
from typing import NoReturn

from arena.seats import linux
from arena.seats.wire import (
    END,
    EXITED,
    FREEZE,
    FROZEN,
    GONE,
    HEADER,
    NOTICE,
    PIDS,
    STARTED,
    THAW,
    THAWED,
    UNSTARTED,
    StartRequest,
)


class Box:
    """One bot's box. `run` returns only in the process of a class bot, which then becomes its host."""

    def __init__(self, request: StartRequest, stdio: tuple[int, int, int], control: int) -> None:
        self.request = request
        self.stdio = stdio
        self.control = control
        self.main = 0
        self.stopped: list[int] = []

    def run(self) -> None:
        self._close_all_others()
        os.setsid()
        linux.adopt_orphans()
        # Not SIGKILL: if only the keeper dies, this process still has to end its bot.
        linux.signal_on_parent_death(signal.SIGTERM)
        wake, wake_end = os.pipe()
        os.set_blocking(wake, False)
        os.set_blocking(wake_end, False)
        signal.set_wakeup_fd(wake_end, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.signal(signal.SIGTERM, lambda number, frame: self._leave())
        report, report_end = os.pipe()
        forked = time.monotonic_ns()
        self.main = os.fork()
        if self.main == 0:
            self._become_bot(report_end)
            return
        for fd in (*self.stdio, report_end):
            os.close(fd)
        pids = NOTICE.pack(PIDS, os.getpid() << 32 | self.main)
        trouble = os.read(report, HEADER.size)  # end of file when the program runs
        os.close(report)
        if trouble:
            os.waitpid(self.main, 0)
            self._say(UNSTARTED, HEADER.unpack(trouble)[0], before=pids)
            self.main = 0
        else:
            self._say(STARTED, forked, before=pids)
        self._serve(wake)

    def _close_all_others(self) -> None:
        """Whatever the keeper has open is not for this process."""
        last = 2
        for fd in sorted((*self.stdio, self.control, 1 << 16)):
            os.closerange(last + 1, fd)
            last = fd

    def _become_bot(self, report: int) -> None:
        """In the forked child: everything a bot's process needs; then exec, or return to become a host."""
        signal.set_wakeup_fd(-1)
        program = bool(self.request.argv)
        ignored = set() if program else {signal.SIGPIPE, signal.SIGXFSZ}  # as Python has it
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP} - ignored:
            with contextlib.suppress(OSError, ValueError):  # some are the C library's own
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.umask(0o022)
        trouble = errno.EINVAL
        try:
            os.setpgid(0, 0)
            linux.signal_on_parent_death(signal.SIGKILL)
            for target, fd in enumerate(self.stdio):
                os.dup2(fd, target)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            for name, most in self.request.rlimits.items():
                resource.setrlimit(getattr(resource, name), (most, most))
            os.chdir(self.request.cwd)
            if not program:
                os.closerange(3, 1 << 16)
                os.environ.clear()
                os.environ.update(self.request.env)
                return
            if report != 3:
                report = os.dup2(report, 3, inheritable=False)
            os.closerange(4, 1 << 16)
            argv = list(self.request.argv)
            execute = os.execve if "/" in argv[0] else os.execvpe
            execute(argv[0], argv, dict(self.request.env))
        except OSError as error:
            trouble = error.errno or errno.EIO
        except ValueError:  # an argument with a zero byte, an odd name in `env`
            pass
        with contextlib.suppress(OSError):
            os.write(report, HEADER.pack(trouble))
        os._exit(127)

    def _serve(self, wake: int) -> NoReturn:
        poll = select.poll()
        poll.register(wake, select.POLLIN)
        poll.register(self.control, select.POLLIN)
        while True:
            for fd, _ in poll.poll():
                if fd == wake:
                    with contextlib.suppress(BlockingIOError):
                        os.read(wake, 512)
                    self._reap()
                else:
                    self._obey()

    def _obey(self) -> None:
        try:
            orders = os.read(self.control, NOTICE.size * 16)  # notices are small and sent whole
        except OSError:
            orders = b""
        if not orders:  # the arena is gone
            self._leave()
        for start in range(0, len(orders), NOTICE.size):
            order, _ = NOTICE.unpack_from(orders, start)
            if order == FREEZE:
                self.stopped = linux.stop_descendants()
                self._say(FROZEN, len(self.stopped))
            elif order == THAW:
                linux.send(self.stopped, signal.SIGCONT)
                self.stopped = []
                self._say(THAWED, 0)
            elif order == END:
                self._leave()

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid == self.main:
                self._say(EXITED, status)
                self.main = 0

    def _leave(self) -> NoReturn:
        # An end by itself that was not yet reported is still reported: it may be what the arena is about to judge.
        if self.main:
            with contextlib.suppress(ChildProcessError):
                pid, status = os.waitpid(self.main, os.WNOHANG)
                if pid:
                    self._say(EXITED, status)
        linux.end_descendants()
        self._say(GONE, 0)
        os._exit(0)

    def _say(self, notice: bytes, number: int, *, before: bytes = b"") -> None:
        with contextlib.suppress(OSError):
            os.write(self.control, before + NOTICE.pack(notice, number))
