"""The picture's colours, and what it is put together from; the plain shapes are `arena.svg`'s."""

from __future__ import annotations

from arena.svg import Pen, area, box, disc, number, stroke

__all__ = [
    "FRAME", "HOT", "INK", "PANEL", "PAPER", "ROCK", "SOFT_INK",
    "area", "box", "disc", "middle", "number", "stroke", "text",
]  # fmt: skip

INK = "#26221d"
SOFT_INK = "#5a5348"
PAPER = "#fbf8f1"
PANEL = "#f1ece0"
ROCK = "#d9d2c4"
FRAME = "#b3a994"
HOT = "#d9480f"
"""What the eye should find first: who decides, and what it decides on."""

_pen = Pen(INK, 13)
text, middle = _pen.text, _pen.middle
