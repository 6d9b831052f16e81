"""The rules: one match in progress. What a turn offers and does is in turns.py, rounds and gold in rounds.py."""

from __future__ import annotations

from typing import Any

from arena.games import Chance, Notice, Part, State
from arena_saboteur import phases, rounds, turns, views
from arena_saboteur.mine import Mine
from arena_saboteur.notes import Act, HandSwap, Inspection, Share
from arena_saboteur.options import Config
from arena_saboteur.scoring import places


class SaboteurState(State):
    """One match of Saboteur. The attributes are there to read; only `apply` changes them.

    >>> from arena_saboteur import Config, Deal, Saboteur
    >>> state = Saboteur().new_match(Config(), 5, Deal(bytes(32)))
    >>> state.seat, state.round, len(state.hands[0])
    (0, 1, 6)
    >>> state.view(0).roles[1:]
    [None, None, None, None]
    """

    __slots__ = (
        "_chance",
        "_legal",
        "_opening",
        "_shared_chance",
        "acts",
        "config",
        "connector",
        "credited",
        "deck",
        "discards",
        "drafters",
        "drawn",
        "everyone",
        "fronts",
        "goals",
        "gold",
        "gold_deck",
        "hands",
        "hats",
        "inspections",
        "last",
        "looked",
        "lowest",
        "mine",
        "offer",
        "past_roles",
        "past_winners",
        "phase",
        "put_away",
        "queue",
        "roles",
        "round",
        "seats",
        "shares",
        "shown",
        "spare",
        "starter",
        "steps",
        "swaps",
        "thefts",
        "turn",
    )

    def __init__(self, config: Config, seats: int, chance: Chance | None) -> None:
        """An empty table before the first deal; `rounds.begin` deals. `chance` is where later rounds come from."""
        self.config = config
        self.seats = seats
        self.everyone = (1 << seats) - 1  # a mask of all seats
        self._chance = chance
        self._shared_chance = False
        self._legal: tuple[str, ...] | None = None
        self._opening: tuple[Notice, ...] = ()
        # the match
        self.round = 0
        self.starter = 0
        self.turn: int | None = 0  # who decides now
        self.phase = phases.TURN
        self.gold = [0] * seats
        self.gold_deck: tuple[int, ...] = ()  # numbers of gold cards, next first
        self.credited = 0  # pay for which no cards left the gold deck
        self.shares: list[Share] = []
        self.past_roles: list[tuple[str, ...]] = []
        self.past_winners: list[tuple[int, ...]] = []
        # the round: what is hidden
        self.roles: list[str] = [""] * seats
        self.spare: tuple[str, ...] = ()  # set aside or spare pile, next first
        self.hats: list[tuple[str, ...]] = [()] * seats  # roles cast off
        self.goals: tuple[str, ...] = ()
        self.hands: list[tuple[str, ...]] = [()] * seats  # sorted
        self.deck: tuple[str, ...] = ()  # as it was shuffled
        self.drawn = 0  # how many have left it
        self.put_away: tuple[str, ...] = ()
        self.discards: list[tuple[str, ...]] = [()] * seats  # face down, in the order of discarding
        # the round: what lies open
        self.mine = Mine.new()
        self.shown: tuple[int | None, ...] = (None, None, None)  # each turned-up goal's rotation
        self.fronts = [0] * 5  # by what can lie in front: a mask of seats
        self.thefts: tuple[int, ...] = ()  # seats with a theft, in the order of laying
        self.acts: list[Act] = []  # as all know them: face-down discards are `discard ?`
        self.last = 0  # who acted last
        # the round: what a seat has learnt
        self.looked = [0] * seats  # by seat: a mask of the goals it looked at
        self.inspections: list[tuple[Inspection, ...]] = [()] * seats
        self.swaps: list[tuple[HandSwap, ...]] = [()] * seats
        # an unfinished turn
        self.steps = 0  # cards discarded in it
        self.lowest = ""  # the last of them: the next one is not lower
        # after the round
        self.connector: int | None = None
        self.offer: tuple[int, ...] = ()  # numbers of the gold cards that lie there, ascending
        self.drafters: tuple[int, ...] = ()  # who chooses in turn
        self.queue: tuple[int, ...] = ()  # who may still steal

    # what the contract asks

    @property
    def seat(self) -> int | None:
        return self.turn

    def legal(self) -> tuple[str, ...]:
        """The legal actions of the deciding seat, in the order of the rules; empty when the match is over."""
        legal = self._legal
        if legal is None:
            legal = self._legal = turns.LISTS[self.phase](self) if self.turn is not None else ()
        return legal

    def apply(self, action: str) -> list[Notice]:
        seat = self.turn
        if seat is None:
            raise ValueError(f"{action!r} is not legal: the match is over")
        if action not in self.legal():
            raise ValueError(f"{action!r} is not among the legal actions of seat {seat}")
        self._legal = None
        return turns.do(self, seat, action)

    def view(self, seat: int) -> views.View:
        return views.build(self, seat)

    def open_view(self) -> views.View:
        return views.build(self, None, everything=True)

    def spectator_view(self) -> views.View:
        return views.build(self, None)

    def opening(self) -> list[Notice]:
        """Each seat's role and hand in the first round, told to that seat."""
        return list(self._opening)

    def ranks(self) -> list[int] | None:
        return None if self.turn is not None else places(self.gold)

    def scores(self) -> list[int | None] | None:
        """Each seat's gold; None while the match runs."""
        return None if self.turn is not None else [*self.gold]

    def safe_action(self) -> str:
        """`done` or `steal none` where legal, else the highest gold, else the lowest discard (rules, 7)."""
        legal = self.legal()
        if self.phase == phases.TURN:
            return next(action for action in legal if action.startswith("discard "))
        if self.phase == phases.UNBLOCK:
            return legal[0]
        return legal[-1]

    def parts(self) -> list[Part]:
        """For each round and seat its role at the round's end, and 1 if the seat did well in it, else 0.

        To do well is, in the base game, that one's side won the round; in the expansion to be among the winners
        and not trapped, and for a geologist to be paid.
        """
        return [
            Part(split="role", label=role, seat=seat, result=float(seat in winners))
            for roles, winners in zip(self.past_roles, self.past_winners, strict=True)
            for seat, role in enumerate(roles)
        ]

    def copy(self) -> SaboteurState:
        """An independent state. What never changes in place is shared, so a copy is cheap."""
        twin = SaboteurState.__new__(SaboteurState)
        twin.config = self.config
        twin.seats = self.seats
        twin.everyone = self.everyone
        twin._chance = self._chance
        twin._shared_chance = self._shared_chance = True
        twin._legal = self._legal
        twin._opening = self._opening
        twin.round = self.round
        twin.starter = self.starter
        twin.turn = self.turn
        twin.phase = self.phase
        twin.gold = self.gold[:]
        twin.gold_deck = self.gold_deck
        twin.credited = self.credited
        twin.shares = self.shares[:]
        twin.past_roles = self.past_roles[:]
        twin.past_winners = self.past_winners[:]
        twin.roles = self.roles[:]
        twin.spare = self.spare
        twin.hats = self.hats[:]
        twin.goals = self.goals
        twin.hands = self.hands[:]
        twin.deck = self.deck
        twin.drawn = self.drawn
        twin.put_away = self.put_away
        twin.discards = self.discards[:]
        twin.mine = self.mine
        twin.shown = self.shown
        twin.fronts = self.fronts[:]
        twin.thefts = self.thefts
        twin.acts = self.acts[:]
        twin.last = self.last
        twin.looked = self.looked[:]
        twin.inspections = self.inspections[:]
        twin.swaps = self.swaps[:]
        twin.steps = self.steps
        twin.lowest = self.lowest
        twin.connector = self.connector
        twin.offer = self.offer
        twin.drafters = self.drafters
        twin.queue = self.queue
        return twin

    def to_json(self) -> dict[str, Any]:
        from arena_saboteur.saving import to_json

        return to_json(self)

    # for the other modules

    @property
    def over_round(self) -> bool:
        """Has the round's work ended, so that roles and goals lie open (a draft, steals, the end of the match)?"""
        return self.turn is None or self.phase in phases.ROUND_OVER

    def chance(self) -> Chance:
        """Where to draw from now. Raises LookupError if the state was made without chance."""
        if self._chance is None:
            raise LookupError("this position was made without chance: give it a Deal to play another round")
        if self._shared_chance:  # a copy draws for itself
            self._chance = self._chance.copy()
            self._shared_chance = False
        return self._chance

    def take(self, seat: int, code: str) -> None:
        """A card leaves a hand."""
        hand = self.hands[seat]
        at = hand.index(code)
        self.hands[seat] = hand[:at] + hand[at + 1 :]

    def draw(self, seat: int, count: int) -> tuple[str, ...]:
        """Up to `count` cards go from the deck to a hand; which ones."""
        cards = self.deck[self.drawn : self.drawn + count]
        if cards:
            self.drawn += len(cards)
            self.hands[seat] = tuple(sorted(self.hands[seat] + cards))
        return cards


def begin_match(config: Config, seats: int, chance: Chance) -> SaboteurState:
    """A match with its first round dealt."""
    state = SaboteurState(config, seats, chance)
    if not config.expansion:
        state.gold_deck = rounds.draw_gold(chance)
    state._opening = tuple(rounds.begin(state))
    return state

