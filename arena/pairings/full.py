"""The full design: every set of bots in every split, once in each cycle, in an order that is good after any unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

from arena.pairings.design import Design
from arena.pairings.schedule import Order
from arena.pairings.seating import Seating

_CYCLES = 12
"""After so many cycles, or when every seat order of every set was used, the design begins again."""


class _Orbit(NamedTuple):
    """A set of bots moved round the numbers 0..n-1, in one of its splits: one unit of the design."""

    base: Order
    tables: int
    split: int


class Full(Design):
    """All C(n, k) sets, each in all its splits. A unit is an orbit: a set B and its moves B+1, B+2, ... mod n.

    In an orbit every bot sits at equally many tables. Orbits come in the order that keeps meetings and partners most
    level, the seat orders of a set are those that keep level who moves after whom. At three and four seats all of them
    are used once before one comes again, so that then every bot has moved after every other equally often.
    """

    def __init__(self, bots: int, seating: Seating) -> None:
        super().__init__(bots, seating)
        self._orders = seating.orders()
        self._orbits = [
            _Orbit(base, tables, split)
            for base, tables in orbits(bots, self.seats)
            for split in range(len(self._orders))
        ]
        self.cycle = len(self._orbits)
        self._period = self.cycle * min(_CYCLES, len(self._orders[0]))
        self._units: list[list[Order]] = []
        self._sizes: list[int] = []
        self._source = self._make()

    def unit(self, at: int) -> Sequence[Order]:
        at %= self._period
        while len(self._units) <= at:
            self._units.append(next(self._source))
        return self._units[at]

    def unit_tables(self, at: int) -> int:
        return len(self.unit(at))

    @property
    def cycle_tables(self) -> int:
        return comb(self.bots, self.seats) * len(self._orders)

    def _make(self) -> Iterator[list[Order]]:
        n, seats = self.bots, self.seats
        meet, partner = [0] * n, [0] * n  # by difference; the sum over bots x of the counts of (x, x + difference)
        moves = [[0] * n for _ in range(n)]
        unused: dict[tuple[Order, int], list[Order]] = {}
        places = list(range(seats))
        everyone = [(a, b) for a in places for b in places if a != b]

        def cost(counts: list[int], base: Order, pairs: Sequence[tuple[int, int]]) -> int:
            own = [0] * n
            for a, b in pairs:
                own[(base[b] - base[a]) % n] += 1
            return sum(times * (2 * counts[d] + times * n) for d, times in enumerate(own) if times)

        def order_cost(tables: list[Order]) -> int:
            own: dict[tuple[int, int], int] = {}
            for table in tables:
                for a, b, times in self.seating.successors:
                    pair = table[a], table[b]
                    own[pair] = own.get(pair, 0) + times
            return sum(times * (2 * moves[a][b] + times) for (a, b), times in own.items())

        def sit(members: list[Order], split: int) -> None:
            """Seats all of `members` in one order, the best that is left; appends them to `unit`."""
            left = unused.setdefault((members[0], split), [])
            left = left or list(self._orders[split])
            seated = [[tuple(bots[place] for place in order) for bots in members] for order in left]
            best = min(range(len(left)), key=lambda at: order_cost(seated[at]))
            del left[best]
            unused[members[0], split] = left
            for table in seated[best]:
                for a, b, times in self.seating.successors:
                    moves[table[a]][table[b]] += times
                unit.append(table)

        while True:
            rest = list(self._orbits)
            while rest:
                # Short orbits last: they alone do not move round whole, and so are level only among themselves.
                orbit = min(
                    rest,
                    key=lambda o: (
                        o.tables < n,
                        cost(meet, o.base, everyone)
                        + 3 * cost(partner, self._seated(o), self.seating.partners),
                    ),
                )  # fmt: skip
                rest.remove(orbit)
                unit: list[Order] = []
                moved = [tuple((bot + by) % n for bot in orbit.base) for by in range(orbit.tables)]
                if orbit.tables == n:
                    sit(moved, orbit.split)
                else:
                    for members in moved:
                        sit([members], orbit.split)
                for table in unit:
                    for a, b in everyone:
                        meet[(table[b] - table[a]) % n] += 1
                    for a, b in self.seating.partners:
                        partner[(table[b] - table[a]) % n] += 1
                yield unit

    def _seated(self, orbit: _Orbit) -> Order:
        """The orbit's base as one of its split's orders: enough to know who are partners."""
        return tuple(orbit.base[place] for place in self._orders[orbit.split][0])


def orbits(bots: int, seats: int) -> list[tuple[Order, int]]:
    """One set of each orbit of the `seats`-subsets of 0..bots-1 under moving all on by one, with the orbit's length.

    The set is the smallest in its orbit; it has bot 0.

    >>> orbits(4, 2)
    [((0, 1), 4), ((0, 2), 2)]
    """
    out = []
    for rest in combinations(range(1, bots), seats - 1):
        base = (0, *rest)
        turned = [tuple(sorted((bot - first) % bots for bot in base)) for first in base]
        if base == min(turned):
            out.append((base, bots // turned.count(base)))
    return out
