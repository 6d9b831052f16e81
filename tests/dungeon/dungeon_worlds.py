"""Matches of Dungeon! in two worlds that a watcher cannot tell from one another, for the tests of leaks.

A match is played from decks that the test shuffled itself, of cards that can be followed one by one: each is a string object
of its own. Up to some decision it is then played once more, the same actions and dice, from decks in which the cards that
the watcher has not seen until then have changed places. What it has seen is worked out here from what was done, not from
the game's own notes of who has seen what.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from arena_dungeon.board import INDEX
from arena_dungeon.cards import SPECIAL
from dungeon_help import breadth_first

from arena.deals import Deal
from arena.games import is_told
from arena.plugins import Plugins
from arena.referee import Setup, Step, referee_match
from tests.chooser import Chooser

PLUGINS = Plugins()
GAME = PLUGINS.game("dungeon")
Draws = dict[tuple[str, int], list[str]]
"""(label of a deck, which of its shuffles) -> its cards, next one first."""


class EnoughSeen(Exception):
    """The match has come as far as it is to be compared."""


class FollowedDecks:
    """The chance of a deal, but for decks that are given, and heroes that win their fights more often than not.

    Decks that are not given are shuffled, specials more to the top than they would lie, each card as an object of its own.
    """

    def __init__(self, seed: int, given: Draws | None = None) -> None:
        self.deal, self.given = Deal(seed.to_bytes(32, "big")), given or {}
        self.rng = Random(seed)
        self.dealt: Draws = {}
        self.shuffles: dict[str, int] = {}

    def shuffle(self, label: str, items: Sequence[Any]) -> list[Any]:
        if not label.startswith("deck"):
            return self.deal.shuffle(label, items)
        key = label, self.shuffles.get(label, 0)
        self.shuffles[label] = key[1] + 1
        deck = self.given.get(key)
        if deck is None:
            deck = ["".join([*card]) for card in self.deal.shuffle(label, items)]  # an object of its own
            deck.sort(key=lambda card: self.rng.random() * (0.5 if card in SPECIAL else 1))
        self.dealt[key] = deck
        return [*deck]

    def dice(self, label: str, count: int = 1, sides: int = 6) -> list[int]:
        dice = self.deal.dice(label, count, sides)
        return [6, dice[1]] if label.startswith("die attack") and dice[0] > 2 else dice

    def below(self, label: str, n: int) -> int:
        return self.deal.below(label, n)

    def copy(self) -> FollowedDecks:
        raise NotImplementedError("a match in a test is not copied")


class Played:
    """A match, or its beginning up to the action with the number `stop`: what was done, and what everybody was sent."""

    def __init__(
        self, seats: int, flags: dict[str, Any], seed: int, choose: Callable[[int, Sequence[str]], str],
        given: Draws | None = None, stop: int = 1 << 30, follow: bool = True,
    ) -> None:  # fmt: skip
        self.seats, self.flags, self.seed, self.stop, self.follow = seats, flags, seed, stop, follow
        self.actions: list[str] = []
        self.marks: list[list[int]] = []
        self.spectator: list[bytes] = []
        self.known: list[dict[int | None, set[int]]] = []
        """After each action: watcher -> the cards, by id, that it has seen; `None` a spectator: what all have seen."""
        self.seen: dict[int | None, set[int]] = {watcher: set() for watcher in (None, *range(seats))}
        self.result = ""
        self.chance = FollowedDecks(seed, given)

        def decide(asked: Any) -> int:
            return asked.legal.index(choose(len(self.actions), asked.legal))

        self.players = [Chooser(decide) for _ in range(seats)]
        setup = Setup(GAME, GAME.Config(**flags), seats, bytes(32), "0" * 16, [7] * seats)
        with suppress(EnoughSeen):
            referee_match(setup, self.players, watch=self.watch, chance=self.chance)

    def watch(self, step: Step) -> None:
        state: Any = step.state
        if step.action is None:
            return
        self.actions.append(step.action)
        self.spectator += [msgspec.json.encode(event) for who, event in step.notices if is_told(who, None)]
        if state.seat is not None:
            self.spectator.append(msgspec.json.encode(state.spectator_view()))
        self.marks.append([*(len(player.lines) for player in self.players), len(self.spectator)])
        self.result = state.result
        if self.follow:
            self.note(step.seat, step.action, state)
        if len(self.actions) > self.stop:
            raise EnoughSeen

    def note(self, seat: int, action: str, state: Any) -> None:
        """Which cards are seen now, by whom."""
        public = [card for cards in state.monster_discards for card in cards]
        lairs = [*state.lairs.values(), *([state.hunter] if state.hunter is not None else [])]
        public += [lair.card for lair in lairs if lair.up]
        public += [kind for lair in lairs for kind in lair.dropped]
        for other, held in enumerate(state.treasures):
            public += [kind for kind in held if kind in SPECIAL or state.config.open_treasures]
            self.seen[other].update(map(id, held))
        word, _, name = action.partition(" ")
        if word in ("esp", "ball"):
            lair = state.lairs[INDEX[name]]
            self.seen[seat].add(id(lair.card))
            if word == "ball" and lair.treasure is not None:
                self.seen[seat].add(id(lair.treasure))
        for seen in self.seen.values():
            seen.update(map(id, public))
        self.known.append({watcher: {*seen} for watcher, seen in self.seen.items()})

    def sent(self, watcher: int | None, until: int) -> list[bytes]:
        """What the watcher had been sent after the action with the number `until`."""
        at = self.marks[until]
        return self.spectator[: at[-1]] if watcher is None else self.players[watcher].lines[: at[watcher]]


def play(seats: int, flags: dict[str, Any], seed: int, most: int = 260) -> Played:
    """The first so many actions of a match of heroes that look for fights, most of them on level 3, and do what is rare."""
    rng = Random(f"play {seed}")
    far = breadth_first(INDEX["c36_12"], 0)
    rare = ("ball", "esp", "cast", "teleport", "search", "sword", "decline", "retreat", "slide")

    def choose(number: int, legal: Sequence[str]) -> str:
        seldom = [action for action in legal if action.startswith(rare)]
        if seldom and rng.random() < 0.6:
            return rng.choice(seldom)
        lairs = [action for action in legal if action.startswith(("go R3", "go K3") if seed % 3 else ("go R", "go K"))]
        if lairs and rng.random() < 0.8:
            return rng.choice(lairs)
        ways = [action for action in legal if action.startswith("go c")]
        if ways and seed % 3 and rng.random() < 0.7:
            return min(ways, key=lambda action: far[INDEX[action[3:]]])
        return rng.choice(legal)

    return Played(seats, flags, seed, choose, stop=most)


def elsewhere(watcher: int | None, here: Played, until: int, rng: Random) -> Played:
    """Another world that was the same to the watcher until then: in each deck the cards it has not seen change places.

    Treasures that lie in a hero's hands unseen are ordinary ones, and change places with ordinary ones only.
    """
    seen = here.known[until][watcher]
    given: Draws = {}
    for key, deck in here.chance.dealt.items():
        hidden = [place for place, card in enumerate(deck) if id(card) not in seen]
        groups = [[place for place in hidden if deck[place] not in SPECIAL]]
        groups += [[place for place in hidden if deck[place] in SPECIAL]]
        twin = [*deck]
        for places in groups:
            order = rng.sample(places, len(places))
            for place, other in zip(places, order, strict=True):
                twin[place] = deck[other]
        given[key] = twin
    script = here.actions
    return Played(here.seats, here.flags, here.seed, lambda number, legal: script[number], given, until, follow=False)
