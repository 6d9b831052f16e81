"""The moments on the rules page are what the game really tells, and the page's tables are what it really offers."""

from __future__ import annotations

import re
from random import Random

import msgspec
import pytest
from arena_dungeon.reasons import PHASES
from arena_dungeon.turns import LISTS
from dungeon_help import GAME, at, play, start

from arena.games import is_told

MOMENTS = {
    "A rogue is wounded, loses its active sword and its next turn": (
        at(["rogue", "rogue"], places=["c36_12", "HALL"], treasures=[["Brass Lamp 1", "Silver Goblet 2", "sword 1"], []],
           bonus=[1, 0], next_monsters=["Ogre"], dice={"attack": [[2, 4]], "counter": [[4, 5]], "drop": [[2, 0, 1]]}),
        ["go R301", "stay"],
    ),
    "A wizard casts from outside, and is moved in by the kill": (
        at(["wizard", "rogue"], places=["c14_16", "HALL"], spells=[{"fireball": 1}, {}], next_monsters=["Hydra"],
           dice={"attack": [[6, 4]]}),
        ["cast fireball K51"],
    ),
    "A fighter takes a treasure and two dropped swords": (
        at(["fighter", "rogue"], places=["c22_12", "HALL"], monsters={"R101": "Imp"}, dropped={"R101": ["sword 4", "sword 2"]},
           next_treasures=["Silver Comb 1"], dice={"attack": [[5, 4]], "sword": [[6, 3]]}),
        ["go R101", "sword 4"],
    ),
    "A rogue looks by its ESP Medallion, and stops": (
        at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3"], []], next_monsters=["Imp"]),
        ["esp R101", "stop"],
    ),
    "A cleric slides and dies": (
        at(["cleric", "rogue"], places=["c36_12", "HALL"], next_monsters=["slide 3", "Troll"], next_treasures=["Gold Torc 3"],
           dice={"attack": [[2, 2]], "counter": [[6, 6]]}),
        ["go R301", "slide K41", "hero rogue"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("title", MOMENTS)
def test_a_moment_on_the_page_is_what_seat_0_is_told(title):
    state, actions = MOMENTS[title]
    state = state.copy()
    lines = [f"-- {title}"]
    for action in actions:
        if state.seat == 0:
            lines.append(f"< {action}")
        told = [event for audience, event in state.apply(action) if is_told(audience, 0)]
        lines += [f"> {msgspec.json.encode(event).decode()}" for event in told]
    assert "\n".join(lines) + "\n" in GAME.rules_text()


def phases_on_the_page():
    """Phase -> the words with which its actions begin, as the table of the page has them."""
    rows = re.findall(r"^\| `(\w+)` \| [^|]* \| (.*) \|$", GAME.rules_text(), re.M)
    return {phase: set(re.findall(r"`(\w+)`", actions)) for phase, actions in rows}


def test_each_phase_of_the_page_has_the_actions_that_are_legal_in_it():
    table: dict[str, set[str]] = {phase: set() for phase in (*LISTS, "over")}
    for kind, phases in PHASES.items():
        for phase in phases:
            table[phase].add(kind)
    assert phases_on_the_page() == table


@pytest.mark.parametrize(("seats", "flags"), [(1, {"variant": "monster_hunt"}), (3, {}), (8, {"spell_inside": "before"})])
def test_no_match_offers_what_the_page_does_not_name_for_its_phase(seats, flags):
    table, rng, state = phases_on_the_page(), Random(seats), start(seats, seats, **flags)
    while state.seat is not None and state.round < 40:
        assert {action.split()[0] for action in state.legal()} <= table[state.phase]
        play(state, rng, 1, plain=0.3)
