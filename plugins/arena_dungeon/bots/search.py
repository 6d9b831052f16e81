"""A bot that looks ahead: at what the others will take, by search, and at what comes after the next treasure, by rules."""

from __future__ import annotations

from typing import Any

from arena_dungeon.bots.heroes import in_company
from arena_dungeon.bots.outlook import Outlook
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.tuned import Tuned


class Search(Tuned):
    """Plays as `tuned` does and looks ahead: at the heroes that others will take, alone at how soon it is home.

    It finds its hero among all ways in which those after it may choose, and a fighter goes to where most is left. It plays from
    the view and the legal actions alone.
    """

    planner = Outlook

    def choose_hero(self, view: Any, legal: list[str]) -> str:
        wish = super().choose_hero(view, legal)
        if wish or view["round"]:
            return wish
        return f"hero {in_company(Table.of_view(view, self.config), [action[5:] for action in legal])}"
