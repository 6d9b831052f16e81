"""The game as the arena plays it: everything of the Game contract in one place."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from random import Random
from typing import Any

import msgspec

from arena.games import Chance, Event, Game, NotOffered, State
from arena_saboteur import drawing, views
from arena_saboteur.events import ALL_EVENTS
from arena_saboteur.notation import action_space
from arena_saboteur.options import MOST_SEATS, Config, seats_for
from arena_saboteur.rules import SaboteurState, begin_match


class Saboteur(Game):
    """Saboteur for 3 to 10 seats, and with its expansion for 2 to 12.

    >>> from arena_saboteur import Config, Saboteur, WrittenDeal
    >>> from arena_saboteur.cards import BASE_DECK
    >>> deal = WrittenDeal({
    ...     "gold": [list(range(28))],
    ...     "roles 1": [["digger", "saboteur", "digger", "digger"]],
    ...     "goals 1": [["stone-ne", "treasure", "stone-nw"]],
    ...     "deck 1": [sorted(BASE_DECK, reverse=True)],
    ... })
    >>> state = Saboteur().new_match(Config(), 3, deal)
    >>> state.view(1).roles, state.view(1).hands[1]
    ([None, 'saboteur', None], ['b07', 'b07', 'b07', 'b08', 'b09', 'b10'])
    >>> for _, event in state.apply("discard b12"):
    ...     print(event)
    ActionEvent(seat=0, action='discard b12')
    ActionEvent(seat=0, action='discard ?')
    DrawnEvent(cards=['b06'])
    """

    name = "saboteur"
    title = "Saboteur"
    summary = "Dig towards the treasure by cards while saboteurs among you, known to nobody, see to it that you miss."
    rules = 1
    seats = range(2, MOST_SEATS + 1)
    Config = Config
    Static = views.Static
    View = views.View
    Events = ALL_EVENTS
    # base: 67 acting turns a round, 27 gold cards; expansion: 108 cards a round, at most two decisions a card, and
    # in each round a steal of each seat (rules, 7)
    max_decisions = 3 * 108 * 2 + 3 * 12
    actions_help = (
        ("path b05 3,-1 180", "lay tunnel card b05 on column 3, row -1, turned by half (0: as it is written)"),
        ("break pick 2", "break the pick (or lantern, cart) of seat 2"),
        ("repair lantern 0", "mend the lantern (or pick, cart) of seat 0 with a card for it alone"),
        ("repair pick+lantern lantern 0", "the same with a card for two tools: its name, then the tool that it mends"),
        ("map 1", "look at the face-down goal 1"),
        ("rockfall 2,0", "take the tunnel card on column 2, row 0 off the table"),
        ("theft", "expansion: lay a theft before yourself, to take 1 gold after the round"),
        ("handsoff 4", "expansion: remove the theft before seat 4"),
        ("swaphand 3", "expansion: exchange what is left of your hand with all of seat 3's, who then draws"),
        ("inspect 1", "expansion: look at the role of seat 1"),
        ("swaphat 1", "expansion: seat 1 gives up its role for the top one of the spare pile"),
        ("trap 5", "expansion: trap seat 5"),
        ("free 5", "expansion: free seat 5, which is trapped"),
        ("discard b05", "discard b05 face down: to pass, to pass with one card more, or to pay for an unblock"),
        ("unblock cart", "expansion: remove a card before yourself (pick, lantern, cart, trapped, theft) for two discards"),
        ("done", "expansion: no further discard"),
        ("gold 2", "take a gold card of value 2"),
        ("steal 3", "expansion: take 1 gold from seat 3"),
        ("steal none", "expansion: take none"),
    )

    def new_match(self, config: Any, seats: int, chance: Chance) -> SaboteurState:
        """A match with its first round dealt. Draws `gold` (base game), `roles 1`, `goals 1`, `deck 1`, later 2 and 3."""
        allowed = seats_for(config)
        if seats not in allowed:
            kind = "with the expansion" if config.expansion else "without the expansion"
            raise ValueError(f"Saboteur {kind} is for {allowed[0]} to {allowed[-1]} seats, not {seats}")
        return begin_match(config, seats, chance)

    def seats_for(self, config: Any) -> range:
        return seats_for(config)

    def score_means(self, config: Any, seats: int) -> str:
        return "gold of the three rounds"

    def static(self, config: Any, seats: int) -> views.Static:
        return msgspec.convert(msgspec.to_builtins(views.static(config, seats)), views.Static)

    def rules_text(self) -> str:
        return files("arena_saboteur").joinpath("rules.md").read_text(encoding="utf-8")

    def text(self, view: Any, *, static: Any = None, colour: bool = False) -> str:
        return drawing.draw(view, colour=colour)

    def svg(self, view: Any, *, static: Any = None) -> str:
        return drawing.picture(view)

    def determinize(
        self, view: Any, events: Sequence[Event], rng: Random, *, seat: int, config: Any, seats: int
    ) -> SaboteurState:
        from arena_saboteur.determinize import determinize

        return determinize(view, events, rng, seat=seat, config=config, seats=seats)

    def from_json(self, data: Any) -> SaboteurState:
        from arena_saboteur.saving import from_json

        return from_json(data)

    def estimate(self, state: State) -> list[float]:
        from arena_saboteur.estimate import estimate

        assert isinstance(state, SaboteurState)
        return estimate(state)

    def action_space(self, config: Any, seats: int) -> list[str]:
        """Every action that can ever be legal, in the order of `legal`; offered with bounds=9x5 only."""
        if config.bounds is None:
            raise NotOffered(
                "saboteur numbers its actions only with the option bounds=9x5: on a table without bounds there are millions"
            )
        return action_space(config, seats)
