"""What a decision costs on the wire, against the floor of the same bytes in the barest loop; and what a start costs.

Run it as `python bench/wire.py`. All runs are interleaved on one core, and medians are printed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import select
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

from arena.protocol import Act, End, Quit, Start, TimeLeft, TimeLimits, encode
from arena.seats import ClassBot, Fault, Program, Question, Runnable
from arena.seats.opener import SeatOpener
from arena.seats.scratch import ENVIRONMENT

HERE = Path(__file__).parent
LEGAL = [f"warrior {column}{row} {power}" for column in "abcdefgh" for row in range(1, 6) for power in range(1, 6)]
VIEW = {
    "board": [f"{column}{row} {'?' if row % 2 else 'empty'}" for column in "abcdefgh" for row in range(1, 6)],
    "gold": list(range(1, 9)),
    "reserves": [11, 7, 1, 1, 1],
    "private": ["warrior a1 3", "warrior d4 1"],
}
EVENTS = [{"event": "action", "seat": 1, "action": "warrior d3 ?"}, {"event": "action", "seat": 0, "action": "pass"}]

PYTHON_BOT = """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
"""
PERL_BOT = r"""
$| = 1;
while (<STDIN>) { print "{\"id\":$1,\"index\":0}\n" if /^\{"type":"act","id":(\d+)/; }
"""
NODE_BOT = """
require("readline").createInterface({input: process.stdin}).on("line", line => {
  const m = JSON.parse(line);
  if (m.type === "act") console.log(JSON.stringify({id: m.id, index: 0}));
});
"""
JAVA_BOT = r"""
import java.io.*;
public class Bot {
    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; )
            if (line.startsWith("{\"type\":\"act\",\"id\":"))
                System.out.println("{\"id\":" + line.substring(19, line.indexOf(',', 19)) + ",\"index\":0}");
    }
}
"""
CLASS_BOT = """
import arena
class First(arena.Bot):
    def act(self, view, legal, info):
        return 0
"""


def act(id: int) -> Act:
    return Act(id, len(LEGAL), LEGAL, VIEW, EVENTS, TimeLeft(1000, None, 0.1))


def start_line() -> bytes:
    return encode(Start(1, "m", "bench", 1, {}, 2, 0, [0, 1], None, 7, {}, TimeLimits()))


def bots(folder: Path) -> Iterator[tuple[str, Runnable]]:
    """Every kind of bot that this machine can run."""

    def written(name: str, text: str) -> str:
        path = folder / name
        path.write_text(text)
        return str(path)

    compiler = shutil.which("cc")
    if compiler:
        subprocess.run([compiler, "-O2", "-o", folder / "echo", HERE / "echo.c"], check=True)
        yield "C", Program([str(folder / "echo")])
    yield "Python", Program([sys.executable, written("plain.py", PYTHON_BOT)])
    yield "class", ClassBot(written("classy.py", CLASS_BOT) + ":First")
    for name, file, text in (("perl", "bot.pl", PERL_BOT), ("node", "bot.js", NODE_BOT)):
        if path := shutil.which(name):
            yield name, Program([path, written(file, text)])
    java, javac = shutil.which("java"), shutil.which("javac")
    if java and javac:
        subprocess.run([javac, "-d", folder, written("Bot.java", JAVA_BOT)], check=True)
        yield "java", Program([java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", str(folder), "Bot"])


class Floor:
    """The barest loop that does the same: encode, write, poll, read, decode."""

    def __init__(self, argv: list[str], *, session: bool = False) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            argv, stdin=pipe, stdout=pipe, bufsize=0, env=ENVIRONMENT, start_new_session=session
        )
        assert self.process.stdin and self.process.stdout
        self.stdin, self.stdout = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.write(self.stdin, start_line())
        self.id = 0

    def run(self, count: int) -> tuple[float, float]:
        encoder, decoder = msgspec.json.Encoder(), msgspec.json.Decoder()
        poll = select.poll()
        poll.register(self.stdout, select.POLLIN)
        stdin, stdout, id = self.stdin, self.stdout, self.id
        cpu, began = time.process_time(), time.perf_counter()
        for _ in range(count):
            id += 1
            os.write(stdin, encoder.encode(act(id)) + b"\n")
            poll.poll(1000)
            data = os.read(stdout, 65536)
            while not data.endswith(b"\n"):  # unbuffered Python writes the newline by itself
                poll.poll(1000)
                data += os.read(stdout, 65536)
            assert decoder.decode(data)["id"] == id
        taken, used = time.perf_counter() - began, time.process_time() - cpu
        self.id = id
        return taken / count, used / count

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


class Ours:
    """The same through a seat."""

    def __init__(self, opener: SeatOpener, bot: Runnable) -> None:
        self.seat = opener.open(bot)
        self.seat.tell(start_line())
        self.id = 0

    def run(self, count: int) -> tuple[float, float]:
        seat, id = self.seat, self.id
        cpu, began = time.process_time(), time.perf_counter()
        for _ in range(count):
            id += 1
            reply = seat.ask(Question(id, encode(act(id)), LEGAL, 1000))
            assert not isinstance(reply, Fault), reply
        taken, used = time.perf_counter() - began, time.process_time() - cpu
        self.id = id
        return taken / count, used / count

    def close(self) -> None:
        self.seat.close()


def decisions(opener: SeatOpener, known: dict[str, Runnable], rounds: int, count: int) -> None:
    """Print what a decision costs, ours and at the floor."""
    runners: dict[str, Floor | Ours] = {}
    for name in ("C", "Python"):
        bot = known.get(name)
        if isinstance(bot, Program):
            runners[f"{name} bot, floor"] = Floor(list(bot.argv))
            # Linux schedules sessions as groups (autogroup), and to change between groups costs: part of our price.
            runners[f"{name} bot, floor in a session of its own"] = Floor(list(bot.argv), session=True)
            runners[f"{name} bot, ours"] = Ours(opener, bot)
    runners["class bot, ours"] = Ours(opener, known["class"])
    taken: dict[str, list[float]] = {name: [] for name in runners}
    used: dict[str, list[float]] = {name: [] for name in runners}
    for turn in range(rounds + 1):
        for name, runner in runners.items():
            wall, cpu = runner.run(count)
            if turn:  # the first is to warm up
                taken[name].append(wall)
                used[name].append(cpu)
    medians = {name: statistics.median(times) for name, times in taken.items()}
    print(f"a decision ({len(encode(act(1)))} bytes, {len(LEGAL)} legal; {rounds} rounds of {count}, interleaved)")
    for name, median in medians.items():
        best, own = min(taken[name]) * 1e6, statistics.median(used[name]) * 1e6
        line = f"  {name:<42}{median * 1e6:7.1f} µs  best {best:6.1f}  own CPU {own:6.1f}"
        floor = medians.get(name.replace("ours", "floor"))
        if floor is not None and "ours" in name:
            ratios = [a / b for a, b in zip(taken[name], taken[name.replace("ours", "floor")], strict=True)]
            line += f"  ratio {statistics.median(ratios):.2f}"
        print(line)
    for runner in runners.values():
        runner.close()


def tree_cpu(root: int) -> float:
    """CPU seconds used so far by a process and by all its descendants that have been reaped."""
    fields = Path(f"/proc/{root}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def starts(opener: SeatOpener, known: dict[str, Runnable], rounds: int) -> None:
    """Print what opening a seat, its first answer and closing it cost."""
    print(f"a start: from opening a seat to its first answer, and to its end ({rounds} rounds, interleaved)")
    walls: dict[str, list[float]] = {name: [] for name in known}
    ends: dict[str, list[float]] = {name: [] for name in known}
    cpu: dict[str, float] = dict.fromkeys(known, 0.0)
    farewell = encode(End([1, 2], None, {}, [], [])) + encode(Quit())
    for turn in range(rounds + 1):
        for name, bot in known.items():
            opener.keeper.end_box()  # all that has ended is reaped, and counted
            before, own = tree_cpu(opener.keeper.pid), time.process_time()
            began = time.perf_counter()
            seat = opener.open(bot)
            seat.tell(start_line())
            reply = seat.ask(Question(1, encode(act(1)), LEGAL, 10_000))
            answered = time.perf_counter()
            assert not isinstance(reply, Fault), reply
            seat.finish(farewell)
            seat.close()
            if turn:
                walls[name].append(answered - began)
                ends[name].append(time.perf_counter() - began)
                opener.keeper.end_box()
                cpu[name] += tree_cpu(opener.keeper.pid) - before + time.process_time() - own
    for name in known:
        wall, end = statistics.median(walls[name]) * 1e3, statistics.median(ends[name]) * 1e3
        used = cpu[name] / rounds * 1e3
        print(f"  {name:<8} first answer {wall:7.1f} ms   whole life {end:7.1f} ms   CPU {used:7.1f} ms")


def cold(bot: Runnable) -> None:
    """Print what the first class bot of a new keeper costs."""
    began = time.perf_counter()
    with SeatOpener() as opener:
        seat = opener.open(bot)
        seat.tell(start_line())
        seat.ask(Question(1, encode(act(1)), LEGAL, 10_000))
        print(f"  class, with a keeper yet to start: first answer {(time.perf_counter() - began) * 1e3:.1f} ms")
        seat.close()


def main(arguments: Any = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--count", type=int, default=2000, help="decisions in a round")
    parser.add_argument("--starts", type=int, default=12)
    parser.add_argument("--unpinned", action="store_true", help="use all cores")
    options = parser.parse_args(arguments)
    if not options.unpinned:
        with contextlib.suppress(AttributeError):
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as folder, SeatOpener() as opener:
        known = dict(bots(Path(folder)))
        decisions(opener, known, options.rounds, options.count)
        starts(opener, known, options.starts)
        cold(known["class"])
    print(f"memory at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
