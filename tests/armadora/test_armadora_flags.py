"""Every flag, clause by clause (rules, section 4): what it changes, and what it leaves as it is."""

from __future__ import annotations

from random import Random

import pytest
from arena_armadora import Config, from_picture, position
from armadora_help import FLAG_SETS, GAME, palisades_of, play, start, told_to
from test_armadora_advanced import adv, dealt, full_board, of_kind, table
from test_armadora_powers import NONE, ONE, walls_that_leave_one_edge, walls_with_a_lonely_edge
from test_armadora_rules import P2, played

from arena.games import is_told

# palisades_min


def test_palisades_min_2_asks_for_two_also_after_an_orcs_single_one():
    state = table(races=("orc", "elf"), supply=3, flags={"palisades_min": 2})
    state.apply("power orc d3|e3")
    assert not of_kind(state, "done") and of_kind(state, "warrior")
    state.apply("palisade a1|b1")
    assert "done" not in state.legal() and state.seat == 0
    state.apply("palisade c1|d1")
    assert state.seat == 1 and state.view(1).supply == 0


def test_palisades_min_2_is_content_with_one_where_two_are_impossible():
    state = played(table(races=("orc", "elf"), supply=2, flags={"palisades_min": 2}), "power orc d3|e3")
    assert played(state, "palisade a1|b1").legal() == ["done"]
    walls, edge = walls_that_leave_one_edge()
    state = position(2, palisades=walls, supply=9, config=Config(palisades_min=2))
    assert palisades_of(state.legal()) == [edge]
    assert played(state, f"palisade {edge}").legal() == ["done"]


def test_palisades_min_2_leaves_out_an_edge_that_has_no_partner():
    walls, alone, free = walls_with_a_lonely_edge()
    state = position(2, palisades=walls, supply=3, config=Config(palisades_min=2))
    assert palisades_of(state.legal()) == [edge for edge in free if edge not in alone] != []
    for edge in alone:
        with pytest.raises(ValueError):
            state.apply(f"palisade {edge}")
    for supply, flag in ((1, Config(palisades_min=2)), (3, Config())):
        assert palisades_of(position(2, palisades=walls, supply=supply, config=flag).legal()) == free
    orc = table(races=("orc", "elf"), palisades=walls, supply=3, flags={"palisades_min": 2})
    assert [action.split()[-1] for action in of_kind(orc, "power")] == free, "an orc's palisade is single"


# own_peek


def test_without_own_peek_what_is_face_up_peeked_or_in_reserve_is_still_shown():
    state = table(races=("goblin", "mage"), flags={"own_peek": False})
    played(state, "power goblin d3 2", "warrior a1 1", "warrior b1 4")
    assert state.view(0).power == {"a1": None, "b1": None, "d3": 2} and state.view(0).reserves[0] == [10, 1, 1, 1, 1]
    played(state, "warrior c1 3")
    played(state, "power mage a1")
    assert state.view(1).power == {"a1": 1, "b1": None, "c1": None, "d3": 2}
    assert state.view(0).power == {"a1": None, "b1": None, "c1": None, "d3": 2}
    played(state, "warrior e1 1", "pass", "pass")
    assert state.view(0).power == {"a1": 1, "b1": 4, "c1": 3, "d3": 2, "e1": 1}


def test_without_own_peek_and_face_up_a_goblin_is_told_its_own_extra_tile_once():
    state = dealt(["goblin", "elf"], own_peek=False, goblin_face_up=False)
    notices = state.apply("power goblin d3 5")
    assert [event.action for event in told_to(0, notices)] == ["power goblin d3 5"]
    assert state.view(0).power == {"d3": None} and state.view(0).reserves[0] == [11, 2, 1, 1, 0]
    guess = GAME.determinize(state.view(0), told_to(0, notices), Random(1), seat=0, config=state.config, seats=2)
    assert guess.open_view().power == {"d3": 5}


# full_tie


def test_full_ties_by_seat_order_put_the_lowest_seat_first_at_every_place():
    flag = Config(full_tie="seat_order")
    three = {"a1": "A2", "b1": "B2", "c1": "C2"}
    assert played(position(3, warriors=three, config=flag), *["pass"] * 3).ranks() == [1, 2, 3]
    assert played(start(3, full_tie="seat_order"), *["pass"] * 3).ranks() == [1, 2, 3]
    behind = {"a1": "C2", "b1": "A1", "c1": "B1"}
    assert played(position(3, warriors=behind, config=flag), *["pass"] * 3).ranks() == [2, 3, 1]
    teams = {"a1": "D2", "b1": "C2"}
    assert played(position(4, warriors=teams, config=flag), *["pass"] * 4).ranks() == [1, 3, 1, 3]
    assert played(position(4, warriors=teams), *["pass"] * 4).ranks() == [1, 1, 1, 1]


# race_assign


def test_a_race_is_chosen_once_and_nothing_else_can_be_done_before():
    state = start(2, advanced=True, race_assign="chosen")
    state.apply("race mage")
    assert state.seat == 1 and state.legal() == ["race elf", "race goblin", "race orc"]
    for action in ("race mage", "race dwarf", "warrior a1 1", "palisade a1|b1", "pass", "done", "power elf a1"):
        with pytest.raises(ValueError):
            state.apply(action)
    state.apply("race elf")
    assert state.seat == 0 and len(state.legal()) == 228, "a mage has nobody to look at yet"
    with pytest.raises(ValueError):
        state.apply("race orc")


def test_partners_may_choose_any_two_races_and_all_are_told():
    state = start(4, advanced=True, race_assign="chosen")
    for action in ("race orc", "race elf", "race goblin", "race mage"):
        assert [who for who, _ in state.apply(action)] == [None]
    assert state.view(3).races == ["orc", "elf", "goblin", "mage"] and state.view(3).tokens == [1, 2, 1, 2]


# power_without_action


def test_power_without_action_lists_powers_untested_and_pass_after_them():
    options = {"reserves": [NONE, ONE], "supply": 1, "reinforcements": [0, 0], "flags": {"power_without_action": True}}
    state = table(races=("orc", "elf"), **options)
    state.apply("power orc d3|e3")
    assert state.legal() == ["pass"] and state.seat == 0
    state = dealt(["goblin", "elf"], power_without_action=True)
    state.apply("power goblin d3 1")
    assert state.legal()[-1] == "pass" and not of_kind(state, "power")
    state.apply("pass")
    assert state.view(1).passed == [True, False]
    assert played(state, "warrior a1 1").seat == 1, "that pass was for good"


def test_without_the_flag_a_pass_after_a_power_is_refused():
    state = played(dealt(["goblin", "elf"]), "power goblin d3 1")
    with pytest.raises(ValueError):
        state.apply("pass")


# mage_partner


def test_a_mage_may_look_at_a_partners_face_down_tile_if_the_flag_says_so_and_never_at_its_own():
    warriors = {"a1": "A1", "b1": "B1", "c1": "C3", "e1": "C1"}
    races = ("mage", "goblin", "elf", "orc")
    state = table(4, races=races, warriors=warriors, face_up=["e1"], flags={"mage_partner": True})
    assert of_kind(state, "power") == ["power mage b1", "power mage c1"]
    assert told_to(0, state.apply("power mage c1"))[1].power == 3
    assert state.view(0).power["c1"] == 3 and state.view(2).power["a1"] is None
    three = table(3, races=("mage", "goblin", "elf"), warriors={"a1": "A1", "b1": "B1"}, flags={"mage_partner": True})
    assert of_kind(three, "power") == ["power mage b1"]


# goblin_face_up


def test_a_goblins_tile_that_lies_face_down_is_hidden_like_any_other():
    state = dealt(["goblin", "elf", "mage"], 3, goblin_face_up=False)
    notices = state.apply("power goblin d3 4")
    assert [event.action for event in told_to(2, notices)] == ["power goblin d3 ?"]
    assert [event.action for who, event in notices if is_told(who, None)] == ["power goblin d3 ?"]
    assert state.view(0).power == {"d3": 4} and state.view(1).power == state.spectator_view().power == {"d3": None}
    assert state.view(1).face_up == []
    face_up = dealt(["goblin", "elf", "mage"], 3)
    played(face_up, "power goblin d3 4", "warrior a1 1", "warrior b1 1")
    assert "power mage d3" not in face_up.legal() and "power mage a1" in face_up.legal()


# arrow_open_needs_own


def test_arrow_open_needs_own_false_counts_only_while_the_board_is_undivided_and_has_room():
    flags = {"arrow_open_needs_own": False}
    warriors = {"b1": "B1", "h5": "B1", "g1": "A1"}
    divided = from_picture(P2, warriors=warriors, config=Config(advanced=True, **flags), races=["elf", "orc"])
    assert of_kind(divided, "power") == ["power elf h5"]
    wall_inside = table(warriors={"b1": "B1"}, palisades=["d3|e3"], flags=flags)
    assert of_kind(wall_inside, "power") == ["power elf b1"], "a wall that closes nothing does not divide"
    full = table(warriors=full_board(), reserves=[ONE, NONE], flags=flags)
    assert of_kind(full, "power") == []
    partners = table(4, races=("elf", "mage", "orc", "goblin"), warriors={"b1": "B1", "c1": "C1"}, flags=flags)
    assert of_kind(partners, "power") == ["power elf b1"]


# arrow_stack


def test_without_arrow_stack_only_warriors_without_an_arrow_are_targets():
    warriors = {"a1": "A1", "b1": "B1", "c1": "B1"}
    state = table(warriors=warriors, arrows={"b1": 1}, flags={"arrow_stack": False})
    assert of_kind(state, "power") == ["power elf c1"]
    played(state, "power elf c1", "warrior e1 1", "pass")
    assert of_kind(state, "power") == []
    assert of_kind(table(warriors=warriors, arrows={"b1": 1}), "power") == ["power elf b1", "power elf c1"]


# arrow_floor_zero


def test_a_floor_stops_arrows_before_the_reinforcement_is_added():
    warriors = {"a1": "A1", "b1": "B1"}
    more = {"arrows": {"a1": 2}, "reinforced": ["a1"]}
    assert adv(6, warriors, **more) == {"B": 6}  # 1 - 2 + 1 = 0 against 1
    assert adv(6, warriors, **more, flags={"arrow_floor_zero": True}) == {"A": 6}  # 0 + 1 ties, and A holds the token
    strong = {"a1": "A3", "b1": "B1"}
    assert adv(6, strong, arrows={"a1": 2}, flags={"arrow_floor_zero": True}) == {"A": 3, "B": 3}  # 3 - 2, no floor met


# zero_power_contends


def test_a_side_below_zero_contends_by_its_presence_alone():
    assert adv(6, {"a1": "A1"}, arrows={"a1": 2}) == {"A": 6}
    assert adv(6, {"a1": "A1", "b1": "B1"}, arrows={"a1": 2, "b1": 1}) == {"B": 6}
    assert adv(6, {"c1": "A1"}) == {}, "a side without a warrior there never does"


def test_without_zero_power_contends_a_total_of_1_is_needed_also_with_a_reinforcement():
    flags = {"zero_power_contends": False}
    assert adv(6, {"a1": "A1"}, arrows={"a1": 2}, reinforced=["a1"], flags=flags) == {}
    assert adv(6, {"a1": "A1"}, arrows={"a1": 2}, reinforced=["a1"]) == {"A": 6}
    assert adv(6, {"a1": "A1", "b1": "B1"}, arrows={"a1": 1, "b1": 2}, flags=flags) == {}
    assert adv(6, {"a1": "A1"}, arrows={"a1": 1}, reinforced=["a1"], flags=flags) == {"A": 6}


# forced_pass_final


def blocked(**more):
    """Seat 0 has nothing but its reinforcement, and no full territory to use it in; a1 is the last empty square."""
    options = {"races": ("elf", "orc"), "warriors": full_board(but=["a1"]), "reserves": [NONE, ONE], "supply": 0,
               "flags": {"forced_pass_final": False}, **more}  # fmt: skip
    return table(**options)


def test_a_skipped_seat_stays_in_and_nothing_is_said_of_it():
    state = blocked(turn=1, reserves=[NONE, [1, 1, 0, 0, 0]], warriors=full_board(but=["a1", "b1"]))
    notices = state.apply("warrior b1 1")
    assert {event.seat for _, event in notices} == {1}, "no event of seat 0"
    assert state.seat == 1 and state.view(1).passed == [False, False] and state.view(1).turn == 1
    state.apply("warrior a1 2")
    assert state.seat == 0 and of_kind(state, "reinforce") and state.legal()[-1] == "pass"


def test_a_pass_by_choice_is_final_with_forced_pass_final_false_too():
    state = played(start(2, forced_pass_final=False), "pass", "warrior a1 1")
    assert state.seat == 1 and state.view(1).passed == [True, False]
    assert played(state, "pass").seat is None


def test_the_match_is_over_as_soon_as_no_seat_still_in_could_do_anything_but_pass():
    state = blocked(turn=1, reinforcements=[0, 0])
    state.apply("warrior a1 1")
    assert state.seat is None and state.view(0).passed == [False, False] and state.ranks() is not None
    state = blocked(turn=1)
    state.apply("pass")
    assert state.seat is None and state.view(0).passed == [False, True], "seat 0 could never act again"


def test_a_seat_is_not_skipped_for_a_power_that_may_stand_alone():
    flags = {"forced_pass_final": False, "power_without_action": True}
    warriors = full_board(but=["a1", "b1"])
    state = blocked(turn=1, warriors=warriors, reserves=[NONE, [2, 0, 0, 0, 0]], flags=flags)
    state.apply("warrior a1 1")
    assert state.seat == 0 and of_kind(state, "power elf") and of_kind(state, "reinforce") == []
    state.apply(of_kind(state, "power elf")[0])
    assert state.seat == 1 and state.view(1).passed == [False, False], "nothing was left after it: the turn is over"


def test_a_turn_goes_on_after_a_power_if_something_is_left():
    state = blocked(races=("goblin", "orc"), reserves=[ONE, NONE])
    state.apply("power goblin a1 1")
    assert state.seat == 0 and {action.split()[0] for action in state.legal()} == {"reinforce"}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("flags", [flags for flags in FLAG_SETS if flags.get("forced_pass_final") is False], ids=str)
def test_nobody_is_ever_asked_only_whether_to_pass_if_forced_passes_are_not_final(seats, flags):
    skipped = 0
    for number in range(12):
        state, rng, before = start(seats, number, **flags), Random(number), None
        while state.seat is not None:
            assert state.legal() != ["pass"]
            skipped += before is not None and not state.passed[(before + 1) % seats] and state.seat not in (
                before, (before + 1) % seats)  # fmt: skip
            before = state.seat
            play(state, rng, 1)
        assert not all(state.passed)
    assert skipped or seats == 2
