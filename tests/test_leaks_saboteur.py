"""No message to a seat depends on what it may not know: shown on the real messages of Saboteur, base and expansion.

A match is played, and up to some decision once more in another world, alike in all that a watcher has seen until then.
The watcher must have been sent the same bytes. A watcher is each seat in turn, and a spectator.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from arena.deals import deal_seed, secret_of_number
from arena.referee import Setup, referee_match
from arena.replays import keep, play_again
from tests.chooser import Chooser
from tests.saboteur_worlds import GAME, PLUGINS, elsewhere, follow, play

TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (5, {}),
    (5, {"gold_draw": "diggers", "broken_gets_gold": False, "self_break": True}),
    (2, {"expansion": True}),
    (6, {"expansion": True}),
    (6, {"expansion": True, "ladder_wall_touch": False, "bounds": "9x5"}),
]
CUTS = 4
"""At so many decisions of a match the messages until then are compared, for each watcher."""


@pytest.mark.parametrize(("seats", "flags"), TABLES, ids=str)
def test_worlds_that_differ_only_in_what_a_watcher_may_not_know_send_it_the_same_bytes(seats: int, flags: dict[str, Any]) -> None:
    kinds: set[str] = set()
    differ = Counter[str]()
    found = missed = 0
    for seed in range(4):
        here = play(seats, flags, seed)
        kinds |= {done.action.split()[0] for done in here.done}
        found += sum(done.ended and here.treasure(done.round) in done.turned for done in here.done)
        missed += sum(done.ended and here.treasure(done.round) not in done.turned for done in here.done)
        rng = Random(f"elsewhere {seed}")
        cuts = [at for at in range(5, len(here.done)) if not here.done[at - 2].action.startswith("unblock")]
        for watcher in (None, *range(seats)):
            for until in rng.sample(cuts, CUTS):
                there = elsewhere(watcher, here, until, rng)
                differ["deck"] += here.draws != there.draws
                differ["actions"] += [d.action for d in here.done[:until]] != [d.action for d in there.done[:until]]
                sent = here.sent(watcher, until)
                assert sent == there.sent(watcher, until)
                differ["messages"] += len(sent) > 3
    games = 4 * CUTS * (seats + 1)
    assert differ["deck"] == games and differ["actions"] > games / 2 and differ["messages"] > games / 2
    assert found and missed
    assert {"path", "break", "repair", "map", "rockfall", "discard"} <= kinds
    assert kinds >= ({"swaphand", "swaphat", "inspect", "steal", "unblock", "done"} if "expansion" in flags else {"gold"})


@pytest.mark.parametrize(("seats", "flags"), TABLES, ids=str)
def test_what_the_watcher_has_seen_does_reach_it(seats: int, flags: dict[str, Any]) -> None:
    """The comparison is not blind: another card in the watcher's own hand changes its messages, and no other seat's."""
    here = play(seats, flags, 1)
    draws = deepcopy(here.draws)
    static = here.static
    last = static.put_away + static.hand * seats - 1  # the last card dealt, and one that is never drawn before
    deck = draws["deck 1"][0]
    other = next(i for i in range(last + 20, len(deck)) if deck[i] != deck[last])
    deck[last], deck[other] = deck[other], deck[last]
    script = [done.action for done in here.done]
    until = next(i for i, done in enumerate(here.done) if done.seat == seats - 1)
    there = follow(here, draws, script, until)
    for watcher in (None, *range(seats)):
        assert (here.sent(watcher, until) == there.sent(watcher, until)) == (watcher != seats - 1)


@pytest.mark.parametrize(("seats", "flags"), TABLES, ids=str)
def test_the_messages_that_a_replay_gives_again_are_those_that_were_sent(seats: int, flags: dict[str, Any]) -> None:
    rng = Random(seats)
    players = [Chooser(lambda asked: rng.randrange(len(asked.legal))) for _ in range(seats)]
    setup = Setup(GAME, GAME.Config(**flags), seats, deal_seed(secret_of_number(seats), 0), "0" * 16, [7] * seats)
    outcome = referee_match(setup, players)
    again, lines = play_again(keep(setup, outcome, ["a bot"] * seats), PLUGINS)
    assert again.ranks == outcome.ranks and again.scores == outcome.scores
    for seat, player in enumerate(players):
        assert lines[seat][:-1] == player.lines  # the last is the end, which reveals everything
