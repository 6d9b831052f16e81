"""Kuhn poker for arena: three cards, two seats, one bet. A whole game and a bot, as an example of a plugin."""

from random import Random
from typing import Annotated, Any

from msgspec import Meta, Struct

from arena.bots import Act, Bot
from arena.games import ActionEvent, Chance, Game, Notice, State, public
from arena.hookspecs import RegisterBot, RegisterGame, hookimpl

STAKES = {"check check": 1, "bet fold": 1, "bet call": 2, "check bet fold": 1, "check bet call": 2}  # of each ending


class View(Struct):
    cards: Annotated[list[str | None], Meta(description="each seat's card, J, Q or K; null while it is hidden")]
    history: Annotated[list[str], Meta(description="the actions so far, seat 0's first")]


class Kuhn(State):
    def __init__(self, cards: list[str], history: list[str]) -> None:
        self.cards, self.history = cards, history

    @property
    def seat(self) -> int | None:
        return None if " ".join(self.history) in STAKES else len(self.history) % 2

    def legal(self) -> list[str]:
        return ["fold", "call"] if self.history[-1:] == ["bet"] else ["check", "bet"]

    def apply(self, action: str) -> list[Notice]:
        seat = self.seat
        if seat is None or action not in self.legal():
            raise ValueError(f"{action!r} is not legal now")
        self.history.append(action)
        return public(ActionEvent(seat, action))

    def view(self, seat: int) -> View:
        shown = [card if owner == seat or self.seat is None else None for owner, card in enumerate(self.cards)]
        return View(shown, list(self.history))

    def ranks(self) -> list[int] | None:
        if self.seat is not None:
            return None
        highest = self.cards.index(max(self.cards, key="JQK".index))
        winner = len(self.history) % 2 if self.history[-1] == "fold" else highest  # who folds loses to the other
        return [1 if seat == winner else 2 for seat in (0, 1)]

    def scores(self) -> list[int | None] | None:
        ranks, stake = self.ranks(), STAKES.get(" ".join(self.history), 0)
        return None if ranks is None else [stake if rank == 1 else -stake for rank in ranks]


class KuhnPoker(Game):
    name, title, seats = "kuhn", "Kuhn poker", (2,)
    summary = "Each seat antes a chip and gets a card of J, Q, K; one bet of a chip; the higher card wins the pot."
    View = View
    actions_help = (("check", "bet nothing"), ("bet", "put in a chip"), ("fold", "give up"), ("call", "match the bet"))
    max_decisions = 3

    def new_match(self, config: Any, seats: int, chance: Chance) -> Kuhn:
        return Kuhn(chance.shuffle("cards", "JQK")[:2], [])

    def determinize(self, view: Any, events: Any, rng: Random, *, seat: int, config: Any, seats: int) -> Kuhn:
        unseen = [card for card in "JQK" if card not in view.cards]
        return Kuhn([card or rng.choice(unseen) for card in view.cards], list(view.history))


class Cautious(Bot):
    """Puts chips in with the king alone."""

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        return legal[1] if view["cards"][self.info.seat] == "K" else legal[0]


@hookimpl
def register_games(register: RegisterGame) -> None:
    register(KuhnPoker())


@hookimpl
def register_bots(register: RegisterBot) -> None:
    register("cautious", "arena_kuhn:Cautious", game="kuhn")
