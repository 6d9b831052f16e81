"""Tiny games to search in: Nim for any number of seats, trees written down by hand, and a game with a hidden coin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from arena.games import ActionEvent, Chance, Config, Game, Notice, State, public
from arena.protocol import Act, Start, TimeLeft, TimeLimits
from arena.search import Worlds


class PileConfig(Config, frozen=True):
    pile: Annotated[int, Meta(description="Tokens at the start.")] = 7


class PileView(msgspec.Struct, frozen=True):
    left: Annotated[int, Meta(description="Tokens left.")]
    turn: Annotated[int, Meta(description="Whose turn it is.")]


class Pile(State):
    """Take 1 to 3 tokens in turn; whoever takes the last one is first, all others share the second place."""

    def __init__(self, seats: int, left: int, turn: int = 0) -> None:
        self.seats, self.left, self.turn = seats, left, turn

    @property
    def seat(self) -> int | None:
        return self.turn if self.left else None

    def legal(self) -> list[str]:
        return [f"take {n}" for n in (1, 2, 3) if n <= self.left]

    def apply(self, action: str) -> list[Notice]:
        if self.seat is None or action not in self.legal():
            raise ValueError(f"{action} is not legal")
        seat, self.left = self.turn, self.left - int(action[-1])
        if self.left:
            self.turn = (seat + 1) % self.seats
        return public(ActionEvent(seat, action))

    def view(self, seat: int) -> PileView:
        return PileView(self.left, self.turn)

    def ranks(self) -> list[int] | None:
        return None if self.left else [1 if seat == self.turn else 2 for seat in range(self.seats)]


class PileGame(Game):
    name = "pile"
    seats = range(2, 4)
    Config = PileConfig
    View = PileView

    def new_match(self, config: Any, seats: int, chance: Chance) -> Pile:
        return Pile(seats, config.pile)

    def determinize(self, view: Any, events: Any, rng: Random, *, seat: int, config: Any, seats: int) -> State:
        return Pile(seats, view.left, view.turn)


class Estimated(PileGame):
    """The same with an estimate that is right: who faces a multiple of four loses, at two seats."""

    name = "estimated-pile"

    def __init__(self) -> None:
        self.asked = 0

    def estimate(self, state: State) -> list[float]:
        self.asked += 1
        assert isinstance(state, Pile)
        wins = 0.9 if state.left % 4 else 0.1
        return [wins if seat == state.turn else 1 - wins for seat in (0, 1)]


Branch = tuple[int, Mapping[str, Any]]
"""(seat, action -> Branch, or the ranks at an end)."""


class TreeView(msgspec.Struct, frozen=True):
    path: Annotated[list[str], Meta(description="The actions so far.")]


class Written(State):
    def __init__(self, tree: Branch, path: Sequence[str] = ()) -> None:
        self.tree, self.path = tree, list(path)
        self.at: Any = tree
        for action in path:
            self.at = self.at[1][action]

    @property
    def seat(self) -> int | None:
        return self.at[0] if isinstance(self.at, tuple) else None

    def legal(self) -> list[str]:
        return list(self.at[1])

    def apply(self, action: str) -> list[Notice]:
        seat = self.seat
        assert seat is not None
        self.at = self.at[1][action]
        self.path.append(action)
        return public(ActionEvent(seat, action))

    def copy(self) -> Written:
        return Written(self.tree, self.path)

    def view(self, seat: int) -> TreeView:
        return TreeView(list(self.path))

    def ranks(self) -> list[int] | None:
        return None if self.seat is not None else list(self.at)


class TreeGame(Game):
    """A game whose every line of play is written down."""

    name = "tree"
    seats = range(2, 5)
    View = TreeView

    def __init__(self, tree: Branch = (0, {"a": [1, 2], "b": [2, 1]}), sides: Sequence[int] | None = None) -> None:
        self.tree, self.sides = tree, sides

    def new_match(self, config: Any, seats: int, chance: Chance) -> Written:
        return Written(self.tree)

    def teams(self, config: Any, seats: int) -> list[int]:
        return list(self.sides or range(seats))

    def determinize(self, view: Any, events: Any, rng: Random, *, seat: int, config: Any, seats: int) -> State:
        return Written(self.tree, view.path)


class CoinView(msgspec.Struct, frozen=True):
    heads: Annotated[bool | None, Meta(description="The other seat's coin; null to seat 0.")]
    called: Annotated[str | None, Meta(description="What seat 0 did.")]


class Coin(State):
    """Seat 1 has a coin that seat 0 does not see. Seat 0 goes on; seat 1 may then `flip` only if it shows heads."""

    def __init__(self, heads: bool) -> None:
        self.heads = heads
        self.called: str | None = None
        self.answer: str | None = None

    @property
    def seat(self) -> int | None:
        return 0 if self.called is None else 1 if self.answer is None else None

    def legal(self) -> list[str]:
        if self.called is None:
            return ["go", "wait"]
        return ["keep", "drop", *(["flip"] if self.heads else [])]

    def apply(self, action: str) -> list[Notice]:
        seat = self.seat
        assert seat is not None
        if seat:
            self.answer = action
        else:
            self.called = action
        return public(ActionEvent(seat, action))

    def view(self, seat: int) -> CoinView:
        return CoinView(self.heads if seat or self.answer else None, self.called)

    def ranks(self) -> list[int] | None:
        return None if self.answer is None else [1, 1]


class CoinGame(Game):
    name = "coin"
    seats = (2,)
    View = CoinView

    def new_match(self, config: Any, seats: int, chance: Chance) -> Coin:
        return Coin(chance.below("coin", 2) == 1)

    def determinize(self, view: Any, events: Any, rng: Random, *, seat: int, config: Any, seats: int) -> State:
        state = Coin(view.heads if view.heads is not None else rng.random() < 0.5)
        state.called = view.called
        return state


class Blind(TreeGame):
    """A game that nobody can search."""

    name = "blind"

    def determinize(self, *args: Any, **more: Any) -> State:
        return Game.determinize(self, *args, **more)


def start(game: Game, config: Any, seats: int, seat: int) -> Start:
    """What the bot in `seat` is told first, as it comes off the wire."""
    told = Start(
        protocol=1, match="m", game=game.name, rules=game.rules, config=config, seats=seats, seat=seat,
        teams=game.teams(config, seats), names=None, seed=1, static=game.static(config, seats), time=TimeLimits(),
    )  # fmt: skip
    return msgspec.json.decode(msgspec.json.encode(told), type=Start)


def question(state: State, events: Sequence[Any] = ()) -> Act:
    """The present question of a state, as it comes off the wire."""
    assert state.seat is not None
    legal = list(state.legal())
    act = Act(1, len(legal), legal, state.view(state.seat), list(events), TimeLeft(1000, None, None))
    return msgspec.json.decode(msgspec.json.encode(act), type=Act)


def worlds_of(game: Game, state: State, seats: int, config: Any = None) -> Worlds:
    """What the deciding seat of `state` knows, by its messages alone."""
    assert state.seat is not None
    worlds = Worlds(start(game, config if config is not None else game.Config(), seats, state.seat), game)
    worlds.hear(question(state))
    return worlds
