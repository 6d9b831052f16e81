"""Designs: the units a round robin of one size is made of, as seat orders; each as good as it can be after any unit."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import comb

from arena.pairings.schedule import Order
from arena.pairings.seating import Seating

WHOLE_DESIGN = 2_000
"""Matches: a design in which everybody meets everybody alike is played whole up to this length."""
LEAST_MATCHES = 60
"""Every bot has at least as many matches at each number of seats, unless a budget says otherwise."""


class Design(ABC):
    """An endless row of units for `bots` bots at tables of `seating.seats`."""

    complete = True
    """Whether a cycle is a design that is known whole, every set of bots once."""

    cycle: int
    """So many units make a cycle, after which everybody has met everybody alike, or as nearly as can be."""

    def __init__(self, bots: int, seating: Seating) -> None:
        self.bots = bots
        self.seating = seating
        self.seats = seating.seats

    @abstractmethod
    def unit(self, at: int) -> Sequence[Order]:
        """The seat order of the first match of each table of unit `at` (from 0)."""

    @abstractmethod
    def unit_tables(self, at: int) -> int:
        """The number of tables of unit `at`, without making them."""

    @property
    @abstractmethod
    def cycle_tables(self) -> int:
        """The number of tables of a cycle."""

    def unit_matches(self, at: int) -> int:
        return self.unit_tables(at) * self.seats

    def matches_before(self, at: int) -> int:
        """The number of matches of the first `at` units."""
        cycles, rest = divmod(at, self.cycle)
        return (cycles * self.cycle_tables + sum(map(self.unit_tables, range(rest)))) * self.seats

    def least_before(self, at: int) -> int:
        """How many matches the bot with the fewest has in the first `at` units: all the same number, in most designs."""
        return self.matches_before(at) * self.seats // self.bots

    @property
    def default_units(self) -> int:
        """Whole units until every bot has 60 matches; whole cycles where a whole design has at most 2,000 matches."""
        step = self.cycle if self.complete and self.cycle_tables * self.seats <= WHOLE_DESIGN else 1
        units = step
        while self.least_before(units) < LEAST_MATCHES:
            units += step
        return units

    def units_within(self, matches: int) -> int:
        """How many whole units have at most `matches` matches together."""
        cycles = matches // (self.cycle_tables * self.seats)
        units, left = cycles * self.cycle, matches - cycles * self.cycle_tables * self.seats
        while (left := left - self.unit_matches(units)) >= 0:
            units += 1
        return units


class Berger(Design):
    """Two seats: the rounds of the Berger tables, cycle after cycle, the seats of the first match changed in every other.

    A unit is a round. With an odd number of bots one sits out in each round, everybody once in a cycle.
    Source: the tables published in the FIDE Handbook, C.05 annex 1.
    """

    def __init__(self, bots: int, seating: Seating) -> None:
        super().__init__(bots, seating)
        self.cycle = bots - 1 + bots % 2

    def unit(self, at: int) -> Sequence[Order]:
        cycle, round = divmod(at, self.cycle)
        pairs = [pair for pair in berger_round(self.bots + self.bots % 2, round) if max(pair) < self.bots]
        return [(second, first) for first, second in pairs] if cycle % 2 else pairs

    def unit_tables(self, at: int) -> int:
        return self.bots // 2

    @property
    def cycle_tables(self) -> int:
        return comb(self.bots, 2)

    def least_before(self, at: int) -> int:
        sat_out = -(-at // self.cycle) if self.bots % 2 else 0
        return 2 * (at - sat_out)


def berger_round(bots: int, round: int) -> list[tuple[int, int]]:
    """The pairs of a round (from 0) of the Berger table of an even number of bots, numbered from 0, first seat first.

    >>> [[(a + 1, b + 1) for a, b in berger_round(6, round)] for round in (0, 1)]
    [[(1, 6), (2, 5), (3, 4)], [(6, 4), (5, 3), (1, 2)]]
    """
    last = bots - 1
    middle = ((round + 2) * (bots // 2) - 1) % last
    pairs = [(middle, last) if round % 2 == 0 else (last, middle)]
    pairs += [((middle + i) % last, (middle - i) % last) for i in range(1, bots // 2)]
    return pairs
