"""Which palisades would divide a territory: alone, or two of them together.

It loads the board's geometry and no rules, so that the estimate and the bots can both use it.
"""

from __future__ import annotations

from functools import lru_cache

from arena_armadora.board import ALL_EDGES, EDGE_ENDS, Board, bits, mask_of, place


def _points() -> tuple[tuple[int, int], ...]:
    """Each edge's two ends, as corner points of squares: 0 is the border, the 28 inner points are 1 to 28."""

    def point(row: int, column: int) -> int:
        return 7 * (row - 1) + column if 1 <= row <= 4 and 1 <= column <= 7 else 0

    out = []
    for a, b in EDGE_ENDS:
        row, column = divmod(b, 8)
        out.append((point(row, column), point(row + 1, column) if b == a + 1 else point(row, column + 1)))
    return tuple(out)


POINTS = _points()


def joints(walls: int, free: int) -> dict[tuple[int, int], list[int]]:
    """The free edges by the two pieces of wall that they would join.

    A piece is a connected set of palisades (with the border as one piece), or a bare corner point. A palisade divides a
    territory if both its ends are of one piece; two palisades do it together if they join the same two pieces.
    """
    piece = list(range(29))
    for edge in bits(walls):
        a, b = POINTS[edge]
        a, b = piece[a], piece[b]
        if a != b:
            low, high = (a, b) if a < b else (b, a)
            piece = [low if p == high else p for p in piece]
    out: dict[tuple[int, int], list[int]] = {}
    for edge in bits(free):
        a, b = POINTS[edge]
        a, b = piece[a], piece[b]
        out.setdefault((a, b) if a < b else (b, a), []).append(edge)
    return out


def cutting_pairs(board: Board) -> list[tuple[int, int]]:
    """The pairs of edges that divide a territory together and not alone, and are legal together."""
    walls, lanes, free = board
    out = []
    for (one, other), edges in joints(walls, free).items():
        if one != other:
            for i, first in enumerate(edges[:-1]):
                after = place(walls, lanes, free, first)[2]
                out += [(first, second) for second in edges[i + 1 :] if after >> second & 1]
    return out


@lru_cache(maxsize=1 << 13)
def partners(walls: int, first: int) -> int:
    """The edges that divide a territory together with the palisade on edge `first`, which does nothing alone, as a mask."""
    free = ALL_EDGES & ~walls | 1 << first
    for (one, other), edges in joints(walls & ~(1 << first), free).items():
        if first in edges:
            return 0 if one == other else mask_of(edges) & ~(1 << first)
    return 0
