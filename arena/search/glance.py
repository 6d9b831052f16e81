"""A first look at many actions by the game's estimate: what each leads to, one decision ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from statistics import fmean

from arena.games import Game, NotOffered, State

Glance = tuple[float, str]
"""What an action promises the seat that takes it, and the action."""


def glance(
    game: Game,
    worlds: Sequence[State],
    seat: int,
    legal: Sequence[str],
    rng: Random,
    spent: Callable[[], bool] = lambda: False,
) -> list[Glance]:
    """Each legal action of `seat` with the mean of its estimates over the worlds just after it, the best last.

    Actions that promise the seat the same in all worlds are twins as far as the game can tell: one of them, drawn at
    random, stands for all. Where the first two worlds promise all the same, the estimate does not go by what is hidden, and
    the others are not looked at; nor are they once `spent()` says that time is up. Empty if the game offers no estimate.
    The worlds are left as they are.
    """
    promised: list[list[float]] = []
    try:
        for world in worlds:
            promised.append(_after(game, world, seat, legal))
            if (len(promised) == 2 and promised[0] == promised[1]) or spent():
                break
    except NotOffered:
        return []
    twins: dict[tuple[float, ...], list[str]] = {}
    for action, seen in zip(legal, zip(*promised, strict=True), strict=True):
        twins.setdefault(seen, []).append(action)
    return sorted((fmean(seen), group[int(rng.random() * len(group))]) for seen, group in twins.items())


def _after(game: Game, world: State, seat: int, legal: Sequence[str]) -> list[float]:
    """What a world promises the seat after each of these actions."""
    after = []
    for action in legal:
        after.append(world.copy())
        after[-1].apply(action)
    running = [state for state in after if state.seat is not None]
    estimated = iter(game.prospects(running, seat) if running else ())
    return [game.returns(state)[seat] if state.seat is None else next(estimated) for state in after]
