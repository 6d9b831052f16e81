"""A random full state that fits what a seat knows."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from arena_armadora.board import SQUARES
from arena_armadora.notation import CODES, GOBLIN, WARRIOR
from arena_armadora.options import ARMIES, Config
from arena_armadora.views import as_view, read

if TYPE_CHECKING:
    from arena_armadora.rules import ArmadoraState


def determinize(
    view: Any, events: Iterable[Any], rng: Random, *, seat: int, config: Config, seats: int
) -> ArmadoraState:
    """A state whose `view(seat)` is `view`, with all that is hidden drawn at random.

    What is hidden is which tile of a seat's army lies where. Its tiles of unknown power on the board and those in its
    reserve together are its army less the known ones, every order of them equally likely. With `own_peek` off a seat's
    own tiles are null in its view, but it has seen itself place them: their powers come from `events`.
    `view` and `events` may be Structs or decoded JSON.
    """
    view = as_view(view)
    power = dict(view.power)
    if None in (power[square] for square, owner in view.owner.items() if owner == seat):
        for square, own in _placed(events, seat):
            power[square] = own
    reserves = list(view.reserves)
    for who in range(seats):
        owned = [square for square, owner in view.owner.items() if owner == who]
        pool = [p for p, count in enumerate(ARMIES[seats], 1) for _ in range(count)]
        for square in owned:
            if (known := power[square]) is not None:
                pool.remove(known)
        if (reserve := reserves[who]) is not None:
            for p, count in enumerate(reserve, 1):
                for _ in range(count):
                    pool.remove(p)
        rng.shuffle(pool)
        for square in owned:
            if power[square] is None:
                power[square] = pool.pop()
        if reserve is None:
            reserves[who] = [pool.count(p) for p in range(1, 6)]
    return read(msgspec.structs.replace(view, power=power, reserves=reserves), config, seats)


def _placed(events: Iterable[Any], seat: int) -> Iterable[tuple[str, int]]:
    """The warriors that `seat` has placed, as square and power, by its own events."""
    for event in events:
        data = event if isinstance(event, dict) else msgspec.to_builtins(event)
        if data.get("event") == "action" and data.get("seat") == seat:
            kind, at, power = CODES.get(data["action"], (-1, 0, 0))
            if kind in (WARRIOR, GOBLIN):
                yield SQUARES[at], power
