"""What a match costs to write and to read, against the floor of SQLite alone: `python bench/store.py [MATCHES]`."""

# ruff: noqa: E402

from __future__ import annotations

import resource
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter, process_time

sys.path[:0] = [str(Path(__file__).parents[1])]

import msgspec

from arena.jobs import Done, Job, SeatRecord
from arena.store import BotRow, Store

BOTS = [BotRow(n, f"bot-{n}", f"Bot {n}") for n in range(20)]
REPLAY = b'{"arena_replay":1,"answers":"' + b"A" * 460 + b'"}\n'
FLOOR_ROW = (b"x" * 600, 1, 2, 3.0)


def played(matches: int) -> Iterator[Done]:
    """That many matches at four seats, as an executor gives them."""
    for number in range(matches):
        bots = tuple((number * 7 + seat * 3) % 20 for seat in range(4))
        job = Job(number, number // 4, number % 4, bots, b"", "id", (1, 2, 3, 4))
        records = [SeatRecord(20, 31.5 + seat, 4.1, 0, 0, "") for seat in range(4)]
        yield Done(job, number % 2, [1, 2, 2, 4], [26, 14, 14, 9], [True] * 4, 120, records, replay=REPLAY,
                   started=1.7e9 + number, wall_ms=140.0)  # fmt: skip


def floor(folder: Path, matches: int) -> float:
    """Microseconds of processor time that a transaction of one bare row of the same size takes."""
    connection = sqlite3.connect(folder / "floor.sqlite", isolation_level=None)
    connection.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE t (a, b, c, d)")
    begin = process_time()
    for _ in range(matches):
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("INSERT INTO t VALUES (?, ?, ?, ?)", FLOOR_ROW)
        connection.execute("COMMIT")
    took = process_time() - begin
    connection.close()
    return took / matches * 1e6


def memory() -> float:
    """The most that this process has held so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(matches: int) -> None:
    """Write, read and print."""
    with tempfile.TemporaryDirectory() as home:
        bare = floor(Path(home), min(matches, 20_000))
        done = list(played(1000))
        folder = Path(home) / "results"
        store = Store.create(folder, {}, BOTS)
        for one in done[:100]:
            store.write(one, unit=0, round=1)
        before, halves, clock = memory(), [0.0, 0.0], perf_counter()
        for number, one in enumerate(played(matches)):
            if number < 100:
                continue
            begin = process_time()
            store.write(one, unit=0, round=1)
            halves[number * 2 // matches] += process_time() - begin
        cost, wall = sum(halves) / (matches - 100) * 1e6, (perf_counter() - clock) / (matches - 100) * 1e6
        print(
            f"write, a match     {cost:7.1f} µs of CPU, {cost / bare:.2f} times a bare row as long; {wall:.1f} µs by the clock"
        )
        print(f"second half        {halves[1] / halves[0]:7.2f} times the first")
        print(f"memory             {memory() - before:+7.1f} MB over {matches} matches")
        begin = process_time()
        for first in range(0, 1000, 10):
            with store.together():
                for one in done[first : first + 10]:
                    job = msgspec.structs.replace(
                        one.job, number=matches + one.job.number, table=matches + one.job.table
                    )
                    store.write(msgspec.structs.replace(one, job=job), unit=0, round=1)
        cost = (process_time() - begin) * 1e3
        print(f"in tens, a match   {cost:7.1f} µs of CPU, {cost / bare:.2f} times a bare row")
        begin = perf_counter()
        for _ in range(100):
            store.progress()
        print(f"progress           {(perf_counter() - begin) * 1e4:7.1f} µs")
        begin = perf_counter()
        store.finish()
        print(f"finish             {(perf_counter() - begin) * 1e3:7.1f} ms")
        reader = Store.read(folder)
        before = memory()
        for name, rows in (("match_rows", reader.match_rows), ("seat_rows", reader.seat_rows)):
            begin = perf_counter()
            count = sum(1 for _ in rows())
            print(f"{name:18} {(perf_counter() - begin) / count * 1e6:7.2f} µs a row")
        print(f"memory             {memory() - before:+7.1f} MB while reading")
        begin = perf_counter()
        keys = reader.done_keys()
        print(f"done_keys          {(perf_counter() - begin) * 1e3:7.1f} ms for {len(keys)}")
        print(f"size               {(folder / 'results.sqlite').stat().st_size / matches:7.0f} bytes a match")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
