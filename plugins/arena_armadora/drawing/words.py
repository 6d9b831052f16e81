"""What both drawings say in words: the sides, whose turn it is, what a territory brought, who won."""

from __future__ import annotations

from typing import NamedTuple

from arena_armadora.board import SQUARES
from arena_armadora.options import LETTERS
from arena_armadora.views import View

UNITS = {"elf": "arrow", "goblin": "warrior", "mage": "peek", "orc": "palisade"}
"""What each race's power is counted in."""


def plural(count: int, unit: str) -> str:
    """A number and its noun.

    >>> plural(1, "arrow"), plural(2, "peek")
    ('1 arrow', '2 peeks')
    """
    return f"{count} {unit}{'s' * (count != 1)}"


def side_letters(seats: int) -> list[str]:
    """The letters of each side's seats: at four seats A and C play against B and D."""
    return ["AC", "BD"] if seats == 4 else list(LETTERS[:seats])


def status(view: View) -> str:
    """Whose turn it is, and what it is to do; or that the match is over."""
    if view.turn is None:
        return "the match is over"
    who = LETTERS[view.turn]
    if None in view.races and any(view.reinforcements):  # only the advanced game has reinforcements
        return f"{who} to choose a race"
    if view.first is not None:
        return f"{who} to add a palisade, or done"
    if view.power_used:
        return f"{who} to act, its power is used"
    return f"{who} to act"


class Brought(NamedTuple):
    """What one territory brought at the end."""

    letter: str
    """As in the map of the territories."""
    first: str
    """Its first square, such as a1."""
    squares: int
    gold: int
    totals: list[str]
    """Each side's total power; `-` where it has no warrior."""
    winners: list[int]
    """The sides that take gold."""
    share: int
    """What each of them takes."""


def brought(view: View) -> list[Brought]:
    """Every territory's result, from `view.results`; none while the match runs."""
    area = "".join(view.territories)
    out = []
    for line in view.results or []:
        left, _, right = line.partition(">")
        letter, gold, *totals = left.split()
        *winners, share = right.split() or ["0"]
        out.append(
            Brought(letter, SQUARES[area.index(letter)], area.count(letter), int(gold), totals,
                    [int(side) for side in winners], int(share))
        )  # fmt: skip
    return out


def heaps(view: View) -> list[list[int]]:
    """Each side's piles of gold at the end, largest first; none while the match runs."""
    return [] if view.piles is None else view.piles[: len(side_letters(len(view.piles)))]


def verdict(view: View) -> str:
    """Who wins at the end, by gold and then by the larger pile (rules, "The end"); empty while the match runs.

    Sides equal in all piles are said to be equal: whether they share the place is an option, and no view tells it.
    """
    sides = heaps(view)
    if not sides:
        return ""
    worth = [(sum(heap), sorted(heap, reverse=True)) for heap in sides]  # a shorter list that is equal so far is less
    best = max(worth)
    first = [name for name, own in zip(side_letters(len(view.tiles)), worth, strict=True) if own == best]
    letters = list("".join(first))
    if len(first) > 1:
        return f"{_listed([' with '.join(name) for name in first])} are equal, with {best[0]} gold each"
    by = ", by the larger pile" if sum(own[0] == best[0] for own in worth) > 1 else ""
    return f"{_listed(letters)} win{'s' * (len(letters) == 1)} with {best[0]} gold{by}"


def _listed(words: list[str]) -> str:
    """Words in a row: `A`, `A and B`, `A, B and C`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
