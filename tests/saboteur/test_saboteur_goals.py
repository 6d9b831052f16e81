"""Turning goals up: which way a stone lies, what several feeding sides decide, and one goal that leads to the next."""

from __future__ import annotations

from itertools import combinations

import pytest
from arena_saboteur import Config, position
from arena_saboteur.notation import cell_of
from test_saboteur_rules import ABOVE, LINE, events, paths

BELOW = {"0,-1": "b04 180", **{f"{x},-1": "b02" for x in range(1, 8)}}
FROM_BELOW = {"0,-1": "b01", "0,-2": "b01", "0,-3": "b04 180", **{f"{x},-3": "b02" for x in range(1, 9)},
              "9,-3": "b03 180", "9,-2": "b01"}  # fmt: skip
FROM_ABOVE = {"0,1": "b01", "0,2": "b01", "0,3": "b03", **{f"{x},3": "b02" for x in range(1, 9)},
              "9,3": "b04", "9,2": "b01"}  # fmt: skip
"""Round the goals by a far row, to one cell beyond the corner of goal 1."""
FEEDS = {
    "W": (LINE, "path b02 7,0 0"),
    "N": (ABOVE, "path b04 8,1 0"),
    "S": (BELOW, "path b03 8,-1 180"),
    "E": ({**FROM_ABOVE, "9,1": "b01"}, "path b03 9,0 180"),
}
"""Side of goal 1 -> a table, and the card that then feeds the goal from this side alone."""
LIES = {
    "stone-ne": {"N": (0, "NE"), "E": (0, "NE"), "S": (180, "SW"), "W": (180, "SW")},
    "stone-nw": {"N": (0, "NW"), "W": (0, "NW"), "S": (180, "ES"), "E": (180, "ES")},
}
"""Stone -> the side that feeds it -> its rotation, and the sides that are open then."""
BESIDE = {"N": "8,1", "E": "9,0", "S": "8,-1", "W": "7,0"}


def with_goal(stone, table, *hand, **more):
    """Goal 1 is this stone; seat 0 is to play."""
    other = "stone-nw" if stone == "stone-ne" else "stone-ne"
    options = {"goals": ("treasure", stone, other), "hands": [[*hand, "b16"], ["b16"], ["b16"]], **more}
    return position(3, table=table, **options)


@pytest.mark.parametrize("stone", LIES)
@pytest.mark.parametrize("side", FEEDS)
def test_a_stone_lies_open_to_the_side_that_feeds_it_and_leads_on_by_its_other_side(stone, side):
    table, lay = FEEDS[side]
    state = with_goal(stone, table, lay.split()[1])
    (turned,) = events(state.apply(lay), "goal")
    rotation, sides = LIES[stone][side]
    assert (turned.goal, turned.card, turned.rotation) == (1, stone, rotation)
    assert state.view(1).table["8,0"] == f"{stone} {rotation}" and state.view(2).turned == [None, rotation, None]
    state.hands[1] = ("b01", "b02", "b03", "b04", "b07")
    (onward,) = set(sides) - {side}
    assert {at for at, _ in paths(state)} & set(BESIDE.values()) == {BESIDE[onward]}


RING = {"7,1": "b03", "9,1": "b04", "9,-1": "b03 180", "7,-1": "b04 180"}
FEEDING = {
    "W": ("7,0", "b07", "b05 180"),
    "N": ("8,1", "b06 180", "b02"),
    "S": ("8,-1", "b06", "b02"),
    "E": ("9,0", "b05 180", "b01"),
}
"""Side of goal 1 -> the cell of the ring there, a card for it that opens towards the goal, and one that does not."""
SUBSETS = ["".join(sides) for count in (1, 2, 3, 4) for sides in combinations("WNSE", count)]


@pytest.mark.parametrize("stone", LIES)
@pytest.mark.parametrize("sides", SUBSETS)
def test_a_stone_fed_from_several_sides_at_once_joins_the_first_of_west_north_south_east(stone, sides):
    ring = {cell: feeding if side in sides else closed for side, (cell, feeding, closed) in FEEDING.items()}
    table = {**{at: card for at, card in LINE.items() if at != "3,0"}, **RING, **ring}
    state = with_goal(stone, table, "b02")
    (turned,) = events(state.apply("path b02 3,0 0"), "goal")  # the gap is far away from the goal
    assert (turned.goal, turned.rotation) == (1, LIES[stone][sides[0]][0])


@pytest.mark.parametrize(
    ("table", "lay", "stone", "side"),
    [
        ({**BELOW, "8,-1": "b02", "9,-1": "b03 180", "9,1": "b04", "8,1": "b03"}, "path b05 9,0 180", "stone-nw", "E"),
        ({**FROM_BELOW, "9,-1": "b04", "7,-1": "b04 180", "7,0": "b03"}, "path b06 8,-1 0", "stone-nw", "S"),
        ({**FROM_ABOVE, "9,1": "b03 180", "7,1": "b03", "7,0": "b04 180"}, "path b06 8,1 180", "stone-ne", "N"),
    ],
    ids=["east before north", "south before west", "north before west"],
)
def test_the_side_of_the_card_just_laid_goes_before_the_order_of_sides(table, lay, stone, side):
    state = with_goal(stone, table, lay.split()[1])
    (turned,) = events(state.apply(lay), "goal")
    assert (turned.goal, turned.rotation) == (1, LIES[stone][side][0])


ROW_2 = {"0,1": "b01", "0,2": "b03", **{f"{x},2": "b02" for x in range(1, 7)}}  # to one cell before goal 0
THROUGH = {"8,1": "b01"}  # from goal 0 down to goal 1
FURTHER = {"7,0": "b03", "7,-1": "b04 180", "8,-1": "b04"}  # from the west side of goal 1 round to goal 2


def test_a_stone_that_leads_to_the_next_goal_turns_it_in_a_second_step():
    state = position(3, table={**ROW_2, **THROUGH}, hands=[["b02"], [], []], goals=("stone-ne", "treasure", "stone-nw"),
                     round=3, roles=["saboteur", "digger", "digger"])  # fmt: skip
    notices = state.apply("path b02 7,2 0")
    assert [(e.goal, e.card, e.rotation) for e in events(notices, "goal")] == [(0, "stone-ne", 180), (1, "treasure", 0)]
    assert events(notices, "round")[0].connector == 0 and cell_of("8,2") in state.mine.live


def test_goals_are_turned_step_by_step_to_the_third():
    goals = ("stone-ne", "stone-nw", "treasure")
    state = position(3, table={**ROW_2, **THROUGH, **FURTHER}, hands=[["b02"], [], []], goals=goals, round=3)
    notices = state.apply("path b02 7,2 0")
    assert [(e.goal, e.rotation) for e in events(notices, "goal")] == [(0, 180), (1, 0), (2, 0)]
    assert state.connector == 0


def test_a_stone_that_leads_nowhere_new_leaves_the_next_goal_face_down():
    state = with_goal("stone-nw", {**ROW_2, **THROUGH}, "b02", goals=("stone-nw", "stone-ne", "treasure"))
    assert [e.goal for e in events(state.apply("path b02 7,2 0"), "goal")] == [0]  # it lies open to the north
    assert state.view(1).turned == [0, None, None] and cell_of("8,1") not in state.mine.live


def ended(table, lay, goals, connector):
    """A find in the expansion by this role, with one blue and one green dwarf besides; the roles that won."""
    roles = [connector, "blue", "green"]
    state = position(3, config=Config(expansion=True), table=table, hands=[[lay.split()[1]], [], []], goals=goals,
                     round=3, roles=roles)  # fmt: skip
    notices = state.apply(lay)
    return {roles[seat] for seat in events(notices, "round")[0].winners}


@pytest.mark.parametrize(("door", "team"), [("x11", "blue"), (None, "blue green")])
def test_a_way_to_the_treasure_may_lead_through_a_stone_turned_before(door, team):
    table = {**ROW_2, **THROUGH, **({"8,1": door} if door else {})}
    won = ended(table, "path b02 7,2 0", ("stone-ne", "treasure", "stone-nw"), "geologist")
    assert won == set(team.split())


def test_a_stone_turned_in_the_step_of_the_treasure_is_on_no_way():
    """Row 0 has a blue door, row 2 a green one and a stone at its end, which would lead to the treasure."""
    row_0 = {**{f"{x},0": "b02" for x in range(2, 8)}, "3,0": "x12"}
    row_2 = {"1,1": "b01", "1,2": "b03", **{f"{x},2": "b02" for x in range(2, 8)}, "3,2": "x09"}
    goals = ("stone-ne", "treasure", "stone-nw")
    assert ended({**row_0, **row_2, "8,1": "b01"}, "path b06 1,0 0", goals, "green") == {"blue"}
    only_row_2 = {at: card for at, card in {**row_0, **row_2}.items() if at != "7,0"}
    assert ended({**only_row_2, "8,1": "b01"}, "path b06 1,0 0", goals, "blue") == {"green"}  # a step before: it is


def test_a_rock_fall_turns_no_goal_and_a_turned_up_stone_cut_off_conducts_no_more():
    table = {**LINE, "7,0": "b02", "8,0": "stone-ne 180"}
    state = with_goal("stone-ne", table, "a10")
    assert cell_of("8,0") in state.mine.live
    notices = state.apply("rockfall 4,0")
    assert events(notices, "goal") == [] and cell_of("8,0") not in state.mine.live
    assert state.view(0).turned == [None, 180, None]
    state.hands[1] = ("b07",)
    assert "8,-1" not in {at for at, _ in paths(state)}
