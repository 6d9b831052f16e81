"""How many ways there are to play on, counted by playing them all."""

from __future__ import annotations

from arena.games import State


def ways(state: State, depth: int) -> int:
    """The number of sequences of so many legal actions."""
    if depth == 1:
        return len(state.legal())
    total = 0
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        total += ways(after, depth - 1)
    return total
