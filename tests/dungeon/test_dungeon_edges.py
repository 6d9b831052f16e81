"""The edge cases of the rules (section 11): moving, fighting, falling, and what lies where."""

from __future__ import annotations

import pytest
from arena_dungeon.board import INDEX, LAIRS, LEVELS, NAMES
from arena_dungeon.cards import MONSTER_DECKS
from dungeon_help import at, check_invariants, cleared, kinds, place, start, take_forced, targets

MISS = {"attack": [[1, 1]], "counter": [[1, 1]]}
ROOM_MONSTERS = ["Archmage", "Blue Wyrm", "Bone Dragon", "Demon Prince", "Dread Worm", "Lich", "Red Wyrm"]


# Moving


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


def test_a_hero_may_walk_away_from_a_monster():
    state = at(places=["R101"], monsters={"R101": "Imp"})
    state.apply("go c22_12")
    assert state.steps == 4 and state.view(0).monsters == {"R101": "Imp"}


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


# Falling back


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


def test_a_retreat_into_the_hall_wins_with_the_goal_unless_the_option_forbids():
    for rescue in (True, False):
        dice = {"attack": [[1, 1]], "counter": [[4, 4]], "drop": [[1, 0]]}
        state = at(["rogue", "rogue", "cleric", "cleric"], places=["R101", "c22_12", "c22_11", "c22_13"],
                   came_from=["c22_12", None, None, None], monsters={"R101": "Imp"}, dice=dice,
                   treasures=[["Star Diamond 6", "Copper Hoard 1"], [], [], []], flags={"rescue_win": rescue})  # fmt: skip
        state.apply("stay")
        state.apply("retreat HALL")
        assert (state.winner == 0) == rescue and (state.seat is None) == rescue


# Traps


def test_lose_turn_tokens_add_up_and_are_discarded_one_a_turn():
    state = at(["rogue", "rogue"], places=["c22_7", "HALL"], next_monsters=["cage 2"], lose_turn=[1, 0], dice={"cage": [[4]]})
    state.apply("go R208")
    assert state.lose[0] == 3
    for left in (2, 1, 0):
        state.apply("stay")  # seat 1's turn; then seat 0 is skipped
        assert state.seat == 1 and state.lose[0] == left
    state.apply("stay")
    assert state.seat == 0 and state.round == 5


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


# Dying and dropping


def test_a_hero_without_treasures_dies_and_nothing_is_drawn_for_a_drop():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"},
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert state.legal() == ("hero rogue", "hero cleric", "hero fighter", "hero wizard") and state.seat == 0
    assert place(state) == "HALL" and state.view(0).heroes == [None, "rogue"]
    state.apply("hero cleric")
    assert state.seat == 1 and state.view(1).fallen == [["rogue"], []] and state.lose == [0, 0]


def test_the_dead_drop_everything_in_the_order_gained():
    state = at(places=["R101"], monsters={"R101": "Imp"}, treasures=[["Gold Torc 3", "sword 1", "Coin Pouch 1"]],
               bonus=[1], doors=[["R109|c16_11"]], dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert state.view(0).dropped == {"R101": ["Gold Torc 3", "sword 1", "Coin Pouch 1"]}
    assert state.active == [-1] and state.bonus == [0] and state.view(0).doors == [[]] and state.known == [()]


def test_half_of_one_treasure_is_one():
    state = at(places=["R101"], monsters={"R101": "Imp"}, treasures=[["Gold Torc 3"]],
               dice={"attack": [[1, 1]], "counter": [[5, 6]], "drop": [[0]]})  # fmt: skip
    state.apply("stay")
    assert state.treasures == [()] and place(state) == "HALL" and state.lose == [0]


def test_a_wizard_wins_back_a_sword_as_gold_alone():
    state = at(["wizard", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, dropped={"R101": ["sword 4"]},
               dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert "sword 4" in state.treasures[0] and state.active[0] == -1 and state.seat == 1


def test_a_dead_wizards_spells_go_back_and_the_new_one_takes_all_its_spells_at_once():
    state = at(["wizard", "wizard"], places=["R101", "HALL"], monsters={"R101": "Imp"},
               spells=[{"fireball": 6, "lightning": 1}, {"fireball": 4, "lightning": 5}],
               dice={"attack": [[1, 1]], "counter": [[6, 6]], "capacity": [[1]]})  # fmt: skip
    state.apply("stay")
    state.apply("attack")
    assert state.supply == (6, 3, 6) and state.spells[0] == (0, 0, 0)
    state.apply("hero wizard")
    for number in range(7):
        assert state.seat == 0 and state.phase == "spell" and sum(state.spells[0]) == number
        state.apply("spell fireball" if number < 6 else "spell teleport")
    assert state.spells[0] == (6, 0, 1) and state.seat == 1
    check_invariants(state)


def test_no_third_hero_of_a_type():
    state = start(4)
    state.apply("hero rogue")
    state.apply("hero rogue")
    assert state.legal() == ("hero cleric", "hero fighter", "hero wizard")


def test_a_figure_of_the_dead_hero_is_free_again():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"},
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert "hero rogue" in state.legal()


# Decks


def test_an_empty_deck_is_made_of_its_discard_in_the_middle_of_a_turn():
    state = at(["fighter", "rogue"], places=["c22_12", "HALL"], deck_ends=[1], discards=["Imp", "Cave Rats"],
               dice={"deck m1": [["Cave Rats", "Imp"]], "attack": [[6, 6]]})  # fmt: skip
    state.apply("go R101")
    assert state.view(0).discards[0] == ["Cave Rats"] and state.monsters[1] == ("Imp",) and state.shuffles[1] == 1


def test_with_all_of_a_level_on_the_board_nothing_is_met_and_the_space_stays_uncleared():
    rooms = ["R601", "R602", "R603", "R604", "R605", "R607", "R608"]
    state = at(["wizard", "rogue"], places=["c9_6", "HALL"], monsters=dict(zip(rooms, ROOM_MONSTERS, strict=True)),
               spells=[{"fireball": 1}, {}], treasures=[["esp 3", "ball 4"], []])  # fmt: skip
    assert state.monsters[6] == () and "R610" not in targets(state, "ball")
    assert {"R601", "R101"} <= set(targets(state, "ball"))
    state.apply("begin")
    assert "R610" in targets(state, "go") and not {"esp", "cast"} & kinds(state)
    assert "c9_9" in targets(state, "go")
    state.apply("go R610")
    assert place(state) == "R610" and state.seat == 1 and "R610" not in state.view(0).monsters
    assert state.uncleared >> INDEX["R610"] & 1


def test_a_level_may_be_cleared_to_the_last_room():
    tokens = cleared(*(NAMES[space] for space in LAIRS if LEVELS[space] == 1))
    state = at(tokens=tokens)
    assert "R101" in targets(state, "go")
    state.apply("go R101")
    assert state.phase == "move" and state.monsters[1] == tuple(MONSTER_DECKS[1])


def test_numbers_are_the_lowest_that_are_free():
    dice = {"attack": [[6, 6], [1, 1]], "counter": [[1, 1]]}
    state = at(["fighter"], places=["R101"], monsters={"R101": "Imp", "R103": "Cave Rats", "R104": "Cave Rats"},
               next_monsters=["Bone Guard"], dice=dice)  # fmt: skip
    state.apply("stay")
    assert state.view(0).numbers == {"R103": 2, "R104": 3}
    state.apply("go R102")
    assert state.view(0).numbers == {"R102": 1, "R103": 2, "R104": 3}


# Winning


def test_a_teleport_into_the_hall_wins_with_the_goal():
    state = at(["wizard", "rogue"], places=["K11", "HALL"], spells=[{"teleport": 1}, {}],
               treasures=[["Star Diamond 6", "Emerald Throne 6", "Ruby Sceptre 6", "Sapphire Orb 6"], []])  # fmt: skip
    state.apply("teleport HALL")
    assert state.winner == 0 and state.ranks() == [1, 2] and state.scores() == [1000, 0]


def test_a_hero_that_walks_through_the_hall_with_its_goal_wins_there():
    state = at(["rogue", "rogue"], places=["c22_13", "c22_7"], treasures=[["Star Diamond 6"], []])
    state.apply("go c22_19")
    assert place(state) == "HALL" and state.winner == 0


def test_a_hero_short_of_its_goal_walks_through_the_hall():
    state = at(["rogue", "rogue"], places=["c22_13", "c22_7"], treasures=[["Emerald Throne 6"], []])
    state.apply("go c22_19")
    assert place(state) == "c22_19" and state.seat == 0


def test_gold_that_lies_under_monsters_can_be_fought_for_when_all_rooms_are_cleared_but_one():
    tokens = cleared(*(NAMES[space] for space in LAIRS if NAMES[space] != "R101"))
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, tokens=tokens, dropped={"R101": ["Star Diamond 6"]},
               dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert "Star Diamond 6" in state.treasures[0] and state.uncleared == 0
    state.apply("go HALL")
    assert state.winner == 0
