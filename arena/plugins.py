"""The plugin manager: finds plugins, and answers which games, bots and commands there are.

Plugins come from the entry-point group `arena`, and from local files or folders (`--plugin PATH`). What ships comes in
by entry points too. `ARENA_LOAD_PLUGINS` (names, comma-separated; empty for none) restricts what is loaded from entry
points; `ARENA_TRACE_PLUGINS=1` prints each hook call.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import msgspec
import pluggy

from arena import hookspecs
from arena.errors import UserError

if TYPE_CHECKING:
    import click

    from arena.games import Game

GROUP = "arena"
SHIPPED = ("arena.defaults",)
"""Modules of ours with hooks, loaded as a stranger's plugin is."""

TARGETS = {
    "register_pairings": "format",
    "register_executors": "executor",
    "register_ratings": "rating",
    "register_reports": "report",
}
"""Hooks that register a function by name, and what people call it."""


class InstalledBot(msgspec.Struct, frozen=True):
    """A class bot that a plugin registered. `game` is None for one that plays any game."""

    name: str
    target: str
    game: str | None
    plugin: str

    @property
    def full_name(self) -> str:
        return f"{self.game or 'any'}/{self.name}"


class PluginInfo(msgspec.Struct, frozen=True):
    """One loaded plugin, or one that failed (`error` then says how)."""

    name: str
    source: str
    error: str | None = None


class Plugins:
    """All that plugins add, looked up by name. Raises UserError where a name is unknown or a plugin is broken."""

    def __init__(self, paths: Iterable[str | Path] = (), *, installed: bool = True) -> None:
        self._manager = pluggy.PluginManager("arena")
        self._manager.add_hookspecs(hookspecs)
        if os.environ.get("ARENA_TRACE_PLUGINS"):
            self._manager.trace.root.setwriter(lambda text: sys.stderr.write(text))
            self._manager.enable_tracing()
        self._loaded: list[PluginInfo] = []
        self.paths = [Path(path) for path in paths]
        for name in SHIPPED:
            self._manager.register(importlib.import_module(name), name=name)
        if installed:
            for entry in _entry_points():
                self._load_entry(entry)
        for path in self.paths:
            self._add(load_path(path), path.stem, str(path))
        self._games: dict[str, Game] = {}
        self._game_plugin: dict[str, str] = {}
        self._bots: list[InstalledBot] = []
        self._collected = False

    def _collect_all(self) -> None:
        """Ask for games and bots, once and only when somebody wants them: `arena --help` does not."""
        if not self._collected:
            self._collected = True
            for info in list(self._loaded):
                if info.error is None:
                    self._collect(info)

    @property
    def loaded(self) -> list[PluginInfo]:
        """Every plugin that was found, also those that failed."""
        self._collect_all()
        return list(self._loaded)

    def _load_entry(self, entry: EntryPoint) -> None:
        source = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
        try:
            module = entry.load()
        except Exception as error:  # a stranger's plugin may raise anything; the others still work
            self._loaded.append(PluginInfo(entry.name, source, f"{type(error).__name__}: {error}"))
        else:
            self._add(module, entry.name, source)

    def _add(self, module: ModuleType, name: str, source: str) -> None:
        if any(info.name == name for info in self._loaded):
            raise UserError(f"two plugins are named {name!r}; rename {source}")
        self._manager.register(module, name=name)
        self._loaded.append(PluginInfo(name, source))

    def _collect(self, info: PluginInfo) -> None:
        plugin = self._manager.get_plugin(info.name)

        def add_game(game: Game) -> None:
            if game.name in self._games:
                raise UserError(f"plugin {info.name!r} brings a second game named {game.name!r}; only one can stay")
            self._games[game.name] = game
            self._game_plugin[game.name] = info.name

        def add_bot(name: str, target: str, *, game: str | None = None) -> None:
            self._bots.append(InstalledBot(name, target, game, info.name))

        try:
            for hook, add in (("register_games", add_game), ("register_bots", add_bot)):
                implementation = getattr(plugin, hook, None)
                if implementation is not None:
                    self._manager.subset_hook_caller(
                        hook, [p for p in self._manager.get_plugins() if p is not plugin]
                    )(register=add)
        except UserError:
            raise
        except Exception as error:  # as above
            self._loaded[self._loaded.index(info)] = PluginInfo(
                info.name, info.source, f"{type(error).__name__}: {error}"
            )

    def targets(self, hook: str) -> dict[str, str]:
        """What plugins registered by one of TARGETS: name -> "package.module:function". A later plugin wins."""
        found: dict[str, str] = {}
        getattr(self._manager.hook, hook)(register=lambda name, target: found.setdefault(name, target))
        return found

    def _function(self, hook: str, name: str) -> Any:
        known = self.targets(hook)
        if name not in known:
            close = get_close_matches(name, known, 1)
            hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(sorted(known))}"
            raise UserError(f"there is no {TARGETS[hook]} named {name!r}; {hint}")
        module, _, function = known[name].partition(":")
        try:
            return getattr(importlib.import_module(module), function)
        except (ImportError, AttributeError) as error:
            raise UserError(f"the {TARGETS[hook]} {name!r} fails to load: {error}") from error

    def pairing(self, name: str) -> Any:
        """make(arena.pairings.formats.PairingPlan) -> Schedule, of the format of that name."""
        return self._function("register_pairings", name)

    def executor(self, name: str) -> Any:
        """make(work, jobs) -> Executor, of that name."""
        return self._function("register_executors", name)

    def rating(self, name: str) -> Any:
        """rate(results, anchors=..., bots=...) -> Standings, of that name."""
        return self._function("register_ratings", name)

    def report(self, name: str) -> Any:
        """write(results) -> text, of the file of that name."""
        return self._function("register_reports", name)

    def commands(self) -> list[click.Command]:
        """The subcommands that plugins add."""
        found: list[click.Command] = []
        self._manager.hook.register_commands(register=found.append)
        return found

    def games(self) -> list[Game]:
        """All games, by name."""
        self._collect_all()
        return [self._games[name] for name in sorted(self._games)]

    def game(self, name: str) -> Game:
        """The game of that name."""
        self._collect_all()
        if name in self._games:
            return self._games[name]
        known = ", ".join(sorted(self._games)) or "none"
        near = get_close_matches(name.casefold(), self._games, 1)
        hint = f"; did you mean {near[0]}?" if near else ";"
        raise UserError(f"there is no game named {name!r}{hint} known games: {known}{self._broken()}")

    def games_of(self, plugin: str) -> list[str]:
        """The names of the games that a plugin brings."""
        self._collect_all()
        return sorted(name for name, owner in self._game_plugin.items() if owner == plugin)

    def bots(self, game: str | None = None) -> list[InstalledBot]:
        """Installed bots, by full name; with `game` only those that can play it."""
        self._collect_all()
        found = [bot for bot in self._bots if game is None or bot.game in (None, game)]
        return sorted(found, key=lambda bot: (bot.game is None, bot.full_name))

    def bot(self, name: str, game: str) -> InstalledBot | None:
        """The installed bot of that name for that game: `greedy` is the game's, else the generic one; `any/greedy` is exact."""
        for bot in self.bots(game):
            if name in (bot.full_name, bot.name):
                return bot
        return None

    def _broken(self) -> str:
        broken = [f"{info.name} ({info.error})" for info in self.loaded if info.error]
        return f"; plugins that failed to load: {', '.join(broken)}" if broken else ""


def _entry_points() -> list[EntryPoint]:
    wanted = os.environ.get("ARENA_LOAD_PLUGINS")
    found = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    if wanted is None:
        return found
    names = {name.strip() for name in wanted.split(",")}
    return [entry for entry in found if entry.name in names]


def load_path(path: Path) -> ModuleType:
    """The plugin in a local file `x.py` or folder with an `__init__.py`. Raises UserError with the reason if it fails."""
    file = path / "__init__.py" if path.is_dir() else path
    if not file.is_file():
        raise UserError(f"--plugin {path}: there is no such plugin; name a Python file, or a folder with an __init__.py")
    name = path.resolve().stem
    spec = importlib.util.spec_from_file_location(
        name, file, submodule_search_locations=[str(path)] if path.is_dir() else None
    )
    if spec is None or spec.loader is None:
        raise UserError(f"--plugin {path}: it is no Python file; name one, or a folder with an __init__.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    if folder not in sys.path:  # at the end, where it hides nothing: a bot's process imports the plugin by name
        sys.path.append(folder)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise UserError(f"--plugin {path}: failed to import, {type(error).__name__}: {error}") from error
    _tell_bots(path.resolve())
    return module


def _tell_bots(path: Path) -> None:
    """Put a local plugin's path where the bots that this process starts find it, or hosts itself."""
    from arena.seats.scratch import LOCAL_PLUGINS

    known = [other for other in os.environ.get(LOCAL_PLUGINS, "").split(os.pathsep) if other and other != str(path)]
    os.environ[LOCAL_PLUGINS] = os.pathsep.join([*known, str(path)])
