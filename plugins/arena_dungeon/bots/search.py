"""A bot that plays its best few plans out in worlds that fit what it knows, all seats by the tuned policy."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from random import Random
from typing import Annotated, Any, Literal

from msgspec import Meta

from arena.bots import Act, Start
from arena.search import Budget, Worlds, stop_ms
from arena_dungeon.bots.policy import Plan, Policy
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.tuned import Tuned
from arena_dungeon.bots.weights import TUNED
from arena_dungeon.estimate import estimate
from arena_dungeon.rules import DungeonState

Count = Annotated[int, Meta(ge=1)]

DOUBT = 0.3
"""What the policy's opinion that a plan brings nothing counts against it, in placement."""


class LabelledChance:
    """Chance for a world: the n-th draw of a label is the same after every action, so that all meet the same luck."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._streams: dict[str, Random] = {}

    def _stream(self, label: str) -> Random:
        stream = self._streams.get(label)
        if stream is None:
            stream = self._streams[label] = Random(f"{self._seed} {label}")
        return stream

    def below(self, label: str, n: int) -> int:
        return self._stream(label).randrange(n)

    def shuffle(self, label: str, items: Sequence[Any]) -> list[Any]:
        out = list(items)
        self._stream(label).shuffle(out)
        return out

    def dice(self, label: str, count: int = 1, sides: int = 6) -> list[int]:
        stream = self._stream(label)
        return [int(stream.random() * sides) + 1 for _ in range(count)]

    def copy(self) -> LabelledChance:
        twin = LabelledChance(self._seed)
        for label, stream in self._streams.items():
            twin._streams[label] = again = Random()
            again.setstate(stream.getstate())
        return twin


class Search(Tuned):
    """Takes the targets that the tuned policy likes best, and plays the match on after each in the same worlds.

    In a playout it goes for the target until it has it or has to give it up, everything else is the tuned policy's, for
    all seats; after about `turns` turns the game's estimate stands for the rest. It chooses by the mean of that, with the
    policy's own opinion counting as `trust` playouts.
    """

    def __init__(
        self, *, worlds: Count = 16, width: Count = 4, turns: Count = 16, trust: Annotated[float, Meta(ge=0)] = 30.0,
        ms: Annotated[float, Meta(ge=1)] | None = None,
        hero: Literal["best", "any", "rogue", "cleric", "fighter", "wizard"] = "best",
    ) -> None:  # fmt: skip
        """`worlds`: how many; `width`: how many targets; `turns`: how far, in whole rounds; `trust`: what the policy's
        opinion counts; `ms`: fewer worlds if so many milliseconds are used up; `hero`: as for `tuned`.
        """
        super().__init__(hero=hero)
        self.count = worlds
        self.width = width
        self.turns = turns
        self.trust = trust
        self.ms = ms

    def start(self, info: Start) -> None:
        super().start(info)
        self.worlds = Worlds(info)
        self.aim = -1
        """The target that was chosen in this turn, until the turn is over."""
        self.aimed = (-1, -1)

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        self.worlds.hear(info)
        table = Table.of_view(view, self.config)
        if view["phase"] != "move" or self.policy.homebound(table):
            return super().act(view, legal, info)
        turn = (table.round, table.me)
        if self.aimed != turn or not table.uncleared >> self.aim & 1:
            plans = self.policy.several(table, legal, self.width)
            if len(plans) < 2:
                return super().act(view, legal, info)
            self.aim = self.choose(plans, Budget(self.count, stop_ms(info.time, self.ms)))
            self.aimed = turn
        return Policy(TUNED, {table.me: self.aim}).act(table, legal)

    def choose(self, plans: Sequence[Plan], budget: Budget) -> int:
        """The best target by the playouts and the policy's opinion."""
        seat = self.worlds.seat
        sums = [0.0] * len(plans)
        left = list(range(len(plans)))
        done = 0
        for number in budget:
            world = self.worlds.draw(self.rng)
            assert isinstance(world, DungeonState)
            seed = self.rng.getrandbits(48)
            for at in left:
                state = world.copy()
                state.play_on(LabelledChance(seed))
                sums[at] += self.play_on(state, {seat: plans[at].target})[seat]
            done = number + 1
            if len(left) > 2 and done in (self.count // 3, 2 * self.count // 3):
                left.sort(key=lambda at: -self.opinion(plans, sums, done, at))
                del left[(len(left) + 1) // 2 :]
        return plans[max(left, key=lambda at: self.opinion(plans, sums, done, at))].target

    def opinion(self, plans: Sequence[Plan], sums: Sequence[float], done: int, at: int) -> float:
        """Mean return of a plan, less what the policy thinks that it is worse than the best one, each its weight."""
        worse = 1 - plans[at].score / plans[0].score
        return (sums[at] - self.trust * DOUBT * worse) / (done + self.trust)

    def play_on(self, state: DungeonState, aims: dict[int, int]) -> Sequence[float]:
        """The returns by seat, after so many turns by the estimate."""
        policy = Policy(TUNED, aims)
        last = state.round + ceil(self.turns / state.seats)
        while (seat := state.turn) is not None and state.round < last:
            legal = state.legal()
            state.apply(legal[0] if len(legal) == 1 else policy.act(Table.of_state(state, seat), legal))
        return self.worlds.game.returns(state) if state.turn is None else estimate(state)
