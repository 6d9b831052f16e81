"""What a hero drops, how it dies, and who comes after it (rules, 2.5, 14.2, 14.4)."""

from __future__ import annotations

from dungeon_help import at, check_invariants, place, start


def test_half_of_one_treasure_is_one():
    state = at(places=["R101"], monsters={"R101": "Imp"}, treasures=[["Gold Torc 3"]],
               dice={"attack": [[1, 1]], "counter": [[5, 6]], "drop": [[0]]})  # fmt: skip
    state.apply("stay")
    assert state.treasures == [()] and place(state) == "HALL" and state.lose == [0]


def test_a_hero_without_treasures_dies_and_nothing_is_drawn_for_a_drop():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"},
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert state.legal() == ("hero rogue", "hero cleric", "hero fighter", "hero wizard") and state.seat == 0
    assert place(state) == "HALL" and state.view(0).heroes == [None, "rogue"]
    state.apply("hero cleric")
    assert state.seat == 1 and state.view(1).fallen == [["rogue"], []] and state.lose == [0, 0]


def test_the_dead_drop_everything_in_the_order_gained():
    state = at(places=["R101"], monsters={"R101": "Imp"}, treasures=[["Gold Torc 3", "sword 1", "Coin Pouch 1"]],
               bonus=[1], doors=[["R109|c16_11"]], dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert state.view(0).dropped == {"R101": ["Gold Torc 3", "sword 1", "Coin Pouch 1"]}
    assert state.active == [-1] and state.bonus == [0] and state.view(0).doors == [[]] and state.known == [()]


def test_of_two_equal_treasures_the_fall_of_one_takes_what_all_know_and_leaves_what_one_seat_has_seen():
    state = at(["rogue", "rogue", "cleric"], places=["R101", "HALL", "HALL"], monsters={"R101": "Imp"},
               treasures=[["Silver Goblet 2", "Silver Goblet 2"], [], []],
               dice={"attack": [[1, 1]], "counter": [[3, 3]], "drop": [[0, 1]]})  # fmt: skip
    state.known[0], state.peeks[0] = ("Silver Goblet 2",), ((1, "Silver Goblet 2"),)
    assert state.view(1).treasures[0] == ["Silver Goblet 2"] * 2 and state.view(2).treasures[0] == ["Silver Goblet 2"]
    state.apply("stay")
    assert state.view(1).treasures[0] == ["Silver Goblet 2"] and state.view(2).treasures[0] == []


def test_the_dead_leave_their_lose_turn_tokens():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, lose_turn=[0, 0],
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.lose[0] = 1  # as after a Cage in the same turn
    state.apply("stay")
    assert state.lose == [0, 0]


def test_a_dead_wizards_spells_go_back_and_the_new_one_takes_all_its_spells_at_once():
    state = at(["wizard", "wizard"], places=["R101", "HALL"], monsters={"R101": "Imp"},
               spells=[{"fireball": 6, "lightning": 1}, {"fireball": 4, "lightning": 5}],
               dice={"attack": [[1, 1]], "counter": [[6, 6]], "capacity": [[1]]})  # fmt: skip
    state.apply("stay")
    state.apply("attack")
    assert state.supply == (6, 3, 6) and state.spells[0] == (0, 0, 0)
    state.apply("hero wizard")
    for number in range(7):
        assert state.seat == 0 and state.phase == "spell" and sum(state.spells[0]) == number
        state.apply("spell fireball" if number < 6 else "spell teleport")
    assert state.spells[0] == (6, 0, 1) and state.seat == 1
    check_invariants(state)


def test_a_figure_of_the_dead_hero_is_free_again():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"},
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert "hero rogue" in state.legal()


def test_no_third_hero_of_a_type():
    state = start(4)
    state.apply("hero rogue")
    state.apply("hero rogue")
    assert state.legal() == ("hero cleric", "hero fighter", "hero wizard")


def test_a_second_hero_of_a_seat_begins_in_the_hall_in_its_next_turn_and_knows_no_doors():
    state = at(["rogue", "rogue"], places=["R101", "c22_12"], monsters={"R101": "Imp"}, doors=[["R302|R306"], []],
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    state.apply("hero fighter")
    assert state.seat == 1
    state.apply("stay")
    assert state.seat == 0 and place(state) == "HALL" and state.steps == 5 and state.view(0).doors == [[], []]
    check_invariants(state)


def test_what_falls_later_lies_behind_what_fell_before_and_each_fall_is_drawn_even_of_one_card():
    dice = {"attack": [[1, 1]] * 2, "counter": [[3, 3]] * 2, "drop": [[0], [1, 0]]}
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, treasures=[["Gold Torc 3"]], dice=dice)
    state.apply("stay")
    state.treasures[0] = ("Coin Pouch 1", "Brass Lamp 1")
    state.apply("stay")
    assert state.view(0).dropped == {"R101": ["Gold Torc 3", "Brass Lamp 1"]} and state.treasures == [("Coin Pouch 1",)]


def test_a_pile_is_taken_room_treasure_first_then_what_fell_oldest_first():
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, under={"R101": "Brass Lamp 1"},
               dropped={"R101": ["Gold Torc 3", "Coin Pouch 1"]}, dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert state.treasures == [("Brass Lamp 1", "Gold Torc 3", "Coin Pouch 1")]


def test_a_fallen_wizard_leaves_no_capacity_to_a_hero_of_another_kind():
    state = at(["wizard", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, spells=[{"teleport": 1}, {}],
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    state.apply("hero cleric")
    assert state.seat == 1 and state.view(1).capacity == [0, 0]
