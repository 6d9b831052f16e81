"""A view as a picture: one SVG document with a ground of its own, so that it can stand on a light or a dark page.

A pure function of the view: no chance, no clock, nothing loaded. 800 wide; the height depends on what there is to show,
and not on anything that the view hides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import quoteattr

from arena_armadora.board import COLUMNS, EDGE_ENDS, EDGE_ID, MINE_MASK, ROWS, SQUARES
from arena_armadora.drawing import grounds
from arena_armadora.drawing.panels import cards, cards_height, legend, results, results_height, supply
from arena_armadora.drawing.shapes import (
    FRAME,
    INK,
    LOOKS,
    PAPER,
    SOFT_INK,
    box,
    middle,
    mine,
    palisade,
    text,
    tile,
    token,
)
from arena_armadora.drawing.words import status, verdict
from arena_armadora.options import LETTERS
from arena_armadora.views import View, as_view

WIDTH = 800
SIDE = 74
"""Of a square."""
LEFT, TOP = 36, 72
"""The board's upper left corner."""
GAP = 26


def picture(view: Any) -> str:
    """The board, the supply and what the marks mean beside it, the seats below; at the end what each territory brought.

    `view`: a View or decoded JSON of one. Raises NoView if it is neither. A warrior is drawn as its seat's letter and
    its power, `?` where the view hides it.
    """
    view = as_view(view)
    seats = len(view.tiles)
    fills = grounds.choose("".join(view.territories))
    beside = LEFT + len(COLUMNS) * SIDE + 18
    below = TOP + ROWS * SIDE + GAP
    advanced = any(race is not None for race in view.races) or any(view.reinforcements)
    end = below + cards_height(advanced=advanced)
    height = end + 16 + (GAP + results_height(view) if view.results is not None else 0)
    heading = verdict(view) or status(view)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" aria-label={quoteattr(f"Armadöra: {heading}")} '
        f'font-family="\'DejaVu Sans\',Verdana,\'Segoe UI\',Helvetica,Arial,sans-serif" fill="{INK}">',
        grounds.definitions(fills.values()),
        box(1, 1, WIDTH - 2, height - 2, fill=PAPER, edge=FRAME, line=2, round_=14),
        text(LEFT, 36, heading, 21, bold=True),
        "" if view.turn is None else text(WIDTH - 20, 36, _seen_by(view), 16, anchor="end", fill=SOFT_INK),
        *_board(view, fills),
        *_palisades(view),
        *_pieces(view),
        *supply(view, beside, TOP),
        *legend(view, beside, TOP + ROWS * SIDE, advanced=advanced),
        *cards(view, 20, below, WIDTH - 40, LOOKS[seats], advanced=advanced),
    ]
    if view.results is not None:
        parts += results(view, LEFT, end + GAP, WIDTH - 20, LOOKS[seats], fills)
    return "\n".join(part for part in [*parts, "</svg>"] if part) + "\n"


def _seen_by(view: View) -> str:
    if view.seat is not None:
        return f"seen by {LETTERS[view.seat]}"
    return "as everybody sees it" if None in view.reserves else "everything shown"


def _corner(square: int) -> tuple[int, int]:
    return LEFT + square % 8 * SIDE, TOP + square // 8 * SIDE


def _centre(square: int) -> tuple[int, int]:
    x, y = _corner(square)
    return x + SIDE // 2, y + SIDE // 2


def _board(view: View, fills: dict[str, int]) -> Iterator[str]:
    """The squares in the grounds of their territories, a faint grid, coordinates, the rim."""
    for row, line in enumerate(view.territories):  # a run of squares of one territory is one rectangle
        begin = 0
        for column in range(1, len(line) + 1):
            if column == len(line) or line[column] != line[begin]:
                x, y = _corner(8 * row + begin)
                yield box(x, y, (column - begin) * SIDE, SIDE, fill=grounds.fill(fills[line[begin]]))
                begin = column
    right, bottom = LEFT + len(COLUMNS) * SIDE, TOP + ROWS * SIDE
    grid = "".join(f"M{LEFT + i * SIDE} {TOP}V{bottom}" for i in range(1, len(COLUMNS)))
    grid += "".join(f"M{LEFT} {TOP + i * SIDE}H{right}" for i in range(1, ROWS))
    yield f'<path d="{grid}" stroke="#000" stroke-opacity=".3" stroke-width="1.2" stroke-dasharray="2 5" fill="none"/>'
    yield box(LEFT, TOP, right - LEFT, bottom - TOP, fill="none", edge=INK, line=3, round_=3)
    for i, letter in enumerate(COLUMNS):
        yield middle(LEFT + i * SIDE + SIDE / 2, TOP - 13, letter, 16, fill=SOFT_INK)
    for row in range(ROWS):
        yield middle(LEFT - 15, TOP + row * SIDE + SIDE / 2, str(row + 1), 16, fill=SOFT_INK)


def _palisades(view: View) -> Iterator[str]:
    """The unfinished one last, so that it lies on top."""
    for edge in sorted(view.palisades, key=lambda edge: edge == view.first):
        at = EDGE_ID[edge]
        x, y = _corner(EDGE_ENDS[at][1])
        end_x, end_y = (x, y + SIDE) if at < 35 else (x + SIDE, y)  # upright edges have the lower ids
        left, right = max(x, LEFT + 5), min(end_x, LEFT + len(COLUMNS) * SIDE - 5)  # round ends stay inside the rim
        top, bottom = max(y, TOP + 5), min(end_y, TOP + ROWS * SIDE - 5)
        yield palisade(left, top, right, bottom, fresh=edge == view.first)


def _pieces(view: View) -> Iterator[str]:
    """Mines, and warriors with their marks: each kind of mark has its corner of the square."""
    looks = LOOKS[len(view.tiles)]
    for square, name in enumerate(SQUARES):
        x, y = _centre(square)
        if MINE_MASK >> square & 1:
            yield mine(x, y, 54, view.gold[name])
        if name not in view.owner:
            continue
        seat, power = view.owner[name], view.power[name]
        yield tile(x, y, 50, looks[seat], f"{LETTERS[seat]}{'?' if power is None else power}", font=24)
        off = SIDE / 2 - 14
        if name in view.reinforced:
            yield token("reinforced", x + off, y - off, "+1")
        if name in view.arrows:
            yield token("arrow", x + off, y + off, f"−{view.arrows[name]}")
        if name in view.face_up:
            yield token("face up", x - off, y - off)
        if name in view.peeked:
            yield token("peeked", x - off, y + off)
