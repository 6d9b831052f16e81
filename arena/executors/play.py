"""Plays one job: seats its bots, has the referee play, and turns whatever comes of it into a `Done`.

A `Player` does so for all the jobs of one run, with one keeper, and has the next match's bots start while those of the
last one leave. Nothing that a bot, the rules or the machine does is raised from here; only what stops the arena itself
(KeyboardInterrupt) is.
"""

from __future__ import annotations

import contextlib
import operator
import time
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from arena.errors import UserError
from arena.executors.pulse import CLOSING, IDLE, OPENING, PLAYING, Pulse
from arena.games import Game
from arena.jobs import Done, Job, SeatRecord, Work
from arena.plugins import Plugins
from arena.referee import GameError, Outcome, Referee, SeatFault, Setup
from arena.replays import encode_replay, keep
from arena.seats import ClassBot, Fault, Question, Reply, Seat
from arena.seats.keeper import KeeperError
from arena.seats.opener import SeatOpener, close_all
from arena.seats.trusted import TrustedSeat
from arena.text import storable

STDERR_KEPT = 64 << 10
"""How much of the end of a seat's standard error, in bytes, a SeatRecord holds."""

_RAISED = (Exception, SystemExit, GeneratorExit)  # what strangers' code can raise; KeyboardInterrupt is the user's


class _WatchedSeat(Seat):
    """A seat that shows by the worker's pulse when its bot is waited for. Closed by whoever opened the seat inside."""

    def __init__(self, inside: Seat, pulse: Pulse) -> None:
        self._inside = inside
        self._pulse = pulse

    def tell(self, line: bytes) -> None:
        self._pulse.wait_for_bot()
        self._inside.tell(line)
        self._pulse.go_on()

    def ask(self, question: Question) -> Reply | Fault:
        self._pulse.wait_for_bot()
        verdict = self._inside.ask(question)
        self._pulse.go_on(answered=True)
        return verdict

    def finish(self, line: bytes) -> None:
        self._pulse.wait_for_bot()
        self._inside.finish(line)
        self._pulse.go_on()

    def close(self) -> None:
        self._inside.close()


class _Match:
    """One job on its way: its bots are started when this is made, then `play`, then `close`. None of them raises."""

    def __init__(
        self,
        work: Work,
        job: Job,
        game: Game,
        config: Any,
        opener: SeatOpener | None,
        pulse: Pulse | None = None,
        trouble: Exception | None = None,
    ) -> None:
        """`trouble` is why no bot can be started, if that is known."""
        self.job = job
        self.broken = False
        """Whether starting or ending processes failed, so that another opener is needed."""
        self._work = work
        self._pulse = pulse
        self._done = Done(job)
        self._outcome: Outcome | None = None
        self._sat: list[list[Seat]] = [[] for _ in job.seats]  # by seat, its processes one after the other
        self._opener = opener
        self._table = opener.table() if opener is not None else None
        self._setup = Setup(
            game=game, config=config, seats=len(job.seats), deal=job.deal, match=job.match, seeds=job.seeds,
            time=work.time, names=self._names() if work.show_names else None, on_fault=work.on_fault,
            match_ms=work.match_ms,
        )  # fmt: skip
        self._players: list[Seat] = []
        try:
            if trouble is not None:
                raise trouble
            self._players = [self._sit(seat, work.time.start_ms) for seat in range(len(job.seats))]
        except _RAISED as error:
            self._note(error)

    def _names(self) -> list[str]:
        return [self._work.entrants[entrant].name for entrant in self.job.seats]

    def _sit(self, seat: int, start_ms: float) -> Seat:
        entrant = self._work.entrants[self.job.seats[seat]]
        opened: Seat
        if self._opener is not None:
            opened = self._opener.open(entrant.runnable, name=entrant.name, start_ms=start_ms, table=self._table)
        else:
            assert isinstance(entrant.runnable, ClassBot)
            opened = TrustedSeat(entrant.runnable, name=entrant.name, start_ms=start_ms)
        self._sat[seat].append(opened)
        return opened if self._pulse is None else _WatchedSeat(opened, self._pulse)

    def play(self) -> None:
        """Have the referee play it to its verdict."""
        self._done.started = time.time()
        if self.decided:
            return
        began = time.monotonic()
        referee: Referee | None = None
        try:
            referee = Referee(self._setup, self._players, reopen=self._sit)
            referee.play()
        except _RAISED as error:
            self._note(error)
        self._done.wall_ms = (time.monotonic() - began) * 1000
        if referee is not None:
            self._outcome = referee.outcome

    @property
    def decided(self) -> bool:
        return self._done.void is not None or self._done.error is not None

    def close(self) -> Done:
        """Wait until its bots have left or are ended, and say what came of it."""
        try:
            close_all(self._everyone())
        except (KeeperError, OSError):  # the match was decided before
            self.broken = True
        done = self._done
        if self._outcome is not None:
            try:
                self._record(self._outcome)
            except _RAISED as error:
                if not self.decided:
                    self._note(error)
                done.ranks = done.scores = None
                done.parts = []
        if done.ranks is None:
            done.rated = [False] * len(self.job.seats)
        return done

    def drop(self) -> None:
        """End its bots; nobody wants to know what came of it."""
        with contextlib.suppress(KeeperError, OSError):
            close_all(self._everyone())

    def _everyone(self) -> list[Seat]:
        return [seat for row in self._sat for seat in row]

    # what came of it

    def _note(self, error: BaseException) -> None:
        done, game = self._done, self._setup.game
        if isinstance(error, GameError):
            done.error = storable(str(error))
        elif isinstance(error, SystemExit):
            done.error = f"{game.name} ended the process that it is played in (SystemExit)"
        else:
            self.broken = self.broken or isinstance(error, (KeeperError, OSError))
            done.void = f"arena's own trouble: {storable(_described(error))}"

    def _record(self, outcome: Outcome) -> None:
        done, setup = self._done, self._setup
        done.decisions = outcome.decisions
        done.faults = [_clean_fault(fault) for fault in outcome.faults]
        done.seats = [
            SeatRecord(noise=noise, late=late) for noise, late in zip(outcome.noise, outcome.late, strict=True)
        ]
        for seat, ms, answer in zip(outcome.askers, outcome.times, outcome.answers, strict=False):
            if answer >= 0:
                record = done.seats[seat]
                record.answers += 1
                record.ms += ms
                record.max_ms = max(record.max_ms, ms)
        for seat, record in enumerate(done.seats):
            record.ms = round(record.ms, 1)
            record.stderr = _end_of(self._stderr_of(seat, outcome))
        if done.void is None and done.error is None:
            done.ranks, done.rated, done.parts = outcome.ranks, outcome.rated, outcome.parts
            done.scores = outcome.scores and _whole(outcome.scores, setup.game)
        if done.void is None:  # else it is played again
            outcome.stderr = {}  # its end is in the records; a replay is to be small
            done.replay = encode_replay(keep(setup, outcome, self._names()))

    def _stderr_of(self, seat: int, outcome: Outcome) -> Iterable[str]:
        processes = iter(self._sat[seat])
        process = next(processes, None)
        for question, asked in enumerate(outcome.askers):
            if asked != seat or process is None:
                continue
            if outcome.answers[question] >= 0:
                yield outcome.stderr.get(question, "")
            else:  # all that the process which faulted wrote since its last answer; the evidence is only the end of that
                yield _text(process.read_stderr()) or outcome.stderr.get(question, "")
                process = next(processes, None)
        if process is not None:
            yield _text(process.read_stderr())


def _whole(scores: list[int | None], game: Game) -> list[int | None]:
    """The scores, as numbers that any database can hold. Raises GameError."""
    try:
        numbers = [None if score is None else operator.index(score) for score in scores]
    except TypeError:
        raise GameError(f"{game.name} failed: its scores are not whole numbers: {scores!r}") from None
    if any(number is not None and not -(1 << 63) <= number < 1 << 63 for number in numbers):
        raise GameError(f"{game.name} failed: its scores do not fit 64 bits: {scores!r}"[:500])
    return numbers


def _text(data: bytes) -> str:
    return data.decode(errors="replace") if data else ""


def _end_of(pieces: Iterable[str]) -> str:
    """The end of what the pieces say together, at most STDERR_KEPT bytes of it."""
    text = ""
    for piece in pieces:
        if piece:
            text = (text + piece)[-STDERR_KEPT:]
    text = storable(text)
    return text if text.isascii() else text.encode()[-STDERR_KEPT:].decode(errors="ignore")


def _clean_fault(fault: SeatFault) -> SeatFault:
    for name in ("why", "hint", "sent", "output", "stderr"):
        if text := getattr(fault.fault, name):
            setattr(fault.fault, name, storable(text))
    return fault


def _described(error: BaseException) -> str:
    if isinstance(error, KeeperError):
        return str(error)
    frame = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({Path(place.filename).name}, line {place.lineno})" for place in frame)
    return f"{type(error).__name__}: {error}{where}"


class Player:
    """Plays the jobs of one run, one after the other, in this process. Leaving it ends every bot and the keeper.

    Raises UserError if the work cannot be played here: no such game, or its options, or a program that is trusted.
    Bots run on the processors that this process may use when the player is made.
    """

    def __init__(self, work: Work, plugins: Plugins | None = None, *, pulse: Pulse | None = None) -> None:
        self.work = work
        self.game = (plugins or Plugins(work.plugin_paths)).game(work.game)
        try:
            self.config = msgspec.convert(work.config, self.game.Config)
        except msgspec.ValidationError as error:
            raise UserError(f"the options of {work.game} cannot be these: {error}") from None
        programs = [entrant.name for entrant in work.entrants if not isinstance(entrant.runnable, ClassBot)]
        if work.trusted and programs:
            raise UserError(f"--trusted plays Python class bots only; {', '.join(programs)} must run as a process")
        self._pulse = pulse
        self._opener: SeatOpener | None = None
        self._next: _Match | None = None
        if not work.trusted:
            self._opener = self._new_opener()

    def _new_opener(self) -> SeatOpener:
        package = type(self.game).__module__.partition(".")[0]
        opener = SeatOpener(preload=[package], limits=self.work.limits, pondering=self.work.pondering)
        if self._pulse is not None:
            self._pulse.keeper = opener.keeper.pid
        return opener

    def play(self, job: Job, after: Callable[[], Job | None] | None = None) -> Done:
        """Play a job and say what came of it.

        `after` is called when the match is decided, before its bots are waited for; if it names the job that is played
        next, the bots of that one start meanwhile.
        """
        match, self._next = self._next, None
        if match is None or match.job is not job:
            if match is not None:
                match.drop()
            match = self._open(job)
        following: Job | None = None
        try:
            self._show(PLAYING)
            match.play()
            if after is not None:
                self._show(OPENING)
                following = after()
                if following is not None and not match.broken:
                    self._next = self._open(following)
            self._show(CLOSING)
        except BaseException:
            match.drop()
            raise
        done = match.close()
        if match.broken or (self._next is not None and self._next.broken):
            self._mend()
        self._show(IDLE)
        return done

    def _show(self, stage: int) -> None:
        if self._pulse is not None:
            self._pulse.stage = stage

    def _open(self, job: Job) -> _Match:
        trouble: KeeperError | OSError | None = None
        if self._opener is None and not self.work.trusted:
            try:
                self._opener = self._new_opener()
            except (KeeperError, OSError) as error:
                trouble = error
        return _Match(self.work, job, self.game, self.config, self._opener, self._pulse, trouble)

    def _mend(self) -> None:
        """Get rid of a keeper that does not do its work; the next match gets another."""
        self.drop_next()
        opener, self._opener = self._opener, None
        if opener is not None:
            with contextlib.suppress(KeeperError, OSError):
                opener.close()

    def drop_next(self) -> None:
        """End the bots that were started for a job which is not played after all."""
        match, self._next = self._next, None
        if match is not None:
            match.drop()

    def close(self) -> None:
        """End every bot and the keeper. Safe to call again."""
        try:
            self.drop_next()
        finally:
            opener, self._opener = self._opener, None
            if opener is not None:
                opener.close()

    def end_now(self) -> None:
        """As `close`, in the middle of whatever it is and from a signal's handler; nothing is to be played after it."""
        opener, self._opener = self._opener, None
        if opener is not None:
            opener.close()

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
