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


def test_the_hooks_give_the_game_and_its_bot():
    games, bots = [], []
    arena_armadora.register_games(games.append)
    arena_armadora.register_bots(lambda name, target, *, game=None: bots.append((name, target, game)))
    assert [game.name for game in games] == ["armadora"]
    assert bots == [("greedy", "arena_armadora.bots.greedy:Greedy", "armadora")]


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


def test_a_bots_process_does_not_load_the_rules():
    import subprocess
    import sys

    code = "import sys, arena_armadora.bots.greedy; print('arena_armadora.rules' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"


def greedy_places(seats, matches, flags):
    """The mean placement of greedy against random bots, its seat going round (at four seats it has both of a team)."""
    from arena_armadora.bots.greedy import Greedy

    class Info:
        static, teams = plain(GAME.static(None, seats)), GAME.teams(None, seats)

    total = 0.0
    for number in range(matches):
        state, rng = start(seats, number, **flags), Random(number)
        me, bots = number % seats, {}
        for seat in range(seats):
            if Info.teams[seat] == Info.teams[me]:
                bots[seat] = Greedy()
                bots[seat].rng, bots[seat].info = Random(seat), Info()
                bots[seat].info.seat = seat
        while (seat := state.seat) is not None:
            legal = state.legal()
            if seat in bots and len(legal) > 1:
                state.apply(bots[seat].act(plain(state.view(seat)), legal, None))
            else:
                state.apply(rng.choice(legal))
        total += GAME.returns(state)[me]
    return total / matches


@pytest.mark.parametrize("flags", [{}, {"advanced": True}, {"advanced": True, "race_assign": "chosen"}], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_plays_whole_matches(seats, flags):
    assert greedy_places(seats, 2, flags) >= 0.0


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_is_much_stronger_than_random(seats):
    assert greedy_places(seats, 30, {}) > 0.75
