"""What the tests of Dungeon! share: deals, records, random play, the invariants of a state."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

from arena_dungeon import Config, Deal, Dungeon, DungeonState, WrittenDeal
from arena_dungeon import position as make_position
from arena_dungeon.board import HALL, HUNTER_ROOMS, INDEX, IS_ROOM, LEVEL_OF, NEXT, SHARED, TOKENS_TO_CLEAR
from arena_dungeon.cards import LEVEL, MONSTER_DECKS, MONSTERS, SPELL_COUNTS, SWORDS, TRAPS, TREASURE_DECKS, TREASURES
from arena_dungeon.lairs import Lair

GAME = Dungeon()


def deal(number: int) -> Deal:
    return Deal(number.to_bytes(32, "big"))


def start(seats: int = 4, number: int = 0, **flags: Any) -> DungeonState:
    return GAME.new_match(Config(**flags), seats, deal(number))


def written(chance: Mapping[str, list[Any]]) -> WrittenDeal:
    """The chance of a record, in which the target and the hunter's rooms stand by name."""
    draws = {**chance}
    if "target" in draws:
        draws["target"] = [TREASURE_DECKS[LEVEL[kind]].index(kind) for kind in draws["target"]]
    if "hunter" in draws:
        draws["hunter"] = [HUNTER_ROOMS.index(INDEX[name]) for name in draws["hunter"]]
    return WrittenDeal(draws)


def take_forced(state: DungeonState) -> None:
    """Take what is not asked: decisions with one legal action."""
    while state.seat is not None and len(state.legal()) == 1:
        state.apply(state.legal()[0])


def play(state: DungeonState, rng: random.Random, steps: int = 100_000, plain: float = 0.5) -> list[str]:
    """Plays at most so many decisions at random; in a share of them kinds of action alike, so that rare ones come up."""
    played = []
    while state.seat is not None and len(played) < steps:
        legal = state.legal()
        if rng.random() < plain:
            action = rng.choice(legal)
        else:
            kind = rng.choice(sorted({action.split()[0] for action in legal}))
            action = rng.choice([action for action in legal if action.split()[0] == kind])
        state.apply(action)
        played.append(action)
    return played


def told_to(seat: int, notices: list[Any]) -> list[Any]:
    return [event for seats, event in notices if seats is None or seat in seats]


def results(notices: list[Any]) -> list[tuple[str, str]]:
    """What the rolls told to seat 0 were for, and how they came out."""
    return [(event.roll, event.result) for event in told_to(0, notices) if event.__struct_config__.tag == "roll"]


@cache
def breadth_first(start: int, doors: int) -> dict[int, int]:
    """Space -> steps by open ways, doors, and these secret doors."""
    far, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there, door in NEXT[here]:
            if there not in far and not door & ~doors:
                far[there] = far[here] + 1
                queue.append(there)
    return far


def at(heroes: Any = ("rogue",), dice: Mapping[str, list[Any]] | None = None, **more: Any) -> DungeonState:
    """A position whose draws are written down. A label without a seat is that of seat 0: `attack`, `drop`."""
    flags = more.pop("flags", None)
    draws = {}
    for label, values in (dice or {}).items():
        words = label.split()
        seat = words[1] if len(words) > 1 and words[1].isdecimal() else "0"
        if words[0] in ("deck", "target", "hunter"):
            draws[label] = values
        else:
            draws[f"{'' if words[0] == 'drop' else 'die '}{words[0]} seat {seat}"] = values
    if flags:
        more["config"] = Config(**flags)
    return make_position(heroes, chance=WrittenDeal(draws), **more)


def hunted(
    where: str, hunter_at: str, card: str = "Lich", dice: Mapping[str, list[Any]] | None = None, **more: Any
) -> DungeonState:
    """A hero, and a hunter at a space."""
    flags = {"variant": "monster_hunt", **more.pop("flags", {})}
    state = at(more.pop("heroes", ["rogue"]), places=[where], dice=dice, flags=flags, **more)
    deck = [*state.monster_decks[6]]
    deck.remove(card)
    state.monster_decks[6] = tuple(deck)
    state.hunter_at, state.hunter = INDEX[hunter_at], Lair(card, up=False)
    return state


def place(state: DungeonState, seat: int = 0) -> str:
    return state.view(seat).places[seat]


def kinds(state: DungeonState) -> set[str]:
    """The kinds of action that are legal."""
    return {action.split()[0] for action in state.legal()}


def targets(state: DungeonState, kind: str) -> list[str]:
    return [action.split()[1] for action in state.legal() if action.split()[0] == kind]


def cleared(*names: str) -> dict[str, int]:
    """Clear tokens that clear these spaces."""
    return {name: TOKENS_TO_CLEAR[INDEX[name]] for name in names}


_PLACES = {card: 8 * place for place, card in enumerate([*MONSTERS, *TRAPS, *TREASURES])}


@lru_cache(1 << 16)
def weight(cards: tuple[str, ...]) -> int:
    """A number that two lists of cards share only if they have the same cards: a digit of it counts each kind."""
    return sum(1 << _PLACES[card] for card in cards)


def without(cards: tuple[str, ...], fewer: tuple[str, ...]) -> tuple[str, ...]:
    """What is left of the cards without the others, all of which must be among them."""
    left = [*cards]
    for card in fewer:
        left.remove(card)
    return tuple(left)


def check_invariants(state: DungeonState) -> None:
    """What section 3 of the rules says of every state."""
    lairs = [(LEVEL_OF[space], lair) for space, lair in state.lairs.items()]
    if state.hunter is not None:
        lairs.append((6, state.hunter))
    monsters = [sum(map(weight, pair)) for pair in zip(state.monster_decks, state.monster_discards, strict=True)]
    treasures = [*map(weight, state.treasure_decks)]
    for level, lair in lairs:
        monsters[level] += weight((lair.card,))
        if lair.treasure is not None:
            treasures[LEVEL[lair.treasure]] += weight((lair.treasure,))
    for kind in (kind for kinds in (*state.treasures, *(lair.dropped for _, lair in lairs)) for kind in kinds):
        treasures[LEVEL[kind]] += weight((kind,))
    assert monsters[1:] == [*map(weight, MONSTER_DECKS[1:])] and treasures[1:] == [*map(weight, TREASURE_DECKS[1:])]
    assert all(lair.treasure is None or LEVEL[lair.treasure] == level for level, lair in lairs)
    for space, tokens in state.tokens.items():
        assert 0 < tokens <= TOKENS_TO_CLEAR[space] and space != HALL
        assert (tokens == TOKENS_TO_CLEAR[space]) != bool(state.uncleared >> space & 1)
    for space, lair in state.lairs.items():
        assert state.uncleared >> space & 1, "a cleared space holds no monster and no treasures"
        assert lair.treasure is None or IS_ROOM[space]
    alone = [space for space in state.place if not SHARED[space]]
    assert len(set(alone)) == len(alone)
    numbers = [lair.number for lair in state.lairs.values()]
    assert numbers.count(0) <= 1 and len(set(numbers)) == len(numbers)
    assert state.phase in ("combat", "over") or 0 not in numbers
    for seat, hero in enumerate(state.heroes):
        assert state.lose[seat] >= 0 and 0 <= sum(state.spells[seat]) <= state.capacity[seat] <= 12
        active = state.active[seat]
        assert (active >= 0) == (state.bonus[seat] > 0)
        if active >= 0:
            assert hero != "wizard" and state.treasures[seat][active] in SWORDS
        held = without(state.treasures[seat], state.known[seat])
        for other in {viewer for viewer, _ in state.peeks[seat]}:
            without(held, tuple(kind for viewer, kind in state.peeks[seat] if viewer == other))
    assert tuple(map(sum, zip(state.supply, *state.spells, strict=True))) == SPELL_COUNTS
    assert all(state.heroes.count(hero) <= 2 for hero in ("rogue", "cleric", "fighter", "wizard"))


__all__ = [
    "GAME", "Counter", "at", "breadth_first", "check_invariants", "cleared", "deal", "hunted", "kinds", "place", "play",
    "results", "start", "take_forced", "targets", "told_to", "written",
]  # fmt: skip
