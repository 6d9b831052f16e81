"""What the order of one match says: the stages of its Plackett-Luce likelihood."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

__all__ = ["Shape", "Side", "Stage", "stages_of"]

Side = tuple[int, ...]
"""The seats that play as one."""


class Shape(NamedTuple):
    """All of a match's result but who played: one entry a seat, as in MatchResult."""

    ranks: tuple[int, ...] | None
    sides: tuple[int, ...]
    rated: tuple[bool, ...]
    offenders: tuple[bool, ...]
    last_is_open: bool


class Stage(NamedTuple):
    """One choice: `chosen` come next, ahead of the rest of `remaining` (which contains them, first)."""

    chosen: tuple[Side, ...]
    remaining: tuple[Side, ...]


def _groups(shape: Shape) -> list[list[Side]]:
    """The sides by rank, best first. A side is made of its rated seats: after a fault, of the offender alone."""
    if shape.ranks is None:
        return []
    members: dict[int, list[int]] = {}
    for seat, side in enumerate(shape.sides):
        if shape.rated[seat]:
            members.setdefault(side, []).append(seat)
    by_rank: dict[int, list[Side]] = {}
    for seats in members.values():
        by_rank.setdefault(shape.ranks[seats[0]], []).append(tuple(seats))
    return [by_rank[rank] for rank in sorted(by_rank)]


def _end(groups: list[list[Side]], shape: Shape) -> int:
    """How many groups are in order; the others are known only to come after them.

    A last rank shared by offenders is always open. A structural one is open too, also where an offender stands below
    it; but those who share the first rank above an offender have won against it.
    """
    end = len(groups)
    if end and all(shape.offenders[seat] for side in groups[-1] for seat in side):
        if shape.last_is_open and end > 2 and len(groups[-2]) > 1:
            return end - 2
        return end - (len(groups[-1]) > 1)
    if end and shape.last_is_open and len(groups[-1]) > 1:
        return end - 1
    return end


@lru_cache(maxsize=100_000)
def stages_of(shape: Shape) -> tuple[Stage, ...]:
    """The stages that carry information, first choice first; none if nobody is rated or the order says nothing.

    >>> stages_of(Shape((1, 2, 3), (0, 1, 2), (True,) * 3, (False,) * 3, False))[1]
    Stage(chosen=((1,),), remaining=((1,), (2,)))
    """
    groups = _groups(shape)
    stages = []
    for number in range(_end(groups, shape)):
        remaining = tuple(side for group in groups[number:] for side in group)
        if len(remaining) > 1:
            stages.append(Stage(tuple(groups[number]), remaining))
    return tuple(stages)
