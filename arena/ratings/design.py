"""Results as arrays: who was chosen ahead of whom, with equal stages counted once. Made for the likelihood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arena.ratings.orders import Shape, Stage, stages_of
from arena.ratings.results import MatchResult

__all__ = ["Block", "Design", "design"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Block:
    """The stages with equally many sides left: N distinct ones, O occurrences of them, m sides each."""

    sides: Ints
    """(N, m): the numbers of the sides that remain."""
    counts: Floats
    """(N,): how often."""
    which: Ints
    """(O,): the distinct stage of each occurrence."""
    tables: Ints
    """(O,): its table."""


@dataclass(frozen=True)
class Design:
    """All stages of the results. n bots, b seat effects, U distinct sides of at most M seats, G tables.

    Parameters are numbered: bots 0..n-1, then seat effects, then a log delta for each tie size; the number after the
    last stands for "none", whose value is 0.
    """

    bots: list[str]
    """The n bots with a match that says something, sorted."""
    seat_effects: list[tuple[int, int]]
    """(number of seats, seat >= 1) of each seat effect."""
    tie_sizes: list[int]
    """The sizes of the ties seen, ascending."""
    members: Ints
    """(U, E): the parameters that a side's strength is made of, bots and seat effects, padded with "none"."""
    weights: Floats
    """(U, E): their weights: 1 / number of members."""
    blocks: list[Block]
    chosen: Ints
    """(C,): the sides chosen, one entry for each side of each stage."""
    shares: Floats
    """(C,): 1 / size of the tie that it was chosen in."""
    chosen_tables: Ints
    """(C,)"""
    ties: Ints
    """(D,): the parameter of the tie's size, one entry for each stage in which two or more were chosen."""
    tie_tables: Ints
    """(D,)"""
    tables: int
    tables_of: Ints
    """(n,): at how many tables each bot sat."""
    ahead: Bools
    """(n, n): whether the row's bot ever came ahead of the column's."""
    level: Bools
    """(n, n): whether they ever tied."""

    @property
    def none(self) -> int:
        return len(self.bots) + len(self.seat_effects) + len(self.tie_sizes)


def distinct(rows: Ints) -> tuple[Ints, Ints]:
    """The different rows of a (N, w) array of integers >= -1, sorted, and for each row its number among them."""
    inverse = np.zeros(len(rows), dtype=np.int64)
    first = np.zeros(1, dtype=np.int64)
    for column in rows.T:
        key = inverse * (int(column.max(initial=0)) + 2) + column + 1
        _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return rows[first], inverse


@dataclass(frozen=True)
class _Pattern:
    """Stages written over places in the order of finish, not over seats: so that few patterns cover all results."""

    sizes: tuple[int, ...]
    """The number of seats of each side."""
    stages: tuple[tuple[int, int], ...]
    """Each stage's (first side that remains, number of sides chosen)."""


def _pattern(stages: Sequence[Stage]) -> tuple[_Pattern, tuple[int, ...]]:
    """The pattern of a match's stages, and the seats in the order of finish. Later stages are tails of the first."""
    sides = stages[0].remaining
    steps = tuple((len(sides) - len(stage.remaining), len(stage.chosen)) for stage in stages)
    return _Pattern(tuple(map(len, sides)), steps), tuple(seat for side in sides for seat in side)


class _Gathered:
    """The rows of one pattern, match by match."""

    def __init__(self) -> None:
        self.bots: list[tuple[str, ...]] = []
        self.seats: list[tuple[int, ...]] = []
        self.count: list[int] = []
        self.tables: list[int] = []


def _gather(results: Sequence[MatchResult]) -> tuple[dict[_Pattern, _Gathered], int]:
    """The matches that say something, by pattern, and the number of their tables."""
    known: dict[Shape, tuple[_Gathered, tuple[int, ...]] | None] = {}
    patterns: dict[_Pattern, _Gathered] = {}
    tables: dict[int | str, int] = {}
    for result in results:
        if result.alone:
            _gather_pairs(result, patterns, tables)
            continue
        shape = Shape(result.ranks, result.sides, result.rated, result.offenders, result.last_is_open)
        if shape not in known:
            stages = stages_of(shape)
            if stages:
                pattern, order = _pattern(stages)
                known[shape] = patterns.setdefault(pattern, _Gathered()), order
            else:
                known[shape] = None
        found = known[shape]
        if found is None:
            continue
        rows, order = found
        rows.bots.append(result.bots)
        rows.seats.append(order)
        rows.count.append(len(result.bots))
        rows.tables.append(tables.setdefault(result.table, len(tables)))
    return patterns, len(tables)


_AHEAD, _LEVEL = _Pattern((1, 1), ((0, 1),)), _Pattern((1, 1), ((0, 2),))


def _gather_pairs(result: MatchResult, patterns: dict[_Pattern, _Gathered], tables: dict[int | str, int]) -> None:
    """A deal that bots played alone: each two of them as if they had met, all of them one table.

    Not as one long order: scores tie often, as when many fail at a deal, and a tie of t among n would need a parameter for
    each t that is as small as 1 / (n over t), and time that grows with n^5. Clustering by the deal makes up for what pairs of one
    deal have in common. Two bots that are both out by a fault say nothing of each other.
    """
    assert result.ranks is not None  # alone there are always ranks
    ranks, out = result.ranks, result.offenders
    sitting = [seat for seat in range(len(ranks)) if result.rated[seat]]
    for number, a in enumerate(sitting):
        for b in sitting[number + 1 :]:
            if out[a] and out[b]:
                continue
            first, second = (a, b) if ranks[a] <= ranks[b] else (b, a)
            rows = patterns.setdefault(_LEVEL if ranks[a] == ranks[b] else _AHEAD, _Gathered())
            rows.bots.append((result.bots[first], result.bots[second]))
            rows.seats.append((0, 1))
            rows.count.append(2)
            rows.tables.append(tables.setdefault(result.table, len(tables)))


def design(results: Sequence[MatchResult], *, seat_effects: bool = True) -> Design:
    """The stages of `results`. Bots that no stage names are left out; numbers follow names, never the order of matches.

    Results of bots that played alone have no seat effects.
    """
    seat_effects = seat_effects and not any(result.alone for result in results)
    patterns, tables = _gather(results)
    every = list(patterns.values())
    bots = sorted({rows.bots[i][seat] for rows in every for i, order in enumerate(rows.seats) for seat in order})
    number = {bot: index for index, bot in enumerate(bots)}
    used = sorted(
        {(k, seat) for rows in every for k, order in set(zip(rows.count, rows.seats, strict=True)) for seat in order}
    )
    effects = [(k, seat) for k, seat in used if seat > 0] if seat_effects else []
    effect = {key: len(bots) + index for index, key in enumerate(effects)}
    sizes = sorted({chosen for pattern in patterns for _, chosen in pattern.stages if chosen > 1})
    none = len(bots) + len(effects) + len(sizes)
    widest = max((size for pattern in patterns for size in pattern.sizes), default=1)

    # Each member of a side is one number: its bot and its seat effect.
    matches: list[tuple[_Pattern, Ints, Ints]] = []  # pattern, tables (R,), sides as rows of members (R, sides, widest)
    for pattern, rows in patterns.items():
        who = np.array(
            [[number[bot[s]] for s in order] for bot, order in zip(rows.bots, rows.seats, strict=True)], np.int64
        )
        where = np.array(
            [[effect.get((k, s), none) for s in order] for k, order in zip(rows.count, rows.seats, strict=True)],
            np.int64,
        )
        code = who * (none + 1) + where
        sides = np.full((len(code), len(pattern.sizes), widest), -1, dtype=np.int64)
        start = 0
        for side, size in enumerate(pattern.sizes):
            sides[:, side, :size] = np.sort(code[:, start : start + size], axis=1)
            start += size
        matches.append((pattern, np.array(rows.tables, dtype=np.int64), sides))

    flat = [sides.reshape(-1, widest) for _, _, sides in matches]
    codes, side_of = distinct(np.concatenate(flat) if flat else np.zeros((0, widest), dtype=np.int64))
    present = codes >= 0
    share = present / np.maximum(present.sum(axis=1, keepdims=True), 1)
    members = np.where(present, codes // (none + 1), none)
    if seat_effects:
        members = np.concatenate([members, np.where(present, codes % (none + 1), none)], axis=1)
        share = np.concatenate([share, share], axis=1)

    return _stages(
        matches,
        side_of,
        bots=bots,
        effects=effects,
        sizes=sizes,
        members=members,
        weights=share,
        widest=widest,
        tables=tables,
    )


def _stages(
    matches: list[tuple[_Pattern, Ints, Ints]],
    side_of: Ints,
    *,
    bots: list[str],
    effects: list[tuple[int, int]],
    sizes: list[int],
    members: Ints,
    weights: Floats,
    widest: int,
    tables: int,
) -> Design:
    """The stages of matches whose sides are numbered."""
    n = len(bots)
    remaining: dict[int, list[tuple[Ints, Ints]]] = {}
    chosen, shares, chosen_tables = [_no_ints()], [np.zeros(0)], [_no_ints()]
    ties, tie_tables, sat = [_no_ints()], [_no_ints()], [_no_ints()]
    ahead, level = np.zeros((n, n), dtype=np.bool_), np.zeros((n, n), dtype=np.bool_)
    start = 0
    for pattern, table, sides in matches:
        rows, m = sides.shape[:2]
        ids = side_of[start : start + rows * m].reshape(rows, m)
        start += rows * m
        for first, size in pattern.stages:
            remaining.setdefault(m - first, []).append((np.sort(ids[:, first:], axis=1), table))
            chosen.append(ids[:, first : first + size].ravel())
            shares.append(np.full(rows * size, 1.0 / size))
            chosen_tables.append(np.repeat(table, size))
            if size > 1:
                ties.append(np.full(rows, n + len(effects) + sizes.index(size)))
                tie_tables.append(table)
            for one in range(first, first + size):
                for other in range(first, m):
                    relation = level if other < first + size else ahead
                    if one != other:
                        for a in range(widest):
                            for b in range(widest):
                                x, y = members[ids[:, one], a], members[ids[:, other], b]
                                both = (x < n) & (y < n)
                                relation[x[both], y[both]] = True
        for a in range(widest):
            who = members[ids, a]
            sat.append((np.repeat(table, m).reshape(rows, m) * n + who)[who < n])
    blocks = []
    for _, parts in sorted(remaining.items()):
        stage, which = distinct(np.concatenate([ids for ids, _ in parts]))
        counts = np.bincount(which, minlength=len(stage)).astype(np.float64)
        blocks.append(Block(stage, counts, which, np.concatenate([table for _, table in parts])))
    seats_taken = np.unique(np.concatenate(sat))
    tables_of = np.bincount(seats_taken % n, minlength=n) if n else _no_ints()
    return Design(
        bots=bots, seat_effects=effects, tie_sizes=sizes, members=members, weights=weights, blocks=blocks,
        chosen=np.concatenate(chosen), shares=np.concatenate(shares), chosen_tables=np.concatenate(chosen_tables),
        ties=np.concatenate(ties), tie_tables=np.concatenate(tie_tables), tables=tables, tables_of=tables_of,
        ahead=ahead, level=level,
    )  # fmt: skip


def _no_ints() -> Ints:
    return np.zeros(0, dtype=np.int64)
