"""A view made ready for counting: masks of the board, and what the gold looks like to each side.

Shared by Armadöra's bots. It loads the board's geometry and no rules.

The estimate. A warrior holds a mine by its power, and by less the longer the way there is: palisades may still come
between them. With each step its hold is multiplied by `reach`; in a territory that can no longer be divided every
warrior counts in full, as it does at the end. What is left in a reserve counts as spread evenly over the empty squares.
The side that is ahead gets the larger share by a softmax over the holds; it is the softer the more is still open: hidden
powers and empty squares, added up as variances.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt, tanh
from typing import Any, NamedTuple

from arena_armadora.board import (
    EDGE_ID,
    LAND,
    MINE_MASK,
    MINES,
    SMALLEST,
    SQUARE_ID,
    Board,
    bits,
    build,
    inner_edges,
    territories,
)

Moments = dict[int, tuple[float, float]]
"""Square -> mean and variance of the power of the warrior there; ~seat -> the same of a tile of that seat's reserve."""


class Taste(NamedTuple):
    """The numbers of the estimate, fitted to matches of the bots among themselves."""

    reach: float = 0.7
    """What is left of a warrior's hold on a mine with each step of the way, while palisades may come."""
    floor: float = 0.7
    """How blurred a lead is when all is known, in points of power."""
    blur: float = 0.8
    """How much of the deviation of what is open blurs a lead."""
    reserve: float = 1.2
    """What power in the reserve counts for, beside power spread evenly over the empty squares."""


# The ways from all eight mines are found in one flood: a whole number with a lane of 40 squares for each mine. The
# border of the board needs no care: no way leads over it.

_LANES = sum(1 << 40 * i for i in range(len(MINES)))
_START = sum(1 << 40 * i + mine for i, mine in enumerate(MINES))


@lru_cache(maxsize=4096)
def rings(walls: int) -> tuple[tuple[int, ...], ...]:
    """For each mine: the squares by the number of steps from it, round these palisades, from 0.

    >>> [ring.bit_count() for ring in rings(0)[0]]
    [1, 3, 5, 7, 8, 7, 5, 3, 1]
    """
    east = 0  # squares whose right-hand edge is open
    for row in range(5):
        east |= (~(walls >> 7 * row) & 0x7F) << 8 * row
    east *= _LANES
    south = (~(walls >> 35) & 0xFFFFFFFF) * _LANES
    seen = new = _START
    steps = []
    while new:
        steps.append(new.to_bytes(40, "little"))
        new = ((new & east) << 1 | new >> 1 & east | (new & south) << 8 | new >> 8 & south) & ~seen
        seen |= new
    return tuple(
        tuple(ring for step in steps if (ring := int.from_bytes(step[at : at + 5], "little"))) for at in range(0, 40, 5)
    )


Placed = tuple[int, int, float]
"""A warrior that may come, or a mark (an arrow, a reinforcement) on one that stands there: square, side, power."""


class Pot:
    """Gold that is won together: a mine, or all the gold of a territory that can no longer be divided."""

    __slots__ = ("doubt", "gold", "holds", "space", "space2", "weighted")

    def __init__(self, table: Table, gold: int, weighted: list[tuple[float, int]]) -> None:
        """`weighted`: how much of a warrior's power counts, and the squares where it does."""
        self.gold = gold
        self.weighted = weighted
        self.holds = [0.0] * table.sides  # by side: the power that holds it now
        self.doubt = self.space = self.space2 = 0.0  # the variance of hidden powers; weights of empty squares, squared
        empty = table.empty
        for weight, squares in weighted:
            square_weight = weight * weight
            for side, mean, variance, mask in table.groups:
                if here := mask & squares:
                    count = here.bit_count()
                    self.holds[side] += weight * count * mean
                    self.doubt += square_weight * count * variance
            if here := squares & empty:
                count = here.bit_count()
                self.space += weight * count
                self.space2 += square_weight * count

    def weight(self, square: int) -> float:
        """How much of a warrior's power on `square` counts here."""
        for weight, squares in self.weighted:
            if squares >> square & 1:
                return weight
        return 0.0


class Table:
    """A view, made ready for counting. It does not change: what may come is given to `value`."""

    def __init__(
        self, view: Any, army: list[int], teams: list[int], seat: int, taste: Taste, moments: Moments | None = None
    ) -> None:
        """`moments`: those of the powers that are not seen, if more is known than shuffling gives."""
        self.taste = taste
        self.seat = seat
        self.teams = teams
        self.side = teams[seat]
        self.sides = max(teams) + 1
        self.supply: int = view["supply"]
        self.board: Board = build(EDGE_ID[edge] for edge in view["palisades"])
        self.gold = {SQUARE_ID[square]: pile for square, pile in view["gold"].items()}
        self.tiles: list[int] = list(view["tiles"])
        self.passed: list[bool] = list(view["passed"])
        self.unseen = [unseen_tiles(view, army, who) for who in range(len(teams))]
        groups: dict[tuple[int, float, float], int] = {}
        taken = 0
        for name, owner in view["owner"].items():
            power = view["power"][name]
            square = SQUARE_ID[name]
            if power is not None:
                mean, variance = float(power), 0.0
            elif moments is not None and square in moments:
                mean, variance = moments[square]
            else:
                mean, variance = self.unseen[owner]
            mean += (name in view["reinforced"]) - view["arrows"].get(name, 0)
            key = teams[owner], mean, variance
            groups[key] = groups.get(key, 0) | 1 << square
            taken |= 1 << square
        self.groups = [(*key, mask) for key, mask in groups.items()]
        self.empty = LAND & ~taken
        self.left = [0.0] * self.sides  # the power that each side can still place
        self.coming = 0  # the warriors that all together can still place
        for who, count in enumerate(self.tiles):
            if not self.passed[who]:
                reserve = view["reserves"][who]
                mean = self.unseen[who][0] if moments is None or ~who not in moments else moments[~who][0]
                own = mean * count if reserve is None else sum(p * n for p, n in enumerate(reserve, 1))
                self.left[teams[who]] += own
                self.coming += count
        rivals = [who for who, side in enumerate(teams) if side != self.side]
        self.rivals_in = [who for who in rivals if not self.passed[who]]
        # how much of the others' armies is still to come, 0..1
        self.waiting = sum(self.tiles[who] for who in self.rivals_in) / (sum(army) * len(rivals))
        self.restless = sum(p * p * n for p, n in enumerate(army, 1)) / sum(army)  # the variance of a tile to come
        self._pots: dict[tuple[int, int], list[Pot]] = {}
        self._by_rings: dict[tuple[int, ...], Pot] = {}

    def pots(self, board: Board) -> list[Pot]:
        """What there is to win with these palisades and the warriors that stand now."""
        walls, _, free = board
        out = []
        for part in territories(walls):
            if part & MINE_MASK:
                inner = inner_edges(part)
                open_still = self.rivals_in and free & inner and part.bit_count() >= 2 * SMALLEST
                key = part, walls & inner if open_still else -1
                pots = self._pots.get(key)
                if pots is None:
                    pots = self._pots[key] = self._make(part, walls if key[1] >= 0 else -1)
                out += pots
        return out

    def _make(self, part: int, walls: int) -> list[Pot]:
        if walls < 0:  # it stays as it is
            return [Pot(self, sum(self.gold[mine] for mine in bits(part & MINE_MASK)), [(1.0, part)])]
        out = []
        reach = self.taste.reach
        every = rings(walls)
        for mine in bits(part & MINE_MASK):
            ways = every[MINES.index(mine)]
            pot = self._by_rings.get(ways)
            if pot is None:
                weighted = [(reach ** (i - 1), squares) for i, squares in enumerate(ways) if i]
                pot = self._by_rings[ways] = Pot(self, self.gold[mine], weighted)
            out.append(pot)
        return out

    def value(self, board: Board, placed: Sequence[Placed] = (), marks: Sequence[Placed] = ()) -> float:
        """My side's expected gold less the others' mean, with these palisades and these warriors and marks more."""
        left = self.left
        if placed:
            left = left[:]
            for _, side, power in placed:
                left[side] = max(0.0, left[side] - power)
        squares = max(self.empty.bit_count() - len(placed), 1)
        # when all others have passed nothing comes but what my side wants
        rate = self.taste.reserve / squares if self.rivals_in else 0.0
        restless = self.restless * min(1.0, max(0, self.coming - len(placed)) / squares) if self.rivals_in else 0.0
        floor = self.taste.floor if self.rivals_in else 0.1
        blur = self.taste.blur
        mine, others = self.side, self.sides - 1
        total = 0.0
        for pot in self.pots(board):
            holds = pot.holds[:]
            space, space2 = pot.space, pot.space2
            for square, side, power in placed:
                if weight := pot.weight(square):
                    holds[side] += weight * power
                    space -= weight
                    space2 -= weight * weight
            for square, side, power in marks:
                holds[side] += pot.weight(square) * power
            soft = floor + blur * sqrt(max(0.0, pot.doubt + restless * space2))
            space *= rate
            if others == 1:
                lead = holds[mine] - holds[1 - mine] + space * (left[mine] - left[1 - mine])
                total += pot.gold * tanh(0.5 * lead / soft)
            else:
                holds = [hold + space * more for hold, more in zip(holds, left, strict=True)]
                top = max(holds)
                raised = [exp((hold - top) / soft) for hold in holds]
                share = raised[mine] / sum(raised)
                total += pot.gold * (share - (1 - share) / others)
        return total


def unseen_tiles(view: Any, army: list[int], who: int) -> tuple[float, float]:
    """Mean and variance of the power of a seat's tiles that are not seen, on the board or in its reserve."""
    pool = list(army)
    for square, owner in view["owner"].items():
        if owner == who and (power := view["power"][square]) is not None:
            pool[power - 1] -= 1
    count = sum(pool)
    if not count:
        return 0.0, 0.0
    mean = sum(p * n for p, n in enumerate(pool, 1)) / count
    return mean, sum((p - mean) ** 2 * n for p, n in enumerate(pool, 1)) / count
