"""The Game contract: what a set of rules must say, and what it may say, to be played here.

A game plugin gives one `Game` and one `State`. It imports this module and nothing else of arena; it does no input or
output; it never hands out a reference to its own state. `docs/writing-a-game.md` is the guide, `docs/example-plugin/`
a whole game with a bot in 60 lines of code.

Required: `Game.name`, `Game.seats`, `Game.new_match`, and of a state `seat`, `legal`, `apply`, `view`, `ranks`.
Everything else has a working default, or raises `NotOffered` with a sentence that says what is missing.
"""

from __future__ import annotations

import copy
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Sequence
from random import Random
from typing import Annotated, Any, ClassVar

import msgspec

from arena.deals import Chance, Deal, RandomChance, WrittenDeal

__all__ = [
    "ActionEvent",
    "Audience",
    "Chance",
    "Config",
    "Deal",
    "Event",
    "Game",
    "NotOffered",
    "Nothing",
    "Notice",
    "Part",
    "RandomChance",
    "State",
    "WithSpectators",
    "WrittenDeal",
    "all_but",
    "is_told",
    "placements",
    "public",
]


class NotOffered(NotImplementedError):
    """This game does not offer that optional part of the contract. The text says which and what to do."""


class Config(msgspec.Struct, frozen=True):
    """Base of a game's options: one field each, typed, with its default and (`msgspec.Meta(description=...)`) its meaning."""


class Nothing(msgspec.Struct, frozen=True):
    """The static part of a game that has none."""


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Base of a game's own events: flat Structs, each with a `tag` that becomes its kind on the wire."""


class ActionEvent(Event, frozen=True, tag="action"):
    """A seat acted: the event that every game has. What the reader may not know of the action stands as `?`."""

    seat: Annotated[int, msgspec.Meta(description="Who acted.")]
    action: Annotated[
        str, msgspec.Meta(description="What it did, in the words of the legal list; `?` stands for what you may not know.")
    ]


class WithSpectators(tuple[int, ...]):
    """An audience of these seats, and of spectators with them. Who knows only of seats may take it for those seats."""

    __slots__ = ()


Audience = Sequence[int] | None
"""Who is told: some seats, some seats and spectators (`WithSpectators`), or None for everybody (spectators too)."""
Notice = tuple[Audience, Event]
"""Who is told, and what happened."""


def public(*events: Event) -> list[Notice]:
    """Notices that tell everybody of `events`."""
    return [(None, event) for event in events]


def all_but(seat: int, seats: int) -> WithSpectators:
    """The audience of all `seats` seats but `seat`, and of spectators: for what all but the acting seat are told alike.

    >>> all_but(1, 4), is_told(all_but(1, 4), None), is_told([0, 2, 3], None)
    ((0, 2, 3), True, False)
    """
    return WithSpectators(other for other in range(seats) if other != seat)


def is_told(audience: Audience, seat: int | None) -> bool:
    """Whether `seat`, or a spectator (None), is among an audience."""
    if audience is None:
        return True
    return isinstance(audience, WithSpectators) if seat is None else seat in audience


_SPLIT = re.compile("[a-z][a-z0-9_-]*")


class Part(msgspec.Struct, frozen=True):
    """How a seat did in a part of a match, such as one round as saboteur. Raises ValueError for what cannot be shown."""

    split: str
    """By what the match is split, such as "role": a lower-case word, as in `--by role`; not "seats" or "points"."""
    label: str
    """What the seat was in this part, such as "saboteur"."""
    seat: int
    result: float
    """0..1, 1 is best. Results of one split are averaged, so they must mean the same in each part."""

    def __post_init__(self) -> None:
        if not _SPLIT.fullmatch(self.split) or self.split in ("seats", "points"):
            raise ValueError(f"the split {self.split!r} of a part is no lower-case word, or is taken by arena itself")
        if not self.label or " ".join(self.label.split()) != self.label:
            raise ValueError(f"the label {self.label!r} of a part is not words split by one space")
        if not 0 <= self.result <= 1:
            raise ValueError(f"the part {self.label!r} of seat {self.seat} has a result outside 0..1: {self.result!r}")


class State(ABC):
    """One match in progress. Exactly one seat decides at a time; a simultaneous choice is asked in turn and kept hidden."""

    @property
    @abstractmethod
    def seat(self) -> int | None:
        """The seat that decides now, counted from 0; None when the match is over."""

    @abstractmethod
    def legal(self) -> Sequence[str]:
        """Every legal action of the deciding seat, never empty, in the order that the rules fix.

        The list and its order tell nothing that the deciding seat may not know. It is the caller's to keep: a tuple or
        a new list. A list of one is taken without asking. Not called when the match is over.
        """

    @abstractmethod
    def apply(self, action: str) -> list[Notice]:
        """Play `action`, one of `legal()`, and say what happened, each seat's version to that seat, in order.

        Raises ValueError, with the state untouched, if it is not legal.
        """

    @abstractmethod
    def view(self, seat: int) -> msgspec.Struct:
        """The table as `seat` may know it now; when the match is over, everything.

        Built field by field from what is public and the seat's own. Flat, two levels at most; what is unknown is None.
        """

    @abstractmethod
    def ranks(self) -> Sequence[int] | None:
        """The place of each seat (1 = best, ties share it; see Game.structural_tie), or None while the match runs."""

    def opening(self) -> list[Notice]:
        """What happened before the first decision (cards dealt, a starter drawn). Default: nothing to tell."""
        return []

    def scores(self) -> Sequence[int | None] | None:
        """The game's own points of each seat; None while the match runs or if the game counts none.

        At one seat they are what tells bots apart that played the same deal: see `Game.lower_is_better`. A seat's None is
        a match that failed there, and worse than any score.
        """
        return None

    def safe_action(self) -> str:
        """What a stand-in plays for a faulty bot: harmless, legal, without chance. Default: the first legal action."""
        return self.legal()[0]

    def stand_in_actions(self) -> Sequence[str]:
        """What a random stand-in may choose from (some of `legal()`, never none). Default: all of it."""
        return self.legal()

    def parts(self) -> list[Part]:
        """The parts of a finished match by which standings may be split, such as each round as digger or saboteur.

        Asked only when `seat` is None: not while the match runs, nor when faults end it early. A match may have parts
        of several splits, a seat several parts of one label or none. Default: none.
        """
        return []

    def copy(self) -> State:
        """An independent state that plays on as this one would."""
        return copy.deepcopy(self)

    def open_view(self) -> msgspec.Struct:
        """The table with everything shown, for people who watch their own match. Default: not offered."""
        raise NotOffered("this game has no open view of a running match; look from a seat instead")

    def spectator_view(self) -> msgspec.Struct:
        """The table as somebody without a seat may know it. Default: not offered."""
        raise NotOffered("this game says nothing of what a spectator may see")

    def to_json(self) -> Any:
        """The whole state as plain JSON data, for `Game.from_json`. Default: not offered."""
        raise NotOffered("this game cannot write its state as JSON; keep its actions instead")


class Game(ABC):
    """A set of rules. One instance serves all matches; it holds no state of any.

    The class attributes `Config`, `Static`, `View` and `Events` are the msgspec Structs on the wire. Each of their
    fields has a type and a meaning: `arena rules NAME` prints them.
    """

    name: ClassVar[str]
    """A lower-case word, as in `--game NAME`."""
    title: ClassVar[str] = ""
    """How people write it."""
    summary: ClassVar[str] = ""
    """One sentence."""
    rules: ClassVar[int] = 1
    """The rules version: raised with every change that could make an old replay play otherwise."""
    seats: ClassVar[Collection[int]]
    """The allowed numbers of seats, such as `range(2, 5)`, whatever the options; see `seats_for`."""

    Config: ClassVar[type[msgspec.Struct]] = Config
    Static: ClassVar[type[msgspec.Struct]] = Nothing
    View: ClassVar[type[msgspec.Struct]]
    Events: ClassVar[tuple[type[Event], ...]] = (ActionEvent,)

    max_decisions: ClassVar[int] = 100_000
    """No match has more decisions than this; one that does is a game error (rules that loop)."""
    actions_help: ClassVar[Sequence[tuple[str, str]]] = ()
    """Each form of action and its meaning, such as ("warrior d3 2", "a warrior of power 2 on d3"), in legal's order."""

    @abstractmethod
    def new_match(self, config: Any, seats: int, chance: Chance) -> State:
        """A match about to begin. `config` is a `Config` of this game; all chance comes from `chance`, when it happens."""

    def seats_for(self, config: Any) -> Collection[int]:
        """The allowed numbers of seats under these options. Default: `seats`."""
        return self.seats

    def structural_tie(self, config: Any) -> bool:
        """Whether a shared last rank only says "did not win" (winner takes all), not that those seats played equally well.

        Ratings then learn from who won alone. Default: no.
        """
        return False

    def lower_is_better(self, config: Any) -> bool:
        """Whether at one seat the lower score is the better one, as with a number of turns. Default: no, the higher.

        Tournaments at one seat compare bots by their scores on the same deals.
        """
        return False

    def score_means(self, config: Any, seats: int) -> str:
        """What a seat's score counts, in half a sentence, such as "the side's gold"; for people who read results.

        Default: nothing is said.
        """
        return ""

    def static(self, config: Any, seats: int) -> msgspec.Struct:
        """What never changes in a match (a board, card tables): sent once, at the start."""
        return self.Static()

    def teams(self, config: Any, seats: int) -> list[int]:
        """The side of each seat. Default: every seat for itself."""
        return list(range(seats))

    def rules_text(self) -> str:
        """The rules for a bot's author, in Markdown. Default: the summary."""
        return self.summary

    def text(self, view: Any, *, static: Any = None, colour: bool = False) -> str:
        """A drawing of a view for a terminal. Default: the view as indented JSON."""
        return msgspec.json.format(msgspec.json.encode(view), indent=2).decode()

    def svg(self, view: Any, *, static: Any = None) -> str:
        """A drawing of a view as SVG. Default: not offered."""
        raise NotOffered(f"{self.name} has no picture; --watch and `arena replay` draw it as text")

    def determinize(self, view: Any, events: Sequence[Event], rng: Random, *, seat: int, config: Any, seats: int) -> State:
        """A random full state that fits all that `seat` knows: its view and all its events so far, as typed Structs.

        Its `view(seat)` equals `view`, its `legal()` is the seat's; hidden parts are drawn as the rules would have them,
        given what was seen; chance still to come is drawn from `rng`. Search bots need it, and it proves that a view is
        enough to play on without memory. Default: not offered.
        """
        raise NotOffered(f"{self.name} has no determinize: bots that search need it, others do not")

    def from_json(self, data: Any) -> State:
        """The state that `State.to_json` wrote. Default: not offered."""
        raise NotOffered(f"{self.name} cannot read a state from JSON")

    def action_space(self, config: Any, seats: int) -> Sequence[str]:
        """Every action that can ever be legal, in a fixed order: numbers and masks for learners. Default: not offered."""
        raise NotOffered(f"{self.name} does not number its actions")

    def returns(self, state: State) -> list[float]:
        """A payoff of each seat in 0..1 for learners and search. Default: the placement, (beaten + ties/2) / others."""
        ranks = state.ranks()
        if ranks is None:
            raise ValueError("returns are for a match that is over")
        return placements(ranks)

    def estimate(self, state: State) -> Sequence[float]:
        """What a match that is not over promises each seat: its expected return, in 0..1, by a heuristic that is quick.

        `state` is full: hidden parts may be used, since search bots give a world that they drew. It is not changed.
        By this search can stop a line of play early. Default: not offered.
        """
        raise NotOffered(f"{self.name} estimates no running match; search plays on to the end instead")

    def prospects(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """What each of several states that one question led to promises `seat`, as `estimate` has it.

        Worth writing where they are quicker made together, or for one seat. Default: one estimate after the other.
        """
        return [self.estimate(state)[seat] for state in states]


def placements(ranks: Sequence[int], teams: Sequence[int] | None = None) -> list[float]:
    """The placement of each seat: (beaten + ties/2) / (seats not on one's side), in 0..1.

    At one seat it is not defined; 0.5 stands for it.

    >>> placements([1, 2, 2])
    [1.0, 0.25, 0.25]
    >>> placements([1, 3, 1, 3], teams=[0, 1, 0, 1])
    [1.0, 0.0, 1.0, 0.0]
    """
    sides = list(teams) if teams is not None else list(range(len(ranks)))
    out = []
    for seat, rank in enumerate(ranks):
        rivals = [ranks[s] for s in range(len(ranks)) if sides[s] != sides[seat]]
        beaten = sum(1.0 if rank < r else 0.5 if rank == r else 0.0 for r in rivals)
        out.append(beaten / len(rivals) if rivals else 0.5)
    return out
