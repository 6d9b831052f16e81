"""The start of a turn and the move: what is offered, and what each action does (rules, 2.1 to 2.3, 2.8, 2.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import ActionEvent, Notice
from arena_dungeon import combat, decks, encounters, flow, hunt
from arena_dungeon.board import (
    CHAMBERS,
    DOOR_INDEX,
    HALL,
    INDEX,
    IS_ROOM,
    LAIRS,
    LEVELS,
    NAMES,
    NEXT_DOORS,
    NEXT_LAIRS,
    SHARED,
    Way,
    ball,
)  # fmt: skip
from arena_dungeon.cards import SPELLS, TRAPS
from arena_dungeon.events import CardEvent, MovedEvent, RollEvent
from arena_dungeon.notation import BALL, CAST, ESP, REGAIN, SEARCH, TELEPORT
from arena_dungeon.notes import ARRIVED, MOVE, NOWHERE, PEEKED

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState

MOST_KEPT = 1 << 14
FOUND = {"rogue": 3}
"""Hero -> the least d6 with which it finds a secret door; for the others it is 5."""
_went: dict[tuple[int, int, int, int, int], tuple[str, ...]] = {}


def go_words(at: int, steps: int, stops: int, occupied: int, doors: int) -> tuple[str, ...]:
    """The `go` actions from a space with so many steps left, in space order (rules, 13.3).

    `stops`, `occupied`: masks of spaces that end a movement, and on which another hero stands; `doors`: the mask of the
    secret doors that may be crossed. Kept for the next time, since heroes come to the same places.
    """
    near = ball(at)
    key = (at, steps, stops & near.spaces, occupied & near.spaces, doors & near.doors)
    words = _went.get(key)
    if words is None:
        if len(_went) >= MOST_KEPT:
            _went.clear()
        closed = ~doors
        words = _went[key] = tuple(
            way.word
            for way in near.ways
            if way.steps <= steps and not (way.passed & stops or way.doors & closed or way.alone & occupied)
        )
    return words


# What is offered


def start_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    """The specials of the start of a turn, after `begin`."""
    out = ["begin"]
    if state.owns(seat, "ball"):
        lairs = state.lairs
        out += [BALL[at] for at in LAIRS if state.uncleared >> at & 1 and (at in lairs or decks.can_draw(state, LEVELS[at]))]
    if state.heroes[seat] == "wizard":
        if state.place[seat] == HALL and sum(state.spells[seat]) < state.capacity[seat]:
            out += [REGAIN[spell] for spell, count in enumerate(state.supply) if count]
        out += teleports(state, seat)
    return tuple(out)


def can_teleport(state: DungeonState, seat: int) -> bool:
    """May the hero cast Teleport where it stands, at the start of its turn or having come here in it?"""
    return not state.spell_used and SHARED[state.place[seat]] and state.spells[seat][flow.TELEPORT] > 0


def teleports(state: DungeonState, seat: int) -> list[str]:
    """Other chambers and the hall, of the same level, one above or one below."""
    if not can_teleport(state, seat):
        return []
    here = state.place[seat]
    level = LEVELS[here]
    return [TELEPORT[at] for at in (HALL, *CHAMBERS) if at != here and abs(LEVELS[at] - level) <= 1]


def move_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    at, steps = state.place[seat], state.steps
    known = state.known[seat]
    doors = state.doors[seat]
    stops = state.uncleared if state.hunter_at < 0 else state.uncleared | 1 << state.hunter_at
    has_card = bool(known) and state.owns(seat, "secret_door")
    passable = state.passable(seat) if has_card else doors
    occupied = state.occupied(seat) if state.seats > 1 else 0
    out = go_words(at, steps, stops, occupied, passable)
    if steps:
        if NEXT_DOORS[at] and not has_card:
            out += tuple(SEARCH[door] for door, _ in NEXT_DOORS[at] if not door & doors)
        if NEXT_LAIRS[at]:
            if known and not state.esp_used and state.owns(seat, "esp"):
                for there in _next_lairs(state, at, passable, occupied):
                    lair = state.lairs.get(there)
                    if lair is None or not lair.up:
                        out += (ESP[there],)
            if combat.can_cast(state, seat):
                near = _next_lairs(state, at, passable, occupied)
                for spell in range(2):
                    if state.spells[seat][spell]:
                        out += tuple(CAST[spell, there] for there in near)
    if state.arrived:
        out += tuple(teleports(state, seat))
    return (*out, "stay")


def _next_lairs(state: DungeonState, at: int, passable: int, occupied: int) -> list[int]:
    """Uncleared spaces next to the hero that it may enter, where a card lies or can be drawn, and no hunter is."""
    return [
        there
        for there, door in NEXT_LAIRS[at]
        if state.uncleared >> there & 1
        and not door & ~passable
        and not occupied >> there & 1
        and there != state.hunter_at
        and (there in state.lairs or decks.can_draw(state, LEVELS[there]))
    ]


def arrived_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    """In an uncleared chamber before its encounter."""
    return (*teleports(state, seat), "stay")


# What it does


def begin(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    state.phase = MOVE
    return news


def go(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """The one way to the target; a hero that passes the hall with its goal wins there."""
    way: Way = ball(state.place[seat]).by_word[action]
    state.doors[seat] |= way.doors
    if (way.passed & 1 or way.target == HALL) and state.has_goal(seat):
        state.previous[seat] = NOWHERE
        state.place[seat] = HALL
        if way.target != HALL:
            news.append((None, MovedEvent(seat, NAMES[HALL], "won")))
        return flow.finish(state, seat, "won", news)
    state.steps -= way.steps
    state.place[seat] = way.target
    state.previous[seat] = way.previous
    return _come(state, seat, news)


def _come(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """A hero came here on foot: it is asked for a Teleport before an encounter, moves on, or has no steps left."""
    state.arrived = True
    state.phase = MOVE
    stopped = state.stops() >> state.place[seat] & 1
    if not stopped and state.steps:
        return news
    if can_teleport(state, seat):
        if stopped:
            state.phase = ARRIVED
        return news
    return encounters.meet(state, seat, news)


def stay(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    return encounters.meet(state, seat, news)


def search(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """A d6 for the secret door; if it is not found the movement is over."""
    dice = state.chance().dice(f"die secret seat {seat}")
    hero = state.heroes[seat]
    assert hero is not None
    found = dice[0] >= FOUND.get(hero, 5)
    news.append((None, RollEvent(seat, "secret", dice, "found" if found else "not found")))
    if not found:
        return encounters.meet(state, seat, news)
    state.doors[seat] |= 1 << DOOR_INDEX[action[len("search ") :]]
    return news


def esp(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """Look at the card next door, which is parked face down if it was still in the deck; then enter or stop."""
    there = INDEX[action.split(" ")[1]]
    lair = state.lairs.get(there) or decks.new_lair(state, there, up=False)
    state.lairs[there] = lair._replace(card_seen=lair.card_seen | 1 << seat)
    decks.park(state, there, news)
    treasure = lair.treasure if lair.treasure_seen >> seat & 1 else None
    news.append(((seat,), CardEvent(NAMES[there], "peeked", lair.card, None, treasure)))
    state.esp_used = True
    state.target = there
    state.phase = PEEKED
    return news


def enter(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    combat.step_into(state, seat, state.target)
    state.target = NOWHERE
    return _come(state, seat, news)


def stop(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    state.target = NOWHERE
    return encounters.meet(state, seat, news)


def gaze(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """Crystal Ball: see card and treasure of any uncleared space, drawn now if need be. The turn is over."""
    there = INDEX[action.split(" ")[1]]
    lair = state.lairs.get(there) or decks.new_lair(state, there, up=False)
    treasure = lair.treasure
    if treasure is None and IS_ROOM[there]:
        treasure = decks.draw_treasure(state, LEVELS[there])
    seen = lair.treasure_seen | (1 << seat if treasure is not None else 0)
    state.lairs[there] = lair._replace(
        treasure=treasure, treasure_seen=seen, card_seen=lair.card_seen if lair.up else lair.card_seen | 1 << seat
    )
    decks.park(state, there, news)
    news.append(((seat,), CardEvent(NAMES[there], "peeked", lair.card, None, treasure)))
    return flow.end_turn(state, seat, news)


def regain(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    take_spell(state, seat, SPELLS.index(action.split(" ")[1]))
    return flow.end_turn(state, seat, news)


def take_spell(state: DungeonState, seat: int, spell: int) -> None:
    """One spell card goes from the supply to the hero."""
    state.spells[seat] = tuple(count + (number == spell) for number, count in enumerate(state.spells[seat]))
    state.supply = tuple(count - (number == spell) for number, count in enumerate(state.supply))


def cast_from_outside(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """Fireball or Lightning Bolt at what is next door (rules, 2.3); a trap there draws the wizard in."""
    _, spell, name = action.split(" ")
    there = INDEX[name]
    combat.pay_spell(state, seat, SPELLS.index(spell))
    if encounters.reveal(state, there, news) in TRAPS:
        combat.step_into(state, seat, there)
        news.append((None, MovedEvent(seat, name, "spell")))
        return encounters.spring(state, seat, news)
    return combat.strike(state, seat, there, SPELLS.index(spell), news)


def teleport(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """To another chamber or the hall; the encounter there, or a win in the hall."""
    combat.pay_spell(state, seat, flow.TELEPORT)
    there = INDEX[action.split(" ")[1]]
    state.place[seat] = there
    state.previous[seat] = NOWHERE
    state.arrived = False
    if there == HALL and state.has_goal(seat):
        return flow.finish(state, seat, "won", news)
    if state.config.teleport_then_move and state.steps and not state.stops() >> there & 1:
        state.phase = MOVE
        return news
    return encounters.meet(state, seat, news)


def cast_inside(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """A spell where the hero stands. If the card is not turned up yet (spell_inside=before), a trap spends the spell."""
    spell = SPELLS.index(action.split(" ")[1])
    combat.pay_spell(state, seat, spell)
    return _fight_here(state, seat, spell, news)


def attack(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    return _fight_here(state, seat, None, news)


def _fight_here(state: DungeonState, seat: int, spell: int | None, news: list[Notice]) -> list[Notice]:
    space = state.place[seat]
    if state.hunter_at == space:
        hunt.turn_up(state, news)
    elif encounters.reveal(state, space, news) in TRAPS:
        return encounters.spring(state, seat, news)
    return combat.strike(state, seat, space, spell, news)


def slide(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    return encounters.slide(state, seat, INDEX[action.split(" ")[1]], news)


def retreat(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    return combat.retreat(state, seat, INDEX[action.split(" ")[1]], news)


def told(seat: int, action: str) -> Notice:
    """Every action of this game is public."""
    return None, ActionEvent(seat, action)
