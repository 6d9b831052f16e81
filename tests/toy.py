"""A tiny game for tests of the arena itself: hidden cards, bids told to others as `?`, a forced last action, sides, parts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from arena.games import ActionEvent, Chance, Game, Notice, Part, State
from arena.games import Config as BaseConfig
from arena.hookspecs import hookimpl


class BidsConfig(BaseConfig, frozen=True):
    turns: Annotated[int, Meta(description="How many bids each seat makes.")] = 2
    sides: Annotated[bool, Meta(description="Whether seats 0, 2 play against 1, 3.")] = False


class BidsView(msgspec.Struct, frozen=True):
    card: Annotated[int, Meta(description="The seat's own card.")]
    cards: Annotated[list[int | None], Meta(description="Every seat's card, null while hidden.")]
    bids: Annotated[list[int], Meta(description="How many bids each seat has made.")]
    turn: Annotated[int | None, Meta(description="The seat that decides.")]


class Bids(Game):
    name = "bids"
    title = "Bids"
    seats = range(2, 5)
    Config = BidsConfig
    View = BidsView
    actions_help = (("bid 2", "bid two"), ("done", "the forced last action"))

    def new_match(self, config: Any, seats: int, chance: Chance) -> BidsState:
        return BidsState(config, [chance.below("card", 10) for _ in range(seats)])

    def teams(self, config: Any, seats: int) -> list[int]:
        return [seat % 2 if config.sides else seat for seat in range(seats)]


class BidsState(State):
    def __init__(self, config: BidsConfig, cards: list[int]) -> None:
        self.config, self.cards = config, cards
        self.bids: list[list[int]] = [[] for _ in cards]
        self.done = 0
        self.turn = 0

    @property
    def seat(self) -> int | None:
        return None if self.done == len(self.cards) else self.turn

    def legal(self) -> Sequence[str]:
        if len(self.bids[self.turn]) >= self.config.turns:
            return ("done",)
        return ("bid 1", "bid 2", "bid 3")

    def apply(self, action: str) -> list[Notice]:
        if self.seat is None or action not in self.legal():
            raise ValueError(f"{action} is not legal")
        seat, self.turn = self.turn, (self.turn + 1) % len(self.cards)
        if action == "done":
            self.done += 1
            return [(None, ActionEvent(seat, "done"))]
        self.bids[seat].append(int(action[-1]))
        others = [other for other in range(len(self.cards)) if other != seat]
        return [((seat,), ActionEvent(seat, action)), (others, ActionEvent(seat, "bid ?"))]

    def view(self, seat: int) -> BidsView:
        over = self.seat is None
        cards = [card if over or owner == seat else None for owner, card in enumerate(self.cards)]
        return BidsView(self.cards[seat], cards, [len(bids) for bids in self.bids], self.seat)

    def totals(self) -> list[int]:
        own = [sum(bids) * 10 + card for bids, card in zip(self.bids, self.cards, strict=True)]
        if not self.config.sides:
            return own
        return [sum(own[s] for s in range(len(own)) if s % 2 == seat % 2) for seat in range(len(own))]

    def ranks(self) -> list[int] | None:
        if self.seat is not None:
            return None
        totals, sides = self.totals(), self.config.sides
        return [
            1 + sum(totals[s] > mine for s in range(len(totals)) if not sides or s % 2 != seat % 2)
            for seat, mine in enumerate(totals)
        ]

    def scores(self) -> list[int | None] | None:
        return None if self.seat is not None else [*self.totals()]

    def parts(self) -> list[Part]:
        """Each bid is a part, by the seat's card and by the turn; a bid of 3 is worth 1, of 2 a half, of 1 nothing."""
        if self.seat is not None:
            raise ValueError("parts are of a match that is over")
        cards = ["high" if card >= 5 else "low" for card in self.cards]
        made = [(seat, n, (bid - 1) / 2) for seat, bids in enumerate(self.bids) for n, bid in enumerate(bids, start=1)]
        by_card = [Part("card", cards[seat], seat, result) for seat, _, result in made]
        return by_card + [Part("turn", f"turn {n}", seat, result) for seat, n, result in made]


@hookimpl
def register_games(register: Any) -> None:
    register(Bids())
