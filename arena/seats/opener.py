"""Opens seats: the one door by which bots come to sit at tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from weakref import WeakSet

from arena.seats import ClassBot, Limits, Runnable, Seat
from arena.seats.keeper import Keeper
from arena.seats.program import ProgramSeat, close_all
from arena.seats.table import Table
from arena.seats.trusted import TrustedSeat


class SeatOpener:
    """Starts bots for the matches of one worker, through a keeper of its own. Leaving it ends whatever it started.

    `preload` names modules that class bots are likely to import: they are forked with these in memory. Bots run on the
    processors that this process may use when the opener is made.
    """

    def __init__(self, preload: Sequence[str] = (), *, limits: Limits | None = None, pondering: bool = False) -> None:
        self.limits = limits or Limits()
        self.pondering = pondering
        self.keeper = Keeper(preload)
        self._seats: WeakSet[ProgramSeat] = WeakSet()

    def table(self) -> Table:
        """A table for one match: give it to each seat that is opened there."""
        return Table(self.pondering)

    def open(
        self,
        bot: Runnable,
        *,
        name: str = "bot",
        start_ms: float = 5000,
        table: Table | None = None,
        trusted: bool = False,
        rlimits: Mapping[str, int] | None = None,
    ) -> Seat:
        """Seat a bot for one match, in a process of its own; returns at once.

        A program that cannot be started is a fault at its first question (`ProgramSeat.start_fault` says it before).
        `trusted` seats a class bot in this process. Raises KeeperError for the arena's own trouble.
        """
        if trusted:
            if not isinstance(bot, ClassBot):
                raise ValueError(f"{name} is a program: only class bots can run inside the referee's process")
            return TrustedSeat(bot, name=name, start_ms=start_ms)
        seat = ProgramSeat(
            self.keeper,
            bot,
            name=name,
            start_ms=start_ms,
            limits=self.limits,
            table=table or self.table(),
            rlimits=rlimits,
        )
        self._seats.add(seat)
        return seat

    def close(self) -> None:
        """End every bot and the keeper."""
        for seat in self._seats:
            seat.process.release()
        self.keeper.close()

    def __enter__(self) -> SeatOpener:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


__all__ = ["SeatOpener", "close_all"]
