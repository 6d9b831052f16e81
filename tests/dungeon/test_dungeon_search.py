"""What Dungeon!'s search bot looks ahead at: the others' heroes, routes of several treasures, alone the way to the goal."""

from __future__ import annotations

import sys
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest
from arena_dungeon import Config
from arena_dungeon.board import INDEX, NAMES, ROOMS
from arena_dungeon.bots.heroes import answer, chance, in_company, preferred
from arena_dungeon.bots.planner import Planner, Target
from arena_dungeon.bots.policy import Policy
from arena_dungeon.bots.routes import Route, RoutePlanner
from arena_dungeon.bots.search import Search
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.weights import TUNED
from arena_dungeon.cards import FIGURES, NUMBERS
from dungeon_help import at, play, start
from test_dungeon_bots import asked

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
import balance

COMPANIES = [
    tuple(seats.count(hero) for hero in range(4))
    for number in range(2, 9)
    for seats in combinations_with_replacement(range(4), number)
    if all(seats.count(hero) <= FIGURES for hero in range(4))
]


# the hero


@pytest.mark.parametrize("deck", NUMBERS)
def test_the_chances_of_all_seats_of_a_company_sum_to_one(deck):
    for counts in COMPANIES:
        assert sum(count * chance(deck, counts, hero) for hero, count in enumerate(counts)) == pytest.approx(1)


def outcomes(taken: tuple[int, ...], left: int) -> list[tuple[int, ...]]:
    """What all have in the end, for each hero that the next seat may take, if those after it take what they find best."""
    out = []
    for hero in range(4):
        after = tuple(count + (other == hero) for other, count in enumerate(taken))
        if after[hero] <= FIGURES:
            out.append(after if left == 1 else answer("even", after, left - 1)[1])
        else:
            out.append(())
    return out


@pytest.mark.parametrize("seats", range(2, 9))
def test_no_seat_would_have_done_better_with_another_hero(seats):
    taken: tuple[int, ...] = (0, 0, 0, 0)
    for left in range(seats, 0, -1):
        hero, end = answer("even", taken, left)
        ends = outcomes(taken, left)
        assert ends[hero] == end and sum(end) == seats
        assert all(chance("even", end, hero) >= chance("even", other, one) for one, other in enumerate(ends) if other)
        taken = tuple(count + (one == hero) for one, count in enumerate(taken))
    assert taken == end


def test_search_leaves_the_deep_rooms_to_two_wizards_that_are_there():
    state = start(4)
    for _ in range(2):
        state.apply("hero wizard")
    assert asked(Search, state) in ("hero rogue", "hero fighter", "hero cleric")
    first = start(4)
    assert asked(Search, first) == "hero wizard"
    assert asked(Search, first, hero="fighter") == "hero fighter"


def test_alone_search_takes_a_hero_that_is_home_soon_and_a_hunter_of_treasure_the_one_that_can_get_it():
    assert asked(Search, start(1)) == "hero cleric"
    assert asked(Search, start(1, variant="treasure_hunter", treasure_level=6)) == "hero wizard"


# the route


def left_over(rooms: list[str], **more: Any) -> Table:
    """A cleric just outside the hall when all other rooms are cleared."""
    tokens = {NAMES[room]: 1 for room in ROOMS if NAMES[room] not in rooms}
    return Table.of_state(at(["cleric", "wizard"], tokens=tokens, places=["c22_13", "HALL"], steps=5, **more), 0)


def test_a_route_begins_with_the_farther_room_if_the_nearer_one_lies_on_the_way_on():
    table = left_over(["R201", "R202", "R204"])
    near, route = (planner.best(table, table.at, 5) for planner in (Planner(TUNED), RoutePlanner(TUNED, depth=2)))
    assert near is not None and route is not None
    assert NAMES[near.target] == "R202" and NAMES[route.target] == "R201" and route.score > near.score


@pytest.mark.parametrize("number", range(6))
def test_routes_of_one_target_are_the_tuned_bots_plans(number):
    state = start(3, number)
    rng, checked = Random(number), 0
    while state.seat is not None and checked < 25:
        play(state, rng, 5)
        if state.seat is None or state.phase != "move":
            continue
        table = Table.of_state(state, state.seat)
        plain, route = (planner.best(table, table.at, table.steps) for planner in (Planner(TUNED), RoutePlanner(TUNED, depth=1)))
        assert (plain is None) == (route is None)
        if plain is not None and route is not None:
            assert route.score == pytest.approx(plain.score, rel=0.2)  # what is won beyond the need is counted otherwise
        checked += 1
    assert checked > 5


def test_a_longer_route_is_never_valued_less():
    state = start(2, 3)
    rng, checked = Random(3), 0
    while state.seat is not None and checked < 12:
        play(state, rng, 9)
        if state.seat is None or state.phase != "move":
            continue
        table = Table.of_state(state, state.seat)
        plans = [RoutePlanner(TUNED, depth, 99).best(table, table.at, table.steps) for depth in (1, 2, 3)]
        scores = [plan.score for plan in plans if plan is not None]
        assert scores == sorted(scores)
        checked += len(scores) == 3
    assert checked > 3


def test_of_what_a_route_wins_beyond_the_need_nothing_counts():
    room = Target(INDEX["R101"], 3.0, 900.0, 0.5, 1000.0, "attack")
    route = Route(-1, 0.0, 0.0, 0.0, 0).then(room, 3.0, 700.0)
    assert (route.net, route.worth, route.time) == (600.0, 700.0, 1.5)
    assert route.visited == 1 << INDEX["R101"]


# strength


@pytest.mark.slow
def test_alone_search_is_home_sooner_than_tuned():
    search, tuned = Policy(TUNED, RoutePlanner(TUNED, depth=2)), Policy(TUNED)
    first, other = (
        fmean(balance.play(f"alone {number}", [hero], [policy], Config()).rounds for number in range(60))
        for hero, policy in (("cleric", search), ("rogue", tuned))
    )
    assert first < other - 1


@pytest.mark.slow
def test_search_beats_tuned_at_four_seats_by_its_choice_of_heroes():
    search, tuned = Policy(TUNED, RoutePlanner(TUNED, depth=2)), Policy(TUNED)
    won = 0
    for number in range(160):
        order = Random(number // 2).sample(range(4), 4)
        mine = {seat for place, seat in enumerate(order) if place % 2 == number % 2}
        state = start(4)
        heroes = []
        for seat in range(4):
            free = [action[5:] for action in state.legal()]
            heroes.append((in_company if seat in mine else preferred)(Table.of_state(state, seat), free))
            state.apply(f"hero {heroes[-1]}")
        policies = [search if seat in mine else tuned for seat in range(4)]
        won += balance.play(f"four {number // 2}", heroes, policies, Config()).winner in mine
    assert won > 88
