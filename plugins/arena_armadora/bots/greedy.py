"""A bot that looks one turn ahead: expected gold, with the mean of what is hidden."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from arena.bots import Act, Bot
from arena_armadora.bots.gains import options, second_palisade, use_power
from arena_armadora.bots.table import Table, Taste

Amount = Annotated[float, Meta(ge=0)]

FAVOURED = ("race elf", "race goblin", "race orc", "race mage")
"""The races that it chooses, the most useful to it first."""


class Greedy(Bot):
    """Takes the turn that raises its side's expected share of the gold the most.

    The estimate is the table's: warriors hold the mines that they stand near, palisades make the ways longer and close
    territories. The power of a warrior that it cannot see counts as the mean of what its owner's unseen tiles can be.
    Single palisades are all looked at, of the pairs only those that divide a territory. It remembers nothing: the view
    is enough.
    """

    def __init__(
        self, *, reach: Annotated[float, Meta(ge=0, le=1)] = 0.7, blur: Amount = 0.8, price: Amount = 0.5, patience: Amount = 0.5
    ) -> None:
        """`reach`: what is left of a warrior's hold on a mine with each step. `blur`: how much what is open blurs a lead.

        `price`: the gold that a point of power must bring. `patience`: the gold that it will lose rather than pass.
        """
        self.taste = Taste(reach=reach, blur=blur)
        self.price = price
        self.patience = patience

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        if legal[0].startswith("race "):
            return next(race for race in FAVOURED if race in legal)
        table = Table(view, self.info.static["army"], self.info.teams, self.info.seat, self.taste)
        if view["first"] is not None:
            return second_palisade(table, legal)
        if power := use_power(table, view, legal, self.price):
            return power
        ways = options(table, legal, self.price)
        best = max((way.gain for way in ways), default=0.0)
        if not ways or ("pass" in legal and best < (-self.patience if table.rivals_in else 0.0)):
            return legal[-1]
        return self.rng.choice([way.action for way in ways if way.gain >= best - 1e-9])
