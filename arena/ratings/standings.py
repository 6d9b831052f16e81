"""The standings: one row a bot, and the sentences that belong under the table. Every number is computed here once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from arena.ratings import words
from arena.ratings.combined import Scale, anchored, combine
from arena.ratings.placements import Summary, summaries, tally
from arena.ratings.plackett_luce import Fit, Model, fit
from arena.ratings.results import MatchResult

__all__ = ["Row", "Standings", "Table", "standings"]

_EQUAL = 1e-6  # Elo: less apart than this is a shared rank


class Row(msgspec.Struct, frozen=True):
    """A bot's row. Elo and its interval are on the scale that the sentences name; None where there is no interval."""

    rank: int
    bot: str
    flag: str
    """">" if nobody ever came ahead of it or level, "<" if it never did, else ""."""
    elo: float
    low: float | None
    high: float | None
    se: float | None
    tables: int
    matches: int
    wins: int
    ties: int
    losses: int
    placement: float | None
    """The mean placement, 0..1."""
    placement_low: float | None
    placement_high: float | None
    points: float
    faults: int
    unrated: int
    """Matches in which it sat and was not rated."""
    ms: float | None
    """Milliseconds a decision."""
    notes: list[str]
    score: float | None = None
    """Alone: the mean score of the matches that have one."""
    score_low: float | None = None
    score_high: float | None = None
    scored: float | None = None
    """Alone: the share of its matches that have a score; None at tables."""


class Table(msgspec.Struct, frozen=True):
    """The standings at one number of seats."""

    seats: int
    rows: list[Row]
    warnings: list[str]
    sentences: list[str]


class Standings(msgspec.Struct, frozen=True):
    """The standings over all numbers of seats, and those of each."""

    rows: list[Row]
    warnings: list[str]
    """What a reader must know before he trusts an order."""
    sentences: list[str]
    """What stands under the table."""
    sizes: list[Table]
    level: float
    anchors: dict[str, float]
    """Those in use; empty if the mean stands at 1500."""
    matches: int
    tables: int


def standings(
    results: Sequence[MatchResult],
    *,
    anchors: Mapping[str, float] | None = None,
    bots: Sequence[str] = (),
    level: float = 0.95,
    model: Model | None = None,
) -> Standings:
    """Rate `results` and lay them out. `bots` names some that must have a row though they may not have played.

    `anchors` (name -> Elo) move all ratings by the mean of what they are off by. Raises ValueError for an anchor that
    is not among the bots.
    """
    by_size: dict[int, list[MatchResult]] = {}
    for result in results:
        by_size.setdefault(result.seats, []).append(result)
    given = dict(anchors or {})
    fits = {k: fit(some, model) for k, some in sorted(by_size.items()) if k > 1 or some[0].alone}
    tallies = tally(results, bots)
    per_size = {k: summaries(tallies, seats=k, level=level) for k in fits}
    total = summaries(tallies, level=level)
    unknown = sorted(set(given) - set(total))
    if unknown:
        raise ValueError(f"the anchor {', '.join(unknown)} is not among the bots: {', '.join(total)}")

    sizes = []
    for k, one in fits.items():
        usable = {bot: elo for bot, elo in given.items() if one.tables(bot)}
        rows = _rows(one, per_size[k], {k: one}, usable, level)
        under = _sentences(by_size[k], rows, {k: one}, usable, level)
        sizes.append(Table(k, rows, [*words.no_scores(by_size[k]), *words.warnings({k: one}, given, usable)], under))
    joined = combine(fits, {k: {bot: s.matches for bot, s in some.items()} for k, some in per_size.items()})
    usable = {bot: elo for bot, elo in given.items() if joined.shares.get(bot)}
    rows = _rows(joined, total, fits, usable, level)
    return Standings(
        rows=rows, warnings=[*words.no_scores(results), *words.warnings(fits, given, usable)],
        sizes=sizes, level=level, anchors=usable,
        sentences=[joined.sentence, *_sentences(results, rows, fits, usable, level)],
        matches=sum(result.matches for result in results), tables=sum(one.design.tables for one in fits.values()),
    )  # fmt: skip


def _rated(bot: str, fits: Mapping[int, Fit]) -> bool:
    return any(one.tables(bot) for one in fits.values())


def _rows(
    scale: Scale, summary: Mapping[str, Summary], fits: Mapping[int, Fit], anchors: Mapping[str, float], level: float
) -> list[Row]:
    """The rows, best first, the bots that are not rated last; bots level but for rounding share a rank."""
    rows = [_row(scale, one, fits, anchors, level) for one in summary.values()]
    rows.sort(key=lambda row: (not _rated(row.bot, fits), -row.elo, row.bot))
    out: list[Row] = []
    for place, row in enumerate(rows, start=1):
        above = out[-1] if out else None
        shared = above is not None and above.elo - row.elo < _EQUAL and _rated(above.bot, fits) == _rated(row.bot, fits)
        out.append(msgspec.structs.replace(row, rank=above.rank if above is not None and shared else place))
    return sorted(out, key=lambda row: (row.rank, row.bot))


def _row(scale: Scale, s: Summary, fits: Mapping[int, Fit], anchors: Mapping[str, float], level: float) -> Row:
    if _rated(s.bot, fits):
        rating = anchored(scale, s.bot, anchors, level)
    else:  # it stands where the mean of the field is
        rating = msgspec.structs.replace(anchored(scale, None, anchors, level), se=None, low=None, high=None)
    placement = s.placement
    return Row(
        rank=0, bot=s.bot, flag=words.flag(s.bot, fits), elo=rating.elo, low=rating.low, high=rating.high, se=rating.se,
        tables=s.tables, matches=s.matches, wins=s.wins, ties=s.ties, losses=s.losses,
        placement=placement.value if placement else None,
        placement_low=max(0.0, placement.low) if placement and placement.low is not None else None,
        placement_high=min(1.0, placement.high) if placement and placement.high is not None else None,
        points=s.points, faults=s.faults, unrated=s.unrated, ms=s.ms.value if s.ms else None,
        notes=words.notes(s, rating, fits),
        score=s.score.value if s.score else None, score_low=s.score.low if s.score else None,
        score_high=s.score.high if s.score else None, scored=s.scored.value if s.scored else None,
    )  # fmt: skip


def _sentences(
    results: Sequence[MatchResult],
    rows: Sequence[Row],
    fits: Mapping[int, Fit],
    anchors: Mapping[str, float],
    level: float,
) -> list[str]:
    resting = [row.tables for row in rows if _rated(row.bot, fits)]
    return words.sentences(
        results, min(resting, default=0), max(resting, default=0), sum(one.design.tables for one in fits.values()),
        anchors, level,
        rough=any(note.startswith(("rough", "no interval")) for row in rows for note in row.notes),
        flagged=any(row.flag for row in rows),
    )  # fmt: skip
