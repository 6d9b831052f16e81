"""A movement has ended: what waits there, traps, and the hero's fight with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import Notice
from arena_dungeon import combat, decks, flow, hunt, loot
from arena_dungeon.board import CHAMBERS, IS_ROOM, LAST_LEVEL, LEVELS, NAMES
from arena_dungeon.cards import TRAPS
from arena_dungeon.events import CardEvent, RollEvent
from arena_dungeon.notes import COMBAT, NOWHERE, SLIDE

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


def meet(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """The Encounter step where the hero stands (rules, 2.4), then the fight or the question before it."""
    space = state.place[seat]
    asked_before = state.config.spell_inside == "before"
    if state.hunter_at == space:
        if not (asked_before and combat.can_cast(state, seat)):
            hunt.turn_up(state, news)
        return _fight(state, seat, news)
    if not state.uncleared >> space & 1:
        return flow.end_turn(state, seat, news)
    lair = state.lairs.get(space)
    if lair is None and not decks.can_draw(state, LEVELS[space]):
        return flow.end_turn(state, seat, news)
    if lair is not None and lair.up:
        return _fight(state, seat, news)
    if asked_before and combat.can_cast(state, seat):
        state.phase = COMBAT
        return news
    if reveal(state, space, news) in TRAPS:
        return spring(state, seat, news)
    return _fight(state, seat, news)


def _fight(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """A wizard with a spell is asked; whoever can only attack does."""
    if combat.can_cast(state, seat):
        state.phase = COMBAT
        return news
    return combat.strike(state, seat, state.place[seat], None, news)


def reveal(state: DungeonState, space: int, news: list[Notice]) -> str:
    """Turn up the card of a space, drawing it if none lies there. There is one to draw."""
    lair = state.lairs.get(space)
    if lair is None:
        lair = decks.new_lair(state, space, up=True)
    elif lair.up:
        return lair.card
    else:
        state.lairs[space] = lair._replace(up=True)
    news.append((None, CardEvent(NAMES[space], "revealed", lair.card, None, None)))
    return lair.card


def spring(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """A trap where the hero stands: treasure, clear token, discard, a sword's roll, then the Cage's die or the Slide."""
    space = state.place[seat]
    lair = state.lairs.pop(space)
    treasure = lair.treasure
    if treasure is None and IS_ROOM[space]:
        treasure = decks.draw_treasure(state, LEVELS[space])
    # the token and the discard are put before the treasure is told: in between nothing is asked or drawn
    combat.clear(state, space, news)
    decks.discard(state, LEVELS[space], lair.card)
    # one treasure at most, so no sword is to be chosen; but the treasure hunter may have found its own
    if not loot.gain(state, seat, treasure, lair.treasure_seen, (), news):
        return news
    if lair.card == "cage":
        dice = state.chance().dice(f"die cage seat {seat}")
        tokens = 1 if dice[0] <= 3 else 2
        state.lose[seat] += tokens
        news.append((None, RollEvent(seat, "cage", dice, str(tokens))))
        return flow.end_turn(state, seat, news)
    if LEVELS[state.place[seat]] == LAST_LEVEL:
        return flow.end_turn(state, seat, news)
    state.phase = SLIDE
    return news


def slide_targets(state: DungeonState, seat: int) -> list[int]:
    """The chambers one level deeper."""
    deeper = LEVELS[state.place[seat]] + 1
    return [at for at in CHAMBERS if LEVELS[at] == deeper]


def slide(state: DungeonState, seat: int, space: int, news: list[Notice]) -> list[Notice]:
    """The hero slides down, and meets what is there."""
    state.place[seat] = space
    state.previous[seat] = NOWHERE
    state.arrived = False
    return meet(state, seat, news)
