"""A movement has ended: what waits there, traps, and the hero's fight with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import Notice
from arena_dungeon import combat, decks, flow, hunt, lairs, loot, phases, spells
from arena_dungeon.board import CHAMBERS, LAST_LEVEL, LEVEL_OF, NAMES, NOWHERE
from arena_dungeon.cards import TRAPS
from arena_dungeon.events import CardEvent, RollEvent

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


def meet(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """The Encounter step where the hero stands (rules, 2.4), then the fight or the question before it."""
    space = state.place[seat]
    if state.hunter_at != space and not (state.uncleared >> space & 1 and lairs.has_card(state, space)):
        return flow.end_turn(state, seat, news)
    asked = spells.can_cast(state, seat)
    if not (asked and state.config.spell_inside == "before") and turn_up(state, space, news) in TRAPS:
        return spring(state, seat, news)
    if asked:
        state.phase = phases.COMBAT
        return news
    return combat.strike(state, seat, space, None, news)


def fight(state: DungeonState, seat: int, spell: int | None, news: list[Notice]) -> list[Notice]:
    """What the hero was asked: to attack by a spell (paid already) or by hand where it stands.

    With spell_inside=before the card may still lie face down. If it is a trap, that was for nothing.
    """
    space = state.place[seat]
    if turn_up(state, space, news) in TRAPS:
        return spring(state, seat, news)
    return combat.strike(state, seat, space, spell, news)


def turn_up(state: DungeonState, space: int, news: list[Notice]) -> str:
    """Which card is met on a space: that of the hunter if it is there, else the space's own, drawn if none lies there.

    It is face up now. There is one to draw (`lairs.has_card`).
    """
    if state.hunter_at == space:
        return hunt.turn_up(state, news)
    lair = state.lairs.get(space)
    if lair is None:
        lair = lairs.new_lair(state, space, up=True)
    elif lair.up:
        return lair.card
    else:
        state.lairs[space] = lair._replace(up=True)
    news.append((None, CardEvent(NAMES[space], "revealed", lair.card, None, None)))
    return lair.card


def spring(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """A trap where the hero stands: treasure, clear token, discard, a sword's roll, then the Cage's die or the Slide."""
    space = state.place[seat]
    treasure = lairs.room_treasure(state, space)
    lair = state.lairs.pop(space)
    # the token and the discard are put before the treasure is told: in between nothing is asked or drawn
    combat.clear(state, space, news)
    decks.discard(state, LEVEL_OF[space], lair.card)
    # one treasure at most, so no sword is to be chosen; but the treasure hunter may have found its own
    if not loot.gain(state, seat, treasure, lair.treasure_seen, (), news):
        return news
    if lair.card == "cage":
        dice = state.chance().dice(f"die cage seat {seat}")
        tokens = 1 if dice[0] <= 3 else 2
        state.lose[seat] += tokens
        news.append((None, RollEvent(seat, "cage", dice, str(tokens))))
        return flow.end_turn(state, seat, news)
    if LEVEL_OF[space] == LAST_LEVEL:
        return flow.end_turn(state, seat, news)
    state.phase = phases.SLIDE
    return news


def slide_targets(state: DungeonState, seat: int) -> list[int]:
    """The chambers one level deeper."""
    deeper = LEVEL_OF[state.place[seat]] + 1
    return [at for at in CHAMBERS if LEVEL_OF[at] == deeper]


def slide(state: DungeonState, seat: int, space: int, news: list[Notice]) -> list[Notice]:
    """The hero slides down, and meets what is there."""
    state.place[seat] = space
    state.previous[seat] = NOWHERE
    state.arrived = False
    return meet(state, seat, news)
