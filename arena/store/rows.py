"""The rows of a results file as values with plain columns, and what a match has to be to be written into one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from arena.referee import SeatFault

__all__ = ["BotRow", "FaultRow", "MatchRow", "PlayedMatch", "Progress", "SeatRow", "bot_row"]

RunState = Literal["running", "stopped", "finished"]


class BotRow(msgspec.Struct, frozen=True):
    """A bot that takes part. `name` is a stranger's text, only to show."""

    number: int
    """From 0: what `bots` of a match and `bot` of a seat mean."""
    id: str
    name: str
    kind: str = "program"
    source: str = ""
    sha256: str = ""
    language: str | None = None
    author: str | None = None
    version: str | None = None
    description: str | None = None
    games: list[str] | None = None
    """The games that it plays; None for all."""
    deterministic: bool = False
    stateless: bool = False
    folder: str | None = None
    """Its snapshot, relative to the results folder if it lies there; None if it has none."""


class MatchRow(msgspec.Struct, frozen=True):
    """One attempt at a match. Lists are in seat order; `started` in seconds since the epoch."""

    number: int
    """The match's place in the schedule, from 0."""
    attempt: int
    table: int
    rotation: int
    unit: int
    round: int
    seats: int
    bots: list[int]
    """The numbers of the bots."""
    teams: list[int] | None
    """None where each seat is a side of its own."""
    worker: int
    started: float
    wall_ms: float
    decisions: int
    ranks: list[int] | None
    scores: list[int | None] | None
    rated: list[bool]
    """Whether the seat's result may be rated, were the match no surplus."""
    void: str | None
    error: str | None
    lost: bool
    counted: bool
    """Whether this attempt settles the match: it was not void, or it was the last."""
    surplus: bool


class SeatRow(msgspec.Struct, frozen=True):
    """One seat of an attempt. Times in milliseconds."""

    number: int
    attempt: int
    table: int
    rotation: int
    seat: int
    bot: int
    rank: int | None
    score: int | None
    placement: float | None
    """(beaten + ties/2) / (seats not on its side); None at one seat and where the seat is not rated."""
    rated: bool
    faults: int
    answers: int
    ms: float
    max_ms: float
    noise: int
    late: int
    stderr: str


class FaultRow(msgspec.Struct, frozen=True):
    """One fault with its evidence."""

    number: int
    attempt: int
    table: int
    rotation: int
    seat: int
    bot: int
    at: int
    """How many answers were given in the match before it."""
    kind: str
    why: str
    hint: str | None
    ms: float
    sent: str
    output: str
    stderr: str
    exit: str | None


class Progress(msgspec.Struct, frozen=True):
    """What a results file holds, counted. `written` is when the last match was, in seconds since the epoch, 0 if none."""

    state: RunState
    """What the file says of itself; after a `kill -9` it still says `running`: `Reader.alive` tells."""
    matches: int
    """The settled ones."""
    attempts: int
    played: int
    """The settled ones that were neither void nor a game error."""
    void: int
    """Attempts."""
    errors: int
    """Settled matches that ended by a game error."""
    lost: int
    """Attempts whose worker died."""
    surplus: int
    faults: int
    """In settled matches."""
    faulty: int
    """Settled matches with a fault."""
    decisions: int
    wall_ms: float
    """Of all attempts together."""
    written: float


class PlayedJob(Protocol):
    """Which match it was; `arena.executors.Job` is one."""

    @property
    def number(self) -> int: ...
    @property
    def table(self) -> int: ...
    @property
    def rotation(self) -> int: ...
    @property
    def seats(self) -> Sequence[int]: ...
    @property
    def attempt(self) -> int: ...


class PlayedSeat(Protocol):
    """How one seat did; `arena.executors.SeatRecord` is one."""

    @property
    def answers(self) -> int: ...
    @property
    def ms(self) -> float: ...
    @property
    def max_ms(self) -> float: ...
    @property
    def noise(self) -> int: ...
    @property
    def late(self) -> int: ...
    @property
    def stderr(self) -> str: ...


class PlayedMatch(Protocol):
    """What came of a match; `arena.executors.Done` is one. A protocol, because executors stand above this room."""

    @property
    def job(self) -> PlayedJob: ...
    @property
    def worker(self) -> int: ...
    @property
    def ranks(self) -> Sequence[int] | None: ...
    @property
    def scores(self) -> Sequence[int | None] | None: ...
    @property
    def rated(self) -> Sequence[bool]: ...
    @property
    def decisions(self) -> int: ...
    @property
    def seats(self) -> Sequence[PlayedSeat]: ...
    @property
    def faults(self) -> Sequence[SeatFault]: ...
    @property
    def void(self) -> str | None: ...
    @property
    def error(self) -> str | None: ...
    @property
    def lost(self) -> bool: ...
    @property
    def replay(self) -> bytes: ...
    @property
    def started(self) -> float: ...
    @property
    def wall_ms(self) -> float: ...


class DescribedBot(Protocol):
    """What is known of a bot; `arena.roster.FoundBot` is one."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def games(self) -> Sequence[str] | None: ...
    @property
    def author(self) -> str | None: ...
    @property
    def description(self) -> str | None: ...
    @property
    def version(self) -> str | None: ...
    @property
    def language(self) -> str | None: ...
    @property
    def stateless(self) -> bool: ...
    @property
    def deterministic(self) -> bool: ...


class EnteredBot(Protocol):
    """A bot ready to play; `arena.roster.Ready` is one."""

    @property
    def id(self) -> str: ...
    @property
    def bot(self) -> DescribedBot: ...
    @property
    def sha256(self) -> str: ...
    @property
    def folder(self) -> str | None: ...


def bot_row(number: int, entered: EnteredBot, results: Path | None = None) -> BotRow:
    """The row of a bot that is ready to play; a snapshot that lies in the folder `results` is named relative to it."""
    bot, folder = entered.bot, entered.folder
    if folder is not None and results is not None and Path(folder).is_relative_to(results.absolute()):
        folder = Path(folder).relative_to(results.absolute()).as_posix()
    return BotRow(
        number=number, id=entered.id, name=bot.name, kind=bot.kind, source=bot.source, sha256=entered.sha256,
        language=bot.language, author=bot.author, version=bot.version, description=bot.description,
        games=None if bot.games is None else list(bot.games), deterministic=bot.deterministic, stateless=bot.stateless,
        folder=folder,
    )  # fmt: skip
