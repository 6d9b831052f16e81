"""Finding the game that is played, in the process of the bot that plays it."""

from __future__ import annotations

import inspect
import os
from collections.abc import Iterator

from arena.errors import UserError
from arena.games import Game
from arena.plugins import Plugins
from arena.seats.scratch import LOCAL_PLUGINS

_found: dict[tuple[str, str | None, str | None], Game] = {}


def find_game(name: str) -> Game:
    """The game of that name: an installed one, one that `--plugin PATH` brought, or one whose class is imported here.

    The paths of `--plugin` are in the environment of every bot's process, under the name in LOCAL_PLUGINS. Raises
    UserError with a sentence if there is none.
    """
    key = (name, os.environ.get(LOCAL_PLUGINS), os.environ.get("ARENA_LOAD_PLUGINS"))
    if key not in _found:
        _found[key] = _find(name)
    return _found[key]


def _find(name: str) -> Game:
    for game in (*_local(), *Plugins().games(), *_imported(Game)):  # type: ignore[type-abstract]
        if game.name == name:
            return game
    raise UserError(f"this bot searches with the rules of {name}, and there is no such game where it runs; install its plugin")


def _local() -> Iterator[Game]:
    """The games of local plugins, the last path first. One that fails here is passed over."""
    for path in reversed(os.environ.get(LOCAL_PLUGINS, "").split(os.pathsep)):
        if path:
            try:
                yield from Plugins([path], installed=False).games()
            except UserError:
                continue


def _imported(kind: type[Game]) -> Iterator[Game]:
    """A game of each class that can be made without arguments: a study may play one that no plugin brings."""
    for cls in kind.__subclasses__():
        if not inspect.isabstract(cls) and hasattr(cls, "name"):
            try:
                yield cls()
            except TypeError:
                continue
        yield from _imported(cls)
