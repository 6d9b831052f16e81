"""The cards: every kind with its shape and number of copies, and both ways of laying each tunnel card.

A shape is written as `NES`, `NS|e`, `ES^`, `NS*b`: parts between `|`, a part in capitals a live tunnel that joins these
sides, one in small letters stubs that end inside the card; then flags, `+` a crystal, `^` a ladder, `*b` and `*g` a blue
or green door on the live tunnel (rules, 1.2). A card is laid upright (rotation 0) or turned by half (180), never sideways.

Tunnel cards lie on the table as *faces*: a shape in one of its rotations, a small number that indexes the tables below.
"""

from __future__ import annotations

from typing import Final, NamedTuple

SIDES: Final = "NESW"
"""The sides of a card in the order of their numbers 0..3; the opposite of side k is (k + 2) % 4, its bit is 1 << k."""

TUNNELS: Final = {
    "b01": ("NS", 4),
    "b02": ("EW", 3),
    "b03": ("ES", 4),
    "b04": ("SW", 5),
    "b05": ("NES", 5),
    "b06": ("NEW", 5),
    "b07": ("NESW", 5),
    "b08": ("n", 1),
    "b09": ("e", 1),
    "b10": ("ns", 1),
    "b11": ("ew", 1),
    "b12": ("es", 1),
    "b13": ("sw", 1),
    "b14": ("nes", 1),
    "b15": ("new", 1),
    "b16": ("nesw", 1),
    "x01": ("NS|EW", 2),
    "x02": ("NW|ES", 1),
    "x03": ("NE|SW", 1),
    "x04": ("S^", 1),
    "x05": ("W^", 1),
    "x06": ("ES^", 1),
    "x07": ("NE^", 1),
    "x08": ("ES*g", 1),
    "x09": ("EW*g", 1),
    "x10": ("NS|e*g", 1),
    "x11": ("NS*b", 1),
    "x12": ("EW*b", 1),
    "x13": ("SW*b", 1),
    "x14": ("NE|s", 1),
    "x15": ("NS|e|w", 1),
    "x16": ("EW|n|s", 1),
    "x17": ("NS|e", 1),
    "x18": ("ES|n", 2),
    "x19": ("w+", 1),
    "x20": ("s+", 1),
    "x21": ("ESW+", 3),
    "x22": ("ESW|n+", 1),
    "x23": ("NES+", 1),
    "x24": ("NSW|e+", 1),
    "x25": ("NESW+", 1),
    "x26": ("EW|s+", 1),
}
"""Tunnel cards (rules, 1.3 and 1.5): code -> (shape, copies). `b` are of the base game, `x` of the expansion."""

ACTIONS: Final = {
    "a01": ("break pick", 3, 0),
    "a02": ("break lantern", 3, 0),
    "a03": ("break cart", 3, 0),
    "a04": ("repair pick", 2, 0),
    "a05": ("repair lantern", 2, 0),
    "a06": ("repair cart", 2, 0),
    "a07": ("repair pick+lantern", 1, 0),
    "a08": ("repair pick+cart", 1, 0),
    "a09": ("repair lantern+cart", 1, 0),
    "a10": ("rockfall", 3, 1),
    "a11": ("map", 6, 0),
    "a12": ("theft", 0, 4),
    "a13": ("handsoff", 0, 3),
    "a14": ("swaphand", 0, 2),
    "a15": ("inspect", 0, 2),
    "a16": ("swaphat", 0, 2),
    "a17": ("trap", 0, 3),
    "a18": ("free", 0, 4),
}
"""Action cards (rules, 1.4 and 1.5): code -> (what it does, copies in the base game, further ones of the expansion)."""

SPECIAL: Final = {"start": "NESW^", "treasure": "NESW", "stone-ne": "NE", "stone-nw": "NW"}
"""The cards that are on the table from the beginning: name -> shape."""
GOAL_NAMES: Final = ("treasure", "stone-ne", "stone-nw")


class Shape(NamedTuple):
    """A shape in one rotation. Sides are masks of bits 1 << k for side k."""

    live: tuple[int, ...]
    """The live tunnels: for each the sides that it joins."""
    stubs: int
    """The sides with a stub."""
    crystal: bool = False
    ladder: bool = False
    door: str = ""
    """`b`, `g` or nothing: the colour of the door on the live tunnel."""

    @property
    def open(self) -> int:
        """The sides that carry a tunnel of any sort."""
        return sum(self.live) | self.stubs

    def turned(self) -> Shape:
        """The shape turned by half: north and south change places, and east and west."""
        return self._replace(live=tuple(sorted(map(half_turn, self.live))), stubs=half_turn(self.stubs))


def half_turn(sides: int) -> int:
    """A mask of sides turned by half.

    >>> [half_turn(1 << k).bit_length() - 1 for k in range(4)]
    [2, 3, 0, 1]
    """
    return (sides << 2 | sides >> 2) & 15


def parse(text: str) -> Shape:
    """The shape that is written so. Raises ValueError for what is no shape.

    >>> parse("NS|e*g")
    Shape(live=(5,), stubs=2, crystal=False, ladder=False, door='g')
    """
    body = text.rstrip("+^")
    flags = text[len(body) :]
    body, _, door = body.partition("*")
    live, stubs = [], 0
    for part in body.split("|"):
        sides = sum(1 << SIDES.index(letter) for letter in part.upper())
        if part.isupper():
            live.append(sides)
        elif part.islower():
            stubs |= sides
        else:
            raise ValueError(f"{text!r} is no shape: {part!r} is neither a tunnel in capitals nor stubs in small letters")
    if door not in ("", "b", "g"):
        raise ValueError(f"{text!r} is no shape: a door is *b or *g")
    return Shape(tuple(sorted(live)), stubs, "+" in flags, "^" in flags, door)


# The faces and their tables, indexed by the face's number.

FACES: list[tuple[str, int]] = []
"""Face -> (code or name of its card, rotation 0 or 180)."""
FACE_OF: dict[tuple[str, int], int] = {}
"""The other way round. A shape that is the same turned by half has rotation 0 only."""
SHAPES: list[Shape] = []


def _tabulate() -> None:
    for code, text in [*((code, text) for code, (text, _) in TUNNELS.items()), *SPECIAL.items()]:
        upright = parse(text)
        for rotation, shape in ((0, upright), (180, upright.turned())):
            if rotation == 0 or shape != upright:
                FACE_OF[code, rotation] = len(FACES)
                FACES.append((code, rotation))
                SHAPES.append(shape)


_tabulate()

OPEN: Final = tuple(shape.open for shape in SHAPES)
LIVE: Final = tuple(shape.live for shape in SHAPES)
LIVE_AT: Final = tuple(
    tuple(next((part for part in shape.live if part >> side & 1), 0) for side in range(4)) for shape in SHAPES
)
"""Face -> for each side the live tunnel that reaches it, as a mask, or 0."""
LADDER: Final = tuple(shape.ladder for shape in SHAPES)
CRYSTAL: Final = tuple(shape.crystal for shape in SHAPES)
DOOR: Final = tuple(shape.door for shape in SHAPES)
FACE_TEXT: Final = tuple(f"{code} {rotation}" for code, rotation in FACES)
"""Face -> how a view shows it, such as `b05 180`."""
ROTATIONS: Final = {code: tuple(r for r in (0, 180) if (code, r) in FACE_OF) for code in TUNNELS}
LADDER_CODES: Final = frozenset(code for code in TUNNELS if LADDER[FACE_OF[code, 0]])
START: Final = FACE_OF["start", 0]
TREASURE: Final = FACE_OF["treasure", 0]

TOOLS: Final = ("pick", "lantern", "cart")
BREAKS: Final = {"a01": 0, "a02": 1, "a03": 2}
"""Card that breaks a tool -> number of the tool."""
REPAIRS: Final = {"a04": (0,), "a05": (1,), "a06": (2,), "a07": (0, 1), "a08": (0, 2), "a09": (1, 2)}
"""Card that repairs -> numbers of the tools that it can mend, one of them."""
FRONTS: Final = (*TOOLS, "trapped", "theft")
"""What can lie in front of a seat, in the order of its number."""
TRAPPED: Final = 3
THEFT: Final = 4


def deck_of(expansion: bool) -> list[str]:
    """All cards of the draw pile in code order: 67 in the base game, 118 with the expansion."""
    out = []
    for code, (_, base, more) in ACTIONS.items():
        out += [code] * (base + (more if expansion else 0))
    for code, (_, copies) in TUNNELS.items():
        if expansion or code[0] == "b":
            out += [code] * copies
    return out


BASE_DECK: Final = tuple(deck_of(False))
FULL_DECK: Final = tuple(deck_of(True))

GOLD_VALUES: Final = (1,) * 16 + (2,) * 8 + (3,) * 4
"""The value of each gold card of the base game by its number 0..27."""


def stone_rotation(name: str, side: int) -> int:
    """The rotation in which the stone `name` is open at `side`: there is exactly one (rules, 3.1)."""
    return 0 if OPEN[FACE_OF[name, 0]] >> side & 1 else 180
