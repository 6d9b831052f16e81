"""Results to rate: short words for what the tests need."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path

from arena.ratings import MatchResult

SHARED = Path(__file__).parents[3] / "shared"


def results(*rows: tuple[Sequence[str], Sequence[int], int], start: int = 0) -> list[MatchResult]:
    """So many matches of each (bots by seat, ranks, number), each a table of its own."""
    out: list[MatchResult] = []
    for bots, ranks, number in rows:
        out += [MatchResult(start + len(out) + i, tuple(bots), tuple(ranks)) for i in range(number)]
    return out


def played(
    seed: int,
    bots: int,
    seats: int,
    tables: int,
    *,
    coarse: float = 0.0,
    teams: bool = False,
    bias: float = 0.4,
    structural: bool = False,
    faults: float = 0.0,
    strengths: Sequence[float] | None = None,
) -> list[MatchResult]:
    """Random tables, each played once from every seat; `coarse` > 0 rounds, so that there are ties."""
    rng = random.Random(seed)
    names = [f"bot{chr(97 + i)}" for i in range(bots)]
    theta = list(strengths) if strengths is not None else [rng.gauss(0, 0.8) for _ in names]
    sides = tuple(s % 2 for s in range(seats)) if teams else tuple(range(seats))
    out = []
    for table in range(tables):
        who = rng.sample(range(bots), seats)
        for turn in range(seats):
            sitting = who[turn:] + who[:turn]
            z = [theta[b] + (bias if seat == 0 else 0.0) for seat, b in enumerate(sitting)]
            worth = {}
            for side in set(sides):
                mine = [z[s] for s in range(seats) if sides[s] == side]
                worth[side] = sum(mine) / len(mine) - math.log(rng.expovariate(1.0))
            if coarse:
                worth = {side: round(x / coarse) * coarse for side, x in worth.items()}
            values = [worth[side] for side in sides]
            ranks = [
                1 + sum(sides[o] != sides[s] and values[o] > values[s] for o in range(seats)) for s in range(seats)
            ]
            if structural:
                ranks = [1 if rank == 1 else 2 for rank in ranks]
            rated, offenders = [True] * seats, [False] * seats
            if rng.random() < faults:
                out_seat = rng.randrange(seats)
                offenders[out_seat] = True
                partners = [s for s in range(seats) if sides[s] == sides[out_seat]]
                for s in partners:
                    ranks[s] = 1 + seats - len(partners)
                    rated[s] = s == out_seat
                staying = [s for s in range(seats) if s not in partners]
                for s in staying:
                    ranks[s] = 1 + sum(sides[o] != sides[s] and values[o] > values[s] for o in staying)
            out.append(
                MatchResult(
                    table,
                    tuple(names[b] for b in sitting),
                    tuple(ranks),
                    sides,
                    tuple(rated),
                    structural,
                    tuple(offenders),
                )
            )
    return out
