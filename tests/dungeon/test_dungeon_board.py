"""The board and the cards are those of the rules, and what is worked out from them is right."""

from __future__ import annotations

from collections import Counter, deque

import pytest
from arena_dungeon.board import (
    ALL_DOORS,
    CHAMBERS,
    EDGES,
    HALL,
    INDEX,
    KINDS,
    LEVEL_OF,
    NAMES,
    NEXT,
    ROOMS,
    distances,
    reach,
)  # fmt: skip
from arena_dungeon.cards import (
    ATTACK_SPELLS,
    GP,
    HEROES,
    MONSTER_DECKS,
    MONSTERS,
    SPELL_COUNTS,
    TRAPS,
    TREASURE_DECKS,
    TREASURES,
    total,
)  # fmt: skip
from arena_dungeon.movement import go_words
from dungeon_help import breadth_first


def test_the_board_has_the_numbers_of_the_rules():
    assert Counter(KINDS) == {"corridor": 304, "room": 80, "chamber": 14, "hall": 1}
    assert Counter(kind for _, _, kind in EDGES) == {"open": 335, "door": 74, "secret": 13}
    assert [sum(LEVEL_OF[at] == level for at in ROOMS) for level in range(1, 7)] == [9, 9, 16, 18, 16, 12]
    assert [sum(LEVEL_OF[at] == level for at in CHAMBERS) for level in range(1, 7)] == [2, 2, 2, 3, 3, 2]


def test_without_secret_doors_all_is_reached_but_one_room_of_each_level():
    far = breadth_first(HALL, 0)
    assert [name for at, name in enumerate(NAMES) if at not in far] == ["R109", "R205", "R314", "R418", "R510", "R606"]


def test_distances_from_the_hall_are_those_of_the_rules():
    far = breadth_first(HALL, ALL_DOORS)
    spans = [sorted(far[at] for at in ROOMS if LEVEL_OF[at] == level) for level in range(1, 7)]
    assert [(span[0], span[-1]) for span in spans] == [(3, 10), (11, 23), (11, 21), (8, 20), (13, 27), (16, 26)]


def test_no_round_trip_is_shorter_than_thirteen_steps_so_every_way_of_five_is_unique():
    shortest = 99
    for a, b, _ in EDGES:  # the shortest way round without this edge, and back by it
        start, goal = INDEX[a], INDEX[b]
        far, queue = {start: 0}, deque([start])
        while queue and goal not in far:
            at = queue.popleft()
            for there, _ in NEXT[at]:
                if there not in far and {at, there} != {start, goal}:
                    far[there] = far[at] + 1
                    queue.append(there)
        if goal in far:
            shortest = min(shortest, far[goal] + 1)
    assert shortest == 13


def test_a_ball_has_every_space_within_five_steps_with_its_way():
    for start in range(len(NAMES)):
        near = {at: steps for at, steps in breadth_first(start, ALL_DOORS).items() if 0 < steps <= 5}
        assert {way.target: way.steps for way in reach(start).paths} == near
        for way in reach(start).paths:
            assert way.previous == start if way.steps == 1 else way.passed >> way.previous & 1
            assert way.passed.bit_count() == way.steps - 1 and not way.passed >> start & 1


@pytest.mark.parametrize("start", ["HALL", "c22_12", "K31", "R302", "c12_7", "c36_12", "K51"])
def test_go_actions_are_what_a_plain_walk_finds(start):
    stops = sum(1 << at for at in (*ROOMS[::2], *CHAMBERS[::3]))
    occupied = sum(1 << at for at in range(1, len(NAMES), 5) if KINDS[at] in ("corridor", "room"))
    for steps in range(6):
        for doors in (0, 0b1010101010101, ALL_DOORS):
            found, edge, here = set(), {INDEX[start]}, {INDEX[start]}
            for _ in range(steps):
                edge = {there for at in edge for there, door in NEXT[at] if not door & ~doors} - here
                here |= edge
                found |= edge
                edge = {at for at in edge if not stops >> at & 1}
            found = {at for at in found if not occupied >> at & 1}
            assert go_words(INDEX[start], steps, stops, occupied, doors) == tuple(f"go {NAMES[at]}" for at in sorted(found))


def test_the_hunters_distances_go_through_secret_doors_and_never_through_the_hall():
    far = distances(INDEX["c22_13"])
    assert far[INDEX["c22_19"]] > 6 and far[HALL] == -1  # two steps apart through the hall
    assert distances(HALL)[INDEX["c22_19"]] == 1
    assert distances(INDEX["c12_7"])[INDEX["c11_7"]] == 1


def test_the_decks_have_the_numbers_of_the_rules():
    assert [len(deck) for deck in MONSTER_DECKS[1:]] == [10, 11, 13, 11, 9, 7] and len(MONSTERS) == 40
    assert [len(deck) for deck in TREASURE_DECKS[1:]] == [9, 9, 16, 18, 16, 12] and SPELL_COUNTS == (10, 8, 6)
    assert [total(deck) for deck in TREASURE_DECKS[1:]] == [5100, 9000, 27000, 47900, 69500, 71000]
    assert [[card for card in deck if card in TRAPS] for deck in MONSTER_DECKS[1:]] == [
        [], ["cage"], ["slide"], ["cage"], ["slide"], [],
    ]  # fmt: skip
    assert Counter(card.special for card in TREASURES.values() if card.special) == {
        "sword": 4, "secret_door": 4, "esp": 2, "ball": 2,
    }  # fmt: skip
    assert max(GP.values()) == GP["Star Diamond 6"] == 10_000


def test_the_mean_chances_to_kill_are_those_of_the_rules():
    ways = Counter(a + b for a in range(1, 7) for b in range(1, 7))
    table = {
        "rogue": (87, 72, 36, 10, 5, 0), "cleric": (90, 74, 33, 17, 8, 4), "fighter": (98, 88, 64, 43, 26, 8),
        "wizard": (76, 67, 42, 24, 17, 13), "fireball": (94, 92, 65, 65, 45, 38), "lightning": (91, 88, 61, 42, 38, 34),
    }  # fmt: skip
    for who in (*HEROES, *ATTACK_SPELLS):
        for level in range(1, 7):
            cards = [MONSTERS[card] for card in MONSTER_DECKS[level] if card in MONSTERS]
            numbers = [card.numbers[who] for card in cards]
            kills = sum(sum(w for dice, w in ways.items() if number is not None and dice >= number) for number in numbers)
            assert abs(100 * kills / 36 / len(cards) - table[who][level - 1]) <= 0.6, (who, level)
