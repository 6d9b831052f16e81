"""Actions as strings: how they are written, and the lists of them that `legal` is put together from."""

from __future__ import annotations

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


# `legal` is glued from ready pieces: one for each row of squares and each set of powers in a reserve, one for each
# eight edges. A mask's bytes are the indices.

RowPieces = tuple[tuple[tuple[str, ...], ...], ...]

_warrior_rows: list[RowPieces | None] = [None] * 32


def warrior_rows(kinds: int) -> RowPieces:
    """By row and 8-bit mask of its empty squares: the warrior actions with the powers in `kinds` (bit p-1)."""
    rows = _warrior_rows[kinds]
    if rows is None:
        powers = [p for p in POWERS if kinds >> p - 1 & 1]
        rows = _warrior_rows[kinds] = tuple(
            tuple(
                tuple(WARRIORS[s, p] for s in bits(mask << 8 * row & LAND) for p in powers)
                for mask in range(256)
            )
            for row in range(ROWS)
        )  # fmt: skip
    return rows


EDGE_PIECES: RowPieces = tuple(
    tuple(tuple(PALISADES[8 * piece + i] for i in bits(mask) if 8 * piece + i < len(EDGES)) for mask in range(256))
    for piece in range(9)
)


def palisade_actions(edges: int) -> tuple[str, ...]:
    """The palisade actions on the edges in a mask, in edge order.

    >>> palisade_actions(0b101)
    ('palisade a1|b1', 'palisade c1|d1')
    """
    p0, p1, p2, p3, p4, p5, p6, p7, p8 = EDGE_PIECES
    b0, b1, b2, b3, b4, b5, b6, b7, b8 = edges.to_bytes(9, "little")
    return (*p0[b0], *p1[b1], *p2[b2], *p3[b3], *p4[b4], *p5[b5], *p6[b6], *p7[b7], *p8[b8])
