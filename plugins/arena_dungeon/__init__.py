"""Dungeon! for the arena, with its solo variants, and usable without it: rules, views, drawing, reference
bots.

    >>> from arena_dungeon import Config, Deal, Dungeon
    >>> game = Dungeon()
    >>> state = game.new_match(Config(), 4, Deal(bytes(32)))
    >>> while state.seat is not None:  # four heroes that stay at home for 150 rounds
    ...     notices = state.apply(state.safe_action())
    >>> state.result, state.ranks(), state.scores()
    ('draw', [1, 1, 1, 1], [0, 0, 0, 0])

Names are imported when first used: a bot's process loads only what it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from arena.hookspecs import hookimpl

if TYPE_CHECKING:
    from arena.games import Deal, WrittenDeal
    from arena.hookspecs import RegisterBot, RegisterGame
    from arena_dungeon.game import Dungeon
    from arena_dungeon.options import Config
    from arena_dungeon.positions import position
    from arena_dungeon.rules import DungeonState
    from arena_dungeon.views import Static, View

__all__ = ["Config", "Deal", "Dungeon", "DungeonState", "Static", "View", "WrittenDeal", "position"]

_homes = {
    "Config": "arena_dungeon.options",
    "Deal": "arena.games",
    "Dungeon": "arena_dungeon.game",
    "DungeonState": "arena_dungeon.rules",
    "Static": "arena_dungeon.views",
    "View": "arena_dungeon.views",
    "WrittenDeal": "arena.games",
    "position": "arena_dungeon.positions",
}


def __getattr__(name: str) -> Any:
    if name not in _homes:
        raise AttributeError(f"module 'arena_dungeon' has no attribute {name!r}")
    return getattr(import_module(_homes[name]), name)


@hookimpl
def register_games(register: RegisterGame) -> None:
    from arena_dungeon.game import Dungeon

    register(Dungeon())


@hookimpl
def register_bots(register: RegisterBot) -> None:
    register("greedy", "arena_dungeon.bots.greedy:Greedy", game="dungeon")
    register("tuned", "arena_dungeon.bots.tuned:Tuned", game="dungeon")
    register("search", "arena_dungeon.bots.search:Search", game="dungeon")
