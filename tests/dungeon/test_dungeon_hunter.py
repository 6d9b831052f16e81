"""The hunter of the variant monster_hunt (rules, row 53 and 14.10)."""

from __future__ import annotations

from random import Random

from arena_dungeon.board import HUNTER_ROOMS, INDEX
from arena_dungeon.events import CardEvent, MovedEvent
from dungeon_help import GAME, hunted, results, start, targets


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


def test_the_hunters_space_ends_a_movement_and_nothing_is_cast_or_seen_there():
    state = hunted("c22_12", "c22_10", treasures=[["esp 3"]])
    assert "c22_10" in targets(state, "go") and "c22_9" not in targets(state, "go")
    near = hunted("c22_12", "R101", treasures=[["esp 3"]])
    assert targets(near, "esp") == ["R102"]


def test_no_spell_is_cast_at_the_hunters_space_from_outside():
    away, near = (hunted("c22_12", at_, heroes=["wizard"], spells=[{"fireball": 1}]) for at_ in ("R601", "R101"))
    assert targets(away, "cast") == ["fireball", "fireball"] and len(targets(near, "cast")) == 1
    assert "cast fireball R101" in away.legal() and near.legal().count("cast fireball R102") == 1


# The fight with it


def test_who_stays_with_the_hunter_fights_it_and_a_hero_that_it_kills_has_lost():
    state = hunted("c22_10", "c22_10", dice={"counter": [[6, 6]]})
    state.apply("stay")
    assert state.result == "lost" and state.scores() == [None]


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


def test_the_hunter_is_fought_instead_of_the_monster_of_its_room():
    state = hunted("c22_12", "R101", monsters={"R101": "Imp"}, dice={"attack": [[1, 1]], "counter": [[4, 4]]})
    events = [event for _, event in state.apply("go R101")]
    assert [event.card for event in events if getattr(event, "what", "") == "hunter"][:1] == ["Lich"]  # turned up before the blow
    assert state.view(0).hunter_card == "Lich" and state.view(0).monsters == {"R101": "Imp"}
    slain = hunted("c22_12", "R101", card="Dread Worm", monsters={"R101": "Imp"}, dice={"attack": [[6, 6]], "hunter": [3]})
    slain.apply("go R101")
    assert slain.view(0).discards[5] == ["Dread Worm"] and slain.view(0).monsters == {"R101": "Imp"}


def test_a_wizard_meets_the_hunter_with_a_spell():
    for when in ("after", "before"):
        state = hunted("c22_10", "c22_10", heroes=["wizard"], spells=[{"fireball": 1}], flags={"spell_inside": when},
                       dice={"attack": [[6, 6]], "hunter": [0]})  # fmt: skip
        state.apply("stay")
        assert state.legal() == ("attack", "cast fireball")
        assert state.view(0).hunter_card == ("Lich" if when == "after" else None)
        state.apply("cast fireball")
        assert state.view(0).discards[5] == ["Lich"] and state.tokens == {}


def test_another_death_in_a_hunt_gives_a_new_hero_unless_there_is_one_life():
    for one_life in (False, True):
        state = hunted("R101", "R601", monsters={"R101": "Imp"}, flags={"hunt_one_life": one_life},
                       dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
        state.apply("stay")
        assert (state.result == "lost") == one_life and (state.phase == "hero") != one_life


def test_a_hunter_of_a_deck_that_has_run_out_is_known_by_what_is_left():
    state = hunted("c22_10", "R601")
    gone = state.monster_decks[6]
    state.monster_decks[6], state.shuffles[6] = gone, 1  # all the others were discarded and shuffled again
    assert state.view(0).old_cards == {"6.0": ["Lich"]} and state.view(0).hunter_card is None
    world = GAME.determinize(state.view(0), [], Random(1), seat=0, config=state.config, seats=1)
    assert world.hunter.card == "Lich" and world.view(0) == state.view(0) and sorted(world.monster_decks[6]) == sorted(gone)
    assert "X hunter in R601: unknown card (face down)" in GAME.text(state.view(0))


def test_the_hunter_comes_from_the_first_turn_on_and_on_a_turn_that_is_skipped_too():
    state = hunted("HALL", "c9_13", lose_turn=[1])
    state.apply("stay")
    assert state.round == 3 and state.lose == [0] and state.view(0).hunter == "c19_16"  # ten steps
    match = start(1, 4, variant="monster_hunt")
    began = match.view(0).hunter
    match.apply("hero rogue")
    assert match.round == 1 and match.view(0).hunter != began


def test_a_hero_that_loses_its_turn_is_not_fought_by_the_hunter_that_has_reached_it():
    state = hunted("c22_10", "c22_7", lose_turn=[1], dice={"counter": [[6, 6]]})
    notices = state.apply("stay")
    assert state.view(0).hunter == "c22_10" and state.view(0).hunter_card == "Lich" and state.round == 3
    assert results(notices) == [] and state.phase == "move" and state.heroes == ["rogue"]
    state.apply("stay")
    assert state.result == "lost"


def test_of_two_shortest_ways_the_hunter_goes_the_first_in_space_order():
    state = hunted("c22_12", "c16_7")
    state.apply("stay")
    assert INDEX["c17_7"] < INDEX["c16_8"] and state.view(0).hunter == "c21_7"


def test_the_hunter_goes_on_with_what_fell_before_it_oldest_first():
    dice = {"counter": [[3, 3]] * 2, "drop": [[1, 0], [0]]}
    state = hunted("c22_10", "c22_10", treasures=[["Coin Pouch 1", "Gold Torc 3"]], dice=dice)
    state.apply("stay")
    state.apply("stay")
    assert state.view(0).hunter_dropped == ["Gold Torc 3", "Coin Pouch 1"] and state.treasures == [()]


def test_a_wounded_hero_does_not_go_back_to_where_the_hunter_stands():
    dice = {"attack": [[1, 1]], "counter": [[4, 4]]}
    state = hunted("R101", "c22_12", came_from=["c22_12"], monsters={"R101": "Imp"}, dice=dice)
    state.apply("stay")
    assert targets(state, "retreat") == ["c22_13", "c22_11"]


def test_a_new_hunter_that_starts_where_the_hero_stands_is_turned_up_at_once():
    room = HUNTER_ROOMS.index(INDEX["R601"])
    state = hunted("R601", "R601", card="Dread Worm", dice={"attack": [[6, 6]], "hunter": [room]})
    state.apply("stay")
    assert state.view(0).hunter == "R601" and state.view(0).hunter_card is not None
