"""The likelihood is the one that the books define, and its derivatives are its derivatives."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest

from arena.ratings import MatchResult
from arena.ratings.design import design
from arena.ratings.likelihood import Likelihood, stage_sums
from arena.ratings.plackett_luce import Fit, fit
from tests.ratings.make import played

FIELDS = {
    "two seats": {"bots": 4, "seats": 2, "tables": 8},
    "two seats with draws": {"bots": 4, "seats": 2, "tables": 10, "coarse": 1.0},
    "three seats": {"bots": 5, "seats": 3, "tables": 6},
    "three seats with ties": {"bots": 5, "seats": 3, "tables": 8, "coarse": 1.0},
    "three seats, winner takes all": {"bots": 5, "seats": 3, "tables": 8, "structural": True},
    "four seats": {"bots": 6, "seats": 4, "tables": 6},
    "four seats with ties": {"bots": 6, "seats": 4, "tables": 10, "coarse": 1.2},
    "four seats, winner takes all, ties and faults": {
        "bots": 6,
        "seats": 4,
        "tables": 10,
        "coarse": 1.0,
        "structural": True,
        "faults": 0.3,
    },
    "teams of two": {"bots": 6, "seats": 4, "tables": 8, "teams": True},
    "teams of two with draws and faults": {
        "bots": 6,
        "seats": 4,
        "tables": 12,
        "teams": True,
        "coarse": 0.8,
        "faults": 0.3,
    },
    "six seats with ties": {"bots": 7, "seats": 6, "tables": 4, "coarse": 1.5},
}


def field(name: str) -> list[MatchResult]:
    return played(11, **FIELDS[name])  # type: ignore[arg-type]


def by_the_book(results: Sequence[MatchResult], model: Fit) -> float:
    """The log likelihood by listing every set that could have been chosen: slow, and with nothing shared with the code."""
    deltas = {1: 0.0, **model.log_deltas}
    total = 0.0
    for result in results:
        assert result.ranks is not None
        members: dict[int, list[int]] = {}
        for seat in range(result.seats):
            if result.rated[seat]:
                members.setdefault(result.sides[seat], []).append(seat)
        z = {
            side: sum(model.thetas[result.bots[s]] + model.seat_effects.get((result.seats, s), 0.0) for s in seats)
            / len(seats)
            for side, seats in members.items()
        }
        rank = {side: result.ranks[seats[0]] for side, seats in members.items()}
        guilty = {side for side, seats in members.items() if result.offenders[seats[0]]}
        left = sorted(z, key=lambda side: rank[side])
        while len(left) > 1:
            chosen = [side for side in left if rank[side] == rank[left[0]]]
            if len(chosen) == len(left) > 1 and (result.last_is_open or set(left) <= guilty):
                break
            if result.last_is_open and len(chosen) > 1 and len(left) < len(z) and set(left) - set(chosen) <= guilty:
                break  # winner takes all: those behind the winner are level, whoever else is out
            weight = {
                some: deltas[len(some)] + sum(z[side] for side in some) / len(some)
                for size in deltas
                for some in itertools.combinations(sorted(left), size)
            }
            total += weight[tuple(sorted(chosen))] - math.log(sum(map(math.exp, weight.values())))
            left = [side for side in left if side not in chosen]
    return total


@pytest.mark.parametrize("name", FIELDS)
def test_it_equals_the_sum_over_all_sets_that_could_be_chosen(name: str) -> None:
    model = fit(field(name))
    assert model.log_likelihood == pytest.approx(by_the_book(field(name), model), rel=1e-12)


@pytest.mark.parametrize("name", FIELDS)
def test_gradient_and_hessian_are_the_numerical_ones(name: str) -> None:
    likelihood = Likelihood(design(field(name)))
    rng = np.random.default_rng(5)
    at = rng.normal(0, 0.7, likelihood.size)
    value, gradient, hessian = likelihood.derivatives(at)
    assert value == pytest.approx(likelihood.value(at), rel=1e-13)
    h = 1e-5
    for i, axis in enumerate(np.eye(likelihood.size) * h):
        slope = (likelihood.value(at + axis) - likelihood.value(at - axis)) / (2 * h)
        assert gradient[i] == pytest.approx(slope, abs=1e-5)
        bend = (likelihood.derivatives(at + axis)[1] - likelihood.derivatives(at - axis)[1]) / (2 * h)
        assert hessian[i] == pytest.approx(bend, abs=1e-6)


@pytest.mark.parametrize("name", FIELDS)
def test_the_scores_of_tables_are_their_gradients(name: str) -> None:
    results = field(name)
    whole = Likelihood(design(results))
    at = np.random.default_rng(6).normal(0, 0.5, whole.size)
    total = np.zeros((whole.size, whole.size))
    order = [*whole.design.bots, *whole.design.seat_effects, *whole.design.tie_sizes]
    for table in {result.table for result in results}:
        # One table more changes the gradient by its own score (a table alone may lack bots and sizes of ties).
        rest = [result for result in results if result.table != table]
        part = Likelihood(design(rest))
        names = [*part.design.bots, *part.design.seat_effects, *part.design.tie_sizes]
        if names != order:
            pytest.skip("a table of this field is the only one to show some tie")
        score = whole.derivatives(at)[1] - part.derivatives(at)[1]
        total += np.outer(score, score)
    assert whole.meat(at) == pytest.approx(total, abs=1e-9)


def test_memory_for_scores_is_bounded_and_slices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    likelihood = Likelihood(design(played(3, bots=6, seats=4, tables=40, coarse=1.0)))
    at = np.zeros(likelihood.size)
    whole = likelihood.meat(at)
    monkeypatch.setattr("arena.ratings.likelihood._BLOCK", 50)
    assert likelihood.meat(at) == pytest.approx(whole, abs=1e-10)


@pytest.mark.parametrize("far", [0.0, 50.0, 600.0])
def test_strengths_far_apart_overflow_nothing(far: float) -> None:
    z = np.array([[0.0], [far], [-far], [far / 2]])
    sums = stage_sums(z, [(2, 1.0), (3, -1.0), (4, 0.5)], second=True)
    assert sums.side_side is not None
    assert np.isfinite(sums.log_sum).all() and np.isfinite(sums.side_side).all()
    assert sums.by_side.sum() == pytest.approx(1.0)
