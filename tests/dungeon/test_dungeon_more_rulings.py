"""Rulings of sections 13 and 14 under the options, and at the edges of the hunter, ESP and the Crystal Ball."""

from __future__ import annotations

import pytest
from dungeon_help import at, cleared, hunted, kinds, place, targets

GOAL = ["Star Diamond 6"]
FOUR = ["rogue", "rogue", "cleric", "cleric"]


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


def test_the_hunter_is_fought_instead_of_the_monster_of_its_room():
    state = hunted("c22_12", "R101", monsters={"R101": "Imp"}, dice={"attack": [[1, 1]], "counter": [[4, 4]]})
    events = [event for _, event in state.apply("go R101")]
    assert [event.card for event in events if getattr(event, "what", "") == "hunter"][:1] == ["Lich"]  # turned up before the blow
    assert state.view(0).hunter_card == "Lich" and state.view(0).monsters == {"R101": "Imp"}
    slain = hunted("c22_12", "R101", card="Dread Worm", monsters={"R101": "Imp"}, dice={"attack": [[6, 6]], "hunter": [3]})
    slain.apply("go R101")
    assert slain.view(0).discards[5] == ["Dread Worm"] and slain.view(0).monsters == {"R101": "Imp"}


def test_no_spell_is_cast_at_the_hunters_space_from_outside():
    away, near = (hunted("c22_12", at_, heroes=["wizard"], spells=[{"fireball": 1}]) for at_ in ("R601", "R101"))
    assert targets(away, "cast") == ["fireball", "fireball"] and len(targets(near, "cast")) == 1
    assert "cast fireball R101" in away.legal() and near.legal().count("cast fireball R102") == 1


def test_losers_with_equal_progress_share_a_rank_and_a_draw_is_a_draw_by_progress_too():
    treasures = [GOAL, ["Gold Torc 3"], [], ["Gold Torc 3"]]
    state = at(FOUR, places=["c22_13", "HALL", "HALL", "HALL"], treasures=treasures, flags={"rank_losers": "progress"})
    state.apply("go HALL")
    assert state.scores()[1] == state.scores()[3] and state.ranks() == [1, 2, 4, 2]
    drawn = at(["rogue", "rogue"], round=150, turn=1, treasures=[["Gold Torc 3"], []], flags={"rank_losers": "progress"})
    drawn.apply("stay")
    assert drawn.result == "draw" and drawn.ranks() == [1, 1]


def test_a_retreat_may_end_in_the_hall_though_others_stand_there():
    state = at([*FOUR, "wizard"], places=["R101", "c22_12", "c22_11", "c22_13", "HALL"], came_from=["c22_12", *[None] * 4],
               monsters={"R101": "Imp"}, dice={"attack": [[1, 1]], "counter": [[4, 4]]})  # fmt: skip
    state.apply("stay")
    assert "retreat HALL" in state.legal()


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


def test_spell_inside_before_asks_too_where_a_card_lies_face_down():
    state = at(["wizard", "rogue"], places=["c22_12", "HALL"], spells=[{"fireball": 1}, {}], monsters={"R101": "Imp"},
               face_down=["R101"], flags={"spell_inside": "before"}, dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("go R101")
    assert state.legal() == ("attack", "cast fireball") and "R101" in state.view(0).face_down
    state.apply("cast fireball")
    assert state.view(0).discards[0] == ["Imp"]


def test_who_saw_a_treasure_by_the_ball_knows_it_when_a_trap_gives_it_to_another():
    state = at(["rogue", "rogue"], places=["c22_12", "c22_7"], treasures=[["ball 4"], []], next_monsters=["cage 2"],
               dice={"cage 1": [[1]]})  # fmt: skip
    state.apply("ball R208")
    (seen,) = (treasure for name, treasure in state.view(0).under.items() if name == "R208")
    state.apply("go R208")
    assert state.treasures[1] == (seen,) and state.view(0).treasures[1] == [seen]


def test_a_search_may_be_made_towards_a_room_that_cannot_be_entered():
    state = at(["rogue", "rogue"], places=["R302", "R306"], tokens=cleared("R302", "R306"))
    assert "search" in kinds(state) and "R302|R306" in targets(state, "search")


def test_esp_tells_again_the_treasure_that_the_ball_has_shown():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["ball 4", "esp 3"], []])
    state.apply("ball R101")
    seen = state.view(0).under["R101"]
    state.apply("stay")
    state.apply("begin")
    notices = state.apply("esp R101")
    (event,) = [event for _, event in notices if getattr(event, "what", "") == "peeked"]
    assert event.treasure == seen
