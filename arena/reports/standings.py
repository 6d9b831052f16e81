"""Standings and crosstables as text, Markdown, CSV and JSON, all from the same rows."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any

import msgspec

from arena.ratings.crosstable import Crosstable
from arena.ratings.standings import Row, Standings, Table
from arena.ratings.tiebreaks import RoundRobinPlace, SwissPlace
from arena.text import clean_line
from arena.tournaments import Plan, Results

CROSSTABLE_BOTS = 12
"""A crosstable of more bots does not fit a screen."""

HEADS = ["rank", "bot", "Elo", "95 % interval", "matches", "placement", "won", "tied", "lost", "faults", "ms"]
_ALIGN = ["right", "left", *["right"] * 9]


def cells(row: Row) -> list[str]:
    """A row of standings as people read it, under HEADS."""
    interval = "–" if row.low is None or row.high is None else f"{row.low:.0f} … {row.high:.0f}"
    return [
        str(row.rank), clean_line(row.bot, 40), f"{row.flag}{row.elo:.0f}", interval, str(row.matches),
        "–" if row.placement is None else f"{row.placement:.3f}", str(row.wins), str(row.ties), str(row.losses),
        str(row.faults) if row.faults else "", "–" if row.ms is None else f"{row.ms:.1f}",
    ]  # fmt: skip


def _table(rows: Sequence[Row], level: float, form: str = "simple") -> str:
    from tabulate import tabulate

    heads = [f"{level:.0%} interval" if head.startswith("95") else head for head in HEADS]
    table = [cells(row) for row in rows]
    drop = [9] if not any(row.faults for row in rows) else []
    keep = [column for column in range(len(heads)) if column not in drop]
    if form == "github":
        table = [[_markdown(cell) for cell in line] for line in table]
    return tabulate(
        [[line[column] for column in keep] for line in table], [heads[column] for column in keep],
        tablefmt=form, disable_numparse=True, colalign=[_ALIGN[column] for column in keep],
    )  # fmt: skip


def _markdown(text: str) -> str:
    for old, new in (("\\", "\\\\"), ("|", "\\|"), ("<", "&lt;"), ("`", "\\`"), ("[", "\\["), ("*", "\\*")):
        text = text.replace(old, new)
    return text


def standings_text(standings: Standings, *, by_seats: bool = False) -> str:
    """The combined table, or with `by_seats` one for each size, and the sentences that belong under it."""
    if not by_seats:
        return "\n".join([_table(standings.rows, standings.level), "", *_under(standings)])
    blocks = []
    for size in standings.sizes:
        head = f"Tables of {size.seats}"
        blocks.append("\n".join([head, _table(size.rows, standings.level), "", *_under(size)]))
    return "\n\n".join(blocks) or "No matches are rated yet."


def _under(table: Standings | Table) -> list[str]:
    """What stands under a table. The sentences name bots, so they are a stranger's text in part."""
    return [clean_line(line, 4000) for line in [*table.warnings, *table.sentences, *_notes(table.rows)]]


def _notes(rows: Sequence[Row]) -> list[str]:
    """What is to be said of single bots; that an interval is rough stands under the table for all."""
    return [
        f"{clean_line(row.bot, 40)}: {note}." for row in rows for note in row.notes if not note.startswith("rough")
    ]


def crosstable_text(table: Crosstable, form: str = "simple") -> str:
    """Row against column: the row's mean result in percent, and in how many matches they met."""
    from tabulate import tabulate

    heads = ["", "bot", *(str(column + 1) for column in range(len(table.bots)))]
    show = _markdown if form == "github" else str
    rows = [
        [str(i + 1), show(clean_line(bot, 40)), *(
            "" if i == j or value is None else f"{100 * value:.0f} ({table.meetings[i][j]})"
            for j, value in enumerate(table.placement[i])
        )] for i, bot in enumerate(table.bots)
    ]  # fmt: skip
    align = ["right", "left", *["right"] * len(table.bots)]
    text = tabulate(rows, heads, tablefmt=form, disable_numparse=True, colalign=align)
    return f"{text}\n\nRow against column: the mean result in percent (ahead 100, level 50), and in how many matches."


def places_text(places: Sequence[RoundRobinPlace] | Sequence[SwissPlace], form: str = "simple") -> str:
    """The order by points, with the numbers that break ties, in the order in which they do."""
    from tabulate import tabulate

    show = _markdown if form == "github" else str
    if not places or isinstance(places[0], SwissPlace):
        heads = ["rank", "bot", "points", "Buchholz cut 1", "Buchholz", "Sonneborn-Berger", "won", "seed"]
        rows: list[list[Any]] = [
            [p.rank, show(clean_line(p.bot, 40)), f"{p.points:g}", f"{p.buchholz_cut1:.4g}", f"{p.buchholz:.4g}",
             f"{p.sonneborn_berger:.4g}", p.wins, p.seed] for p in places if isinstance(p, SwissPlace)
        ]  # fmt: skip
        under = "A round is worth the mean placement at its table, a bye 1/2; ties go by the columns from left to right."
    else:
        heads = ["rank", "bot", "points", "direct encounter", "score margin"]
        rows = [
            [p.rank, show(clean_line(p.bot, 40)), f"{p.points:g}", "" if p.direct is None else f"{p.direct:.3f}",
             f"{p.margin:+.4g}"] for p in places if isinstance(p, RoundRobinPlace)
        ]  # fmt: skip
        under = "A table is worth the mean placement at it; ties go by the columns from left to right."
    align = ["right", "left", *["right"] * (len(heads) - 2)]
    return f"{tabulate(rows, heads, tablefmt=form, disable_numparse=True, colalign=align)}\n\n{under}"


def points_markdown(results: Results) -> str:
    """The file points.md."""
    return f"# {_markdown(results.folder.name)}\n\n{places_text(results.places(), 'github')}\n"


def elo_markdown(results: Results) -> str:
    """The file elo.md."""
    standings = results.standings()
    parts = [f"# {_markdown(results.folder.name)}", _facts(results), _table(standings.rows, standings.level, "github")]
    parts += ["\n".join(f"- {_markdown(line)}" for line in _under(standings))]
    if len(standings.sizes) > 1:
        for size in standings.sizes:
            parts += [f"## Tables of {size.seats}", _table(size.rows, standings.level, "github")]
            parts += ["\n".join(f"- {_markdown(line)}" for line in _under(size))]
    return "\n\n".join(parts) + "\n"


def _facts(results: Results) -> str:
    spec, meta, progress = results.spec, results.meta, results.progress()
    facts = [
        f"{spec.game}, rules {spec.rules}; {spec.format} at tables of {', '.join(map(str, spec.seats))}; "
        f"{progress.matches} matches; arena {meta.get('arena')}",
        f"deals {'guessable: from seed ' + str(spec.seed) if spec.seed is not None else 'secret'}; "
        f"commitment `{meta.get('commitment')}`; bots ran {'trusted' if spec.trusted else 'unsandboxed'}",
    ]
    if results.state != "finished":
        facts.append(f"**{results.state}**: not all of it was played")
    return "\n".join(f"- {fact}" for fact in facts)


def elo_csv(results: Results) -> str:
    """The file elo.csv: the combined rows (seats empty) and those of each size. Numbers are not rounded."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    fields = [field.name for field in msgspec.structs.fields(Row)]
    writer.writerow(["seats", *fields])
    standings = results.standings()
    for seats, rows in [("", standings.rows), *((str(size.seats), size.rows) for size in standings.sizes)]:
        for row in rows:
            writer.writerow([seats, *(_csv(getattr(row, name)) for name in fields)])
    return out.getvalue()


def _csv(value: Any) -> Any:
    """A cell; what a spreadsheet would take for a formula is quoted."""
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    if isinstance(value, str):
        value = clean_line(value, 1000)
        return "'" + value if value[:1] in ("=", "+", "-", "@", "\t") else value
    return value


def standings_data(results: Results, standings: Standings | None = None) -> dict[str, Any]:
    """Standings and crosstable as plain data: what `--json` prints and elo.json holds."""
    return {
        "folder": results.folder.name,
        "state": results.state,
        "spec": msgspec.to_builtins(results.spec),
        "commitment": results.meta.get("commitment"),
        "guessable": results.meta.get("guessable"),
        "standings": standings or results.standings(),
        "points": results.places(),
        "crosstable": results.crosstable(),
    }


def elo_json(results: Results) -> str:
    """The file elo.json."""
    return msgspec.json.format(msgspec.json.encode(standings_data(results)), indent=2).decode() + "\n"


def crosstable_markdown(results: Results) -> str:
    """The file crosstable.md."""
    return f"# {_markdown(results.folder.name)}\n\n{crosstable_text(results.crosstable(), 'github')}\n"


def plan_text(plan: Plan, *, short: bool = False) -> str:
    """What a tournament will play, in words."""
    game = plan.game
    bots = ", ".join(clean_line(bot.name, 40) for bot in plan.found)
    lines = [f"{game.title or game.name}, rules {game.rules}; {len(plan.found)} bots: {bots}", *plan.left_out]
    lines.append(plan.schedule.describe())
    if not short:
        lines += [f"  {clean_line(bot.name, 40)}  {clean_line(bot.source)}" for bot in plan.found]
    return "\n".join(lines)


def plan_data(plan: Plan) -> dict[str, Any]:
    """What a tournament will play, as plain data."""
    return {
        "spec": msgspec.to_builtins(plan.spec),
        "bots": [{"name": bot.name, "source": bot.source} for bot in plan.found],
        "left_out": plan.left_out,
        "description": plan.schedule.describe(),
        "matches": plan.schedule.total(),
        "units": plan.schedule.units,
    }
