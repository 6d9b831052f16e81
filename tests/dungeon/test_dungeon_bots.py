"""Dungeon!'s own bots: whole matches, what they know, what they do where it is plain what is right, strength."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import arena_dungeon
import pytest
from arena_dungeon import Config
from arena_dungeon.board import HALL, INDEX, NOWHERE
from arena_dungeon.bots.greedy import Greedy, rate_policy
from arena_dungeon.bots.planner import Planner
from arena_dungeon.bots.policy import Policy
from arena_dungeon.bots.search import Search
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.tuned import Tuned
from arena_dungeon.bots.weights import TUNED
from arena_dungeon.estimate import chances_to_win, estimate, turns_left
from arena_dungeon.ways import path, search_cost, ways
from dungeon_help import GAME, at, hunted, play, start

import tests.seated
from tests.seated import plain, play_match

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
import balance

BOTS: list[Any] = [Greedy, Tuned, Search]
SOLO: list[dict[str, Any]] = [
    {"variant": "treasure_hunter", "treasure_level": 2}, {"variant": "treasure_hunter", "treasure_level": 6},
    {"variant": "time_trial"}, {"variant": "monster_hunt"}, {"variant": "monster_hunt", "hunt_one_life": True},
]  # fmt: skip
OPTIONS: list[dict[str, Any]] = [
    {"rescue_win": False, "treasure_at": "kill", "retreat": "stay"},
    {"death_loses_turn": True, "spell_inside": "before", "teleport_then_move": True},
    {"open_treasures": True, "rank_losers": "progress"},
]


class Seated(tests.seated.Seated):
    game = GAME


def asked(cls: Any, state: Any, seed: int = 0, **options: Any) -> str:
    """What a bot answers to the present question of a state."""
    return Seated(cls, state, state.seat, seed, **options).answer()


def wins(one: Policy, other: Policy, matches: int, seats: int = 2) -> int:
    """How many matches a policy wins against another, each deal from both sides, with the heroes of the seats drawn."""
    won = 0
    for number in range(matches):
        heroes = Random(number // 2).sample(["rogue", "cleric", "fighter", "wizard"], seats)
        mine = number % 2
        policies = [(one, other)[seat % 2 != mine] for seat in range(seats)]
        outcome = balance.play(f"strength {number // 2}", heroes, policies, Config())
        won += outcome.winner is not None and outcome.winner % 2 == mine
    return won


# the plugin


def test_the_three_bots_are_registered_for_dungeon_alone():
    found = {}
    arena_dungeon.register_bots(lambda name, path, game=None: found.update({name: (path, game)}))
    assert list(found) == ["greedy", "tuned", "search"]
    assert {game for _, game in found.values()} == {"dungeon"}


# whole matches


@pytest.mark.parametrize("seats", [1, 2, 4, 8])
def test_greedy_and_tuned_play_whole_matches_that_somebody_wins(seats):
    state = start(seats, seats)
    play_match(state, {seat: Seated((Tuned, Greedy)[seat % 2], state, seat) for seat in range(seats)})
    assert state.result == "won" and state.round > 5


@pytest.mark.parametrize("flags", SOLO)
@pytest.mark.parametrize("cls", [Greedy, Tuned])
def test_greedy_and_tuned_play_each_solo_variant(cls, flags):
    state = start(1, 3, **flags)
    play_match(state, {0: Seated(cls, state, 0)})
    assert state.result in ("won", "lost")


@pytest.mark.parametrize("flags", OPTIONS)
def test_greedy_and_tuned_play_with_every_option(flags):
    state = start(4, 5, **flags)
    play_match(state, {seat: Seated((Tuned, Greedy)[seat % 2], state, seat) for seat in range(4)})
    assert state.result == "won"


@pytest.mark.parametrize(
    ("seats", "flags"), [(2, {}), (8, {}), *((1, flags) for flags in SOLO), *((4, flags) for flags in OPTIONS)]
)
def test_search_plays_whole_matches_at_every_kind_of_table(seats, flags):
    state = start(seats, 7, **flags)
    play_match(state, {seat: Seated(Search, state, seat) for seat in range(seats)})
    assert state.ranks() is not None


@pytest.mark.parametrize("cls", BOTS)
def test_a_bot_answers_the_same_again_with_the_same_seed(cls):
    def answers() -> list[str]:
        state = start(3, 8)
        bots = {seat: Seated(Tuned, state, seat) for seat in range(3)} | {0: Seated(cls, state, 0, 7)}
        return play_match(state, bots, most=40)

    assert answers() == answers()


# what a bot knows


@pytest.mark.parametrize("number", range(6))
def test_a_seat_reads_the_same_from_its_view_as_from_the_state(number):
    state = start(1 + number, number, open_treasures=number == 3)
    rng, checked = Random(number), 0
    while state.seat is not None and checked < 60:
        play(state, rng, 3)
        if state.seat is None:
            break
        view, table = Table.of_view(plain(state.view(state.seat)), state.config), Table.of_state(state, state.seat)
        for field in Table.__slots__:
            mine, other = getattr(view, field), getattr(table, field)
            if field == "treasure_seen":
                mine, other = [sorted(kinds) for kinds in mine], [sorted(kinds) for kinds in other]
            if field in ("dropped",):
                mine, other = ({at: [*kinds] for at, kinds in each.items()} for each in (mine, other))
            if isinstance(mine, list | tuple):
                mine, other = list(mine), list(other)
            assert mine == other, field
        checked += 1
    assert checked > 5


def test_a_table_holds_nothing_that_the_seat_may_not_know():
    shown = at(monsters={"R301": "Ogre", "R302": "Mimic"}, places=["c36_11"])
    hidden = at(monsters={"R301": "Ogre", "R302": "Mimic"}, face_down=["R302"], places=["c36_11"])
    assert Table.of_state(shown, 0).cards[INDEX["R302"]] == "Mimic"
    assert Table.of_state(hidden, 0).cards[INDEX["R302"]] is None


def test_a_seat_that_did_not_look_reads_nothing_of_what_another_saw():
    state = at(["rogue", "rogue"], treasures=[["ball 4"], []], places=["c22_9", "c22_12"], steps=5)
    state.apply("ball R301")
    for me, other in ((0, 1), (1, 0)):
        table = Table.of_state(state, me)
        assert (table.cards[INDEX["R301"]] is None) == (me == 1) and (INDEX["R301"] in table.under) == (me == 0)
        assert (sum(map(len, table.treasure_seen)) == 2) == (me == 0) and table.me != other


def test_the_card_of_a_hunter_that_was_not_met_is_not_read():
    assert Table.of_state(hunted("c22_12", "R601"), 0).hunter_card is None
    met = hunted("c22_10", "c22_7")
    met.apply("stay")
    assert Table.of_state(met, 0).hunter_card == "Lich"


# what is plain


@pytest.mark.parametrize("cls", BOTS)
def test_a_hero_with_its_goal_goes_home(cls):
    state = at(treasures=[["Star Diamond 6"]], places=["c22_9"], steps=5)
    assert asked(cls, state) == "go HALL"


@pytest.mark.parametrize("cls", BOTS)
def test_a_hero_that_was_carried_home_where_that_does_not_win_goes_out_and_in_again(cls):
    state = at(treasures=[["Star Diamond 6"]], places=["HALL"], steps=5, flags={"rescue_win": False})
    for _ in range(6):
        if state.seat is not None:
            state.apply(asked(cls, state))
    assert state.winner == 0


@pytest.mark.parametrize("cls", BOTS)
def test_a_hero_that_lacks_something_goes_on_into_the_dungeon(cls):
    state = at(treasures=[["Emerald Throne 6"]], places=["c22_12"], steps=5)
    assert asked(cls, state).startswith("go R1")


def test_a_wizard_casts_a_spell_from_a_distance_at_a_monster_that_it_can_hardly_strike():
    state = at(["wizard"], monsters={"R501": "Frost Giant"}, places=["c3_20"], spells=[{"fireball": 3}], steps=5)
    assert asked(Tuned, state) == "cast fireball R501"


def test_a_wizard_casts_the_spell_that_the_monster_is_not_immune_to():
    state = at(["wizard"], monsters={"R501": "Fire Giant"}, places=["R501"], came_from=["c3_20"],
               spells=[{"fireball": 3, "lightning": 1}], steps=5)  # fmt: skip
    while state.phase != "combat":
        state.apply("stay")
    assert asked(Tuned, state) == asked(Greedy, state) == "cast lightning"


def test_a_rogue_does_not_seek_a_dragon():
    state = at(["rogue"], monsters={"R601": "Red Wyrm"}, places=["c3_5"], steps=5)
    assert asked(Tuned, state) != "go R601"


def test_a_pile_of_dropped_treasures_draws_a_hero():
    far = {"R101": "Cave Rats", "R102": "Cave Rats"}
    state = at(["fighter"], monsters=far, dropped={"R102": ["Star Diamond 6"]}, places=["c22_12"], steps=5)
    assert asked(Tuned, state) == asked(Greedy, state) == "go R102"


def test_the_tuned_bot_takes_a_cheap_hero_for_two_seats_and_a_wizard_for_treasure_of_the_deep():
    two, eight = start(2, 1), start(8, 1)
    assert asked(Tuned, two) in ("hero rogue", "hero cleric") and asked(Tuned, eight) == "hero fighter"
    assert asked(Tuned, start(1, 1, variant="treasure_hunter", treasure_level=6)) == "hero wizard"
    assert asked(Tuned, two, hero="wizard") == asked(Greedy, two, hero="wizard") == "hero wizard"


@pytest.mark.parametrize("cls", [Tuned, Search])
def test_a_hunted_hero_wins_alone_and_does_not_go_to_and_fro_before_the_hunter_for_ever(cls):
    for number in range(2, 12):
        state = start(1, number, variant="monster_hunt")
        play_match(state, {0: Seated(cls, state, 0)})
        assert state.result == "won", number


def test_a_way_through_the_hunter_is_shunned_only_where_it_is_near_and_not_for_ever():
    def barrier(hunter: str, **more: Any) -> int:
        return Table.of_state(hunted("c22_12", hunter, **more), 0).barrier

    assert barrier("c22_10") == INDEX["c22_10"]
    assert barrier("c9_13") == barrier("R601") == NOWHERE
    assert barrier("c22_10", round=61) == NOWHERE


def test_a_wizard_with_few_spells_fetches_some_in_the_hall():
    state = at(["wizard"], spells=[{"lightning": 1}], capacity=[9])
    assert state.phase == "start" and asked(Tuned, state).startswith("regain ")


def test_the_treasure_hunter_wants_its_treasure_and_not_gold():
    state = start(1, 4, variant="treasure_hunter", treasure_level=2)
    worth = Planner(TUNED).level_worth(Table.of_state(state, 0))
    assert worth[2] > 100 * worth[6]


def test_ways_pay_for_closed_doors_and_for_chambers():
    hall, room = INDEX["HALL"], INDEX["R109"]
    closed = ways(hall, 0, 0, search_cost("wizard"), 5.0)
    opened = ways(hall, (1 << 13) - 1, 0, search_cost("wizard"), 5.0)
    assert closed.cost[room] == opened.cost[room] + 8
    assert path(opened, room)[-1] == room and len(path(opened, room)) == opened.cost[room]
    free, barred = (ways(hall, 0, uncleared, 8.0, 30.0).cost[INDEX["R601"]] for uncleared in (0, -1))
    assert free < barred


# the estimate


def test_the_estimate_likes_gold_and_the_way_home():
    def turns(**more: Any) -> float:
        return turns_left(at(["rogue", "cleric"], **more), 0)

    poor = turns(places=["c22_9", "HALL"])
    rich = turns(places=["c22_9", "HALL"], treasures=[["Emerald Throne 6"], []])
    done = turns(places=["c22_9", "HALL"], treasures=[["Star Diamond 6"], []])
    far = turns(places=["c22_7", "HALL"], treasures=[["Star Diamond 6"], []])
    assert done < far < rich < poor


def test_estimates_are_placements_and_the_chances_to_win_sum_to_one():
    for seats in (2, 5, 8):
        for flags in ({}, {"rank_losers": "progress"}):
            state = start(seats, 2, **flags)
            play(state, Random(1), 300)
            if state.seat is None:
                continue
            assert sum(chances_to_win(state)) == pytest.approx(1)
            assert all(-1e-9 <= value <= 1 + 1e-9 for value in estimate(state))
            assert sum(estimate(state)) == pytest.approx(seats / 2)


def test_alone_an_earlier_end_is_worth_more():
    near = at(["rogue"], treasures=[["Star Diamond 6"]], places=["c22_9"])
    far = at(["rogue"], treasures=[[]], places=["c22_9"])
    assert 1 >= estimate(near)[0] > estimate(far)[0] >= 0
    assert near.place[0] != HALL


# strength


def test_greedy_beats_chance():
    class Chance(Policy):
        rng = Random(5)

        def act(self, table: Table, legal: Any) -> str:
            return self.rng.choice(legal)

    assert wins(rate_policy(), Chance(TUNED), 8) >= 7


@pytest.mark.parametrize("level", range(1, 7))
def test_a_treasure_hunter_finds_a_treasure_of_any_level(level):
    """Where nothing is worth its risk it does something all the same: a treasure that is not found is a match lost."""
    policy = Policy(TUNED)
    found = 0
    for number in range(4):
        state = start(1, number, variant="treasure_hunter", treasure_level=level)
        while state.seat is not None:
            legal = state.legal()
            state.apply(legal[0] if len(legal) == 1 else policy.act(Table.of_state(state, 0), legal))
        found += state.result == "won"
    assert found >= 3


@pytest.mark.slow
def test_tuned_beats_greedy():
    assert wins(Policy(TUNED), rate_policy(), 120) > 63


# the balance


def test_the_balance_program_plays_counts_and_writes_its_table(tmp_path, capsys):
    out = tmp_path / "page.md"
    balance.main(["--matches", "6", "--seeds", "4", "5", "--out", str(out)])
    text = out.read_text()
    printed = capsys.readouterr().out
    assert all(word in text for word in ("| 4 | 6 |", "| 5 | 6 |", "| rogue | cleric |", "## Eight seats"))
    assert "## The original deck" in text
    assert "| rescue_win=false |" in text and "- Troll, fireball: 5 -> 6" in text
    assert "| 4 | 6 |" in printed


def test_the_gate_sees_a_hero_that_wins_too_often_and_a_table_that_is_fair():
    def tally(shares: dict[str, int]) -> balance.Tally:
        return balance.Tally(400, 0, 400 * 25, 0, shares, dict.fromkeys(range(4), 100), [25] * 400)

    assert tally(dict.fromkeys(["rogue", "cleric", "fighter", "wizard"], 100)).misses() == []
    assert tally({"rogue": 70, "cleric": 100, "fighter": 100, "wizard": 130}).misses() == ["rogue", "wizard"]
