"""What `determinize` draws is distributed as counting says: all orders of what is left alike, given what a seat knows."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from arena_dungeon import hunt
from arena_dungeon.board import INDEX
from arena_dungeon.cards import MONSTER_DECKS, SPECIAL, TREASURE_DECKS
from dungeon_help import GAME, at, cleared
from test_dungeon_odds import fits

from tests.seated import plain

DRAWS = 2500
LEVEL_1 = [*MONSTER_DECKS[1]]


def worlds(state, count=DRAWS):
    """So many drawn worlds; the first give back the seat's view."""
    view, rng = state.view(state.seat), Random(5)
    for number in range(count):
        world = GAME.determinize(view, [], rng, seat=state.seat, config=state.config, seats=state.seats)
        assert number > 20 or world.view(state.seat) == view
        yield world


def without(cards, gone):
    return sorted((Counter(cards) - Counter(gone)).elements())


def lying(world, *names):
    return tuple(world.lairs[INDEX[name]].card for name in names)


def orders(pool, kept):
    """Every order of the pool, each card by itself; what `kept` makes of it (None: it cannot be) -> how often."""
    return Counter(what for order in permutations(pool) if (what := kept(order)) is not None)


def test_face_down_monsters_and_the_deck_are_one_pool():
    left = ["Imp", "Cave Rats", "Cave Rats", "Bone Guard"]
    state = at(["rogue", "rogue"], monsters={"R101": "Imp", "R102": "Cave Rats"}, face_down=["R101", "R102"],
               deck_ends=[1], next_monsters=["Cave Rats", "Bone Guard"], discards=without(LEVEL_1, left))  # fmt: skip
    found = Counter((*lying(world, "R101", "R102"), *world.monster_decks[1]) for world in worlds(state))
    assert fits(found, orders(left, lambda order: order)) and len(found) == 12


def test_a_card_that_the_seat_has_seen_stays_and_others_are_drawn_round_it():
    left = ["Imp", "Cave Rats", "Cave Rats", "Bone Guard"]
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3"], []], monsters={"R102": "Cave Rats"},
               face_down=["R102"], deck_ends=[1], next_monsters=["Imp", "Cave Rats", "Bone Guard"],
               discards=without(LEVEL_1, left))  # fmt: skip
    state.apply("esp R101")
    found = Counter((*lying(world, "R101", "R102"), *world.monster_decks[1]) for world in worlds(state))
    assert fits(found, orders(left, lambda order: order if order[0] == "Imp" else None)) and len(found) == 3


def test_face_down_cards_of_a_deck_that_has_run_out_are_dealt_among_themselves():
    old = ["Imp", "Cave Rats", "Cave Rats"]
    rest = without(LEVEL_1, [*old, "Bone Guard"])
    state = at(["rogue", "rogue"], monsters={"R101": "Imp", "R102": "Cave Rats", "R103": "Cave Rats", "R104": "Bone Guard"},
               face_down=["R101", "R102", "R103", "R104"], deck_ends=[1], discards=rest)  # fmt: skip
    state.monster_decks[1], state.monster_discards[1], state.shuffles[1] = tuple(rest), (), 1
    state.lairs[INDEX["R104"]] = state.lairs[INDEX["R104"]]._replace(shuffle=1)  # drawn after the reshuffle
    found, new = Counter(), Counter()
    for world in worlds(state):
        found[lying(world, "R101", "R102", "R103")] += 1
        new[lying(world, "R104")[0]] += 1
    assert fits(found, orders(old, lambda order: order)) and len(found) == 3
    assert fits(new, Counter([*rest, "Bone Guard"]))


def test_hidden_treasures_are_ordinary_ones_and_the_rest_lies_in_any_order_special_ones_too():
    held = [kind for kind in TREASURE_DECKS[1] if kind not in ("Copper Hoard 1", "Coin Pouch 1", "sword 1")]
    pool = ["Copper Hoard 1", "Copper Hoard 1", "Coin Pouch 1", "Coin Pouch 1", "sword 1"]
    state = at(["rogue"] * 2 + ["cleric"], treasures=[held, ["Coin Pouch 1"], ["Copper Hoard 1"]], monsters={"R101": "Imp"},
               under={"R101": "Coin Pouch 1"}, next_treasures=["sword 1", "Copper Hoard 1"])  # fmt: skip

    def kept(order):
        return order if order[0] not in SPECIAL and order[1] not in SPECIAL else None

    found = Counter(
        (*world.treasures[1], *world.treasures[2], world.lairs[INDEX["R101"]].treasure, *world.treasure_decks[1])
        for world in worlds(state)
    )
    assert fits(found, orders(pool, kept)) and len(found) == 18


def test_what_one_seat_has_seen_by_the_ball_is_kept_for_it_and_drawn_for_another():
    state = at(["rogue", "rogue"], treasures=[["ball 4"], []], monsters={"R101": "Imp"}, under={"R101": "sword 1"},
               places=["HALL", "c22_12"])  # fmt: skip
    state.apply("ball R101")
    under = Counter(world.lairs[INDEX["R101"]].treasure for world in worlds(state, 3000))
    assert state.seat == 1 and fits(under, Counter(TREASURE_DECKS[1]))
    state.apply("stay")
    assert state.seat == 0 and {world.lairs[INDEX["R101"]].treasure for world in worlds(state, 100)} == {"sword 1"}


def test_the_face_down_hunter_is_any_monster_of_level_6_that_is_left():
    left = ["Lich", "Archmage", "Red Wyrm"]
    dragons = ["Blue Wyrm", "Bone Dragon", "Demon Prince", "Dread Worm"]
    state = at(["rogue"], flags={"variant": "monster_hunt"}, deck_ends=[6], next_monsters=left, discards=dragons,
               tokens=cleared("R101"), dice={"hunter": [3]})  # fmt: skip
    hunt.new_hunter(state, [])
    state._legal = None
    found = Counter((world.hunter.card, *world.monster_decks[6]) for world in worlds(state))
    assert fits(found, orders(left, lambda order: order)) and len(found) == 6


def test_a_face_down_hunter_of_a_deck_made_anew_is_any_monster_of_that_deck():
    deck = [*MONSTER_DECKS[6]]
    state = at(["rogue"], flags={"variant": "monster_hunt"}, deck_ends=[6], discards=deck,
               dice={"hunter": [3], "deck m6": [deck]})  # fmt: skip
    hunt.new_hunter(state, [])
    state._legal = None
    assert state.hunter.shuffle == 1
    assert fits(Counter(world.hunter.card for world in worlds(state)), Counter(deck))


@pytest.mark.parametrize("flag", ["reveal", "kill"])
def test_with_open_treasures_nothing_in_a_heros_hands_is_drawn(flag):
    state = at(["rogue", "rogue"], treasures=[[], ["Coin Pouch 1", "Brass Lamp 1"]],
               flags={"open_treasures": True, "treasure_at": flag})  # fmt: skip
    assert {tuple(sorted(world.treasures[1])) for world in worlds(state, 50)} == {("Brass Lamp 1", "Coin Pouch 1")}


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("places", lambda view: ["nowhere", *view["places"][1:]]),
        ("discards", lambda view: [[*LEVEL_1], *view["discards"][1:]]),
        ("discards", lambda view: [[*LEVEL_1, "Imp"], *view["discards"][1:]]),
        ("treasures", lambda view: [[*TREASURE_DECKS[1], *TREASURE_DECKS[1]], *view["treasures"][1:]]),
        ("hidden", lambda view: [[1] * 9, *view["hidden"][1:]]),
    ],
)
def test_a_view_that_shows_what_cannot_be_is_refused_in_a_sentence(field, change):
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], monsters={"R101": "Imp", "R102": "Cave Rats"}, face_down=["R102"])
    view = plain(state.view(0))
    view[field] = change(view)
    with pytest.raises(ValueError, match="view"):
        GAME.determinize(view, [], Random(1), seat=0, config=state.config, seats=2)
