"""A bot that plays each hero by weights of its own, tuned on matches against its like."""

from __future__ import annotations

from typing import Any, Literal

from arena.bots import Act, Bot, Start
from arena_dungeon.bots.planner import Planner
from arena_dungeon.bots.policy import Policy
from arena_dungeon.bots.table import Table, config_of
from arena_dungeon.bots.weights import TUNED


class Tuned(Bot):
    """Weighs treasure, odds, ways and risks for its hero, spends spells from a distance, and goes home with its goal.

    It plays from the view and the legal actions alone; `policy.py` says how, `weights.py` with what numbers.
    """

    planner: type[Planner] = Planner
    """How it chooses where to go."""

    def __init__(self, *, hero: Literal["best", "any", "rogue", "cleric", "fighter", "wizard"] = "best") -> None:
        """`hero`: rogue, cleric, fighter or wizard, if it is free; best: what wins most at such a table; any: any."""
        self.hero = hero

    def start(self, info: Start) -> None:
        self.config = config_of(info)
        self.policy = Policy(TUNED, self.planner)

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        if view["phase"] == "hero":
            word = self.choose_hero(view, legal)
            if word:
                return word
        return self.policy.act(Table.of_view(view, self.config), legal)

    def choose_hero(self, view: Any, legal: list[str]) -> str:
        """What the option asks for; empty if that is free to choose."""
        if self.hero == "any":
            return self.rng.choice(legal)
        wish = f"hero {self.hero}"
        return wish if wish in legal else ""
