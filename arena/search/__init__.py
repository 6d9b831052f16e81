"""Search over the Game contract, for bots of any game: worlds drawn from what a seat knows, and search in them.

    from arena.search import Worlds, ismcts

    class Mine(arena.Bot):
        def start(self, info):
            self.worlds = Worlds(info)

        def act(self, view, legal, info):
            self.worlds.hear(info)
            return ismcts(self.worlds, self.rng, iterations=500).action

`docs/searching.md` is the guide. Everything here runs in the bot's own process, or in a study of yours without any.
Names are imported when first used: a bot that wants one of them loads no more.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.search.budget import Budget, stop_ms
    from arena.search.flat import flat_mc
    from arena.search.found import Candidate, Found
    from arena.search.games import find_game
    from arena.search.playouts import Playout, Policy, best_of, uniform
    from arena.search.tree import ismcts
    from arena.search.worlds import Worlds

__all__ = [
    "Budget",
    "Candidate",
    "Found",
    "Playout",
    "Policy",
    "Worlds",
    "best_of",
    "find_game",
    "flat_mc",
    "ismcts",
    "stop_ms",
    "uniform",
]

_homes = {
    "Budget": "budget",
    "stop_ms": "budget",
    "Candidate": "found",
    "Found": "found",
    "find_game": "games",
    "flat_mc": "flat",
    "ismcts": "tree",
    "Playout": "playouts",
    "Policy": "playouts",
    "best_of": "playouts",
    "uniform": "playouts",
    "Worlds": "worlds",
}


def __getattr__(name: str) -> Any:
    if name not in _homes:
        raise AttributeError(f"module 'arena.search' has no attribute {name!r}")
    return getattr(import_module(f"arena.search.{_homes[name]}"), name)
