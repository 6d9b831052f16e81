"""Matches of Saboteur in two worlds that a watcher cannot tell from one another, for the tests of leaks.

A match is played from cards that the test shuffled itself, so that every single card can be followed. Up to some decision
it is then played once more from cards that are alike in all that the watcher has seen until then: those that it has not
seen change places, in hands, among face-down discards and in the pile; so do roles, goals and gold cards, and the others
discard and choose accordingly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from copy import deepcopy
from random import Random
from typing import Any

import msgspec
from arena_saboteur.cards import FACE_OF, LIVE
from arena_saboteur.events import GoalEvent, RoundEvent

from arena.deals import WrittenDeal
from arena.games import is_told
from arena.plugins import Plugins
from arena.referee import Setup, Step, referee_match
from tests.chooser import Chooser

PLUGINS = Plugins()
GAME = PLUGINS.game("saboteur")
GOLD = (1,) * 16 + (2,) * 8 + (3,) * 4
Draws = dict[str, list[list[Any]]]
Decide = Callable[["Played", Sequence[str]], str]
"""(the match so far, the legal list) -> which action."""


class EnoughSeen(Exception):
    """The match has come as far as it is to be compared."""


class Done(msgspec.Struct):
    """One action as it was played, and what only its consequences show."""

    seat: int
    action: str
    drawn: int
    """Cards that left the pile by it."""
    offer: list[int]
    """The gold that lay there before it, by value."""
    round: int
    turned: list[int]
    """Goals that it turned up."""
    ended: bool
    marks: list[int]
    """How many messages each seat, and in the end a spectator, had been sent before it was played."""


class Played:
    """A match, or its beginning up to the action with the number `stop`: what was done, and what everybody was sent."""

    def __init__(self, seats: int, flags: dict[str, Any], draws: Draws, decide: Decide, stop: int = 1 << 30) -> None:
        self.seats, self.flags, self.draws, self.stop = seats, flags, draws, stop
        self.done: list[Done] = []
        self.spectator: list[bytes] = []
        config = GAME.Config(**flags)
        self.static = GAME.static(config, seats)
        self.before = self.static.put_away + self.static.hand * seats, [], 1
        self.players = [Chooser(lambda asked: asked.legal.index(decide(self, asked.legal))) for _ in range(seats)]
        setup = Setup(GAME, config, seats, bytes(32), "0" * 16, [7] * seats)
        with suppress(EnoughSeen):
            referee_match(setup, self.players, watch=self.watch, chance=WrittenDeal(deepcopy(draws)))

    def watch(self, step: Step) -> None:
        state: Any = step.state
        marks = [*(len(player.lines) for player in self.players), len(self.spectator)]
        public = [event for who, event in step.notices if is_told(who, None)]
        drawn, offer, number = self.before
        ended = any(isinstance(event, RoundEvent) for event in public)
        turned = [event.goal for event in public if isinstance(event, GoalEvent)]
        assert step.action is not None
        drew = 0 if ended or state.round != number else state.drawn - drawn
        self.done.append(Done(step.seat, step.action, drew, offer, number, turned, ended, marks))
        if len(self.done) > self.stop:
            raise EnoughSeen
        self.before = state.drawn, [GOLD[card] for card in state.offer], state.round
        self.spectator += [msgspec.json.encode(event) for event in public]
        if state.seat is not None:
            self.spectator.append(msgspec.json.encode(state.spectator_view()))

    def treasure(self, number: int) -> int:
        """Which goal is the treasure in a round."""
        return self.draws[f"goals {number}"][0].index("treasure")

    def sent(self, watcher: int | None, until: int) -> list[bytes]:
        """What the watcher had been sent when the action with the number `until` was played; its question too."""
        marks = self.done[until].marks
        return self.spectator[: marks[-1]] if watcher is None else self.players[watcher].lines[: marks[watcher]]


def shuffled_draws(seats: int, flags: dict[str, Any], rng: Random) -> Draws:
    """Cards for a whole match."""
    static = GAME.static(GAME.Config(**flags), seats)
    deck = [code for code, count in static.copies.items() for _ in range(count)]
    gold = [] if flags.get("expansion") else [list(range(28))]
    draws: Draws = {"gold": gold}
    for number in (1, 2, 3):
        draws[f"deck {number}"] = [deck[:]]
        draws[f"roles {number}"] = [[*static.roles]]
        draws[f"goals {number}"] = [["treasure", "stone-ne", "stone-nw"]]
    for values in draws.values():
        for cards in values:
            rng.shuffle(cards)
    return draws


def play(seats: int, flags: dict[str, Any], seed: int) -> Played:
    """A match of seats that dig towards the treasure, with much else on the way."""
    rng = Random(f"play {seed}")

    def decide(so_far: Played, legal: Sequence[str]) -> str:
        if rng.random() < (0.6, 0.3, 0.2, 1.0)[seed % 4]:
            kind = rng.choice(sorted({action.split()[0] for action in legal}))
            return rng.choice([action for action in legal if action.split()[0] == kind])
        goal = so_far.treasure(so_far.before[2])
        paths = [action for action in legal if action.startswith("path")]
        best = min(paths, key=lambda action: (distance(action, goal), rng.random()), default="")
        rest = [action for action in legal if not action.startswith(("path", "rockfall", "break", "trap", "discard"))]
        return best if best and distance(best, goal) < 40 else rng.choice(rest or legal)

    return Played(seats, flags, shuffled_draws(seats, flags, rng), decide)


def distance(action: str, goal: int) -> float:
    """How far the tunnel that a `path` action lays still is from a goal; 40 where it leads nowhere."""
    _, code, at, rotation = action.split()
    x, y = map(int, at.split(","))
    live = sum(LIVE[FACE_OF[code, int(rotation)]])
    ends = [(x + dx, y + dy) for side, (dx, dy) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))) if live >> side & 1]
    return min((abs(ex - 8) + abs(ey - 2 + 2 * goal) for ex, ey in ends), default=40) + abs(x - 8) / 4


class Round:
    """Where every single card of a round is; a card is its place in the shuffled deck, a role in the shuffled roles."""

    def __init__(self, match: Played, number: int) -> None:
        static = match.static
        self.deck = match.draws[f"deck {number}"][0]
        self.next = static.put_away
        self.hands: list[list[int]] = [self.draw(static.hand) for _ in range(match.seats)]
        self.holds = list(range(match.seats))
        self.spare = match.seats
        self.cards: set[int] = set()
        self.roles: set[int] = set()
        self.goals: set[int] = set()
        self.passes: list[list[tuple[int, int]]] = []
        """Others' discards, those of a turn together: (number of the action, card)."""
        self.since: dict[int, int] = {}
        """Card -> the action by which it came into the hand where it is; none for those dealt there."""
        self.stays: set[int] = set()
        """Cards discarded instead of others in the other world."""

    def draw(self, count: int) -> list[int]:
        self.next += count
        return list(range(self.next - count, self.next))

    def take(self, seat: int, code: str) -> int:
        card = next(card for card in self.hands[seat] if self.deck[card] == code)
        self.hands[seat].remove(card)
        return card

    def instead(self, at: int, seat: int, card: int, rng: Random) -> int:
        """What the seat may as well have discarded by action `at`: that card, or one of its hand that still lies there."""
        still = [other for other in self.hands[seat] if self.since.get(other, -1) < at and other not in self.stays]
        if not still or rng.random() < 0.5:
            return card
        other = rng.choice(still)
        self.stays.add(other)
        return other


CODES = {"break pick": "a01", "break lantern": "a02", "break cart": "a03", "repair pick": "a04", "repair lantern": "a05",
         "repair cart": "a06", "repair pick+lantern": "a07", "repair pick+cart": "a08", "repair lantern+cart": "a09",
         "rockfall": "a10", "map": "a11", "theft": "a12", "handsoff": "a13", "swaphand": "a14", "inspect": "a15",
         "swaphat": "a16", "trap": "a17", "free": "a18"}  # fmt: skip


def seen_by(watcher: int | None, match: Played, until: int) -> list[Round]:
    """The rounds begun so far, with all cards, roles and goals that the watcher has seen before action `until`."""
    rounds = [Round(match, 1)]
    own = -1 if watcher is None else watcher
    turn_open: int | None = None
    for number, done in enumerate(match.done[:until]):
        while done.round > len(rounds):
            rounds.append(Round(match, len(rounds) + 1))
        here = rounds[-1]
        words = done.action.split()
        if words[0] in ("gold", "steal"):
            continue
        before = [set(hand) for hand in here.hands]
        drawer = done.seat
        if words[0] == "discard":
            card = here.take(done.seat, words[1])
            if turn_open != done.seat or "expansion" not in match.flags:
                here.passes.append([])
            here.passes[-1].append((number, card))
            turn_open = done.seat if not done.drawn else None
        elif words[0] not in ("unblock", "done"):
            code = words[1] if words[0] == "path" else CODES.get(words[0]) or CODES[" ".join(words[:2])]
            here.cards.add(here.take(done.seat, code))
        if words[0] != "discard":
            turn_open = None
        if words[0] == "swaphand":
            drawer = int(words[1])
            if own in (done.seat, drawer):
                here.cards |= {*here.hands[done.seat], *here.hands[drawer]}
            here.hands[done.seat], here.hands[drawer] = here.hands[drawer], here.hands[done.seat]
        elif words[0] == "swaphat":
            who = int(words[1])
            if who == own:
                here.roles.add(here.holds[who])
            here.holds[who], here.spare = here.spare, here.spare + 1
        elif words[0] == "inspect" and done.seat == own:
            here.roles.add(here.holds[int(words[1])])
        elif words[0] == "map" and done.seat == own:
            here.goals.add(int(words[1]))
        here.hands[drawer] += here.draw(done.drawn)
        here.goals |= {*done.turned}
        if watcher is not None:
            here.cards |= {*here.hands[watcher], *(before[watcher])}
            here.roles.add(here.holds[watcher])
        for seat, hand in enumerate(here.hands):
            for card in hand:
                if card not in before[seat]:
                    here.since[card] = number
        if done.ended:
            here.roles |= {*here.holds}
            here.goals |= {0, 1, 2}
    while len(rounds) < match.done[until].round:
        rounds.append(Round(match, len(rounds) + 1))
    if watcher is not None:
        rounds[-1].cards |= {*rounds[-1].hands[watcher]}
        rounds[-1].roles.add(rounds[-1].holds[watcher])
    return rounds


def changed(values: Sequence[Any], seen: Iterable[int], rng: Random) -> list[Any]:
    """The values with those in places that were not seen dealt out anew."""
    out, places = list(values), [place for place in range(len(values)) if place not in set(seen)]
    unseen = [out[place] for place in places]
    rng.shuffle(unseen)
    for place, value in zip(places, unseen, strict=True):
        out[place] = value
    return out


def gold_elsewhere(watcher: int | None, match: Played, until: int, rng: Random) -> tuple[list[int], dict[int, str]]:
    """The gold deck of another world, and what the others choose there, by the number of their action.

    Seen are the cards of the offers that the watcher saw; a card is its place in the shuffled deck. Who of the others took
    which one between two looks is unknown too. Pay takes cards out of the deck that nobody sees: if some was followed by a
    draft, the deck stays as it is, since that draft might else rightly be another one.
    """
    deck: list[int] = match.draws["gold"][0]
    worth = [GOLD[card] for card in deck]
    left, offer, seen = list(range(28)), [], set()
    picks: dict[int, int] = {}
    between: list[list[int]] = []  # the others' choices between two looks
    paid = stays = False
    for number, done in enumerate(match.done[: until + 1]):
        missed = done.ended and match.treasure(done.round) not in done.turned
        paid |= missed
        if not done.action.startswith("gold"):
            continue
        if not offer:
            stays |= paid
            offer, left = left[: len(done.offer)], left[len(done.offer) :]
            between.append([])
            if stays:  # which places were drawn is not followed beyond pay
                offer = list(range(len(worth), len(worth) + len(done.offer)))
                worth += done.offer
        if done.seat == watcher:
            seen |= {*offer}
            between.append([])
        if number == until:
            break
        place = next(place for place in offer if worth[place] == int(done.action.split()[1]))
        offer.remove(place)
        picks[number] = place
        if done.seat != watcher:
            between[-1].append(number)
    there = deck if stays else changed(deck, seen, rng)
    values = worth if stays else [GOLD[card] for card in there]
    out = {}
    for numbers in between:
        places = [picks[number] for number in numbers]
        rng.shuffle(places)
        out.update((number, f"gold {values[place]}") for number, place in zip(numbers, places, strict=True))
    return there, out


def follow(match: Played, draws: Draws, script: Sequence[str], until: int) -> Played:
    """From other cards the same actions, or those of another script, up to the decision `until`."""
    def decide(so_far: Played, legal: Sequence[str]) -> str:
        return script[len(so_far.done)] if len(so_far.done) < until else legal[0]

    return Played(match.seats, match.flags, draws, decide, until)


def elsewhere(watcher: int | None, match: Played, until: int, rng: Random) -> Played:
    """The match up to action `until` in another world that the watcher cannot tell from this one."""
    draws = deepcopy(match.draws)
    script = [done.action for done in match.done]
    rounds = seen_by(watcher, match, until)
    for number in (1, 2, 3):
        here = rounds[number - 1] if number <= len(rounds) else None
        for label, seen in (("deck", "cards"), ("roles", "roles"), ("goals", "goals")):
            cards = draws[f"{label} {number}"]
            cards[0] = changed(cards[0], getattr(here, seen) if here else (), rng)
        if here is None:
            continue
        deck = draws[f"deck {number}"][0]
        for turn in here.passes:
            seat = match.done[turn[0][0]].seat
            if seat == watcher:
                continue
            cards = [here.instead(at, seat, card, rng) for at, card in turn]
            for (at, _), code in zip(turn, sorted(deck[card] for card in cards), strict=True):
                script[at] = f"discard {code}"
    if draws["gold"]:
        draws["gold"][0], choices = gold_elsewhere(watcher, match, until, rng)
        for at, action in choices.items():
            script[at] = action
    return follow(match, draws, script, until)
