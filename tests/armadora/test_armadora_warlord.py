"""The warlord, Armadöra's strong bot: its answers, its beliefs counted out by hand, how it looks ahead, its strength."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random
from types import SimpleNamespace

import pytest
from arena_armadora.board import ALL_EDGES, EDGES, LAND, MINES, OPEN_LANES, SQUARE_ID, bits, place
from arena_armadora.bots.beliefs import Belief, Mixture
from arena_armadora.bots.lookahead import Round, following, seen_by
from arena_armadora.bots.planning import Plan
from arena_armadora.bots.position import Position
from arena_armadora.bots.turns import Turn, main_turns
from arena_armadora.bots.warlord import Warlord
from arena_armadora.bots.watcher import Watcher, World
from arena_armadora.options import ARMIES
from arena_armadora.value.ground import survey
from arena_armadora.value.network import load
from arena_armadora.value.numbers import EMPTY, SCALE
from armadora_bots_help import Seated, mean_placement, play_match
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


def test_it_stops_in_the_middle_of_a_world_when_its_time_is_up(monkeypatch):
    from arena_armadora.bots import warlord

    now = [0.0]

    class Slow(warlord.Round):
        def worth(self, plan):
            now[0] += 0.2
            return super().worth(plan)

    monkeypatch.setattr(warlord, "monotonic", lambda: now[0])
    monkeypatch.setattr(warlord, "Round", Slow)
    state = start(2, 3)
    assert Seated(Warlord, state, 0).answer(SimpleNamespace(move_ms=1000, bank_ms=None, last_ms=None)) in state.legal()
    assert 0.5 < now[0] < 0.8


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


@pytest.mark.parametrize(("seats", "size"), [(2, 262_080), (3, 3_960), (4, 336)])
def test_a_belief_over_a_whole_hidden_army_has_as_many_orders_as_there_are(seats, size):
    """Each order is one of so many equally likely ones: 16!/(11! 2!), 11!/(7! 2!) and 8!/5!."""
    army = ARMIES[seats]
    order = [power for power, count in enumerate(army, 1) for _ in range(count)]
    Random(1).shuffle(order)
    belief = Belief(army, Fraction(1))
    for _ in order:
        belief.place()
    chance = Fraction(1)
    for index, power in enumerate(order):
        chance *= belief.chances(index)[power - 1]
        belief.learn(index, power)
    assert chance == Fraction(1, size)


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
    watchers = [Watcher(list(ARMIES[seats]), state.sides, seat, trust=0.5) for seat in range(seats)]
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


# numbers of positions


def some_positions(seats, flags, count=12):
    """Questions of a random match at the beginning of a turn: state, view, position, and the turns that it may take."""
    state, rng = start(seats, 5, **flags), Random(5)
    asked = 0
    while state.seat is not None and asked < count:
        legal = state.legal()
        if len(legal) > 1 and state.first < 0 and not legal[0].startswith("race") and rng.random() < 0.3:
            view = plain(state.view(state.seat))
            yield state, Position(view, list(ARMIES[seats]), state.sides, state.seat), *main_turns(legal)
            asked += 1
        state.apply(rng.choice(state.stand_in_actions()))


@pytest.mark.parametrize("flags", [{}, {"advanced": True}], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_numbers_after_a_turn_are_those_of_the_view_after_it(seats, flags):
    compared = 0
    for state, position, turns, edges in some_positions(seats, flags):
        me = state.seat
        laid = [Turn((edge,)) for edge in edges]
        for group in (turns, laid):
            if not group:
                continue
            mines, table = position.after(group)
            for i in range(0, len(group), 9):
                after = state.copy()
                after.apply(group[i].action)
                if after.seat is None:
                    continue  # the match is over and nothing is hidden any more
                seen = Position(plain(after.view(me)), list(ARMIES[seats]), state.sides, me)
                same_mines, same_table = seen.after([Turn()])
                assert mines[i] == pytest.approx(same_mines[0])
                assert table[i] == pytest.approx(same_table[0])
                compared += 1
    assert compared > 30


def test_a_board_with_one_or_two_palisades_more_is_reckoned_as_if_made_anew():
    board, rng = (0, OPEN_LANES, ALL_EDGES), Random(3)
    for _ in range(12):
        board = place(*board, rng.choice(list(bits(board[2]))))
    ones = [((edge,), place(*board, edge)) for edge in bits(board[2])]
    twos = [((*edges, other), place(*after, other)) for edges, after in ones[::5] for other in list(bits(after[2]))[::6]]
    for group in (ones, twos):
        ground = survey(board[0], [edges for edges, _ in group], [(after[0], after[2]) for _, after in group])
        for i, (_, (walls, _, free)) in enumerate(group):
            anew = survey(walls, [()], [(walls, free)])
            for reckoned, right in zip(ground, anew, strict=True):
                assert reckoned[i] == pytest.approx(right[0])


def test_a_warrior_counts_for_a_mine_by_how_near_it_is_and_not_at_all_behind_a_wall():
    wall = [EDGES.index(f"{column}2|{column}3") for column in "abcdefgh"]
    open_board = survey(0, [()], [(0, ALL_EDGES)]).weights[0]
    walls = sum(1 << edge for edge in wall)
    closed = survey(walls, [()], [(walls, 0)]).weights[0]
    mine, near, far = MINES.index(SQUARE_ID["d1"]), SQUARE_ID["d2"], SQUARE_ID["d3"]
    for reach in range(2):
        assert 1 > open_board[reach, mine, near] > open_board[reach, mine, far] > 0
        assert closed[reach, mine, near] > closed[reach, mine, far] == pytest.approx(0)
    assert closed[2, mine, near] == 1
    assert closed[2, mine, far] == 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_side_with_more_power_near_the_gold_is_promised_more(seats):
    state = start(seats, 4)
    promised = []
    for power in (5, 1) if seats == 2 else (4, 1):
        after = state.copy()
        after.apply(f"warrior d2 {power}")
        mines, table = Position(plain(after.view(0)), list(ARMIES[seats]), state.sides, 0).after([Turn()])
        table[:] = 0.0  # the reserves alike
        promised.append(load(seats).value(mines, table)[0])
    assert promised[0] > promised[1]


# looking ahead


def test_a_rival_in_a_world_knows_its_own_tiles_and_not_mine():
    state = start(2, 4)
    for action in ("warrior d3 5", "warrior a1 1", "warrior c3 1", "warrior e3 3"):
        state.apply(action)
    view = plain(state.view(0))
    world = World({"d3": 5, "c3": 1, "a1": 3, "e3": 1}, [[1] * 10, [1] * 12 + [2, 4]])
    rival = seen_by(view, 1, world, list(ARMIES[2]), [0, 1])
    assert rival.power[0, SQUARE_ID["a1"]] == 3
    assert rival.power[1, SQUARE_ID["d3"]] == rival.power[1, SQUARE_ID["c3"]] == pytest.approx(27 / 16)
    assert rival.reserve == [12, 1, 0, 1, 0]


def after_a_turn(seats, value, turn, *, answered=True):
    state = start(seats, 4)
    view = plain(state.view(0))
    army = list(ARMIES[seats])
    world = World({}, [[p for p, n in enumerate(army, 1) for _ in range(n)]] * seats)
    others = [seen_by(view, who, world, army, state.sides) for who in following(view, 0)]
    return Round(Position(view, army, state.sides, 0), others if answered else [], value).worth(Plan(0.0, turn))


def test_the_best_answers_are_looked_at_and_lower_what_a_turn_promises():
    def likes_power(mines, table):  # own power less the rival's, near d1
        return (mines[:, 0, 0] - mines[:, 0, 1]) * 1.0

    near, far = (Turn(square=SQUARE_ID[square], power=5) for square in ("d2", "h5"))
    assert after_a_turn(2, likes_power, near) > after_a_turn(2, likes_power, far)
    for turn in (near, far):
        assert after_a_turn(2, likes_power, turn) < after_a_turn(2, likes_power, turn, answered=False)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_turn_is_worth_what_the_own_next_one_promises_after_everybody_else_had_theirs(seats):
    def likes_crowds(mines, table):
        return -table[:, EMPTY] * SCALE

    assert after_a_turn(seats, likes_crowds, Turn(square=0, power=1)) == pytest.approx(-(len(list(bits(LAND))) - seats - 1))


def test_those_who_have_passed_have_no_turn():
    assert following({"passed": [False] * 4}, 2) == [3, 0, 1]
    assert following({"passed": [False, True, False, True]}, 2) == [0]
    assert following({"passed": [True, False]}, 1) == []


# strength


@pytest.mark.slow
@pytest.mark.parametrize("flags", [{}, {"advanced": True}], ids=str)
def test_warlord_is_much_stronger_than_random_even_with_little_work(flags):
    assert mean_placement(Warlord, 2, 16, flags, worlds=1, width=2) >= 0.9
