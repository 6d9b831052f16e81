"""How a match ends: won in the hall or drawn, ranks and scores (rules, 2.7, 13.1)."""

from __future__ import annotations

import pytest
from arena_dungeon.board import LAIRS, NAMES
from dungeon_help import GAME, at, cleared, place

from arena.games import Part

FOUR = ["rogue", "rogue", "cleric", "cleric"]
GOAL = ["Star Diamond 6"]


def test_a_hero_that_walks_through_the_hall_with_its_goal_wins_there():
    state = at(["rogue", "rogue"], places=["c22_13", "c22_7"], treasures=[["Star Diamond 6"], []])
    state.apply("go c22_19")
    assert place(state) == "HALL" and state.winner == 0


def test_a_hero_short_of_its_goal_walks_through_the_hall():
    state = at(["rogue", "rogue"], places=["c22_13", "c22_7"], treasures=[["Emerald Throne 6"], []])
    state.apply("go c22_19")
    assert place(state) == "c22_19" and state.seat == 0


@pytest.mark.parametrize("gold", ["Star Diamond 6", "Emerald Throne 6"])
def test_a_goal_is_reached_with_exactly_its_gold(gold):
    state = at(["rogue", "rogue"], places=["c22_13", "c22_8"], treasures=[[gold], []])
    state.apply("go HALL")
    assert (state.winner == 0) == (gold == "Star Diamond 6")


def test_a_teleport_into_the_hall_wins_with_the_goal():
    state = at(["wizard", "rogue"], places=["K11", "HALL"], spells=[{"teleport": 1}, {}],
               treasures=[["Star Diamond 6", "Emerald Throne 6", "Ruby Sceptre 6", "Sapphire Orb 6"], []])  # fmt: skip
    state.apply("teleport HALL")
    assert state.winner == 0 and state.ranks() == [1, 2] and state.scores() == [1000, 0]


def test_gold_that_lies_under_monsters_can_be_fought_for_when_all_rooms_are_cleared_but_one():
    tokens = cleared(*(NAMES[space] for space in LAIRS if NAMES[space] != "R101"))
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, tokens=tokens, dropped={"R101": ["Star Diamond 6"]},
               dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert "Star Diamond 6" in state.treasures[0] and state.uncleared == 0
    state.apply("go HALL")
    assert state.winner == 0


def test_after_150_rounds_the_match_is_a_draw():
    state = at(["rogue", "rogue"], round=150, turn=1)
    state.apply("stay")
    assert state.seat is None and state.ranks() == [1, 1] and state.result == "draw"


def test_losers_share_a_rank_or_are_ranked_by_progress():
    treasures = [["Star Diamond 6"], ["Gold Torc 3"], ["Gold Torc 3"], ["Ruby Sceptre 6"]]
    for losers, ranks in (("shared", [1, 2, 2, 2]), ("progress", [1, 3, 4, 2])):
        state = at(["rogue", "cleric", "fighter", "wizard"], places=["c22_13", "HALL", "HALL", "HALL"], treasures=treasures,
                   flags={"rank_losers": losers})  # fmt: skip
        state.apply("go HALL")
        assert state.ranks() == ranks and state.scores() == [1000, 250, 125, 266]
        assert GAME.structural_tie(state.config) == (losers == "shared")
        assert state.parts()[0] == Part("hero", "rogue", 0, 1.0) and state.parts()[3] == Part("hero", "wizard", 3, 0.0)


def test_losers_with_equal_progress_share_a_rank_and_a_draw_is_a_draw_by_progress_too():
    treasures = [GOAL, ["Gold Torc 3"], [], ["Gold Torc 3"]]
    state = at(FOUR, places=["c22_13", "HALL", "HALL", "HALL"], treasures=treasures, flags={"rank_losers": "progress"})
    state.apply("go HALL")
    assert state.scores()[1] == state.scores()[3] and state.ranks() == [1, 2, 4, 2]
    drawn = at(["rogue", "rogue"], round=150, turn=1, treasures=[["Gold Torc 3"], []], flags={"rank_losers": "progress"})
    drawn.apply("stay")
    assert drawn.result == "draw" and drawn.ranks() == [1, 1]


def test_the_last_round_is_played_to_its_last_seat():
    state = at(["rogue", "rogue"], round=149, turn=1)
    state.apply("stay")
    assert (state.round, state.seat) == (150, 0)
    state.apply("stay")
    assert (state.round, state.seat) == (150, 1)
    state.apply("stay")
    assert state.result == "draw"


def test_a_last_seat_that_loses_its_turn_ends_the_match_all_the_same():
    state = at(["rogue", "rogue"], round=150, lose_turn=[0, 1])
    state.apply("stay")
    assert state.result == "draw" and state.lose == [0, 0]


def test_a_win_counts_for_the_hero_that_brought_it_home_and_not_for_those_of_the_seat_that_died():
    state = at(["rogue", "cleric"], places=["c22_13", "HALL"], treasures=[["Star Diamond 6"], []])
    state.fallen[0], state.fallen[1] = ("wizard", "rogue"), ("fighter",)
    state.apply("go HALL")
    assert [(part.label, part.seat, part.result) for part in state.parts()] == [
        ("wizard", 0, 0.0), ("rogue", 0, 0.0), ("rogue", 0, 1.0), ("fighter", 1, 0.0), ("cleric", 1, 0.0),
    ]  # fmt: skip


def test_special_treasures_count_with_their_gold():
    state = at(["rogue", "rogue"], places=["c22_13", "c22_8"], treasures=[["sword 6", "Sapphire Orb 6", "sword 1"], []])
    assert state.view(0).gp[0] == 10_000
    state.apply("go HALL")
    assert state.winner == 0
