"""Points, and the order of bots that have equally many: for a round robin, and for a Swiss.

A table is worth one point: a bot's points are the sum over tables of its mean placement there, and its result against
an opponent is the mean over that table's matches in which both were rated (ahead 1, level 1/2, behind 0).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import fsum

import msgspec

from arena.games import placements
from arena.ratings.results import MatchResult, names_of

__all__ = ["RoundRobinPlace", "SwissPlace", "buchholz", "round_robin", "swiss"]

_DIGITS = 9  # numbers are compared to so many digits, so that sums in another order are equal


class RoundRobinPlace(msgspec.Struct, frozen=True):
    """A bot's place in a round robin."""

    rank: int
    bot: str
    points: float
    direct: float | None
    """Its mean result against those it is tied with; None if it is tied with nobody, or they have not all met."""
    margin: float
    """The sum over tables of its mean score less that of its opponents."""


class SwissPlace(msgspec.Struct, frozen=True):
    """A bot's place in a Swiss. The ranks follow points, Buchholz cut 1, Buchholz, Sonneborn-Berger, wins, seed."""

    rank: int
    bot: str
    points: float
    buchholz_cut1: float
    buchholz: float
    median_buchholz: float
    """Shown, not used for the order."""
    sonneborn_berger: float
    wins: int
    """Matches in which it was first alone."""
    seed: int


class _Encounter(msgspec.Struct):
    """One bot at one table: its means over the table's matches."""

    matches: int = 0
    placement: float = 0.0
    margin: float = 0.0
    wins: int = 0
    against: dict[str, tuple[float, int]] = msgspec.field(default_factory=dict)
    """Opponent -> sum of results and number of them."""


def _encounters(results: Sequence[MatchResult]) -> dict[str, list[_Encounter]]:
    """Each bot's tables. Matches that count for nobody are left out."""
    found: dict[str, dict[tuple[int, int | str], _Encounter]] = {bot: {} for bot in names_of(results)}
    for result in results:
        ranks, k = result.ranks, len(result.bots)
        if ranks is None or k < 2:
            continue
        placed = placements(ranks, result.sides)
        for i, bot in enumerate(result.bots):
            if not result.rated[i]:
                continue
            rivals = [j for j in range(k) if result.sides[j] != result.sides[i]]
            one = found[bot].setdefault((result.seats, result.table), _Encounter())
            one.matches += 1
            one.placement += placed[i]
            one.wins += ranks[i] == min(ranks) and all(ranks[j] > ranks[i] for j in rivals)
            one.margin += _margin(result, i, rivals)
            for j in rivals:
                if result.rated[j] and result.bots[j] != bot:
                    value = 1.0 if ranks[i] < ranks[j] else 0.5 if ranks[i] == ranks[j] else 0.0
                    before = one.against.get(result.bots[j], (0.0, 0))
                    one.against[result.bots[j]] = (before[0] + value, before[1] + 1)
    return {bot: list(tables.values()) for bot, tables in found.items()}


def _margin(result: MatchResult, seat: int, rivals: Sequence[int]) -> float:
    if result.scores is None:
        return 0.0
    mine = result.scores[seat]
    theirs = [score for j in rivals if (score := result.scores[j]) is not None]
    ahead = mine - sum(theirs) / len(theirs) if mine is not None and theirs else 0.0
    return -ahead if result.lower_is_better else ahead


def _total(values: Sequence[float]) -> float:
    return round(fsum(values), _DIGITS)


def _points(tables: Sequence[_Encounter]) -> float:
    return _total([table.placement / table.matches for table in tables])


def _ranked(bots: Sequence[str], key: Callable[[str], tuple[float, ...]]) -> list[tuple[int, str]]:
    """Bots by falling key, then name; equal keys share a rank."""
    order = sorted(sorted(bots), key=lambda bot: tuple(-value for value in key(bot)))
    out: list[tuple[int, str]] = []
    for place, bot in enumerate(order, start=1):
        tied = bool(out) and key(out[-1][1]) == key(bot)
        out.append((out[-1][0] if tied else place, bot))
    return out


def round_robin(results: Sequence[MatchResult], bots: Sequence[str] | None = None) -> list[RoundRobinPlace]:
    """The order of a round robin: points, then direct encounter among those tied, then score margin; ties share a rank."""
    encounters = _encounters(results)
    every = sorted(set(bots or ()) | set(encounters))
    points = {bot: _points(encounters.get(bot, ())) for bot in every}
    margin = {bot: _total([t.margin / t.matches for t in encounters.get(bot, ())]) for bot in every}
    direct: dict[str, float] = {}
    places: dict[str, tuple[float, ...]] = {}

    def settle(group: list[str], so_far: tuple[float, ...], first: bool) -> None:
        """Order a group that is level so far. A group that direct encounter parts is asked again in its smaller groups."""
        results_within = _direct(group, encounters) if len(group) > 1 else None
        if first and results_within is not None:
            direct.update(results_within)
        if results_within is None or len(set(results_within.values())) < 2:
            for bot in group:
                places[bot] = (*so_far, margin[bot])
            return
        for value in sorted(set(results_within.values())):
            settle([bot for bot in group if results_within[bot] == value], (*so_far, value), False)

    for value in set(points.values()):
        settle([bot for bot in every if points[bot] == value], (value,), True)
    return [
        RoundRobinPlace(rank, bot, points[bot], direct.get(bot), margin[bot])
        for rank, bot in _ranked(every, lambda bot: places[bot])
    ]


def _direct(group: Sequence[str], encounters: Mapping[str, Sequence[_Encounter]]) -> dict[str, float] | None:
    """Each bot's result among the group, the mean over opponents of its mean result; None unless all have met."""
    out = {}
    for bot in group:
        means = []
        for rival in group:
            met = [table.against[rival] for table in encounters.get(bot, ()) if rival in table.against]
            if rival != bot:
                if not met:
                    return None
                means.append(sum(value for value, _ in met) / sum(number for _, number in met))
        out[bot] = round(fsum(means) / len(means), _DIGITS)
    return out


def buchholz(scores: Sequence[float], *, cut_low: int = 0, cut_high: int = 0, mean: bool = False) -> float:
    """The sum of the opponents' final scores (or their mean), without the lowest and highest so many.

    >>> buchholz([4, 2, 3, 4, 5, 6]), buchholz([4, 2, 3, 4, 5, 6], cut_low=1)
    (24.0, 22.0)
    """
    kept = sorted(scores)[cut_low : len(scores) - cut_high]
    total = float(sum(kept))
    return round(total / len(kept) if mean and kept else total, _DIGITS)


def swiss(
    results: Sequence[MatchResult],
    *,
    byes: Mapping[str, Sequence[float]] | None = None,
    seeds: Sequence[str] | None = None,
) -> list[SwissPlace]:
    """The order of a Swiss. `byes` are the points given for each bye; `seeds` the bots, first seed first (default: by name).

    With tables of three and more, Buchholz numbers are means over opponents instead of sums. A bye counts as an
    opponent with the bot's own final score (FIDE C.07, 2024).
    """
    encounters = _encounters(results)
    byes = byes or {}
    listed = list(seeds or ())
    every = listed + sorted((set(encounters) | set(byes)) - set(listed))
    seed = {bot: number for number, bot in enumerate(every, start=1)}
    many = any(result.seats > 2 for result in results)
    points = {bot: _total([_points(encounters.get(bot, ())), *byes.get(bot, ())]) for bot in every}
    rows: dict[str, SwissPlace] = {}
    for bot in every:
        tables = encounters.get(bot, ())
        met = [(points[rival], value / number) for table in tables for rival, (value, number) in table.against.items()]
        met += [(points[bot], bye) for bye in byes.get(bot, ())]
        scores = [score for score, _ in met]
        rows[bot] = SwissPlace(
            rank=0,
            bot=bot,
            points=points[bot],
            buchholz_cut1=buchholz(scores, cut_low=1, mean=many),
            buchholz=buchholz(scores, mean=many),
            median_buchholz=buchholz(scores, cut_low=1, cut_high=1, mean=many),
            sonneborn_berger=_total([score * value for score, value in met]),
            wins=sum(table.wins for table in tables),
            seed=seed[bot],
        )

    def key(bot: str) -> tuple[float, ...]:
        row = rows[bot]
        return (row.points, row.buchholz_cut1, row.buchholz, row.sonneborn_berger, row.wins, -row.seed)

    return [msgspec.structs.replace(rows[bot], rank=rank) for rank, bot in _ranked(every, key)]
