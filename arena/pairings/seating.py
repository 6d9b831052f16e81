"""The seats of a table: which rotations it is played in, which splits into sides there are, and who moves after whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import combinations, permutations
from typing import TypeVar

from arena.deals import Stream
from arena.pairings.schedule import Match, Order, Split, Table

T = TypeVar("T")

_ALL_ORDERS_UP_TO = 6
"""Seats; with more, some orders of each split stand for all."""
_SOME_ORDERS = 24


class Seating:
    """What the number of seats and their sides fix, whoever sits there.

    The rotations are `seats` ways to sit down in which every bot sits once in every seat and no two bots change sides
    towards each other: the cyclic Latin square where the sides allow it (sides 0 1 0 1), else the square of
    (side, place in the side) moved on by both (sides 0 0 1 1). Where sides differ in size no square keeps the split: the
    seats rotate cyclically, the sides with them, and a table has no split.
    """

    def __init__(self, seats: int, sides: Sequence[int] | None = None) -> None:
        self.seats = seats
        by_side: dict[int, list[int]] = {}
        for seat, side in enumerate(sides if sides is not None else range(seats)):
            by_side.setdefault(side, []).append(seat)
        if sides is not None and len(sides) != seats:
            raise ValueError(f"{len(sides)} sides are named for {seats} seats")
        groups = list(by_side.values())
        level = len({len(group) for group in groups}) == 1
        self.has_split = level and 1 < len(groups) < seats
        self._groups = groups
        cyclic = tuple(tuple((seat + by) % seats for seat in range(seats)) for by in range(seats))
        keeps = all(self._split_at(moved) == self._split_at(cyclic[0]) for moved in cyclic)
        self.rotations = cyclic if keeps or not self.has_split else self._square()
        """For each rotation and seat, the place in the first match's order of the bot that sits there."""

        follows: dict[tuple[int, int], int] = {}
        for places in self.rotations:
            for seat in range(seats):
                pair = places[seat], places[(seat + 1) % seats]
                follows[pair] = follows.get(pair, 0) + 1
        self.successors = tuple((before, after, times) for (before, after), times in sorted(follows.items()))
        """(place, place of who sits next, in how many of the table's matches)."""
        self.partners = tuple(pair for group in groups for pair in permutations(group, 2)) if self.has_split else ()
        """Pairs of places on one side, both ways round."""

    def _split_at(self, places: Sequence[int]) -> Split:
        return tuple(sorted(tuple(sorted(places[seat] for seat in group)) for group in self._groups))

    def _square(self) -> tuple[Order, ...]:
        many, deep = len(self._groups), len(self._groups[0])
        at = {seat: (side, place) for side, group in enumerate(self._groups) for place, seat in enumerate(group)}
        return tuple(
            tuple(
                self._groups[(side + x) % many][(place + y) % deep]
                for side, place in map(at.__getitem__, range(self.seats))
            )
            for x in range(many)
            for y in range(deep)
        )

    def split(self, order: Sequence[int]) -> Split | None:
        """Who plays with whom when bots sit in `order`; None where a table has no split."""
        return self._split_at(order) if self.has_split else None

    def orders(self) -> tuple[tuple[Order, ...], ...]:
        """For each split the orders of places 0..seats-1 that differ by more than a rotation; place 0 in the first seat.

        All of them up to 6 seats: the 6 of four seats, or 2 for each of three splits. With more seats, up to 24 a split.
        """
        return _orders(self)

    def table(
        self, order: Sequence[int], *, number: int, round: int, unit: int, deal: int, single: bool = False
    ) -> Table:
        """The table at which the bots sit in `order` first, and then in each rotation (`single`: only first)."""
        turns = self.rotations[:1] if single else self.rotations
        return Table(
            number=number, round=round, unit=unit, deal=deal, bots=tuple(order), split=self.split(order),
            matches=tuple(
                Match(number, rotation, tuple([order[place] for place in places])) for rotation, places in enumerate(turns)
            ),
        )  # fmt: skip

    def _key(self) -> tuple[int, tuple[tuple[int, ...], ...]]:
        return self.seats, tuple(map(tuple, self._groups))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seating) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())


@lru_cache(maxsize=32)
def _orders(seating: Seating) -> tuple[tuple[Order, ...], ...]:
    seats = seating.seats
    if seats <= _ALL_ORDERS_UP_TO:
        found: dict[Split | None, list[Order]] = {}
        for rest in permutations(range(1, seats)):
            order = (0, *rest)
            found.setdefault(seating.split(order), []).append(order)
        return tuple(tuple(orders) for _, orders in sorted(found.items(), key=lambda item: item[0] or ()))
    stream = Stream(sha256(f"arena orders {seating._key()}".encode()).digest())
    groups = seating._groups if seating.has_split else [list(range(seats))]
    out = []
    for sides in _partitions(list(range(seats)), len(groups[0])):
        some: dict[Order, None] = {}
        for _ in range(_SOME_ORDERS):
            sits = [0] * seats
            for side, group in zip(shuffled(sides, stream), groups, strict=True):
                for bot, seat in zip(shuffled(side, stream), group, strict=True):
                    sits[seat] = bot
            turned = next(places for places in seating.rotations if sits[places[0]] == 0)
            some[tuple(sits[place] for place in turned)] = None
        out.append(tuple(some))
    return tuple(out)


def _partitions(members: list[int], size: int) -> Iterator[list[tuple[int, ...]]]:
    """All ways to part `members` into sides of `size`, the sides in ascending order of their first."""
    if not members:
        yield []
        return
    first, rest = members[0], members[1:]
    for others in combinations(rest, size - 1):
        left = [member for member in rest if member not in others]
        for sides in _partitions(left, size):
            yield [(first, *others), *sides]


def shuffled(items: Sequence[T], stream: Stream) -> list[T]:
    """The items in an order drawn from `stream` (Fisher-Yates from the last place down)."""
    out = list(items)
    for last in range(len(out) - 1, 0, -1):
        at = stream.below(last + 1)
        out[last], out[at] = out[at], out[last]
    return out
