"""The words of a schedule: tables, their matches, results as pairings see them, and what every schedule can say."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

import msgspec

from arena.errors import UserError

Key = tuple[int, int]
"""A match of a schedule: (number of its table, rotation)."""

Results = Mapping[Key, Sequence[float] | None]
"""The placement of each seat, 0..1, of each match that was played; None for one that counts for nobody (a game error)."""

NOTHING_PLAYED: Results = MappingProxyType({})

SidesFor = Callable[[int], Sequence[int]]
"""From a number of seats to the side of each seat, as `Game.teams` says it."""

Order = tuple[int, ...]
"""Bots by seat."""

Split = tuple[tuple[int, ...], ...]
"""Bots by side, each side in ascending order, the sides in ascending order."""


class Match(msgspec.Struct, frozen=True):
    """One match of a table: the same deal as the table's other matches, the seats rotated; at one seat another bot."""

    table: int
    rotation: int
    seats: Order
    """The number of the bot in each seat."""

    @property
    def key(self) -> Key:
        return self.table, self.rotation


class Table(msgspec.Struct, frozen=True):
    """A set of bots with a deal (in a team game: and its split into sides), played once for each rotation of the seats.

    At one seat each of them plays the deal alone.
    """

    number: int
    """In the schedule, from 0."""
    round: int
    """Swiss: the round. Round robin: the unit within the schedule of its number of seats. From 0."""
    unit: int
    """Of the whole schedule, from 0: after any whole unit the standings are fair to everybody."""
    deal: int
    """The number of its deal: its own number, or with same deals its unit's."""
    bots: Order
    """In the seat order of the first match."""
    split: Split | None
    """Who plays with whom, where a table has sides that stay when the seats rotate."""
    matches: tuple[Match, ...]

    @property
    def seats(self) -> int:
        """The number of seats of its matches."""
        return len(self.matches[0].seats)


class Schedule(ABC):
    """Who meets whom, where: a pure function of the spec, the bots and the results of whole finished rounds.

    Bots are numbers 0..bots-1, in an order that the caller chose; for a Swiss tournament it is the order of seeds.
    To play any schedule: play what `tables(results)` gives and is not in `results`, and ask again until that is nothing.
    """

    bots: int
    needs_results: ClassVar[bool] = True
    """False for one whose tables never depend on results: it is gone through once, however long it is."""

    @abstractmethod
    def tables(self, results: Results = NOTHING_PLAYED) -> Iterator[Table]:
        """Every table that `results` determines, played or not, in the order of the schedule, made as it is asked for.

        A round robin needs no results. A Swiss tournament gives its finished rounds and the round to be played now.
        """

    @abstractmethod
    def total(self) -> int | None:
        """The number of matches; None if there is no end (a round robin with a budget of time)."""

    @property
    @abstractmethod
    def units(self) -> int | None:
        """The number of units (Swiss: rounds); None if there is no end."""

    @abstractmethod
    def describe(self) -> str:
        """What will be played, in one sentence."""


def cut(tables: Iterable[Table], matches: int) -> Iterator[Table]:
    """The first tables that have at most `matches` matches together, at least one table. No table is cut in two."""
    left = matches
    for at, table in enumerate(tables):
        left -= len(table.matches)
        if left < 0 and at:
            return
        yield table
        if left <= 0:
            return


def check_bots(bots: int, seats: int) -> None:
    """Raises UserError if `bots` bots cannot fill a table of `seats`, or nobody would meet anybody."""
    if seats < 2:
        raise UserError(f"a tournament needs tables of at least 2 seats, not {seats}: nobody would meet anybody")
    if bots < seats:
        raise UserError(
            f"a table of {seats} seats needs {seats} bots, there {_are(bots)}: add bots, or leave that size out"
        )


def sizes_that_fit(bots: int, sizes: Collection[int]) -> tuple[list[int], list[str]]:
    """The numbers of seats that `bots` bots can fill, ascending, and for each other one a line that says it is left out.

    >>> sizes_that_fit(3, [2, 3, 4])
    ([2, 3], ['tables of 4 are left out: there are only 3 bots'])
    """
    fit = sorted({size for size in sizes if size <= bots})
    return fit, [
        f"tables of {size} are left out: there {_are(bots, 'only ')}" for size in sorted(set(sizes) - set(fit))
    ]


def _are(bots: int, only: str = "") -> str:
    return f"is {only}1 bot" if bots == 1 else f"are {only}{bots} bots"


def listed(items: Iterable[int | str]) -> str:
    """
    >>> listed([2, 3, 4])
    '2, 3 and 4'
    """
    words = [str(item) for item in items]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
