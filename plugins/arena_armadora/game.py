"""The game as the arena plays it: everything of the Game contract in one place."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from random import Random
from typing import Any, cast

from arena.games import ActionEvent, Chance, Event, Game, State, placements
from arena_armadora import drawing, views
from arena_armadora.board import MINES
from arena_armadora.determinize import determinize
from arena_armadora.events import PeekEvent
from arena_armadora.notation import (
    ELVES,
    GOBLINS,
    MAGES,
    ORCS,
    PALISADES,
    RACE_CHOICES,
    RACES,
    REINFORCEMENTS,
    WARRIORS,
)
from arena_armadora.options import ARMIES, PILES, Config, sides
from arena_armadora.rules import ArmadoraState


class Armadora(Game):
    """Armadöra, basic and advanced, for 2, 3 or 4 seats.

    >>> from arena_armadora import Armadora, Config, WrittenDeal
    >>> deal = WrittenDeal({"gold": [[3, 4, 4, 5, 5, 6, 6, 7]]})
    >>> state = Armadora().new_match(Config(), 3, deal)
    >>> for action in ("palisade d3|e3", "palisade a1|b1", "warrior c3 3", "pass"):
    ...     notices = state.apply(action)
    >>> state.view(0).palisades, state.view(0).owner, state.view(0).power
    (['a1|b1', 'd3|e3'], {'c3': 1}, {'c3': None})
    >>> state.seat
    0
    """

    name = "armadora"
    title = "Armadöra"
    summary = "Fence in the gold and outnumber the others there, with warriors whose power nobody else can see."
    rules = 1
    seats = range(2, 5)
    Config = Config
    Static = views.Static
    View = views.View
    Events = (ActionEvent, PeekEvent)
    # 32 warriors at most, 35 palisades each followed by `done` at most, 4 passes; in the advanced game 4 races,
    # 2 mage's and 2 elf's powers (a goblin's is one of the warriors, an orc's one of the palisades), 4 reinforcements
    max_decisions = 32 + 2 * 35 + 4 + 4 + 2 + 2 + 4
    actions_help = (
        ("race elf", "advanced, if races are chosen: be the elf (or goblin, mage, orc)"),
        ("power mage d3", "advanced: look at the opponent's face-down warrior on d3; an action follows"),
        ("power goblin d3 2", "advanced: a warrior of power 2 face up on d3; an action follows"),
        ("power orc d3|e3", "advanced: one palisade between d3 and e3; an action follows"),
        ("power elf d3", "advanced: an arrow on the opponent's warrior on d3, -1; an action follows"),
        ("warrior d3 2", "a warrior of power 2 from the reserve, face down on d3"),
        ("palisade d3|e3", "a palisade between d3 and e3 (left or upper square first); a second one or `done` follows"),
        ("reinforce d3", "advanced: reinforce your own warrior on d3, in a full territory"),
        ("done", "no second palisade"),
        ("pass", "do nothing more for the rest of the match"),
    )

    def new_match(self, config: Any, seats: int, chance: Chance) -> ArmadoraState:
        """A match about to begin. Draws `gold` (the piles by mine) and, in the advanced game, `races`."""
        if seats not in ARMIES:
            raise ValueError(f"Armadöra is for 2, 3 or 4 seats, not {seats}")
        piles = chance.shuffle("gold", PILES)
        if sorted(piles) != list(PILES):
            raise ValueError(f"the piles {piles} are not {list(PILES)} in some order")
        races: list[int | None] = [None] * seats
        if config.advanced and config.race_assign == "random":
            names = chance.shuffle("races", RACES)[:seats]
            if len(set(names)) != seats or not set(names) <= set(RACES):
                raise ValueError(f"the races {names} are not {seats} different ones of {', '.join(RACES)}")
            races = [RACES.index(name) for name in names]
        return ArmadoraState(config, seats, dict(zip(MINES, piles, strict=True)), races)

    def score_means(self, config: Any, seats: int) -> str:
        """The side's gold; equal gold is decided by the piles."""
        taker = "side" if seats == 4 else "seat"
        return f"the gold that the {taker} takes; where it is equal the largest pile decides, then the next"

    def static(self, config: Any, seats: int) -> views.Static:
        return views.static(seats)

    def teams(self, config: Any, seats: int) -> list[int]:
        return sides(seats)

    def rules_text(self) -> str:
        return files("arena_armadora").joinpath("rules.md").read_text(encoding="utf-8")

    def text(self, view: Any, *, static: Any = None, colour: bool = False) -> str:
        return drawing.draw(view, colour=colour)

    def svg(self, view: Any, *, static: Any = None) -> str:
        return drawing.picture(view)

    def determinize(
        self, view: Any, events: Sequence[Event], rng: Random, *, seat: int, config: Any, seats: int
    ) -> ArmadoraState:
        return determinize(view, events, rng, seat=seat, config=config, seats=seats)

    def from_json(self, data: Any) -> ArmadoraState:
        return views.from_json(data)

    def action_space(self, config: Any, seats: int) -> list[str]:
        """Every action that can ever be legal with these options, kind by kind in the order of `legal`."""
        powers = {p for p, count in enumerate(ARMIES[seats], 1) if count}
        out: list[str] = []
        if config.advanced:
            out += RACE_CHOICES if config.race_assign == "chosen" else ()
            out += MAGES.values()
            out += (text for (_, power), text in GOBLINS.items() if power in powers)
            out += ORCS
            out += ELVES.values()
        out += (text for (_, power), text in WARRIORS.items() if power in powers)
        out += PALISADES
        if config.advanced:
            out += REINFORCEMENTS.values()
        return [*out, "done", "pass"]

    def returns(self, state: State) -> list[float]:
        ranks = state.ranks()
        if ranks is None:
            raise ValueError("returns are for a match that is over")
        return placements(ranks, sides(len(ranks)))

    def estimate(self, state: State) -> list[float]:
        from arena_armadora.estimate import estimate  # loads numpy

        assert isinstance(state, ArmadoraState)
        return estimate([state], range(state.seats))[0]

    def prospects(self, states: Sequence[State], seat: int) -> list[float]:
        from arena_armadora.estimate import estimate  # loads numpy

        return [worth for (worth,) in estimate(cast("Sequence[ArmadoraState]", states), [seat])]
