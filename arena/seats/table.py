"""The bots at one table share a machine: while one thinks, the others are frozen, as far as it is worth it."""

from __future__ import annotations

from typing import Protocol


class Freezable(Protocol):
    """A seat whose process can be stopped."""

    @property
    def frozen(self) -> bool: ...

    @property
    def restless(self) -> bool:
        """Whether it was found running out of its turn."""

    def freeze(self, *, wait: bool = False) -> None: ...


class Table:
    """The seats of one match. With `pondering` nobody is ever frozen.

    Freezing costs a signal and a walk through the bot's processes, so it is lazy: only when a decision lasts longer
    than about a millisecond. A bot that is known to run out of its turn is frozen before another is asked at all.
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

    def freeze_others(self, thinker: Freezable) -> None:
        """Freeze all but the seat that has been asked, soon."""
        if not self.pondering:
            for seat in self._seats:
                if seat is not thinker and not seat.frozen:
                    seat.freeze()

    def freeze_restless(self, thinker: Freezable) -> None:
        """Freeze those that are known to run out of their turn; returns when they are."""
        if not self.pondering:
            for seat in self._seats:
                if seat is not thinker and seat.restless and not seat.frozen:
                    seat.freeze(wait=True)
