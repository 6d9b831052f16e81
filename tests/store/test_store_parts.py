"""Parts of matches in the results file: whole, small, only of what counts, and added to files that were begun without."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from store_help import create, played, void

from arena.games import Part
from arena.store import PartRow, Store

THIRD = 1 / 3
PARTS = [
    Part("role", "saboteur", 1, 0.0), Part("role", "digger", 0, 1.0), Part("role", "digger", 2, THIRD),
    Part("role", "digger", 2, 0.5), Part("round", "1", 0, 1.0),
]  # fmt: skip


def test_parts_come_back_as_they_were_with_the_bots_that_sat_there(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        store.write(played(0, seats=(2, 0, 1), parts=PARTS), unit=0, round=1)
        store.write(played(1), unit=0, round=1)
        store.write(played(2, seats=(1, 2, 0), parts=PARTS[:1]), unit=0, round=1)
        rows = list(store.part_rows())
    assert rows == [
        PartRow(0, 1, 0, 0, "role", "digger", 0, 2, 1.0),
        PartRow(0, 1, 0, 0, "role", "digger", 2, 1, THIRD),
        PartRow(0, 1, 0, 0, "role", "digger", 2, 1, 0.5),
        PartRow(0, 1, 0, 0, "role", "saboteur", 1, 0, 0.0),
        PartRow(0, 1, 0, 0, "round", "1", 0, 2, 1.0),
        PartRow(2, 1, 0, 2, "role", "saboteur", 1, 2, 0.0),
    ]
    assert [row.split for row in Store.read(tmp_path).part_rows("round")] == ["round"]
    assert Store.read(tmp_path).splits() == {"role": ["digger", "saboteur"], "round": ["1"]}


def test_a_match_that_was_void_or_has_no_ranks_keeps_no_parts(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        nothing = void(0, 1)
        nothing.parts = PARTS
        store.write(nothing, unit=0, round=1)
        store.write(played(1, ranks=None, scores=None, rated=[False] * 3, parts=PARTS), unit=0, round=1)
        assert list(store.part_rows()) == [] and store.splits() == {}
        store.write(played(0, attempt=2, parts=PARTS), unit=0, round=1)
        assert {(row.number, row.attempt) for row in store.part_rows()} == {(0, 2)}


def test_a_part_of_a_seat_that_is_not_there_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        with pytest.raises(ValueError, match="3 seats, and a part of another"):
            store.write(played(0, parts=[Part("role", "digger", 3, 1.0)]), unit=0, round=1)
        assert list(store.match_rows()) == []


def test_the_list_for_sql_has_one_row_a_part_with_names(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        store.write(played(0, seats=(2, 0, 1), parts=PARTS), unit=0, round=1)
        store.write(played(3, parts=PARTS[:1]), unit=1, round=1)
        store.mark_surplus([1])
        store.finish()
    connection = sqlite3.connect(tmp_path / "results.sqlite")
    rows = connection.execute(
        "SELECT number, seat, bot, label, result, rated FROM part_list WHERE split = 'role' ORDER BY number, label, seat, result"
    ).fetchall()
    connection.close()
    assert rows == [
        (0, 0, "Bot 2", "digger", 1.0, 1), (0, 2, "Bot 1", "digger", THIRD, 1), (0, 2, "Bot 1", "digger", 0.5, 1),
        (0, 1, "Bot 0", "saboteur", 0.0, 1), (3, 1, "Bot 1", "saboteur", 0.0, 0),
    ]  # fmt: skip


def test_thirty_parts_of_a_match_take_less_than_700_bytes_of_the_file(tmp_path: Path) -> None:
    sizes = []
    for name in ("with", "without"):
        with create(tmp_path / name) as store, store.together():
            for number in range(400):
                parts = [Part("role", "digger" if s % 3 else "saboteur", s % 10, (s + number) % 4 / 3) for s in range(30)]
                parts = parts if name == "with" else []
                store.write(played(number, seats=(0, 1, 2, 3, 4) * 2, parts=parts), unit=0, round=1)
        sizes.append((tmp_path / name / "results.sqlite").stat().st_size)
    assert 100 < (sizes[0] - sizes[1]) / 400 < 700


def without_parts(folder: Path) -> None:
    """Make the file one of an arena that knew no parts."""
    connection = sqlite3.connect(folder / "results.sqlite")
    connection.executescript("DROP VIEW part_list; DROP TABLE parts;")
    connection.close()


def test_a_file_that_knows_no_parts_is_read_as_one_without_and_gets_them_when_it_is_gone_on_with(tmp_path: Path) -> None:
    with create(tmp_path, matches=2) as store:
        store.finish("stopped")
    without_parts(tmp_path)
    reader = Store.read(tmp_path)
    assert list(reader.part_rows()) == [] and reader.splits() == {} and len(list(reader.match_rows())) == 2
    with Store.open(tmp_path) as store:
        store.write(played(2, parts=PARTS), unit=0, round=1)
        store.finish()
    assert {row.number for row in Store.read(tmp_path).part_rows()} == {2}
    assert len(list(Store.read(tmp_path).match_rows())) == 3
