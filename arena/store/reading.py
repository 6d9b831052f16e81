"""Reading a results file: streams of rows in the order of the schedule, while a run writes and after it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from arena.store.lock import is_locked
from arena.store.opening import StoreError, connect_reading, find_file, reading_errors
from arena.store.rows import BotRow, FaultRow, MatchRow, PartRow, Progress, SeatRow

__all__ = ["Reader"]

_MATCH = """m.number, m.attempt, m.table_no, m.rotation, m.unit, m.round, m.seats, m.bots, m.teams, m.worker, m.started,
    m.wall_ms, m.decisions, m.ranks, m.scores, m.rated, m.void, m.error, m.lost, m.counted, m.surplus"""
_SEAT = """m.number, m.attempt, m.table_no, m.rotation, s.seat, s.bot, s.rank, s.score, s.placement, s.rated, s.faults,
    s.answers, s.ms, s.max_ms, s.noise, s.late, s.stderr"""
_FAULT = """m.number, m.attempt, m.table_no, m.rotation, f.seat, f.bot, f.at, f.kind, f.why, f.hint, f.ms, f.sent, f.output,
    f.stderr, f.exit"""

_PART = "m.number, m.attempt, m.table_no, m.rotation, m.bots, p.split, p.label, p.results"
_HAS_PARTS = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'parts'"  # older files have not

_integers = msgspec.json.Decoder(list[int])
_scores = msgspec.json.Decoder(list[int | None])
_booleans = msgspec.json.Decoder(list[bool])
_names = msgspec.json.Decoder(list[str])
_parts = msgspec.json.Decoder(list[tuple[int, float]])


def _match(row: Sequence[Any]) -> MatchRow:
    (number, attempt, table, rotation, unit, round_number, seats, bots, teams, worker, started, wall_ms, decisions, ranks,
     scores, rated, void, error, lost, counted, surplus) = row  # fmt: skip
    return MatchRow(
        number, attempt, table, rotation, unit, round_number, seats, _integers.decode(bots),
        None if teams is None else _integers.decode(teams), worker, started, wall_ms, decisions,
        None if ranks is None else _integers.decode(ranks), None if scores is None else _scores.decode(scores),
        _booleans.decode(rated), void, error, bool(lost), bool(counted), bool(surplus),
    )  # fmt: skip


def _seat(row: Sequence[Any]) -> SeatRow:
    (number, attempt, table, rotation, seat, bot, rank, score, placement, rated, *rest) = row
    return SeatRow(number, attempt, table, rotation, seat, bot, rank, score, placement, bool(rated), *rest)


def _fault(row: Sequence[Any]) -> FaultRow:
    return FaultRow(*row)


def _bot(row: Sequence[Any]) -> BotRow:
    (number, bot_id, name, kind, source, sha256, language, author, version, description, games, deterministic, stateless,
     folder) = row  # fmt: skip
    return BotRow(
        number, bot_id, name, kind, source, sha256, language, author, version, description,
        None if games is None else _names.decode(games), bool(deterministic), bool(stateless), folder,
    )  # fmt: skip


class Reader:
    """A results file to read. Each call sees what was written before it; in `snapshot()` all calls see the same.

    The file is open only while a call (or the stream that it gave, or a snapshot) lasts, so that a reader that waits does
    not keep a run from ending its file. Every method raises StoreError if the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        """`path` is a results folder, or the file in it. Raises StoreError if it is no results file of this format."""
        self.path = find_file(Path(path))
        """The file."""
        self._kept: sqlite3.Connection | None = None
        connect_reading(self.path).close()

    @property
    def folder(self) -> Path:
        """The results folder."""
        return self.path.parent

    @contextlib.contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        with reading_errors(self.path):
            if self._kept is not None:
                yield self._kept
                return
            with contextlib.closing(connect_reading(self.path)) as connection:
                yield connection

    @contextlib.contextmanager
    def snapshot(self) -> Iterator[None]:
        """What is read inside is of one moment, and the file is opened once: for reports, and for many small reads."""
        if self._kept is not None:
            yield
            return
        with contextlib.closing(connect_reading(self.path)) as connection:
            with reading_errors(self.path):
                connection.execute("BEGIN")
                connection.execute("SELECT matches FROM progress").fetchone()  # here the moment is fixed
            self._kept = connection
            try:
                yield
            finally:
                self._kept = None

    def _one(self, sql: str, values: Sequence[Any] = ()) -> Any:
        with self._connection() as connection:
            return connection.execute(sql, values).fetchone()

    # The tournament

    def meta(self) -> dict[str, Any]:
        """All facts about the tournament, as plain data."""
        with self._connection() as connection:
            return {key: msgspec.json.decode(value) for key, value in connection.execute("SELECT key, value FROM meta")}

    def bots(self) -> list[BotRow]:
        """All bots, by number."""
        with self._connection() as connection:
            rows = connection.execute(
                "SELECT number, id, name, kind, source, sha256, language, author, version, description, games, "
                "deterministic, stateless, folder FROM bots ORDER BY number"
            )
            return [_bot(row) for row in rows]

    def progress(self) -> Progress:
        """Counts, without counting: a follower may ask twice a second however many matches there are."""
        row = self._one(
            "SELECT (SELECT value FROM meta WHERE key = 'state'), matches, attempts, played, void, errors, lost, surplus, "
            "faults, faulty, decisions, wall_ms, written FROM progress"
        )
        return Progress(msgspec.json.decode(row[0]), *row[1:])

    def alive(self) -> bool:
        """Whether a run is writing to the file now. False where the system has no locks."""
        return is_locked(self.folder)

    # The matches

    def done_keys(self) -> set[tuple[int, int]]:
        """(table, rotation) of each match that is settled: played, or given up after its last attempt."""
        with self._connection() as connection:
            return set(connection.execute("SELECT table_no, rotation FROM matches WHERE counted = 1"))

    def unsettled(self) -> dict[tuple[int, int], int]:
        """(table, rotation) of each match that was tried and is not settled, and how often it was: for a run that goes on."""
        with self._connection() as connection:
            rows = connection.execute(
                "SELECT table_no, rotation, max(attempt) FROM matches GROUP BY table_no, rotation HAVING max(counted) = 0"
            )
            return {(table, rotation): attempts for table, rotation, attempts in rows}

    def attempts(self, table: int, rotation: int) -> list[MatchRow]:
        """All attempts at one match, in order."""
        with self._connection() as connection:
            rows = connection.execute(
                f"SELECT {_MATCH} FROM matches m WHERE table_no = ? AND rotation = ? ORDER BY attempt",
                (table, rotation),
            )
            return [_match(row) for row in rows]

    def match_rows(self, *, every_attempt: bool = False) -> Iterator[MatchRow]:
        """The settled matches (the attempt that counts of each), in the order of the schedule, one at a time.

        With `every_attempt` also the void attempts that were played again.
        """
        where = "" if every_attempt else "WHERE counted = 1"
        with self._connection() as connection:
            yield from map(
                _match,
                connection.execute(f"SELECT {_MATCH} FROM matches m NOT INDEXED {where} ORDER BY number, attempt"),
            )

    def seat_rows(self, bot: int | None = None, *, every_attempt: bool = False) -> Iterator[SeatRow]:
        """The seats of the settled matches, in the order of the schedule, one at a time; of one bot, if asked for."""
        yield from self._joined(_SEAT, "seats s", "s.bot", "s.seat", bot, every_attempt, _seat)

    def fault_rows(self, bot: int | None = None, *, every_attempt: bool = False) -> Iterator[FaultRow]:
        """The faults in the settled matches, in the order of the schedule, one at a time; of one bot, if asked for."""
        yield from self._joined(_FAULT, "faults f", "f.bot", "f.nth", bot, every_attempt, _fault)

    def part_rows(self, split: str | None = None) -> Iterator[PartRow]:
        """The parts of the settled matches, in the order of the schedule, one at a time; of one split, if asked for."""
        where = "" if split is None else "AND p.split = ?"
        sql = (
            f"SELECT {_PART} FROM parts p NOT INDEXED CROSS JOIN matches m NOT INDEXED "
            f"ON m.number = p.number AND m.attempt = p.attempt WHERE m.counted = 1 {where} "
            "ORDER BY p.number, p.attempt, p.split, p.label"
        )
        with self._connection() as connection:
            if connection.execute(_HAS_PARTS).fetchone() is None:
                return
            for row in connection.execute(sql, () if split is None else (split,)):
                number, attempt, table, rotation, bots, name, label, results = row
                sitting = _integers.decode(bots)
                for seat, result in _parts.decode(results):
                    yield PartRow(number, attempt, table, rotation, name, label, seat, sitting[seat], result)

    def splits(self) -> dict[str, list[str]]:
        """By what the matches in the file are split, sorted: each split with its labels; empty if by nothing."""
        out: dict[str, list[str]] = {}
        with self._connection() as connection:
            if connection.execute(_HAS_PARTS).fetchone() is not None:
                for split, label in connection.execute("SELECT DISTINCT split, label FROM parts ORDER BY split, label"):
                    out.setdefault(split, []).append(label)
        return out

    def _joined(
        self, columns: str, table: str, of_bot: str, last: str, bot: int | None, every_attempt: bool, make: Any
    ) -> Iterator[Any]:
        name = table.split()[1]
        wanted = [] if every_attempt else ["m.counted = 1"]
        if bot is not None:
            wanted.append(f"{of_bot} = ?")
        where = f"WHERE {' AND '.join(wanted)}" if wanted else ""
        sql = (
            f"SELECT {columns} FROM {table} NOT INDEXED CROSS JOIN matches m NOT INDEXED "
            f"ON m.number = {name}.number AND m.attempt = {name}.attempt {where} "
            f"ORDER BY {name}.number, {name}.attempt, {last}"
        )
        with self._connection() as connection:
            yield from map(make, connection.execute(sql, () if bot is None else (bot,)))

    def replay(self, table: int, rotation: int, attempt: int | None = None) -> bytes:
        """The match kept, as `arena.replays` writes it: of the attempt that counts, else of the last one.

        Raises StoreError if the match was not played or has no replay.
        """
        row = self._one(
            "SELECT m.number, m.attempt, r.replay FROM matches m LEFT JOIN replays r USING (number, attempt) "
            "WHERE m.table_no = ? AND m.rotation = ? AND (?3 IS NULL OR m.attempt = ?3) "
            "ORDER BY m.counted DESC, m.attempt DESC LIMIT 1",
            (table, rotation, attempt),
        )
        if row is None:
            which = "" if attempt is None else f", attempt {attempt}"
            raise StoreError(f"{self.path} has no match of table {table}, rotation {rotation}{which}")
        if row[2] is None:
            raise StoreError(
                f"{self.path} has no replay of match {row[0]}, attempt {row[1]}: it was not played to an end"
            )
        return bytes(row[2])

    # A context manager

    def close(self) -> None:
        """Nothing is open between calls; for `with`."""

    def __enter__(self) -> Reader:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
