"""Saboteur's own bots: whole matches, roles counted out by hand, small positions, strength."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import arena_saboteur
import pytest
from arena_saboteur import Config, position
from arena_saboteur.bots.belief import Belief
from arena_saboteur.bots.greedy import Greedy
from arena_saboteur.bots.mine_view import Outlook
from arena_saboteur.bots.search import Search
from arena_saboteur.estimate import estimate, reach_chance
from arena_saboteur.mine import Mine
from arena_saboteur.notation import cell
from arena_saboteur.options import role_cards
from arena_saboteur.ways import FAR, distance, ways
from saboteur_help import GAME, start, start_with

import tests.seated
from arena.games import RandomChance
from tests.seated import play_match

QUICK = {"worlds": 3}
LINE = {f"{x},0": "b07" for x in range(1, 6)}
"""Crosses from the start up to two columns before the middle goal's cell: two more cards reach it."""


class Seated(tests.seated.Seated):
    game = GAME


def asked(cls: Any, state: Any, seed: int = 0, **options: Any) -> str:
    """What a bot answers to the present question of a state."""
    return Seated(cls, state, state.seat, seed, **options).answer()


# the plugin


def test_the_three_bots_are_registered_for_saboteur_alone():
    found = {}
    arena_saboteur.register_bots(lambda name, path, game=None: found.update({name: (path, game)}))
    assert list(found) == ["greedy", "belief", "search"]
    assert {game for _, game in found.values()} == {"saboteur"}


@pytest.mark.parametrize("seats", [3, 10])
def test_greedy_and_belief_play_whole_matches_of_the_base_game(seats):
    state = start(seats, 1)
    bots = {seat: Seated((Greedy, Belief)[seat % 2], state, seat) for seat in range(seats)}
    assert len(play_match(state, bots, Random(0))) > 60
    assert state.ranks() is not None


def test_greedy_and_belief_play_whole_matches_of_the_expansion():
    state = start(6, 1, expansion=True)
    bots = {seat: Seated((Greedy, Belief)[seat % 2], state, seat) for seat in range(6)}
    answers = play_match(state, bots, Random(0))
    assert {"path", "discard"} < {answer.split()[0] for answer in answers}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "flags"),
    [
        (3, {}), (5, {}), (7, {"roles": "exact", "gold_draw": "diggers", "self_break": True}), (10, {}),
        (2, {"expansion": True}), (6, {"expansion": True, "bounds": "9x5"}), (12, {"expansion": True}),
    ],
)  # fmt: skip
def test_all_three_play_whole_matches_at_every_kind_of_table(seats, flags):
    state = start(seats, 2, **flags)
    kinds = ((Greedy, {}), (Belief, {}), (Search, QUICK))
    bots = {seat: Seated(kinds[seat % 3][0], state, seat, **kinds[seat % 3][1]) for seat in range(seats)}
    play_match(state, bots, Random(0))
    assert state.ranks() is not None


@pytest.mark.parametrize(("cls", "options"), [(Greedy, {}), (Belief, {}), (Search, QUICK)])
def test_a_bot_answers_the_same_again_with_the_same_seed(cls, options):
    def answers() -> list[str]:
        state = start(5, 4)
        rng = Random(1)
        bot = Seated(cls, state, 0, 7, **options)
        out = []
        while len(out) < 6:
            action = bot.answer() if state.seat == 0 else rng.choice(state.legal())
            out += [action] if state.seat == 0 else []
            state.apply(action)
        return out

    assert answers() == answers()


# the length of ways


def table_of(cards: dict[str, str]) -> Mine:
    return position(table=cards, hands=[["b01"]] * 3).mine


def test_seven_cards_reach_the_middle_goal_and_nine_an_outer_one():
    assert [min(ways(Mine.new(), goal)[at] for at in (cell(1, 0), cell(0, 1))) for goal in (1, 0)] == [7.0, 9.0]


def test_each_card_of_a_straight_line_brings_the_middle_goal_one_card_nearer():
    lengths = [distance(table_of(dict(list(LINE.items())[:count])), 1) for count in range(6)]
    assert all(0.8 < before - after < 1.3 for before, after in pairwise(lengths))


def test_a_goal_that_is_walled_off_is_far():
    stubs = {"7,2": "b08", "8,3": "b09", "8,1": "b09", "9,2": "b08"}
    assert distance(table_of({**LINE, **stubs}), 0) == FAR


def test_a_cut_off_piece_of_tunnel_shortens_the_way():
    gap = {at: card for at, card in LINE.items() if at != "3,0"}
    without = {at: card for at, card in gap.items() if at < "3,0"}
    assert distance(table_of(gap), 1) < distance(table_of(without), 1) - 1.5


def test_a_dead_end_at_the_head_of_the_tunnel_makes_the_way_longer_and_a_straight_card_shorter():
    state = position(table={f"{x},0": "b02" for x in range(1, 5)}, hands=[["b02", "b09"], [], []])
    gains = Outlook(state.mine, [0, 1, 0]).laid(action for action in state.legal() if action.startswith("path"))
    assert gains["path b02 5,0 0"] > 0.7
    assert gains["path b09 5,0 180"] < -1


# single decisions


@pytest.mark.parametrize("cls", [Greedy, Belief])
@pytest.mark.parametrize("treasure", [0, 2])
def test_a_digger_who_has_seen_the_treasure_builds_towards_it(cls, treasure):
    goals = ["treasure" if goal == treasure else ("stone-ne" if goal == 1 else "stone-nw") for goal in range(3)]
    hands = [["a11", "b07"], ["b03"] * 2, ["b03"] * 2]
    state = position(
        3, table={**LINE, "6,0": "b07"}, hands=hands, deck=["b07"] * 9, roles=["digger"] * 3, goals=goals, round=3
    )
    for action in (f"map {treasure}", "discard b03", "discard b03"):
        state.apply(action)
    row = 1 - treasure
    assert asked(cls, state) in (f"path b07 5,{row} 0", f"path b07 6,{row} 0")


def before_the_gold(role: str) -> Any:
    """A dealt match whose tunnel is one card from the middle goal, the treasure; seat 0 has looked and holds that card."""
    hands = {0: ["a11", "b02", "b02", "b02", "b01", "b09"], 1: ["b07", "b07", "b03"], 2: ["b07", "b07", "b03"]}
    others = ["digger", "digger"] if role == "saboteur" else ["saboteur", "digger"]
    state = start_with(hands, 3, [role, *others])
    for action in (
        "map 1", "path b07 1,0 0", "path b07 2,0 0", "path b02 3,0 0", "path b07 4,0 0", "path b07 5,0 0",
        "path b02 6,0 0", "discard b03", "discard b03",
    ):  # fmt: skip
        state.apply(action)
    return state


@pytest.mark.parametrize(("cls", "options"), [(Greedy, {}), (Belief, {}), (Search, {"worlds": 6})])
def test_a_digger_connects_the_treasure_when_it_can(cls, options):
    assert asked(cls, before_the_gold("digger"), **options) == "path b02 7,0 0"


@pytest.mark.parametrize(("cls", "options"), [(Greedy, {}), (Belief, {}), (Search, {"worlds": 6})])
def test_a_saboteur_does_not_connect_the_treasure_that_it_knows(cls, options):
    state = before_the_gold("saboteur")
    assert "path b02 7,0 0" in state.legal()
    assert asked(cls, state, **options) != "path b02 7,0 0"


def test_a_saboteur_lays_its_dead_end_before_the_gold():
    hands = [["b01", "b09"], ["b03"] * 3, ["b03"] * 3]
    state = position(
        3, table={f"{x},0": "b02" for x in range(1, 7)}, hands=hands, roles=["saboteur", "digger", "digger"], round=3
    )
    for cls in (Greedy, Belief):
        assert asked(cls, state) == "path b09 7,0 180"


def test_a_digger_breaks_the_tool_of_whom_it_has_seen_to_be_a_saboteur_and_of_nobody_else():
    state = position(
        3, hands=[["a15", "a01", "a04"], ["b01"], ["b01"]], deck=["a02"] * 3, roles=["boss", "saboteur", "blue"], round=3,
        config=Config(expansion=True),
    )  # fmt: skip
    for action in ("inspect 1", "discard b01", "done", "discard b01", "done"):
        if action in state.legal():
            state.apply(action)
    assert asked(Belief, state) in ("break pick 1", "break lantern 1")


def test_it_takes_the_most_gold():
    state = start(3, 0)
    state.phase, state.offer, state.drafters = "draft", (0, 16, 24), (0, 1)
    state.connector = 0
    for cls in (Greedy, Belief):
        assert cls().act({"phase": "draft"}, list(state.legal()), None) == "gold 3"


# the estimate


def test_the_estimate_shares_out_what_there_is_to_beat():
    for seats, flags in ((3, {}), (10, {}), (12, {"expansion": True})):
        state, rng = start(seats, 3, **flags), Random(1)
        for _ in range(40):
            state.apply(rng.choice(state.legal()))
            values = estimate(state)
            assert sum(values) == pytest.approx(seats / 2)
            assert all(0 <= value <= 1 for value in values)


def test_a_tunnel_nearer_the_gold_promises_more_to_diggers_and_less_to_saboteurs():
    far, near = (
        position(
            3, table={f"{x},0": "b07" for x in range(1, count)}, hands=[["b01"] * 6] * 3, deck=["b01"] * 20,
            roles=["saboteur", "digger", "digger"], round=3, chance=RandomChance(Random(0)),
        )
        for count in (2, 7)
    )
    for state in (far, near):
        state.apply("discard b01")
    assert reach_chance(near) > reach_chance(far)
    assert estimate(near)[1] > estimate(far)[1]
    assert estimate(near)[0] < estimate(far)[0]


def test_the_worlds_of_the_search_have_the_roles_that_its_beliefs_have():
    state = before_the_gold("saboteur")
    state.apply("path b09 7,0 180")
    seated = Seated(Search, state, 1, worlds=1)
    seated.answer()
    count = 0
    for _ in range(400):
        roles = seated.bot.draw()
        assert roles[1] == state.roles[1]
        assert not Counter(roles) - Counter(role_cards(state.config, 3))
        count += roles[0] == "saboteur"
    believed = seated.bot.suspects[0]["saboteur"]
    assert 0.1 < believed < 0.9  # so that the count tells something
    assert count / 400 == pytest.approx(believed, abs=0.1)


# strength


def gold_margin(upper: Any, lower: Any, seats: int, deals: int, **options: Any) -> float:
    """Mean gold of `upper` less that of `lower`: each deal is played with a pattern of seats, and with its complement."""
    total = 0.0
    for number in range(deals):
        for side in (0, 1):
            state = start(seats, number)
            ours = [seat for seat in range(seats) if (seat + number) % 2 == side]
            bots = {
                seat: Seated(upper, state, seat, seat, **options) if seat in ours else Seated(lower, state, seat, seat)
                for seat in range(seats)
                if seat in ours or lower is not None
            }
            play_match(state, bots, Random(number))
            total += sum(gold if seat in ours else -gold for seat, gold in enumerate(state.gold))
    return total / (seats * deals)


def test_greedy_gets_more_gold_than_random_play():
    assert gold_margin(Greedy, None, 5, 3) > 0.3


def rounds_won_by_diggers(number: int, saboteurs: Any) -> int:
    """In a match at 7 seats in which all diggers are greedy and all saboteurs are of that class."""
    state = start(7, number)
    bots = {(seat, cls): Seated(cls, state, seat, seat) for seat in range(7) for cls in {Greedy, saboteurs}}
    while state.seat is not None:
        legal = state.legal()
        cls = Greedy if state.roles[state.seat] == "digger" else saboteurs
        state.apply(legal[0] if len(legal) == 1 else bots[state.seat, cls].answer())
    return sum(roles[won[0]] == "digger" for roles, won in zip(state.past_roles, state.past_winners, strict=True))


@pytest.mark.slow
def test_saboteurs_with_beliefs_keep_greedy_diggers_from_the_gold_more_often_than_greedy_ones():
    reached = {cls: sum(rounds_won_by_diggers(number, cls) for number in range(25)) for cls in (Belief, Greedy)}
    assert reached[Belief] < reached[Greedy]


@pytest.mark.slow
def test_search_is_more_often_than_belief_the_digger_who_chooses_gold_first():
    first = Counter()
    for number in range(12):
        for side in (0, 1):
            state = start(3, number)
            classes = [Search if seat % 2 == side else Belief for seat in range(3)]
            play_match(state, {seat: Seated(cls, state, seat, seat) for seat, cls in enumerate(classes)}, Random(number))
            chosen = {share.round: share.seat for share in reversed(state.shares) if share.kind == "draft"}
            first.update(classes[seat] for seat in chosen.values())
    assert first[Search] > first[Belief]


@pytest.mark.slow
def test_greedy_diggers_among_themselves_reach_the_gold_in_a_good_part_of_the_rounds():
    reached = 0
    for number in range(12):
        state = start(5, number)
        play_match(state, {seat: Seated(Greedy, state, seat, seat) for seat in range(5)}, Random(number))
        reached += sum(roles[winners[0]] == "digger" for roles, winners in zip(state.past_roles, state.past_winners, strict=True))
    assert 9 <= reached <= 33  # of 36 rounds
