"""The options that change a ruling (rules, 13.5, 14.8)."""

from __future__ import annotations

import pytest
from dungeon_help import at, cleared, place

TWO = ["wizard", "rogue"]
GOAL = ["Star Diamond 6"]


def test_treasure_at_kill_draws_it_when_it_is_taken():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], next_monsters=["Imp"], next_treasures=["Brass Lamp 1"],
               flags={"treasure_at": "kill"}, dice={"attack": [[1, 1], [6, 6]], "counter": [[3, 3]]})  # fmt: skip
    state.apply("go R101")
    assert state.view(0).under == {} and state.view(0).treasure_sizes[0] == 9
    state.apply("stay")
    state.apply("stay")
    assert state.treasures[0] == ("Brass Lamp 1",)


def test_treasure_at_kill_is_placed_by_the_ball_all_the_same():
    state = at(["rogue", "rogue"], treasures=[["ball 4"], []], next_treasures=["Brass Lamp 1"], flags={"treasure_at": "kill"})
    state.apply("ball R101")
    assert state.view(0).under == {"R101": "Brass Lamp 1"}


def test_with_treasures_drawn_at_the_kill_esp_places_none_and_the_ball_does():
    flags = {"treasure_at": "kill"}
    esp = at(["rogue"], places=["c22_12"], treasures=[["esp 3"]], next_treasures=["Brass Lamp 1"], flags=flags)
    before = esp.view(0).treasure_sizes
    esp.apply("esp R101")
    assert esp.view(0).treasure_sizes == before and esp.view(0).under == {} and esp.view(0).face_down
    ball = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["ball 4"], []], monsters={"R101": "Imp"}, flags=flags)
    assert ball.view(0).under.get("R101") is None
    before = ball.view(0).treasure_sizes[0]
    ball.apply("ball R101")
    assert ball.view(0).under.get("R101") is not None and ball.view(0).treasure_sizes[0] == before - 1


def test_death_loses_turn_gives_the_new_hero_a_token():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, flags={"death_loses_turn": True},
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    state.apply("hero rogue")
    assert state.lose == [1, 0]


def test_spell_inside_before_asks_before_the_card_and_a_trap_spends_the_spell():
    state = at(TWO, places=["c22_7", "HALL"], next_monsters=["cage 2"], spells=[{"fireball": 1}, {}],
               flags={"spell_inside": "before"}, dice={"cage": [[1]]})  # fmt: skip
    state.apply("go R208")
    assert state.legal() == ("attack", "cast fireball") and state.view(0).monsters == {}
    state.apply("cast fireball")
    assert state.spells[0] == (0, 0, 0) and state.view(0).tokens == {"R208": 1} and state.lose[0] == 1


def test_spell_inside_before_asks_too_where_a_card_lies_face_down():
    state = at(["wizard", "rogue"], places=["c22_12", "HALL"], spells=[{"fireball": 1}, {}], monsters={"R101": "Imp"},
               face_down=["R101"], flags={"spell_inside": "before"}, dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("go R101")
    assert state.legal() == ("attack", "cast fireball") and "R101" in state.view(0).face_down
    state.apply("cast fireball")
    assert state.view(0).discards[0] == ["Imp"]


def test_teleport_then_move_goes_on_with_the_steps_left():
    state = at(TWO, spells=[{"teleport": 1}, {}], tokens=cleared("K21"), flags={"teleport_then_move": True})
    state.apply("teleport K21")
    assert place(state) == "K21" and state.seat == 0 and state.steps == 5 and "go c21_7" in state.legal()
    without = at(TWO, spells=[{"teleport": 1}, {}], tokens=cleared("K21"))
    without.apply("teleport K21")
    assert without.seat == 1


def test_open_treasures_are_known_to_all():
    for is_open in (True, False):
        state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, under={"R101": "Brass Lamp 1"},
                   flags={"open_treasures": is_open}, dice={"attack": [[6, 6]]})  # fmt: skip
        state.apply("stay")
        assert state.view(1).treasures[0] == (["Brass Lamp 1"] if is_open else [])
        assert state.view(1).gp[0] == (700 if is_open else None)


def test_a_retreat_into_the_hall_wins_with_the_goal_unless_the_option_forbids():
    for rescue in (True, False):
        dice = {"attack": [[1, 1]], "counter": [[4, 4]], "drop": [[1, 0]]}
        state = at(["rogue", "rogue", "cleric", "cleric"], places=["R101", "c22_12", "c22_11", "c22_13"],
                   came_from=["c22_12", None, None, None], monsters={"R101": "Imp"}, dice=dice,
                   treasures=[["Star Diamond 6", "Copper Hoard 1"], [], [], []], flags={"rescue_win": rescue})  # fmt: skip
        state.apply("stay")
        state.apply("retreat HALL")
        assert (state.winner == 0) == rescue and (state.seat is None) == rescue


@pytest.mark.parametrize("rescue", [True, False])
def test_a_seriously_wounded_hero_with_its_goal_wins_in_the_hall_unless_it_must_walk_there(rescue):
    dice = {"attack": [[1, 1]], "counter": [[5, 6]], "drop": [[1, 0]]}
    state = at(["rogue", "rogue"], places=["R101", "HALL"], came_from=["c22_12", None], monsters={"R101": "Imp"}, dice=dice,
               treasures=[[*GOAL, "Copper Hoard 1"], []], flags={"rescue_win": rescue})  # fmt: skip
    state.apply("stay")
    assert place(state) == "HALL" and (state.winner == 0) == rescue


def test_a_hero_that_was_carried_into_the_hall_wins_when_it_walks_in_again():
    state = at(["rogue", "rogue"], places=["HALL", "HALL"], treasures=[GOAL, []], flags={"rescue_win": False})
    state.apply("go c22_13")
    assert state.winner is None
    state.apply("go HALL")
    assert state.winner == 0


def test_treasure_at_kill_draws_it_too_when_a_trap_is_sprung():
    state = at(["rogue", "rogue"], places=["c22_7", "HALL"], monsters={"R208": "cage"}, face_down=["R208"],
               next_treasures=["Silver Goblet 2"], flags={"treasure_at": "kill"}, dice={"cage": [[1]]})  # fmt: skip
    assert state.view(0).under == {}
    state.apply("go R208")
    assert state.treasures[0] == ("Silver Goblet 2",) and state.view(0).treasure_sizes[1] == 8


def test_teleport_then_move_does_not_go_on_where_something_waits():
    state = at(TWO, spells=[{"teleport": 1}, {}], next_monsters=["Imp"], flags={"teleport_then_move": True},
               dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("teleport K11")
    assert state.view(0).tokens == {"K11": 1} and state.seat == 1
