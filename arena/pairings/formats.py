"""The formats that ship, by name: what `--format` takes, and what the hook for pairings registers."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from arena.errors import UserError
from arena.pairings.alone import Alone
from arena.pairings.round_robin import MixedSchedule
from arena.pairings.schedule import Schedule, SidesFor
from arena.pairings.swiss import Swiss


class PairingPlan(msgspec.Struct, frozen=True):
    """What a format makes a schedule from: the part of a tournament's spec that a pairing may know."""

    bots: int
    """How many; in the schedule they are numbers 0..bots-1 (Swiss: in the order of seeds)."""
    sizes: tuple[int, ...]
    """The numbers of seats, each at least 2 and filled by the bots (`sizes_that_fit`); or 1 alone."""
    sides_for: SidesFor | None = None
    """The side of each seat, for a number of seats (`Game.teams`); None if every seat plays for itself."""
    matches: int | None = None
    """A budget of matches. A format that plays in rounds may not take one."""
    endless: bool = False
    """The budget is a time: go on until stopped. A format that plays in rounds may ignore it, as it ends by itself."""
    rounds: int | None = None
    seed: int | bytes = 0
    """What the search for good tables is drawn from."""
    same_deals: bool = False
    single: bool = False
    """Swiss: play each table once only, not once for each rotation of the seats."""


Maker = Callable[[PairingPlan], Schedule]


def round_robin(plan: PairingPlan) -> Schedule:
    """Everybody meets everybody: Berger tables, full designs, cyclic base blocks; the sizes interleaved.

    At one seat everybody plays the same deals.
    """
    if plan.rounds is not None:
        raise UserError("a round robin has no number of rounds: give it a number of matches or a time")
    if plan.single:
        raise UserError(
            "a round robin plays each table once for each rotation of the seats; only Swiss can play it once"
        )
    if plan.sizes == (1,):
        return Alone(plan.bots, matches=plan.matches, endless=plan.endless)
    return MixedSchedule(
        plan.bots, plan.sizes, sides_for=plan.sides_for, matches=plan.matches, endless=plan.endless,
        same_deals=plan.same_deals,
    )  # fmt: skip


def swiss(plan: PairingPlan) -> Schedule:
    """In each round bots with like points meet, at tables of the largest size, or one less where the field asks for it."""
    if 1 in plan.sizes:
        raise UserError(
            "a Swiss tournament pairs bots that meet, and at one seat nobody meets anybody: leave --format out, and every bot "
            "plays the same deals"
        )
    if plan.matches is not None:
        raise UserError("a Swiss tournament's length is its number of rounds, not of matches: use --rounds")
    return Swiss(
        plan.bots, plan.sizes, rounds=plan.rounds, seed=plan.seed, single=plan.single, sides_for=plan.sides_for,
        same_deals=plan.same_deals,
    )  # fmt: skip
