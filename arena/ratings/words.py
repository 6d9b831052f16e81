"""What the standings say in words: notes beside a bot, warnings, and the sentences under a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.ratings.placements import Summary
from arena.ratings.plackett_luce import Estimate, Fit
from arena.ratings.results import MatchResult
from arena.ratings.student import ROUGH

__all__ = ["flag", "listed", "no_scores", "notes", "sentences", "warnings"]

_MOST_NAMES = 8


def listed(names: Sequence[str]) -> str:
    """`a, b and c`, long lists cut short."""
    if len(names) > _MOST_NAMES:
        names = [*names[: _MOST_NAMES - 1], f"{len(names) - _MOST_NAMES + 1} more"]
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}{'es' if what.endswith('ch') else 's'}"


def flag(bot: str, fits: Mapping[int, Fit]) -> str:
    """`>` for a bot unbeaten at every number of seats, `<` for a winless one: their Elo is a bound, not an estimate."""
    played = [fit for fit in fits.values() if fit.tables(bot)]
    if played and all(bot in fit.unbeaten for fit in played):
        return ">"
    if played and all(bot in fit.winless for fit in played):
        return "<"
    return ""


def notes(summary: Summary, rating: Estimate, fits: Mapping[int, Fit]) -> list[str]:
    """What a reader should know of one bot's row."""
    if not any(fit.tables(summary.bot) for fit in fits.values()):
        return ["not rated: no match of it says anything"]
    out = {">": ["always ahead"], "<": ["never ahead"]}.get(flag(summary.bot, fits), [])
    if rating.low is None:
        out.append("no interval: one table")
    elif rating.rough:
        out.append(f"rough interval: {_number(rating.tables, 'table')}" if rating.tables < ROUGH else "rough interval")
    if summary.faults:
        out.append(_number(summary.faults, "fault"))
    return out


def warnings(fits: Mapping[int, Fit], given: Mapping[str, float], used: Mapping[str, float]) -> list[str]:
    """What makes an order doubtful, at each number of seats."""
    out = []
    for seats, fit in sorted(fits.items()):
        where = f"At {seats} seats " if seats > 1 else "At one seat "
        parts = fit.parts
        if len(parts) > 1:
            names = "; ".join(listed(part) for part in parts[:_MOST_NAMES])
            out.append(
                f"{where}the field falls into {len(parts)} parts that never met ({names}): "
                "ratings compare within a part, not between parts."
            )
        else:
            out += _one_sided(fit, where)
        loose, by_seats = fit.unidentified
        if loose and by_seats:
            out.append(
                f"{where}the strengths of {listed(loose)} cannot be told from the seats they sat in; "
                "play each table from every seat."
            )
        elif loose:
            out.append(
                f"{where}single strengths of {listed(loose)} are not identifiable from these sides: the same bots were always "
                "partners, and only the strength of a side is known. Play more matches, with other partners."
            )
    dropped = sorted(set(given) - set(used))
    if dropped:
        out.append(f"No match of {listed(dropped)} says anything, so nothing could be anchored to it.")
    return out


def no_scores(results: Sequence[MatchResult]) -> list[str]:
    """A warning if bots played alone and no match has a score: then nothing tells them apart."""
    alone = [result for result in results if result.alone]
    if alone and all(score is None for result in alone for score in result.scores or ()):
        return ["No match has a score (each failed, or the game counts none), so nothing tells the bots apart."]
    return []


def _one_sided(fit: Fit, where: str) -> list[str]:
    """Groups between which all went one way; single unbeaten or winless bots have their flag already."""
    flagged = {*fit.unbeaten, *fit.winless}
    groups = [group for group in fit.one_sided if not (len(group) == 1 and group[0] in flagged)]
    if len(groups) < 2:
        return []
    names = "; ".join(listed(group) for group in groups[:_MOST_NAMES])
    return [
        f"{where}every result between these groups went one way, so only the half win and half loss that each bot is "
        f"given keep them at a finite distance: {names}."
    ]


def sentences(
    results: Sequence[MatchResult],
    fewest: int,
    most: int,
    tables: int,
    anchors: Mapping[str, float],
    level: float,
    *,
    rough: bool,
    flagged: bool,
) -> list[str]:
    """What the ratings and intervals are, and what they rest on. `fewest` and `most` tables of a rated bot."""
    matches = [result for result in results if result.counts]
    alone = [result for result in matches if result.alone]
    number = sum(result.matches for result in matches)
    span = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    at = _number(tables, "table") if not alone else f"{tables} deal{'s' * (tables != 1)}"
    rests_on = f"{_number(number, 'match')} at {at} ({span} for each bot)"
    placed = listed([f"{name} at {elo:g}" for name, elo in sorted(anchors.items())])
    model = "Plackett-Luce with ties and seat effects" if not alone else "Bradley-Terry with ties"
    out = [f"Elo by {model}, by maximum likelihood; it does not depend on the order of matches."]
    if alone:
        better = "lower" if alone[0].lower_is_better else "higher"
        out.append(
            f"Each two bots are compared on each deal: the {better} score is ahead, equal ones are level, a failed match is "
            "behind any score, and a fault behind all."
        )
    if anchors:
        against = "the anchor" if len(anchors) == 1 else "the mean of the anchors"
        out.append(f"All ratings are moved by the same number so that {against} stands where it was put: {placed}.")
    else:
        against = "the mean of the field"
        out.append("The mean of the field is shown as 1500; only differences mean something.")
    out.append(
        f"Intervals are {100 * level:g} %, against {against}, from {rests_on}; "
        f"the {'comparisons of one deal' if alone else 'matches of one table'} count together, not as independent."
    )
    if rough:
        what = "deal" if alone else "table"
        out.append(f"Under about {ROUGH} {what}s an interval is rough; with one {what} there is none.")
    if flagged:
        out.append("> and < mark bots that were always or never ahead: their rating is a bound.")
    faulty = sum(sum(result.offenders) if result.alone else any(result.offenders) for result in matches)
    if faulty:
        verb = "rests" if faulty == 1 else "rest"
        out.append(
            f"{faulty} of {_number(number, 'result')} {verb} on faults ({100 * faulty / number:.1f} %)."
        )
    void = sum(result.matches for result in results) - number
    if void:
        out.append(f"{_number(void, 'match')} {'counts' if void == 1 else 'count'} for nobody.")
    innocent = sum(not all(result.rated) for result in matches)
    if innocent:
        out.append(f"In {_number(innocent, 'match')} a partner's fault left a bot without a rated result.")
    return out
