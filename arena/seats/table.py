"""The bots at one table share a machine: while one thinks, those of the others that would run are frozen."""

from __future__ import annotations

from typing import Protocol

from arena.seats.process import BotProcess


class Freezable(Protocol):
    """A seat whose process can be stopped."""

    process: BotProcess

    @property
    def frozen(self) -> bool: ...

    @property
    def restless(self) -> bool:
        """Whether it has been found running out of its turn, again and again."""

    def freeze(self, *, wait: bool = False) -> None: ...

    def freeze_if_running(self) -> None: ...


class Table:
    """The seats of one match. With `pondering` nobody is ever frozen.

    To freeze a bot costs a signal and a walk through its processes, so it is done only where it matters: not in quick
    exchanges, and not to a bot that blocks on its input as it should. In a decision that lasts longer than about a
    millisecond the others are looked at, now and then, and frozen when they run. One that was caught often is frozen
    before another is asked at all.
    """

    __slots__ = ("_seats", "pondering", "restless")

    def __init__(self, pondering: bool = False) -> None:
        self.pondering = pondering
        self.restless = False
        """Whether some bot here is known to run out of its turn."""
        self._seats: list[Freezable] = []

    def join(self, seat: Freezable) -> None:
        self._seats.append(seat)

    def leave(self, seat: Freezable) -> None:
        self._seats = [other for other in self._seats if other is not seat]

    def processes(self) -> list[BotProcess]:
        """The processes of all that sit here."""
        return [seat.process for seat in self._seats]

    def watch_others(self, thinker: Freezable) -> bool:
        """Freeze those that run while another thinks; whether somebody is left to be watched."""
        if self.pondering:
            return False
        left = False
        for seat in self._seats:
            if seat is not thinker and not seat.frozen:
                seat.freeze_if_running()
                left = True
        return left

    def freeze_restless(self, thinker: Freezable) -> None:
        """Freeze those that are known to run out of their turn; returns when they are."""
        if not self.pondering:
            for seat in self._seats:
                if seat is not thinker and seat.restless and not seat.frozen:
                    seat.freeze(wait=True)
