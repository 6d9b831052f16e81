"""A whole state as plain JSON data, and back. What dice and decks will bring is not in it: chance cannot be written down."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec import Struct

from arena_dungeon import phases
from arena_dungeon.board import DOOR_INDEX, INDEX, LAIRS, NAMES, NOWHERE, TOKENS_TO_CLEAR, door_names
from arena_dungeon.cards import GP, HEROES, LEVELS, MONSTER_DECKS, SPELL_COUNTS, SPELLS, TREASURE_DECKS
from arena_dungeon.lairs import Lair
from arena_dungeon.options import Config, seats_for
from arena_dungeon.rules import DungeonState
from arena_dungeon.turns import LISTS


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
    monsters: list[tuple[str, ...]]
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
BY_SEAT = (
    "heroes", "place", "previous", "treasures", "known", "peeks", "active", "bonus", "doors", "spells", "capacity", "lose",
    "fallen",
)  # fmt: skip
BY_LEVEL = ("monsters", "monster_discards", "shuffles", "treasure_decks")


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
    """The state that `to_json` wrote, without chance: `play_on` gives it some. Raises ValueError for anything else."""
    try:
        saved = msgspec.convert(data, Saved)
    except msgspec.ValidationError as error:
        raise ValueError(f"not a state of Dungeon!: {error}") from None
    try:
        _check(saved)
        state = DungeonState(saved.config, saved.seats, None)
        for name in AS_THEY_ARE:
            setattr(state, name, getattr(saved, name))
        state.target = _at(saved.target)
        state.tokens = {INDEX[name]: count for name, count in saved.tokens.items()}
        state.lairs = {INDEX[name]: _lair(lair) for name, lair in saved.lairs.items()}
        state.hunter_at = _at(saved.hunter_at)
        state.hunter = None if saved.hunter is None else _lair(saved.hunter)
        state.place = [INDEX[name] for name in saved.place]
        state.previous = [_at(name) for name in saved.previous]
        state.doors = [sum(1 << DOOR_INDEX[name] for name in doors) for doors in saved.doors]
    except KeyError as error:
        raise ValueError(f"not a state of Dungeon!: the board has no {error.args[0]!r}") from None
    state.uncleared = uncleared(state.tokens)
    return state


def uncleared(tokens: dict[int, int]) -> int:
    """The mask of the spaces that are not cleared, from the clear tokens on the board."""
    return sum(1 << at for at in LAIRS if tokens.get(at, 0) < TOKENS_TO_CLEAR[at])


def _check(saved: Saved) -> None:
    """Raise ValueError if this cannot be a match: wrong lengths, unknown or additional cards."""
    if saved.seats not in seats_for(saved.config):
        raise ValueError(f"not a state of Dungeon!: {saved.seats} seats")
    for names, length, what in ((BY_SEAT, saved.seats, "seats"), (BY_LEVEL, 7, "entries, one a level and one before")):
        for name in names:
            if len(getattr(saved, name)) != length:
                raise ValueError(f"not a state of Dungeon!: {name} has not {length} {what}")
    if saved.phase not in (*LISTS, phases.OVER) or (saved.phase == phases.OVER) != (saved.turn is None):
        raise ValueError(f"not a state of Dungeon!: the phase {saved.phase!r} does not go with the turn {saved.turn}")
    if any(hero is not None and hero not in HEROES for hero in saved.heroes):
        raise ValueError(f"not a state of Dungeon!: heroes are {', '.join(HEROES)}, not {saved.heroes}")
    if any(name not in INDEX or INDEX[name] not in LAIRS for name in (*saved.tokens, *saved.lairs)):
        raise ValueError("not a state of Dungeon!: tokens and monsters lie in rooms and chambers")
    lairs = [*saved.lairs.values(), *([saved.hunter] if saved.hunter is not None else [])]
    monsters = [lair.card for lair in lairs]
    treasures = [kind for lair in lairs for kind in (lair.treasure, *lair.dropped) if kind is not None]
    monsters += [card for cards in (*saved.monsters, *saved.monster_discards) for card in cards]
    treasures += [kind for kinds in (*saved.treasure_decks, *saved.treasures) for kind in kinds]
    for found, decks in ((monsters, MONSTER_DECKS), (treasures, TREASURE_DECKS)):
        more = Counter(found) - Counter(card for level in LEVELS for card in decks[level])
        if more:
            raise ValueError(f"not a state of Dungeon!: there is no card (or not so many) {next(iter(more))!r}")
    held = [saved.supply, *saved.spells]
    if any(len(counts) != len(SPELLS) or min(counts) < 0 for counts in held):
        raise ValueError("not a state of Dungeon!: spells are counted for each of the three")
    if tuple(map(sum, zip(*held, strict=True))) != SPELL_COUNTS:
        raise ValueError(f"not a state of Dungeon!: there are {sum(SPELL_COUNTS)} spells, in hands and supply together")
    if any(kind not in GP for kinds in saved.known for kind in kinds):
        raise ValueError("not a state of Dungeon!: a known treasure is no treasure")


def _lair(saved: SavedLair) -> Lair:
    return Lair(*(getattr(saved, field) for field in SavedLair.__struct_fields__))


def _name(at: int) -> str | None:
    return NAMES[at] if at >= 0 else None


def _at(name: str | None) -> int:
    return NOWHERE if name is None else INDEX[name]


assert tuple(SavedLair.__struct_fields__) == Lair._fields
