"""A Swiss round at two seats: the maximum-weight matching of the bots, and who sits first."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from arena.deals import Stream
from arena.pairings.history import History
from arena.pairings.schedule import Order

_NEAR = 10
_ALL_PAIRS_UP_TO = 64
"""Bots; with more, only likely pairs are looked at first."""


def pair(history: History, active: Sequence[int], round: int, rounds: int) -> tuple[list[Order], list[int]]:
    """The pairs of a round, first seat first, best board first; and the bot with the bye, if the field is odd.

    The first round is top half against bottom half. Then, each wish before all that follow it: nobody has a second bye;
    no pair meets again; the bye goes to the lowest; no third more first seats than second ones; the sum of squared
    differences of points is least; seats balance; nobody floats twice the same way; in a group of equal points top half
    meets bottom half.
    """
    ranked = history.ranked(active)
    if round == 0:
        half = len(ranked) // 2
        pairs = list(zip(ranked[:half], ranked[half:], strict=False))
        bye = ranked[2 * half :]
    else:
        pairs, bye = _match(history, ranked, rounds)
    orders = [_seat(history, high, low, board) for board, (high, low) in enumerate(pairs)]
    return orders, bye


def _match(history: History, ranked: list[int], rounds: int) -> tuple[list[tuple[int, int]], list[int]]:
    n = len(ranked)
    points, unit = history.whole_points()
    groups: dict[int, int] = {}
    for bot in ranked:
        groups[points[bot]] = groups.get(points[bot], 0) + 1
    lean = [first - second for first, second in (sat[:2] for sat in history.sat)]

    # Each weight is more than all that the wishes after it can cost together.
    float_weight = n**3
    seat_weight = float_weight * 2 * n
    points_weight = seat_weight * (rounds + 1) * n
    lean_weight = points_weight * (rounds * unit) ** 2 * n
    bye_weight = lean_weight * n
    repeat_weight = bye_weight * n
    second_bye_weight = repeat_weight * rounds * n

    def cost(i: int, j: int) -> int:
        high, low = ranked[i], ranked[j]
        apart = points[high] - points[low]
        both = min(abs(lean[high]), abs(lean[low])) if lean[high] * lean[low] > 0 else 0
        out = repeat_weight * history.met[high][low] + lean_weight * (both > 1)
        out += points_weight * apart**2 + seat_weight * both
        if apart:
            return out + float_weight * ((history.floats[high] == 1) + (history.floats[low] == -1)) + (j - i - 1) ** 2
        return out + (2 * (j - i) - groups[points[high]]) ** 2 // 4

    def bye_cost(i: int) -> int:
        return second_bye_weight * history.byes[ranked[i]] + bye_weight * (n - 1 - i)

    def likely(i: int, j: int) -> bool:
        high, low = ranked[i], ranked[j]
        half = groups[points[high]] // 2
        return j - i <= _NEAR or (points[high] == points[low] and abs(j - i - half) <= _NEAR)

    def edges(only_likely: bool) -> list[tuple[int, int, int]]:
        out = [(i, j, cost(i, j)) for i in range(n) for j in range(i + 1, n) if not only_likely or likely(i, j)]
        return out + ([(i, n, bye_cost(i)) for i in range(n)] if n % 2 else [])

    mates: dict[int, int] = {}
    for only_likely in (True, False) if n > _ALL_PAIRS_UP_TO else (False,):
        mates = _cheapest(edges(only_likely))
        repeats = any(j < n and history.met[ranked[i]][ranked[j]] for i, j in mates.items())
        if len(mates) == (n + 1) // 2 and not repeats:
            break
    bye = [ranked[i] for i, j in mates.items() if j == n]
    return [(ranked[i], ranked[j]) for i, j in sorted(mates.items()) if j < n], bye


def _cheapest(edges: list[tuple[int, int, int]]) -> dict[int, int]:
    """The cheapest of the largest matchings of a graph with edges (i, j, cost): for each pair its lower number's mate.

    Source: Galil 1986, as networkx does it; with whole numbers it is exact.
    """
    import networkx  # only here: slow to import, and most tournaments never need it

    graph: networkx.Graph[int] = networkx.Graph()
    most = max(cost for _, _, cost in edges)
    # A small weight of its own for each edge leaves one best matching (isolation lemma), whatever a release prefers.
    stream = Stream(sha256(b"arena pairs").digest())
    graph.add_weighted_edges_from((i, j, (most + 1 - cost << 44) + stream.below(1 << 32)) for i, j, cost in edges)
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return {min(edge): max(edge) for edge in matching}


def _seat(history: History, high: int, low: int, board: int) -> Order:
    """The two, first seat first: who had it less often, else who did not have it last, else the boards take turns."""
    lean = [history.sat[bot][0] - history.sat[bot][1] for bot in (high, low)]
    if lean[0] != lean[1]:
        return (high, low) if lean[0] < lean[1] else (low, high)
    last = [history.last_seat[bot] for bot in (high, low)]
    if last[0] != last[1] and None not in last:
        return (high, low) if last[0] == 1 else (low, high)
    return (high, low) if board % 2 == 0 else (low, high)
