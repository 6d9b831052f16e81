"""The game as a plugin: hooks, wire types, drawing, rules text, positions made by hand."""

from __future__ import annotations

import re
from random import Random

import arena_armadora
import msgspec
import pytest
from arena_armadora import Config, Static, View, from_picture, position
from armadora_help import GAME, plain, play, start
from test_armadora_rules import S1, played


def test_the_hook_gives_the_game():
    games = []
    arena_armadora.register_games(games.append)
    assert [game.name for game in games] == ["armadora"]


@pytest.mark.parametrize("struct", [Config, Static, View, *GAME.Events[1:]])
def test_every_field_on_the_wire_is_documented(struct):
    for field in msgspec.inspect.type_info(struct).fields:
        assert isinstance(field.type, msgspec.inspect.Metadata), field.name
        assert field.type.extra_json_schema["description"].endswith((".", "null."))


def test_every_kind_of_action_has_its_help():
    space = GAME.action_space(Config(advanced=True, race_assign="chosen"), 2)
    assert {action for action, _ in GAME.actions_help} <= set(space)
    forms = {" ".join(action.split()[: 2 if action.startswith("power") else 1]) for action in space}
    helped = {" ".join(action.split()[: 2 if action.startswith("power") else 1]) for action, _ in GAME.actions_help}
    assert forms == helped


def test_the_action_space_of_the_basic_game_has_no_powers():
    assert len(GAME.action_space(Config(), 2)) == 160 + 67 + 2
    assert len(GAME.action_space(Config(), 3)) == 128 + 67 + 2
    assert len(GAME.action_space(Config(advanced=True), 2)) == 32 + 160 + 67 + 32 + 160 + 67 + 32 + 2


def test_an_unknown_option_is_refused():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"advnaced": True}, Config)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"palisades_min": 3}, Config)


def test_a_match_of_five_is_refused():
    with pytest.raises(ValueError, match="2, 3 or 4 seats, not 5"):
        start(5)


def test_the_rules_text_names_every_option_and_no_other_place():
    text = GAME.rules_text()
    assert text.startswith("# Armadöra")
    assert "/" not in re.sub(r"```.*?```", "", text, flags=re.S)


@pytest.mark.parametrize("flags", [{}, {"advanced": True}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_drawing_fits_in_80_columns_and_colour_only_adds_colour(seats, flags):
    state, rng = start(seats, 4, **flags), Random(4)
    while True:
        for view in (*(state.view(seat) for seat in range(seats)), state.open_view(), state.spectator_view()):
            text = GAME.text(view)
            assert max(map(len, text.splitlines())) <= 80
            assert re.sub(r"\x1b\[[0-9;]*m", "", GAME.text(plain(view), colour=True)) == text
        if state.seat is None:
            return
        play(state, rng, 1)


def test_the_end_is_drawn_with_what_each_territory_brought():
    text = GAME.text(played(from_picture(S1), "pass", "pass").view(0))
    assert "   from a1          8    12     4   4   A 6, B 6\n" in text
    assert "   A  18 gold  (7 6 5)\n   B  21 gold  (10 6 5)\n" in text


def test_a_drawing_marks_arrows_and_reinforcements():
    state = position(
        2, warriors={"a1": "A1", "b1": "B2", "c1": "A1"}, arrows={"a1": 2, "b1": 1}, reinforced=["b1", "c1"]
    )
    text = GAME.text(state.open_view())
    assert " 1 |-A1 ~B2 +A1 " in text and "arrows a1x2 b1; reinforced b1 c1" in text


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"palisades": ["a1|b1", "a1|a2"]}, "close off a1"),
        ({"palisades": ["a1|c1"]}, "no edge a1|c1"),
        ({"warriors": {"d1": "A1"}}, "no warrior"),
        ({"warriors": {"a1": "A5", "b1": "A5"}}, "more warriors"),
    ],
)
def test_a_position_that_cannot_be_is_refused(more, why):
    with pytest.raises(ValueError, match=why):
        position(2, **more)


@pytest.mark.parametrize("data", [None, {}, {"config": {}, "seats": 2, "view": {}}, {"config": {"x": 1}, "seats": 2}])
def test_json_that_is_no_state_is_refused(data):
    with pytest.raises(ValueError, match="Armadöra"):
        GAME.from_json(data)
