"""No message to a seat depends on what it may not know: shown on the real messages of Dungeon!, solo variants too."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from arena_dungeon.cards import SPECIAL
from dungeon_worlds import GAME, PLUGINS, Draws, Played, elsewhere, play

from arena.deals import deal_seed, secret_of_number
from arena.referee import Setup, referee_match
from arena.replays import keep, play_again
from tests.chooser import Chooser

TABLES: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (4, {}),
    (8, {}),
    (3, {"treasure_at": "kill", "spell_inside": "before"}),
    (3, {"open_treasures": True, "teleport_then_move": True}),
    (1, {}),
    (1, {"variant": "treasure_hunter", "treasure_level": 6}),
    (1, {"variant": "time_trial"}),
    (1, {"variant": "monster_hunt"}),
]
CUTS = 5
"""At so many decisions of a match the messages until then are compared, for each watcher."""


@pytest.mark.parametrize(("seats", "flags"), TABLES, ids=str)
def test_worlds_that_differ_only_in_what_a_watcher_may_not_know_send_it_the_same_bytes(seats: int, flags: dict[str, Any]) -> None:
    compared, early = 0, 0
    for seed in range(3):
        here, rng = play(seats, flags, seed), Random(f"elsewhere {seed}")
        for watcher in rng.sample([None, *range(seats)], min(4, seats + 1)):
            for until in rng.sample(range(10, len(here.actions)), CUTS):
                there = elsewhere(watcher, here, until, rng)
                if there.result == "won" and len(there.actions) <= until:
                    early += 1  # with other treasures a hero came home rich: that all may see
                    continue
                assert there.actions == here.actions[: until + 1]
                assert here.sent(watcher, until) == there.sent(watcher, until)
                assert [*here.chance.dealt.values()] != [*there.chance.dealt.values()]
                compared += 1
    assert compared > 2 * CUTS * min(4, seats + 1) > early


def test_the_matches_that_are_compared_have_all_that_is_done_in_secret() -> None:
    kinds: Counter[str] = Counter()
    for seats, flags in TABLES[:4]:
        for seed in range(3):
            kinds.update(action.split()[0] for action in play(seats, flags, seed).actions)
    assert {"ball", "esp", "enter", "stop", "cast", "teleport", "search", "slide", "hero", "spell"} <= {*kinds}
    assert kinds["ball"] > 20 and kinds["esp"] >= 5


@pytest.mark.parametrize(("what", "seats", "seeds"), [("monster", 2, range(0, 9, 3)), ("treasure", 4, range(4))])
def test_what_one_seat_alone_has_seen_reaches_that_seat_and_nobody_else(what: str, seats: int, seeds: range) -> None:
    """The comparison is not blind: another card where a seat alone has seen one changes its messages, and no other's."""
    found = 0
    for seed in seeds:
        here = play(seats, {}, seed)
        watchers = (None, *range(seats))
        for until in range(60, len(here.actions), 40):
            for seat in range(seats):
                early = max(at for at in range(until) if here.marks[at][seat] < here.marks[until][seat])
                others = set().union(*(here.known[until][watcher] for watcher in watchers if watcher != seat))
                given = with_another_card(here, what, here.known[early][seat] - others, others | here.known[until][seat])
                if given is None:
                    continue
                script = here.actions
                there = Played(seats, {}, seed, lambda at, legal, script=script: script[at], given, until, follow=False)
                if there.actions != here.actions[: until + 1]:
                    assert there.result == "won"
                    continue
                assert {w for w in watchers if here.sent(w, until) != there.sent(w, until)} == {seat}
                found += 1
    assert found >= 5


def with_another_card(here: Played, what: str, secret: set[int], seen: set[int]) -> Draws | None:
    """The decks with one of these secret cards exchanged for one of another kind that nobody has seen; None without one."""
    for key, deck in here.chance.dealt.items():
        if key[0].startswith("deck m") != (what == "monster"):
            continue
        for place, card in enumerate(deck):
            if id(card) not in secret or card in SPECIAL:
                continue
            for other in range(len(deck) - 1, -1, -1):
                if id(deck[other]) not in seen and deck[other] != card and deck[other] not in SPECIAL:
                    twin = [*deck]
                    twin[place], twin[other] = deck[other], card
                    return {**here.chance.dealt, key: twin}
    return None


@pytest.mark.parametrize(("seats", "flags"), TABLES, ids=str)
def test_the_messages_that_a_replay_gives_again_are_those_that_were_sent(seats: int, flags: dict[str, Any]) -> None:
    rng = Random(seats)
    flags = {**flags, **({"variant": "time_trial"} if seats == 1 and not flags else {})}
    players = [Chooser(lambda asked: rng.randrange(len(asked.legal))) for _ in range(seats)]
    setup = Setup(GAME, GAME.Config(**flags), seats, deal_seed(secret_of_number(seats), 0), "0" * 16, [7] * seats)
    outcome = referee_match(setup, players)
    again, lines = play_again(keep(setup, outcome, ["a bot"] * seats), PLUGINS)
    assert again.ranks == outcome.ranks and again.scores == outcome.scores
    for seat, player in enumerate(players):
        assert lines[seat][:-1] == player.lines  # the last is the end, which reveals everything
