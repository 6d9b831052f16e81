"""Deals that bots played alone: their order, and the rating from comparing each two of them."""

from __future__ import annotations

import math
import random

import pytest

from arena.ratings import MatchResult
from arena.ratings.alone import ranked
from arena.ratings.crosstable import crosstable
from arena.ratings.plackett_luce import Fit, Model, fit
from arena.ratings.standings import standings

BOTS = [("a", 0.8), ("b", 0.3), ("c", -0.2), ("d", -0.9)]


def deals(seed: int, number: int, *, fails_below: float = 0.5) -> list[MatchResult]:
    """Deals of unlike difficulty on which low scores are failures and close scores tie."""
    rng = random.Random(seed)
    out = []
    for table in range(number):
        hard = rng.gauss(0, 1.5)
        raw = [theta - math.log(rng.expovariate(1.0)) - hard for _, theta in BOTS]
        out.append(ranked(table, [bot for bot, _ in BOTS], [None if x < fails_below else round(x * 2) / 2 for x in raw]))
    return out


def as_pairs(results: list[MatchResult]) -> list[MatchResult]:
    """The same comparisons written as matches of two."""
    out = []
    for deal in results:
        assert deal.ranks is not None
        for i, one in enumerate(deal.bots):
            for j in range(i):
                out.append(MatchResult(deal.table, (one, deal.bots[j]), (deal.ranks[i], deal.ranks[j])))
    return out


def test_scores_rank_failures_come_after_them_and_faults_after_all() -> None:
    scores, out = [5, None, 7, 5, None, None], [False, False, False, False, True, True]
    assert ranked(0, list("abcdef"), scores, offenders=out).ranks == (2, 4, 1, 2, 5, 5)
    assert ranked(0, list("abcdef"), scores, offenders=out, lower_is_better=True).ranks == (1, 4, 3, 1, 5, 5)


def test_a_deal_stands_for_a_match_of_each_bot_at_one_seat() -> None:
    deal = ranked(0, ["a", "b", "c"], [1, 2, 3])
    assert (deal.seats, deal.matches, deal.alone) == (1, 3, True)


def test_the_rating_is_that_of_every_pair_compared_on_every_deal_without_seat_effects() -> None:
    alone = deals(1, 40)
    one, other = fit(alone), fit(as_pairs(alone), Model(seat_effects=False))
    assert not one.seat_effects and one.design.tables == 40
    for bot, _ in BOTS:
        ours, theirs = one.rating(bot), other.rating(bot)
        assert ours.elo == pytest.approx(theirs.elo) and ours.se == pytest.approx(theirs.se)
        assert ours.tables == 40


def test_neither_the_order_of_deals_nor_that_of_bots_matters() -> None:
    alone = deals(2, 30)
    turned = [ranked(deal.table, deal.bots[::-1], (deal.scores or ())[::-1]) for deal in reversed(alone)]
    for bot, _ in BOTS:
        assert fit(alone).rating(bot).elo == pytest.approx(fit(turned).rating(bot).elo, abs=1e-9)


def test_two_faulty_bots_say_nothing_of_each_other_and_all_others_beat_them() -> None:
    results = [ranked(n, ["a", "x", "y"], [1, None, None], offenders=[False, True, True]) for n in range(10)]
    found = fit(results)
    assert found.unbeaten == ["a"] and found.winless == ["x", "y"] and not found.design.level.any()


def test_a_deal_of_one_bot_counts_as_its_match_and_rates_nobody() -> None:
    rows = standings([*deals(3, 5), ranked(9, ["late"], [3])]).rows
    late = rows[-1]
    assert late.bot == "late" and late.matches == 1 and late.score == 3 and late.placement is None
    assert late.notes[0].startswith("not rated")


def test_the_crosstable_has_how_often_each_bot_was_ahead_on_the_same_deal() -> None:
    table = crosstable([ranked(0, ["a", "b"], [2, 1]), ranked(1, ["a", "b"], [2, 2]), ranked(2, ["a", "b"], [None, 0])])
    assert table.meetings[0][1] == 3 and table.placement[0][1] == pytest.approx(0.5)


def test_sixty_bots_that_tie_often_are_rated() -> None:
    rng = random.Random(4)
    names = [f"bot{number:02}" for number in range(60)]
    field = [ranked(n, names, [None if rng.random() < 0.5 else at // 6 + rng.randrange(8) for at in range(60)]) for n in range(4)]
    rows = standings(field).rows
    assert len(rows) == 60 and rows[0].bot > rows[-1].bot


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    truth: Fit = fit(deals(5, 6_000))
    held = 0
    for seed in range(150):
        found = fit(deals(1_000 + seed, 60))
        for bot, _ in BOTS:
            rating = found.rating(bot)
            assert rating.low is not None and rating.high is not None
            held += rating.low <= truth.rating(bot).elo <= rating.high
    assert 0.92 < held / 600 < 0.98
