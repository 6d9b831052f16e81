"""Alone: scores, the time trial and the treasure hunter (rules, 2.10, 14.9). The monster hunt: test_dungeon_hunter.py."""

from __future__ import annotations

from random import Random

import pytest
from dungeon_help import GAME, at, check_invariants, place, play, start


def test_a_lost_solo_match_has_no_score_and_a_won_one_its_turns():
    lost = at(["rogue"], round=150)
    lost.apply("stay")
    assert lost.result == "lost" and lost.ranks() == [1] and lost.scores() == [None] and GAME.returns(lost) == [0.0]
    won = at(["rogue"], round=31, places=["c22_13"], treasures=[["Star Diamond 6"]])
    won.apply("go HALL")
    assert won.scores() == [31] and GAME.returns(won) == [0.9]


def test_a_win_in_the_turn_of_the_limit_counts_and_the_next_turn_is_too_late():
    more = {"round": 20, "flags": {"variant": "time_trial", "turn_limit": 20}}
    won = at(["rogue"], places=["c22_13"], treasures=[["Star Diamond 6"]], **more)
    won.apply("go HALL")
    assert won.scores() == [20] and GAME.returns(won) == [1 - 19 / 40]
    late = at(["rogue"], places=["c22_7"], treasures=[["Star Diamond 6"]], **more)
    late.apply("stay")
    assert late.scores() == [None]


def test_variants_are_for_one_seat():
    for variant in ("treasure_hunter", "time_trial", "monster_hunt"):
        with pytest.raises(ValueError, match="1 to 1 seats"):
            start(2, variant=variant)
        assert list(GAME.seats_for(start(1, variant=variant).config)) == [1]


def test_every_variant_plays_to_its_end():
    for number, variant in enumerate(("treasure_hunter", "time_trial", "monster_hunt")):
        state = start(1, number, variant=variant)
        while state.seat is not None:
            play(state, Random(number), 40)
            check_invariants(state)
        assert state.ranks() == [1] and state.result in ("won", "lost")


# The treasure hunter


def test_a_treasure_hunter_wins_where_it_finds_a_treasure_of_the_kind_and_gold_does_not_count():
    state = start(1, 3, variant="treasure_hunter", treasure_level=5)
    assert state.view(0).goal_treasure == state.goal_treasure and state.goal_treasure.endswith(" 5")
    hunt = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, flags={"variant": "treasure_hunter"},
              treasures=[["Star Diamond 6"]], under={"R101": "Brass Lamp 1"}, dice={"attack": [[6, 6]]})  # fmt: skip
    hunt.goal_treasure = "Brass Lamp 1"
    hunt.apply("stay")
    assert hunt.winner == 0 and hunt.view(0).places == ["R101"] and hunt.scores() == [1]


def test_a_treasure_hunter_may_find_its_treasure_in_a_trap():
    hunt = at(["rogue"], places=["c22_7"], next_monsters=["cage 2"], next_treasures=["Silver Circlet 2"],
              flags={"variant": "treasure_hunter"})  # fmt: skip
    hunt.goal_treasure = "Silver Circlet 2"
    hunt.apply("go R208")
    assert hunt.winner == 0 and hunt.lose == [0]
    assert "to find: Silver Circlet 2" in GAME.text(hunt.view(0))


def test_a_treasure_hunter_that_comes_home_rich_has_not_won():
    flags = {"variant": "treasure_hunter"}
    state = at(["rogue"], places=["c22_13"], treasures=[["Star Diamond 6", "Ruby Sceptre 6"]], flags=flags)
    state.goal_treasure = "Gold Torc 3"
    state.apply("go HALL")
    assert place(state) == "HALL" and state.seat == 0 and state.result == "" and state.steps == 4


def test_a_treasure_hunter_loses_by_its_second_death():
    dice = {"attack": [[1, 1], [1, 1]], "counter": [[6, 6], [6, 6]]}
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, flags={"variant": "treasure_hunter"}, dice=dice)
    state.apply("stay")
    state.apply("hero rogue")
    assert state.seat == 0
    state.apply("go R101")
    assert state.result == "lost" and state.scores() == [None]


def test_skipped_turns_count_in_the_score():
    state = at(["rogue"], round=7, places=["c22_13"], treasures=[["Star Diamond 6"]], lose_turn=[2])
    state.apply("stay")
    assert state.round == 10
    state.apply("go HALL")
    assert state.scores() == [10] and GAME.returns(state) == [1 - 9 / 300]
