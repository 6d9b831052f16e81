"""Round robins: Berger tables, full designs and cyclic base blocks are as level as they say, after any unit."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from hashlib import sha256
from itertools import combinations, islice
from math import comb
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UserError
from arena.pairings import MixedSchedule, RoundRobin, Table, count, cut, sizes_that_fit
from arena.pairings.blocks import PERFECT
from arena.pairings.design import berger_round

TWO_SIDES = [0, 1, 0, 1]
NEIGHBOURS = [0, 0, 1, 1]

PUBLISHED = {
    6: "1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 / 8-5 6-4 7-3 1-2 / 2-8 3-1 4-7 5-6 / 8-6 7-5 1-4 2-3 / 3-8 4-2 5-1 6-7 / 8-7 1-6 2-5 3-4 / "
    "4-8 5-3 6-2 7-1",
}


def balance(schedule, units=None):
    tables = [table for table in schedule.tables() if units is None or table.unit < units]
    (seats,) = {table.seats for table in tables}
    return count(tables, schedule.bots)[seats]


@pytest.mark.parametrize("bots", PUBLISHED)
def test_two_seats_are_the_published_berger_tables(bots):
    schedule = RoundRobin(bots, 2)
    rounds: dict[int, list[str]] = {}
    for table in schedule.tables():
        first, second = table.bots
        rounds.setdefault(table.round, []).append(f"{first + 1}-{second + 1}")
    drawn = " / ".join(" ".join(rounds[round]) for round in range(bots - 1))
    assert drawn == PUBLISHED[bots]


@pytest.mark.parametrize("bots", [*range(2, 21), 39, 40])
def test_at_two_seats_every_pair_meets_once_a_cycle_and_from_both_seats(bots):
    schedule = RoundRobin(bots, 2, matches=bots * (bots - 1))
    assert schedule.total() == bots * (bots - 1)
    tables = list(schedule.tables())
    assert Counter(tuple(sorted(table.bots)) for table in tables) == Counter(combinations(range(bots), 2))
    assert {match.seats for table in tables for match in table.matches} == {
        (a, b) for a in range(bots) for b in range(bots) if a != b
    }
    for round in range(bots - 1 + bots % 2):
        sitting = Counter(bot for table in tables if table.round == round for bot in table.bots)
        assert set(sitting.values()) == {1}
        assert len(sitting) == bots - bots % 2


@pytest.mark.parametrize("bots", range(2, 21))
def test_first_seats_of_a_berger_cycle_differ_by_one_and_of_two_cycles_not_at_all(bots):
    cycle = bots * (bots - 1) // 2
    tables = list(islice(RoundRobin(bots, 2, endless=True).tables(), 2 * cycle))
    lean: Counter[int] = Counter()
    for at, table in enumerate(tables):
        lean[table.bots[0]] += 1
        lean[table.bots[1]] -= 1
        if at + 1 == cycle:
            assert max(map(abs, lean.values())) <= 1
    assert set(lean.values()) == {0}


def test_a_berger_round_has_everybody_once_at_any_even_number():
    for bots in range(2, 60, 2):
        for round in range(bots - 1):
            assert sorted(bot for pair in berger_round(bots, round) for bot in pair) == list(range(bots))


@pytest.mark.parametrize(("bots", "seats"), PERFECT)
def test_perfect_difference_sets_make_every_pair_meet_once_a_block(bots, seats):
    schedule = RoundRobin(bots, seats, design="blocks", matches=bots * seats)
    assert tuple(sorted(next(schedule.tables()).bots)) == PERFECT[bots, seats]
    level = balance(schedule).summary()
    assert str(level.meetings) == "1"
    assert level.in_seats.spread == 0


@pytest.mark.parametrize(
    ("bots", "seats", "tables", "least", "most"),
    [(10, 4, 90, 12, 12), (13, 4, 156, 12, 12), (12, 4, 132, 12, 12), (11, 3, 110, 6, 6), (16, 4, 240, 11, 13)],
)
def test_blocks_reach_the_stated_levels(bots, seats, tables, least, most):
    schedule = RoundRobin(bots, seats, design="blocks", matches=tables * seats)
    level = balance(schedule).summary()
    assert (level.tables, level.in_seats.spread) == (tables, 0)
    assert least <= level.meetings.least and level.meetings.most <= most
    # Who moves after whom: k tables of k matches each, on average.
    assert level.successors.least >= (seats - 1) * seats and level.successors.most <= (seats + 1) * seats


@pytest.mark.parametrize(("bots", "seats"), [(17, 3), (24, 3), (14, 4), (20, 4), (40, 4), (61, 4), (60, 3), (30, 5)])
def test_blocks_are_level_after_any_unit(bots, seats):
    schedule = RoundRobin(bots, seats, endless=True, design="blocks")
    source = schedule.tables()
    level = count(islice(source, bots), bots)[seats]
    for _ in range(5):
        assert {sum(row) for row in level.in_seats} == {level.matches * seats // bots}
        assert level.summary().in_seats.spread == 0
        assert level.summary().meetings.spread <= 3
        assert level.summary().successors.spread <= 3 * seats
        for table in islice(source, bots):
            level.add(table)


@pytest.mark.parametrize(
    ("bots", "seats"), [(3, 3), (5, 3), (9, 3), (16, 3), (4, 4), (6, 4), (10, 4), (12, 4), (7, 5), (8, 8)]
)
def test_a_full_design_has_every_set_once_in_every_rotation(bots, seats):
    matches = comb(bots, seats) * seats
    assert matches <= 2_000
    tables = list(RoundRobin(bots, seats, matches=matches).tables())
    assert Counter(tuple(sorted(table.bots)) for table in tables) == Counter(combinations(range(bots), seats))
    assert all(len(table.matches) == seats for table in tables)
    level = count(tables, bots)[seats].summary()
    assert (level.meetings.spread, level.in_seats.spread) == (0, 0)


@pytest.mark.parametrize(("bots", "seats", "cycles"), [(5, 3, 2), (16, 3, 2), (4, 4, 6), (7, 4, 6), (10, 4, 6)])
def test_a_full_design_uses_every_seat_order_before_one_comes_again(bots, seats, cycles):
    schedule = RoundRobin(bots, seats, matches=cycles * comb(bots, seats) * seats)
    tables = list(schedule.tables())
    assert len({match.seats for table in tables for match in table.matches}) == schedule.total()
    assert count(tables, bots)[seats].summary().successors.spread == 0


@pytest.mark.parametrize(("bots", "seats"), [(10, 4), (12, 4), (16, 3), (7, 4)])
def test_a_full_design_is_level_after_any_unit(bots, seats):
    schedule = RoundRobin(bots, seats, matches=comb(bots, seats) * seats)
    for units in range(1, schedule.units + 1):
        level = balance(schedule, units).summary()
        assert level.each.spread == level.in_seats.spread == 0
        assert level.meetings.spread <= 4
        assert level.successors.spread <= 4 * seats


@pytest.mark.parametrize("sides", [TWO_SIDES, NEIGHBOURS])
@pytest.mark.parametrize("bots", range(4, 10))
def test_full_team_designs_have_every_set_in_all_three_splits(bots, sides):
    tables = list(RoundRobin(bots, 4, sides=sides, matches=comb(bots, 4) * 12).tables())
    assert len(tables) == comb(bots, 4) * 3
    assert len({table.split for table in tables}) == len(tables)
    level = count(tables, bots)[4].summary()
    assert level.meetings.spread == level.partners.spread == level.in_seats.spread == 0


@pytest.mark.parametrize("sides", [TWO_SIDES, NEIGHBOURS])
@pytest.mark.parametrize("bots", [10, 13, 16, 20, 40])
def test_team_blocks_level_partners_and_opponents(bots, sides):
    schedule = RoundRobin(bots, 4, sides=sides, matches=(bots - 1) * bots * 4)
    level = balance(schedule).summary()
    assert (level.tables, level.in_seats.spread) == ((bots - 1) * bots, 0)
    assert level.meetings.spread <= 3
    assert level.partners.spread <= 2


@pytest.mark.parametrize("sides", [None, TWO_SIDES, NEIGHBOURS, [1, 0, 0, 1], [0, 1, 1, 1], [0, 0, 0, 0]])
def test_rotations_bring_every_bot_once_to_every_seat_and_keep_the_split(sides):
    for table in RoundRobin(7, 4, sides=sides, matches=200).tables():
        assert table.matches[0].seats == table.bots
        for seat in range(4):
            assert sorted(match.seats[seat] for match in table.matches) == sorted(table.bots)
        if sides in (TWO_SIDES, NEIGHBOURS, [1, 0, 0, 1]):
            for match in table.matches:
                together = [
                    tuple(sorted(b for b, s in zip(match.seats, sides, strict=True) if s == side)) for side in (0, 1)
                ]
                assert tuple(sorted(together)) == table.split
        else:
            assert table.split is None


@pytest.mark.parametrize("sizes", [[2], [3], [4], [2, 3, 4]])
@pytest.mark.parametrize("bots", [4, 5, 8, 11, 17, 23, 46, 47, 60])
def test_by_default_every_bot_has_at_least_60_matches_at_each_size(bots, sizes):
    schedule = MixedSchedule(bots, sizes)
    levels = count(schedule.tables(), bots)
    assert list(levels) == sizes
    for seats, level in levels.items():
        each = level.summary().each
        assert each.least >= 60
        assert each.spread <= (2 if seats == 2 and bots == 47 else 0)
        if comb(bots, seats) * seats <= 2_000:
            assert level.summary().meetings.spread == 0
        else:
            assert each.least < 60 + seats * seats
    assert sum(level.matches for level in levels.values()) == schedule.total()


def test_the_number_of_a_table_is_its_place_and_its_deal_is_used_nowhere_else():
    schedule = MixedSchedule(9, [2, 3, 4], sides_for=lambda seats: TWO_SIDES if seats == 4 else range(seats))
    tables = list(schedule.tables())
    assert [table.number for table in tables] == [table.deal for table in tables] == list(range(len(tables)))
    assert len({match.key for table in tables for match in table.matches}) == schedule.total()
    assert tables[-1].unit + 1 == schedule.units
    assert [table.unit for table in tables] == sorted(table.unit for table in tables)
    assert all(match.key == (table.number, at) for table in tables for at, match in enumerate(table.matches))


def test_mixed_sizes_advance_together():
    schedule = MixedSchedule(20, [2, 3, 4], endless=True)
    matches = {2: [0] * 20, 3: [0] * 20, 4: [0] * 20}
    unit = 0
    for table in islice(schedule.tables(), 3_000):
        if table.unit > unit:
            unit = table.unit
            had = [max(counts) for counts in matches.values()]
            assert max(had) - min(had) <= 16  # the matches of a bot in the longest unit, 4 x 4
            assert all(max(counts) == min(counts) for counts in matches.values())
        for bot in table.bots:
            matches[table.seats][bot] += table.seats
    assert unit > 50


@pytest.mark.parametrize(("matches", "expected"), [(1, 60), (60, 60), (119, 60), (120, 120), (1_000, 960)])
def test_a_budget_is_rounded_down_to_whole_units_but_at_least_one(matches, expected):
    schedule = RoundRobin(20, 3, matches=matches)
    assert schedule.total() == expected
    assert sum(len(table.matches) for table in schedule.tables()) == expected


@given(st.integers(2, 14), st.sets(st.integers(2, 5), min_size=1), st.integers(1, 600), st.integers(0, 600))
def test_a_longer_budget_only_adds_to_the_end(bots, sizes, matches, more):
    sizes, _ = sizes_that_fit(bots, sizes)
    if sizes:
        short, long = (MixedSchedule(bots, sizes, matches=budget) for budget in (matches, matches + more))
        tables = list(short.tables())
        assert tables == list(islice(long.tables(), len(tables)))
        assert sum(len(table.matches) for table in tables) == short.total()
        assert short.total() <= matches or short.units == len(sizes)


def test_cut_keeps_tables_whole():
    tables = list(RoundRobin(6, 3).tables())
    assert [len(list(cut(tables, matches))) for matches in (1, 3, 5, 6, 7)] == [1, 1, 1, 2, 2]
    assert list(cut([], 5)) == []


def test_same_deals_give_a_unit_one_deal():
    tables = list(RoundRobin(6, 3, same_deals=True).tables())
    assert all(table.deal == table.unit for table in tables)


@pytest.mark.parametrize("sizes", [[2], [3], [4], [2, 3, 4]])
@pytest.mark.parametrize("bots", [4, 20, 100])
def test_a_plan_of_a_million_matches_takes_no_memory_and_starts_at_once(bots, sizes):
    tracemalloc.start()
    began = process_time()
    schedule = MixedSchedule(bots, sizes, matches=1_000_000)
    first = next(schedule.tables())
    took = process_time() - began
    for _ in islice(schedule.tables(), 5_000):
        pass
    grown = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert first.number == 0
    assert 1_000_000 - 100 * 100 * 4 < schedule.total() <= 1_000_000
    assert grown < 2_000_000
    assert took < 20  # no promise of speed: it must only not walk through a million matches


def test_the_first_of_a_million_matches_is_made_alone():
    schedule = RoundRobin(1_000, 4, endless=True)
    assert len(next(schedule.tables()).bots) == 4
    assert schedule.total() is None and schedule.units is None
    assert len(schedule.design._blocks) == 1


GOLDEN = {
    "7 at 2": (MixedSchedule(7, [2]), "4ca9d41a431061ac"),
    "10 at 3": (MixedSchedule(10, [3]), "8f3642a1be679740"),
    "10 at 2, 3, 4": (MixedSchedule(10, [2, 3, 4]), "164a4cfea14084d8"),
    "20 at 4": (MixedSchedule(20, [4]), "ef4bb867d106dcf0"),
    "60 at 3, 4": (MixedSchedule(60, [3, 4]), "b6dda3f6e2981570"),
    "13 at 4 in teams": (MixedSchedule(13, [4], sides_for=lambda _: TWO_SIDES), "746e112f044951d7"),
    "40 at 4 in teams": (MixedSchedule(40, [4], sides_for=lambda _: NEIGHBOURS), "85dfad050f9fbd3d"),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_schedule_never_changes(name):
    schedule, digest = GOLDEN[name]
    lines = "\n".join(" ".join(map(str, table.bots)) for table in schedule.tables())
    assert sha256(lines.encode()).hexdigest()[:16] == digest


def test_a_schedule_can_be_walked_twice_and_half():
    schedule = MixedSchedule(11, [3, 4], design="blocks")
    half: list[Table] = list(islice(schedule.tables(), 40))
    assert half == list(islice(schedule.tables(), 40))
    assert half == list(islice(MixedSchedule(11, [3, 4], design="blocks").tables({(0, 0): [1.0, 0.0, 0.5]}), 40))


def test_too_few_bots_for_a_table_are_refused_in_a_sentence():
    with pytest.raises(UserError, match="a table of 4 seats needs 4 bots, there are 3 bots"):
        RoundRobin(3, 4)
    with pytest.raises(UserError, match="there is 1 bot:"):
        MixedSchedule(1, [2, 3])
    with pytest.raises(UserError, match="at least 2 seats, not 1"):
        RoundRobin(3, 1)
    assert sizes_that_fit(2, [4, 2]) == ([2], ["tables of 4 are left out: there are only 2 bots"])


def test_a_schedule_says_what_it_will_play():
    assert MixedSchedule(10, [2, 3, 4]).describe() == (
        "Round robin of 10 bots at tables of 2, 3 and 4, each with a deal of its own, "
        "played once for each rotation of the seats: 1,560 matches."
    )
    assert RoundRobin(10, 4, endless=True).describe().endswith(": until the time is up.")


def test_the_balance_of_one_bot_reads_as_spans():
    level = balance(RoundRobin(7, 3, design="blocks", matches=21))
    line = level.bots()[0]
    assert (line.tables, line.matches, str(line.meetings), line.seats) == (3, 9, "1", (3, 3, 3))
    assert (line.partners, str(line.successors)) == (None, "0-3")
    with pytest.raises(ValueError, match="2 seats among tables of 3"):
        level.add(next(RoundRobin(4, 2).tables()))
