"""How long a search goes on: a number of iterations, and a time if one is set."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic

from arena.protocol import TimeLeft

GUARD = 0.5
"""The part of a time limit after which a search stops, whatever its options: on a machine that is so slow, and there
alone, the clock has a say in what is played."""


def stop_ms(time: TimeLeft, ms: float | None = None, *, bank: float = GUARD) -> float | None:
    """The milliseconds after which a search stops at the latest; None: no limit.

    The least of a bot's own `ms`, half of the time limit of the decision, and the part `bank` of what is left for the match.

    >>> stop_ms(TimeLeft(move_ms=1000, bank_ms=None, last_ms=None), 800)
    500.0
    """
    limits = [
        ms,
        None if time.move_ms is None else GUARD * time.move_ms,
        None if time.bank_ms is None else bank * time.bank_ms,
    ]
    return min((limit for limit in limits if limit is not None), default=None)


class Budget:
    """So many iterations, fewer if `ms` milliseconds are used up before. Without `ms` no clock is read.

    A search with `ms` may choose otherwise on a slower machine; one without it chooses the same everywhere.
    """

    def __init__(self, iterations: int, ms: float | None = None, clock: Callable[[], float] = monotonic) -> None:
        """`clock` gives seconds. Raises ValueError if there is nothing to do: at least one iteration is made."""
        if iterations < 1:
            raise ValueError(f"a search needs at least one iteration, not {iterations}")
        self.iterations = iterations
        self._clock = clock
        self._until = None if ms is None else clock() + ms / 1000

    def __iter__(self) -> Iterator[int]:
        """The numbers of the iterations, from 0, as long as there is time. The first one is always given."""
        until, clock = self._until, self._clock
        if until is None:
            yield from range(self.iterations)
            return
        for number in range(self.iterations):
            if number and clock() >= until:
                return
            yield number

    def spent(self) -> bool:
        """Whether the time is used up; False without one."""
        return self._until is not None and self._clock() >= self._until
