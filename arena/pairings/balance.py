"""How level a schedule is: meetings, partners, seats and successors of each bot, for `arena schedule` and for tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from arena.pairings.schedule import Table


class Span(msgspec.Struct, frozen=True):
    """The least and the most of some counts. As text `12`, or `11-13`."""

    least: int
    most: int

    @property
    def spread(self) -> int:
        return self.most - self.least

    def __str__(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least}-{self.most}"


class BotBalance(msgspec.Struct, frozen=True):
    """One bot's line: at each other bot's side or table so often, in each seat so often."""

    bot: int
    tables: int
    matches: int
    meetings: Span
    """Tables shared with each other bot."""
    partners: Span | None
    """Tables on one side with each other bot; None without fixed sides."""
    successors: Span
    """Matches in which each other bot sat next."""
    seats: tuple[int, ...]
    """Matches in each seat."""


class Summary(msgspec.Struct, frozen=True):
    """The same over all bots of one number of seats."""

    seats: int
    tables: int
    matches: int
    each: Span
    """Matches of a bot."""
    meetings: Span
    partners: Span | None
    successors: Span
    in_seats: Span
    """Matches of a bot in a seat."""


class Balance:
    """The counts of some tables of one number of seats. `add` tables, then read the matrices, `bots()` and `summary()`.

    Matrices are lists of rows, one row a bot. meetings[a][b] and partners[a][b] count tables; successors[a][b] (b sat
    next after a, the first seat after the last) and in_seats[a][seat] count matches.

    Memory grows with bots x bots, not with the length of the schedule.
    """

    def __init__(self, bots: int, seats: int) -> None:
        self.seats = seats
        self.tables = 0
        self.matches = 0
        self.sides = False
        self.tables_of = [0] * bots
        self.meetings = [[0] * bots for _ in range(bots)]
        self.partners = [[0] * bots for _ in range(bots)]
        self.successors = [[0] * bots for _ in range(bots)]
        self.in_seats = [[0] * seats for _ in range(bots)]

    def add(self, table: Table) -> None:
        """Count a table; raises ValueError if it has another number of seats."""
        if table.seats != self.seats:
            raise ValueError(f"a table of {table.seats} seats among tables of {self.seats}")
        self.tables += 1
        self.matches += len(table.matches)
        for bot in table.bots:
            self.tables_of[bot] += 1
            for other in table.bots:
                self.meetings[bot][other] += other != bot
        for side in table.split or ():
            self.sides = True
            for bot in side:
                for other in side:
                    self.partners[bot][other] += other != bot
        for match in table.matches:
            for seat, bot in enumerate(match.seats):
                self.in_seats[bot][seat] += 1
                self.successors[bot][match.seats[(seat + 1) % self.seats]] += 1

    def bots(self) -> list[BotBalance]:
        """One line for each bot, by number."""
        return [
            BotBalance(
                bot=bot, tables=self.tables_of[bot], matches=sum(self.in_seats[bot]),
                meetings=_others(self.meetings, [bot]),
                partners=_others(self.partners, [bot]) if self.sides else None,
                successors=_others(self.successors, [bot]), seats=tuple(self.in_seats[bot]),
            )
            for bot in range(len(self.tables_of))
        ]  # fmt: skip

    def summary(self) -> Summary:
        """One line for all."""
        everyone = range(len(self.tables_of))
        return Summary(
            seats=self.seats, tables=self.tables, matches=self.matches, each=_span(map(sum, self.in_seats)),
            meetings=_others(self.meetings, everyone),
            partners=_others(self.partners, everyone) if self.sides else None,
            successors=_others(self.successors, everyone),
            in_seats=_span(times for row in self.in_seats for times in row),
        )  # fmt: skip


def count(tables: Iterable[Table], bots: int) -> dict[int, Balance]:
    """The balance of `tables` for each number of seats among them, ascending. Reads the tables once, keeps none."""
    out: dict[int, Balance] = {}
    for table in tables:
        if table.seats not in out:
            out[table.seats] = Balance(bots, table.seats)
        out[table.seats].add(table)
    return dict(sorted(out.items()))


def _others(matrix: Sequence[Sequence[int]], rows: Iterable[int]) -> Span:
    return _span(times for bot in rows for other, times in enumerate(matrix[bot]) if other != bot)


def _span(counts: Iterable[int]) -> Span:
    numbers = list(counts) or [0]
    return Span(min(numbers), max(numbers))
