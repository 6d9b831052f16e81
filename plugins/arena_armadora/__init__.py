"""Armadöra for the arena, and usable without it: rules, views, drawing and reference bots.

    >>> from arena_armadora import Armadora, Config, Deal
    >>> game = Armadora()
    >>> state = game.new_match(Config(), 2, Deal(bytes(32)))
    >>> while state.seat is not None:
    ...     notices = state.apply(state.legal()[0])
    >>> state.ranks(), state.scores()
    ([1, 2], [25, 15])

Names are imported when first used: a bot's process loads only what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from arena.hookspecs import hookimpl

if TYPE_CHECKING:
    from arena.games import Deal, WrittenDeal
    from arena.hookspecs import RegisterBot, RegisterGame
    from arena_armadora.game import Armadora
    from arena_armadora.options import Config
    from arena_armadora.positions import from_picture, position
    from arena_armadora.rules import ArmadoraState
    from arena_armadora.views import Static, View

__all__ = ["Armadora", "ArmadoraState", "Config", "Deal", "Static", "View", "WrittenDeal", "from_picture", "position"]

_homes = {
    "Armadora": "arena_armadora.game",
    "ArmadoraState": "arena_armadora.rules",
    "Config": "arena_armadora.options",
    "Deal": "arena.games",
    "Static": "arena_armadora.views",
    "View": "arena_armadora.views",
    "WrittenDeal": "arena.games",
    "from_picture": "arena_armadora.positions",
    "position": "arena_armadora.positions",
}


def __getattr__(name: str) -> Any:
    if name not in _homes:
        raise AttributeError(f"module 'arena_armadora' has no attribute {name!r}")
    return getattr(import_module(_homes[name]), name)


@hookimpl
def register_games(register: RegisterGame) -> None:
    from arena_armadora.game import Armadora

    register(Armadora())


@hookimpl
def register_bots(register: RegisterBot) -> None:
    register("greedy", "arena_armadora.bots.greedy:Greedy", game="armadora")
    register("warlord", "arena_armadora.bots.warlord:Warlord", game="armadora")
