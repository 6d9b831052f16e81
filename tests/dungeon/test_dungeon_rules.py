"""Rulings beside the worked examples and edge cases: spells, swords, ESP and ball, traps, options, the solo variants."""

from __future__ import annotations

from random import Random

import pytest
from arena_dungeon.board import INDEX
from arena_dungeon.events import CardEvent, MovedEvent
from dungeon_help import GAME, at, check_invariants, cleared, hunted, kinds, place, play, start, targets

from arena.games import Part

TWO = ["wizard", "rogue"]


# Spells


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


def test_a_spell_inside_that_fails_is_answered():
    state = at(TWO, places=["R101", "HALL"], came_from=["c22_12", None], monsters={"R101": "Imp"}, spells=[{"fireball": 1}, {}],
               dice={"attack": [[1, 1]], "counter": [[4, 4]]})  # fmt: skip
    state.apply("stay")
    state.apply("cast fireball")
    assert place(state) == "c22_12" and state.lose[0] == 1


def test_a_wizard_that_comes_into_an_uncleared_chamber_may_teleport_before_its_card_is_turned_up():
    state = at(TWO, places=["c31_16", "HALL"], spells=[{"teleport": 1}, {}], next_monsters=["Troll"], dice={"attack": [[6, 6]]})
    state.apply("go K31")
    assert state.legal() == (
        "teleport K21", "teleport K22", "teleport K32", "teleport K41", "teleport K42", "teleport K43", "stay",
    )  # fmt: skip
    state.apply("teleport K42")
    assert state.view(0).tokens == {"K42": 1} and state.view(0).monsters == {} and state.seat == 1


def test_a_teleport_in_a_cleared_chamber_is_offered_after_a_step_into_it_even_the_fifth():
    state = at(TWO, places=["c27_16", "HALL"], spells=[{"teleport": 1}, {}], tokens=cleared("K31"))
    state.apply("go K31")
    assert state.steps == 0 and state.legal()[-1] == "stay" and kinds(state) == {"teleport", "stay"}
    begun = at(TWO, places=["K31", "HALL"], spells=[{"teleport": 1}, {}], tokens=cleared("K31"))
    begun.apply("begin")
    assert "teleport" not in kinds(begun)


def test_regain_takes_the_whole_turn_and_discards_are_part_of_the_supply():
    state = at(TWO, spells=[{"fireball": 10}, {}])
    assert state.legal() == ("begin", "regain lightning", "regain teleport")
    state.apply("regain teleport")
    assert state.spells[0] == (10, 0, 1) and state.supply == (0, 8, 5) and state.seat == 1


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


# Swords


@pytest.mark.parametrize(("sword", "least"), [("sword 1", 12), ("sword 2", 10), ("sword 4", 9), ("sword 6", 7)])
def test_a_swords_bonus_follows_its_level(sword, least):
    for total in range(2, 13):
        dice = [max(1, total - 6), total - max(1, total - 6)]
        state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, dropped={"R101": [sword]},
                   dice={"attack": [[6, 6]], "sword": [dice]})  # fmt: skip
        state.apply("stay")
        assert state.bonus[0] == (2 if total >= least else 1)


def test_of_two_swords_gained_at_once_one_is_chosen_and_none_cannot_be():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, under={"R101": "sword 1"},
               dropped={"R101": ["sword 4", "sword 4"]}, dice={"attack": [[6, 6]], "sword": [[1, 1]]})  # fmt: skip
    state.apply("stay")
    assert state.legal() == ("sword 1", "sword 4") and state.seat == 0
    state.apply("sword 4")
    assert state.view(1).swords == ["sword 4", None] and state.seat == 1


def test_a_second_sword_is_gold_and_changes_nothing():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, dropped={"R101": ["sword 6"]},
               treasures=[["sword 1"], []], bonus=[1], dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    assert state.view(1).swords == ["sword 1", None] and state.bonus == [1, 0]


def test_who_declined_chooses_among_those_gained_next():
    dice = {"attack": [[1, 1], [6, 6]], "counter": [[3, 3]], "drop": [[0, 1]], "sword": [[6, 6]]}
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, treasures=[["sword 1", "sword 4"]], bonus=[1], dice=dice)
    state.apply("stay")
    state.apply("decline")
    assert state.active == [-1]
    state.apply("stay")  # the monster falls; sword 1 comes back, alone
    assert state.view(0).swords == ["sword 1"] and state.bonus == [2]


def test_a_drop_before_the_active_sword_keeps_it_active():
    dice = {"attack": [[1, 1]], "counter": [[3, 3]], "drop": [[0, 1, 2]]}
    held = [["Coin Pouch 1", "Gold Torc 3", "sword 4"]]
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, treasures=held, bonus=[2], dice=dice)
    state.apply("stay")
    assert state.treasures == [("Gold Torc 3", "sword 4")] and state.view(0).swords == ["sword 4"] and state.bonus == [2]


def test_the_sword_is_chosen_before_a_wounded_hero_goes_back():
    dice = {"attack": [[1, 1]], "counter": [[4, 4]], "drop": [[0, 1]]}
    state = at(["rogue", "rogue"], places=["R101", "HALL"], came_from=["c22_12", None], monsters={"R101": "Imp"},
               treasures=[["sword 1", "sword 4"], []], bonus=[1], dice=dice)  # fmt: skip
    state.apply("stay")
    assert place(state) == "R101" and state.lose[0] == 0 and state.view(0).after == "wounded"
    state.apply("decline")
    assert place(state) == "c22_12" and state.lose[0] == 1 and state.seat == 1


def test_a_sword_in_a_cage_is_rolled_for_before_the_die():
    state = at(["rogue", "rogue"], places=["c22_7", "HALL"], monsters={"R208": "cage"}, face_down=["R208"],
               under={"R208": "sword 2"}, dice={"sword": [[5, 5]], "cage": [[1]]})  # fmt: skip
    told = [event.__struct_config__.tag + getattr(event, "roll", "") for _, event in state.apply("go R208")]
    assert told.index("rollsword") < told.index("rollcage") and state.bonus[0] == 2 and state.lose[0] == 1


# ESP Medallion and Crystal Ball


def test_esp_parks_the_card_and_stop_ends_the_movement():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3"], []], next_monsters=["Imp"])
    assert targets(state, "esp") == ["R101", "R102"]
    state.apply("esp R101")
    assert state.legal() == ("enter", "stop") and state.view(0).monsters == {"R101": "Imp"}
    assert state.view(1).monsters == {"R101": None} and state.view(1).numbers == {"R101": 1}
    assert state.view(1).under == state.view(0).under == {"R101": None}
    state.apply("stop")
    assert place(state) == "c22_12" and state.seat == 1
    assert state.view(0).monsters == {"R101": "Imp"}  # it stays in the seat's view


def test_stop_in_an_uncleared_space_is_followed_by_its_encounter():
    state = at(["rogue", "rogue"], places=["R302", "HALL"], treasures=[["esp 3"], []], doors=[["R302|R306"], []],
               monsters={"R302": "Ogre"}, dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("esp R306")
    state.apply("stop")
    assert state.view(0).tokens == {"R302": 1} and state.seat == 1


def test_esp_then_enter_fights_what_was_seen_and_esp_is_used_once_a_turn():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3"], []], next_monsters=["Imp"],
               dice={"attack": [[6, 6]]})  # fmt: skip
    state.apply("esp R101")
    state.apply("enter")
    assert state.view(0).tokens == {"R101": 1} and place(state) == "R101" and state.seat == 1


def test_esp_is_not_offered_at_a_face_up_monster_a_cleared_space_or_without_a_step():
    more = {"places": ["c22_12"], "treasures": [["esp 3"]]}
    assert targets(at(monsters={"R101": "Imp"}, **more), "esp") == ["R102"]
    assert targets(at(monsters={"R101": "Imp"}, face_down=["R101"], **more), "esp") == ["R101", "R102"]
    assert targets(at(tokens=cleared("R101", "R102"), **more), "esp") == []
    assert targets(at(steps=0, **more), "esp") == []


def test_the_ball_shows_card_and_treasure_and_ends_the_turn():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, treasures=[["ball 4"], []],
               next_monsters=["Lich"], next_treasures=["Star Diamond 6"])  # fmt: skip
    state.apply("ball R605")
    assert state.seat == 1 and place(state) == "R101" and state.view(0).monsters == {"R101": "Imp", "R605": "Lich"}
    assert state.view(0).under["R605"] == "Star Diamond 6" and state.view(1).under["R605"] is None
    assert state.view(1).monsters["R605"] is None and state.view(1).under_seen_by["R605"] == [0]


def test_the_ball_looks_at_the_treasure_under_a_face_up_monster_and_not_at_the_hall_or_what_is_cleared():
    state = at(["rogue", "rogue"], monsters={"R101": "Imp"}, under={"R101": "Brass Lamp 1"}, treasures=[["ball 4"], []],
               tokens=cleared("R102"))  # fmt: skip
    assert "R102" not in targets(state, "ball") and "HALL" not in targets(state, "ball")
    for wrong, why in (("R102", "cleared"), ("HALL", "cleared"), ("R999", "no_such_space")):
        with pytest.raises(ValueError, match=why):
            state.apply(f"ball {wrong}")
    state.apply("ball R101")
    assert state.view(0).under == {"R101": "Brass Lamp 1"} and state.view(1).under == {"R101": None}


def test_a_lose_turn_token_comes_before_the_ball():
    state = at(["rogue", "rogue"], treasures=[["ball 4"], []], turn=1, lose_turn=[1, 0])
    state.apply("stay")
    assert state.seat == 1 and state.lose == [0, 0]


# Options


def test_treasure_at_kill_draws_it_when_it_is_taken():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], next_monsters=["Imp"], next_treasures=["Brass Lamp 1"],
               flags={"treasure_at": "kill"}, dice={"attack": [[1, 1], [6, 6]], "counter": [[3, 3]]})  # fmt: skip
    state.apply("go R101")
    assert state.view(0).under == {} and state.view(0).treasure_sizes[0] == 9
    state.apply("stay")
    state.apply("stay")
    assert state.treasures[0] == ("Brass Lamp 1",)


def test_treasure_at_kill_is_placed_by_the_ball_all_the_same():
    state = at(["rogue", "rogue"], treasures=[["ball 4"], []], next_treasures=["Brass Lamp 1"], flags={"treasure_at": "kill"})
    state.apply("ball R101")
    assert state.view(0).under == {"R101": "Brass Lamp 1"}


def test_death_loses_turn_gives_the_new_hero_a_token():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, flags={"death_loses_turn": True},
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    state.apply("hero rogue")
    assert state.lose == [1, 0]


def test_spell_inside_before_asks_before_the_card_and_a_trap_spends_the_spell():
    state = at(TWO, places=["c22_7", "HALL"], next_monsters=["cage 2"], spells=[{"fireball": 1}, {}],
               flags={"spell_inside": "before"}, dice={"cage": [[1]]})  # fmt: skip
    state.apply("go R208")
    assert state.legal() == ("attack", "cast fireball") and state.view(0).monsters == {}
    state.apply("cast fireball")
    assert state.spells[0] == (0, 0, 0) and state.view(0).tokens == {"R208": 1} and state.lose[0] == 1


def test_teleport_then_move_goes_on_with_the_steps_left():
    state = at(TWO, spells=[{"teleport": 1}, {}], tokens=cleared("K21"), flags={"teleport_then_move": True})
    state.apply("teleport K21")
    assert place(state) == "K21" and state.seat == 0 and state.steps == 5 and "go c21_7" in state.legal()
    without = at(TWO, spells=[{"teleport": 1}, {}], tokens=cleared("K21"))
    without.apply("teleport K21")
    assert without.seat == 1


def test_open_treasures_are_known_to_all():
    for is_open in (True, False):
        state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, under={"R101": "Brass Lamp 1"},
                   flags={"open_treasures": is_open}, dice={"attack": [[6, 6]]})  # fmt: skip
        state.apply("stay")
        assert state.view(1).treasures[0] == (["Brass Lamp 1"] if is_open else [])
        assert state.view(1).gp[0] == (700 if is_open else None)


def test_losers_share_a_rank_or_are_ranked_by_progress():
    treasures = [["Star Diamond 6"], ["Gold Torc 3"], ["Gold Torc 3"], ["Ruby Sceptre 6"]]
    for losers, ranks in (("shared", [1, 2, 2, 2]), ("progress", [1, 3, 4, 2])):
        state = at(["rogue", "cleric", "fighter", "wizard"], places=["c22_13", "HALL", "HALL", "HALL"], treasures=treasures,
                   flags={"rank_losers": losers})  # fmt: skip
        state.apply("go HALL")
        assert state.ranks() == ranks and state.scores() == [1000, 250, 125, 266]
        assert GAME.structural_tie(state.config) == (losers == "shared")
        assert state.parts()[0] == Part("hero", "rogue", 0, 1.0) and state.parts()[3] == Part("hero", "wizard", 3, 0.0)


def test_after_150_rounds_the_match_is_a_draw():
    state = at(["rogue", "rogue"], round=150, turn=1)
    state.apply("stay")
    assert state.seat is None and state.ranks() == [1, 1] and state.result == "draw"


# Alone


def test_a_lost_solo_match_has_no_score_and_a_won_one_its_turns():
    lost = at(["rogue"], round=150)
    lost.apply("stay")
    assert lost.result == "lost" and lost.ranks() == [1] and lost.scores() == [None] and GAME.returns(lost) == [0.0]
    won = at(["rogue"], round=31, places=["c22_13"], treasures=[["Star Diamond 6"]])
    won.apply("go HALL")
    assert won.scores() == [31] and GAME.returns(won) == [0.9]


def test_a_win_in_the_turn_of_the_limit_counts_and_the_next_turn_is_too_late():
    more = {"round": 20, "flags": {"variant": "time_trial", "turn_limit": 20}}
    won = at(["rogue"], places=["c22_13"], treasures=[["Star Diamond 6"]], **more)
    won.apply("go HALL")
    assert won.scores() == [20] and GAME.returns(won) == [1 - 19 / 40]
    late = at(["rogue"], places=["c22_7"], treasures=[["Star Diamond 6"]], **more)
    late.apply("stay")
    assert late.scores() == [None]


def test_a_treasure_hunter_wins_where_it_finds_a_treasure_of_the_kind_and_gold_does_not_count():
    state = start(1, 3, variant="treasure_hunter", treasure_level=5)
    assert state.view(0).goal_treasure == state.goal_treasure and state.goal_treasure.endswith(" 5")
    hunt = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, flags={"variant": "treasure_hunter"},
              treasures=[["Star Diamond 6"]], under={"R101": "Brass Lamp 1"}, dice={"attack": [[6, 6]]})  # fmt: skip
    hunt.goal_treasure = "Brass Lamp 1"
    hunt.apply("stay")
    assert hunt.winner == 0 and hunt.view(0).places == ["R101"] and hunt.scores() == [1]


def test_a_treasure_hunter_loses_by_its_second_death():
    dice = {"attack": [[1, 1], [1, 1]], "counter": [[6, 6], [6, 6]]}
    state = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, flags={"variant": "treasure_hunter"}, dice=dice)
    state.apply("stay")
    state.apply("hero rogue")
    assert state.seat == 0
    state.apply("go R101")
    assert state.result == "lost" and state.scores() == [None]


def test_variants_are_for_one_seat():
    for variant in ("treasure_hunter", "time_trial", "monster_hunt"):
        with pytest.raises(ValueError, match="1 to 1 seats"):
            start(2, variant=variant)
        assert list(GAME.seats_for(start(1, variant=variant).config)) == [1]


def test_the_hunter_starts_in_a_room_of_level_6_face_down():
    state = start(1, 4, variant="monster_hunt")
    (event,) = [event for _, event in state.opening()]
    assert event == CardEvent(state.view(0).hunter, "hunter", None, None, None) and event.space.startswith("R6")
    assert state.view(0).hunter_card is None and state.view(0).deck_sizes[5] == 6


def test_the_hunter_comes_five_steps_nearer_in_each_turn_through_secret_doors_and_stops_before_the_hall():
    state = hunted("HALL", "c9_13")
    state.apply("stay")
    assert state.view(0).hunter == "c14_16"  # c9_14 behind the secret door, c9_15, c9_16, and through K51
    for _ in range(4):
        state.apply("stay")
    assert state.view(0).hunter == "c19_16" and state.view(0).hunter_card is None


def test_the_hunter_is_turned_up_on_contact_and_the_hero_may_walk_away():
    state = hunted("c22_10", "c22_7")
    state.apply("stay")
    assert state.view(0).hunter == "c22_10" and state.view(0).hunter_card == "Lich" and state.phase == "move"
    state.apply("go c22_12")
    assert state.seat == 0 and state.steps == 3


def test_who_stays_with_the_hunter_fights_it_and_a_hero_that_it_kills_has_lost():
    state = hunted("c22_10", "c22_10", dice={"counter": [[6, 6]]})
    state.apply("stay")
    assert state.result == "lost" and state.scores() == [None]


def test_the_hunters_space_ends_a_movement_and_nothing_is_cast_or_seen_there():
    state = hunted("c22_12", "c22_10", treasures=[["esp 3"]])
    assert "c22_10" in targets(state, "go") and "c22_9" not in targets(state, "go")
    near = hunted("c22_12", "R101", treasures=[["esp 3"]])
    assert targets(near, "esp") == ["R102"]


def test_a_slain_hunter_leaves_what_was_dropped_and_a_new_one_starts():
    dice = {"attack": [[6, 6]], "hunter": [3]}
    state = hunted("c22_10", "c22_10", card="Dread Worm", treasures=[["Coin Pouch 1"]], dice=dice)
    state.hunter = state.hunter._replace(dropped=("Gold Torc 3",))
    state.apply("stay")
    view = state.view(0)
    assert view.treasures == [["Coin Pouch 1", "Gold Torc 3"]] and view.hunter_card is None and view.tokens == {}
    assert view.discards[5] == ["Dread Worm"] and view.monsters == {}


def test_what_falls_before_the_hunter_goes_with_it_and_a_wounded_hero_goes_back():
    dice = {"counter": [[4, 4]], "drop": [[0]]}
    state = hunted("c22_10", "c22_10", treasures=[["Coin Pouch 1"]], came_from=["c22_11"], dice=dice)
    news = state.apply("stay")
    assert MovedEvent(0, "c22_11", "retreat") in [event for _, event in news]
    assert state.view(0).hunter_dropped == ["Coin Pouch 1"] and state.view(0).hunter == "c22_11"  # it followed


def test_another_death_in_a_hunt_gives_a_new_hero_unless_there_is_one_life():
    for one_life in (False, True):
        state = hunted("R101", "R601", monsters={"R101": "Imp"}, flags={"hunt_one_life": one_life},
                       dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
        state.apply("stay")
        assert (state.result == "lost") == one_life and (state.phase == "hero") != one_life


def test_every_variant_plays_to_its_end():
    for number, variant in enumerate(("treasure_hunter", "time_trial", "monster_hunt")):
        state = start(1, number, variant=variant)
        while state.seat is not None:
            play(state, Random(number), 40)
            check_invariants(state)
        assert state.ranks() == [1] and state.result in ("won", "lost")


def test_a_treasure_hunter_may_find_its_treasure_in_a_trap():
    hunt = at(["rogue"], places=["c22_7"], next_monsters=["cage 2"], next_treasures=["Silver Circlet 2"],
              flags={"variant": "treasure_hunter"})  # fmt: skip
    hunt.goal_treasure = "Silver Circlet 2"
    hunt.apply("go R208")
    assert hunt.winner == 0 and hunt.lose == [0]
    assert "to find: Silver Circlet 2" in GAME.text(hunt.view(0))


def test_a_wizard_meets_the_hunter_with_a_spell():
    for when in ("after", "before"):
        state = hunted("c22_10", "c22_10", heroes=["wizard"], spells=[{"fireball": 1}], flags={"spell_inside": when},
                       dice={"attack": [[6, 6]], "hunter": [0]})  # fmt: skip
        state.apply("stay")
        assert state.legal() == ("attack", "cast fireball")
        assert state.view(0).hunter_card == ("Lich" if when == "after" else None)
        state.apply("cast fireball")
        assert state.view(0).discards[5] == ["Lich"] and state.tokens == {}


def test_a_hunter_of_a_deck_that_has_run_out_is_known_by_what_is_left():
    state = hunted("c22_10", "R601")
    gone = state.monsters[6]
    state.monsters[6], state.shuffles[6] = gone, 1  # all the others were discarded and shuffled again
    assert state.view(0).old_cards == {"6.0": ["Lich"]} and state.view(0).hunter_card is None
    world = GAME.determinize(state.view(0), [], Random(1), seat=0, config=state.config, seats=1)
    assert world.hunter.card == "Lich" and world.view(0) == state.view(0) and sorted(world.monsters[6]) == sorted(gone)
    assert "X hunter in R601: unknown card (face down)" in GAME.text(state.view(0))


def test_a_slide_on_the_last_level_would_take_the_hero_nowhere():
    state = at(["rogue", "rogue"], places=["c3_10", "HALL"], monsters={"R607": "Lich"}, face_down=["R607"])
    state.lairs[INDEX["R607"]] = state.lairs[INDEX["R607"]]._replace(card="slide")  # no deck has one there
    state.apply("go R607")
    assert place(state) == "R607" and state.seat == 1 and state.view(0).tokens == {"R607": 1}


@pytest.mark.parametrize(
    ("more", "action", "why"),
    [
        ({}, "attack", "wrong_phase"),
        ({}, "go c99_9", "no_such_space"),
        ({}, "go c3_3", "not_adjacent"),
        ({"steps": 1}, "go c22_12", "no_steps"),
        ({"places": ["c11_7"]}, "go c12_7", "secret_unknown"),
        ({"places": ["c31_16"]}, "go c36_16", "must_stop"),
        ({}, "search c11_7|c12_7", "not_adjacent"),
        ({}, "search c11_7|c13_7", "no_such_space"),
        ({"places": ["c11_7"], "steps": 0}, "search c11_7|c12_7", "no_steps"),
        ({}, "esp R101", "no_card"),
        ({"treasures": [["esp 3"]]}, "esp R101", "not_adjacent"),
        ({"treasures": [["esp 3"]], "places": ["c22_12"], "steps": 0}, "esp R101", "no_steps"),
        ({"treasures": [["esp 3"]], "places": ["c22_12"], "tokens": cleared("R101")}, "esp R101", "cleared"),
        ({"treasures": [["esp 3"]], "places": ["c16_11"]}, "esp R109", "secret_unknown"),
        ({"places": ["c22_12"]}, "cast fireball R101", "not_wizard"),
        ({"heroes": ["wizard"], "places": ["c22_12"]}, "cast fireball R101", "no_spell"),
        ({"heroes": ["wizard"], "places": ["c22_12"], "spells": [{"fireball": 1}]}, "cast fireball R999", "no_such_space"),
        ({"heroes": ["wizard"], "places": ["K31"], "spells": [{"teleport": 1}], "treasures": [["ball 4"]]}, "regain fireball",
         "not_in_hall"),
        ({"heroes": ["wizard"], "places": ["HALL"], "treasures": [["ball 4"]], "spells": [{"fireball": 1}]}, "teleport K11",
         "no_spell"),
        ({"heroes": ["wizard"], "places": ["HALL"]}, "ball R101", "no_card"),
    ],
)  # fmt: skip
def test_an_illegal_action_is_refused_with_its_reason(more, action, why):
    with pytest.raises(ValueError, match=f"[(]{why}[)]"):
        at(**more).apply(action)
