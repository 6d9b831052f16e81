"""No message to a seat depends on what it may not know: shown on the real messages of Armadöra, basic and advanced.

A match is played at random. Then it is played once more in another world, alike in all that a watcher has seen: hidden
tiles are dealt out anew, pairs of palisades placed in the other order. The watcher must get the same bytes. A watcher is
each seat in turn, and a spectator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arena.deals import deal_seed, secret_of_number
from arena.games import is_told
from arena.plugins import Plugins
from arena.referee import Outcome, Setup, Step, referee_match
from arena.replays import keep, play_again
from tests.chooser import Chooser

PLUGINS = Plugins()
ARMADORA = PLUGINS.game("armadora")
SEATS = (2, 3, 4)
ADVANCED: list[dict[str, Any]] = [
    {},
    {"goblin_face_up": False},
    {"own_peek": False},
    {"own_peek": False, "goblin_face_up": False, "mage_partner": True},
    {"race_assign": "chosen", "palisades_min": 2},
    {"power_without_action": True, "forced_pass_final": False},
    {"forced_pass_final": False, "arrow_open_needs_own": False, "arrow_stack": False},
    {"arrow_floor_zero": True, "zero_power_contends": False, "full_tie": "seat_order"},
]
Decide = Callable[[int, Sequence[str]], int]
"""(number of decisions before this one, the legal list) -> which action."""


class Played:
    """One match: its decisions, what each seat was sent, and what a spectator could see."""

    def __init__(self, seats: int, seed: int, flags: dict[str, Any], decide: Decide) -> None:
        config = ARMADORA.Config(**flags)
        deal = deal_seed(secret_of_number(seed), 0)
        self.setup = Setup(ARMADORA, config, seats, deal, "0" * 16, [7] * seats)
        self.actions: list[tuple[int, str]] = []
        self.spectator: list[bytes] = []
        players = [Chooser(lambda question: decide(len(self.actions), question.legal)) for _ in range(seats)]
        self.outcome: Outcome = referee_match(self.setup, players, watch=self.watch)
        self.lines = [player.lines for player in players]

    def watch(self, step: Step) -> None:
        assert step.action is not None
        self.actions.append((step.seat, step.action))
        for audience, event in step.notices:
            if is_told(audience, None):
                self.spectator.append(msgspec.json.encode(event))
        if step.state.seat is not None:  # the end reveals everything
            self.spectator.append(msgspec.json.encode(step.state.spectator_view()))

    def sent(self, watcher: int | None) -> list[bytes]:
        return self.spectator if watcher is None else self.lines[watcher]

    def peeked_by(self, watcher: int | None) -> set[str]:
        return {action.split()[2] for seat, action in self.actions if seat == watcher and action.startswith("power mage")}


def play(seats: int, seed: int, flags: dict[str, Any]) -> Played:
    """A match at random, kind by kind so that rare kinds come up too."""
    rng = Random(f"play {seed}")

    def decide(number: int, legal: Sequence[str]) -> int:
        kinds = sorted({action.split()[0] for action in legal})
        passing = number > 30 and rng.random() < 0.05
        kind = rng.choice([kind for kind in kinds if kind != "pass" or passing] or kinds)
        return legal.index(rng.choice([action for action in legal if action.split()[0] == kind]))

    return Played(seats, seed, flags, decide)


def elsewhere(match: Played, seed: int, flags: dict[str, Any], known: set[str], watcher: int | None) -> Played:
    """The match in another world: the tiles that `watcher` has placed, or that lie face up or on `known`, are the same.

    The others' hidden tiles are dealt out anew, and some of their pairs of palisades placed in the other order.
    """
    rng = Random(f"elsewhere {seed} {watcher}")
    army = ARMADORA.static(match.setup.config, match.setup.seats).army
    face_up = "power goblin" if flags.get("goblin_face_up", True) else "nothing"
    tiles = [(number, seat, *action.split()[-2:]) for number, (seat, action) in enumerate(match.actions)
             if action.startswith(("warrior", "power goblin"))]  # fmt: skip
    script = [action for _, action in match.actions]
    for seat in range(match.setup.seats):
        if seat == watcher:
            continue
        pool = [power for power, count in enumerate(army, 1) for _ in range(count)]
        hidden = []
        for number, owner, square, power in tiles:
            if owner != seat:
                continue
            if square in known or script[number].startswith(face_up):
                pool.remove(int(power))
            else:
                hidden.append(number)
        rng.shuffle(pool)
        for number in hidden:
            script[number] = f"{script[number][:-1]}{pool.pop()}"
    number = 0
    while number < len(script):  # which of two palisades came first is the actor's own knowledge too
        steps = 2 if script[number].startswith("palisade") else 1
        pair = script[number : number + steps]
        if steps == 2 and "done" not in pair and match.actions[number][0] != watcher and rng.random() < 0.5:
            script[number : number + 2] = reversed(pair)
        number += steps
    return Played(match.setup.seats, seed, flags, lambda number, legal: legal.index(script[number]))


@pytest.mark.parametrize("seats", SEATS)
@settings(max_examples=10)
@given(seed=st.integers(0, 1 << 30), data=st.data())
def test_worlds_that_differ_only_in_hidden_powers_send_a_seat_the_same_bytes(seats: int, seed: int, data: st.DataObject) -> None:
    watcher = data.draw(st.sampled_from([None, *range(seats)]))
    here = play(seats, seed, {})
    there = elsewhere(here, seed, {}, set(), watcher)
    assume(here.actions != there.actions)  # the worlds do differ
    assert here.sent(watcher) == there.sent(watcher)


@pytest.mark.parametrize("flags", ADVANCED, ids=str)
@pytest.mark.parametrize("seats", SEATS)
def test_so_they_do_in_the_advanced_game_whatever_the_race_and_the_flags(seats: int, flags: dict[str, Any]) -> None:
    flags = {"advanced": True, **flags}
    done: set[str] = set()
    watched: set[str] = set()
    differ = 0
    for seed in range(5):
        here = play(seats, seed, flags)
        done |= {" ".join(action.split()[: 1 + action.startswith("power")]) for _, action in here.actions}
        for watcher in (None, *range(seats)):
            there = elsewhere(here, seed, flags, here.peeked_by(watcher), watcher)
            differ += here.actions != there.actions
            assert here.sent(watcher) == there.sent(watcher)
            if watcher is not None:
                watched.add(races(here)[watcher])
    assert {"power elf", "power goblin", "power mage", "power orc", "reinforce", "warrior", "palisade", "pass"} <= done
    assert watched == {"elf", "goblin", "mage", "orc"} and differ > 4 * (seats + 1)


def races(match: Played) -> list[str]:
    """Each seat's race, as its first message with a table tells; a seat that was never asked has told nobody."""
    last = next(lines[-1] for lines in match.lines if len(lines) > 1)
    known: list[str] = msgspec.json.decode(last)["view"]["races"]
    return known


@pytest.mark.parametrize("flags", [{}, {"own_peek": False}, {"mage_partner": True}], ids=str)
def test_what_a_mage_saw_reaches_that_mage_and_nobody_else(flags: dict[str, Any]) -> None:
    flags = {"advanced": True, **flags}
    told = 0
    for seed in range(6):
        here = play(4, seed, flags)
        mage = races(here).index("mage")
        peeked = here.peeked_by(mage)
        for watcher in (None, *range(4)):
            there = elsewhere(here, seed, flags, set(), watcher)  # here peeked tiles are hidden ones
            changed = {a.split()[-2] for (_, a), (_, b) in zip(here.actions, there.actions, strict=True)
                       if a != b and not a.startswith("palisade")}  # fmt: skip
            if watcher == mage:
                told += bool(peeked & changed)
                assert (here.sent(mage) == there.sent(mage)) == (not peeked & changed)
            else:
                assert here.sent(watcher) == there.sent(watcher)
    assert told > 2


@pytest.mark.parametrize("flags", ADVANCED, ids=str)
def test_the_messages_that_a_replay_gives_again_are_those_that_were_sent_and_tell_no_more(flags: dict[str, Any]) -> None:
    flags = {"advanced": True, **flags}
    for seats in SEATS:
        here = play(seats, seats, flags)
        for watcher in range(seats):
            there = elsewhere(here, seats, flags, here.peeked_by(watcher), watcher)
            for match in (here, there):
                replay = keep(match.setup, match.outcome, ["a bot"] * seats)
                outcome, lines = play_again(replay, PLUGINS)
                assert outcome.ranks == match.outcome.ranks
                assert lines[watcher][:-1] == here.sent(watcher)  # the last is the end, which reveals everything
