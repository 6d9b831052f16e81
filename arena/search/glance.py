"""A first look at many actions by the game's estimate: what each leads to, one decision ahead."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean

from arena.games import Game, NotOffered, State

Glance = tuple[float, str]
"""What an action promises the seat that takes it, and the action."""


def glance(game: Game, worlds: Sequence[State], seat: int, legal: Sequence[str], rng: Random) -> list[Glance]:
    """Each legal action of `seat` with the mean of its estimates over the worlds just after it, the best last.

    Actions that promise the seat the same in all worlds are twins as far as the game can tell: one of them, drawn at
    random, stands for all. Empty if the game offers no estimate. The worlds are left as they are.
    """
    after: list[State] = []
    for world in worlds:
        for action in legal:
            after.append(world.copy())
            after[-1].apply(action)
    running = [state for state in after if state.seat is not None]
    try:
        estimated = iter(game.prospects(running, seat) if running else ())
    except NotOffered:
        return []
    promised = [game.returns(state)[seat] if state.seat is None else next(estimated) for state in after]
    twins: dict[tuple[float, ...], list[str]] = {}
    for number, action in enumerate(legal):
        twins.setdefault(tuple(promised[number :: len(legal)]), []).append(action)
    return sorted((fmean(seen), group[int(rng.random() * len(group))]) for seen, group in twins.items())
