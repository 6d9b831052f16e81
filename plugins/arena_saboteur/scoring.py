"""Who wins a round and what it pays (rules, 4.5, 4.6, 5.6 to 5.9); places at the end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from arena_saboteur.cards import GOLD_VALUES

SABOTEUR_PAY = {1: 4, 2: 3, 3: 3, 4: 2}
"""Base game: saboteurs in play -> nuggets for each when the treasure is not reached."""
SHARES = {1: 5, 2: 4, 3: 3, 4: 2}
"""Expansion: winners who are paid -> the base share; from five on it is 1."""
LESS = {"boss": 1, "profiteer": 2}
"""What a role gets less than the base share."""
TEAMS = ("blue", "green")
OTHER_DOOR = {"blue": "g", "green": "b"}
"""Team -> the colour of the doors that it cannot pass."""


def winning_roles(
    connector: str | None,
    blue_way: bool,
    green_way: bool,
    boss_in_play: bool,
    *,
    neutral_includes_saboteur: bool = True,
    both_doors: str = "boss_else_saboteurs",
) -> frozenset[str]:
    """The roles that win a round of the expansion: the table of the rules, 5.6, row by row.

    `connector` is the role of the seat that reached the treasure, None if nobody did; `blue_way` and `green_way` say
    whether a way to it passes no green or no blue door.

    >>> sorted(winning_roles("green", True, False, True))
    ['blue', 'boss', 'profiteer']
    >>> sorted(winning_roles(None, False, False, True))
    ['profiteer', 'saboteur']
    """
    if connector is None:
        return frozenset(("saboteur", "profiteer"))
    if not blue_way and not green_way:
        if boss_in_play and both_doors == "boss_else_saboteurs":
            return frozenset(("boss", "profiteer"))
        return frozenset(("saboteur", "profiteer"))
    ways = {"blue": blue_way, "green": green_way}
    if connector in TEAMS:
        other = TEAMS[1 - TEAMS.index(connector)]
        return frozenset((connector if ways[connector] else other, "boss", "profiteer"))
    if connector == "saboteur" and not neutral_includes_saboteur:
        return frozenset(("boss", "profiteer"))
    return frozenset((*(team for team in TEAMS if ways[team]), "boss", "profiteer"))


def expansion_pay(roles: Sequence[str], trapped: int, winners: frozenset[str], crystals: int) -> list[int]:
    """By seat: what a round of the expansion pays. `trapped` is a mask of seats, `crystals` their number on the table.

    >>> expansion_pay(["blue", "boss", "profiteer", "green"], 0, frozenset(("blue", "boss", "profiteer")), 0)
    [3, 2, 1, 0]
    """
    free = [seat for seat in range(len(roles)) if not trapped >> seat & 1]
    paid = [seat for seat in free if roles[seat] in winners and roles[seat] != "geologist"]
    share = SHARES.get(len(paid), 1)
    geologists = [seat for seat in free if roles[seat] == "geologist"]
    pay = [0] * len(roles)
    for seat in paid:
        pay[seat] = max(0, share - LESS.get(roles[seat], 0))
    for seat in geologists:
        pay[seat] = crystals // len(geologists)
    return pay


def exact_pay(deck: Sequence[int], amount: int) -> tuple[int, ...] | None:
    """The gold cards that pay exactly `amount` with the fewest cards, of two such sets the one with the larger card.

    `deck` has numbers of gold cards; the answer too: of equal cards the lowest number. None if no set is exact.

    >>> [GOLD_VALUES[card] for card in exact_pay(range(28), 4)]
    [3, 1]
    >>> exact_pay([16, 17], 3) is None
    True
    """
    return next((found for values in pay_sets(amount) if (found := _take(deck, values)) is not None), None)


def pay_sets(amount: int) -> list[tuple[int, ...]]:
    """The sets of values that make up `amount`, in the order in which they are tried.

    >>> pay_sets(4)
    [(3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
    """
    return [
        values
        for count in range(1, amount + 1)
        for values in combinations_with_replacement((3, 2, 1), count)
        if sum(values) == amount
    ]


def _take(deck: Sequence[int], values: Sequence[int]) -> tuple[int, ...] | None:
    left = sorted(deck)
    out = []
    for value in values:
        card = next((card for card in left if GOLD_VALUES[card] == value), None)
        if card is None:
            return None
        left.remove(card)
        out.append(card)
    return tuple(out)


def pay_saboteurs(deck: Sequence[int], saboteurs: Sequence[int]) -> tuple[int, tuple[int, ...]]:
    """What each saboteur of the base game gets, and the gold deck afterwards; seats in order.

    Where no set of cards is exact the pay is credited and no card leaves (rules, 4).
    """
    pay = SABOTEUR_PAY[len(saboteurs)] if saboteurs else 0
    left = list(deck)
    for _ in saboteurs:
        for card in exact_pay(left, pay) or ():
            left.remove(card)
    return pay, tuple(left)


def draft_order(connector: int, may_draft: Sequence[int], seats: int) -> tuple[int, ...]:
    """The seats that choose gold in turn, counter-clockwise from the connector; again and again until all is taken.

    >>> draft_order(1, [0, 2, 3], 4)
    (0, 3, 2)
    """
    round_the_table = [(connector - step) % seats for step in range(seats)]
    return tuple(seat for seat in round_the_table if seat in may_draft)


def steal_order(thefts: Sequence[int], trapped: int, seats: int) -> tuple[int, ...]:
    """The seats that may steal in turn: whoever laid the last theft among those not trapped, then clockwise.

    `thefts` are the seats with a theft before them, the one laid last at the end; `trapped` is a mask of seats.

    >>> steal_order([3, 0, 2], 0b0100, 4)
    (0, 3)
    """
    free = [seat for seat in thefts if not trapped >> seat & 1]
    if not free:
        return ()
    return tuple(seat for step in range(seats) if (seat := (free[-1] + step) % seats) in free)


def places(gold: Sequence[int]) -> list[int]:
    """The rank of each seat: 1 + the seats with more gold.

    >>> places([5, 7, 5, 1])
    [2, 1, 2, 4]
    """
    return [1 + sum(other > own for other in gold) for own in gold]
