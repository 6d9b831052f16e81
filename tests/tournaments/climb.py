"""A tiny game for one seat and more: climb step by step, and fall if a step is steeper than the deal allows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from arena.games import ActionEvent, Chance, Game, Notice, Part, State
from arena.games import Config as BaseConfig
from arena.hookspecs import hookimpl


class ClimbConfig(BaseConfig, frozen=True):
    low: Annotated[bool, Meta(description="Whether the lower score is the better one.")] = False
    counted: Annotated[bool, Meta(description="Whether there are scores at all.")] = True
    gear: Annotated[Literal["none", "rope"], Meta(description="Only a word, which is not null.")] = "none"
    broken: Annotated[bool, Meta(description="Whether the rules fail when the first step is 3.")] = False


class ClimbView(msgspec.Struct, frozen=True):
    height: Annotated[int, Meta(description="How high the seat has come.")]


class Climb(Game):
    name = "climb"
    seats = range(1, 4)
    Config = ClimbConfig
    View = ClimbView

    def new_match(self, config: Any, seats: int, chance: Chance) -> ClimbState:
        return ClimbState(config, [4 + chance.below("edge", 6) for _ in range(seats)])

    def lower_is_better(self, config: Any) -> bool:
        return bool(config.low)


class OnlyAlone(Climb):
    name = "hermit"
    seats = (1,)


class ClimbState(State):
    """Each seat takes three steps of 1 to 3; whoever comes higher than its edge has fallen: no score."""

    def __init__(self, config: ClimbConfig, edges: list[int]) -> None:
        self.config, self.edges = config, edges
        self.steps: list[list[int]] = [[] for _ in edges]

    @property
    def seat(self) -> int | None:
        taken = sum(map(len, self.steps))
        return None if taken == 3 * len(self.edges) else taken % len(self.edges)

    def legal(self) -> Sequence[str]:
        return ("step 1", "step 2", "step 3")

    def apply(self, action: str) -> list[Notice]:
        seat = self.seat
        if seat is None or action not in self.legal():
            raise ValueError(f"{action} is not legal")
        if self.config.broken and action == "step 3" and not self.steps[seat]:
            raise RuntimeError("broken rules")
        self.steps[seat].append(int(action[-1]))
        return [(None, ActionEvent(seat, action))]

    def view(self, seat: int) -> ClimbView:
        return ClimbView(sum(self.steps[seat]))

    def scores(self) -> list[int | None] | None:
        if self.seat is not None or not self.config.counted:
            return None
        heights = [sum(steps) for steps in self.steps]
        return [height if height <= edge else None for height, edge in zip(heights, self.edges, strict=True)]

    def ranks(self) -> list[int] | None:
        if self.seat is not None:
            return None
        worth = [sum(steps) if sum(steps) <= edge else 0 for steps, edge in zip(self.steps, self.edges, strict=True)]
        return [1 + sum(other > mine for other in worth) for mine in worth]

    def parts(self) -> list[Part]:
        return [
            Part("edge", "far" if edge >= 7 else "near", seat, float(sum(steps) <= edge))
            for seat, (steps, edge) in enumerate(zip(self.steps, self.edges, strict=True))
        ]


@hookimpl
def register_games(register: Any) -> None:
    register(Climb())
    register(OnlyAlone())
