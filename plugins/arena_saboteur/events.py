"""Who is told what: the events of Saboteur besides the actions themselves."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Meta

from arena.games import ActionEvent, Event, Notice, all_but


class DealtEvent(Event, frozen=True, tag="dealt"):
    """A round begins. Each seat is told its own."""

    round: Annotated[int, Meta(description="The number of the round, 1 to 3.")]
    starter: Annotated[int, Meta(description="The seat that begins.")]
    role: Annotated[str, Meta(description="Your role.")]
    hand: Annotated[list[str], Meta(description="The codes of your cards, sorted.")]


class DrawnEvent(Event, frozen=True, tag="drawn"):
    """The seat that drew is told which cards."""

    cards: Annotated[list[str], Meta(description="The codes of the cards that you drew, in the order of drawing.")]


class GoalEvent(Event, frozen=True, tag="goal"):
    """A goal is turned up, and all are told; or a seat has looked at it by a map, and is told alone."""

    goal: Annotated[int, Meta(description="Its number: 0, 1 or 2.")]
    card: Annotated[str, Meta(description="treasure, stone-ne or stone-nw.")]
    rotation: Annotated[
        int | None, Meta(description="0 as it is written, or 180; null for what a map shows, which stays face down.")
    ]


class RemovedEvent(Event, frozen=True, tag="removed"):
    """A rock-fall took a card off the table. All are told."""

    cell: Annotated[str, Meta(description="Where it lay, such as 3,-1.")]
    card: Annotated[str, Meta(description="Its code.")]


class RoleEvent(Event, frozen=True, tag="role"):
    """The inspector is told the role of the seat it inspected; a seat whose hat was swapped its new role."""

    seat: Annotated[int, Meta(description="Whose role.")]
    role: Annotated[str, Meta(description="The role that it has now.")]


class HandsEvent(Event, frozen=True, tag="hands"):
    """Both seats that swapped hands are told what they gave and got."""

    seat: Annotated[int, Meta(description="The seat that you swapped with.")]
    gave: Annotated[list[str], Meta(description="The codes of the cards that you gave, sorted.")]
    got: Annotated[list[str], Meta(description="The codes of the cards that you got, sorted.")]


class OfferEvent(Event, frozen=True, tag="offer"):
    """The seat that chooses a gold card is told which ones are left."""

    cards: Annotated[list[int], Meta(description="The values of the gold cards on offer, ascending.")]


class RoundEvent(Event, frozen=True, tag="round"):
    """A round is over. All are told, before gold is chosen or stolen."""

    round: Annotated[int, Meta(description="The number of the round, 1 to 3.")]
    connector: Annotated[
        int | None, Meta(description="The seat that laid the card that reached the treasure; null if nobody did.")
    ]
    roles: Annotated[list[str], Meta(description="By seat: its role.")]
    goals: Annotated[list[str], Meta(description="What goals 0, 1 and 2 are.")]
    winners: Annotated[list[int], Meta(description="The seats that did well, as results by role count them.")]
    pay: Annotated[list[int], Meta(description="By seat: the gold that it is paid now (a draft or steals may follow).")]


ALL_EVENTS: tuple[type[Event], ...] = (
    ActionEvent,
    DealtEvent,
    DrawnEvent,
    GoalEvent,
    RemovedEvent,
    RoleEvent,
    HandsEvent,
    OfferEvent,
    RoundEvent,
)


@cache
def _told_hidden(seats: int, seat: int, kind: str) -> Notice:
    return all_but(seat, seats), ActionEvent(seat, f"{kind} ?")


def told_secretly(seats: int, seat: int, action: str) -> list[Notice]:
    """A discard or a choice of gold: in full to the seat, with `?` to the others and to spectators.

    >>> [event.action for _, event in told_secretly(3, 0, "discard b05")]
    ['discard b05', 'discard ?']
    """
    return [((seat,), ActionEvent(seat, action)), _told_hidden(seats, seat, action.split(" ", 1)[0])]
