"""What a seat remembers of a match: who placed what where and when, and what the hidden powers can be by that.

How likely a rival places which tile is judged by what everybody sees at that moment: strong tiles come before weak ones,
late, when few palisades are left to come, and near gold. The numbers were fitted (multinomial logit) to matches of
several bots; `trust` 0 leaves the belief that shuffling gives.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from random import Random
from typing import Any, NamedTuple

from arena_armadora.board import (
    ALL_EDGES,
    EDGE_ID,
    LAND,
    MINE_MASK,
    MINES,
    OPEN_LANES,
    SMALLEST,
    SQUARE_ID,
    SQUARES,
    bits,
    place,
    territories,
)
from arena_armadora.bots.beliefs import EVEN, Mixture, Odds
from arena_armadora.bots.table import Belief as Means
from arena_armadora.bots.table import inner_edges, rings

_REACH = 0.7
_SLOPE = (0.89, -1.24, -1.49, 0.52, -0.02, -0.43, -0.14, 0.79, -0.54, -0.5, -0.03, -0.7)
"""For each of the facts of a placement: how much it raises the logarithm of the odds with each point of power."""
_STEP = (0.49, 0.33, -0.74, 0.82, -0.06, -0.41, -0.12, 0.6, 0.01, -0.19, 0.51, 0.13)
"""The same, once for all powers above 1."""


class World(NamedTuple):
    """One way in which the hidden powers can be."""

    strength: list[int]
    """Square -> what its warrior counts, 0 where nobody stands."""
    hands: list[list[int]]
    """By seat: the powers in its reserve, weakest first; empty if it has passed."""


class Watcher:
    """Follows a match from the events that one seat is told."""

    def __init__(self, army: list[int], teams: list[int], seat: int, *, trust: float = 0.5) -> None:
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

    @property
    def board(self) -> tuple[int, int, int]:
        """The palisades as they stand: walls, lanes and legal edges, as `board.place` takes and gives them."""
        return self._board

    def powers(self) -> dict[str, int | None]:
        """The view's powers, with those of this seat's own warriors even where the view hides them."""
        return {
            square: self.own.get(square) if power is None and self._view["owner"][square] == self.seat else power
            for square, power in self._view["power"].items()
        }

    def means(self) -> Means:
        """Mean and variance of the power of each warrior and reserve tile of the others, rounded to quarters."""
        out: Means = {}
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
        """All hidden powers drawn from the beliefs, with the tokens counted in."""
        view = self._view
        strength = [0] * len(SQUARES)
        hands: list[list[int]] = []
        for who, belief in enumerate(self.beliefs):
            if who == self.seat:
                for square in self.order[who]:
                    strength[SQUARE_ID[square]] = self.own.get(square) or view["power"][square] or 1
                left = tuple(view["reserves"][who])
            else:
                powers, left = belief.sample(rng)
                for square, power in zip(self.order[who], powers, strict=True):
                    strength[SQUARE_ID[square]] = power
            hand = [power for power, count in enumerate(left, 1) for _ in range(count)]
            hands.append([] if view["passed"][who] else hand)
        for square, count in view["arrows"].items():
            strength[SQUARE_ID[square]] -= count
        for square in view["reinforced"]:
            strength[SQUARE_ID[square]] += 1
        return World(strength, hands)

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
        facts = self._facts(seat, square, gold)
        slope = sum(a * b for a, b in zip(_SLOPE, facts, strict=True))
        step = sum(a * b for a, b in zip(_STEP, facts, strict=True))
        return [exp(slope * (power - 1) + (step if power > 1 else 0.0)) for power in range(1, 6)]

    def _facts(self, seat: int, square: int, gold: dict[int, int]) -> list[float]:
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
