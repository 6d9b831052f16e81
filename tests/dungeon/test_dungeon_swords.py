"""Magic Swords: which one is active, its bonus, and who chooses when (rules, 2.6, 13.4)."""

from __future__ import annotations

import pytest
from dungeon_help import at, place


@pytest.mark.parametrize(("sword", "least"), [("sword 1", 12), ("sword 2", 10), ("sword 4", 9), ("sword 6", 7)])
def test_a_swords_bonus_follows_its_level(sword, least):
    for total in range(2, 13):
        dice = [max(1, total - 6), total - max(1, total - 6)]
        state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, dropped={"R101": [sword]},
                   dice={"attack": [[6, 6]], "sword": [dice]})  # fmt: skip
        state.apply("stay")
        assert state.bonus[0] == (2 if total >= least else 1)


def test_of_two_swords_gained_at_once_one_is_chosen_and_none_cannot_be():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, under={"R101": "sword 1"},
               dropped={"R101": ["sword 4", "sword 4"]}, dice={"attack": [[6, 6]], "sword": [[1, 1]]})  # fmt: skip
    state.apply("stay")
    assert state.legal() == ("sword 1", "sword 4") and state.seat == 0
    state.apply("sword 4")
    assert state.view(1).swords == ["sword 4", None] and state.seat == 1


def test_a_second_sword_is_gold_and_changes_nothing():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, dropped={"R101": ["sword 6"]},
               treasures=[["sword 1"], []], bonus=[1], dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert state.view(1).swords == ["sword 1", None] and state.bonus == [1, 0]


def test_who_declined_chooses_among_those_gained_next():
    dice = {"attack": [[1, 1], [6, 6]], "counter": [[3, 3]], "drop": [[0, 1]], "sword": [[6, 6]]}
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, treasures=[["sword 1", "sword 4"]], bonus=[1], dice=dice)
    state.apply("stay")
    state.apply("decline")
    assert state.active == [-1]
    state.apply("stay")  # the monster falls; sword 1 comes back, alone
    assert state.view(0).swords == ["sword 1"] and state.bonus == [2]


def test_a_drop_before_the_active_sword_keeps_it_active():
    dice = {"attack": [[1, 1]], "counter": [[3, 3]], "drop": [[0, 1, 2]]}
    held = [["Coin Pouch 1", "Gold Torc 3", "sword 4"]]
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, treasures=held, bonus=[2], dice=dice)
    state.apply("stay")
    assert state.treasures == [("Gold Torc 3", "sword 4")] and state.view(0).swords == ["sword 4"] and state.bonus == [2]


def test_the_sword_is_chosen_before_a_wounded_hero_goes_back():
    dice = {"attack": [[1, 1]], "counter": [[4, 4]], "drop": [[0, 1]]}
    state = at(["rogue", "rogue"], places=["R101", "HALL"], came_from=["c22_12", None], monsters={"R101": "Imp"},
               treasures=[["sword 1", "sword 4"], []], bonus=[1], dice=dice)  # fmt: skip
    state.apply("stay")
    assert place(state) == "R101" and state.lose[0] == 0 and state.view(0).after == "wounded"
    state.apply("decline")
    assert place(state) == "c22_12" and state.lose[0] == 1 and state.seat == 1


def test_a_sword_in_a_cage_is_rolled_for_before_the_die():
    state = at(["rogue", "rogue"], places=["c22_7", "HALL"], monsters={"R208": "cage"}, face_down=["R208"],
               under={"R208": "sword 2"}, dice={"sword": [[5, 5]], "cage": [[1]]})  # fmt: skip
    told = [event.__struct_config__.tag + getattr(event, "roll", "") for _, event in state.apply("go R208")]
    assert told.index("rollsword") < told.index("rollcage") and state.bonus[0] == 2 and state.lose[0] == 1


def test_a_wizard_wins_back_a_sword_as_gold_alone():
    state = at(["wizard", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, dropped={"R101": ["sword 4"]},
               dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert "sword 4" in state.treasures[0] and state.active[0] == -1 and state.seat == 1


def test_of_equal_swords_it_is_one_of_those_gained_just_now_that_becomes_active():
    dice = {"attack": [[6, 6]], "sword": [[1, 1]]}
    for dropped in (["sword 4"], ["sword 4", "sword 6"]):
        state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, dropped={"R101": dropped},
                   treasures=[["sword 4"], []], dice=dice)  # fmt: skip
        state.apply("stay")  # the one it held it has declined
        if len(dropped) > 1:
            state.apply("sword 4")
        gained = state.treasures[0].index("sword 4", 1)
        assert state.active[0] == gained and state.bonus[0] == 1


def test_a_drop_behind_the_active_sword_leaves_it_active():
    dice = {"attack": [[1, 1]], "counter": [[5, 6]], "drop": [[2, 0, 1]]}
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, treasures=[["Coin Pouch 1", "sword 4", "Gold Torc 3"]],
               bonus=[2], dice=dice)  # fmt: skip
    state.apply("stay")
    assert state.treasures == [("sword 4",)] and state.view(0).swords == ["sword 4"] and state.bonus == [2]


def test_to_decline_is_the_safe_action_of_who_lost_its_sword():
    dice = {"attack": [[1, 1]], "counter": [[3, 3]], "drop": [[0, 1, 2]]}
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, treasures=[["sword 1", "sword 6", "sword 4"]], bonus=[1],
               dice=dice)  # fmt: skip
    state.apply("stay")
    assert state.legal() == ("sword 4", "sword 6", "decline") and state.safe_action() == "decline"
    state.apply(state.safe_action())
    assert state.view(0).swords == [None] and state.bonus == [0] and state.seat == 0 and state.round == 2
