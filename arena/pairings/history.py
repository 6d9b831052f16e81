"""What a Swiss pairing looks back at: points, meetings, seats, partners, byes and floats of the finished rounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from arena.pairings.schedule import Results, Table

BYE = Fraction(1, 2)
"""What a round without a table is worth."""

_DENOMINATOR = 10_000
"""Placements are ratios of small whole numbers: read back exactly, sums do not depend on their order."""


class History:
    """Counts of the finished rounds, bots by number. `points` are the sum over rounds of the mean placement at the table."""

    def __init__(self, bots: int, seats: int) -> None:
        self.points = [Fraction(0)] * bots
        self.met = [[0] * bots for _ in range(bots)]
        self.partnered = [[0] * bots for _ in range(bots)]
        self.followed = [[0] * bots for _ in range(bots)]
        """followed[a][b]: how often b sat next after a, in first matches."""
        self.sat = [[0] * seats for _ in range(bots)]
        """How often in each seat, in first matches."""
        self.last_seat: list[int | None] = [None] * bots
        self.byes = [0] * bots
        self.floats = [0] * bots
        """In the last round: 1 met a bot with fewer points, -1 one with more, 0 neither."""

    def add(self, tables: Sequence[Table], byes: Iterable[int], results: Results) -> None:
        """Count a finished round. A table whose every match counts for nobody is worth 1/2 to each."""
        before = list(self.points)
        self.floats = [0] * len(self.floats)
        for table in tables:
            order = table.matches[0].seats
            for bot, mean in zip(table.bots, table_points(table, results), strict=True):
                self.points[bot] += mean
                most = max(before[other] for other in table.bots if other != bot)
                least = min(before[other] for other in table.bots if other != bot)
                self.floats[bot] = 1 if most < before[bot] else -1 if least > before[bot] else 0
            for seat, bot in enumerate(order):
                self.sat[bot][seat] += 1
                self.last_seat[bot] = seat
                self.followed[bot][order[(seat + 1) % len(order)]] += 1
                for other in order:
                    self.met[bot][other] += other != bot
            for side in table.split or ():
                for bot in side:
                    for other in side:
                        self.partnered[bot][other] += other != bot
        for bot in byes:
            self.byes[bot] += 1
            self.points[bot] += BYE

    def whole_points(self) -> tuple[list[int], int]:
        """The points as whole numbers of 1/unit, and the unit."""
        unit = lcm(*(points.denominator for points in self.points), 1)
        return [int(points * unit) for points in self.points], unit

    def ranked(self, active: Iterable[int]) -> list[int]:
        """`active` by points, then by seed (the number of the bot)."""
        return sorted(active, key=lambda bot: (-self.points[bot], bot))


def table_points(table: Table, results: Results) -> list[Fraction]:
    """The mean placement of each bot of the table (in the order of `table.bots`) over its matches that count, else 1/2.

    Raises KeyError if a match is missing, ValueError if its placements are not one for each seat.
    """
    sums = dict.fromkeys(table.bots, Fraction(0))
    counted = 0
    for match in table.matches:
        placements = results[match.key]
        if placements is None:
            continue
        if len(placements) != len(match.seats):
            raise ValueError(f"match {match.key} has {len(match.seats)} seats and {len(placements)} placements")
        counted += 1
        for bot, placement in zip(match.seats, placements, strict=True):
            sums[bot] += Fraction(placement).limit_denominator(_DENOMINATOR)
    return [sums[bot] / counted if counted else BYE for bot in table.bots]
