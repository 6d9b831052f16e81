"""What Dungeon!'s search bot looks ahead at: the others' heroes, what is left around a target, alone the way to the goal."""

from __future__ import annotations

import sys
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest
from arena_dungeon import Config
from arena_dungeon.board import NAMES, ROOMS
from arena_dungeon.bots.heroes import answer, chance, in_company, preferred
from arena_dungeon.bots.outlook import Outlook
from arena_dungeon.bots.planner import Planner
from arena_dungeon.bots.policy import Policy
from arena_dungeon.bots.search import Search
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.weights import TUNED
from arena_dungeon.cards import FIGURES, NUMBERS
from dungeon_help import at, start
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


# where to go


def left_over(rooms: list[str], heroes: list[str], **more: Any) -> Table:
    """Just outside the hall when all other rooms are cleared."""
    tokens = {NAMES[room]: 1 for room in ROOMS if NAMES[room] not in rooms}
    places = ["c22_13", *["HALL"] * (len(heroes) - 1)]
    return Table.of_state(at(heroes, tokens=tokens, places=places, steps=5, **more), 0)


def aims(table: Table) -> list[str]:
    """Where tuned and search go."""
    plans = [planner.best(table, table.at, table.steps) for planner in (Planner(TUNED), Outlook(TUNED))]
    return [NAMES[plan.target] if plan else "" for plan in plans]


def test_of_rooms_that_are_alike_a_fighter_takes_the_one_with_another_beside_it():
    assert aims(left_over(["R401", "R402", "R407"], ["fighter", "wizard"])) == ["R401", "R402"]


def test_other_heroes_in_company_go_where_tuned_goes():
    for hero in ("rogue", "cleric", "wizard"):
        tuned, search = aims(left_over(["R103", "R207", "R304", "R401", "R402", "R407", "R501"], [hero, "fighter"]))
        assert tuned == search != ""


def test_alone_a_small_treasure_that_is_near_is_taken_before_a_larger_one_far_off():
    assert aims(left_over(["R109", "R205"], ["cleric"])) == ["R205", "R109"]
    assert aims(left_over(["R109", "R205"], ["cleric", "wizard"])) == ["R205", "R205"]


def test_alone_the_score_tells_how_many_turns_are_left_and_they_are_fewer_with_more_gold():
    plans = []
    for treasures in ([], ["Golden Mask 6"], ["Star Diamond 6"]):
        table = left_over(["R401", "R402"], ["fighter"], treasures=[treasures])
        plans.append(Outlook(TUNED).best(table, table.at, 5))
    turns = [20_000 / plan.score for plan in plans if plan is not None]
    assert len(turns) == 3 and turns == sorted(turns, reverse=True)


# strength


@pytest.mark.slow
def test_alone_search_is_home_sooner_than_tuned():
    search, tuned = Policy(TUNED, Outlook), Policy(TUNED)
    first, other = (
        fmean(balance.play(f"alone {number}", [hero], [policy], Config()).rounds for number in range(60))
        for hero, policy in (("cleric", search), ("rogue", tuned))
    )
    assert first < other - 1


@pytest.mark.slow
def test_search_beats_tuned_at_four_seats_by_its_choice_of_heroes():
    policy = Policy(TUNED)
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
        won += balance.play(f"four {number // 2}", heroes, [policy] * 4, Config()).winner in mine
    assert won > 88
