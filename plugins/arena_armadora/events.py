"""Who is told what of an action: the notices that `apply` gives back."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Meta

from arena.games import ActionEvent, Event, Notice, WithSpectators, all_but
from arena_armadora.notation import hidden, walled


class PeekEvent(Event, frozen=True, tag="peek"):
    """The mage alone is told this, after its power: what the warrior that it looked at is worth."""

    square: Annotated[str, Meta(description="Where the warrior stands, such as d3.")]
    power: Annotated[int, Meta(description="Its printed power, 1 to 5.")]


@cache
def others(seats: int, seat: int) -> WithSpectators:
    """All seats but `seat`, and spectators."""
    return all_but(seat, seats)


@cache
def told_all(seat: int, action: str) -> Notice:
    """`action` as it was taken, to everybody."""
    return (None, ActionEvent(seat, action))


@cache
def told_actor(seat: int, action: str) -> Notice:
    """`action` as it was taken, to the seat that took it."""
    return ((seat,), ActionEvent(seat, action))


@cache
def told_others(seats: int, seat: int, action: str) -> Notice:
    """`action` with its power hidden, to all other seats and spectators."""
    return (others(seats, seat), ActionEvent(seat, hidden(action)))


def told_walls(seats: int, seat: int, first: int, second: int | None) -> Notice:
    """A finished palisade action, to all other seats and spectators."""
    return (others(seats, seat), ActionEvent(seat, walled(first, second)))
