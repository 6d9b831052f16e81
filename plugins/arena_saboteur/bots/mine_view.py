"""What an action does to the way to the gold: how many cards nearer it brings it (the length of a way: `ways`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import Final

from arena_saboteur.cards import FACE_OF, SHAPES
from arena_saboteur.mine import Mine
from arena_saboteur.notation import FED, GOAL_CELLS, STEPS, cell_of
from arena_saboteur.ways import BLUR, COST, FAR, distance, ways

OFF: Final = 1.7
"""A card does not matter where a way through its cell would be so much longer than the tunnel's distance."""
SLACK: Final = 2.0
"""A way that is so much longer than the shortest does not count, in cards: it would shorten the distance by 0.01."""

BEYOND: Final = 1.0
"""Where the shortest way becomes so much longer, ways may count that were too long to be looked for before."""


class Ways:
    """The ways of a table to one face-down goal, and how long they are after one more card.

    A card only takes ways away, and makes the cells beside it dearer. So a way that meets none of these is as long as it was
    and nothing has to be searched again; where the shortest way may be another one, it is. So the distance is that of `ways`
    but for a few hundredths of a card.
    """

    def __init__(self, mine: Mine, goal: int) -> None:
        self.mine = mine
        self.goal = goal
        self.found = ways(mine, goal)
        self.distance = distance(mine, goal)
        self._onward: dict[int, frozenset[int] | None] = {}

    def after(self, mine: Mine, at: int) -> float:
        """The distance on the table after one more card on the cell `at`."""
        if mine.fed >> self.goal & 1:
            return 0.0
        found, old = self.found, self.mine.rim
        touched = {at}
        for step in STEPS:
            there = at + step
            if there in mine.rim and COST[mine.rim[there] & 255] != COST[old.get(there, 0) & 255]:
                touched.add(there)
        least = unsure = FAR
        ends = []
        for there, need in mine.rim.items():
            if need & FED and there in found:
                cost = COST[need & 255]
                if cost >= FAR:
                    continue
                length = found[there] - COST[old.get(there, 0) & 255] + cost
                onward = self.onward(there)
                if onward is None or not touched.isdisjoint(onward):
                    unsure = min(unsure, length)
                else:
                    least = min(least, length)
                    ends.append(length)
        if unsure < least + SLACK or least > self.distance + BEYOND:
            return distance(mine, self.goal)
        return least - BLUR * log(sum([exp((least - end) / BLUR) for end in ends]))

    def onward(self, at: int) -> frozenset[int] | None:
        """The empty cells of the way from a cell to the goal, without the cell; None if it goes through a piece of tunnel."""
        known = self._onward.get(at, _UNKNOWN)
        if known is not _UNKNOWN:
            return known
        found = self.found
        left = found[at] - COST[self.mine.rim.get(at, 0) & 255]
        out: frozenset[int] | None = None
        if left < 1e-6:
            out = frozenset() if GOAL_CELLS[self.goal] - at in STEPS else None
        else:
            there = min([at + step for step in STEPS], key=lambda cell: found.get(cell, FAR))
            if there in found and abs(found[there] - left) < 1e-6:
                beyond = self.onward(there)
                out = None if beyond is None else beyond | {there}
        self._onward[at] = out
        return out


_UNKNOWN: Final = frozenset((-1,))


class Outlook:
    """A table, and what each goal is thought to be: how far the gold is, and how actions change that."""

    def __init__(self, mine: Mine, chances: Sequence[float]) -> None:
        """`chances`: for each goal how likely it is the treasure."""
        self.mine = mine
        self.chances = chances
        self.ways = [Ways(mine, goal) if chance and mine.down >> goal & 1 else None for goal, chance in enumerate(chances)]
        self.distances = [each.distance if each else 0.0 for each in self.ways]
        self.length = self._mean(self.distances)
        self._known: dict[tuple[int, int], list[float]] = {}

    def _mean(self, distances: Iterable[float]) -> float:
        return sum(chance * far for chance, far in zip(self.chances, distances, strict=True))

    def far_after(self, action: str) -> list[float]:
        """For each goal how far it is after a `path` or `rockfall` action; 0 for one that is reached, or no treasure."""
        words = action.split()
        if words[0] == "rockfall":
            mine = self.mine.remove(cell_of(words[1]))
            return [distance(mine, goal) if chance else 0.0 for goal, chance in enumerate(self.chances)]
        at, face = cell_of(words[2]), FACE_OF[words[1], int(words[3])]
        found = self._known.get((at, SHAPE_CLASS[face]))
        if found is None:
            found = self._known[at, SHAPE_CLASS[face]] = self._far_after(at, face)
        return found

    def laid(self, paths: Iterable[str]) -> dict[str, float]:
        """For each `path` action: how many cards nearer it brings the gold (less than 0: farther)."""
        return {action: self.length - self._mean(self.far_after(action)) for action in paths}

    def _far_after(self, at: int, face: int) -> list[float]:
        if not SHAPES[face].ladder and all(each.found.get(at, FAR) > each.distance + OFF for each in self.ways if each):
            return self.distances
        mine = self.mine.lay(at, face)
        return [each.after(mine, at) if each else 0.0 for each in self.ways]

    def fallen(self, rockfalls: Iterable[str]) -> dict[str, float]:
        """The same for each `rockfall` action."""
        return {action: self.length - self._mean(self.far_after(action)) for action in rockfalls}

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
