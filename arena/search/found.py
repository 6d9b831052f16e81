"""What a search found: the action that it takes, and what it saw of each that it looked at."""

from __future__ import annotations

import msgspec


class Candidate(msgspec.Struct, frozen=True):
    """One action that was looked at: how often, and the mean return that the own seat had, in 0..1."""

    action: str
    visits: int
    mean: float
    available: int
    """How often it could have been chosen, as far as the search counts that."""


class Found(msgspec.Struct, frozen=True):
    """The answer of a search."""

    action: str
    candidates: list[Candidate]
    """The actions that were looked at, the most visited first."""
    iterations: int
    nodes: int = 0
    """Of the tree, if there is one."""

    def note(self, most: int = 3) -> str:
        """A line on the first candidates, for people who watch."""
        parts = [f"{c.action} {c.mean:.2f} ({c.visits})" for c in self.candidates[:most]]
        return f"{self.iterations} iterations: {', '.join(parts)}"
