"""The log likelihood of Plackett-Luce with Davidson-Luce ties, its gradient, Hessian, and scores by table.

A stage with the sides A left chooses the set T with probability w(T) / sum of w over all T in A whose size is 1 or a
tie size seen, w(T) = delta_|T| (prod over T of exp z)^(1/|T|), delta_1 = 1 (Plackett 1975; Luce 1959; ties: Davidson
1970 for two, Turner, van Etten, Firth and Kosmidis 2020 for more). The log likelihood of the choices is linear in the
parameters less the log of that sum, so it is concave, and only different A need their sum computed.

The sum over |T| = t is delta_t e_t(exp(z/t)), e_t the elementary symmetric polynomial. Its derivatives are e_(t-1) and
e_(t-2) of the others: all terms are positive, nothing cancels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arena.ratings.design import Block, Design, Floats, Ints

__all__ = ["Likelihood", "Sums", "stage_sums"]

_BLOCK = 4_000_000  # numbers in one slice of the scores, so that memory stays modest


def _symmetric(rows: Sequence[Floats], order: int, like: Floats) -> Floats:
    """e_order of `rows`, elementwise; each row has the shape of `like`."""
    if order > len(rows):
        return np.zeros_like(like)
    sums = [np.ones_like(like)] + [np.zeros_like(like) for _ in range(order)]
    for number, row in enumerate(rows):
        for r in range(min(order, number + 1), 0, -1):
            sums[r] = sums[r] + row * sums[r - 1]
    return sums[order]


def _sum_at(places: Ints, values: Floats, length: int) -> Floats:
    """The sums of `values` at each place 0..length-1; both arrays have one shape."""
    return np.bincount(places.ravel(), values.ravel(), minlength=length).astype(np.float64, copy=False)


@dataclass(frozen=True)
class Sums:
    """The log sums of N stages with m sides each, and their derivatives. T tie sizes fit into m."""

    log_sum: Floats
    """(N,)"""
    by_side: Floats
    """(m, N): derivative by z of each side: its expected share of the choice."""
    by_tie: Floats
    """(T, N): derivative by log delta of each tie size: the probability of a tie of that size."""
    side_side: Floats | None
    """(m, m, N): second derivatives; None unless asked for, as the next."""
    tie_side: Floats | None
    """(T, m, N)"""


def stage_sums(z: Floats, ties: Sequence[tuple[int, float]], *, second: bool) -> Sums:
    """The sums for strengths z (m, N) and the (size, log delta) of each tie size of at most m."""
    m, n = z.shape
    top = z.max(axis=0)
    total, by_side = np.zeros(n), np.zeros((m, n))
    by_tie = np.zeros((len(ties), n))
    side_side = np.zeros((m, m, n)) if second else None
    tie_side = np.zeros((len(ties), m, n))
    for number, (t, log_delta) in enumerate([(1, 0.0), *ties], start=-1):
        x = np.exp((z - top) / t)
        delta = float(np.exp(log_delta))
        weight = delta * _symmetric(list(x), t, top)
        total += weight
        first = np.empty((m, n))
        for i in range(m):
            others = [x[k] for k in range(m) if k != i]
            first[i] = delta / t * x[i] * _symmetric(others, t - 1, top)
            if side_side is not None:
                side_side[i, i] += first[i] / t
                for j in range(i if t > 1 else 0):
                    rest = [x[k] for k in range(m) if k not in (i, j)]
                    side_side[i, j] += delta / t**2 * x[i] * x[j] * _symmetric(rest, t - 2, top)
        by_side += first
        if number >= 0:
            by_tie[number] = weight
            tie_side[number] = first
    by_side /= total
    by_tie /= total
    if side_side is None:
        return Sums(top + np.log(total), by_side, by_tie, None, None)
    for i in range(m):
        for j in range(i + 1):
            side_side[i, j] = side_side[i, j] / total - by_side[i] * by_side[j]
            side_side[j, i] = side_side[i, j]
    tie_side = tie_side / total - by_tie[:, None, :] * by_side[None, :, :]
    return Sums(top + np.log(total), by_side, by_tie, side_side, tie_side)


class Likelihood:
    """The log likelihood of a design at any parameters: a vector of `Design.none` numbers."""

    def __init__(self, design: Design) -> None:
        self.design = design
        self.size = design.none
        self.first_tie = len(design.bots) + len(design.seat_effects)
        d = design
        linear = _sum_at(d.members[d.chosen], d.weights[d.chosen] * d.shares[:, None], self.size + 1)
        self._linear = (linear + _sum_at(d.ties, np.ones(len(d.ties)), self.size + 1))[: self.size]

    def _sums(self, at: Floats, block: Block, *, second: bool) -> tuple[Sums, int]:
        d = self.design
        strengths = (np.append(at, 0.0)[d.members] * d.weights).sum(axis=1)
        m = block.sides.shape[1]
        fitting = [(size, float(at[self.first_tie + i])) for i, size in enumerate(d.tie_sizes) if size <= m]
        return stage_sums(strengths[block.sides.T], fitting, second=second), len(fitting)

    def value(self, at: Floats) -> float:
        """The log likelihood."""
        total = float(self._linear @ at)
        for block in self.design.blocks:
            sums, _ = self._sums(at, block, second=False)
            total -= float(block.counts @ sums.log_sum)
        return total

    def derivatives(self, at: Floats) -> tuple[float, Floats, Floats]:
        """The log likelihood, its gradient (P,) and its Hessian (P, P)."""
        d, width = self.design, self.size + 1
        value = float(self._linear @ at)
        by_side = np.zeros(len(d.members))
        by_tie = np.zeros(width)
        hessian = np.zeros(width * width)
        for block in d.blocks:
            sums, fitting = self._sums(at, block, second=True)
            assert sums.side_side is not None and sums.tie_side is not None
            value -= float(block.counts @ sums.log_sum)
            by_side += _sum_at(block.sides.T, sums.by_side * block.counts, len(by_side))
            ties = slice(self.first_tie, self.first_tie + fitting)
            by_tie[ties] += sums.by_tie @ block.counts
            hessian += self._side_side(block, sums.side_side)
            square = hessian.reshape(width, width)
            weighted = sums.by_tie * block.counts
            square[ties, ties] += np.diag(weighted.sum(axis=1)) - weighted @ sums.by_tie.T
            for i in range(fitting):
                row = self._spread(_sum_at(block.sides.T, sums.tie_side[i] * block.counts, len(d.members)))
                square[self.first_tie + i] += row
                square[:, self.first_tie + i] += row
        gradient = self._linear - (self._spread(by_side) + by_tie)[: self.size]
        return value, gradient, -hessian.reshape(width, width)[: self.size, : self.size]

    def _spread(self, by_side: Floats) -> Floats:
        """A sum over sides (U,) as one over parameters (P + 1,)."""
        d = self.design
        return _sum_at(d.members, d.weights * by_side[:, None], self.size + 1)

    def _side_side(self, block: Block, second: Floats) -> Floats:
        """The part of the Hessian that comes through strengths, ((P + 1)^2,)."""
        d, width = self.design, self.size + 1
        u = len(d.members)
        m = block.sides.shape[1]
        # Pairs of sides first: they are few; then each pair of their members.
        rows, columns = np.repeat(np.arange(m), m), np.tile(np.arange(m), m)
        pair = block.sides[:, rows].T * u + block.sides[:, columns].T
        weight = (second * block.counts).reshape(m * m, -1)
        if u * u <= 4 * pair.size:
            summed = _sum_at(pair, weight, u * u)
            pairs = np.flatnonzero(summed)
            summed = summed[pairs]
        else:
            pairs, inverse = np.unique(pair.ravel(), return_inverse=True)
            summed = _sum_at(inverse, weight, len(pairs))
        a, b = pairs // u, pairs % u
        total = np.zeros(width * width)
        for i in range(d.members.shape[1]):
            for j in range(d.members.shape[1]):
                where = d.members[a, i] * width + d.members[b, j]
                total += _sum_at(where, summed * d.weights[a, i] * d.weights[b, j], width * width)
        return total

    def meat(self, at: Floats) -> Floats:
        """The sum over tables of g g' (P, P), g the score of the table's matches together."""
        d, width = self.design, self.size + 1
        tables, places, values = [d.tie_tables], [d.ties], [np.ones(len(d.ties))]
        wide = d.members.shape[1]
        tables.append(np.repeat(d.chosen_tables, wide))
        places.append(d.members[d.chosen].ravel())
        values.append((d.weights[d.chosen] * d.shares[:, None]).ravel())
        for block in d.blocks:
            sums, fitting = self._sums(at, block, second=False)
            m = block.sides.shape[1]
            sides = block.sides[block.which]
            tables.append(np.repeat(block.tables, m * wide))
            places.append(d.members[sides].ravel())
            values.append(-(d.weights[sides] * sums.by_side.T[block.which][:, :, None]).ravel())
            for i in range(fitting):
                tables.append(block.tables)
                places.append(np.full(len(block.tables), self.first_tie + i))
                values.append(-sums.by_tie[i][block.which])
        table, place, value = np.concatenate(tables), np.concatenate(places), np.concatenate(values)
        step = max(1, _BLOCK // width)
        if d.tables > step:
            order = np.argsort(table, kind="stable")
            table, place, value = table[order], place[order], value[order]
        total = np.zeros((width, width))
        for start in range(0, d.tables, step):
            part = slice(*np.searchsorted(table, [start, start + step])) if d.tables > step else slice(None)
            rows = min(step, d.tables - start)
            scores = _sum_at((table[part] - start) * width + place[part], value[part], rows * width)
            square = scores.reshape(rows, width)
            total += square.T @ square
        return total[: self.size, : self.size]
