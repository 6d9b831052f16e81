"""Standings split by parts of matches, such as by role: one table a label, and one of bots against labels."""

from __future__ import annotations

from collections.abc import Sequence

from arena.ratings.splits import Split, SplitRow
from arena.ratings.student import ROUGH
from arena.reports.layout import wrap
from arena.reports.tables import drawn, markdown
from arena.text import clean_line

WITH_INTERVALS = 3
"""In a summary of more labels the means stand alone: their intervals would not fit a screen."""

NONE_YET = "No part is rated yet: only those of whole tables are, each played once from every seat."


def split_text(split: Split) -> str:
    """The summary, a table for each label, and what they rest on."""
    if not split.parts:
        return NONE_YET
    blocks = [f"By {split.name}\n{_summary(split, 'text')}"]
    blocks += [f"{clean_line(one.label, 40)}\n{_table(one.rows, split.level, 'text')}" for one in split.labels]
    return "\n\n".join([*blocks, "\n".join(map(wrap, _under(split)))])


def splits_markdown(split: Split) -> str:
    """A section of elo.md."""
    blocks = [f"## By {split.name}", _summary(split, "github"), "\n".join(f"- {line}" for line in _under(split))]
    for one in split.labels:
        blocks += [f"### {markdown(clean_line(one.label, 40))}", _table(one.rows, split.level, "github")]
    return "\n\n".join(blocks)


def _summary(split: Split, form: str) -> str:
    """Bots against labels."""
    columns = [{row.bot: row for row in one.rows} for one in split.labels]
    columns.append({row.bot: row for row in split.rows})
    short = len(split.labels) > WITH_INTERVALS
    heads = ["#", "bot", *(clean_line(one.label, 20) for one in split.labels), "all"]
    rows = [
        [str(row.rank), clean_line(row.bot, 40), *(_cell(column.get(row.bot), short) for column in columns)]
        for row in split.rows
    ]
    return drawn(heads, rows, ["right", "left", *["right"] * len(columns)], form)


def _cell(row: SplitRow | None, short: bool) -> str:
    if row is None or row.mean is None:
        return "–"
    half = _half(row)
    return f"{row.mean:.3f}" if short else f"{row.mean:.3f} {half if half == '–' else '±' + half:>6}"


def _table(rows: Sequence[SplitRow], level: float, form: str) -> str:
    heads = ["#", "bot", "mean", f"±{100 * level:g}%", "parts", "tables"]
    cells = [
        [str(row.rank), clean_line(row.bot, 40), "–" if row.mean is None else f"{row.mean:.3f}", _half(row),
         str(row.parts), str(row.tables)] for row in rows
    ]  # fmt: skip
    return drawn(heads, cells, ["right", "left", *["right"] * 4], form)


def _half(row: SplitRow) -> str:
    """How far the interval goes to either side (the wider one), or that there is none."""
    if row.mean is None or row.low is None or row.high is None:
        return "–"
    return f"{max(row.high - row.mean, row.mean - row.low):.3f}"


def _under(split: Split) -> list[str]:
    tables = f"{split.tables:,} {'table' if split.tables == 1 else 'tables'}"
    lines = [
        f"The mean result of each bot's parts, 0 to 1, from {split.parts:,} parts at {tables} (of all sizes). "
        f"Intervals are {100 * split.level:g} %; the parts of one table count together, not as independent."
    ]
    rows = [row for one in split.labels for row in one.rows]
    if any(row.rough for row in rows):
        lines.append(
            f"Under about {ROUGH} tables an interval is rough; – where one table, or tables all alike, show no spread."
        )
    lines.append("A bot that made a fault in a match has no parts of it here, and its partners have none.")
    return lines
