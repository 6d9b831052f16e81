"""The plain numbers beside every rating: placement, wins, points, score, faults, time; intervals clustered by table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import fsum, sqrt
from typing import Literal

import msgspec

from arena.games import placements
from arena.ratings.results import MatchResult
from arena.ratings.student import ROUGH, student_quantile

__all__ = ["Mean", "Summary", "Tallies", "mean_by_table", "summaries", "tally"]


class Mean(msgspec.Struct, frozen=True):
    """A mean over matches (or decisions) and its interval; None where one table alone tells nothing of the spread."""

    value: float
    se: float | None
    low: float | None
    high: float | None
    tables: int
    rough: bool


class Summary(msgspec.Struct, frozen=True):
    """What a bot did in a set of results. Only matches in which it was rated count, but for faults, decisions and time."""

    bot: str
    tables: int
    matches: int
    wins: int
    """First, alone (with its side)."""
    ties: int
    """First, together with others."""
    losses: int
    """Not first."""
    points: float
    """The sum over tables of its mean placement there: a table is worth one point."""
    placement: Mean | None
    """The mean placement, 0..1; None without a rated match. Of bots that played alone it is among those with the same deal."""
    win_rate: Mean | None
    tie_rate: Mean | None
    loss_rate: Mean | None
    faults: int
    fault_rate: Mean | None
    """Faults a match."""
    unrated: int
    """Matches in which it sat and was not rated."""
    decisions: int
    ms: Mean | None
    """Milliseconds a decision; None if not recorded."""
    score: Mean | None = None
    """Alone: the mean score of the matches that have one."""
    scored: Mean | None = None
    """Alone: the share of the matches that have a score, 0..1; the others failed."""


def mean_by_table(pairs: Iterable[tuple[float, float]], *, level: float = 0.95) -> Mean | None:
    """The ratio of sums of (sum, number) over tables, as the mean of matches that are independent between tables only.

    Variance G / (G - 1) * sum over tables of (sum - number * mean)^2 / (number of all)^2 (the ratio estimator, Cochran
    1977), Student's t with G - 1 degrees. None if the numbers sum to 0.
    """
    rows = [pair for pair in pairs if pair[1]]
    number = fsum(n for _, n in rows)  # exact sums: no order of tables can change a digit
    if not number:
        return None
    g = len(rows)
    value = fsum(s for s, _ in rows) / number
    if g < 2:
        return Mean(value, None, None, None, g, True)
    se = sqrt(g / (g - 1) * fsum((s - n * value) ** 2 for s, n in rows)) / number
    half = student_quantile((1 + level) / 2, g - 1) * se
    return Mean(value, se, value - half, value + half, g, g < ROUGH)


_Outcome = Literal[0, 1, 2]  # won, tied, lost


@lru_cache(maxsize=100_000)
def _seat_outcomes(ranks: tuple[int, ...], sides: tuple[int, ...]) -> tuple[tuple[float, _Outcome], ...]:
    """Placement and outcome of each seat."""
    out: list[tuple[float, _Outcome]] = []
    best = min(ranks)
    for seat, placement in enumerate(placements(ranks, sides)):
        shared = any(ranks[s] == best and sides[s] != sides[seat] for s in range(len(ranks)))
        out.append((placement, 2 if ranks[seat] != best else 1 if shared else 0))
    return tuple(out)


class _Tally:
    """What one bot did at one table."""

    __slots__ = ("alone", "decisions", "faults", "ms", "outcomes", "placed", "placement", "rated", "sat", "score", "scored")

    def __init__(self) -> None:
        self.sat = self.rated = self.placed = self.faults = self.decisions = 0
        self.alone = self.scored = 0
        self.placement = self.ms = self.score = 0.0
        self.outcomes = [0, 0, 0]


Tallies = Mapping[str, Mapping[tuple[int, int | str], _Tally]]
"""What each bot did at each table. A table is told from others by its number of seats and its name."""


def tally(results: Iterable[MatchResult], bots: Iterable[str] = ()) -> Tallies:
    """Add up `results`; `bots` names some that may have done nothing."""
    tallies: dict[str, dict[tuple[int, int | str], _Tally]] = {bot: {} for bot in bots}
    for result in results:
        key = (result.seats, result.table)
        many = len(result.bots) > 1
        outcomes = _seat_outcomes(result.ranks, result.sides) if result.ranks is not None and many else None
        for seat, bot in enumerate(result.bots):
            tables = tallies.get(bot)
            if tables is None:
                tables = tallies[bot] = {}
            at_table = tables.get(key)
            if at_table is None:
                at_table = tables[key] = _Tally()
            at_table.sat += 1
            at_table.faults += result.faults[seat]
            if result.decisions:
                at_table.decisions += result.decisions[seat]
                at_table.ms += result.ms[seat]
            if result.alone and result.scores is not None:
                at_table.alone += 1
                score = result.scores[seat]
                if score is not None:
                    at_table.scored += 1
                    at_table.score += score
            if result.rated[seat]:
                at_table.rated += 1
                if outcomes is not None:
                    placement, outcome = outcomes[seat]
                    at_table.placed += 1
                    at_table.placement += placement
                    at_table.outcomes[outcome] += 1
    return tallies


def summaries(tallies: Tallies, *, seats: int | None = None, level: float = 0.95) -> dict[str, Summary]:
    """What each bot did, by name, sorted; with `seats`, at that number of seats, and only the bots that sat there."""
    out = {}
    for bot in sorted(tallies):
        tables = [one for (k, _), one in tallies[bot].items() if seats is None or k == seats]
        if tables or seats is None:
            out[bot] = _summary(bot, tables, level)
    return out


def _summary(bot: str, tables: list[_Tally], level: float) -> Summary:
    rates = [mean_by_table(((t.outcomes[i], t.placed) for t in tables), level=level) for i in range(3)]
    return Summary(
        bot=bot,
        tables=sum(t.rated > 0 for t in tables),
        matches=sum(t.rated for t in tables),
        wins=sum(t.outcomes[0] for t in tables),
        ties=sum(t.outcomes[1] for t in tables),
        losses=sum(t.outcomes[2] for t in tables),
        points=fsum(t.placement / t.placed for t in tables if t.placed),
        placement=mean_by_table(((t.placement, t.placed) for t in tables), level=level),
        win_rate=rates[0],
        tie_rate=rates[1],
        loss_rate=rates[2],
        faults=sum(t.faults for t in tables),
        fault_rate=mean_by_table(((t.faults, t.sat) for t in tables), level=level),
        unrated=sum(t.sat - t.rated for t in tables),
        decisions=sum(t.decisions for t in tables),
        ms=mean_by_table(((t.ms, t.decisions) for t in tables), level=level),
        score=mean_by_table(((t.score, t.scored) for t in tables), level=level),
        scored=mean_by_table(((t.scored, t.alone) for t in tables), level=level),
    )
