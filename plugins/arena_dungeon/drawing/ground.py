"""The board of the picture: the ground with its levels, walls and doors, and on it tokens, monsters and heroes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import cos, pi, sin
from typing import Final

from arena_dungeon.board import (
    CHAMBERS,
    EDGE_CELLS,
    EDGES,
    HALL,
    HEIGHT,
    INDEX,
    KINDS,
    LAIRS,
    LEVEL_OF,
    NAMES,
    RECTS,
    WIDTH,
)
from arena_dungeon.drawing import words
from arena_dungeon.drawing.shapes import HOT, INK, PAPER, ROCK, SOFT_INK, area, box, disc, middle, number, stroke, text
from arena_dungeon.views import View

CELL: Final = 18.0
RIM: Final = 17.0
"""Left of the board and above it, for coordinates."""
FULL_WIDTH: Final = RIM + WIDTH * CELL + 4
FULL_HEIGHT: Final = RIM + HEIGHT * CELL + 4

ROOM_FILLS: Final = ("", "#ffe680", "#ffc583", "#f7a39b", "#d3b0e6", "#a3c4f0", "#a8d9a2")
"""By level, in the colours of the game: yellow, orange, red, purple, blue, green."""
CORRIDOR_FILLS: Final = ("", "#fffae0", "#fff1e0", "#fdecea", "#f4ebf9", "#e9f1fc", "#eaf6e8")
EDGE_INKS: Final = ("", "#8a6d00", "#9a5200", "#a12a1f", "#6a2e8f", "#1f4f96", "#23692a")
CLEARED: Final = "#f4f1ea"
HALL_FILL: Final = "#fff3b8"
GREEN: Final = "#2b8a3e"
"""Clear tokens and ticks."""
DOOR: Final = "#7a4a1c"
SECRET: Final = "#c2185b"
HERO_FILLS: Final = {"rogue": "#2e8b3d", "cleric": "#2464b4", "fighter": "#7a3aa3", "wizard": "#c22a2a"}
_HERO_SIDES: Final = {"rogue": 3, "cleric": 4, "fighter": 5, "wizard": 0}
"""Corners of a hero's figure; a wizard is a disc."""
_LABEL = 11.5
"""How much of a space's height its name takes."""
_ABREAST = 15.0
"""From middle to middle of two things in a corridor."""


def figure(hero: str | None, letter: str, x: float, y: float, size: float, *, hot: bool = False) -> str:
    """A hero: its shape and colour say which, its letter whose. `size` is its diameter, (x, y) its middle."""
    radius = size / 2
    edge, line = ("#ffffff", max(0.8, size / 16))
    fill = HERO_FILLS.get(hero or "", SOFT_INK)
    glow = disc(x, y, radius + 2.2, fill="none", edge=HOT, line=2.6) if hot else ""
    if not hero or not _HERO_SIDES[hero]:
        shape = disc(x, y, radius * 0.94, fill=fill, edge=edge, line=line)
    elif hero == "cleric":
        shape = box(x - radius * 0.86, y - radius * 0.86, radius * 1.72, radius * 1.72, fill=fill, edge=edge, line=line)
    else:
        sides = _HERO_SIDES[hero]
        reach, low = (radius * 1.22, radius * 0.22) if sides == 3 else (radius * 1.05, radius * 0.05)
        turns = [2 * pi * corner / sides - pi / 2 for corner in range(sides)]
        shape = area([(x + reach * cos(turn), y + low + reach * sin(turn)) for turn in turns], fill, edge, line)
    down = radius * 0.26 if hero == "rogue" else 0
    return glow + shape + middle(x, y + down, letter, size * (0.56 if hero == "rogue" else 0.66), fill="#ffffff")


def monster(slot: str, x: float, y: float, size: float, *, up: bool, seen: bool) -> str:
    """A monster's number: white on black face up; on grey with a broken rim face down, on white if its card is known."""
    if up:
        return disc(x, y, size / 2 - 0.6, fill=INK) + middle(x, y, slot, size * 0.62, fill="#ffffff")
    fill = PAPER if seen else "#b9b2a6"
    return disc(x, y, size / 2 - 1, fill=fill, edge=INK, line=1.2, dashes="2.2 1.4") + middle(x, y, slot, size * 0.6)


def coin(x: float, y: float, size: float) -> str:
    """Treasures that were dropped."""
    return disc(x, y, size * 0.34, fill="#ffc400", edge="#5c4300", line=1.2) + middle(x, y, "$", size * 0.46, fill="#5c4300")


def hunter(x: float, y: float, size: float) -> str:
    """The hunter of monster_hunt."""
    half = size / 2
    return area([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], INK, HOT, 1.6) + middle(
        x, y, "X", size * 0.5, fill="#ffffff"
    )


def _corner(at: int) -> tuple[float, float]:
    x, y, _, _ = RECTS[at]
    return RIM + x * CELL, RIM + y * CELL


@cache
def _still() -> tuple[str, ...]:
    """What never changes: rock, corridors, coordinates. About the upper left corner of the board with its rim."""
    out = [box(RIM, RIM, WIDTH * CELL, HEIGHT * CELL, fill=ROCK, round_=4)]
    for level in range(1, 7):
        squares = "".join(_outline(at) for at, kind in enumerate(KINDS) if kind == "corridor" and LEVEL_OF[at] == level)
        out.append(_floor(squares, CORRIDOR_FILLS[level], "#b9ae98", 0.7))
    marks = [(RIM + (x + 0.5) * CELL, RIM - 4, str(x)) for x in range(WIDTH)]
    marks += [(RIM - 8, RIM + (y + 0.5) * CELL + 3, str(y)) for y in range(HEIGHT)]
    out.append(_labels(marks, f'font-size="8.5" text-anchor="middle" fill="{SOFT_INK}"'))
    return tuple(out)


def _outline(at: int, inset: float = 0) -> str:
    """The way round a space."""
    x, y = _corner(at)
    _, _, columns, rows = RECTS[at]
    wide, high = number(columns * CELL - 2 * inset), number(rows * CELL - 2 * inset)
    return f"M{number(x + inset)} {number(y + inset)}h{wide}v{high}h-{wide}z"


def _floor(way: str, fill: str, edge: str, line: float) -> str:
    return f'<path d="{way}" fill="{fill}" stroke="{edge}" stroke-width="{number(line)}"/>'


def _labels(marks: list[tuple[float, float, str]], style: str) -> str:
    """Texts of one style; grouped, since there are many."""
    inside = "".join(f'<text x="{number(x)}" y="{number(y)}">{name}</text>' for x, y, name in marks)
    return f"<g {style}>{inside}</g>"


def board(view: View, left: float, top: float) -> Iterator[str]:
    """The whole board, its upper left corner with the rim at (left, top)."""
    yield f'<g transform="translate({number(left)} {number(top)})">'
    yield from _still()
    for level in range(1, 7):
        yield from _level(view, level)
    yield _outlined_hall()
    if view.target is not None:
        yield _floor(_outline(INDEX[view.target]), "none", HOT, 3)
    yield from _doors(view)
    for at, name in enumerate(NAMES):
        yield from _things(view, at, name)
    yield "</g>"


def _outlined_hall() -> str:
    x, y = _corner(HALL)
    return _floor(_outline(HALL), HALL_FILL, INK, 2.2) + text(x + 4, y + 11, "Great Hall", 10.5, bold=True)


def _level(view: View, level: int) -> Iterator[str]:
    """The rooms and chambers of a level with walls, names and clear tokens; what is cleared is pale."""
    ink = EDGE_INKS[level]
    ticks = ""
    names: dict[bool, list[tuple[float, float, str]]] = {False: [], True: []}
    for kind, line in (("room", 1.3), ("chamber", 2.4)):
        for cleared in (False, True):
            mine = [
                at for at in LAIRS
                if KINDS[at] == kind and LEVEL_OF[at] == level and words.is_cleared(view, NAMES[at]) == cleared
            ]  # fmt: skip
            if not mine:
                continue
            yield _floor("".join(map(_outline, mine)), CLEARED if cleared else ROOM_FILLS[level], ink, line)
            if kind == "chamber":
                yield stroke("".join(_outline(at, 2.6) for at in mine), ink, 0.6)
            for at in mine:
                x, y = _corner(at)
                _, _, columns, rows = RECTS[at]
                names[kind == "chamber"].append((x + 4, y + 10.8, NAMES[at]))
                if cleared and kind == "room":
                    ticks += _tick(x + columns * CELL - 10, y + rows * CELL - 10)
    yield _labels(names[False], 'font-size="9.5"')
    yield _labels(names[True], 'font-size="9.5" font-weight="700"')
    if ticks:
        yield stroke(ticks, GREEN, 1.8)
    tokens = "".join(_tokens(view, at) for at in CHAMBERS if LEVEL_OF[at] == level)
    yield f'<g stroke="{ink}" stroke-width="0.8">{tokens}</g>'


def _tokens(view: View, at: int) -> str:
    """The places of a chamber's three clear tokens, filled from the left."""
    x, y = _corner(at)
    lying = view.tokens.get(NAMES[at], 0)
    return "".join(disc(x + 34 + 7.5 * token, y + 7.6, 2.7, fill=GREEN if token < lying else "none") for token in range(3))


def _tick(x: float, y: float) -> str:
    return f"M{number(x)} {number(y + 3)}l2.6 3 4.6 -7"


def tick(x: float, y: float) -> str:
    """A cleared room."""
    return stroke(_tick(x, y), GREEN, 1.8)


def _doors(view: View) -> Iterator[str]:
    """Ways that are seen on the board: openings of chambers, doors, and secret doors, whole if somebody has found them."""
    found = {name for doors in view.doors for name in doors}
    gaps, doors, secret, known = "", "", "", ""
    for (a, b, kind), cells in zip(EDGES, EDGE_CELLS, strict=True):
        bar = _bar(cells)
        if kind == "door":
            doors += bar
        elif kind == "secret":
            if f"{a}|{b}" in found:
                known += bar
            else:
                secret += bar
        elif not (KINDS[INDEX[a]] == KINDS[INDEX[b]] == "corridor"):
            gaps += bar
    yield stroke(gaps, PAPER, 4)
    yield stroke(doors, DOOR, 4)
    if known:
        yield stroke(known, SECRET, 4)
    if secret:
        yield stroke(secret, SECRET, 3, dashes="2.4 1.6")


def _bar(cells: tuple[tuple[int, int], ...]) -> str:
    """A short line across the way between two cells side by side."""
    (ax, ay), (bx, by) = cells
    x, y = RIM + max(ax, bx) * CELL, RIM + max(ay, by) * CELL
    if ay == by:
        return f"M{number(x)} {number(y + 3.5)}v11"
    return f"M{number(x + 3.5)} {number(y)}h11"


def _things(view: View, at: int, name: str) -> Iterator[str]:
    """Monster, treasure, hunter and heroes on a space, side by side, below its name if it has one."""
    seats = [seat for seat, place in enumerate(view.places) if place == name and view.heroes[seat] is not None]
    count = len(seats) + (name in view.monsters) + (name in view.dropped) + (name == view.hunter)
    if not count:
        return
    size, spots = _spots(at, count)
    if name in view.monsters:
        seen = view.monsters[name] is not None
        slot = str(view.numbers[name] or "!")
        yield monster(slot, *spots.pop(0), size, up=name not in view.face_down, seen=seen)
    if name in view.dropped:
        yield coin(*spots.pop(0), size)
    if name == view.hunter:
        yield hunter(*spots.pop(0), size)
    for seat in seats:
        spot = spots.pop(0)
        yield figure(view.heroes[seat], words.LETTERS[seat], *spot, size - 2.4, hot=seat in (view.turn, view.winner))


def _spots(at: int, count: int) -> tuple[float, list[tuple[float, float]]]:
    """How large so many things are drawn on a space, and the middle of each."""
    x, y = _corner(at)
    if KINDS[at] == "corridor":
        # two things there are the hunter and the only hero: no other hero is beside them, so they may stand out
        left = x + CELL / 2 - _ABREAST * (count - 1) / 2
        return CELL, [(left + _ABREAST * place, y + CELL / 2) for place in range(count)]
    _, _, columns, rows = RECTS[at]
    edge = 1.5
    wide, high = columns * CELL - 2 * edge, rows * CELL - _LABEL - 2 * edge
    size = _size(count, wide, high)
    each_row = max(1, int(wide / size + 1e-6))
    return size, [
        (x + edge + (place % each_row + 0.5) * size, y + _LABEL + edge + (place // each_row + 0.5) * size)
        for place in range(count)
    ]


def _size(count: int, wide: float, high: float) -> float:
    """The largest size at which so many things stand side by side in a space."""
    best = 4.0
    for each_row in range(1, count + 1):
        lines = -(-count // each_row)
        best = max(best, min(wide / each_row, high / lines))
    return min(best, 22.0)
