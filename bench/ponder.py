"""What a bot that spins while others think costs them: the time for a fixed piece of work, beside a rival that waits.

All on one core, the worst that can be. `python bench/ponder.py` prints the quartiles of both and their ratio.
"""

from __future__ import annotations

import os
import statistics
import sys
from pathlib import Path

from arena.protocol import Act, Start, TimeLeft, TimeLimits, encode
from arena.seats import Program, Question, Reply
from arena.seats.opener import SeatOpener, close_all

ZOO = Path(__file__).parents[1] / "tests" / "zoo"
WORK = """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        total = 0
        for i in range(500_000):
            total += i
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
"""
ROUNDS, DECISIONS, WARM = 4, 24, 8


def question(number: int) -> Question:
    legal = ["a", "b"]
    act = Act(number, len(legal), legal, {}, [], TimeLeft(None, None, None))
    return Question(number, encode(act), legal, 20_000)


def main() -> None:
    start = encode(Start(1, "m", "bench", 1, {}, 2, 0, [0, 1], None, 1, {}, TimeLimits()))
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    times: dict[str, list[float]] = {"good": [], "ponder": [], "ponder-forks": []}
    with SeatOpener() as opener:
        for name, taken in list(times.items()) * ROUNDS:
            table = opener.table()
            argvs = [[sys.executable, "-c", WORK], [sys.executable, str(ZOO / f"{name}.py")]]
            seats = [opener.open(Program(argv), table=table) for argv in argvs]
            for seat in seats:
                seat.tell(start)
            for number in range(1, DECISIONS + 1):
                for seat in seats:
                    verdict = seat.ask(question(number))
                    assert isinstance(verdict, Reply), verdict
                    if seat is seats[0] and number > WARM:
                        taken.append(verdict.ms)
            close_all(seats)
    floor = statistics.quantiles(times["good"], n=4)
    for name, taken in times.items():
        low, middle, high = statistics.quantiles(taken, n=4)
        print(f"rival {name:14} {low:7.2f} {middle:7.2f} {high:7.2f} ms   ratio of medians {middle / floor[1]:.2f}")


if __name__ == "__main__":
    main()
