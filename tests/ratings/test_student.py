"""Student's t and the normal curve, against values of scipy 1.x and of printed tables."""

from __future__ import annotations

import pytest

from arena.ratings.student import normal_cdf, student_cdf, student_quantile


@pytest.mark.parametrize(
    ("df", "t"),
    [(1, 12.706204736), (2, 4.3026527297), (5, 2.5705818356), (10, 2.2281388520), (19, 2.0930240544), (30, 2.0422724563),
     (100, 1.9839715185), (2.5, 3.574654842)],
)  # fmt: skip
def test_the_quantile_for_95_percent(df: float, t: float) -> None:
    assert student_quantile(0.975, df) == pytest.approx(t, rel=1e-9)


def test_one_degree_is_the_cauchy_curve() -> None:
    assert student_cdf(1.0, 1) == pytest.approx(0.75, abs=1e-14)
    assert student_quantile(0.9, 1) == pytest.approx(3.0776835372, rel=1e-10)


@pytest.mark.parametrize("df", [1, 2.3, 7, 40, 5000, 1e6])
@pytest.mark.parametrize("p", [1e-6, 0.01, 0.3, 0.5, 0.8, 0.975, 0.999999])
def test_quantile_and_distribution_are_inverse(df: float, p: float) -> None:
    assert student_cdf(student_quantile(p, df), df) == pytest.approx(p, rel=1e-9)


def test_with_many_degrees_it_is_the_normal_curve() -> None:
    assert student_quantile(0.975, 1e9) == pytest.approx(1.959963985, abs=1e-9)
    assert student_quantile(0.975, 9e6) == pytest.approx(1.959963985, abs=1e-6)
    assert normal_cdf(1.959963985) == pytest.approx(0.975, abs=1e-9)


@pytest.mark.parametrize(("p", "df"), [(0.0, 5), (1.0, 5), (0.5, 0)])
def test_there_is_no_quantile_outside(p: float, df: float) -> None:
    with pytest.raises(ValueError, match="no quantile"):
        student_quantile(p, df)
