"""The Elo scale: what a difference in strength means."""

from __future__ import annotations

from math import exp, log

__all__ = ["ELO", "MEAN", "expected"]

ELO = 400.0 / log(10.0)
"""Elo of one unit of log strength: 173.7178."""
MEAN = 1500.0
"""What the mean of the field is shown as. An offset only."""


def expected(difference: float) -> float:
    """The expected result, 0..1, of a bot `difference` Elo stronger than its opponent: the logistic curve (Elo 1978).

    >>> round(expected(200), 4)
    0.7597
    """
    x = difference / ELO
    return 1.0 / (1.0 + exp(-x)) if x >= 0 else 1.0 - 1.0 / (1.0 + exp(x))
