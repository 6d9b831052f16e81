"""The options of a match, and what follows from them and the number of seats."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from arena.games import Config as BaseConfig

LETTERS = "ABCD"
"""How people write seats 0 to 3."""
PILES = (3, 4, 4, 5, 5, 6, 6, 7)
"""The gold, one pile a mine."""
PALISADES = 35
"""The common supply at the start."""
ARMIES: dict[int, tuple[int, int, int, int, int]] = {2: (11, 2, 1, 1, 1), 3: (7, 2, 1, 1, 0), 4: (5, 1, 1, 1, 0)}
"""Seats -> a seat's warriors of power 1, 2, 3, 4, 5."""


class Config(BaseConfig, frozen=True, forbid_unknown_fields=True):
    """The options of Armadöra. Those of the advanced game are accepted and without effect in the basic one."""

    advanced: Annotated[
        bool, Meta(description="Play the advanced game: each seat has a race with a power, and one reinforcement.")
    ] = False
    palisades_min: Annotated[
        Literal[1, 2],
        Meta(description="The fewest palisades of a palisade action; 2 asks for two wherever two are possible."),
    ] = 1
    own_peek: Annotated[
        bool,
        Meta(description="A seat always sees its own face-down warriors; if false their power is null in its view."),
    ] = True
    full_tie: Annotated[
        Literal["shared", "seat_order"],
        Meta(description="Sides equal in all their piles share the place, or the one with the lowest seat is first."),
    ] = "shared"
    race_assign: Annotated[
        Literal["random", "chosen"],
        Meta(description="Advanced: races are dealt, or each seat in turn chooses one before the first turn."),
    ] = "random"
    power_without_action: Annotated[
        bool, Meta(description="Advanced: a power may be used with no action after it, or with a pass.")
    ] = False
    mage_partner: Annotated[bool, Meta(description="Advanced: a mage may peek at its partner's warriors too.")] = False
    goblin_face_up: Annotated[
        bool, Meta(description="Advanced: a goblin's extra warrior is placed face up; if false face down.")
    ] = True
    arrow_open_needs_own: Annotated[
        bool,
        Meta(description="Advanced: an elf needs a warrior of its own even while the board is undivided."),
    ] = True
    arrow_stack: Annotated[bool, Meta(description="Advanced: a warrior that was shot may be shot again.")] = True
    arrow_floor_zero: Annotated[
        bool, Meta(description="Advanced: arrows never take a power below 0 (a reinforcement counts after them).")
    ] = False
    zero_power_contends: Annotated[
        bool, Meta(description="Advanced: a side with a warrior in a territory contends even with a total below 1.")
    ] = True
    forced_pass_final: Annotated[
        bool,
        Meta(description="A seat that can do nothing passes for good; if false it is skipped and may act again later."),
    ] = True


def sides(seats: int) -> list[int]:
    """The side of each seat: at four seats 0 and 2 play against 1 and 3, otherwise each for itself."""
    return [0, 1, 0, 1] if seats == 4 else list(range(seats))
