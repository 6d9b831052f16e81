"""The hooks: what a plugin can add. A hook is a name and a sentence; `docs/plugins.md` has an example of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pluggy

if TYPE_CHECKING:
    import click

    from arena.games import Game

hookspec = pluggy.HookspecMarker("arena")
hookimpl = pluggy.HookimplMarker("arena")


class RegisterGame(Protocol):
    def __call__(self, game: Game) -> None: ...


class RegisterBot(Protocol):
    def __call__(self, name: str, target: str, *, game: str | None = None) -> None: ...


class RegisterCommand(Protocol):
    def __call__(self, command: click.Command) -> None: ...


@hookspec
def register_games(register: RegisterGame) -> None:
    """Add games: register(game) for each."""


@hookspec
def register_bots(register: RegisterBot) -> None:
    """Add class bots: register("greedy", "package.module:Class", game="mygame"); without `game` a bot for any game."""


@hookspec
def register_commands(register: RegisterCommand) -> None:
    """Add subcommands of `arena`: register(click_command) for each."""
