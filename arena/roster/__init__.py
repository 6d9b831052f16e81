"""The roster: finding the bots that a command line names, and making them ready to play.

    found = find_all(["bots/", "greedy:depth=2"], "armadora", plugins, unique=True)
    ready, refused = prepare_all(found.bots, results / "bots", print)

`Found.notes` and `Found.refusals` are for the caller to show. Nothing of a bot is run before `prepare`, and then only
its build step; a stranger's Python file is parsed, never imported.
"""

from __future__ import annotations

from arena.roster.finding import find, find_all, options_of
from arena.roster.found import BuildError, Found, FoundBot, Ready, Refusal
from arena.roster.options import Option, load_options
from arena.roster.preparing import prepare, prepare_all

__all__ = [
    "BuildError",
    "Found",
    "FoundBot",
    "Option",
    "Ready",
    "Refusal",
    "find",
    "find_all",
    "load_options",
    "options_of",
    "prepare",
    "prepare_all",
]
