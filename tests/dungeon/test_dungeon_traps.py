"""Cages and Slides (rules, 2.4)."""

from __future__ import annotations

import pytest
from arena_dungeon.board import INDEX
from dungeon_help import at, cleared, kinds, place


@pytest.mark.parametrize(("die", "tokens"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2)])
def test_a_cage_in_a_chamber_pays_nothing_and_counts_as_a_clear_token(die, tokens):
    state = at(["rogue", "rogue"], places=["c21_7", "HALL"], next_monsters=["cage 2"], dice={"cage": [[die]]})
    state.apply("go K21")
    assert state.treasures[0] == () and state.view(0).tokens == {"K21": 1} and state.lose[0] == tokens
    assert state.view(0).discards[1] == ["cage"] and state.seat == 1


def test_a_slide_into_a_cleared_chamber_meets_nothing_even_with_the_goal():
    state = at(["rogue", "rogue"], places=["c36_14", "HALL"], next_monsters=["slide 3"], tokens=cleared("K41"),
               treasures=[["Star Diamond 6"], []])  # fmt: skip
    state.apply("go R302")
    state.apply("slide K41")
    assert place(state) == "K41" and state.seat == 1 and state.view(0).came_from == [None, None]


def test_a_face_down_trap_is_sprung_by_whoever_comes_and_pays_the_treasure_that_lies_there():
    state = at(["rogue", "rogue"], places=["c36_14", "HALL"], monsters={"R302": "slide"}, face_down=["R302"],
               under={"R302": "Gold Torc 3"})  # fmt: skip
    assert state.view(0).monsters == {"R302": None}
    state.apply("go R302")
    assert state.treasures[0] == ("Gold Torc 3",) and kinds(state) == {"slide"} and state.lairs == {}


def test_a_slide_may_end_on_a_trap_that_lies_face_down():
    state = at(["rogue", "rogue"], places=["c36_14", "HALL"], next_monsters=["slide 3"], next_treasures=["Gold Torc 3"],
               monsters={"K42": "cage"}, face_down=["K42"], dice={"cage": [[4]]})  # fmt: skip
    state.apply("go R302")
    assert state.treasures[0] == ("Gold Torc 3",)
    state.apply("slide K42")
    assert place(state) == "K42" and state.lose[0] == 2 and state.view(0).tokens == {"R302": 1, "K42": 1}
    assert state.treasures[0] == ("Gold Torc 3",) and state.seat == 1 and state.lairs == {}


def test_a_cage_met_by_a_spell_from_outside_holds_the_wizard_in_the_room_with_its_treasure():
    state = at(["wizard", "rogue"], places=["c30_7", "HALL"], spells=[{"lightning": 1}, {}], next_monsters=["cage 2"],
               next_treasures=["Silver Goblet 2"], dice={"cage": [[3]]})  # fmt: skip
    state.apply("cast lightning R204")
    assert place(state) == "R204" and state.treasures[0] == ("Silver Goblet 2",) and state.lose[0] == 1
    assert state.view(0).tokens == {"R204": 1} and state.spells[0] == (0, 0, 0) and state.seat == 1


def test_a_slide_on_the_last_level_would_take_the_hero_nowhere():
    state = at(["rogue", "rogue"], places=["c3_10", "HALL"], monsters={"R607": "Lich"}, face_down=["R607"])
    state.lairs[INDEX["R607"]] = state.lairs[INDEX["R607"]]._replace(card="slide")  # no deck has one there
    state.apply("go R607")
    assert place(state) == "R607" and state.seat == 1 and state.view(0).tokens == {"R607": 1}
