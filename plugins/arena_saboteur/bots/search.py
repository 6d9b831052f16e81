"""A bot that plays its best few actions out in worlds drawn from its beliefs."""

from __future__ import annotations

from random import Random
from typing import Any

from arena.bots import Act, Start
from arena.search import Budget, Worlds, stop_ms
from arena_saboteur.bots.belief import Belief
from arena_saboteur.bots.playouts import Rules, play_on
from arena_saboteur.cards import GOAL_NAMES
from arena_saboteur.estimate import estimate
from arena_saboteur.notes import Inspection
from arena_saboteur.rules import SaboteurState


class Search(Belief):
    """Takes the few actions that its beliefs like best, and plays each of them on in the same worlds.

    A world has its cards as the rules would draw them, its roles and goals as the posterior has them. After `turns` turns by
    rules of thumb the game's estimate stands for the rest. What it takes is best by the mean of that and by its belief's
    own opinion, weighed by `prior`.
    """

    def __init__(
        self,
        *,
        worlds: int = 12,
        width: int = 6,
        turns: int = -1,
        prior: float = 0.1,
        ms: float | None = None,
        bluff: float = 0.35,
        haste: float = 0.7,
        card: float = 0.2,
    ) -> None:
        """`worlds`: how many; `width`: how many actions; `turns`: how far (-1: once round the table); `prior`: placement
        that the belief's opinion is worth for each card of way; `ms`: fewer worlds if so many milliseconds are used up.
        """
        super().__init__(bluff=bluff, haste=haste, card=card)
        self.count = worlds
        self.width = width
        self.turns = turns
        self.prior = prior
        self.ms = ms

    def start(self, info: Start) -> None:
        super().start(info)
        self.worlds = Worlds(info)

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        self.worlds.hear(info)
        if view["phase"] != "turn":
            return super().act(view, legal, info)
        self.read(view)
        worth = self.weigh(legal)
        ranked = sorted(legal, key=lambda action: -worth[action])
        thrown = [action for action in ranked if action.startswith("discard ")]
        ranked = [action for action in ranked if action not in thrown[1:]]  # which card is thrown away shows much later
        if len(ranked) == 1:
            return ranked[0]
        budget = Budget(self.count, stop_ms(info.time, self.ms))
        return self.look_ahead({action: worth[action] for action in ranked[: self.width]}, budget)

    def look_ahead(self, worth: dict[str, float], budget: Budget) -> str:
        """The best of some actions: by their mean return over the worlds that they share, and by what they are worth to
        the belief. After a third of the worlds the worse half leaves, and again after two.
        """
        seat = self.table.me
        turns = self.table.seats - 1 if self.turns < 0 else self.turns
        sums = dict.fromkeys(worth, 0.0)
        left = list(worth)
        for number in budget:
            world = self.draw()
            seed = self.rng.getrandbits(32)
            for action in left:
                state = world.copy()
                state.apply(action)
                play_on(state, Rules(Random(seed), self.table.chances), turns)
                result = self.worlds.game.returns(state) if state.turn is None else estimate(state)
                sums[action] += result[seat]
            opinion = {action: sums[action] / (number + 1) + self.prior * worth[action] for action in left}
            left.sort(key=lambda action: -opinion[action])
            if number + 1 in (self.count // 3, 2 * self.count // 3):
                del left[(len(left) + 1) // 2 :]
        return left[0]

    def draw(self) -> SaboteurState:
        """A world that fits the view, its roles and goals drawn from the beliefs."""
        rng, view, witness = self.rng, self.worlds.view, self.witness
        state = self.worlds.draw(rng)
        assert isinstance(state, SaboteurState)
        names, spare = self.posterior.sample(rng)
        state.roles = [names[card] for card in witness.holds]
        state.hats = [tuple(names[card] for card in given) for given in witness.gave_up]
        state.spare = tuple(spare)
        for seat, looks in enumerate(state.inspections):
            state.inspections[seat] = tuple(
                Inspection(look.act, look.seat, names[witness.looks[look.act]]) for look in looks
            )
        if "treasure" not in view.goals:
            chances = self.table.chances
            treasure = rng.choices(range(3), chances)[0]
            stones = [name for name in GOAL_NAMES[1:] if name not in view.goals]
            rng.shuffle(stones)
            state.goals = tuple(
                name or ("treasure" if goal == treasure else stones.pop()) for goal, name in enumerate(view.goals)
            )
        return state
