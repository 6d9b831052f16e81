"""What workers bring: decisions and matches a second of one and of two, the runner's own share of the CPU, the start.

Run it as `python bench/tournament.py`. Runs with one and with two workers are interleaved, and the median ratio is
printed: other work on the machine hits both, if not alike. What the CPU times say is beside it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from arena import deals
from arena.executors.cores import usable_cores
from arena.executors.processes import Processes
from arena.jobs import Entrant, Job, Work
from arena.plugins import Plugins
from arena.seats import ClassBot, Program, Runnable, linux

HERE = Path(__file__).parent
GAME = "armadora"
TICK = os.sysconf("SC_CLK_TCK")
FLOOR = 1.8


def work_of(bot: Runnable, *, trusted: bool = False) -> Work:
    """Two of the same bot at the game's usual options."""
    config = msgspec.to_builtins(Plugins().game(GAME).Config())
    return Work(GAME, config, [Entrant("a", "a", bot), Entrant("b", "b", bot)], trusted=trusted)


def jobs(count: int) -> Iterator[Job]:
    secret = deals.new_secret()
    for number in range(count):
        name = str(number)
        yield Job(
            number, number // 2, number % 2, (number % 2, 1 - number % 2), deals.deal_seed(secret, number // 2),
            deals.opaque_id(secret, name), tuple(deals.bot_seed(secret, name, seat) for seat in range(2)),
        )  # fmt: skip


class Cpu:
    """CPU seconds used so far: by this process, by its workers, by the keepers themselves, and by all they started."""

    def __init__(self, executor: Processes) -> None:
        self.main, self.workers, self.keepers, self.bots = time.process_time(), 0.0, 0.0, 0.0
        for worker in executor._workers:
            self.workers += linux.cpu_seconds(worker.pid) or 0.0
            if worker.pulse.keeper:
                stat = Path(f"/proc/{worker.pulse.keeper}/stat").read_text().rpartition(")")[2].split()
                own, own_system, reaped, reaped_system = (int(field) / TICK for field in stat[11:15])
                self.keepers += own + own_system
                self.bots += reaped + reaped_system


class Run:
    """Runs of one number of workers."""

    def __init__(self, work: Work, workers: int) -> None:
        self.workers = workers
        self.executor = Processes(work, workers)
        self.decisions: list[float] = []
        self.matches: list[float] = []
        self.main = self.pinned = self.keepers = self.bots = 0.0
        self.played = 0
        list(self.executor.run(jobs(10 * workers)))

    def play(self, seconds: float) -> None:
        """Matches for about so long; the rates of that time are noted."""
        before = Cpu(self.executor)
        began = time.monotonic()

        def while_it_lasts() -> Iterator[Job]:
            for job in jobs(1_000_000):
                if time.monotonic() - began > seconds:
                    return
                yield job

        decisions = matches = 0
        for done in self.executor.run(while_it_lasts()):
            assert done.ranks and not done.faults, done
            decisions += sum(record.answers for record in done.seats)
            matches += 1
        taken = time.monotonic() - began
        after = Cpu(self.executor)
        self.decisions.append(decisions / taken)
        self.matches.append(matches / taken)
        self.played += decisions
        self.main += after.main - before.main
        self.pinned += after.workers - before.workers
        self.keepers += after.keepers - before.keepers
        self.bots += after.bots - before.bots

    def report(self) -> str:
        total = self.total
        return (
            f"  {self.workers} workers {statistics.median(self.decisions):9.0f} decisions/s"
            f" {statistics.median(self.matches):8.1f} matches/s    CPU: main {self.main / total:4.1%},"
            f" workers {self.pinned / total:4.0%}, keepers {self.keepers / total:4.0%},"
            f" boxes and bots {self.bots / total:4.0%};  {total / self.played * 1e6:.0f} µs a decision"
        )

    @property
    def total(self) -> float:
        return self.main + self.pinned + self.keepers + self.bots


def compare(name: str, work: Work, rounds: int, seconds: float) -> None:
    runs = [Run(work, 1), Run(work, 2)]
    try:
        for _ in range(rounds):
            for run in runs:
                run.play(seconds)
        print(name)
        for run in runs:
            print(run.report())
        ratios = [two / one for one, two in zip(runs[0].decisions, runs[1].decisions, strict=True)]
        ratio = statistics.median(ratios)
        spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
        print(f"  ratio 2/1: {ratio:.2f} ({spread}; the floor is {FLOOR})")
        one, two = runs
        alone = 2 * (one.total - one.main) / one.played / (two.total / two.played)
        print(f"  by the CPU they used, on two cores that nobody else uses: {alone:.2f}")
    finally:
        for run in runs:
            run.executor.close()


START = """
import sys, time
began = float(sys.argv[1])
sys.path.insert(0, {here!r})
import tournament
from arena.executors.processes import Processes
from arena.seats import Program
with Processes(tournament.work_of(Program([sys.argv[2]]))) as executor:
    executor.warm(2)
    dones = list(executor.run(tournament.jobs(4)))
print(min(done.started for done in dones) - began)
"""


def start(bot: str, rounds: int) -> None:
    """Print how long a new interpreter takes to begin its first match."""
    taken = []
    for _ in range(rounds):
        script = START.format(here=str(HERE))
        words = [sys.executable, "-c", script, repr(time.time()), bot]
        taken.append(float(subprocess.run(words, check=True, capture_output=True, text=True).stdout))
    print(f"from starting Python to the first match: {statistics.median(taken):.2f} s (best {min(taken):.2f} s)")


def main(arguments: Any = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.5, help="a round, for each number of workers")
    options = parser.parse_args(arguments)
    compiler = shutil.which("cc")
    if compiler is None:
        sys.exit("a C compiler is needed")
    print(f"{len(usable_cores())} cores")
    with tempfile.TemporaryDirectory() as folder:
        echo = str(Path(folder, "echo"))
        subprocess.run([compiler, "-O2", "-o", echo, HERE / "echo.c"], check=True)
        start(echo, options.rounds)
        compare("C bots", work_of(Program([echo])), options.rounds, options.seconds)
        first = ClassBot("arena_any.bots:FirstLegal")
        compare("trusted class bots", work_of(first, trusted=True), options.rounds, options.seconds)


if __name__ == "__main__":
    main()
