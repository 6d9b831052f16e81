"""The Bot contract: a bot as a Python class.

A class bot gets what a program gets, decoded, and gives what a program gives. It is hosted in a process of its own, so
this module is all of arena that a bot's process imports. `docs/writing-a-bot.md` is the guide.
"""

from __future__ import annotations

from random import Random
from typing import Any

from arena.protocol import Act, End, Start

__all__ = ["Act", "Bot", "End", "Start"]


class Bot:
    """Base of class bots. Only `act` must be written.

    Options are the keyword-only parameters of `__init__`, each with a type and a default; `greedy:depth=2` sets one.

        class First(arena.Bot):
            def act(self, view, legal, info):
                return legal[0]
    """

    rng: Random
    """Seeded for this match and seat: a bot that draws only from it plays the same again."""
    info: Start
    """What was told at the start: `info.seat`, `info.seats`, `info.teams`, `info.config`, `info.static`, ..."""

    def start(self, info: Start) -> None:
        """The match begins; `self.rng` and `self.info` are set."""

    def act(self, view: Any, legal: list[str], info: Act) -> str | int:
        """Choose one of `legal`: the string itself or its position. `view` is decoded JSON, `info.events` what happened."""
        raise NotImplementedError(f"{type(self).__name__} has no act(self, view, legal, info)")

    def end(self, result: End) -> None:
        """The match is over; `result.view` shows what was hidden."""
