"""Search finds what is to be found in games that are small enough to know the answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from search_toys import Coin, CoinGame, Estimated, Pile, PileGame, TreeGame, worlds_of

from arena.deals import Deal, WrittenDeal
from arena.games import Game, State
from arena.plugins import Plugins
from arena.protocol import TimeLeft
from arena.search import Budget, Found, Playout, best_of, flat_mc, ismcts, stop_ms
from arena.search.glance import glance
from arena.search.tree import Tree

KUHN = Path(__file__).parents[2] / "docs" / "example-plugin" / "arena_kuhn.py"
SEARCHES = pytest.mark.parametrize("search", [ismcts, flat_mc])
Search = Callable[..., Found]


def found(search: Search, game: Game, state: State, seats: int = 2, seed: int = 1, **more: Any) -> Found:
    return search(worlds_of(game, state, seats), Random(seed), **{"iterations": 600, **more})


@SEARCHES
@pytest.mark.parametrize("left", [5, 6, 7])
def test_it_leaves_a_multiple_of_four_in_the_game_of_taking_the_last_token(search: Search, left: int) -> None:
    assert found(search, PileGame(), Pile(2, left)).action == f"take {left % 4}"


def test_the_tree_sees_what_random_playouts_do_not() -> None:
    """Three turns ahead: with random replies after it, taking one looks as good as others from a pile of nine."""
    assert found(ismcts, PileGame(), Pile(2, 9), iterations=3000).action == "take 1"
    assert found(ismcts, PileGame(), Pile(2, 11), iterations=3000).action == "take 3"


@SEARCHES
def test_it_takes_a_win_at_once_at_three_seats(search: Search) -> None:
    assert found(search, PileGame(), Pile(3, 3), seats=3).action == "take 3"


TRUSTING = TreeGame((0, {
    "safe": [2, 1, 3],
    "trust": (1, {"kind": [1, 2, 3], "cruel": [3, 3, 1]}),
    "foolish": (1, {"kind": [1, 3, 3], "own": (2, {"x": [3, 1, 2], "y": [3, 1, 2]})}),
}))  # fmt: skip


def test_at_three_seats_each_seat_is_expected_to_go_for_its_own_good() -> None:
    """Seat 1 gains nothing by cruelty, so to trust it wins; a search that feared the worst would play safe."""
    state = TRUSTING.new_match(TRUSTING.Config(), 3, Deal(bytes(32)))
    assert found(ismcts, TRUSTING, state, seats=3).action == "trust"


def test_a_partner_is_expected_to_help() -> None:
    """At a table of two sides seat 2 is seat 0's partner, and returns are by side."""
    helpful = TreeGame((0, {
        "alone": [2, 1, 2, 1],
        "together": (2, {"win": [1, 3, 1, 3], "lose": [3, 1, 3, 1], "lose too": [3, 1, 3, 1]}),
    }), sides=[0, 1, 0, 1])  # fmt: skip
    state = helpful.new_match(helpful.Config(), 4, Deal(bytes(32)))
    assert found(ismcts, helpful, state, seats=4).action == "together"


def test_a_forced_action_makes_no_node() -> None:
    forced = TreeGame((0, {"a": (1, {"only": (0, {"x": [1, 2], "y": [2, 1]})}), "b": [2, 1]}))
    result = found(ismcts, forced, forced.new_match(forced.Config(), 2, Deal(bytes(32))))
    assert result.action == "a"
    assert result.nodes == 5  # the root, a, b, x, y


def test_an_action_is_counted_as_available_in_those_worlds_alone_where_it_is_legal() -> None:
    game, rng = CoinGame(), Random(5)
    worlds = worlds_of(game, Coin(True), 2)
    tree = Tree(worlds, rng, Playout(game, rng), widening=(100.0, 1.0))
    for _ in range(400):
        tree.iterate(worlds.draw(rng))
    for late, node in enumerate(tree.root.children.values()):
        assert node.available == tree.root.visits - late  # from the walk on that opened it
        below = node.children
        assert abs(below["keep"].available - node.visits) <= 4
        assert 0.35 < below["flip"].available / node.visits < 0.65
        assert below["flip"].visits <= below["flip"].available


def test_visits_add_up_and_means_are_returns() -> None:
    result = found(ismcts, PileGame(), Pile(2, 9), iterations=200)
    assert sum(candidate.visits for candidate in result.candidates) == result.iterations == 200
    assert all(0 <= candidate.mean <= 1 for candidate in result.candidates)
    assert result.action == result.candidates[0].action
    assert result.note().startswith("200 iterations: take")


def test_the_tree_stops_growing_at_max_nodes_and_goes_on_learning() -> None:
    result = found(ismcts, PileGame(), Pile(2, 7), iterations=600, max_nodes=4)
    assert result.nodes == 4
    assert result.action == "take 3"


@SEARCHES
def test_the_same_seed_gives_the_same_answer_and_numbers(search: Search) -> None:
    game = Plugins().game("armadora")
    rng = Random(1)
    state = game.new_match(game.Config(), 2, Deal(bytes(32)))
    while len(state.legal()) > 60:
        state.apply(rng.choice(list(state.stand_in_actions())))
    for rules, at, iterations in ((PileGame(), Pile(2, 30), 60), (game, state, 8)):
        one = found(search, rules, at, seed=3, iterations=iterations)
        assert one == found(search, rules, at, seed=3, iterations=iterations)
        assert one != found(search, rules, at, seed=4, iterations=iterations)


@SEARCHES
def test_two_states_that_look_alike_to_the_seat_get_the_same_answer(search: Search) -> None:
    """Worlds come from the view alone: what the true state hides cannot matter."""
    game = Plugins([KUHN], installed=False).game("kuhn")
    for own in "JQK":
        answers = set()
        for other in "JQK".replace(own, ""):
            state = game.new_match(game.Config(), 2, WrittenDeal({"cards": [[own, other, *"JQK"]]}))
            answers.add(repr(found(search, game, state)))
        assert len(answers) == 1


@SEARCHES
def test_in_kuhn_poker_neither_king_nor_queen_folds(search: Search) -> None:
    """To fold is the second place for certain; a queen's call wins against a jack, and stakes do not count for the place."""
    game = Plugins([KUHN], installed=False).game("kuhn")
    for seed in range(10):
        for card, other in (("K", "Q"), ("Q", "K")):
            state = game.new_match(game.Config(), 2, WrittenDeal({"cards": [[other, card, "J"]]}))
            state.apply("bet")
            assert found(search, game, state, seed=seed, iterations=100).action == "call"


def test_a_playout_is_cut_after_so_many_turns_by_the_estimate() -> None:
    game = Estimated()
    assert Playout(game, Random(1), turns=0)(Pile(2, 8)) == [pytest.approx(0.1), pytest.approx(0.9)]
    assert game.asked == 1
    assert sorted(Playout(game, Random(1))(Pile(2, 8))) == [0.0, 1.0]
    assert game.asked == 1


def test_a_turn_is_all_decisions_of_one_seat_in_a_row_and_who_has_begun_ends_it_first() -> None:
    """Seat 0 decides twice, then seat 1 twice."""

    class Watched(TreeGame):
        seen: list[int]

        def estimate(self, state: State) -> list[float]:
            self.seen.append(len(state.view(0).path))  # type: ignore[attr-defined]
            return [0.5, 0.5]

    ends = {"x": [1, 2], "y": [2, 1]}
    later = (1, {"x": (1, ends), "y": (1, ends)})
    game = Watched((0, {"x": (0, {"x": later, "y": later}), "y": [2, 1]}))
    for mover, turns, decisions in ((0, 0, 2), (None, 0, 1), (None, 1, 2), (0, 1, None)):
        game.seen = []
        state = game.new_match(game.Config(), 2, Deal(bytes(32)))
        state.apply("x")
        Playout(game, Random(1), turns=turns)(state, mover)
        assert game.seen == ([] if decisions is None else [decisions])


def test_a_playout_goes_to_the_end_where_there_is_no_estimate() -> None:
    assert sorted(Playout(PileGame(), Random(1), turns=0)(Pile(2, 8))) == [0.0, 1.0]


def test_the_best_of_some_random_actions_is_better_than_a_random_one() -> None:
    policy, state = best_of(Estimated(), 6), Pile(2, 7)
    rng = Random(1)
    taken = [policy(state, state.legal(), rng) for _ in range(50)]
    assert taken.count("take 3") > 40
    assert state.left == 7


def test_an_estimate_shows_the_way_with_hardly_any_walk() -> None:
    game = Estimated()
    state = Pile(2, 11)
    assert found(ismcts, game, state, iterations=3, playout=Playout(game, Random(1), turns=0)).action == "take 3"
    assert found(flat_mc, game, state, iterations=1, width=1).action == "take 3"


class Clock:
    """Seconds that pass by being asked for."""

    def __init__(self, step: float) -> None:
        self.now, self.step, self.calls = 0.0, step, 0

    def __call__(self) -> float:
        self.calls += 1
        self.now += self.step
        return self.now


@pytest.mark.parametrize(("step", "walks"), [(0.125, 8), (0.25, 4), (2.0, 1)])
def test_a_time_budget_ends_the_search_when_it_is_used_up(step: float, walks: int) -> None:
    clock = Clock(step)
    budget = Budget(1000, ms=1000, clock=clock)
    assert found(ismcts, PileGame(), Pile(2, 9), budget=budget).iterations == walks
    assert clock.calls == walks + 1  # once at the start, and before each walk but the first


def test_flat_monte_carlo_keeps_the_time_budget_too() -> None:
    clock = Clock(0.030)
    result = found(flat_mc, PileGame(), Pile(2, 9), iterations=10_000, budget=Budget(10_000, ms=100, clock=clock))
    assert 3 <= result.iterations <= 12


def test_without_a_time_budget_no_clock_is_read() -> None:
    clock = Clock(1.0)
    assert found(ismcts, PileGame(), Pile(2, 9), budget=Budget(50, clock=clock)).iterations == 50
    assert clock.calls == 0


def test_a_search_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one iteration, not 0"):
        Budget(0)


@pytest.mark.parametrize(
    ("time", "ms", "bank", "stop"),
    [
        (TimeLeft(1000, None, None), None, 0.5, 500),  # half of the decision's limit
        (TimeLeft(1000, None, None), 80, 0.5, 80),  # the bot's own limit is less
        (TimeLeft(1000, 600.0, None), 800, 0.5, 300),  # half of what is left for the match is less
        (TimeLeft(1000, 6000.0, None), None, 0.05, 300),  # a bot that keeps the rest for later decisions
        (TimeLeft(None, None, None), 80, 0.5, 80),
        (TimeLeft(None, None, None), None, 0.5, None),
    ],
)
def test_a_decision_stops_at_the_least_of_its_limits(
    time: TimeLeft, ms: float | None, bank: float, stop: float | None
) -> None:
    assert stop_ms(time, ms, bank=bank) == stop


def test_a_first_look_goes_on_only_where_worlds_differ_and_there_is_time() -> None:
    class ByWorld(Estimated):
        """Each world has estimates of its own."""

        def estimate(self, state: State) -> list[float]:
            super().estimate(state)
            assert isinstance(state, Pile)
            return [1 / state.left, 1 - 1 / state.left]

    def asked(game: Estimated, lefts: Sequence[int], spent: Callable[[], bool] = lambda: False) -> int:
        assert glance(game, [Pile(2, left) for left in lefts], 0, Pile(2, 8).legal(), Random(1), spent)
        return game.asked

    choices = len(Pile(2, 8).legal())
    assert asked(Estimated(), (8, 8, 8, 8)) == 2 * choices
    assert asked(ByWorld(), (8, 9, 10, 11)) == 4 * choices
    assert asked(ByWorld(), (8, 9, 10, 11), spent=lambda: True) == choices
