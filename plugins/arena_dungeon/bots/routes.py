"""How `search` plans: by routes of several targets one after the other; alone by the turns that the goal will take.

Where others hunt in the same rooms, what is near is best taken at once: there a route counts by its gp for each turn, as a single
target does for `tuned`. A hero alone loses nothing by passing a small treasure. There a route counts by the turns to the goal:
its own, those for what is still missing at the hero's usual pace, and a part of the way home.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from arena_dungeon.board import STEPS
from arena_dungeon.bots.planner import Plan, Planner, Target, turns
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.weights import Weights
from arena_dungeon.ways import search_cost, ways

PACE: Final = {"rogue": 326.0, "cleric": 375.0, "fighter": 400.0, "wizard": 450.0}
"""By hero: the gp of a turn when it is alone, ways and failed attacks together."""


class Route(NamedTuple):
    """Some targets, one after the other, and what they bring together."""

    space: int
    """Where it ends."""
    net: float
    time: float
    worth: float
    visited: int
    """A mask of spaces."""

    def then(self, target: Target, far: float, need: float) -> Route:
        """With one target more, so many steps from the end. Of what is won, what is over `need` does not count."""
        over = max(0.0, self.worth + target.worth - need)
        return Route(
            target.space, self.net + target.net - over, self.time + turns(far) + target.wait, self.worth + target.worth - over,
            self.visited | 1 << target.space,
        )  # fmt: skip


class RoutePlanner(Planner):
    """Chooses the first target of the best route."""

    def __init__(self, weights: Mapping[str, Weights], depth: int = 3, width: int = 8) -> None:
        """`depth`: the targets of a route; `width`: from each end of a route only so many targets are looked at further."""
        super().__init__(weights)
        self.depth = depth
        self.width = width

    def choose(self, table: Table, targets: Sequence[Target], steps: int, lag: float) -> Plan | None:
        if table.goal_treasure is not None or (table.hero == "wizard" and table.seats > 1):
            # one treasure is all that is looked for; what a wizard can fight later depends on the spells that it has left then
            return super().choose(table, targets, steps, lag)
        need = float(table.goal - table.gp) if table.seats == 1 else self.need(table)
        value = self.by_time(table) if table.seats == 1 else self.by_rate(table)
        firsts = []
        for target in targets:
            begun = Route(-1, 0.0, lag + turns(target.far, steps) - turns(target.far), 0.0, 0)
            route = begun.then(target, target.far, need)
            firsts.append((value(route), route, target.mode))
        firsts.sort(key=itemgetter(0), reverse=True)  # what is alike stays in space order
        best = None
        for _, route, mode in firsts[: self.width]:
            score = self.look_ahead(table, targets, route, self.depth - 1, need, value)
            if best is None or score > best.score:
                best = Plan(score, route.space, mode)
        return best

    def look_ahead(
        self, table: Table, targets: Sequence[Target], route: Route, depth: int, need: float, value: Callable[[Route], float]
    ) -> float:
        """The value of the best route that begins with this one and has at most so many targets more."""
        best = value(route)
        if not depth or route.worth >= need:
            return best
        leave = self.weights[table.hero].ch
        cost = ways(route.space, table.doors, table.uncleared, search_cost(table.hero), leave, table.hunter).cost
        longer = [route.then(each, cost[each.space], need) for each in targets if not route.visited >> each.space & 1]
        if depth == 1:
            return max([best, *map(value, longer)])
        longer.sort(key=value, reverse=True)
        return max([best, *(self.look_ahead(table, targets, each, depth - 1, need, value) for each in longer[: self.width])])

    def by_rate(self, table: Table) -> Callable[[Route], float]:
        """The gp for each turn, with a part of the way home counted to the time."""
        home, homeward = self.homeward(table)
        return lambda route: route.net / (route.time + homeward * route.worth * home[route.space])

    def by_time(self, table: Table) -> Callable[[Route], float]:
        """The goal's gp for each turn that it will take from now on."""
        home, homeward = self.homeward(table)
        goal, need, pace = table.goal, table.goal - table.gp, PACE[table.hero]

        def value(route: Route) -> float:
            missing = need - route.net
            if missing <= 0:
                return goal / (route.time + home[route.space] / STEPS)
            return goal / (route.time + missing / pace + homeward * route.worth * home[route.space])

        return value
