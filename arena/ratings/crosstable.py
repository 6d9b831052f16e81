"""Who did how well against whom."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from arena.ratings.results import MatchResult, names_of

__all__ = ["Crosstable", "crosstable"]


class Crosstable(msgspec.Struct, frozen=True):
    """Row against column, in the order of `bots`."""

    bots: list[str]
    placement: list[list[float | None]]
    """The mean result of the row's bot against the column's, 0..1: ahead 1, level 1/2; None if they never met."""
    meetings: list[list[int]]
    """In how many matches they sat on different sides, or alone how many deals both played, both rated."""


def crosstable(results: Sequence[MatchResult], bots: Sequence[str] | None = None) -> Crosstable:
    """The crosstable of `bots` (default: all, sorted)."""
    bots = list(bots) if bots is not None else names_of(results)
    number = {bot: i for i, bot in enumerate(bots)}
    n = len(bots)
    meetings = [[0] * n for _ in range(n)]
    doubled = [[0] * n for _ in range(n)]  # whole numbers, so that the order of matches cannot matter
    for result in results:
        ranks = result.ranks
        if ranks is None:
            continue
        sitting = [(number[bot], seat) for seat, bot in enumerate(result.bots) if result.rated[seat] and bot in number]
        for a, i in sitting:
            for b, j in sitting:
                if a != b and result.sides[i] != result.sides[j]:
                    meetings[a][b] += 1
                    doubled[a][b] += 2 if ranks[i] < ranks[j] else 1 if ranks[i] == ranks[j] else 0
    placement = [
        [half / (2 * met) if met else None for half, met in zip(halves, row, strict=True)]
        for halves, row in zip(doubled, meetings, strict=True)
    ]
    return Crosstable(bots, placement, meetings)
