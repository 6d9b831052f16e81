"""A round further: what a turn is worth once all others have made theirs, in worlds that fit what is known.

In each world everybody sees its own tiles and guesses at the others'; whose turn it is makes the warrior or palisade turn that
promises it the most by the same value of positions. The turn in question is worth what the seat's own best next turn promises
then: so positions are compared where the value was trained, at the end of an own turn. All turns are compared in the same
worlds (common random numbers).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena_armadora.board import bits
from arena_armadora.bots.planning import Plan, plans
from arena_armadora.bots.position import Position
from arena_armadora.bots.turns import Turn
from arena_armadora.bots.watcher import World
from arena_armadora.value.network import Value


def following(view: Any, seat: int) -> list[int]:
    """The seats that have not passed, in turn, from the next one to the one before `seat`."""
    seats = len(view["passed"])
    after = ((seat + step) % seats for step in range(1, seats))
    return [who for who in after if not view["passed"][who]]


def seen_by(view: Any, other: int, world: World, army: list[int], teams: Sequence[int]) -> Position:
    """What another seat knows in a world: its own tiles, and what lies face up."""
    power = {
        square: world.printed[square] if owner == other else view["power"][square] if square in view["face_up"] else None
        for square, owner in view["owner"].items()
    }
    hand = world.hands[other]
    reserves = [[hand.count(power) for power in range(1, 6)] if who == other else None for who in range(len(teams))]
    return Position({**view, "power": power, "reserves": reserves}, army, teams, other)


class Round:
    """A round in one world: a turn of mine, the others' best turns after it, and my best next one."""

    def __init__(self, position: Position, others: Sequence[Position], value: Value, *, fewest: int = 1) -> None:
        """`position`: what I know; `others`: what each seat after me knows in that world, in turn. `fewest`: see
        `planning.plans`.
        """
        self.position = position
        self.others = others
        self.value = value
        self.fewest = fewest

    def worth(self, plan: Plan) -> float:
        """What a turn of mine promises my side a round later."""
        me = self.position.with_own(plan.turn)
        others = [other.with_other(me.seat, plan.turn) for other in self.others]
        for number, other in enumerate(others):
            answer = self._best(other)
            if answer is not None:
                me = me.with_other(other.seat, answer.turn)
                for later in range(number + 1, len(others)):
                    others[later] = others[later].with_other(other.seat, answer.turn)
        if plan.turn.leaves:
            return float(self.value(*me.after([Turn()]))[0])
        best = self._best(me)
        return plan.worth if best is None else best.worth

    def _best(self, position: Position) -> Plan | None:
        powers = [power for power, count in enumerate(position.reserve, 1) if count]
        turns = [Turn(square=square, power=power) for square in bits(position.empty) for power in powers]
        return next(iter(plans(position, turns, list(bits(position.board[2])), self.value, fewest=self.fewest, combined=0)), None)
