"""The standings: rows, flags, warnings, sentences; placements and the crosstable beside them."""

from __future__ import annotations

import msgspec
import pytest

from arena.games import placements
from arena.ratings import MatchResult
from arena.ratings.crosstable import crosstable
from arena.ratings.placements import mean_by_table, summaries, tally
from arena.ratings.plackett_luce import fit
from arena.ratings.standings import Standings, standings
from tests.ratings.make import played, results

MIXED = [
    *played(1, bots=6, seats=2, tables=60),
    *played(2, bots=6, seats=3, tables=40, coarse=1.0),
    *played(3, bots=6, seats=4, tables=30),
]
MIXED = [msgspec.structs.replace(m, table=f"{m.seats}-{m.table}") for m in MIXED]


class TestMatchResult:
    def test_lists_are_taken_and_gaps_are_filled(self) -> None:
        made = MatchResult(1, ["a", "b"], [1, 2])  # type: ignore[arg-type]
        assert (made.bots, made.sides, made.rated, made.offenders, made.faults) == (
            ("a", "b"), (0, 1), (True, True), (False, False), (0, 0),
        )  # fmt: skip
        assert msgspec.json.decode(msgspec.json.encode(made), type=MatchResult) == made

    @pytest.mark.parametrize(
        ("wrong", "says"),
        [
            ({"bots": ()}, "at least one seat"),
            ({"ranks": (1,)}, "ranks has 1 entries for 2 seats"),
            ({"ranks": (0, 1)}, "count from 1"),
            ({"ranks": None}, "rates nobody"),
            ({"rated": (True,)}, "rated has 1"),
            ({"sides": (0, 0)}, "partners share one"),
            ({"scores": (1,)}, "scores has 1"),
            ({"ms": (1.0, 2.0)}, "decisions has 0"),
        ],
    )
    def test_what_does_not_fit_is_said(self, wrong: dict[str, object], says: str) -> None:
        with pytest.raises(ValueError, match=f"table 7: .*{says}"):
            MatchResult(**{"table": 7, "bots": ("a", "b"), "ranks": (1, 2), **wrong})  # type: ignore[arg-type]


class TestSummaries:
    def test_a_mean_over_tables_is_the_ratio_estimator(self) -> None:
        found = mean_by_table([(2.0, 2.0), (1.0, 4.0), (0.0, 2.0)])
        assert found is not None and found.se is not None
        assert found.value == 0.375
        errors = [2 - 2 * 0.375, 1 - 4 * 0.375, 0 - 2 * 0.375]
        assert found.se == pytest.approx((1.5 * sum(e * e for e in errors)) ** 0.5 / 8)
        assert mean_by_table([]) is None
        assert mean_by_table([(1.0, 2.0)]) == type(found)(0.5, None, None, None, 1, True)

    def test_they_add_up(self) -> None:
        found = summaries(tally(MIXED))
        assert sum(s.matches for s in found.values()) == sum(m.seats for m in MIXED)
        for bot, s in found.items():
            assert s.wins + s.ties + s.losses == s.matches
            values = [placements(m.ranks or (), m.sides)[m.bots.index(bot)] for m in MIXED if bot in m.bots]
            assert s.placement is not None and s.placement.value == pytest.approx(sum(values) / len(values))
            assert s.tables == len({m.table for m in MIXED if bot in m.bots})
            assert s.points == pytest.approx(s.placement.value * s.tables, rel=0.15)

    def test_a_table_is_worth_one_point(self) -> None:
        matches = [
            MatchResult(1, ("a", "b"), (1, 2)),
            MatchResult(1, ("b", "a"), (1, 2)),
            MatchResult(2, ("a", "b"), (1, 1)),
        ]
        found = summaries(tally(matches))
        assert (found["a"].points, found["b"].points) == (1.0, 1.0)
        assert (found["a"].wins, found["a"].ties, found["a"].losses) == (1, 1, 1)

    def test_an_innocent_partner_is_not_rated_and_faults_and_times_are_counted(self) -> None:
        match = MatchResult(
            1, ("a", "b", "c", "d"), (3, 1, 3, 1), (0, 1, 0, 1), (True, True, False, True), False, (True, False, False, False),
            decisions=(2, 4, 0, 3), ms=(10.0, 2.0, 0.0, 3.0),
        )  # fmt: skip
        found = summaries(tally([match]))
        assert (found["a"].faults, found["a"].losses, found["a"].unrated) == (1, 1, 0)
        assert (found["c"].matches, found["c"].unrated, found["c"].placement, found["c"].ms) == (0, 1, None, None)
        assert found["b"].wins == 1 and found["b"].ms is not None and found["b"].ms.value == 0.5

    def test_at_one_seat_there_is_no_placement(self) -> None:
        found = summaries(tally([MatchResult(1, ("a",), (1,))]))["a"]
        assert (found.matches, found.placement, found.points) == (1, None, 0.0)


class TestStandings:
    def test_rows_are_in_order_and_ranked(self) -> None:
        found = standings(MIXED)
        assert [row.rank for row in found.rows] == [1, 2, 3, 4, 5, 6]
        assert [row.elo for row in found.rows] == sorted((row.elo for row in found.rows), reverse=True)
        assert all(row.low is not None and row.high is not None and row.low < row.elo < row.high for row in found.rows)
        assert not found.warnings
        assert [table.seats for table in found.sizes] == [2, 3, 4]
        assert (found.matches, found.tables) == (len(MIXED), 130)

    def test_each_size_has_the_numbers_of_its_own_fit(self) -> None:
        found = standings(MIXED)
        for table in found.sizes:
            model = fit([m for m in MIXED if m.seats == table.seats])
            for row in table.rows:
                assert row.elo == pytest.approx(1500 + model.rating(row.bot).elo)
                assert row.se == model.rating(row.bot).se

    def test_it_is_plain_data(self) -> None:
        found = standings(MIXED)
        assert msgspec.json.decode(msgspec.json.encode(found), type=Standings) == found

    def test_what_intervals_are_against_is_said(self) -> None:
        free, held = standings(MIXED), standings(MIXED, anchors={"botb": 1000})
        assert any("against the mean of the field" in s for s in free.sentences)
        assert any(
            "against the anchor, from 420 matches" not in s and "against the anchor" in s for s in held.sentences
        )
        assert any("botb at 1000" in s for s in held.sentences)
        assert {row.bot: row.elo for row in held.rows}["botb"] == pytest.approx(1000)
        assert [row.bot for row in held.rows] == [row.bot for row in free.rows]
        assert any("mean of a bot's ratings at 2, 3 and 4 seats" in s for s in free.sentences)

    def test_how_many_tables_and_faults_it_rests_on_is_said(self) -> None:
        matches = played(4, bots=4, seats=3, tables=30, faults=0.2)
        faulty = sum(any(m.offenders) for m in matches)
        found = standings([*matches, MatchResult("v", ("bota", "botb", "botc"), None, rated=(False,) * 3)])
        text = " ".join(found.sentences)
        assert f"{faulty} of 90 results rest on faults" in text
        assert "from 90 matches at 30 tables" in text
        assert "1 match counts for nobody" in text
        assert sum(row.faults for row in found.rows) == faulty

    def test_rough_intervals_are_marked_and_said(self) -> None:
        found = standings(played(5, bots=3, seats=3, tables=6))
        assert all("rough interval: 6 tables" in row.notes for row in found.rows)
        assert any("rough" in s for s in found.sentences)

    def test_unbeaten_and_winless_bots_are_flagged(self) -> None:
        found = standings(results((("a", "b"), (1, 2), 30), (("b", "a"), (2, 1), 30)))
        assert [(row.bot, row.flag) for row in found.rows] == [("a", ">"), ("b", "<")]
        assert any("bound" in s for s in found.sentences)

    def test_level_bots_share_a_rank_whatever_the_rounding(self) -> None:
        found = standings(results(*((order, (1, 1, 1), 10) for order in ("abc", "bca", "cab"))))
        assert [(row.rank, row.bot) for row in found.rows] == [(1, "a"), (1, "b"), (1, "c")]
        assert all(row.elo == pytest.approx(1500) for row in found.rows)

    def test_parts_that_never_met_are_warned_of(self) -> None:
        rows = [((a, b), r, 3) for a, b in ("ab", "ba", "cd", "dc") for r in ((1, 2), (2, 1))]
        found = standings(results(*rows))
        assert "2 parts that never met (a and b; c and d)" in found.warnings[0]

    def test_teams_of_four_bots_in_one_split_are_warned_of(self) -> None:
        order = "abcd"
        matches = [
            MatchResult(
                t, tuple(order[t % 4 :] + order[: t % 4]), (1, 3, 1, 3) if t % 3 else (3, 1, 3, 1), (0, 1, 0, 1)
            )
            for t in range(20)
        ]
        found = standings(matches)
        assert "not identifiable" in found.warnings[0] and "a, b, c and d" in found.warnings[0]
        assert all(row.elo == row.elo for row in found.rows)

    def test_a_bot_that_never_counted_comes_last_without_interval(self) -> None:
        found = standings([*played(6, bots=3, seats=2, tables=30)], bots=["new"])
        last = found.rows[-1]
        assert (last.bot, last.rank, last.low, last.matches) == ("new", 4, None, 0)
        held = standings(played(6, bots=3, seats=2, tables=30), bots=["new"], anchors={"bota": 1000, "new": 900})
        assert held.anchors == {"bota": 1000}
        assert any("new" in warning and "anchored" in warning for warning in held.warnings)

    def test_an_anchor_that_is_no_bot_is_an_error(self) -> None:
        with pytest.raises(ValueError, match="the anchor nobody is not among the bots"):
            standings(MIXED, anchors={"nobody": 1500})

    @pytest.mark.parametrize("seats", [1, 2, 3, 4])
    def test_a_single_match_and_a_single_table_are_laid_out(self, seats: int) -> None:
        names = tuple("abcd"[:seats])
        found = standings([MatchResult(1, names, tuple(range(1, seats + 1)))])
        assert [row.bot for row in found.rows] == list(names)
        assert all(row.low is None and 1000 < row.elo < 2000 for row in found.rows)

    def test_nothing_is_laid_out_as_nothing(self) -> None:
        assert standings([]).rows == []


class TestCrosstable:
    def test_row_against_column(self) -> None:
        found = crosstable([MatchResult(1, ("a", "b", "c"), (1, 2, 2)), MatchResult(1, ("b", "c", "a"), (1, 2, 3))])
        assert found.bots == ["a", "b", "c"]
        assert found.meetings == [[0, 2, 2], [2, 0, 2], [2, 2, 0]]
        assert found.placement == [[None, 0.5, 0.5], [0.5, None, 0.75], [0.5, 0.25, None]]

    def test_partners_and_the_unrated_do_not_meet(self) -> None:
        match = MatchResult(
            1,
            tuple("abcd"),
            (3, 1, 3, 1),
            (0, 1, 0, 1),
            (True, True, False, True),
            offenders=(True, False, False, False),
        )
        found = crosstable([match], ["a", "b", "c", "d"])
        assert found.meetings == [[0, 1, 0, 1], [1, 0, 0, 0], [0, 0, 0, 0], [1, 0, 0, 0]]
        assert found.placement[1] == [1.0, None, None, None]

    def test_it_is_its_own_mirror(self) -> None:
        found = crosstable(MIXED)
        for i in range(6):
            for j in range(6):
                mine, theirs = found.placement[i][j], found.placement[j][i]
                assert (mine is None and theirs is None) or (mine or 0) + (theirs or 0) == pytest.approx(1.0)
