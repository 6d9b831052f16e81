"""A bot that goes where the most gold is to be expected for each turn, and home when it has enough."""

from __future__ import annotations

from typing import Any, Literal

from arena.bots import Act, Bot, Start
from arena_dungeon.board import IS_ROOM, LEVEL_OF, ROOMS
from arena_dungeon.bots.planner import MELEE, Plan, Planner, turns
from arena_dungeon.bots.policy import Policy
from arena_dungeon.bots.table import Table, config_of
from arena_dungeon.bots.weights import Weights
from arena_dungeon.cards import HEROES, TRAPS
from arena_dungeon.ways import search_cost, ways

PLAIN = Weights(
    over=0.0, risk=0.0, ft=0.0, hw=0.0, pmin=0.0, ch=5.0, chh=5.0, wf=0.55, wt=0.0, radv=0.0, cadv=0.0, lowl=0, spv=0.0, rg=0.0
)
"""The same for every hero: only what it costs to walk through a chamber, and about as many spells of each kind."""


class RatePlanner(Planner):
    """Chance times treasure by turns of walking, for every hero alike. It does not see what a lost fight costs."""

    def best(self, table: Table, at: int, steps: int, lag: float = 0.0) -> Plan | None:
        hero = table.hero
        cost = ways(at, table.doors, table.uncleared, search_cost(hero), PLAIN.ch, table.barrier).cost
        names = [hero, *self.spells(table)]
        by_level = [table.level_chances(name) for name in names]
        worths = self.level_worth(table)
        best = None
        for space in {*ROOMS, *table.dropped}:
            if not table.uncleared >> space & 1 or space == table.hunter or table.occupied >> space & 1:
                continue
            level = LEVEL_OF[space]
            card = table.cards.get(space)
            odds = [table.chance(name, 0 if number else table.bonus, card) if card else by_level[number][level]
                    for number, name in enumerate(names)]  # fmt: skip
            worth = worths[level] if IS_ROOM[space] else 0.0
            if space in table.under:
                worth = self.pile(table, [table.under[space]])
            worth += self.pile(table, table.dropped.get(space, ()))
            chance = max(odds)
            mode = MELEE if card in TRAPS or odds[0] == chance else names[odds.index(chance)]
            rate = chance * worth / (turns(cost[space], steps) + lag)
            if rate > 0 and (best is None or rate > best.score):
                best = Plan(rate, space, mode)
        return best


def rate_policy() -> Policy:
    """What greedy plays by."""
    return Policy(dict.fromkeys(HEROES, PLAIN), RatePlanner)


class Greedy(Bot):
    """Goes where chance times treasure by turns is most, the same for every hero, and home with its goal.

    It plays from the view and the legal actions alone.
    """

    def __init__(self, *, hero: Literal["any", "rogue", "cleric", "fighter", "wizard"] = "any") -> None:
        """`hero`: rogue, cleric, fighter or wizard, if it is free; any: one of those that are."""
        self.hero = hero

    def start(self, info: Start) -> None:
        self.config = config_of(info)
        self.policy = rate_policy()

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        if view["phase"] == "hero":
            wish = f"hero {self.hero}"
            return wish if wish in legal else self.rng.choice(legal)
        return self.policy.act(Table.of_view(view, self.config), legal)
