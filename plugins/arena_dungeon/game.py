"""The game as the arena plays it: everything of the Game contract in one place."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from random import Random
from typing import Any

import msgspec

from arena.games import Chance, Event, Game, State, placements
from arena_dungeon import drawing, scoring, views
from arena_dungeon.events import ALL_EVENTS
from arena_dungeon.notation import action_space
from arena_dungeon.options import Config, seats_for
from arena_dungeon.rules import DungeonState, begin_match


class Dungeon(Game):
    """Dungeon! for 1 to 8 seats.

    >>> from arena_dungeon import Config, Deal, Dungeon
    >>> state = Dungeon().new_match(Config(), 1, Deal(bytes(32)))
    >>> notices = state.apply("hero rogue")
    >>> for _, event in state.apply("go R101")[:3]:
    ...     print(event)
    ActionEvent(seat=0, action='go R101')
    CardEvent(space='R101', what='revealed', card='Giant Centipede', number=None, treasure=None)
    RollEvent(seat=0, roll='attack', dice=[2, 4], result='hit')
    >>> state.view(0).treasures, state.view(0).gp
    ([['Brass Lamp 1']], [700])
    """

    name = "dungeon"
    title = "Dungeon!"
    summary = "Walk into the dungeon, fight what waits there for its treasure, and be the first to bring your goal home."
    rules = 1
    seats = range(1, 9)
    Config = Config
    Static = views.Static
    View = views.View
    Events = ALL_EVENTS
    # 150 rounds of 8 seats; a turn has at most begin, five go, four searches, esp, enter, a Teleport, two swords, two
    # slides, an attack and a retreat; a death brings a hero and 12 spells instead of what follows a fight
    max_decisions = 150 * 8 * 40
    actions_help = (
        ("hero wizard", "take this hero: rogue, cleric, fighter or wizard"),
        ("spell fireball", "take a spell card from the supply: fireball, lightning or teleport"),
        ("begin", "begin an ordinary turn"),
        ("ball R605", "Crystal Ball: instead of the turn see what is in an uncleared room or chamber"),
        ("regain lightning", "wizard in the Great Hall: instead of the turn take a spell"),
        ("teleport K52", "wizard in a chamber or the Great Hall: go to another one, at most one level away"),
        ("go c22_13", "walk to this space, as one action however far"),
        ("search c11_7|c12_7", "look for the secret door between these two spaces, one of them your own"),
        ("esp R201", "ESP Medallion: see what is next door before you enter"),
        ("enter", "after esp: enter"),
        ("stop", "after esp: do not enter; the movement is over"),
        ("cast fireball R201", "cast fireball or lightning at what is next door, instead of entering"),
        ("stay", "end the movement here, and fight if the space is not cleared"),
        ("attack", "fight by hand"),
        ("cast lightning", "fight by a spell where you stand"),
        ("slide K41", "come out of the slide in this chamber"),
        ("sword 4", "make this Magic Sword the active one"),
        ("decline", "have no active sword"),
        ("retreat c22_12", "go back, wounded, to this one of the nearest free spaces"),
    )

    def new_match(self, config: Any, seats: int, chance: Chance) -> DungeonState:
        """A match before its heroes are chosen.

        All chance is drawn by these labels: `deck m1` to `deck m6`, `deck t1` to `deck t6` (all shuffled at the beginning,
        monsters first; a monster deck again when it is made of its discard); `die capacity seat 0`, and likewise `secret`,
        `cage`, `attack`, `counter` and `sword`; `drop seat 0` (an order of all the treasures held, for one too, not for
        none and not for the dead, whose treasures fall as they were gained); for some variants `target` or `hunter`.
        """
        allowed = seats_for(config)
        if seats not in allowed:
            what = "Dungeon!" if config.variant == "none" else f"Dungeon! with the variant {config.variant}"
            raise ValueError(f"{what} is for {allowed[0]} to {allowed[-1]} seats, not {seats}")
        return begin_match(config, seats, chance)

    def seats_for(self, config: Any) -> range:
        return seats_for(config)

    def structural_tie(self, config: Any) -> bool:
        return bool(config.rank_losers == "shared")

    def lower_is_better(self, config: Any) -> bool:
        """Alone the score is the turns that the win took, in every variant."""
        return True

    def score_means(self, config: Any, seats: int) -> str:
        if seats == 1:
            return "turns that the win took, the fewer the better"
        return "thousandths of the own goal's gp; whoever brings the goal to the Great Hall first wins"

    def static(self, config: Any, seats: int) -> views.Static:
        return msgspec.convert(msgspec.to_builtins(views.static(config)), views.Static)

    def rules_text(self) -> str:
        return files("arena_dungeon").joinpath("rules.md").read_text(encoding="utf-8")

    def text(self, view: Any, *, static: Any = None, colour: bool = False) -> str:
        return drawing.draw(view, rounds=views.last_round(static), colour=colour)

    def svg(self, view: Any, *, static: Any = None) -> str:
        return drawing.picture(view, rounds=views.last_round(static))

    def determinize(
        self, view: Any, events: Sequence[Event], rng: Random, *, seat: int, config: Any, seats: int
    ) -> DungeonState:
        from arena_dungeon.determinize import determinize

        return determinize(view, events, rng, seat=seat, config=config, seats=seats)

    def from_json(self, data: Any) -> DungeonState:
        """The state that `to_json` wrote. It has no chance: `play_on(chance)` gives it some."""
        from arena_dungeon.saving import from_json

        return from_json(data)

    def returns(self, state: State) -> list[float]:
        """The placement; for one seat 0 if lost, else 1 - (t - 1) / 2T for a win in turn t of at most T."""
        assert isinstance(state, DungeonState)
        if state.turn is not None:
            raise ValueError("returns are for a match that is over")
        return [scoring.solo_return(state)] if state.seats == 1 else placements(scoring.places(state))

    def estimate(self, state: State) -> list[float]:
        from arena_dungeon.estimate import estimate

        assert isinstance(state, DungeonState)
        return estimate(state)

    def action_space(self, config: Any, seats: int) -> list[str]:
        """Every action that can ever be legal, question by question: the same list for all options."""
        return action_space()
