"""Surveyor: measures ways. It walls rivals off from the gold that its own warriors stand near.

It looks one step ahead, as Prospector does, with another guess: a warrior's influence on a mine is its power, halved
with each step of the way there. Palisades make ways longer; so it sees what a wall does before a territory is closed.
"""

# arena: games=armadora

from __future__ import annotations

from typing import Any

import arena

Ways = dict[str, dict[str, int]]
"""Mine -> square -> steps between them, round the palisades."""


class Surveyor(arena.Bot):
    """Walls rivals off from the gold that its own warriors stand near."""

    def start(self, info: arena.Start) -> None:
        self.beside: dict[str, set[str]] = {square: set() for square in info.static["squares"]}
        for edge in info.static["edges"]:
            one, other = edge.split("|")
            self.beside[one].add(other)
            self.beside[other].add(one)
        army = info.static["army"]
        self.average = sum(i * count for i, count in enumerate(army, 1)) / sum(army)

    def act(self, view: Any, legal: list[str], info: arena.Act) -> str:
        walls = set(view["palisades"])
        ways = self.measure(view, walls)
        now = self.value(view, ways)
        best: list[str] = []
        # a second palisade has to be worth it; but to pass is for good, so any action that does no harm is better
        best_gain = 0.05 if "done" in legal else -1e-6
        for action in legal:
            kind, _, rest = action.partition(" ")
            if kind == "warrior":
                square, power = rest.split()
                gain = (self.value(view, ways, square, int(power)) - now) / (1 + 0.25 * int(power))
            elif kind == "palisade":
                gain = self.value(view, self.measure(view, walls | {rest})) - now
            else:
                continue
            if gain > best_gain + 1e-9:
                best, best_gain = [action], gain
            elif gain > best_gain - 1e-9:
                best.append(action)
        if best:
            return self.rng.choice(best)
        # nothing helps: end the action, or the match, unless there is something else to choose
        return next((action for action in ("done", "pass") if action in legal), legal[0])

    def measure(self, view: Any, walls: set[str]) -> Ways:
        """The steps from each mine to all squares that can be reached from it, found ring by ring."""
        open_to = {
            square: [n for n in near if f"{square}|{n}" not in walls and f"{n}|{square}" not in walls]
            for square, near in self.beside.items()
        }
        ways: Ways = {}
        for mine in view["gold"]:
            steps = {mine: 0}
            queue = [mine]
            for square in queue:  # grows while we walk it
                for neighbour in open_to[square]:
                    if neighbour not in steps:
                        steps[neighbour] = steps[square] + 1
                        queue.append(neighbour)
            ways[mine] = steps
        return ways

    def value(self, view: Any, ways: Ways, square: str = "", power: int = 0) -> float:
        """The gold that we may expect, if besides a warrior of ours stood on `square`."""
        ours = self.info.teams[self.info.seat]
        warriors = [(place, self.info.teams[owner], view["power"][place] or self.average)
                    for place, owner in view["owner"].items()]  # fmt: skip
        if square:
            warriors.append((square, ours, power))
        expected = 0.0
        for mine, pile in view["gold"].items():
            influence = dict.fromkeys(self.info.teams, 0.01)  # without warriors all are equal
            for place, side, strength in warriors:
                if place in ways[mine]:
                    influence[side] += strength * 0.5 ** ways[mine][place]
            # squared: who is ahead will probably take it all
            expected += pile * influence[ours] ** 2 / sum(i**2 for i in influence.values())
        return expected
