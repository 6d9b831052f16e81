"""A whole state as plain JSON data, and back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct

from arena.games import WrittenDeal
from arena_saboteur import rounds
from arena_saboteur.cards import ACTIONS, FACE_OF, GOLD_VALUES, TUNNELS
from arena_saboteur.mine import ALL_DOWN, Mine
from arena_saboteur.notation import GOAL_AT, cell_of
from arena_saboteur.notes import Act, HandSwap, Inspection, Share
from arena_saboteur.options import ROUNDS, Config, seats_for
from arena_saboteur.rules import SaboteurState


class Saved(Struct, forbid_unknown_fields=True):
    """The state of a match as it is written; names are those of SaboteurState. What later rounds will draw is in `future`."""

    config: Config
    seats: int
    round: int
    starter: int
    turn: int | None
    phase: str
    gold: list[int]
    gold_deck: tuple[int, ...]
    credited: int
    shares: list[Share]
    past_roles: list[tuple[str, ...]]
    past_winners: list[tuple[int, ...]]
    roles: list[str]
    spare: tuple[str, ...]
    hats: list[tuple[str, ...]]
    goals: tuple[str, ...]
    hands: list[tuple[str, ...]]
    pile: tuple[str, ...]
    put_away: tuple[str, ...]
    discards: list[tuple[str, ...]]
    table: dict[str, str]
    shown: tuple[int | None, ...]
    fronts: list[int]
    thefts: tuple[int, ...]
    acts: list[Act]
    last: int
    looked: list[int]
    inspections: list[tuple[Inspection, ...]]
    swaps: list[tuple[HandSwap, ...]]
    steps: int
    lowest: str
    connector: int | None
    offer: tuple[int, ...]
    drafters: tuple[int, ...]
    queue: tuple[int, ...]
    future: dict[str, list[str]]


AS_THEY_ARE = tuple(
    field for field in Saved.__struct_fields__ if field not in ("config", "seats", "pile", "table", "future")
)
BY_SEAT = ("gold", "roles", "hats", "hands", "discards", "looked", "inspections", "swaps")


def to_json(state: SaboteurState) -> dict[str, Any]:
    """The whole state, the cards of later rounds included: each label is drawn once, so they can be drawn now."""
    saved = Saved(
        config=state.config,
        seats=state.seats,
        pile=state.deck[state.drawn :],
        table=state.mine.as_text(),
        future=_future(state),
        **{name: getattr(state, name) for name in AS_THEY_ARE},
    )
    data: dict[str, Any] = msgspec.to_builtins(saved)
    return data


def _future(state: SaboteurState) -> dict[str, list[str]]:
    if state._chance is None:
        return {}
    chance = state._chance.copy()
    out: dict[str, list[str]] = {}
    for number in range(state.round + 1, ROUNDS + 1):
        drawn = rounds.draw_round(state, number, chance)
        out.update(zip((f"roles {number}", f"goals {number}", f"deck {number}"), drawn, strict=True))
    return out


def from_json(data: Any) -> SaboteurState:
    """The state that `to_json` wrote. Raises ValueError if the data has not its shape: other types, names of cards or lengths.

    Whether such a position can come about in a match is not asked.
    """
    try:
        saved = msgspec.convert(data, Saved)
    except msgspec.ValidationError as error:
        raise ValueError(f"not a state of Saboteur: {error}") from None
    if saved.seats not in seats_for(saved.config):
        raise ValueError(f"not a state of Saboteur: {saved.seats} seats")
    for name in BY_SEAT:
        if len(getattr(saved, name)) != saved.seats:
            raise ValueError(f"not a state of Saboteur: {name} has not one entry for each of {saved.seats} seats")
    for cards in (*saved.hands, *saved.discards, saved.pile, saved.put_away):
        if unknown := [code for code in cards if code not in TUNNELS and code not in ACTIONS]:
            raise ValueError(f"not a state of Saboteur: there is no card {unknown[0]!r}")
    if any(not 0 <= card < len(GOLD_VALUES) for card in (*saved.gold_deck, *saved.offer)):
        raise ValueError(f"not a state of Saboteur: gold cards have the numbers 0 to {len(GOLD_VALUES) - 1}")
    chance = WrittenDeal({label: [cards] for label, cards in saved.future.items()}) if saved.future else None
    state = SaboteurState(saved.config, saved.seats, chance)
    for name in AS_THEY_ARE:
        setattr(state, name, getattr(saved, name))
    state.deck = saved.pile
    state.mine = mine_of(saved.table, saved.config)
    return state


def mine_of(table: Mapping[str, str], config: Config) -> Mine:
    """The table that a view shows (cell -> card and rotation). Raises ValueError for what cannot lie there."""
    return _mine(tuple(table.items()), config.expansion, config.ladder_wall_touch, config.bounds is not None)


@lru_cache(maxsize=32)
def _mine(table: tuple[tuple[str, str], ...], ladders: bool, touch: bool, bounded: bool) -> Mine:
    """Kept, since a search draws many worlds from one view, and a Mine never changes."""
    board = {}
    for at, text in table:
        code, _, rotation = text.partition(" ")
        face = FACE_OF.get((code, int(rotation) if rotation.isdecimal() else -1))
        if face is None:
            raise ValueError(f"there is no card {text!r}: write its code and rotation, such as b05 180")
        board[cell_of(at)] = face
    down = ALL_DOWN & ~sum(1 << goal for at, goal in GOAL_AT.items() if at in board)
    return Mine.build(board, down, ladders, touch, bounded)
