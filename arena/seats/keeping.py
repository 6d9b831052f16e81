"""The keeper's own process: forks a box for each bot asked for, and ends everything when the arena is gone.

It is exec'ed, single-threaded, and holds no secrets: bots of classes are forked from it, warm, and see all it has.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket

import msgspec

from arena.seats import host, linux
from arena.seats.box import Box
from arena.seats.scratch import wipe
from arena.seats.wire import HEADER, EndRequest, Request, StartRequest

_RECEIVE_FLAGS = getattr(socket, "MSG_CMSG_CLOEXEC", 0)


class Setup(msgspec.Struct):
    """What the arena tells its keeper before all else."""

    preload: list[str]
    arena: int
    """The arena's process id."""
    scratch: str
    """The folder of all scratch folders: removed at the end, even when the arena was killed."""


class _Keeper:
    def __init__(self, channel: int, setup: Setup) -> None:
        self.socket = socket.socket(fileno=channel)
        self.setup = setup
        self.boxes: set[int] = set()

    def serve(self) -> StartRequest | None:
        """Serve until the arena is gone, then None; in the process of a class bot: what it is to host."""
        wake, wake_end = os.pipe()
        os.set_blocking(wake, False)
        os.set_blocking(wake_end, False)
        signal.set_wakeup_fd(wake_end, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        poll = select.poll()
        poll.register(wake, select.POLLIN)
        poll.register(self.socket, select.POLLIN)
        watch = linux.death_watch(self.setup.arena)
        if watch is not None:
            poll.register(watch, select.POLLIN)
        while os.getppid() == self.setup.arena:
            for fd, _ in poll.poll():
                if fd == wake:
                    with contextlib.suppress(BlockingIOError):
                        os.read(wake, 512)
                    self._reap()
                elif fd == watch:
                    return None
                else:
                    request = self._receive()
                    if request is None:
                        return None
                    order, fds = request
                    if isinstance(order, EndRequest):
                        self._end(order)
                    elif self._start(order, fds):
                        return order
        return None

    def _receive(self) -> tuple[Request, list[int]] | None:
        try:
            header, fds, _, _ = socket.recv_fds(self.socket, HEADER.size, 8, _RECEIVE_FLAGS)
            if len(header) < HEADER.size:
                return None
            body = b""
            size = HEADER.unpack(header)[0]
            while len(body) < size:
                more = self.socket.recv(size - len(body))
                if not more:
                    return None
                body += more
        except OSError:
            return None
        for fd in fds:
            os.set_inheritable(fd, False)
        return msgspec.convert(json.loads(body), Request), fds

    def _end(self, request: EndRequest) -> None:
        if request.box in self.boxes:
            os.kill(request.box, signal.SIGKILL)
            os.waitpid(request.box, 0)
            self.boxes.discard(request.box)
            linux.end_descendants(spare=self.boxes)
        self._reap()
        with contextlib.suppress(OSError):
            self.socket.send(b"\n")

    def _start(self, request: StartRequest, fds: list[int]) -> bool:
        stdin, stdout, stderr, control = fds
        pid = os.fork()
        if pid:
            self.boxes.add(pid)
            for fd in fds:
                os.close(fd)
            return False
        self.socket.detach()  # closed with all others before the bot runs; the object must never close it again
        self.boxes.clear()
        Box(request, (stdin, stdout, stderr), control).run()
        return True

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if pid in self.boxes:
                self.boxes.discard(pid)
                if status != 0:  # a box that was killed: what it held has become ours
                    linux.end_descendants(spare=self.boxes)


def main(channel: int, arguments: str) -> None:
    """The whole life of the process. In a forked class bot it becomes the host's."""
    setup = msgspec.convert(json.loads(arguments), Setup)
    linux.adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module in setup.preload:
        with contextlib.suppress(BaseException):  # what a bot needs it will import, and fail, by itself
            importlib.import_module(module)
    gc.collect()
    gc.freeze()  # forks share these pages for good
    job = _Keeper(channel, setup).serve()
    scratch = setup.scratch
    if job is not None:
        target, options = job.target, job.options
        del job, setup, scratch, arguments  # the bot may look; it finds what is its own
        host.run(target, options)  # does not return
    linux.end_descendants()
    wipe(scratch)
    os._exit(0)
