"""A bot that looks one action ahead: expected gold, with the mean of what is hidden."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

from arena.bots import Act, Bot
from arena_armadora.board import EDGE_ENDS, EDGE_ID, LAND, SMALLEST, SQUARE_ID, bits, mask_of, territories

Weights = dict[int, list[float]]
"""Square id -> [side, expected power, 1 if reinforced else 0] of the warrior on it."""


class Greedy(Bot):
    """Takes the action that raises its side's expected share of the gold the most.

    A territory's gold is shared out by softmax over the sides' totals, the softer the more empty squares it has; what is
    left in the reserves is spread evenly over all empty squares. The power of a warrior that it cannot see counts as the
    mean of what its owner's unseen tiles can be. Of the pairs of palisades only those are looked at that divide a
    territory. It remembers nothing: the view is enough.
    """

    def __init__(self, *, softness: float = 0.4, price: float = 0.35, patience: float = 2.0) -> None:
        """`softness`: how much what is still open blurs a lead. `price`: the gold that a point of power must bring.

        `patience`: how much of that price holds against a palisade, as long as the others still have tiles.
        """
        self.softness = softness
        self.price = price
        self.patience = patience

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        table = _Table(view, self.info.static["army"], self.info.teams, self.info.seat, self.softness)
        if legal[0].startswith("race "):
            return next((race for race in ("race elf", "race goblin", "race orc") if race in legal), legal[0])
        if view["first"] is not None:
            return self._second(table, legal)
        kinds: dict[str, list[str]] = {}
        for action in legal:
            kinds.setdefault(action.split(" ", 1)[0], []).append(action)
        if "power" in kinds and (power := self._power(table, kinds["power"])):
            return power
        options = [
            *self._warrior(table, kinds.get("warrior", [])),
            *self._palisades(table, kinds.get("palisade", [])),
            *((table.reinforce(SQUARE_ID[action.split()[1]]), action) for action in kinds.get("reinforce", [])),
        ]
        if not options:
            return legal[-1]
        best = max(gain for gain, _ in options)
        if best < 0 and legal[-1] == "pass" and not table.rivals_in:
            return "pass"  # nobody else will act, and all that is left would make it worse
        return self.rng.choice([action for gain, action in options if gain >= best - 1e-9])

    def _warrior(self, table: _Table, actions: list[str]) -> list[tuple[float, str]]:
        """The best warrior for its price, and what it gains (the price counted as far as it pays to wait)."""
        gains: dict[tuple[int, int], float] = {}
        best, out = -1000.0, []
        for action in actions:
            _, name, digit = action.split()
            square, power = SQUARE_ID[name], int(digit)
            place = table.part_of[square]
            if (place, power) not in gains:
                gains[place, power] = table.add(place, power)
            worth = gains[place, power] - self.price * power + 0.01 * table.near_gold[square]
            if worth > best:
                best, out = worth, [(gains[place, power] - self.patience * table.waiting * self.price * power, action)]
        return out

    def _palisades(self, table: _Table, actions: list[str]) -> list[tuple[float, str]]:
        legal = mask_of(EDGE_ID[action.split()[1]] for action in actions)
        twice = table.supply >= 2
        out = []
        for action in actions:
            edge = EDGE_ID[action.split()[1]]
            walls = table.walls | 1 << edge
            gain = table.walled(walls)
            if twice:
                others = legal & ~((2 << edge) - 1)  # each pair once, from its lower edge
                gain = max([gain, *(table.walled(walls | 1 << second) for second in bits(_cuts(walls) & others))])
            out.append((gain, action))
        return out

    def _second(self, table: _Table, legal: list[str]) -> str:
        options = [
            (0.0 if action == "done" else table.walled(table.walls | 1 << EDGE_ID[action.split()[1]]), action)
            for action in reversed(legal)
        ]
        return max(options, key=lambda option: option[0])[1]

    def _power(self, table: _Table, actions: list[str]) -> str | None:
        best, chosen = 0.2, None
        for action in actions:
            _, race, where, *power = action.split()
            if race == "mage":
                gain = 1.0 + table.worth[table.part_of[SQUARE_ID[where]]] if table.crowded else 0.0
            elif race == "elf":
                gain = table.shoot(SQUARE_ID[where])
            elif race == "orc":
                gain = table.walled(table.walls | 1 << EDGE_ID[where])
            else:
                gain = table.add(table.part_of[SQUARE_ID[where]], int(power[0])) - self.price * int(power[0])
            if gain > best:
                best, chosen = gain, action
        return chosen


class _Table:
    """A view, made ready for counting."""

    def __init__(self, view: Any, army: list[int], teams: list[int], seat: int, softness: float) -> None:
        self.seat = seat
        self.side = teams[seat]
        self.sides = max(teams) + 1
        self.softness = softness
        self.supply = view["supply"]
        self.walls = mask_of(EDGE_ID[edge] for edge in view["palisades"])
        self.gold = {SQUARE_ID[square]: pile for square, pile in view["gold"].items()}
        self.warriors: Weights = {}
        means = [_mean(view, army, who) for who in range(len(teams))]
        for name, owner in view["owner"].items():
            power = view["power"][name]
            expected = (means[owner] if power is None else power) - view["arrows"].get(name, 0)
            boosted = name in view["reinforced"]
            self.warriors[SQUARE_ID[name]] = [teams[owner], expected + boosted, boosted]
        self.empty = LAND & ~mask_of(self.warriors)
        self.unknown = mask_of(SQUARE_ID[name] for name, power in view["power"].items() if power is None)
        tiles = sum(army)
        mean = sum(p * n for p, n in enumerate(army, 1)) / tiles
        self.spread = sum((p - mean) ** 2 * n for p, n in enumerate(army, 1)) / tiles
        # what the sides still have, and how much of it comes to an empty square if it is spread evenly
        left = [0.0] * self.sides
        for who, count in enumerate(view["tiles"]):
            own = sum(p * n for p, n in enumerate(view["reserves"][who], 1)) if who == seat else means[who] * count
            left[teams[who]] += 0.0 if view["passed"][who] else own
        squares = max(self.empty.bit_count(), 1)
        self.left = left
        self.drift = [power / squares for power in left]
        rivals = [who for who in range(len(teams)) if teams[who] != self.side and not view["passed"][who]]
        self.rivals_in = bool(rivals)
        theirs = sum(view["tiles"][who] for who in rivals)
        self.waiting = theirs / (tiles * (len(teams) - teams.count(self.side)))
        self.restless = 16.0 * min(1.0, theirs / squares)
        self.facts: dict[int, tuple[int, int, float]] = {}  # a part's gold, empty squares, variance of what is hidden
        self.crowded = len(self.warriors) >= 10
        self.parts = territories(self.walls)
        self.part_of = {square: i for i, part in enumerate(self.parts) for square in bits(part)}
        self.totals_of = [self.totals(part) for part in self.parts]
        self.values = {part: self._value(part, totals) for part, totals in zip(self.parts, self.totals_of, strict=True)}
        self.worth = [sum(pile for mine, pile in self.gold.items() if part >> mine & 1) for part in self.parts]
        self.near_gold = {
            square: sum(pile / (1 + _distance(square, mine)) for mine, pile in self.gold.items()) / 20
            for square in bits(LAND)
        }

    def totals(self, part: int) -> list[float]:
        out = [0.0] * self.sides
        for square, (side, power, _) in self.warriors.items():
            if part >> square & 1:
                out[int(side)] += power
        return out

    def _value(self, part: int, totals: list[float], filled: int = 0, drift: list[float] | None = None) -> float:
        """My expected gold in a territory less the others' mean, with `filled` of its empty squares taken."""
        if part not in self.facts:
            gold = sum(pile for mine, pile in self.gold.items() if part >> mine & 1)
            self.facts[part] = gold, (part & self.empty).bit_count(), self.spread * (part & self.unknown).bit_count()
        gold, empties, doubt = self.facts[part]
        if not gold:
            return 0.0
        empties -= filled
        soft = 0.3 + self.softness * sqrt(self.restless * empties + doubt)
        totals = [total + more * empties for total, more in zip(totals, drift or self.drift, strict=True)]
        top = max(totals)
        weights = [exp((total - top) / soft) for total in totals]
        share = weights[self.side] / sum(weights)
        return float(gold * (share - (1 - share) / (self.sides - 1)))

    def add(self, place: int, power: float) -> float:
        """What a warrior of mine of this power in a territory gains; what is left in my reserve is spread anew."""
        squares = max(self.empty.bit_count() - 1, 1)
        drift = [power / squares for power in self.left]
        drift[self.side] = max(0.0, self.left[self.side] - power) / squares
        gain = 0.0
        for i, part in enumerate(self.parts):
            if self.worth[i]:
                totals = self.totals_of[i]
                if i == place:
                    totals = totals[:]
                    totals[self.side] += power
                gain += self._value(part, totals, int(i == place), drift) - self.values[part]
        return gain

    def shoot(self, square: int) -> float:
        part = self.parts[self.part_of[square]]
        totals = self.totals(part)
        totals[int(self.warriors[square][0])] -= 1
        return self._value(part, totals) - self.values[part]

    def reinforce(self, square: int) -> float:
        part = self.parts[self.part_of[square]]
        totals = self.totals(part)
        totals[self.side] += 1.5  # a little more than 1: it wins ties
        return self._value(part, totals) - self.values[part]

    def walled(self, walls: int) -> float:
        """What the territories of these walls gain over those there are now; a little less than 0 for useless walls."""
        gain = -0.05
        for part in territories(walls):
            if part not in self.values:
                if part.bit_count() < SMALLEST:
                    return -100.0
                self.values[part] = self._value(part, self.totals(part))
            gain += self.values[part]
        return gain - sum(self.values[part] for part in self.parts)


def _mean(view: Any, army: list[int], who: int) -> float:
    """The mean power of a seat's tiles that are not seen, on the board or in its reserve."""
    total, count = sum(p * n for p, n in enumerate(army, 1)), sum(army)
    for square, owner in view["owner"].items():
        if owner == who and (power := view["power"][square]) is not None:
            total, count = total - power, count - 1
    return total / count if count else 0.0


def _distance(a: int, b: int) -> int:
    return abs(a // 8 - b // 8) + abs(a % 8 - b % 8)


def _cuts(walls: int) -> int:
    """The edges that, walled one at a time, divide a territory: the bridges of the graph of squares."""
    beside: list[list[tuple[int, int]]] = [[] for _ in range(40)]
    for edge, (a, b) in enumerate(EDGE_ENDS):
        if not walls >> edge & 1:
            beside[a].append((b, edge))
            beside[b].append((a, edge))
    order = [0] * 40  # when a square was first reached, from 1
    low = [0] * 40
    clock = 0
    found = 0
    for root in range(40):
        if order[root]:
            continue
        clock += 1
        order[root] = low[root] = clock
        stack = [(root, -1, iter(beside[root]))]
        while stack:
            square, came_by, ways = stack[-1]
            for other, edge in ways:
                if edge == came_by:
                    continue
                if order[other]:
                    low[square] = min(low[square], order[other])
                    continue
                clock += 1
                order[other] = low[other] = clock
                stack.append((other, edge, iter(beside[other])))
                break
            else:
                stack.pop()
                if stack:
                    parent = stack[-1][0]
                    low[parent] = min(low[parent], low[square])
                    if low[square] > order[parent]:
                        found |= 1 << came_by
    return found
