"""Flat Monte Carlo: playouts after each action, in worlds that all actions share, and fewer actions as it goes on.

This is the averaging over determinized worlds of Ginsberg, "GIB: Imperfect Information in a Computationally Challenging
Game", Journal of Artificial Intelligence Research 14, 2001, with playouts in the place of his solver. The playouts are
handed out by sequential halving (Karnin, Koren and Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013):
in each round all actions that are left get equally many, then the worse half leaves.
"""

from __future__ import annotations

from math import ceil, log2
from random import Random

from arena.search.budget import Budget
from arena.search.found import Candidate, Found
from arena.search.glance import glance
from arena.search.playouts import Playout
from arena.search.worlds import Worlds


def flat_mc(
    worlds: Worlds,
    rng: Random,
    *,
    iterations: int = 1000,
    ms: float | None = None,
    playout: Playout | None = None,
    width: int | None = None,
    glances: int = 2,
    trust: float = 0.0,
    budget: Budget | None = None,
) -> Found:
    """Search the present question of `worlds` by about so many playouts (`iterations`), at least one for each action.

    In a world all actions that are left are played out, so that they are compared under the same hidden cards. If the
    game has an estimate, only the `width` best by it, in `glances` worlds, are played out (None: all); and that first look
    counts for as much as `trust` playouts, since a few playouts alone are more noise than news.
    """
    budget = budget or Budget(iterations, ms)
    playout = playout or Playout(worlds.game, rng)
    seat = worlds.seat
    left = list(worlds.legal)
    prior: dict[str, float] = {}
    if width is not None and len(left) > width and worlds.estimates:
        looked = glance(worlds.game, worlds.draw_some(rng, max(1, glances)), seat, left, rng, budget.spent)
        left = [action for _, action in reversed(looked[-width:])] or left
        prior = {action: trust * worth for worth, action in looked[-width:]}
    totals = dict.fromkeys(left, 0.0)
    visits = dict.fromkeys(left, 0)
    actions = list(left)
    rounds = max(1, ceil(log2(len(left))))
    done = 0
    for _ in range(rounds):
        for _ in range(max(1, budget.iterations // (rounds * len(left)))):
            if done and budget.spent():
                break
            world = worlds.draw(rng)
            for action in left:
                state = world.copy()
                state.apply(action)
                totals[action] += playout(state, seat)[seat]
                visits[action] += 1
            done += len(left)
        # all that are left have equally many visits, in the same worlds, so that what differs from a look to a playout
        # in general is the same for all
        left.sort(key=lambda action: -totals[action] - prior.get(action, 0.0))
        if budget.spent():
            break
        del left[max(1, (len(left) + 1) // 2) :]
    actions.sort(key=lambda action: (-visits[action], -totals[action] / max(1, visits[action])))
    candidates = [Candidate(a, visits[a], totals[a] / visits[a], visits[a]) for a in actions if visits[a]]
    return Found(left[0], candidates, done)
