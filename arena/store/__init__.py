"""The results file of a tournament: one SQLite file in a results folder, written match by match, readable meanwhile.

`Store.create` and `Store.open` write, `Store.read` reads. `docs/results-file.md` describes the file for its readers.
"""

from __future__ import annotations

from arena.store.finding import latest
from arena.store.lock import Lock
from arena.store.opening import FILE_NAME, StoreError
from arena.store.reading import Reader
from arena.store.rows import BotRow, FaultRow, MatchRow, PartRow, Progress, SeatRow
from arena.store.schema import FORMAT
from arena.store.writing import ATTEMPTS, Store

__all__ = ["ATTEMPTS", "FILE_NAME", "FORMAT", "BotRow", "FaultRow", "Lock", "MatchRow", "PartRow", "Progress", "Reader",
           "SeatRow", "Store", "StoreError", "latest"]  # fmt: skip
