"""Who is told what: the events of Dungeon! besides the actions themselves."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from arena.games import ActionEvent, Event


class TurnEvent(Event, frozen=True, tag="turn"):
    """A turn begins, or is skipped for a lose-turn token. All are told."""

    round: Annotated[int, Meta(description="The number of the round, from 1.")]
    seat: Annotated[int, Meta(description="Whose turn.")]
    skipped: Annotated[bool, Meta(description="Was a lose-turn token discarded instead of taking the turn?")]


class RollEvent(Event, frozen=True, tag="roll"):
    """Dice were rolled. All are told."""

    seat: Annotated[int, Meta(description="For which seat.")]
    roll: Annotated[str, Meta(description="What for: capacity, secret, cage, attack, counter or sword.")]
    dice: Annotated[list[int], Meta(description="The dice; none where an attack cannot succeed and is not rolled.")]
    result: Annotated[
        str,
        Meta(
            description="capacity: how many spells; secret: found, not found; cage: tokens; attack: hit, miss; "
            "counter: dead, serious, wounded, stunned, miss; sword: the bonus."
        ),
    ]


class CardEvent(Event, frozen=True, tag="card"):
    """Something happens to a monster or trap card. All are told, but of `peeked` the seat that looks alone."""

    space: Annotated[str, Meta(description="Where.")]
    what: Annotated[
        str,
        Meta(
            description="revealed: it is turned up, from the deck or lying there; parked: it stays, with a number; peeked: you "
            "saw it by ESP Medallion or Crystal Ball; killed: it is discarded; hunter: it appears, moves or is turned up."
        ),
    ]
    card: Annotated[str | None, Meta(description="The monster or trap; null if it lies face down.")]
    number: Annotated[int | None, Meta(description="parked: the number, the lowest one that was free; else null.")]
    treasure: Annotated[str | None, Meta(description="peeked: the room's treasure, if you saw it; else null.")]


class ClearedEvent(Event, frozen=True, tag="cleared"):
    """A clear token is put on a space. All are told."""

    space: Annotated[str, Meta(description="Where.")]
    tokens: Annotated[int, Meta(description="How many lie there now; a room is cleared by 1, a chamber by 3.")]


class TreasuresEvent(Event, frozen=True, tag="treasures"):
    """A hero takes or drops treasures. Each is told what it may know."""

    seat: Annotated[int, Meta(description="Who.")]
    what: Annotated[str, Meta(description="gained or dropped.")]
    space: Annotated[str, Meta(description="Where.")]
    treasures: Annotated[
        list[str], Meta(description="Which, in their order; `? 3` for one of level 3 that you do not know.")
    ]


class MovedEvent(Event, frozen=True, tag="moved"):
    """A hero is moved to a space that its action did not name. All are told."""

    seat: Annotated[int, Meta(description="Who.")]
    space: Annotated[str, Meta(description="Where it stands now.")]
    why: Annotated[
        str,
        Meta(
            description="won (it passed the hall with its goal), spell (into a trap that it cast at from outside), retreat "
            "(where it had no choice), serious or dead. A hero that goes where its own action says is not told of again, nor "
            "is a wizard that is moved in by a kill."
        ),
    ]


ALL_EVENTS: tuple[type[Event], ...] = (
    ActionEvent,
    TurnEvent,
    RollEvent,
    CardEvent,
    ClearedEvent,
    TreasuresEvent,
    MovedEvent,
)
