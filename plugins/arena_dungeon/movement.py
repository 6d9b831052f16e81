"""The move: what is offered, and what each of its actions does (rules, 2.2, 2.3, 2.8). Its looks by ESP: peeks.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import Notice
from arena_dungeon import combat, encounters, flow, lairs, phases, spells
from arena_dungeon.board import ALL_DOORS, DOOR_INDEX, HALL, INDEX, NAMES, NEXT_DOORS, NEXT_LAIRS, NOWHERE, reach
from arena_dungeon.cards import FINDS, SPELLS, TRAPS
from arena_dungeon.events import MovedEvent, RollEvent
from arena_dungeon.notation import CAST, ESP, SEARCH

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState

MOST_KEPT = 1 << 14
_kept: dict[tuple[int, int, int, int, int], tuple[str, ...]] = {}


# What is offered


def go_words(at: int, steps: int, stops: int, occupied: int, doors: int) -> tuple[str, ...]:
    """The `go` actions from a space with so many steps left, in space order (rules, 13.3).

    `stops`, `occupied`: masks of spaces that end a movement, and on which another hero stands; `doors`: the mask of the
    secret doors that may be crossed. Kept for the next time, since heroes come to the same places.
    """
    near = reach(at)
    key = (at, steps, stops & near.spaces, occupied & near.spaces, doors & near.doors)
    words = _kept.get(key)
    if words is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        closed = ~doors
        words = _kept[key] = tuple(
            path.action
            for path in near.paths
            if path.steps <= steps and not (path.passed & stops or path.doors & closed or path.alone & occupied)
        )
    return words


def move_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    """What a hero may do that is on its way."""
    at, steps = state.place[seat], state.steps
    known = state.known[seat]
    doors = state.doors[seat]
    has_card = bool(known) and state.owns(seat, "secret_door")
    passable = ALL_DOORS if has_card else doors
    occupied = state.occupied(seat) if state.seats > 1 else 0
    out = go_words(at, steps, state.stops(), occupied, passable)
    if steps:
        if NEXT_DOORS[at] and not has_card:
            out += tuple(SEARCH[door] for door, _ in NEXT_DOORS[at] if not door & doors)
        if NEXT_LAIRS[at]:
            if known and not state.esp_used and state.owns(seat, "esp"):
                for there in _next_lairs(state, at, passable, occupied):
                    lair = state.lairs.get(there)
                    if lair is None or not lair.up:
                        out += (ESP[there],)
            if spells.can_cast(state, seat):
                near = _next_lairs(state, at, passable, occupied)
                for spell in range(2):
                    if state.spells[seat][spell]:
                        out += tuple(CAST[spell, there] for there in near)
    if state.arrived:
        out += tuple(spells.teleports(state, seat))
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
        and lairs.has_card(state, there)
    ]


def arrived_list(state: DungeonState, seat: int) -> tuple[str, ...]:
    """What a wizard may do that came to an uncleared chamber, before its encounter."""
    return (*spells.teleports(state, seat), "stay")


# What it does


def go(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """By the one path to the target; a hero that passes the hall with its goal wins there."""
    path = reach(state.place[seat]).by_action[action]
    state.doors[seat] |= path.doors
    if (path.passed >> HALL & 1 or path.target == HALL) and state.has_goal(seat):
        state.previous[seat] = NOWHERE
        state.place[seat] = HALL
        if path.target != HALL:
            news.append((None, MovedEvent(seat, NAMES[HALL], "won")))
        return flow.finish(state, seat, "won", news)
    state.steps -= path.steps
    state.place[seat] = path.target
    state.previous[seat] = path.previous
    return _come(state, seat, news)


def _come(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """A hero came here on foot: it is asked for a Teleport before an encounter, moves on, or has no steps left."""
    state.arrived = True
    state.phase = phases.MOVE
    stopped = state.stops() >> state.place[seat] & 1
    if not stopped and state.steps:
        return news
    if spells.can_teleport(state, seat):
        if stopped:
            state.phase = phases.ARRIVED
        return news
    return encounters.meet(state, seat, news)


def stay(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """The movement is over."""
    return encounters.meet(state, seat, news)


def search(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """A d6 for the secret door; if it is not found the movement is over."""
    dice = state.chance().dice(f"die secret seat {seat}")
    hero = state.heroes[seat]
    assert hero is not None
    found = dice[0] >= FINDS[hero]
    news.append((None, RollEvent(seat, "secret", dice, "found" if found else "not found")))
    if not found:
        return encounters.meet(state, seat, news)
    state.doors[seat] |= 1 << DOOR_INDEX[action[len("search ") :]]
    return news


def enter(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """The step to where an ESP Medallion has just looked."""
    combat.step_into(state, seat, state.target)
    state.target = NOWHERE
    return _come(state, seat, news)


def stop(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """It is not made, and the movement is over."""
    state.target = NOWHERE
    return encounters.meet(state, seat, news)


def cast_from_outside(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """Fireball or Lightning Bolt at what is next door (rules, 2.3); a trap there draws the wizard in."""
    _, word, name = action.split(" ")
    spell, there = SPELLS.index(word), INDEX[name]
    spells.pay(state, seat, spell)
    if encounters.turn_up(state, there, news) in TRAPS:
        combat.step_into(state, seat, there)
        news.append((None, MovedEvent(seat, name, "spell")))
        return encounters.spring(state, seat, news)
    return combat.strike(state, seat, there, spell, news)


def teleport(state: DungeonState, seat: int, action: str, news: list[Notice]) -> list[Notice]:
    """To another chamber or the hall; the encounter there, or a win in the hall."""
    spells.pay(state, seat, SPELLS.index("teleport"))
    there = INDEX[action.split(" ")[1]]
    state.place[seat] = there
    state.previous[seat] = NOWHERE
    state.arrived = False
    if there == HALL and state.has_goal(seat):
        return flow.finish(state, seat, "won", news)
    if state.config.teleport_then_move and state.steps and not state.stops() >> there & 1:
        state.phase = phases.MOVE
        return news
    return encounters.meet(state, seat, news)
