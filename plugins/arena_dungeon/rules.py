"""The rules: one match in progress.

From here down, each module imports only what stands after it: turns.py has the two tables of what is asked in each phase and
what each action does, reasons.py why an action is refused. They lead to setup.py (heroes and spells are chosen), movement.py,
peeks.py (ESP Medallion and Crystal Ball), encounters.py (what is met where a movement ends, and traps), combat.py (one round,
and what it does to the hero), loot.py (treasures and swords), flow.py (from turn to turn, and the end), hunt.py (the hunter),
spells.py, lairs.py (what lies on a space), decks.py. The board, the cards and the options are board.py, cards.py, options.py.
"""

from __future__ import annotations

from typing import Any

from arena.games import Chance, Notice, Part, State
from arena_dungeon import hunt, phases, reasons, scoring, turns, views
from arena_dungeon.board import ALL_DOORS, ALL_LAIRS, HALL, NOWHERE, SHARED
from arena_dungeon.cards import GOALS, LEVELS, MONSTER_DECKS, SPECIAL, SPELL_COUNTS, TREASURE_DECKS, Special, total
from arena_dungeon.lairs import Lair
from arena_dungeon.options import Config


class DungeonState(State):
    """One match of Dungeon!. The attributes are there to read; only `apply` changes them. Spaces are numbers (`board`).

    >>> from arena_dungeon import Config, Deal, Dungeon
    >>> state = Dungeon().new_match(Config(), 2, Deal(bytes(32)))
    >>> state.seat, state.phase, state.legal()
    (0, 'hero', ('hero rogue', 'hero cleric', 'hero fighter', 'hero wizard'))
    """

    __slots__ = (
        "_chance", "_legal", "_opening", "_shared_chance", "active", "after", "arrived", "bonus", "capacity", "config",
        "doors", "esp_used", "fallen", "goal_treasure", "heroes", "hunter", "hunter_at", "known", "lairs", "lose",
        "monster_decks", "monster_discards", "offer", "peeks", "phase", "place", "previous", "result", "round", "seats",
        "shuffles", "spell_used", "spells", "steps", "supply", "target", "tokens", "treasure_decks", "treasures", "turn",
        "uncleared", "winner",
    )  # fmt: skip

    def __init__(self, config: Config, seats: int, chance: Chance | None) -> None:
        """The table before the first choice; `begin_match` shuffles. `chance` is where dice and decks come from."""
        self.config = config
        self.seats = seats
        self._chance = chance
        self._shared_chance = False
        self._legal: tuple[str, ...] | None = None
        self._opening: tuple[Notice, ...] = ()
        # the match
        self.round = 0
        self.turn: int | None = 0  # who decides now
        self.phase = phases.HERO
        self.winner: int | None = None
        self.result = ""  # won, draw or lost
        self.goal_treasure: str | None = None
        # the turn
        self.steps = 0
        self.spell_used = False
        self.esp_used = False
        self.arrived = False  # did a go or enter of this turn end where the hero stands?
        self.target = NOWHERE  # what an ESP Medallion was used on just now
        self.offer: tuple[str, ...] = ()  # swords of which one may be chosen
        self.after = ""  # what came before the choice of a sword: a kill, or the result of a counter-attack
        # the cards, by level from 1; next card first
        self.monster_decks: list[tuple[str, ...]] = [*MONSTER_DECKS]
        self.monster_discards: list[tuple[str, ...]] = [()] * 7  # sorted
        self.shuffles = [0] * 7  # how often a monster deck was reshuffled
        self.treasure_decks: list[tuple[str, ...]] = [*TREASURE_DECKS]
        self.supply: tuple[int, ...] = SPELL_COUNTS
        # the board
        self.uncleared = ALL_LAIRS  # a mask of spaces
        self.tokens: dict[int, int] = {}
        self.lairs: dict[int, Lair] = {}
        self.hunter_at = NOWHERE
        self.hunter: Lair | None = None
        # the heroes, by seat
        self.heroes: list[str | None] = [None] * seats
        self.place = [HALL] * seats
        self.previous = [NOWHERE] * seats  # the space that each came from
        self.treasures: list[tuple[str, ...]] = [()] * seats  # as gained
        self.known: list[tuple[str, ...]] = [()] * seats  # what all know of them, sorted
        self.peeks: list[tuple[tuple[int, str], ...]] = [()] * seats  # what one other seat knows besides: (seat, kind)
        self.active = [-1] * seats  # the place of the active sword among the treasures
        self.bonus = [0] * seats
        self.doors = [0] * seats  # a mask of known secret doors
        self.spells: list[tuple[int, ...]] = [(0, 0, 0)] * seats
        self.capacity = [0] * seats
        self.lose = [0] * seats  # lose-turn tokens
        self.fallen: list[tuple[str, ...]] = [()] * seats  # the heroes that died, in order

    # what the contract asks

    @property
    def seat(self) -> int | None:
        return self.turn

    def legal(self) -> tuple[str, ...]:
        """The legal actions of the deciding seat, in the order of the rules; empty when the match is over."""
        legal = self._legal
        if legal is None:
            legal = self._legal = turns.LISTS[self.phase](self, self.turn) if self.turn is not None else ()
        return legal

    def apply(self, action: str) -> list[Notice]:
        seat = self.turn
        if seat is None:
            raise ValueError(f"{action!r} is not legal: the match is over")
        if action not in self.legal():
            why = reasons.reason(self, action)
            raise ValueError(f"{action!r} is not among the legal actions of seat {seat} ({why})")
        self._legal = None
        return turns.do(self, seat, action)

    def view(self, seat: int) -> views.View:
        return views.build(self, seat)

    def open_view(self) -> views.View:
        return views.build(self, None, everything=True)

    def spectator_view(self) -> views.View:
        return views.build(self, None)

    def opening(self) -> list[Notice]:
        """Where the hunter is, if there is one; what is to be found stands in the view."""
        return list(self._opening)

    def ranks(self) -> list[int] | None:
        return None if self.turn is not None else scoring.places(self)

    def scores(self) -> list[int | None] | None:
        """Each seat's share of its goal in thousandths, or alone the turns taken; None while the match runs."""
        return None if self.turn is not None else scoring.scores(self)

    def safe_action(self) -> str:
        """`stay`, `attack`, `stop` or `decline` where legal, else the first action."""
        legal = self.legal()
        if legal[0] == "attack":
            return legal[0]
        return legal[-1] if legal[-1] in ("stay", "stop", "decline") else legal[0]

    def parts(self) -> list[Part]:
        """Each hero that a seat had, by split `hero`: 1 for the one that won the match, 0 for any other, dead or alive."""
        return [
            Part("hero", hero, seat, float(seat == self.winner and hero_number == len(self.fallen[seat])))
            for seat in range(self.seats)
            for hero_number, hero in enumerate((*self.fallen[seat], self.heroes[seat]))
            if hero is not None
        ]

    def copy(self) -> DungeonState:
        """An independent state. What never changes in place is shared, so a copy is cheap."""
        twin = DungeonState.__new__(DungeonState)
        twin.config = self.config
        twin.seats = self.seats
        twin._chance = self._chance
        twin._shared_chance = self._shared_chance = True
        twin._legal = self._legal
        twin._opening = self._opening
        twin.round = self.round
        twin.turn = self.turn
        twin.phase = self.phase
        twin.winner = self.winner
        twin.result = self.result
        twin.goal_treasure = self.goal_treasure
        twin.steps = self.steps
        twin.spell_used = self.spell_used
        twin.esp_used = self.esp_used
        twin.arrived = self.arrived
        twin.target = self.target
        twin.offer = self.offer
        twin.after = self.after
        twin.monster_decks = self.monster_decks[:]
        twin.monster_discards = self.monster_discards[:]
        twin.shuffles = self.shuffles[:]
        twin.treasure_decks = self.treasure_decks[:]
        twin.supply = self.supply
        twin.uncleared = self.uncleared
        twin.tokens = self.tokens.copy()
        twin.lairs = self.lairs.copy()
        twin.hunter_at = self.hunter_at
        twin.hunter = self.hunter
        twin.heroes = self.heroes[:]
        twin.place = self.place[:]
        twin.previous = self.previous[:]
        twin.treasures = self.treasures[:]
        twin.known = self.known[:]
        twin.peeks = self.peeks[:]
        twin.active = self.active[:]
        twin.bonus = self.bonus[:]
        twin.doors = self.doors[:]
        twin.spells = self.spells[:]
        twin.capacity = self.capacity[:]
        twin.lose = self.lose[:]
        twin.fallen = self.fallen[:]
        return twin

    def to_json(self) -> dict[str, Any]:
        from arena_dungeon.saving import to_json

        return to_json(self)

    # for the other modules

    def chance(self) -> Chance:
        """Where to draw from now. Raises LookupError if the state was made without chance."""
        if self._chance is None:
            raise LookupError("this state was made without chance: give it some by play_on(chance), such as a Deal")
        if self._shared_chance:  # a copy draws for itself
            self._chance = self._chance.copy()
            self._shared_chance = False
        return self._chance

    def play_on(self, chance: Chance) -> None:
        """From now on draw from `chance`. For states from JSON and positions made by hand."""
        self._chance = chance
        self._shared_chance = False

    def owns(self, seat: int, special: Special) -> bool:
        """Has the hero a special treasure of this sort?"""
        return any(SPECIAL.get(kind) == special for kind in self.known[seat]) if self.known[seat] else False

    def passable(self, seat: int) -> int:
        """The mask of the secret doors that the hero may cross: those it knows, or all by a Secret Door Card."""
        return ALL_DOORS if self.owns(seat, "secret_door") else self.doors[seat]

    def occupied(self, seat: int) -> int:
        """The mask of the spaces for one hero on which another one stands."""
        out = 0
        for other, at in enumerate(self.place):
            if other != seat and not SHARED[at]:
                out |= 1 << at
        return out

    def stops(self) -> int:
        """The mask of the spaces that end a movement: what is uncleared, and where the hunter is."""
        return self.uncleared if self.hunter_at < 0 else self.uncleared | 1 << self.hunter_at

    def has_goal(self, seat: int) -> bool:
        """Has the hero its goal in gp, where that wins?"""
        if self.config.variant == "treasure_hunter":
            return False
        treasures, hero = self.treasures[seat], self.heroes[seat]
        return bool(treasures) and hero is not None and total(treasures) >= GOALS[hero]


def begin_match(config: Config, seats: int, chance: Chance) -> DungeonState:
    """A match about to begin: decks shuffled in the order of the rules, the treasure to find or the hunter drawn."""
    state = DungeonState(config, seats, chance)
    for level in LEVELS:
        state.monster_decks[level] = tuple(chance.shuffle(f"deck m{level}", MONSTER_DECKS[level]))
    for level in LEVELS:
        state.treasure_decks[level] = tuple(chance.shuffle(f"deck t{level}", TREASURE_DECKS[level]))
    if config.variant == "treasure_hunter":
        deck = TREASURE_DECKS[config.treasure_level]
        state.goal_treasure = deck[chance.below("target", len(deck))]
    elif config.variant == "monster_hunt":
        news: list[Notice] = []
        hunt.new_hunter(state, news)
        state._opening = tuple(news)
    return state
