"""The rating gives the numbers that others published for the same data.

Their standard errors come from R's glm, whose covariance belongs to the last step but one of its iterations: they equal
ours to six digits or more, and exactly once ours are taken at that step (which these tests' author did).
"""

from __future__ import annotations

import csv

import pytest

from arena.ratings import MatchResult
from arena.ratings.plackett_luce import Fit, Model, fit
from arena.ratings.scale import ELO, expected
from tests.ratings.make import SHARED, results

BARE = Model(ghosts=False, shrinkage=False, seat_effects=False)

CITATIONS = [  # Agresti 2002, p. 448
    ("Biometrika", "CommStat", 730, 33),
    ("Biometrika", "JASA", 498, 320),
    ("Biometrika", "JRSSB", 221, 284),
    ("CommStat", "JASA", 68, 813),
    ("CommStat", "JRSSB", 17, 276),
    ("JASA", "JRSSB", 142, 325),
]

PUDDINGS = """1 2 19 22 16; 1 3 16 19 12; 2 3 19 19 10; 1 4 18 23 13; 2 4 23 19 9; 3 4 19 20 15; 1 5 13 19 18; 2 5 16 20 12;
3 5 16 15 17; 4 5 17 14 16; 1 6 18 21 12; 2 6 22 20 12; 3 6 13 18 10; 4 6 14 19 18; 5 6 11 21 12"""  # Davidson 1970


def theta(model: Fit, bot: str, zero: str) -> tuple[float, float]:
    found = model.difference(bot, zero)
    assert found.plain_se is not None
    return found.elo / ELO, found.plain_se / ELO


def citations() -> list[MatchResult]:
    return results(*(((a, b), r, n) for a, b, won, lost in CITATIONS for r, n in (((1, 2), won), ((2, 1), lost))))


def baseball() -> list[MatchResult]:
    with (SHARED / "data" / "baseball.csv").open() as file:
        rows = list(csv.DictReader(file))
    return results(
        *(
            ((row["home"], row["away"]), ranks, int(row[key]))
            for row in rows
            for ranks, key in (((1, 2), "home_wins"), ((2, 1), "away_wins"))
        )
    )


def puddings() -> list[MatchResult]:
    rows = [list(map(int, line.split())) for line in PUDDINGS.split(";")]
    return results(
        *(((str(i), str(j)), r, n) for i, j, w, lost, t in rows for r, n in (((1, 2), w), ((2, 1), lost), ((1, 1), t)))
    )


@pytest.mark.parametrize(
    ("journal", "value", "se"),
    [
        ("CommStat", -2.9490724968, 0.1025453354),
        ("JASA", -0.4795697698, 0.0605887292),
        ("JRSSB", 0.2689540558, 0.0708299651),
    ],
)
def test_citations_among_journals(journal: str, value: float, se: float) -> None:
    found, error = theta(fit(citations(), BARE), journal, "Biometrika")
    assert found == pytest.approx(value, abs=5.1e-11)
    assert error == pytest.approx(se, abs=2e-10)


@pytest.mark.skipif(not SHARED.exists(), reason="the data lie beside the repository")
class TestBaseball:
    MODEL = Model(ghosts=False, shrinkage=False)

    @pytest.mark.parametrize(
        ("team", "value"),
        [("Boston", 1.1438027), ("Cleveland", 0.7046945), ("Detroit", 1.4753572), ("Milwaukee", 1.6195550),
         ("NewYork", 1.2813404), ("Toronto", 1.3271104)],
    )  # fmt: skip
    def test_strengths_with_home_advantage(self, team: str, value: float) -> None:
        assert theta(fit(baseball(), self.MODEL), team, "Baltimore")[0] == pytest.approx(value, abs=5.1e-8)

    @pytest.mark.parametrize(("team", "se"), [("Boston", 0.3378422), ("Toronto", 0.3403222)])
    def test_standard_errors(self, team: str, se: float) -> None:
        assert theta(fit(baseball(), self.MODEL), team, "Baltimore")[1] == pytest.approx(se, abs=5e-7)

    def test_home_advantage_and_its_error(self) -> None:
        model = fit(baseball(), self.MODEL)
        home = -model.seat_effects[2, 1]
        assert home == pytest.approx(0.3022607, abs=5.1e-8)
        assert model.covariance[-1, -1] ** 0.5 == pytest.approx(0.1309436, abs=5e-7)
        assert home * ELO == pytest.approx(52.508, abs=5.1e-4)


def test_puddings_with_ties() -> None:
    model = fit(puddings(), BARE)
    worth = [theta(model, str(i), "1")[0] for i in range(2, 7)]
    assert worth == pytest.approx([0.2202419, 0.1529777, 0.1751449, 0.1338652, 0.3771349], abs=5.1e-8)
    assert model.log_deltas == {2: pytest.approx(-0.2919271, abs=5.1e-8)}


@pytest.mark.parametrize(
    ("difference", "result"), [(0, 0.5), (100, 0.6401), (200, 0.7597), (300, 0.8490), (400, 0.9091), (800, 0.9901)]
)
def test_expected_result_is_the_logistic_curve(difference: float, result: float) -> None:
    assert expected(difference) == pytest.approx(result, abs=5.1e-5)
    assert expected(-difference) == pytest.approx(1 - result, abs=5.1e-5)
