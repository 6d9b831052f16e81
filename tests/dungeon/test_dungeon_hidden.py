"""What a seat is told and shown, what it is not, and what a drawn world makes of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from arena_dungeon import position
from arena_dungeon.board import LEVEL_OF
from arena_dungeon.cards import LEVEL, SPECIAL
from arena_dungeon.lairs import Lair
from dungeon_help import GAME, at, check_invariants, deal, place, play, start, told_to

from arena.games import RandomChance, is_told


def worlds(state, count):
    view = state.view(state.seat)
    return [
        GAME.determinize(view, [], Random(number), seat=state.seat, config=state.config, seats=state.seats)
        for number in range(count)
    ]


def gained(seat, notices):
    return [event.treasures for event in told_to(seat, notices) if getattr(event, "what", "") == "gained"]


# Who is told what


def test_an_ordinary_treasure_is_told_to_its_owner_and_by_level_to_others():
    state = at(["rogue"] * 2 + ["cleric"], places=["R101", "HALL", "HALL"], monsters={"R101": "Imp"},
               under={"R101": "Brass Lamp 1"}, dropped={"R101": ["Gold Torc 3"]}, dice={"attack": [[6, 6]]})  # fmt: skip
    notices = state.apply("stay")
    assert gained(0, notices) == [["Brass Lamp 1", "Gold Torc 3"]] and gained(1, notices) == [["? 1", "Gold Torc 3"]]
    spectators = [event for who, event in notices if is_told(who, None) and event.__struct_config__.tag == "treasures"]
    assert [event.treasures for event in spectators] == [["? 1", "Gold Torc 3"]]
    other = state.view(1)
    assert other.treasures[0] == ["Gold Torc 3"] and other.hidden[0] == [1] and other.gp[0] is None
    assert state.view(0).gp[0] == 3200 and state.spectator_view().treasures[0] == ["Gold Torc 3"]


def test_special_treasures_are_told_to_all():
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, under={"R101": "secret_door 1"},
               dice={"attack": [[6, 6]]})  # fmt: skip
    assert gained(1, state.apply("stay")) == [["secret_door 1"]]
    assert state.view(1).treasures[0] == ["secret_door 1"] and state.view(1).hidden[0] == []


def test_what_a_seat_saw_by_the_ball_it_knows_in_anothers_hands_and_nobody_else_does():
    state = at(["rogue", "rogue", "cleric"], places=["HALL", "c22_12", "HALL"], treasures=[["ball 4"], [], []],
               next_monsters=["Imp"], next_treasures=["Brass Lamp 1"], dice={"attack 1": [[6, 6]]})  # fmt: skip
    notices = state.apply("ball R101")
    assert [event.treasure for event in told_to(0, notices) if getattr(event, "what", "") == "peeked"] == ["Brass Lamp 1"]
    assert not any(getattr(event, "what", "") == "peeked" for seat in (1, 2) for event in told_to(seat, notices))
    notices = state.apply("go R101")
    assert gained(0, notices) == gained(1, notices) == [["Brass Lamp 1"]] and gained(2, notices) == [["? 1"]]
    assert state.view(0).treasures[1] == ["Brass Lamp 1"] and state.view(0).public[1] == []
    assert state.view(2).treasures[1] == [] and state.view(2).hidden[1] == [1]


def test_a_dropped_kind_lowers_what_is_known_of_it_by_one():
    dice = {"attack": [[1, 1]], "counter": [[3, 3]], "drop": [[1, 0]]}
    state = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, dropped={"R101": []},
               treasures=[["Silver Goblet 2", "Silver Goblet 2"], []], dice=dice)  # fmt: skip
    state.known[0] = ("Silver Goblet 2",)  # one came from an open pile
    state.apply("stay")
    assert state.view(1).treasures[0] == [] and state.view(1).hidden[0] == [2]
    assert state.view(1).dropped == {"R101": ["Silver Goblet 2"]}


def test_trap_and_monster_look_alike_face_down():
    def seen(card):
        state = at(["rogue", "rogue"], places=["c36_14", "HALL"], treasures=[["esp 3"], []], next_monsters=[card])
        notices = state.apply("esp R302")
        return msgspec.json.encode([state.view(1), told_to(1, notices)])

    assert seen("slide 3") == seen("Ogre")


def test_everything_is_shown_at_the_end():
    state = at(["rogue", "rogue"], places=["c22_13", "HALL"], treasures=[["Star Diamond 6"], ["Brass Lamp 1"]],
               monsters={"R101": "Imp"}, face_down=["R101"], under={"R101": "Silver Comb 1"})  # fmt: skip
    assert state.view(0).decks is None and state.view(0).treasures[1] == []
    state.apply("go HALL")
    view = state.view(0)
    assert view.phase == "over" and view.treasures[1] == ["Brass Lamp 1"] and view.monsters == {"R101": "Imp"}
    assert view.under == {"R101": "Silver Comb 1"} and view.decks[0] == [*state.monster_decks[1]]


# Twins: two states that differ only in what a seat may not know


def twin_of(state, me, rng):
    """The state with all that `me` has not seen drawn anew: what lies face down, the decks, and treasures in others' hands.

    Cards of a deck that has run out change places among themselves. What a third seat knows to be in a hero's hands stays
    there: that seat's notes would be wrong otherwise.
    """
    twin = state.copy()
    for level in range(1, 7):
        draw_monsters_anew(twin, me, level, rng)
        draw_treasures_anew(twin, me, level, rng)
    return twin


def draw_monsters_anew(twin, me, level, rng):
    unseen = [space for space, lair in twin.lairs.items() if not lair.up and not lair.card_seen >> me & 1]
    for shuffle in range(twin.shuffles[level] + 1):
        down = [space for space in unseen if (LEVEL_OF[space], twin.lairs[space].shuffle) == (level, shuffle)]
        hunter = twin.hunter if level == 6 else None
        if hunter is not None and (hunter.up or hunter.shuffle != shuffle):
            hunter = None
        now = shuffle == twin.shuffles[level]
        pool = [twin.lairs[space].card for space in down] + [*twin.monster_decks[level]] * now
        pool += [hunter.card] if hunter is not None else []
        rng.shuffle(pool)
        for space in down:
            twin.lairs[space] = twin.lairs[space]._replace(card=pool.pop())
        if hunter is not None:
            twin.hunter = hunter._replace(card=pool.pop())
        if now:
            twin.monster_decks[level] = tuple(pool)


def draw_treasures_anew(twin, me, level, rng):
    in_hands = []
    for seat, held in enumerate(twin.treasures):
        if seat != me:
            left = Counter(held) - Counter(twin.known[seat]) - Counter(kind for _, kind in twin.peeks[seat])
            in_hands += [(seat, kind) for kind in left.elements() if LEVEL[kind] == level]
    under = [
        space for space, lair in twin.lairs.items()
        if LEVEL_OF[space] == level and lair.treasure is not None and not lair.treasure_seen >> me & 1
    ]  # fmt: skip
    hidden = [*twin.treasure_decks[level], *(twin.lairs[space].treasure for space in under)]
    pool = [kind for kind in hidden if kind not in SPECIAL] + [kind for _, kind in in_hands]
    rng.shuffle(pool)
    for seat, kind in in_hands:  # special ones would lie open
        held = [*twin.treasures[seat]]
        held[held.index(kind)] = pool.pop()
        twin.treasures[seat] = tuple(held)
    pool += [kind for kind in hidden if kind in SPECIAL]
    rng.shuffle(pool)
    for space in under:
        twin.lairs[space] = twin.lairs[space]._replace(treasure=pool.pop())
    twin.treasure_decks[level] = tuple(pool)


def differing_fields(state, rng):
    """Plays a match at random and compares each state with its twins: what they differ in, of all that there is to see."""
    found = Counter()
    while state.seat is not None and state.round < 60:
        for me in range(state.seats):
            twin = twin_of(state, me, rng)
            check_invariants(twin)
            assert twin.view(me) == state.view(me)
            if me == state.seat:
                twin._legal = None
                assert twin.legal() == state.legal()
            here, there = state.open_view(), twin.open_view()
            found.update(name for name in here.__struct_fields__ if getattr(here, name) != getattr(there, name))
        play(state, rng, 7, plain=0.3)
    return found


@pytest.mark.parametrize("number", range(12))
def test_hidden_twins_give_a_seat_the_same_view_and_legal_list(number):
    state = start(2 + number % 5, number, treasure_at="kill" if number % 4 == 3 else "reveal")
    found = differing_fields(state, Random(number))
    assert found["decks"] > 10 and found["treasure_decks"] > 10
    assert found["monsters"] + found["under"] + found["treasures"] > 10


def test_hidden_twins_of_a_hunt_differ_in_the_hunter_and_give_the_same_view():
    found = Counter()
    for number in range(6):
        found += differing_fields(start(1, number, variant="monster_hunt"), Random(number))
    assert found["hunter_card"] > 10 and found["decks"] > 10


# Drawn worlds


@pytest.mark.parametrize("number", range(10))
def test_a_drawn_world_gives_back_view_and_list_and_keeps_the_invariants(number):
    rng = Random(number)
    flags = [{}, {"treasure_at": "kill"}, {"spell_inside": "before"}, {"open_treasures": True}, {"teleport_then_move": True}]
    state = start(1 + number % 6, number, **flags[number % 5])
    for _ in range(60):
        play(state, rng, 9, plain=0.3)
        if state.seat is None:
            break
        view = state.view(state.seat)
        for world in worlds(state, 2):
            assert world.view(state.seat) == view and world.legal() == state.legal()
            check_invariants(world)
            play(world, rng, 30)
            check_invariants(world)


@pytest.mark.parametrize("variant", ["treasure_hunter", "time_trial", "monster_hunt"])
def test_a_drawn_world_of_a_solo_variant_gives_back_view_and_list(variant):
    rng = Random(1)
    for number in range(3):
        state = start(1, number, variant=variant)
        while state.seat is not None:
            for world in worlds(state, 1):
                assert world.view(0) == state.view(0) and world.legal() == state.legal()
                check_invariants(world)
            play(state, rng, 11)


def test_a_hidden_treasure_is_drawn_evenly_among_what_is_left_and_never_special():
    state = at(["rogue", "rogue"], treasures=[[], ["Brass Lamp 1"]], monsters={"R101": "Imp"}, under={"R101": "sword 1"})
    found = Counter(world.treasures[1][0] for world in worlds(state, 1400))
    assert set(found) == {"Copper Hoard 1", "Coin Pouch 1", "Brass Lamp 1", "Pewter Plate 1", "Silver Comb 1"}
    for kind, count in found.items():  # 7 ordinary cards; four deviations
        share = 400 if kind in ("Copper Hoard 1", "Coin Pouch 1") else 200
        assert abs(count - share) < 4 * (share * (1 - share / 1400)) ** 0.5
    under = Counter(world.lairs[next(iter(world.lairs))].treasure for world in worlds(state, 800))
    assert abs(under["sword 1"] - 100) < 38  # 8 cards are left, each as likely; four deviations


def test_a_seen_card_is_kept_and_the_rest_of_its_deck_is_drawn():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3"], []], next_monsters=["Imp"])
    state.apply("esp R101")
    drawn = worlds(state, 40)
    assert {lair.card for world in drawn for lair in world.lairs.values()} == {"Imp"}
    assert all("Imp" not in world.monster_decks[1] for world in drawn) and len({world.monster_decks[1][0] for world in drawn}) > 2


def test_face_down_cards_of_a_deck_that_has_run_out_are_known_together():
    state = at(["rogue", "rogue"], monsters={"R101": "Imp", "R102": "Giant Centipede"}, face_down=["R101", "R102"],
               deck_ends=[1], discards=["Cave Rats"] * 3 + ["Goblin Sneaks"] * 2 + ["Bone Guard"] * 2 + ["Giant Centipede"],
               next_monsters=[])  # fmt: skip
    discards = state.monster_discards[1]
    state.monster_discards[1], state.monster_decks[1], state.shuffles[1] = (), discards, 1  # it was reshuffled
    assert state.view(0).old_cards == {"1.0": ["Giant Centipede", "Imp"]}
    found = Counter(tuple(sorted(lair.card for lair in world.lairs.values())) for world in worlds(state, 30))
    assert set(found) == {("Giant Centipede", "Imp")}
    assert len({world.lairs[min(world.lairs)].card for world in worlds(state, 30)}) == 2
    assert all(sorted(world.monster_decks[1]) == sorted(discards) for world in worlds(state, 5))


def test_only_the_deciding_seats_view_can_be_drawn_from():
    state = start(3, 1)
    with pytest.raises(ValueError, match="not the view of seat 1"):
        GAME.determinize(state.view(1), [], Random(1), seat=1, config=state.config, seats=3)
    with pytest.raises(ValueError, match="not the view of seat 0"):
        GAME.determinize(state.view(1), [], Random(1), seat=0, config=state.config, seats=3)
    with pytest.raises(ValueError, match="not a view of Dungeon!"):
        GAME.determinize({"seat": 0}, [], Random(1), seat=0, config=state.config, seats=3)


def test_a_view_that_contradicts_itself_is_refused():
    state = at(["rogue", "rogue"], monsters={"R101": "Imp"})
    view = msgspec.structs.replace(state.view(0), monsters={"R101": "Imp"}, discards=[["Imp"], [], [], [], [], []])
    with pytest.raises(ValueError, match="contradicts itself"):
        GAME.determinize(view, [], Random(1), seat=0, config=state.config, seats=2)


def test_a_position_without_chance_says_so_when_a_die_is_needed():
    state = position(["rogue"], places=["c22_12"])
    with pytest.raises(LookupError, match="play_on"):
        state.apply("go R101")
    state = position(["rogue"], places=["c22_12"])
    state.play_on(deal(1))
    state.apply("go R101")
    assert place(state) in ("R101", "c22_12", "HALL")
    state.play_on(RandomChance(Random(1)))
    play(state, Random(2), 100)
    assert all(isinstance(lair, Lair) for lair in state.lairs.values())
