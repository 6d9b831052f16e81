"""The word for why an action is refused (rules, section 5)."""

from __future__ import annotations

import pytest
from dungeon_help import at, cleared


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
