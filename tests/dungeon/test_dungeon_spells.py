"""Wizards' spells: from outside, inside, Teleport, and how they get them (rules, 2.3, 2.8, 2.9)."""

from __future__ import annotations

from arena_dungeon.board import INDEX
from dungeon_help import at, cleared, kinds, place, results, start, targets, told_to

MISS = {"attack": [[1, 1]], "counter": [[1, 1]]}
TWO = ["wizard", "rogue"]


def test_a_spell_from_outside_that_kills_moves_the_wizard_in_as_by_a_step():
    state = at(TWO, places=["c22_12", "HALL"], next_monsters=["Imp"], next_treasures=["Brass Lamp 1"],
               spells=[{"lightning": 2}, {}], dice={"attack": [[1, 2]]})  # fmt: skip
    state.apply("cast lightning R101")
    assert place(state) == "R101" and state.view(0).came_from == ["c22_12", None]
    assert state.treasures[0] == ("Brass Lamp 1",) and state.view(0).tokens == {"R101": 1} and state.seat == 1


def test_a_spell_from_outside_through_a_secret_door_needs_the_door_known():
    wizard = {"places": ["c16_11", "HALL"], "spells": [{"fireball": 1}, {}]}
    assert "cast" not in kinds(at(TWO, **wizard))
    assert targets(at(TWO, **wizard, doors=[["R109|c16_11"], []]), "cast") == ["fireball"]
    owner = at(TWO, **wizard, treasures=[["secret_door 2"], []], next_monsters=["Imp"], dice={"attack": [[6, 6]]})
    owner.apply("cast fireball R109")
    assert owner.view(0).doors[0] == ["R109|c16_11"]


def test_a_door_that_a_wizard_found_before_a_spell_from_outside_is_enough():
    state = at(["wizard", "rogue"], places=["c16_11", "HALL"], steps=2, spells=[{"fireball": 1}, {}], next_monsters=["Imp"],
               next_treasures=["Coin Pouch 1"], dice={"secret": [[5]], "attack": [[6, 6]]})  # fmt: skip
    assert "cast" not in kinds(state)
    state.apply("search R109|c16_11")
    state.apply("cast fireball R109")
    assert place(state) == "R109" and state.treasures[0] == ("Coin Pouch 1",) and state.previous[0] >= 0
    assert state.view(0).came_from[0] == "c16_11"


def test_no_spell_from_outside_at_a_room_with_a_hero_but_at_a_chamber_with_one():
    room = at(TWO, places=["c22_12", "R101"], monsters={"R101": "Imp"}, spells=[{"fireball": 1}, {}])
    assert [action for action in room.legal() if action.startswith("cast")] == ["cast fireball R102"]
    chamber = at(TWO, places=["c31_16", "K31"], spells=[{"fireball": 1}, {}])
    assert "cast fireball K31" in chamber.legal()


def test_spells_come_before_spaces_in_the_list():
    state = at(TWO, places=["c22_12", "HALL"], spells=[{"fireball": 1, "lightning": 1}, {}])
    assert state.legal()[-5:] == (
        "cast fireball R101", "cast fireball R102", "cast lightning R101", "cast lightning R102", "stay",
    )  # fmt: skip


def test_after_a_distance_spell_that_fails_no_encounter_is_run_where_the_wizard_stands():
    state = at(["wizard", "rogue"], places=["R302", "HALL"], steps=3, spells=[{"fireball": 1}, {}], monsters={"R302": "Ogre"},
               next_monsters=["Harpy"], doors=[["R302|R306"], []], dice={"attack": [[1, 1]]})  # fmt: skip
    notices = state.apply("cast fireball R306")
    assert results(notices) == [("attack", "miss")] and place(state) == "R302" and state.seat == 1
    assert state.view(0).numbers == {"R302": 1, "R306": 2}


def test_one_spell_a_turn():
    state = at(TWO, places=["c36_14", "HALL"], spells=[{"fireball": 2}, {}], next_monsters=["slide 3", "Troll"],
               dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("cast fireball R302")
    state.apply("slide K41")  # there it can only attack, and does so unasked
    assert state.seat == 1 and state.view(0).tokens == {"R302": 1, "K41": 1} and state.spells[0] == (1, 0, 0)


def test_a_spell_at_an_immune_monster_is_spent_without_a_roll():
    state = at(TWO, places=["R409", "HALL"], monsters={"R409": "Ooze"}, spells=[{"fireball": 1}, {}], dice={"counter": [[1, 1]]})
    state.apply("stay")
    assert state.legal() == ("attack", "cast fireball")
    state.apply("cast fireball")
    assert state.spells[0] == (0, 0, 0) and state.view(0).monsters == {"R409": "Ooze"} and state.seat == 1


def test_from_outside_too_a_spell_at_an_immune_monster_is_spent_without_a_roll_and_nothing_strikes_back():
    state = at(TWO, places=["c27_26", "HALL"], monsters={"R409": "Ooze"}, spells=[{"fireball": 1}, {}])
    assert results(state.apply("cast fireball R409")) == [("attack", "miss")]
    assert state.supply == (10, 8, 6) and place(state) == "c27_26" and state.seat == 1


def test_a_spell_from_outside_that_fails_leaves_a_treasure_under_the_monster_of_a_room():
    state = at(TWO, places=["c22_12", "HALL"], spells=[{"fireball": 1}, {}], next_monsters=["Imp"],
               next_treasures=["Brass Lamp 1"], dice={"attack": [[1, 1]]})  # fmt: skip
    state.apply("cast fireball R101")
    assert state.view(0).under == {"R101": None} and state.lairs[INDEX["R101"]].treasure == "Brass Lamp 1"
    assert state.view(0).numbers == {"R101": 1} and state.view(0).treasure_sizes[0] == 8


def test_a_spell_inside_that_fails_is_answered():
    state = at(TWO, places=["R101", "HALL"], came_from=["c22_12", None], monsters={"R101": "Imp"}, spells=[{"fireball": 1}, {}],
               dice={"attack": [[1, 1]], "counter": [[4, 4]]})  # fmt: skip
    state.apply("stay")
    state.apply("cast fireball")
    assert place(state) == "c22_12" and state.lose[0] == 1


# Teleport


def test_a_wizard_that_comes_into_an_uncleared_chamber_may_teleport_before_its_card_is_turned_up():
    state = at(TWO, places=["c31_16", "HALL"], spells=[{"teleport": 1}, {}], next_monsters=["Troll"], dice={"attack": [[6, 6]]})
    state.apply("go K31")
    assert state.phase == "arrived" and state.legal() == (
        "teleport K21", "teleport K22", "teleport K32", "teleport K41", "teleport K42", "teleport K43", "stay",
    )  # fmt: skip
    state.apply("teleport K42")
    assert state.view(0).tokens == {"K42": 1} and state.view(0).monsters == {} and state.seat == 1


def test_a_teleport_in_a_cleared_chamber_is_offered_after_a_step_into_it_even_the_fifth():
    state = at(TWO, places=["c27_16", "HALL"], spells=[{"teleport": 1}, {}], tokens=cleared("K31"))
    state.apply("go K31")
    assert state.steps == 0 and state.legal()[-1] == "stay" and kinds(state) == {"teleport", "stay"}
    assert state.phase == "move"  # "arrived" is for where something waits
    begun = at(TWO, places=["K31", "HALL"], spells=[{"teleport": 1}, {}], tokens=cleared("K31"))
    begun.apply("begin")
    assert "teleport" not in kinds(begun)


def test_at_the_start_of_its_turn_a_wizard_may_teleport_away_from_a_monster_unhurt_but_not_after_its_round():
    state = at(TWO, places=["K31", "HALL"], monsters={"K31": "Ogre"}, spells=[{"teleport": 1}, {}], tokens=cleared("K32"),
               dice={"attack": [[1, 1]], "counter": [[1, 1]]})  # fmt: skip
    state.apply("begin")
    assert "teleport" not in kinds(state)
    state.apply("stay")
    assert state.seat == 1  # one round, and the turn is over
    state.apply("stay")
    assert results(state.apply("teleport K32")) == [] and place(state) == "K32"


def test_after_a_teleport_a_wizard_fights_by_hand_without_being_asked():
    state = at(["wizard", "rogue"], spells=[{"teleport": 1, "fireball": 2}, {}], next_monsters=["Imp"], dice=MISS)
    assert results(state.apply("teleport K11")) == [("attack", "miss"), ("counter", "miss")]
    assert state.seat == 1 and state.spells[0] == (2, 0, 0) and place(state) == "K11"


def test_a_teleport_that_ends_in_a_cleared_chamber_ends_the_movement():
    state = at(["wizard", "rogue"], spells=[{"teleport": 2}, {}], tokens=cleared("K11"), came_from=["c22_13", None])
    assert state.view(0).came_from == ["c22_13", None]
    state.apply("teleport K11")
    assert state.seat == 1 and place(state) == "K11" and state.view(0).came_from == [None, None]


# Taking spells


def test_regain_takes_the_whole_turn_and_discards_are_part_of_the_supply():
    state = at(TWO, spells=[{"fireball": 10}, {}])
    assert state.legal() == ("begin", "regain lightning", "regain teleport")
    state.apply("regain teleport")
    assert state.spells[0] == (10, 0, 1) and state.supply == (0, 8, 5) and state.seat == 1


def test_no_spell_is_regained_from_an_empty_supply():
    state = at(["wizard"] * 2 + ["rogue"], spells=[{"fireball": 10}, {"lightning": 8, "teleport": 4}, {}])
    assert targets(state, "regain") == ["teleport"]
    state.supply, state.spells[1] = (0, 0, 0), (0, 8, 6)
    state._legal = None
    assert "regain" not in kinds(state) and "teleport" not in kinds(state)


def test_capacities_are_rolled_in_seat_order_when_all_heroes_are_chosen():
    state = start(3, 5)
    assert results(state.apply("hero wizard")) == results(state.apply("hero wizard")) == []
    rolled = [event for event in told_to(2, state.apply("hero rogue")) if getattr(event, "roll", "") == "capacity"]
    assert [(event.seat, event.result) for event in rolled] == [(0, str(state.capacity[0])), (1, str(state.capacity[1]))]
    assert state.capacity[2] == 0 and all(7 <= capacity <= 12 for capacity in state.capacity[:2])


def test_wizards_take_spells_in_turn_until_full_or_the_supply_is_empty():
    state = start(4, 5)
    for hero in ("wizard", "rogue", "wizard", "rogue"):
        state.apply(f"hero {hero}")
    order = []
    while state.phase == "spell":
        order.append(state.seat)
        state.apply(state.legal()[0])
    first, second = state.capacity[0], state.capacity[2]
    assert order[: 2 * min(first, second)] == [0, 2] * min(first, second)
    assert sum(state.spells[0]) == first and sum(state.spells[2]) == second and state.seat == 0 and state.round == 1


def test_a_wizard_below_its_capacity_is_not_asked_to_regain_from_an_empty_supply():
    state = at(["wizard", "rogue", "wizard"], places=["HALL", "HALL", "c22_12"], turn=1, capacity=[12, 0, 12],
               spells=[{"fireball": 10, "lightning": 1}, {}, {"lightning": 7, "teleport": 5}])  # fmt: skip
    one_left = state.copy()
    assert one_left.supply == (0, 0, 1)
    state.supply, state.spells[2] = (0, 0, 0), (0, 7, 6)
    for each, phase in ((one_left, "start"), (state, "move")):
        each.apply("stay")
        each.apply("stay")
        assert (each.seat, each.phase) == (0, phase)


def test_the_only_spell_that_a_wizard_regains_from_an_empty_supply_is_the_one_it_cast_itself():
    spells = [{"fireball": 6, "teleport": 6}, {"fireball": 4, "lightning": 8}]
    state = at(["wizard", "wizard"], places=["K11", "c22_12"], spells=spells)
    assert state.supply == (0, 0, 0)
    state.apply("teleport HALL")
    assert state.supply == (0, 0, 1) and state.seat == 1
    state.apply("stay")
    assert state.legal()[:2] == ("begin", "regain teleport")
    state.apply("regain teleport")
    assert state.supply == (0, 0, 0) and state.spells[0] == (6, 0, 6)


def test_a_wizard_that_came_in_an_earlier_turn_is_asked_for_a_teleport_at_the_start_of_this_one_alone():
    state = at(["wizard", "rogue"], places=["c31_16", "HALL"], steps=1, spells=[{"teleport": 1}, {}], tokens=cleared("K31"))
    state.apply("go K31")
    assert "teleport" in kinds(state) and state.view(0).arrived
    state.apply("stay")
    state.apply("stay")
    assert state.phase == "start" and "teleport" in kinds(state)
    state.apply("begin")
    assert "teleport" not in kinds(state) and not state.view(0).arrived


def test_after_a_teleport_no_other_spell_is_cast_though_the_move_goes_on():
    state = at(["wizard", "rogue"], places=["c16_20", "HALL"], spells=[{"teleport": 2, "fireball": 1}, {}],
               tokens=cleared("K11", "K21"), flags={"teleport_then_move": True})  # fmt: skip
    state.apply("go K11")
    state.apply("teleport K21")
    assert state.phase == "move" and not state.view(0).arrived and not {"teleport", "cast"} & kinds(state)
