"""The ways to use the action of a turn, and which of them there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from arena_armadora.board import EDGE_ID, EDGES, SQUARE_ID, SQUARES


class Turn(NamedTuple):
    """One way to use a turn's action."""

    edges: tuple[int, ...] = ()
    """The palisades that it lays."""
    square: int = -1
    """The square of the warrior that it places or reinforces."""
    power: int = 0
    """The power that comes to that square from the reserve."""
    reinforces: bool = False
    """Whether it is a reinforcement."""
    leaves: bool = False
    """Whether it is a pass."""

    @property
    def action(self) -> str:
        """The first decision of it."""
        if self.edges:
            return f"palisade {EDGES[self.edges[0]]}"
        if self.leaves:
            return "pass"
        return f"reinforce {SQUARES[self.square]}" if self.reinforces else f"warrior {SQUARES[self.square]} {self.power}"


def read_turn(action: str) -> Turn | None:
    """A main action other than a palisade as a turn; None for any other."""
    kind, *rest = action.split()
    if kind == "warrior":
        return Turn(square=SQUARE_ID[rest[0]], power=int(rest[1]))
    if kind == "reinforce":
        return Turn(square=SQUARE_ID[rest[0]], reinforces=True)
    return Turn(leaves=True) if kind == "pass" else None


def main_turns(legal: Iterable[str]) -> tuple[list[Turn], list[int]]:
    """The turns among legal actions, and the edges that can take a palisade."""
    turns, edges = [], []
    for action in legal:
        if action.startswith("palisade "):
            edges.append(EDGE_ID[action[9:]])
        elif turn := read_turn(action):
            turns.append(turn)
    return turns, edges
