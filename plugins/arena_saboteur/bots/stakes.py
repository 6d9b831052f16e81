"""What a round pays a seat, by who reaches the treasure: what a look ahead is about."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from arena_saboteur.cards import GOLD_VALUES
from arena_saboteur.options import DIGGERS
from arena_saboteur.scoring import SABOTEUR_PAY, draft_order, expansion_pay, winning_roles


@lru_cache(maxsize=4096)
def draft(cards: int, drafters: int) -> tuple[float, ...]:
    """The gold of each place of a draft, on average, if so many of the 28 gold cards lie there and everybody takes the most.

    Exact for a full gold deck: each way of drawing the cards is counted.

    >>> [round(gold, 2) for gold in draft(3, 2)]
    [3.28, 1.43]
    """
    copies = [GOLD_VALUES.count(value) for value in (1, 2, 3)]
    out = [0.0] * drafters
    for threes in range(min(cards, copies[2]) + 1):
        for twos in range(min(cards - threes, copies[1]) + 1):
            ones = cards - threes - twos
            ways = comb(copies[2], threes) * comb(copies[1], twos) * comb(copies[0], ones)
            for at, value in enumerate([3] * threes + [2] * twos + [1] * ones):
                out[at % drafters] += ways * value
    return tuple(gold / comb(len(GOLD_VALUES), cards) for gold in out)


@lru_cache(maxsize=65536)
def stakes(roles: Sequence[str], me: int, trapped: int, expansion: bool) -> tuple[tuple[float, ...], float]:
    """The gold of seat `me` if these are the roles: by seat if that one reaches the treasure, and if nobody does.

    `trapped` is a mask of seats. The base game is taken with the option gold_draw=players. With the expansion both teams
    are taken to have a way: which doors will be on it is not known. A seat that does not dig counts as the next that does.
    """
    seats = len(roles)
    if expansion:
        boss = "boss" in roles
        each = [
            expansion_pay(roles, trapped, winning_roles(role if role in DIGGERS else "boss", True, True, boss), 0)[me]
            for role in roles
        ]
        missed = expansion_pay(roles, trapped, winning_roles(None, False, False, boss), 0)[me]
        return tuple(map(float, each)), float(missed)
    diggers = [seat for seat, role in enumerate(roles) if role == "digger"]
    out = [0.0] * seats
    if roles[me] != "digger":
        return tuple(out), float(SABOTEUR_PAY[seats - len(diggers)])
    gold = draft(min(seats, 9), len(diggers))
    return tuple(gold[draft_order(seat, diggers, seats).index(me)] for seat in range(seats)), 0.0
