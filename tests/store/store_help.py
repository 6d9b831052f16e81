"""What the tests of the results file share: made-up matches, and stores to write them to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from arena.jobs import Done, Job, SeatRecord
from arena.referee import SeatFault
from arena.seats import Fault
from arena.store import BotRow, Reader, Store, StoreError  # noqa: F401 (for what `run` runs)

ROOT = Path(__file__).parents[2]
BOTS = [BotRow(number, f"bot-{number}", f"Bot {number}") for number in range(5)]


def played(number: int, *, attempt: int = 1, seats: tuple[int, ...] = (0, 1, 2), records: bool = True, **more: Any) -> Done:
    """A match without anything special about it."""
    count = len(seats)
    job = Job(number, number // 3, number % 3, seats, bytes(32), "opaque", (1,) * count, attempt)
    values: dict[str, Any] = {
        "ranks": list(range(1, count + 1)), "scores": [10 * (count - n) for n in range(count)], "rated": [True] * count,
        "decisions": 30, "replay": b"replay %d\n" % number,
        "started": 1.7e9 + number, "wall_ms": 7.25,
    }  # fmt: skip
    return Done(job, seats=[SeatRecord(10, 5.5, 1.5) for _ in seats] if records else [], **(values | more))


def void(number: int, attempt: int, why: str = "the worker died") -> Done:
    """A match that came to nothing."""
    return played(number, attempt=attempt, ranks=None, scores=None, rated=[], records=False, void=why, lost=True, replay=b"")


def fault(seat: int, at: int = 3, kind: Any = "crash", why: str = "it ended", **more: Any) -> SeatFault:
    """A fault."""
    return SeatFault(at, seat, Fault(kind, why, **more))


def create(folder: Path, matches: int = 0, **meta: Any) -> Store:
    """A new results file with some matches."""
    store = Store.create(folder, {"game": "kuhn"} | meta, BOTS)
    for number in range(matches):
        store.write(played(number), unit=0, round=1)
    return store


def assert_whole(reader: Reader) -> int:
    """Every match in the file is there with all its parts, and the counts agree; how many there are."""
    with reader.snapshot():
        matches = list(reader.match_rows(every_attempt=True))
        seats = [(s.number, s.attempt, s.seat) for s in reader.seat_rows(every_attempt=True)]
        assert seats == [(m.number, m.attempt, seat) for m in matches for seat in range(m.seats)]
        for match in matches:
            if match.ranks:
                assert reader.replay(match.table, match.rotation) == b"replay %d\n" % match.number
        progress = reader.progress()
        assert progress.attempts == len(matches)
        assert progress.matches == sum(m.counted for m in matches) == len(reader.done_keys())
        assert progress.faults == len(list(reader.fault_rows()))
    return len(matches)


BECOME_NOBODY = """
import os
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
"""


def run(code: str, *arguments: object, nobody: bool = False) -> subprocess.CompletedProcess[str]:
    """Python code in a process of its own, with what is here; `nobody`: as a user who owns nothing, if that can be had."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(__file__).parent)])}
    code = "import sys\nfrom store_help import *\n" + (BECOME_NOBODY if nobody else "") + code
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        capture_output=True, text=True, env=environment, timeout=60, check=False,
    )  # fmt: skip
