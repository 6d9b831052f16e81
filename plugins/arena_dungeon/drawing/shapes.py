"""The plain shapes of the picture: text, boxes, lines, polygons.

Everything is SVG 1.1 with numbers rounded to a tenth: no scripts, no style sheet, no fonts or images from elsewhere.
Lengths are in units of the picture's viewBox.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal
from xml.sax.saxutils import escape

INK = "#26221d"
SOFT_INK = "#5a5348"
PAPER = "#fbf8f1"
PANEL = "#f1ece0"
ROCK = "#d9d2c4"
FRAME = "#b3a994"
HOT = "#d9480f"
"""What the eye should find first: who decides, and what it decides on."""


def number(value: float) -> str:
    """A length as short text.

    >>> number(3.0), number(2.46)
    ('3', '2.5')
    """
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def text(
    x: float, y: float, words: str, size: float = 13, *,
    anchor: Literal["start", "middle", "end"] = "start", bold: bool = False, fill: str = INK,
) -> str:  # fmt: skip
    """A line of text, escaped; `y` is its baseline."""
    more = f' text-anchor="{anchor}"' if anchor != "start" else ""
    more += ' font-weight="700"' if bold else ""
    more += f' fill="{fill}"' if fill != INK else ""
    return f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{more}>{escape(words)}</text>'


def middle(x: float, y: float, words: str, size: float, *, fill: str = INK, bold: bool = True) -> str:
    """Text centred on a point; figures and capitals are 0.72 of the size high."""
    return text(x, y + 0.36 * size, words, size, anchor="middle", bold=bold, fill=fill)


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


def stroke(way: str, colour: str, width: float, *, dashes: str = "") -> str:
    """A line along a path."""
    more = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="{number(width)}"{more}/>'


def area(corners: Iterable[tuple[float, float]], fill: str, edge: str = "", line: float = 1) -> str:
    """A polygon."""
    more = f' stroke="{edge}" stroke-width="{number(line)}" stroke-linejoin="round"' if edge else ""
    around = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
    return f'<polygon points="{around}" fill="{fill}"{more}/>'
