"""The official rating: what it does not depend on, what it says of extreme fields, and its intervals."""

from __future__ import annotations

import random
from collections.abc import Sequence

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import MatchResult
from arena.ratings.combined import anchored, combine
from arena.ratings.plackett_luce import Fit, Model, NoMaximum, fit, superiority
from arena.ratings.scale import ELO
from arena.ratings.student import normal_cdf, student_quantile
from tests.ratings.make import played, results

FIELD = {"bots": 7, "seats": 4, "tables": 25, "coarse": 1.0, "faults": 0.1}


def numbers(model: Fit) -> list[float]:
    """Everything that is shown, in the order of names."""
    out: list[float] = []
    for bot in model.bots:
        found = model.rating(bot)
        out += [found.elo, found.plain_se or 0.0, found.sandwich_se or 0.0, float(found.tables)]
    return [*out, *model.seat_effects.values(), *model.log_deltas.values()]


class TestIndependence:
    @given(st.randoms(use_true_random=False))
    @settings(max_examples=15)
    def test_of_the_order_of_matches(self, rng: random.Random) -> None:
        matches = played(1, **FIELD)  # type: ignore[arg-type]
        shuffled = rng.sample(matches, len(matches))
        assert numbers(fit(shuffled)) == pytest.approx(numbers(fit(matches)), abs=1e-9)

    @given(st.permutations("abcdefg"))
    @settings(max_examples=15)
    def test_of_the_names_of_bots(self, letters: Sequence[str]) -> None:
        matches = played(2, **FIELD)  # type: ignore[arg-type]
        new = {f"bot{old}": f"x{letter}" for old, letter in zip("abcdefg", letters, strict=True)}
        renamed = [msgspec.structs.replace(m, bots=tuple(new[bot] for bot in m.bots)) for m in matches]
        before, after = fit(matches), fit(renamed)
        for old, other in new.items():
            a, b = before.rating(old), after.rating(other)
            assert (b.elo, b.plain_se, b.sandwich_se) == pytest.approx((a.elo, a.plain_se, a.sandwich_se), abs=1e-9)

    @given(st.permutations(range(4)), st.booleans())
    @settings(max_examples=15)
    def test_of_the_naming_of_seats(self, order: Sequence[int], teams: bool) -> None:
        # The shrinkage of seat effects knows which seat is first, so it is off here; see the next test.
        matches = played(3, bots=7, seats=4, tables=40, coarse=1.0, teams=teams)
        moved = [self.reseated(m, order) for m in matches]
        model = Model(shrinkage=teams)
        before, after = fit(matches, model), fit(moved, model)
        close = 1.5 if teams else 1e-7
        assert numbers(after)[: 4 * 7] == pytest.approx(numbers(before)[: 4 * 7], abs=close)

    def test_of_the_naming_of_seats_but_for_shrinkage(self) -> None:
        matches = played(3, **FIELD)  # type: ignore[arg-type]
        moved = [self.reseated(m, (2, 0, 3, 1)) for m in matches]
        for a, b in zip(numbers(fit(matches))[:28], numbers(fit(moved))[:28], strict=True):
            assert a == pytest.approx(b, abs=1.0)  # of a standard error of 27

    @staticmethod
    def reseated(match: MatchResult, order: Sequence[int]) -> MatchResult:
        return msgspec.structs.replace(
            match,
            **{
                name: tuple(getattr(match, name)[s] for s in order)
                for name in ("bots", "ranks", "sides", "rated", "offenders", "faults")
            },
        )

    def test_of_the_names_of_tables_and_sides(self) -> None:
        matches = played(4, bots=6, seats=4, tables=20, teams=True)
        renamed = [
            msgspec.structs.replace(m, table=f"t{m.table}", sides=tuple(7 - s for s in m.sides)) for m in matches
        ]
        assert numbers(fit(renamed)) == pytest.approx(numbers(fit(matches)), abs=1e-9)

    def test_of_matches_that_say_nothing(self) -> None:
        matches = played(5, bots=5, seats=3, tables=20)
        void = MatchResult("void", ("bota", "botb", "stranger"), None, rated=(False,) * 3)
        level = MatchResult("level", ("bota", "botb", "botc"), (1, 1, 1), last_is_open=True)
        model = fit([*matches, void, level])
        assert [numbers(model)[i] for i in range(20)] == pytest.approx(numbers(fit(matches))[:20], abs=1e-12)
        assert (model.others, model.thetas["stranger"], model.rating("stranger").low) == (["stranger"], 0.0, None)

    def test_equal_matches_are_counted_as_if_each_stood_alone(self) -> None:
        once = played(6, bots=5, seats=3, tables=15, coarse=1.0)
        thrice = [msgspec.structs.replace(m, table=f"{m.table} {i}") for m in once for i in range(3)]
        model = fit(thrice)
        assert sum(block.counts.sum() for block in model.design.blocks) == 3 * sum(
            block.counts.sum() for block in fit(once).design.blocks
        )
        assert all(len(block.sides) < len(block.which) for block in model.design.blocks)


class TestExtremes:
    """Finite and sensible."""

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_one_bot_that_wins_everything(self, seats: int) -> None:
        names = "abcd"[:seats]
        rotations = [(names[i:] + names[:i], i) for i in range(seats)]
        ranks = {bot: rank for rank, bot in enumerate(names, start=1)}
        matches = results(*((order, [ranks[b] for b in order], 20) for order, _ in rotations))
        model = fit(matches)
        order = sorted(model.thetas, key=lambda bot: -model.thetas[bot])
        assert "".join(order) == names
        assert model.unbeaten == ["a"] and model.winless == [names[-1]]
        assert all(abs(theta) < 10 for theta in model.thetas.values())
        first = model.rating("a")
        assert first.se is not None and first.low is not None and 0 < first.se < 1000 and first.low > 0

    @pytest.mark.parametrize("seats", [2, 3, 4])
    def test_nothing_but_draws(self, seats: int) -> None:
        names = "abcd"[:seats]
        model = fit(results(*((names[i:] + names[:i], [1] * seats, 20) for i in range(seats))))
        assert list(model.thetas.values()) == pytest.approx([0.0] * seats, abs=1e-9)
        assert all(np.isfinite(value) and value > 0 for value in model.log_deltas.values())
        assert not model.unbeaten and not model.winless

    def test_a_first_seat_that_always_wins(self) -> None:
        model = fit(results((("a", "b"), (1, 2), 50), (("b", "a"), (1, 2), 50)))
        assert model.thetas["a"] == pytest.approx(0.0, abs=1e-9)
        assert -8 < model.seat_effects[2, 1] < -3

    def test_one_match(self) -> None:
        model = fit(results((("a", "b"), (1, 2), 1)))
        assert 0 < (model.thetas["a"] - model.thetas["b"]) * ELO < 400
        assert model.rating("a").se is None and model.rating("a").rough

    def test_one_bot_and_no_bot(self) -> None:
        assert fit([MatchResult(1, ("a",), (1,))]).thetas == {"a": 0.0}
        assert fit([]).thetas == {}

    def test_two_bots_are_mirror_images(self) -> None:
        model = fit(
            results(
                (("a", "b"), (1, 2), 30), (("b", "a"), (1, 2), 18), (("b", "a"), (1, 1), 4), (("a", "b"), (2, 1), 7)
            )
        )
        a, b = model.rating("a"), model.rating("b")
        assert a.elo == pytest.approx(-b.elo, abs=1e-9) and a.se == pytest.approx(b.se)
        assert model.difference("a", "b").elo == pytest.approx(2 * a.elo)

    def test_a_bot_against_itself_says_something_of_seats_only(self) -> None:
        model = fit(results((("a", "a"), (1, 2), 9), (("a", "b"), (1, 2), 5), (("b", "a"), (1, 2), 5)))
        assert model.thetas["a"] == pytest.approx(0.0, abs=1e-9)
        assert not model.unbeaten

    def test_without_ghosts_there_may_be_no_estimate_and_it_says_so(self) -> None:
        with pytest.raises(NoMaximum, match="no finite estimate"):
            fit(results((("a", "b"), (1, 2), 5)), Model(ghosts=False, shrinkage=False, seat_effects=False))

    def test_losers_of_a_winner_takes_all_game_are_not_made_equal(self) -> None:
        # c and d never win; c is beaten as often as d, but d's matches are twice as many: an open rank must not tie them.
        rows = played(8, bots=4, seats=3, tables=400, structural=True, strengths=[1.0, 0.3, -0.3, -1.0], bias=0.0)
        as_open = fit(rows)
        closed = fit([msgspec.structs.replace(m, last_is_open=False) for m in rows])
        truth = {"bota": 1.0, "botb": 0.3, "botc": -0.3, "botd": -1.0}
        wrong = {
            name: max(abs(model.thetas[bot] - theta) for bot, theta in truth.items()) * ELO
            for name, model in (("open", as_open), ("closed", closed))
        }
        assert wrong["open"] < 40 < wrong["closed"]


class TestField:
    def test_parts_that_never_met_are_named(self) -> None:
        model = fit(
            results((("a", "b"), (1, 2), 5), (("b", "a"), (1, 2), 4), (("c", "d"), (1, 2), 5), (("d", "c"), (1, 2), 5))
        )
        assert model.parts == [["a", "b"], ["c", "d"]]
        assert all(np.isfinite(list(model.thetas.values())))

    def test_groups_between_which_all_went_one_way_are_named(self) -> None:
        rows = [((a, b), r, 3) for a, b in ("ab", "ba", "cd", "dc") for r in ((1, 2), (2, 1))]
        model = fit(results(*rows, (("c", "a"), (1, 2), 3), (("b", "d"), (2, 1), 3)))
        assert model.one_sided == [["c", "d"], ["a", "b"]]
        assert model.unbeaten == [] and model.parts == [["a", "b", "c", "d"]]

    def test_four_bots_in_one_split_of_sides_have_no_strength_of_their_own(self) -> None:
        def split(table: int, order: str, first: int) -> MatchResult:
            ranks = (1, 3, 1, 3) if first == 0 else (3, 1, 3, 1)
            return MatchResult(table, tuple(order), ranks, (0, 1, 0, 1))

        one = [split(t, "abcd"[t % 4 :] + "abcd"[: t % 4], int(t % 3 == 0)) for t in range(24)]
        assert fit(one).unidentified == (["a", "b", "c", "d"], False)
        every = one + [
            split(100 + t, order[t % 4 :] + order[: t % 4], int(t % 5 == 0))
            for order in ("acbd", "abdc")
            for t in range(24)
        ]
        assert fit(every).unidentified == ([], False)

    def test_seats_that_were_never_changed_are_named(self) -> None:
        assert fit(results((("a", "b"), (1, 2), 5), (("a", "b"), (2, 1), 5))).unidentified == (["a", "b"], True)

    def test_a_good_field_has_nothing_to_name(self) -> None:
        model = fit(played(9, bots=6, seats=3, tables=30))
        assert (len(model.parts), len(model.one_sided), model.unidentified[0]) == (1, 1, [])


class TestIntervals:
    def test_the_sandwich_and_its_factor_are_the_formula(self) -> None:
        matches = played(10, bots=5, seats=3, tables=30)
        model = fit(matches)
        found = model.rating("bota")
        i = model.design.bots.index("bota")
        g = len({m.table for m in matches if "bota" in m.bots})
        assert found.tables == g == model.tables("bota")
        assert found.se is not None and found.plain_se is not None and found.sandwich_se is not None
        assert found.sandwich_se == pytest.approx((model.sandwich[i, i] * g / (g - 1)) ** 0.5 * ELO)
        assert found.plain_se == pytest.approx(model.covariance[i, i] ** 0.5 * ELO)
        assert found.se == max(found.plain_se, found.sandwich_se)
        assert found.high is not None
        assert found.high - found.elo == pytest.approx(student_quantile(0.975, g - 1) * found.se)

    def test_copies_of_a_match_at_one_table_tell_no_more_than_one(self) -> None:
        once = played(11, bots=6, seats=2, tables=60)
        copied = [m for m in once for _ in range(8)]
        a, b = fit(once).rating("botb"), fit(copied).rating("botb")
        assert (
            a.sandwich_se is not None
            and b.sandwich_se is not None
            and a.plain_se is not None
            and b.plain_se is not None
        )
        assert b.plain_se < 0.5 * a.plain_se
        assert b.se == b.sandwich_se > 0.8 * a.sandwich_se

    def test_a_difference_is_the_contrast_of_two(self) -> None:
        model = fit(played(12, bots=5, seats=4, tables=40))
        v = model.covariance
        found = model.difference("botb", "botd")
        assert found.plain_se == pytest.approx((v[1, 1] + v[3, 3] - 2 * v[1, 3]) ** 0.5 * ELO)
        assert found.tables == min(model.tables("botb"), model.tables("botd"))
        assert found.se is not None
        assert superiority(found) == pytest.approx(normal_cdf(found.elo / found.se))
        assert superiority(found) == pytest.approx(1 - (superiority(model.difference("botd", "botb")) or 0.0))
        assert superiority(model.difference("botb", "botb")) is None

    def test_strengths_and_their_errors_are_centred(self) -> None:
        model = fit(played(13, bots=6, seats=3, tables=20))
        assert sum(model.thetas.values()) == pytest.approx(0.0, abs=1e-12)
        assert model.covariance[:6, :6].sum(axis=0) == pytest.approx(0.0, abs=1e-12)

    def test_few_tables_are_rough_and_one_gives_none(self) -> None:
        assert fit(played(14, bots=3, seats=3, tables=19)).rating("bota").rough
        assert not fit(played(14, bots=3, seats=3, tables=20)).rating("bota").rough
        alone = fit(played(14, bots=3, seats=3, tables=1)).rating("bota")
        assert (alone.se, alone.low, alone.high) == (None, None, None)

    def test_anchors_move_all_and_no_difference(self) -> None:
        model = fit(played(15, bots=6, seats=3, tables=40))
        free = {bot: anchored(model, bot, {}) for bot in model.bots}
        held = {bot: anchored(model, bot, {"botc": 1000.0}) for bot in model.bots}
        pair = {bot: anchored(model, bot, {"botc": 1000.0, "botd": 1300.0}) for bot in model.bots}
        assert sum(found.elo for found in free.values()) / 6 == pytest.approx(1500.0)
        assert held["botc"].elo == pytest.approx(1000.0) and held["botc"].se == 0.0
        assert (pair["botc"].elo + pair["botd"].elo) / 2 == pytest.approx(1150.0)
        for bot in model.bots:
            assert held[bot].elo - held["bota"].elo == pytest.approx(free[bot].elo - free["bota"].elo)
            assert pair[bot].elo - pair["bota"].elo == pytest.approx(free[bot].elo - free["bota"].elo)
            assert held[bot].se == pytest.approx(model.difference(bot, "botc").se)

    def test_an_unknown_bot_is_named(self) -> None:
        with pytest.raises(ValueError, match="no such bot in these results: nobody"):
            fit(played(16, bots=3, seats=2, tables=3)).rating("nobody")


class TestCombined:
    def test_it_is_the_mean_weighted_by_matches_with_its_error(self) -> None:
        two, three = played(17, bots=5, seats=2, tables=60), played(18, bots=5, seats=3, tables=30)
        fits = {2: fit(two), 3: fit(three)}
        count = {k: {b: sum(b in m.bots for m in some) for b in fits[k].bots} for k, some in ((2, two), (3, three))}
        both = combine(fits, count)
        a, b = fits[2].rating("bota"), fits[3].rating("bota")
        w = count[2]["bota"] / (count[2]["bota"] + count[3]["bota"])
        found = both.rating("bota")
        assert found.elo == pytest.approx(w * a.elo + (1 - w) * b.elo)
        assert a.se is not None and b.se is not None
        assert found.se == pytest.approx(((w * a.se) ** 2 + ((1 - w) * b.se) ** 2) ** 0.5)
        assert found.tables == a.tables + b.tables
        assert "2 and 3 seats" in both.sentence and "weighted by the bot's matches" in both.sentence
        difference = both.difference("bota", "botb")
        assert difference.elo == pytest.approx(found.elo - both.rating("botb").elo)

    def test_one_number_of_seats_is_left_as_it_is(self) -> None:
        matches = played(19, bots=4, seats=3, tables=25)
        model = fit(matches)
        both = combine({3: model}, {3: dict.fromkeys(model.bots, 10)})
        assert both.rating("botb") == model.rating("botb")

    def test_a_bot_that_played_at_one_number_of_seats_only_has_that_rating(self) -> None:
        two, three = fit(played(20, bots=5, seats=2, tables=30)), fit(played(21, bots=4, seats=3, tables=30))
        both = combine({2: two, 3: three}, {2: dict.fromkeys(two.bots, 24), 3: dict.fromkeys(three.bots, 68)})
        assert both.rating("bote") == two.rating("bote")
