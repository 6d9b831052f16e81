"""A strong bot: it believes, it looks ahead, it chooses."""

from __future__ import annotations

from math import inf
from time import monotonic
from typing import Any

from arena.bots import Act, Bot, Start
from arena.search import stop_ms
from arena_armadora.board import EDGES, LAND, SQUARE_ID
from arena_armadora.bots.greedy import RACES
from arena_armadora.bots.lookahead import Scene, Turn, read_turn
from arena_armadora.bots.table import Table, Taste
from arena_armadora.bots.turns import second_palisade, use_power
from arena_armadora.bots.watcher import Watcher

GLANCES = 3
"""The worlds in which turns are first looked at."""
BANK = 0.05
"""The part of what is left of a match's time that one decision may take."""


class Warlord(Bot):
    """Tracks what every hidden warrior can be, and compares its best turns by the best answers to them.

    What it believes comes from `Watcher`: exact chances, given what was seen and how seats are likely to place their
    armies. The candidates are the turns that look best just after them, warriors and palisades. Each is looked ahead in
    the same sampled worlds (common random numbers); after each third of the worlds the worse half is dropped (successive
    halving: Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
    """

    def __init__(
        self,
        *,
        worlds: int = 12,
        rounds: int = 0,
        width: int = 16,
        trust: float = 0.5,
        price: float = 0.5,
        ms: int | None = None,
    ) -> None:
        """`worlds`: the most in which a candidate is looked at, at two seats; fewer at more. `rounds`: how far it looks
        ahead; 0: further as the end comes nearer. `width`: the candidates. `trust`: how likely it thinks at first that
        others place their armies as its model does. `price`: the gold that a point of a goblin's power must bring. `ms`:
        stop a decision after so long; its answers then depend on the clock.
        """
        self.worlds = worlds
        self.rounds = rounds
        self.width = width
        self.trust = trust
        self.price = price
        self.ms = ms
        self.taste = Taste()
        self._then: str | None = None

    def start(self, info: Start) -> None:
        self._watcher = Watcher(info.static["army"], info.teams, info.seat, trust=self.trust)

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        began = monotonic()
        self._watcher.read(view, info.events)
        then, self._then = self._then, None
        if legal[0].startswith("race "):
            return next(race for race in RACES if race in legal)
        if view["first"] is not None and then in legal:
            return then
        view = {**view, "power": self._watcher.powers()}
        if view["first"] is not None:
            return second_palisade(self._table(view), legal)
        if legal[0].startswith("power ") and (power := use_power(self._table(view), view, legal, self.price)):
            return power
        scene = self._scene(view)
        turns = self._candidates(scene, legal)
        best = turns[0] if len(turns) == 1 else self._compare(turns, scene, began + self._limit(info))
        self._then = f"palisade {EDGES[best.edges[1]]}" if len(best.edges) > 1 else "done"
        return best.action

    def _table(self, view: Any) -> Table:
        static = self.info.static
        return Table(view, static["army"], self.info.teams, self.info.seat, self.taste, self._watcher.means())

    def _limit(self, info: Act) -> float:
        """Seconds for this decision."""
        ms = stop_ms(info.time, self.ms, bank=BANK)
        return inf if ms is None else ms / 1000

    def _scene(self, view: Any) -> Scene:
        """The position, with what is hidden drawn from the beliefs some times."""
        teams = self.info.teams
        owned = [0] * len(teams)
        for square, owner in view["owner"].items():
            owned[owner] |= 1 << SQUARE_ID[square]
        gold = {SQUARE_ID[square]: pile for square, pile in view["gold"].items()}
        worlds = [self._watcher.world(self.rng) for _ in range(max(1, 2 * self.worlds // len(teams)))]
        return Scene(
            self._watcher.board, view["supply"], gold, owned, teams, self.info.seat, view["passed"], LAND & ~sum(owned),
            worlds, sum(self.info.static["army"]),
        )  # fmt: skip

    def _candidates(self, scene: Scene, legal: list[str]) -> list[Turn]:
        """The turns that look best just after them: half of them warriors, of each power some; palisades; and to pass."""
        glances = min(GLANCES, len(scene.worlds))
        seat = self.info.seat
        half = max(1, self.width // 2)
        turns = [turn for action in legal if (turn := read_turn(action))]
        chosen: list[Turn] = []
        count = [0] * 6
        ranked = scene.rank((turn for turn in turns if not turn.leaves), seat, glances)
        for _, turn in ranked:
            if len(chosen) < half and count[turn.power] < 3:
                count[turn.power] += 1
                chosen.append(turn)
        if any(action.startswith("palisade ") for action in legal):
            chosen += [turn for _, turn in scene.walls(seat, glances)[:half]]
        return chosen + [turn for turn in turns if turn.leaves]

    def _compare(self, turns: list[Turn], scene: Scene, limit: float) -> Turn:
        """The best of these in the worlds of the scene; `limit`: when to stop at the latest."""
        scores = [0.0] * len(turns)
        rounds = self.rounds or scene.depth()
        alive = list(range(len(turns)))
        done = 0
        total = len(scene.worlds)
        for until in (max(1, total // 4), total // 2, total):
            while done < until and (not done or monotonic() < limit):
                for i in alive:
                    scores[i] += scene.outlook(done, turns[i], rounds)
                done += 1
            alive.sort(key=lambda i: -scores[i])
            if until < total:
                del alive[(len(alive) + 1) // 2 :]
        return turns[alive[0]]
