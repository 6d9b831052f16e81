"""A strong bot: it believes, it plays out, it chooses."""

from __future__ import annotations

from time import monotonic
from typing import Any

from arena.bots import Act, Bot, Start
from arena_armadora.board import SQUARE_ID
from arena_armadora.bots.greedy import RACES
from arena_armadora.bots.playouts import Division, Luck, World, divide, fill, outcome
from arena_armadora.bots.table import Table, Taste
from arena_armadora.bots.turns import Option, options, second_palisade, use_power
from arena_armadora.bots.watcher import Watcher


class Warlord(Bot):
    """Tracks what every hidden warrior can be, and compares the best turns by playing them out in sampled worlds.

    What it believes comes from `Watcher`: exact chances, given what was seen and how seats are likely to place their
    armies. The candidates are the turns that the table's estimate likes best, of each kind some. All are played out in
    the same worlds with the same luck (common random numbers); after each third of the playouts the worse half is
    dropped (successive halving: Karnin, Koren, Somekh, "Almost optimal exploration in multi-armed bandits", 2013).
    """

    def __init__(
        self,
        *,
        playouts: int = 90,
        width: int = 16,
        trust: float = 0.8,
        weight: float = 0.5,
        price: float = 0.5,
        ms: int | None = None,
    ) -> None:
        """`playouts`: the most that a candidate is given. `width`: the candidates. `trust`: how far it reads intent in
        what others do, 0 not at all. `weight`: of the estimate beside the playouts. `price`: the gold that a point of
        power must bring, in the estimate. `ms`: stop a decision after so long; its answers then depend on the clock.
        """
        self.playouts = playouts
        self.width = width
        self.trust = trust
        self.weight = weight
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
        seat, army = self.info.seat, self.info.static["army"]
        table = Table(view, army, self.info.teams, seat, self.taste, self._watcher.means())
        if view["first"] is not None:
            return second_palisade(table, legal)
        if power := use_power(table, view, legal, self.price):
            return power
        ways = self._candidates(options(table, legal, self.price), legal, table)
        limit = began + self._limit(info)
        best = ways[0] if len(ways) == 1 else self._compare(ways, Scene(table, view["owner"]), limit)
        self._then = best.second or "done"
        return best.action

    def _limit(self, info: Act) -> float:
        """Seconds for this decision. The arena's limits matter only where the fixed work would come near them: then, on a
        machine that is so slow, the clock has a say in what is played.
        """
        time = info.time
        limits = [
            self.ms,
            None if time.move_ms is None else time.move_ms / 2,
            None if time.bank_ms is None else time.bank_ms / 20,
        ]
        return min((limit for limit in limits if limit is not None), default=1e9) / 1000

    def _candidates(self, ways: list[Option], legal: list[str], table: Table) -> list[Option]:
        """The most promising turns: half of them warriors, of each power some, half palisades; and to pass."""
        ways.sort(key=lambda way: -way.gain)
        half = self.width // 2
        warriors: list[Option] = []
        others: list[Option] = []
        count = [0] * 6
        for way in ways:
            if way.placed is None:
                others.append(way)
            elif len(warriors) < half and count[way.placed[1]] < 3:
                count[way.placed[1]] += 1
                warriors.append(way)
        out = [*warriors, *others[: self.width - half]]
        if "pass" in legal:
            out.append(Option(-0.5 if table.rivals_in else 0.0, "pass"))
        return out or [Option(0.0, legal[0])]

    def _compare(self, ways: list[Option], scene: Scene, limit: float) -> Option:
        """The best of these by their playouts and the estimate; `limit`: when to stop at the latest."""
        scores = [0.0] * len(ways)
        alive = list(range(len(ways)))
        done = 0
        for until in (self.playouts // 5, self.playouts // 2, self.playouts):
            while not done or (done < until and monotonic() < limit):
                done += 1
                world, luck = self._watcher.world(self.rng), Luck.draw(self.rng)
                results = scene.play([ways[i] for i in alive], world, luck, self.rng.randrange(len(scene.teams)))
                for i, result in zip(alive, results, strict=True):
                    scores[i] += result
            alive.sort(key=lambda i: -(scores[i] / done + self.weight * ways[i].gain))
            if until < self.playouts:
                del alive[(len(alive) + 1) // 2 :]
        return ways[alive[0]]


class Scene:
    """The position from which turns are played out."""

    def __init__(self, table: Table, owner: dict[str, int]) -> None:
        self.table = table
        self.teams = table.teams
        self._standing = [(SQUARE_ID[square], table.teams[who]) for square, who in owner.items()]
        # with palisades to come nobody knows whose turn it will be when they have run out
        self._settled = table.board[2].bit_count() < 4

    def play(self, ways: list[Option], world: World, luck: Luck, turn: int) -> list[float]:
        """What each turn is worth in this world with this luck. `turn`: who is next when all palisades are laid."""
        table = self.table
        if self._settled:
            turn = (table.seat + 1) % len(self.teams)
        ends: dict[int, tuple[Division, list[list[int]]]] = {}
        out = []
        for way in ways:
            board = way.board or table.board
            if board[0] not in ends:
                # nobody else will lay palisades when all others have passed, and this seat need not
                supply = table.supply - (board[0] ^ table.board[0]).bit_count() if table.rivals_in else 0
                division = divide(board, supply, luck, table.gold)
                ends[board[0]] = division, self._totals(division, world)
            division, standing = ends[board[0]]
            totals = [total[:] for total in standing]
            hands, empty = world.hands[:], table.empty
            if way.placed is not None:
                square, power = way.placed
                empty &= ~(1 << square)
                hands[table.seat] = hands[table.seat][:]
                hands[table.seat].remove(power)
                self._add(totals, division, square, power)
            elif way.token is not None:
                self._add(totals, division, way.token, 1)
            elif way.action == "pass":
                hands[table.seat] = []
            fill(division, totals, empty, hands, self.teams, turn, luck.moods)
            out.append(outcome(division.gold, totals, table.side))
        return out

    def _totals(self, division: Division, world: World) -> list[list[int]]:
        """By side and territory with gold: the power that stands there."""
        totals = [[0] * len(division.gold) for _ in range(self.table.sides)]
        for square, side in self._standing:
            if (where := division.of[square]) >= 0:
                totals[side][where] += world.strength[square]
        return totals

    def _add(self, totals: list[list[int]], division: Division, square: int, power: int) -> None:
        if (where := division.of[square]) >= 0:
            totals[self.table.side][where] += power
