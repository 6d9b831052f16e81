"""Two bots that search any game whose rules offer `determinize`, by `arena.search` alone."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from arena.bots import Act, Bot, Start
from arena.games import Game
from arena.search import Found, Playout, Worlds, best_of, flat_mc, ismcts, stop_ms, uniform

Count = Annotated[int, Meta(ge=1)]
Ms = Annotated[float, Meta(ge=1)]
Turns = Annotated[int, Meta(ge=-1)]
Sample = Annotated[int, Meta(ge=0)]
Trust = Annotated[float, Meta(ge=0)]

GLANCES = 4
"""In how many worlds all actions are looked at, one decision ahead, before the search."""


class _Searching(Bot):
    """What both have in common: the worlds of their seat, and playouts in them."""

    iterations: int
    plain: int
    ms: float | None
    turns: int | None
    sample: int
    stop_ms: float | None = None
    """When the search of this decision stops at the latest."""

    def start(self, info: Start) -> None:
        self.worlds = Worlds(info)
        self.playout = self.new_playout(self.worlds.game)

    def new_playout(self, game: Game) -> Playout | None:
        """Playouts as the options have them; None where the search's own way is wanted, or the game has no estimate."""
        if self.turns is None or not self.worlds.estimates:
            return None
        policy = uniform if self.sample == 1 else best_of(game, self.sample or None)
        return Playout(game, self.rng, policy=policy, turns=None if self.turns < 0 else self.turns)

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        self.worlds.hear(info)
        self.stop_ms = stop_ms(info.time, self.ms)
        return self.search().action

    def search(self) -> Found:
        """Search the present question."""
        raise NotImplementedError


class FlatMc(_Searching):
    """Flat Monte Carlo: playouts after each action in worlds that fit what it knows, by sequential halving."""

    def __init__(
        self,
        *,
        iterations: Count = 12,
        plain: Count = 1000,
        ms: Ms | None = None,
        turns: Turns = 1,
        sample: Sample = 0,
        width: Count = 4,
        trust: Trust = 30.0,
    ) -> None:
        """Where the game has an estimate: `iterations` playouts a decision, of the `width` actions that it likes best; each
        of so many `turns` after one's own (-1: to the end), by the best of `sample` random actions (0: of all); the first
        look at all actions counts for as much as `trust` playouts. Where it has none: `plain` uniformly random playouts to
        the end. `ms`: fewer if so many milliseconds are used up.
        """
        self.iterations = iterations
        self.plain = plain
        self.ms = ms
        self.turns = turns
        self.sample = sample
        self.width = width
        self.trust = trust

    def search(self) -> Found:
        guided = self.worlds.estimates
        return flat_mc(
            self.worlds, self.rng, iterations=self.iterations if guided else self.plain, ms=self.stop_ms, playout=self.playout,
            width=self.width if guided else None, glances=GLANCES, trust=self.trust,
        )  # fmt: skip


class Ismcts(_Searching):
    """Information set Monte Carlo tree search: one tree over all worlds that fit what it knows."""

    def __init__(
        self,
        *,
        iterations: Count = 20,
        plain: Count = 1000,
        ms: Ms | None = None,
        exploration: Annotated[float, Meta(ge=0)] = 0.7,
        turns: Turns | None = None,
        sample: Sample = 1,
        trust: Trust = 30.0,
        max_nodes: Count = 100_000,
    ) -> None:
        """Where the game has an estimate: `iterations` walks a decision, and a new node is worth the estimate after the
        others' best turns in answer to it; or, if `turns` is given, after a playout of so many turns (-1: to the end) by
        the best of `sample` random actions (0: of all); the first look at all actions counts for as much as `trust` walks
        where the search chooses at the end. Where it has none: `plain` walks with uniformly random playouts to
        the end. `ms`: fewer if so many milliseconds are used up. `exploration`: of UCB1. `max_nodes`: the tree grows no
        further.
        """
        self.iterations = iterations
        self.plain = plain
        self.ms = ms
        self.exploration = exploration
        self.turns = turns
        self.sample = sample
        self.trust = trust
        self.max_nodes = max_nodes

    def search(self) -> Found:
        return ismcts(
            self.worlds, self.rng, iterations=self.iterations if self.worlds.estimates else self.plain, ms=self.stop_ms,
            exploration=self.exploration, playout=self.playout, glances=GLANCES, trust=self.trust, max_nodes=self.max_nodes,
        )  # fmt: skip
