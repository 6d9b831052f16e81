"""The odds of dice: counted over all outcomes of the rules' tables, and compared with what the engine draws."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import ceil, exp, factorial

import pytest
from arena_dungeon import hunt
from arena_dungeon.cards import HEROES, MONSTERS
from dungeon_help import at, cleared, deal, place

TWO_DICE = [sum(dice) for dice in product(range(1, 7), repeat=2)]
AT_LEAST = {2: 36, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1, 13: 0}
"""Outcomes of 36 that reach a number (rules, section 1)."""
COUNTER = {"dead": 1, "serious": 2, "wounded": 12, "stunned": 11, "miss": 10}


def tail(value, degrees):
    """How often a chi-square variable with an even number of degrees of freedom exceeds `value`: a finite sum."""
    half = value / 2
    return exp(-half) * sum(half**k / factorial(k) for k in range(degrees // 2))


def fits(found, shares):
    """Are counts distributed as the shares say? By chi-square, wrongly refused once in 10,000 times."""
    draws, total = sum(found.values()), sum(shares.values())
    assert set(found) <= set(shares)
    value = sum((found[kind] - draws * share / total) ** 2 / (draws * share / total) for kind, share in shares.items())
    degrees = len(shares) - 1
    return tail(value, degrees + degrees % 2) > 1e-4  # an odd number is taken for the next even one, which is milder


def test_the_chances_of_two_dice_are_those_of_the_rules():
    assert {least: sum(dice >= least for dice in TWO_DICE) for least in range(2, 14)} == AT_LEAST


def test_the_test_of_shares_refuses_what_is_off_and_takes_what_fits():
    assert fits(Counter(a=5020, b=4980), {"a": 1, "b": 1}) and not fits(Counter(a=5300, b=4700), {"a": 1, "b": 1})
    assert not fits(Counter(a=100, b=100, c=40), {"a": 1, "b": 1, "c": 1})


def outcome(hero, card, dice, bonus=0):
    """Does this roll kill that monster in a chamber?"""
    level = MONSTERS[card].level
    state = at([hero, "rogue"], places=[f"K{level}1", "HALL"], monsters={f"K{level}1": card}, bonus=[bonus, 0],
               treasures=[["sword 4"] if bonus else [], []], lose_turn=[0, 0],
               dice={"attack": [[*dice]], "counter": [[1, 1]]})  # fmt: skip
    state.apply("stay")
    return bool(state.tokens)


@pytest.mark.parametrize("hero", HEROES)
def test_each_hero_kills_each_monster_with_the_rolls_that_reach_its_number(hero):
    for card, monster in MONSTERS.items():
        least = monster.numbers[hero]
        ways = {total: outcome(hero, card, (total // 2, total - total // 2)) for total in range(2, 13)}
        kills = sum(ways[total] for total in TWO_DICE)
        assert kills == (0 if least is None else AT_LEAST[least]), (hero, card)


@pytest.mark.parametrize("bonus", [1, 2])
def test_a_sword_adds_its_bonus_and_makes_thirteen_of_a_dash(bonus):
    for hero in HEROES[:3]:
        for card, monster in MONSTERS.items():
            least = max(2, (monster.numbers[hero] or 13) - bonus)
            for total in (2, least - 1, least, 12):
                if 2 <= total <= 12:
                    hit = outcome(hero, card, (total // 2, total - total // 2), bonus)
                    assert hit == (total >= least), (hero, card, total)


@pytest.mark.parametrize("spell", ["fireball", "lightning"])
def test_each_spell_kills_with_the_rolls_that_reach_its_number_from_inside_and_outside(spell):
    near = {1: "c16_20", 2: "c21_7", 3: "c31_16", 4: "c22_22", 5: "c14_16", 6: "c3_1"}
    for card, monster in MONSTERS.items():
        least, chamber = monster.numbers[spell], f"K{monster.level}1"
        for inside in (True, False):
            kills = 0
            for total in range(2, 13):
                state = at(["wizard", "rogue"], places=[chamber if inside else near[monster.level], "HALL"],
                           monsters={chamber: card}, spells=[{spell: 1}, {}], capacity=[1, 0],
                           dice={"attack": [[total // 2, total - total // 2]], "counter": [[1, 1]]})  # fmt: skip
                if inside:
                    state.apply("stay")
                state.apply(f"cast {spell}" if inside else f"cast {spell} {chamber}")
                kills += TWO_DICE.count(total) * bool(state.tokens)
                assert place(state) == (chamber if inside or state.tokens else near[monster.level])
            assert kills == (0 if least is None else AT_LEAST[least]), (card, inside)


def test_all_36_rolls_of_a_counter_attack_do_what_the_table_says():
    found = Counter()
    held = ["Gold Torc 3", "Coin Pouch 1", "Brass Lamp 1", "Silver Comb 1", "Copper Hoard 1"]
    for dice in product(range(1, 7), repeat=2):
        state = at(["rogue", "rogue"], places=["R101", "HALL"], came_from=["c22_12", None], monsters={"R101": "Imp"},
                   treasures=[held, []], dice={"attack": [[1, 1]], "counter": [[*dice]], "drop": [[4, 3, 2, 1, 0]]})  # fmt: skip
        state.apply("stay")
        fate = (place(state), state.lose[0], len(state.treasures[0]), state.heroes[0])
        found[fate] += 1
    assert found == {
        ("HALL", 0, 0, None): 1, ("HALL", 0, 2, "rogue"): 2, ("c22_12", 1, 4, "rogue"): 12, ("R101", 0, 4, "rogue"): 11,
        ("R101", 0, 5, "rogue"): 10,
    }  # fmt: skip


@pytest.mark.parametrize("held", range(1, 8))
def test_half_of_the_treasures_is_rounded_up(held):
    kinds = ["Coin Pouch 1", "Gold Torc 3", "Brass Lamp 1", "Silver Comb 1", "Copper Hoard 1", "Silver Goblet 2", "esp 3"]
    state = at(["cleric", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, treasures=[kinds[:held], []],
               dice={"attack": [[1, 1]], "counter": [[5, 6]], "drop": [[*range(held)]]})  # fmt: skip
    state.apply("stay")
    assert len(state.view(0).dropped["R101"]) == ceil(held / 2) == held - len(state.treasures[0])


# What the engine draws


def rolls(label, state, action, count):
    """The results of so many rolls of one kind, each from a copy that draws on."""
    found, chance = Counter(), deal(7)
    for _ in range(count):
        after = state.copy()
        after.play_on(chance)
        for _, event in after.apply(action):
            if getattr(event, "roll", "") == label:
                found[event.result] += 1
    return found


def test_attacks_and_counter_attacks_come_out_as_counted():
    state = at(["rogue", "rogue"], places=["K31", "HALL"], monsters={"K31": "Ogre"}, treasures=[["Gold Torc 3"], []])
    assert fits(rolls("attack", state, "stay", 6000), {"hit": AT_LEAST[8], "miss": 36 - AT_LEAST[8]})
    assert fits(rolls("counter", state, "stay", 6000), COUNTER)


@pytest.mark.parametrize(("hero", "faces"), [("rogue", 4), ("cleric", 2), ("fighter", 2), ("wizard", 2)])
def test_secret_doors_are_found_as_often_as_the_hero_finds_them(hero, faces):
    state = at([hero, "rogue"], places=["c11_7", "HALL"])
    assert fits(rolls("secret", state, "search c11_7|c12_7", 4000), {"found": faces, "not found": 6 - faces})


def test_a_cage_holds_one_turn_or_two_alike():
    state = at(["rogue", "rogue"], places=["c30_7", "HALL"], next_monsters=["cage 2"], next_treasures=["Coin Pouch 2"])
    assert fits(rolls("cage", state, "go R204", 4000), {"1": 1, "2": 1})


@pytest.mark.parametrize(("sword", "least"), [("sword 1", 12), ("sword 2", 10), ("sword 4", 9), ("sword 6", 7)])
def test_a_swords_bonus_is_two_as_often_as_the_dice_reach_its_number(sword, least):
    state = at(["rogue", "rogue"], places=["K11", "HALL"], monsters={"K11": "Imp"}, dropped={"K11": [sword]})
    found = rolls("sword", state, "stay", 5000)
    assert sum(found.values()) > 3500  # the Imp is killed by 5 and more
    assert fits(found, {"2": AT_LEAST[least], "1": 36 - AT_LEAST[least]})


def test_a_wizards_capacity_is_seven_to_twelve_alike():
    state = at(["wizard", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp"}, spells=[{}, {}], capacity=[7, 0],
               dice={"attack": [[1, 1]], "counter": [[6, 6]]})  # fmt: skip
    state.apply("stay")
    found = rolls("capacity", state, "hero wizard", 4000)
    assert fits(found, {str(spells): 1 for spells in range(7, 13)})


def test_what_falls_is_any_choice_alike_in_any_order():
    held = ["Gold Torc 3", "Coin Pouch 1", "Brass Lamp 1", "sword 1"]
    state = at(["rogue", "rogue"], places=["K31", "HALL"], monsters={"K31": "Ogre"}, treasures=[held, []])
    found, ones, chance = Counter(), Counter(), deal(11)
    for _ in range(12_000):
        after = state.copy()
        after.play_on(chance)
        for _, event in after.apply("stay"):
            if getattr(event, "what", "") == "dropped" and len(event.treasures) == 2:
                found[tuple(event.treasures)] += 1
            elif getattr(event, "what", "") == "dropped" and len(event.treasures) == 1:
                ones[event.treasures[0]] += 1
    assert fits(found, dict.fromkeys(permutations(held, 2), 1)) and fits(ones, dict.fromkeys(held, 1))


def test_decks_are_shuffled_evenly():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], deck_ends=[1], discards=["Imp", "Cave Rats", "Bone Guard"])
    found, chance = Counter(), deal(3)
    for _ in range(3000):
        after = state.copy()
        after.play_on(chance)
        first = next(event.card for _, event in after.apply("go R101") if getattr(event, "what", "") == "revealed")
        found[first, after.monster_decks[1]] += 1
    orders = [(order[0], order[1:]) for order in permutations(["Imp", "Cave Rats", "Bone Guard"])]
    assert fits(found, dict.fromkeys(orders, 1))


def test_the_hunter_starts_in_every_room_of_level_6_alike():
    state = at(["fighter"], places=["c22_12"], tokens=cleared("R101"), flags={"variant": "monster_hunt"})
    found, chance = Counter(), deal(5)
    for _ in range(3000):
        after = state.copy()
        after.play_on(chance)
        hunt.new_hunter(after, [])
        found[after.view(0).hunter] += 1
    assert fits(found, {f"R6{room:02}": 1 for room in range(1, 13)})


def test_one_round_of_a_hero_against_a_monster_ends_as_the_two_tables_multiply():
    """A rogue with one treasure at an Ogre: 8 kills with 15/36; the rest is answered by the counter-attack's table."""
    state = at(["rogue", "rogue"], places=["K31", "HALL"], came_from=["c31_16", None], monsters={"K31": "Ogre"},
               treasures=[["Gold Torc 3"], []])  # fmt: skip
    found, chance = Counter(), deal(13)
    for _ in range(6000):
        after = state.copy()
        after.play_on(chance)
        after.apply("stay")
        found[bool(after.tokens), place(after), len(after.treasures[0]), after.heroes[0]] += 1
    fails = Fraction(21, 36)
    assert fits(found, {
        (True, "K31", 1, "rogue"): Fraction(15, 36),
        (False, "K31", 1, "rogue"): fails * Fraction(10, 36),
        (False, "K31", 0, "rogue"): fails * Fraction(11, 36),
        (False, "c31_16", 0, "rogue"): fails * Fraction(12, 36),
        (False, "HALL", 0, "rogue"): fails * Fraction(2, 36),
        (False, "HALL", 0, None): fails * Fraction(1, 36),
    })  # fmt: skip
