"""Tournaments at one seat: every bot plays the same deals, each by itself, so that scores on equal deals can be compared."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from arena.errors import UserError
from arena.pairings.design import LEAST_MATCHES
from arena.pairings.schedule import NOTHING_PLAYED, Match, Results, Schedule, Table


class Alone(Schedule):
    """One table a deal, at which every bot plays one match alone. A unit is a deal.

    `rotation` of a match is the number of the bot. The length is 60 deals; or, if `matches` is given, the most whole deals
    that have at most so many matches together, one at least; or without end, if `endless`. A table's deal is its own
    number whoever takes part, so tournaments of other fields with the same secret play the same deals.

    Raises UserError if there is no bot.

    >>> schedule = Alone(3, matches=7)
    >>> schedule.total(), [match.seats for match in next(schedule.tables()).matches]
    (6, [(0,), (1,), (2,)])
    """

    needs_results = False

    def __init__(self, bots: int, *, matches: int | None = None, endless: bool = False) -> None:
        if bots < 1:
            raise UserError("nobody is there to play: name a bot")
        self.bots = bots
        self._deals: int | None = LEAST_MATCHES
        if matches is not None:
            self._deals = max(1, matches // bots)
        elif endless:
            self._deals = None

    def tables(self, results: Results = NOTHING_PLAYED) -> Iterator[Table]:
        everyone = tuple(range(self.bots))
        for number in count() if self._deals is None else range(self._deals):
            matches = tuple(Match(number, bot, (bot,)) for bot in everyone)
            yield Table(number=number, round=number, unit=number, deal=number, bots=everyone, split=None, matches=matches)

    def total(self) -> int | None:
        return None if self._deals is None else self._deals * self.bots

    @property
    def units(self) -> int | None:
        return self._deals

    def describe(self) -> str:
        if self._deals is None:
            return f"Each of {self.bots} bots plays the same deals alone, until the time is up."
        deals = "deal" if self._deals == 1 else f"{self._deals:,} deals"
        return f"Each of {self.bots} bots plays the same {deals} alone: {self.total():,} matches."
