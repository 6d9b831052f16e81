"""Saboteur for the arena, base game and expansion, and usable without it: rules, views, drawing, reference bots.

    >>> from arena_saboteur import Config, Deal, Saboteur
    >>> game = Saboteur()
    >>> state = game.new_match(Config(), 4, Deal(bytes(32)))
    >>> while state.seat is not None:
    ...     notices = state.apply(state.safe_action())
    >>> state.ranks(), state.scores()
    ([3, 1, 3, 2], [0, 8, 0, 4])

Names are imported when first used: a bot's process loads only what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from arena.hookspecs import hookimpl

if TYPE_CHECKING:
    from arena.games import Deal, WrittenDeal
    from arena.hookspecs import RegisterBot, RegisterGame
    from arena_saboteur.game import Saboteur
    from arena_saboteur.options import Config
    from arena_saboteur.positions import position
    from arena_saboteur.rules import SaboteurState
    from arena_saboteur.views import Static, View

__all__ = ["Config", "Deal", "Saboteur", "SaboteurState", "Static", "View", "WrittenDeal", "position"]

_homes = {
    "Config": "arena_saboteur.options",
    "Deal": "arena.games",
    "Saboteur": "arena_saboteur.game",
    "SaboteurState": "arena_saboteur.rules",
    "Static": "arena_saboteur.views",
    "View": "arena_saboteur.views",
    "WrittenDeal": "arena.games",
    "position": "arena_saboteur.positions",
}


def __getattr__(name: str) -> Any:
    if name not in _homes:
        raise AttributeError(f"module 'arena_saboteur' has no attribute {name!r}")
    return getattr(import_module(_homes[name]), name)


@hookimpl
def register_games(register: RegisterGame) -> None:
    from arena_saboteur.game import Saboteur

    register(Saboteur())


@hookimpl
def register_bots(register: RegisterBot) -> None:
    register("greedy", "arena_saboteur.bots.greedy:Greedy", game="saboteur")
    register("belief", "arena_saboteur.bots.belief:Belief", game="saboteur")
    register("search", "arena_saboteur.bots.search:Search", game="saboteur")
