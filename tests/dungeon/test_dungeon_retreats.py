"""Where a wounded hero goes back to (rules, row 15 and 14.3)."""

from __future__ import annotations

from dungeon_help import at, place, targets

FOUR = ["rogue", "rogue", "cleric", "cleric"]


def test_with_the_space_it_came_from_taken_a_wounded_hero_goes_to_the_nearest_free_one():
    dice = {"attack": [[1, 1]], "counter": [[4, 4]]}
    state = at(["rogue", "rogue"], places=["R101", "c22_12"], came_from=["c22_12", None], monsters={"R101": "Imp"}, dice=dice)
    state.apply("stay")
    assert state.legal() == ("retreat c22_13", "retreat c22_11") and state.seat == 0
    state.apply("retreat c22_11")
    assert place(state) == "c22_11" and state.lose[0] == 1 and state.seat == 1


def test_a_retreat_looks_past_other_heroes_and_not_through_uncleared_spaces():
    dice = {"attack": [[1, 1]], "counter": [[4, 4]]}
    places = ["R101", "c22_12", "c22_13", "c22_11"]
    state = at(["rogue", "rogue", "cleric", "cleric"], places=places, came_from=["c22_12", None, None, None],
               monsters={"R101": "Imp"}, dice=dice)  # fmt: skip
    state.apply("stay")
    assert state.legal() == ("retreat HALL", "retreat c22_10")  # R102 is not cleared, R101 is the space of the fight


def test_with_the_option_stay_a_hero_whose_way_back_is_taken_stays():
    dice = {"attack": [[1, 1]], "counter": [[4, 4]]}
    state = at(["rogue", "rogue"], places=["R101", "c22_12"], came_from=["c22_12", None], monsters={"R101": "Imp"}, dice=dice,
               flags={"retreat": "stay"})  # fmt: skip
    state.apply("stay")
    assert place(state) == "R101" and state.lose[0] == 1 and state.seat == 1


def test_a_hero_that_came_by_teleport_goes_back_to_a_space_next_to_the_fight():
    dice = {"attack": [[1, 1]], "counter": [[4, 4]]}
    state = at(["wizard", "rogue"], spells=[{"teleport": 1}, {}], next_monsters=["Imp"], dice=dice)
    state.apply("teleport K11")
    assert place(state) == "c16_20" and state.lose[0] == 1


def test_a_hero_that_slid_down_goes_back_to_a_space_next_to_the_fight_when_wounded():
    state = at(["rogue", "rogue"], places=["c36_14", "HALL"], next_monsters=["slide 3", "Troll"],
               next_treasures=["Gold Torc 3"], dice={"attack": [[1, 1]], "counter": [[4, 4]], "drop": [[0]]})  # fmt: skip
    state.apply("go R302")
    state.apply("slide K41")
    assert not state.view(0).arrived
    assert state.legal() == ("retreat c22_22", "retreat c22_26") and state.view(0).dropped == {"K41": ["Gold Torc 3"]}


def test_an_uncleared_chamber_that_a_hero_came_from_is_not_where_it_goes_back_to():
    dice = {"attack": [[1, 1]], "counter": [[4, 4]]}
    state = at(["wizard", "rogue"], places=["R306", "HALL"], came_from=["R302", None], monsters={"R306": "Ogre", "R302": "Harpy"},
               doors=[["R302|R306"], []], dice=dice)  # fmt: skip
    state.apply("stay")
    assert place(state) == "c36_14"  # out of R302 by its door; R306 is the space of the fight


def test_stunned_heroes_keep_where_they_came_from():
    dice = {"attack": [[1, 1], [1, 1]], "counter": [[3, 4], [4, 4]]}
    state = at(places=["c22_12"], monsters={"R101": "Imp"}, dice=dice)
    state.apply("go R101")
    assert place(state) == "R101" and state.view(0).came_from == ["c22_12"]
    state.apply("stay")
    assert place(state) == "c22_12"


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


def test_a_retreat_may_end_in_the_hall_though_others_stand_there():
    state = at([*FOUR, "wizard"], places=["R101", "c22_12", "c22_11", "c22_13", "HALL"], came_from=["c22_12", *[None] * 4],
               monsters={"R101": "Imp"}, dice={"attack": [[1, 1]], "counter": [[4, 4]]})  # fmt: skip
    state.apply("stay")
    assert "retreat HALL" in state.legal()


def test_a_retreat_does_not_lead_through_the_uncleared_space_of_the_fight():
    state = at(["rogue", "rogue", "cleric"], places=["K31", "c31_16", "c30_16"], came_from=["c31_16", None, None],
               monsters={"K31": "Ogre"}, dice={"attack": [[1, 1]], "counter": [[4, 4]]})  # fmt: skip
    state.apply("stay")
    assert place(state) == "c29_16"  # as far as c36_16 on the other side of K31


def test_a_secret_door_card_does_not_help_a_retreat():
    heroes = ["rogue", "rogue", "cleric", "cleric", "fighter", "fighter"]
    places = ["R201", "c14_7", "c13_7", "c15_7", "c12_7", "c16_7"]
    state = at(heroes, places=places, came_from=["c14_7"] + [None] * 5, monsters={"R201": "Ghoul"},
               treasures=[["secret_door 1", "Coin Pouch 1"]] + [[]] * 5,
               dice={"attack": [[1, 1]], "counter": [[4, 4]], "drop": [[1, 0]]})  # fmt: skip
    state.apply("stay")
    assert state.treasures[0] == ("secret_door 1",) and "c11_7" not in targets(state, "retreat")
    assert {*targets(state, "retreat")} == {"c17_7", "c16_8"}
