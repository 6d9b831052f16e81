"""How `search` plans: what comes after a target counts too.

Alone a hero loses nothing by passing a small treasure: there the best target is the one with which the goal is reached soonest,
what is still missing then being won at the hero's usual pace. In company what is near is best taken at once, as `tuned` does,
before others have it; but of targets that are about alike a fighter takes the one with the most left around it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final

from arena_dungeon.board import STEPS
from arena_dungeon.bots.planner import Plan, Planner, Target, turns
from arena_dungeon.bots.table import Table
from arena_dungeon.ways import search_cost, ways

PACE: Final = {"rogue": 326.0, "cleric": 375.0, "fighter": 400.0, "wizard": 450.0}
"""By hero: the gp of a turn when it is alone, ways and failed attacks together. By hand: in steps of a fifth, on 200 deals."""
AROUND: Final = {"fighter": 0.6}
"""By hero: how much the rates of what is left around a target count, in shares of the best rate there is. With it a fighter won
0.60 ± 0.04 of 600 matches against a tuned one; for the other heroes it won nothing, or lost. This and the next two numbers
are by hand.
"""
NEAR_STEPS: Final = 4.0
"""So many steps further, what is left counts for less by a factor of e."""
ALIKE: Final = 0.15
"""Targets are about alike if their rates differ by no more than this share of the best one."""


class Outlook(Planner):
    """Chooses by what a target leads to."""

    def choose(self, table: Table, targets: Sequence[Target], steps: int, lag: float) -> Plan | None:
        if table.goal_treasure is not None or not targets:  # one treasure is all that is looked for
            return super().choose(table, targets, steps, lag)
        if table.seats == 1:
            return self.soonest(table, targets, steps, lag)
        if table.hero in AROUND:
            return self.richest(table, targets, steps, lag)
        return super().choose(table, targets, steps, lag)

    def soonest(self, table: Table, targets: Sequence[Target], steps: int, lag: float) -> Plan:
        """The target with which the goal is reached soonest. Its score is the goal's gp for each turn from now on."""
        home, homeward = self.homeward(table)
        need = table.goal - table.gp

        def rate(target: Target) -> float:
            space, far, net, wait, worth, _ = target
            time = turns(far, steps) + wait + lag
            over = max(0.0, worth - need)
            missing = need - net + over
            if missing <= 0:
                time += home[space] / STEPS
            else:
                time += missing / PACE[table.hero] + homeward * (worth - over) * home[space]
            return table.goal / time

        best = max(targets, key=rate)
        return Plan(rate(best), best.space, best.mode)

    def richest(self, table: Table, targets: Sequence[Target], steps: int, lag: float) -> Plan:
        """Of the targets with about the best gp for each turn the one with the most left around it."""
        home, homeward = self.homeward(table)
        rates = {}
        for target in targets:
            space, far, net, wait, worth, _ = target
            rates[space] = net / (turns(far, steps) + wait + lag + homeward * worth * home[space])
        best = max(rates.values())
        weights = self.weights[table.hero]

        def outlook(target: Target) -> float:
            at = target.space
            far = ways(at, table.doors, table.uncleared, search_cost(table.hero), weights.ch, table.barrier).cost
            around = sum(rate * exp(-far[space] / NEAR_STEPS) for space, rate in rates.items() if space != at)
            return rates[at] * (1 + AROUND[table.hero] * around / best)

        chosen = max((target for target in targets if rates[target.space] >= best * (1 - ALIKE)), key=outlook)
        return Plan(rates[chosen.space], chosen.space, chosen.mode)
