"""What all checks stand on: recorded random matches of a game, and walks through them that know where they are.

The matches are the same for every check: each plays a deal of its own by a generator of its own, and keeps its actions.
A check that walks through them gets one moment for each decision and one for the end.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from hashlib import sha256
from time import monotonic
from typing import Annotated, Any, Literal, NoReturn, Union, get_args, get_origin, get_type_hints

import msgspec

from arena.deals import Deal, Stream, deal_seed, secret_of_number
from arena.games import Event, Game, Notice, NotOffered, State, is_told

RECORDING_SECONDS = 15.0
"""How long random matches are recorded; a slow game is checked by fewer of them."""
KEPT_OF_A_BROKEN_MATCH = 500


class Broken(Exception):
    """A promise of the contract that the game does not keep. The text says which one and where."""


class Skipped(Exception):
    """A check that cannot be made here. The text says why."""


class Match(msgspec.Struct):
    """One random match: what it is played from, the actions played, and how it broke off, if it did."""

    number: int
    config: Any
    seats: int
    deal: bytes
    label: str
    """Its table in words: `3 seats, advanced=true`."""
    actions: list[str] = []
    error: str | None = None


class Moment(msgspec.Struct):
    """A decision about to be taken (`seat` decides, `action` comes next), or the end of a match (`seat` is None)."""

    match: Match
    number: int
    state: State
    seat: int | None
    legal: tuple[str, ...]
    action: str | None
    news: list[Notice]
    """What was told since the moment before."""
    told: list[list[Event]]
    """By seat: all that it has been told so far."""


class Bench:
    """A game under test. `where` is the place in a match at which a check now looks."""

    def __init__(self, game: Game, *, seed: int = 0, matches: int = 20, seats: int | None = None) -> None:
        self.game = game
        self.seed = seed
        self.wanted = matches
        self.only_seats = seats
        self.where = ""
        self._matches: list[Match] | None = None

    def fail(self, sentence: str) -> NoReturn:
        """Raise Broken with this sentence and the place in the match."""
        raise Broken(f"{sentence} ({self.where})" if self.where else sentence)

    @property
    def matches(self) -> list[Match]:
        """The recorded matches. Recorded when first asked for."""
        if self._matches is None:
            self._matches = []
            until = monotonic() + RECORDING_SECONDS
            for match in self.plan():
                if self._matches and monotonic() > until:
                    break
                if self.record(match):
                    self._matches.append(match)
        return self._matches

    def plan(self) -> list[Match]:
        """The tables of the matches: each seat count as it comes, then each value of each option, then mixtures."""
        default = self.game.Config()
        tables = [(default, seats) for seats in self._seats_for(default)]
        choices = option_values(self.game.Config)
        single = [{name: value} for name, values in choices.items() for value in values]
        mixes: list[dict[str, Any]] = []
        for i in range(max(0, self.wanted - len(tables) - len(single)) if choices else 0):
            pick = Stream(sha256(f"check options {self.seed} {i}".encode()).digest())
            drawn = {name: pick.below(len(values) + 1) for name, values in choices.items()}
            mixes.append({name: choices[name][at] for name, at in drawn.items() if at < len(choices[name])})
        for i, changed in enumerate(single + mixes):
            try:
                config = msgspec.convert(changed, self.game.Config)
                allowed = self._seats_for(config)
            except ValueError:  # options that do not go together
                continue
            if allowed:
                tables.append((config, allowed[i % len(allowed)]))
        if tables:  # a game without options: its tables again
            tables += [tables[i % len(tables)] for i in range(self.wanted - len(tables))]
        secret = secret_of_number(self.seed)
        return [
            Match(i + 1, config, seats, deal_seed(secret, i), self._label(config, default, seats))
            for i, (config, seats) in enumerate(tables)
        ]

    def _seats_for(self, config: Any) -> list[int]:
        allowed = sorted(self.game.seats_for(config))
        return [seats for seats in allowed if self.only_seats in (None, seats)]

    def _label(self, config: Any, default: Any, seats: int) -> str:
        words = [f"{seats} seat{'s' if seats != 1 else ''}"]
        usual = msgspec.to_builtins(default)
        for name, value in msgspec.to_builtins(config).items():
            if value != usual[name]:
                words.append(f"{name}={msgspec.json.encode(value).decode()}")
        return ", ".join(words)

    def record(self, match: Match) -> bool:
        """Play `match` at random and keep its actions. False if its unusual options are refused (ValueError)."""
        pick = Stream(sha256(f"check actions {self.seed} {match.number}".encode()).digest())
        match.actions = []
        try:
            state = self.begin(match)
        except Exception as error:
            if isinstance(error, ValueError) and "=" in match.label:
                return False
            match.error = f"new_match raised {type(error).__name__}: {error}"
            return True
        try:
            state.opening()
            while state.seat is not None:
                if len(match.actions) >= self.game.max_decisions:
                    match.error = f"the match is longer than max_decisions = {self.game.max_decisions}"
                    break
                legal = state.legal()
                if not legal:
                    match.error = f"seat {state.seat} is to decide and legal() is empty"
                    break
                action = legal[pick.below(len(legal))]
                state.apply(action)
                match.actions.append(action)
        except Exception as error:
            match.error = f"the rules raised {type(error).__name__}: {error}"
        if match.error is not None:
            match.error += f" ({self._place(match, len(match.actions) + 1)})"
            del match.actions[KEPT_OF_A_BROKEN_MATCH:]
        return True

    def begin(self, match: Match) -> State:
        """The match, dealt anew."""
        return self.game.new_match(match.config, match.seats, Deal(match.deal))

    def _place(self, match: Match, number: int) -> str:
        return f"decision {number} of match {match.number}, {match.label}"

    def moments(self, at_most: int | None = None) -> Iterator[Moment]:
        """Every moment of every match, or about `at_most` of the decisions, spread evenly; the ends always."""
        total = sum(len(match.actions) for match in self.matches)
        stride = 1 if at_most is None else max(1, -(-total // at_most))
        for match in self.matches:
            for moment in self.walk(match):
                if moment.seat is None or (moment.number + match.number) % stride == 0:
                    yield moment

    def walk(self, match: Match) -> Iterator[Moment]:
        """The moments of one match. Where the rules raise or no longer follow the recorded actions, it stops quietly:
        what is wrong there is the business of two checks (`played` and `same_again`) and not of all."""
        self.where = f"the beginning of match {match.number}, {match.label}"
        told: list[list[Event]] = [[] for _ in range(match.seats)]
        try:
            state = self.begin(match)
            news = state.opening()
        except Exception:
            return
        for number in range(1, len(match.actions) + 2):
            for audience, event in news:
                for seat in range(match.seats) if audience is None else audience:
                    if 0 <= seat < match.seats:
                        told[seat].append(event)
            action = match.actions[number - 1] if number <= len(match.actions) else None
            try:
                seat_to_act = state.seat
                legal = () if seat_to_act is None else tuple(state.legal())
            except Exception:
                return
            if seat_to_act is None:
                self.where = f"the end of match {match.number}, {match.label}"
            else:
                self.where = self._place(match, number)
            yield Moment(match, number, state, seat_to_act, legal, action, news, told)
            if seat_to_act is None or action not in legal:
                return
            try:
                news = state.apply(action)
            except Exception:
                return


def snapshot(state: State, seats: int) -> bytes:
    """All that can be seen of a state: whose decision, the legal list, every view, ranks and scores."""
    over = state.seat is None
    seen: list[Any] = [state.seat, None if over else list(state.legal()), state.ranks(), state.scores()]
    seen += [state.view(seat) for seat in range(seats)]
    with suppress(NotOffered):
        seen.append(state.open_view())
    return msgspec.json.encode(seen)


def told_bytes(news: list[Notice]) -> bytes:
    """Notices as bytes, to compare."""
    return msgspec.json.encode([[None if who is None else list(who), is_told(who, None), event] for who, event in news])


def option_values(config: type[msgspec.Struct]) -> dict[str, list[Any]]:
    """For each option the values besides its default that can be read off its type; an option without any is left out.

    >>> class Options(msgspec.Struct):
    ...     short: bool = False
    ...     start: Literal["red", "blue"] = "red"
    >>> option_values(Options)
    {'short': [True], 'start': ['blue']}
    """
    hints = get_type_hints(config, include_extras=True)
    default = msgspec.to_builtins(config())
    found = {}
    for field in msgspec.structs.fields(config):
        name = field.encode_name
        values = [value for value in _values(hints[field.name]) if value != default.get(name)]
        if values:
            found[name] = list({repr(value): value for value in values}.values())
    return found


def _values(kind: Any) -> list[Any]:
    if get_origin(kind) is Annotated:
        inner, *marks = get_args(kind)
        bounds = [b for mark in marks if isinstance(mark, msgspec.Meta) for b in (mark.ge, mark.le) if b is not None]
        return _values(inner) + (bounds if inner in (int, float) else [])
    if kind is bool:
        return [False, True]
    if kind is type(None):
        return [None]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if get_origin(kind) in (Union, types.UnionType):
        return [value for arg in get_args(kind) for value in _values(arg)]
    return []


def leaves(value: Any) -> Iterator[Any]:
    """Every number, string, true, false and null in decoded JSON, keys not counted."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from leaves(inner)
    else:
        yield value


def depth(value: Any) -> int:
    """How many lists and objects lie in each other.

    >>> depth(3), depth({"gold": [1, 2]}), depth({"hands": [[1], None]})
    (0, 2, 3)
    """
    if isinstance(value, Mapping):
        return 1 + max((depth(inner) for inner in value.values()), default=0)
    if isinstance(value, list):
        return 1 + max((depth(inner) for inner in value), default=0)
    return 0


Check = Callable[[Bench], str | None]
"""Its docstring's first sentence is the promise. It raises Broken or Skipped; what it returns replaces the sentence."""
