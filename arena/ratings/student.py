"""The few distributions that intervals need: normal and Student's t."""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt
from statistics import NormalDist

__all__ = ["ROUGH", "normal_cdf", "student_cdf", "student_quantile"]

_NORMAL = NormalDist()
ROUGH = 20
"""Under this many tables an interval is rough."""


def normal_cdf(x: float) -> float:
    """P(N(0, 1) <= x)."""
    return _NORMAL.cdf(x)


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method (DLMF 8.17.22)."""
    tiny = 1e-300
    c, d = 1.0, 1.0 - (a + b) * x / (a + 1.0)
    d = 1.0 / (d if abs(d) > tiny else tiny)
    value = d
    for m in range(1, 10_000):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1.0 + numerator * d
            d = 1.0 / (d if abs(d) > tiny else tiny)
            c = 1.0 + numerator / c
            c = c if abs(c) > tiny else tiny
            value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return value


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function I_x(a, b), for 0 <= x <= 1."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1.0) / (a + b + 2.0):
        return front * _beta_fraction(a, b, x) / a
    return 1.0 - front * _beta_fraction(b, a, 1.0 - x) / b


def student_cdf(t: float, df: float) -> float:
    """P(T <= t) for Student's t with `df` > 0 degrees of freedom (need not be whole)."""
    tail = 0.5 * _incomplete_beta(df / 2.0, 0.5, df / (df + t * t))
    return 1.0 - tail if t > 0 else tail


@lru_cache(maxsize=4096)
def student_quantile(p: float, df: float) -> float:
    """The t with P(T <= t) = p for `df` > 0 degrees of freedom, 0 < p < 1; above 10^7 degrees, the normal's.

    >>> round(student_quantile(0.975, 10), 4)
    2.2281
    """
    if not (0.0 < p < 1.0 and df > 0.0):
        raise ValueError(f"no quantile of Student's t at p = {p} with {df} degrees of freedom")
    if df > 1e7:
        return _NORMAL.inv_cdf(p)
    if p < 0.5:
        return -student_quantile(1.0 - p, df)
    if p == 0.5:
        return 0.0
    tail = 1.0 - p
    low, high = 0.0, 1.0
    while _upper_tail(high, df) > tail:
        low, high = high, high * 2.0
    for _ in range(200):
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        if _upper_tail(middle, df) > tail:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def _upper_tail(t: float, df: float) -> float:
    """P(T > t) for t >= 0, without loss of digits far out."""
    if t * t < df:
        return 0.5 - 0.5 * _incomplete_beta(0.5, df / 2.0, t * t / (df + t * t))
    return 0.5 * _incomplete_beta(df / 2.0, 0.5, 1.0 / (1.0 + (t / sqrt(df)) ** 2))
