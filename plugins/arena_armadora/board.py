"""The board's geometry: squares, mines, edges, and which edges may still take a palisade.

Sets of squares and of edges are whole numbers used as bit masks: bit `i` stands for the square or edge with id `i`.
Square ids are 8 * row + column (0..39, a1 = 0); the edge between (r, c) and (r, c + 1) is 7 * r + c (0..34), the one
between (r, c) and (r + 1, c) is 35 + 8 * r + c (35..66). The ids fix every order (rules, "The board").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

COLUMNS = "abcdefgh"
ROWS = 5
SQUARES: tuple[str, ...] = tuple(f"{column}{row + 1}" for row in range(ROWS) for column in COLUMNS)
SQUARE_ID: dict[str, int] = {name: i for i, name in enumerate(SQUARES)}
ALL_SQUARES = (1 << len(SQUARES)) - 1
MINES: tuple[int, ...] = tuple(SQUARE_ID[name] for name in ("d1", "b2", "f2", "h2", "a4", "e4", "c5", "g5"))
MINE_MASK = sum(1 << mine for mine in MINES)
LAND = ALL_SQUARES & ~MINE_MASK
"""The 32 squares that can hold a warrior."""

EDGE_ENDS: tuple[tuple[int, int], ...] = tuple(
    [(8 * r + c, 8 * r + c + 1) for r in range(ROWS) for c in range(7)]
    + [(8 * r + c, 8 * r + c + 8) for r in range(ROWS - 1) for c in range(8)]
)
EDGES: tuple[str, ...] = tuple(f"{SQUARES[a]}|{SQUARES[b]}" for a, b in EDGE_ENDS)
EDGE_ID: dict[str, int] = {name: i for i, name in enumerate(EDGES)}
ALL_EDGES = (1 << len(EDGES)) - 1

Board = tuple[int, int, int]
"""The palisades: walls, lanes (see `place`) and legal edges."""

SMALLEST = 4
"""No territory may have fewer squares, mines and occupied squares included (rules, "The 4-square rule")."""


def bits(mask: int) -> Iterator[int]:
    """The ids in a mask, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(ids: Iterable[int]) -> int:
    """The mask with these ids in it."""
    out = 0
    for i in ids:
        out |= 1 << i
    return out


@lru_cache(maxsize=4096)
def territories(walls: int) -> tuple[int, ...]:
    """The territories that these palisades make: masks of squares, the one with the lowest square id first.

    >>> [part.bit_count() for part in territories(0)]
    [40]
    """
    east = 0  # squares whose right-hand edge is open
    for row in range(ROWS):
        east |= (~(walls >> 7 * row) & 0x7F) << 8 * row
    south = ~(walls >> 35) & 0xFFFFFFFF
    parts = []
    left = ALL_SQUARES
    while left:
        part, before = left & -left, 0
        while part != before:
            before = part
            part |= (part & east) << 1 | part >> 1 & east
            part |= (part & south) << 8 | part >> 8 & south
        parts.append(part)
        left &= ~part
    return tuple(parts)


_ENDS = tuple((edge, 1 << a | 1 << b) for edge, (a, b) in enumerate(EDGE_ENDS))


@lru_cache(maxsize=8192)
def inner_edges(part: int) -> int:
    """The edges with both their squares in `part`, walled or not, as a mask."""
    return sum(1 << edge for edge, ends in _ENDS if part & ends == ends)


# Which edges are legal, without any flood fill. An edge is illegal if it would close off a connected set of one, two or
# three squares: if all of that set's boundary but this edge is walled. There are 273 such sets. Each has a lane of four
# bits in one whole number, which counts the boundary edges still open, plus 6: the lane's top bit is set while two or
# more are open and falls away when only one is, and that one is then illegal for good. Placing a palisade is one
# subtraction, and states share the number when they are copied.

_LANE_BITS = 4


def _small_sets() -> list[frozenset[int]]:
    beside: dict[int, set[int]] = {square: set() for square in range(len(SQUARES))}
    for a, b in EDGE_ENDS:
        beside[a].add(b)
        beside[b].add(a)
    found = {frozenset([square]) for square in beside}
    newest = found
    for _ in range(SMALLEST - 2):
        newest = {old | {square} for old in newest for inside in old for square in beside[inside] - old}
        found = found | newest
    return sorted(found, key=lambda group: (len(group), sorted(group)))


_BOUNDARIES: tuple[int, ...] = tuple(
    mask_of(edge for edge, (a, b) in enumerate(EDGE_ENDS) if (a in group) != (b in group)) for group in _small_sets()
)
OPEN_LANES = sum((boundary.bit_count() + 6) << _LANE_BITS * i for i, boundary in enumerate(_BOUNDARIES))
"""The lanes of the empty board."""
_ONE: tuple[int, ...] = tuple(
    sum(1 << _LANE_BITS * i for i, boundary in enumerate(_BOUNDARIES) if boundary >> edge & 1)
    for edge in range(len(EDGES))
)
_TOP: tuple[int, ...] = tuple(one << _LANE_BITS - 1 for one in _ONE)


def place(walls: int, lanes: int, free: int, edge: int) -> Board:
    """Walls, lanes and legal edges after a palisade on `edge`, which must be one of the legal edges `free`.

    >>> walls, lanes, free = place(0, OPEN_LANES, ALL_EDGES, EDGE_ID["a1|b1"])
    >>> EDGES[list(bits(ALL_EDGES & ~free))[-1]]
    'a1|a2'
    """
    walls |= 1 << edge
    lanes -= _ONE[edge]
    free &= ~(1 << edge)
    top = _TOP[edge]
    critical = lanes & top ^ top
    while critical:
        low = critical & -critical
        free &= ~(_BOUNDARIES[(low.bit_length() - 1) // _LANE_BITS] & ~walls)
        critical ^= low
    return walls, lanes, free


def build(edges: Iterable[int]) -> Board:
    """Walls, lanes and legal edges of a board with palisades on these edges, in whatever order they came.

    Raises ValueError if they make a territory that is too small.
    """
    walls, lanes, free = 0, OPEN_LANES, ALL_EDGES
    for edge in edges:
        walls, lanes, free = place(walls, lanes, free, edge)
    small = [part for part in territories(walls) if part.bit_count() < SMALLEST]
    if small:
        squares = " ".join(SQUARES[i] for i in bits(small[0]))
        raise ValueError(f"these palisades close off {squares}: a territory has {SMALLEST} squares or more")
    return walls, lanes, free
