"""What a seat knows, read once for a decision: from its view, or from a full state as that seat would see it.

Both ways give the same table, so that the programs in `bench/`, which play without views, play exactly as the bots do. Spaces
are numbers and sets of spaces masks, as in `arena_dungeon.board`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from arena_dungeon.board import (
    ALL_DOORS,
    ALL_LAIRS,
    DOOR_INDEX,
    INDEX,
    LEVEL_OF,
    NOWHERE,
    SHARED,
    STEPS,
    TOKENS_TO_CLEAR,
    distances,
)
from arena_dungeon.cards import GOALS, GP, LEVEL, LEVELS, SPECIAL, SPELLS, TREASURE_DECKS, total
from arena_dungeon.odds import chances, mean_chance
from arena_dungeon.options import Config

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState

PATIENCE = 60
"""Twice the rounds that a hunted hero needs: who has not won by then may be going to and fro before the hunter, for ever."""
_TREASURE_SUMS = tuple(sum(GP[kind] for kind in deck) for deck in TREASURE_DECKS)
_TREASURE_COUNTS = tuple(map(len, TREASURE_DECKS))


def config_of(info: Any) -> Config:
    """The options of a match, from its start message."""
    return msgspec.convert(info.config, Config, str_keys=True)


class Table:
    """One decision of one seat. The attributes are what is known; nothing is changed after it was made."""

    __slots__ = (
        "at", "barrier", "bonus", "capacity", "cards", "config", "discards", "doors", "dropped", "esp", "fallen", "goal",
        "goal_treasure", "gp", "held", "hero", "heroes", "hunter", "hunter_card", "hunter_dropped", "me",
        "occupied", "phase", "places", "round", "seats", "spell_used", "spells", "steps", "target",
        "treasure_means", "treasure_seen", "uncleared", "under",
    )  # fmt: skip

    me: int
    seats: int
    config: Config
    phase: str
    round: int
    steps: int
    spell_used: bool
    target: int
    """What the ESP Medallion was used on just now, or -1."""
    hero: str
    """Empty while it is not chosen."""
    heroes: Sequence[str | None]
    at: int
    places: Sequence[int]
    occupied: int
    """The mask of the spaces for one hero on which another one stands."""
    held: Sequence[str]
    gp: int
    goal: int
    goal_treasure: str | None
    bonus: int
    doors: int
    """The mask of the secret doors that are open to this hero."""
    esp: bool
    spells: tuple[int, ...]
    capacity: int
    fallen: int
    """How many heroes of this seat died."""
    uncleared: int
    cards: dict[int, str | None]
    """Space -> the card that lies there, None if it is hidden."""
    under: dict[int, str]
    """Space -> the treasure under its card, where this seat knows it."""
    dropped: dict[int, Sequence[str]]
    discards: Sequence[tuple[str, ...]]
    """By level, 0 to 6."""
    hunter: int
    """Where the hunter is, or -1."""
    barrier: int
    """The same if no way should go through it: not if it is more than a turn away, where it will have gone elsewhere before the
    hero is there, nor after PATIENCE rounds.
    """
    hunter_card: str | None
    hunter_dropped: Sequence[str]
    treasure_seen: list[list[str]]
    """By level, 0 to 6: the treasures that this seat knows to be somewhere else than under or in the deck."""
    treasure_means: list[float]
    """By level, 0 to 6: the mean worth of a treasure that this seat has not seen, in gp."""

    @classmethod
    def of_view(cls, view: Mapping[str, Any], config: Config) -> Table:
        """From a view as decoded JSON."""
        self = cls()
        me: int = view["seat"]
        self.me = me
        self.config = config
        self.heroes = view["heroes"]
        self.seats = len(self.heroes)
        self.phase = view["phase"]
        self.round = view["round"]
        self.steps = view["steps"]
        self.spell_used = view["spell_used"]
        self.target = _place(view["target"])
        self.places = [INDEX[name] for name in view["places"]]
        self.held = view["treasures"][me]
        self.goal_treasure = view["goal_treasure"]
        self.bonus = view["bonuses"][me]
        self.doors = sum(1 << DOOR_INDEX[name] for name in view["doors"][me])
        self.spells = tuple(view["spells"][me][spell] for spell in SPELLS)
        self.capacity = view["capacity"][me]
        self.fallen = len(view["fallen"][me])
        self.uncleared = ALL_LAIRS
        for name, count in view["tokens"].items():
            space = INDEX[name]
            if count >= TOKENS_TO_CLEAR[space]:
                self.uncleared &= ~(1 << space)
        self.cards = {INDEX[name]: card for name, card in view["monsters"].items()}
        self.under = {INDEX[name]: kind for name, kind in view["under"].items() if kind is not None}
        self.dropped = {INDEX[name]: kinds for name, kinds in view["dropped"].items()}
        self.discards = [(), *map(tuple, view["discards"])]
        self.hunter = _place(view["hunter"])
        self.hunter_card = view["hunter_card"]
        self.hunter_dropped = view["hunter_dropped"]
        self._finish(view["treasures"])
        return self

    @classmethod
    def of_state(cls, state: DungeonState, me: int) -> Table:
        """From a full state: what seat `me` knows of it, and no more."""
        self = cls()
        self.me = me
        self.config = state.config
        self.heroes = state.heroes
        self.seats = state.seats
        self.phase = state.phase
        self.round = state.round
        self.steps = state.steps
        self.spell_used = state.spell_used
        self.target = state.target
        self.places = state.place
        self.held = state.treasures[me]
        self.goal_treasure = state.goal_treasure
        self.bonus = state.bonus[me]
        self.doors = state.doors[me]
        self.spells = state.spells[me]
        self.capacity = state.capacity[me]
        self.fallen = len(state.fallen[me])
        self.uncleared = state.uncleared
        bit = 1 << me
        self.cards = {at: lair.card if lair.up or lair.card_seen & bit else None for at, lair in state.lairs.items()}
        self.under = {at: lair.treasure for at, lair in state.lairs.items() if lair.treasure and lair.treasure_seen & bit}
        self.dropped = {at: lair.dropped for at, lair in state.lairs.items() if lair.dropped}
        self.discards = state.monster_discards
        self.hunter = state.hunter_at
        hunter = state.hunter
        self.hunter_card = hunter.card if hunter is not None and hunter.up else None
        self.hunter_dropped = () if hunter is None else hunter.dropped
        known: list[Sequence[str]] = [*state.known]
        known[me] = self.held
        for seat, peeks in enumerate(state.peeks):
            if peeks and seat != me:
                known[seat] = [*known[seat], *(kind for viewer, kind in peeks if viewer == me)]
        self._finish(known)
        return self

    def _finish(self, known: Iterable[Sequence[str]]) -> None:
        """What follows from the rest. `known`: by seat the treasures that this seat knows."""
        me = self.me
        self.hero = self.heroes[me] or ""
        self.at = self.places[me]
        self.occupied = 0
        for seat, place in enumerate(self.places):
            if seat != me and not SHARED[place]:
                self.occupied |= 1 << place
        near = self.hunter >= 0 and distances(self.at)[self.hunter] <= STEPS and self.round <= PATIENCE
        self.barrier = self.hunter if near else NOWHERE
        self.gp = total(list(self.held))
        self.goal = GOALS.get(self.hero, 1)
        self.esp = False
        for kind in self.held:
            special = SPECIAL.get(kind)
            if special == "secret_door":
                self.doors = ALL_DOORS
            elif special == "esp":
                self.esp = True
        seen: list[list[str]] = [[] for _ in range(7)]
        for kinds in (*known, *self.dropped.values(), self.under.values(), self.hunter_dropped):
            for kind in kinds:
                seen[LEVEL[kind]].append(kind)
        self.treasure_seen = seen
        means = [0.0] * 7
        for level in LEVELS:
            count = _TREASURE_COUNTS[level] - len(seen[level])
            if count > 0:
                means[level] = (_TREASURE_SUMS[level] - total(seen[level])) / count
        self.treasure_means = means

    def chance(self, fighter: str, bonus: int, card: str) -> float:
        """How likely a hero or spell kills a card that this seat has seen."""
        return chances(self.config.deck, fighter, bonus)[card]

    def level_chances(self, fighter: str) -> list[float]:
        """By level, 0 to 6: how likely a hero or spell kills a card that this seat has not seen."""
        known: list[list[str]] = [[] for _ in range(7)]
        for space, card in self.cards.items():
            if card is not None:
                known[LEVEL_OF[space]].append(card)
        if self.hunter_card is not None:
            known[6].append(self.hunter_card)
        bonus = 0 if fighter in ("fireball", "lightning") else self.bonus
        return [0.0] + [
            mean_chance(self.config.deck, fighter, bonus, level, self.discards[level], tuple(sorted(known[level])))
            for level in LEVELS
        ]


def _place(name: str | None) -> int:
    return -1 if name is None else INDEX[name]
