"""Whole turns, looked ahead: what each is worth after the others have answered it, in worlds that fit what is known.

A turn is judged by what the ground promises (`grounds.promise`) once every rival has made the answer that it likes best
in that world. Only the answers that look best in the present position are tried, and those palisades that became a
threat by the turn itself: the other half of a cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from arena_armadora.board import EDGES, SQUARE_ID, SQUARES, bits, place
from arena_armadora.bots.grounds import HEAD, PER_SQUARE, PRICE, RESERVE, Ground, promise, survey
from arena_armadora.bots.table import Board, cutting_pairs
from arena_armadora.bots.watcher import World
from arena_armadora.cuts import joints

ANSWERS = 10
"""So many warriors of a rival are tried as answers, and half as many palisade actions."""
DEPTHS = (30, 2), (0, 3)
"""From so many empty squares and free edges on, so many rounds are looked ahead."""
COMBINED = 6
"""Of so many of the best single palisades all pairs are looked at too."""


class Turn(NamedTuple):
    """One way to use a turn's action."""

    edges: tuple[int, ...] = ()
    """The palisades that it lays."""
    square: int = -1
    """The square of the warrior that it places or reinforces."""
    power: int = 0
    """The power that comes to that square from the reserve."""
    token: float = 0.0
    """What a reinforcement counts for; it wins ties too."""
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


class Line(NamedTuple):
    """Where a line of turns has led to from the present position."""

    board: Board
    supply: int
    taken: int
    """Squares on which warriors came."""
    came: tuple[tuple[int, int, float, int], ...]
    """Square, side, power, and the seat from whose reserve it came (-1: a token)."""
    out: int
    """The seats that have passed, as a mask."""


class Scene:
    """The present position, with its hidden powers in some worlds."""

    def __init__(
        self,
        board: Board,
        supply: int,
        gold: dict[int, int],
        owned: Sequence[int],
        teams: Sequence[int],
        seat: int,
        passed: Sequence[bool],
        empty: int,
        worlds: Sequence[World],
        army: int,
    ) -> None:
        """`owned`: by seat the squares of its warriors, as a mask. `army`: the tiles with which each seat begins."""
        self.gold = gold
        self.owned = owned
        self.teams = teams
        self.seat = seat
        self.side = teams[seat]
        self.sides = max(teams) + 1
        self.empty = empty
        self.worlds = worlds
        self.whole = army * (len(teams) - teams.count(self.side))  # what my rivals begin with
        self.start = Line(board, supply, 0, (), sum(1 << who for who, gone in enumerate(passed) if gone))
        self.squares = empty.bit_count()
        self._left: dict[tuple[int, int], tuple[list[float], list[int]]] = {}
        self._grounds: dict[tuple[int, bool], tuple[Ground, int, dict[int, list[int]]]] = {}
        self._rivals = sum(1 << who for who, side in enumerate(teams) if side != self.side)
        self._answers: dict[int, list[Turn]] = {}
        self._threats: dict[int, list[Turn]] = {}
        self._cuts = {edge for (one, other), edges in joints(board[0], board[2]).items() if one == other for edge in edges}

    # one position

    def value(self, at: int, line: Line) -> list[float]:
        """By side what a line promises in world number `at`."""
        board, supply, _, came, out = line
        alive = self._rivals & ~out != 0
        key = board[0], alive and supply > 0
        known = self._grounds.get(key)
        if known is None:
            ground = survey(board, self.gold, key[1])
            known = self._grounds[key] = ground, sum(ground.weights[square] for square in bits(self.empty)), {}
        ground, room, every = known
        base = every.get(at)
        if base is None:
            base = every[at] = self._sums(ground, at)
        weights = ground.weights
        sums = base[:]
        squares = self.squares
        left, waiting = self._reserves(at, out)
        for square, side, power, who in came:
            weight = weights[square]
            if who < 0:
                sums[side] += int(weight * power)
                continue
            sums[side] += weight * int(power)
            room -= weight
            squares -= 1
            if not out >> who & 1:
                left[side] -= power
                waiting[side] -= 1
        if not alive:  # nothing comes but what my side wants
            return promise(ground, sums, room, [0.0] * self.sides, 0.0, [0.0] * self.sides)
        squares = squares or 1
        tiles = sum(waiting)
        drift = [RESERVE * more / squares for more in left]
        restless = PER_SQUARE * min(1.0, tiles / squares)
        keep = [PRICE * more * (tiles - own) / self.whole for more, own in zip(left, waiting, strict=True)]
        return promise(ground, sums, room, drift, restless, keep)

    def _reserves(self, at: int, out: int) -> tuple[list[float], list[int]]:
        """By side the power and the tiles in the reserves of those who have not passed, in lists of one's own."""
        known = self._left.get((at, out))
        if known is None:
            known = self._left[at, out] = [0.0] * self.sides, [0] * self.sides
            for who, (hand, side) in enumerate(zip(self.worlds[at].hands, self.teams, strict=True)):
                if not out >> who & 1:
                    known[0][side] += sum(hand)
                    known[1][side] += len(hand)
        return known[0][:], known[1][:]

    def _sums(self, ground: Ground, at: int) -> list[int]:
        weights, strength = ground.weights, self.worlds[at].strength
        sums = [HEAD] * self.sides
        for mask, side in zip(self.owned, self.teams, strict=True):
            total = 0
            for square in bits(mask):
                total += weights[square] * strength[square]
            sums[side] += total
        return sums

    def follow(self, line: Line, turn: Turn, seat: int) -> Line | None:
        """The line with a turn more; None if it cannot be taken there."""
        board, supply, taken, came, out = line
        if turn.edges:
            if supply < len(turn.edges):
                return None
            for edge in turn.edges:
                if not board[2] >> edge & 1:
                    return None
                board = place(*board, edge)
            return Line(board, supply - len(turn.edges), taken, came, out)
        if turn.leaves:
            return Line(board, supply, taken, came, out | 1 << seat)
        if turn.token:
            return Line(board, supply, taken, (*came, (turn.square, self.teams[seat], turn.token, -1)), out)
        if taken >> turn.square & 1:
            return None
        placed = (turn.square, self.teams[seat], float(turn.power), seat)
        return Line(board, supply, taken | 1 << turn.square, (*came, placed), out)

    # turns

    def rank(self, turns: Iterable[Turn], seat: int, worlds: int) -> list[tuple[float, Turn]]:
        """Turns of a seat by what they promise its side just after them, the best first; over the first so many worlds."""
        out = []
        side = self.teams[seat]
        for turn in turns:
            line = self.follow(self.start, turn, seat)
            if line is not None:
                out.append((sum(self.value(at, line)[side] for at in range(worlds)) / worlds, turn))
        out.sort(key=lambda item: -item[0])
        return out

    def walls(self, seat: int, worlds: int) -> list[tuple[float, Turn]]:
        """The palisade actions worth a look, the best first: single ones, pairs that cut together, and of the best both."""
        board, supply = self.start.board, self.start.supply
        if not supply:
            return []
        ranked = self.rank((Turn((edge,)) for edge in bits(board[2])), seat, worlds)
        if supply > 1:
            pairs = set(cutting_pairs(board))
            best = sorted(turn.edges[0] for _, turn in ranked[:COMBINED])
            pairs.update((one, other) for i, one in enumerate(best) for other in best[i + 1 :])
            ranked += self.rank((Turn(pair) for pair in sorted(pairs)), seat, worlds)
            ranked.sort(key=lambda item: -item[0])
        return ranked

    def answers(self, seat: int, worlds: int) -> list[Turn]:
        """The turns of a seat that look best in the present position."""
        known = self._answers.get(seat)
        if known is None:
            powers = sorted({power for world in self.worlds for power in world.hands[seat]})
            turns = [Turn(square=square, power=power) for square in bits(self.empty) for power in powers]
            warriors: list[Turn] = []
            count = [0] * 6
            for _, turn in self.rank(turns, seat, worlds):
                if count[turn.power] < 4:
                    count[turn.power] += 1
                    warriors.append(turn)
                    if len(warriors) == ANSWERS:
                        break
            palisades = [turn for _, turn in self.walls(seat, worlds)[: ANSWERS // 2]]
            known = self._answers[seat] = [*warriors, *palisades]
        return known

    def threats(self, board: Board) -> list[Turn]:
        """The palisades that divide a territory on this board and did not on the present one."""
        known = self._threats.get(board[0])
        if known is None:
            known = []
            if board[0] != self.start.board[0]:
                for (one, other), edges in joints(board[0], board[2]).items():
                    if one == other:
                        known += [Turn((edge,)) for edge in edges if edge not in self._cuts]
            self._threats[board[0]] = known
        return known

    def depth(self) -> int:
        """The rounds that are worth looking ahead, more as the end comes nearer and turns grow few."""
        ways = self.squares + (self.start.board[2].bit_count() if self.start.supply else 0)
        return next(rounds for limit, rounds in DEPTHS if ways >= limit)

    def outlook(self, at: int, turn: Turn, rounds: int = 1) -> float:
        """What a turn of mine promises my side in world number `at`, after so many rounds: each seat in its turn makes the
        answer that it likes best, and the last round ends before my own.
        """
        line = self.follow(self.start, turn, self.seat)
        assert line is not None, turn
        seats = len(self.teams)
        for step in range(1, seats * rounds):
            who = (self.seat + step) % seats
            if not line.out >> who & 1:
                line = self._answer(at, line, who)
        return self.value(at, line)[self.side]

    def _answer(self, at: int, line: Line, who: int) -> Line:
        """The line with the turn more that this seat likes best, by what it promises its side."""
        side = self.teams[who]
        hand = self.worlds[at].hands[who]
        spent = [power for _, _, power, owner in line.came if owner == who]
        if spent:
            hand = hand[:]
            for power in spent:
                hand.remove(int(power))
        best, chosen = -9.0, line
        for turn in (*self.answers(who, min(3, len(self.worlds))), *self.threats(line.board)):
            if turn.power and turn.power not in hand:
                continue
            after = self.follow(line, turn, who)
            if after is not None and (worth := self.value(at, after)[side]) > best:
                best, chosen = worth, after
        return chosen


def read_turn(action: str) -> Turn | None:
    """A main action other than a palisade as a turn; None for any other."""
    kind, *rest = action.split()
    if kind == "warrior":
        return Turn(square=SQUARE_ID[rest[0]], power=int(rest[1]))
    if kind == "reinforce":
        return Turn(square=SQUARE_ID[rest[0]], token=1.5)
    return Turn(leaves=True) if kind == "pass" else None
