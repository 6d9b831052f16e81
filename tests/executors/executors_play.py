"""Work and jobs for tests of executors, and a look at what they leave behind."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from arena import deals
from arena.jobs import Done, Entrant, Job, Work
from arena.protocol import TimeLimits
from arena.seats import ClassBot, Limits, Program, Runnable, linux

HERE = Path(__file__).parent
PLUGINS = [str(HERE.parent / "toy.py"), str(HERE / "rude.py")]
ZOO = HERE.parent / "zoo"
SECRET = deals.secret_of_number(5)

RANDOM = ClassBot("arena_any.bots:Random")
FIRST = ClassBot("arena_any.bots:FirstLegal")


def zoo(name: str) -> Program:
    return Program([sys.executable, str(ZOO / f"{name}.py")])


def written(folder: Path, name: str, text: str) -> Program:
    """A bot whose program is that text: `message(m)` is called with each message and returns an index or None."""
    path = folder / name
    path.write_text(
        f"import json, os, sys, time\n{text}\nfor line in sys.stdin:\n    m = json.loads(line)\n    choice = message(m)\n"
        '    if m["type"] == "act":\n        print(json.dumps({"id": m["id"], "index": choice or 0}), flush=True)\n'
    )
    return Program([sys.executable, str(path)])


def slow(folder: Path, seconds: float) -> ClassBot:
    """A class bot that takes its time for an answer."""
    path = folder / f"slow_{int(seconds * 1000)}.py"
    path.write_text(
        "import time, arena\nclass Slow(arena.Bot):\n"
        f"    def act(self, view, legal, info):\n        time.sleep({seconds})\n        return 0\n"
    )
    return ClassBot(f"{path}:Slow")


def work(*bots: Runnable, game: str = "bids", move_ms: int | None = 2000, trusted: bool = False, **more: Any) -> Work:
    """Of the toy game, or `rude` with its options as `config`."""
    entrants = [Entrant(f"bot{number}-0", f"bot{number}", bot) for number, bot in enumerate(bots or (RANDOM, FIRST))]
    config = {"turns": 2, "sides": False, **more.pop("config", {})}
    time_limits = TimeLimits(start_ms=20_000, move_ms=move_ms)
    return Work(
        game, config, entrants, plugin_paths=PLUGINS, time=time_limits, trusted=trusted,
        limits=more.pop("limits", Limits()), **more,
    )  # fmt: skip


def jobs(count: int, *, seats: int = 2, bots: int = 2, first: int = 0) -> Iterator[Job]:
    for number in range(first, first + count):
        yield Job(
            number, table=number // seats, rotation=number % seats,
            seats=tuple((number + seat) % bots for seat in range(seats)),
            deal=deals.deal_seed(SECRET, number // seats), match=deals.opaque_id(SECRET, str(number)),
            seeds=tuple(deals.bot_seed(SECRET, str(number), seat) for seat in range(seats)),
        )  # fmt: skip


def rude(job: Job, one_in: int) -> bool:
    """Whether the game `rude` goes wrong in this match."""
    return deals.Deal(job.deal).below("rude", one_in) == 0


def essence(done: Done) -> Any:
    """All of it but times and worker, as plain data."""
    plain = msgspec.to_builtins(done, builtin_types=(bytes,))
    for name in ("started", "wall_ms", "worker"):
        del plain[name]
    for record in plain["seats"]:
        del record["ms"], record["max_ms"]
    for fault in plain["faults"]:
        del fault["fault"]["ms"]
    if plain["replay"]:
        plain["replay"] = msgspec.json.decode(plain["replay"])
        plain["replay"].pop("times", None)
    return plain


def by_number(dones: list[Done]) -> dict[int, Any]:
    """Their essences; fails if one is there twice."""
    found = {done.job.number: essence(done) for done in dones}
    assert len(found) == len(dones)
    return found


def wait_until(condition: Callable[[], object], seconds: float = 5.0) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if condition():
            return True
        time.sleep(0.01)
    return bool(condition())


def descriptors() -> dict[str, str]:
    found = {}
    for fd in list(Path("/proc/self/fd").iterdir()):
        try:
            found[fd.name] = str(fd.readlink())
        except OSError:
            continue
    return found


def below() -> list[int]:
    """Every process that descends from this one, zombies included."""
    return linux.descendants(os.getpid())


def with_words(words: str) -> list[int]:
    """The processes with these words in their command line."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if words.encode() in entry.read_bytes():
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found


def resident_kb(pid: int) -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0
