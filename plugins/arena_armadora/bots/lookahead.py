"""One turn further: what a turn is worth once the next rival has answered it, in worlds that fit what is known.

In each world the rival sees its own tiles and guesses at mine; it makes the warrior or palisade turn that promises it the
most by the same value of positions. All turns of mine are compared in the same worlds (common random numbers).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena_armadora.board import bits
from arena_armadora.bots.features import Position, Turn, Value
from arena_armadora.bots.planning import Plan, plans
from arena_armadora.bots.watcher import World


def next_rival(view: Any, teams: Sequence[int], seat: int) -> int | None:
    """The next seat in turn that is on another side and has not passed; None if there is none."""
    after = ((seat + step) % len(teams) for step in range(1, len(teams)))
    return next((who for who in after if teams[who] != teams[seat] and not view["passed"][who]), None)


def seen_by(view: Any, rival: int, world: World, army: list[int], teams: Sequence[int]) -> Position:
    """What a rival knows in a world: its own tiles, and what lies face up."""
    power = {
        square: world.printed[square] if owner == rival else view["power"][square] if square in view["face_up"] else None
        for square, owner in view["owner"].items()
    }
    hand = world.hands[rival]
    reserves = [[hand.count(power) for power in range(1, 6)] if who == rival else None for who in range(len(teams))]
    return Position({**view, "power": power, "reserves": reserves}, army, teams, rival)


class Answers:
    """The next rival's answers in one world."""

    def __init__(self, position: Position, rival: Position, world: World, value: Value, *, fewest: int = 1) -> None:
        """`position`: what I know; `rival`: what the rival knows in that world. `fewest`: see `planning.plans`."""
        self.position = position
        self.rival = rival
        self.value = value
        self.fewest = fewest
        self.powers = sorted(set(world.hands[rival.seat]))

    def worth(self, plan: Plan) -> float:
        """What a turn of mine promises my side after the rival's best answer."""
        rival, me = self.rival.with_other(self.position.seat, plan.turn), self.position
        turns = [Turn(square=square, power=power) for square in bits(rival.empty) for power in self.powers]
        answers = plans(rival, turns, list(bits(rival.board[2])), self.value, fewest=self.fewest, combined=0)
        if not answers:
            return plan.worth
        if me.sides == 2:
            return 1.0 - answers[0].worth
        after = me.with_own(plan.turn).with_other(rival.seat, answers[0].turn)
        return float(self.value(*after.after([Turn()]))[0])

