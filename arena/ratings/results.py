"""What a rating needs to know of one match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

__all__ = ["MatchResult", "names_of"]


class MatchResult(msgspec.Struct, frozen=True):
    """How one match went. Every tuple has one entry a seat; lists are taken too. Raises ValueError if they do not fit.

    At one seat it is how one deal went, which several bots played each by itself: one entry a bot (`alone.ranked`).
    """

    table: int | str
    """The table: one deal, played once for each rotation of the seats. Its matches are not independent of each other."""
    bots: tuple[str, ...]
    """Who sat where."""
    ranks: tuple[int, ...] | None
    """1 = best, ties share; in team games 1 + seats strictly better on other sides. None only if nobody is rated."""
    sides: tuple[int, ...] = ()
    """The side of each seat; empty stands for every seat for itself."""
    rated: tuple[bool, ...] = ()
    """False for the innocent partner of a faulty bot, and for all if the match counts for nobody; empty: all True."""
    last_is_open: bool = False
    """The shared last rank says nothing about those who share it (the game declares it structural, or it comes from
    faults): the order ends before it."""
    offenders: tuple[bool, ...] = ()
    """True for a bot that is out by its own fault; empty: nobody."""
    scores: tuple[float | None, ...] | None = None
    """The game's own points, if it counts any."""
    faults: tuple[int, ...] = ()
    """How many faults each seat made; empty: one for each offender."""
    decisions: tuple[int, ...] = ()
    """How many questions each seat was put; empty: not known."""
    ms: tuple[float, ...] = ()
    """Milliseconds that each seat took for all its decisions together; empty: not known."""
    alone: bool = False
    """The bots played the deal each by itself, at one seat, and are ranked by their scores."""
    lower_is_better: bool = False
    """Alone: whether the lower score is ahead."""

    def __post_init__(self) -> None:
        k = len(self.bots)
        if k == 0:
            raise ValueError(f"table {self.table}: a match needs at least one seat")
        fill = msgspec.structs.force_setattr
        fill(self, "bots", tuple(self.bots))
        fill(self, "sides", tuple(self.sides) or tuple(range(k)))
        fill(self, "rated", tuple(self.rated) or (True,) * k)
        fill(self, "offenders", tuple(self.offenders) or (False,) * k)
        fill(self, "faults", tuple(self.faults) or tuple(map(int, self.offenders)))
        fill(self, "decisions", tuple(self.decisions))
        fill(self, "ms", tuple(self.ms))
        if self.ranks is not None:
            fill(self, "ranks", tuple(self.ranks))
        if self.scores is not None:
            fill(self, "scores", tuple(self.scores))
        self._check(k)

    def _check(self, k: int) -> None:
        self._fits("sides", self.sides, k)
        self._fits("rated", self.rated, k)
        self._fits("offenders", self.offenders, k)
        self._fits("faults", self.faults, k)
        if self.decisions or self.ms:
            self._fits("decisions", self.decisions, k)
            self._fits("ms", self.ms, k)
        if self.scores is not None:
            self._fits("scores", self.scores, k)
        if self.ranks is None:
            if any(self.rated):
                raise ValueError(
                    f"table {self.table}: a match without ranks rates nobody, so `rated` must be all False"
                )
            return
        self._fits("ranks", self.ranks, k)
        if min(self.ranks) < 1:
            raise ValueError(f"table {self.table}: ranks count from 1, not {min(self.ranks)}")
        if len(set(self.sides)) < k:
            place: dict[int, int] = {}
            for side, rank, rated in zip(self.sides, self.ranks, self.rated, strict=True):
                if rated and place.setdefault(side, rank) != rank:
                    raise ValueError(
                        f"table {self.table}: side {side} has the ranks {place[side]} and {rank}; partners share one"
                    )

    def _fits(self, name: str, values: Sequence[object], k: int) -> None:
        if len(values) != k:
            raise ValueError(f"table {self.table}: {name} has {len(values)} entries for {k} seats")

    @property
    def seats(self) -> int:
        """The number of seats."""
        return 1 if self.alone else len(self.bots)

    @property
    def matches(self) -> int:
        """How many matches it stands for: alone one a bot, else one."""
        return len(self.bots) if self.alone else 1

    @property
    def counts(self) -> bool:
        """Whether anybody is rated."""
        return any(self.rated)


def names_of(results: Iterable[MatchResult]) -> list[str]:
    """Every bot that sat anywhere, sorted."""
    return sorted({bot for result in results for bot in result.bots})
