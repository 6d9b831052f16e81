"""What lies on a space: cards drawn when they are needed, numbers, levels that run out (rules, 2.4, rows 46 and 48)."""

from __future__ import annotations

from arena_dungeon.board import INDEX, LAIRS, LEVEL_OF, NAMES
from arena_dungeon.cards import MONSTER_DECKS, TREASURE_DECKS
from dungeon_help import at, cleared, kinds, place, targets

ROOM_MONSTERS = ["Archmage", "Blue Wyrm", "Bone Dragon", "Demon Prince", "Dread Worm", "Lich", "Red Wyrm"]


def test_an_empty_deck_is_made_of_its_discard_in_the_middle_of_a_turn():
    state = at(["fighter", "rogue"], places=["c22_12", "HALL"], deck_ends=[1], discards=["Imp", "Cave Rats"],
               dice={"deck m1": [["Cave Rats", "Imp"]], "attack": [[6, 6]]})  # fmt: skip
    state.apply("go R101")
    assert state.view(0).discards[0] == ["Cave Rats"] and state.monster_decks[1] == ("Imp",) and state.shuffles[1] == 1


def test_with_all_of_a_level_on_the_board_nothing_is_met_and_the_space_stays_uncleared():
    rooms = ["R601", "R602", "R603", "R604", "R605", "R607", "R608"]
    state = at(["wizard", "rogue"], places=["c9_6", "HALL"], monsters=dict(zip(rooms, ROOM_MONSTERS, strict=True)),
               spells=[{"fireball": 1}, {}], treasures=[["esp 3", "ball 4"], []])  # fmt: skip
    assert state.monster_decks[6] == () and "R610" not in targets(state, "ball")
    assert {"R601", "R101"} <= set(targets(state, "ball"))
    state.apply("begin")
    assert "R610" in targets(state, "go") and not {"esp", "cast"} & kinds(state)
    assert "c9_9" in targets(state, "go")
    state.apply("go R610")
    assert place(state) == "R610" and state.seat == 1 and "R610" not in state.view(0).monsters
    assert state.uncleared >> INDEX["R610"] & 1


def test_a_level_may_be_cleared_to_the_last_room():
    tokens = cleared(*(NAMES[space] for space in LAIRS if LEVEL_OF[space] == 1))
    state = at(tokens=tokens)
    assert "R101" in targets(state, "go")
    state.apply("go R101")
    assert state.phase == "move" and state.monster_decks[1] == tuple(MONSTER_DECKS[1])


def test_numbers_are_the_lowest_that_are_free():
    dice = {"attack": [[6, 6], [1, 1]], "counter": [[1, 1]]}
    state = at(["fighter"], places=["R101"], monsters={"R101": "Imp", "R103": "Cave Rats", "R104": "Cave Rats"},
               next_monsters=["Bone Guard"], dice=dice)  # fmt: skip
    state.apply("stay")
    assert state.view(0).numbers == {"R103": 2, "R104": 3}
    state.apply("go R102")
    assert state.view(0).numbers == {"R102": 1, "R103": 2, "R104": 3}


def test_where_all_treasures_of_a_level_are_in_hands_a_position_has_none_to_give():
    held = [kind for kind in TREASURE_DECKS[1] if kind != "sword 1"]
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[[*held, "sword 1"], []], bonus=[1, 0],
               next_monsters=["Imp"], dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("go R101")
    assert state.view(0).tokens == {"R101": 1} and len(state.treasures[0]) == 9


def test_a_deck_that_has_just_run_out_is_made_anew_no_sooner_than_a_card_is_needed():
    state = at(["fighter", "rogue"], places=["c22_12", "HALL"], deck_ends=[1], discards=["Cave Rats"], next_monsters=["Imp"],
               dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("go R101")
    assert state.view(0).deck_sizes[0] == 0 and state.view(0).discards[0] == ["Cave Rats", "Imp"]
    assert state.view(0).reshuffles[0] == 0
