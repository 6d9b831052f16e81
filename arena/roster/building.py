"""Running a bot's build step: bounded in time and output, its failure one readable message."""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from arena.roster.found import BuildError
from arena.text import clean

__all__ = ["BUILD_SECONDS", "build"]

BUILD_SECONDS = 120.0
_KEPT_BYTES = 64 * 1024
_SHOWN_LINES = 20
_SHOWN_WIDTH = 200


def build(argv: Sequence[str], words: Sequence[str], folder: Path, name: str) -> None:
    """Run the build of a bot in its snapshot. `words` is the command as messages show it. Raises BuildError."""
    home = Path(tempfile.mkdtemp(prefix="arena-build-"))
    shown = shlex.join(words)
    try:
        status, output = _run(argv, folder, _environment(home), BUILD_SECONDS)
    except OSError as error:
        raise BuildError(f"{name} could not be built, {shown}: {error.strerror}") from error
    finally:
        shutil.rmtree(home, ignore_errors=True)
    if status is None:
        raise BuildError(f"{name} was not built within {BUILD_SECONDS:g} seconds, {shown}{_tail(output)}")
    if status:
        how = f"signal {-status}" if status < 0 else f"exit status {status}"
        raise BuildError(f"{name} could not be built, {shown}: {how}{_tail(output)}")


def _run(argv: Sequence[str], folder: Path, env: Mapping[str, str], seconds: float) -> tuple[int | None, bytes]:
    """Exit status, negative for a signal and None when the time was up, and the end of the output.

    In a process group of its own, which is ended with the step. Raises OSError if it cannot start.
    """
    deadline = time.monotonic() + seconds
    process = subprocess.Popen(
        argv,
        cwd=folder,
        env=dict(env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        output = _read(process, process.stdout.fileno(), deadline)
        try:
            return process.wait(max(0.0, deadline - time.monotonic())), output
        except subprocess.TimeoutExpired:
            return None, output
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # also what it left behind
        process.wait()
        process.stdout.close()


def _read(process: subprocess.Popen[bytes], descriptor: int, deadline: float) -> bytes:
    """The end of the output, until it closes, the time is up, or the process has gone and is silent."""
    kept = b""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN | select.POLLHUP)
    while (left := deadline - time.monotonic()) > 0:
        if not poll.poll(min(left, 0.2) * 1000):
            if process.poll() is not None:
                break
            continue
        chunk = os.read(descriptor, 1 << 16)
        if not chunk:
            break
        kept = (kept + chunk)[-_KEPT_BYTES:]
    return kept


def _environment(home: Path) -> dict[str, str]:
    """Little of the user's: tools are found, what they cache is their own and is thrown away."""
    env = {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "GOCACHE": str(home / "go-cache"),
        "GOFLAGS": "-mod=mod",
        "GOTOOLCHAIN": "local",
    }
    rustup = Path(os.environ.get("RUSTUP_HOME") or Path.home() / ".rustup")
    if rustup.is_dir():  # so that cargo's shim finds its tools
        env["RUSTUP_HOME"] = str(rustup)
    if "JAVA_HOME" in os.environ:
        env["JAVA_HOME"] = os.environ["JAVA_HOME"]
    return env


def _tail(output: bytes) -> str:
    lines = [line.rstrip() for line in clean(output.decode("utf-8", "replace")).split("\n") if line.strip()]
    if not lines:
        return " (it said nothing)"
    cut = ["  ..."] if len(lines) > _SHOWN_LINES else []
    shown = [f"  {line if len(line) <= _SHOWN_WIDTH else line[:_SHOWN_WIDTH] + '…'}" for line in lines[-_SHOWN_LINES:]]
    return "\n" + "\n".join(cut + shown)
