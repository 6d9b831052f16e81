"""How each bot does in the parts of matches that a game names, such as its rounds as saboteur: means and intervals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from arena.ratings.placements import mean_by_table

__all__ = ["Split", "SplitLabel", "SplitRow", "split_of"]

_EQUAL = 1e-12  # means less apart than this differ by rounding only


class SplitRow(msgspec.Struct, frozen=True):
    """A bot's row, over the parts of one label, or of all."""

    rank: int
    bot: str
    parts: int
    tables: int
    mean: float | None
    """The mean result of its parts, 0..1; None if it has none."""
    low: float | None
    """The interval of the mean; None where the tables show no spread: one alone, or all of them alike."""
    high: float | None
    se: float | None
    rough: bool
    """Whether so few tables make the interval rough."""


class SplitLabel(msgspec.Struct, frozen=True):
    """One label, such as saboteur: the bots that have parts of it, best first."""

    label: str
    rows: list[SplitRow]


class Split(msgspec.Struct, frozen=True):
    """Results split by one thing, such as role."""

    name: str
    labels: list[SplitLabel]
    """Sorted by label, numbers in them by value."""
    rows: list[SplitRow]
    """All labels together: every bot, best first, those without parts last."""
    level: float
    parts: int
    tables: int


_Sums = dict[int | str, tuple[float, int]]  # table -> the sum of results there, and of how many parts


def split_of(
    name: str, parts: Iterable[tuple[int | str, str, str, float]], *, bots: Sequence[str] = (), level: float = 0.95
) -> Split:
    """Lay out the parts of one split, each (table, bot, label, result in 0..1). `bots` names some that may have none.

    A mean is that of a bot's parts, its interval that of `mean_by_table`: parts of one table share a deal and a bot's
    opponents, and count together, not as independent.
    """
    sums: dict[str, dict[str, _Sums]] = {}
    for table, bot, label, result in parts:
        own = sums.setdefault(label, {}).setdefault(bot, {})
        total, number = own.get(table, (0.0, 0))
        own[table] = total + result, number + 1
    everything: dict[str, _Sums] = {bot: {} for bot in bots}
    labels = sorted(sums, key=_by_value)
    for label in labels:  # in this order, so that sums have the same digits whichever table came first
        for bot, some in sums[label].items():
            all_of_it = everything.setdefault(bot, {})
            for table, (more, count) in some.items():
                total, number = all_of_it.get(table, (0.0, 0))
                all_of_it[table] = total + more, number + count
    rows = _rows(everything, level)
    return Split(
        name=name,
        labels=[SplitLabel(label, _rows(sums[label], level)) for label in labels],
        rows=rows,
        level=level,
        parts=sum(row.parts for row in rows),
        tables=len({table for some in everything.values() for table in some}),
    )


def _by_value(label: str) -> list[tuple[int, str]]:
    """Sorts "turn 10" after "turn 9"."""
    return [(int(piece), "") if piece.isdecimal() else (0, piece) for piece in re.split("([0-9]+)", label)]


def _rows(sums: Mapping[str, _Sums], level: float) -> list[SplitRow]:
    rows = [_row(bot, some, level) for bot, some in sums.items()]
    rows.sort(key=lambda row: (row.mean is None, -(row.mean or 0.0), row.bot))
    out: list[SplitRow] = []
    for place, row in enumerate(rows, start=1):
        above = out[-1] if out else None
        out.append(msgspec.structs.replace(row, rank=above.rank if above is not None and _level(above, row) else place))
    return sorted(out, key=lambda row: (row.rank, row.bot))


def _level(above: SplitRow, row: SplitRow) -> bool:
    if above.mean is None or row.mean is None:
        return above.mean is row.mean
    return above.mean - row.mean < _EQUAL


def _row(bot: str, sums: _Sums, level: float) -> SplitRow:
    mean = mean_by_table(sums.values(), level=level)
    if mean is None:
        return SplitRow(0, bot, 0, 0, None, None, None, None, True)
    number = sum(count for _, count in sums.values())
    if not mean.se or mean.low is None or mean.high is None:
        return SplitRow(0, bot, number, mean.tables, mean.value, None, None, None, True)
    return SplitRow(
        0, bot, number, mean.tables, mean.value, max(0.0, mean.low), min(1.0, mean.high), mean.se, mean.rough
    )
