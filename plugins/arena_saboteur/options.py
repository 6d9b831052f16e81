"""The options of a match, and what follows from them and the number of seats."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from arena.games import Config as BaseConfig

MOST_SEATS = 12
"""With the expansion."""
ROUNDS = 3
PUT_AWAY = 10
"""Cards that are put away unseen in each round of the expansion."""
SABOTEURS = {3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
"""Base game: seats -> saboteurs among the role cards (rules, 1.6)."""
DIGGERS = ("digger", "blue", "green", "boss")
"""The roles that want the treasure reached. A profiteer gets more, as a rule, if it is not."""
EXPANSION_ROLES = {"blue": 4, "green": 4, "boss": 1, "profiteer": 1, "geologist": 2, "saboteur": 3}
"""Expansion: role -> cards. All 15 are shuffled, however many seats there are."""


class Config(BaseConfig, frozen=True, forbid_unknown_fields=True):
    """The options of Saboteur. Those of the one game are accepted and without effect in the other."""

    expansion: Annotated[
        bool, Meta(description="Play with the expansion: teams of two colours, doors, ladders, thefts; 2 to 12 seats.")
    ] = False
    roles: Annotated[
        Literal["n+1", "exact"],
        Meta(description="Base game: one role card more than seats, one of them set aside, or exactly as many as seats."),
    ] = "n+1"
    gold_draw: Annotated[
        Literal["players", "diggers"],
        Meta(description="Base game: gold cards drawn when the diggers win: one a seat (9 at ten seats) or one a digger."),
    ] = "players"
    self_break: Annotated[
        bool, Meta(description="A card that breaks a tool may be played on oneself (a trap never).")
    ] = False
    broken_gets_gold: Annotated[
        bool, Meta(description="Base game: a digger with a broken tool at the end of a round takes part in the draft.")
    ] = True
    ladder_wall_touch: Annotated[
        bool,
        Meta(description="Expansion: a ladder may touch its neighbours by walls alone; if false it must meet an open side."),
    ] = True
    bounds: Annotated[
        Literal["9x5"] | None,
        Meta(description='Where cards may lie: anywhere (null), or "9x5" for x 0 to 8 and y -2 to 2 only.'),
    ] = None
    neutral_includes_saboteur: Annotated[
        bool,
        Meta(
            description="Expansion: a saboteur who reaches the treasure is neutral, so teams win; if false boss and "
            "profiteer alone win then."
        ),
    ] = True
    both_doors: Annotated[
        Literal["boss_else_saboteurs", "saboteurs"],
        Meta(
            description="Expansion: who wins (with the profiteer) where every way to the treasure has doors of both "
            "colours: the boss, or the saboteurs where no boss is in play; or always the saboteurs."
        ),
    ] = "boss_else_saboteurs"


def seats_for(config: Config) -> range:
    """The allowed numbers of seats."""
    return range(2, MOST_SEATS + 1) if config.expansion else range(3, 11)


def role_cards(config: Config, seats: int) -> list[str]:
    """The role cards that are shuffled in each round; the first ones go to the seats, the rest is set aside.

    >>> role_cards(Config(), 3)
    ['saboteur', 'digger', 'digger', 'digger']
    """
    if config.expansion:
        return [role for role, count in EXPANSION_ROLES.items() for _ in range(count)]
    saboteurs = SABOTEURS[seats]
    cards = seats if config.roles == "exact" and seats < 10 else seats + 1
    return ["saboteur"] * saboteurs + ["digger"] * (cards - saboteurs)


def hand_size(config: Config, seats: int) -> int:
    """How many cards each seat is dealt."""
    return 6 if config.expansion or seats <= 5 else 5 if seats <= 7 else 4
