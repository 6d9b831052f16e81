"""What holds in every match, with every flag, at every step."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import msgspec
import pytest
from arena_armadora import ArmadoraState, Config, View
from arena_armadora.board import EDGES, LAND, SQUARES, bits, place, territories
from arena_armadora.rules import CHOOSE_RACE
from armadora_help import FLAG_SETS, GAME, deal, plain, play, slow_legal_edges, start, take_forced, told_to
from hypothesis import given, settings
from hypothesis import strategies as st

positions = st.tuples(
    st.integers(2, 4), st.sampled_from(FLAG_SETS), st.integers(0, 2**32 - 1), st.integers(0, 90)
)  # fmt: skip
few = settings(max_examples=60, deadline=None)


def at(where) -> ArmadoraState:
    seats, flags, number, steps = where
    state = start(seats, number, **flags)
    play(state, Random(number), steps)
    return state


@few
@given(positions)
def test_tiles_gold_and_palisades_are_conserved(where):
    state = at(where)
    view = state.open_view()
    assert sorted(view.gold.values()) == [3, 4, 4, 5, 5, 6, 6, 7]
    assert len(view.palisades) + view.supply == 35
    army = Counter({p: n for p, n in enumerate(GAME.static(None, state.seats).army, 1) if n})
    for seat in range(state.seats):
        tiles = Counter(view.power[sq] for sq, owner in view.owner.items() if owner == seat)
        tiles.update({p: n for p, n in enumerate(view.reserves[seat], 1) if n})
        assert tiles == army
    assert state.empty | sum(state.owned) == LAND and not set(view.owner) & set(view.gold)
    parts = territories(state.walls)
    assert all(part.bit_count() >= 4 for part in parts) and len(parts) <= 10
    assert len(view.palisades) <= 27 + len(parts), "each territory stays connected"


@few
@given(positions, st.integers(0, 66), st.integers(0, 66))
def test_two_palisades_may_be_placed_in_either_order_or_in_neither(where, one, two):
    state = at(where)
    if not (state.free >> one & 1 and state.free >> two & 1 and one != two):
        return
    first = place(state.walls, state.lanes, state.free, one)
    second = place(state.walls, state.lanes, state.free, two)
    assert first[2] >> two & 1 == second[2] >> one & 1
    if first[2] >> two & 1:
        assert place(*first, two) == place(*second, one)


@few
@given(positions)
def test_tokens_arrows_and_reinforcements_are_conserved(where):
    seats, flags, number, steps = where
    state = start(seats, number, **flags)
    actions = []
    rng = Random(number)
    while state.seat is not None and len(actions) < steps:
        actor = state.seat
        actions += [(actor, action) for action in play(state, rng, 1)]
    view = state.open_view()
    uses = {"elf": 2, "goblin": 1, "mage": 2, "orc": 1}
    used = Counter(seat for seat, action in actions if action.startswith("power"))
    for seat, race in enumerate(view.races):
        assert view.tokens[seat] == (uses[race] - used[seat] if race else 0)
        on_board = [square for square in view.reinforced if view.owner[square] == seat]
        assert view.reinforcements[seat] + len(on_board) == bool(flags.get("advanced"))
    powers = Counter(action.split()[1] for _, action in actions if action.startswith("power"))
    assert sum(view.arrows.values()) == powers["elf"] and set(view.arrows) <= set(view.owner)
    assert len(view.face_up) == powers["goblin"] * state.config.goblin_face_up
    assert (len(view.peeked) > 0) == (powers["mage"] > 0) and len(view.peeked) <= powers["mage"]
    assert all(sum(square in view.reinforced for square in names(part)) <= 1 for part in territories(state.walls))
    if not flags.get("advanced"):
        assert view.races == [None] * seats and not powers


def names(part):
    return [SQUARES[square] for square in bits(part)]


@few
@given(positions)
def test_edges_squares_tiles_and_tokens_only_ever_get_fewer(where):
    seats, flags, number, steps = where
    state, rng = start(seats, number, **flags), Random(number)
    while state.seat is not None and state.phase == CHOOSE_RACE:
        play(state, rng, 1)
    for _ in range(steps):
        if state.seat is None:
            break
        before = state.copy()
        play(state, rng, 1)
        assert state.free & ~before.free == 0 and state.walls & before.walls == before.walls
        assert state.empty & ~before.empty == 0 and state.supply <= before.supply
        assert all(b <= a for a, b in zip(before.left + before.tokens, state.left + state.tokens, strict=True))
        assert all(b or not a for a, b in zip(before.passed, state.passed, strict=True)), "a pass is for good"


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize(("seats", "order"), [(2, [1, 0]), (3, [1, 2, 0]), (3, [1, 0, 2]), (4, [1, 2, 3, 0]), (4, [2, 1, 0, 3])],
                         ids=str)  # fmt: skip
def test_results_do_not_depend_on_what_the_seats_are_called(seats, order, flags):
    """`order` is old seat -> new seat; at four seats partners stay partners."""
    results = set()
    for number in range(5):
        state = start(seats, number, **{**flags, "full_tie": "shared"})
        play(state, Random(number))
        data = state.to_json()
        old = data["view"]
        new = {**old, "owner": {square: order[owner] for square, owner in old["owner"].items()}}
        for name in ("tiles", "reserves", "passed", "races", "tokens", "reinforcements"):
            new[name] = [old[name][order.index(seat)] for seat in range(seats)]
        twin = GAME.from_json({**data, "view": new})
        assert [twin.ranks()[order[seat]] for seat in range(seats)] == state.ranks()
        assert [twin.scores()[order[seat]] for seat in range(seats)] == state.scores()
        assert [twin.view(0).piles[order[seat]] for seat in range(seats)] == state.view(0).piles
        results.add((*state.ranks(), *state.scores()))
    assert len(results) > 1


@pytest.mark.parametrize("number", [*range(5), *(pytest.param(n, marks=pytest.mark.slow) for n in range(5, 60))])
def test_the_legal_edges_are_those_of_a_naive_flood_fill_and_only_shrink(number):
    rng, state = Random(number), start(2, number)
    before = set(EDGES)
    while state.free:
        edges = [EDGES[edge] for edge in bits(state.free)]
        assert edges == slow_legal_edges({EDGES[edge] for edge in bits(state.walls)}, list(EDGES))
        assert set(edges) <= before
        before = set(edges)
        edge = rng.choice(list(bits(state.free)))
        state.walls, state.lanes, state.free = place(state.walls, state.lanes, state.free, edge)


@few
@given(positions)
def test_applying_what_is_not_legal_raises_and_changes_nothing(where):
    state = at(where)
    legal, before = set(state.legal()), state.to_json()
    for action in [*GAME.action_space(Config(advanced=True, race_assign="chosen"), 2), "nonsense", ""]:
        if action not in legal:
            with pytest.raises(ValueError):
                state.apply(action)
    assert state.to_json() == before and set(state.legal()) == legal


@few
@given(positions)
def test_every_legal_action_can_be_applied_is_unique_and_numbered(where):
    state = at(where)
    legal = state.legal()
    space = GAME.action_space(state.config, state.seats)
    assert len(set(legal)) == len(legal) and set(legal) <= set(space) and len(set(space)) == len(space)
    for action in legal:
        state.copy().apply(action)


@few
@given(positions)
def test_a_state_reads_back_from_its_json(where):
    state = at(where)
    data = json.loads(json.dumps(state.to_json()))
    twin = GAME.from_json(data)
    assert twin.to_json() == data and twin.legal() == state.legal() and twin.seat == state.seat
    for seat in range(state.seats):
        assert twin.view(seat) == state.view(seat)
    seed = Random(1).random()
    assert play(twin, Random(seed)) == play(state, Random(seed))
    assert (twin.ranks(), twin.scores()) == (state.ranks(), state.scores())


@few
@given(positions)
def test_a_copy_plays_on_alone(where):
    state = at(where)
    before = state.to_json(), state.legal()
    twin = state.copy()
    assert (twin.to_json(), twin.legal()) == before
    play(twin, Random(0))
    assert (state.to_json(), state.legal()) == before


@few
@given(positions)
def test_a_match_is_a_pure_function_of_deal_and_actions(where):
    seats, flags, number, steps = where
    one = start(seats, number, **flags)
    actions = play(one, Random(number), steps)
    two = start(seats, number, **flags)
    for action in actions:
        two.apply(action)
    assert two.to_json() == one.to_json() and two.legal() == one.legal()


@few
@given(positions)
def test_a_view_goes_through_json_and_holds_no_reference_to_the_state(where):
    state = at(where)
    for seat in range(state.seats):
        view = state.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
        assert len(msgspec.json.encode(view)) < 1800
        before = state.to_json()
        for reserve in view.reserves:
            (reserve or []).append(99)
        for part in (view.gold, view.owner, view.power, view.tiles, view.passed, view.tokens, view.palisades):
            part.clear()
        assert state.to_json() == before


@few
@given(st.integers(2, 4), st.sampled_from(FLAG_SETS), st.integers(0, 2**32 - 1), st.integers(0, 90))
def test_determinize_gives_back_the_view_and_the_legal_list(seats, flags, number, steps):
    rng, state = Random(number), start(seats, number, **flags)
    told = [[] for _ in range(seats)]
    for _ in range(steps):
        if state.seat is None:
            break
        actions = state.stand_in_actions()
        notices = state.apply(rng.choice(actions))
        for seat in range(seats):
            told[seat] += told_to(seat, notices)
    for seat in range(seats):
        view = state.view(seat)
        for form in (view, plain(view)):
            guess = GAME.determinize(form, told[seat], rng, seat=seat, config=state.config, seats=seats)
            assert guess.view(seat) == view
            if state.seat == seat:
                assert guess.legal() == state.legal()
                if flags.get("own_peek") is False:
                    own = [sq for sq, owner in view.owner.items() if owner == seat]
                    full = state.open_view().power
                    assert [guess.open_view().power[sq] for sq in own] == [full[sq] for sq in own]
        take_forced(guess)
        play(guess, rng)
        assert guess.ranks() is not None


def test_determinize_draws_every_order_of_an_army_equally_often():
    state = start(4, 1)
    for action in ("pass", "warrior d3 4", "pass", "pass", "warrior e3 1"):
        state.apply(action)
    view, rng, rounds = state.view(0), Random(7), 5600
    count: Counter = Counter()
    for _ in range(rounds):
        guess = GAME.determinize(view, [], rng, seat=0, config=state.config, seats=4).open_view()
        count[guess.power["d3"], guess.power["e3"]] += 1
        assert sum(guess.reserves[1]) == 6
    army = [1] * 5 + [2, 3, 4]
    pairs = Counter((army[i], army[j]) for i in range(8) for j in range(8) if i != j)
    chi = sum((count[pair] - rounds * n / 56) ** 2 / (rounds * n / 56) for pair, n in pairs.items())
    assert set(count) == set(pairs)
    assert chi < 34.5  # 12 degrees of freedom: above this once in 1800; the seed is fixed


def test_determinize_keeps_what_a_mage_has_seen():
    from arena_armadora import position

    state = position(2, config=Config(advanced=True), races=["mage", "elf"], warriors={"d3": "B5", "e3": "B1"})
    state.apply("power mage d3")
    for seed in range(20):
        guess = GAME.determinize(state.view(0), [], Random(seed), seat=0, config=state.config, seats=2)
        assert guess.open_view().power["d3"] == 5 and guess.legal() == state.legal()


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_ends_within_its_bound(seats, flags):
    for number in range(10):
        state, rng, decisions = start(seats, number, **flags), Random(number), 0
        while state.seat is not None:
            state.apply(rng.choice(state.stand_in_actions()))
            decisions += 1
        assert decisions <= GAME.max_decisions
        ranks, scores = state.ranks(), state.scores()
        assert min(ranks) == 1 and sum(scores[: 2 if seats == 4 else seats]) <= 40
        assert len(ranks) == len(scores) == seats


def test_rotated_seats_meet_the_same_gold():
    assert start(2, 3).gold == GAME.new_match(Config(advanced=True), 4, deal(3)).gold
