"""What a match in the middle promises each seat, at a glance: for search bots that stop a line of play early.

Each mine's gold is shared out by chance. How much a warrior counts for a mine is a matter of flow: let something flow from
the mine over every open edge, and leak a little on every square; the warrior's weight is what there is on its own square.
So it counts less with each step of the way, and little behind a gap that one more palisade would close. The fewer
palisades a territory can still take, the less it leaks; in one that cannot be divided any more every weight is 1, and all
that counts is the sum of powers, as at the end. The reserves count as if spread evenly over all empty squares. A side's
chance to take a mine is a softmax over these totals, the softer the more can still come there.

So the difference of two sides' gold has a mean and a variance, mines that go together counted as one; the chance that
one side ends with more is read off a normal distribution. The constants were chosen by play: see `docs/searching.md`.

Power that is still in a reserve can go where it is needed, after the palisades have shown where that is: so each point of
it is worth some gold, the more the more warriors are still to come. A seat that has passed leaves the rest to the others,
and that costs it some gold.

After the first palisade of a turn, the state is worth what the best second one makes of it, of those that divide a
territory together with the first. So a look one decision ahead sees such a pair, where each palisade alone does nothing.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from math import erf, exp, sqrt, tanh
from typing import TYPE_CHECKING

from arena_armadora.board import ALL_EDGES, EDGE_ENDS, LAND, MINES, SMALLEST, SQUARES, bits, mask_of, place, territories
from arena_armadora.cuts import joints

if TYPE_CHECKING:
    from arena_armadora.rules import ArmadoraState

LEAK = 0.3
"""What leaks on a square, for each 1 that flows over an edge, where any edge can still take a palisade."""
SWEEPS = 4
"""How often the flow is improved, over the squares forth and back."""
DENSE = 0.3
"""The share of a territory's edges that must be free of the 4-square rule for LEAK to hold in full."""
FIRM = 0.3
"""How much a lead is blurred where nothing can come any more, in points of power."""
SOFT = 0.6
"""How much a lead is blurred by what can still come, as a part of that spread."""
PER_SQUARE = 16.0
"""How much one empty square can still move a lead (a variance, in points of power), while there are tiles for all."""
TIE_GOLD = 1.5
"""The least variance of a difference in gold: shares are rounded down, and equal gold is decided by the piles."""
PRICE = 1.0
"""The gold, divided by the sides, that a point of power in a reserve is worth beside what it can do on the board, before
the first warrior."""
PATIENCE = 0.5
"""The gold that a seat loses by passing while another side is still in."""

# The weights of a square for the eight mines are lanes of one whole number, so that a warrior is one multiplication and
# one addition for all mines. Each lane has room for the sum of all powers, and begins with a head start that keeps it
# above 0 under any number of arrows; it falls out where totals are compared.
_LANE = 32
_MASK = (1 << _LANE) - 1
_UNIT = 1 << 12
_PART = 1.0 / _UNIT
_HEAD = sum(1 << _LANE * lane + 26 for lane in range(len(MINES)))

Groups = tuple[tuple[tuple[tuple[int, int], ...], float], ...]
"""By territory with gold: its mines (shift of the lane, square id), and how firmly they go together, in 0..1."""

_LOW = sum(((1 << 16) - 1) << _LANE * lane for lane in range(len(MINES)))  # what a weight may fill of its lane
_SHIFT_OF = {mine: _LANE * lane for lane, mine in enumerate(MINES)}
_BESIDE: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((1 << edge, b if a == square else a) for edge, (a, b) in enumerate(EDGE_ENDS) if square in (a, b))
    for square in range(len(SQUARES))
)
"""By square: the edge as a mask, and the square behind it."""


@lru_cache(maxsize=1 << 14)
def _ways(walls: int, free: int, supply: bool) -> tuple[list[int], int, Groups]:
    """By square its weights for the mines, in lanes; their sum over all squares of land; and the mines by territory."""
    weights = [0] * len(SQUARES)
    groups = []
    for part in territories(walls):
        mines = tuple((shift, mine) for mine, shift in _SHIFT_OF.items() if part >> mine & 1)
        if not mines:
            continue
        loose = _loose(part, free) if supply and part.bit_count() >= 2 * SMALLEST else 0.0
        groups.append((mines, 1.0 - loose))
        if loose:
            _flow(weights, walls, list(bits(part)), LEAK * loose)
        else:
            whole = sum(_UNIT << shift for shift, _ in mines)
            for square in bits(part):
                weights[square] = whole
    return weights, sum(weights[square] for square in bits(LAND)), tuple(groups)


def _flow(weights: list[int], walls: int, squares: list[int], leak: float) -> None:
    """Fill in the weights of a territory's squares.

    The flow is at rest where each square has the sum of its neighbours' divided by their number plus the leak, and a mine
    1 of its own. It is found by setting one square after the other so (the method of Gauss and Seidel), for all mines at
    once; a few sweeps come near enough.
    """
    inverse = [0] + [round(1024 / (beside + leak)) for beside in (1, 2, 3, 4)]
    rows = []
    for square in squares:
        near = [other for edge, other in _BESIDE[square] if not walls & edge]
        keep, source = -1, 0
        if (shift := _SHIFT_OF.get(square)) is not None:
            keep, source = ~(_MASK << shift), _UNIT << shift
            weights[square] = source
        rows.append((square, near, inverse[len(near)], keep, source))
    for _ in range(SWEEPS // 2):
        for square, near, factor, keep, source in chain(reversed(rows), rows):
            total = 0
            for other in near:
                total += weights[other]
            weights[square] = (total * factor >> 10) & _LOW & keep | source


@lru_cache(maxsize=1 << 12)
def _inside(part: int) -> int:
    """The edges inside a territory, walled or not, as a mask."""
    return mask_of(edge for edge, (a, b) in enumerate(EDGE_ENDS) if part >> a & 1 and part >> b & 1)


def _loose(part: int, free: int) -> float:
    """How much a territory can still be divided, in 0..1: by its free edges among those inside it."""
    inside = _inside(part)
    return min(1.0, (inside & free).bit_count() / (DENSE * inside.bit_count()))


@lru_cache(maxsize=1 << 13)
def _partners(walls: int, first: int) -> int:
    """The edges that divide a territory together with the palisade on edge `first`, which does nothing alone, as a mask."""
    free = ALL_EDGES & ~walls | 1 << first
    for (one, other), edges in joints(walls & ~(1 << first), free).items():
        if first in edges:
            return 0 if one == other else mask_of(edges) & ~(1 << first)
    return 0


def estimate(state: ArmadoraState) -> list[float]:
    """By seat its expected placement, (beaten + ties/2) / others, in 0..1, from the full state, which is not changed."""
    walls, free, supply = state.walls, state.free, state.supply
    best = _estimate(state, walls, free, supply)
    first, seat = state.first, state.turn
    if first >= 0 and supply and seat is not None:
        for edge in bits(_partners(walls, first) & free):
            after, _, still = place(walls, state.lanes, free, edge)
            promise = _estimate(state, after, still, supply - 1)
            if promise[seat] > best[seat]:
                best = promise
    return best


def _estimate(state: ArmadoraState, walls: int, free: int, supply: int) -> list[float]:
    """The same for the state as it stands, but with these palisades, edges that are legal, and palisades to come."""
    sides_of, empty = state.sides, state.empty
    sides = max(sides_of) + 1
    weights, room, groups = _ways(walls, free, supply > 0)
    power, arrows, boosts = state.power, state.arrows, state.boosts
    sums = [_HEAD] * sides
    left = [0] * sides
    tiles = placed = 0
    for seat, mask in enumerate(state.owned):
        side = sides_of[seat]
        total = 0
        placed += mask.bit_count()
        while mask:
            low = mask & -mask
            square = low.bit_length() - 1
            weight = weights[square]
            total += power[square] * weight
            room -= weight
            mask ^= low
        sums[side] += total
        if not state.passed[seat]:
            r1, r2, r3, r4, r5 = state.reserves[seat]
            left[side] += r1 + 2 * r2 + 3 * r3 + 4 * r4 + 5 * r5
            tiles += state.left[seat]
    if arrows or boosts:
        _add_marks(state, weights, sums)
    squares = empty.bit_count() or 1
    restless = PER_SQUARE * min(1.0, tiles / squares)
    drift = [points / squares for points in left]
    price = PRICE / sides * tiles / (tiles + placed)
    bonus = [price * points for points in left]
    if any(state.passed):
        _charge_passes(state, bonus)
    if sides == 2:
        beats = _two(state.gold, groups, sums, room, drift[0] - drift[1], restless, bonus[0] - bonus[1])
        return [1.0 - beats if side else beats for side in sides_of]
    return _three(state.gold, groups, sums, room, drift, restless, bonus)


def _charge_passes(state: ArmadoraState, bonus: list[float]) -> None:
    """Passing is for good: who has passed can answer nothing any more that the other sides do."""
    still_in = {side for side, passed in zip(state.sides, state.passed, strict=True) if not passed}
    for side, passed in zip(state.sides, state.passed, strict=True):
        if passed and still_in - {side}:
            bonus[side] -= PATIENCE


def _add_marks(state: ArmadoraState, weights: list[int], sums: list[int]) -> None:
    """The advanced game: arrows, -1 each, and reinforcements, a little more than +1 since they win ties."""
    for seat, mask in enumerate(state.owned):
        for square in bits(mask & state.boosts):
            sums[state.sides[seat]] += weights[square] * 3 // 2
        for square in bits(mask):
            sums[state.sides[seat]] -= weights[square] * (state.arrows >> 2 * square & 3)


def _two(
    gold: dict[int, int], groups: Groups, sums: list[int], room: int, drift: float, restless: float, lead: float
) -> float:
    """The chance that side 0 beats side 1, from a lead in gold at the beginning.

    A softmax over two is a hyperbolic tangent of their difference.
    """
    ours, theirs = sums
    variance = TIE_GOLD
    for mines, firm in groups:
        apart = together = 0.0
        for shift, mine in mines:
            amount = gold[mine]
            here = (room >> shift & _MASK) * _PART
            ahead = ((ours >> shift & _MASK) - (theirs >> shift & _MASK)) * _PART + drift * here
            tilt = tanh(0.5 * ahead / (FIRM + SOFT * sqrt(restless * here)))
            lead += amount * tilt
            doubt = 1.0 - tilt * tilt
            apart += amount * amount * doubt
            together += amount * sqrt(doubt)
        variance += (1.0 - firm) * apart + firm * together * together
    return 0.5 + 0.5 * erf(lead / sqrt(2.0 * variance))


def _three(
    gold: dict[int, int],
    groups: Groups,
    sums: list[int],
    room: int,
    drift: list[float],
    restless: float,
    bonus: list[float],
) -> list[float]:
    """By side the part of the two others that it beats."""
    s0, s1, s2 = sums
    d0, d1, d2 = drift
    lead01, lead02, lead12 = bonus[0] - bonus[1], bonus[0] - bonus[2], bonus[1] - bonus[2]
    var01 = var02 = var12 = TIE_GOLD
    for mines, firm in groups:
        apart01 = apart02 = apart12 = together01 = together02 = together12 = 0.0
        for shift, mine in mines:
            amount = gold[mine]
            here = (room >> shift & _MASK) * _PART
            soft = FIRM + SOFT * sqrt(restless * here)
            e0 = (s0 >> shift & _MASK) * _PART + d0 * here
            e1 = (s1 >> shift & _MASK) * _PART + d1 * here
            e2 = (s2 >> shift & _MASK) * _PART + d2 * here
            top = max(e0, e1, e2)
            e0, e1, e2 = exp((e0 - top) / soft), exp((e1 - top) / soft), exp((e2 - top) / soft)
            scale = amount / (e0 + e1 + e2)
            e0, e1, e2 = e0 * scale, e1 * scale, e2 * scale  # each side's expected gold of this mine
            lead01 += e0 - e1
            lead02 += e0 - e2
            lead12 += e1 - e2
            # all of it goes to one of them: the variance of a difference is amount (a + b) - (a - b)^2
            doubt01 = amount * (e0 + e1) - (e0 - e1) ** 2
            doubt02 = amount * (e0 + e2) - (e0 - e2) ** 2
            doubt12 = amount * (e1 + e2) - (e1 - e2) ** 2
            apart01 += doubt01
            apart02 += doubt02
            apart12 += doubt12
            if firm:
                together01 += sqrt(max(0.0, doubt01))
                together02 += sqrt(max(0.0, doubt02))
                together12 += sqrt(max(0.0, doubt12))
        loose = 1.0 - firm
        var01 += loose * apart01 + firm * together01 * together01
        var02 += loose * apart02 + firm * together02 * together02
        var12 += loose * apart12 + firm * together12 * together12
    half01 = 0.25 * erf(lead01 / sqrt(2.0 * max(TIE_GOLD, var01)))
    half02 = 0.25 * erf(lead02 / sqrt(2.0 * max(TIE_GOLD, var02)))
    half12 = 0.25 * erf(lead12 / sqrt(2.0 * max(TIE_GOLD, var12)))
    return [0.5 + half01 + half02, 0.5 - half01 + half12, 0.5 - half02 - half12]
