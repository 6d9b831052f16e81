"""Simulations with known strengths: 95 % intervals cover the truth about 95 times in a hundred.

The luck is exact: each bot's worth is its strength plus Gumbel noise, so that every match alone is Plackett-Luce with
those strengths. Where a table's matches share some of the noise (how a deal suits a bot, or what a seat was dealt),
they are no longer independent. Run with `-s` to see the coverage measured.
"""

from __future__ import annotations

import numpy as np
import pytest

from arena.ratings import MatchResult
from arena.ratings.plackett_luce import fit
from arena.ratings.scale import ELO
from arena.ratings.student import student_quantile

BOTS, SEATS, BIAS = 12, 4, (0.0, 0.35, -0.2, 0.1)


def tournament(
    rng: np.random.Generator, theta: np.ndarray, tables: int, suits: float, dealt: float
) -> list[MatchResult]:
    """So many tables, each played from every seat.

    With chance `suits` a bot keeps its luck through the matches of a table; else with chance `dealt` the seat does.
    """
    k = SEATS
    who = np.argsort(rng.random((tables, BOTS)), axis=1)[:, :k]
    of_bot, of_seat = rng.gumbel(size=(tables, k)), rng.gumbel(size=(tables, k))
    keeps = rng.random((tables, k)) < suits
    seat_keeps = rng.random((tables, k)) < dealt
    out = []
    for turn in range(k):
        places = (np.arange(k) + turn) % k  # the bot (of the table) in each seat
        noise = rng.gumbel(size=(tables, k))
        noise = np.where(seat_keeps, of_seat, noise)
        noise = np.where(keeps[:, places], of_bot[:, places], noise)
        worth = theta[who[:, places]] + np.array(BIAS) + noise
        ranks = 1 + np.argsort(np.argsort(-worth, axis=1), axis=1)
        names = who[:, places]
        out += [
            MatchResult(table, tuple(f"b{b:02}" for b in names[table].tolist()), tuple(ranks[table].tolist()))
            for table in range(tables)
        ]
    return out


def coverage(suits: float, dealt: float, *, tables: int, rounds: int, seed: int) -> tuple[float, float]:
    """The share of intervals that hold the truth: clustered by table, and as if all matches were independent."""
    rng = np.random.default_rng(seed)
    clustered = plain = counted = 0
    for _ in range(rounds):
        theta = rng.normal(0, 0.7, BOTS)
        theta -= theta.mean()
        model = fit(tournament(rng, theta, tables, suits, dealt))
        for i in range(BOTS):
            found = model.rating(f"b{i:02}")
            if found.low is None or found.high is None or found.plain_se is None:
                continue  # it sat at one table only
            counted += 1
            clustered += found.low <= theta[i] * ELO <= found.high
            plain += abs(found.elo - theta[i] * ELO) <= student_quantile(0.975, 1e6) * found.plain_se
    return clustered / counted, plain / counted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("luck", "suits", "dealt"), [("none", 0.0, 0.0), ("bots and seats", 0.35, 0.2), ("bots", 0.7, 0.0)]
)
def test_intervals_cover_with_seat_bias_and_deal_luck(luck: str, suits: float, dealt: float) -> None:
    clustered, plain = coverage(suits, dealt, tables=500, rounds=250, seed=20)
    print(f"luck of {luck}: 95 % intervals cover {100 * clustered:.1f} %, unclustered {100 * plain:.1f} %")
    assert 0.93 <= clustered <= 0.97
    if luck == "bots":
        assert plain < 0.9


@pytest.mark.slow
def test_luck_that_the_rotation_cancels_makes_intervals_safe_not_short() -> None:
    # The larger of the two errors is taken, so an interval is never shorter than with independent matches.
    clustered, _ = coverage(0.0, 0.8, tables=500, rounds=80, seed=21)
    print(f"luck of seats alone: 95 % intervals cover {100 * clustered:.1f} %")
    assert clustered >= 0.93


@pytest.mark.slow
@pytest.mark.parametrize("tables", [24, 60, 150])
def test_intervals_cover_with_few_tables(tables: int) -> None:
    clustered, plain = coverage(0.5, 0.0, tables=tables, rounds=250, seed=22)
    print(f"{tables} tables: 95 % intervals cover {100 * clustered:.1f} %, unclustered {100 * plain:.1f} %")
    assert 0.92 <= clustered <= 0.985
