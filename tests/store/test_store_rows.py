"""What is written into a results file is what is read from it."""

from __future__ import annotations

import gc
import sqlite3
import tracemalloc
from pathlib import Path

import pytest
from store_help import BOTS, assert_whole, create, fault, played, void

from arena.jobs import SeatRecord
from arena.roster import FoundBot, Ready
from arena.seats import Program
from arena.store import BotRow, FaultRow, MatchRow, SeatRow, Store, StoreError
from arena.tournaments.running import bot_row


def test_every_column_of_a_match_comes_back(tmp_path: Path) -> None:
    done = played(7, seats=(4, 2, 0, 1))
    done.ranks, done.scores, done.rated = [1, 4, 1, 4], [12, None, 12, -3], [True, False, True, True]
    done.worker, done.decisions, done.replay = 3, 88, b"\x00\xffreplay\n"
    done.seats = [SeatRecord(5 + n, 1.25 * n, 0.5 * n, n, 2 * n, f"stderr {n}\n") for n in range(4)]
    done.faults = [fault(3, 11, "illegal", "'x' is not one of the 3 legal actions", hint="read `legal`", ms=12.5,
                         sent="sent", output="output", stderr="stderr", exit="exit status 3")]  # fmt: skip
    with create(tmp_path / "r") as store:
        assert store.write(done, unit=2, round=5, teams=[0, 1, 0, 1])
        assert list(store.match_rows()) == [
            MatchRow(7, 1, 2, 1, 2, 5, 4, [4, 2, 0, 1], [0, 1, 0, 1], 3, 1.7e9 + 7, 7.25, 88, [1, 4, 1, 4],
                     [12, None, 12, -3], [True, False, True, True], None, None, False, True, False)
        ]  # fmt: skip
        assert list(store.seat_rows()) == [
            SeatRow(7, 1, 2, 1, 0, 4, 1, 12, 1.0, True, 0, 5, 0.0, 0.0, 0, 0, "stderr 0\n"),
            SeatRow(7, 1, 2, 1, 1, 2, 4, None, None, False, 0, 6, 1.25, 0.5, 1, 2, "stderr 1\n"),
            SeatRow(7, 1, 2, 1, 2, 0, 1, 12, 1.0, True, 0, 7, 2.5, 1.0, 2, 4, "stderr 2\n"),
            SeatRow(7, 1, 2, 1, 3, 1, 4, -3, 0.0, True, 1, 8, 3.75, 1.5, 3, 6, "stderr 3\n"),
        ]
        assert list(store.fault_rows()) == [
            FaultRow(7, 1, 2, 1, 3, 1, 11, "illegal", "'x' is not one of the 3 legal actions", "read `legal`", 12.5,
                     "sent", "output", "stderr", "exit status 3")
        ]  # fmt: skip
        assert store.replay(2, 1) == b"\x00\xffreplay\n"


def test_every_column_of_a_bot_and_every_fact_comes_back(tmp_path: Path) -> None:
    bots = [
        BotRow(0, "heron-1a2b", "Heron", "program", "bots/heron", "ab" * 32, "Java", "Ann", "1.2", "It wades.",
               ["armadora", "kuhn"], True, True, "bots/heron-1a2b"),
        BotRow(1, "plain", "Plain"),
    ]  # fmt: skip
    facts = {"spec": {"seats": [2, 3], "for": None, "set": {"advanced": True}}, "rules": 3, "commitment": "ff"}
    with Store.create(tmp_path, facts, bots) as store:
        assert store.bots() == bots
        meta = store.meta()
        assert facts.items() <= meta.items()
        assert meta["state"] == "running" and meta["secret"] is None and meta["finished"] is None
        assert meta["arena"] and meta["python"] and meta["platform"] and meta["started"] > 1.7e9
        store.set_meta(secret="s" * 64, rules=4)
        assert (store.meta()["secret"], store.meta()["rules"]) == ("s" * 64, 4)


def test_a_bot_that_is_ready_to_play_has_a_row_with_its_snapshot_named_within_the_results(tmp_path: Path) -> None:
    found = FoundBot(name="Marmot", kind="program", source="bots/marmot.c", games=("kuhn",), language="C", author="Bo")
    ready = Ready(id="marmot-12", bot=found, runnable=Program(["/x"]), sha256="ab", folder=str(tmp_path / "bots" / "m"))
    row = bot_row(3, ready, tmp_path)
    assert (row.number, row.id, row.name, row.folder, row.games) == (3, "marmot-12", "Marmot", "bots/m", ["kuhn"])
    assert bot_row(3, ready, tmp_path / "elsewhere").folder == ready.folder


def test_placements_count_rivals_only_and_are_left_out_where_they_are_not_defined(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        store.write(played(0, seats=(0, 1, 2), ranks=[1, 2, 2]), unit=0, round=1)
        store.write(played(1, seats=(3,), ranks=[1]), unit=0, round=1)
        store.write(played(2, seats=(0, 1), ranks=None, scores=None, rated=[False, False]), unit=0, round=1)
        assert [s.placement for s in store.seat_rows()] == [1.0, 0.25, 0.25, None, None, None]
        assert [s.rank for s in store.seat_rows()] == [1, 2, 2, 1, None, None]


def test_rows_come_in_the_order_of_the_schedule_whatever_ended_first(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        for number in (4, 0, 3, 1, 2):
            store.write(played(number, faults=[fault(1), fault(0)]), unit=0, round=1)
        assert [m.number for m in store.match_rows()] == [0, 1, 2, 3, 4]
        assert [(s.number, s.seat) for s in store.seat_rows()] == [(n, s) for n in range(5) for s in range(3)]
        assert [(f.number, f.seat) for f in store.fault_rows()] == [(n, s) for n in range(5) for s in (1, 0)]
        assert {s.seat for s in store.seat_rows(bot=2)} == {2}
        assert len(list(store.fault_rows(bot=1))) == 5 and not list(store.fault_rows(bot=2))


def test_a_void_match_is_settled_by_the_attempt_that_is_not(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        assert not store.write(void(5, 1), unit=0, round=1)
        assert store.done_keys() == set() and not list(store.match_rows()) and not list(store.seat_rows())
        assert store.write(played(5, attempt=2), unit=0, round=1)
        assert store.done_keys() == {(1, 2)}
        assert [(a.attempt, a.void, a.lost, a.counted) for a in store.attempts(1, 2)] == [
            (1, "the worker died", True, False), (2, None, False, True),
        ]  # fmt: skip
        assert [m.attempt for m in store.match_rows()] == [2]
        assert [m.attempt for m in store.match_rows(every_attempt=True)] == [1, 2]
        assert store.replay(1, 2) == b"replay 5\n"
        progress = store.progress()
        assert (progress.attempts, progress.matches, progress.played, progress.void, progress.lost) == (2, 1, 1, 1, 1)


def test_a_match_that_was_void_three_times_is_given_up(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        assert [store.write(void(0, attempt), unit=0, round=1) for attempt in (1, 2, 3)] == [False, False, True]
        assert store.done_keys() == {(0, 0)}
        assert [(m.attempt, m.void) for m in store.match_rows()] == [(3, "the worker died")]
        assert store.progress().played == 0
        store.write(void(1, 1), unit=0, round=1, counted=True)
        assert store.done_keys() == {(0, 0), (0, 1)}
        with pytest.raises(StoreError, match="has no replay of match 0, attempt 3"):
            store.replay(0, 0)
        with pytest.raises(StoreError, match="has no match of table 8, rotation 1"):
            store.replay(8, 1)


def test_a_game_error_settles_the_match_and_is_counted_apart(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        done = played(0, ranks=None, scores=None, rated=[False] * 3, error="kuhn failed at decision 3: KeyError: 'x'")
        assert store.write(done, unit=0, round=1)
        assert next(store.match_rows()).error == done.error
        assert (store.progress().errors, store.progress().played, store.progress().matches) == (1, 0, 1)


def test_what_was_played_beyond_the_end_is_marked_as_surplus(tmp_path: Path) -> None:
    with create(tmp_path, matches=9) as store:
        store.mark_surplus([1, 2])
        store.write(played(9), unit=0, round=1, surplus=True)
        assert [m.number for m in store.match_rows() if not m.surplus] == [0, 1, 2]
        assert store.progress().surplus == 7
    connection = sqlite3.connect(tmp_path / "results.sqlite")
    assert connection.execute("SELECT DISTINCT number FROM results WHERE rated").fetchall() == [(0,), (1,), (2,)]
    connection.close()


def test_a_match_is_never_counted_twice(tmp_path: Path) -> None:
    with create(tmp_path, matches=3) as store:
        with pytest.raises(ValueError, match="match 1 is settled already, by attempt 1"):
            store.write(played(1), unit=0, round=1)
        with pytest.raises(ValueError, match="match 1 is settled already, by attempt 1"):
            store.write(played(1, attempt=2), unit=0, round=1)
        with pytest.raises(ValueError, match="match 1 is in it already"):
            store.write(void(1, 1), unit=0, round=1)
        assert assert_whole(store) == 3


def test_lists_that_do_not_fit_the_seats_and_unknown_bots_are_refused(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        with pytest.raises(ValueError, match="match 0 has 3 seats, and 2 values"):
            store.write(played(0, ranks=[1, 2]), unit=0, round=1)
        with pytest.raises(ValueError, match="names a bot that is not"):
            store.write(played(0, seats=(0, 1, 17)), unit=0, round=1)
        assert assert_whole(store) == 0
    with pytest.raises(ValueError, match="two bots have the same number or id"):
        Store.create(tmp_path / "twice", {}, [*BOTS, BOTS[0]])
    assert not (tmp_path / "twice").exists()


STRANGE = [
    "Robert'); DROP TABLE bots;--", 'say "hi"', "nul\x00inside", "\x1b[31mred\x07\r\n", "x" * 200, "\u202etxt.exe", "😀 été",
    "", "%s {0} ?1 :name",
]  # fmt: skip


def test_strangers_text_is_kept_as_it_is(tmp_path: Path) -> None:
    bots = [BotRow(n, f"b{n}", name, author=name, description=name, source=name) for n, name in enumerate(STRANGE)]
    with Store.create(tmp_path, {"names": STRANGE}, bots) as store:
        assert store.bots() == bots
        assert store.meta()["names"] == STRANGE
        for number, strange in enumerate(STRANGE):
            done = played(number, seats=(number,), error=strange)
            done.seats[0].stderr = strange
            done.faults = [fault(0, why=strange, hint=strange, sent=strange, output=strange, stderr=strange, exit=strange)]
            store.write(done, unit=0, round=1)
        assert [s.stderr for s in store.seat_rows()] == STRANGE
        assert [m.error for m in store.match_rows()] == STRANGE
        for row, strange in zip(store.fault_rows(), STRANGE, strict=True):
            assert {row.why, row.hint, row.sent, row.output, row.stderr, row.exit} == {strange}


def test_text_that_is_no_unicode_is_escaped(tmp_path: Path) -> None:
    name, shown = "caf\udce9", "caf\\udce9"
    done = played(0, void=name, faults=[fault(0, why=name, sent=name)])
    done.seats[1].stderr = name
    with Store.create(tmp_path, {name: {name: [name]}}, [BotRow(0, "a", name), *BOTS[1:]]) as store:
        store.write(done, unit=0, round=1, counted=True)
        assert store.bots()[0].name == shown
        assert store.meta()[shown] == {shown: [shown]}
        assert next(store.match_rows()).void == shown
        assert [s.stderr for s in store.seat_rows()] == ["", shown, ""]
        assert (next(store.fault_rows()).why, next(store.fault_rows()).sent) == (shown, shown)


def test_evidence_is_cut_to_its_end_in_bytes(tmp_path: Path) -> None:
    long = "é" * 100_000 + "the end"
    done = played(0, faults=[fault(0, why=long, output=long, exit=long)])
    done.seats[0].stderr = long
    with create(tmp_path) as store:
        store.write(done, unit=0, round=1)
        row, seat = next(store.fault_rows()), next(store.seat_rows())
        for kept in (row.why, row.output, row.exit, seat.stderr):
            assert kept is not None and kept.startswith("…é") and kept.endswith("éthe end")
            assert 8000 < len(kept.encode()) <= 8192


def test_streams_hold_one_row_at_a_time(tmp_path: Path) -> None:
    with create(tmp_path, matches=600) as store:
        for rows in (store.match_rows, store.seat_rows):
            next(rows())
            gc.collect()
            tracemalloc.start()
            count = sum(1 for _ in rows())
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert count >= 600 and peak < 200_000


def test_writing_holds_nothing_back(tmp_path: Path) -> None:
    with create(tmp_path, matches=50) as store:
        gc.collect()
        tracemalloc.start()
        for number in range(50, 600):
            store.write(played(number), unit=0, round=1)
        kept = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        assert kept < 50_000
