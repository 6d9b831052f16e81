"""However arena is stopped, no bot lives on and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

BOT = """
import json, os, subprocess, sys, time
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        if m["id"] > 1:  # the first is the trial
            subprocess.Popen(["sleep", "987654"], start_new_session=True)
            open({alive!r}, "w").write(str(os.getpid()))
            time.sleep(987654)
        print(json.dumps({{"id": m["id"], "index": 0}}), flush=True)
"""


def wait_until(true: object, seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():  # type: ignore[operator]
            return True
        time.sleep(0.02)
    return False


def sleepers() -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes()
        except OSError:
            continue
        if b"987654" in words:
            found.append(entry.parent.name)
    return found


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """`arena match` in the middle of a decision that will never end, its bot with a child in a session of its own."""
    (tmp_path / "tmp").mkdir()
    alive = tmp_path / "alive"
    (tmp_path / "waits.py").write_text(BOT.format(alive=str(alive)))
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", "match", str(tmp_path / "waits.py"), "random", "--move-time", "none"],
        env={**os.environ, "TMPDIR": str(tmp_path / "tmp")},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert wait_until(alive.exists, 30) and wait_until(sleepers)
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_every_process_and_removes_every_folder(
    running: subprocess.Popen[bytes], number: signal.Signals, tmp_path: Path
) -> None:
    running.send_signal(number)
    assert running.wait(10) != 0
    assert wait_until(lambda: not sleepers())
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks at /proc")
def test_kill_9_of_arena_ends_every_bot(running: subprocess.Popen[bytes]) -> None:
    running.kill()
    assert wait_until(lambda: not sleepers())
