"""The rows of a results file as values with plain columns."""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["BotRow", "FaultRow", "MatchRow", "PartRow", "Progress", "SeatRow"]

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


class PartRow(msgspec.Struct, frozen=True):
    """How one seat did in a part of a match, by what the game splits its matches."""

    number: int
    attempt: int
    table: int
    rotation: int
    split: str
    label: str
    seat: int
    bot: int
    result: float
    """0..1, 1 is best."""


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
