"""The referee: plays one match. A loop over the contracts of `games.py` and `seats/`, with no process or clock of its own.

A match is a pure function of (game, rules version, config, deal seed, replies): everything here follows from those.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Literal

import msgspec

from arena.deals import Chance, Deal, Stream
from arena.games import Event, Game, Notice, NotOffered, Part, State
from arena.protocol import NOTE_BYTES, PROTOCOL, Act, End, FaultLine, Quit, Start, TimeLeft, TimeLimits, encode
from arena.seats import Fault, Question, Reply, Seat

OnFault = Literal["forfeit", "stand-in"]
MATCH_MS = 3_600_000.0
"""How long the decisions of one bot in a match may take together, unless told otherwise."""


class GameError(Exception):
    """The rules of a game raised, looped or broke the contract: nobody's fault at the table. Names game and decision."""


class Setup(msgspec.Struct, frozen=True):
    """All that a match is played from, besides the bots. Times in milliseconds."""

    game: Game
    config: Any
    seats: int
    deal: bytes
    """The deal's seed, 32 bytes."""
    match: str
    """The opaque id that bots are told."""
    seeds: Sequence[int]
    """Each seat's own number for its bot's generator."""
    time: TimeLimits = TimeLimits()
    names: Sequence[str] | None = None
    """Shown to the bots, if the organiser shows them."""
    on_fault: OnFault = "forfeit"
    match_ms: float = MATCH_MS
    """How long the decisions of one bot may take together, where `time` sets no closer bound."""

    @property
    def teams(self) -> list[int]:
        return self.game.teams(self.config, self.seats)


class SeatFault(msgspec.Struct):
    """A fault, where and when it happened: `at` is the number of answers before it in the match."""

    at: int
    seat: int
    fault: Fault


class Step(msgspec.Struct):
    """One decision as a watcher sees it, after its action was applied. `state` is live: look, do not touch."""

    number: int
    """Of the decisions of this match, the forced ones too, from 1."""
    seat: int
    action: str | None
    """None where a fault ended the match."""
    by: Literal["bot", "forced", "stand-in"]
    choices: int
    reply: Reply | None
    fault: Fault | None
    notices: list[Notice]
    """What happened, and who was told."""
    state: State


class Outcome(msgspec.Struct):
    """How a match went. Lists of seats are in seat order; `answers`, `askers` and `times` have one entry a question."""

    ranks: list[int] | None = None
    """None if every side is faulty."""
    scores: list[int | None] | None = None
    faults: list[SeatFault] = []
    answers: list[int] = []
    """Positions in `legal`; -1 for a fault."""
    askers: list[int] = []
    """The seat that each question was put to."""
    times: list[float] = []
    """Milliseconds, to one decimal."""
    free: dict[int, float] = {}
    """Question -> the part of its time that the time for starting paid for, where there is a bank."""
    decisions: int = 0
    """Of the game, with the forced ones and those of a stand-in."""
    notes: dict[int, str] = {}
    """Question -> the note that came with its answer."""
    stderr: dict[int, str] = {}
    """Question -> what the bot wrote to standard error before and while it answered."""
    noise: list[int] = []
    late: list[int] = []
    rated: list[bool] = []
    """False for a seat whose result a partner's fault spoilt, and for all if every side is faulty."""
    parts: list[Part] = []
    """By what the game splits its matches; only of seats that played all of it themselves and are rated."""


Watcher = Callable[[Step], None]
Reopen = Callable[[int, float], Seat]
"""(seat, what is left of its time for starting, in milliseconds) -> a fresh process of its bot."""


def start_message(setup: Setup, seat: int, *, resumed: bool = False) -> Start:
    """What the bot in `seat` is told at the start."""
    return Start(
        protocol=PROTOCOL, match=setup.match, game=setup.game.name, rules=setup.game.rules, config=setup.config,
        seats=setup.seats, seat=seat, teams=setup.teams, names=list(setup.names) if setup.names else None,
        seed=setup.seeds[seat], static=setup.game.static(setup.config, setup.seats), time=setup.time,
        resumed=True if resumed else msgspec.UNSET,
    )  # fmt: skip


def budget_ms(setup: Setup, bank: float | None, thought: float) -> float:
    """How long a decision may take, in milliseconds, for a bot with so much left in its bank that has thought so long."""
    bounds = [setup.match_ms - thought]
    if setup.time.move_ms is not None:
        bounds.append(setup.time.move_ms)
    if bank is not None:
        bounds.append(bank)
    return max(0.0, min(bounds))


def new_state(setup: Setup, chance: Chance | None = None) -> State:
    """The match, dealt. Raises GameError if the rules do."""
    try:
        return setup.game.new_match(setup.config, setup.seats, chance or Deal(setup.deal))
    except Exception as error:
        raise GameError(f"{setup.game.name} failed to deal: {type(error).__name__}: {error}") from error


class Referee:
    """One match at one table. `play` once; then `outcome` is complete."""

    def __init__(
        self,
        setup: Setup,
        seats: Sequence[Seat],
        *,
        reopen: Reopen | None = None,
        watch: Watcher | None = None,
        chance: Chance | None = None,
    ) -> None:
        """`reopen` gives a fresh process for a bot that faulted, under `on_fault="stand-in"`.

        Raises GameError if the rules cannot say who plays with whom.
        """
        self._setup = setup
        self._seats = list(seats)
        self._reopen = reopen
        self._watch = watch
        self._chance = chance
        n = setup.seats
        self._unread: list[list[Event]] = [[] for _ in range(n)]
        self._history: list[list[Event]] | None = [[] for _ in range(n)] if setup.on_fault == "stand-in" else None
        self._asked = [0] * n
        self._last_ms: list[float | None] = [None] * n
        self._bank: list[float | None] = [setup.time.bank_ms] * n
        self._note_room = [NOTE_BYTES] * n
        self._out = [False] * n
        self._thought = [0.0] * n
        self._start_left = [float(setup.time.start_ms)] * n
        self._in_rules = True  # whose code runs: an exception of the rules is a game error, others are not
        self.outcome = Outcome(noise=[0] * n, late=[0] * n, rated=[True] * n)
        try:
            self._teams = setup.teams
        except Exception as error:
            raise self._game_error(error) from error

    def play(self) -> Outcome:
        """Play the match to its end and tell every bot that still listens. Raises GameError for faulty rules."""
        state = self._state = new_state(self._setup, self._chance)
        try:
            for seat, player in enumerate(self._seats):
                player.tell(encode(start_message(self._setup, seat)))
            self._spread(state.opening())
            while (seat_to_act := state.seat) is not None and self._going_on():
                self._decide(state, seat_to_act)
            self._settle(state)
            self._say_goodbye(state)
        except GameError:
            raise
        except Exception as error:
            if self._in_rules:
                raise self._game_error(error) from error
            raise
        return self.outcome

    def _going_on(self) -> bool:
        if not any(self._out):
            return True
        return len({team for team, out in zip(self._teams, self._sides_out(), strict=True) if not out}) > 1

    def _sides_out(self) -> list[bool]:
        faulty = {self._teams[seat] for seat, out in enumerate(self._out) if out}
        return [team in faulty for team in self._teams]

    # One decision

    def _decide(self, state: State, seat: int) -> None:
        outcome = self.outcome
        outcome.decisions += 1
        if outcome.decisions > self._setup.game.max_decisions:
            raise self._game_error(f"the match is longer than the {self._setup.game.max_decisions} decisions it may have")
        legal = state.legal()
        reply: Reply | None = None
        fault: Fault | None = None
        by: Literal["bot", "forced", "stand-in"]
        action: str | None
        if len(legal) == 1:
            action, by = legal[0], "forced"
        elif not legal:
            raise self._game_error("it is a seat's decision and there is no legal action")
        elif self._out[seat]:
            action, by = state.safe_action(), "stand-in"
        else:
            verdict = self._ask(state, seat, legal)
            if isinstance(verdict, Reply):
                reply, by = verdict, "bot"
                action = legal[verdict.index]
            else:
                fault, by = verdict, "stand-in"
                action = self._after_fault(state, seat, verdict)
        notices = [] if action is None else state.apply(action)
        self._spread(notices)
        if self._watch is not None:
            self._in_rules = False
            self._watch(Step(outcome.decisions, seat, action, by, len(legal), reply, fault, notices, state))
            self._in_rules = True

    def _spread(self, notices: list[Notice]) -> None:
        for audience, event in notices:
            for told in range(self._setup.seats) if audience is None else audience:
                self._unread[told].append(event)
                if self._history is not None:
                    self._history[told].append(event)

    def _ask(self, state: State, seat: int, legal: Sequence[str]) -> Reply | Fault:
        limits, bank = self._setup.time, self._bank[seat]
        self._asked[seat] += 1
        number = self._asked[seat]
        act = Act(number, len(legal), legal, state.view(seat), self._unread[seat],
                  TimeLeft(limits.move_ms, bank, self._last_ms[seat]))  # fmt: skip
        budget = budget_ms(self._setup, bank, self._thought[seat])
        question_line = encode(act)
        self._in_rules = False
        verdict = self._seats[seat].ask(Question(number, question_line, legal, budget, bank=budget != limits.move_ms))
        self._in_rules = True
        self._unread[seat].clear()
        outcome = self.outcome
        question = len(outcome.answers)
        ms = round(verdict.ms, 1)
        outcome.askers.append(seat)
        outcome.times.append(ms)
        self._last_ms[seat] = ms
        free = min(ms, round(verdict.free_ms, 1))  # what the time for starting has paid
        self._start_left[seat] = max(0.0, round(self._start_left[seat] - free, 1))
        self._thought[seat] += ms - free
        if bank is not None:
            if free:
                outcome.free[question] = free
            self._bank[seat] = round(max(0.0, bank - (ms - free)), 1)
        if isinstance(verdict, Fault):
            outcome.answers.append(-1)
            outcome.faults.append(SeatFault(question, seat, verdict))
            if verdict.stderr:
                outcome.stderr[question] = verdict.stderr
            return verdict
        outcome.answers.append(verdict.index)
        outcome.noise[seat] += verdict.noise
        outcome.late[seat] += verdict.late
        if verdict.stderr:
            outcome.stderr[question] = verdict.stderr.decode(errors="replace")
        if verdict.note and self._note_room[seat] > 0:
            note = verdict.note.encode()[: self._note_room[seat]].decode(errors="ignore")
            self._note_room[seat] -= len(note.encode())
            outcome.notes[question] = note
        return verdict

    def _after_fault(self, state: State, seat: int, fault: Fault) -> str | None:
        """The stand-in's action for this decision; None if the match ends here."""
        if self._setup.on_fault == "forfeit":
            self._out[seat] = True
            return state.safe_action() if self._going_on() else None
        choices = state.stand_in_actions()
        key = sha256(f"stand-in {self._setup.match} {seat} {self._asked[seat]}".encode()).digest()
        action = choices[Stream(key).below(len(choices))]
        if self._reopen is not None:
            self._seats[seat] = self._reopen(seat, self._start_left[seat])
            self._seats[seat].tell(encode(start_message(self._setup, seat, resumed=True)))
        assert self._history is not None
        self._unread[seat] = list(self._history[seat])
        return action

    # The end

    def _settle(self, state: State) -> None:
        outcome, n = self.outcome, self._setup.seats
        out = self._sides_out()
        if any(out) and all(out):
            outcome.rated = [False] * n
            return
        ranks, scores = state.ranks(), state.scores()
        if state.seat is None and ranks is None:
            raise self._game_error("the match is over and has no ranks")
        staying = [seat for seat in range(n) if not out[seat]]
        by_rules = ranks if ranks is not None and state.seat is None else [1] * n
        outcome.ranks = [
            1 + len(staying) if out[seat]
            else 1 + sum(by_rules[s] < by_rules[seat] for s in staying if self._teams[s] != self._teams[seat])
            for seat in range(n)
        ]  # fmt: skip
        if scores is not None:
            outcome.scores = [None if out[seat] else scores[seat] for seat in range(n)]
        elif any(out) and state.seat is not None:
            outcome.scores = [None] * n
        outcome.rated = [self._out[seat] or not out[seat] for seat in range(n)]
        if state.seat is None:
            outcome.parts = self._own_parts(state)

    def _own_parts(self, state: State) -> list[Part]:
        """The parts of a finished match, without those of seats for which a stand-in acted, and of their partners.

        Not even with `on_fault="stand-in"`, where the match is rated: a part may hang on the one action of another.
        """
        own = list(self.outcome.rated)
        for fault in self.outcome.faults:
            own[fault.seat] = False
        parts = []
        for part in state.parts():
            if type(part.seat) is not int or not 0 <= part.seat < len(own):
                raise self._game_error(f"a part of the match is of seat {part.seat!r}, and there are {len(own)} seats")
            if own[part.seat]:
                parts.append(Part(part.split, part.label, part.seat, float(part.result)))
        return parts

    def _say_goodbye(self, state: State) -> None:
        outcome = self.outcome
        faults = [FaultLine(fault.seat, fault.fault.kind) for fault in outcome.faults]
        quit_line = encode(Quit())
        for seat, player in enumerate(self._seats):
            if self._out[seat]:
                continue
            view: Any = state.view(seat)
            if state.seat is not None:  # ended early: the end reveals what was hidden all the same, where it can
                with contextlib.suppress(NotOffered):
                    view = state.open_view()
            end = End(outcome.ranks, outcome.scores, view, self._unread[seat], faults)
            player.finish(encode(end) + quit_line)

    def _game_error(self, error: Exception | str) -> GameError:
        what = error if isinstance(error, str) else f"{type(error).__name__}: {error}"
        number = self.outcome.decisions
        where = f"at decision {number}" if number else "before its first decision"
        return GameError(f"{self._setup.game.name} failed {where}: {what}")


def referee_match(
    setup: Setup,
    seats: Sequence[Seat],
    *,
    reopen: Reopen | None = None,
    watch: Watcher | None = None,
    chance: Chance | None = None,
) -> Outcome:
    """Play one match between `seats` and say how it went. See Referee."""
    return Referee(setup, seats, reopen=reopen, watch=watch, chance=chance).play()
