"""The options of a match, and the numbers of seats that they allow."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from arena.games import Config as BaseConfig
from arena_dungeon.cards import Deck

ROUND_LIMIT = 150
"""After the last turn of this round the match is a draw; alone it is lost."""


class Config(BaseConfig, frozen=True, forbid_unknown_fields=True):
    """The options of Dungeon!. Those of one variant are accepted and without effect in the others."""

    variant: Annotated[
        Literal["none", "treasure_hunter", "time_trial", "monster_hunt"],
        Meta(
            description="For one seat: find one treasure (treasure_hunter), win within turn_limit (time_trial), or win "
            "while a hunter comes for you (monster_hunt)."
        ),
    ] = "none"
    treasure_level: Annotated[
        int,
        Meta(ge=1, le=6, description="With variant=treasure_hunter: the level of its treasure. Without effect otherwise."),
    ] = 3
    turn_limit: Annotated[
        int,
        Meta(
            ge=1, le=ROUND_LIMIT, description="With variant=time_trial: the last turn in which a win counts, skipped turns "
            "included. Without effect otherwise: a match ends after 150 rounds."
        ),
    ] = 35  # fmt: skip
    hunt_one_life: Annotated[
        bool,
        Meta(
            description="With variant=monster_hunt: any death of the hero loses; if false only one by the hunter. Without "
            "effect otherwise."
        ),
    ] = False
    rescue_win: Annotated[
        bool,
        Meta(description="A hero sent back to the Great Hall with its goal wins; if false only one that goes there itself."),
    ] = True
    treasure_at: Annotated[
        Literal["reveal", "kill"],
        Meta(description="When a room's treasure is drawn: when its card is turned up or parked, or when it is taken."),
    ] = "reveal"
    retreat: Annotated[
        Literal["nearest", "stay"],
        Meta(description="A wounded hero whose space is not free goes to the nearest free one, or stays where it fought."),
    ] = "nearest"
    death_loses_turn: Annotated[bool, Meta(description="A new hero after a death begins with a lose-turn token.")] = False
    spell_inside: Annotated[
        Literal["after", "before"],
        Meta(description="A wizard inside chooses between attack and spell after or before an unknown card is turned up."),
    ] = "after"
    teleport_then_move: Annotated[
        bool, Meta(description="After a Teleport to where no monster can be, the move goes on with the steps that were left.")
    ] = False
    open_treasures: Annotated[bool, Meta(description="All treasures lie open to everybody.")] = False
    deck: Annotated[
        Deck,
        Meta(
            description="The numbers on the monsters' cards: the original ones, or those of a deck with some changed, with which "
            "no hero wins much more than its part among the tuned bots."
        ),
    ] = "original"
    rank_losers: Annotated[
        Literal["shared", "progress"],
        Meta(
            description="All who did not win share the second place, or are ranked by their scores (gp in thousandths of the "
            "own goal), equal ones sharing the place."
        ),
    ] = "shared"


def seats_for(config: Config) -> range:
    """The allowed numbers of seats."""
    return range(1, 9) if config.variant == "none" else range(1, 2)


def round_limit(config: Config) -> int:
    """The last round of a match."""
    return config.turn_limit if config.variant == "time_trial" else ROUND_LIMIT
