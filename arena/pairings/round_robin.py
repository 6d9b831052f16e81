"""Round robin: everybody meets everybody, at one number of seats or several, good after any whole unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import count
from math import comb
from typing import Literal

from arena.pairings.blocks import Blocks
from arena.pairings.design import WHOLE_DESIGN, Berger, Design
from arena.pairings.full import Full
from arena.pairings.schedule import NOTHING_PLAYED, Results, Schedule, SidesFor, Table, check_bots, listed
from arena.pairings.seating import Seating

DesignName = Literal["berger", "full", "blocks"]


class MixedSchedule(Schedule):
    """Round robins at several numbers of seats, their units interleaved: next comes the size at which bots have fewest matches.

    So the anytime property holds for all sizes at once. Each table has a deal of its own and is played once for each
    rotation of the seats.

    `sides_for(seats)` says the side of each seat (`Game.teams`); without it every seat plays for itself. The length is, if
    `matches` is given, the longest row of whole units that has at most so many, but at least one unit of each size; if
    `endless`, without end; else for each size whole units until every bot has 60 matches, and the whole design where it
    has at most 2,000. `same_deals`: all tables of a unit play the same deal, for a duplicate event. `design` takes
    another one than the size would have.

    Raises UserError if there are fewer bots than seats (`sizes_that_fit` leaves such sizes out) or a size below 2.
    """

    needs_results = False

    def __init__(
        self,
        bots: int,
        sizes: Sequence[int],
        *,
        sides_for: SidesFor | None = None,
        matches: int | None = None,
        endless: bool = False,
        same_deals: bool = False,
        design: DesignName | None = None,
    ) -> None:
        if not sizes:
            raise ValueError("a schedule needs a number of seats")
        self.bots = bots
        self.sizes = sorted(set(sizes))
        self._same_deals = same_deals
        for size in self.sizes:
            check_bots(bots, size)
        self._designs = [
            design_for(bots, size, tuple(sides_for(size)) if sides_for else None, design) for size in self.sizes
        ]
        self._lengths: list[int] | None = None
        if matches is not None:
            self._lengths = self._within(matches)
        elif not endless:
            self._lengths = [design.default_units for design in self._designs]

    def tables(self, results: Results = NOTHING_PLAYED) -> Iterator[Table]:
        number = 0
        for unit, (which, at) in enumerate(self._row()):
            design = self._designs[which]
            for order in design.unit(at):
                deal = unit if self._same_deals else number
                yield design.seating.table(order, number=number, round=at, unit=unit, deal=deal)
                number += 1

    def total(self) -> int | None:
        if self._lengths is None:
            return None
        return sum(design.matches_before(units) for design, units in zip(self._designs, self._lengths, strict=True))

    @property
    def units(self) -> int | None:
        return None if self._lengths is None else sum(self._lengths)

    def describe(self) -> str:
        total = self.total()
        deals = "one deal a unit" if self._same_deals else "each with a deal of its own"
        length = "until the time is up" if total is None else f"{total:,} matches"
        return (
            f"Round robin of {self.bots} bots at tables of {listed(self.sizes)}, {deals}, "
            f"played once for each rotation of the seats: {length}."
        )

    def _row(self, start: Sequence[int] | None = None) -> Iterator[tuple[int, int]]:
        """(which size, unit of its design) in the order of the schedule, from the state that has `start` units of each."""
        at = list(start or [0] * len(self.sizes))
        had = [design.matches_before(units) * design.seats for design, units in zip(self._designs, at, strict=True)]
        for _ in count() if self.units is None else range(self.units):
            open_sizes = [w for w in range(len(at)) if self._lengths is None or at[w] < self._lengths[w]]
            which = min(open_sizes, key=lambda w: (had[w], w))
            yield which, at[which]
            had[which] += self._designs[which].unit_matches(at[which]) * self.sizes[which]
            at[which] += 1

    def _within(self, matches: int) -> list[int]:
        """The units of each size in the longest row of at most `matches` matches, at least one of each."""
        # All sizes fill equally many seats, so the row gets to where each has filled just so many; walk on from there.
        filled = int(matches / sum(1 / size for size in self.sizes)) - self.bots * self.sizes[-1] ** 2
        lengths = [
            design.units_within((filled - 1) // design.seats) + 1 if filled > 0 else 0 for design in self._designs
        ]
        matches -= sum(design.matches_before(units) for design, units in zip(self._designs, lengths, strict=True))
        for which, at in self._row(lengths):
            matches -= self._designs[which].unit_matches(at)
            if matches < 0 and all(lengths):
                break
            lengths[which] += 1
        return lengths


class RoundRobin(MixedSchedule):
    """A round robin at one number of seats.

    Two seats: Berger tables. More: the full design where sets x splits x seats is at most 2,000 matches, else cyclic
    base blocks. See `MixedSchedule` for the rest.

    >>> schedule = RoundRobin(10, 4, matches=100)
    >>> schedule.total(), next(schedule.tables()).matches[1].seats
    (80, (1, 5, 2, 0))
    """

    def __init__(
        self,
        bots: int,
        seats: int,
        *,
        sides: Sequence[int] | None = None,
        matches: int | None = None,
        endless: bool = False,
        same_deals: bool = False,
        design: DesignName | None = None,
    ) -> None:
        super().__init__(
            bots, [seats], sides_for=None if sides is None else lambda _: sides,
            matches=matches, endless=endless, same_deals=same_deals, design=design,
        )  # fmt: skip

    @property
    def design(self) -> Design:
        """The design, for those who want to look at its units."""
        return self._designs[0]


@lru_cache(maxsize=8)
def design_for(bots: int, seats: int, sides: tuple[int, ...] | None = None, name: DesignName | None = None) -> Design:
    """The design of a round robin of `bots` at tables of `seats`; `name` asks for one."""
    seating = Seating(seats, sides)
    if name == "blocks":
        return Blocks(bots, seating)
    if seats == 2 and name != "full":
        return Berger(bots, seating)
    matches = comb(bots, seats) * len(seating.orders()) * seats
    return Full(bots, seating) if name == "full" or matches <= WHOLE_DESIGN else Blocks(bots, seating)
