"""The picture's colours, and what it is put together from; the plain shapes are `arena.svg`'s."""

from __future__ import annotations

from arena.svg import Pen, area, box, disc, number, stroke

__all__ = [
    "BAD", "FRAME", "FRESH", "GOOD", "INK", "PANEL", "PAPER", "SOFT_INK",
    "area", "at", "box", "disc", "middle", "number", "stroke", "text",
]  # fmt: skip

INK = "#2a241c"
SOFT_INK = "#5b5142"
PAPER = "#fbf7ee"
PANEL = "#f2ebdc"
FRAME = "#b8ab92"
FRESH = "#d9480f"
"""Round the card laid last."""
BAD = "#b3261e"
GOOD = "#1b6e35"

_pen = Pen(INK, 15)
text, middle = _pen.text, _pen.middle


def at(x: float, y: float, parts: str, scale: float = 1) -> str:
    """Parts drawn about the origin, moved to a point and made larger."""
    larger = f" scale({scale:.3g})" if scale != 1 else ""
    return f'<g transform="translate({number(x)} {number(y)}){larger}">{parts}</g>'
