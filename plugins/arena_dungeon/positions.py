"""Positions made by hand: for tests, studies and puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from arena.games import Chance
from arena_dungeon import board, flow, phases
from arena_dungeon.board import DOOR_INDEX, INDEX, IS_ROOM, NOWHERE
from arena_dungeon.cards import (
    LEVEL,
    LEVELS,
    MONSTER_DECKS,
    MONSTERS,
    SPECIAL,
    SPELL_COUNTS,
    SPELLS,
    SWORDS,
    TRAPS,
    TREASURE_DECKS,
)
from arena_dungeon.lairs import Lair
from arena_dungeon.options import Config
from arena_dungeon.rules import DungeonState
from arena_dungeon.saving import from_json, to_json, uncleared


def position(
    heroes: Sequence[str] = ("rogue",),
    *,
    places: Sequence[str] | None = None,
    came_from: Sequence[str | None] | None = None,
    treasures: Sequence[Sequence[str]] | None = None,
    bonus: Sequence[int] | None = None,
    spells: Sequence[Mapping[str, int]] | None = None,
    capacity: Sequence[int] | None = None,
    doors: Sequence[Sequence[str]] | None = None,
    lose_turn: Sequence[int] | None = None,
    monsters: Mapping[str, str] | None = None,
    face_down: Sequence[str] = (),
    under: Mapping[str, str] | None = None,
    dropped: Mapping[str, Sequence[str]] | None = None,
    tokens: Mapping[str, int] | None = None,
    next_monsters: Sequence[str] = (),
    next_treasures: Sequence[str] = (),
    discards: Sequence[str] = (),
    deck_ends: Sequence[int] = (),
    round: int = 1,
    turn: int = 0,
    steps: int = board.STEPS,
    config: Config | None = None,
    chance: Chance | None = None,
) -> DungeonState:
    """A match at the beginning of a turn, or in the middle of its move if `steps` is less than 5.

    Lists by seat are as long as `heroes`; what is not given is empty or as at the start. A treasure that is held is known
    to all if it is special, else hidden. `bonus`: 1 or 2 makes the first sword of that seat the active one. `monsters` is
    space -> card, face up with numbers in that order, or face down if named in `face_down`; a room's treasure is that
    of `under`, else some ordinary one. `tokens` is space -> clear tokens. `next_monsters` and `next_treasures` lie on top of
    their levels' decks, in this order; the rest follows in the order of the alphabet, but levels in `deck_ends` have only
    those. `discards` are of any level; there and on a deck a trap is written with its level: `cage 4`. Raises ValueError
    for what cannot be.

    >>> state = position(["rogue"], places=["c22_12"], steps=1)
    >>> state.legal()
    ('go c22_13', 'go c22_11', 'go R101', 'go R102', 'stay')
    """
    config, seats = config or Config(), len(heroes)
    state = DungeonState(config, seats, None)
    state.round, state.turn, state.steps = round, turn, steps
    state.heroes = [*heroes]
    try:
        _stand(state, places, came_from, doors, lose_turn)
        state.tokens = {INDEX[name]: count for name, count in (tokens or {}).items()}
        state.uncleared = uncleared(state.tokens)
        _hold(state, treasures, bonus, spells, capacity)
        _stack_monsters(state, monsters or {}, next_monsters, discards, deck_ends)
        _lay(state, monsters or {}, face_down, under or {}, dropped or {}, next_treasures)
    except KeyError as error:
        raise ValueError(f"there is no {error.args[0]!r}") from None
    state.phase = phases.START if steps == board.STEPS and flow.has_special_start(state, turn) else phases.MOVE
    made = from_json(to_json(state))
    made._chance = chance
    return made


def _stand(
    state: DungeonState,
    places: Sequence[str] | None,
    came_from: Sequence[str | None] | None,
    doors: Sequence[Sequence[str]] | None,
    lose_turn: Sequence[int] | None,
) -> None:
    if places is not None:
        state.place = [INDEX[name] for name in places]
    if came_from is not None:
        state.previous = [NOWHERE if name is None else INDEX[name] for name in came_from]
    if doors is not None:
        state.doors = [sum(1 << DOOR_INDEX[name] for name in names) for names in doors]
    if lose_turn is not None:
        state.lose = [*lose_turn]


def _hold(
    state: DungeonState,
    treasures: Sequence[Sequence[str]] | None,
    bonus: Sequence[int] | None,
    spells: Sequence[Mapping[str, int]] | None,
    capacity: Sequence[int] | None,
) -> None:
    if treasures is not None:
        state.treasures = [tuple(kinds) for kinds in treasures]
        everything = state.config.open_treasures
        state.known = [tuple(sorted(kind for kind in kinds if everything or kind in SPECIAL)) for kinds in treasures]
    for seat, plus in enumerate(bonus or ()):
        if plus:
            held = state.treasures[seat]
            state.active[seat] = next(place for place, kind in enumerate(held) if kind in SWORDS)
            state.bonus[seat] = plus
    state.capacity = [12 if hero == "wizard" else 0 for hero in state.heroes] if capacity is None else [*capacity]
    if spells is not None:
        state.spells = [tuple(held.get(spell, 0) for spell in SPELLS) for held in spells]
        state.supply = tuple(
            count - sum(held[number] for held in state.spells) for number, count in enumerate(SPELL_COUNTS)
        )


def _rest(deck: Sequence[str], gone: Sequence[str], first: Sequence[str]) -> tuple[str, ...]:
    """The deck: those cards first, then what is left of it, sorted."""
    left = Counter(deck) - Counter(gone) - Counter(first)
    return (*first, *sorted(left.elements()))


def _stack_monsters(
    state: DungeonState, lying: Mapping[str, str], first: Sequence[str], discards: Sequence[str], ends: Sequence[int]
) -> None:
    for level in LEVELS:
        deck = MONSTER_DECKS[level]
        mine = [card for at, card in map(_levelled, first) if at == level]
        used = [card for at, card in map(_levelled, discards) if at == level]
        gone = [card for name, card in lying.items() if board.LEVEL_OF[INDEX[name]] == level] + used
        state.monster_decks[level] = tuple(mine) if level in ends else _rest(deck, gone, mine)
        state.monster_discards[level] = tuple(sorted(used))


def _levelled(card: str) -> tuple[int, str]:
    """The level of a monster, or of a trap that is written with it: `cage 4`."""
    if card in MONSTERS:
        return MONSTERS[card].level, card
    trap, _, level = card.partition(" ")
    if trap not in TRAPS or not level.isdecimal():
        raise KeyError(card)
    return int(level), trap


def _lay(
    state: DungeonState,
    monsters: Mapping[str, str],
    face_down: Sequence[str],
    under: Mapping[str, str],
    dropped: Mapping[str, Sequence[str]],
    first: Sequence[str],
) -> None:
    gone = [kind for kinds in (*state.treasures, *dropped.values()) for kind in kinds] + [*under.values()]
    for level in LEVELS:
        mine = [kind for kind in first if LEVEL[kind] == level]
        state.treasure_decks[level] = _rest(TREASURE_DECKS[level], gone, mine)
    for number, (name, card) in enumerate(monsters.items(), 1):
        at = INDEX[name]
        treasure = under.get(name)
        if treasure is None and IS_ROOM[at] and state.config.treasure_at == "reveal":
            deck = [*reversed(state.treasure_decks[board.LEVEL_OF[at]])]  # what `next_treasures` says stays on top
            treasure = next(kind for kind in deck if kind not in SPECIAL)
            deck.remove(treasure)
            state.treasure_decks[board.LEVEL_OF[at]] = tuple(reversed(deck))
        state.lairs[at] = Lair(card, name not in face_down, number, treasure, tuple(dropped.get(name, ())))


