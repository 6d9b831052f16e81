"""A view as a picture: one SVG document with a ground of its own, so that it can stand on a light or a dark page.

A pure function of the view: no chance, no clock, nothing loaded. 1200 wide; the height depends on what there is to show,
and not on anything that the view hides.
"""

from __future__ import annotations

from typing import Any, Final
from xml.sax.saxutils import quoteattr

from arena_dungeon.drawing import ground, panels, words
from arena_dungeon.drawing.shapes import FRAME, INK, PAPER, SOFT_INK, box, text
from arena_dungeon.views import as_view

WIDTH: Final = 1200
EDGE: Final = 18
"""Free at the left and right."""
TOP: Final = 66
"""Where the board begins."""


def picture(view: Any, *, rounds: int | None = None) -> str:
    """The board with its coordinates; beside it the seats; below it what lies where, the decks, and what the marks mean.

    `view`: a View or decoded JSON of one. Raises ValueError if it is neither, or if it names a space that is not on the
    board. What the view hides is a number on grey, `unknown card` or a level. `rounds`: the last round, if it shall be told.
    """
    view = as_view(view)
    heading = words.status(view)
    beside = EDGE + ground.FULL_WIDTH + 8
    wide = WIDTH - EDGE - beside
    below = TOP + ground.FULL_HEIGHT + 10
    try:
        height = round(max(below + panels.below_height(view), TOP + ground.RIM + panels.seats_height(view, wide)) + EDGE)
        parts = [
            *ground.board(view, EDGE, TOP),
            *panels.seats(view, beside, TOP + ground.RIM, wide),
            *panels.below(view, EDGE + ground.RIM, below),
        ]
    except KeyError as error:
        raise ValueError(f"not a view of Dungeon!: there is no {error.args[0]!r}") from None
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'role="img" aria-label={quoteattr(f"Dungeon!: {heading}")} '
            f'font-family="\'DejaVu Sans\',Verdana,\'Segoe UI\',Helvetica,Arial,sans-serif" fill="{INK}">',
            box(1, 1, WIDTH - 2, height - 2, fill=PAPER, edge=FRAME, line=2, round_=14),
            text(EDGE + ground.RIM, 34, heading, 20, bold=True),
            text(WIDTH - EDGE, 34, words.seen_by(view), 14, anchor="end", fill=SOFT_INK),
            text(EDGE + ground.RIM, 56, words.moment(view, rounds), 14, fill=SOFT_INK),
            *parts,
            "</svg>",
        ]
    ) + "\n"
