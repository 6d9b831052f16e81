"""What is true of every state of a match, so of one that is read from JSON or made by hand too (rules, 3).

Looked at is all that the rules count on, so that from there a match can be played on to its end. Whether the moves of a
match lead to it is not asked: a position made by hand may lack monsters, or have treasures in hand and no room cleared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from arena_dungeon import lairs, phases, turns
from arena_dungeon.board import (
    HALL,
    IS_ROOM,
    LAIRS,
    LAST_LEVEL,
    LEVEL_OF,
    NAMES,
    NEXT_LAIRS,
    NOWHERE,
    SHARED,
    STEPS,
    TOKENS_TO_CLEAR,
)
from arena_dungeon.cards import (
    FIGURES,
    HEROES,
    LEVEL,
    LEVELS,
    MONSTER_DECKS,
    MONSTERS,
    SPECIAL,
    SPELL_COUNTS,
    SPELLS,
    SWORDS,
    TREASURE_DECKS,
)
from arena_dungeon.options import round_limit, seats_for

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState

BY_SEAT = (
    "heroes", "place", "previous", "treasures", "known", "peeks", "active", "bonus", "doors", "spells", "capacity", "lose",
    "fallen",
)  # fmt: skip
BY_LEVEL = ("monster_decks", "monster_discards", "shuffles", "treasure_decks")


def broken(state: DungeonState) -> Iterator[str]:
    """What cannot be, a sentence each. Take the first: those after it count on it."""
    yield from _lengths(state)
    yield from _cards(state)
    yield from _spells(state)
    yield from _board(state)
    yield from _hunter(state)
    yield from _turn(state)
    for seat in range(state.seats):
        yield from _hero(state, seat)
    yield from _together(state)
    yield from _question(state)


def _lengths(state: DungeonState) -> Iterator[str]:
    if state.seats not in seats_for(state.config):
        yield f"with these options there are not {state.seats} seats"
    for names, length, what in ((BY_SEAT, state.seats, "seats"), (BY_LEVEL, 7, "entries, one a level and one before")):
        for name in names:
            if len(getattr(state, name)) != length:
                yield f"{name} has not {length} {what}"


def _cards(state: DungeonState) -> Iterator[str]:
    """No monster is there twice, no treasure twice or not at all."""
    if state.monster_decks[0] or state.monster_discards[0] or state.treasure_decks[0]:
        yield "no card is of level 0"
    lying = [(LEVEL_OF[space], lair) for space, lair in state.lairs.items()]
    if state.hunter is not None:
        lying.append((LAST_LEVEL, state.hunter))
    for level in LEVELS:
        cards = [*state.monster_decks[level], *state.monster_discards[level], *(lair.card for at, lair in lying if at == level)]
        for card in Counter(cards) - Counter(MONSTER_DECKS[level]):
            yield f"there is no card (or not so many) {card!r} on level {level}"
        if state.shuffles[level] < 0:
            yield f"the deck of level {level} was not reshuffled {state.shuffles[level]} times"
        if any(not 0 <= lair.shuffle <= state.shuffles[level] for at, lair in lying if at == level):
            yield f"a card of level {level} is from a deck that there was not"
        if any(LEVEL.get(kind) != level for kind in state.treasure_decks[level]):
            yield f"not all treasures in the deck of level {level} are of it"
    treasures = Counter(kind for kinds in (*state.treasure_decks, *state.treasures) for kind in kinds)
    treasures.update(kind for _, lair in lying for kind in (lair.treasure, *lair.dropped) if kind is not None)
    there_are = Counter(kind for deck in TREASURE_DECKS for kind in deck)
    for kind in treasures - there_are:
        yield f"there is no card (or not so many) {kind!r}"
    for kind in there_are - treasures:
        yield f"the treasure {kind!r} is nowhere"


def _spells(state: DungeonState) -> Iterator[str]:
    held = [state.supply, *state.spells]
    if any(len(counts) != len(SPELLS) or min(counts) < 0 for counts in held):
        yield "spells are counted for each of the three"
    elif tuple(map(sum, zip(*held, strict=True))) != SPELL_COUNTS:
        yield f"there are {sum(SPELL_COUNTS)} spells, in hands and supply together"


def _board(state: DungeonState) -> Iterator[str]:
    if any(space not in LAIRS for space in (*state.tokens, *state.lairs)):
        yield "tokens and monsters lie in rooms and chambers"
    for space, count in state.tokens.items():
        if not 0 < count <= TOKENS_TO_CLEAR[space]:
            yield f"{NAMES[space]} has 1 to {TOKENS_TO_CLEAR[space]} clear tokens or is not named"
    everybody = (1 << state.seats) - 1
    for space, lair in state.lairs.items():
        if not state.uncleared >> space & 1:
            yield f"{NAMES[space]} is cleared, so no monster is there"
        if lair.treasure is not None and not (IS_ROOM[space] and LEVEL[lair.treasure] == LEVEL_OF[space]):
            yield f"{NAMES[space]} cannot have the room treasure {lair.treasure!r}"
        if (lair.card_seen | lair.treasure_seen) & ~everybody:
            yield f"what lies in {NAMES[space]} was seen by a seat that there is not"
    numbers = [lair.number for lair in state.lairs.values()]
    if len({*numbers}) < len(numbers) or min(numbers, default=0) < 0:
        yield "each card on the board has a number of its own"


def _hunter(state: DungeonState) -> Iterator[str]:
    if (state.hunter is None) != (state.hunter_at == NOWHERE):
        yield "a hunter is a card and a space"
    if state.hunter is None:
        return
    if state.config.variant != "monster_hunt":
        yield "only the variant monster_hunt has a hunter"
    if state.hunter_at == HALL or state.hunter.card not in MONSTERS:
        yield "a hunter is a monster, and never in the hall"


def _hero(state: DungeonState, seat: int) -> Iterator[str]:
    hero, held, active, bonus = state.heroes[seat], state.treasures[seat], state.active[seat], state.bonus[seat]
    if hero not in (None, *HEROES) or any(fallen not in HEROES for fallen in state.fallen[seat]):
        yield f"heroes are {', '.join(HEROES)}, not {state.heroes} after {[*state.fallen[seat]]}"
    chosen_now = state.phase == phases.HERO and (seat == state.turn or not state.round)
    if hero is None and not (chosen_now or state.phase == phases.OVER):
        yield f"seat {seat} has no hero"
    if not (sum(state.spells[seat]) <= state.capacity[seat] <= 12 and (hero == "wizard" or not state.capacity[seat])):
        yield f"seat {seat} cannot hold {sum(state.spells[seat])} spells with a capacity of {state.capacity[seat]}"
    if state.lose[seat] < 0:
        yield f"seat {seat} has fewer than no lose-turn tokens"
    if active == -1:
        if bonus:
            yield f"seat {seat} has the bonus of a sword and no active sword"
    elif hero == "wizard" or not 0 <= active < len(held) or held[active] not in SWORDS or bonus not in (1, 2):
        yield f"seat {seat} cannot have an active sword at place {active} of its treasures, with a bonus of {bonus}"
    if Counter(kind for kind in held if kind in SPECIAL) - Counter(state.known[seat]):
        yield f"the special treasures of seat {seat} lie open, so all know of them"
    for other in range(state.seats):
        seen = [kind for viewer, kind in state.peeks[seat] if viewer == other]
        if Counter([*state.known[seat], *seen]) - Counter(held) or (seen and other == seat):
            yield f"seat {seat} does not hold all the treasures that are known of it"
    if any(viewer not in range(state.seats) for viewer, _ in state.peeks[seat]):
        yield f"a treasure of seat {seat} was seen by a seat that there is not"


def _together(state: DungeonState) -> Iterator[str]:
    if any(state.heroes.count(hero) > FIGURES for hero in HEROES):
        yield f"there are {FIGURES} figures of each hero, not more"
    alone = [space for space in state.place if not SHARED[space]]
    if len({*alone}) < len(alone):
        yield "two heroes stand on a space for one"


def _turn(state: DungeonState) -> Iterator[str]:
    seats = range(state.seats)
    over = state.phase == phases.OVER
    if state.phase not in (*turns.LISTS, phases.OVER) or over != (state.turn is None) or state.turn not in (None, *seats):
        yield f"the phase {state.phase!r} does not go with the turn {state.turn}"
    if state.result not in (("won", "draw", "lost") if over else ("",)) or (state.winner in seats) != (state.result == "won"):
        yield f"the result {state.result!r} does not go with the winner {state.winner} in the phase {state.phase!r}"
    choosing = (phases.HERO, phases.SPELL)
    if not (state.round > 0 or (state.round == 0 and state.phase in choosing)) or state.round > round_limit(state.config):
        yield f"the phase {state.phase!r} does not go with round {state.round} of {round_limit(state.config)}"
    if not 0 <= state.steps <= STEPS:
        yield f"{state.steps} of {STEPS} steps"
    if state.goal_treasure is not None and (state.config.variant != "treasure_hunter" or state.goal_treasure not in LEVEL):
        yield f"the treasure to find is not {state.goal_treasure!r}"


def _question(state: DungeonState) -> Iterator[str]:
    """What is asked can be answered, and the answer played."""
    phase, seat = state.phase, state.turn
    if (phase == phases.PEEKED) != (state.target != NOWHERE):
        yield "a space to enter or not is named in the phase 'peeked' alone"
    afters = ("kill", "stunned", "wounded", "serious") if phase == phases.SWORD else ("",)
    if (phase == phases.SWORD) != bool(state.offer) or state.after not in afters:
        yield "swords to choose from, and what came before, are named in the phase 'sword' alone"
    if seat is None:
        return
    here = state.place[seat]
    if phase == phases.HERO and state.heroes[seat] is not None:
        yield f"seat {seat} has a hero already"
    if phase == phases.PEEKED and state.target not in (there for there, _ in NEXT_LAIRS[here]):
        yield f"{NAMES[state.target]} is not next to {NAMES[here]}"
    if any(sword not in SWORDS or sword not in state.treasures[seat] for sword in state.offer):
        yield f"seat {seat} does not hold the swords {[*state.offer]}"
    met = state.hunter_at == here or (state.uncleared >> here & 1 and lairs.has_card(state, here))
    if phase == phases.COMBAT and not met:
        yield f"there is nothing to fight in {NAMES[here]}"
    if not turns.LISTS[phase](state, seat):
        yield f"in the phase {phase!r} seat {seat} has nothing to choose from"
