"""Writing a results file: by one process, a transaction a match, so that a match is in it whole or not at all."""

from __future__ import annotations

import contextlib
import importlib.metadata
import platform
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from arena.jobs import Done, SeatRecord
from arena.store.lock import Lock
from arena.store.opening import (
    FILE_NAME,
    WAIT_S,
    StoreError,
    check,
    code_of,
    connect_reading,
    failure,
    find_file,
    reason,
)
from arena.store.plain import end_of, maybe, to_json
from arena.store.reading import Reader
from arena.store.rows import BotRow
from arena.store.schema import APPLICATION_ID, FORMAT, PARTS, TABLES
from arena.store.values import EVIDENCE_BYTES, fault_values, part_values, places_of
from arena.text import storable

__all__ = ["ATTEMPTS", "Store"]

ATTEMPTS = 3
"""A match that was void this often is given up, and counts for nobody."""
_END_S = 2.0  # how long the end of a file waits for readers to look away

_ALONE = ("BEGIN IMMEDIATE", "COMMIT", "ROLLBACK")
_MATCH = f"INSERT INTO matches VALUES ({', '.join('?' * 21)})"
_SETTLED = "SELECT attempt FROM matches WHERE number = ? AND counted = 1"
_SEAT = f"INSERT INTO seats VALUES ({', '.join('?' * 15)})"
_FAULT = f"INSERT INTO faults VALUES ({', '.join('?' * 14)})"
_PARTS = "INSERT INTO parts VALUES (?, ?, ?, ?, ?)"
_REPLAY = "INSERT INTO replays VALUES (?, ?, ?)"
_COUNT = """UPDATE progress SET matches = matches + ?, attempts = attempts + 1, played = played + ?, void = void + ?,
    errors = errors + ?, lost = lost + ?, surplus = surplus + ?, faults = faults + ?, faulty = faulty + ?,
    decisions = decisions + ?, wall_ms = wall_ms + ?, written = ?"""
_META = "INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"


_UNSEATED = SeatRecord()


class Store(Reader):
    """A results file to write to, and to read meanwhile. Made by `create` and `open`; `read` gives a Reader.

    A context manager: leaving it closes the file as it is; `finish` before that ends it as one plain file. For one
    thread of one process: the folder is locked until then.
    """

    def __init__(self, path: Path, lock: Lock) -> None:
        self._lock = lock
        self._writer: sqlite3.Connection | None = None
        self._together = False
        super().__init__(path)
        self._writer = _connect_writing(self.path)

    @classmethod
    def create(
        cls, folder: Path, meta: Mapping[str, Any], bots: Iterable[BotRow], *, lock: Lock | None = None
    ) -> Store:
        """A new results file in that folder, which is made if need be.

        `meta` is what holds for the whole tournament: any values that JSON has. What is not given of `state`, `started`,
        `arena`, `python` and `platform` is filled in. `lock` is the folder's, if the caller has taken it; it is the
        store's from then on.

        Raises StoreError if the folder has a results file, is being written to, or cannot be written to; then nothing is
        left of the attempt.
        """
        folder = Path(folder)
        made = _make_folder(folder)
        try:
            lock = lock or Lock(folder)
            try:
                path = folder / FILE_NAME
                if path.exists():
                    raise StoreError(f"{folder} has results already: choose another folder, or go on with `--resume`")
                known = {
                    "state": "running", "started": time.time(), "finished": None, "secret": None,
                    "arena": _version(), "python": platform.python_version(), "platform": platform.platform(),
                }  # fmt: skip
                _build(path, known | dict(meta), bots)
                try:
                    return cls(path, lock)
                except BaseException:
                    path.unlink(missing_ok=True)
                    raise
            except BaseException:
                lock.release()
                raise
        except BaseException:
            for empty in made:
                with contextlib.suppress(OSError):
                    empty.rmdir()
            raise

    @classmethod
    def open(cls, folder: Path, *, lock: Lock | None = None) -> Store:
        """The results file of that folder, to go on writing to it; its state is `running` again.

        `lock` is the folder's, if the caller has taken it; it is the store's from then on.

        Raises StoreError if there is none, it is damaged or of another format, or another run writes to it.
        """
        path = find_file(Path(folder))
        connect_reading(path).close()  # what is no results file is left alone, without a lock beside it
        lock = lock or Lock(path.parent)
        try:
            store = cls(path, lock)
        except BaseException:
            lock.release()
            raise
        try:
            store.set_meta(state="running", resumed=time.time())
        except BaseException:
            store.close()
            raise
        return store

    @staticmethod
    def read(folder: Path) -> Reader:
        """The results file of that folder (or that file), only to read: also while a run writes to it.

        Raises StoreError if there is none, or it is damaged or of another format.
        """
        return Reader(Path(folder))

    # Writing

    @contextlib.contextmanager
    def _transaction(self, what: str) -> Iterator[sqlite3.Connection]:
        writer = self._open_writer()
        begin, end, undo = ("SAVEPOINT one", "RELEASE one", "ROLLBACK TO one") if self._together else _ALONE
        try:
            writer.execute(begin)
            yield writer
            writer.execute(end)
        except BaseException as error:
            if writer.in_transaction:  # a disk that fails may have ended it already
                with contextlib.suppress(sqlite3.Error):
                    writer.execute(undo)
            if isinstance(error, sqlite3.IntegrityError):
                raise ValueError(
                    f"{self.path}: {what} is in it already, or names a bot that is not ({error})"
                ) from error
            if isinstance(error, sqlite3.DatabaseError):
                what = f"{what} and those that came with it" if self._together else what
                raise failure(self.path, what, error) from error
            raise

    def _open_writer(self) -> sqlite3.Connection:
        if self._writer is None:
            raise ValueError(f"{self.path} is closed")
        return self._writer

    @contextlib.contextmanager
    def together(self) -> Iterator[None]:
        """What is written inside comes into the file when it is left, in one transaction: for matches that end at once.

        Each match is whole or not there all the same, and an exception inside loses none that was written before it.
        Raises StoreError if the disk fails: what was written inside may not be in the file then.
        """
        writer = self._open_writer()
        try:
            writer.execute("BEGIN IMMEDIATE")
            self._together = True
            try:
                yield
            finally:
                self._together = False
                if writer.in_transaction:
                    writer.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            if writer.in_transaction:
                with contextlib.suppress(sqlite3.Error):
                    writer.execute("ROLLBACK")
            raise failure(self.path, "the matches that came together", error) from error

    def write(
        self,
        done: Done,
        *,
        unit: int,
        round: int,
        teams: Sequence[int] | None = None,
        counted: bool | None = None,
        surplus: bool = False,
    ) -> bool:
        """Write what came of a match, whole: it is in the file when this returns, whatever becomes of this process
        (in `together`: when that is left).

        `teams` is each seat's side, in team games. Returns whether the attempt counts, so that the match is settled: it
        was neither void nor lost, or it was the last that it may have; `counted` says otherwise.

        Raises StoreError if the disk fails: the match is not in the file then, and all before it are. Raises ValueError if
        it is in the file already, or its lists do not fit its seats.
        """
        job, ranks, scores = done.job, done.ranks, done.scores
        key = (job.number, job.attempt)
        count = len(job.seats)
        rated = list(done.rated) or [False] * count
        sides = None if teams is None or len(set(teams)) == count else list(teams)
        for values in (rated, sides, ranks, scores, done.seats):
            if values and len(values) != count:
                raise ValueError(f"match {job.number} has {count} seats, and {len(values)} values for them: {values!r}")
        if strangers := [part for part in done.parts if not 0 <= part.seat < count]:
            raise ValueError(f"match {job.number} has {count} seats, and a part of another: {strangers[0]!r}")
        void = done.void is not None or done.lost
        if counted is None:
            counted = not void or job.attempt >= ATTEMPTS
        faults = [0] * count
        for fault in done.faults:
            faults[fault.seat] += 1
        places: Sequence[float | None] = [None] * count
        if ranks is not None:
            known = places_of(tuple(ranks), None if sides is None else tuple(sides))
            places = known if all(rated) else [p if r else None for p, r in zip(known, rated, strict=True)]
        match = (
            *key, job.table, job.rotation, unit, round, count, to_json(job.seats), None if sides is None else to_json(sides),
            done.worker, done.started, done.wall_ms, done.decisions, None if ranks is None else to_json(ranks),
            None if scores is None else to_json(scores), to_json(rated), maybe(done.void), maybe(done.error),
            int(done.lost), int(counted), int(surplus),
        )  # fmt: skip
        records = done.seats or [_UNSEATED] * count
        seats = [
            (*key, seat, job.seats[seat], ranks[seat] if ranks else None, scores[seat] if scores else None, places[seat],
             1 if rated[seat] else 0, faults[seat], r.answers, r.ms, r.max_ms, r.noise, r.late,
             end_of(r.stderr, EVIDENCE_BYTES) if r.stderr else "")
            for seat, r in enumerate(records)
        ]  # fmt: skip
        error, one = done.error is not None, int(counted)
        counts = (  # whole numbers, not bools: sqlite3 takes those the short way
            one, one * (not void and not error), int(void), one * error, int(done.lost), one * surplus,
            one * len(done.faults), one * bool(done.faults), one * done.decisions, done.wall_ms, time.time(),
        )  # fmt: skip
        with self._transaction(f"match {job.number}") as writer:
            if counted and (settled := writer.execute(_SETTLED, key[:1]).fetchone()):
                raise ValueError(f"{self.path}: match {job.number} is settled already, by attempt {settled[0]}")
            writer.execute(_MATCH, match)
            writer.executemany(_SEAT, seats)
            if done.replay:
                writer.execute(_REPLAY, (*key, done.replay))
            if done.faults:
                writer.executemany(_FAULT, fault_values(done))
            if done.parts and ranks is not None and not void:
                writer.executemany(_PARTS, part_values(done))
            writer.execute(_COUNT, counts)
        return counted

    def set_meta(self, **facts: Any) -> None:
        """Write facts about the tournament, in one transaction. Raises StoreError if the disk fails."""
        with self._transaction(" and ".join(facts)) as writer:
            writer.executemany(_META, [(storable(key), to_json(value)) for key, value in facts.items()])

    def mark_surplus(self, tables: Iterable[int]) -> None:
        """Mark all matches of these tables as played beyond the end of the schedule. Raises StoreError if the disk fails."""
        with self._transaction("what is surplus") as writer:
            writer.executemany("UPDATE matches SET surplus = 1 WHERE table_no = ?", ((table,) for table in tables))
            writer.execute(
                "UPDATE progress SET surplus = (SELECT count(*) FROM matches WHERE surplus = 1 AND counted = 1)"
            )

    # The end

    def finish(self, state: Literal["stopped", "finished"] = "finished", **facts: Any) -> None:
        """Write the state and other last facts, make the file one plain file, and close it.

        If a stranger keeps the file open for reading, SQLite's two files stay beside it until it is next opened and
        closed; every match is in the plain file all the same. Raises StoreError if the disk fails; the file is closed.
        """
        try:
            self.set_meta(**({"state": state, "finished": time.time()} | facts))
            try:
                _make_plain(self._open_writer())
            except sqlite3.Error as error:
                raise failure(self.path, "its end", error) from error
        finally:
            self.close()

    def close(self) -> None:
        """Close the file as it is, and give up the lock. Safe to call again."""
        if self._writer is not None:
            with contextlib.suppress(sqlite3.Error):
                self._writer.close()
            self._writer = None
        self._lock.release()

    def __enter__(self) -> Store:
        return self


def _version() -> str | None:
    """Of arena, if it is installed."""
    try:
        return importlib.metadata.version("arena-tournaments")
    except importlib.metadata.PackageNotFoundError:
        return None


def _make_folder(folder: Path) -> list[Path]:
    """Make the folder; which ones were made, innermost first. Raises StoreError."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise StoreError(f"{folder} is a file, not a folder") from None
    except OSError as error:
        raise StoreError(f"the folder {folder} cannot be made: {error.strerror or error}") from None
    return missing


def _build(path: Path, meta: Mapping[str, Any], bots: Iterable[BotRow]) -> None:
    """Build a results file under another name, then give it its own: there is never half a one. Raises StoreError."""
    facts = [(storable(key), to_json(value)) for key, value in meta.items()]
    rows = [
        (b.number, *map(storable, (b.id, b.name, b.kind, b.source, b.sha256)), maybe(b.language), maybe(b.author),
         maybe(b.version), maybe(b.description), None if b.games is None else to_json(b.games), b.deterministic, b.stateless,
         maybe(b.folder))
        for b in bots
    ]  # fmt: skip
    draft = path.with_name(path.name + ".new")
    journal = draft.with_name(draft.name + "-journal")
    try:
        draft.unlink(missing_ok=True)
        journal.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as connection:
            connection.executescript(
                f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {FORMAT}; BEGIN; {TABLES} {PARTS}"
            )
            connection.executemany("INSERT INTO meta VALUES (?, ?)", facts)
            connection.executemany(f"INSERT INTO bots VALUES ({', '.join('?' * 14)})", rows)
            connection.execute("COMMIT")
        draft.rename(path)
    except sqlite3.IntegrityError as error:
        raise ValueError(f"two bots have the same number or id: {error}") from error
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{path} cannot be made: {reason(error)}") from error
    finally:
        for leftover in (draft, journal):
            with contextlib.suppress(OSError):
                leftover.unlink(missing_ok=True)


def _connect_writing(path: Path) -> sqlite3.Connection:
    """A connection that commits without waiting for the disk: a match survives this process, the file a power cut."""
    connection = None
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=WAIT_S)
        check(connection, path)
        connection.execute("PRAGMA journal_mode = WAL").fetchone()  # stays as it is where that cannot be
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA wal_autocheckpoint = 4000")  # 16 MB: four times as much for each wait for the disk
        connection.execute("PRAGMA foreign_keys = ON")
        connection.executescript(f"BEGIN; {PARTS} COMMIT")  # a file that was begun before there were any
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        raise failure(path, "more matches", error) from error
    except BaseException:
        if connection is not None:
            connection.close()
        raise
    return connection


def _make_plain(writer: sqlite3.Connection) -> None:
    """Bring everything into the one file, and leave none beside it if no reader keeps it open."""
    writer.execute("PRAGMA busy_timeout = 100")
    deadline = time.monotonic() + _END_S
    while True:
        try:
            writer.execute("PRAGMA journal_mode = DELETE").fetchone()
            return
        except sqlite3.OperationalError as error:
            if code_of(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            if time.monotonic() > deadline:
                writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
                return
            time.sleep(0.02)
