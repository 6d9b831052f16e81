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


class RevealedEvent(Event, frozen=True, tag="revealed"):
    """A monster or trap card is turned up, drawn from the deck or lying there. All are told."""

    space: Annotated[str, Meta(description="Where.")]
    card: Annotated[str, Meta(description="The monster, or cage, or slide.")]


class ParkedEvent(Event, frozen=True, tag="parked"):
    """A card stays on the board with a number. All are told."""

    space: Annotated[str, Meta(description="Where.")]
    number: Annotated[int, Meta(description="The number, the lowest one that was free.")]
    card: Annotated[str | None, Meta(description="The monster; null if it lies face down.")]


class PeekedEvent(Event, frozen=True, tag="peeked"):
    """What a seat saw by ESP Medallion or Crystal Ball. It is told alone."""

    space: Annotated[str, Meta(description="Where.")]
    card: Annotated[str, Meta(description="The monster or trap that lies there.")]
    treasure: Annotated[str | None, Meta(description="The room's treasure, by the ball; null if not seen or none.")]


class ShuffledEvent(Event, frozen=True, tag="shuffled"):
    """The monster discards of a level become its deck. All are told."""

    level: Annotated[int, Meta(description="The level.")]


class KilledEvent(Event, frozen=True, tag="killed"):
    """A monster is killed. All are told."""

    seat: Annotated[int, Meta(description="By whom.")]
    space: Annotated[str, Meta(description="Where.")]
    monster: Annotated[str, Meta(description="Its name.")]


class ClearedEvent(Event, frozen=True, tag="cleared"):
    """A clear token is put on a space. All are told."""

    space: Annotated[str, Meta(description="Where.")]
    tokens: Annotated[int, Meta(description="How many lie there now; a room is cleared by 1, a chamber by 3.")]


class GainedEvent(Event, frozen=True, tag="gained"):
    """A hero takes treasures. Each is told what it may know."""

    seat: Annotated[int, Meta(description="Who takes them.")]
    treasures: Annotated[
        list[str], Meta(description="Which, the room's treasure first; `? 3` for one of level 3 that you do not know.")
    ]


class DroppedEvent(Event, frozen=True, tag="dropped"):
    """A hero drops treasures, which lie face up under the monster. All are told."""

    seat: Annotated[int, Meta(description="Who drops them.")]
    space: Annotated[str, Meta(description="Where they lie.")]
    treasures: Annotated[list[str], Meta(description="Which, in the order of dropping.")]


class SwordEvent(Event, frozen=True, tag="sword"):
    """A Magic Sword becomes active or is lost. All are told."""

    seat: Annotated[int, Meta(description="Whose.")]
    sword: Annotated[str, Meta(description="Which, such as sword 4.")]
    bonus: Annotated[int, Meta(description="Its bonus, 1 or 2; 0 if it is lost.")]


class MovedEvent(Event, frozen=True, tag="moved"):
    """A hero is moved by something else than its own action. All are told."""

    seat: Annotated[int, Meta(description="Who.")]
    space: Annotated[str, Meta(description="Where it stands now.")]
    why: Annotated[str, Meta(description="won (it passed the hall with its goal), spell, retreat, serious or dead.")]


class HunterEvent(Event, frozen=True, tag="hunter"):
    """The hunter appears, moves or is turned up. All are told."""

    space: Annotated[str, Meta(description="Where it stands now.")]
    card: Annotated[str | None, Meta(description="The monster; null while it is face down.")]


class TargetEvent(Event, frozen=True, tag="target"):
    """Which treasure is to be found. All are told."""

    treasure: Annotated[str, Meta(description="Its kind, such as Gold Torc 3.")]


class OverEvent(Event, frozen=True, tag="over"):
    """The match is over. All are told."""

    winner: Annotated[int | None, Meta(description="Who won; null for a draw or a lost solo match.")]
    why: Annotated[str, Meta(description="won, draw or lost.")]


ALL_EVENTS: tuple[type[Event], ...] = (
    ActionEvent,
    TurnEvent,
    RollEvent,
    RevealedEvent,
    ParkedEvent,
    PeekedEvent,
    ShuffledEvent,
    KilledEvent,
    ClearedEvent,
    GainedEvent,
    DroppedEvent,
    SwordEvent,
    MovedEvent,
    HunterEvent,
    TargetEvent,
    OverEvent,
)
