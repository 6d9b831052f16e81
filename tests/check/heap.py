"""A small sound game, on which the tests of `arena.check` stand.

Two seats hold two hidden cards each of 1..6; in turn a seat plays a card or rolls a die, three times each, and whoever
has the higher total wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from arena.games import ActionEvent, Chance, Config, Event, Game, Notice, RandomChance, State

TURNS = 6


class Options(Config, frozen=True):
    rolls: Annotated[bool, Meta(description="whether a die may be rolled with cards in hand")] = True


class View(msgspec.Struct):
    seat: Annotated[int | None, Meta(description="the seat to decide")]
    hands: Annotated[list[list[int] | None], Meta(description="each seat's cards; null if hidden from you")]
    sizes: Annotated[list[int], Meta(description="how many cards each seat holds")]
    totals: Annotated[list[int], Meta(description="each seat's points so far")]
    turn: Annotated[int, Meta(description="how many turns were taken")]


class Rolled(Event, frozen=True, tag="rolled"):
    """A die was rolled."""

    seats: Annotated[list[int], Meta(description="who rolled")]
    eyes: Annotated[int, Meta(description="1 to 6")]


class Heap(State):
    def __init__(self, config: Options, chance: Chance, hands: list[list[int]]) -> None:
        self.config, self.chance, self.hands = config, chance, hands
        self.totals = [0, 0]
        self.turn = 0

    @property
    def seat(self) -> int | None:
        return None if self.turn == TURNS else self.turn % 2

    def legal(self) -> Sequence[str]:
        hand = self.hands[self.turn % 2]
        rolls = ["roll"] if self.config.rolls or not hand else []
        return [f"play {card}" for card in sorted(hand)] + rolls

    def apply(self, action: str) -> list[Notice]:
        if self.seat is None or action not in self.legal():
            raise ValueError(f"{action!r} is not legal")
        seat = self.seat
        notices: list[Notice] = [(None, ActionEvent(seat, action))]
        if action == "roll":
            points = self.roll(seat)
            notices.append((None, Rolled([seat], points)))
        else:
            points = int(action.split()[1])
            self.hands[seat].remove(points)
        self.totals[seat] += points
        self.turn += 1
        return notices

    def roll(self, seat: int) -> int:
        return self.chance.dice(f"die seat {seat}")[0]

    def view(self, seat: int) -> View:
        hands = [sorted(hand) if who == seat or self.seat is None else None for who, hand in enumerate(self.hands)]
        return View(self.seat, hands, [len(hand) for hand in self.hands], list(self.totals), self.turn)

    def ranks(self) -> list[int] | None:
        if self.seat is not None:
            return None
        return [1 if total == max(self.totals) else 2 for total in self.totals]

    def scores(self) -> list[int | None] | None:
        return None if self.seat is not None else [*self.totals]

    def copy(self) -> Heap:
        twin = type(self)(self.config, self.chance.copy(), [list(hand) for hand in self.hands])
        twin.totals, twin.turn = list(self.totals), self.turn
        return twin


class HeapGame(Game):
    name, title, seats = "heap", "Heap", (2,)
    summary = "Play a card or roll a die, three times; the higher total wins."
    Config, View, Events = Options, View, (ActionEvent, Rolled)
    max_decisions = TURNS
    actions_help = (("play 3", "play that card"), ("roll", "roll a die"))
    State: type[Heap] = Heap

    def new_match(self, config: Any, seats: int, chance: Chance) -> State:
        cards = chance.shuffle("cards", range(1, 7))
        return self.State(config, chance, [cards[:2], cards[2:4]])

    def determinize(
        self, view: Any, events: Sequence[Event], rng: Random, *, seat: int, config: Any, seats: int
    ) -> State:
        played = [int(e.action.split()[1]) for e in events if isinstance(e, ActionEvent) and e.action != "roll"]
        unseen = [card for card in range(1, 7) if card not in played and card not in (view.hands[seat] or [])]
        rng.shuffle(unseen)
        hands = [list(hand) if hand is not None else [unseen.pop() for _ in range(view.sizes[who])]
                 for who, hand in enumerate(view.hands)]  # fmt: skip
        state = self.State(config, RandomChance(rng), hands)
        state.totals, state.turn = list(view.totals), view.turn
        return state
