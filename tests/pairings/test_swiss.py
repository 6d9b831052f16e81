"""Swiss: a pure function of finished rounds; no repeats, level seats, few byes; the stated bounds hold."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from math import log2
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pairings_help import first_seats, meetings, play

from arena.errors import UserError
from arena.pairings import Swiss, default_rounds
from arena.pairings.swiss_tables import table_sizes


def test_the_first_round_is_top_half_against_bottom_half():
    round = Swiss(8, [2]).next_round()
    assert [tuple(sorted(table.bots)) for table in round.tables] == [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert [table.bots[0] < 4 for table in round.tables] == [True, False, True, False]


def test_each_table_is_played_from_both_seats_unless_single():
    table = Swiss(4, [2]).next_round().tables[0]
    assert [match.seats for match in table.matches] == [(0, 2), (2, 0)]
    assert len(Swiss(4, [2], single=True).next_round().tables[0].matches) == 1
    assert (Swiss(8, [2]).total(), Swiss(8, [2], single=True).total()) == (40, 20)


def test_at_three_seats_and_more_the_first_round_spreads_the_seeds():
    round = Swiss(18, [3, 4]).next_round()
    assert [table.seats for table in round.tables] == [4, 4, 4, 3, 3]
    assert [sorted(table.bots)[0] for table in round.tables] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("bots", "sizes", "expected"),
    [
        (18, [3, 4], ([4, 4, 4, 3, 3], 0)),
        (18, [4], ([4] * 4, 2)),
        (5, [3, 4], ([4], 1)),
        (6, [3, 4], ([3, 3], 0)),
        (7, [2, 3], ([3, 2, 2], 0)),
        (9, [2], ([2] * 4, 1)),
        (64, [3, 4], ([4] * 16, 0)),
    ],
)
def test_tables_are_as_many_large_ones_as_can_be_with_as_few_byes(bots, sizes, expected):
    assert table_sizes(bots, sizes) == expected


def test_the_number_of_rounds_is_two_more_than_the_logarithm():
    assert [default_rounds(bots) for bots in (2, 3, 4, 8, 9, 32, 33, 64)] == [3, 4, 4, 5, 6, 7, 8, 8]
    assert Swiss(64, [4, 3]).units == 8
    assert Swiss(10, [2], rounds=3).units == 3


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spread", [0, 1, 100])
@pytest.mark.parametrize("bots", [8, 9, 16, 21, 32])
def test_at_two_seats_nobody_meets_twice_and_nobody_has_two_byes(bots, spread, seed):
    rounds, _ = play(Swiss(bots, [2], single=seed == 1), seed, spread)
    early = rounds[: int(log2(bots))]
    assert max(meetings(early).values()) == 1
    byes = [bot for round in rounds for bot in round.byes]
    assert len(byes) == len(set(byes)) == bots % 2 * len(rounds)
    if bots > 9:
        assert max(meetings(rounds).values()) == 1
    for round in rounds:
        assert sorted([bot for table in round.tables for bot in table.bots] + list(round.byes)) == list(range(bots))


@pytest.mark.parametrize("spread", [0, 3])
@pytest.mark.parametrize("bots", [10, 15, 32])
def test_at_two_seats_first_and_second_seats_are_level(bots, spread):
    rounds, _ = play(Swiss(bots, [2], single=True), 5, spread)
    sat = first_seats(rounds)
    assert all(abs(sat[bot, 0] - sat[bot, 1]) <= 2 for bot in range(bots))


def test_bots_of_like_points_meet():
    swiss = Swiss(32, [2])
    rounds, results = play(swiss, 1, 1.0)
    for at in range(1, 4):
        upto = {
            match.key: results[match.key] for round in rounds[:at] for table in round.tables for match in table.matches
        }
        points = swiss.points(upto)
        assert max(abs(points[table.bots[0]] - points[table.bots[1]]) for table in rounds[at].tables) <= 1


def test_the_bye_goes_to_the_lowest_who_had_none_and_is_worth_a_half():
    swiss = Swiss(5, [2], single=True)
    results = {(0, 0): [1.0, 0.0], (1, 0): [1.0, 0.0]}
    first = swiss.next_round()
    assert first.byes == (4,)
    assert swiss.points(results)[4] == Fraction(1, 2)
    losers = [table.bots[1] for table in first.tables]
    assert swiss.next_round(results).byes == (max(losers),)


def test_points_are_the_mean_over_the_matches_that_count():
    swiss = Swiss(3, [3])
    results = {(0, 0): [1.0, 0.5, 0.0], (0, 1): None, (0, 2): [1.0, 0.25, 0.25]}
    seats = [match.seats for match in swiss.next_round().tables[0].matches]
    points = swiss.points(results)
    assert points[seats[0][0]] == Fraction(5, 8)  # first seat of match 0, second of match 2
    assert sum(points) == Fraction(3, 2)
    assert swiss.points({(0, 0): None, (0, 1): None, (0, 2): None}) == [Fraction(1, 2)] * 3
    with pytest.raises(ValueError, match="has 3 seats and 2 placements"):
        swiss.points({(0, 0): [1, 0], (0, 1): None, (0, 2): None})


@pytest.mark.parametrize("spread", [0, 1, 100])
@pytest.mark.parametrize("single", [False, True])
def test_64_bots_over_8_rounds_at_four_seats_repeat_at_most_one_meeting(spread, single):
    rounds, _ = play(Swiss(64, [3, 4], rounds=8, seed=7, single=single), 7, spread)
    assert sum(times - 1 for times in meetings(rounds).values()) <= 1


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("spread", [0, 1, 100])
@pytest.mark.parametrize("single", [False, True])
def test_32_bots_over_8_rounds_at_four_seats_never_meet_three_times(spread, seed, single):
    rounds, _ = play(Swiss(32, [4], rounds=8, seed=seed, single=single), seed, spread)
    assert max(meetings(rounds).values()) <= 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_bounds_hold_for_other_seeds_too(seed):
    for spread in (0, 0.5, 1, 2, 100):
        for single in (False, True):
            rounds, _ = play(Swiss(64, [3, 4], rounds=8, seed=seed, single=single), seed, spread)
            assert sum(times - 1 for times in meetings(rounds).values()) <= 1
            rounds, _ = play(Swiss(32, [3, 4], rounds=8, seed=seed, single=single), seed, spread)
            assert max(meetings(rounds).values()) <= 2


def test_at_more_seats_everybody_sits_everywhere_alike():
    rounds, _ = play(Swiss(32, [4], rounds=8, single=True), 3)
    sat = first_seats(rounds)
    assert all(1 <= sat[bot, seat] <= 3 for bot in range(32) for seat in range(4))


def test_in_team_games_partners_do_not_come_again():
    sides = [0, 1, 0, 1]
    rounds, _ = play(Swiss(16, [4], rounds=5, sides_for=lambda _: sides), 3)
    pairs = [side for round in rounds for table in round.tables for side in table.split]
    assert len(set(pairs)) == len(pairs)


def test_64_bots_at_two_seats_are_paired_within_a_sane_time():
    rounds, _ = play(Swiss(64, [2]), 0)
    assert len(rounds) == 8
    assert max(meetings(rounds).values()) == 1


@given(
    st.integers(2, 14),
    st.sampled_from([(2,), (2, 3), (3, 4), (4,)]),
    st.integers(0, 1_000),
    st.booleans(),
    st.randoms(),
)
@settings(max_examples=40)
def test_the_order_in_which_results_arrive_and_unfinished_rounds_change_nothing(bots, sizes, seed, single, rng: Random):
    if bots < min(sizes):
        return
    swiss = Swiss(bots, sizes, seed=seed, single=single)
    rounds, results = play(swiss, seed)
    assert len(rounds) == swiss.rounds
    assert [table for round in rounds for table in round.tables] == list(swiss.tables(results))
    assert sum(len(table.matches) for table in swiss.tables(results)) == swiss.total()
    keys = list(results)
    rng.shuffle(keys)
    arrived = {}
    for key in keys:
        arrived[key] = results[key]
        whole = next((round for round in rounds if not round.finished(arrived)), None)
        if rng.random() < 0.2:
            assert Swiss(bots, sizes, seed=seed, single=single).next_round(arrived) == whole
        assert swiss.next_round(arrived) == whole
    assert swiss.next_round(arrived) is None


@given(
    st.integers(2, 13),
    st.sampled_from([(2,), (3, 4)]),
    st.dictionaries(st.integers(0, 12), st.integers(0, 5), max_size=9),
)
@settings(max_examples=40)
def test_withdrawn_bots_are_left_out_of_later_rounds_and_earlier_ones_stay(bots, sizes, withdrawn):
    withdrawn = {bot: since for bot, since in withdrawn.items() if bot < bots}
    if bots < min(sizes):
        return
    swiss = Swiss(bots, sizes)
    rounds, results = play(swiss, 2, withdrawn=withdrawn)
    for round in rounds:
        seen = sorted([bot for table in round.tables for bot in table.bots] + list(round.byes))
        assert seen == [bot for bot in range(bots) if withdrawn.get(bot, 99) > round.number]
    if len(rounds) < swiss.rounds:
        assert sum(withdrawn.get(bot, 99) > len(rounds) for bot in range(bots)) < min(sizes)
    later = {bot: since for bot, since in withdrawn.items() if since < 2}
    undisturbed = Swiss(bots, sizes)
    first_two = [match.key for round in rounds[:2] for table in round.tables for match in table.matches]
    known = {key: results[key] for key in first_two}
    assert undisturbed.finished_rounds(known, later)[:2] == rounds[:2]


def test_surplus_results_are_not_looked_at():
    swiss = Swiss(6, [2])
    rounds, results = play(swiss)
    assert Swiss(6, [2]).next_round({(2, 0): [1.0, 0.0], (2, 1): [1.0, 0.0], (17, 0): [0.5, 0.5]}) == rounds[0]
    assert list(swiss.tables({**results, (999, 0): None})) == list(swiss.tables(results))


def test_bad_sizes_are_refused_in_a_sentence():
    with pytest.raises(UserError, match="a table of 3 seats needs 3 bots, there are 2 bots"):
        Swiss(2, [3, 4])
    with pytest.raises(UserError, match="there is 1 bot:"):
        Swiss(1, [2])
    with pytest.raises(UserError, match="at least one round, not 0"):
        Swiss(4, [2], rounds=0)
    with pytest.raises(UserError, match="at least 2 seats"):
        Swiss(4, [1])


def test_a_swiss_says_what_it_will_play():
    assert Swiss(18, [2, 3, 4]).describe() == (
        "Swiss tournament of 18 bots over 7 rounds at tables of 4 and 3, each with a deal of its own, "
        "played once for each rotation of the seats: 126 matches."
    )


def test_same_deals_give_a_round_one_deal():
    swiss = Swiss(8, [4], same_deals=True)
    _, results = play(swiss)
    assert all(table.deal == table.round for table in swiss.tables(results))


GOLDEN = {
    "12 at 2": (12, (2,), {}, "286e4f64438ffce2"),
    "13 at 2, once": (13, (2,), {"single": True}, "2ba9693d4fdd3956"),
    "18 at 4": (18, (3, 4), {"seed": 5}, "9e003e54b3001a50"),
    "18 at 4, from bytes": (18, (3, 4), {"seed": b"secret"}, "962e8939760b4acd"),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_pairings_never_change(name):
    bots, sizes, options, digest = GOLDEN[name]
    swiss = Swiss(bots, sizes, **options)
    # Results without a generator, so that no release of Python changes them.
    results = {}
    while round := swiss.next_round(results):
        for table in round.tables:
            for match in table.matches:
                by_seat = [(bot * 5 + round.number) % 7 for bot in match.seats]
                others = len(by_seat) - 1
                results[match.key] = [
                    sum((own > other) + (own == other) / 2 for at, other in enumerate(by_seat) if at != seat) / others
                    for seat, own in enumerate(by_seat)
                ]
    lines = "\n".join(" ".join(map(str, table.bots)) for table in swiss.tables(results))
    assert sha256(lines.encode()).hexdigest()[:16] == digest
