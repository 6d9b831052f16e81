"""The board: spaces and the ways between them, and what can be reached from where, worked out once.

Spaces are numbers 0..398 in the order of the board file ("space order"; 0 is the Great Hall), sets of spaces are masks of
bits, secret doors are numbered 0..12 in the order of the board file's edges.
"""

from __future__ import annotations

from collections import deque
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

import msgspec

_raw: Any = msgspec.json.decode(files("arena_dungeon").joinpath("data/board.json").read_bytes())

NAMES: Final[tuple[str, ...]] = tuple(space["id"] for space in _raw["spaces"])
INDEX: Final = {name: number for number, name in enumerate(NAMES)}
"""Name of a space -> its number."""
KINDS: Final[tuple[str, ...]] = tuple(space["kind"] for space in _raw["spaces"])
"""By space: hall, corridor, room or chamber."""
LEVEL_OF: Final[tuple[int, ...]] = tuple(space["level"] for space in _raw["spaces"])
RECTS: Final[tuple[tuple[int, int, int, int], ...]] = tuple(tuple(space["rect"]) for space in _raw["spaces"])
"""By space: x, y, width and height in cells."""
TITLES: Final[tuple[str, ...]] = tuple(space.get("name", "") for space in _raw["spaces"])
"""By space: what a chamber or the hall is called; empty for the others."""
WIDTH: Final[int] = _raw["width"]
HEIGHT: Final[int] = _raw["height"]

HALL: Final = 0
NOWHERE: Final = -1
"""No space at all."""
STEPS: Final = 5
"""How far a hero, and the hunter, goes in a turn."""
LAST_LEVEL: Final = 6
ROOMS: Final = tuple(at for at, kind in enumerate(KINDS) if kind == "room")
ROOMS_BY_LEVEL: Final = tuple(tuple((at, 1 << at) for at in ROOMS if LEVEL_OF[at] == level) for level in range(LAST_LEVEL + 1))
"""By level, 0 to 6: its rooms, each with its bit."""
CHAMBERS: Final = tuple(at for at, kind in enumerate(KINDS) if kind == "chamber")
LAIRS: Final = tuple(sorted(ROOMS + CHAMBERS))
"""Where monsters can be: rooms and chambers, in space order."""
IS_ROOM: Final = tuple(kind == "room" for kind in KINDS)
SHARED: Final = tuple(kind in ("chamber", "hall") for kind in KINDS)
"""By space: may several heroes stand there?"""
TOKENS_TO_CLEAR: Final = tuple({"room": 1, "chamber": 3}.get(kind, 0) for kind in KINDS)
"""By space: the clear tokens after which no monster comes any more."""
HUNTER_ROOMS: Final = tuple(at for at in ROOMS if LEVEL_OF[at] == LAST_LEVEL)
ALL_LAIRS: Final = sum(1 << at for at in LAIRS)
"""The mask of all rooms and chambers: what is uncleared at the start."""

DOORS: Final = tuple(f"{edge['a']}|{edge['b']}" for edge in _raw["edges"] if edge["type"] == "secret")
"""The names of the secret doors, as the board file has them."""
DOOR_INDEX: Final = {name: number for number, name in enumerate(DOORS)}
ALL_DOORS: Final = (1 << len(DOORS)) - 1
EDGES: Final[tuple[tuple[str, str, str], ...]] = tuple((edge["a"], edge["b"], edge["type"]) for edge in _raw["edges"])
"""Both ends and the type (open, door, secret) of each way."""
EDGE_CELLS: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((x, y) for x, y in edge["cells"]) for edge in _raw["edges"]
)
"""For each of `EDGES` the two cells, side by side, between which the way leads: where a drawing has its door."""


def _neighbours() -> tuple[tuple[tuple[int, int], ...], ...]:
    out: list[list[tuple[int, int]]] = [[] for _ in NAMES]
    for a, b, kind in EDGES:
        door = 1 << DOOR_INDEX[f"{a}|{b}"] if kind == "secret" else 0
        out[INDEX[a]].append((INDEX[b], door))
        out[INDEX[b]].append((INDEX[a], door))
    return tuple(tuple(sorted(ways)) for ways in out)


NEXT: Final = _neighbours()
"""By space: its neighbours in space order, each with the bit of the secret door between, or 0."""
NEXT_DOORS: Final = tuple(tuple(sorted((door, at) for at, door in ways if door)) for ways in NEXT)
"""By space: the bits of the secret doors at it and what lies behind, in the order of the edges."""
NEXT_LAIRS: Final = tuple(tuple(way for way in ways if ALL_LAIRS >> way[0] & 1) for ways in NEXT)
"""By space: the rooms and chambers next to it, in space order, with the bit of a secret door between."""


class Path(NamedTuple):
    """The one path of at most five steps from a space to another: the board has no cycle of fewer than 13 ways."""

    target: int
    action: str
    """Such as `go c22_13`."""
    steps: int
    passed: int
    """The mask of the spaces between the two ends."""
    doors: int
    """The mask of the secret doors on it."""
    previous: int
    """The last space before the target."""
    alone: int
    """The target's bit if one hero only may stand there, else 0."""


class Reach(NamedTuple):
    """All that lies within five steps of a space."""

    paths: tuple[Path, ...]
    """In space order of their targets; the space itself is none."""
    by_action: dict[str, Path]
    spaces: int
    """The mask of the targets."""
    doors: int
    """The mask of the secret doors on any of the paths."""


@cache
def reach(start: int) -> Reach:
    """What lies within five steps of a space, if every secret door were open; each `Path` says which it needs."""
    found: dict[int, Path] = {}
    ends: list[tuple[int, int, int, int]] = [(start, NOWHERE, 0, 0)]  # space, where it was come from, passed, doors
    for steps in range(1, STEPS + 1):
        reached = []
        for at, origin, passed, doors in ends:
            between = passed if at == start else passed | 1 << at
            for there, door in NEXT[at]:
                if there != origin:
                    alone = 0 if SHARED[there] else 1 << there
                    found[there] = Path(there, f"go {NAMES[there]}", steps, between, doors | door, at, alone)
                    reached.append((there, at, between, doors | door))
        ends = reached
    paths = tuple(found[at] for at in sorted(found))
    doors = 0
    for path in paths:
        doors |= path.doors
    return Reach(paths, {path.action: path for path in paths}, sum(1 << path.target for path in paths), doors)


@cache
def distances(target: int) -> tuple[int, ...]:
    """By space: the steps of a shortest way to `target` for the hunter, for whom every door is open and the hall a wall.

    The hall may be the target, but is never passed. -1: there is no way.
    """
    out = [-1] * len(NAMES)
    out[target] = 0
    queue = deque([target])
    while queue:
        at = queue.popleft()
        for there, _ in NEXT[at]:
            if out[there] < 0 and there != HALL:
                out[there] = out[at] + 1
                queue.append(there)
    return tuple(out)


def door_names(mask: int) -> list[str]:
    """The names of the secret doors of a mask, in the order of the edges."""
    return [name for number, name in enumerate(DOORS) if mask >> number & 1] if mask else []
