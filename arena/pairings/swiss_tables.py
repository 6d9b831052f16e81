"""A Swiss round at three seats and more: how many tables of which size, who shares them, and who sits where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from arena.deals import Stream
from arena.pairings.history import History
from arena.pairings.schedule import Order
from arena.pairings.seating import Seating, shuffled

_KICKS = 12
"""How often a field of up to 100 bots is stirred and sorted again, to leave a local best."""
_KICKED_UP_TO = 100
_NEAR = 64
"""Places: bots further apart in the standings are not tried at each other's tables."""
_BRUTE_FORCE_UP_TO = 6
"""Seats; at larger tables only the rotations of the order of standings are looked at."""


def table_sizes(bots: int, sizes: Sequence[int]) -> tuple[list[int], int]:
    """The sizes of the tables, and how many bots sit out: as few as can be, then as many tables of the largest size.

    `sizes` are one or two, ascending.

    >>> table_sizes(18, [3, 4]), table_sizes(5, [3, 4]), table_sizes(18, [4])
    (([4, 4, 4, 3, 3], 0), ([4], 1), ([4, 4, 4, 4], 2))
    """
    large, small = sizes[-1], sizes[0]
    for out in range(bots + 1):
        for many in range((bots - out) // large, -1, -1):
            few, rest = divmod(bots - out - many * large, small)
            if rest == 0:
                return [large] * many + [small] * few, out
    raise AssertionError("everybody can sit out")


def share_out(
    history: History, ranked: Sequence[int], sizes: Sequence[int], stream: Stream, *, first: bool
) -> list[list[int]]:
    """`ranked` shared out to tables of `sizes` so that the cost of all tables together is low.

    The cost of a pair at a table is 4((m+1)^2 - m^2 - 1) + (half the difference of points)^2, m = meetings so far. (With
    whole differences a field of very unlike bots meets again rather than far away: up to 12 repeats among 64 bots in 8
    rounds, where none is needed.) From the order
    of standings two bots of different tables change places while that helps; then a few are exchanged at random and it
    begins again, and the best is kept. In the `first` round every table gets one bot of each stretch of the seeds.
    """
    tables: list[list[int]] = []
    if first:
        tables = [[] for _ in sizes]
        waiting = list(ranked)
        while waiting:
            for table, size in zip(tables, sizes, strict=True):
                if len(table) < size:
                    table.append(waiting.pop(0))
        return tables
    at = 0
    for size in sizes:
        tables.append(list(ranked[at : at + size]))
        at += size

    points, unit = history.whole_points()
    place = {bot: at for at, bot in enumerate(ranked)}
    meeting = 8 * (2 * unit) ** 2
    costs = [[meeting * met + (p - q) ** 2 for met, q in zip(row, points, strict=True)] for row, p in
             zip(history.met, points, strict=True)]  # fmt: skip

    def total() -> int:
        return sum(costs[a][b] for table in tables for at, a in enumerate(table) for b in table[at + 1 :])

    _descend(tables, costs, place, stream)
    best, least = [list(table) for table in tables], total()
    for _ in range(_KICKS if len(ranked) <= _KICKED_UP_TO and len(tables) > 1 else 0):
        for _ in range(3):
            one, other = stream.below(len(tables)), stream.below(len(tables))
            i, j = stream.below(len(tables[one])), stream.below(len(tables[other]))
            tables[one][i], tables[other][j] = tables[other][j], tables[one][i]
        _descend(tables, costs, place, stream)
        if (now := total()) < least:
            best, least = [list(table) for table in tables], now
        else:
            tables = [list(table) for table in best]
    return best


def _descend(tables: list[list[int]], costs: list[list[int]], place: dict[int, int], stream: Stream) -> None:
    """Exchanges bots of different tables as long as any exchange lowers the cost."""
    home = {bot: at for at, table in enumerate(tables) for bot in table}
    own = {bot: sum(costs[bot][other] for other in tables[at]) for bot, at in home.items()}
    order = shuffled(sorted(home), stream)
    better = True
    while better:
        better = False
        for a in order:
            row = costs[a]
            sums = [sum([row[x] for x in table]) for table in tables]
            for b in order:
                one, other = home[a], home[b]
                if one == other or abs(place[a] - place[b]) > _NEAR:
                    continue
                # What a costs at b's table without b, and b at a's without a, against what both cost now.
                gain = own[a] + own[b] - (sums[other] - row[b])
                if gain <= 0:
                    continue
                against = costs[b]
                if gain <= sum([against[x] for x in tables[one]]) - row[b]:
                    continue
                tables[one][tables[one].index(a)], tables[other][tables[other].index(b)] = b, a
                home[a], home[b] = other, one
                for bot in (*tables[one], *tables[other]):
                    own[bot] = sum([costs[bot][x] for x in tables[home[bot]]])
                sums = [sum([row[x] for x in table]) for table in tables]
                better = True


def seat(history: History, bots: Sequence[int], seating: Seating) -> Order:
    """Who sits where in the first match: the order with the least sum of (times in that seat + 1)^2, of all k! orders.

    In a team game first come few repeated partners; among equals those who sit next to each other for the first time.
    """
    sides = seating.partners
    orders: Iterable[Order] = permutations(bots)
    if len(bots) > _BRUTE_FORCE_UP_TO:
        orders = [(*bots[by:], *bots[:by]) for by in range(len(bots))]

    def cost(order: Order) -> tuple[int, int, int]:
        partners = sum([history.partnered[order[a]][order[b]] for a, b in sides])
        seats = sum([(history.sat[bot][at] + 1) ** 2 for at, bot in enumerate(order)])
        return partners, seats, sum([history.followed[order[a]][order[b]] for a, b, _ in seating.successors])

    return min(orders, key=cost)
