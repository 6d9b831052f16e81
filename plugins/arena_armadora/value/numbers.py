"""The numbers that the network reads: some for each mine, some for the whole table, as one seat's side sees them.

How much power counts for a mine is said by `ground`; what power stands where, a position of a bot (`bots.position`) or a full
state (`estimate`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arena_armadora.board import MINES
from arena_armadora.notation import RACES
from arena_armadora.value.ground import REACHES, Floats, Ground

PER_REACH = 5
"""Of a mine at each reach, in this order: power of my side, of the next side, of the one after it; the variance of all that
is hidden; empty squares."""
PER_MINE = REACHES * PER_REACH + 6
"""All reaches one after the other; then its gold, and of its territory the gold, the mines, the free edges, the squares, and
whether it can no longer be divided."""
TABLE = 31
"""The numbers for the whole table; below is where they stand. The last three are spare, and 0."""
REINFORCEMENT = 1.5
"""What a reinforcement counts for, in points of power; it wins ties too."""

POWER_SCALE = 5.0
"""Points of power at a mine, pieces of its gold, and tiles of one kind are told in fives."""
SCALE = 10.0
"""Other counts are told in tens; but the mines of a territory in threes, and tokens, reinforcements and seats as they are."""
EDGE_SCALE = 20.0
"""Free edges of the whole board."""

# where the numbers of the table stand; the first five are the own tiles by power
OWN = 5
"""Own power and tiles; then the partner's, and those of the next side and the one after it."""
SUPPLY, FREE, EMPTY, IN = 13, 14, 15, 16
"""Palisades left, legal edges, empty squares, whether the seat is in; then how many of its rivals are."""
TOKENS = 18
"""Own tokens by race (four numbers), and reinforcement; then those of the others together, a partner's subtracted."""
assert TOKENS + 13 == TABLE


def mine_numbers(ground: Ground, power: Floats, doubt: Floats, empty: Floats, gold: Floats) -> Floats:
    """(boards, mines, PER_MINE): the numbers of each mine on each of the boards.

    `power`: (boards or 1, 3, squares), by side counted from the own one; `doubt`, its variance, and `empty`, 1 or 0: (boards or
    1, squares); `gold`: (mines).
    """
    weights = ground.weights
    out = np.empty((len(ground.size), len(MINES), PER_MINE))
    stands = np.concatenate([power, empty[:, None]], axis=1).swapaxes(1, 2)[:, None]  # (.., 1, squares, sides + 1)
    counts = weights @ stands / POWER_SCALE  # (boards, reaches, mines, sides + 1)
    unsure = ((weights * weights) @ doubt[:, None, :, None])[..., 0] / POWER_SCALE if doubt.any() else None
    for reach in range(REACHES):
        at = reach * PER_REACH
        out[:, :, at : at + 3] = counts[:, reach, :, :3]
        out[:, :, at + 3] = 0.0 if unsure is None else unsure[:, reach]
        out[:, :, at + 4] = counts[:, reach, :, 3]
    at = REACHES * PER_REACH
    out[:, :, at] = gold / POWER_SCALE
    out[:, :, at + 1] = ground.mines @ gold / SCALE
    out[:, :, at + 2] = ground.mines.sum(axis=2) / 3
    out[:, :, at + 3] = ground.spare / SCALE
    out[:, :, at + 4] = ground.size / SCALE
    out[:, :, at + 5] = ground.spare == 0.0
    return out


def table_numbers(
    *,
    seat: int,
    side: Sequence[int],
    passed: Sequence[bool],
    reserve: Sequence[float],
    mean: Sequence[float],
    tiles: Sequence[int],
    supply: int,
    free: int,
    empty: int,
    races: Sequence[str | None],
    tokens: Sequence[int],
    reinforcements: Sequence[int],
) -> Floats:
    """(TABLE): reserves and tokens of all sides, and what is left of the board.

    `side`: by seat, counted from the own one; `reserve`: the own tiles by power; `mean`: by seat the mean power of a tile of its
    reserve; `free`: how many edges are legal, `empty`: how many squares have no warrior.
    """
    out = np.zeros(TABLE)
    if not passed[seat]:
        out[:OWN] = [count / POWER_SCALE for count in reserve]
        out[OWN] = sum(power * count for power, count in enumerate(reserve, 1)) / SCALE
        out[OWN + 1] = tiles[seat] / SCALE
        out[IN] = 1.0
    for who, of_side in enumerate(side):
        if who != seat and not passed[who]:
            at = OWN + 2 * (1 + of_side)
            out[at] += mean[who] * tiles[who] / SCALE
            out[at + 1] += tiles[who] / SCALE
            out[IN + 1] += of_side > 0
    out[SUPPLY] = supply / SCALE
    out[FREE] = free / EDGE_SCALE if supply else 0.0
    out[EMPTY] = empty / SCALE
    for who, race in enumerate(races):
        if race is not None and not passed[who]:
            at = TOKENS if who == seat else TOKENS + 5
            sign = 1.0 if who == seat or side[who] else -1.0  # a partner's count against the rivals'
            out[at + RACES.index(race)] += tokens[who] * sign
            out[at + 4] += reinforcements[who] * sign
    return out
