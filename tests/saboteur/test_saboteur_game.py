"""The game as a plugin: hooks, wire types, drawing, rules text, positions made by hand."""

from __future__ import annotations

import re
from random import Random

import arena_saboteur
import msgspec
import pytest
from arena_saboteur import Config, Static, View, position
from arena_saboteur.cards import TUNNELS
from arena_saboteur.notation import action_space
from arena_saboteur.options import Config as Options
from saboteur_help import GAME, dig, plain, start

from arena.games import NotOffered


def test_the_hook_gives_the_game():
    games = []
    arena_saboteur.register_games(games.append)
    assert [game.name for game in games] == ["saboteur"]


@pytest.mark.parametrize("struct", [Config, Static, View, *GAME.Events[1:]])
def test_every_field_on_the_wire_is_documented(struct):
    for field in msgspec.inspect.type_info(struct).fields:
        assert isinstance(field.type, msgspec.inspect.Metadata), field.name
        assert field.type.extra_json_schema["description"].endswith((".", "null.")), field.name


def test_config_is_complete_on_the_wire_with_the_defaults_of_the_rules():
    assert plain(Config()) == {
        "expansion": False, "roles": "n+1", "gold_draw": "players", "self_break": False, "broken_gets_gold": True,
        "ladder_wall_touch": True, "bounds": None, "neutral_includes_saboteur": True,
        "both_doors": "boss_else_saboteurs",
    }  # fmt: skip


@pytest.mark.parametrize("wrong", [{"expantion": True}, {"roles": "n"}, {"bounds": "5x9"}])
def test_an_unknown_option_or_value_is_refused(wrong):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Config)


def test_the_numbers_of_seats_follow_from_the_expansion():
    assert list(GAME.seats_for(Config())) == list(range(3, 11))
    assert list(GAME.seats_for(Config(expansion=True))) == list(range(2, 13)) == list(GAME.seats)


def test_every_kind_of_action_has_its_help_and_every_help_is_an_action():
    space = action_space(Options(expansion=True, bounds="9x5"), 6) + action_space(Options(bounds="9x5"), 3)
    helped = {action.split()[0] for action, _ in GAME.actions_help}
    assert {action.split()[0] for action in space} == helped
    assert {action for action, _ in GAME.actions_help} <= set(space)


@pytest.mark.parametrize("expansion", [False, True])
def test_with_bounds_every_legal_action_has_a_number(expansion):
    config = Config(expansion=expansion, bounds="9x5")
    space = GAME.action_space(config, 5)
    numbers = {action: i for i, action in enumerate(space)}
    assert len(numbers) == len(space)
    state, rng = start(5, 6, expansion=expansion, bounds="9x5"), Random(6)
    while state.seat is not None:
        here = [numbers[action] for action in state.legal()]
        assert len(here) == len(state.legal())
        if state.phase == "turn":
            assert here == sorted(here)
        dig(state, rng, 1)


def test_without_bounds_actions_are_not_numbered():
    with pytest.raises(NotOffered, match="bounds=9x5"):
        GAME.action_space(Config(), 5)


def test_the_rules_text_names_every_card():
    text = GAME.rules_text()
    assert text.startswith("# Saboteur")
    assert "`expansion`" in text and "both_doors" in text
    for code in (*GAME.static(Config(expansion=True), 3).copies,):
        assert f"| {code} |" in text


def test_the_rules_text_has_each_tunnel_card_with_its_shape_and_copies():
    rows = re.findall(r"\| ([bx]\d\d) \| `([^`]+)` \| (\d) ", GAME.rules_text())
    assert {code: (shape.replace("\\|", "|"), int(copies)) for code, shape, copies in rows} == TUNNELS


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"table": {"1,0": "b99"}}, "no card 'b99 0'"),
        ({"table": {"1,0": "b02 180"}}, "no card 'b02 180'"),
        ({"table": {"a,0": "b02"}}, "no cell"),
        ({"table": {"01,0": "b02"}}, "no cell"),
        ({"table": {"900,0": "b02"}}, "no cell"),
        ({"table": {"8,0": "b02"}}, "goal 1 is treasure, not b02"),
        ({"table": {"1,0": "treasure"}}, "treasure cannot lie on 1,0"),
        ({"hands": [["c01"], [], []]}, "no card 'c01'"),
        ({"hands": [[], ["b01"], []]}, "seat 0, which has no cards"),
        ({"goals": ["treasure"] * 3}, "in some order"),
    ],
)
def test_a_position_that_cannot_be_is_refused(more, why):
    with pytest.raises(ValueError, match=why):
        position(3, **{"hands": [["b01"], [], []], **more})


@pytest.mark.parametrize("data", [None, {}, {"config": {}, "seats": 3}])
def test_json_that_is_no_state_is_refused(data):
    with pytest.raises(ValueError, match="not a state of Saboteur"):
        GAME.from_json(data)


def test_json_with_a_seat_too_many_or_an_unknown_card_is_refused():
    data = start(4, 1).to_json()
    with pytest.raises(ValueError, match="gold has not one entry"):
        GAME.from_json({**data, "seats": 5})
    with pytest.raises(ValueError, match="no card 'z1'"):
        GAME.from_json({**data, "pile": ["z1"]})
