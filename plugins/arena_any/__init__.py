"""Bots for any game, over the contracts alone. A plugin like any other: it comes in by its entry point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.hookspecs import hookimpl

if TYPE_CHECKING:
    from arena.hookspecs import RegisterBot


@hookimpl
def register_bots(register: RegisterBot) -> None:
    register("random", "arena_any.bots:Random")
    register("first-legal", "arena_any.bots:FirstLegal")
    register("flat-mc", "arena_any.searching:FlatMc")
    register("ismcts", "arena_any.searching:Ismcts")
