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
from arena.reports.layout import place, wrap
from arena.reports.splits import splits_markdown
from arena.reports.tables import drawn, markdown
from arena.text import clean_line
from arena.tournaments import Plan, Results
from arena.tournaments.spec import Settled

CROSSTABLE_BOTS = 12
"""A crosstable of more bots does not fit a screen."""

HEADS = ["#", "bot", "Elo", "±95%", "matches", "place", "W", "T", "L", "faults", "ms"]
LONG_HEADS = ["rank", "bot", "Elo", "± 95 %", "matches", "placement", "won", "tied", "lost", "faults", "ms"]
LEGEND = (
    "place: mean share of the rivals beaten, 1 is always first. W, T, L: matches won, level for the first place, lost. "
    "ms: mean time of a decision."
)
HEADS_ALONE = ["#", "bot", "Elo", "±95%", "score", "±95%", "scored", "matches", "place", "faults", "ms"]
LONG_HEADS_ALONE = [
    "rank", "bot", "Elo", "± 95 %", "mean score", "± 95 %", "scored", "matches", "placement", "faults", "ms"
]  # fmt: skip
LEGEND_ALONE = (
    "score: mean over the matches that have one. scored: their share; the others failed. place: mean share of the other bots "
    "that did worse on the same deal, 1 is always best. ms: mean time of a decision."
)
_ALIGN = ["right", "left", *["right"] * 9]
_WIDE = 999
"""Half an interval of more Elo says only that nothing is known."""


def cells(row: Row) -> list[str]:
    """A row of standings as people read it, under HEADS."""
    return [
        str(row.rank), clean_line(row.bot, 40), f"{row.flag}{row.elo:.0f}", _half(row), str(row.matches),
        "–" if row.placement is None else f"{row.placement:.3f}", str(row.wins), str(row.ties), str(row.losses),
        str(row.faults) if row.faults else "", "–" if row.ms is None else f"{row.ms:.{1 if row.ms < 100 else 0}f}",
    ]  # fmt: skip


def cells_alone(row: Row) -> list[str]:
    """A row of standings at one seat as people read it, under HEADS_ALONE."""
    rank, bot, elo, half, matches, placement, _, _, _, faults, ms = cells(row)
    score = spread = "–"
    if row.score is not None:
        digits = 0 if abs(row.score) >= 1000 else 1 if abs(row.score) >= 100 else 2
        score = f"{row.score:.{digits}f}"
        if row.score_high is not None:
            spread = f"{row.score_high - row.score:.{digits}f}"
    scored = "–" if row.scored is None else f"{row.scored:.2f}"
    return [rank, bot, elo, half, score, spread, scored, matches, placement, faults, ms]


def _is_alone(rows: Sequence[Row]) -> bool:
    return any(row.scored is not None for row in rows)


def _half(row: Row) -> str:
    """How far the interval goes to either side (the wider one)."""
    if row.low is None or row.high is None:
        return "–"
    half = max(row.high - row.elo, row.elo - row.low)
    return f">{_WIDE}" if half > _WIDE else f"{half:.0f}"


def _table(rows: Sequence[Row], level: float, form: str = "text") -> str:
    alone = _is_alone(rows)
    short, long = (HEADS_ALONE, LONG_HEADS_ALONE) if alone else (HEADS, LONG_HEADS)
    drop = [] if any(row.faults for row in rows) else [short.index("faults")]
    if alone and all(row.scored in (None, 1.0) for row in rows):
        drop.append(short.index("scored"))
    keep = [column for column in range(len(short)) if column not in drop]
    heads = [head.replace("95", f"{100 * level:g}") for head in (short if form == "text" else long)]
    table = [cells_alone(row) if alone else cells(row) for row in rows]
    return drawn(
        [heads[column] for column in keep], [[line[column] for column in keep] for line in table],
        [_ALIGN[column] for column in keep], form,
    )  # fmt: skip


def standings_text(standings: Standings, *, by_seats: bool = False, quiet: bool = False) -> str:
    """The combined table, or with `by_seats` one for each size, and the sentences that belong under it.

    What holds for all sizes is said once, at the end. `quiet` leaves only tables and warnings.
    """
    tables: list[Standings | Table] = [*standings.sizes] if by_seats else [standings]
    if not tables or not standings.matches:
        return "No match is rated yet: only whole tables are, each played once from every seat (alone: by every bot)."
    said = [_under(table, quiet=quiet) for table in tables]
    common = [line for line in said[0] if all(line in lines for lines in said)]
    blocks = []
    for table, lines in zip(tables, said, strict=True):
        head = [_size(table)] if isinstance(table, Table) else []
        own = [wrap(line) for line in lines if line not in common]
        blocks.append("\n".join([*head, _table(table.rows, standings.level), *([""] if own else []), *own]))
    legend = LEGEND_ALONE if _is_alone(tables[0].rows) else LEGEND
    ends = [*map(wrap, common), *([] if quiet else [wrap(legend)])]
    return "\n\n".join([*blocks, *(["\n".join(ends)] if ends else [])])


def _size(table: Table) -> str:
    return f"Tables of {table.seats}" if table.seats > 1 else "Alone"


def _under(table: Standings | Table, *, quiet: bool = False) -> list[str]:
    """What stands under a table. The sentences name bots, so they are a stranger's text in part."""
    lines = table.warnings if quiet else [*table.warnings, *table.sentences, *_notes(table.rows)]
    return [clean_line(line, 4000) for line in lines]


def _notes(rows: Sequence[Row]) -> list[str]:
    """What is to be said of single bots and no column, flag or sentence says already."""
    told = ("rough", "no interval", "always ahead", "never ahead")
    return [
        f"{clean_line(row.bot, 40)}: {note}." for row in rows for note in row.notes
        if not note.startswith(told) and not note.endswith((" fault", " faults"))
    ]  # fmt: skip


def crosstable_text(table: Crosstable, form: str = "text") -> str:
    """Row against column: the row's mean result in percent, and in how many matches they met."""
    heads = ["#", "bot", *(str(column + 1) for column in range(len(table.bots)))]
    rows = [
        [str(i + 1), clean_line(bot, 40), *(
            "" if i == j or value is None else f"{100 * value:.0f} ({table.meetings[i][j]})"
            for j, value in enumerate(table.placement[i])
        )] for i, bot in enumerate(table.bots)
    ]  # fmt: skip
    text = drawn(heads, rows, ["right", "left", *["right"] * len(table.bots)], form)
    under = "Row against column: the mean result in percent (ahead 100, level 50), and in how many matches (alone: deals)."
    return f"{text}\n\n{wrap(under) if form == 'text' else under}"


def places_text(
    places: Sequence[RoundRobinPlace] | Sequence[SwissPlace], form: str = "text", *, quiet: bool = False
) -> str:
    """The order by points, with the numbers that break ties, in the order in which they do."""
    rows: list[list[str]]
    if not places or isinstance(places[0], SwissPlace):
        heads = ["#", "bot", "points", "cut 1", "Buchholz", "S-B", "won", "seed"]
        rows = [
            [str(p.rank), clean_line(p.bot, 40), f"{p.points:.2f}", f"{p.buchholz_cut1:.4g}", f"{p.buchholz:.4g}",
             f"{p.sonneborn_berger:.4g}", str(p.wins), str(p.seed)] for p in places if isinstance(p, SwissPlace)
        ]  # fmt: skip
        under = (
            "A round is worth the mean placement at its table, a bye 1/2; ties go by the columns from left to right. "
            "cut 1: Buchholz without the weakest rival; S-B: Sonneborn-Berger."
        )
    else:
        heads = ["#", "bot", "points", "direct encounter", "score margin"]
        rows = [
            [str(p.rank), clean_line(p.bot, 40), f"{p.points:.2f}", "" if p.direct is None else f"{p.direct:.3f}",
             f"{p.margin:+.4g}"] for p in places if isinstance(p, RoundRobinPlace)
        ]  # fmt: skip
        under = "A table (alone: a deal) is worth the mean placement at it; ties go by the columns from left to right."
    text = drawn(heads, rows, ["right", "left", *["right"] * (len(heads) - 2)], form)
    return text if quiet else f"{text}\n\n{wrap(under) if form == 'text' else under}"


def state_of(results: Results) -> str:
    """running, stopped or finished: a run that was killed could not write that it has stopped."""
    return "stopped" if results.state == "running" and not results.alive() else results.state


def state_text(results: Results) -> str:
    """The state in words, with how to go on."""
    state = state_of(results)
    if state != "stopped":
        return state
    killed = " (it was killed)" if results.state == "running" else ""
    return f"stopped{killed}; go on with the same command and --out {place(results.folder)} --resume"


def points_markdown(results: Results) -> str:
    """The file points.md."""
    return f"# {markdown(results.folder.name)}\n\n{places_text(results.places(), 'github')}\n"


def elo_markdown(results: Results) -> str:
    """The file elo.md."""
    standings = results.standings()
    said = _under(standings)
    parts = [f"# {markdown(results.folder.name)}", _facts(results), _table(standings.rows, standings.level, "github")]
    parts += ["\n".join(f"- {markdown(line)}" for line in said)]
    if len(standings.sizes) > 1:
        for size in standings.sizes:
            parts += [f"## {_size(size)}", _table(size.rows, standings.level, "github")]
            parts += ["\n".join(f"- {markdown(line)}" for line in _under(size) if line not in said)]
    parts += [splits_markdown(results.split(name)) for name in results.splits()]
    return "\n\n".join(parts) + "\n"


def _facts(results: Results) -> str:
    spec, meta, progress = results.spec, results.meta, results.progress()
    facts = [
        f"{spec.game}, rules {spec.rules}; {_who_meets(spec)}; "
        f"{progress.matches} matches; arena {meta.get('arena')}",
        f"deals {'guessable: from seed ' + str(spec.seed) if spec.seed is not None else 'secret'}; "
        f"commitment `{meta.get('commitment')}`; bots ran {'trusted' if spec.trusted else 'unsandboxed'}",
    ]
    if results.state != "finished":
        facts.append(f"**{results.state}**: not all of it was played")
    return "\n".join(f"- {fact}" for fact in facts)


def _who_meets(spec: Settled) -> str:
    if spec.seats == [1]:
        return "every bot alone on the same deals"
    return f"{spec.format} at tables of {', '.join(map(str, spec.seats))}"


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
        "state": state_of(results),
        "spec": msgspec.to_builtins(results.spec),
        "commitment": results.meta.get("commitment"),
        "guessable": results.meta.get("guessable"),
        "standings": standings or results.standings(),
        "points": results.places(),
        "crosstable": results.crosstable(),
        "splits": [results.split(name) for name in results.splits()],
    }


def elo_json(results: Results) -> str:
    """The file elo.json."""
    return msgspec.json.format(msgspec.json.encode(standings_data(results)), indent=2).decode() + "\n"


def crosstable_markdown(results: Results) -> str:
    """The file crosstable.md."""
    return f"# {markdown(results.folder.name)}\n\n{crosstable_text(results.crosstable(), 'github')}\n"


def plan_text(plan: Plan, *, short: bool = False) -> str:
    """What a tournament will play, in words."""
    game = plan.game
    names = [clean_line(bot.name, 40) for bot in plan.found]
    bots = f"{len(names)} bots: {', '.join(names)}" if short else f"{len(names)} bots"
    lines = [f"{game.title or game.name}, rules {game.rules}; {bots}", *plan.left_out, plan.schedule.describe()]
    asked, total = plan.spec.matches, plan.schedule.total()
    if asked is not None and total is not None and total > asked:
        lines.append(f"That is more than {asked}: one whole unit of each size is played at least, in which all bots play alike.")
    lines = [wrap(line) for line in lines]
    if not short:
        width = max(map(len, names))
        lines += [f"  {name:{width}}  {clean_line(bot.source)}" for name, bot in zip(names, plan.found, strict=True)]
    return "\n".join(lines)


def plan_data(plan: Plan) -> dict[str, Any]:
    """What a tournament will play, as plain data."""
    return {
        "spec": msgspec.to_builtins(plan.spec),
        "bots": [{"name": bot.name, "source": bot.source} for bot in plan.found],
        "broken": plan.broken,
        "left_out": plan.left_out,
        "description": plan.schedule.describe(),
        "matches": plan.schedule.total(),
        "units": plan.schedule.units,
    }
