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


class RegisterTarget(Protocol):
    def __call__(self, name: str, target: str) -> None: ...


class RegisterCommand(Protocol):
    def __call__(self, command: click.Command) -> None: ...


@hookspec
def register_games(register: RegisterGame) -> None:
    """Add games: register(game) for each."""


@hookspec
def register_bots(register: RegisterBot) -> None:
    """Add class bots: register("greedy", "package.module:Class", game="mygame"); without `game` a bot for any game."""


@hookspec
def register_pairings(register: RegisterTarget) -> None:
    """Add formats: register("knockout", "package.module:make"), where make(plan) gives a Schedule."""


@hookspec
def register_executors(register: RegisterTarget) -> None:
    """Add executors: register("cluster", "package.module:make"), where make(work, jobs) gives an Executor."""


@hookspec
def register_ratings(register: RegisterTarget) -> None:
    """Add ratings: register("points", "package.module:rate"), where rate(results, anchors=..., bots=...) gives Standings."""


@hookspec
def register_reports(register: RegisterTarget) -> None:
    """Add files of a results folder: register("elo.md", "package.module:write"), where write(results) gives its text."""


@hookspec
def register_commands(register: RegisterCommand) -> None:
    """Add subcommands of `arena`: register(click_command) for each."""
