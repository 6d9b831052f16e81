"""Playing a position out: palisades by chance, then warriors by a few rules of thumb, every power open.

A playout first lays palisades at random until no more are legal. On the territories that come of it the seats place
their warriors in turn: each takes the gold that it can take or secure now with its weakest warrior that does it, and
otherwise puts its weakest where there is no gold. Two candidates are compared on the same worlds, the same order of
palisades and the same moods, so that luck falls on both alike.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from arena_armadora.board import EDGES, MINE_MASK, SQUARES, bits, place, territories
from arena_armadora.bots.table import Board

_parts = territories.__wrapped__  # boards made by chance are not worth remembering
MOODS = 64


class World(NamedTuple):
    """One way in which the hidden powers can be."""

    strength: list[int]
    """Square -> what its warrior counts, 0 where nobody stands."""
    hands: list[list[int]]
    """By seat: the powers in its reserve, weakest first; empty if it has passed."""


class Luck(NamedTuple):
    """The chance of one playout, shared by all candidates."""

    edges: list[int]
    moods: list[float]

    @classmethod
    def draw(cls, rng: Random) -> Luck:
        """An order of all edges, and how each warrior's placing is swayed."""
        edges = list(range(len(EDGES)))
        rng.shuffle(edges)
        return cls(edges, [0.6 + 0.8 * rng.random() for _ in range(MOODS)])


class Division(NamedTuple):
    """The board as it ends: its territories with gold, and where each square belongs."""

    gold: list[int]
    parts: list[int]
    of: list[int]
    """Square -> index of its territory; -1 without gold."""


def divide(board: Board, supply: int, luck: Luck, gold: dict[int, int]) -> Division:
    """The territories after random palisades until no more are legal."""
    walls, lanes, free = board
    if free:
        for edge in luck.edges:
            if free >> edge & 1:
                if not supply:
                    break
                walls, lanes, free = place(walls, lanes, free, edge)
                supply -= 1
    parts = [part for part in _parts(walls) if part & MINE_MASK]
    of = [-1] * len(SQUARES)
    for i, part in enumerate(parts):
        for square in bits(part):
            of[square] = i
    return Division([sum(gold[mine] for mine in bits(part & MINE_MASK)) for part in parts], parts, of)


def fill(
    division: Division,
    totals: list[list[int]],
    empty: int,
    hands: Sequence[Sequence[int]],
    teams: Sequence[int],
    turn: int,
    moods: Sequence[float],
) -> None:
    """The seats place their warriors, `turn` first. `totals`, by side and territory, becomes what it is at the end.

    A lead is secured by filling the territory's last square, sometimes before; a deficit is made up by the weakest
    warrior that takes the gold alone, or else ties. A point of power costs half a piece of gold.
    """
    gold, parts, _ = division
    room = [(part & empty).bit_count() for part in parts]
    spare = empty.bit_count() - sum(room)
    seats = len(teams)
    left = [list(hand) for hand in hands]
    two = len(totals) == 2
    mood = 0
    idle = 0
    seat = turn
    while idle < seats:
        hand = left[seat]
        if not hand or not (spare or any(room)):
            idle += 1
            seat = (seat + 1) % seats
            continue
        idle = 0
        side = teams[seat]
        mine = totals[side]
        best, where, tile = 0.0, -1, 0
        for i, pile in enumerate(gold):
            free = room[i]
            if not free:
                continue
            lead = mine[i] - (totals[1 - side][i] if two else max(t[i] for s, t in enumerate(totals) if s != side))
            if lead > 0:
                worth, index = (pile * (0.55 if free == 1 else 0.15) if lead < 4 else 0.0), 0
            else:
                index = bisect_right(hand, -lead)  # the weakest that takes it alone
                if index == len(hand):
                    index -= 1
                    if hand[index] + lead < 0:
                        continue
                power = hand[index]
                worth = pile * (1.0 if free == 1 else 0.6) * (1.0 if power + lead else 0.5) - 0.5 * power
            worth *= moods[mood % MOODS]
            mood += 1
            if worth > best:
                best, where, tile = worth, i, index
        if where >= 0:
            mine[where] += hand.pop(tile)
            room[where] -= 1
        elif spare:
            hand.pop(0)
            spare -= 1
        else:
            where = max(range(len(room)), key=room.__getitem__)
            mine[where] += hand.pop(0)
            room[where] -= 1
        seat = (seat + 1) % seats


def outcome(gold: Sequence[int], totals: Sequence[Sequence[int]], side: int) -> float:
    """What the end is worth to a side: its gold less that of the best other, and as much again as 8 gold for the win."""
    piles = [0.0] * len(totals)
    for i, pile in enumerate(gold):
        column = [total[i] for total in totals]
        best = max(column)
        if best:
            leaders = [s for s, total in enumerate(column) if total == best]
            for s in leaders:
                piles[s] += pile // len(leaders)
    ahead = piles[side] - max(pile for s, pile in enumerate(piles) if s != side)
    return ahead + (8 if ahead > 0 else -8 if ahead < 0 else 0)
