"""A bot that looks ahead: at what the others will take, and at what comes after the next treasure."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from arena.bots import Start
from arena_dungeon.bots.heroes import in_company
from arena_dungeon.bots.policy import Policy
from arena_dungeon.bots.routes import RoutePlanner
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.tuned import Tuned
from arena_dungeon.bots.weights import TUNED

Count = Annotated[int, Meta(ge=1)]


class Search(Tuned):
    """Plays as `tuned` does, but searches for its hero among all ways in which those after it may choose, and for the best
    route of several treasures; alone for the one that is home soonest.

    It plays from the view and the legal actions alone.
    """

    def __init__(
        self, *, depth: Count = 2, width: Count = 8,
        hero: Literal["best", "any", "rogue", "cleric", "fighter", "wizard"] = "best",
    ) -> None:  # fmt: skip
        """`depth`: the targets of a route; `width`: how many of them are looked at further; `hero`: as for `tuned`."""
        super().__init__(hero=hero)
        self.depth = depth
        self.width = width

    def start(self, info: Start) -> None:
        super().start(info)
        self.policy = Policy(TUNED, RoutePlanner(TUNED, self.depth, self.width))

    def choose_hero(self, view: Any, legal: list[str]) -> str:
        wish = super().choose_hero(view, legal)
        if wish or view["round"]:
            return wish
        return f"hero {in_company(Table.of_view(view, self.config), [action[5:] for action in legal])}"
