"""The base rules, case by case; edge cases are those of the rules, 8."""

from __future__ import annotations

import pytest
from arena_saboteur import Config, WrittenDeal, position
from arena_saboteur.cards import BASE_DECK
from arena_saboteur.notation import cell_of
from saboteur_help import GAME, deal, start, take_forced, told_to

LINE = {f"{x},0": "b02" for x in range(1, 7)}  # from the start to one cell before the middle goal
ABOVE = {"0,1": "b03", **{f"{x},1": "b02" for x in range(1, 8)}}  # along row 1 to the cell between goals 0 and 1
DIG = ["digger"] * 3


def paths(state, code=None):
    words = [action.split() for action in state.legal() if action.startswith("path")]
    return {(at, int(rotation)) for _, card, at, rotation in words if code in (None, card)}


def with_hand(*codes, table=None, **more):
    return position(3, table=table, hands=[[*codes, "b16"], ["b16"], ["b16"]], **more)


def events(notices, kind):
    return [event for _, event in notices if event.__struct_config__.tag == kind]


# Laying cards


def test_the_first_card_joins_the_start_at_any_side_with_tunnel_to_tunnel():
    assert paths(with_hand("b02"), "b02") == {("-1,0", 0), ("1,0", 0)}
    assert paths(with_hand("b01"), "b01") == {("0,-1", 0), ("0,1", 0)}
    assert paths(with_hand("b03"), "b03") == {("-1,0", 0), ("0,1", 0), ("0,-1", 180), ("1,0", 180)}


def test_a_card_fits_only_tunnel_to_tunnel_and_wall_to_wall():
    state = with_hand("b06", table={"1,0": "b02", "1,1": "b02", "0,1": "b03"})
    assert ("2,0", 0) in paths(state, "b06")  # open N, E, W: nothing lies above
    state = with_hand("b06", "b02", table={"1,0": "b02", "1,1": "b02", "0,1": "b03", "2,1": "b02"})
    assert ("2,0", 0) not in paths(state, "b06")  # its north tunnel would meet the wall of 2,1
    assert ("2,0", 0) in paths(state, "b02")


def test_a_card_does_not_lie_on_another_nor_on_a_goal():
    state = with_hand("b07", table={**LINE, "7,0": "b04"})
    assert not {at for at, _ in paths(state)} & {*LINE, "7,0", "0,0", "8,0", "8,2", "8,-2"}


def test_a_card_that_touches_by_walls_only_is_not_joined():
    assert not any(at == "1,1" for at, _ in paths(with_hand("b01", "b02", "b07", table={"1,0": "b02"})))


def test_diagonal_neighbours_do_not_matter():
    table = {"1,0": "b02", "1,1": "b07", "3,1": "b07", "3,-1": "b07"}
    assert ("2,0", 0) in paths(with_hand("b02", table=table), "b02")


def test_a_wall_beside_a_face_down_goal_is_legal():  # edge case 1
    assert ("7,0", 0) in paths(with_hand("b04", table=LINE), "b04")


def test_a_card_joined_only_to_a_face_down_goal_is_illegal():  # edge case 2
    assert not any(at in ("9,0", "8,1", "8,-1") for at, _ in paths(with_hand("b07", table=LINE)))


def test_a_stub_towards_a_goal_does_not_turn_it():  # edge case 3
    state = with_hand("b11", table=LINE)
    notices = state.apply("path b11 7,0 0")
    assert events(notices, "goal") == [] and state.view(0).turned == [None, None, None]


def test_a_stone_is_built_on_through_both_its_open_sides():  # edge cases 4, 5
    state = with_hand("b02", table=LINE, goals=("treasure", "stone-ne", "stone-nw"))
    notices = state.apply("path b02 7,0 0")
    (event,) = events(notices, "goal")
    assert (event.goal, event.card, event.rotation) == (1, "stone-ne", 180)  # open W and S now
    assert state.view(2).table["8,0"] == "stone-ne 180"
    state.hands[1] = ("b01", "b02", "b16")
    assert ("8,-1", 0) in paths(state, "b01") and not any(at == "9,0" for at, _ in paths(state))


def test_a_card_between_two_goals_turns_both_and_the_treasure_ends_the_round():  # edge case 6
    state = with_hand("b07", table=ABOVE, round=3, roles=DIG)
    notices = state.apply("path b07 8,1 0")
    assert [(e.goal, e.card, e.rotation) for e in events(notices, "goal")] == [(0, "stone-ne", 180), (1, "treasure", 0)]
    assert events(notices, "round")[0].connector == 0 and state.phase == "draft"
    assert state.view(1).table["8,2"] == "stone-ne 180" and state.mine.down == 0b101  # only shown, joins nothing


def test_a_stone_that_does_not_fit_stays_and_the_clash_does_not_conduct():  # edge case 7
    table = {**LINE, "8,1": "b01"}  # a fragment above the goal, open towards it
    state = with_hand("b02", table=table, goals=("treasure", "stone-ne", "stone-nw"))
    state.apply("path b02 7,0 0")
    assert state.view(0).table["8,0"] == "stone-ne 180"  # its north side is a wall
    state.hands[1] = ("b01", "b02", "b07")
    assert cell_of("8,1") not in state.mine.live and state.view(0).turned == [None, 180, None]
    assert ("8,-1", 0) in paths(state, "b01")


def test_a_goal_that_is_turned_up_must_be_fitted_by_later_cards():
    state = with_hand("b02", table=LINE, goals=("treasure", "stone-ne", "stone-nw"))
    state.apply("path b02 7,0 0")
    state.hands[1] = ("b01", "b02", "b03", "b07")
    assert {at for at, _ in paths(state, "b03")} == {"-1,0", "0,1", "0,-1", "8,-1"}


def test_a_fragment_that_is_cut_off_is_not_built_on():  # edge case 8
    state = with_hand("b02", "b07", table={"1,0": "b02", "3,0": "b02"})
    assert {at for at, _ in paths(state, "b02")} == {"-1,0", "2,0"}
    assert not any(at == "4,0" for at, _ in paths(state))


def test_a_refilled_gap_turns_the_goal_behind_it_and_its_player_is_the_connector():  # edge case 9
    table = {f"{x},0": "b02" for x in range(1, 8) if x != 4}
    state = with_hand("b02", table=table, round=3)
    notices = state.apply("path b02 4,0 0")
    assert events(notices, "goal")[0].card == "treasure" and events(notices, "round")[0].connector == 0


def test_a_stub_feeds_nothing_but_must_be_fitted():  # edge case 10
    assert not any(at == "2,0" for at, _ in paths(with_hand("b02", "b07", table={"1,0": "b11"})))
    state = with_hand("b04", "b02", table={"0,1": "b03", "1,0": "b16"})
    assert ("1,1", 0) in paths(state, "b04")  # fed from the west; its south tunnel meets the stub
    assert not any(at == "1,1" for at, _ in paths(state, "b02"))  # a wall would meet the stub


def test_the_table_has_no_edge_behind_the_start_and_behind_the_goals():  # edge case 18
    assert ("-1,0", 0) in paths(with_hand("b02"), "b02")
    state = with_hand("b04", table=ABOVE, goals=("treasure", "stone-ne", "stone-nw"))
    state.apply("path b04 8,1 0")
    state.hands[1] = ("b02", "b16")
    assert ("9,0", 0) in paths(state, "b02")


def test_bounds_keep_cards_on_the_nine_by_five_cells():
    config = Config(bounds="9x5")
    inside = with_hand("b07", table={"0,1": "b01", "0,2": "b07"}, config=config)
    assert {at for at, _ in paths(inside, "b07")} == {"0,-1", "1,0", "1,2"}
    free = with_hand("b07", table={"0,1": "b01", "0,2": "b07"})
    assert {at for at, _ in paths(free, "b07")} == {"-1,0", "-1,2", "0,-1", "0,3", "1,0", "1,2"}


def test_seven_straight_cards_reach_the_middle_goal():
    state = position(3, hands=[["b02"] * 7, [], []], round=3, roles=DIG)
    for x in range(1, 8):
        assert state.phase == "turn"
        state.apply(f"path b02 {x},0 0")
    assert state.connector == 0 and state.phase == "draft"


# Action cards


def test_one_breaks_others_tools_only_and_none_twice():  # edge cases 11, 12
    state = with_hand("a01", fronts={1: ["pick"]})
    assert [a for a in state.legal() if a.startswith("break")] == ["break pick 2"]
    own = with_hand("a01", fronts={1: ["pick"]}, config=Config(self_break=True))
    assert [a for a in own.legal() if a.startswith("break")] == ["break pick 0", "break pick 2"]


@pytest.mark.parametrize("tool", ["pick", "lantern", "cart"])
def test_with_a_broken_tool_one_lays_no_path_but_does_all_else(tool):
    state = with_hand("b02", "a11", "a03", "a10", table={"1,0": "b02"}, fronts={0: [tool]})
    kinds = {action.split()[0] for action in state.legal()}
    assert kinds == {"map", "break", "rockfall", "discard"}


def test_three_different_tools_may_lie_broken_before_one_seat():
    state = position(3, hands=[["a02"], ["a03"], ["b01"]], fronts={2: ["pick"]})
    state.apply("break lantern 2")
    state.apply("break cart 2")
    assert state.view(0).fronts == [[], [], ["pick", "lantern", "cart"]]
    assert state.legal() == ("discard b01",)


def test_a_repair_needs_a_target_and_may_be_discarded():  # edge case 13
    assert with_hand("a04").legal() == (*with_hand().legal()[:-1], "discard a04", "discard b16")


def test_a_repair_mends_anybody_oneself_too():
    state = with_hand("a04", fronts={0: ["pick"], 2: ["pick", "cart"]})
    assert state.legal()[:2] == ("repair pick 0", "repair pick 2")
    state.apply("repair pick 2")
    assert state.view(1).fronts == [["pick"], [], ["cart"]]


def test_a_card_for_two_tools_mends_one_and_is_written_long():
    state = with_hand("a08", "a05", fronts={1: ["cart", "lantern"], 2: ["pick"]})
    assert [a for a in state.legal() if a.startswith("repair")] == [
        "repair lantern 1", "repair pick+cart pick 2", "repair pick+cart cart 1",
    ]  # fmt: skip
    state.apply("repair pick+cart cart 1")
    assert state.view(0).fronts == [[], ["lantern"], ["pick"]]


def test_a_map_shows_a_face_down_goal_to_its_player_alone_also_once_more():  # edge case 14
    state = position(3, hands=[["a11", "a11"], ["a11"], ["a11"]])
    notices = state.apply("map 1")
    assert [(who, event.card) for who, event in notices if event.__struct_config__.tag == "goal"] == [((0,), "treasure")]
    assert state.view(0).goals == [None, "treasure", None] and state.view(1).goals == [None] * 3
    state.apply("discard a11")
    state.apply("discard a11")
    assert state.legal()[:3] == ("map 0", "map 1", "map 2")


def test_a_goal_that_is_turned_up_is_no_target_of_a_map():  # edge case 14
    state = with_hand("a11", table={**LINE, "7,0": "b02", "8,0": "stone-ne 180"}, goals=("treasure", "stone-ne", "stone-nw"))
    assert [a for a in state.legal() if a.startswith("map")] == ["map 0", "map 2"]


def test_a_rock_fall_takes_any_tunnel_card_but_neither_start_nor_goals():
    table = {**LINE, "7,0": "b02", "8,0": "stone-ne 180", "3,3": "b09"}
    state = with_hand("a10", "b02", table=table, goals=("treasure", "stone-ne", "stone-nw"))
    targets = [a.split()[1] for a in state.legal() if a.startswith("rockfall")]
    assert targets == ["1,0", "2,0", "3,0", "3,3", "4,0", "5,0", "6,0", "7,0"]
    notices = state.apply("rockfall 2,0")
    assert [(e.cell, e.card) for e in events(notices, "removed")] == [("2,0", "b02")]
    assert "2,0" not in state.view(1).table and state.view(1).table["8,0"] == "stone-ne 180"
    state.hands[1] = ("b07", "b16")
    assert "8,-1" not in {at for at, _ in paths(state)} and ("2,0", 0) in paths(state, "b07")


def test_with_no_card_on_the_table_a_rock_fall_is_not_playable():
    assert not any(action.startswith("rockfall") for action in with_hand("a10").legal())


def test_legal_is_sorted_by_kind_card_and_cell_a_map_before_a_rock_fall():
    state = with_hand("a10", "a11", "b02", table={"-1,0": "b02", "1,0": "b02"})
    assert state.legal() == (
        "path b02 -2,0 0", "path b02 2,0 0", "path b16 -2,0 0", "path b16 0,-1 0", "path b16 0,1 0", "path b16 2,0 0",
        "map 0", "map 1", "map 2", "rockfall -1,0", "rockfall 1,0",
        "discard a10", "discard a11", "discard b02", "discard b16",
    )  # fmt: skip


# Turns


def test_equal_cards_are_one_action():
    assert position(3, hands=[["a04", "a04", "b16"], [], []]).legal().count("discard a04") == 1


def test_one_draws_after_a_turn_while_the_pile_lasts():
    state = position(3, hands=[["b01", "b02"], ["b01"], ["b01"]], deck=["b09"])
    notices = state.apply("discard b02")
    assert [(who, e.cards) for who, e in notices if e.__struct_config__.tag == "drawn"] == [((0,), ["b09"])]
    assert state.hands[0] == ("b01", "b09")
    assert events(state.apply("discard b01"), "drawn") == []


def test_a_seat_without_cards_is_skipped_without_a_word():
    state = position(3, hands=[["b01"], [], ["b01"]])
    assert len(state.apply("discard b01")) == 2 and state.seat == 2


def test_the_next_round_begins_left_of_whoever_played_the_last_card():
    state = position(3, hands=[["b16"], ["b16"], []], chance=deal(1))
    state.apply("discard b16")
    state.apply("discard b16")
    assert (state.round, state.seat) == (2, 2)


def test_there_is_no_draw_after_the_winning_card():  # edge case 20
    state = with_hand("b02", table=LINE, deck=["b01"], round=3, roles=DIG)
    assert events(state.apply("path b02 7,0 0"), "drawn") == [] and len(state.hands[0]) == 1


# Gold


def finish(state, values=()):
    """Plays the draft with these values, forced ones included."""
    for value in values:
        state.apply(f"gold {value}")
    return state


def test_diggers_choose_counter_clockwise_from_the_connector_one_card_a_seat():
    state = position(4, table=LINE, hands=[[], ["b02"], ["b16"], ["b16"]], turn=1, round=3,
                     roles=["digger", "digger", "saboteur", "digger"], gold_deck=[0, 16, 24, 1, 2])  # fmt: skip
    state.apply("path b02 7,0 0")
    assert (state.seat, state.legal()) == (1, ("gold 1", "gold 2", "gold 3"))
    assert state.view(1).offer == [1, 1, 2, 3] and state.view(0).offer is None
    state.apply("gold 3")
    assert state.seat == 0
    state.apply("gold 1")
    assert state.seat == 3
    state.apply("gold 2")
    assert (state.seat, state.legal()) == (1, ("gold 1",))
    state.apply("gold 1")
    assert state.scores() == [1, 4, 0, 2] and state.ranks() == [3, 1, 4, 2]


def test_after_a_saboteurs_winning_card_the_next_digger_counter_clockwise_chooses_first():  # edge case 15
    state = position(4, table=LINE, hands=[[], ["b02"], [], []], turn=1, round=3,
                     roles=["saboteur", "saboteur", "digger", "digger"])  # fmt: skip
    notices = state.apply("path b02 7,0 0")
    assert state.seat == 3 and state.view(1).offer is None
    assert [who for who, event in notices if event.__struct_config__.tag == "offer"] == [(3,)]
    finish(state, [1, 1, 1, 1])
    assert state.scores() == [0, 0, 2, 2] and [part.result for part in state.parts()] == [0, 0, 1, 1]


def test_a_draft_of_equal_cards_is_forced_and_still_told():
    state = position(3, table=LINE, hands=[["b02"], [], []], round=3, roles=DIG)
    seen = state.apply("path b02 7,0 0")
    take_forced(state, seen.extend)
    assert [event.cards for event in told_to(2, seen) if event.__struct_config__.tag == "offer"] == [[1, 1]]
    assert state.scores() == [1, 1, 1]


def test_three_diggers_without_a_saboteur_share_three_cards():  # edge case 17
    state = position(3, table=LINE, hands=[["b02"], [], []], round=3, roles=DIG, gold_deck=[24, 16, 0, 1])
    state.apply("path b02 7,0 0")
    assert state.view(0).offer == [1, 2, 3]
    assert finish(state, [3, 2, 1]).scores() == [3, 1, 2]


def test_at_ten_seats_nine_cards_are_drawn():
    state = position(10, table=LINE, hands=[["b02"], *[[]] * 9], round=3, roles=["digger"] * 7 + ["saboteur"] * 3)
    state.apply("path b02 7,0 0")
    assert len(state.view(0).offer) == 9


def test_by_option_one_card_a_digger_is_drawn():
    state = position(10, table=LINE, hands=[["b02"], *[[]] * 9], round=3, roles=["digger"] * 7 + ["saboteur"] * 3,
                     config=Config(gold_draw="diggers"))  # fmt: skip
    state.apply("path b02 7,0 0")
    assert len(state.view(0).offer) == 7
    assert finish(state, [1] * 7).scores() == [1] * 7 + [0] * 3


@pytest.mark.parametrize(("draw", "cards"), [("players", 4), ("diggers", 2)])
def test_by_option_a_digger_with_a_broken_tool_is_passed_over(draw, cards):
    state = position(4, table=LINE, hands=[["b02"], [], [], []], round=3, roles=["digger"] * 3 + ["saboteur"],
                     fronts={2: ["cart"]}, config=Config(broken_gets_gold=False, gold_draw=draw))  # fmt: skip
    state.apply("path b02 7,0 0")
    assert len(state.view(0).offer) == cards
    assert finish(state, [1] * cards).scores() == [cards // 2, cards // 2, 0, 0]


def test_if_no_digger_may_choose_no_card_is_drawn():
    state = position(3, table=LINE, hands=[["b02"], [], []], round=3, roles=["saboteur", "digger", "digger"],
                     fronts={1: ["pick"], 2: ["cart"]}, config=Config(broken_gets_gold=False))  # fmt: skip
    state.apply("path b02 7,0 0")
    assert state.seat is None and state.scores() == [0, 0, 0] and len(state.gold_deck) == 28


@pytest.mark.parametrize(("saboteurs", "pay"), [(1, 4), (2, 3), (3, 3), (4, 2)])
def test_saboteurs_are_paid_by_their_number_when_the_treasure_is_missed(saboteurs, pay):
    roles = ["saboteur"] * saboteurs + ["digger"] * (10 - saboteurs)
    state = position(10, hands=[["b16"], *[[]] * 9], round=3, roles=roles)
    state.apply("discard b16")
    assert state.scores() == [pay] * saboteurs + [0] * (10 - saboteurs)


def test_nobody_is_paid_when_the_treasure_is_missed_without_a_saboteur():  # edge case 16
    state = position(3, hands=[["b16"], [], []], round=3, roles=DIG)
    state.apply("discard b16")
    assert state.scores() == [0, 0, 0] and state.ranks() == [1, 1, 1] and len(state.gold_deck) == 28


def test_pay_leaves_the_deck_in_the_fewest_cards_the_larger_first_and_the_rest_in_its_order():
    state = position(3, hands=[["b16"], [], []], round=3, roles=["digger", "saboteur", "digger"],
                     gold_deck=[5, 27, 17, 3, 16, 24])  # fmt: skip
    state.apply("discard b16")
    assert state.gold_deck == (5, 27, 17, 16) and state.credited == 0  # a three (24) and a one (3)


def test_pay_is_credited_where_no_cards_are_exact():
    state = position(9, hands=[["b16"], *[[]] * 8], round=3, roles=["saboteur"] * 3 + ["digger"] * 6,
                     gold_deck=[16, 17, 18, 19, 24, 25])  # fmt: skip
    state.apply("discard b16")
    assert state.scores()[:3] == [3, 3, 3] and state.gold_deck == (16, 17, 18, 19) and state.credited == 3


# The match


def test_a_round_is_dealt_in_blocks_from_the_written_cards():
    deck = list(BASE_DECK)
    chance = WrittenDeal({
        "gold": [list(range(28))], "roles 1": [["digger", "digger", "saboteur", "digger"]],
        "goals 1": [["stone-nw", "stone-ne", "treasure"]], "deck 1": [deck],
    })  # fmt: skip
    state = GAME.new_match(Config(), 3, chance)
    assert state.hands == [tuple(deck[:6]), tuple(deck[6:12]), tuple(deck[12:18])] and state.view(0).deck == 49
    assert state.roles == ["digger", "digger", "saboteur"] and state.spare == ("digger",)
    assert state.goals == ("stone-nw", "stone-ne", "treasure")


@pytest.mark.parametrize("label", ["gold", "roles 1", "goals 1", "deck 1"])
def test_written_cards_that_are_no_deal_are_refused(label):
    chance = {"gold": [list(range(28))], "roles 1": [["digger"] * 3 + ["saboteur"]],
              "goals 1": [["stone-nw", "stone-ne", "treasure"]], "deck 1": [list(BASE_DECK)]}  # fmt: skip
    chance[label] = [chance[label][0][:-1]]
    with pytest.raises(ValueError, match="are not the"):
        GAME.new_match(Config(), 3, WrittenDeal(chance))


def test_three_rounds_are_dealt_anew_and_gold_is_kept():
    state = start(4, 3)
    rounds = []
    while state.seat is not None:
        rounds.append(state.round)
        state.apply(state.safe_action())
    assert sorted(set(rounds)) == [1, 2, 3] and len(state.past_roles) == 3
    paid = sum(4 for roles in state.past_roles for role in roles if role == "saboteur")
    assert sum(state.scores()) == paid and rounds.count(1) == 67


def test_a_seat_count_that_the_options_do_not_allow_is_refused():
    with pytest.raises(ValueError, match="without the expansion is for 3 to 10 seats, not 2"):
        start(2)
    with pytest.raises(ValueError, match="with the expansion is for 2 to 12 seats, not 13"):
        start(13, expansion=True)


def test_the_safe_action_is_done_or_the_highest_gold_or_the_lowest_discard():
    assert with_hand("b02", "a11").safe_action() == "discard a11"
    state = position(3, table=LINE, hands=[["b02"], [], []], round=3, roles=DIG, gold_deck=[24, 16, 0])
    state.apply("path b02 7,0 0")
    assert state.safe_action() == "gold 3"
