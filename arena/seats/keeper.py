"""The arena's side of its keeper: starts that process, has it start bots, and hands out the wires to them."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from types import TracebackType

import msgspec

from arena.seats import ClassBot, Runnable
from arena.seats.scratch import environment, new_scratch, wipe
from arena.seats.wire import HEADER, EndRequest, Request, StartRequest

_MAIN = "import sys; sys.path[:] = {path!r}; from arena.seats.keeping import main; main({channel}, {setup!r})"


class KeeperError(RuntimeError):
    """The arena's own trouble with starting processes; never a bot's fault."""


class Wires(msgspec.Struct):
    """The arena's ends of what connects it to one bot and its box. Descriptors; all non-blocking."""

    stdin: int
    stdout: int
    stderr: int
    control: socket.socket
    scratch: str


class Keeper:
    """Starts bots in a process that holds no secrets. One for each worker; leave it and everything it started ends.

    Bots run on the processors that this process may use when the keeper is made.
    """

    def __init__(self, preload: Sequence[str] = ()) -> None:
        try:
            self.scratch = tempfile.mkdtemp(prefix="arena-")
        except OSError as error:
            raise KeeperError(f"there is no room for the folders of bots: {error}") from error
        try:
            self._socket, theirs = socket.socketpair()
        except OSError as error:
            wipe(self.scratch)
            raise KeeperError(f"the process that keeps bots cannot be started: {error}") from error
        path = [os.path.abspath(folder) for folder in sys.path if folder]  # noqa: PTH100 - strings, as sys.path has
        setup = {"preload": list(preload), "arena": os.getpid(), "scratch": self.scratch}
        code = _MAIN.format(path=path, channel=theirs.fileno(), setup=json.dumps(setup))
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", code],
                pass_fds=[theirs.fileno()],
                env=environment("/nonexistent", {}),
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C in a terminal is for the arena
            )
        except OSError as error:
            self._socket.close()
            wipe(self.scratch)
            raise KeeperError(f"the process that keeps bots cannot be started: {error}") from error
        finally:
            theirs.close()

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self, bot: Runnable, rlimits: Mapping[str, int]) -> Wires:
        """Have a bot started, in an empty folder of its own. Returns at once; its box will say what came of it."""
        with contextlib.ExitStack() as if_it_fails, contextlib.ExitStack() as theirs:
            try:
                scratch = new_scratch(self.scratch)
                if_it_fails.callback(wipe, scratch)
                control, their_control = socket.socketpair()
                if_it_fails.callback(control.close)
                theirs.callback(their_control.close)
                control.setblocking(False)
                their_in, stdin = _pipe(theirs, if_it_fails)
                stdout, their_out = _pipe(if_it_fails, theirs)
                stderr, their_err = _pipe(if_it_fails, theirs)
                for fd in (stdin, stdout, stderr):
                    os.set_blocking(fd, False)
            except OSError as error:
                raise KeeperError(f"a bot cannot be given its folder and pipes: {error}") from error
            env = environment(scratch, bot.env)
            if isinstance(bot, ClassBot):
                request = StartRequest(env, scratch, target=bot.target, options=bot.options, rlimits=rlimits)
            else:
                request = StartRequest(env, scratch, argv=bot.argv or [""], rlimits=rlimits)
            self._send(request, [their_in, their_out, their_err, their_control.fileno()])
            if_it_fails.pop_all()
        return Wires(stdin, stdout, stderr, control, scratch)

    def end_box(self, box: int = 0) -> None:
        """Have a box killed that does not obey; and see to it that all that has ended by now is swept up."""
        self._send(EndRequest(box), [])
        if not select.select([self._socket], [], [], 10.0)[0] or not self._socket.recv(1):
            raise KeeperError("the process that keeps bots does not answer")

    def _send(self, request: Request, fds: list[int]) -> None:
        body = json.dumps(msgspec.to_builtins(request)).encode()  # not msgspec: names of files may not be UTF-8
        try:
            socket.send_fds(self._socket, [HEADER.pack(len(body))], fds)
            self._socket.sendall(body)
        except OSError as error:
            status = self._process.poll()
            raise KeeperError(f"the process that keeps bots is gone (status {status}): {error}") from error

    def close(self) -> None:
        """End every process that was started here and remove every scratch folder."""
        self._socket.close()
        try:
            self._process.wait(10.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if os.path.exists(self.scratch):  # noqa: PTH110 - only if the keeper was killed
            wipe(self.scratch)
            with contextlib.suppress(OSError):
                shutil.rmtree(self.scratch)

    def __enter__(self) -> Keeper:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _pipe(reader: contextlib.ExitStack, writer: contextlib.ExitStack) -> tuple[int, int]:
    """A pipe whose ends are closed with these."""
    ends = os.pipe()
    for stack, fd in zip((reader, writer), ends, strict=True):
        stack.callback(os.close, fd)
    return ends


def close_wires(wires: Wires) -> None:
    """Close the arena's ends; with its control socket a box ends all that is in it."""
    wires.control.close()
    for name in ("stdin", "stdout", "stderr"):
        fd = getattr(wires, name)
        if fd >= 0:
            os.close(fd)
            setattr(wires, name, -1)
