"""Powers and reinforcements: what each may touch, what may follow it, and where they meet the rest of the rules."""

from __future__ import annotations

from random import Random

import pytest
from arena_armadora import Config, Deal, from_picture, position
from arena_armadora.board import ALL_EDGES, EDGES, LAND, OPEN_LANES, SQUARES, bits, place
from arena_armadora.notation import RACES
from armadora_help import FLAG_SETS, GAME, palisades_of, play, start, take_forced, told_to
from test_armadora_advanced import ADVANCED, adv, dealt, full_board, of_kind, table
from test_armadora_rules import P2, played

NONE = [0, 0, 0, 0, 0]
ONE = [1, 0, 0, 0, 0]
BEHIND_THREE_WALLS = {"palisades": ["b1|c1", "b2|c2", "a2|a3"], "warriors": {"a1": "A1", "b1": "B1", "a2": "B1"}}
"""The territory of P2, its last wall b2|b3 still missing, its three land squares taken."""


def walls_that_leave_one_edge():
    """Palisades, with as many as the rules allow but one; the edge that is left."""
    for seed in range(100):
        rng, walls, lanes, free = Random(seed), 0, OPEN_LANES, ALL_EDGES
        while free & (free - 1):
            walls, lanes, free = place(walls, lanes, free, rng.choice(list(bits(free))))
        if free:
            return [EDGES[edge] for edge in bits(walls)], EDGES[free.bit_length() - 1]
    raise AssertionError("no such board was found")


def walls_with_a_lonely_edge():
    """Palisades; the legal edges after any of which no other is legal, while others go together; all legal edges."""
    for seed in range(100):
        rng, walls, lanes, free = Random(seed), 0, OPEN_LANES, ALL_EDGES
        while free:
            alone = [edge for edge in bits(free) if not place(walls, lanes, free, edge)[2]]
            if 0 < len(alone) < free.bit_count():
                return [[EDGES[edge] for edge in edges] for edges in (bits(walls), alone, bits(free))]
            walls, lanes, free = place(walls, lanes, free, rng.choice(list(bits(free))))
    raise AssertionError("no such board was found")


# the mage


def test_nothing_protects_a_warrior_from_the_mage():  # section 10, 4
    state = table(warriors={"a1": "A1", "d3": "B4"}, races=("mage", "elf"), arrows={"d3": 2}, reinforced=["d3"],
                  passed=[False, True])  # fmt: skip
    assert of_kind(state, "power") == ["power mage d3"]
    assert told_to(0, state.apply("power mage d3"))[1].power == 4, "the printed power"


def test_a_mage_may_look_again_at_what_it_knows_while_it_has_tokens():
    state = table(races=("mage", "elf"), warriors={"d3": "B4"})
    played(state, "power mage d3", "warrior a1 1", "pass")
    assert of_kind(state, "power") == ["power mage d3"]
    played(state, "power mage d3", "warrior b1 1")
    assert of_kind(state, "power") == [] and state.view(1).tokens == [0, 2]
    assert state.view(0).power["d3"] == 4 and state.view(1).peeked == ["d3"]


def test_which_tile_was_peeked_is_told_to_all_and_its_power_to_the_mage_alone():
    state = table(4, races=("mage", "elf", "orc", "goblin"), warriors={"d3": "B3"})
    notices = state.apply("power mage d3")
    assert [len(told_to(seat, notices)) for seat in range(4)] == [2, 1, 1, 1]
    assert state.view(2).peeked == ["d3"] and state.view(2).power == {"d3": None}, "not even the partner"
    assert state.view(0).power == {"d3": 3}


def test_a_mage_without_a_main_action_must_pass():  # edge case 14, for a mage
    options = {"races": ("mage", "orc"), "warriors": {"b1": "B1"}, "reserves": [NONE, ONE], "supply": 0,
               "reinforcements": [0, 0]}  # fmt: skip
    assert table(**options).legal() == ["pass"]
    assert table(**options, flags={"power_without_action": True}).legal() == ["power mage b1", "pass"]


# the elf


def test_an_elf_shoots_opponents_only_face_up_or_face_down():
    warriors = {"a1": "A1", "b1": "B1", "c1": "C1", "e1": "D1"}
    state = table(4, races=("elf", "mage", "orc", "goblin"), warriors=warriors, face_up=["b1"])
    assert of_kind(state, "power") == ["power elf b1", "power elf e1"]


def test_an_elf_has_two_arrows_one_a_turn():
    state = table(warriors={"a1": "A1", "b1": "B1"})
    played(state, "power elf b1", "warrior c1 1", "pass", "power elf b1", "warrior e1 1")
    assert state.view(0).arrows == {"b1": 2} and state.view(0).tokens == [0, 2]
    assert of_kind(state, "power") == []


def test_an_arrow_stays_when_its_territory_fills_up_and_is_cut():
    warriors = {"a1": "A1", "b1": "B2", "c1": "A1", "a2": "A1", "c2": "B1"}
    state = position(2, config=ADVANCED, races=["elf", "orc"], warriors=warriors,
                     palisades=["d1|e1", "d2|e2", "a2|a3", "b2|b3", "c2|c3", "d2|d3"])  # fmt: skip
    played(state, "power elf b1", "warrior d2 1", "palisade b1|c1", "palisade b2|c2")
    assert [part.totals for part in state.settle()[:2]] == [{0: 2, 1: 1}, {0: 2, 1: 1}]


def test_an_elf_may_shoot_before_it_fills_the_territory_and_not_after():  # edge case 21
    warriors = {"a1": "A1", "b1": "B1"}
    state = from_picture(P2, warriors=warriors, config=ADVANCED, races=["elf", "orc"])
    played(state, "power elf b1", "warrior a2 1", "pass")
    assert of_kind(state, "power") == []


# the goblin


def test_a_goblin_that_can_only_reinforce_afterwards_plays_where_that_is_possible():  # edge case 12, square by square
    warriors = full_board(but=["a1", "g4"])
    options = {"palisades": ["b1|c1", "b2|c2", "a2|a3", "b2|b3"], "races": ("goblin", "elf"), "supply": 0,
               "reserves": [ONE, ONE], "warriors": warriors}  # fmt: skip
    state = table(**options)
    assert len(of_kind(state, "warrior")) == 2
    # filling a1 or g4 makes a full territory with an own warrior, if only the goblin's tile itself
    assert of_kind(state, "power") == ["power goblin a1 1", "power goblin g4 1"]
    state = table(**options, reinforced=["b1"])  # the upper left territory can take no second one
    assert of_kind(state, "power") == ["power goblin g4 1"]
    state = table(**{**options, "warriors": {sq: "B1" for sq in warriors if sq not in ("c1", "h5")}})
    assert of_kind(state, "power") == ["power goblin a1 1"], "the large territory is not filled"


def test_a_goblin_with_another_tile_or_palisades_left_may_play_anywhere():
    warriors = full_board(but=["a1", "h5"])
    more = {"races": ("goblin", "elf"), "warriors": warriors, "reinforcements": [0, 0]}
    another = table(**more, supply=0, reserves=[[1, 0, 1, 0, 0], NONE])
    assert len(of_kind(another, "power")) == 4
    assert of_kind(table(**more, supply=0, reserves=[ONE, NONE]), "power") == []
    assert len(of_kind(table(**more, supply=1, reserves=[ONE, NONE]), "power")) == 2
    one_square = {**more, "warriors": full_board(but=["a1"])}
    assert of_kind(table(**one_square, supply=0, reserves=[[2, 0, 0, 0, 0], NONE]), "power") == []


def test_a_goblins_extra_tile_comes_from_its_reserve():
    state = dealt(["goblin", "elf"])
    state.apply("power goblin d3 5")
    assert state.view(0).reserves[0] == [11, 2, 1, 1, 0] and state.view(1).tiles == [15, 16]
    assert not of_kind(state, "power") and "warrior a1 5" not in state.legal()
    with pytest.raises(ValueError):
        dealt(["goblin", "elf", "mage"], 3).apply("power goblin d3 5")


# the orc


def test_an_orcs_palisade_may_close_a_full_territory_that_is_reinforced_at_once():
    state = position(2, config=ADVANCED, races=["orc", "elf"], **BEHIND_THREE_WALLS)
    assert of_kind(state, "reinforce") == []
    state.apply("power orc b2|b3")
    assert of_kind(state, "reinforce") == ["reinforce a1"]
    state.apply("reinforce a1")
    assert state.seat == 1 and state.settle()[0].totals == {0: 2, 1: 2} and state.settle()[0].winners == (0,)


def test_an_orc_may_build_one_palisade_and_place_a_warrior():
    state = played(dealt(["orc", "elf"]), "power orc d3|e3", "warrior d3 1")
    assert state.seat == 1 and state.view(1).palisades == ["d3|e3"] and state.view(1).tokens == [0, 2]


def test_an_orcs_palisade_is_no_power_where_nothing_can_follow_it():  # edge case 13, edge by edge
    options = {"config": ADVANCED, "races": ["orc", "elf"], "reserves": [NONE, ONE], **BEHIND_THREE_WALLS}
    assert of_kind(position(2, supply=1, **options), "power") == ["power orc b2|b3"]
    assert of_kind(position(2, supply=1, reinforcements=[0, 1], **options), "power") == []
    assert len(of_kind(position(2, supply=2, **options), "power")) == len(palisades_of(position(2, **options).legal()))


def test_the_last_legal_edge_is_no_power_whatever_the_supply():  # edge case 13
    walls, edge = walls_that_leave_one_edge()
    options = {"races": ("orc", "elf"), "palisades": walls, "supply": 5, "reinforcements": [0, 0]}
    blocked = table(**options, reserves=[NONE, ONE])
    assert blocked.legal() == [f"palisade {edge}", "pass"]
    assert of_kind(table(**options, reserves=[ONE, ONE]), "power") == [f"power orc {edge}"]
    assert played(blocked, f"palisade {edge}").legal() == ["done"]


# the reinforcement


def test_a_partner_may_hold_the_reinforcement_that_breaks_a_tie():
    races = ("elf", "mage", "orc", "goblin")
    assert adv(6, {"a1": "A1", "b1": "C1", "a2": "B3"}, 4, races=races, reinforced=["b1"]) == {"A": 6}
    assert adv(6, {"a1": "A1", "b1": "C1", "a2": "B2"}, 4, races=races, reinforced=["a2"]) == {"B": 6}


def test_a_reinforcement_is_used_once():
    full = table(warriors=full_board(), reserves=[NONE, NONE], supply=0, palisades=["a1|b1"])
    played(full, "reinforce a1")
    assert full.legal() == ["pass"] and full.view(0).reinforcements == [0, 1]
    later = table(warriors=full_board(), reserves=[NONE, NONE], supply=0, reinforcements=[0, 1])
    assert later.legal() == ["pass"]
    with pytest.raises(ValueError):
        later.apply("reinforce a1")


def test_what_a_seat_did_not_use_lapses_when_it_passes_and_its_warriors_score():  # edge case 24
    state = table(warriors={"a1": "A2", "b1": "B1"}, races=("elf", "mage"))
    played(state, "pass", "warrior c1 1", "warrior e1 1", "pass")
    assert state.seat is None and state.scores() == [0, 40]
    state = table(warriors={"a1": "A5", "b1": "B1"}, races=("elf", "mage"))
    played(state, "pass", "warrior c1 1")
    assert state.seat == 1 and state.view(1).passed == [True, False], "seat 0 is not asked again"
    assert state.view(1).tokens == [2, 2] and state.view(1).reinforcements == [1, 1] and state.view(1).reserves[0] is None
    assert played(state, "pass").scores() == [40, 0]


# turns, lists, the deal


def test_turns_go_round_and_leave_out_who_has_passed():
    state, order = start(4), []
    for action in ("warrior a1 1", "pass", "warrior c1 1", "warrior e1 1", "palisade a3|a4", "done", "warrior g1 1",
                   "pass", "pass", "warrior h1 1"):  # fmt: skip
        order.append(state.seat)
        state.apply(action)
    assert order == [0, 1, 2, 3, 0, 0, 2, 3, 0, 2] and state.seat == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_races_are_the_shuffle_of_elf_goblin_mage_orc_from_seat_0_on(seats):  # section 10, 6
    for number in range(8):
        seed = number.to_bytes(32, "big")
        dealt_races = GAME.new_match(ADVANCED, seats, Deal(seed)).view(0).races
        assert dealt_races == Deal(seed).shuffle("races", ["elf", "goblin", "mage", "orc"])[:seats]


KINDS = ("race", "power", "warrior", "palisade", "reinforce", "done", "pass")


def in_order(action):
    """Where an action belongs in `legal`: its kind, its square or edge, its power."""
    kind, *rest = action.split()
    rest = rest[1:] if kind == "power" else rest
    where = 0
    if kind == "race":
        where = RACES.index(rest[0])
    elif rest:
        where = EDGES.index(rest[0]) if "|" in rest[0] else SQUARES.index(rest[0])
    return KINDS.index(kind), where, int(rest[1]) if len(rest) > 1 else 0


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_legal_is_in_the_order_of_the_rules_and_never_longer_than_its_bound(seats, flags):  # section 10, 1
    kinds = set()
    for number in range(4):
        state, rng = start(seats, number, **flags), Random(number)
        while state.seat is not None:
            legal = state.legal()
            kinds |= {action.split()[0] for action in legal}
            assert legal == sorted(legal, key=in_order)
            assert len(legal) <= (388 if flags.get("advanced") else 228)
            assert not {"done", "pass"} <= set(legal)
            play(state, rng, 1)
    assert {"warrior", "palisade", "pass"} <= kinds and ("reinforce" in kinds) == bool(flags.get("advanced"))


def test_a_forced_action_after_a_power_looks_like_a_chosen_one():  # section 10, 5
    told = []
    for reserve in (ONE, [2, 0, 0, 0, 0], [1, 1, 0, 0, 0]):
        state = table(races=("mage", "elf"), warriors=full_board(but=["a1"]), reserves=[reserve, NONE], supply=0,
                      reinforcements=[0, 0])  # fmt: skip
        notices = state.apply("power mage c1" if "power mage c1" in state.legal() else of_kind(state, "power")[0])
        forced = len(state.legal()) == 1
        notices += state.apply("warrior a1 1")
        told.append((forced, [str(event) for event in told_to(1, notices)]))
    assert [forced for forced, _ in told] == [True, True, False]
    assert told[0][1] == told[1][1] == told[2][1]


def test_the_safe_action_is_the_first_listed_where_there_is_neither_done_nor_pass():
    state = played(table(warriors={"a1": "A1", "b1": "B1"}), "power elf b1")
    assert state.safe_action() == state.legal()[0] == "warrior c1 1"
    assert start(2, advanced=True, race_assign="chosen").safe_action() == "race elf"


def test_a_board_full_of_warriors_may_still_be_cut():  # edge case 2
    state = table(warriors=full_board(), reserves=[NONE, NONE], reinforcements=[0, 0])
    assert {action.split()[0] for action in state.legal()} == {"palisade", "pass"}
    play(state, Random(1))
    take_forced(state)
    assert state.seat is None and len(state.settle()) > 1 and state.empty == 0
    assert sum(part.squares for part in state.settle()) == (1 << 40) - 1 and LAND.bit_count() == 32


def test_flags_at_their_defaults_are_those_of_the_rules():
    assert Config() == Config(
        advanced=False, palisades_min=1, own_peek=True, full_tie="shared", race_assign="random",
        power_without_action=False, mage_partner=False, goblin_face_up=True, arrow_open_needs_own=True,
        arrow_stack=True, arrow_floor_zero=False, zero_power_contends=True, forced_pass_final=True,
    )  # fmt: skip
