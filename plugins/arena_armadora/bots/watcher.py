"""What a seat remembers of a match: who placed what where and when, and what the hidden powers can be by that.

How likely a rival places which tile is judged by what everybody sees at that moment: strong tiles come before weak ones,
late, when few palisades are left to come, and near gold; and by the network: a rival puts a tile where one of that power
does most good, when it does. The numbers were fitted (multinomial logit) to matches of bots at 2 and 3 seats, by
`bench/fit_watcher.py`; `trust` 0 leaves the belief that shuffling gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, log
from random import Random
from typing import Any, NamedTuple

from arena_armadora.board import (
    ALL_EDGES,
    EDGE_ID,
    EDGES,
    LAND,
    MINE_MASK,
    MINES,
    OPEN_LANES,
    SMALLEST,
    SQUARE_ID,
    bits,
    inner_edges,
    place,
    territories,
)
from arena_armadora.bots.beliefs import EVEN, Mixture, Odds
from arena_armadora.bots.position import Position
from arena_armadora.bots.table import Moments, rings
from arena_armadora.bots.turns import Turn
from arena_armadora.options import PALISADES
from arena_armadora.value.network import load

_REACH = 0.7
_SLOPE = (0.75, -0.57, -0.48, 0.81, -0.54, -0.46, 0.26, 1.31, -0.86, -0.03, -0.03, -1.18)
"""For each of the facts of a placement: how much it raises the logarithm of the odds with each point of power."""
_STEP = (1.12, -1.66, -0.76, 1.13, 0.25, -0.35, -0.48, 1.26, -0.12, 0.27, -1.99, -0.49)
"""The same, once for all powers above 1."""
_KEENNESS = 0.03
"""How much worse a square must be, in expected placement, to be taken e times less often."""
_SQUARE, _WHEN = 0.5, 1.54
"""What the network's opinion counts for: how good the square is for the power, and how good the power is now at all."""


class World(NamedTuple):
    """One way in which the hidden powers can be."""

    printed: dict[str, int]
    """Square -> the power on its tile."""
    hands: list[list[int]]
    """By seat: the powers in its reserve, weakest first; empty if it has passed."""


class Watcher:
    """Follows a match from the events that one seat is told."""

    def __init__(self, army: list[int], teams: list[int], seat: int, *, trust: float) -> None:
        self.army = army
        self.teams = teams
        self.seat = seat
        self.trust = trust
        self.own: dict[str, int] = {}  # what this seat has placed itself: square -> power
        self.beliefs = [Mixture(army, trust) for _ in teams]
        self.order: list[list[str]] = [[] for _ in teams]  # the squares of each seat's warriors, as they came
        self._board = (0, OPEN_LANES, ALL_EDGES)
        self._owned = [0] * len(teams)
        self._view: Any = None
        self._value = load(len(teams)).value

    def read(self, view: Any, events: Iterable[Any]) -> None:
        """Take in what is new. What a view shows and no event has told (a match resumed) is taken as it stands."""
        self._view = view
        gold = {SQUARE_ID[square]: pile for square, pile in view["gold"].items()}
        for event in events:
            if event["event"] == "action":
                self._follow(event["seat"], event["action"].split(), gold)
        for edge in view["palisades"]:
            self._wall(EDGE_ID[edge])
        for square, owner in view["owner"].items():
            if square not in self.order[owner]:
                self._put(owner, square, EVEN)
            power = self.own.get(square) if owner == self.seat else view["power"][square]
            if power is not None and owner != self.seat:
                self.beliefs[owner].learn(self.order[owner].index(square), power)

    def powers(self) -> dict[str, int | None]:
        """The view's powers, with those of this seat's own warriors even where the view hides them."""
        return {
            square: self.own.get(square) if power is None and self._view["owner"][square] == self.seat else power
            for square, power in self._view["power"].items()
        }

    def moments(self) -> Moments:
        """Mean and variance of the power of each warrior and reserve tile of the others, rounded to quarters."""
        out: Moments = {}
        for who, belief in enumerate(self.beliefs):
            if who == self.seat:
                continue
            for i, square in enumerate(self.order[who]):
                out[SQUARE_ID[square]] = _moments(belief.chances(i))
            count = self._view["tiles"][who]
            if count:
                total = sum(
                    chance * sum(p * n for p, n in enumerate(left, 1)) for left, chance in belief.reserve().items()
                )
                out[~who] = total / count, 0.0
        return out

    def world(self, rng: Random) -> World:
        """All hidden powers drawn from the beliefs."""
        view = self._view
        printed: dict[str, int] = {}
        hands: list[list[int]] = []
        for who, belief in enumerate(self.beliefs):
            if who == self.seat:
                for square in self.order[who]:
                    printed[square] = self.own.get(square) or view["power"][square] or 1
                left = tuple(view["reserves"][who])
            else:
                powers, left = belief.sample(rng)
                printed.update(zip(self.order[who], powers, strict=True))
            hand = [power for power, count in enumerate(left, 1) for _ in range(count)]
            hands.append([] if view["passed"][who] else hand)
        return World(printed, hands)

    def _follow(self, seat: int, words: list[str], gold: dict[int, int]) -> None:
        kind, rest = words[0], words[1:]
        if kind == "power":
            kind, rest = words[1], words[2:]
        if kind in ("palisade", "orc"):
            for edge in rest:
                self._wall(EDGE_ID[edge])
        elif kind in ("warrior", "goblin"):
            square, power = rest
            if seat == self.seat:
                self.own[square] = int(power)
                self._put(seat, square, EVEN)
            else:
                self._put(seat, square, self._odds(seat, SQUARE_ID[square], gold) if kind == "warrior" else EVEN)

    def _wall(self, edge: int) -> None:
        if self._board[2] >> edge & 1:
            self._board = place(*self._board, edge)

    def _put(self, seat: int, square: str, odds: Odds) -> None:
        if seat != self.seat:
            self.beliefs[seat].place(odds)
        self.order[seat].append(square)
        self._owned[seat] |= 1 << SQUARE_ID[square]

    def _odds(self, seat: int, square: int, gold: dict[int, int]) -> Odds:
        """How much likelier than by its number each power is placed here now."""
        if not self.trust:
            return EVEN
        facts = self.facts(seat, square, gold)
        slope = sum(a * b for a, b in zip(_SLOPE, facts, strict=True))
        step = sum(a * b for a, b in zip(_STEP, facts, strict=True))
        where, when = self.liked(seat, square)
        return [
            exp(slope * i + (step if i else 0.0) + _SQUARE * where[i] + _WHEN * when[i]) for i in range(len(self.army))
        ]

    def liked(self, seat: int, square: int) -> tuple[list[float], list[float]]:
        """By power what the network makes of placing it now, for one who sees no hidden tile: on this square, as the
        logarithm of how often it would be this one; and anywhere, more than the other powers, in tenths of a placement.
        """
        position = self._in_public(seat)
        empty = list(bits(position.empty))
        powers = [power for power in range(1, 6) if self.army[power - 1]]
        worth = self._value(*position.after([Turn(square=at, power=power) for at in empty for power in powers]))
        now = float(self._value(*position.after([Turn()]))[0])
        where, when = [0.0] * len(self.army), [0.0] * len(self.army)
        for i, power in enumerate(powers):
            worths = [float(x) for x in worth[i :: len(powers)]]
            best = max(worths)
            mean = best + _KEENNESS * log(sum(exp((x - best) / _KEENNESS) for x in worths) / len(worths))
            where[power - 1] = (worths[empty.index(square)] - mean) / _KEENNESS
            when[power - 1] = 10 * (mean - now)
        usual = sum(when) / len(powers)
        for power in powers:
            when[power - 1] -= usual
        return where, when

    def _in_public(self, seat: int) -> Position:
        """The position before a seat's placement, as anybody may see it. Tokens are taken as they are now."""
        view, walls = self._view, self._board[0]
        owner = {square: who for who, squares in enumerate(self.order) for square in squares}
        shown = {square: view["power"].get(square) if square in view["face_up"] else None for square in owner}
        tiles = [sum(self.army) - len(squares) for squares in self.order]
        pool = [
            count - sum(shown[square] == power for square in self.order[seat])
            for power, count in enumerate(self.army, 1)
        ]
        share = tiles[seat] / max(1, sum(pool))
        public = {
            **view, "palisades": [EDGES[edge] for edge in bits(walls)], "owner": owner, "power": shown, "tiles": tiles,
            "supply": PALISADES - walls.bit_count(), "passed": [False] * len(self.teams),
            "reserves": [[share * count for count in pool]] * len(self.teams),
        }  # fmt: skip
        return Position(public, self.army, self.teams, seat)

    def facts(self, seat: int, square: int, gold: dict[int, int]) -> list[float]:
        """What everybody sees of a placement, before it is made."""
        walls, _, free = self._board
        empty = LAND
        for mask in self._owned:
            empty &= ~mask
        here = total = 0.0
        for pile, ways in zip((gold[mine] for mine in MINES), rings(walls), strict=True):
            for steps, ring in enumerate(ways):
                if steps:
                    weight = pile * _REACH ** (steps - 1)
                    total += weight * (ring & empty).bit_count()
                    here += weight * (ring >> square & 1)
        mean = total / max(empty.bit_count(), 1)
        near = max(-2.0, min(2.0, (here - mean) / (mean + 1)))
        part = next(part for part in territories(walls) if part >> square & 1)
        closed = part.bit_count() < 2 * SMALLEST or not free & inner_edges(part)
        pile = sum(gold[mine] for mine in bits(part & MINE_MASK))
        sides = [0, 0]
        for who, mask in enumerate(self._owned):
            sides[self.teams[who] == self.teams[seat]] += (mask & part).bit_count()
        rich = float(closed and pile > 0)
        placed = len(self.order[seat]) / sum(self.army)
        early = free.bit_count() / len(EDGE_ID)
        return [
            1.0,
            placed,
            early,
            near,
            closed * min(pile, 12) / 6,
            float(closed and not pile),
            rich * ((part & empty).bit_count() == 1),
            rich * (sides[0] > 0),
            rich * (sides[1] > 0),
            rich * placed,
            early * placed,
            near * placed,
        ]


def _moments(chances: list[float]) -> tuple[float, float]:
    mean = sum(power * chance for power, chance in enumerate(chances, 1))
    variance = sum((power - mean) ** 2 * chance for power, chance in enumerate(chances, 1))
    return round(4 * mean) / 4, round(4 * variance) / 4
