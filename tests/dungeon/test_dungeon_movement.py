"""The move: where a hero may go, what stops it, secret doors (rules, 2.2)."""

from __future__ import annotations

import pytest
from dungeon_help import at, cleared, kinds, place, results, take_forced, targets, told_to

MISS = {"attack": [[1, 1]], "counter": [[1, 1]]}


def test_a_hero_may_stay_without_a_step():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"])
    state.apply("stay")
    assert place(state) == "c22_12" and state.seat == 1


def test_a_hero_may_leave_a_cleared_room_and_come_back_in_one_turn():
    state = at(["rogue"], places=["R101"], tokens=cleared("R101"))
    state.apply("go c22_12")
    state.apply("go R101")
    assert place(state) == "R101" and state.steps == 3 and state.view(0).came_from == ["c22_12"]


def test_the_own_space_is_no_target():
    assert "R101" not in targets(at(places=["R101"], tokens=cleared("R101")), "go")


def test_the_fifth_step_may_be_into_an_uncleared_room_and_a_sixth_may_not():
    assert "R101" in targets(at(places=["c24_10"]), "go")  # c23_10, c22_10, c22_11, c22_12, in: five
    assert "R101" not in targets(at(places=["c25_10"]), "go")


def test_an_uncleared_space_ends_the_movement():
    state = at(places=["c31_16"])
    assert "K31" in targets(state, "go") and "c36_16" not in targets(state, "go")
    assert "c36_16" in targets(at(places=["c31_16"], tokens=cleared("K31")), "go")


def test_heroes_pass_each_other_but_do_not_end_on_each_other():
    state = at(["rogue", "rogue"], places=["HALL", "c22_12"])
    assert "c22_12" not in targets(state, "go") and {"c22_11", "R101"} <= set(targets(state, "go"))
    blocked = at(["rogue", "rogue"], places=["HALL", "c22_9"])
    assert "c22_9" not in targets(blocked, "go")  # the fifth step
    with pytest.raises(ValueError, match="occupied"):
        blocked.apply("go c22_9")


def test_an_uncleared_room_with_a_hero_in_it_cannot_be_entered_and_a_cleared_one_neither():
    inside = {"monsters": {"R101": "Imp"}, "places": ["c22_12", "R101"]}
    assert "R101" not in targets(at(["rogue", "rogue"], **inside), "go")
    assert "R101" not in targets(at(["rogue", "rogue"], places=["c22_12", "R101"], tokens=cleared("R101")), "go")


def test_an_uncleared_chamber_in_which_a_hero_stands_is_entered_and_its_next_card_met():
    state = at(["rogue", "rogue"], places=["c16_20", "K11"], next_monsters=["Imp"], dice={"attack": [[6, 6]]})
    state.apply("go K11")
    assert [place(state, seat) for seat in (0, 1)] == ["K11", "K11"] and state.view(0).tokens == {"K11": 1}


def test_a_hero_may_walk_away_from_a_monster():
    state = at(places=["R101"], monsters={"R101": "Imp"})
    state.apply("go c22_12")
    assert state.steps == 4 and state.view(0).monsters == {"R101": "Imp"}


# Secret doors


def test_a_secret_door_between_two_rooms_leads_from_one_to_the_other():
    state = at(places=["R302"], tokens=cleared("R302"), dice={"secret": [[6]], **MISS})
    assert "R306" not in targets(state, "go")
    state.apply("search R302|R306")
    assert "R306" in targets(state, "go")
    state.apply("go R306")
    assert place(state) == "R306" and state.view(0).came_from == ["R302"]


def test_a_search_needs_a_step_and_a_door_that_is_not_known():
    assert "search" not in kinds(at(places=["c11_7"], steps=0, tokens={}))
    assert "search" not in kinds(at(places=["c11_7"], doors=[["c11_7|c12_7"]]))
    assert "search" not in kinds(at(places=["c11_7"], treasures=[["secret_door 1"]]))
    assert "search" in kinds(at(places=["c11_7"], steps=1))


@pytest.mark.parametrize(("hero", "least"), [("rogue", 3), ("cleric", 5), ("fighter", 5), ("wizard", 5)])
def test_each_hero_finds_secret_doors_by_its_own_number(hero, least):
    for die in range(1, 7):
        state = at([hero, "rogue"], places=["c11_7", "HALL"], dice={"secret": [[die]]})
        state.apply("search c11_7|c12_7")
        assert bool(state.doors[0]) == (die >= least)


def test_a_failed_search_ends_the_movement_and_what_is_there_is_met():
    state = at(["fighter", "rogue"], places=["R302", "HALL"], monsters={"R302": "Ogre"}, dice={"secret": [[4]], **MISS})
    assert results(state.apply("search R302|R306")) == [("secret", "not found"), ("attack", "miss"), ("counter", "miss")]


def test_a_search_may_be_made_towards_a_room_that_cannot_be_entered():
    state = at(["rogue", "rogue"], places=["R302", "R306"], tokens=cleared("R302", "R306"))
    assert "search" in kinds(state) and "R302|R306" in targets(state, "search")


def test_a_door_crossed_by_the_card_stays_known_when_the_card_falls():
    dice = {"attack": [[1, 1]], "counter": [[3, 3]], "drop": [[0]]}
    state = at(
        places=["c11_7"], treasures=[["secret_door 1"]], monsters={"R202": "Ghoul"}, tokens=cleared("R201"), dice=dice
    )
    state.apply("go c16_7")
    assert state.view(0).doors == [["c11_7|c12_7"]]
    while place(state) != "R202":
        state.apply("go R202" if "go R202" in state.legal() else "stay")
    take_forced(state)
    assert state.treasures == [()] and state.view(0).doors == [["c11_7|c12_7"]]


def test_a_door_not_crossed_is_forgotten_with_the_card():
    dice = {"attack": [[1, 1]], "counter": [[3, 3]], "drop": [[0]]}
    state = at(places=["R302"], treasures=[["secret_door 1"]], monsters={"R302": "Ogre"}, dice=dice)
    assert "R306" in targets(state, "go")
    state.apply("stay")
    assert state.treasures == [()] and "R306" not in targets(state, "go") and "search" in kinds(state)


# Turns that are lost


def test_lose_turn_tokens_add_up_and_are_discarded_one_a_turn():
    state = at(["rogue", "rogue"], places=["c22_7", "HALL"], next_monsters=["cage 2"], lose_turn=[1, 0], dice={"cage": [[4]]})
    state.apply("go R208")
    assert state.lose[0] == 3
    for left in (2, 1, 0):
        state.apply("stay")  # seat 1's turn; then seat 0 is skipped
        assert state.seat == 1 and state.lose[0] == left
    state.apply("stay")
    assert state.seat == 0 and state.round == 5


def test_a_lose_turn_token_is_one_turn_and_the_others_stay():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], lose_turn=[0, 2])
    notices = state.apply("stay")
    turns = [(event.seat, event.skipped) for event in told_to(0, notices) if event.__struct_config__.tag == "turn"]
    assert turns == [(1, True), (0, False)] and state.lose == [0, 1]


def test_a_lose_turn_token_comes_before_the_ball():
    state = at(["rogue", "rogue"], treasures=[["ball 4"], []], turn=1, lose_turn=[1, 0])
    state.apply("stay")
    assert state.seat == 1 and state.lose == [0, 0]


def test_a_hero_that_loses_its_turn_does_not_fight_where_it_stands():
    state = at(["rogue", "rogue"], places=["HALL", "R101"], monsters={"R101": "Imp"}, lose_turn=[0, 1])
    assert results(state.apply("stay")) == []
    assert (state.round, state.seat) == (2, 0) and place(state, 1) == "R101" and state.view(0).monsters == {"R101": "Imp"}
