"""Replays: a match kept in a few hundred bytes and played again exactly.

A replay holds what a match is a function of (game, rules version, config, deal seed, answers) and recomputes the rest:
events, views, every message. It is one line of JSON; `docs/replays.md` describes it. Answers and times are packed:
unsigned LEB128 numbers in base64. An answer is its position in `legal` plus one, 0 is a fault.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from arena.errors import UserError
from arena.plugins import Plugins
from arena.protocol import FaultKind, TimeLimits
from arena.referee import MATCH_MS, GameError, OnFault, Outcome, Setup, Watcher, referee_match
from arena.seats import Fault, Question, Reply, Seat

FORMAT = 1


class KeptFault(msgspec.Struct, omit_defaults=True):
    """A fault as kept: who and what; the evidence is an extra."""

    seat: int
    kind: FaultKind
    why: str
    hint: str | None = None
    sent: str = ""
    output: str = ""
    stderr: str = ""
    exit: str | None = None


class Replay(msgspec.Struct, omit_defaults=True):
    """One match, kept. Lists of seats are in seat order."""

    arena_replay: int
    game: str
    rules: int
    seats: int
    bots: list[str]
    deal: str
    """The deal's seed: 32 bytes in base64."""
    match: str
    seeds: list[int]
    answers: str
    ranks: list[int] | None
    scores: list[int | None] | None
    config: dict[str, Any] = {}
    """Only what differs from the defaults."""
    time: TimeLimits | None = None
    """What the bots were told of their time, if not the usual."""
    names: list[str] | None = None
    on_fault: OnFault = "forfeit"
    faults: list[KeptFault] = []
    match_ms: float | None = None
    """How long the decisions of one bot might take together, if not the usual."""
    times: str = ""
    """Each answer's time in tenths of a millisecond. Not part of what the match is a function of, but of its messages."""
    free: dict[int, float] = {}
    notes: dict[int, str] = {}
    stderr: dict[int, str] = {}


def pack(numbers: Sequence[int]) -> str:
    """Whole numbers >= 0 as text: LEB128 in base64 without padding.

    >>> pack([0, 1, 127, 128, 300]), unpack(pack([0, 1, 127, 128, 300]))
    ('AAF/gAGsAg', [0, 1, 127, 128, 300])
    """
    out = bytearray()
    for number in numbers:
        while number > 127:
            out.append(number & 127 | 128)
            number >>= 7
        out.append(number)
    return base64.b64encode(bytes(out)).decode().rstrip("=")


def unpack(text: str) -> list[int]:
    """The numbers that `pack` wrote. Raises ValueError for anything else."""
    data = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    numbers, number, shift = [], 0, 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            numbers.append(number)
            number, shift = 0, 0
    if shift:
        raise ValueError("the last number is cut off")
    return numbers


def keep(setup: Setup, outcome: Outcome, bots: Sequence[str]) -> Replay:
    """The replay of a match that was played from `setup`."""
    defaults = msgspec.to_builtins(setup.game.Config())
    config = msgspec.to_builtins(setup.config)
    return Replay(
        arena_replay=FORMAT,
        game=setup.game.name,
        rules=setup.game.rules,
        seats=setup.seats,
        bots=list(bots),
        deal=base64.b64encode(setup.deal).decode(),
        match=setup.match,
        seeds=list(setup.seeds),
        answers=pack([answer + 1 for answer in outcome.answers]),
        ranks=outcome.ranks,
        scores=outcome.scores,
        config={key: value for key, value in config.items() if value != defaults.get(key)},
        time=None if setup.time == TimeLimits() else setup.time,
        names=list(setup.names) if setup.names else None,
        on_fault=setup.on_fault,
        faults=[KeptFault(f.seat, f.fault.kind, f.fault.why, f.fault.hint, f.fault.sent, f.fault.output,
                          f.fault.stderr, f.fault.exit) for f in outcome.faults],
        match_ms=None if setup.match_ms == MATCH_MS else setup.match_ms,
        times=pack([round(ms * 10) for ms in outcome.times]),
        free=outcome.free,
        notes=outcome.notes,
        stderr=outcome.stderr,
    )  # fmt: skip


def encode_replay(replay: Replay) -> bytes:
    """The replay as one line of JSON, newline included."""
    return msgspec.json.encode(replay) + b"\n"


def read_replay(path: Path) -> Replay:
    """The replay in a file. Raises UserError if there is none, or it is damaged or of another format."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or error}; name a file written by `arena match --log`") from None
    try:
        replay = msgspec.json.decode(data, type=Replay)
    except (ValueError, RecursionError) as error:
        raise UserError(
            f"{path} is no replay, or it is damaged ({error}); name a file written by `arena match --log`"
        ) from None
    if replay.arena_replay != FORMAT:
        raise UserError(f"{path} has replay format {replay.arena_replay}; this arena reads format {FORMAT}")
    return replay


class ReplayError(UserError):
    """A replay that does not play as it says: damaged, or the rules are not those it was played by."""


class Script:
    """What was answered, in order, for the seats of a replay to give again."""

    def __init__(self, replay: Replay) -> None:
        try:
            self._answers = unpack(replay.answers)
            self._times = unpack(replay.times)
            base64.b64decode(replay.deal, validate=True)
        except ValueError as error:
            raise ReplayError(f"the replay is damaged: {error}") from None
        self._faults = iter(replay.faults)
        self._replay = replay
        self._next = 0
        self.exhausted = False

    def verdict(self, legal: Sequence[str]) -> Reply | Fault:
        number, self._next = self._next, self._next + 1
        if number >= len(self._answers):
            raise ReplayError(f"the replay is damaged: it has no answer for question {number + 1}")
        ms = self._times[number] / 10 if number < len(self._times) else 0.0
        free = self._replay.free.get(number, 0.0)
        if self._answers[number] == 0:
            kept = next(self._faults, None)
            if kept is None:
                raise ReplayError(f"the replay is damaged: it does not say what the fault at question {number + 1} was")
            return Fault(kept.kind, kept.why, kept.hint, ms, kept.sent, kept.output, kept.stderr, kept.exit, free_ms=free)
        index = self._answers[number] - 1
        if index >= len(legal):
            raise ReplayError(
                f"the replay is damaged, or its rules are not these: answer {index} to question {number + 1}, "
                f"which has {len(legal)} legal actions"
            )
        kept_stderr = self._replay.stderr.get(number, "").encode()
        return Reply(index, ms, self._replay.notes.get(number), stderr=kept_stderr, free_ms=free)

    @property
    def complete(self) -> bool:
        return self._next == len(self._answers)


class ScriptedSeat(Seat):
    """A seat that answers what it answered then, and keeps every line it is sent."""

    def __init__(self, script: Script, lines: list[bytes]) -> None:
        self._script = script
        self._lines = lines

    def tell(self, line: bytes) -> None:
        self._lines.append(line)

    def ask(self, question: Question) -> Reply | Fault:
        self._lines.append(question.line)
        return self._script.verdict(question.legal)

    def finish(self, line: bytes) -> None:
        self._lines.append(line)

    def close(self) -> None:
        pass


def setup_of(replay: Replay, plugins: Plugins) -> Setup:
    """What the match of a replay was played from. Raises UserError if its game, rules or options are not here."""
    game = plugins.game(replay.game)
    if game.rules != replay.rules:
        raise UserError(
            f"the replay was played by rules version {replay.rules} of {game.name}; here is version {game.rules}"
        )
    if replay.seats not in game.seats or len(replay.bots) != replay.seats or len(replay.seeds) != replay.seats:
        raise ReplayError(f"the replay is damaged: {replay.seats} seats, {len(replay.bots)} bots")
    try:
        config = msgspec.convert(replay.config, game.Config)
        deal = base64.b64decode(replay.deal, validate=True)
    except ValueError as error:
        raise ReplayError(f"the replay is damaged: {error}") from None
    if len(deal) != 32:
        raise ReplayError(f"the replay is damaged: its deal has {len(deal)} bytes instead of 32")
    return Setup(
        game, config, replay.seats, deal, replay.match, replay.seeds,
        replay.time or TimeLimits(), replay.names, replay.on_fault, MATCH_MS if replay.match_ms is None else replay.match_ms,
    )  # fmt: skip


def play_again(replay: Replay, plugins: Plugins, watch: Watcher | None = None) -> tuple[Outcome, list[list[bytes]]]:
    """Play a replay: how it went, and for each seat the exact lines that it was sent.

    Raises ReplayError if the match does not come out as the replay says.
    """
    setup = setup_of(replay, plugins)
    script = Script(replay)
    lines: list[list[bytes]] = [[] for _ in range(replay.seats)]
    seats = [ScriptedSeat(script, lines[seat]) for seat in range(replay.seats)]
    try:
        outcome = referee_match(setup, seats, reopen=lambda seat, _: ScriptedSeat(script, lines[seat]), watch=watch)
    except GameError as error:
        raise ReplayError(f"the replay does not play: {error}") from None
    if not script.complete:
        raise ReplayError("the replay is damaged: the match is over before its last answer")
    if (outcome.ranks, outcome.scores) != (replay.ranks, replay.scores):
        raise ReplayError(
            f"the replay is damaged, or its rules are not these: it says ranks {replay.ranks} and scores "
            f"{replay.scores}, it plays to {outcome.ranks} and {outcome.scores}"
        )
    return outcome, lines


