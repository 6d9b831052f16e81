"""Who wins a round of the expansion and what it pays: the rules, 5.6 and 5.7, played out on tables laid by hand."""

from __future__ import annotations

import pytest
from arena_saboteur import Config, position
from test_saboteur_rules import LINE, events

ROW_1 = {"0,1": "b03", **{f"{x},1": "b02" for x in range(1, 7)}, "7,1": "b04"}  # a second way, down to 7,0
ONE, TWO = "path b02 7,0 0", "path b06 7,0 0"
"""The winning card: the end of row 0 alone, or of row 0 and row 1 at once."""
BOARDS = {
    "no door": (LINE, ONE, "blue green"),
    "a blue door": ({**LINE, "3,0": "x12"}, ONE, "blue"),
    "a green door": ({**LINE, "3,0": "x09"}, ONE, "green"),
    "both in series": ({**LINE, "3,0": "x12", "5,0": "x09"}, ONE, ""),
    "both in series, green first": ({**LINE, "2,0": "x09", "6,0": "x12"}, ONE, ""),
    "both in parallel": ({**LINE, **ROW_1, "3,0": "x12", "4,1": "x09"}, TWO, "blue green"),
    "two blue ones in parallel": ({**LINE, **ROW_1, "3,0": "x12", "7,1": "x13"}, TWO, "blue"),
    "two green ones in parallel": ({**LINE, **ROW_1, "3,0": "x09", "0,1": "x08"}, TWO, "green"),
    "both in series beside a green one": ({**LINE, **ROW_1, "3,0": "x12", "5,0": "x09", "0,1": "x08"}, TWO, "green"),
    "both in series beside a free way": ({**LINE, **ROW_1, "3,0": "x12", "5,0": "x09"}, TWO, "blue green"),
    "both in series on both ways": (
        {**LINE, **ROW_1, "3,0": "x12", "5,0": "x09", "0,1": "x08", "7,1": "x13"}, TWO, ""),
}  # fmt: skip
"""Table -> what lies there, the winning card, and the teams that have a way."""
ROLES = ("blue", "green", "boss", "profiteer", "geologist", "saboteur")
SHARE = {1: 5, 2: 4, 3: 3, 4: 2, 5: 1, 6: 1, 7: 1}


def find(table, lay, roles, **flags):
    """Seat 0 lays the winning card; the last round: its roles that won, and everybody's gold."""
    state = position(len(roles), config=Config(expansion=True, **flags), table=table, round=3, roles=roles,
                     hands=[[lay.split()[1]], *[[]] * (len(roles) - 1)])  # fmt: skip
    notices = state.apply(lay)
    (result,) = events(notices, "round")
    assert result.connector == 0 and result.pay == state.scores()
    return {roles[seat] for seat in result.winners}, state.scores()


def at_table(connector, boss):
    """The connector's role at seat 0, then each role once; without a boss a geologist sits in its place."""
    roles = [connector, *(role for role in ROLES if role != connector)]
    return roles if boss else ["geologist" if role == "boss" else role for role in roles]


def winners_of(connector, ways, boss):
    """The rules' table, for a treasure that was reached; `ways` are the teams that have one."""
    if not ways:
        return {"boss", "profiteer"} if boss else {"saboteur", "profiteer"}
    if connector in ("blue", "green"):
        return {connector if connector in ways else "green" if connector == "blue" else "blue", "boss", "profiteer"}
    return {*ways, "boss", "profiteer"}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("connector", ROLES)
@pytest.mark.parametrize("boss", [True, False], ids=["boss in play", "no boss"])
def test_each_connector_on_each_table_makes_those_win_that_the_rules_say(board, connector, boss):
    if connector == "boss" and not boss:
        return
    table, lay, ways = BOARDS[board]
    roles = at_table(connector, boss)
    expected = winners_of(connector, ways.split(), boss) & set(roles)
    won, gold = find(table, lay, roles)
    assert won == expected
    share = SHARE[sum(role in expected for role in roles)]
    less = {"boss": 1, "profiteer": 2}
    assert gold == [max(0, share - less.get(role, 0)) if role in expected else 0 for role in roles]


@pytest.mark.parametrize("board", BOARDS)
def test_by_option_a_saboteur_as_connector_brings_no_team_home(board):
    table, lay, ways = BOARDS[board]
    for boss in (True, False):
        roles = at_table("saboteur", boss)
        won, _ = find(table, lay, roles, neutral_includes_saboteur=False)
        team = {"boss", "profiteer"} if ways or boss else {"saboteur", "profiteer"}
        assert won == team & set(roles)
        for neutral in ("geologist", "profiteer"):
            roles = at_table(neutral, boss)
            assert find(table, lay, roles, neutral_includes_saboteur=False) == find(table, lay, roles)


@pytest.mark.parametrize("board", BOARDS)
def test_by_option_doors_of_both_colours_on_every_way_are_the_saboteurs_win_even_with_a_boss(board):
    table, lay, ways = BOARDS[board]
    for connector in ROLES:
        roles = at_table(connector, True)
        won, gold = find(table, lay, roles, both_doors="saboteurs")
        assert (won, gold) == (find(table, lay, roles) if ways else ({"saboteur", "profiteer"}, gold))
        assert ways or gold == [{"saboteur": 4, "profiteer": 2}.get(role, 0) for role in roles]


@pytest.mark.parametrize(
    ("roles", "gold"),
    [
        (["blue", "boss", "profiteer"], [3, 2, 1]),
        (["boss", "saboteur"], [4, 0]),
        (["blue", "blue", "boss", "profiteer", "green"], [2, 2, 1, 0, 0]),
        (["blue", "blue", "blue", "boss", "profiteer"], [1, 1, 1, 0, 0]),
        (["blue", "blue", "blue", "blue", "boss", "profiteer"], [1, 1, 1, 1, 0, 0]),
        (["blue", "saboteur"], [5, 0]),
        (["blue", "blue", "geologist"], [4, 4, 0]),
    ],
)
def test_a_find_pays_by_the_number_of_winners(roles, gold):
    assert find(LINE, ONE, roles)[1] == gold


@pytest.mark.parametrize(
    ("roles", "trapped", "gold"),
    [
        (["profiteer", "green"], [], [3, 0]),
        (["saboteur", "profiteer"], [], [4, 2]),
        (["saboteur", "profiteer"], [0], [0, 3]),
        (["saboteur", "saboteur", "saboteur", "profiteer"], [], [2, 2, 2, 0]),
        (["saboteur", "geologist", "boss"], [], [5, 2, 0]),
        (["geologist", "geologist", "green"], [], [1, 1, 0]),
        (["geologist", "geologist", "green"], [1], [2, 0, 0]),
    ],
)
def test_a_missed_treasure_pays_saboteurs_and_profiteer_and_geologists_by_crystals_as_ever(roles, trapped, gold):
    state = position(len(roles), config=Config(expansion=True), round=3, roles=roles, table={"1,0": "x25", "4,4": "x19"},
                     hands=[["b16"], *[[]] * (len(roles) - 1)], fronts={seat: ["trapped"] for seat in trapped})  # fmt: skip
    state.apply("discard b16")
    state.apply("done")
    assert state.scores() == gold


def test_three_crystals_are_one_each_for_two_geologists_and_the_third_is_nobodys():
    state = position(3, config=Config(expansion=True), round=3, roles=["geologist", "green", "geologist"],
                     table={"1,0": "x25", "2,0": "x21", "4,4": "x20"}, hands=[["b16"], [], []])  # fmt: skip
    state.apply("discard b16")
    state.apply("done")
    assert state.scores() == [1, 0, 1] and [part.result for part in state.parts()] == [1, 0, 1]


def test_a_boss_that_was_cast_off_or_lies_in_the_spare_pile_is_not_in_play():
    state = position(3, config=Config(expansion=True), round=3, roles=["boss", "saboteur", "green"], spare=["blue", "boss"],
                     table={**LINE, "3,0": "x12", "5,0": "x09"}, hands=[["a16", "b16"], ["b02"], ["b16"]])  # fmt: skip
    state.apply("swaphat 0")
    state.apply(ONE)
    assert state.scores() == [0, 5, 0]  # not a boss's win: the saboteur's, though a saboteur laid the card
