"""The advanced game and its flags, case by case."""

from __future__ import annotations

import pytest
from arena_armadora import Config, WrittenDeal, from_picture, position
from arena_armadora.board import LAND, SQUARES, bits
from armadora_help import GAME, start, take_forced, told_to
from test_armadora_rules import P2, P4, S10, p2_gold, played

ADVANCED = Config(advanced=True)


def dealt(races, seats=2, **flags):
    deal = WrittenDeal({"gold": [[3, 4, 4, 5, 5, 6, 6, 7]], "races": [races]})
    return GAME.new_match(Config(advanced=True, **flags), seats, deal)


def table(seats=2, *, races=("elf", "mage"), warriors=None, flags=None, **more):
    races = [*races, *(["goblin", "orc"][: seats - 2] if len(races) < seats else [])]
    return position(seats, config=Config(advanced=True, **(flags or {})), races=races, warriors=warriors, **more)


def of_kind(state, kind):
    return [action for action in state.legal() if action.startswith(kind)]


def test_races_are_dealt_in_order_with_their_tokens():
    view = dealt(["orc", "elf", "mage", "goblin"], 4).view(0)
    assert view.races == ["orc", "elf", "mage", "goblin"]
    assert view.tokens == [1, 2, 2, 1] and view.reinforcements == [1, 1, 1, 1]


def test_chosen_races_are_taken_from_seat_0_on_and_the_last_is_forced():
    state = start(4, advanced=True, race_assign="chosen")
    assert state.legal() == ["race elf", "race goblin", "race mage", "race orc"]
    notices = state.apply("race mage")
    assert told_to(3, notices)[0].action == "race mage"
    assert state.legal() == ["race elf", "race goblin", "race orc"] and state.seat == 1
    assert state.view(1).races == ["mage", None, None, None]
    played(state, "race elf", "race orc")
    assert state.legal() == ["race goblin"]
    played(state, "race goblin")
    assert state.seat == 0 and state.view(2).tokens == [2, 2, 1, 1]


def test_a_goblins_first_turn_is_the_longest_list():
    state = dealt(["goblin", "orc"])
    assert len(state.legal()) == 388
    assert state.legal()[0] == "power goblin a1 1" and state.legal()[160] == "warrior a1 1"


def test_an_orc_builds_three_palisades_in_a_turn():  # P4
    state = from_picture(P4, config=ADVANCED, races=["orc", "elf"])
    notices = state.apply("power orc d2|d3")
    assert [event.action for event in told_to(1, notices)] == ["power orc d2|d3"]
    assert "pass" not in state.legal() and not of_kind(state, "power")
    state.apply("palisade d2|e2")
    notices = state.apply("palisade d1|e1")
    assert [event.action for event in told_to(1, notices)] == ["palisade d1|e1 d2|e2"]
    assert state.view(0).territories[1] == "aaaabbbb" and state.seat == 1


def test_an_orc_with_two_palisades_left_has_one_for_the_action():  # edge case 3
    state = table(races=("orc", "elf"), supply=2)
    state.apply("power orc d2|d3")
    state.apply("palisade d1|e1")
    assert state.legal() == ["done"]
    assert not of_kind(table(races=("orc", "elf"), supply=0), "power orc")


def test_a_mage_alone_learns_the_power_and_keeps_it():  # edge case 22
    state = table(races=("mage", "elf"), warriors={"d3": "B4"})
    notices = state.apply("power mage d3")
    assert [event.action for event in told_to(1, notices)] == ["power mage d3"]
    told = told_to(0, notices)
    assert (told[1].square, told[1].power) == ("d3", 4)
    played(state, "warrior a1 1", "warrior b1 1")
    assert state.view(0).power == {"a1": 1, "b1": None, "d3": 4}
    assert state.view(1).power["d3"] == 4 and state.spectator_view().power["d3"] is None
    assert "power mage d3" in state.legal(), "a tile may be peeked again"


def test_a_mage_looks_at_opposing_face_down_tiles_only():  # edge case 20
    warriors = {"a1": "A1", "b1": "B1", "c1": "C1", "e1": "D1"}
    races = ("mage", "goblin", "elf", "orc")
    state = table(4, races=races, warriors=warriors, face_up=["e1"])
    assert of_kind(state, "power") == ["power mage b1"]
    partner = table(4, races=races, warriors=warriors, flags={"mage_partner": True})
    assert of_kind(partner, "power") == ["power mage b1", "power mage c1", "power mage e1"]
    assert of_kind(table(races=("mage", "elf")), "power") == []


def test_a_goblins_tile_is_face_up_unless_the_flag_says_otherwise():
    state = dealt(["goblin", "elf"])
    notices = state.apply("power goblin d3 5")
    assert told_to(1, notices)[0].action == "power goblin d3 5"
    assert state.view(1).power == {"d3": 5} and state.view(1).face_up == ["d3"]
    hidden = dealt(["goblin", "mage"], goblin_face_up=False)
    assert told_to(1, hidden.apply("power goblin d3 5"))[0].action == "power goblin d3 ?"
    hidden.apply("warrior a1 1")
    assert hidden.view(1).power["d3"] is None and "power mage d3" in hidden.legal()


def test_a_power_is_followed_by_one_action_and_there_is_one_a_turn():
    state = table(races=("elf", "mage"), warriors={"a1": "A1", "b1": "B1"})
    state.apply("power elf b1")
    assert state.seat == 0 and state.view(1).power_used and state.view(1).tokens == [1, 2]
    assert not of_kind(state, "power") and "pass" not in state.legal()
    state.apply("warrior c1 1")
    assert state.seat == 1 and not state.view(1).power_used


def test_an_elf_needs_its_own_warrior_and_an_empty_square_there():  # edge case 19
    lone = table(races=("elf", "mage"), warriors={"b1": "B1"})
    assert of_kind(lone, "power") == []
    undivided = table(races=("elf", "mage"), warriors={"b1": "B1"}, flags={"arrow_open_needs_own": False})
    assert of_kind(undivided, "power") == ["power elf b1"]
    partner = table(4, races=("elf", "mage", "orc", "goblin"), warriors={"b1": "B1", "c1": "C1"})
    assert of_kind(partner, "power") == []
    warriors = {"a1": "A1", "b1": "B1", "a2": "A1", "c1": "B1"}
    full = from_picture(P2, warriors=warriors, config=ADVANCED, races=["elf", "orc"])
    assert of_kind(full, "power") == []
    room = from_picture(P2, warriors={"a1": "A1", "b1": "B1", "c1": "B1"}, config=ADVANCED, races=["elf", "orc"])
    assert of_kind(room, "power") == ["power elf b1"]


def test_two_arrows_may_hit_the_same_warrior_unless_the_flag_says_otherwise():
    warriors = {"a1": "A1", "b1": "B1"}
    state = table(warriors=warriors, arrows={"b1": 1})
    played(state, "power elf b1")
    assert state.view(0).arrows == {"b1": 2}
    assert of_kind(table(warriors=warriors, arrows={"b1": 1}, flags={"arrow_stack": False}), "power") == []


def adv(gold, warriors, seats=2, flags=None, races=("elf", "mage", "orc"), **more):
    config = Config(advanced=True, **(flags or {}))
    return p2_gold(gold, warriors, seats, config=config, races=list(races[:seats]), **more)


def test_a_reinforced_leader_takes_all_in_a_tie():  # S4
    assert adv(6, {"a1": "A2", "b1": "A1", "a2": "B4"}, reinforced=["b1"]) == {"A": 6}


def test_a_reinforcement_outside_the_lead_breaks_nothing():  # S5
    assert adv(6, {"a1": "A1", "b1": "B3", "a2": "C3"}, 3, reinforced=["a1"]) == {"B": 3, "C": 3}


def test_an_arrow_counts_minus_one():  # S6
    assert adv(6, {"a1": "A2", "b1": "A1", "a2": "B4"}, arrows={"a2": 1}) == {"A": 3, "B": 3}


def test_a_side_with_nothing_left_still_contends_unless_the_flag_says_otherwise():  # S7
    assert adv(6, {"a1": "A1"}, arrows={"a1": 1}) == {"A": 6}
    assert adv(6, {"a1": "A1"}, arrows={"a1": 1}, flags={"zero_power_contends": False}) == {}


def test_two_arrows_on_a_one_make_minus_one_unless_there_is_a_floor():  # S8
    warriors = {"a1": "A1", "b1": "A2", "a2": "B2"}
    assert adv(6, warriors, arrows={"a1": 2}) == {"B": 6}
    assert adv(6, warriors, arrows={"a1": 2}, flags={"arrow_floor_zero": True}) == {"A": 3, "B": 3}


def s10(**more):
    reserves = [[8, 2, 1, 1, 1], [10, 1, 1, 1, 1]]
    return from_picture(S10, config=ADVANCED, races=["elf", "orc"], reserves=reserves, **more)


def test_a_reinforcement_stays_with_its_warrior_when_the_territory_is_cut():  # S10, edge case 17
    state = s10(turn=1, reinforcements=[0, 1])
    assert of_kind(state, "reinforce") == [], "one token a territory, whoever's"
    assert state.settle()[0].totals == {0: 5, 1: 3}
    played(state, "palisade b1|c1", "palisade b2|c2")
    left, right = state.settle()[:2]
    assert (left.totals, left.winners, left.share) == ({0: 3, 1: 2}, (0,), 6)
    assert (right.totals, right.winners, right.share) == ({0: 2, 1: 1}, (0,), 4)
    state.apply("pass")
    assert of_kind(state, "reinforce") == ["reinforce c1"]


def test_a_reinforcement_on_the_other_half_leaves_the_left_tied():  # S10, last sentence
    warriors = {"a1": "A1", "b1": "B2", "c1": "B1", "a2": "A1", "c2": "A1", "d2": "A1"}
    state = s10(turn=1, warriors=warriors, reinforced=["c2"])
    played(state, "palisade b1|c1", "palisade b2|c2")
    left = state.settle()[0]
    assert (left.totals, left.winners, left.share) == ({0: 2, 1: 2}, (0, 1), 3)


def test_a_reinforcement_needs_a_full_territory_with_an_own_warrior():  # edge case 18
    warriors = {"a1": "A1", "b1": "C1", "a2": "B1"}
    state = from_picture(P2, 4, warriors=warriors, config=ADVANCED, races=["elf", "orc", "mage", "goblin"],
                         arrows={"a1": 1}, face_up=["a1"])  # fmt: skip
    assert of_kind(state, "reinforce") == ["reinforce a1"]
    assert state.legal()[-2:] == ["reinforce a1", "pass"]
    state.apply("reinforce a1")
    assert state.view(3).reinforced == ["a1"] and state.view(3).reinforcements == [0, 1, 1, 1]
    assert of_kind(state, "reinforce") == []
    del warriors["b1"]
    open_ = from_picture(P2, 2, warriors=warriors, config=ADVANCED, races=["elf", "orc"])
    assert of_kind(open_, "reinforce") == []


def full_board(seats=2, but=()):
    return {SQUARES[sq]: "ABCD"[i % seats] + "1" for i, sq in enumerate(bits(LAND)) if SQUARES[sq] not in but}


def test_the_undivided_full_board_can_be_reinforced():  # edge case 16
    reserves = [[0] * 5, [0] * 5]
    state = table(warriors=full_board(), reserves=reserves, supply=0)
    assert of_kind(state, "reinforce")[0] == "reinforce a1" and len(of_kind(state, "reinforce")) == 16


def test_a_goblin_may_fill_the_last_square_and_reinforce_that_tile():  # edge case 21
    reserves = [[1, 0, 0, 0, 0], [0] * 5]
    state = table(races=("goblin", "elf"), warriors=full_board(but=["a1"]), reserves=reserves, supply=0)
    assert of_kind(state, "power") == ["power goblin a1 1"]
    state.apply("power goblin a1 1")
    assert state.legal()[0] == "reinforce a1" and {action.split()[0] for action in state.legal()} == {"reinforce"}


def test_a_goblins_last_tile_is_no_power_if_no_action_is_left_after_it():  # edge case 12
    options = {"races": ("goblin", "elf"), "warriors": full_board(but=["a1"]), "supply": 0,
               "reserves": [[1, 0, 0, 0, 0], [0] * 5], "reinforcements": [0, 1]}  # fmt: skip
    assert table(**options).legal() == ["warrior a1 1", "pass"]
    free = table(**options, flags={"power_without_action": True})
    assert free.legal() == ["power goblin a1 1", "warrior a1 1", "pass"]
    free.apply("power goblin a1 1")
    assert free.legal() == ["pass"] and free.seat == 0
    skipping = table(**options, flags={"power_without_action": True, "forced_pass_final": False})
    skipping.apply("power goblin a1 1")
    assert skipping.seat == 1 and skipping.view(0).passed == [False, False]


def test_an_orcs_last_palisade_is_no_power_if_no_action_is_left_after_it():  # edge case 13
    options = {"races": ("orc", "elf"), "reserves": [[0] * 5, [0] * 5], "supply": 1, "reinforcements": [0, 0]}
    assert of_kind(table(**options), "power") == []
    assert len(of_kind(table(**options, flags={"power_without_action": True}), "power orc")) == 67


def test_an_elf_without_a_main_action_must_pass():  # edge case 14
    options = {"races": ("elf", "orc"), "warriors": {"a1": "A1", "b1": "B1"}, "reserves": [[0] * 5, [1, 0, 0, 0, 0]],
               "supply": 0, "reinforcements": [0, 0]}  # fmt: skip
    assert table(**options).legal() == ["pass"]
    assert table(**options, flags={"power_without_action": True}).legal() == ["power elf b1", "pass"]


def test_a_forced_pass_is_final_even_with_a_reinforcement_in_hand():  # edge cases 15, 24
    options = {"races": ("elf", "orc"), "warriors": full_board(but=["a1"]), "reserves": [[0] * 5, [1, 0, 0, 0, 0]],
               "supply": 0}  # fmt: skip
    state = table(**options)
    assert state.legal() == ["pass"]
    take_forced(state)
    assert state.seat == 1
    state.apply("warrior a1 1")
    assert of_kind(state, "reinforce") != [] and state.view(0).passed == [True, False]
    skipped = table(**options, turn=1, flags={"forced_pass_final": False})
    skipped.apply("warrior a1 1")
    assert skipped.seat == 0 and of_kind(skipped, "reinforce") != []


def test_a_choice_of_pass_after_a_power_is_an_option():
    state = table(warriors={"a1": "A1", "b1": "B1"}, flags={"power_without_action": True})
    state.apply("power elf b1")
    assert state.legal()[-1] == "pass"
    state.apply("pass")
    assert state.view(1).passed == [True, False] and state.seat == 1


def test_flags_of_the_advanced_game_do_nothing_in_the_basic_one():
    state = start(2, race_assign="chosen", mage_partner=True, power_without_action=True)
    assert len(state.legal()) == 228
    assert state.view(0).races == [None, None] and state.view(0).reinforcements == [0, 0]


@pytest.mark.parametrize("races", [["elf"], ["elf", "elf"], ["elf", "dwarf"]])
def test_races_that_are_no_deal_are_refused(races):
    with pytest.raises(ValueError, match="are not 2 different ones"):
        dealt(races)
