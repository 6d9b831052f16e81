"""A whole state as plain JSON data, and back. What dice and decks will bring is not in it: chance cannot be written down."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from arena_dungeon.board import DOOR_INDEX, INDEX, LAIRS, NAMES, NOWHERE, TOKENS_TO_CLEAR, door_names
from arena_dungeon.invariants import broken
from arena_dungeon.lairs import Lair
from arena_dungeon.options import Config
from arena_dungeon.rules import DungeonState


class SavedLair(Struct, forbid_unknown_fields=True):
    """A `Lair` as it is written; masks of seats stay masks."""

    card: str
    up: bool
    number: int
    treasure: str | None
    dropped: tuple[str, ...]
    card_seen: int
    treasure_seen: int
    shuffle: int


class Saved(Struct, forbid_unknown_fields=True):
    """The state of a match as it is written: names are those of DungeonState, spaces and doors are written by name."""

    config: Config
    seats: int
    round: int
    turn: int | None
    phase: str
    winner: int | None
    result: str
    goal_treasure: str | None
    steps: int
    spell_used: bool
    esp_used: bool
    arrived: bool
    target: str | None
    offer: tuple[str, ...]
    after: str
    monster_decks: list[tuple[str, ...]]
    monster_discards: list[tuple[str, ...]]
    shuffles: list[int]
    treasure_decks: list[tuple[str, ...]]
    supply: tuple[int, ...]
    tokens: dict[str, int]
    lairs: dict[str, SavedLair]
    hunter_at: str | None
    hunter: SavedLair | None
    heroes: list[str | None]
    place: list[str]
    previous: list[str | None]
    treasures: list[tuple[str, ...]]
    known: list[tuple[str, ...]]
    peeks: list[tuple[tuple[int, str], ...]]
    active: list[int]
    bonus: list[int]
    doors: list[list[str]]
    spells: list[tuple[int, ...]]
    capacity: list[int]
    lose: list[int]
    fallen: list[tuple[str, ...]]


CHANGED = ("target", "tokens", "lairs", "hunter_at", "hunter", "place", "previous", "doors")
"""What is written in another form."""
AS_THEY_ARE = tuple(field for field in Saved.__struct_fields__ if field not in ("config", "seats", *CHANGED))


def to_json(state: DungeonState) -> dict[str, Any]:
    """The whole state but for its chance."""
    saved = Saved(
        config=state.config,
        seats=state.seats,
        target=_name(state.target),
        tokens={NAMES[at]: count for at, count in sorted(state.tokens.items())},
        lairs={NAMES[at]: SavedLair(*lair) for at, lair in sorted(state.lairs.items())},
        hunter_at=_name(state.hunter_at),
        hunter=None if state.hunter is None else SavedLair(*state.hunter),
        place=[NAMES[at] for at in state.place],
        previous=[_name(at) for at in state.previous],
        doors=[door_names(mask) for mask in state.doors],
        **{name: getattr(state, name) for name in AS_THEY_ARE},
    )
    data: dict[str, Any] = msgspec.to_builtins(saved)
    return data


def from_json(data: Any) -> DungeonState:
    """The state that `to_json` wrote, without chance: `play_on` gives it some.

    Raises ValueError, with one sentence that says what is wrong, if it is not written like one or cannot be one: see
    `invariants`.
    """
    try:
        saved = msgspec.convert(data, Saved)
    except msgspec.ValidationError as error:
        raise ValueError(f"not a state of Dungeon!: {error}") from None
    state = DungeonState(saved.config, saved.seats, None)
    for name in AS_THEY_ARE:
        setattr(state, name, getattr(saved, name))
    try:
        state.target = _at(saved.target)
        state.tokens = {INDEX[name]: count for name, count in saved.tokens.items()}
        state.lairs = {INDEX[name]: _lair(lair) for name, lair in saved.lairs.items()}
        state.hunter_at = _at(saved.hunter_at)
        state.hunter = None if saved.hunter is None else _lair(saved.hunter)
        state.place = [INDEX[name] for name in saved.place]
        state.previous = [_at(name) for name in saved.previous]
        state.doors = [sum(1 << DOOR_INDEX[name] for name in {*doors}) for doors in saved.doors]
    except KeyError as error:
        raise ValueError(f"not a state of Dungeon!: the board has no {error.args[0]!r}") from None
    state.uncleared = uncleared(state.tokens)
    for sentence in broken(state):
        raise ValueError(f"not a state of Dungeon!: {sentence}")
    return state


def uncleared(tokens: dict[int, int]) -> int:
    """The mask of the spaces that are not cleared, from the clear tokens on the board."""
    return sum(1 << at for at in LAIRS if tokens.get(at, 0) < TOKENS_TO_CLEAR[at])


def _lair(saved: SavedLair) -> Lair:
    return Lair(*(getattr(saved, field) for field in SavedLair.__struct_fields__))


def _name(at: int) -> str | None:
    return NAMES[at] if at >= 0 else None


def _at(name: str | None) -> int:
    return NOWHERE if name is None else INDEX[name]


assert tuple(SavedLair.__struct_fields__) == Lair._fields
