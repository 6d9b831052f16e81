"""The worked examples of the rules (10.3), one test each."""

from __future__ import annotations

import pytest
from arena_dungeon.events import TurnEvent
from dungeon_help import at, cleared, kinds, place, targets


def test_1_a_wounded_rogue_goes_back_where_it_came_from_and_loses_a_turn():
    state = at(next_monsters=["Giant Centipede"], dice={"attack": [[2, 2]], "counter": [[4, 5]]})
    news = [event for _, event in state.apply("go R101")]
    assert place(state) == "c22_12" and state.lose == [0]  # its next turn is over too
    assert [event for event in news if isinstance(event, TurnEvent)] == [TurnEvent(2, 0, True), TurnEvent(3, 0, False)]
    view = state.view(0)
    assert view.monsters == {"R101": "Giant Centipede"} and view.numbers == {"R101": 1}
    assert view.under == {"R101": None} and view.treasures == [[]]


@pytest.mark.parametrize(
    ("bonus", "dice", "kills"), [(1, [5, 6], False), (1, [6, 6], True), (2, [5, 6], True), (2, [5, 5], False)]
)
def test_2_a_sword_makes_a_dash_thirteen(bonus, dice, kills):
    state = at(
        places=["R501"], monsters={"R501": "Stone Golem"}, treasures=[["sword 1"]], bonus=[bonus],
        dice={"attack": [dice], "counter": [[1, 1]]},
    )  # fmt: skip
    state.apply("stay")
    assert (state.tokens != {}) == kills


def test_3_a_seriously_wounded_cleric_drops_three_of_five_and_wins_with_the_rest():
    held = ["Gold Torc 3", "Ruby Sceptre 5", "Coin Pouch 1", "Silver Circlet 3", "sword 1"]
    dice = {"attack": [[1, 1]], "counter": [[5, 6]], "drop": [[2, 4, 0, 1, 3]]}
    state = at(["cleric"], places=["R501"], monsters={"R501": "Hydra"}, treasures=[held], dice=dice)
    state.apply("stay")
    assert place(state) == "HALL" and state.treasures == [("Ruby Sceptre 5", "Silver Circlet 3")]
    assert state.seat is None and state.winner == 0 and state.ranks() == [1]
    assert state.view(0).dropped == {"R501": ["Coin Pouch 1", "sword 1", "Gold Torc 3"]}


def test_3_with_less_than_the_goal_the_cleric_plays_on():
    held = ["Gold Torc 3", "Ruby Sceptre 5", "Coin Pouch 1", "Silver Circlet 3", "sword 1"]
    dice = {"attack": [[1, 1]], "counter": [[5, 6]], "drop": [[1, 4, 0, 2, 3]]}
    state = at(["cleric"], places=["R501"], monsters={"R501": "Hydra"}, treasures=[held], dice=dice)
    state.apply("stay")
    assert place(state) == "HALL" and state.seat == 0 and state.lose == [0] and state.round == 2


def test_4_a_spell_from_outside_that_fails_is_spent_and_nothing_strikes_back():
    state = at(
        ["wizard"], places=["c14_16"], steps=1, spells=[{"fireball": 1}], next_monsters=["Stone Golem"],
        dice={"attack": [[4, 5]]},
    )  # fmt: skip
    state.apply("cast fireball K51")
    view = state.view(0)
    assert view.places == ["c14_16"] and view.spells[0]["fireball"] == 0 and view.supply["fireball"] == 10
    assert view.monsters == {"K51": "Stone Golem"} and view.numbers == {"K51": 1} and view.face_down == {}
    assert view.round == 2


def test_5_a_slide_met_by_a_spell_draws_the_wizard_in_and_down():
    state = at(
        ["wizard"], places=["c14_16"], steps=1, spells=[{"fireball": 1}], next_monsters=["slide 5", "Lich"],
        dice={"attack": [[6, 6]]},
    )  # fmt: skip
    state.apply("cast fireball K51")
    assert place(state) == "K51" and state.view(0).tokens == {"K51": 1} and state.treasures == [()]
    assert state.legal() == ("slide K61", "slide K62")
    state.apply("slide K62")
    assert place(state) == "K62" and state.view(0).tokens == {"K51": 1, "K62": 1}  # the turn's spell is spent: an attack


def test_6_a_rogue_finds_a_door_with_three_and_pays_a_step_to_cross_it():
    state = at(places=["c11_7"], steps=2, dice={"secret": [[3]]})
    state.apply("search c11_7|c12_7")
    assert place(state) == "c11_7" and state.steps == 2
    assert state.view(0).doors == [["c11_7|c12_7"]]
    state.apply("go c12_7")
    assert place(state) == "c12_7" and state.steps == 1


def test_6_a_fighter_does_not_find_it_with_four_and_its_movement_is_over():
    state = at(["fighter", "rogue"], places=["c11_7", "HALL"], steps=2, dice={"secret": [[4]]})
    state.apply("search c11_7|c12_7")
    assert place(state) == "c11_7" and state.view(0).doors == [[], []] and state.seat == 1


def test_7_a_slide_in_a_room_pays_its_treasure_before_the_hero_slides():
    state = at(next_monsters=["slide 3"], next_treasures=["Gilded Mirror 3"], places=["c36_14"])
    state.apply("go R302")
    assert state.treasures == [("Gilded Mirror 3",)] and state.view(0).tokens == {"R302": 1}
    assert state.legal() == ("slide K41", "slide K42", "slide K43")


def test_8_the_third_kill_clears_a_chamber_which_pays_nothing():
    state = at(
        ["fighter", "fighter"], places=["c21_7", "c22_7"], tokens={"K21": 2}, next_monsters=["Hobgoblin"],
        dice={"attack": [[6, 6]]},
    )  # fmt: skip
    state.apply("go K21")
    assert state.view(0).tokens == {"K21": 3} and state.treasures == [(), ()]
    assert state.seat == 1
    state.apply("go K21")
    assert state.seat == 1 and state.steps == 3  # nothing is met, the movement goes on
    assert place(state, 1) == "K21" and state.lairs == {}


def test_9_a_full_wizard_may_not_regain():
    state = at(["wizard"], spells=[{"fireball": 4, "teleport": 3}], capacity=[7])
    assert "regain" not in kinds(state) and "teleport" in kinds(state)
    with pytest.raises(ValueError, match="capacity"):
        state.apply("regain lightning")


def test_10_a_second_hero_in_a_chamber_meets_the_same_monster():
    dice = {"attack 1": [[1, 2]], "counter 1": [[1, 2]]}
    state = at(
        ["rogue", "rogue"], places=["K31", "c31_16"], monsters={"K31": "Ogre"}, turn=1, dice=dice
    )
    state.apply("go K31")
    assert [place(state, seat) for seat in (0, 1)] == ["K31", "K31"]
    assert state.view(0).monsters == {"K31": "Ogre"} and state.seat == 0  # one round, then the next turn


def test_11_after_the_loss_of_the_active_sword_another_may_be_activated():
    dice = {"attack": [[1, 1]], "counter": [[3, 3]], "drop": [[0, 1]], "sword": [[4, 5]]}
    state = at(
        places=["R401"], monsters={"R401": "Troll"}, treasures=[["sword 1", "sword 4"]], bonus=[1], dice=dice
    )
    state.apply("stay")
    assert state.legal() == ("sword 4", "decline") and state.view(0).swords == [None]
    state.apply("sword 4")
    assert state.view(0).swords == ["sword 4"] and state.bonus == [2]


def test_12_from_the_hall_a_teleport_reaches_the_chambers_of_two_levels():
    state = at(["wizard"], spells=[{"teleport": 1}])
    assert targets(state, "teleport") == ["K11", "K12", "K21", "K22"]


def test_a_teleport_to_where_one_stands_or_too_deep_is_illegal():
    state = at(["wizard"], places=["K31"], spells=[{"teleport": 1}], tokens=cleared("K31"))
    assert targets(state, "teleport") == ["K21", "K22", "K32", "K41", "K42", "K43"]
    for wrong, why in (("K31", "not_chamber"), ("K51", "level_range"), ("R301", "not_chamber"), ("K99", "no_such")):
        with pytest.raises(ValueError, match=why):
            state.apply(f"teleport {wrong}")
