"""Means of parts by label: counted by hand, sorted, and with intervals that cover the truth."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest

from arena.ratings.splits import Split, SplitRow, split_of
from arena.ratings.student import student_quantile

PARTS = [
    (0, "ant", "digger", 1.0), (0, "ant", "digger", 0.5), (0, "bee", "saboteur", 0.0),
    (1, "ant", "digger", 0.0), (1, "bee", "digger", 1.0), (1, "bee", "saboteur", 0.5),
]  # fmt: skip


def rows(split: Split, label: str) -> dict[str, SplitRow]:
    return {row.bot: row for one in split.labels if one.label == label for row in one.rows}


def test_a_mean_is_that_of_the_parts_and_its_interval_that_of_the_tables() -> None:
    ant = rows(split_of("role", PARTS), "digger")["ant"]
    assert ant.mean is not None and ant.se is not None and ant.low is not None and ant.high is not None
    assert (ant.parts, ant.tables, ant.mean) == (3, 2, 0.5)
    # By hand: the tables are off their share by 1.5 - 2/2 and 0 - 1/2, so 2/1 * (0.25 + 0.25) = 1, by 3 parts.
    assert ant.se == pytest.approx(1 / 3)
    assert student_quantile(0.975, 1) * ant.se > 0.5
    assert (ant.low, ant.high) == (0.0, 1.0)  # a result cannot be outside


def test_tables_alike_or_one_alone_have_no_interval() -> None:
    split = split_of("role", PARTS)
    alone = rows(split, "digger")["bee"]
    assert alone.mean == 1.0 and alone.low is alone.high is alone.se is None and alone.rough
    alike = rows(split_of("role", [(table, "ant", "digger", 1.0) for table in range(30)]), "digger")["ant"]
    assert alike.mean == 1.0 and alike.low is alike.high is alike.se is None


def test_bots_are_sorted_by_mean_and_share_a_rank_where_they_are_level() -> None:
    level = [(0, "bee", "a", 0.2), (0, "ant", "a", 0.2), (0, "cat", "a", 0.9), (0, "dog", "a", 0.1)]
    [label] = split_of("x", level).labels
    assert [(row.rank, row.bot) for row in label.rows] == [(1, "cat"), (2, "ant"), (2, "bee"), (4, "dog")]


def test_all_labels_together_have_every_bot_those_without_parts_last() -> None:
    split = split_of("role", PARTS, bots=["zoe", "ant", "bee", "eve"])
    assert [(row.rank, row.bot, row.parts) for row in split.rows] == [
        (1, "ant", 3), (1, "bee", 3), (3, "eve", 0), (3, "zoe", 0)
    ]  # fmt: skip
    assert split.rows[-1].mean is None and (split.parts, split.tables) == (6, 2)
    assert set(rows(split, "digger")) == {"ant", "bee"}


def test_labels_are_sorted_and_numbers_in_them_by_value() -> None:
    labels = ["turn 10", "turn 9", "beta", "10", "9"]
    split = split_of("turn", [(0, "ant", label, 0.5) for label in labels])
    assert [one.label for one in split.labels] == ["9", "10", "beta", "turn 9", "turn 10"]


def test_the_order_of_tables_changes_no_digit() -> None:
    rng = np.random.default_rng(3)
    tables = [
        [(table, f"b{bot}", label, float(rng.random())) for bot in range(3) for label in rng.choice(["x", "y", "z"], 2)]
        for table in range(40)
    ]
    assert split_of("s", chain(*tables)) == split_of("s", chain(*tables[::-1]))


def coverage(tables: int, rounds: int, shared: float) -> tuple[float, float]:
    """The share of 95 % intervals that hold the true mean: as they are, and if every part were a table of its own.

    Each bot has up to four parts of a label at a table; with chance `shared` a part has the luck of its table.
    """
    rng = np.random.default_rng(5)
    clustered = plain = count = 0
    for _ in range(rounds):
        truth = rng.uniform(0.25, 0.75)
        numbers = rng.integers(1, 5, size=tables)
        luck = rng.random(tables) < truth
        found, single = [], []
        for table in range(tables):
            own = rng.random(numbers[table]) < truth
            own = np.where(rng.random(numbers[table]) < shared, luck[table], own)
            found += [(table, "ant", "saboteur", float(value)) for value in own]
            single += [(len(single) + i, "ant", "saboteur", float(value)) for i, value in enumerate(own)]
        one, other = (split_of("role", parts).labels[0].rows[0] for parts in (found, single))
        assert one.low is not None and one.high is not None and other.low is not None and other.high is not None
        clustered += one.low <= truth <= one.high
        plain += other.low <= truth <= other.high
        count += 1
    return clustered / count, plain / count


def test_intervals_cover_the_truth_where_parts_of_a_table_share_their_luck() -> None:
    clustered, plain = coverage(tables=60, rounds=500, shared=0.7)
    print(f"95 % intervals cover {100 * clustered:.1f} %, unclustered {100 * plain:.1f} %")
    assert 0.925 <= clustered <= 0.97
    assert plain < 0.88
