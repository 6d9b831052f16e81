"""The official rating: Plackett-Luce with ties and seat effects by maximum likelihood, with intervals clustered by table.

At two seats it is Bradley-Terry with first-player advantage and draws (Bradley and Terry 1952; Davidson 1970; Davidson
and Beaver 1977). The strength of bot i in seat s is theta_i + beta_s; that of a side is its members' mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import msgspec
import numpy as np

from arena.ratings import field
from arena.ratings.design import Design, Floats, design
from arena.ratings.likelihood import Likelihood
from arena.ratings.results import MatchResult, names_of
from arena.ratings.scale import ELO
from arena.ratings.student import ROUGH, normal_cdf, student_quantile

__all__ = ["Estimate", "Fit", "Model", "NoMaximum", "estimate", "fit", "superiority"]

_GHOST = 0.5  # the weight of a pseudo win, and of a pseudo loss
_SEAT_SPREAD, _TIE_SPREAD = 2.0, 3.0  # standard deviations of the shrinkage of beta and log delta


class Model(msgspec.Struct, frozen=True):
    """What the likelihood has beside the matches. The official rating has it all."""

    ghosts: bool = True
    """For each bot a win and a loss of weight 0.5 against a ghost at 0."""
    shrinkage: bool = True
    """-beta^2 / (2 * 2^2) for each seat effect and -(log delta)^2 / (2 * 3^2) for each tie size."""
    seat_effects: bool = True


class NoMaximum(ArithmeticError):
    """Without ghosts or shrinkage these results have no finite estimate."""


class Estimate(msgspec.Struct, frozen=True):
    """A number on the Elo scale and how sure it is. None where the tables are too few to say."""

    elo: float
    se: float | None
    """The standard error: the larger of the next two."""
    low: float | None
    high: float | None
    tables: int
    """How many tables it rests on."""
    rough: bool
    """Whether they are so few that the interval is rough."""
    plain_se: float | None = None
    """As if all matches were independent."""
    sandwich_se: float | None = None
    """Clustered by table."""


@dataclass(frozen=True)
class Fit:
    """Strengths on one scale. n bots with a match that says something; the others stand at the mean, without interval."""

    design: Design
    model: Model
    others: list[str]
    """Bots none of whose matches says anything."""
    parameters: Floats
    """theta (n,), seat effects, log deltas; theta sums to 0."""
    information: Floats
    """The negative Hessian without ghosts and shrinkage."""
    covariance: Floats
    """(P, P): the inverse of the negative Hessian, within sum of theta = 0."""
    sandwich: Floats
    """(P, P): clustered by table, less the factor G / (G - 1), in which G depends on the bot."""
    log_likelihood: float
    """Of the matches alone."""

    @property
    def bots(self) -> list[str]:
        """All bots, sorted."""
        return sorted([*self.design.bots, *self.others])

    @cached_property
    def _number(self) -> dict[str, int]:
        return {bot: i for i, bot in enumerate(self.design.bots)}

    @cached_property
    def thetas(self) -> dict[str, float]:
        """The log strength of each bot, 0 the mean."""
        rated = {bot: float(self.parameters[i]) for bot, i in self._number.items()}
        return {bot: rated.get(bot, 0.0) for bot in self.bots}

    @property
    def seat_effects(self) -> dict[tuple[int, int], float]:
        """(number of seats, seat) -> log strength that the seat adds; the first seat's is 0."""
        n = len(self.design.bots)
        return {key: float(self.parameters[n + i]) for i, key in enumerate(self.design.seat_effects)}

    @property
    def log_deltas(self) -> dict[int, float]:
        """Size of a tie -> the log of its delta."""
        n = len(self.design.bots) + len(self.design.seat_effects)
        return {size: float(self.parameters[n + i]) for i, size in enumerate(self.design.tie_sizes)}

    def tables(self, bot: str) -> int:
        """At how many tables the bot sat in a match that says something."""
        return int(self.design.tables_of[self._number[bot]]) if bot in self._number else 0

    @cached_property
    def unbeaten(self) -> list[str]:
        """Bots that nobody ever came ahead of or level with: shown with >."""
        return field.unbeaten(self.design)

    @cached_property
    def winless(self) -> list[str]:
        """Bots that never came ahead of or level with anybody: shown with <."""
        return field.winless(self.design)

    @cached_property
    def parts(self) -> list[list[str]]:
        """The parts of the field that never met; one if all is well."""
        return field.parts(self.design)

    @cached_property
    def one_sided(self) -> list[list[str]]:
        """Groups between which every result went one way; one if all is well."""
        return field.one_sided(self.design)

    @cached_property
    def unidentified(self) -> tuple[list[str], bool]:
        """Bots whose strength these matches do not fix, and whether seats (True) or partners (False) are to blame."""
        return field.unidentified(self.design, self.information)

    def contrast(self, weights: Mapping[str, float], level: float = 0.95) -> Estimate:
        """The weighted sum of strengths, each measured against the mean of the field, in Elo."""
        return estimate([(self, weights)], level=level)

    def rating(self, bot: str, level: float = 0.95) -> Estimate:
        """The bot against the mean of the field."""
        return self.contrast({bot: 1.0}, level)

    def difference(self, a: str, b: str, level: float = 0.95) -> Estimate:
        """How much stronger a is than b."""
        return self.contrast({a: 1.0, b: -1.0} if a != b else {a: 0.0}, level)

    def variances(self, weights: Mapping[str, float]) -> tuple[float, float, float, int]:
        """Of a contrast: its log strength, its plain variance, its clustered one, and its number of tables.

        The clustered variance is 0 with less than two tables. The tables are those of the bot that has fewest.
        """
        used = {bot: weight for bot, weight in weights.items() if weight != 0.0}
        unknown = sorted(set(used) - set(self.thetas))
        if unknown:
            raise ValueError(f"no such bot in these results: {', '.join(unknown)}")
        # theta sums to 0 and both covariances are centred, so a bot's own entry is already against the mean of the field.
        rated = [(self._number[bot], weight) for bot, weight in sorted(used.items()) if bot in self._number]
        where, c = np.array([i for i, _ in rated], dtype=np.int64), np.array([weight for _, weight in rated])
        square = np.ix_(where, where)
        tables = min((self.tables(bot) for bot in used), default=self.design.tables)
        value = float(c @ self.parameters[where])
        plain = float(c @ self.covariance[square] @ c)
        clustered = float(c @ self.sandwich[square] @ c) * tables / (tables - 1) if tables > 1 else 0.0
        return value, plain, clustered, tables


def estimate(contrasts: Sequence[tuple[Fit, Mapping[str, float]]], *, level: float = 0.95) -> Estimate:
    """The sum of contrasts on independent scales, in Elo, with its interval at `level`.

    On each scale the variance is the larger of the plain and the clustered one; Student's t has G - 1 degrees, for
    several scales those of Welch and Satterthwaite (1947). With one table, or none, on any scale there is no interval.
    A contrast without any bot (an anchor against itself) is known exactly.
    """
    value = plain = clustered = both = spread = 0.0
    tables, fewest = 0, None
    for part, weights in contrasts:
        if not any(weights.values()):
            continue
        v, p, s, g = part.variances(weights)
        value += v
        plain += p
        clustered += s
        both += max(p, s)
        tables += g
        fewest = g if fewest is None else min(fewest, g)
        if g > 1:
            spread += max(p, s) ** 2 / (g - 1)
    elo = value * ELO
    if fewest is None:
        return Estimate(elo, 0.0, elo, elo, 0, False, 0.0, 0.0)
    if fewest < 2 or not both > 0.0:
        return Estimate(elo, None, None, None, tables, True)
    degrees = both**2 / spread
    se = sqrt(both) * ELO
    half = student_quantile((1.0 + level) / 2.0, degrees) * se
    rough = degrees + 1.0 < ROUGH - 1e-9
    return Estimate(elo, se, elo - half, elo + half, tables, rough, sqrt(plain) * ELO, sqrt(clustered) * ELO)


def superiority(difference: Estimate) -> float | None:
    """The likelihood of superiority, Phi(difference / SE), of a difference of two; None where it has no SE."""
    if difference.se is None or difference.se == 0.0:
        return None
    return normal_cdf(difference.elo / difference.se)


def fit(results: Sequence[MatchResult], model: Model | None = None) -> Fit:
    """The strengths under which these results are likeliest.

    The order of the results and of names makes no difference. Raises NoMaximum if ghosts or shrinkage are switched off
    and the results have no finite estimate without them.
    """
    model = model or Model()
    d = design(results, seat_effects=model.seat_effects)
    likelihood = Likelihood(d)
    at = _newton(likelihood, model)
    value, _, hessian = likelihood.derivatives(at)
    _, extra = _prior(likelihood, model, at)[1:]
    covariance = _inverse(likelihood, -(hessian + extra))
    return Fit(
        design=d, model=model, others=sorted(set(names_of(results)) - set(d.bots)), parameters=at, information=-hessian,
        covariance=covariance, sandwich=covariance @ likelihood.meat(at) @ covariance, log_likelihood=value,
    )  # fmt: skip


def _prior(likelihood: Likelihood, model: Model, at: Floats) -> tuple[float, Floats, Floats]:
    """What ghosts and shrinkage add to the log likelihood, its gradient and its Hessian."""
    n, ties = len(likelihood.design.bots), likelihood.first_tie
    value, gradient, curvature = 0.0, np.zeros(len(at)), np.zeros(len(at))
    if model.ghosts:
        theta = at[:n]
        value += float(_GHOST * theta.sum() - 2 * _GHOST * np.logaddexp(0.0, theta).sum())
        p = 0.5 * (1.0 + np.tanh(theta / 2.0))
        gradient[:n] = _GHOST - 2 * _GHOST * p
        curvature[:n] = -2 * _GHOST * p * (1.0 - p)
    if model.shrinkage:
        for part, deviation in ((slice(n, ties), _SEAT_SPREAD), (slice(ties, None), _TIE_SPREAD)):
            value -= float((at[part] ** 2).sum()) / (2.0 * deviation**2)
            gradient[part] -= at[part] / deviation**2
            curvature[part] -= 1.0 / deviation**2
    return value, gradient, np.diag(curvature)


def _centred(likelihood: Likelihood, matrix: Floats) -> Floats:
    """A negative Hessian kept to sum of theta = 0, and made invertible by a 1 in the direction left out."""
    n = len(likelihood.design.bots)
    out = matrix.copy()
    out[:n] -= out[:n].mean(axis=0)
    out[:, :n] -= out[:, :n].mean(axis=1, keepdims=True)
    out[:n, :n] += 1.0 / n
    return out


def _inverse(likelihood: Likelihood, matrix: Floats) -> Floats:
    """The covariance within sum of theta = 0."""
    n = len(likelihood.design.bots)
    if n == 0:
        return matrix
    try:
        out = np.linalg.inv(_centred(likelihood, matrix))
    except np.linalg.LinAlgError as error:
        raise NoMaximum(_HOPELESS) from error
    out[:n, :n] -= 1.0 / n
    return (out + out.T) / 2.0


_HOPELESS = "these results have no finite estimate without ghosts and shrinkage: some bot or seat always won, or parts never met"


def _newton(likelihood: Likelihood, model: Model) -> Floats:
    """The maximum, by Newton's method with the exact Hessian, halving steps that do not climb."""
    n = len(likelihood.design.bots)
    at = np.zeros(likelihood.size)
    if n == 0:
        return at
    value, gradient, hessian = _objective(likelihood, model, at)
    for _ in range(200):
        try:
            step = np.linalg.solve(_centred(likelihood, -hessian), gradient)
        except np.linalg.LinAlgError as error:
            raise NoMaximum(_HOPELESS) from error
        step[:n] -= step[:n].mean()
        largest = float(np.abs(step).max(initial=0.0))
        if largest < 1e-9:  # the next step would be its square
            return at + step
        if largest > 20.0:
            step *= 20.0 / largest
        gain = float(gradient @ step)
        before = value
        for _ in range(60):
            value, gradient, hessian = _objective(likelihood, model, at + step)
            # Near the top the value is flat to the last digit, and full steps are right.
            if gain < 1e-9 or value >= before + 1e-4 * gain:
                break
            step, gain = step / 2.0, gain / 2.0
        at = at + step
        if float(np.abs(at).max()) > 200.0:
            break
    raise NoMaximum(_HOPELESS)


def _objective(likelihood: Likelihood, model: Model, at: Floats) -> tuple[float, Floats, Floats]:
    """What is maximised, its gradient within sum of theta = 0, and its Hessian."""
    value, gradient, hessian = likelihood.derivatives(at)
    more, slope, curvature = _prior(likelihood, model, at)
    gradient = gradient + slope
    n = len(likelihood.design.bots)
    gradient[:n] -= gradient[:n].mean()
    return value + more, gradient, hessian + curvature
