"""What it costs to rate: CPU seconds and memory for 10,000 matches of 20 bots at 2, 3 and 4 seats.

Run it as `python bench/ratings.py [--matches N] [--bots N]`. Times are of the process, the median of three.
"""

from __future__ import annotations

import argparse
import math
import random
import resource
import statistics
import time
from collections.abc import Callable

from arena.ratings import MatchResult
from arena.ratings.plackett_luce import fit
from arena.ratings.standings import standings


def tournament(matches: int, bots: int, seats: int, *, ties: bool, teams: bool) -> list[MatchResult]:
    """Random tables, each played from every seat."""
    rng = random.Random(seats)
    strengths = [rng.gauss(0, 0.8) for _ in range(bots)]
    sides = tuple(seat % 2 for seat in range(seats)) if teams else tuple(range(seats))
    out: list[MatchResult] = []
    while len(out) < matches:
        who = rng.sample(range(bots), seats)
        for turn in range(seats):
            sitting = who[turn:] + who[:turn]
            luck = [-math.log(rng.expovariate(1.0)) for _ in range(seats)]
            worth = [
                luck[side] + sum(strengths[b] for b, s in zip(sitting, sides, strict=True) if s == side)
                for side in sides
            ]
            if ties:
                worth = [round(x * 1.2) for x in worth]
            ranks = tuple(1 + sum(other > mine for other in worth) for mine in worth)
            out.append(MatchResult(len(out) // seats, tuple(f"bot{b}" for b in sitting), ranks, sides))
    return out[:matches]


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of `work`, the median of three."""
    times = []
    for _ in range(3):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def main() -> None:
    """Print one line for each kind of tournament."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--bots", type=int, default=20)
    options = parser.parse_args()
    print(f"{options.matches} matches of {options.bots} bots, CPU seconds")
    print(f"{'':24}{'rating':>8}{'standings':>11}{'peak MB':>9}")
    for name, seats, ties, teams in (
        ("2 seats", 2, False, False),
        ("2 seats, draws", 2, True, False),
        ("3 seats", 3, False, False),
        ("3 seats, ties", 3, True, False),
        ("4 seats", 4, False, False),
        ("4 seats, ties", 4, True, False),
        ("4 seats, teams, draws", 4, True, True),
    ):
        results = tournament(options.matches, options.bots, seats, ties=ties, teams=teams)
        rating, whole = cpu(lambda: fit(results)), cpu(lambda: standings(results))  # noqa: B023
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{name:24}{rating:8.3f}{whole:11.3f}{peak:9.0f}")


if __name__ == "__main__":
    main()
