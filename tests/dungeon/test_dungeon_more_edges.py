"""More edge cases of the rules (section 11 and the rulings): Teleports, spells and traps where they meet."""

from __future__ import annotations

import pytest
from dungeon_help import at, check_invariants, cleared, kinds, place, targets, told_to

MISS = {"attack": [[1, 1]], "counter": [[1, 1]]}


def results(notices):
    return [(event.roll, event.result) for event in told_to(0, notices) if event.__struct_config__.tag == "roll"]


def test_after_a_teleport_a_wizard_fights_by_hand_without_being_asked():
    state = at(["wizard", "rogue"], spells=[{"teleport": 1, "fireball": 2}, {}], next_monsters=["Imp"], dice=MISS)
    assert results(state.apply("teleport K11")) == [("attack", "miss"), ("counter", "miss")]
    assert state.seat == 1 and state.spells[0] == (2, 0, 0) and place(state) == "K11"


def test_a_teleport_that_ends_in_a_cleared_chamber_ends_the_movement():
    state = at(["wizard", "rogue"], spells=[{"teleport": 2}, {}], tokens=cleared("K11"), came_from=["c22_13", None])
    assert state.view(0).came_from == ["c22_13", None]
    state.apply("teleport K11")
    assert state.seat == 1 and place(state) == "K11" and state.view(0).came_from == [None, None]


def test_no_spell_is_regained_from_an_empty_supply():
    state = at(["wizard"] * 2 + ["rogue"], spells=[{"fireball": 10}, {"lightning": 8, "teleport": 4}, {}])
    assert targets(state, "regain") == ["teleport"]
    state.supply, state.spells[1] = (0, 0, 0), (0, 8, 6)
    state._legal = None
    assert "regain" not in kinds(state) and "teleport" not in kinds(state)


def test_an_uncleared_chamber_in_which_a_hero_stands_is_entered_and_its_next_card_met():
    state = at(["rogue", "rogue"], places=["c16_20", "K11"], next_monsters=["Imp"], dice={"attack": [[6, 6]]})
    state.apply("go K11")
    assert [place(state, seat) for seat in (0, 1)] == ["K11", "K11"] and state.view(0).tokens == {"K11": 1}


def test_a_slide_may_end_on_a_trap_that_lies_face_down():
    state = at(["rogue", "rogue"], places=["c36_14", "HALL"], next_monsters=["slide 3"], next_treasures=["Gold Torc 3"],
               monsters={"K42": "cage"}, face_down=["K42"], dice={"cage": [[4]]})  # fmt: skip
    state.apply("go R302")
    assert state.treasures[0] == ("Gold Torc 3",)
    state.apply("slide K42")
    assert place(state) == "K42" and state.lose[0] == 2 and state.view(0).tokens == {"R302": 1, "K42": 1}
    assert state.treasures[0] == ("Gold Torc 3",) and state.seat == 1 and state.lairs == {}


def test_a_hero_that_slid_down_goes_back_to_a_space_next_to_the_fight_when_wounded():
    state = at(["rogue", "rogue"], places=["c36_14", "HALL"], next_monsters=["slide 3", "Troll"],
               next_treasures=["Gold Torc 3"], dice={"attack": [[1, 1]], "counter": [[4, 4]], "drop": [[0]]})  # fmt: skip
    state.apply("go R302")
    state.apply("slide K41")
    assert not state.view(0).arrived
    assert state.legal() == ("retreat c22_22", "retreat c22_26") and state.view(0).dropped == {"K41": ["Gold Torc 3"]}


def test_a_cage_met_by_a_spell_from_outside_holds_the_wizard_in_the_room_with_its_treasure():
    state = at(["wizard", "rogue"], places=["c30_7", "HALL"], spells=[{"lightning": 1}, {}], next_monsters=["cage 2"],
               next_treasures=["Silver Goblet 2"], dice={"cage": [[3]]})  # fmt: skip
    state.apply("cast lightning R204")
    assert place(state) == "R204" and state.treasures[0] == ("Silver Goblet 2",) and state.lose[0] == 1
    assert state.view(0).tokens == {"R204": 1} and state.spells[0] == (0, 0, 0) and state.seat == 1


def test_after_a_distance_spell_that_fails_no_encounter_is_run_where_the_wizard_stands():
    state = at(["wizard", "rogue"], places=["R302", "HALL"], steps=3, spells=[{"fireball": 1}, {}], monsters={"R302": "Ogre"},
               next_monsters=["Harpy"], doors=[["R302|R306"], []], dice={"attack": [[1, 1]]})  # fmt: skip
    notices = state.apply("cast fireball R306")
    assert results(notices) == [("attack", "miss")] and place(state) == "R302" and state.seat == 1
    assert state.view(0).numbers == {"R302": 1, "R306": 2}


def test_a_door_that_a_wizard_found_before_a_spell_from_outside_is_enough():
    state = at(["wizard", "rogue"], places=["c16_11", "HALL"], steps=2, spells=[{"fireball": 1}, {}], next_monsters=["Imp"],
               next_treasures=["Coin Pouch 1"], dice={"secret": [[5]], "attack": [[6, 6]]})  # fmt: skip
    assert "cast" not in kinds(state)
    state.apply("search R109|c16_11")
    state.apply("cast fireball R109")
    assert place(state) == "R109" and state.treasures[0] == ("Coin Pouch 1",) and state.previous[0] >= 0
    assert state.view(0).came_from[0] == "c16_11"


def test_the_dead_leave_their_lose_turn_tokens():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, lose_turn=[0, 0],
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.lose[0] = 1  # as after a Cage in the same turn
    state.apply("stay")
    assert state.lose == [0, 0]


def test_a_second_hero_of_a_seat_begins_in_the_hall_in_its_next_turn_and_knows_no_doors():
    state = at(["rogue", "rogue"], places=["R101", "c22_12"], monsters={"R101": "Imp"}, doors=[["R302|R306"], []],
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    state.apply("hero fighter")
    assert state.seat == 1
    state.apply("stay")
    assert state.seat == 0 and place(state) == "HALL" and state.steps == 5 and state.view(0).doors == [[], []]
    check_invariants(state)


def test_a_failed_search_ends_the_movement_and_what_is_there_is_met():
    state = at(["fighter", "rogue"], places=["R302", "HALL"], monsters={"R302": "Ogre"}, dice={"secret": [[4]], **MISS})
    assert results(state.apply("search R302|R306")) == [("secret", "not found"), ("attack", "miss"), ("counter", "miss")]


def test_a_lose_turn_token_is_one_turn_and_the_others_stay():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], lose_turn=[0, 2])
    notices = state.apply("stay")
    turns = [(event.seat, event.skipped) for event in told_to(0, notices) if event.__struct_config__.tag == "turn"]
    assert turns == [(1, True), (0, False)] and state.lose == [0, 1]


def test_esp_sees_a_card_but_no_treasure_and_the_ball_both():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3", "ball 4"], []], next_monsters=["Imp"],
               next_treasures=["Silver Comb 1"])  # fmt: skip
    state.apply("begin")
    peeked = [event for event in told_to(0, state.apply("esp R101")) if getattr(event, "what", "") == "peeked"]
    assert [(event.card, event.treasure) for event in peeked] == [("Imp", None)]
    state.apply("stop")
    state.apply("stay")
    peeked = [event for event in told_to(0, state.apply("ball R101")) if getattr(event, "what", "") == "peeked"]
    assert [(event.card, event.treasure) for event in peeked] == [("Imp", "Silver Comb 1")]


@pytest.mark.parametrize("gold", ["Star Diamond 6", "Emerald Throne 6"])
def test_a_goal_is_reached_with_exactly_its_gold(gold):
    state = at(["rogue", "rogue"], places=["c22_13", "c22_8"], treasures=[[gold], []])
    state.apply("go HALL")
    assert (state.winner == 0) == (gold == "Star Diamond 6")


def test_a_retreat_goes_by_secret_doors_that_the_hero_has_found_and_no_others():
    heroes = ["rogue", "rogue", "cleric", "cleric", "fighter", "fighter"]
    places = ["R201", "c14_7", "c13_7", "c15_7", "c12_7", "c16_7"]
    for doors, targets_ in (([], ["c17_7", "c16_8"]), (["c11_7|c12_7"], ["c17_7", "c16_8", "c11_7"])):
        state = at(heroes, places=places, came_from=["c14_7"] + [None] * 5, monsters={"R201": "Ghoul"}, doors=[doors] + [[]] * 5,
                   dice={"attack": [[1, 1]], "counter": [[4, 4]]})  # fmt: skip
        state.apply("stay")
        assert set(targets(state, "retreat")) == set(targets_)


def test_the_space_of_the_fight_is_where_a_hero_came_from_that_went_back_and_the_hall_has_none():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], came_from=["c22_12", None], monsters={"R101": "Imp"},
               dice={"attack": [[1, 1]], "counter": [[4, 4]]})  # fmt: skip
    state.apply("stay")
    assert place(state) == "c22_12" and state.view(0).came_from == ["R101", None]
    state = at(["rogue", "rogue"], places=["R101", "HALL"], came_from=["c22_12", None], monsters={"R101": "Imp"},
               dice={"attack": [[1, 1]], "counter": [[5, 6]]})  # fmt: skip
    state.apply("stay")
    assert place(state) == "HALL" and state.view(0).came_from == [None, None]


def test_a_card_seen_again_keeps_its_number_and_is_not_parked_twice():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3"], []], next_monsters=["Imp"])
    parked = []
    for _ in range(2):  # in each of two turns an ESP Medallion may be used
        parked += [event for event in told_to(1, state.apply("esp R101")) if getattr(event, "what", "") == "parked"]
        state.apply("stop")
        state.apply("stay")
    assert len(parked) == 1 and state.view(0).numbers == {"R101": 1} and state.view(0).monsters == {"R101": "Imp"}


def test_esp_is_used_once_a_turn_even_if_a_teleport_lets_the_move_go_on():
    state = at(["wizard", "rogue"], places=["c16_20", "HALL"], treasures=[["esp 3"], []], spells=[{"teleport": 1}, {}],
               next_monsters=["Imp"], tokens=cleared("K21"), flags={"teleport_then_move": True})  # fmt: skip
    state.apply("esp K11")
    state.apply("enter")
    state.apply("teleport K21")
    assert state.steps == 4 and state.phase == "move"
    state.apply("go c19_7")
    assert state.steps == 1 and "R207" in targets(state, "go") and "esp" not in kinds(state)
    other = state.copy()
    other.esp_used, other._legal = False, None
    assert "R207" in targets(other, "esp")


def test_a_treasure_hunter_that_comes_home_rich_has_not_won():
    flags = {"variant": "treasure_hunter"}
    state = at(["rogue"], places=["c22_13"], treasures=[["Star Diamond 6", "Ruby Sceptre 6"]], flags=flags)
    state.goal_treasure = "Gold Torc 3"
    state.apply("go HALL")
    assert place(state) == "HALL" and state.seat == 0 and state.result == "" and state.steps == 4


def test_of_two_equal_treasures_the_fall_of_one_takes_what_all_know_and_leaves_what_one_seat_has_seen():
    state = at(["rogue", "rogue", "cleric"], places=["R101", "HALL", "HALL"], monsters={"R101": "Imp"},
               treasures=[["Silver Goblet 2", "Silver Goblet 2"], [], []],
               dice={"attack": [[1, 1]], "counter": [[3, 3]], "drop": [[0, 1]]})  # fmt: skip
    state.known[0], state.peeks[0] = ("Silver Goblet 2",), ((1, "Silver Goblet 2"),)
    assert state.view(1).treasures[0] == ["Silver Goblet 2"] * 2 and state.view(2).treasures[0] == ["Silver Goblet 2"]
    state.apply("stay")
    assert state.view(1).treasures[0] == ["Silver Goblet 2"] and state.view(2).treasures[0] == []
