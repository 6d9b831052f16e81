"""For each promise of the contract a game that breaks it: `heap`, with one thing wrong.

`breaks` names the checks that must find it, each with some words of what they must say.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from random import Random
from typing import Annotated, Any

import msgspec
from heap import Heap, HeapGame, Options, View
from msgspec import Meta

from arena.games import ActionEvent, Chance, Config, Notice, RandomChance, State


class ListOrderTellsTheOthersHand(Heap):
    def legal(self) -> Sequence[str]:
        actions = list(super().legal())
        return actions[::-1] if sum(self.hands[1 - self.turn % 2]) % 2 else actions


class OrderTells(HeapGame):
    breaks = (("legal-from-knowledge", "has another legal list"), ("determinize", "another legal list"))
    State = ListOrderTellsTheOthersHand


class ViewShowsTheOthersSum(Heap):
    def view(self, seat: int) -> View:
        view = super().view(seat)
        view.totals = [*view.totals, sum(self.hands[1 - seat])]
        return view


class ViewTells(HeapGame):
    breaks = (("determinize", "another view, in totals"),)
    State = ViewShowsTheOthersSum

    def determinize(self, view: Any, events: Any, rng: Random, **known: Any) -> State:
        return super().determinize(msgspec.structs.replace(view, totals=view.totals[:2]), events, rng, **known)


class DeterminizePeeks(HeapGame):
    """Remembers the match that it dealt and gives its true state away."""

    breaks = (("determinize", "must use only what it is given"),)
    dealt: Heap

    def new_match(self, config: Any, seats: int, chance: Chance) -> State:
        self.dealt = super().new_match(config, seats, chance)  # type: ignore[assignment]
        return self.dealt

    def determinize(self, view: Any, events: Any, rng: Random, **known: Any) -> State:
        world = super().determinize(view, events, rng, **known)
        assert isinstance(world, Heap)
        other = 1 - known["seat"]
        world.hands[other] = list(self.dealt.hands[other])
        return world


class DeterminizeForgets(HeapGame):
    breaks = (("determinize", "another view, in hands"),)

    def determinize(self, view: Any, events: Any, rng: Random, **known: Any) -> State:
        return self.new_match(known["config"], 2, RandomChance(rng))


class OwnLegalList(Heap):
    def legal(self) -> Sequence[str]:
        if not hasattr(self, "kept") or self.kept[0] != self.turn:
            self.kept = (self.turn, list(super().legal()))
        return self.kept[1]


class AliasesLegal(HeapGame):
    breaks = (("legal-lists", "clearing the list that legal() gave"),)
    State = OwnLegalList


class ListFromASet(Heap):
    def legal(self) -> Sequence[str]:
        return list({*super().legal(), "roll"} | {f"roll {name}" for name in "abcdefgh"})

    def apply(self, action: str) -> list[Notice]:
        notices = super().apply("roll" if action.startswith("roll") else action)
        return [(None, ActionEvent(1 - self.turn % 2, action)), *notices[1:]]


class UnstableOrder(HeapGame):
    breaks = (("other-hash-seed", "PYTHONHASHSEED"),)
    State = ListFromASet


class StopsInTheMiddle(Heap):
    def legal(self) -> Sequence[str]:
        return [] if self.turn == 3 else super().legal()


class EmptyLegal(HeapGame):
    breaks = (("played", "legal() is empty (decision 4"), ("legal-lists", "the legal list is empty (decision 4"))
    State = StopsInTheMiddle


class TwoSpaces(Heap):
    def legal(self) -> Sequence[str]:
        return [action.replace(" ", "  ") for action in super().legal()]


class BadWords(HeapGame):
    breaks = (("legal-lists", "not words split by one space"),)
    State = TwoSpaces


class TwiceTheSame(Heap):
    def legal(self) -> Sequence[str]:
        return [*super().legal(), *super().legal()]


class TwiceLegal(HeapGame):
    breaks = (("legal-lists", "twice"),)
    State = TwiceTheSame


class LastIsThird(Heap):
    def ranks(self) -> list[int] | None:
        ranks = super().ranks()
        return ranks and [rank * 2 - 1 for rank in ranks]


class RanksWithGaps(HeapGame):
    breaks = (("ranks", "its rank is 2"),)
    State = LastIsThird


class LeadsAlready(Heap):
    def ranks(self) -> list[int] | None:
        return [1 if total == max(self.totals) else 2 for total in self.totals]


class RanksTooEarly(HeapGame):
    breaks = (("ranks", "while the match runs"),)
    State = LeadsAlready


class OneScore(Heap):
    def scores(self) -> list[int | None] | None:
        return None if self.seat is not None else [max(self.totals)]


class TooFewScores(HeapGame):
    breaks = (("scores", "for each of 2 seats"),)
    State = OneScore


class SafeIsNotLegal(Heap):
    def safe_action(self) -> str:
        return "pass"


class UnsafeAction(HeapGame):
    breaks = (("stand-ins", "'pass' is not legal"),)
    State = SafeIsNotLegal


class ViewWithASecret(View):
    extra: int = 0


class BareField(HeapGame):
    breaks = (("fields", "ViewWithASecret.extra"),)
    View = ViewWithASecret


class UnexplainedAction(HeapGame):
    breaks = (("action-forms", "roll"),)
    actions_help = (("play 3", "play that card"),)


class NestedView(View):
    deep: Annotated[list[list[list[int]]], Meta(description="too deep")]


class ShowsDeep(Heap):
    def view(self, seat: int) -> View:
        return NestedView(**msgspec.structs.asdict(super().view(seat)), deep=[[[1]]])


class DeepView(HeapGame):
    breaks = (("views", "deep is 3 levels deep"),)
    View = NestedView
    State = ShowsDeep


class ShowsHuge(Heap):
    def view(self, seat: int) -> View:
        return msgspec.structs.replace(super().view(seat), turn=2**31)


class HugeNumber(HeapGame):
    breaks = (("views", "2147483648"),)
    State = ShowsHuge


class TellsNobody(Heap):
    def apply(self, action: str) -> list[Notice]:
        return [((2,), event) for _, event in super().apply(action)]


class EventsToNoSeat(HeapGame):
    breaks = (("events", "not seats of 0..1"),)
    State = TellsNobody


class TellsTheOther(Heap):
    def apply(self, action: str) -> list[Notice]:
        other = 1 - self.turn % 2
        return [((other,), event) for _, event in super().apply(action)]


class OwnActionUntold(HeapGame):
    breaks = (("events", "is not told of its own action"),)
    State = TellsTheOther


class UndeclaredEvent(HeapGame):
    breaks = (("events", "the event Rolled is not in Events"),)
    Events = (ActionEvent,)


class TakesTheTurnFirst(Heap):
    def apply(self, action: str) -> list[Notice]:
        if action not in self.legal():
            self.totals[0] += 1
        return super().apply(action)


class IllegalChanges(HeapGame):
    breaks = (("illegal-actions", "has changed the match"),)
    State = TakesTheTurnFirst


class RaisesKeyError(Heap):
    def apply(self, action: str) -> list[Notice]:
        if action not in self.legal():
            raise KeyError(action)
        return super().apply(action)


class WrongException(HeapGame):
    breaks = (("illegal-actions", "raises KeyError and not ValueError"),)
    State = RaisesKeyError


class AcceptsAnything(Heap):
    def apply(self, action: str) -> list[Notice]:
        return super().apply(action if action in self.legal() else self.legal()[0])


class IllegalAccepted(HeapGame):
    breaks = (("illegal-actions", "is accepted"),)
    State = AcceptsAnything


class RollsByTheClock(Heap):
    def roll(self, seat: int) -> int:
        return time.perf_counter_ns() // 100 % 6 + 1


class ClockChance(HeapGame):
    breaks = (("same-again", "the match is another one"),)
    State = RollsByTheClock


class RollsGlobally(Heap):
    def roll(self, seat: int) -> int:
        return random.randint(1, 6)


class GlobalChance(HeapGame):
    breaks = (("same-again", "Python's global random generator"),)
    State = RollsGlobally


class CountsLooks(Heap):
    looks = 0

    def view(self, seat: int) -> View:
        self.looks += 1
        return super().view(seat)

    def roll(self, seat: int) -> int:
        return super().roll(seat) if self.looks == 0 else 1


class LookingMatters(HeapGame):
    breaks = (("looking", "when nobody looks"),)
    State = CountsLooks


class SharesTotals(Heap):
    def copy(self) -> Heap:
        twin = super().copy()
        twin.totals = self.totals
        return twin


class SharedCopy(HeapGame):
    breaks = (("copies", "has changed the match"),)
    State = SharesTotals


class SharesChance(Heap):
    def copy(self) -> Heap:
        twin = super().copy()
        twin.chance = self.chance
        return twin


class SharedChance(HeapGame):
    breaks = (("copies", "does not play on as its copy did"),)
    State = SharesChance


class ShowsItsOwnList(Heap):
    def view(self, seat: int) -> View:
        return msgspec.structs.replace(super().view(seat), totals=self.totals)


class AliasedView(HeapGame):
    breaks = (("own-state", "clearing the lists in the view"),)
    State = ShowsItsOwnList


class WritesHalf(Heap):
    def to_json(self) -> Any:
        return {"hands": self.hands, "turn": self.turn}


class LossyJson(HeapGame):
    breaks = (("json-both-ways", "looks otherwise"),)
    State = WritesHalf

    def from_json(self, data: Any) -> State:
        state = self.State(Options(), RandomChance(Random(0)), data["hands"])
        state.turn = data["turn"]
        return state


class ColouredText(HeapGame):
    breaks = (("text", "has control codes"),)

    def text(self, view: Any, *, static: Any = None, colour: bool = False) -> str:
        return "\x1b[31mheap\x1b[0m"


class OneSide(HeapGame):
    breaks = (("teams", "all seats on one side"),)

    def teams(self, config: Any, seats: int) -> list[int]:
        return [0] * seats


class TooLong(HeapGame):
    breaks = (("played", "longer than max_decisions = 4"),)
    max_decisions = 4


class LoudName(HeapGame):
    breaks = (("named", "'Heap Game'"),)
    name = "Heap Game"


class StrictOptions(Config, frozen=True, kw_only=True):
    rolls: Annotated[bool, Meta(description="no default")]


class NoDefault(HeapGame):
    breaks = (("options", "rolls has no default"),)
    Config = StrictOptions


class NumbersTooFew(HeapGame):
    breaks = (("action-numbers", "is legal and not in action_space()"),)

    def action_space(self, config: Any, seats: int) -> Sequence[str]:
        return ["roll"]


class FailsAtSix(Heap):
    def apply(self, action: str) -> list[Notice]:
        if self.turn == 4:
            raise ZeroDivisionError("the fifth turn")
        return super().apply(action)


class Crashes(HeapGame):
    breaks = (("played", "the rules raised ZeroDivisionError: the fifth turn (decision 5 of match 1, 2 seats)"),)
    State = FailsAtSix
