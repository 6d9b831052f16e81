"""What Saboteur's search is made of: distances after a card, cards that reach a goal, stakes, the race; and its strength."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from arena_saboteur import position
from arena_saboteur.bots.finishing import finishers
from arena_saboteur.bots.mine_view import Outlook
from arena_saboteur.bots.race import BACK, LEVELS, NEARER, THROWN, Pace, at_distance
from arena_saboteur.bots.search import Search
from arena_saboteur.bots.stakes import draft, stakes
from arena_saboteur.cards import FACE_OF, GOLD_VALUES, LADDER_CODES, TUNNELS
from arena_saboteur.mine import Mine
from arena_saboteur.notation import cell_of
from arena_saboteur.ways import distance
from saboteur_help import dig, start
from test_saboteur_bots import Seated

LINE = {f"{x},0": "b02" for x in range(1, 6)}
"""A tunnel that ends two cards before the middle goal."""


def laid(mine: Mine, action: str) -> Mine:
    _, code, place, rotation = action.split()
    return mine.lay(cell_of(place), FACE_OF[code, int(rotation)])


def tables(count: int) -> list[Any]:
    """States along matches of seats that dig."""
    out = []
    for number in range(count):
        state, rng = start(4, number, expansion=number % 2 == 1), Random(number)
        for _ in range(8):
            dig(state, rng, 3)
            if state.seat is not None and state.phase == "turn":
                out.append(state.copy())
    return out


# distances and cards


def test_the_distance_after_a_card_is_that_of_a_new_search():
    differences = []
    for state in tables(8):
        outlook = Outlook(state.mine, [1 / 3] * 3)
        for action in state.legal():
            if action.startswith("path "):
                mine = laid(state.mine, action)
                expected = [distance(mine, goal) for goal in range(3)]
                found = outlook.far_after(action)
                if found is not outlook.distances:  # a card that is far from all ways is not looked at
                    differences += [abs(one - other) for one, other in zip(found, expected, strict=True)]
    assert len(differences) > 1000
    assert max(differences) < 0.3
    assert sum(difference > 0.05 for difference in differences) < len(differences) / 100


def test_the_cards_that_reach_a_goal_are_those_that_feed_it_when_they_are_tried():
    met = 0
    for state in [position(table={**LINE, "6,0": "b07"}, hands=[["b01"]] * 3), *tables(12)]:
        for goal in range(3):
            mine = state.mine
            if not mine.down >> goal & 1:
                continue
            tried = {
                code
                for code in set(TUNNELS) - LADDER_CODES  # a ladder may join a piece of tunnel from anywhere
                if any(laid(mine, action).fed >> goal & 1 for action in mine.placements(code))
            }
            assert finishers(mine, goal) == tried
            met += bool(tried)
    assert met > 3


def test_a_distance_between_two_cards_is_worth_something_between():
    assert at_distance([0.0, 3.0, 1.0], 1.5) == 2.0
    assert at_distance([0.0, 3.0, 1.0], 0.6) == 3.0
    assert at_distance([0.0, 3.0, 1.0], 40.0) == 1.0


# stakes


def test_a_draft_gives_away_all_that_lies_there():
    mean = sum(GOLD_VALUES) / len(GOLD_VALUES)
    for cards, drafters in ((3, 2), (5, 3), (7, 5), (9, 6)):
        places = draft(cards, drafters)
        assert sum(places) == pytest.approx(cards * mean)
        assert list(places) == sorted(places, reverse=True)


def test_who_reaches_the_treasure_chooses_first_and_the_seat_before_it_second():
    roles = ("digger", "digger", "saboteur", "digger")
    gold, missed = stakes(roles, 0, 0, False)
    places = draft(4, 3)
    assert (gold[0], gold[1], gold[3]) == (places[0], places[1], places[2])  # from the one who reached it to the right
    assert missed == 0
    assert stakes(roles, 2, 0, False) == ((0.0,) * 4, 4.0)


def test_a_team_is_paid_only_when_its_own_or_a_neutral_reaches_the_treasure():
    roles = ("blue", "green", "boss", "saboteur")
    gold, missed = stakes(roles, 0, 0, True)
    assert gold[0] > 0 and gold[1] == 0 and gold[2] > 0 and missed == 0
    assert stakes(roles, 0, 0b0001, True)[0] == (0.0,) * 4  # trapped
    assert stakes(roles, 3, 0, True)[1] == 5


# the race


def test_the_values_of_a_race_are_those_of_playing_it_out_turn_by_turn():
    pace = Pace([1, 2, 0] * 3, [1.0, 0.7, 0.2], [0.0, 0.3, 0.8], [1.0, 0.0, 1.0])
    reached = [3.0, 1.0, 2.0]

    @cache
    def worth(turn: int, level: int) -> float:
        if turn == len(pace.order):
            return 0.25
        nearer = pace.up[turn] * NEARER[level]
        thrown = pace.down[turn] * BACK[level] + pace.behind[turn]
        there = reached[pace.order[turn]] if level == 1 else worth(turn + 1, level - 1)
        back = worth(turn + 1, min(level + THROWN, LEVELS))
        return nearer * there + thrown * back + (1 - nearer - thrown) * worth(turn + 1, level)

    values = pace.values(reached, 0.25)
    for turn in range(len(pace.order) + 1):
        assert values[turn][1:] == pytest.approx([worth(turn, level) for level in range(1, LEVELS + 1)])


def test_chances_of_a_turn_are_chances():
    for level in range(1, LEVELS + 1):
        assert 0 < NEARER[level] < 1 and 0 < BACK[level] < 1


def test_a_race_is_worth_more_to_who_is_next_before_the_gold():
    seats = [0, 1, 2] * 4
    mine = [[3.0 if seat == own else 1.0 for seat in range(3)] for own in range(3)]
    pace = Pace(seats, [1.0] * 3, [0.0] * 3, [1.0] * 3)
    first, second, third = (pace.values(each, 0.0)[0] for each in mine)
    assert first[1] > second[1] > third[1]
    assert third[2] > third[1]  # who has just acted would rather leave it two cards away than one


# decisions


def asked_search(table: dict[str, str]) -> Seated:
    state = position(
        3, table=table, hands=[["a01", "a11", "b02", "b09"], ["b02"] * 6, ["b02"] * 6], deck=["b07"] * 20,
        roles=["digger"] * 3, goals=("stone-ne", "treasure", "stone-nw"), round=3,
    )  # fmt: skip
    for action in ("map 1", "discard b02", "discard b02"):
        state.apply(action)
    seated = Seated(Search, state, 0)
    seated.answer()
    return seated


def test_a_digger_is_promised_most_where_it_reaches_the_gold_itself():
    bot = asked_search(LINE).bot
    assert bot.reached[0] == max(bot.reached)
    assert bot.missed == 0  # no saboteur's pay for a digger


def test_a_digger_is_promised_more_where_a_saboteur_is_blocked():
    bot = asked_search(LINE).bot
    assert 0 < bot.now < max(bot.reached)
    bot.digs[1], bot.harms[1] = 0.0, 1.0
    bot.futures.clear()
    assert bot.with_seat(1, 0.0) > bot.with_seat(1, 1.0)


def test_the_card_that_reaches_the_gold_is_worth_more_than_any_other():
    seated = asked_search({**LINE, "6,0": "b02"})
    worth = seated.bot.weigh(seated.state.legal())
    assert max(worth, key=lambda action: worth[action]) == "path b02 7,0 0"
    assert seated.answer() == "path b02 7,0 0"
