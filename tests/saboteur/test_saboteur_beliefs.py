"""What Saboteur's bots believe of roles and of the treasure, by what everybody saw."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from arena_saboteur import Config, position
from arena_saboteur.bots.likely import LIKELY
from arena_saboteur.bots.mine_view import treasure_chances
from arena_saboteur.bots.roles import Roles
from arena_saboteur.bots.witness import Witness
from arena_saboteur.options import role_cards
from saboteur_help import plain, start

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
import fit_saboteur


def view_after(state: Any, actions: list[str], seat: int) -> Any:
    for action in actions:
        state.apply(action)
    return plain(state.view(seat))


def enumerated(pool: list[str], likelihoods: list[dict[str, float]]) -> list[dict[str, float]]:
    """The posterior by trying every order of the pool."""
    sums: list[Counter[str]] = [Counter() for _ in likelihoods]
    total = 0.0
    for order in permutations(pool):
        weight = 1.0
        for role, likelihood in zip(order, likelihoods, strict=False):
            weight *= likelihood.get(role, 0.0)
        total += weight
        for sum_, role in zip(sums, order, strict=False):
            sum_[role] += weight
    return [{role: sum_[role] / total for role in set(pool)} for sum_ in sums]


def test_the_posterior_over_roles_equals_enumeration():
    pool = ["saboteur", "saboteur", "digger", "digger", "digger", "boss", "blue"]
    rng = Random(2)
    for cards in (1, 3, 6, 7):
        likelihoods = [{role: rng.random() for role in set(pool)} for _ in range(cards)]
        found = Roles(pool, likelihoods).chances()
        for ours, theirs in zip(found, enumerated(pool, likelihoods), strict=True):
            assert ours == pytest.approx(theirs)
            assert sum(ours.values()) == pytest.approx(1)


def test_without_evidence_the_posterior_is_the_share_of_the_pool():
    for config, seats in ((Config(), 5), (Config(expansion=True), 12)):
        pool = role_cards(config, seats)
        even = dict.fromkeys(pool, 1.0)
        for chance in Roles(pool, [even] * seats).chances():
            assert chance == pytest.approx({role: pool.count(role) / len(pool) for role in pool})


def test_joint_samples_are_deals_of_the_pool_and_follow_the_posterior():
    pool = ["saboteur", "digger", "digger", "digger"]
    roles = Roles(pool, [{"digger": 1.0}, {"saboteur": 3.0, "digger": 1.0}, {"saboteur": 1.0, "digger": 1.0}])
    rng, count = Random(5), 0
    for _ in range(2000):
        dealt, rest = roles.sample(rng)
        assert Counter([*dealt, *rest]) == Counter(pool)
        count += dealt[1] == "saboteur"
    assert count / 2000 == pytest.approx(roles.chances()[1]["saboteur"], abs=0.04)


def test_no_deal_that_fits_is_an_error():
    with pytest.raises(ValueError, match="no deal"):
        Roles(["digger", "saboteur"], [{"saboteur": 1.0}, {"saboteur": 1.0}])


def suspicion(state: Any, actions: list[str], of: int, by: int) -> float:
    """How likely seat `by` thinks that `of` is a saboteur after these actions."""
    view = view_after(state, actions, by)
    witness = Witness(state.config, state.seats)
    witness.read(view)
    return witness.roles(view, witness.treasure(view)).chances()[of]["saboteur"]


def situation(**more: Any) -> Any:
    hands = [["a01", "a10", "b02", "b07", "b09"], ["a04", "b02", "b07"], ["a04", "b02", "b03"], ["b02"] * 3, ["b07"] * 3]
    roles = ["digger"] * 5
    return position(5, table={f"{x},0": "b02" for x in range(1, 5)}, hands=hands, roles=roles, round=3, **more)


def test_acts_that_are_clear_move_the_posterior_the_right_way():
    before = suspicion(situation(), [], 0, 4)
    assert before == pytest.approx(2 / 5)  # the observer's own card is no saboteur: 2 are among the 5 others
    assert suspicion(situation(), ["path b09 5,0 180"], 0, 4) > 0.6
    dug = ["discard b02", "path b07 5,0 0", "discard b02", "discard b02", "discard b07"]
    assert suspicion(situation(), [*dug, "rockfall 5,0"], 0, 4) > suspicion(situation(), dug, 0, 4) + 0.1
    assert suspicion(situation(), ["path b07 5,0 0"], 0, 4) < 0.3
    mended = suspicion(situation(), ["break pick 3", "repair pick 3"], 1, 4)
    assert mended < before


def test_a_role_that_was_looked_at_is_certain():
    state = position(
        3, hands=[["a15", "b02"], ["b02"], ["b02"]], roles=["blue", "saboteur", "green"], round=3,
        config=Config(expansion=True),
    )  # fmt: skip
    state.apply("inspect 1")
    view = plain(state.view(0))
    witness = Witness(state.config, 3)
    witness.read(view)
    chances = witness.roles(view, witness.treasure(view)).chances()
    assert chances[1]["saboteur"] == pytest.approx(1)
    assert chances[0]["blue"] == pytest.approx(1)
    assert 0 < chances[2]["saboteur"] < 3 / 14 + 1e-9


def test_a_swapped_hat_is_a_new_card_without_a_past():
    state = position(
        3, hands=[["a16", "b02"], ["b02"], ["b02"]], roles=["blue", "saboteur", "green"], spare=["boss", "green"],
        round=3, config=Config(expansion=True),
    )  # fmt: skip
    state.apply("swaphat 1")
    witness = Witness(state.config, 3)
    witness.read(plain(state.view(1)))
    assert witness.holds == [0, 3, 2]
    assert witness.known(plain(state.view(1))) == {1: "saboteur", 3: "boss"}


def test_where_one_digs_who_has_looked_tells_of_the_treasure():
    table = {f"{x},0": "b07" for x in range(1, 5)}
    hands = [["a11", "b07", "b07"], ["b01"] * 3, ["b01"] * 3]
    state = position(3, table=table, hands=hands, roles=["digger"] * 3, goals=("treasure", "stone-ne", "stone-nw"), round=3)
    view = view_after(state, ["map 0", "discard b01", "discard b01", "path b07 4,1 0"], 1)
    witness = Witness(state.config, 3)
    witness.read(view)
    chances = witness.treasure(view)
    assert sum(chances) == pytest.approx(1)
    assert chances[0] == max(chances) > 0.34


def test_who_breaks_the_tool_of_one_who_dug_is_suspected_and_who_breaks_a_suspects_is_not():
    before = suspicion(situation(), [], 3, 4)
    breaks = {"hands": [["b07", "b09"], ["b02"], ["b02"], ["a01"], ["b07"]]}
    at = {f"{x},0": "b02" for x in range(1, 5)}

    def after(first: str) -> float:
        state = position(5, table=at, roles=["digger"] * 5, round=3, **breaks)
        return suspicion(state, [first, "discard b02", "discard b02", "break pick 0"], 3, 4)

    assert after("path b07 5,0 0") > before + 0.1
    assert after("path b09 5,0 180") < before - 0.1


def test_all_kinds_of_acts_have_been_counted():
    assert {*fit_saboteur.KINDS} == {*LIKELY}
    assert all(chance > 0 for row in LIKELY.values() for chance in row)


def test_belief_sees_the_same_when_it_missed_earlier_questions():
    state, rng = start(5, 5), Random(3)
    followed = Witness(state.config, 5)
    for _ in range(22):
        followed.read(plain(state.view(2)))
        state.apply(rng.choice(state.legal()))
    view = plain(state.view(2))
    followed.read(view)
    late = Witness(state.config, 5)
    late.read(view)
    chances = treasure_chances(view["goals"])
    assert len(late.deeds) == 22
    assert late.roles(view, chances).chances() == followed.roles(view, chances).chances()
