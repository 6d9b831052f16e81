"""States as JSON: what is written is read again, and what cannot be is refused with one sentence that says what it is."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from arena_dungeon.board import NAMES
from arena_dungeon.cards import MONSTERS, TRAPS, TREASURES
from arena_dungeon.invariants import broken
from dungeon_help import GAME, at, cleared, deal, hunted, play, start
from test_dungeon_properties import FLAGS

from arena.games import RandomChance


@pytest.mark.parametrize("number", range(5))
def test_json_brings_back_the_same_state_which_plays_on_with_the_same_luck(number):
    rng = Random(number)
    state = start(1 + number, number, **FLAGS[number])
    for _ in range(25):
        play(state, rng, 17, plain=0.4)
        data = msgspec.json.decode(msgspec.json.encode(state.to_json()))
        back = GAME.from_json(data)
        assert back.to_json() == state.to_json() and back.legal() == state.legal()
        assert [back.view(seat) for seat in range(state.seats)] == [state.view(seat) for seat in range(state.seats)]
        if state.seat is None:
            break
        one = state.copy()
        one.play_on(deal(7))
        back.play_on(deal(7))
        assert play(one, Random(9), 60) == play(back, Random(9), 60) and one.open_view() == back.open_view()


FIRST = {"turn": 0, "phase": "move", "heroes": ["rogue", "wizard"], "round": 1, "steps": 5}
"""Heroes are chosen, and seat 0 is on its way."""
LAIR = {
    "card": "Imp", "up": True, "number": 1, "treasure": None, "dropped": [], "card_seen": 0, "treasure_seen": 0, "shuffle": 0,
}  # fmt: skip
LEVEL_1 = start(2, 1).to_json()["monster_decks"][1]
WITHOUT_IMP = [card for card in LEVEL_1 if card != "Imp"]


def lying(where="R101", **changed):
    """One card on the board, taken from the deck of level 1."""
    decks = [[], WITHOUT_IMP, *start(2, 1).to_json()["monster_decks"][2:]]
    return {**FIRST, "monster_decks": decks, "lairs": {where: {**LAIR, **changed}}}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"round": "one"}, "round"),
        ({"seats": 3}, "heroes has not 3"),
        ({"seats": 9}, "not 9 seats"),
        ({"phase": "nap"}, "the phase 'nap'"),
        ({"phase": "over"}, "the phase 'over'"),
        ({"turn": 2}, "the turn 2"),
        ({"result": "won"}, "the result 'won'"),
        ({"winner": 0}, "the winner 0"),
        ({**FIRST, "round": 0}, "round 0"),
        ({**FIRST, "round": 151}, "round 151"),
        ({**FIRST, "steps": 6}, "6 of 5 steps"),
        ({"goal_treasure": "Brass Lamp 1"}, "to find"),
        ({"heroes": ["rogue", "bard"]}, "not \\['rogue', 'bard'\\]"),
        ({**FIRST, "fallen": [["bard"], []]}, "after \\['bard'\\]"),
        ({**FIRST, "heroes": ["rogue", None]}, "seat 1 has no hero"),
        ({**FIRST, "phase": "hero"}, "has a hero already"),
        ({"place": ["HALL", "attic"]}, "the board has no 'attic'"),
        ({**FIRST, "place": ["c22_12", "c22_12"]}, "space for one"),
        ({"tokens": {"HALL": 1}}, "rooms and chambers"),
        ({"tokens": {"R101": 2}}, "R101 has 1 to 1"),
        ({"tokens": {"K11": 0}}, "K11 has 1 to 3"),
        ({**lying(), "tokens": {"R101": 1}}, "R101 is cleared"),
        ({**FIRST, "lairs": {"R101": LAIR}}, "not so many\\) 'Imp'"),
        (lying("R201"), "'Imp' on level 2"),
        (lying("K11", treasure="Brass Lamp 1"), "not so many\\) 'Brass Lamp 1'"),
        (lying(number=-1), "a number of its own"),
        (lying(card_seen=4), "seen by a seat"),
        (lying(shuffle=1), "from a deck that there was not"),
        ({"shuffles": [0, -1, 0, 0, 0, 0, 0]}, "not reshuffled -1 times"),
        ({"treasures": [["Crown 1"], []]}, "no card .* 'Crown 1'"),
        ({"treasure_decks": [[]] * 7}, "is nowhere"),
        ({"monster_decks": [LEVEL_1, *[[]] * 6]}, "level 0"),
        ({"supply": [1, 2, 3]}, "24 spells"),
        ({"supply": [1, 2]}, "for each of the three"),
        ({**FIRST, "supply": [9, 8, 6], "spells": [[1, 0, 0], [0, 0, 0]]}, "cannot hold 1 spells"),
        ({**FIRST, "capacity": [7, 0]}, "a capacity of 7"),
        ({"lose": [-1, 0]}, "fewer than no"),
        ({"active": [0, -1]}, "active sword at place 0"),
        ({"bonus": [1, 0]}, "no active sword"),
        ({"known": [["x"], []]}, "does not hold all"),
        ({"peeks": [[[1, "Brass Lamp 1"]], []]}, "does not hold all"),
        ({"hunter_at": "R601"}, "a card and a space"),
        ({**FIRST, "phase": "peeked"}, "in the phase 'peeked' alone"),
        ({**FIRST, "phase": "peeked", "target": "R101"}, "R101 is not next to HALL"),
        ({**FIRST, "phase": "sword"}, "in the phase 'sword' alone"),
        ({**FIRST, "phase": "sword", "offer": ["sword 4"], "after": "kill"}, "does not hold the swords"),
        ({**FIRST, "phase": "combat"}, "nothing to fight in HALL"),
        ({**FIRST, "phase": "slide", "place": ["R601", "HALL"]}, "nothing to choose from"),
    ],
)  # fmt: skip
def test_json_that_is_no_state_is_refused(change, why):
    data = {**start(2, 1).to_json(), **change}
    with pytest.raises(ValueError, match=f"^not a state of Dungeon!.*{why}"):
        GAME.from_json(data)


def test_a_hunter_is_of_its_variant_and_never_in_the_hall():
    hunt = start(1, 1, variant="monster_hunt").to_json()
    for change, why in (({"hunter_at": "HALL"}, "never in the hall"), ({"hunter_at": None}, "a card and a space")):
        with pytest.raises(ValueError, match=why):
            GAME.from_json({**hunt, **change})
    with pytest.raises(ValueError, match="only the variant monster_hunt"):
        GAME.from_json({**hunt, "config": start(1).to_json()["config"]})


def test_a_sword_is_active_in_a_hand_that_can_swing_it():
    state = at(["rogue", "wizard"], treasures=[["Brass Lamp 1", "sword 1"], ["sword 4"]], bonus=[1, 0]).to_json()
    GAME.from_json(state)
    with pytest.raises(ValueError, match="special treasures of seat 0 lie open"):
        GAME.from_json({**state, "known": [[], ["sword 4"]]})
    for change in ({"active": [0, -1]}, {"active": [2, -1]}, {"bonus": [3, 0]}, {"active": [1, 0], "bonus": [1, 1]}):
        with pytest.raises(ValueError, match="cannot have an active sword"):
            GAME.from_json({**state, **change})


def test_a_chamber_has_no_treasure_of_its_own_and_a_room_one_of_its_level():
    state = at(monsters={"R101": "Imp"}, under={"R101": "Brass Lamp 1"}).to_json()
    lair = state["lairs"].pop("R101")
    with pytest.raises(ValueError, match="K11 cannot have the room treasure 'Brass Lamp 1'"):
        GAME.from_json({**state, "lairs": {"K11": lair}})


def test_no_third_hero_of_a_type_can_be_read():
    state = at(["rogue", "rogue", "cleric"]).to_json()
    with pytest.raises(ValueError, match="2 figures"):
        GAME.from_json({**state, "heroes": ["rogue"] * 3})


@pytest.mark.parametrize("number", range(8))
def test_no_state_of_play_breaks_an_invariant(number):
    rng = Random(number)
    flags = {"variant": "monster_hunt"} if number == 0 else FLAGS[number % 5]
    state = start(1 + number % 8, number, **flags)
    for _ in range(120):
        play(state, rng, 5, plain=0.3)
        assert not [*broken(state)]


# Damaged by hand: one value of it is another one of its kind


WORDS = [
    *NAMES[:3], "R101", "R302", "K31", "c22_12", "attic", *list(MONSTERS)[::9], *TRAPS, *list(TREASURES)[::9], "sword 1",
    "rogue", "wizard", "hero", "spell", "start", "move", "peeked", "arrived", "slide", "combat", "sword", "retreat", "over",
    "won", "", "kill", "wounded",
]  # fmt: skip


def damage(data, rng):
    """Change one value somewhere in it."""
    while True:
        keys = [*data] if isinstance(data, dict) else [*range(len(data))]
        key = rng.choice(keys)
        value = data[key]
        if isinstance(value, dict | list) and value and rng.random() < 0.8:
            data = value
            continue
        if isinstance(value, bool):
            data[key] = not value
        elif isinstance(value, int):
            data[key] = value + rng.choice([-3, -1, 1, 2, 40])
        elif isinstance(value, str) or value is None:
            data[key] = rng.choice([*WORDS, None])
        elif isinstance(value, list):
            data[key] = rng.choice([[], value + value[:1], value[1:], [rng.choice(WORDS)]])
        else:
            data[key] = {}
        return


def full_tables():
    """States with much on the table, of each number of seats and of the hunt."""
    yield at(["wizard", "rogue"], places=["K31", "c36_12"], tokens=cleared("K31", "R301"), bonus=[0, 1],
             treasures=[["esp 3", "ball 4"], ["sword 1", "sword 4", "secret_door 1"]], dropped={"R313": ["sword 2"]},
             monsters={"R313": "Ogre", "K32": "Harpy"}, face_down=["K32"], spells=[{"fireball": 3, "teleport": 3}, {}])
    yield hunted("c22_10", "c22_7", monsters={"R101": "Imp"}, treasures=[["sword 1", "Gold Torc 3"]], bonus=[2])
    for number in range(10):
        state = start(1 + number % 8, number, **FLAGS[number % 5])
        for _ in range(6):
            play(state, Random(number), 40, plain=0.3)
            yield state.copy()


def test_a_state_damaged_by_hand_is_refused_or_can_be_played_to_its_end():
    rng, refused, played = Random(3), 0, 0
    for table in full_tables():
        for _ in range(25):
            data = msgspec.json.decode(msgspec.json.encode(table.to_json()))
            damage(data, rng)
            try:
                state = GAME.from_json(data)
            except ValueError as error:
                assert str(error).startswith("not a state of Dungeon!: ") and "\n" not in str(error)
                refused += 1
                continue
            state.play_on(RandomChance(Random(1)))
            views = [state.view(seat) for seat in range(state.seats)]
            assert all(GAME.text(view) for view in views)
            play(state, Random(2), 60, plain=0.3)
            played += 1
    assert refused > 300 and played > 100
