"""Cells and actions as strings, and the ready pieces that `legal` is put together from.

A cell is a number that sorts by x and then y: neighbours differ by STEPS. Actions are written as in the rules, 7.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import chain
from typing import Final

from arena_saboteur.cards import (
    ACTIONS,
    FACE_OF,
    FRONTS,
    LADDER_CODES,
    OPEN,
    REPAIRS,
    ROTATIONS,
    TOOLS,
    TUNNELS,
    deck_of,
)
from arena_saboteur.options import MOST_SEATS, Config

WIDTH: Final = 256
MIDDLE: Final = WIDTH // 2
STEPS: Final = (1, WIDTH, -1, -WIDTH)
"""What to add to a cell to come to its neighbour at side N, E, S, W."""


def cell(x: int, y: int) -> int:
    """The number of a cell. No match reaches beyond plus or minus 71 (rules, 2)."""
    return (x + MIDDLE) * WIDTH + y + MIDDLE


def xy(at: int) -> tuple[int, int]:
    """The coordinates of a cell.

    >>> xy(cell(3, -1))
    (3, -1)
    """
    x, y = divmod(at, WIDTH)
    return x - MIDDLE, y - MIDDLE


@cache
def cell_text(at: int) -> str:
    """A cell as it is written.

    >>> cell_text(cell(3, -1))
    '3,-1'
    """
    x, y = xy(at)
    return f"{x},{y}"


@cache
def cell_of(text: str) -> int:
    """The cell that is written so. Raises ValueError if there is none.

    >>> cell_of("3,-1") == cell(3, -1)
    True
    """
    x, _, y = text.partition(",")
    try:
        column, row = int(x), int(y)
    except ValueError:
        column = row = WIDTH
    if max(abs(column), abs(row)) >= MIDDLE or f"{column},{row}" != text:
        raise ValueError(f"{text!r} is no cell: write it as x,y, such as 3,-1")
    return cell(column, row)


START_CELL: Final = cell(0, 0)
GOAL_CELLS: Final = (cell(8, 2), cell(8, 0), cell(8, -2))
GOAL_AT: Final = {at: goal for goal, at in enumerate(GOAL_CELLS)}

# What the neighbours of an empty cell ask of a card there, as one number.

NEED_OPEN: Final = 15
"""Bits of the sides at which a face-up neighbour is open."""
NEED_WALL: Final = 15 << 4
"""Bits of the sides at which a face-up neighbour has a wall."""
FED: Final = 15 << 8
"""Bits of the sides from which the cell is fed."""
BY_GOAL: Final = 1 << 12
"""A goal cell is a neighbour, face down or up."""
BY_CARD: Final = 1 << 13
"""A face-up card that is no goal is a neighbour."""
NEED_BITS: Final = 14


def fits(code: str, rotation: int, need: int, wall_touch: bool = True) -> bool:
    """May the card be laid so on a cell with this need (rules, 3)? `wall_touch` is the option ladder_wall_touch."""
    sides = OPEN[FACE_OF[code, rotation]]
    if need & NEED_OPEN & ~sides or need >> 4 & sides & 15:
        return False
    if code in LADDER_CODES:
        return bool(need & BY_CARD and not need & BY_GOAL and (wall_touch or need & NEED_OPEN & sides))
    return bool(need & FED)  # what fits is open wherever the cell is fed


class _Pieces(dict[int, tuple[str, ...]]):
    """Spot -> the `path` actions of one card there, made when first asked for."""

    def __init__(self, code: str, wall_touch: bool) -> None:
        self.code = code
        self.wall_touch = wall_touch

    def __missing__(self, spot: int) -> tuple[str, ...]:
        if len(self) >= MOST_PIECES:
            self.clear()
        at, need = spot >> NEED_BITS, spot & (1 << NEED_BITS) - 1
        piece = self[spot] = tuple(
            f"path {self.code} {cell_text(at)} {rotation}"
            for rotation in ROTATIONS[self.code]
            if fits(self.code, rotation, need, self.wall_touch)
        )
        return piece


MOST_PIECES: Final = 4096
"""So many spots are kept for a card, then it begins anew: a table without bounds has no end of them."""
_pieces = {(code, touch): _Pieces(code, touch) for code in TUNNELS for touch in (False, True)}


def placements(code: str, spots: list[int], wall_touch: bool) -> tuple[str, ...]:
    """The `path` actions of one card, in order. A spot is a cell and its need in one number, spots are sorted."""
    return tuple(chain.from_iterable(map(_pieces[code, wall_touch].__getitem__, spots)))


DISCARDS: Final = {code: f"discard {code}" for code in (*ACTIONS, *TUNNELS)}
BREAK_WORDS: Final = tuple(f"break {tool}" for tool in TOOLS)
REPAIR_WORDS: Final = {
    code: tuple((tool, f"{ACTIONS[code][0]}{f' {TOOLS[tool]}' if len(tools) > 1 else ''}") for tool in tools)
    for code, tools in REPAIRS.items()
}
"""Card that repairs -> (number of the tool, the action without its seat), in the order of `legal`."""
UNBLOCKS: Final = tuple(f"unblock {what}" for what in FRONTS)
CARD_OF_WORD: Final = {words: code for code, (words, _, _) in ACTIONS.items()}
"""The first words of an action -> the code of its card: `repair pick+cart` -> a08."""


@cache
def at_seats(words: str, seats: int) -> tuple[str, ...]:
    """The actions `words` on each seat of a mask, lowest first. At most 4096 masks for each words.

    >>> at_seats("trap", 0b101)
    ('trap 0', 'trap 2')
    """
    return tuple(f"{words} {seat}" for seat in range(MOST_SEATS) if seats >> seat & 1)


@lru_cache(maxsize=4096)
def card_played(action: str) -> str | None:
    """The code of the card that an action shows to all, or None: discards, the choice of gold and so on show none.

    >>> card_played("repair pick+cart pick 0"), card_played("path b03 1,0 180"), card_played("discard ?")
    ('a08', 'b03', None)
    """
    words = action.split()
    if words[0] == "path":
        return words[1]
    if words[0] in ("break", "repair"):
        return CARD_OF_WORD[f"{words[0]} {words[1]}"]
    return CARD_OF_WORD.get(words[0])


def action_space(config: Config, seats: int) -> list[str]:
    """Every action that can ever be legal within the bounds 9x5, kind by kind in the order of `legal`."""
    expansion = config.expansion
    used = frozenset(deck_of(expansion))
    cells = [cell(x, y) for x in range(9) for y in range(-2, 3)]
    free = [cell_text(at) for at in cells if at != START_CELL and at not in GOAL_AT]
    out = [f"path {code} {at} {rotation}" for code in TUNNELS if code in used for at in free
           for rotation in ROTATIONS[code]]  # fmt: skip
    everyone = (1 << seats) - 1
    for words in (*BREAK_WORDS, *(words for forms in REPAIR_WORDS.values() for _, words in forms)):
        out += at_seats(words, everyone)
    out += at_seats("map", 0b111)
    out += (f"rockfall {at}" for at in free)
    if expansion:
        out.append("theft")
        for words in ("handsoff", "swaphand", "inspect", "swaphat", "trap", "free"):
            out += at_seats(words, everyone)
    out += (text for code, text in DISCARDS.items() if code in used)
    if expansion:
        return [*out, *UNBLOCKS, "done", *at_seats("steal", everyone), "steal none"]
    return [*out, "gold 1", "gold 2", "gold 3"]
