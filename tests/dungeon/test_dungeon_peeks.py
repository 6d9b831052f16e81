"""ESP Medallions and Crystal Balls (rules, 2.6, 14.7)."""

from __future__ import annotations

import pytest
from arena_dungeon.board import INDEX
from dungeon_help import at, cleared, hunted, kinds, place, targets, told_to


def test_esp_parks_the_card_and_stop_ends_the_movement():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3"], []], next_monsters=["Imp"])
    assert targets(state, "esp") == ["R101", "R102"]
    state.apply("esp R101")
    assert state.legal() == ("enter", "stop") and state.view(0).monsters == {"R101": "Imp"}
    assert state.view(1).monsters == {"R101": None} and state.view(1).numbers == {"R101": 1}
    assert state.view(1).under == state.view(0).under == {"R101": None}
    state.apply("stop")
    assert place(state) == "c22_12" and state.seat == 1
    assert state.view(0).monsters == {"R101": "Imp"}  # it stays in the seat's view


def test_stop_in_an_uncleared_space_is_followed_by_its_encounter():
    state = at(["rogue", "rogue"], places=["R302", "HALL"], treasures=[["esp 3"], []], doors=[["R302|R306"], []],
               monsters={"R302": "Ogre"}, dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("esp R306")
    state.apply("stop")
    assert state.view(0).tokens == {"R302": 1} and state.seat == 1


def test_esp_then_enter_fights_what_was_seen_and_esp_is_used_once_a_turn():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3"], []], next_monsters=["Imp"],
               dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("esp R101")
    state.apply("enter")
    assert state.view(0).tokens == {"R101": 1} and place(state) == "R101" and state.seat == 1


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


def test_esp_is_not_offered_at_a_face_up_monster_a_cleared_space_or_without_a_step():
    more = {"places": ["c22_12"], "treasures": [["esp 3"]]}
    assert targets(at(monsters={"R101": "Imp"}, **more), "esp") == ["R102"]
    assert targets(at(monsters={"R101": "Imp"}, face_down=["R101"], **more), "esp") == ["R101", "R102"]
    assert targets(at(tokens=cleared("R101", "R102"), **more), "esp") == []
    assert targets(at(steps=0, **more), "esp") == []


def test_a_card_seen_again_keeps_its_number_and_is_not_parked_twice():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3"], []], next_monsters=["Imp"])
    parked = []
    for _ in range(2):  # in each of two turns an ESP Medallion may be used
        parked += [event for event in told_to(1, state.apply("esp R101")) if getattr(event, "what", "") == "parked"]
        state.apply("stop")
        state.apply("stay")
    assert len(parked) == 1 and state.view(0).numbers == {"R101": 1} and state.view(0).monsters == {"R101": "Imp"}


# Crystal Ball


def test_the_ball_shows_card_and_treasure_and_ends_the_turn():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, treasures=[["ball 4"], []],
               next_monsters=["Lich"], next_treasures=["Star Diamond 6"])  # fmt: skip
    state.apply("ball R605")
    assert state.seat == 1 and place(state) == "R101" and state.view(0).monsters == {"R101": "Imp", "R605": "Lich"}
    assert state.view(0).under["R605"] == "Star Diamond 6" and state.view(1).under["R605"] is None
    assert state.view(1).monsters["R605"] is None and state.view(1).under_seen_by["R605"] == [0]


def test_the_ball_looks_at_the_treasure_under_a_face_up_monster_and_not_at_the_hall_or_what_is_cleared():
    state = at(["rogue", "rogue"], monsters={"R101": "Imp"}, under={"R101": "Brass Lamp 1"}, treasures=[["ball 4"], []],
               tokens=cleared("R102"))  # fmt: skip
    assert "R102" not in targets(state, "ball") and "HALL" not in targets(state, "ball")
    for wrong, why in (("R102", "cleared"), ("HALL", "cleared"), ("R999", "no_such_space")):
        with pytest.raises(ValueError, match=why):
            state.apply(f"ball {wrong}")
    state.apply("ball R101")
    assert state.view(0).under == {"R101": "Brass Lamp 1"} and state.view(1).under == {"R101": None}


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


def test_esp_tells_again_the_treasure_that_the_ball_has_shown():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["ball 4", "esp 3"], []])
    state.apply("ball R101")
    seen = state.view(0).under["R101"]
    state.apply("stay")
    state.apply("begin")
    notices = state.apply("esp R101")
    (event,) = [event for _, event in notices if getattr(event, "what", "") == "peeked"]
    assert event.treasure == seen


def test_who_saw_a_treasure_by_the_ball_knows_it_when_a_trap_gives_it_to_another():
    state = at(["rogue", "rogue"], places=["c22_12", "c22_7"], treasures=[["ball 4"], []], next_monsters=["cage 2"],
               dice={"cage 1": [[1]]})  # fmt: skip
    state.apply("ball R208")
    (seen,) = (treasure for name, treasure in state.view(0).under.items() if name == "R208")
    state.apply("go R208")
    assert state.treasures[1] == (seen,) and state.view(0).treasures[1] == [seen]


def test_the_ball_may_look_into_the_own_room_and_where_there_is_nothing_new_to_see():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, treasures=[["ball 4"], []])
    for _ in range(2):
        assert "R101" in targets(state, "ball")
        state.apply("ball R101")
        state.apply("stay")
    assert state.round == 3 and state.view(0).treasure_sizes[0] == 8  # one treasure, drawn once


def test_a_second_look_by_the_ball_leaves_the_first_one_known():
    state = at(["rogue", "rogue"], treasures=[["ball 4"], []], next_monsters=["Imp", "Lich"],
               next_treasures=["Brass Lamp 1", "Star Diamond 6"])  # fmt: skip
    for name in ("R101", "R605"):
        state.apply(f"ball {name}")
        state.apply("stay")
    assert state.view(0).monsters == {"R101": "Imp", "R605": "Lich"}
    assert state.view(0).under == {"R101": "Brass Lamp 1", "R605": "Star Diamond 6"}


def test_who_looks_where_another_has_looked_sees_the_same_and_takes_nothing_from_it():
    state = at(["rogue", "rogue", "cleric"], treasures=[["ball 4"], ["ball 6"], []])
    state.apply("ball R101")
    state.apply("ball R101")
    view = state.view(2)
    assert view.seen_by == {"R101": [0, 1]} and view.under_seen_by == {"R101": [0, 1]} and view.monsters == {"R101": None}
    assert state.view(0).monsters == state.view(1).monsters != view.monsters
    assert state.view(0).under == state.view(1).under != view.under


def test_of_a_face_up_monster_nobody_is_noted_to_have_seen_the_card():
    state = at(["rogue", "rogue"], monsters={"R101": "Imp"}, treasures=[["ball 4"], []])
    state.apply("ball R101")
    assert state.lairs[INDEX["R101"]].card_seen == 0 and state.view(0).seen_by == {}


def test_by_esp_a_seat_is_not_told_the_treasure_that_another_saw_by_the_ball():
    state = at(["rogue", "rogue"], places=["HALL", "c22_12"], treasures=[["ball 4"], ["esp 3"]])
    state.apply("ball R101")
    (peeked,) = (event for event in told_to(1, state.apply("esp R101")) if getattr(event, "what", "") == "peeked")
    assert peeked.card is not None and peeked.treasure is None
    assert state.view(0).under["R101"] is not None and state.view(1).under == {"R101": None}
    assert state.view(1).monsters == state.view(0).monsters and state.view(0).seen_by == {"R101": [0, 1]}


def test_in_a_hunt_the_ball_looks_at_the_room_and_not_at_the_hunter_in_it():
    state = hunted("HALL", "R601", treasures=[["ball 4"]], next_monsters=["Dread Worm"])
    state._legal = None
    assert "R601" in targets(state, "ball")
    state.apply("ball R601")
    assert state.view(0).monsters == {"R601": "Dread Worm"} and state.view(0).hunter_card is None
