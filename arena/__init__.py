"""arena: tournaments between game-playing programs.

`arena.play(...)` plays one match; `arena.Bot` is the base of class bots. Names are imported when first used, so that a
bot's process and `arena --help` load only what they need.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.bots import Act, Bot, End, Start
    from arena.match import Match, play
    from arena.tournaments import Results, Spec, tournament

__version__ = "0.1.0"
__all__ = ["Act", "Bot", "End", "Match", "Results", "Spec", "Start", "play", "tournament"]

_homes = {"Bot": "arena.bots", "Act": "arena.bots", "End": "arena.bots", "Start": "arena.bots",
          "play": "arena.match", "Match": "arena.match",
          "Results": "arena.tournaments", "Spec": "arena.tournaments", "tournament": "arena.tournaments"}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _homes:
        raise AttributeError(f"module 'arena' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_homes[name]), name)
