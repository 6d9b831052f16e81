"""Actions as strings: how they are written, and the lists of them that `legal` is put together from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from arena_armadora.board import EDGES, LAND, ROWS, SQUARES, bits

POWERS = (1, 2, 3, 4, 5)
RACES = ("elf", "goblin", "mage", "orc")
TOKENS = {"elf": 2, "goblin": 1, "mage": 2, "orc": 1}
"""How often each race may use its power in a match."""

WARRIOR, PALISADE, DONE, PASS, MAGE, GOBLIN, ORC, ELF, REINFORCE, RACE = range(10)
"""The kinds of action; a code is (kind, square or edge or race, power or 0)."""

LAND_SQUARES = tuple(bits(LAND))
WARRIORS = {(s, p): f"warrior {SQUARES[s]} {p}" for s in LAND_SQUARES for p in POWERS}
PALISADES = tuple(f"palisade {edge}" for edge in EDGES)
MAGES = {s: f"power mage {SQUARES[s]}" for s in LAND_SQUARES}
GOBLINS = {(s, p): f"power goblin {SQUARES[s]} {p}" for s in LAND_SQUARES for p in POWERS}
ORCS = tuple(f"power orc {edge}" for edge in EDGES)
ELVES = {s: f"power elf {SQUARES[s]}" for s in LAND_SQUARES}
REINFORCEMENTS = {s: f"reinforce {SQUARES[s]}" for s in LAND_SQUARES}
RACE_CHOICES = tuple(f"race {race}" for race in RACES)

CODES: dict[str, tuple[int, int, int]] = {
    "done": (DONE, 0, 0),
    "pass": (PASS, 0, 0),
    **{text: (WARRIOR, s, p) for (s, p), text in WARRIORS.items()},
    **{text: (PALISADE, edge, 0) for edge, text in enumerate(PALISADES)},
    **{text: (MAGE, s, 0) for s, text in MAGES.items()},
    **{text: (GOBLIN, s, p) for (s, p), text in GOBLINS.items()},
    **{text: (ORC, edge, 0) for edge, text in enumerate(ORCS)},
    **{text: (ELF, s, 0) for s, text in ELVES.items()},
    **{text: (REINFORCE, s, 0) for s, text in REINFORCEMENTS.items()},
    **{text: (RACE, race, 0) for race, text in enumerate(RACE_CHOICES)},
}
"""Every action that is written well, and what it says."""


def hidden(action: str) -> str:
    """An action as those see it who may not know its power.

    >>> hidden("warrior d3 2")
    'warrior d3 ?'
    """
    return action[:-1] + "?"


def walled(first: int, second: int | None) -> str:
    """A finished palisade action as the others are told: its edges in edge order.

    >>> walled(40, 2)
    'palisade c1|d1 f1|f2'
    """
    if second is None:
        return PALISADES[first]
    return f"{PALISADES[first]} {EDGES[second]}" if first < second else f"{PALISADES[second]} {EDGES[first]}"


# Lists are glued from ready pieces, made when they are first needed: one for each row of squares (and each set of powers
# in a reserve), one for each eight edges. A mask's bytes are the indices.

Pieces = tuple[tuple[tuple[str, ...], ...], ...]
"""By row or eight edges, then by the 8-bit mask of those that are meant: their actions."""


def _by_row(actions: Mapping[int, Sequence[str]]) -> Pieces:
    """Pieces for actions on squares: `actions` is land square -> what may be done there."""
    return tuple(
        tuple(tuple(text for s in bits(mask << 8 * row & LAND) for text in actions[s]) for mask in range(256))
        for row in range(ROWS)
    )


def _by_edges(actions: Sequence[str]) -> Pieces:
    """Pieces for actions on edges: `actions` has one for each edge."""
    return tuple(
        tuple(tuple(actions[first + i] for i in bits(mask) if first + i < len(EDGES)) for mask in range(256))
        for first in range(0, len(EDGES), 8)
    )


@cache
def row_pieces(kind: int, powers: int = 0) -> Pieces:
    """The actions of a kind on squares, by row; of warriors and goblins those with a power in `powers` (bit p-1)."""
    if kind in (WARRIOR, GOBLIN):
        texts = WARRIORS if kind == WARRIOR else GOBLINS
        return _by_row({s: [texts[s, p] for p in POWERS if powers >> p - 1 & 1] for s in LAND_SQUARES})
    return _by_row({s: [text] for s, text in {MAGE: MAGES, ELF: ELVES, REINFORCE: REINFORCEMENTS}[kind].items()})


@cache
def edge_pieces(kind: int) -> Pieces:
    """The actions of a kind on edges, by eight edges: palisades or an orc's."""
    return _by_edges(PALISADES if kind == PALISADE else ORCS)


def square_actions(rows: Pieces, squares: int) -> tuple[str, ...]:
    """The actions on the squares in a mask, in square order.

    >>> square_actions(row_pieces(ELF), 0b101)
    ('power elf a1', 'power elf c1')
    """
    r0, r1, r2, r3, r4 = rows
    b0, b1, b2, b3, b4 = squares.to_bytes(5, "little")
    return (*r0[b0], *r1[b1], *r2[b2], *r3[b3], *r4[b4])


def edge_actions(pieces: Pieces, edges: int) -> tuple[str, ...]:
    """The actions on the edges in a mask, in edge order.

    >>> edge_actions(edge_pieces(ORC), 0b101)
    ('power orc a1|b1', 'power orc c1|d1')
    """
    p0, p1, p2, p3, p4, p5, p6, p7, p8 = pieces
    b0, b1, b2, b3, b4, b5, b6, b7, b8 = edges.to_bytes(9, "little")
    return (*p0[b0], *p1[b1], *p2[b2], *p3[b3], *p4[b4], *p5[b5], *p6[b6], *p7[b7], *p8[b8])
