"""Who gets the gold: territories, shares, piles and places (rules, "The end")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena_armadora.board import bits, territories


class Warrior(NamedTuple):
    """A warrior at the end of the match, its power known."""

    seat: int
    power: int
    arrows: int = 0
    reinforced: bool = False

    def strength(self, *, floor: bool = False) -> int:
        """What it counts: printed power, less arrows, plus 1 if reinforced. `floor`: arrows take no more than that."""
        hit = self.power - self.arrows
        return (max(0, hit) if floor else hit) + self.reinforced


class Territory(NamedTuple):
    """One territory's result."""

    squares: int
    """Mask of its squares."""
    gold: int
    totals: dict[int, int]
    """Side -> total power, of the sides with a warrior here."""
    winners: tuple[int, ...]
    """The sides that get gold, lowest first; none if the gold is nobody's."""
    share: int
    """What each winner gets, as one pile; 0 if there are none."""


def settle(
    walls: int,
    gold: Mapping[int, int],
    warriors: Mapping[int, Warrior],
    sides: Sequence[int],
    *,
    arrow_floor_zero: bool = False,
    zero_power_contends: bool = True,
) -> list[Territory]:
    """Every territory's result, the one with the lowest square id first.

    `gold` is mine -> pile and `warriors` square -> warrior, by square id; `sides` gives each seat's side.
    """
    out = []
    for part in territories(walls):
        amount = sum(pile for mine, pile in gold.items() if part >> mine & 1)
        totals: dict[int, int] = {}
        holder = None
        for square in bits(part):
            if (warrior := warriors.get(square)) is not None:
                side = sides[warrior.seat]
                totals[side] = totals.get(side, 0) + warrior.strength(floor=arrow_floor_zero)
                if warrior.reinforced:
                    holder = side
        contenders = {side: total for side, total in totals.items() if zero_power_contends or total > 0}
        best = max(contenders.values(), default=0)
        leaders = sorted(side for side, total in contenders.items() if total == best)
        if holder in leaders:
            leaders = [holder]
        share = amount // len(leaders) if leaders else 0
        out.append(Territory(part, amount, dict(sorted(totals.items())), tuple(leaders), share))
    return out


def piles(results: Sequence[Territory], sides: Sequence[int]) -> dict[int, list[int]]:
    """Side -> its piles, largest first. A pile of nothing is no pile."""
    out: dict[int, list[int]] = {side: [] for side in sides}
    for result in results:
        if result.share:
            for side in result.winners:
                out[side].append(result.share)
    for heap in out.values():
        heap.sort(reverse=True)
    return out


def places(heaps: Mapping[int, Sequence[int]], sides: Sequence[int], *, seat_order: bool = False) -> list[int]:
    """The rank of each seat: 1 + the seats on other sides whose side is strictly better.

    More gold is better; with equal gold the first larger pile decides, largest compared first. With `seat_order` a side
    with a lower seat beats one that is equal in all piles; otherwise they share the place.

    >>> places({0: [7, 6, 5, 2], 1: [6, 5, 4, 3, 2]}, [0, 1])
    [1, 2]
    """
    worth = {
        side: (sum(heap), *sorted(heap, reverse=True), *([0] * (8 - len(heap))), -side if seat_order else 0)
        for side, heap in heaps.items()
    }
    return [1 + sum(worth[other] > worth[side] for other in sides if other != side) for side in sides]
