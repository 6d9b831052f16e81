"""The basic rules, case by case. Pictures: `#` and `===` are palisades, `A3` a warrior, `$5` a mine with gold."""

from __future__ import annotations

import pytest
from arena_armadora import Config, WrittenDeal, from_picture, position
from arena_armadora.board import EDGES, LAND, MINES, SQUARES, bits, territories
from armadora_help import GAME, palisades_of, slow_legal_edges, start, take_forced, turn_sets

P2 = """
     a   b   c   d
   +---+---+---+---+
 1 |       #     $
   + . + . + . + . +
 2 |     $ #
   +===+===+ . + . +
 3 |
"""
S1 = """
     a   b   c   d   e   f   g   h
   +---+---+---+---+---+---+---+---+
 1 | A3  A1      $7# A1  A1  B5    |
   + . + . + . + . + . + . + . + . +
 2 | B4  $5        #     $6      $4|
   +===+===+===+===+ . + . + . + . +
 3 | A5  B2  B1  B1#               |
   + . + . + . + . +===+===+===+===+
 4 | $3            # $6  B1  A1    |
   + . + . + . + . + . + . + . + . +
 5 |         $4    #         $5    |
   +---+---+---+---+---+---+---+---+
"""
P4 = """
     a   b   c   d   e   f
   +---+---+---+---+---+---+
 1 |             $             |
   + . + . + . + . + . + . +
 2 |     $               $
   +===+===+===+ . + . + . +
 3 |
"""
S10 = """
     a   b   c   d
   +---+---+---+---+
 1 | A1+ B2  B1  $4#
   + . + . + . + . +
 2 | A1  $6  A1  A1#
   +===+===+===+===+
"""


def played(state, *actions):
    for action in actions:
        state.apply(action)
    return state


def test_the_board_is_the_printed_one():
    assert [SQUARES[mine] for mine in MINES] == ["d1", "b2", "f2", "h2", "a4", "e4", "c5", "g5"]
    assert len(EDGES) == 67 and LAND.bit_count() == 32
    assert EDGES[0] == "a1|b1" and EDGES[34] == "g5|h5" and EDGES[35] == "a1|a2" and EDGES[66] == "h4|h5"


@pytest.mark.parametrize(("seats", "army"), [(2, [11, 2, 1, 1, 1]), (3, [7, 2, 1, 1, 0]), (4, [5, 1, 1, 1, 0])])
def test_each_seat_begins_with_its_army_and_sees_only_its_own(seats, army):
    view = start(seats).view(1)
    assert view.reserves == [army if seat == 1 else None for seat in range(seats)]
    assert view.tiles == [sum(army)] * seats
    assert sorted(view.gold.values()) == [3, 4, 4, 5, 5, 6, 6, 7] and view.supply == 35


def test_the_gold_lies_as_it_was_dealt_in_the_order_of_the_mines():
    state = GAME.new_match(Config(), 2, WrittenDeal({"gold": [[7, 6, 6, 5, 5, 4, 4, 3]]}))
    assert state.view(0).gold == dict(zip(GAME.static(None, 2).mines, [7, 6, 6, 5, 5, 4, 4, 3], strict=True))


def test_gold_that_is_no_deal_is_refused():
    with pytest.raises(ValueError, match="not \\[3, 4, 4"):
        GAME.new_match(Config(), 2, WrittenDeal({"gold": [[7] * 8]}))


def test_legal_lists_warriors_then_palisades_then_pass():
    legal = start(2).legal()
    assert len(legal) == 228
    assert legal[:6] == [*(f"warrior a1 {p}" for p in range(1, 6)), "warrior b1 1"]
    assert legal[160] == "palisade a1|b1" and legal[-2:] == ["palisade h4|h5", "pass"]


def test_powers_that_a_reserve_no_longer_has_are_not_listed():
    state = played(start(2), "warrior a1 5", "pass")
    assert "warrior b1 5" not in state.legal() and "warrior b1 4" in state.legal()
    assert not any(action.startswith("warrior a1") for action in state.legal())


@pytest.mark.parametrize("seats", [3, 4])
def test_with_three_or_four_seats_nobody_has_a_five(seats):
    assert len(start(seats).legal()) == 4 * 32 + 67 + 1


def test_a_corner_square_cannot_be_cut_off():  # P1
    state = played(start(2), "palisade a1|b1")
    assert "palisade a1|a2" not in state.legal()
    assert "palisade a1|a2" in start(2).legal()


def test_four_squares_with_a_mine_are_a_territory_and_an_inner_wall_saturates_it():  # P2
    state = from_picture(P2)
    assert [part.bit_count() for part in territories(state.walls)] == [4, 36]
    state.apply("palisade a1|b1")
    assert not {"palisade a1|a2", "palisade a2|b2", "palisade b1|b2"} & set(state.legal())


def test_two_palisades_each_legal_alone_may_be_illegal_together():  # P3
    closed = position(2, palisades=["c1|d1", "c2|d2", "a2|a3", "b2|b3", "c2|c3"])
    assert {"palisade b1|c1", "palisade b2|c2"} <= set(closed.legal())
    assert "palisade b2|c2" not in played(closed, "palisade b1|c1").legal()
    still_open = position(2, palisades=["c1|d1", "c2|d2", "a2|a3", "b2|b3"])
    assert "palisade b2|c2" in played(still_open, "palisade b1|c1").legal()


def pairs(state):
    return sum(1 for turn in turn_sets(state) if isinstance(turn, frozenset) and "done" not in turn)


@pytest.mark.parametrize(
    ("picture", "singles", "both"),
    [("", 67, 2207), (S1, 54, 1411), (P2, 63, 1942), (P4, 64, 2009), (S10, 61, 1819)],
    ids=["empty", "S1", "P2", "P4", "S10"],
)
def test_opening_counts(picture, singles, both):
    state = from_picture(picture)
    assert len(palisades_of(state.legal())) == singles
    assert pairs(state) == both


def test_the_second_palisade_lists_all_legal_edges_then_done():
    state = played(start(2), "palisade d3|e3")
    walls = {"d3|e3"}
    assert state.legal() == [*(f"palisade {e}" for e in slow_legal_edges(walls, list(EDGES))), "done"]
    assert state.seat == 0


def test_done_ends_the_turn_and_is_not_legal_elsewhere():
    state = played(start(2), "palisade d3|e3", "done")
    assert state.seat == 1 and "done" not in state.legal()
    with pytest.raises(ValueError, match="'done' is not among the legal actions of seat 1"):
        state.apply("done")


def test_with_one_palisade_left_the_action_ends_after_it():  # edge case 3
    state = played(position(2, supply=1), "palisade d3|e3")
    assert state.legal() == ["done"]
    state.apply("done")
    assert not palisades_of(state.legal())


def test_without_supply_there_are_only_warriors_and_pass():  # edge case 2
    legal = position(2, supply=0).legal()
    assert {action.split()[0] for action in legal} == {"warrior", "pass"}


@pytest.mark.parametrize(
    "action",
    ["palisade d3|e3", "palisade e3|d3", "palisade a1|a0", "palisade h1|i1", "palisade a1|b2", "warrior d1 1",
     "warrior d3 6", "warrior d3 0", "warrior d3", "reinforce d3", "power elf d3", "race elf", "", "PASS", "pass "],
)  # fmt: skip
def test_what_is_not_in_legal_is_refused_and_changes_nothing(action):  # edge case 4
    state = played(start(2), "palisade d3|e3")
    before = state.to_json(), state.legal()
    with pytest.raises(ValueError, match="legal"):
        state.apply(action)
    assert (state.to_json(), state.legal()) == before


def test_dangling_palisades_are_legal():  # edge case 6
    state = played(start(2), "palisade d3|e3", "palisade e4|f4")
    assert len(territories(state.walls)) == 1


def test_a_pass_is_for_good_and_one_seat_left_goes_on():  # edge cases 7, 8
    state = played(start(2), "pass", "warrior a1 1")
    assert state.seat == 1
    played(state, "warrior b1 1", "palisade d3|e3", "done")
    assert state.seat == 1
    state.apply("pass")
    assert state.seat is None and state.legal() == []


def test_when_all_pass_at_once_it_is_a_full_tie():  # edge case 7
    state = played(start(3), "pass", "pass", "pass")
    assert state.ranks() == [1, 1, 1] and state.scores() == [0, 0, 0]
    assert state.view(0).piles == [[], [], []]


def test_the_game_is_over_only_after_the_forced_passes():
    full = {SQUARES[sq]: "AB"[i % 2] + "1" for i, sq in enumerate(bits(LAND))}
    state = position(2, warriors=full, supply=0, reserves=[[0] * 5, [0] * 5])
    assert state.legal() == ["pass"]
    seen = []
    take_forced(state, seen.extend)
    assert [(who, e.seat, e.action) for who, e in seen] == [(None, 0, "pass"), (None, 1, "pass")]
    assert state.ranks() == [1, 1]  # 16 against 16: 20 gold each


def test_with_three_seats_the_last_tile_may_be_stuck():  # edge case 1
    full = {SQUARES[sq]: "ABC"[i % 3] + "1" for i, sq in enumerate(bits(LAND))}
    reserves = [[0] * 5, [1, 0, 0, 0, 0], [0] * 5]
    state = position(3, warriors=full, reserves=reserves, turn=1)
    assert {action.split()[0] for action in state.legal()} == {"palisade", "pass"}
    assert position(3, warriors=full, reserves=reserves, supply=0, turn=1).legal() == ["pass"]


def test_the_undivided_board_is_one_pile():  # edge case 9
    assert played(position(2, warriors={"a1": "A2", "b1": "B1"}), "pass", "pass").scores() == [40, 0]
    assert played(position(2, warriors={"a1": "A2", "b1": "B2"}), "pass", "pass").scores() == [20, 20]
    state = played(position(3, warriors={"a1": "A2", "b1": "B2", "c1": "C2"}), "pass", "pass", "pass")
    assert state.scores() == [13, 13, 13]


def test_early_passes_are_scored_territory_by_territory():  # S1
    state = played(from_picture(S1), "pass", "pass")
    assert state.scores() == [18, 21] and state.ranks() == [2, 1]
    assert state.view(0).piles == [[7, 6, 5], [10, 6, 5]]
    assert state.view(1).results == ["a 12 4 4 > 0 1 6", "b 10 2 5 > 1 10", "c 7 5 4 > 0 7", "d 11 1 1 > 0 1 5"]


def p2_gold(gold, warriors, seats=2, **more):
    """What the sides get of the territory a1 b1 a2 b2."""
    state = from_picture(P2, seats, warriors=warriors, gold={"b2": gold, "d1": 0}, **more)
    while state.seat is not None:
        state.apply("pass")
    _, _, right = state.view(0).results[0].partition(" > ")
    *winners, share = right.split() or ["0"]
    return {"AB"[int(side)] if seats != 3 else "ABC"[int(side)]: int(share) for side in winners}


def test_a_tie_shares_and_the_rest_is_nobodys():  # S2, S3
    two = {"a1": "A2", "b1": "A1", "a2": "B3"}
    assert p2_gold(6, two) == {"A": 3, "B": 3}
    assert p2_gold(5, two) == {"A": 2, "B": 2}
    assert p2_gold(5, {"a1": "A1", "b1": "B1", "a2": "C1"}, seats=3) == {"A": 1, "B": 1, "C": 1}


def test_partners_add_their_power():  # S9
    assert p2_gold(6, {"a1": "A2", "b1": "C2", "a2": "B3"}, seats=4) == {"A": 6}


def test_a_tie_of_two_teams_shares():  # edge case 23
    state = played(position(4, warriors={"a1": "A1", "c1": "C1", "b1": "B2"}), *["pass"] * 4)
    assert state.scores() == [20, 20, 20, 20] and state.ranks() == [1, 1, 1, 1]


def test_the_better_team_is_first_and_the_other_third():
    state = played(position(4, warriors={"a1": "A1", "c1": "D2"}), *["pass"] * 4)
    assert state.ranks() == [3, 1, 3, 1] and state.scores() == [0, 40, 0, 40]
    assert GAME.returns(state) == [0.0, 1.0, 0.0, 1.0]


def test_equal_gold_is_decided_pile_by_pile():  # S11
    from arena_armadora.scoring import places

    heaps = {0: [7, 6, 5, 2], 1: [6, 5, 4, 3, 2]}
    assert places(heaps, [0, 1]) == [1, 2]
    assert places({0: [5, 5], 1: [6, 4], 2: [10]}, [0, 1, 2]) == [3, 2, 1]
    assert places({0: [5, 5], 1: [5, 5], 2: [4]}, [0, 1, 2]) == [1, 1, 3]
    assert places({0: [5, 5], 1: [5, 5], 2: [9, 3]}, [0, 1, 2], seat_order=True) == [2, 3, 1]


def test_full_tie_by_seat_order_is_an_option():
    tie = {"a1": "A2", "b1": "B2"}
    assert played(position(2, warriors=tie), "pass", "pass").ranks() == [1, 1]
    assert played(position(2, warriors=tie, config=Config(full_tie="seat_order")), "pass", "pass").ranks() == [1, 2]


def test_gold_without_warriors_and_warriors_without_gold_make_no_pile():  # edge cases 10, 11
    state = from_picture(P2, warriors={"a1": "A1"}, gold={"b2": 0})
    played(state, "pass", "pass")
    assert state.view(0).piles == [[], []] and state.view(0).results[0] == "a 0 1 - >"


def test_with_palisades_min_2_one_palisade_is_no_action_while_two_are_possible():
    state = start(2, palisades_min=2)
    assert len(palisades_of(state.legal())) == 67
    state.apply("palisade a1|b1")
    assert "done" not in state.legal() and "palisade a1|a2" not in state.legal()
    with pytest.raises(ValueError):
        state.apply("done")
    single = played(position(2, supply=1, config=Config(palisades_min=2)), "palisade a1|b1")
    assert single.legal() == ["done"]


def test_with_palisades_min_2_only_edges_with_a_partner_are_listed():
    for seed in range(40):
        state = start(2, seed, palisades_min=2)
        from random import Random

        from armadora_help import play

        play(state, Random(seed), 45)
        if state.seat is None or state.first >= 0 or state.supply < 2:
            continue
        walls = {EDGES[edge] for edge in bits(state.walls)}
        every = slow_legal_edges(walls, list(EDGES))
        paired = [edge for edge in every if slow_legal_edges(walls | {edge}, every)]
        assert palisades_of(state.legal()) == (paired or every)


def test_a_seat_that_can_do_nothing_is_skipped_if_forced_passes_are_not_final():
    full = {SQUARES[sq]: "AB"[i % 2] + "1" for i, sq in enumerate(bits(LAND)) if SQUARES[sq] != "a1"}
    reserves = [[1, 0, 0, 0, 0], [0] * 5]
    state = position(2, warriors=full, reserves=reserves, supply=0, config=Config(forced_pass_final=False))
    notices = state.apply("warrior a1 1")
    assert state.seat is None and all("pass" not in event.action for _, event in notices)
    assert state.view(0).passed == [False, False] and state.ranks() == [1, 1]


def test_the_safe_action_is_done_then_pass():
    state = start(2)
    assert state.safe_action() == "pass"
    assert played(state, "palisade d3|e3").safe_action() == "done"


def test_a_stand_in_does_not_pass_where_there_is_something_else():
    state = start(2)
    assert "pass" not in state.stand_in_actions() and len(state.stand_in_actions()) == 227
    assert position(2, supply=0, reserves=[[0] * 5, [1, 0, 0, 0, 0]]).stand_in_actions() == ["pass"]


def test_a_picture_reads_back_as_it_was_drawn():
    state = from_picture(S1)
    again = from_picture(GAME.text(state.open_view()))
    assert again.to_json() == state.to_json()
