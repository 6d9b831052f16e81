"""Rulings on the course of rounds, on gold and on what is told; numbers 12.N are those of the rules' last section."""

from __future__ import annotations

from collections import Counter

import pytest
from arena_saboteur import Config, WrittenDeal, position
from arena_saboteur.cards import FULL_DECK, TUNNELS
from arena_saboteur.options import EXPANSION_ROLES, SABOTEURS
from saboteur_help import GAME, deal, start, start_with, take_forced, told_to
from test_saboteur_rules import LINE, events, paths

EXP = Config(expansion=True)
WIN = "path b02 7,0 0"


def kinds(notices):
    return [event.__struct_config__.tag for _, event in notices]


def private(notices, tag):
    return [(who, event) for who, event in notices if event.__struct_config__.tag == tag]


# The course of a round


def test_a_round_goes_on_though_the_treasure_is_out_of_reach_and_all_have_passed():  # edge case 19
    state = position(3, hands=[["b08", "b09"], ["b10", "a04"], ["a04", "a05"]], deck=["b11"], round=3)
    turns = 0
    while state.seat is not None:
        assert all(action.startswith(("path", "discard")) for action in state.legal())  # nothing concedes the round
        state.apply(state.safe_action())
        turns += 1
    assert turns == 7 and state.connector is None  # one a card


def test_both_hats_of_a_round_at_twelve_seats_leave_one_spare_role_and_all_come_back():  # edge cases 29, 35
    state = start_with({0: ["a16"], 1: ["a16"]}, 12, expansion=True)
    assert len(state.spare) == 3 and Counter(FULL_DECK)["a16"] == 2 and state.view(3).deck == 36
    state.apply("swaphat 5")
    state.apply("swaphat 5")
    assert len(state.spare) == 1 and len(state.hats[5]) == 2
    while state.round == 1:
        state.apply(state.safe_action())
    assert state.hats == [()] * 12 and Counter([*state.roles, *state.spare]) == Counter(EXPANSION_ROLES)


@pytest.mark.parametrize("flags", [{}, {"expansion": True}], ids=str)
def test_after_a_find_the_next_round_begins_left_of_the_connector_whoever_chose_or_stole_last(flags):
    hands = [[], ["b02", "b16"], ["b16"], ["b16"]]
    fronts = {3: ["theft"], 0: ["theft"]} if flags else {}
    state = position(4, table=LINE, hands=hands, turn=1, chance=deal(3), config=Config(**flags), fronts=fronts,
                     roles=["green"] * 4 if flags else ["digger"] * 4)  # fmt: skip
    state.apply(WIN)
    after = []
    while state.round == 1:
        after.append(state.seat)
        state.apply(state.safe_action())
    assert after == ([3, 0] if flags else [1, 0, 3, 2])
    assert (state.round, state.seat, state.view(0).acts) == (2, 2, [])


def test_seats_with_empty_hands_are_skipped_one_after_the_other_and_the_round_ends_with_the_last_card():
    state = position(5, hands=[["b16"], [], [], ["b16", "b16"], []], round=3)
    state.apply("discard b16")
    assert state.seat == 3
    state.apply("discard b16")
    assert state.seat == 3  # all others are out of cards
    state.apply("discard b16")
    assert state.seat is None


def test_nobody_is_told_of_a_skip_or_of_a_forced_action():  # 12.6
    state = position(3, hands=[["b16", "b16"], [], ["b16"]])
    first = state.apply("discard b16")  # the only action is forced, seat 1 is skipped
    assert kinds(first) == ["action", "action"] and state.seat == 2
    assert [event.action for event in told_to(1, first)] == ["discard ?"]


def test_a_tool_is_checked_at_the_moment_of_play():
    state = position(3, hands=[["a01"], ["b02", "a04"], ["b16"]])
    state.apply("break pick 1")
    assert not paths(state)
    state.apply("repair pick 1")
    state.hands[2] = ("a01", "b02")
    assert paths(state, "b02")  # seat 2's tools are whole


# Gold

DRAWN = {3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 9}
"""Seats -> gold cards of a draft."""


@pytest.mark.parametrize("seats", DRAWN)
@pytest.mark.parametrize("saboteur_connects", [False, True], ids=["digger", "saboteur"])
def test_the_draft_goes_counter_clockwise_round_and_round_at_every_number_of_seats(seats, saboteur_connects):
    connector = seats - 2
    roles = ["digger"] * seats
    bad = SABOTEURS[seats]
    for step in range(bad):  # saboteurs sit at the connector or right after it, and every second seat on
        roles[(connector - 2 * step - (not saboteur_connects)) % seats] = "saboteur"
    hands = [["b02"] if seat == connector else [] for seat in range(seats)]
    state = position(seats, table=LINE, hands=hands, turn=connector, roles=roles, round=3, gold_deck=[24, *range(16, 24), 0])
    state.apply(WIN)
    order, seat = [], connector
    while len(order) < DRAWN[seats]:
        if roles[seat] == "digger":
            order.append(seat)
        seat = (seat - 1) % seats
    chose = []
    while state.seat is not None:
        assert state.view(state.seat).offer == [2] * (DRAWN[seats] - 1 - len(chose)) + [3]
        chose.append(state.seat)
        state.apply(state.legal()[0])
    assert chose == order and "saboteur" not in {roles[seat] for seat in chose}
    assert sum(state.scores()) == 2 * DRAWN[seats] + 1


def test_the_pool_of_roles_is_exact_by_option():
    assert len(start(5, 1, roles="exact").spare) == 0 and len(start(5, 1).spare) == 1
    assert Counter(start(5, 1, roles="exact").roles) == {"saboteur": 2, "digger": 3}
    assert len(start(10, 1, roles="exact").spare) == len(start(10, 1).spare) == 1


def test_a_connector_with_a_broken_tool_is_no_case_but_other_broken_diggers_choose_by_default():
    state = position(3, table=LINE, hands=[["b02"], [], []], round=3, roles=["digger"] * 3, fronts={1: ["pick"], 2: ["cart"]})
    state.apply(WIN)
    take_forced(state)
    assert state.scores() == [1, 1, 1]


def test_a_broken_tool_that_is_mended_by_another_seat_counts_no_more():
    config = Config(broken_gets_gold=False)
    state = position(3, table=LINE, hands=[["a04", "b16"], ["b02"], ["b16"]], fronts={2: ["pick", "cart"]}, round=3,
                     roles=["digger"] * 3, config=config)  # fmt: skip
    state.apply("repair pick 2")
    state.apply(WIN)
    take_forced(state)
    assert state.scores() == [1, 2, 0]  # the cart is still broken


def test_saboteurs_are_paid_though_their_tools_are_broken_and_the_option_passes_over_diggers():  # 12.11
    state = position(3, hands=[["b16"], [], []], round=3, roles=["saboteur", "digger", "digger"], fronts={0: ["pick"]},
                     config=Config(broken_gets_gold=False))  # fmt: skip
    state.apply("discard b16")
    assert state.scores() == [4, 0, 0]


@pytest.mark.parametrize(
    ("gold_deck", "pay", "left", "credited"),
    [
        ([0, 16, 24], 4, (16,), 0),  # a three and a one before two twos
        ([16, 17, 0, 1], 4, (0, 1), 0),  # two twos before two, one, one
        ([16, 0, 1, 2], 4, (2,), 0),
        ([0, 1, 2, 3, 4], 4, (4,), 0),
        ([16, 24, 25], 4, (16, 24, 25), 4),
        ([5, 4, 3, 2, 9], 4, (9,), 0),  # the lowest numbers, wherever they lie
        ([], 4, (), 4),
    ],
)
def test_a_lone_saboteur_takes_the_exact_set_with_the_fewest_cards(gold_deck, pay, left, credited):
    state = position(3, hands=[["b16"], [], []], round=3, roles=["digger", "saboteur", "digger"], gold_deck=gold_deck)
    state.apply("discard b16")
    assert (state.scores()[1], state.gold_deck, state.credited) == (pay, left, credited)


def test_where_cards_run_out_the_first_saboteur_gets_cards_and_the_second_is_credited():
    state = position(5, hands=[["b16"], *[[]] * 4], round=3, gold_deck=[16, 24, 17, 18],
                     roles=["digger", "saboteur", "digger", "saboteur", "digger"])  # fmt: skip
    state.apply("discard b16")
    assert state.scores() == [0, 3, 0, 3, 0] and state.gold_deck == (16, 17, 18) and state.credited == 3


def test_the_gold_deck_and_credited_pay_are_shown_to_nobody_before_the_end():  # 12.9
    views = []
    for gold_deck in ([24, 25, 26, 0], [16, 17, 18, 0]):  # paid in cards, and credited
        state = position(3, hands=[["b16"], [], []], roles=["digger", "saboteur", "digger"], gold_deck=gold_deck, chance=deal(4))
        told = state.apply("discard b16")
        views.append([state.round, state.view(0), state.view(1), state.view(2), state.spectator_view(), told])
    assert views[0] == views[1] and views[0][0] == 2 and views[0][2].gold == [None, 4, None]


def test_everybody_sees_who_chose_and_who_was_paid_but_values_of_gold_cards_are_their_owners():  # 12.3
    state = position(3, table=LINE, hands=[["b02"], [], []], roles=["digger", "digger", "saboteur"], chance=deal(5),
                     gold_deck=[24, 16, 0, *range(1, 16)])  # fmt: skip
    state.apply(WIN)
    state.apply("gold 3")
    state.apply("gold 1")
    state.apply("gold 2")
    assert state.round == 2 and state.past_roles == [("digger", "digger", "saboteur")]
    assert [(s.seat, s.kind, s.gold, s.offer) for s in state.view(1).shares] == [
        (0, "draft", None, None), (1, "draft", 1, "1 2"), (0, "draft", None, None),
    ]  # fmt: skip
    assert [(s.gold, s.offer) for s in state.view(0).shares] == [(3, "1 2 3"), (None, None), (2, "2")]
    assert [s.gold for s in state.spectator_view().shares] == [None] * 3 and state.spectator_view().gold == [None] * 3
    assert state.view(2).past_roles == [["digger", "digger", "saboteur"]] and state.view(2).past_winners == [[0, 1]]


def test_the_expansion_has_no_gold_cards_and_open_totals():
    state = position(2, config=EXP, hands=[["b16"], ["b16"]], gold=[3, 7])
    assert state.view(0).gold == state.view(1).gold == state.spectator_view().gold == [3, 7]
    assert GAME.static(EXP, 2).gold_cards == [] and start(2, expansion=True).gold_deck == ()


# Dealing


def test_the_expansion_puts_ten_cards_away_then_deals_in_blocks_and_the_rest_of_the_roles_is_the_spare_pile():  # 12.8
    deck = list(FULL_DECK)
    roles = [role for role, count in EXPANSION_ROLES.items() for _ in range(count)][::-1]
    draws = {"roles 1": [roles], "goals 1": [["treasure", "stone-ne", "stone-nw"]], "deck 1": [deck]}
    state = GAME.new_match(EXP, 2, WrittenDeal(draws))
    assert state.put_away == tuple(deck[:10]) and state.hands == [tuple(deck[10:16]), tuple(deck[16:22])]
    assert state.roles == roles[:2] and state.spare == tuple(roles[2:]) and state.view(0).deck == 96
    state.hands[0] = ("a16",)
    notices = state.apply("swaphat 1")
    assert state.roles[1] == roles[2]  # the next card of the pile
    assert private(notices, "drawn")[0][1].cards == [deck[22]]


def test_the_next_round_uses_the_whole_deck_and_all_roles_again():
    for flags in ({}, {"expansion": True}):
        state = start(4, 9, **flags)
        while state.round == 1:
            state.apply(state.safe_action())
        cards = Counter([*state.deck[state.drawn :], *state.put_away, *(code for hand in state.hands for code in hand)])
        assert sum(cards.values()) == (118 if flags else 67) and state.mine.as_text() == {"0,0": "start 0"}
        assert len(state.roles) + len(state.spare) == (15 if flags else 5)


def test_bounds_are_the_nine_columns_and_five_rows_from_the_start_to_the_goals_on_every_side():
    table = {"0,1": "b01", "0,2": "b07", "0,-1": "b01", "0,-2": "b07", **LINE, "7,0": "b05 180", "7,1": "b05", "7,2": "b05 180",
             "8,1": "b02"}  # fmt: skip
    for bounds, outside in ((None, {"-1,0", "-1,2", "-1,-2", "0,3", "0,-3", "7,3", "9,1"}), ("9x5", set())):
        state = position(3, config=Config(bounds=bounds), table=table, hands=[["b03", "b04", "b07", "b02"], [], []])
        cells = {at for at, _ in paths(state)}
        assert {at for at in cells if not (0 <= int(at.split(",")[0]) <= 8 and -2 <= int(at.split(",")[1]) <= 2)} == outside
        assert {"1,2", "1,-2", "6,2"} <= cells


# The expansion's cards


def test_a_seat_may_be_inspected_again_and_each_look_is_told():  # 12.14
    state = position(3, config=EXP, hands=[["a15", "a15"], ["a16", "b16"], ["b16"]],
                     roles=["blue", "green", "boss"], spare=["green"])  # fmt: skip
    assert private(state.apply("inspect 2"), "role")[0][1].role == "boss"
    state.apply("swaphat 2")
    state.apply("discard b16")
    state.apply("done")
    assert "inspect 2" in state.legal()
    ((who, event),) = private(state.apply("inspect 2"), "role")
    assert (who, event.seat, event.role) == ((0,), 2, "green")
    assert [(look.act, look.role) for look in state.view(0).inspections] == [(0, "boss"), (4, "green")]
    assert state.view(0).roles == ["blue", None, "green"]


def test_a_change_of_hat_moves_no_card_in_front_of_anybody():  # 12.14
    fronts = {1: ["pick", "trapped", "theft"]}
    state = position(2, config=EXP, hands=[["a16"], ["b16"]], spare=["saboteur"], roles=["blue", "green"], fronts=fronts)
    state.apply("swaphat 1")
    assert state.view(0).fronts == [[], ["pick", "trapped", "theft"]] and state.view(0).thefts == [1]


def test_the_theft_laid_last_is_by_the_time_of_the_theft_that_lies_now():  # 12.14
    state = position(3, config=EXP, hands=[["a12", "a12", "b16"], ["a12", "a13"], ["a12", "b16"]], gold=[1, 1, 1], round=3)
    state.apply("theft")
    state.apply("theft")
    state.apply("theft")
    assert state.view(0).thefts == [0, 1, 2]
    state.apply("discard b16")
    state.apply("done")
    state.apply("handsoff 0")
    state.apply("discard b16")
    state.apply("done")
    state.apply("theft")  # seat 0 lays another one
    assert state.view(0).thefts == [1, 2, 0] and state.seat == 0  # the last card: the round is over
    assert state.legal() == ("steal 1", "steal 2", "steal none")  # nobody steals from himself


def test_a_second_theft_before_oneself_is_illegal_until_the_first_is_gone():
    state = position(2, config=EXP, hands=[["a12", "a12", "b16"], ["a13", "b16"]])
    state.apply("theft")
    state.apply("discard b16")
    state.apply("done")
    assert state.seat == 0 and "theft" not in state.legal() and "discard a12" in state.legal()


def test_a_trapped_winner_has_not_done_well_nor_has_a_geologist_without_crystals():
    state = position(4, config=EXP, table=LINE, hands=[["b02"], [], [], []], round=3, fronts={1: ["trapped"]},
                     roles=["blue", "blue", "geologist", "boss"])  # fmt: skip
    (result,) = events(state.apply(WIN), "round")
    assert result.winners == [0, 3] and result.pay == [4, 0, 0, 3]
    assert [(part.label, part.result) for part in state.parts()] == [("blue", 1), ("blue", 0), ("geologist", 0), ("boss", 1)]


def test_ones_own_theft_can_be_taken_away_by_hands_off_and_by_two_discards():
    state = position(2, config=EXP, hands=[["a13", "b15", "b16"], ["b16"]], fronts={0: ["theft"]})
    assert "handsoff 0" in state.legal() and "unblock theft" in state.legal()
    paid = state.copy()
    paid.apply("unblock theft")
    paid.apply("discard b15")
    state.apply("handsoff 0")
    assert state.view(1).thefts == paid.view(1).thefts == []


def test_a_trap_and_each_broken_tool_can_be_unblocked():
    for what in ("pick", "lantern", "cart", "trapped"):
        state = position(2, config=EXP, hands=[["b08", "b09", "b10"], ["b16"]], fronts={0: [what]}, deck=["b02", "b03"])
        assert not paths(state)
        state.apply(f"unblock {what}")
        assert state.view(1).fronts == [[], []] and state.seat == 0
        state.apply("discard b08")
        notices = state.apply("discard b10")
        assert private(notices, "drawn")[0][1].cards == ["b02"] and state.hands[0] == ("b02", "b09")
        assert state.discards[0] == ("b08", "b10")


def test_a_ladder_meets_a_stub_too_where_walls_are_not_enough():  # 12.12
    strict = Config(expansion=True, ladder_wall_touch=False)
    state = position(2, config=strict, hands=[["x04", "b16"], ["b16"]], table={"3,3": "b08", "5,5": "b02"})
    assert ("3,4", 0) in paths(state, "x04")  # open south on a stub that opens north
    assert not {"5,4", "5,6", "4,3", "2,3"} & {at for at, _ in paths(state, "x04")}


def test_a_ladder_joins_all_ladders_and_may_feed_a_goal_far_away():
    state = position(2, config=EXP, hands=[["x04", "b16"], ["b16"]], table={"7,0": "b06"}, round=3, roles=["blue", "boss"])
    assert "7,1" in {at for at, _ in paths(state, "x04")}
    notices = state.apply("path x04 7,1 0")
    assert events(notices, "goal")[0].card == "treasure" and events(notices, "round")[0].connector == 0
    assert state.scores() == [4, 3]


def test_a_turned_up_goal_and_a_removed_card_are_told_to_all_and_roles_before_the_draft():  # 12.7
    state = position(3, table=LINE, hands=[["b02"], [], []], roles=["digger", "digger", "saboteur"], round=3)
    notices = state.apply(WIN)
    assert kinds(notices) == ["action", "goal", "round", "offer"]
    assert [who for who, _ in notices] == [None, None, None, (0,)]
    result = notices[2][1]
    assert result.roles == ["digger", "digger", "saboteur"] and result.goals == list(state.goals) and result.pay == [0] * 3
    view = state.view(2)
    assert view.hands == [None, None, []] and view.pile is view.spare_roles is view.put_away is None and view.discards[0] is None


def test_treasure_and_start_lie_with_rotation_0_and_the_stones_have_their_names():  # 12.13
    names = GAME.static(EXP, 4).shapes
    assert (names["start"], names["treasure"], names["stone-ne"], names["stone-nw"]) == ("NESW^", "NESW", "NE", "NW")
    assert "treasure" not in TUNNELS and start(3).view(0).table == {"0,0": "start 0"}


def test_equal_gold_shares_a_place_and_more_gold_is_the_better_one():
    state = position(4, hands=[["b16"], [], [], []], round=3, roles=["digger"] * 4, gold=[3, 5, 3, 9])
    state.apply("discard b16")
    assert state.ranks() == [3, 2, 3, 1] and state.scores() == [3, 5, 3, 9]
