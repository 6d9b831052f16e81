"""The values of a batch of matches: what is to be played, and what came of it. Executors play them, the store keeps them."""

from __future__ import annotations

from typing import Any

import msgspec

from arena.games import Part
from arena.protocol import TimeLimits
from arena.referee import MATCH_MS, OnFault, SeatFault
from arena.seats import ClassBot, Limits, Program

__all__ = ["Done", "Entrant", "Job", "SeatRecord", "Work"]


class Entrant(msgspec.Struct, frozen=True):
    """A bot that takes part: `id` for keys and file names, `name` only to show."""

    id: str
    name: str
    runnable: Program | ClassBot


class Work(msgspec.Struct, frozen=True):
    """What all matches of a run have in common."""

    game: str
    config: dict[str, Any]
    """Every option of the game, as plain data."""
    entrants: list[Entrant]
    plugin_paths: list[str] = []
    time: TimeLimits = TimeLimits()
    on_fault: OnFault = "forfeit"
    trusted: bool = False
    pondering: bool = False
    show_names: bool = False
    limits: Limits = Limits()
    match_ms: float = MATCH_MS


class Job(msgspec.Struct, frozen=True):
    """One match to play. A worker meets the seed of its match only, never the secret."""

    number: int
    """Its place in the schedule, from 0."""
    table: int
    rotation: int
    seats: tuple[int, ...]
    """By seat, the entrant's place in `Work.entrants`."""
    deal: bytes
    match: str
    """The opaque id that bots are told."""
    seeds: tuple[int, ...]
    attempt: int = 1
    """Void matches are played again, at most three times in all."""


class SeatRecord(msgspec.Struct):
    """How one seat did in a match. Times in milliseconds."""

    answers: int = 0
    ms: float = 0.0
    """All its answers together."""
    max_ms: float = 0.0
    noise: int = 0
    late: int = 0
    stderr: str = ""
    """The end of what it wrote to standard error in the match, bounded."""


class Done(msgspec.Struct):
    """What came of a job: `ranks`, or `void`, or `error`; none of them where every side was faulty."""

    job: Job
    worker: int = 0
    ranks: list[int] | None = None
    scores: list[int | None] | None = None
    rated: list[bool] = []
    decisions: int = 0
    seats: list[SeatRecord] = []
    faults: list[SeatFault] = []
    void: str | None = None
    """Why it counts for nobody though the rules are sound: arena's own trouble."""
    error: str | None = None
    """The game error, naming game and decision: nobody's fault at the table."""
    lost: bool = False
    """Whether the worker that played it died; `void` says what is known."""
    replay: bytes = b""
    """The match kept, as `replays.encode_replay` writes it; empty if there is none."""
    started: float = 0.0
    """Seconds since the epoch."""
    wall_ms: float = 0.0
    parts: list[Part] = []
    """As the referee gave them: see `Outcome.parts`."""
