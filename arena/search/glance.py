"""A first look at many actions by the game's estimate: what each leads to, one decision ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from arena.games import Game, NotOffered, State

Glance = tuple[float, str, tuple[float, ...]]
"""What an action promises the seat that takes it; the action; what it promises each seat, one world after the other."""


def glance(game: Game, worlds: Sequence[State], seat: int, legal: Sequence[str], rng: Random) -> list[Glance]:
    """Each legal action of `seat` with the mean of its estimates over the worlds just after it, the best last.

    Actions with equal estimates for all seats in all worlds are twins as far as the game can tell: one of them, drawn at
    random, stands for all. Empty if the game offers no estimate. The worlds are left as they are.
    """
    after: list[State] = []
    for world in worlds:
        for action in legal:
            after.append(world.copy())
            after[-1].apply(action)
    running = [state for state in after if state.seat is not None]
    try:
        estimated = iter(game.estimates(running) if running else ())
    except NotOffered:
        return []
    promised = [tuple(game.returns(state) if state.seat is None else next(estimated)) for state in after]
    twins: dict[tuple[float, ...], list[str]] = {}
    worth: dict[tuple[float, ...], float] = {}
    for number, action in enumerate(legal):
        seen = sum(promised[number :: len(legal)], ())
        twins.setdefault(seen, []).append(action)
        worth[seen] = sum(seen[seat :: len(seen) // len(worlds)]) / len(worlds)
    return sorted((worth[seen], group[int(rng.random() * len(group))], seen) for seen, group in twins.items())
