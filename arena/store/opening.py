"""Opening a results file, and every way in which that or a disk can fail, each in one sentence."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from arena.errors import UserError
from arena.store.schema import APPLICATION_ID, FORMAT

__all__ = [
    "FILE_NAME",
    "WAIT_S",
    "StoreError",
    "check",
    "code_of",
    "connect_reading",
    "failure",
    "find_file",
    "reading_errors",
    "reason",
]

FILE_NAME = "results.sqlite"
WAIT_S = 10.0
"""How long another program may hold the file locked."""
_READABLE = "what was written before is kept and can be read"


class StoreError(UserError):
    """A results file that cannot be read or written: which, why, and what is kept or what to do, in one sentence."""


def find_file(folder: Path) -> Path:
    """The results file of a results folder, or the path itself if it is a file. Raises StoreError if there is none."""
    if folder.is_file():
        return folder
    path = folder / FILE_NAME
    if path.is_file():
        return path
    if folder.is_dir():
        raise StoreError(f"{folder} has no results file ({FILE_NAME}): name the results folder of a tournament")
    raise StoreError(f"there is no results folder {folder}")


def connect_reading(path: Path) -> sqlite3.Connection:
    """A read-only connection to a results file, checked. Raises StoreError."""
    with reading_errors(path):
        _refuse_cut(path)
        try:
            return _connect(path, "mode=ro")
        except sqlite3.OperationalError as error:
            if code_of(error) not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY) or not os.access(path, os.R_OK):
                raise
            # A folder that cannot be written to, where SQLite would put files beside this one; nobody can be writing.
            log = path.with_name(path.name + "-wal")
            if log.exists() and log.stat().st_size:
                raise StoreError(
                    f"{path} was left by a run that was killed, in a folder that cannot be written to: "
                    "copy the folder and read the copy"
                ) from None
            return _connect(path, "mode=ro&immutable=1")


def _connect(path: Path, how: str) -> sqlite3.Connection:
    uri = f"file:{quote(os.fsencode(path.absolute()))}?{how}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=WAIT_S)
    try:
        check(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Raises StoreError if it is no results file, or not of this format; sqlite3.Error if it cannot be read."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise StoreError(f"{path} is no results file of arena, though it is an SQLite file")
    if number != FORMAT:
        advice = "use a newer arena" if number > FORMAT else "use the arena that wrote it"
        raise StoreError(f"{path} has results format {number}, this arena reads format {FORMAT}: {advice}")


def _refuse_cut(path: Path) -> None:
    """SQLite does not always notice that a file's end is missing. While a run writes, the length says nothing."""
    with path.open("rb") as file:
        head = file.read(100)
        size = file.seek(0, os.SEEK_END)
    if not head:
        raise StoreError(f"{path} is empty")
    if not head.startswith(b"SQLite format 3\0"[: len(head)]):
        raise StoreError(f"{path} is no results file of arena: it is no SQLite file, or it is damaged")
    if len(head) < 100:
        raise StoreError(f"{path} is damaged: its end is missing")
    if head[18] != 1 or path.with_name(path.name + "-journal").exists():
        return
    page = int.from_bytes(head[16:18], "big")
    pages = int.from_bytes(head[28:32], "big")
    if head[24:28] == head[92:96] and size < pages * (65536 if page == 1 else page):
        raise StoreError(f"{path} is damaged: it has {size} bytes instead of {pages * page}")


@contextlib.contextmanager
def reading_errors(path: Path) -> Iterator[None]:
    """Turns what goes wrong while reading into a StoreError."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be read: {reason(error)}") from error
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror or error}") from error


def failure(path: Path, what: str, error: sqlite3.Error | OSError) -> StoreError:
    """The error of a write that failed: `what` names what is not in the file."""
    return StoreError(f"{path}: {reason(error)}, so {what} could not be written; {_READABLE}")


def code_of(error: sqlite3.Error) -> int | None:
    """The primary result code of SQLite, if the error came from it."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk failed (I/O error)",
    sqlite3.SQLITE_READONLY: "it, or its folder, cannot be written to",
    sqlite3.SQLITE_PERM: "it may not be opened",
    sqlite3.SQLITE_CANTOPEN: "it, or a file beside it, cannot be opened",
    sqlite3.SQLITE_BUSY: f"another program has held it locked for {WAIT_S:g} s",
    sqlite3.SQLITE_LOCKED: "another program holds it locked",
    sqlite3.SQLITE_CORRUPT: "it is damaged",
    sqlite3.SQLITE_NOTADB: "it is no SQLite file, or it is damaged",
}


def reason(error: sqlite3.Error | OSError) -> str:
    """Why SQLite or the system failed, in words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    code = code_of(error)
    return _REASONS.get(code, str(error)) if code is not None else str(error)
