"""What matches in the middle promise each seat, by the trained network: for search bots that stop a line of play early.

Many states are estimated together, since what bounds it is the number of calls and not of states: those that differ by a
warrior or a palisade, as all that one decision can lead to, share the flow over the board (`value.ground`).

Each seat's prospects are those that it sees itself: what is hidden from it counts as a shuffled army, with a mean and a
variance, as in the positions on which the network was trained. A state known in full would look surer than it is to anybody.

The network was trained on positions at the end of a turn. In the middle of one the state is worth what the best way on makes
of it: after the first palisade, a second one that divides a territory together with it; after a power, a warrior beside the
mines with most gold. So a look one decision ahead sees what the whole turn is for.

It has hardly seen how one goes on alone after all others have passed early, and thinks little of it. But whoever may still act
can also pass, so that much is promised at least.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from arena.games import placements
from arena_armadora.board import EDGE_ENDS, EDGES, MINES, SQUARES, bits
from arena_armadora.cuts import partners
from arena_armadora.notation import RACES
from arena_armadora.options import ARMIES
from arena_armadora.rules import AFTER_POWER, SECOND, ArmadoraState
from arena_armadora.scoring import places
from arena_armadora.value.ground import Floats, Ground, survey_all
from arena_armadora.value.network import load
from arena_armadora.value.numbers import REINFORCEMENT, mine_numbers, table_numbers
from arena_armadora.views import seen_squares

NEAR = 4
"""After a power: on so many squares with most gold beside them the strongest and the weakest warrior are tried."""


def estimate(states: Sequence[ArmadoraState], seats: Sequence[int]) -> list[list[float]]:
    """For each state what it promises each of these seats, in 0..1: the expected placement, (beaten + ties/2) / others, and with
    a small share the lead in gold (`value.network`); the placement alone where nothing can change it any more.

    All states are of one match or of worlds of it: they have the same gold, seats and sides. They are not changed.
    """
    if not states:
        return []
    ends: list[ArmadoraState] = []
    ways: list[slice] = []
    for state in states:
        begin = len(ends)
        ends.extend(_ways_on(state))
        ways.append(slice(begin, len(ends)))
    deciding = {s.turn for s, way in zip(states, ways, strict=True) if s.turn is not None and way.stop - way.start > 1}
    worth = dict(_worth(ends, deciding.union(seats)))
    out = []
    for state, of_state in zip(states, ways, strict=True):
        best = of_state.start
        if of_state.stop - best > 1:
            assert state.turn is not None
            best += int(worth[state.turn][of_state].argmax())
        out.append([float(worth[seat][best]) for seat in seats])
    return out


def _ways_on(state: ArmadoraState) -> Iterator[ArmadoraState]:
    """The state as it stands; but in the middle of a turn also, or instead, what it may be at the end of it."""
    seat = state.turn
    if seat is None or state.phase not in (AFTER_POWER, SECOND):
        yield state
        return
    if state.phase == SECOND:
        yield state
        edges = partners(state.walls, state.first) & state.free if state.supply else 0
        actions = [f"palisade {EDGES[edge]}" for edge in bits(edges)]
    else:
        powers = [power for power, count in enumerate(state.reserves[seat], 1) if count]
        squares = _golden(state)
        if not powers or not squares:
            yield state
            return
        actions = [f"warrior {SQUARES[square]} {power}" for square in squares for power in {powers[0], powers[-1]}]
    for action in actions:
        after = state.copy()
        after.apply(action)
        yield after


def _golden(state: ArmadoraState) -> list[int]:
    """The empty squares with most gold in the mines beside them, the best first."""
    beside: dict[int, int] = {}
    for edge, (a, b) in enumerate(EDGE_ENDS):
        if not state.walls >> edge & 1:
            for square, mine in ((a, b), (b, a)):
                if mine in state.gold and state.empty >> square & 1:
                    beside[square] = beside.get(square, 0) + state.gold[mine]
    return sorted(beside, key=lambda square: (-beside[square], square))[:NEAR]


def _worth(states: Sequence[ArmadoraState], seats: Collection[int]) -> Iterator[tuple[int, Floats]]:
    """Each of these seats and, by state, what it is promised by it as it stands, as if the turn in play were over."""
    first = states[0]
    sides = max(first.sides) + 1
    boards: dict[tuple[int, int], int] = {}
    at = [boards.setdefault((s.walls, s.free if s.supply else 0), len(boards)) for s in states]
    ground = Ground(*(field[at] for field in survey_all(list(boards))))
    warriors = Warriors(states)
    gold = np.array([first.gold[mine] for mine in MINES], dtype=float)
    network = load(first.seats)
    settled = {row: _result(s) for row, s in enumerate(states) if _settled(s)}
    alone = {
        row: (s.turn, _result(s)) for row, s in enumerate(states) if row not in settled and s.turn is not None and _alone(s)
    }
    for seat in seats:
        side = [(side - first.sides[seat]) % sides for side in first.sides]
        power, doubt, means = warriors.seen_by(seat, side)
        mines = mine_numbers(ground, power, doubt, warriors.empty, gold)
        value = network.value(mines, _tables(states, seat, side, means))
        for row, result in settled.items():
            value[row] = result[seat]
        for row, (last, result) in alone.items():  # who acts last may pass at once: it gets that at least, and others at most
            bound = max if first.sides[seat] == first.sides[last] else min
            value[row] = bound(value[row], result[seat])
        yield seat, value


def _result(state: ArmadoraState) -> list[float]:
    """By seat the placement if all that stands were counted now."""
    return placements(places(state.piles(), state.sides, seat_order=state.config.full_tie == "seat_order"), state.sides)


def _alone(state: ArmadoraState) -> bool:
    """Whether all but the seat to move have passed, so that it can end the match."""
    return all(passed or seat == state.turn for seat, passed in enumerate(state.passed))


def _settled(state: ArmadoraState) -> bool:
    """Whether nothing can come any more that changes the result."""
    if state.turn is None:
        return True
    if state.supply and state.free:
        return False
    return all(
        passed or not (tiles or tokens or unused)
        for passed, tiles, tokens, unused in zip(state.passed, state.left, state.tokens, state.unused, strict=True)
    )


class Warriors:
    """The armies of some states, and what each seat knows of them."""

    def __init__(self, states: Sequence[ArmadoraState]) -> None:
        self.states = states
        count, seats = len(SQUARES), states[0].seats
        self.army = np.arange(1, 6), np.array(ARMIES[seats])
        self.power = np.frombuffer(b"".join(s.power for s in states), np.uint8).reshape(-1, count).astype(float)
        """(states, squares): the power that is printed on the tile."""
        self.owned = _bits([mask for s in states for mask in s.owned], count).reshape(-1, seats, count)
        self.empty = _bits([s.empty for s in states], count).astype(float)
        self.marks = np.zeros(self.power.shape)
        """(states, squares): what reinforcements and arrows add to it."""
        if any(s.boosts for s in states):
            self.marks += REINFORCEMENT * _bits([s.boosts for s in states], count)
        if any(s.arrows for s in states):
            self.marks -= _bits([s.arrows for s in states], 2 * count).reshape(-1, count, 2) @ np.array([1, 2])

    def seen_by(self, seat: int, side: Sequence[int]) -> tuple[Floats, Floats, Floats]:
        """(states, 3, squares), by side counted from the seat's own: the power, or the mean of what it can be; (states, squares),
        its variance; (states, seats), the mean power of a tile in a reserve. What the seat does not see is a shuffled army's.
        """
        powers, army = self.army
        sight = _bits([seen_squares(state, seat) for state in self.states], len(SQUARES))
        power, doubt = np.zeros((len(self.states), 3, len(SQUARES))), np.zeros(self.power.shape)
        means = np.zeros((len(self.states), len(side)))
        for who, of_side in enumerate(side):
            seen = self.owned[:, who] * sight
            known = seen * self.power
            left = np.maximum(army.sum() - seen.sum(axis=1), 1)
            mean = (army @ powers - known.sum(axis=1)) / left
            square = (army @ powers**2 - (known * known).sum(axis=1)) / left
            hidden = self.owned[:, who] - seen
            power[:, of_side] += known + hidden * mean[:, None] + self.owned[:, who] * self.marks
            doubt += hidden * (square - mean * mean)[:, None]
            means[:, who] = mean
        return power, doubt, means


def _bits(masks: Sequence[int], count: int) -> NDArray[np.uint8]:
    """(masks, count): each mask's bits."""
    size = count // 8
    flat = np.frombuffer(b"".join(mask.to_bytes(size, "little") for mask in masks), np.uint8)
    return np.unpackbits(flat.reshape(-1, size), axis=1, bitorder="little")


def _tables(states: Sequence[ArmadoraState], seat: int, side: Sequence[int], means: Floats) -> Floats:
    """(states, TABLE), as the seat sees it. The states that one decision can lead to have few different ones."""
    known: dict[object, Floats] = {}
    out = []
    for state, mean in zip(states, means.tolist(), strict=True):
        counts = state.supply, state.free.bit_count(), state.empty.bit_count()
        key = (*counts, *state.reserves[seat], *state.left, *mean, *state.passed, *state.tokens, *state.unused, *state.races)
        table = known.get(key)
        if table is None:
            table = known[key] = table_numbers(
                seat=seat,
                side=side,
                passed=state.passed,
                reserve=state.reserves[seat],
                mean=mean,
                tiles=state.left,
                supply=state.supply,
                free=state.free.bit_count(),
                empty=state.empty.bit_count(),
                races=[None if race is None else RACES[race] for race in state.races],
                tokens=state.tokens,
                reinforcements=state.unused,
            )
        out.append(table)
    return np.array(out)
