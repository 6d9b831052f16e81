"""The rules of the expansion, case by case; edge cases are those of the rules, 8."""

from __future__ import annotations

import pytest
from arena_saboteur import Config, position
from arena_saboteur.notation import GOAL_CELLS, cell_of
from arena_saboteur.scoring import expansion_pay, winning_roles
from saboteur_help import deal, start, take_forced, told_to
from test_saboteur_rules import ABOVE, LINE, events, paths

EXP = Config(expansion=True)
ALL = ["blue", "green", "boss"]


def at_turn(seats=3, hand=("b16",), **more):
    """A position of the expansion: seat 0 to play with this hand and one more dead end, the others with one each."""
    hands = [[*hand, "b16"], *[["b16"] for _ in range(seats - 1)]]
    options = {"config": EXP, "hands": hands, "round": 3, **more}
    return position(seats, **options)


def end_by_path(state, action="path b02 7,0 0"):
    state.apply(action)
    return state


# Special cards


def test_a_ladder_lies_beside_any_face_up_card_joined_or_not():
    state = at_turn(hand=["x05"], table={"1,0": "b02", "3,0": "b02"})  # 3,0 is cut off
    cells = {at for at, _ in paths(state, "x05")}
    assert "4,0" in cells and "2,0" not in cells  # open west, a wall east, where 3,0 is open
    state.apply("path x05 4,0 0")
    assert cell_of("3,0") in state.mine.live  # joined through the ladder now


@pytest.mark.parametrize("turned", [{}, {"7,0": "b02", "8,0": "stone-ne 180"}], ids=["face down", "face up"])
def test_a_ladder_never_lies_beside_a_goal(turned):  # edge case 21
    state = at_turn(hand=["x04", "x05", "x06", "x07"], table={**LINE, **turned}, goals=("treasure", "stone-ne", "stone-nw"))
    beside = {"7,0", "9,0", "8,1", "8,-1"}
    assert not {at for code in ("x04", "x05", "x06", "x07") for at, _ in paths(state, code)} & beside


def test_a_ladder_may_touch_by_walls_alone_but_for_an_option():  # edge case 22
    table = {"1,0": "b02"}
    assert ("1,1", 180) in paths(at_turn(hand=["x04"], table=table), "x04")  # open north, a wall above 1,0's wall
    strict = at_turn(hand=["x04"], table=table, config=Config(expansion=True, ladder_wall_touch=False))
    assert paths(strict, "x04") == {("0,1", 0), ("0,-1", 180)}


def test_a_ladder_must_fit_its_neighbours():
    assert paths(at_turn(hand=["x05"]), "x05") == {("1,0", 0), ("-1,0", 180)}


def test_a_rock_fall_on_a_ladder_cuts_off_what_hung_on_it():  # edge case 24
    state = at_turn(hand=["a10", "x05"], table={"3,0": "b02", "4,0": "x05"})
    assert cell_of("3,0") in state.mine.live
    state.apply("rockfall 4,0")
    assert cell_of("3,0") not in state.mine.live and "2,0" not in {at for at, _ in paths(state)}


def test_a_bridge_fed_on_one_tunnel_is_legal_if_the_other_fits():  # edge case 23
    table = {"1,0": "b02", "2,1": "b01"}  # 2,1 is a fragment, open towards 2,0
    state = at_turn(hand=["x01", "b02"], table=table)
    assert ("2,0", 0) in paths(state, "x01") and ("2,0", 0) not in paths(state, "b02")
    state.apply("path x01 2,0 0")
    assert cell_of("2,1") not in state.mine.live and state.mine.live[cell_of("2,0")] == 0b1010


def test_a_bridge_is_joined_on_both_tunnels_by_a_loop():
    table = {"1,0": "x01", "2,0": "b04", "2,-1": "b03 180", "1,-1": "b05"}  # east, round, and up again into 1,0
    state = at_turn(table=table)
    assert state.mine.live[cell_of("1,0")] == 0b1111


def test_doors_do_not_stop_the_digging():
    state = at_turn(hand=["b02"], table={**LINE, "3,0": "x09", "4,0": "x12"}, roles=ALL)
    assert end_by_path(state).connector == 0


# Action cards


def test_traps_go_before_others_only_even_where_tools_may_be_broken_before_oneself():
    state = at_turn(hand=["a17", "a01"], config=Config(expansion=True, self_break=True), fronts={1: ["trapped"]})
    assert [a for a in state.legal() if a.startswith(("trap", "break"))] == [
        "break pick 0", "break pick 1", "break pick 2", "trap 2",
    ]  # fmt: skip


def test_a_trapped_seat_lays_no_path_and_is_freed_by_anybody():
    state = at_turn(hand=["b02", "a18"], fronts={0: ["trapped"], 2: ["trapped"]})
    assert not paths(state) and [a for a in state.legal() if a.startswith("free")] == ["free 0", "free 2"]
    state.apply("free 0")
    assert state.view(1).fronts == [[], [], ["trapped"]]


def test_a_theft_lies_once_before_oneself_and_hands_off_removes_it_from_anybody():
    state = at_turn(hand=["a12", "a12", "a13"])
    assert "theft" in state.legal() and not any(a.startswith("handsoff") for a in state.legal())
    state.apply("theft")
    state.hands[1] = ("a12", "a13")
    state.apply("theft")
    state.hands[2] = ("a13",)
    assert state.view(2).thefts == [0, 1] and state.legal()[:2] == ("handsoff 0", "handsoff 1")
    state.apply("handsoff 0")
    assert state.view(2).thefts == [1] and state.view(2).fronts == [[], ["theft"], []]
    state.hands[0] = ("a12", "a12")
    assert "theft" in state.legal()


def test_an_inspection_shows_a_role_to_the_inspector_alone():
    state = at_turn(hand=["a15"], roles=["blue", "boss", "geologist"])
    assert [a for a in state.legal() if a.startswith("inspect")] == ["inspect 1", "inspect 2"]
    notices = state.apply("inspect 2")
    assert [(who, e.seat, e.role) for who, e in notices if e.__struct_config__.tag == "role"] == [((0,), 2, "geologist")]
    assert state.view(0).roles == ["blue", None, "geologist"] and state.view(2).roles == [None, None, "geologist"]
    assert state.view(1).roles == [None, "boss", None] and state.view(1).inspections == []


def test_an_inspector_is_not_told_when_the_role_changes_but_knows_it_is_out():  # edge case 30
    state = at_turn(hand=["a15"], roles=["blue", "boss", "geologist"], spare=["saboteur", "green", "blue"])
    state.apply("inspect 2")
    state.hands[1] = ("a16", "b16")
    notices = state.apply("swaphat 2")
    assert [(who, e.role) for who, e in notices if e.__struct_config__.tag == "role"] == [((2,), "saboteur")]
    view = state.view(0)
    assert view.roles == ["blue", None, None] and [(look.seat, look.role) for look in view.inspections] == [(2, "geologist")]
    assert state.view(2).roles[2] == "saboteur" and state.view(2).hats == [None, None, ["geologist"]]
    assert state.view(1).hats == [None, [], None]


def test_hats_can_be_swapped_with_oneself_and_with_12_seats_three_spare_roles_last():  # edge cases 29, 35
    state = start(12, expansion=True)
    assert len(state.spare) == 3 and state.view(0).deck == 36 and len(state.put_away) == 10
    mine = at_turn(hand=["a16"], spare=["boss", "blue", "green"])
    assert [a for a in mine.legal() if a.startswith("swaphat")] == ["swaphat 0", "swaphat 1", "swaphat 2"]
    mine.apply("swaphat 0")
    assert mine.roles[0] == "boss" and len(mine.spare) == 2


def test_hands_are_exchanged_and_the_other_seat_draws():
    state = position(3, config=EXP, hands=[["a14", "b01", "b16"], ["b16"], ["x01", "x02"]], deck=["b07", "b06"])
    assert [a for a in state.legal() if a.startswith("swaphand")] == ["swaphand 1", "swaphand 2"]
    notices = state.apply("swaphand 2")
    assert state.hands == [("x01", "x02"), ("b16",), ("b01", "b07", "b16")] and state.seat == 1
    told = {who: (e.seat, e.gave, e.got) for who, e in notices if e.__struct_config__.tag == "hands"}
    assert told == {(0,): (2, ["b01", "b16"], ["x01", "x02"]), (2,): (0, ["x01", "x02"], ["b01", "b16"])}
    assert [(who, e.cards) for who, e in notices if e.__struct_config__.tag == "drawn"] == [((2,), ["b07"])]
    assert [event.action for event in told_to(1, notices)] == ["swaphand 2"]


def test_with_the_last_card_one_gives_an_empty_hand():  # edge case 31
    state = position(3, config=EXP, hands=[["a14"], ["b16"], ["x01", "x02"]], deck=["b07"])
    state.apply("swaphand 2")
    assert state.hands == [("x01", "x02"), ("b16",), ("b07",)]
    empty = position(3, config=EXP, hands=[["a14"], ["b16"], ["x01", "x02"]])
    empty.apply("swaphand 2")
    assert empty.hands[2] == () and empty.seat == 1


def test_a_hand_may_be_exchanged_for_an_empty_one():
    state = position(3, config=EXP, hands=[["a14", "b01"], [], ["x01"]])
    state.apply("swaphand 1")
    assert state.hands == [(), ("b01",), ("x01",)] and state.seat == 1


# Discards


def test_a_pass_discards_one_to_three_cards_in_code_order_and_draws_as_many():
    hands = [["a01", "b01", "b01", "b02", "x01"], ["b16"], ["b16"]]
    state = position(3, config=EXP, hands=hands, deck=["b09", "b08", "b07", "b06"])
    state.apply("discard b01")
    assert state.legal() == ("discard b01", "discard b02", "discard x01", "done")
    state.apply("discard b01")
    assert state.legal() == ("discard b02", "discard x01", "done")
    notices = state.apply("discard x01")  # the third: the turn is over
    assert events(notices, "drawn")[0].cards == ["b09", "b08", "b07"] and state.seat == 1
    assert state.hands[0] == ("a01", "b02", "b07", "b08", "b09")


def test_done_ends_a_pass_and_is_forced_where_no_card_is_high_enough():
    state = position(3, config=EXP, hands=[["a01", "x01"], ["b16"], ["b16"]], deck=["b09"])
    state.apply("discard x01")
    assert state.legal() == ("done",) and state.safe_action() == "done"
    notices = state.apply("done")
    assert events(notices, "drawn")[0].cards == ["b09"] and [e.action for e in told_to(2, notices)] == ["done"]


def test_unblock_costs_two_cards_the_first_not_the_highest():
    lies = {0: ["cart", "trapped", "theft"]}
    state = position(3, config=EXP, hands=[["a01", "b01", "x01"], ["b16"], ["b16"]], deck=["b09", "b08"], fronts=lies)
    assert state.legal()[-3:] == ("unblock cart", "unblock trapped", "unblock theft")
    state.apply("unblock theft")
    assert state.legal() == ("discard a01", "discard b01") and state.safe_action() == "discard a01"
    state.apply("discard b01")
    assert state.legal() == ("discard x01",)
    state.apply("discard x01")
    assert state.hands[0] == ("a01", "b09") and state.seat == 1  # one smaller for the rest of the round
    assert state.view(1).fronts[0] == ["cart", "trapped"] and state.view(1).thefts == []


def test_unblock_needs_two_cards_and_something_in_front():
    one = position(3, config=EXP, hands=[["b16"], ["b16"], ["b16"]], fronts={0: ["cart"]})
    assert one.legal() == ("discard b16",)
    nothing = position(3, config=EXP, hands=[["b16", "b16"], ["b16"], ["b16"]], fronts={1: ["cart"]})
    assert not any(action.startswith("unblock") for action in nothing.legal())


def test_two_equal_cards_pay_for_an_unblock():
    state = position(3, config=EXP, hands=[["b16", "b16"], ["b16"], ["b16"]], fronts={0: ["cart"]})
    state.apply("unblock cart")
    assert state.legal() == ("discard b16",)
    state.apply("discard b16")
    assert state.legal() == ("discard b16",)


# Who wins

COLOURS = [
    # connector, blue way, green way, boss in play, winners: the table of the rules, 5.6
    (None, False, False, True, "saboteur profiteer"),
    ("blue", True, False, True, "blue boss profiteer"),
    ("blue", True, True, True, "blue boss profiteer"),
    ("blue", False, True, True, "green boss profiteer"),
    ("green", False, True, True, "green boss profiteer"),
    ("green", True, True, True, "green boss profiteer"),
    ("green", True, False, True, "blue boss profiteer"),
    *((neutral, True, True, True, "blue green boss profiteer") for neutral in ("boss", "profiteer", "geologist", "saboteur")),
    *((neutral, True, False, True, "blue boss profiteer") for neutral in ("boss", "profiteer", "geologist", "saboteur")),
    *((neutral, False, True, False, "green boss profiteer") for neutral in ("profiteer", "geologist", "saboteur")),
    *((anybody, False, False, True, "boss profiteer") for anybody in ("blue", "green", "boss", "geologist", "saboteur")),
    *((anybody, False, False, False, "saboteur profiteer") for anybody in ("blue", "green", "profiteer", "saboteur")),
]


@pytest.mark.parametrize(("connector", "blue", "green", "boss", "winners"), COLOURS)
def test_who_wins_follows_the_table(connector, blue, green, boss, winners):
    assert winning_roles(connector, blue, green, boss) == set(winners.split())


def test_by_option_a_saboteurs_find_is_for_boss_and_profiteer_alone_unless_both_doors_bar_all():
    assert winning_roles("saboteur", True, True, True, neutral_includes_saboteur=False) == {"boss", "profiteer"}
    assert winning_roles("saboteur", False, False, False, neutral_includes_saboteur=False) == {"saboteur", "profiteer"}
    assert winning_roles("geologist", True, True, True, neutral_includes_saboteur=False) >= {"blue", "green"}


def test_by_option_doors_of_both_colours_always_make_the_saboteurs_win():
    assert winning_roles("blue", False, False, True, both_doors="saboteurs") == {"saboteur", "profiteer"}
    assert winning_roles("blue", True, False, True, both_doors="saboteurs") == {"blue", "boss", "profiteer"}


def ways(table):
    state = at_turn(table={**table, "8,0": "treasure"})
    return state.mine.reaches_treasure("g"), state.mine.reaches_treasure("b")


def test_blue_walks_through_blue_doors_and_green_through_green_ones():
    line = {**LINE, "7,0": "b02"}
    assert ways(line) == (True, True)
    assert ways({**line, "3,0": "x12"}) == (True, False)
    assert ways({**line, "3,0": "x09"}) == (False, True)
    assert ways({**line, "3,0": "x12", "5,0": "x09"}) == (False, False)
    assert ways({at: card for at, card in line.items() if at != "4,0"}) == (False, False)


def test_doors_of_both_colours_on_two_routes_let_both_colours_through():  # edge case 33
    two = {**LINE, "7,0": "b02", **ABOVE, "8,1": "b04", "3,0": "x12", "4,1": "x09"}
    assert ways(two) == (True, True)
    one = {at: card for at, card in two.items() if at != "7,0"}
    assert ways(one) == (False, True)


def test_a_way_over_a_ladder_avoids_the_doors_before_it():
    table = {**LINE, "7,0": "b02", "2,0": "x12", "3,0": "x09"}
    assert ways(table) == (False, False)
    assert ways({**table, "4,0": "b06", "4,1": "x04"}) == (True, True)


def test_a_turned_up_stone_is_part_of_a_way():
    table = {**{at: card for at, card in ABOVE.items() if at != "7,1"}, "7,1": "b03 180", "7,2": "b03", "8,2": "stone-nw"}
    state = at_turn(table=table, goals=("stone-nw", "treasure", "stone-ne"))
    assert state.mine.live[GOAL_CELLS[0]] == 0b1001  # fed from the west, it leads north


@pytest.mark.parametrize(
    ("role", "door", "winners"),
    [("blue", "x12", [0, 2]), ("blue", "x09", [1, 2]), ("green", "x12", [1, 2]), ("boss", "x09", [2, 0])],
)
def test_a_find_through_a_door_pays_whose_colour_can_walk_there(role, door, winners):
    roles = {"blue": ["blue", "green", "boss"], "green": ["green", "blue", "boss"], "boss": ["boss", "blue", "green"]}[role]
    state = at_turn(hand=["b02"], table={**LINE, "3,0": door}, roles=roles)
    end_by_path(state)
    assert sorted(state.past_winners[0]) == sorted(winners)
    boss = roles.index("boss")
    assert state.scores() == [4 if seat in winners and seat != boss else 3 if seat == boss else 0 for seat in range(3)]


def test_winners_without_a_seat_leave_boss_and_profiteer_to_share():  # edge case 34
    state = at_turn(hand=["b02"], table={**LINE, "3,0": "x12"}, roles=["boss", "profiteer", "green"])
    assert end_by_path(state).scores() == [3, 2, 0]


def test_a_trapped_boss_is_in_play_and_gets_nothing():  # edge case 32
    table = {**LINE, "3,0": "x12", "5,0": "x09"}
    state = at_turn(hand=["b02"], table=table, roles=["saboteur", "boss", "profiteer"], fronts={1: ["trapped"]})
    assert end_by_path(state).scores() == [0, 0, 3]
    without = at_turn(hand=["b02"], table=table, roles=["saboteur", "green", "profiteer"])
    assert end_by_path(without).scores() == [4, 0, 2]


# What it pays


@pytest.mark.parametrize(
    ("roles", "winners", "pay"),
    [
        ("blue boss profiteer", "blue boss profiteer", [3, 2, 1]),
        ("boss green", "blue boss profiteer", [4, 0]),
        ("profiteer green", "saboteur profiteer", [3, 0]),
        ("blue blue boss", "blue boss profiteer", [3, 3, 2]),
        ("blue blue blue boss", "blue boss profiteer", [2, 2, 2, 1]),
        ("blue blue blue boss profiteer", "blue boss profiteer", [1, 1, 1, 0, 0]),
        ("saboteur saboteur saboteur profiteer", "saboteur profiteer", [2, 2, 2, 0]),
    ],
)
def test_the_share_falls_with_the_number_of_winners(roles, winners, pay):
    assert expansion_pay(roles.split(), 0, frozenset(winners.split()), 0) == pay


def test_trapped_winners_get_nothing_and_do_not_count():  # edge case 28
    winners = frozenset(("blue", "boss", "profiteer"))
    assert expansion_pay(["blue", "blue", "boss"], 0b010, winners, 0) == [4, 0, 3]


@pytest.mark.parametrize(
    ("roles", "trapped", "pay"),
    [
        (["geologist", "blue"], 0, [5, 5]),
        (["geologist", "geologist"], 0, [2, 2]),
        (["geologist", "geologist"], 0b01, [0, 5]),
        (["geologist", "saboteur"], 0b01, [0, 0]),
    ],
)
def test_geologists_share_the_crystals_rounded_down_and_count_among_no_winners(roles, trapped, pay):
    assert expansion_pay(roles, trapped, frozenset(("blue",)), 5) == pay


def test_crystals_count_on_cards_that_are_cut_off_too():  # edge case 25
    table = {"1,0": "x21", "5,2": "x20", "6,3": "x26 180"}
    state = position(2, config=EXP, hands=[["b16"], []], round=3, roles=["geologist", "blue"], table=table)
    state.apply("discard b16")
    take_forced(state)
    assert state.scores() == [3, 0] and [part.result for part in state.parts()] == [1, 0]


# Stealing


def thieves(gold, fronts, thefts, roles=("green", "green", "green", "green")):
    state = position(4, config=EXP, hands=[["b16"], [], [], []], round=3, roles=list(roles), gold=gold,
                     fronts=fronts, thefts=thefts)  # fmt: skip
    state.apply("discard b16")
    state.apply("done")
    return state


def test_thieves_act_from_the_theft_laid_last_clockwise_and_need_not_steal():
    state = thieves([0, 2, 0, 0], {0: ["theft"], 2: ["theft"], 3: ["theft"]}, [3, 0, 2])
    assert (state.seat, state.legal()) == (2, ("steal 1", "steal none"))
    assert state.safe_action() == "steal none"
    state.apply("steal 1")
    assert (state.seat, state.legal()) == (3, ("steal 1", "steal 2", "steal none"))  # from the thief too
    state.apply("steal none")
    assert (state.seat, state.legal()) == (0, ("steal 1", "steal 2", "steal none"))
    state.apply("steal 2")
    assert state.scores() == [1, 1, 0, 0]  # edge case 27


def test_a_trapped_thief_lays_a_theft_but_does_not_steal():  # edge case 26
    assert "theft" in at_turn(hand=["a12"], fronts={0: ["trapped"]}).legal()
    state = thieves([0, 2, 0, 0], {0: ["theft", "trapped"], 2: ["theft"]}, [2, 0])
    assert state.seat == 2
    state.apply("steal 1")
    assert state.seat is None and state.scores() == [0, 1, 1, 0]


def test_a_thief_without_a_possible_victim_is_not_asked():
    assert thieves([0, 0, 3, 0], {2: ["theft"]}, [2]).seat is None


def test_thieves_know_roles_and_pay_and_thefts_are_gone_in_the_next_round():
    state = position(2, config=EXP, hands=[["b16"], []], roles=["saboteur", "green"], fronts={1: ["theft"]}, chance=deal(2))
    state.apply("discard b16")
    state.apply("done")
    assert state.seat == 1 and state.view(1).roles == ["saboteur", "green"] and state.view(1).gold == [5, 0]
    state.apply("steal 0")
    view = state.view(0)
    assert view.round == 2 and view.fronts == [[], []] and view.thefts == [] and view.gold == [4, 1]
    assert [(s.kind, s.seat, s.gold) for s in view.shares] == [("pay", 0, 5), ("stolen", 0, -1), ("steal", 1, 1)]


def test_ten_cards_are_put_away_anew_in_each_round():
    state = start(5, 4, expansion=True)
    away = []
    while state.seat is not None:
        if len(away) < state.round:
            away.append(state.put_away)
        state.apply(state.safe_action())
    assert [len(cards) for cards in away] == [10, 10, 10] and len(set(away)) == 3
