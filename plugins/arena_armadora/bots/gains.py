"""What each way to use a turn gains by the table's estimate: how `Greedy` chooses."""

from __future__ import annotations

from typing import Any, NamedTuple

from arena_armadora.board import EDGE_ID, EDGES, SQUARE_ID, place
from arena_armadora.bots.table import Table
from arena_armadora.cuts import cutting_pairs


class Option(NamedTuple):
    """One way to use the turn's action."""

    gain: float
    """What it adds to the estimate, in gold, less the price of the power that it spends."""
    action: str
    """The first decision of it."""


LOOK = 3.0
"""The gold that a mage's look must bring, as long as the others have all their warriors still to come."""


def options(table: Table, legal: list[str], price: float) -> list[Option]:
    """Every warrior, palisade and reinforcement, and the pairs of palisades that divide a territory together.

    `price`: the gold that a point of power must bring, as long as the others have all their warriors still to come.
    """
    now = table.value(table.board)
    price *= table.waiting
    may = set(legal)
    out = []
    for action in legal:
        kind, *rest = action.split()
        if kind == "warrior":
            square, power = SQUARE_ID[rest[0]], int(rest[1])
            value = table.value(table.board, [(square, table.side, power)])
            out.append(Option(value - now - price * power, action))
        elif kind == "palisade":
            board = place(*table.board, EDGE_ID[rest[0]])
            out.append(Option(table.value(board) - now, action))
        elif kind == "reinforce":  # it wins ties too
            value = table.value(table.board, marks=[(SQUARE_ID[rest[0]], table.side, 1.5)])
            out.append(Option(value - now, action))
    if table.supply >= 2:
        for one, other in cutting_pairs(table.board):
            first = f"palisade {EDGES[one]}"
            if first not in may:
                break  # it is not the time for palisades
            board = place(*place(*table.board, one), other)
            out.append(Option(table.value(board) - now, first))
    return out


def second_palisade(table: Table, legal: list[str]) -> str:
    """The best second palisade, or `done`."""
    now = table.value(table.board)

    def gain(action: str) -> float:
        if action == "done":
            return 0.0
        return table.value(place(*table.board, EDGE_ID[action.split()[1]])) - now

    return max(reversed(legal), key=gain)  # `done`, the last, if nothing is better


def use_power(table: Table, view: Any, legal: list[str], price: float) -> str | None:
    """A race's power that is worth using now, or None to wait. What is asked of it falls as the end comes nearer."""
    best, chosen = 0.0, None
    now = 0.0
    for action in legal:
        kind, *rest = action.split()
        if kind != "power":
            break  # powers are listed first
        if chosen is None:
            now = table.value(table.board)
        race, where = rest[0], rest[1]
        if race == "mage":
            gain = _news(table, view, where) - LOOK * table.waiting
        elif race == "elf":
            square = SQUARE_ID[where]
            target = table.teams[view["owner"][where]]
            gain = table.value(table.board, marks=[(square, target, -1.0)]) - now - 0.2 - table.waiting
        elif race == "orc":
            gain = table.value(place(*table.board, EDGE_ID[where])) - now - 0.5 - 2.0 * table.waiting
        else:
            square, power = SQUARE_ID[where], int(rest[2])
            gain = table.value(table.board, [(square, table.side, power)]) - now - price * power * table.waiting
            gain -= 0.2 + table.waiting
        if gain > best:
            best, chosen = gain, action
    return chosen


def _news(table: Table, view: Any, where: str) -> float:
    """What it is worth to know a warrior: the gold where it counts, by how unsure its power is."""
    if view["power"][where] is not None:
        return 0.0
    square = SQUARE_ID[where]
    variance = next((variance for _, _, variance, mask in table.groups if mask >> square & 1), 0.0)
    gold = sum(pot.gold * pot.weight(square) for pot in table.pots(table.board))
    return 0.3 * gold * min(1.0, variance)
