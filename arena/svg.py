"""Plain shapes for a game's picture: text, boxes, discs, lines, polygons, as SVG 1.1.

Numbers are rounded to a tenth; there are no scripts, style sheets, fonts or images from elsewhere. Lengths are in units of
the picture's viewBox. What a game offers as `svg(view)` may be put together from these.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal
from xml.sax.saxutils import escape

__all__ = ["Pen", "area", "box", "disc", "number", "points", "stroke"]


def number(value: float) -> str:
    """A length as short text.

    >>> number(3.0), number(2.46), number(-0.01)
    ('3', '2.5', '0')
    """
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


class Pen:
    """Writes text, by default in the ink that the picture's root has as its fill."""

    def __init__(self, ink: str, size: float) -> None:
        self.ink = ink
        self.size = size

    def text(
        self, x: float, y: float, words: str, size: float | None = None, *,
        anchor: Literal["start", "middle", "end"] = "start", bold: bool = False, fill: str | None = None,
    ) -> str:  # fmt: skip
        """A line of text, escaped; `y` is its baseline."""
        more = f' text-anchor="{anchor}"' if anchor != "start" else ""
        more += ' font-weight="700"' if bold else ""
        more += f' fill="{fill}"' if fill not in (None, self.ink) else ""
        size = self.size if size is None else size
        return f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{more}>{escape(words)}</text>'

    def middle(
        self, x: float, y: float, words: str, size: float, *, fill: str | None = None, bold: bool = True
    ) -> str:
        """Text centred on a point; figures and capitals are 0.72 of the size high."""
        return self.text(x, y + 0.36 * size, words, size, anchor="middle", bold=bold, fill=fill)


def box(
    x: float, y: float, width: float, height: float, *,
    fill: str, edge: str = "", line: float = 1, round_: float = 0, dashes: str = "",
) -> str:  # fmt: skip
    """A rectangle."""
    more = f' stroke="{edge}" stroke-width="{number(line)}"' if edge else ""
    more += f' rx="{number(round_)}"' if round_ else ""
    more += f' stroke-dasharray="{dashes}"' if dashes else ""
    at = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    return f'<rect {at} fill="{fill}"{more}/>'


def disc(x: float, y: float, radius: float, *, fill: str, edge: str = "", line: float = 1, dashes: str = "") -> str:
    """A circle."""
    more = f' stroke="{edge}" stroke-width="{number(line)}"' if edge else ""
    more += f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"{more}/>'


def stroke(way: str, colour: str, width: float, *, cap: str = "", dashes: str = "") -> str:
    """A line along a path; `cap`: how it ends, and then its corners are round."""
    more = f' stroke-linecap="{cap}" stroke-linejoin="round"' if cap else ""
    more += f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="{number(width)}"{more}/>'


def area(corners: Iterable[tuple[float, float]], fill: str, edge: str = "", line: float = 1) -> str:
    """A polygon."""
    more = f' stroke="{edge}" stroke-width="{number(line)}" stroke-linejoin="round"' if edge else ""
    return f'<polygon points="{points(corners)}" fill="{fill}"{more}/>'


def points(corners: Iterable[tuple[float, float]]) -> str:
    """Corners as the attribute `points` has them."""
    return " ".join(f"{number(x)},{number(y)}" for x, y in corners)
