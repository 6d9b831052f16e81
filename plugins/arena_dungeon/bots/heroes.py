"""Which hero a bot takes.

`tuned` takes what won most at such a table in docs/dungeon-balance.md, if it is free. `search` looks at the company: heroes that
hunt on the same levels take each other's rooms, so what is best depends on what the others have and on what those after it
will take.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from arena_dungeon.bots.table import Table
from arena_dungeon.cards import FIGURES, HEROES, LEVEL, Deck

FEW: Final = ("rogue", "cleric", "wizard", "fighter")
"""At two seats, and taken for three: goals of 10,000 gp are reached first."""
SOME: Final = ("wizard", "rogue", "cleric", "fighter")
"""At four seats, and taken for five, with the original deck."""
MANY: Final = ("fighter", "rogue", "wizard", "cleric")
"""At six and more, where the shallow rooms run out."""
SOONEST: Final = "cleric"
"""Alone, who plans by the turns to its goal."""
HUNTED: Final = {1: "fighter", 2: "fighter", 3: "wizard", 4: "wizard", 5: "wizard", 6: "wizard"}
"""Level of the treasure hunter's treasure -> who gets it most likely: chosen by hand."""


def preferred(table: Table, free: Sequence[str]) -> str:
    """The best of the heroes that are free. A new one after a death is a cheap one: there is not much time left."""
    if table.goal_treasure is not None:
        wish = HUNTED[LEVEL[table.goal_treasure]]
        return wish if wish in free else free[0]
    seats = table.seats
    order = FEW if seats <= 3 or table.round else SOME if seats <= 5 else MANY
    return next(hero for hero in order if hero in free)


class Company(NamedTuple):
    """How strong a hero is, as the logarithm of its weight in the lot that stands for a match."""

    alone: float
    beside: tuple[float, float, float, float]
    """By the hero of a rival, in the order of HEROES: what each such rival adds."""


COMPANY: Final[Mapping[Deck, Mapping[str, Company]]] = {
    "original": {
        "rogue": Company(0.12, (-0.05, -0.08, -0.02, 0.12)),
        "cleric": Company(0.10, (-0.15, -0.17, 0.00, 0.15)),
        "fighter": Company(-0.28, (0.05, 0.11, 0.08, 0.10)),
        "wizard": Company(0.06, (0.03, 0.04, 0.21, -0.43)),
    },
    "even": {
        "rogue": Company(0.09, (-0.10, -0.11, -0.01, 0.19)),
        "cleric": Company(0.12, (-0.10, -0.17, -0.06, 0.18)),
        "fighter": Company(-0.18, (0.06, 0.10, 0.05, 0.19)),
        "wizard": Company(-0.03, (0.05, 0.06, 0.20, -0.53)),
    },
}
"""Found by `bench/fit_heroes.py --matches 12000`: matches of the tuned bot at 2 to 8 seats, for each deck (`even` before the
Lich's number was changed). On other matches the winner was given 1.496 and 1.486 nats, where 1.514 is chance.
"""

Counts = tuple[int, ...]
"""How many heroes of each kind, in the order of HEROES."""


def chance(deck: Deck, counts: Counts, hero: int) -> float:
    """How likely one seat with this hero, counted in `counts`, wins.

    >>> alone, two = (chance("even", counts, 3) for counts in ((1, 1, 1, 1), (1, 1, 0, 2)))
    >>> alone > two
    True
    """
    weights = []
    for one, name in enumerate(HEROES):
        own, beside = COMPANY[deck][name]
        rivals = (count - (other == one) for other, count in enumerate(counts))
        weights.append(exp(own + sum(each * count for each, count in zip(beside, rivals, strict=True))))
    return weights[hero] / sum(count * weight for count, weight in zip(counts, weights, strict=True))


@lru_cache(maxsize=4096)
def answer(deck: Deck, taken: Counts, left: int) -> tuple[int, Counts]:
    """The hero that wins most for the next of `left` seats that choose, and what all have in the end, if all choose so."""
    best, chosen, end = -1.0, 0, taken
    for hero, count in enumerate(taken):
        if count < FIGURES:
            after = (*taken[:hero], count + 1, *taken[hero + 1 :])
            final = after if left == 1 else answer(deck, after, left - 1)[1]
            if (wins := chance(deck, final, hero)) > best:
                best, chosen, end = wins, hero, final
    return chosen, end


def in_company(table: Table, free: Sequence[str]) -> str:
    """The hero that wins most among what the others have and will take; alone the one that is home first."""
    if table.seats == 1 or table.goal_treasure is not None:
        return SOONEST if table.goal_treasure is None and SOONEST in free else preferred(table, free)
    others = [hero for seat, hero in enumerate(table.heroes) if seat != table.me and hero]
    taken = tuple(map(others.count, HEROES))
    return HEROES[answer(table.config.deck, taken, table.seats - len(others))[0]]
