"""Orders of a round robin and of a Swiss."""

from __future__ import annotations

import random

import pytest

from arena.ratings import MatchResult
from arena.ratings.tiebreaks import buchholz, round_robin, swiss
from tests.ratings.make import played


def games(*lines: str) -> list[MatchResult]:
    """`AB` is a game that A won, `A=B` a draw; each a table of its own."""
    return [MatchResult(i, (line[0], line[-1]), (1, 1) if "=" in line else (1, 2)) for i, line in enumerate(lines)]


DOUBLE = games("AB", "AC", "AC", "AD", "BA", "BC", "BD", "BD", "CB", "CD", "CD", "DA")


def test_published_scores_and_sonneborn_berger_of_a_double_round_robin() -> None:
    found = swiss(DOUBLE)
    assert [(place.bot, place.points, place.sonneborn_berger) for place in found] == [
        ("A", 4, 11), ("B", 4, 9), ("C", 3, 6), ("D", 1, 4),
    ]  # fmt: skip


def test_published_buchholz_numbers() -> None:
    scores = [4, 2, 3, 4, 5, 6]
    assert buchholz(scores, cut_low=1, cut_high=1) == 16
    assert buchholz(scores) == 24
    assert buchholz(scores, cut_low=1) == 22


def test_buchholz_of_a_swiss_is_over_the_opponents_final_scores() -> None:
    found = {place.bot: place for place in swiss(games("AB", "CD", "AC", "B=D"))}
    assert [found[b].points for b in "ABCD"] == [2, 0.5, 1, 0.5]
    assert [found[b].buchholz for b in "ABCD"] == [1.5, 2.5, 2.5, 1.5]
    assert [found[b].buchholz_cut1 for b in "ABCD"] == [1.0, 2.0, 2.0, 1.0]
    assert [found[b].sonneborn_berger for b in "ABCD"] == [1.5, 0.25, 0.5, 0.25]
    assert [found[b].rank for b in "ABCD"] == [1, 3, 2, 4]


def test_a_bye_gives_points_and_stands_for_an_opponent_of_equal_score() -> None:
    found = {place.bot: place for place in swiss(games("AB", "AC"), byes={"C": [0.5], "B": [0.5]})}
    assert (found["C"].points, found["C"].buchholz, found["C"].sonneborn_berger) == (0.5, 2.5, 0.25)


def test_the_seed_decides_at_last() -> None:
    drawn = games("A=B", "A=C", "B=C")
    assert [place.bot for place in swiss(drawn, seeds="CAB")] == ["C", "A", "B"]
    assert [place.rank for place in swiss(drawn)] == [1, 2, 3]


def test_at_more_seats_buchholz_is_a_mean() -> None:
    rows = [MatchResult(1, ("a", "b", "c"), (1, 2, 3)), MatchResult(2, ("d", "a"), (1, 2))]
    found = {place.bot: place for place in swiss(rows)}
    assert [found[b].points for b in "abcd"] == [1.0, 0.5, 0.0, 1.0]
    assert found["a"].buchholz == pytest.approx((0.5 + 0 + 1) / 3)
    assert found["a"].buchholz_cut1 == pytest.approx(0.75)
    assert found["a"].sonneborn_berger == pytest.approx(0.5)


def test_a_table_played_from_every_seat_is_one_round() -> None:
    found = {p.bot: p for p in swiss([MatchResult(1, ("a", "b"), (1, 2)), MatchResult(1, ("b", "a"), (2, 1))])}
    assert (found["a"].points, found["a"].wins, found["b"].buchholz) == (1.0, 2, 1.0)


def test_direct_encounter_comes_before_the_score_margin() -> None:
    def game(table: int, one: str, two: str, a: int, b: int) -> MatchResult:
        return MatchResult(table, (one, two), (1, 2) if a > b else (2, 1), scores=(a, b))

    found = round_robin([game(1, "A", "B", 2, 1), game(2, "C", "A", 30, 0), game(3, "B", "C", 9, 8), game(4, "B", "D", 50, 0),
                         game(5, "A", "D", 1, 0), game(6, "D", "C", 1, 0)])  # fmt: skip
    assert [(p.bot, p.points, p.direct) for p in found] == [("A", 2, 1.0), ("B", 2, 0.0), ("D", 1, 1.0), ("C", 1, 0.0)]


def test_a_ring_of_three_is_settled_by_the_margin() -> None:
    rows = [MatchResult(1, ("A", "B"), (1, 2), scores=(5, 1)), MatchResult(2, ("B", "C"), (1, 2), scores=(9, 1)),
            MatchResult(3, ("C", "A"), (1, 2), scores=(2, 1))]  # fmt: skip
    found = round_robin(rows)
    assert [(p.rank, p.bot, p.direct, p.margin) for p in found] == [
        (1, "B", 0.5, 4),
        (2, "A", 0.5, 3),
        (3, "C", 0.5, -7),
    ]


def test_bots_level_in_all_share_a_rank() -> None:
    found = round_robin(games("AB", "BC", "CA"))
    assert [(p.rank, p.bot) for p in found] == [(1, "A"), (1, "B"), (1, "C")]


def test_bots_that_never_met_are_not_parted_by_direct_encounter() -> None:
    found = round_robin(games("AC", "BD"))
    assert [(p.rank, p.bot, p.direct) for p in found] == [
        (1, "A", None),
        (1, "B", None),
        (3, "C", None),
        (3, "D", None),
    ]


def test_a_group_that_direct_encounter_parts_is_asked_again_within() -> None:
    # A, B and C have 3 points each; C lost to both, whom only their own game then parts.
    found = round_robin(games("AB", "AC", "BC", "CD", "CE", "CF", "BD", "BE", "AD", "EA", "FA", "FB"))
    assert [p.bot for p in found][:3] == ["A", "B", "C"]
    assert [p.points for p in found][:3] == [3, 3, 3]


def test_the_order_of_matches_makes_no_difference() -> None:
    matches = played(5, bots=6, seats=3, tables=25, coarse=1.0)
    shuffled = random.Random(1).sample(matches, len(matches))
    assert swiss(shuffled) == swiss(matches)
    assert round_robin(shuffled) == round_robin(matches)
