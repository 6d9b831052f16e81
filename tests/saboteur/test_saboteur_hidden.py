"""What a seat is told and shown, what it is not, and what a drawn world makes of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from arena_saboteur import Config, position
from arena_saboteur.cards import GOLD_VALUES
from arena_saboteur.notes import Share
from arena_saboteur.scoring import pay_saboteurs
from arena_saboteur.unseen_gold import draw_gold
from saboteur_help import GAME, dig, start, start_with, told_to
from test_saboteur_rules import LINE

from arena.games import is_told

EXP = Config(expansion=True)


def actions(seat, notices):
    return [event.action for event in told_to(seat, notices) if event.__struct_config__.tag == "action"]


def worlds(state, count, seat=None):
    seat = state.seat if seat is None else seat
    view = state.view(seat)
    return [
        GAME.determinize(view, [], Random(number), seat=seat, config=state.config, seats=state.seats)
        for number in range(count)
    ]


def test_each_seat_is_told_its_own_role_and_hand_at_the_deal():
    state = start(5, 1)
    for seat in range(5):
        (event,) = told_to(seat, state.opening())
        assert (event.round, event.starter, event.role, event.hand) == (1, 0, state.roles[seat], [*state.hands[seat]])


def test_a_discard_is_told_to_others_without_its_card():
    notices = start(4, 1).apply(f"discard {start(4, 1).hands[0][0]}")
    assert actions(0, notices) == [f"discard {start(4, 1).hands[0][0]}"]
    assert actions(1, notices) == actions(3, notices) == ["discard ?"]
    assert not any(event.__struct_config__.tag == "drawn" for event in told_to(2, notices))
    assert [event.action for who, event in notices if is_told(who, None)] == ["discard ?"]  # spectators


def test_every_card_of_a_pass_is_an_event_of_its_own():
    state = position(3, config=EXP, hands=[["a01", "b01", "b02"], ["b16"], ["b16"]])
    told = [*state.apply("discard a01"), *state.apply("discard b02"), *state.apply("done")]
    assert actions(1, told) == ["discard ?", "discard ?", "done"] and actions(0, told)[:2] == ["discard a01", "discard b02"]
    assert [act.action for act in state.view(2).acts] == ["discard ?", "discard ?", "done"]
    assert state.view(0).discards == [["a01", "b02"], None, None]


def test_a_chosen_gold_card_is_known_to_its_seat_alone_and_the_offer_to_the_chooser():
    state = position(3, table=LINE, hands=[["b02"], [], []], roles=["digger"] * 3, round=3, gold_deck=[24, 16, 0, 1, 2])
    state.apply("path b02 7,0 0")
    notices = state.apply("gold 2")
    assert actions(0, notices) == ["gold 2"] and actions(1, notices) == ["gold ?"]
    assert state.view(1).gold == [None, 0, None] and state.view(0).gold == [2, None, None]
    assert [(s.gold, s.offer) for s in state.view(0).shares] == [(2, "1 2 3")]
    assert [(s.gold, s.offer) for s in state.view(1).shares] == [(None, None)]
    assert state.view(2).offer == [1, 3] and state.view(0).offer is None and state.spectator_view().offer is None


def test_roles_and_goals_lie_open_in_a_draft_but_hands_do_not():
    state = position(3, table=LINE, hands=[["b02", "b01"], ["b01"], []], roles=["digger", "saboteur", "digger"], round=3,
                     gold_deck=[24, 16, 0])  # fmt: skip
    state.apply("path b02 7,0 0")
    view = state.view(1)
    assert view.roles == ["digger", "saboteur", "digger"] and None not in view.goals and view.connector == 0
    assert view.hands == [None, ["b01"], None] and view.pile is None


def test_everything_is_shown_at_the_end():
    state = position(3, hands=[["b16"], [], []], deck=[], roles=["saboteur", "digger", "digger"], spare=["digger"], round=3)
    state.apply("discard b16")
    view = state.view(2)
    assert (view.turn, view.phase) == (None, "over") and view.gold == [4, 0, 0] and view.discards == [["b16"], [], []]
    assert view.spare_roles == ["digger"] and view.pile == [] and len(view.gold_deck) == 26


# Drawn worlds


def test_roles_are_drawn_as_the_cards_lie():
    state = start_with({}, roles=["digger", "saboteur", "digger"])
    found = Counter()
    for world in worlds(state, 900):
        assert world.roles[0] == "digger"
        found[world.roles.index("saboteur") if "saboteur" in world.roles else "aside"] += 1
    assert set(found) == {1, 2, "aside"} and all(abs(count - 300) < 60 for count in found.values())  # 4 deviations


def test_goals_seen_by_a_map_are_kept_and_the_others_are_drawn_evenly():
    state = start_with({0: ["a11"]})
    state.apply("map 1")
    back_to(0, state)
    found = Counter(world.goals for world in worlds(state, 400))
    assert {goals[1] for goals in found} == {"treasure"} and len(found) == 2 and max(found.values()) < 250


def back_to(seat, state):
    """The other seats pass until it is this one's turn."""
    while state.seat != seat or state.phase != "turn":
        state.apply(state.safe_action())
    return state


def test_a_role_known_to_be_cast_off_lies_at_no_seat_again():
    state = start_with({0: ["a15"], 1: ["a16"]}, 4, ["blue", "green", "boss", "green"], expansion=True)
    state.apply("inspect 2")
    state.apply("swaphat 2")
    drawn = worlds(back_to(0, state), 60)
    assert all("boss" not in world.roles and world.hats[2] == ("boss",) for world in drawn)
    assert len({world.roles[2] for world in drawn}) >= 3


def test_of_two_hats_given_up_by_one_seat_the_inspected_one_is_the_first():
    state = start_with({0: ["a15"], 1: ["a16", "a16"]}, 3, ["blue", "green", "boss"], expansion=True)
    state.apply("inspect 2")
    state.apply("swaphat 2")
    back_to(1, state)
    state.apply("swaphat 2")
    drawn = worlds(back_to(0, state), 40)
    assert {world.hats[2][0] for world in drawn} == {"boss"} and len({world.hats[2][1] for world in drawn}) > 2


def test_a_seat_knows_the_role_that_it_gave_up():
    state = start_with({0: ["a16"]}, 4, ["boss", "green", "blue", "green"], expansion=True)
    state.apply("swaphat 0")
    drawn = worlds(back_to(0, state), 60)
    assert all("boss" not in world.roles and world.roles[0] == state.roles[0] for world in drawn)


def test_an_inspected_role_is_kept_while_it_stays():
    state = start_with({0: ["a15"]}, 4, ["blue", "green", "boss", "geologist"], expansion=True)
    state.apply("inspect 3")
    drawn = worlds(back_to(0, state), 40)
    assert {world.roles[3] for world in drawn} == {"geologist"} and len({world.roles[2] for world in drawn}) > 3


def test_cards_that_were_given_away_stay_where_they_are_until_played():
    state = start_with({0: ["a14", "b07", "b07", "x25", "a11", "a03"], 1: ["b01"], 2: ["a11"]}, expansion=True)
    state.apply("swaphand 1")
    state.apply("path b07 1,0 0")
    state.apply("map 0")
    for world in worlds(state, 40):
        assert Counter(world.hands[1]) >= Counter(["b07", "x25", "a11", "a03"])  # one b07 is played
        assert len(world.hands[1]) == 6 and world.swaps[1][0].got == "a03 a11 b07 b07 x25"


def test_what_a_receiver_of_cards_discards_may_be_any_of_them():
    state = start_with({0: ["a14", "b07", "b06", "x25", "a11", "a03"]}, 2, expansion=True)
    state.apply("swaphand 1")
    state.apply("discard a03")
    state.apply("done")
    kept = Counter("x25" in world.hands[1] for world in worlds(state, 400))
    assert abs(kept[False] - 400 / 6) < 31  # four deviations: one of his six cards went


def test_a_card_that_only_its_receiver_can_have_played_was_not_discarded():
    state = start_with({0: ["a14", "b07", "b06", "x25", "a11", "a03"]}, 2, expansion=True)
    state.apply("swaphand 1")
    state.apply("discard a03")
    state.apply("done")
    back_to(1, state)
    state.apply("path x25 1,0 0")
    for world in worlds(state, 60):
        assert "x25" not in world.discards[1]


def test_hands_swapped_back_show_what_was_discarded_meanwhile():
    state = start_with({0: ["a14", "b07", "b06", "x25", "a11", "a03"], 1: ["a14"]}, 2, expansion=True)
    state.apply("swaphand 1")
    state.apply("discard x25")
    state.apply("done")
    state.apply("swaphand 1")
    back_to(0, state)
    assert "x25" not in state.hands[0]
    sure = Counter("x25" in world.discards[1] for world in worlds(state, 60))
    assert sure == {True: 60}


def test_the_gold_that_was_taken_before_an_offer_is_any_other_card():
    state = position(3, table=LINE, hands=[["b02"], [], []], roles=["digger"] * 3, round=3,
                     gold_deck=[24, 0, 1, *range(2, 24), 25, 26, 27])  # fmt: skip
    state.apply("path b02 7,0 0")
    state.apply("gold 3")
    assert state.seat == 2 and state.view(2).offer == [1, 1]
    shares = state.view(2).shares
    found = Counter(draw_gold(shares, [1, 1], Random(number), 2, 3).shares[0].gold for number in range(2600))
    for value, expected in {1: 1400, 2: 800, 3: 400}.items():  # of 14 ones, 8 twos, 4 threes
        assert abs(found[value] - expected) < 100


def test_a_later_offer_tells_what_an_earlier_draft_cannot_have_had():
    first = [Share(1, seat, "draft", None, None) for seat in (1, 3, 1, 3, 1)]
    drawn = [draw_gold(first, [1, 1, 3, 3, 3], Random(number), 2, 2) for number in range(1500)]
    taken = [share.gold for world in drawn for share in world.shares]
    assert abs(sum(taken) / len(taken) - 33 / 23) < 0.04  # any five of the 23 other cards, worth 33
    assert abs(taken.count(3) / len(taken) - 1 / 23) < 0.012
    assert all(sum(GOLD_VALUES[card] for card in world.deck) + sum(s.gold for s in world.shares) == 33 for world in drawn)


@pytest.mark.slow
def test_imagined_gold_is_right_on_average_over_three_rounds():
    """Calibration: over many simulated matches what is drawn for the others is, on average, what they have."""
    rng = Random(3)
    truth, drawn = Counter(), Counter()
    matches = 4000
    for number in range(matches):
        deck = list(range(28))
        rng.shuffle(deck)
        shares: list[Share] = []
        gold, hidden = Counter(), []
        for turn in (1, 2, 3):
            if rng.random() < 0.4:
                pay, left = pay_saboteurs(deck, [0])
                deck = list(left)
                shares.append(Share(turn, 0, "pay", pay, None))
                continue
            offer, deck = sorted(GOLD_VALUES[card] for card in deck[:5]), deck[5:]
            for step in range(5):
                seat = (1, 2, 3)[step % 3]
                value = rng.choice(offer)
                lay = " ".join(map(str, offer))
                offer.remove(value)
                gold[seat] += value
                shares.append(Share(turn, seat, "draft", value if seat == 2 else None, lay if seat == 2 else None))
                hidden.append(value)
        world = draw_gold(shares, None, Random(number), 2, 4)
        for seat in (1, 3):
            truth[seat] += gold[seat]
            drawn[seat] += sum(share.gold for share in world.shares if share.seat == seat)
        truth["threes"] += sum(GOLD_VALUES[card] == 3 for card in deck)
        drawn["threes"] += sum(GOLD_VALUES[card] == 3 for card in world.deck)
    for what in truth:
        assert abs(truth[what] - drawn[what]) < 4 * (2 * matches * 1.5) ** 0.5, what


def test_a_view_that_contradicts_itself_is_refused():
    state = start(4, 8)
    view = state.view(0)
    for field, value in (("deck", 3), ("hand_sizes", [6, 6, 6, 5])):
        with pytest.raises(ValueError, match="contradicts itself"):
            GAME.determinize(
                msgspec.structs.replace(view, **{field: value}), [], Random(1), seat=0, config=state.config, seats=4
            )
    with pytest.raises(ValueError, match="own decision"):
        GAME.determinize(view, [], Random(1), seat=1, config=state.config, seats=4)


def test_a_drawn_world_has_chance_of_its_own():
    state = start(4, 8)
    dig(state, Random(2), 10)
    one, two = worlds(state, 2)
    again = worlds(state, 1)[0]
    assert one.to_json() == again.to_json() and one.to_json()["future"] != two.to_json()["future"]
