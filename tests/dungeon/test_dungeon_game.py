"""The game as a plugin: hooks, wire types, drawing, rules text, positions made by hand."""

from __future__ import annotations

import re
from random import Random

import arena_dungeon
import msgspec
import pytest
from arena_dungeon import Config, Static, View, position
from arena_dungeon.cards import MONSTERS, TREASURES
from arena_dungeon.views import Edge, MonsterCard, Space, TreasureCard
from dungeon_help import GAME, at, cleared, play, start


def test_the_hook_gives_the_game():
    games = []
    arena_dungeon.register_games(games.append)
    assert [game.name for game in games] == ["dungeon"]


@pytest.mark.parametrize("struct", [Config, Static, Space, Edge, MonsterCard, TreasureCard, View, *GAME.Events[1:]])
def test_every_field_on_the_wire_is_documented(struct):
    for field in msgspec.inspect.type_info(struct).fields:
        assert isinstance(field.type, msgspec.inspect.Metadata), field.name
        assert field.type.extra_json_schema["description"].endswith((".", "?")), field.name


def test_config_is_complete_on_the_wire_with_the_defaults_of_the_rules():
    assert msgspec.to_builtins(Config()) == {
        "variant": "none", "treasure_level": 3, "turn_limit": 35, "hunt_one_life": False, "rescue_win": True,
        "treasure_at": "reveal", "retreat": "nearest", "death_loses_turn": False, "spell_inside": "after",
        "teleport_then_move": False, "open_treasures": False, "deck": "original", "rank_losers": "shared",
    }  # fmt: skip


@pytest.mark.parametrize("wrong", [{"varient": "none"}, {"variant": "duel"}, {"treasure_level": 7}, {"turn_limit": 0}])
def test_an_unknown_option_or_value_is_refused(wrong):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, Config)


def test_the_board_is_in_the_static_part_and_not_in_the_view():
    static = GAME.static(Config(), 4)
    assert len(static.spaces) == 399 and len(static.edges) == 422 and static.rounds == 150
    assert len(msgspec.json.encode(start(8, 1).view(0))) < 4000
    assert GAME.static(Config(variant="time_trial"), 1).rounds == 35


def test_every_legal_action_has_a_number_and_a_help():
    space = GAME.action_space(Config(), 4)
    numbers = {action: number for number, action in enumerate(space)}
    assert len(numbers) == len(space)
    helped = {action.split()[0] for action, _ in GAME.actions_help}
    assert {action for action, _ in GAME.actions_help} <= set(space)
    assert {action.split()[0] for action in space} == helped
    seen = set()
    for number in range(6):
        state, rng = start(4, number), Random(number)
        while state.seat is not None and state.round < 60:
            here = [numbers[action] for action in state.legal()]
            assert here == sorted(here), "the order of the list is that of the numbers"
            seen |= {action.split()[0] for action in state.legal()}
            play(state, rng, 1, plain=0.3)
    assert {"hero", "spell", "go", "stay", "search", "attack", "cast", "teleport", "regain", "begin", "slide"} <= seen


def test_the_safe_action_is_harmless():
    assert at().safe_action() == "stay" and start(2).safe_action() == "hero rogue"
    assert at(["wizard"], spells=[{"teleport": 1}]).safe_action() == "begin"
    peeked = at(places=["c22_12"], treasures=[["esp 3"]])
    peeked.apply("esp R101")
    assert peeked.safe_action() == "stop"
    fight = at(["wizard"], places=["R101"], monsters={"R101": "Imp"}, spells=[{"fireball": 1}])
    fight.apply("stay")
    assert fight.safe_action() == "attack"


def test_the_rules_text_names_every_card_and_action():
    text = GAME.rules_text()
    assert text.startswith("# Dungeon!")
    for monster in MONSTERS.values():
        assert f"| {monster.level} | {monster.name} | {monster.copies} |" in text
    for treasure in TREASURES.values():
        name = f"`{treasure.kind}`" if treasure.special else treasure.kind.rpartition(" ")[0]
        assert f"{name} {treasure.gp}" in text
    for action, _ in GAME.actions_help:
        assert f"`{action.split()[0]}" in text, action


def test_the_drawing_fits_120_columns_and_shows_heroes_monsters_and_what_is_cleared():
    state = at(["rogue", "wizard"], places=["c22_12", "HALL"], monsters={"R101": "Imp", "R102": "Cave Rats"}, face_down=["R102"],
               tokens=cleared("R103"), treasures=[["sword 1", "Brass Lamp 1"], ["Gold Torc 3"]], bonus=[2, 0],
               dropped={"R101": ["Pearl Crown 6"]}, spells=[{}, {"fireball": 3}], lose_turn=[0, 2])  # fmt: skip
    text = GAME.text(state.view(0))
    assert max(map(len, text.split("\n"))) <= 120
    assert "│101$ │.│102? │" in text and "│103::>.<104  │" in text
    assert "rogue in c22_12, 1,200 of 10,000 gp" in text and "sword 1 in hand: +2" in text
    assert "1 R101: Imp, over a treasure, dropped: Pearl Crown 6" in text
    assert "2 R102: unknown card (face down)" in text and "1 hidden (level 3)" in text
    assert "3 fireball" in text and "loses 2 turns" in text


@pytest.mark.parametrize("seats", [1, 4, 8])
def test_every_drawing_of_a_match_fits_and_is_plain_without_colour(seats):
    state, rng = start(seats, seats), Random(seats)
    for _ in range(40):
        play(state, rng, 20, plain=0.4)
        for view in (state.view(0), state.open_view(), state.spectator_view()):
            plain = GAME.text(view)
            assert max(map(len, plain.split("\n"))) <= 120 and "\x1b" not in plain
            assert re.sub(r"\x1b\[[0-9;]*m", "", GAME.text(view, colour=True)) == plain
        if state.seat is None:
            break
    assert GAME.text(msgspec.json.decode(msgspec.json.encode(state.view(0)))) == GAME.text(state.view(0))


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"places": ["attic"]}, "no 'attic'"),
        ({"heroes": ["bard"]}, "heroes are"),
        ({"heroes": ["rogue", "rogue"], "places": ["c22_12", "c22_12"]}, "space for one"),
        ({"monsters": {"R101": "Smaug"}}, "Smaug"),
        ({"monsters": {"HALL": "Imp"}}, "rooms and chambers"),
        ({"tokens": {"c22_12": 1}}, "rooms and chambers"),
        ({"monsters": {"R101": "Imp"}, "tokens": {"R101": 1}}, "cleared"),
        ({"next_monsters": ["cage"]}, "no 'cage'"),
        ({"treasures": [["Star Diamond 6", "Star Diamond 6"]]}, "not so many"),
        ({"spells": [{"fireball": 11}]}, "counted"),
    ],
)
def test_a_position_that_cannot_be_is_refused(more, why):
    with pytest.raises(ValueError, match=why):
        position(**{"heroes": ["rogue"], **more})
