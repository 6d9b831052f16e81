"""The word for why an action is refused (rules, section 5)."""

from __future__ import annotations

import pytest
from dungeon_help import at, cleared, start


@pytest.mark.parametrize(
    ("more", "action", "why"),
    [
        ({}, "attack", "wrong_phase"),
        ({}, "go c99_9", "no_such_space"),
        ({}, "go c3_3", "not_adjacent"),
        ({"steps": 1}, "go c22_12", "no_steps"),
        ({"places": ["c11_7"]}, "go c12_7", "secret_unknown"),
        ({"places": ["c31_16"]}, "go c36_16", "must_stop"),
        ({}, "search c11_7|c12_7", "not_adjacent"),
        ({}, "search c11_7|c13_7", "no_such_space"),
        ({"places": ["c11_7"], "steps": 0}, "search c11_7|c12_7", "no_steps"),
        ({}, "esp R101", "no_card"),
        ({"treasures": [["esp 3"]]}, "esp R101", "not_adjacent"),
        ({"treasures": [["esp 3"]], "places": ["c22_12"], "steps": 0}, "esp R101", "no_steps"),
        ({"treasures": [["esp 3"]], "places": ["c22_12"], "tokens": cleared("R101")}, "esp R101", "cleared"),
        ({"treasures": [["esp 3"]], "places": ["c16_11"]}, "esp R109", "secret_unknown"),
        ({"places": ["c22_12"]}, "cast fireball R101", "not_wizard"),
        ({"heroes": ["wizard"], "places": ["c22_12"]}, "cast fireball R101", "no_spell"),
        ({"heroes": ["wizard"], "places": ["c22_12"], "spells": [{"fireball": 1}]}, "cast fireball R999", "no_such_space"),
        ({"heroes": ["wizard"], "places": ["K31"], "spells": [{"teleport": 1}], "treasures": [["ball 4"]]}, "regain fireball",
         "not_in_hall"),
        ({"heroes": ["wizard"], "places": ["HALL"], "treasures": [["ball 4"]], "spells": [{"fireball": 1}]}, "teleport K11",
         "no_spell"),
        ({"heroes": ["wizard"], "places": ["HALL"]}, "ball R101", "no_card"),
    ],
)  # fmt: skip
def test_an_illegal_action_is_refused_with_its_reason(more, action, why):
    with pytest.raises(ValueError, match=f"[(]{why}[)]"):
        at(**more).apply(action)


@pytest.mark.parametrize(
    ("more", "before", "action", "why"),
    [
        ({"tokens": cleared("K21")}, "teleport K21", "cast fireball R202", "spell_used"),
        ({"tokens": cleared("K21")}, "teleport K21", "teleport HALL", "spell_used"),
        ({"places": ["c22_12", "R101"]}, "begin", "cast fireball R101", "occupied"),
        ({"places": ["c22_12", "HALL"], "tokens": cleared("R101")}, "begin", "cast fireball R101", "cleared"),
        ({"places": ["c22_12", "HALL"]}, "begin", "cast teleport R101", "no_spell"),
        ({"places": ["c16_11", "HALL"]}, "begin", "cast fireball R109", "secret_unknown"),
        ({}, "begin", "teleport K11", "wrong_phase"),
        ({}, "begin", "sword 4", "wrong_phase"),
        ({}, "begin", "go HALL", "not_adjacent"),
    ],
)  # fmt: skip
def test_what_a_wizard_may_not_do_on_its_way_has_a_reason(more, before, action, why):
    spells = [{"fireball": 1, "teleport": 2}, {}]
    state = at(["wizard", "rogue"], spells=spells, flags={"teleport_then_move": True}, **more)
    if before in state.legal():
        state.apply(before)
    with pytest.raises(ValueError, match=f"[(]{why}[)]"):
        state.apply(action)


def test_a_sword_that_fell_is_no_card_to_choose_and_a_chamber_too_deep_none_to_slide_to():
    dice = {"attack": [[1, 1]], "counter": [[3, 3]], "drop": [[0, 1]]}
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, treasures=[["sword 1", "sword 4"]], bonus=[1], dice=dice)
    state.apply("stay")
    with pytest.raises(ValueError, match="no_card"):
        state.apply("sword 1")
    slide = at(places=["c36_14"], next_monsters=["slide 3"])
    slide.apply("go R302")
    with pytest.raises(ValueError, match="level_range"):
        slide.apply("slide K51")


def test_a_hero_of_whom_no_figure_is_left_is_no_card():
    state = start(4)
    for _ in range(2):
        state.apply("hero rogue")
    with pytest.raises(ValueError, match="no_card"):
        state.apply("hero rogue")


@pytest.mark.parametrize(
    ("where", "why"), [("c22_12", "occupied"), ("R102", "must_stop"), ("c22_9", "not_adjacent"), ("nowhere", "no_such_space")]
)
def test_a_retreat_to_a_space_that_is_not_the_nearest_free_one_has_a_reason(where, why):
    dice = {"attack": [[1, 1]], "counter": [[4, 4]]}
    state = at(["rogue", "rogue"], places=["R101", "c22_12"], came_from=["c22_12", None], monsters={"R101": "Imp"}, dice=dice)
    state.apply("stay")
    with pytest.raises(ValueError, match=why):
        state.apply(f"retreat {where}")
