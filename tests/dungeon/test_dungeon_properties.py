"""Properties of random play: invariants, ends, copies, JSON, illegal actions, luck by label."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from arena_dungeon.board import HALL, INDEX, LEVEL_OF, ROOMS
from arena_dungeon.cards import GOALS, total
from arena_dungeon.events import TurnEvent
from dungeon_help import GAME, breadth_first, check_invariants, play, start, told_to

FLAGS = [
    {}, {"rescue_win": False, "retreat": "stay"}, {"treasure_at": "kill", "death_loses_turn": True},
    {"spell_inside": "before", "teleport_then_move": True}, {"open_treasures": True, "rank_losers": "progress"},
]  # fmt: skip
VARIANTS = [{"variant": "monster_hunt"}, {"variant": "treasure_hunter", "treasure_level": 6}, {"variant": "time_trial"}]


def seeker(state, rng):
    """One action of a hero that walks to the nearest uncleared room of levels 1 to 3, fights there, and goes home rich."""
    legal, seat = state.legal(), state.seat
    hero = state.heroes[seat]
    if state.phase != "move":
        return rng.choice(legal)
    here = state.place[seat]
    if state.uncleared >> here & 1:
        return "stay"
    doors = state.passable(seat)
    far = breadth_first(HALL, doors)
    if total(state.treasures[seat]) < GOALS[hero]:
        rooms = [room for room in ROOMS if LEVEL_OF[room] <= 3 and state.uncleared >> room & 1 and room in far]
        far = min((breadth_first(room, doors) for room in rooms), key=lambda far: far[here], default=far)
    steps = [action for action in legal if action.startswith("go ")]
    return min(steps, key=lambda action: far[INDEX[action[3:]]]) if steps else legal[0]


@pytest.mark.parametrize("number", range(10))
def test_every_state_of_random_play_keeps_the_invariants(number):
    rng = Random(number)
    state = start(1 + (number * 3) % 8, number, **FLAGS[number % 5])
    for _ in range(700):
        if state.seat is None:
            break
        play(state, rng, 1, plain=0.4)
        check_invariants(state)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_every_state_of_25000_turns_of_random_play_keeps_the_invariants(part):
    """With the three other parts 100,000 turns: all numbers of seats, options and solo variants in turn, whole matches."""
    turns, number, results = 0, part, Counter()
    while turns < 25_000:
        rng = Random(number)
        seats, flags = (1, VARIANTS[number // 8 % 3]) if number % 8 == 0 else (1 + number % 8, FLAGS[number // 8 % 5])
        state = start(seats, number, **flags)
        while state.seat is not None and turns < 25_000:
            action = fighter(state, rng) if number // 4 % 2 else plain(state, rng)
            turns += sum(isinstance(event, TurnEvent) for _, event in state.apply(action))
            check_invariants(state)
        if state.seat is None:
            assert state.round <= 150 and len(state.ranks()) == len(state.scores()) == state.seats
            results[state.result] += 1
        number += 4
    assert sum(results.values()) > 20


def plain(state, rng):
    """Any action, kinds alike as often as not."""
    legal = state.legal()
    if rng.random() < 0.6:
        kind = rng.choice(sorted({action.split()[0] for action in legal}))
        legal = [action for action in legal if action.split()[0] == kind]
    return rng.choice(legal)


def fighter(state, rng):
    """Into a room or chamber where one is within reach, mostly."""
    lairs = [action for action in state.legal() if action.startswith(("go R", "go K"))]
    return rng.choice(lairs) if lairs and rng.random() < 0.7 else plain(state, rng)


def test_matches_of_heroes_that_go_home_are_won():
    results = []
    for number in range(20):
        state, rng = start(2, number), Random(number)
        state.apply("hero rogue")
        state.apply("hero cleric")
        while state.seat is not None:
            state.apply(seeker(state, rng))
        results.append(state.result)
        if state.winner is not None:
            seat = state.winner
            assert state.ranks()[seat] == 1 and state.scores()[seat] == 1000 and state.place[seat] == 0
            assert total(state.treasures[seat]) >= GOALS[state.heroes[seat]]
    assert results.count("won") > 5


def test_a_copy_plays_on_alike_and_leaves_the_original_alone():
    state = start(4, 2)
    play(state, Random(2), 150)
    before = msgspec.json.encode(state.to_json())
    one, two = state.copy(), state.copy()
    assert play(one, Random(3), 300) == play(two, Random(3), 300)
    assert one.open_view() == two.open_view() and msgspec.json.encode(state.to_json()) == before
    assert play(state, Random(3), 300) and state.open_view() == one.open_view()


def test_illegal_actions_raise_and_change_nothing():
    state, rng = start(3, 4), Random(4)
    seen = {"", "nonsense", "go HALL", "hero bard", "go R101 x", "cast", "cast fireball", "go", "search", "teleport"}
    for _ in range(120):
        before = msgspec.json.encode([state.to_json(), state.open_view()])
        legal = set(state.legal())
        for action in sorted(seen - legal)[:60]:
            with pytest.raises(ValueError, match="is not among the legal actions of seat"):
                state.apply(action)
        assert msgspec.json.encode([state.to_json(), state.open_view()]) == before
        seen |= legal
        play(state, rng, 3, plain=0.3)


def test_after_the_end_nothing_is_legal():
    state = start(1, 1, variant="time_trial", turn_limit=1)
    play(state, Random(1))
    with pytest.raises(ValueError, match="the match is over"):
        state.apply("stay")
    assert state.legal() == () and GAME.returns(state) == [0.0]


def test_the_nth_roll_of_a_seat_is_the_same_whatever_others_did():
    def rolls(seat, rng):
        state, found = start(3, 8), []
        for hero in ("fighter", "rogue", "cleric"):
            state.apply(f"hero {hero}")
        while state.seat is not None and state.round < 60:
            action = seeker(state, rng) if rng.random() < 0.8 else rng.choice(state.legal())
            for event in told_to(seat, state.apply(action)):
                if event.__struct_config__.tag == "roll" and event.seat == seat and event.roll == "attack" and event.dice:
                    found.append(event.dice)
        return found

    one, two = rolls(1, Random(1)), rolls(1, Random(2))
    shared = min(len(one), len(two))
    assert shared > 10 and one[:shared] == two[:shared]
