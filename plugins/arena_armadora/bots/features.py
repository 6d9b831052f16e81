"""What a seat knows of a match as numbers for a network: some for each mine, some for the whole table.

`Position` is a view made ready; `after` gives the numbers after each of many turns at once. All is seen from the seat's own
side: its own warriors by their power, those that it cannot see by the mean and the variance of what they can be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena_armadora.board import (
    EDGE_ID,
    EDGES,
    LAND,
    MINES,
    SQUARE_ID,
    SQUARES,
    build,
    place,
)
from arena_armadora.bots.ground import REACHES, Ground, survey
from arena_armadora.bots.table import Belief, Board, unseen_tiles

Floats = NDArray[np.float64]

PER_REACH = 5
"""Of a mine at each reach: power of my side, of the next side, of the one after it; what of it is unsure; empty squares."""
PER_MINE = REACHES * PER_REACH + 6
"""And its gold; of its territory the gold, the mines, the free edges, the squares, and whether it is divided for good."""
TABLE = 31
"""The numbers for the whole table; `Position.table` says which. The last three are spare, and 0."""
TOKEN = 1.5
"""What a reinforcement counts for, in points of power; it wins ties too."""
_RACES = ("elf", "goblin", "mage", "orc")


class Turn(NamedTuple):
    """One way to use a turn's action."""

    edges: tuple[int, ...] = ()
    """The palisades that it lays."""
    square: int = -1
    """The square of the warrior that it places or reinforces."""
    power: int = 0
    """The power that comes to that square from the reserve."""
    token: bool = False
    """Whether it is a reinforcement."""
    leaves: bool = False
    """Whether it is a pass."""

    @property
    def action(self) -> str:
        """The first decision of it."""
        if self.edges:
            return f"palisade {EDGES[self.edges[0]]}"
        if self.leaves:
            return "pass"
        return f"reinforce {SQUARES[self.square]}" if self.token else f"warrior {SQUARES[self.square]} {self.power}"


def read_turn(action: str) -> Turn | None:
    """A main action other than a palisade as a turn; None for any other."""
    kind, *rest = action.split()
    if kind == "warrior":
        return Turn(square=SQUARE_ID[rest[0]], power=int(rest[1]))
    if kind == "reinforce":
        return Turn(square=SQUARE_ID[rest[0]], token=True)
    return Turn(leaves=True) if kind == "pass" else None


class Position:
    """A view made ready for counting. `with_warrior` and its like give another one; itself it does not change."""

    def __init__(self, view: Any, army: list[int], teams: Sequence[int], seat: int, belief: Belief | None = None) -> None:
        """`belief`: mean and variance of hidden powers, by square and ~seat, if more is known than shuffling gives."""
        belief = belief or {}
        self.sides = max(teams) + 1
        self.seat = seat
        self.side = [(side - teams[seat]) % self.sides for side in teams]
        """By seat its side, counted from my own: 0 is mine, 1 the next in turn."""
        self.board: Board = build(EDGE_ID[edge] for edge in view["palisades"])
        self.supply: int = view["supply"]
        self.gold = np.array([view["gold"][SQUARES[mine]] for mine in MINES], dtype=float)
        self.power = np.zeros((3, len(SQUARES)))
        """(sides, squares): the power that stands there, or its mean."""
        self.doubt = np.zeros(len(SQUARES))
        """(squares): its variance."""
        self.owner = {SQUARE_ID[square]: owner for square, owner in view["owner"].items()}
        unseen = [unseen_tiles(view, army, who) for who in range(len(teams))]
        for name, owner in view["owner"].items():
            square, known = SQUARE_ID[name], view["power"][name]
            mean, variance = (float(known), 0.0) if known is not None else belief.get(square, unseen[owner])
            if name in view["reinforced"]:
                mean += TOKEN
            self.power[self.side[owner], square] = mean - view["arrows"].get(name, 0)
            self.doubt[square] = variance
        self.empty = LAND & ~sum(1 << square for square in self.owner)
        self.passed: list[bool] = list(view["passed"])
        self.reserve: list[float] = list(view["reserves"][seat])
        self.tiles: list[int] = list(view["tiles"])
        self.mean = [belief[~who][0] if ~who in belief else unseen[who][0] for who in range(len(teams))]
        """By seat: the mean power of a tile of its reserve."""
        self.variance = [variance for _, variance in unseen]
        """By seat: the variance of it."""
        self.races: list[str | None] = view["races"]
        self.tokens: list[int] = list(view["tokens"])
        self.reinforcements: list[int] = list(view["reinforcements"])

    # other positions

    def _copy(self) -> Position:
        twin = object.__new__(Position)
        twin.__dict__.update(self.__dict__)
        return twin

    def with_palisade(self, edge: int) -> Position:
        """The position with a palisade more."""
        twin = self._copy()
        twin.board, twin.supply = place(*self.board, edge), self.supply - 1
        return twin

    def with_warrior(self, square: int, power: int) -> Position:
        """The position with a tile of the own reserve more on the board."""
        twin = self._copy()
        twin.power = self.power.copy()
        twin.power[0, square] = power
        twin.empty = self.empty & ~(1 << square)
        twin.owner = {**self.owner, square: self.seat}
        twin.reserve = self.reserve[:]
        twin.reserve[power - 1] -= 1
        twin.tiles = self.tiles[:]
        twin.tiles[self.seat] -= 1
        return twin

    def with_own(self, turn: Turn) -> Position:
        """The position after a turn of the own seat."""
        if turn.power:
            return self.with_warrior(turn.square, turn.power)
        return self.with_other(self.seat, turn)

    def with_other(self, who: int, turn: Turn) -> Position:
        """The position after a turn of another seat, the power of whose warrior is hidden."""
        twin = self._copy()
        if turn.edges:
            twin.board, twin.supply = self._laid(turn.edges), self.supply - len(turn.edges)
        elif turn.leaves:
            twin.passed = self.passed[:]
            twin.passed[who] = True
        else:
            side = self.side[who]
            twin.power = self.power.copy()
            if turn.token:
                twin.power[side, turn.square] += TOKEN
                twin.reinforcements = self.reinforcements[:]
                twin.reinforcements[who] = 0
            else:
                twin.power[side, turn.square] = self.mean[who]
                twin.doubt = self.doubt.copy()
                twin.doubt[turn.square] = self.variance[who]
                twin.empty = self.empty & ~(1 << turn.square)
                twin.owner = {**self.owner, turn.square: who}
                twin.tiles = self.tiles[:]
                twin.tiles[who] -= 1
        return twin

    def with_arrow(self, square: int) -> Position:
        """The position with an arrow on the warrior there."""
        twin = self._copy()
        twin.power = self.power.copy()
        twin.power[self.side[self.owner[square]], square] -= 1
        return twin

    def without_token(self) -> Position:
        """The position with one of the own race's tokens spent."""
        twin = self._copy()
        twin.tokens = self.tokens[:]
        twin.tokens[self.seat] -= 1
        return twin

    # numbers

    def after(self, turns: Sequence[Turn]) -> tuple[Floats, Floats]:
        """(turns, mines, PER_MINE) and (turns, TABLE): the numbers after each of these turns of the own seat.

        The turns of one call are all palisade turns of equally many palisades, or none of them is one.
        """
        if turns and turns[0].edges:
            boards = [self._laid(turn.edges) for turn in turns]
            ground = survey(self.board[0], [turn.edges for turn in turns], [(b[0], b[2]) for b in boards])
            table = np.tile(self.table(), (len(turns), 1))
            for row, turn, board in zip(table, turns, boards, strict=True):
                left = self.supply - len(turn.edges)
                row[_SUPPLY] = left / 10
                row[_FREE] = board[2].bit_count() / 20 if left else 0.0
            supply = self.supply - len(turns[0].edges)
            return self._mines(ground, supply), table
        ground = survey(self.board[0], [()], [(self.board[0], self.board[2])])
        mines = np.repeat(self._mines(ground, self.supply), len(turns), axis=0)
        table = np.tile(self.table(), (len(turns), 1))
        rows = [i for i, turn in enumerate(turns) if turn.square >= 0]
        if rows:
            weights = ground.weights[0][:, :, [turns[i].square for i in rows]].transpose(2, 1, 0) / 5  # (rows, mines, reaches)
            add = np.array([turns[i].power or TOKEN for i in rows])
            come = np.array([turns[i].power > 0 for i in rows], dtype=float)
            at = np.arange(REACHES) * PER_REACH
            for reach, start in enumerate(at):
                mines[rows, :, start] += weights[:, :, reach] * add[:, None]
                mines[rows, :, start + 4] -= weights[:, :, reach] * come[:, None]
        for row, turn in zip(table, turns, strict=True):
            if turn.power:
                row[turn.power - 1] -= 0.2
                row[_OWN] -= turn.power / 10
                row[_OWN + 1] -= 0.1
                row[_EMPTY] -= 0.1
            elif turn.token:
                row[_TOKENS + 4] -= 1
            elif turn.leaves:
                row[: _OWN + 2] = 0.0
                row[_IN] = 0.0
                row[_TOKENS : _TOKENS + 5] = 0.0
        return mines, table

    def _laid(self, edges: tuple[int, ...]) -> Board:
        board = self.board
        for edge in edges:
            board = place(*board, edge)
        return board

    def _mines(self, ground: Ground, supply: int) -> Floats:
        boards = len(ground.size)
        weights = ground.weights
        out = np.empty((boards, len(MINES), PER_MINE))
        empty = np.array([self.empty >> square & 1 for square in range(len(SQUARES))], dtype=float)
        power = weights @ np.concatenate([self.power, empty[None]]).T / 5  # (boards, reaches, mines, sides + 1)
        doubt = (weights * weights) @ self.doubt / 5
        for reach in range(REACHES):
            at = reach * PER_REACH
            out[:, :, at : at + 3] = power[:, reach, :, :3]
            out[:, :, at + 3] = doubt[:, reach]
            out[:, :, at + 4] = power[:, reach, :, 3]
        at = REACHES * PER_REACH
        spare = ground.spare if supply else np.zeros_like(ground.spare)
        out[:, :, at] = self.gold / 5
        out[:, :, at + 1] = ground.mines @ self.gold / 10
        out[:, :, at + 2] = ground.mines.sum(axis=2) / 3
        out[:, :, at + 3] = spare / 10
        out[:, :, at + 4] = ground.size / 10
        out[:, :, at + 5] = spare == 0.0
        return out

    def table(self) -> Floats:
        """(TABLE): reserves and tokens of all sides, and what is left of the board."""
        out = np.zeros(TABLE)
        me = self.seat
        if not self.passed[me]:
            out[:5] = [count / 5 for count in self.reserve]
            out[_OWN] = sum(power * count for power, count in enumerate(self.reserve, 1)) / 10
            out[_OWN + 1] = self.tiles[me] / 10
            out[_IN] = 1.0
        for who, side in enumerate(self.side):
            if who != me and not self.passed[who]:
                at = _OWN + 2 * (1 + side)
                out[at] += self.mean[who] * self.tiles[who] / 10
                out[at + 1] += self.tiles[who] / 10
                out[_IN + 1] += side > 0
        out[_SUPPLY] = self.supply / 10
        out[_FREE] = self.board[2].bit_count() / 20 if self.supply else 0.0
        out[_EMPTY] = self.empty.bit_count() / 10
        for who, race in enumerate(self.races):
            if race is not None and not self.passed[who]:
                at = _TOKENS if who == me else _TOKENS + 5
                sign = 1.0 if self.side[who] else -1.0  # a partner's count against the rivals'
                out[at + _RACES.index(race)] += self.tokens[who] * (1.0 if who == me else sign)
                out[at + 4] += self.reinforcements[who] * (1.0 if who == me else sign)
        return out


_OWN = 5  # own power and tiles; then the partner's, and those of the other sides
_SUPPLY, _FREE, _EMPTY, _IN = 13, 14, 15, 16
_TOKENS = 18  # own: elf, goblin, mage, orc, reinforcement; then those of the others
assert _TOKENS + 13 == TABLE

Value = Callable[[Floats, Floats], Floats]
"""(positions, mines, PER_MINE) and (positions, TABLE) -> what each promises."""
