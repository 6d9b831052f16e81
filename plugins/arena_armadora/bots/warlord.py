"""A strong bot: it believes, it knows what positions are worth, it looks a round ahead."""

from __future__ import annotations

from time import monotonic
from typing import Annotated, Any

from msgspec import Meta

from arena.bots import Act, Bot, Start
from arena.search import stop_ms
from arena_armadora.board import EDGES
from arena_armadora.bots.gains import use_power
from arena_armadora.bots.greedy import FAVOURED, Greedy
from arena_armadora.bots.lookahead import Round, following, seen_by
from arena_armadora.bots.planning import Plan, finish, plans, uses
from arena_armadora.bots.position import Position
from arena_armadora.bots.table import Table, Taste
from arena_armadora.bots.turns import Turn, main_turns
from arena_armadora.bots.watcher import Watcher
from arena_armadora.value.network import load

Share = Annotated[float, Meta(ge=0, le=1)]

BANK = 0.05
"""The part of what is left of a match's time that one decision may take."""


class Warlord(Bot):
    """Tracks what every hidden warrior can be, values positions by a trained network, and looks a round ahead.

    What it believes comes from `Watcher`: exact chances, given what was seen and how seats are likely to place their
    armies. Each turn, warriors, palisades and pairs of them, is valued by what it promises just after it; the best few
    are valued again after all others' best turns and its own next one, in worlds drawn from the beliefs. Once all rivals
    have passed it plays as `Greedy` does.
    """

    def __init__(
        self,
        *,
        worlds: Annotated[int, Meta(ge=0)] = 6,
        width: Annotated[int, Meta(ge=1)] = 8,
        weight: Share = 0.5,
        trust: Share = 0.8,
        ms: Annotated[float, Meta(ge=1)] | None = None,
    ) -> None:
        """`worlds`: in how many it looks a round ahead. `width`: how many turns it looks at so; 1: none. `weight`: how much
        what is after the round counts beside what is before it, 0 to 1. `trust`: how likely it thinks at first that others
        place their armies as its model does. `ms`: stop a decision after so long; its answers then depend on the clock.
        """
        self.worlds = worlds
        self.width = width
        self.weight = weight
        self.trust = trust
        self.ms = ms
        self.taste = Taste()
        self._then: str | None = None

    def start(self, info: Start) -> None:
        self._army: list[int] = info.static["army"]
        self._fewest = int(info.config.get("palisades_min", 1))
        self._watcher = Watcher(self._army, info.teams, info.seat, trust=self.trust)
        self._value = load(info.seats).value
        self._alone = Greedy()
        self._alone.rng, self._alone.info = self.rng, info

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        began = monotonic()
        self._watcher.read(view, info.events)
        then, self._then = self._then, None
        if legal[0].startswith("race "):
            return next(race for race in FAVOURED if race in legal)
        if view["first"] is not None and then in legal:
            return then
        view = {**view, "power": self._watcher.powers()}
        others = following(view, self.info.seat)
        if all(self.info.teams[who] == self.info.teams[self.info.seat] for who in others):  # no rival answers: to count is exact
            return self._alone.act(view, legal, info)
        position = Position(view, self._army, self.info.teams, self.info.seat, self._watcher.moments())
        if view["first"] is not None:
            return finish(position, legal, self._value)
        turns, edges = main_turns(legal)
        ranked = plans(position, turns, edges, self._value, fewest=self._fewest)
        if legal[0].startswith("power "):  # they are listed first
            power = self._power(view, position, legal, turns, edges, ranked[0].worth)
            if power:
                return power
        ms = stop_ms(info.time, self.ms, bank=BANK)
        turn = self.choose(self._looked(view, position, others, ranked, None if ms is None else began + ms / 1000))
        self._then = f"palisade {EDGES[turn.edges[1]]}" if len(turn.edges) > 1 else "done"
        return turn.action

    def choose(self, ranked: list[Plan]) -> Turn:
        """The turn to take; plans come the best first. A bot that learns takes another now and then."""
        return ranked[0].turn

    def _power(
        self, view: Any, position: Position, legal: list[str], turns: list[Turn], edges: list[int], without: float
    ) -> str | None:
        """The power to use now, if that promises more than a turn `without` one."""
        if legal[0].startswith("power mage"):
            table = Table(view, self._army, self.info.teams, self.info.seat, self.taste, self._watcher.moments())
            return use_power(table, view, legal, 0.0)
        best = next(iter(uses(position, legal, turns, edges, self._value, fewest=self._fewest)), None)
        return best.action if best and best.worth > without else None

    def _looked(
        self, view: Any, position: Position, others: list[int], ranked: list[Plan], until: float | None
    ) -> list[Plan]:
        """The best plans, ranked again by what they promise a round later; in as many worlds as there is time for."""
        best = ranked[: self.width]
        if len(best) < 2:
            return ranked
        totals = [0.0] * len(best)
        looked = 0
        for _ in range(self.worlds):
            world = self._watcher.world(self.rng)
            there = [seen_by(view, who, world, self._army, self.info.teams) for who in others]
            worths = _worths(Round(position, there, self._value, fewest=self._fewest), best, until)
            if worths is None:
                break
            totals = [total + worth for total, worth in zip(totals, worths, strict=True)]
            looked += 1
        if not looked:
            return ranked
        share = self.weight / looked
        again = [
            Plan((1.0 - self.weight) * plan.worth + share * total, plan.turn)
            for plan, total in zip(best, totals, strict=True)
        ]
        return sorted(again, reverse=True)


def _worths(after: Round, best: list[Plan], until: float | None) -> list[float] | None:
    """What each plan is worth a round later in one world; None if time is up before all are known, which tells nothing."""
    worths = []
    for plan in best:
        if until is not None and monotonic() > until:
            return None
        worths.append(after.worth(plan))
    return worths
