"""What an action does to the way to the gold: how many cards nearer it brings it (the length of a way: `ways`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from arena_saboteur.cards import FACE_OF, SHAPES
from arena_saboteur.mine import Mine
from arena_saboteur.notation import cell_of
from arena_saboteur.ways import FAR, distance, ways

OFF: Final = 1.7
"""A card does not matter where a way through its cell would be so much longer than the tunnel's distance."""


class Outlook:
    """A table, and what each goal is thought to be: how far the gold is, and how actions change that."""

    def __init__(self, mine: Mine, chances: Sequence[float]) -> None:
        """`chances`: for each goal how likely it is the treasure."""
        self.mine = mine
        self.chances = chances
        self.maps = [ways(mine, goal) if chance and mine.down >> goal & 1 else {} for goal, chance in enumerate(chances)]
        self.distances = [distance(mine, goal) if chance else 0.0 for goal, chance in enumerate(chances)]
        self.length = self._mean(self.distances)

    def _mean(self, distances: Iterable[float]) -> float:
        return sum(chance * far for chance, far in zip(self.chances, distances, strict=True))

    def after(self, mine: Mine) -> float:
        """The expected distance on another table."""
        return self._mean(distance(mine, goal) if chance else 0.0 for goal, chance in enumerate(self.chances))

    def laid(self, paths: Iterable[str]) -> dict[str, float]:
        """For each `path` action: how many cards nearer it brings the gold (less than 0: farther)."""
        out = {}
        known: dict[tuple[int, int], float] = {}
        for action in paths:
            _, code, place, rotation = action.split()
            at, face = cell_of(place), FACE_OF[code, int(rotation)]
            gain = known.get((at, SHAPE_CLASS[face]))
            if gain is None:
                gain = known[at, SHAPE_CLASS[face]] = self._gain(at, face)
            out[action] = gain
        return out

    def _gain(self, at: int, face: int) -> float:
        if not SHAPES[face].ladder and all(
            found.get(at, FAR) > far + OFF for found, far in zip(self.maps, self.distances, strict=True) if found
        ):
            return 0.0
        return self.length - self.after(self.mine.lay(at, face))

    def fallen(self, rockfalls: Iterable[str]) -> dict[str, float]:
        """The same for each `rockfall` action."""
        return {action: self.length - self.after(self.mine.remove(cell_of(action[9:]))) for action in rockfalls}

    def reaches(self, action: str) -> float:
        """How likely it is that a `path` action reaches the treasure now."""
        _, code, place, rotation = action.split()
        fed = self.mine.lay(cell_of(place), FACE_OF[code, int(rotation)]).fed
        return sum(chance for goal, chance in enumerate(self.chances) if fed >> goal & 1)


_classes: dict[tuple[tuple[int, ...], int, bool], int] = {}
SHAPE_CLASS: Final = tuple(
    _classes.setdefault((shape.live, shape.stubs, shape.ladder), len(_classes)) for shape in SHAPES
)
"""Face -> a number that is equal for faces that lead alike."""


def treasure_chances(goals: Sequence[str | None]) -> list[float]:
    """For each goal how likely it is the treasure, by what a seat knows of the goals.

    >>> treasure_chances([None, "stone-ne", None])
    [0.5, 0.0, 0.5]
    """
    if "treasure" in goals:
        return [float(name == "treasure") for name in goals]
    unknown = sum(name is None for name in goals)
    return [0.0 if name is not None else 1 / unknown for name in goals]
