"""What a match in the middle promises each side, counted fast enough to look at thousands of turns.

The idea is the estimate of `bots.table`, made for a bot that compares lines of turns with all powers open: what depends
on the palisades alone is worked out once for each territory and kept, and a warrior more is one multiplication and one
addition. A warrior's hold on a mine falls with each step of the way; in a territory that cannot be divided any more every
warrior counts in full, and its gold is won together, as at the end. The side that is ahead gets the larger share; the sum
over the mines is taken as normal, so that what comes out is a chance to be ahead at the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, exp, sqrt, tanh
from typing import NamedTuple

from arena_armadora.board import ALL_EDGES, LAND, MINE_MASK, MINES, SMALLEST, SQUARES, bits, territories
from arena_armadora.bots.table import Board, inner_edges, rings

REACH = 0.7
"""What is left of a warrior's hold on a mine with each step of the way, while palisades may come."""
DENSE = 0.3
"""The share of a territory's edges that must be free for its mines to count as won one by one."""
FIRM = 0.7
"""How much a lead is blurred while anything can still come, in points of power."""
SHARP = 0.1
"""The same when nothing can."""
SOFT = 0.35
"""How much a lead is blurred by what can still come, as a part of that spread."""
PER_SQUARE = 16.0
"""How much one empty square can still move a lead (a variance, in points of power), while there are tiles for all."""
RESERVE = 1.2
"""What power in the reserve counts for, beside power spread evenly over the empty squares."""
PRICE = 0.5
"""The gold that a point of power in the reserve is worth beside that, while all warriors of the others are still to come:
whoever places later answers to more."""
TIE_GOLD = 1.5
"""The least variance of a difference in gold: shares are rounded down, and equal gold is decided by the piles."""
SPUR = 0.001
"""What one piece of gold counts for beside the chance to be ahead, so that a match that is won or lost is played on well."""

# The weights of a square for the eight mines are lanes of one whole number: a warrior is then one multiplication for all
# mines. Each lane begins with a head start that keeps it above 0 under any number of arrows.
_LANE = 32
_MASK = (1 << _LANE) - 1
_UNIT = 1 << 12
_PART = 1.0 / _UNIT
_HEAD_START = 1 << 26
HEAD = sum(_HEAD_START << _LANE * lane for lane in range(len(MINES)))
"""The sum over no warriors."""
_SHIFT_OF = {mine: _LANE * lane for lane, mine in enumerate(MINES)}

Pots = tuple[tuple[int, int], ...]
"""The lane's shift of each mine of a territory, and its gold; of a territory that stays whole one lane with all gold."""


class Ground(NamedTuple):
    """What a board is worth to warriors on it."""

    weights: list[int]
    """Square -> its weights for the mines, in lanes."""
    total: int
    """Their sum over all squares of land."""
    groups: list[tuple[float, Pots]]
    """For each territory with gold how firmly its mines go together, in 0..1, and the mines."""


def survey(board: Board, gold: dict[int, int], open_still: bool) -> Ground:
    """The ground of a board. `open_still`: whether palisades may come that this seat does not want."""
    walls, _, free = board
    weights = [0] * len(SQUARES)
    total = 0
    groups: list[tuple[float, Pots]] = []
    for part in territories(walls):
        if not part & MINE_MASK:
            continue
        inner = inner_edges(part)
        left = (inner & free).bit_count() if open_still and part.bit_count() >= 2 * SMALLEST else 0
        loose = min(1.0, left / (DENSE * inner.bit_count()))
        own, whole, mines = _territory(part, inner & ~walls if loose else 0)
        for square, weight in own:
            weights[square] = weight
        total += whole
        if loose:
            groups.append((1.0 - loose, tuple((shift, gold[mine]) for shift, mine in mines)))
        else:
            groups.append((0.0, ((mines[0][0], sum(gold[mine] for _, mine in mines)),)))
    return Ground(weights, total, groups)


@lru_cache(maxsize=1 << 14)
def _territory(part: int, open_edges: int) -> tuple[list[tuple[int, int]], int, list[tuple[int, int]]]:
    """A territory's squares with their weights, the sum of these, and its mines (shift of the lane, square).

    `open_edges`: its open edges; 0 if it cannot be divided any more.
    """
    mines = [(shift, mine) for mine, shift in _SHIFT_OF.items() if part >> mine & 1]
    weights = [0] * len(SQUARES)
    if open_edges:
        every = rings(ALL_EDGES & ~open_edges)
        for shift, mine in mines:
            for steps, ring in enumerate(every[MINES.index(mine)]):
                weight = round(_UNIT * REACH ** (steps - 1)) << shift
                for square in bits(ring):
                    weights[square] += weight
        own = [(square, weights[square]) for square in bits(part & LAND)]
    else:
        own = [(square, _UNIT << mines[0][0]) for square in bits(part & LAND)]
    return own, sum(weight for _, weight in own), mines


def promise(
    ground: Ground, sums: Sequence[int], room: int, drift: Sequence[float], restless: float, keep: Sequence[float]
) -> list[float]:
    """By side its expected placement, (beaten + ties/2) / others, in 0..1, and a little for its gold.

    `sums`: by side, HEAD and the weights of its warriors times their powers; `room`: the weights of the empty squares;
    `drift`: by side the power that comes to an empty square; `restless`: how much one empty square can still move a lead,
    as a variance; `keep`: by side the gold that its reserve is worth beside.
    """
    if len(sums) == 2:
        beats = _two(ground, sums[0], sums[1], room, drift[0] - drift[1], restless, keep[0] - keep[1])
        return [beats, 1.0 - beats]
    return _three(ground, sums, room, drift, restless, keep)


def _two(ground: Ground, ours: int, theirs: int, room: int, drift: float, restless: float, lead: float) -> float:
    """The chance that side 0 beats side 1: mines are shared out by a softmax, their sum is taken as normal."""
    variance = TIE_GOLD
    floor = FIRM if restless else SHARP
    for firm, pots in ground.groups:
        apart = together = 0.0
        for shift, gold in pots:
            here = (room >> shift & _MASK) * _PART
            ahead = ((ours >> shift & _MASK) - (theirs >> shift & _MASK)) * _PART + drift * here
            tilt = tanh(0.5 * ahead / (floor + SOFT * sqrt(restless * here)))
            lead += gold * tilt
            doubt = 1.0 - tilt * tilt
            apart += gold * gold * doubt
            if firm:
                together += gold * sqrt(doubt)
        variance += (1.0 - firm) * apart + firm * together * together
    return 0.5 + 0.5 * erf(lead / sqrt(2.0 * variance)) + SPUR * lead


def _three(
    ground: Ground, sums: Sequence[int], room: int, drift: Sequence[float], restless: float, keep: Sequence[float]
) -> list[float]:
    """The same for three sides, by pairs of them: by side the part of the two others that it beats."""
    s0, s1, s2 = sums
    d0, d1, d2 = drift
    k0, k1, k2 = keep
    lead01, lead02, lead12 = k0 - k1, k0 - k2, k1 - k2
    var01 = var02 = var12 = TIE_GOLD
    floor = FIRM if restless else SHARP
    for firm, pots in ground.groups:
        loose = 1.0 - firm
        sum01 = sum02 = sum12 = 0.0
        for shift, gold in pots:
            here = (room >> shift & _MASK) * _PART
            soft = floor + SOFT * sqrt(restless * here)
            e0 = (s0 >> shift & _MASK) * _PART + d0 * here
            e1 = (s1 >> shift & _MASK) * _PART + d1 * here
            e2 = (s2 >> shift & _MASK) * _PART + d2 * here
            top = max(e0, e1, e2)
            e0, e1, e2 = exp((e0 - top) / soft), exp((e1 - top) / soft), exp((e2 - top) / soft)
            scale = gold / (e0 + e1 + e2)
            e0, e1, e2 = e0 * scale, e1 * scale, e2 * scale  # each side's expected gold of this mine
            lead01 += e0 - e1
            lead02 += e0 - e2
            lead12 += e1 - e2
            # all of it goes to one of them: the variance of a difference is gold (a + b) - (a - b)^2
            doubt01 = max(0.0, gold * (e0 + e1) - (e0 - e1) ** 2)
            doubt02 = max(0.0, gold * (e0 + e2) - (e0 - e2) ** 2)
            doubt12 = max(0.0, gold * (e1 + e2) - (e1 - e2) ** 2)
            var01 += loose * doubt01
            var02 += loose * doubt02
            var12 += loose * doubt12
            if firm:
                sum01 += sqrt(doubt01)
                sum02 += sqrt(doubt02)
                sum12 += sqrt(doubt12)
        var01 += firm * sum01 * sum01
        var02 += firm * sum02 * sum02
        var12 += firm * sum12 * sum12
    half01 = 0.25 * erf(lead01 / sqrt(2.0 * var01)) + 0.5 * SPUR * lead01
    half02 = 0.25 * erf(lead02 / sqrt(2.0 * var02)) + 0.5 * SPUR * lead02
    half12 = 0.25 * erf(lead12 / sqrt(2.0 * var12)) + 0.5 * SPUR * lead12
    return [0.5 + half01 + half02, 0.5 - half01 + half12, 0.5 - half02 - half12]
