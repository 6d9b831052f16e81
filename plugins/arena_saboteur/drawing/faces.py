"""Tunnel cards, the start and the goals as pictures.

A card is rock with a rim; its tunnels are light bands with dark edges. A stub ends in rubble. What is not joined to the
start is paler, card and tunnel. Doors bear their letter besides their colour, so that a grey print tells them apart.
"""

from __future__ import annotations

from typing import NamedTuple

from arena_saboteur.cards import FACES, GOAL_NAMES, LIVE, SHAPES
from arena_saboteur.drawing.shapes import FRESH, INK, area, at, box, disc, middle, number, stroke

TALL = 1.26
"""Height of a card for a width of 1."""


class _Look(NamedTuple):
    rock: str
    edge: str
    floor: str
    rubble: str


_NEAR = _Look("#8b7a63", "#2f2820", "#fbeec9", "#453a2e")
_FAR = _Look("#d5cdbf", "#a1978a", "#f7f3ea", "#a1978a")
_START_ROCK = "#b98c3a"
_GOAL_ROCK = "#6f6a78"
DOORS = {"b": "#1f55a5", "g": "#1d7a3c"}
"""Colour of a door by its letter."""
_CRYSTAL, _CRYSTAL_EDGE = "#c9f1fb", "#0b4a66"


def card(
    face: int, x: float, y: float, width: float, *, joined: int = 15, attached: bool = True, fresh: bool = False
) -> str:
    """A card that lies face up, its upper left corner at (x, y).

    `joined` has a bit for each side whose tunnel is joined to the start; `attached` is false for a card that is cut
    off; `fresh`: the card laid last.
    """
    height = width * TALL
    shape, name = SHAPES[face], FACES[face][0]
    look = _NEAR if attached else _FAR
    rock = look.rock
    if name == "start":
        rock = _START_ROCK
    elif name in GOAL_NAMES:
        rock = _GOAL_ROCK if attached else look.rock
    out = box(0, 0, width, height, fill=rock, edge=look.edge, line=max(0.8, width / 60), round_=width * 0.11)
    for side in range(4):
        if shape.stubs >> side & 1:
            out += _stub(side, width, height, look)
    bridge = shape.live == (5, 10)
    for tunnel in reversed(LIVE[face]):  # of a bridge the tunnel from north to south comes last: it lies on top
        own = _NEAR if joined & tunnel else _FAR
        if bridge and tunnel == 5:
            out += stroke(f"M{number(width / 2)} {number(height * 0.24)}V{number(height * 0.76)}", rock, width * 0.44)
        out += _tunnel(tunnel, width, height, own)
    out += _sign(face, width, height)
    if fresh:
        gap = max(2.0, width / 22)
        out += box(0, 0, width, height, fill="none", edge="#ffffff", line=2.4 * gap, round_=width * 0.11)
        out += box(0, 0, width, height, fill="none", edge=FRESH, line=1.5 * gap, round_=width * 0.11)
    return at(x, y, out)


def _spot(side: int, width: float, height: float, depth: float = 0) -> tuple[float, float]:
    """A point on the line from the middle of a side to the centre; depth 0 is the side, 1 the centre."""
    x, y = ((0, -1), (1, 0), (0, 1), (-1, 0))[side]
    return width / 2 * (1 + x * (1 - depth)), height / 2 * (1 + y * (1 - depth))


def _point(spot: tuple[float, float]) -> str:
    return f"{number(spot[0])} {number(spot[1])}"


def _tunnel(sides: int, width: float, height: float, look: _Look) -> str:
    """A live tunnel: a curve between two neighbouring sides, otherwise straight to the centre."""
    ends = [side for side in range(4) if sides >> side & 1]
    centre = (width / 2, height / 2)
    wide = width * 0.22
    if len(ends) == 2 and (ends[1] - ends[0]) % 2:
        one, two = (_spot(end, width, height) for end in ends)
        way = f"M{_point(one)}Q{_point(centre)} {_point(two)}"
    elif len(ends) == 2:
        one, two = (_spot(end, width, height) for end in ends)
        way = f"M{_point(one)}L{_point(two)}"
    else:
        through = (0, 2) if sides & 5 == 5 else (1, 3)
        way = f"M{_point(centre)}L{_point(_spot(ends[0], width, height))}"
        if len(ends) > 2:  # one straight through, the others to its middle
            way = f"M{_point(_spot(through[0], width, height))}L{_point(_spot(through[1], width, height))}"
            more = [end for end in ends if end not in through]
            way += "".join(f"M{_point(centre)}L{_point(_spot(end, width, height))}" for end in more)
    out = stroke(way, look.edge, wide + width * 0.09)
    if len(ends) == 1:
        out += disc(*centre, wide / 2, fill=look.floor, edge=look.edge, line=width * 0.09)
    return out + stroke(way, look.floor, wide)


def _stub(side: int, width: float, height: float, look: _Look) -> str:
    """A tunnel that ends inside the card, in rubble."""
    begin, end = _spot(side, width, height), _spot(side, width, height, 0.42)
    way = f"M{_point(begin)}L{_point(end)}"
    out = stroke(way, look.edge, width * 0.31) + stroke(way, look.floor, width * 0.22)
    x, y = _spot(side, width, height, 0.46)
    r = width * 0.09
    across = (1, 0) if side % 2 == 0 else (0, 1)
    lumps = "".join(_lump(x + across[0] * where * r, y + across[1] * where * r, r) for where in (-1.3, 1.3, 0))
    return out + (
        f'<path d="{lumps}" fill="{look.rubble}" stroke="{look.floor}" stroke-width="{number(max(0.4, width / 110))}"/>'
    )


def _lump(x: float, y: float, r: float) -> str:
    """The outline of a piece of rubble about a point, as part of a path."""
    corners = [(-1, 0.5), (-0.75, -0.6), (0.1, -1), (0.9, -0.5), (1, 0.6), (0.1, 1)]
    return "M" + "L".join(_point((x + a * r, y + b * r)) for a, b in corners) + "Z"


def _sign(face: int, width: float, height: float) -> str:
    """What a card bears besides its tunnels."""
    shape, name = SHAPES[face], FACES[face][0]
    x, y = width / 2, height / 2
    if name == "treasure":
        return treasure(x, y, width * 0.5)
    sides = LIVE[face][0] if shape.live else 0
    if sides in (3, 6, 9, 12):  # on the curve
        x += width * (0.125 if sides & 2 else -0.125)
        y += height * (0.125 if sides & 4 else -0.125)
    if name in ("stone-ne", "stone-nw"):
        return stone(x, y, width * 0.32)
    out = ladder(x, y, width * 0.48) if shape.ladder else ""
    if shape.door:
        size = width * 0.42
        out += box(x - size / 2, y - size / 2, size, size, fill=DOORS[shape.door], edge=INK, line=width / 40,
                   round_=size / 6)  # fmt: skip
        out += middle(x, y, shape.door.upper(), size * 0.8, fill="#ffffff")
    if shape.crystal:
        out += crystal(width * 0.83, height * 0.16, width * 0.31)
    return out


def ladder(x: float, y: float, size: float) -> str:
    """A shaft with a ladder in it, centred on a point."""
    half = size * 0.19
    rungs = "".join(f"M{number(x - half)} {number(y + size * d)}h{number(2 * half)}" for d in (-0.27, 0, 0.27))
    rails = "".join(f"M{number(x + d)} {number(y - size * 0.5)}v{number(size)}" for d in (-half, half))
    return disc(x, y, size * 0.5, fill="#241d15", edge="#fbeec9", line=size / 22) + stroke(
        rails + rungs, "#ffd978", size * 0.1
    )


def crystal(x: float, y: float, size: float) -> str:
    """A crystal centred on a point."""
    r = size / 2
    out = area([(x, y - r), (x + 0.75 * r, y - 0.15 * r), (x, y + r), (x - 0.75 * r, y - 0.15 * r)], _CRYSTAL,
               _CRYSTAL_EDGE, size / 12)  # fmt: skip
    way = f"M{number(x - 0.75 * r)} {number(y - 0.15 * r)}H{number(x + 0.75 * r)}"
    return out + stroke(way, _CRYSTAL_EDGE, size / 14)


def treasure(x: float, y: float, size: float) -> str:
    """A heap of gold centred on a point."""
    r = size * 0.2
    out = ""
    for dx, dy in ((-1.05, 0.75), (1.05, 0.75), (0, 0.75), (-0.55, -0.1), (0.55, -0.1), (0, -0.95)):
        out += disc(x + dx * r, y + dy * r, r, fill="#ffcf33", edge="#4c3400", line=max(0.7, size / 26))
    return out


def stone(x: float, y: float, size: float) -> str:
    """A stone centred on a point."""
    r = size / 2
    lump = [(-1, 0.45), (-0.8, -0.45), (-0.2, -0.9), (0.6, -0.7), (1, 0.1), (0.7, 0.8), (-0.5, 0.9)]
    return area([(x + a * r, y + b * r) for a, b in lump], "#9a9aa2", "#26262b", max(0.8, size / 14)) + stroke(
        f"M{number(x - 0.3 * r)} {number(y - 0.1 * r)}L{number(x + 0.1 * r)} {number(y + 0.25 * r)}"
        f"L{number(x + 0.5 * r)} {number(y)}", "#26262b", max(0.8, size / 16))  # fmt: skip


def goal_face_down(x: float, y: float, width: float, goal: int, name: str | None, note: str = "") -> str:
    """A goal that lies face down: its number, `?`, and what is known of it with a note of how (two lines)."""
    height = width * TALL
    line = max(1.0, width / 36)
    out = box(0, 0, width, height, fill="#4b4358", edge="#211c2a", line=line, round_=width * 0.11)
    inset = width * 0.065
    out += box(inset, inset, width - 2 * inset, height - 2 * inset, fill="none", edge="#cfc4e3", line=line * 0.8,
               round_=width * 0.07, dashes=f"{number(width / 14)} {number(width / 20)}")  # fmt: skip
    size = max(9.0, width * 0.175)
    if width >= 36:
        out += middle(width / 2, height * 0.15, f"goal {goal}", size, fill="#ffffff", bold=False)
    if name is None:
        return at(x, y, out + middle(width / 2, height * 0.57, "?", width * 0.62, fill="#ffffff"))
    lines = note.split("\n") if note and width >= 48 else []
    level = height * (0.59 - 0.095 * len(lines))
    out += middle(width * 0.24, level, "?", width * 0.34, fill="#ffffff")
    out += (treasure if name == "treasure" else stone)(width * 0.59, level, width * 0.44)
    for i, words in enumerate(lines):
        down = height * (0.82 - 0.15 * (len(lines) - 1 - i))
        out += middle(width / 2, down, words, size, fill="#ffffff", bold=False)
    return at(x, y, out)


def hole(x: float, y: float, width: float) -> str:
    """Where a rock-fall has just taken a card away."""
    height = width * TALL
    out = box(2, 2, width - 4, height - 4, fill="none", edge=FRESH, line=max(1.5, width / 28), round_=width * 0.11,
              dashes=f"{number(width / 9)} {number(width / 12)}")  # fmt: skip
    for dx, dy, size in ((0.34, 0.58, 0.3), (0.66, 0.6, 0.34), (0.5, 0.38, 0.28)):
        out += stone(width * dx, height * dy, width * size)
    return at(x, y, out)
