"""Cyclic base blocks: a design for more bots than a full design can seat, level after any number of blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import comb, gcd

from arena.deals import Stream
from arena.pairings.design import Design
from arena.pairings.full import orbits
from arena.pairings.schedule import Order
from arena.pairings.seating import Seating

_ALL_UP_TO = 1_500
"""Candidate blocks: so many are all looked at for each unit; else some are drawn and improved."""
_DRAWN = 40
_POLISHED_UP_TO = 16
"""Bots: with so few a whole cycle is soon played, so its last unevenness is worth a search before the first table."""
_TRIES = 4_000

PERFECT = {(7, 3): (0, 1, 3), (13, 4): (0, 1, 3, 9), (21, 5): (0, 1, 4, 14, 16), (31, 6): (0, 1, 3, 8, 12, 18)}
"""(bots, seats): residues whose differences are all of 1..bots-1 once. Sources: Singer 1938; La Jolla repository."""

_MEET, _FOLLOW, _PARTNER = 2, 3, 3
"""Weights of the squares: a block has many more meetings than partners, or seats next to each other."""

Pull = list[tuple[int, int]]
"""(index of a count, by how much a block raises it)."""


class Blocks(Design):
    """A block is k distinct residues mod n in seat order; its tables are B+0, ..., B+n-1, so that every bot sits once in
    every seat, in the first matches as in each rotation. A unit is a block; n-1 of them are a cycle.

    Two bots meet in a block as often as their difference is one of the block's; so blocks are chosen, one after the
    other, that keep the differences (who meets whom), those of neighbours (who moves after whom) and those of partners
    most level. Where a perfect difference set is known the blocks are its multiples: any two bots meet once a block.
    Later cycles are the first one with all numbers multiplied by a unit mod n, which keeps it as level and makes other
    tables.
    """

    complete = False

    def __init__(self, bots: int, seating: Seating) -> None:
        super().__init__(bots, seating)
        self.cycle = max(bots - 1, 1)
        self._blocks: list[Order] = []
        self._counts = [0] * (3 * bots)
        self._weights = [_MEET] * bots + [_FOLLOW] * bots + [_PARTNER] * bots
        self._stream = Stream(sha256(f"arena blocks {bots} {seating._key()}".encode()).digest())
        self._places = [(a, b) for a in range(self.seats) for b in range(self.seats) if a != b]
        self._orders = [order for split in seating.orders() for order in split]
        self._factors = [f for u in range(1, bots // 2 + 1) if gcd(u, bots) == 1 for f in (u, bots - u)]
        self._follow_unit = self.seats // gcd(self.seats, *(times for _, _, times in seating.successors))
        bases: list[Order] = []
        if perfect := PERFECT.get((bots, self.seats)):
            multiples = {_smallest([residue * factor % bots for residue in perfect], bots) for factor in self._factors}
            bases = sorted(multiples, key=lambda base: (base != perfect, base))
        elif comb(bots - 1, self.seats - 1) // self.seats * len(self._orders) <= _ALL_UP_TO:
            bases = [base for base, tables in orbits(bots, self.seats) if tables == bots]
        seated = [tuple(base[place] for place in order) for base in bases for order in self._orders]
        self._all = [(block, self._pull(block)) for block in seated]
        self._source = self._polished() if self._all and bots <= _POLISHED_UP_TO else self._greedy()

    def block(self, at: int) -> Order:
        """The base block of unit `at`."""
        cycle, at = divmod(at, self.cycle)
        while len(self._blocks) <= at:
            self._blocks.append(next(self._source))
        factor = self._factors[cycle % len(self._factors)]
        return tuple(residue * factor % self.bots for residue in self._blocks[at])

    def unit(self, at: int) -> Sequence[Order]:
        block, n = self.block(at), self.bots
        return [tuple([(residue + by) % n for residue in block]) for by in range(n)]

    def unit_tables(self, at: int) -> int:
        return self.bots

    @property
    def cycle_tables(self) -> int:
        return self.cycle * self.bots

    def matches_before(self, at: int) -> int:
        return at * self.bots * self.seats

    def _pull(self, block: Order) -> Pull:
        n = self.bots
        out: dict[int, int] = {}
        for a, b in self._places:
            at = (block[b] - block[a]) % n
            out[at] = out.get(at, 0) + 1
        for a, b, times in self.seating.successors:
            at = n + (block[b] - block[a]) % n
            out[at] = out.get(at, 0) + times * self._follow_unit // self.seats
        for a, b in self.seating.partners:
            at = 2 * n + (block[b] - block[a]) % n
            out[at] = out.get(at, 0) + 1
        return list(out.items())

    def _cost(self, pull: Pull) -> int:
        """By how much a block would raise the weighted sum of squares of all counts."""
        counts, weights = self._counts, self._weights
        return sum([weights[at] * by * (2 * counts[at] + by) for at, by in pull])

    def _add(self, pull: Pull, sign: int = 1) -> None:
        for at, by in pull:
            self._counts[at] += sign * by

    def _greedy(self) -> Iterator[Order]:
        while True:
            block, pull = self._best_of_all() if self._all else self._best_of_some()
            self._add(pull)
            yield block

    def _best_of_all(self) -> tuple[Order, Pull]:
        return min(self._all, key=lambda candidate: self._cost(candidate[1]))

    def _best_of_some(self) -> tuple[Order, Pull]:
        """Of some blocks drawn at random the best, improved residue by residue and by other seat orders."""
        n = self.bots
        drawn = [self._draw() for _ in range(_DRAWN)]
        best = min(drawn, key=lambda block: self._cost(self._pull(block)))
        least = self._cost(self._pull(best))
        better = True
        while better:
            better = False
            residues = [self._stream.below(n) for _ in range(2 * _DRAWN)] if n > 2 * _DRAWN else list(range(n))
            tries: list[Order] = [
                (*best[:place], residue, *best[place + 1 :])
                for place in range(self.seats)
                for residue in residues
                if residue not in best
            ]
            tries += [tuple(best[place] for place in order) for order in self._orders]
            for block in tries:
                cost = self._cost(self._pull(block))
                if cost < least:
                    best, least, better = block, cost, True
        first = best[0]
        block = tuple((residue - first) % n for residue in best)
        return block, self._pull(block)

    def _draw(self) -> Order:
        drawn: dict[int, None] = {}
        while len(drawn) < self.seats:
            drawn[self._stream.below(self.bots)] = None
        return tuple(drawn)

    def _polished(self) -> Iterator[Order]:
        """A whole cycle made greedily, then one block after the other exchanged until its counts are level; best first."""
        chosen = [self._best_of_all()]
        self._add(chosen[0][1])
        while len(chosen) < self.cycle:
            chosen.append(self._best_of_all())
            self._add(chosen[-1][1])
        level = self._level()
        for _ in range(_TRIES):
            if level:
                break
            at = self._stream.below(self.cycle)
            other = self._all[self._stream.below(len(self._all))]
            self._add(chosen[at][1], -1)
            better = self._cost(other[1]) - self._cost(chosen[at][1])
            if better <= 0:
                chosen[at] = other
            self._add(chosen[at][1])
            level = better < 0 and self._level()
        self._counts = [0] * len(self._counts)
        while chosen:
            best = min(chosen, key=lambda candidate: self._cost(candidate[1]))
            chosen.remove(best)
            self._add(best[1])
            yield best[0]

    def _level(self) -> bool:
        n = self.bots
        return all(len(set(self._counts[kind + 1 : kind + n])) == 1 for kind in (0, n, 2 * n))


def _smallest(residues: Sequence[int], n: int) -> Order:
    """The smallest of the sets that `residues` moves to, mod n."""
    return min(tuple(sorted((residue - first) % n for residue in residues)) for first in residues)
