"""Bots that played the same deal alone, as one result: ranked by their scores."""

from __future__ import annotations

from collections.abc import Sequence

from arena.ratings.results import MatchResult

__all__ = ["ranked"]


def ranked(
    table: int | str,
    bots: Sequence[str],
    scores: Sequence[float | None],
    *,
    offenders: Sequence[bool] = (),
    lower_is_better: bool = False,
    faults: Sequence[int] = (),
    decisions: Sequence[int] = (),
    ms: Sequence[float] = (),
) -> MatchResult:
    """The result of a deal that each of `bots` played by itself, one entry a bot.

    The better score is ahead, equal ones are level. None, a match that failed, is behind every score; a bot that is out
    by its own fault is behind all others, and nothing is said about the order of several such bots.

    >>> ranked(0, ["a", "b", "c", "d"], [31, None, None, 28], offenders=[False, False, True, False]).ranks
    (1, 3, 4, 2)
    """
    out = tuple(offenders) or (False,) * len(bots)
    keys = [
        (2, 0.0) if faulty else (1, 0.0) if score is None else (0, score if lower_is_better else -score)
        for score, faulty in zip(scores, out, strict=True)
    ]
    return MatchResult(
        table=table, bots=tuple(bots), ranks=tuple(1 + sum(other < key for other in keys) for key in keys),
        last_is_open=any(out), offenders=out, scores=tuple(scores), faults=tuple(faults), decisions=tuple(decisions),
        ms=tuple(ms), alone=True, lower_is_better=lower_is_better,
    )  # fmt: skip
