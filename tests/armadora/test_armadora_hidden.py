"""What a seat is told and shown, and what it is not."""

from __future__ import annotations

from random import Random

import pytest
from arena_armadora import Config, position
from armadora_help import FLAG_SETS, GAME, plain, play, start, take_forced, told_to
from test_armadora_rules import played

from arena.games import is_told


def actions(seat, notices):
    return [event.action for event in told_to(seat, notices)]


def test_the_others_do_not_learn_a_warriors_power():
    state = start(3)
    notices = state.apply("warrior d3 2")
    assert actions(0, notices) == ["warrior d3 2"]
    assert actions(1, notices) == actions(2, notices) == ["warrior d3 ?"]
    assert state.view(0).power == {"d3": 2}
    assert state.view(1).power == state.view(2).power == state.spectator_view().power == {"d3": None}
    assert state.view(1).reserves[0] is None and state.view(1).tiles[0] == 10


def test_partners_are_others():
    state = start(4)
    notices = state.apply("warrior d3 2")
    assert actions(2, notices) == ["warrior d3 ?"]
    assert state.view(2).power == {"d3": None} and state.view(2).reserves[0] is None


def test_a_palisade_action_is_told_to_others_once_it_is_finished_in_edge_order():
    state = start(2)
    notices = state.apply("palisade f1|f2")
    assert actions(0, notices) == ["palisade f1|f2"] and actions(1, notices) == []
    notices = state.apply("palisade c1|d1")
    assert actions(0, notices) == ["palisade c1|d1"] and actions(1, notices) == ["palisade c1|d1 f1|f2"]


def test_done_is_told_to_the_actor_only():
    state = played(start(2), "palisade d3|e3")
    notices = state.apply("done")
    assert actions(0, notices) == ["done"] and actions(1, notices) == ["palisade d3|e3"]


def test_an_unfinished_action_shows_in_no_other_view():
    state = start(3)
    before = state.view(1), state.view(2), state.spectator_view()
    state.apply("palisade d3|e3")
    assert (state.view(1), state.view(2), state.spectator_view()) == before
    mine = state.view(0)
    assert (mine.first, mine.palisades, mine.supply) == ("d3|e3", ["d3|e3"], 34)


def test_a_forced_done_looks_like_a_chosen_one():
    forced, chosen = position(2, supply=1), position(2, supply=3)
    told = []
    for state in (forced, chosen):
        notices = [*state.apply("palisade d3|e3"), *state.apply("done")]
        told.append([plain(event) for event in told_to(1, notices)])
    assert told[0] == told[1]


def test_a_pass_is_told_to_all_alike():
    assert [who for who, _ in start(2).apply("pass")] == [None]


def to_spectators(notices):
    return [event.action for audience, event in notices if is_told(audience, None)]


def test_spectators_are_told_what_the_other_seats_are():
    state = start(3)
    assert to_spectators(state.apply("warrior d3 2")) == ["warrior d3 ?"]
    assert to_spectators(state.apply("palisade f1|f2")) == []
    assert to_spectators(state.apply("palisade c1|d1")) == ["palisade c1|d1 f1|f2"]
    played(state, "palisade a1|b1")
    assert to_spectators(state.apply("done")) == ["palisade a1|b1"]
    assert to_spectators(state.apply("pass")) == ["pass"]
    mage = position(2, config=Config(advanced=True), races=["mage", "elf"], warriors={"d3": "B5"})
    assert to_spectators(mage.apply("power mage d3")) == ["power mage d3"]


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
def test_what_spectators_are_told_every_seat_but_the_actor_is_told_too(flags):
    rng = Random(3)
    state = start(3, 3, **flags)
    while state.seat is not None:
        actor = state.seat
        notices = state.apply(rng.choice(state.stand_in_actions()))
        shown = [event for audience, event in notices if is_told(audience, None)]
        for seat in {0, 1, 2} - {actor}:
            assert told_to(seat, notices) == shown


def test_everything_is_shown_at_the_end():
    state = played(start(2), "warrior d3 2", "warrior e3 5", "pass", "pass")
    for seat in (0, 1):
        view = state.view(seat)
        assert view.power == {"d3": 2, "e3": 5} and view.turn is None
        assert view.reserves == [[11, 1, 1, 1, 1], [11, 2, 1, 1, 0]]
        assert view.piles == [[], [40]]


def test_the_open_view_shows_everything_of_a_running_match():
    state = played(start(2), "warrior d3 2", "palisade a1|b1")
    view = state.open_view()
    assert view.power == {"d3": 2} and view.reserves == [[11, 1, 1, 1, 1], [11, 2, 1, 1, 1]]
    assert view.first == "a1|b1" and view.piles is None


def test_without_own_peek_ones_own_tiles_are_null_but_the_own_event_tells():
    state = start(2, own_peek=False)
    notices = state.apply("warrior d3 2")
    assert actions(0, notices) == ["warrior d3 2"]
    assert state.view(0).power == {"d3": None} and state.view(0).reserves[0] == [11, 1, 1, 1, 1]


def hidden_twin(state, seat, rng):
    """The same position with the others' tiles that `seat` does not know dealt out anew among board and reserve."""
    data = state.to_json()
    view, known = data["view"], plain(state.view(seat))
    for who in range(state.seats):
        if who == seat:
            continue
        unknown = [sq for sq, owner in view["owner"].items() if owner == who and known["power"][sq] is None]
        pool = [view["power"][sq] for sq in unknown]
        pool += [p for p, n in enumerate(view["reserves"][who], 1) for _ in range(n)]
        rng.shuffle(pool)
        for sq in unknown:
            view["power"][sq] = pool.pop()
        view["reserves"][who] = [pool.count(p) for p in range(1, 6)]
    return GAME.from_json(data)


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_states_that_differ_in_hidden_powers_only_are_the_same_to_the_seat(seats, flags):
    rng = Random(seats)
    for number in range(6):
        state = start(seats, number, **flags)
        play(state, rng, rng.randrange(60))
        if state.seat is None:
            continue
        for seat in range(seats):
            twin = hidden_twin(state, seat, rng)
            assert twin.view(seat) == state.view(seat)
            if state.seat == seat:
                assert twin.legal() == state.legal()
                for action in state.legal():
                    if action.startswith("power mage"):
                        continue  # the mage learns something, and may
                    one, two = state.copy(), twin.copy()
                    assert told_to(seat, one.apply(action)) == told_to(seat, two.apply(action))
                    if one.seat is not None and two.seat is not None:
                        assert one.view(seat) == two.view(seat)


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
def test_views_never_name_a_power_that_the_seat_does_not_know(flags):
    rng = Random(5)
    state = start(4, 5, **flags)
    known = [set() for _ in range(4)]
    while state.seat is not None:
        seat = state.seat
        for action in [rng.choice(state.stand_in_actions())]:
            for to, event in state.apply(action):
                told = to if to is not None else range(4)
                for who in told:
                    if event.__struct_config__.tag == "peek":
                        known[who].add(event.square)
                    elif event.action.startswith(("warrior", "power goblin")) and event.action[-1] != "?":
                        known[who].add(event.action.split()[-2])
        take_forced(state)
        if state.seat is None:
            break
        for who in range(4):
            shown = {sq for sq, power in state.view(who).power.items() if power is not None}
            assert shown <= known[who]
        assert seat is not None


def test_config_is_complete_on_the_wire():
    assert list(plain(Config())) == [
        "advanced", "palisades_min", "own_peek", "full_tie", "race_assign", "power_without_action", "mage_partner",
        "goblin_face_up", "arrow_open_needs_own", "arrow_stack", "arrow_floor_zero", "zero_power_contends",
        "forced_pass_final",
    ]  # fmt: skip
