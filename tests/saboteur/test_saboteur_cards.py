"""The cards: how many there are, how they are written, how they turn."""

from __future__ import annotations

from collections import Counter

import pytest
from arena_saboteur import Config
from arena_saboteur.cards import (
    ACTIONS,
    BASE_DECK,
    FACE_OF,
    FULL_DECK,
    GOLD_VALUES,
    OPEN,
    ROTATIONS,
    SHAPES,
    TUNNELS,
    half_turn,
    parse,
    stone_rotation,
)
from arena_saboteur.options import EXPANSION_ROLES, hand_size, role_cards
from saboteur_help import GAME


def copies(codes, table=TUNNELS):
    return sum(table[code][1] for code in codes)


def test_the_base_game_has_31_connecting_cards_9_dead_ends_and_27_actions():
    base = [code for code in TUNNELS if code[0] == "b"]
    assert copies(code for code in base if parse(TUNNELS[code][0]).live) == 31
    assert copies(code for code in base if not parse(TUNNELS[code][0]).live) == 9
    assert copies(ACTIONS, ACTIONS) == 27 and len(BASE_DECK) == 67


def test_the_expansion_adds_30_tunnel_cards_and_21_actions():
    assert copies(code for code in TUNNELS if code[0] == "x") == 30
    assert sum(more for _, _, more in ACTIONS.values()) == 21 and len(FULL_DECK) == 118
    assert Counter(FULL_DECK)["a10"] == 4


def test_the_straight_towards_the_goals_is_the_rare_one_and_the_curves_are_not_mirror_images():
    assert TUNNELS["b01"] == ("NS", 4) and TUNNELS["b02"] == ("EW", 3)
    assert TUNNELS["b03"] == ("ES", 4) and TUNNELS["b04"] == ("SW", 5)


def test_the_special_cards_of_the_expansion_are_as_many_as_they_should_be():
    def count(wanted):
        return sum(number for text, number in TUNNELS.values() if wanted(parse(text)))

    assert count(lambda shape: shape.ladder) == 4 and count(lambda shape: shape.crystal) == 10
    assert count(lambda shape: shape.door == "b") == count(lambda shape: shape.door == "g") == 3
    assert count(lambda shape: len(shape.live) == 2) == 4  # two bridges, two double curves
    assert count(lambda shape: shape.live and shape.stubs and not shape.crystal and not shape.door) == 6


def test_there_are_28_gold_cards_worth_44():
    assert len(GOLD_VALUES) == 28 and sum(GOLD_VALUES) == 44 and Counter(GOLD_VALUES) == {1: 16, 2: 8, 3: 4}


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_shape_turned_twice_is_itself(shape):
    assert shape.turned().turned() == shape


@pytest.mark.parametrize("code", TUNNELS)
def test_a_shape_that_half_a_turn_does_not_change_has_rotation_0_only(code):
    shape = parse(TUNNELS[code][0])
    assert (ROTATIONS[code] == (0,)) == (shape.turned() == shape)
    for rotation in ROTATIONS[code]:
        sides = OPEN[FACE_OF[code, rotation]]
        assert sides == (shape.open if rotation == 0 else half_turn(shape.open))


@pytest.mark.parametrize(
    ("code", "turned"),
    [("b03", "NW"), ("b05", "NSW"), ("b08", "s"), ("x04", "N^"), ("x10", "NS|w*g"), ("x14", "SW|n"), ("x22", "NEW|s+")],
)
def test_a_card_turned_by_half_is_what_the_card_table_says(code, turned):
    assert SHAPES[FACE_OF[code, 180]] == parse(turned)


def test_the_two_double_curves_are_different_cards_and_each_its_own_half_turn():
    one, other = parse(TUNNELS["x02"][0]), parse(TUNNELS["x03"][0])
    assert one != other and one.turned() == one and other.turned() == other


@pytest.mark.parametrize("stone", ["stone-ne", "stone-nw"])
@pytest.mark.parametrize("side", range(4))
def test_each_side_of_a_stone_is_open_in_exactly_one_rotation(stone, side):
    opens = [rotation for rotation in (0, 180) if OPEN[FACE_OF[stone, rotation]] >> side & 1]
    assert opens == [stone_rotation(stone, side)]


@pytest.mark.parametrize("text", ["Ne", "N*r", "", "NS|1"])
def test_what_is_no_shape_is_refused(text):
    with pytest.raises(ValueError):
        parse(text)


@pytest.mark.parametrize(
    ("seats", "saboteurs", "diggers", "hand"),
    [(3, 1, 3, 6), (4, 1, 4, 6), (5, 2, 4, 6), (6, 2, 5, 5), (7, 3, 5, 5), (8, 3, 6, 4), (9, 3, 7, 4), (10, 4, 7, 4)],
)
def test_roles_and_hands_of_the_base_game_follow_the_number_of_seats(seats, saboteurs, diggers, hand):
    config = Config()
    assert Counter(role_cards(config, seats)) == {"saboteur": saboteurs, "digger": diggers}
    assert hand_size(config, seats) == hand
    exact = Counter(role_cards(Config(roles="exact"), seats))
    assert exact["saboteur"] == saboteurs and sum(exact.values()) == (11 if seats == 10 else seats)


def test_the_expansion_shuffles_all_15_roles_and_deals_six_cards_whatever_the_number_of_seats():
    assert sum(EXPANSION_ROLES.values()) == 15
    for seats in range(2, 13):
        assert len(role_cards(Config(expansion=True), seats)) == 15 and hand_size(Config(expansion=True), seats) == 6


def test_the_static_part_counts_the_cards_of_the_draw_pile():
    assert sum(GAME.static(Config(), 4).copies.values()) == 67
    assert sum(GAME.static(Config(expansion=True), 4).copies.values()) == 118
    assert "x01" not in GAME.static(Config(), 4).shapes and "a12" not in GAME.static(Config(), 4).actions
