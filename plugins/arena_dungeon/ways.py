"""How far it is: ways that cost a hero time at closed secret doors and in chambers that are not cleared, kept once worked out.

The rules need none of this (where a hero may go in a turn: `board.reach`); the bots and the estimate do. Costs are in steps,
of which a turn has five.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from heapq import heappop, heappush
from typing import Final, NamedTuple

from arena_dungeon.board import CHAMBERS, NAMES, NEXT, ROOMS
from arena_dungeon.cards import FINDS

MOST_KEPT: Final = 8192
"""About four kilobytes each."""
SEARCH_STEPS: Final = 4
"""What a failed search costs, in steps: the rest of the turn."""
THROUGH: Final = sum(1 << at for at in CHAMBERS if len(NEXT[at]) > 1)
"""The mask of the chambers with more than one way out: only these, and `LINKED`, can lie on a way to somewhere else."""
LINKED: Final = sum(1 << at for at in ROOMS if len(NEXT[at]) > 1)
"""The mask of the rooms with a secret door between them; for a way through them they count as not cleared, always: that is
seldom the shortest way, and fewer ways are to be worked out.
"""


class Ways(NamedTuple):
    """The cheapest ways from one space to all others."""

    cost: array[float]
    """By space: the cost in steps to get there; 1e9 if there is no way."""
    back: array[int]
    """By space: the space before it on that way; -1 for the start."""


_kept: OrderedDict[tuple[int, int, int, float, float, int], Ways] = OrderedDict()


def search_cost(hero: str) -> float:
    """What a closed secret door costs this hero on average, in steps.

    >>> round(search_cost("rogue"), 9), round(search_cost("wizard"), 9)
    (2.0, 8.0)
    """
    chance = (7 - FINDS[hero]) / 6
    return SEARCH_STEPS * (1 - chance) / chance


def ways(start: int, doors: int, uncleared: int, door_cost: float, leave_cost: float, hunter: int = -1) -> Ways:
    """The cheapest ways from a space, which a hero may leave freely even if it is not cleared.

    `doors`: the mask of the secret doors that are open to the hero, others cost `door_cost`; `uncleared`: the mask of
    spaces that cost `leave_cost` to go on from; `hunter`: where the hunter stands, through which no way goes, or -1.
    """
    key = (start, doors, uncleared & THROUGH, door_cost, leave_cost, hunter)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.popitem(last=False)
        found = _kept[key] = _search(*key)
    return found


def _search(start: int, doors: int, uncleared: int, door_cost: float, leave_cost: float, hunter: int) -> Ways:
    cost = array("d", [1e9]) * len(NAMES)
    back = array("h", [-1]) * len(NAMES)
    cost[start] = 0.0
    uncleared |= LINKED
    queue = [(0.0, start)]
    while queue:
        far, at = heappop(queue)
        if far > cost[at] or (at == hunter and at != start):
            continue
        if uncleared >> at & 1 and at != start:
            far += leave_cost
        for there, door in NEXT[at]:
            further = far + 1 if not door & ~doors else far + 1 + door_cost
            if further < cost[there]:
                cost[there] = further
                back[there] = at
                heappush(queue, (further, there))
    return Ways(cost, back)


def path(found: Ways, target: int) -> list[int]:
    """The spaces of the way after its start, up to the target; empty for the start itself and where there is no way."""
    out: list[int] = []
    if found.cost[target] >= 1e9:
        return out
    at = target
    while found.back[at] >= 0:
        out.append(at)
        at = found.back[at]
    out.reverse()
    return out
