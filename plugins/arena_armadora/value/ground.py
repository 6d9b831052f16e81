"""How much a warrior counts for a mine, for many boards at once: a matter of flow.

Let something flow from a mine over every open edge, and leak a little on every square; the warrior's weight is what there
is on its own square. So it counts less with each step of the way, and little behind a gap that one more palisade would
close. The flow solves a linear system, the Laplacian of the open edges plus the leak. A palisade changes that matrix by a
product of one vector with itself, so that the flow after each of a hundred palisades comes from one inverse (Sherman and
Morrison, "Adjustment of an inverse matrix corresponding to a change in one element of a given matrix", Annals of
Mathematical Statistics 21, 1950).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena_armadora.board import EDGE_ENDS, MINES, SMALLEST, SQUARES, bits, inner_edges, territories

Floats = NDArray[np.float64]

LEAKS = (1.0, 0.3)
"""What leaks on a square for each 1 that flows over an edge: near a mine, and farther around it."""
REACHES = len(LEAKS) + 1
"""The weights of a square for a mine: one for each leak, and 1 or 0 by whether it is in the mine's territory."""

_MINES = list(MINES)
_ONE, _OTHER = (np.array(ends) for ends in zip(*EDGE_ENDS, strict=True))


class Ground(NamedTuple):
    """Some boards, made ready for counting."""

    weights: Floats
    """(boards, reaches, mines, squares): how much a warrior on the square counts for the mine."""
    mines: Floats
    """(boards, mines, mines): 1 where two mines are in one territory."""
    spare: Floats
    """(boards, mines): the free edges inside the mine's territory; 0 where it cannot be divided any more."""
    size: Floats
    """(boards, mines): the squares of the mine's territory."""


@lru_cache(maxsize=4096)
def _inverse(walls: int) -> Floats:
    """(leaks, squares, squares): the flow from every square to every other."""
    matrix = np.zeros((len(SQUARES), len(SQUARES)))
    for edge, (a, b) in enumerate(EDGE_ENDS):
        if not walls >> edge & 1:
            matrix[a, a] += 1
            matrix[b, b] += 1
            matrix[a, b] -= 1
            matrix[b, a] -= 1
    return np.linalg.inv(np.stack([matrix + leak * np.eye(len(SQUARES)) for leak in LEAKS]))


@lru_cache(maxsize=4096)
def _inside(parts: tuple[int, ...]) -> tuple[Floats, tuple[int, ...]]:
    """Of these territories (mines, squares): 1 in the mine's territory; and the edges inside that, as a mask, by mine."""
    inside = np.zeros((len(MINES), len(SQUARES)))
    edges = [0] * len(MINES)
    for part in parts:
        here = [i for i, mine in enumerate(MINES) if part >> mine & 1]
        squares = list(bits(part))
        for i in here:
            inside[i, squares] = 1.0
            edges[i] = inner_edges(part)
    return inside, tuple(edges)


def survey(walls: int, added: Sequence[tuple[int, ...]], boards: Sequence[tuple[int, int]]) -> Ground:
    """The boards that have one or two more palisades than `walls`, or none.

    `added`: for each board the edges that are new, equally many for all; `boards`: its walls, and its legal edges (0 if
    there is no palisade left).
    """
    inverse = _inverse(walls)
    columns = inverse[:, :, _MINES][None]  # (boards, leaks, squares, mines)
    if added and added[0]:
        edges = np.array(added)
        first = _difference(inverse, edges[:, 0])
        columns = _without(columns, first, edges[:, 0])
        if edges.shape[1] > 1:
            second = _difference(inverse, edges[:, 1])
            gap = _across(first, edges[:, 1]) / (1.0 - _across(first, edges[:, 0]))
            columns = _without(columns, second + first * gap[:, :, None], edges[:, 1])
    flow = columns.swapaxes(2, 3)
    flow = flow / flow[:, :, range(len(MINES)), _MINES][..., None]
    known = [_inside(territories(board)) for board, _ in boards]
    inside = np.stack([part for part, _ in known])
    size = inside.sum(axis=2)
    spare = np.array(
        [[(inner & free).bit_count() for inner in edges] for (_, edges), (_, free) in zip(known, boards, strict=True)],
        dtype=float,
    )
    spare[size < 2 * SMALLEST] = 0.0
    weights = np.concatenate([np.broadcast_to(flow, (len(boards), *flow.shape[1:])), inside[:, None]], axis=1)
    return Ground(weights, inside[:, :, _MINES], spare, size)


def survey_all(boards: Sequence[tuple[int, int]]) -> Ground:
    """Any boards, by their walls and legal edges; quick for those that have hardly more palisades than all have in common."""
    common = -1
    for walls, _ in boards:
        common &= walls
    groups: dict[tuple[int, int], list[int]] = {}
    for i, (walls, _) in enumerate(boards):
        more = (walls & ~common).bit_count()
        groups.setdefault((common, more) if more <= 2 else (walls, 0), []).append(i)
    parts, order = [], []
    for (walls, _), group in groups.items():
        parts.append(survey(walls, [tuple(bits(boards[i][0] & ~walls)) for i in group], [boards[i] for i in group]))
        order += group
    back = np.argsort(order)
    return Ground(*(np.concatenate(fields)[back] for fields in zip(*parts, strict=True)))


def _difference(inverse: Floats, edges: NDArray[np.int_]) -> Floats:
    """(boards, leaks, squares): the flow from one end of the edge less that from the other."""
    gap: Floats = inverse[:, :, _ONE[edges]] - inverse[:, :, _OTHER[edges]]
    return gap.transpose(2, 0, 1)


def _across(flow: Floats, edges: NDArray[np.int_]) -> Floats:
    """(boards, leaks): what the flow differs by between the ends of the board's edge."""
    rows = np.arange(len(edges))
    across: Floats = flow[rows, :, _ONE[edges]] - flow[rows, :, _OTHER[edges]]
    return across


def _without(columns: Floats, gap: Floats, edges: NDArray[np.int_]) -> Floats:
    """The flow to the mines when these edges are closed, by the formula of Sherman and Morrison."""
    scale = gap[:, :, _MINES] / (1.0 - _across(gap, edges))[:, :, None]
    return columns + gap[..., None] * scale[:, :, None, :]
