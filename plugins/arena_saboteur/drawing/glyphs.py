"""Own simple glyphs for tools and actions, drawn in a square of 24 by 24 about its centre."""

from __future__ import annotations

from typing import Final

from arena_saboteur.cards import ACTIONS, FACE_OF, TUNNELS
from arena_saboteur.drawing.faces import TALL, card
from arena_saboteur.drawing.shapes import BAD, GOOD, INK, at, box, middle, stroke

_WAYS: Final = {
    "pick": "M-10 -4C-5 -10 5 -10 10 -4M0 -8V10",
    "lantern": "M-5 -4H5V9H-5ZM-5 -4C-5 -11 5 -11 5 -4M0 0V5M-7 9H7",
    "cart": "M-10 -5H10L7 4H-7ZM-4 8.5a1.5 1.5 0 1 0 .1 0ZM5 8.5a1.5 1.5 0 1 0 .1 0Z",
    "rockfall": "M-7 -10L-1 -10L1 -5L-5 -3ZM4 -8L9 -7L9 -2L4 -2ZM-8 2L-1 1L2 8L-6 10ZM5 3L10 4L8 10L4 9Z",
    "map": "M-10 -6L-4 -9L4 -6L10 -9V6L4 9L-4 6L-10 9ZM-4 -9V6M4 -6V9",
    "bag": "M-4 -10H4L2 -5C10 -2 10 9 0 9C-10 9 -10 -2 -2 -5ZM-2 -5H2M-2 1H3M-2 4H3",
    "swaphand": "M-9 -9H-1V3H-9ZM1 -3H9V9H1ZM2 -8H8L6 -10.5M-2 8H-8L-6 10.5",
    "inspect": "M-2 -9a6.5 6.5 0 1 0 .1 0ZM3 2L10 9",
    "swaphat": "M-10 4H10M-6 4C-7 -10 7 -10 6 4M-6 9H6L3.5 6.8M6 9L3.5 11.2",
    "cage": "M-9 -9H9V9H-9ZM-4.5 -9V9M0 -9V9M4.5 -9V9",
}
_SLASH = "M-10 10L10 -10"
_TICK = "M-2 6L2 10L10 0"


def _lines(name: str) -> str:
    return stroke(_WAYS[name], INK, 2.2, cap="round")


def _struck() -> str:
    return stroke(_SLASH, "#ffffff", 6, cap="round") + stroke(_SLASH, BAD, 3.2, cap="round")


def _ticked() -> str:
    return stroke(_TICK, "#ffffff", 6.5, cap="round") + stroke(_TICK, GOOD, 3.2, cap="round")


def broken(tool: str, x: float, y: float, size: float) -> str:
    """A tool, struck out."""
    return at(x, y, _lines(tool) + _struck(), size / 24)


def trapped(x: float, y: float, size: float) -> str:
    """A cage."""
    return at(x, y, _lines("cage"), size / 24)


def theft(x: float, y: float, size: float) -> str:
    """A bag."""
    return at(x, y, _lines("bag"), size / 24)


def action(code: str, x: float, y: float, size: float) -> str:
    """The glyph of an action card, centred on a point."""
    kind, _, what = ACTIONS[code][0].partition(" ")
    if kind == "break":
        return at(x, y, _lines(what) + _struck(), size / 24)
    if kind == "repair":
        tools = what.split("+")
        if len(tools) == 1:
            return at(x, y, _lines(what) + _ticked(), size / 24)
        inner = at(-6.5, -2, _lines(tools[0]), 0.55) + at(6.5, -2, _lines(tools[1]), 0.55)
        return at(x, y, inner + at(-1.5, 3, _ticked(), 0.75), size / 24)
    name = {"theft": "bag", "handsoff": "bag", "trap": "cage", "free": "cage"}.get(kind, kind)
    over = _struck() if kind == "handsoff" else _ticked() if kind == "free" else ""
    return at(x, y, _lines(name) + over, size / 24)


def hand_card(code: str, x: float, y: float, width: float) -> str:
    """A card of a hand, its upper left corner at (x, y); of an unknown kind: `?`."""
    if code in TUNNELS:
        return card(FACE_OF[code, 0], x, y, width)
    height = width * TALL
    out = box(x, y, width, height, fill="#ffffff", edge=INK, line=max(0.8, width / 50), round_=width * 0.11)
    if code not in ACTIONS:
        return out + middle(x + width / 2, y + height / 2, "?", width * 0.5)
    return out + action(code, x + width / 2, y + height / 2, width * 0.72)
