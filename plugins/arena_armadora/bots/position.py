"""What a seat knows of a match, as the numbers that the network reads (`value.numbers`).

`Position` is a view made ready; `after` gives the numbers after each of many turns at once: it changes those that a warrior
changes instead of counting anew, so it must know where each stands. All is seen from the seat's own
side: its own warriors by their power, those that it cannot see by the mean and the variance of what they can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from arena_armadora.board import EDGE_ID, LAND, MINES, SQUARE_ID, SQUARES, Board, build, place
from arena_armadora.bots.table import Moments, unseen_tiles
from arena_armadora.bots.turns import Turn
from arena_armadora.value.ground import REACHES, Floats, Ground, survey
from arena_armadora.value.numbers import (
    EDGE_SCALE,
    EMPTY,
    FREE,
    IN,
    OWN,
    PER_REACH,
    POWER_SCALE,
    REINFORCEMENT,
    SCALE,
    SUPPLY,
    TOKENS,
    mine_numbers,
    table_numbers,
)


class Position:
    """What a seat knows, made ready for `after`. `with_warrior` and its like give another one; itself it does not change."""

    def __init__(
        self, view: Any, army: list[int], teams: Sequence[int], seat: int, moments: Moments | None = None
    ) -> None:
        """`moments`: those of the hidden powers, if more is known than shuffling gives."""
        moments = moments or {}
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
            mean, variance = (float(known), 0.0) if known is not None else moments.get(square, unseen[owner])
            if name in view["reinforced"]:
                mean += REINFORCEMENT
            self.power[self.side[owner], square] = mean - view["arrows"].get(name, 0)
            self.doubt[square] = variance
        self.empty = LAND & ~sum(1 << square for square in self.owner)
        self.passed: list[bool] = list(view["passed"])
        self.reserve: list[float] = list(view["reserves"][seat])
        self.tiles: list[int] = list(view["tiles"])
        self.mean = [moments[~who][0] if ~who in moments else unseen[who][0] for who in range(len(teams))]
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
            if turn.reinforces:
                twin.power[side, turn.square] += REINFORCEMENT
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
            left = self.supply - len(turns[0].edges)
            ground = survey(
                self.board[0], [turn.edges for turn in turns], [(b[0], b[2] if left else 0) for b in boards]
            )
            table = np.tile(self.table(), (len(turns), 1))
            for row, board in zip(table, boards, strict=True):
                row[SUPPLY] = left / SCALE
                row[FREE] = board[2].bit_count() / EDGE_SCALE if left else 0.0
            return self._mines(ground), table
        ground = survey(self.board[0], [()], [(self.board[0], self.board[2] if self.supply else 0)])
        mines = np.repeat(self._mines(ground), len(turns), axis=0)
        table = np.tile(self.table(), (len(turns), 1))
        rows = [i for i, turn in enumerate(turns) if turn.square >= 0]
        if rows:
            near = ground.weights[0][:, :, [turns[i].square for i in rows]]  # (reaches, mines, rows)
            weights = near.transpose(2, 1, 0) / POWER_SCALE
            add = np.array([turns[i].power or REINFORCEMENT for i in rows])
            come = np.array([turns[i].power > 0 for i in rows], dtype=float)
            at = np.arange(REACHES) * PER_REACH
            for reach, start in enumerate(at):
                mines[rows, :, start] += weights[:, :, reach] * add[:, None]
                mines[rows, :, start + 4] -= weights[:, :, reach] * come[:, None]
        for row, turn in zip(table, turns, strict=True):
            if turn.power:
                row[turn.power - 1] -= 1 / POWER_SCALE
                row[OWN] -= turn.power / SCALE
                row[OWN + 1] -= 1 / SCALE
                row[EMPTY] -= 1 / SCALE
            elif turn.reinforces:
                row[TOKENS + 4] -= 1
            elif turn.leaves:
                row[: OWN + 2] = 0.0
                row[IN] = 0.0
                row[TOKENS : TOKENS + 5] = 0.0
        return mines, table

    def _laid(self, edges: tuple[int, ...]) -> Board:
        board = self.board
        for edge in edges:
            board = place(*board, edge)
        return board

    def _mines(self, ground: Ground) -> Floats:
        empty = np.array([self.empty >> square & 1 for square in range(len(SQUARES))], dtype=float)
        return mine_numbers(ground, self.power[None], self.doubt[None], empty[None], self.gold)

    def table(self) -> Floats:
        """(TABLE): reserves and tokens of all sides, and what is left of the board."""
        return table_numbers(
            seat=self.seat, side=self.side, passed=self.passed, reserve=self.reserve, mean=self.mean, tiles=self.tiles,
            supply=self.supply, free=self.board[2].bit_count(), empty=self.empty.bit_count(),
            races=self.races, tokens=self.tokens, reinforcements=self.reinforcements,
        )  # fmt: skip
