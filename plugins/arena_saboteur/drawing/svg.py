"""A view as a picture: one SVG document with a ground of its own, so that it can stand on a light or a dark page.

A pure function of the view: no chance, no clock, nothing loaded. 800 wide; the height depends on what there is to show,
and not on anything that the view hides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import quoteattr

from arena_saboteur.drawing import faces, panels, words
from arena_saboteur.drawing.shapes import FRAME, INK, PAPER, SOFT_INK, box, middle, number, stroke, text
from arena_saboteur.drawing.words import Cells
from arena_saboteur.notation import xy
from arena_saboteur.views import View, as_view

WIDTH = 800
EDGE = 24
"""Free at the left and right."""
TOP = 92
"""Where the mine begins."""
RIM = 24
"""Left of the mine and above it, for coordinates."""
_WIDEST, _HIGHEST = 74.0, 840.0
"""The largest width of a cell, and the largest height of a mine for which cells are not made smaller."""


def picture(view: Any) -> str:
    """The mine with its coordinates; below it the own hand, what is known, the seats, results, and what the marks mean.

    `view`: a View or decoded JSON of one. Raises ValueError if it is neither, or if something on its table is no card.
    Unknown roles, goals and gold are `?`.
    """
    view = as_view(view)
    cells = words.cells(view)
    wide = WIDTH - 2 * EDGE
    grid = _Grid(cells)
    heading = words.status(view)
    parts = [*_ground(grid), *_mine(view, cells, grid)]
    y_hand = TOP + grid.height + 22
    y_notes = y_hand + panels.hand_height(view)
    y_seats = y_notes + panels.notes_height(view) + 14
    y_results = y_seats + panels.seats_height(view) + 16
    y_legend = y_results + panels.results_height(view)
    height = round(y_legend + panels.legend_height(view) + 10)
    seen = words.seen_by(view)
    return "\n".join(
        part
        for part in [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'role="img" aria-label={quoteattr(f"Saboteur: {heading}")} '
            f'font-family="\'DejaVu Sans\',Verdana,\'Segoe UI\',Helvetica,Arial,sans-serif" fill="{INK}">',
            box(1, 1, WIDTH - 2, height - 2, fill=PAPER, edge=FRAME, line=2, round_=14),
            text(EDGE, 36, heading, 21, bold=True),
            text(WIDTH - EDGE, 36, seen, 15, anchor="end", fill=SOFT_INK) if seen else "",
            text(EDGE, 59, words.moment(view), 15, fill=SOFT_INK),
            *parts,
            *panels.hand(view, EDGE, y_hand, wide),
            *panels.notes(view, EDGE, y_notes, wide),
            *panels.seats(view, EDGE, y_seats, wide),
            *panels.results(view, EDGE, y_results, wide),
            *panels.legend(view, EDGE, y_legend + 6),
            "</svg>",
        ]
        if part
    ) + "\n"


class _Grid:
    """Where the cells of a mine lie in the picture."""

    def __init__(self, cells: Cells) -> None:
        self.left, self.right, self.low, self.high = cells.box()
        columns, rows = self.right - self.left + 1, self.high - self.low + 1
        self.cell = min(_WIDEST, (WIDTH - 2 * EDGE - RIM) / columns, _HIGHEST / rows / faces.TALL)
        self.card = self.cell * 0.965
        self.row = self.card * faces.TALL + self.cell * 0.035
        self.width = columns * self.cell
        self.height = rows * self.row
        self.x = RIM + (WIDTH - RIM - self.width) / 2

    def corner(self, x: int, y: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        return self.x + (x - self.left) * self.cell, TOP + (self.high - y) * self.row


def _ground(grid: _Grid) -> Iterator[str]:
    """The earth below the cards, a faint mark at each crossing, coordinates."""
    yield box(grid.x - 5, TOP - 5, grid.width + 8, grid.height + 8, fill="#e9dfc9", edge=FRAME, line=1.5, round_=8)
    marks = "".join(
        f"M{number(corner[0] - 4)} {number(corner[1])}h7m-3.5 -3.5v7"
        for x in range(grid.left + 1, grid.right + 1)
        for y in range(grid.low, grid.high)
        for corner in [grid.corner(x, y)]
    )
    if marks:
        yield stroke(marks, "#a5987c", 1)
    size = min(15.0, grid.cell * 0.36)
    for x in range(grid.left, grid.right + 1):
        yield middle(grid.corner(x, grid.high)[0] + grid.card / 2, TOP - 15, str(x), size, fill=SOFT_INK)
    for y in range(grid.low, grid.high + 1):
        yield middle(grid.x - 19, grid.corner(grid.left, y)[1] + grid.row / 2, str(y), size, fill=SOFT_INK)


def _mine(view: View, cells: Cells, grid: _Grid) -> Iterator[str]:
    """All cards; the one laid last on top, so that nothing covers its frame."""
    fresh = words.last_laid(view)
    for at, goal in cells.hidden.items():
        note = "seen\nby you" if view.goals[goal] and view.seat is not None and not words.round_is_over(view) else ""
        yield faces.goal_face_down(*grid.corner(*xy(at)), grid.card, goal, view.goals[goal], note)
    hole = words.fallen(view)
    if hole is not None and grid.left <= xy(hole)[0] <= grid.right and grid.low <= xy(hole)[1] <= grid.high:
        yield faces.hole(*grid.corner(*xy(hole)), grid.card)
    for at in sorted(cells.mine.board, key=lambda at: at == fresh):
        yield faces.card(
            cells.mine.board[at], *grid.corner(*xy(at)), grid.card,
            joined=cells.mine.live.get(at, 0), attached=cells.attached(at), fresh=at == fresh,
        )  # fmt: skip
