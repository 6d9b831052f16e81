"""The warlord, Armadöra's strong bot: its answers, its beliefs counted out by hand, how it looks ahead, its strength."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random
from types import SimpleNamespace

import pytest
from arena_armadora.board import EDGES, OPEN_LANES, SQUARE_ID, bits, territories
from arena_armadora.bots.beliefs import Belief, Mixture
from arena_armadora.bots.grounds import HEAD, promise, survey
from arena_armadora.bots.lookahead import Scene, Turn
from arena_armadora.bots.warlord import Warlord
from arena_armadora.bots.watcher import Watcher, World
from arena_armadora.options import ARMIES
from armadora_bots_help import GOLD, STANDING, Seated, endgame, mean_placement, play_match
from armadora_help import FLAG_SETS, plain, start


def test_the_same_seed_gives_the_same_answers_and_another_seed_others():
    def answers(seed):
        state = start(2, 3, advanced=True)
        return play_match(state, {0: Seated(Warlord, state, 0, seed, worlds=3, width=6)}, Random(1))

    assert answers(1) == answers(1)
    assert answers(1) != answers(2)


def test_a_short_time_limit_stops_the_search_but_not_the_answer(monkeypatch):
    from arena_armadora.bots import warlord

    ticks = iter(range(1_000_000))
    monkeypatch.setattr(warlord, "monotonic", lambda: next(ticks) / 10)  # every look at the clock costs 100 ms
    state = start(2, 3)
    seated = Seated(Warlord, state, 0, worlds=100)
    assert seated.answer(SimpleNamespace(move_ms=1000, bank_ms=None, last_ms=None)) in state.legal()
    assert next(ticks) < 20


# beliefs


def counted(army, odds, known):
    """Every order of the army's tiles, each with how likely it is: by brute force, one tile at a time."""
    tiles = [power for power, count in enumerate(army, 1) for _ in range(count)]
    out = Counter()
    for order in permutations(range(len(tiles)), len(odds)):
        left, chance = list(tiles), Fraction(1)
        for i, tile in enumerate(order):
            power = tiles[tile]
            chance *= Fraction(odds[i][power - 1]) / sum(Fraction(odds[i][p - 1]) for p in left)
            left.remove(power)
            if known[i] not in (None, power):
                chance = Fraction(0)
        out[tuple(tiles[tile] for tile in order)] += chance
    total = sum(out.values())
    return {powers: chance / total for powers, chance in out.items() if chance}


@pytest.mark.parametrize("odds", [[(1, 1, 1, 1, 1)] * 4, [(1, 2, 3, 5, 1), (4, 1, 1, 1, 1), (1, 1, 2, 9, 1), (1,) * 5]])
@pytest.mark.parametrize("known", [[None] * 4, [None, 3, None, None], [None, None, 1, 4]])
def test_a_belief_is_what_counting_all_orders_gives(odds, known):
    army = (3, 1, 1, 1, 0)
    belief = Belief(army, Fraction(1))
    for i, power in enumerate(known):
        belief.place([Fraction(x) for x in odds[i]], power if i < 2 else None)
    for i, power in enumerate(known):  # some are seen later
        if power is not None:
            belief.learn(i, power)
    orders = counted(army, odds, known)
    for i in range(4):
        slow = [sum(chance for powers, chance in orders.items() if powers[i] == p) for p in range(1, 6)]
        assert belief.chances(i) == slow
    reserves = Counter()
    for powers, chance in orders.items():
        reserves[tuple(count - powers.count(p) for p, count in enumerate(army, 1))] += chance
    assert belief.reserve() == reserves


def test_even_odds_are_a_shuffled_army():
    belief = Belief(ARMIES[2], Fraction(1))
    for _ in range(7):
        belief.place()
    for i in range(7):
        assert belief.chances(i) == [Fraction(count, 16) for count in ARMIES[2]]


def test_samples_come_as_often_as_the_belief_says_and_add_up_to_the_army():
    belief = Belief(ARMIES[4])
    for odds in ((1, 2, 3, 4, 1), (1, 1, 1, 1, 1), (5, 1, 1, 1, 1)):
        belief.place(odds)
    belief.learn(1, 1)
    rng, seen = Random(2), Counter()
    for _ in range(4000):
        powers, left = belief.sample(rng)
        assert [powers.count(p) + more for p, more in enumerate(left, 1)] == list(ARMIES[4])
        assert powers[1] == 1
        seen[powers[0]] += 1
    for power, chance in enumerate(belief.chances(0), 1):
        assert seen[power] / 4000 == pytest.approx(chance, abs=0.04)


def test_what_cannot_be_is_refused():
    belief = Belief(ARMIES[4])
    belief.place(known=4)
    belief.place()
    with pytest.raises(ValueError, match="tile 1 of power 4"):
        belief.learn(1, 4)


STRONG_FIRST = (1, 2, 4, 8, 16)


def test_a_mixture_is_the_mean_of_its_beliefs_weighed_by_how_likely_each_made_what_was_seen():
    army = (3, 1, 1, 1, 0)
    mixture, planned, shuffled = Mixture(army, Fraction(1, 4), Fraction(1)), *(Belief(army, Fraction(1)) for _ in "ab")
    odds = [Fraction(x) for x in STRONG_FIRST]
    for belief in (mixture, planned):
        belief.place(odds)
        belief.place(odds)
    shuffled.place()
    shuffled.place()
    for belief in (mixture, planned, shuffled):
        belief.learn(0, 1)
    # a 1 came first: 3 / 17 by the plan (3 ones of weight 1 among 3 + 2 + 4 + 8), 3 / 6 by chance
    by_plan = Fraction(1, 4) * Fraction(3, 17)
    by_chance = Fraction(3, 4) * Fraction(3, 6)
    weight = by_plan / (by_plan + by_chance)
    assert mixture.weights() == [weight, 1 - weight]
    assert mixture.chances(1) == [
        weight * a + (1 - weight) * b for a, b in zip(planned.chances(1), shuffled.chances(1), strict=True)
    ]
    assert sum(mixture.reserve().values()) == 1


def test_without_trust_the_odds_of_the_model_count_for_nothing():
    mixture = Mixture(ARMIES[2], 0)
    mixture.place(STRONG_FIRST)
    assert mixture.chances(0) == [count / 16 for count in ARMIES[2]]


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_truth_is_always_possible_and_what_is_seen_is_certain(seats, flags):
    state, rng = start(seats, 8, **flags), Random(8)
    watchers = [Watcher(list(ARMIES[seats]), state.sides, seat) for seat in range(seats)]
    unread = [[] for _ in range(seats)]
    checked = 0
    while state.seat is not None:
        seat = state.seat
        if len(state.legal()) > 1 and rng.random() < 0.3:
            view = plain(state.view(seat))
            watchers[seat].read(view, unread[seat])
            unread[seat] = []
            for square, power in watchers[seat].powers().items():
                owner, true = view["owner"][square], state.power[SQUARE_ID[square]]
                if owner == seat:
                    assert power == true
                    continue
                belief = watchers[seat].beliefs[owner]
                chance = belief.chances(watchers[seat].order[owner].index(square))[true - 1]
                assert chance > 0 if power is None else chance == pytest.approx(1)
                checked += 1
            for who, belief in enumerate(watchers[seat].beliefs):
                assert who == seat or belief.reserve()[tuple(state.reserves[who])] > 0
            world = watchers[seat].world(rng)
            assert [len(hand) for hand in world.hands] == [
                0 if gone else left for gone, left in zip(state.passed, state.left, strict=True)
            ]
        for seats_told, event in state.apply(rng.choice(state.stand_in_actions())):
            for who in range(seats):
                if seats_told is None or who in seats_told:
                    unread[who].append(plain(event))
    assert checked > 20


# looking ahead


def scene(state, worlds=1):
    """What seat 0 would look ahead from if it saw every power."""
    strength = [0] * 40
    for square in bits(sum(state.owned)):
        strength[square] = state.power[square]
    hands = [[p for p, n in enumerate(left, 1) for _ in range(n)] for left in state.reserves]
    board = state.walls, state.lanes, state.free
    return Scene(
        board, state.supply, state.gold, state.owned, state.sides, 0, state.passed, state.empty,
        [World(strength, hands)] * worlds, sum(ARMIES[state.seats]),
    )  # fmt: skip


@pytest.mark.parametrize("seats", [2, 3])
def test_a_side_that_is_ahead_is_promised_more_and_all_promises_add_up(seats):
    state = start(seats, 4)
    for action in ("warrior d3 1", "warrior a1 1", "warrior h1 1")[:seats]:
        state.apply(action)
    here = scene(state)
    promised = here.value(0, here.start)
    assert promised[0] > max(promised[1:])
    assert sum(promised) == pytest.approx(seats / 2)


def test_what_is_decided_is_promised_for_certain():
    board = 0, OPEN_LANES, 0
    ground = survey(board, {SQUARE_ID[square]: pile for square, pile in GOLD.items()}, False)
    one = ground.weights[SQUARE_ID["a1"]]
    ahead, behind = promise(ground, [HEAD + 5 * one, HEAD + 2 * one], 0, [0.0, 0.0], 0.0, [0.0, 0.0])
    assert ahead > 0.99
    assert behind < 0.01


def test_an_answer_that_the_turn_makes_possible_is_seen():
    state = endgame(STANDING, ["e1|f1", "e2|f2", "e3|f3"], left=[1, 0, 0, 0, 0])
    here = scene(state)
    half = here.follow(here.start, Turn((EDGES.index("e4|f4"),)), 0)
    threats = {turn.edges[0] for turn in here.threats(half.board)}
    before = len(territories(half.board[0]))
    assert EDGES.index("e5|f5") in threats
    assert all(len(territories(half.board[0] | 1 << edge)) > before for edge in threats)
    assert here.threats(here.start.board) == []


# strength


@pytest.mark.slow
@pytest.mark.parametrize("flags", [{}, {"advanced": True}], ids=str)
def test_warlord_is_much_stronger_than_random_even_with_little_work(flags):
    assert mean_placement(Warlord, 2, 16, flags, worlds=3, width=8) >= 0.9
