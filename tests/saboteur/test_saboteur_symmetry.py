"""What must not matter: the names of the seats, and to each seat all that it may not know."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from arena_saboteur import Config
from hypothesis import given, settings
from hypothesis import strategies as st
from saboteur_help import FLAG_SETS, GAME, dig, play, start, told_to

from arena.games import is_told

positions = st.tuples(
    st.sampled_from(FLAG_SETS), st.integers(0, 8), st.integers(0, 2**32 - 1), st.integers(0, 260), st.booleans()
)  # fmt: skip
some = settings(max_examples=30, deadline=None)
ON_SEATS = ("break", "repair", "handsoff", "swaphand", "inspect", "swaphat", "trap", "free", "steal")
BY_SEAT = ("gold", "roles", "hats", "hands", "discards", "looked", "inspections", "swaps")


def as_json(state):
    return json.loads(json.dumps(state.to_json()))


def at(where):
    flags, extra, number, steps, digging = where
    allowed = list(GAME.seats_for(Config(**flags)))
    state = start(allowed[extra % len(allowed)], number, **flags)
    (dig if digging else play)(state, Random(number), steps)
    return state


# The names of the seats


def renamed(action, by, seats):
    words = action.split()
    if words[0] in ON_SEATS and words[-1].isdecimal():
        words[-1] = str((int(words[-1]) + by) % seats)
    return " ".join(words)


def moved_on(data, by):
    """The state as JSON with every seat named `by` higher, round the table."""
    seats = data["seats"]

    def other(seat):
        return None if seat is None else (seat + by) % seats

    def rotate(items):
        return [items[(seat - by) % seats] for seat in range(seats)]

    def on_seat(notes):
        return [{**note, "seat": other(note["seat"])} for note in notes]

    out = dict(data)
    for name in BY_SEAT:
        out[name] = rotate(data[name])
    for name in ("inspections", "swaps"):
        out[name] = [on_seat(notes) for notes in out[name]]
    for name in ("starter", "turn", "last", "connector"):
        out[name] = other(data[name])
    for name in ("thefts", "drafters", "queue"):
        out[name] = [other(seat) for seat in data[name]]
    out["fronts"] = [sum(1 << other(seat) for seat in range(seats) if mask >> seat & 1) for mask in data["fronts"]]
    out["shares"] = on_seat(data["shares"])
    out["acts"] = [{"seat": other(act["seat"]), "action": renamed(act["action"], by, seats)} for act in data["acts"]]
    out["past_roles"] = [rotate(roles) for roles in data["past_roles"]]
    out["past_winners"] = [sorted(other(seat) for seat in winners) for winners in data["past_winners"]]
    return out


@some
@given(positions, st.integers(1, 11))
def test_the_names_of_the_seats_matter_to_nothing(where, by):
    state = at(where)
    by %= state.seats
    twin = GAME.from_json(moved_on(as_json(state), by))
    rng, rounds = Random(by), len(state.past_roles)
    for _ in range(40):
        if state.seat is None or len(state.past_roles) > rounds:
            return  # pay is noted in the order of seats
        assert twin.seat == (state.seat + by) % state.seats and twin.phase == state.phase
        assert Counter(renamed(action, by, state.seats) for action in state.legal()) == Counter(twin.legal())
        assert renamed(state.safe_action(), by, state.seats) in twin.legal()
        action = rng.choice(state.legal())
        notices, other = state.apply(action), twin.apply(renamed(action, by, state.seats))
        if len(state.past_roles) == rounds and state.round == twin.round:
            assert [event.__struct_config__.tag for _, event in notices] == [event.__struct_config__.tag for _, event in other]
            if state.seat is not None and not state.over_round:
                assert moved_on(as_json(state), by) == as_json(twin)


def test_a_mirrored_table_is_not_the_same_game():
    """The trap of the rules, 1.7: half a turn changes nothing, a mirror does, since the curves are not as many."""
    copies = GAME.static(Config(), 3).copies
    shapes = GAME.static(Config(), 3).shapes
    half = {"N": "S", "S": "N", "E": "W", "W": "E"}
    mirror = {"N": "S", "S": "N", "E": "E", "W": "W"}

    def curves(turn):
        out = Counter()
        for code in ("b03", "b04"):
            out[frozenset(turn.get(side, side) for side in shapes[code])] += copies[code]
        return {min("".join(sorted(way)), "".join(sorted(half[s] for s in way))): n for way, n in out.items()}

    assert curves({}) == curves(half) != curves(mirror)
    assert copies["b01"] == 4 and shapes["b01"] == "NS" and copies["b02"] == 3 and shapes["b02"] == "EW"


# What a seat may not know


def elsewhere(state, watcher, rng):
    """The state with all that `watcher` (a seat, or None for a spectator) may not know drawn anew, by its JSON."""
    view = state.spectator_view() if watcher is None else state.view(watcher)
    data = as_json(state)
    others = [seat for seat in range(state.seats) if seat != watcher]

    def shuffled(places):
        """Deal what lies in these places (list, index) out anew among them."""
        values = [items[i] for items, i in places]
        rng.shuffle(values)
        for (items, i), value in zip(places, values, strict=True):
            items[i] = value

    def all_of(*lists):
        return [(items, i) for items in lists for i in range(len(items))]

    shuffled(all_of(data["pile"], data["put_away"], *(data[name][seat] for name in ("hands", "discards") for seat in others)))
    for seat in others:
        data["hands"][seat].sort()
        data["inspections"][seat] = [{**note, "role": rng.choice(["blue", "boss"])} for note in data["inspections"][seat]]
        data["swaps"][seat] = [{**note, "gave": "b01", "got": "a01"} for note in data["swaps"][seat]]
    roles = all_of(data["spare"], *(data["hats"][seat] for seat in others))
    if not state.over_round:
        roles += [(data["roles"], seat) for seat in others if view.roles[seat] is None]
        shuffled([(data["goals"], goal) for goal in range(3) if view.goals[goal] is None])
    shuffled(roles)
    if not state.config.expansion:
        data["credited"] += rng.randrange(3)
        rng.shuffle(data["gold_deck"])
        data["gold_deck"] = data["gold_deck"][rng.randrange(3) :]
        for share in data["shares"]:
            if share["kind"] == "draft" and share["seat"] != watcher:
                more = rng.randint(1, 3)
                data["gold"][share["seat"]] += more - share["gold"]
                share["gold"], share["offer"] = more, "1 2 3"
        if state.seat != watcher and data["offer"]:
            data["offer"] = [rng.choice((0, 16, 24)), *data["offer"][1:]]
    for draws in data["future"].values():
        rng.shuffle(draws)
    return GAME.from_json(data)


@settings(max_examples=60, deadline=None)
@given(positions, st.integers(0, 1000))
def test_no_view_and_no_legal_list_depends_on_what_its_seat_may_not_know(where, seed):
    state = at(where)
    if state.seat is None:
        return
    for watcher in (*range(state.seats), None):
        twin = elsewhere(state, watcher, Random(seed))
        assert twin.to_json() != state.to_json()
        if watcher is None:
            assert twin.spectator_view() == state.spectator_view()
            continue
        assert twin.view(watcher) == state.view(watcher)
        if state.seat == watcher:
            assert twin.legal() == state.legal() and twin.safe_action() == state.safe_action()
            quiet = ("break", "repair", "theft", "free", "trap", "handsoff")
            for action in [action for action in state.legal() if action.startswith(quiet)][:3]:
                here, there = state.copy(), twin.copy()
                told = [
                    [event for event in told_to(watcher, game.apply(action)) if event.__struct_config__.tag == "action"]
                    for game in (here, there)
                ]
                assert told[0] == told[1] and len(told[0]) == 1


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize("policy", [play, dig])
def test_spectators_are_told_what_every_other_seat_is_told_less_what_is_its_own(flags, policy):
    state, rng = start(4, 11, **flags), Random(5)
    own = {"drawn", "role", "hands", "offer", "dealt"}  # and a goal seen by map
    hidden = 0
    while state.seat is not None:
        actor, before = state.seat, state.copy()
        action = policy(state, rng, 1)[0]
        notices = before.apply(action)
        shown = [event for who, event in notices if is_told(who, None)]
        hidden += sum(event.__struct_config__.tag == "action" and event.action.endswith("?") for event in shown)
        assert not any(event.__struct_config__.tag in own for event in shown)
        for seat in {*range(4)} - {actor}:
            assert [event for event in told_to(seat, notices) if event.__struct_config__.tag not in own] == shown
    assert hidden > 10
