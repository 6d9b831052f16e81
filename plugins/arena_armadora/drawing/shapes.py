"""The shapes of the picture: warriors' tiles, mines, palisades, tokens; the plain ones are `arena.svg`'s."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

from arena.svg import Pen, box, number, points

__all__ = [
    "FRAME", "FRESH_WOOD", "INK", "LOOKS", "PAPER", "SOFT_INK", "WOOD", "Look", "Token",
    "box", "middle", "mine", "number", "palisade", "points", "text", "tile", "token",
]  # fmt: skip

INK = "#2b2418"
SOFT_INK = "#5a4f3d"
PAPER = "#faf6ec"
FRAME = "#b9aa8a"
WOOD = "#5b3a1e"
FRESH_WOOD = "#d98a2b"

_pen = Pen(INK, 17)
text, middle = _pen.text, _pen.middle


class Look(NamedTuple):
    """How a seat's tiles look. Shape and ring tell seats apart without colour; fills differ in brightness too."""

    shape: Literal["square", "round", "hexagon"]
    fill: str
    edge: str
    ink: str
    ring: bool = False
    """A second line inside the edge: the other partner of a team."""


_A = Look("square", "#1d3f72", "#0c1f3d", "#ffffff")
_B = Look("round", "#f2a33a", "#6b3c00", "#2a1700")
_C = Look("hexagon", "#eefaf3", "#0b6b4f", "#04382a")
LOOKS: dict[int, tuple[Look, ...]] = {
    2: (_A, _B),
    3: (_A, _B, _C),
    4: (
        _A,
        _B,
        Look("square", "#b7d2f3", "#1d3f72", "#0c1f3d", ring=True),
        Look("round", "#fff3dc", "#9a5600", "#4a2900", ring=True),
    ),
}
"""Seats -> each seat's look. At four seats a team shares shape and hue: A and C are square, B and D round."""


def tile(x: float, y: float, size: float, look: Look, words: str, *, font: float) -> str:
    """A seat's tile centred on a point, `size` wide, with what is written on it."""
    line = max(1.5, size / 22)
    out = _outline(x, y, size / 2, look, f'fill="{look.fill}" stroke="{look.edge}" stroke-width="{number(line)}"')
    if look.ring and size >= 20:
        inner = size / 2 - 2.2 * line
        out += _outline(x, y, inner, look, f'fill="none" stroke="{look.edge}" stroke-width="{number(line * 0.7)}"')
    return out + middle(x, y, words, font, fill=look.ink)


def _outline(x: float, y: float, radius: float, look: Look, paint: str) -> str:
    if look.shape == "round":
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius * 1.04)}" {paint}/>'
    if look.shape == "hexagon":
        angles = [k * math.pi / 3 for k in range(6)]
        corners = [(x + 1.14 * radius * math.cos(a), y + 1.14 * radius * math.sin(a)) for a in angles]
        return f'<polygon points="{points(corners)}" {paint}/>'
    side = 2 * radius * 0.94
    corner = number(radius * 0.2)
    return (
        f'<rect x="{number(x - side / 2)}" y="{number(y - side / 2)}" width="{number(side)}" height="{number(side)}" '
        f'rx="{corner}" {paint}/>'
    )


def mine(x: float, y: float, size: float, gold: int) -> str:
    """A mine centred on a point: a mound of rock with its gold written on it."""
    r = size / 2
    mound = [(-1, 0.78), (-0.86, 0.2), (-0.45, -0.55), (-0.08, -0.8), (0.34, -0.62), (0.8, 0.08), (1, 0.78)]
    corners = [(x + r * a, y + r * b) for a, b in mound]
    out = (
        f'<polygon points="{points(corners)}" fill="#4c453c" stroke="#231e18" stroke-width="{number(size / 26)}" '
        f'stroke-linejoin="round"/>'
    )
    for dx in (-0.66, 0.62):  # two coins at its foot
        at = f'cx="{number(x + dx * r)}" cy="{number(y + 0.62 * r)}"'
        out += f'<circle {at} r="{number(r * 0.17)}" fill="#f7cf3f" stroke="#231e18"/>'
    return out + middle(x - 0.02 * r, y + 0.1 * r, str(gold), size * 0.56, fill="#ffdc55")


def palisade(x1: float, y1: float, x2: float, y2: float, *, fresh: bool = False) -> str:
    """A palisade along an edge; `fresh`: the first one of an unfinished action, light and dashed."""
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    if fresh:
        return (
            f'<line {ends} stroke="{WOOD}" stroke-width="12" stroke-linecap="round"/>'
            f'<line {ends} stroke="{FRESH_WOOD}" stroke-width="7" stroke-dasharray="9 5"/>'
        )
    return f'<line {ends} stroke="{WOOD}" stroke-width="9" stroke-linecap="round"/>'


Token = Literal["arrow", "reinforced", "face up", "peeked"]


def token(kind: Token, x: float, y: float, words: str = "", *, radius: float = 10.5) -> str:
    """A small round mark: arrows with what they take (-1), a reinforcement (+1), face up (a sun), peeked (an eye)."""
    fill, edge, ink = {
        "arrow": ("#b3261e", "#4d0a06", "#ffffff"),
        "reinforced": ("#1f6f3a", "#0a2d16", "#ffffff"),
        "face up": ("#ffffff", "#2b2418", "#2b2418"),
        "peeked": ("#6a3d9a", "#2c1347", "#ffffff"),
    }[kind]
    at = f'cx="{number(x)}" cy="{number(y)}"'
    if kind == "arrow":  # it points down: the power falls
        corners = [(x - radius, y - 0.75 * radius), (x + radius, y - 0.75 * radius), (x + radius, y + 0.3 * radius),
                   (x, y + 1.25 * radius), (x - radius, y + 0.3 * radius)]  # fmt: skip
        out = f'<polygon points="{points(corners)}" fill="{fill}" stroke="{edge}" stroke-linejoin="round"/>'
    elif kind == "reinforced":  # it points up
        corners = [(x - radius, y + 0.75 * radius), (x + radius, y + 0.75 * radius), (x + radius, y - 0.3 * radius),
                   (x, y - 1.25 * radius), (x - radius, y - 0.3 * radius)]  # fmt: skip
        out = f'<polygon points="{points(corners)}" fill="{fill}" stroke="{edge}" stroke-linejoin="round"/>'
    else:
        out = f'<circle {at} r="{number(radius)}" fill="{fill}" stroke="{edge}"/>'
    if kind == "peeked":
        lid = 0.72 * radius
        out += (
            f'<path d="M{number(x - lid)} {number(y)}Q{number(x)} {number(y - lid * 1.3)} {number(x + lid)} {number(y)}'
            f'Q{number(x)} {number(y + lid * 1.3)} {number(x - lid)} {number(y)}Z" fill="{ink}"/>'
            f'<circle {at} r="{number(0.26 * radius)}" fill="{edge}"/>'
        )
    elif kind == "face up":
        rays = "".join(
            f"M{number(x + 0.48 * radius * math.cos(a))} {number(y + 0.48 * radius * math.sin(a))}"
            f"L{number(x + 0.8 * radius * math.cos(a))} {number(y + 0.8 * radius * math.sin(a))}"
            for a in (k * math.pi / 4 for k in range(8))
        )
        out += f'<path d="{rays}" stroke="{ink}" stroke-width="1.6"/>'
        out += f'<circle {at} r="{number(0.32 * radius)}" fill="{ink}"/>'
    return out + (middle(x, y, words, radius * 1.16, fill=ink) if words else "")
