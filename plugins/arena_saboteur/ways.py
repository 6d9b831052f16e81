"""How far the tunnel is from a goal: what the game's estimate and all its reference bots look at.

The length of a way is counted in cards: a shortest-path search (Dijkstra, "A note on two problems in connexion with graphs",
1959) from the goal backwards over empty cells, through cut-off pieces of tunnel for nothing, to the cells that are fed.
An empty cell costs one card, and more where few cards fit between its neighbours. A second way beside the
shortest one shortens the distance a little, since one of them may be blocked.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from math import exp, log
from typing import Final

from arena_saboteur.cards import FACE_OF, LIVE, LIVE_AT, OPEN, ROTATIONS, TUNNELS
from arena_saboteur.mine import WAYS, WAYS_OF, Mine
from arena_saboteur.notation import FED, GOAL_AT, GOAL_CELLS, cell

FAR: Final = 15.0
"""The distance where there is no way at all, in cards."""
TIGHT: Final = 0.3
"""What a cell costs in addition for each time that fewer cards fit there than on an open one."""
BLUR: Final = 0.5
"""How much longer a second way may be, in cards, to count a good part of the first."""
MARGIN: Final = 2.5
"""Ways that are so much longer than the shortest one are not looked for."""


def _neighbours(cells: Iterable[int]) -> dict[int, tuple[tuple[int, int], ...]]:
    inside = frozenset(cells)
    return {at: tuple((at + step, back) for _, step, back in WAYS if at + step in inside) for at in inside}


_FRAME: Final = _neighbours(cell(x, y) for x in range(-1, 10) for y in range(-3, 4))
"""Where ways are looked for: cell -> its neighbours there, each with the side that looks back."""
_FIELD: Final = _neighbours(cell(x, y) for x in range(9) for y in range(-2, 3))
"""The same under the option bounds=9x5."""


def _cost(need: int) -> float:
    """What a cell costs whose neighbours ask for this (bits: 0-3 open, 4-7 wall), by the cards that lead through it."""
    wanted, walls = need & 15, need >> 4
    fitting = 0
    for code, (_, copies) in TUNNELS.items():
        faces = [FACE_OF[code, rotation] for rotation in ROTATIONS[code]]
        if code < "x" and LIVE[faces[0]]:
            fitting += copies * any(OPEN[face] & wanted == wanted and not OPEN[face] & walls for face in faces)
    return 1.0 + TIGHT * (27 / fitting - 1) if fitting else FAR


COST: Final = tuple(max(1.0, _cost(need)) for need in range(256))
"""Need of a cell -> what it costs, in cards."""


_kept: dict[tuple[frozenset[tuple[int, int]], int, bool, int], tuple[dict[int, float], float, int]] = {}
MOST_KEPT: Final = 2048
"""A search meets equal tables again and again, in each of its worlds."""


def looked_at(mine: Mine, goal: int) -> tuple[dict[int, float], float, int]:
    """The ways to a face-down goal (see `ways`), its distance, and the cell where the shortest way begins (-1: none)."""
    key = frozenset(mine.board.items()), mine.down, mine.bounded, goal
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[key] = _look(mine, goal)
    return found


def _look(mine: Mine, goal: int) -> tuple[dict[int, float], float, int]:
    found = _ways(mine, goal)
    ends = [(found[at], at) for at, need in mine.rim.items() if need & FED and at in found]
    if not ends:
        return found, FAR, -1
    least, head = min(ends)
    return found, least - BLUR * log(sum([exp((least - end) / BLUR) for end, _ in ends])), head


def ways(mine: Mine, goal: int) -> dict[int, float]:
    """For each empty cell from which a way leads to the face-down goal: how many cards, its own among them, that takes.

    Ways much longer than the shortest one are left out. Kept, and not to be changed.
    """
    return looked_at(mine, goal)[0]


def distance(mine: Mine, goal: int) -> float:
    """How many cards the tunnel is from a goal; 0 if it is reached, FAR at most."""
    if not mine.down >> goal & 1 or mine.fed >> goal & 1:
        return 0.0
    return looked_at(mine, goal)[1]


def _ways(mine: Mine, goal: int) -> dict[int, float]:
    """Whatever it is entered from, a cell costs the same, so its way is final when it is first met."""
    board, rim, live = mine.board, mine.rim, mine.live
    near = _FIELD if mine.bounded else _FRAME
    out: dict[int, float] = {}
    met: set[int] = set()
    through: set[tuple[int, int]] = set()
    enough = FAR
    heap: list[tuple[float, int]] = [(0.0, GOAL_CELLS[goal])]
    while heap:
        length, here = heappop(heap)
        if length >= enough:
            break
        if length:
            out[here] = length
            if enough == FAR and rim.get(here, 0) & FED:
                enough = length + MARGIN
        looks = list(near[here])
        for at, side in looks:  # grows where a cut-off piece of tunnel leads on
            face = board.get(at)
            if face is None:
                if at not in met:
                    met.add(at)
                    cost = COST[rim.get(at, 0) & 255]
                    if cost < FAR and at not in GOAL_AT:
                        heappush(heap, (length + cost, at))
            else:
                tunnel = LIVE_AT[face][side]
                if tunnel and not live.get(at, 0) & tunnel and (at, tunnel) not in through:
                    through.add((at, tunnel))
                    looks += [(at + step, back) for step, back in WAYS_OF[tunnel] if at + step in near or at + step in board]
    return out
