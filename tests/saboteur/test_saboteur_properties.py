"""What holds in every match, with every option, at every step."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import msgspec
import pytest
from arena_saboteur import Config
from arena_saboteur.cards import BASE_DECK, FULL_DECK, GOLD_VALUES
from arena_saboteur.notation import card_played
from arena_saboteur.options import role_cards
from hypothesis import given, settings
from hypothesis import strategies as st
from saboteur_help import FLAG_SETS, GAME, dig, plain, play, start

positions = st.tuples(
    st.sampled_from(FLAG_SETS), st.integers(0, 8), st.integers(0, 2**32 - 1), st.integers(0, 260), st.booleans()
)  # fmt: skip
few = settings(max_examples=40, deadline=None)


def at(where):
    flags, extra, number, steps, digging = where
    allowed = list(GAME.seats_for(Config(**flags)))
    state = start(allowed[extra % len(allowed)], number, **flags)
    (dig if digging else play)(state, Random(number), steps)
    return state


@few
@given(positions)
def test_cards_roles_and_gold_are_conserved(where):
    state = at(where)
    view = state.open_view()
    cards = Counter(code for hand in view.hands for code in hand) + Counter(state.deck[state.drawn :])
    cards += Counter(state.put_away) + Counter(code for codes in view.discards for code in codes)
    cards += Counter(code for act in state.acts if (code := card_played(act.action)) is not None)
    assert cards == Counter(FULL_DECK if state.config.expansion else BASE_DECK)
    roles = Counter(state.roles) + Counter(state.spare) + Counter(role for hats in state.hats for role in hats)
    assert roles == Counter(role_cards(state.config, state.seats))
    assert [sum(share.gold for share in view.shares if share.seat == seat) for seat in range(state.seats)] == state.gold
    if not state.config.expansion:
        assert sum(state.gold) + sum(GOLD_VALUES[card] for card in state.gold_deck + state.offer) == 44 + state.credited
    laid = Counter(act.action.split()[1] for act in state.acts if act.action.startswith("path"))
    lies = Counter(text.split()[0] for text in view.table.values())
    assert all(lies[code] <= laid[code] for code in lies if code[0] in "bx")


@few
@given(positions)
def test_every_legal_action_can_be_applied_and_is_unique(where):
    state = at(where)
    legal = state.legal()
    assert len(set(legal)) == len(legal)
    before = state.to_json()
    for action in legal:
        state.copy().apply(action)
    for action in ("", "nonsense", "path b02 1,0 180", "path b02 01,0 0", "discard a99", "gold 4", "done done"):
        if action not in legal:
            with pytest.raises(ValueError):
                state.apply(action)
    assert state.to_json() == before


@few
@given(positions)
def test_a_copy_and_a_state_from_json_play_on_alike_and_leave_the_original_alone(where):
    state = at(where)
    before = json.dumps(state.to_json())
    twins = [state.copy(), GAME.from_json(json.loads(before))]
    for twin in twins:
        assert twin.open_view() == state.open_view() and twin.legal() == state.legal()
        dig(twin, Random(1), 150)
    assert twins[0].open_view() == twins[1].open_view() and twins[0].to_json() == twins[1].to_json()
    assert json.dumps(state.to_json()) == before


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
def test_a_round_ends_within_its_number_of_cards(flags):
    for number, seats in enumerate(GAME.seats_for(Config(**flags))):
        state, rng = start(seats, number, **flags), Random(number)
        turns, decisions = Counter(), 0
        while state.seat is not None:
            turns[state.round] += state.phase == "turn"
            decisions += 1
            legal = state.legal()
            state.apply(rng.choice([action for action in legal if action.startswith("discard")] or legal))
        assert max(turns.values()) <= (108 if state.config.expansion else 67) and decisions <= GAME.max_decisions
        assert all(Counter(roles) <= Counter(role_cards(state.config, seats)) for roles in state.past_roles)


@few
@given(positions, st.integers(0, 2**32 - 1))
def test_a_drawn_world_gives_the_seat_its_view_and_legal_list_and_is_whole(where, seed):
    state = at(where)
    if state.seat is None:
        return
    seat, view = state.seat, state.view(state.seat)
    as_sent = msgspec.json.decode(msgspec.json.encode(view))
    world = GAME.determinize(as_sent, [], Random(seed), seat=seat, config=state.config, seats=state.seats)
    assert plain(world.view(seat)) == plain(view) and world.legal() == state.legal()
    full = world.open_view()
    assert [len(hand) for hand in full.hands] == view.hand_sizes
    cards = Counter(code for hand in full.hands for code in hand) + Counter(world.deck) + Counter(world.put_away)
    cards += Counter(code for codes in full.discards for code in codes)
    cards += Counter(code for act in world.acts if (code := card_played(act.action)) is not None)
    assert cards == Counter(FULL_DECK if state.config.expansion else BASE_DECK)
    roles = Counter(world.roles) + Counter(world.spare) + Counter(role for hats in world.hats for role in hats)
    assert roles == Counter(role_cards(state.config, state.seats))
    if not state.config.expansion:
        assert sum(world.gold) + sum(GOLD_VALUES[card] for card in world.gold_deck + world.offer) == 44 + world.credited
    for other in range(state.seats):
        assert GAME.from_json(world.to_json()).view(other) == world.view(other)
    play(world, Random(seed))
    assert world.ranks() is not None


@few
@given(positions)
def test_states_that_differ_only_in_what_a_seat_may_not_know_tell_it_the_same(where):
    state = at(where)
    if state.seat is None:
        return
    seat = state.seat
    twin = GAME.determinize(state.view(seat), [], Random(7), seat=seat, config=state.config, seats=state.seats)
    for action in state.legal():
        one, two = state.copy(), twin.copy()
        told = [
            [event for who, event in game.apply(action) if who is None or seat in who] for game in (one, two)
        ]
        own = [event for event in told[0] if event.__struct_config__.tag == "action"]
        assert own and own == [event for event in told[1] if event.__struct_config__.tag == "action"]
        learns = {"drawn", "role", "hands", "goal", "round", "dealt", "offer"}  # chance or a look, rightly different
        if not learns & {event.__struct_config__.tag for event in told[0] + told[1]}:
            assert told[0] == told[1] and one.view(seat) == two.view(seat)


@few
@given(positions)
def test_no_other_seat_is_shown_a_hand_a_role_or_a_goal_that_it_has_not_learnt(where):
    state = at(where)
    if state.over_round:
        return
    for seat in [*range(state.seats), None]:
        view = state.spectator_view() if seat is None else state.view(seat)
        looked = {look.seat for look in view.inspections}
        assert all((hand is None) == (who != seat) for who, hand in enumerate(view.hands))
        assert all((cards is None) == (who != seat) for who, cards in enumerate(view.discards))
        assert {who for who, role in enumerate(view.roles) if role is not None} <= looked | {seat}
        maps = {int(act.action[4:]) for act in view.acts if act.seat == seat and act.action.startswith("map")}
        known = {goal for goal, name in enumerate(view.goals) if name is not None}
        assert known == maps | {goal for goal, rotation in enumerate(view.turned) if rotation is not None}
        assert view.pile is view.put_away is view.spare_roles is view.gold_deck is view.offer is view.connector is None
        assert not any(act.action.startswith(("discard", "gold")) and act.action[-1] != "?" for act in view.acts)
        if not state.config.expansion:
            assert all((gold is None) == (who != seat) for who, gold in enumerate(view.gold))
            assert all(share.gold is None for share in view.shares if share.kind == "draft" and share.seat != seat)
