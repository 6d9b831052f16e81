"""Where the cards of a round may be that a seat has not seen: one random way that fits its view.

The round's acts are followed with *slots*, cards whose kind need not be known yet: each seat's hand is a list of slots,
a draw is a new one, an exchange of hands exchanges the lists. A kind is written into a slot when the seat learns it: a
card is played, or it is its own, or it gave it away or got it. What stays unknown at the end (other hands, the others'
face-down discards, the pile, the cards put away) is filled from the cards that are left, every order equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from random import Random

from msgspec import Struct

from arena_saboteur.cards import BASE_DECK, FULL_DECK
from arena_saboteur.notation import card_played
from arena_saboteur.notes import HandSwap, turn_acts
from arena_saboteur.options import PUT_AWAY, Config, hand_size
from arena_saboteur.views import View

WORLDS = 8
"""How many ways are tried, one of them taken by weight, where the seat has given cards away."""
UNLIKELY = 0.02
"""The weight of a way that had to be mended."""


class Cards(Struct):
    """One way that the cards may lie."""

    hands: list[tuple[str, ...]]
    discards: list[tuple[str, ...]]
    swaps: list[tuple[HandSwap, ...]]
    pile: tuple[str, ...]
    put_away: tuple[str, ...]


def draw_cards(view: View, rng: Random, seat: int, config: Config, seats: int) -> Cards:
    """A random way that fits what `seat` knows by `view`.

    Exact, with every order of the unseen cards equally likely (others' choices tell nothing), as long as nobody who
    holds cards that `seat` gave away has since discarded face down. Where one has, which of his cards he discarded is
    drawn at random, and one of WORLDS such ways is taken with weights by the cards he has played since: an approximation.
    Raises ValueError if the view contradicts itself.
    """
    way = _Way(view, rng, seat, config, seats)
    if way.unsure:
        ways = [way, *(_Way(view, rng, seat, config, seats) for _ in range(WORLDS - 1))]
        weights = [way.weight for way in ways]
        if sum(weights) > 0:
            way = rng.choices(ways, weights)[0]
    return way.filled()


class _Way:
    """One pass over the acts."""

    def __init__(self, view: View, rng: Random, me: int, config: Config, seats: int) -> None:
        self.view = view
        self.rng = rng
        self.me = me
        self.expansion = config.expansion
        self.copies = Counter(FULL_DECK if config.expansion else BASE_DECK)
        self.total = len(FULL_DECK if config.expansion else BASE_DECK)
        self.kinds: list[str | None] = []  # slot -> its kind, None while it is unknown
        size = hand_size(config, seats)
        self.away = PUT_AWAY if config.expansion else 0
        self.left = self.total - self.away - size * seats  # cards in the pile
        self.hands = [self._new(size) for _ in range(seats)]
        self.discards: list[list[list[int]]] = [[] for _ in range(seats)]  # by seat: the slots of each turn
        self.swaps: list[tuple[int, int, int, list[int], list[int]]] = []
        self.weight = 1.0
        self.unsure = False  # somebody has discarded who held cards that are known
        self.unblocking = False
        self.open_group = False  # the last act was a discard of a turn that may go on
        self._own_discards = iter(view.discards[me] or ())
        self._own_swaps = {swap.act: swap for swap in view.swaps}
        self._follow()

    # following the acts

    def _follow(self) -> None:
        view = self.view
        acts = turn_acts(view.acts)
        for number, act in enumerate(acts):
            seat, action = act.seat, act.action
            if action == "discard ?":
                self._discard(seat)
                continue
            if action == "done":
                self._end_group(seat)
                continue
            self.open_group = False
            self.unblocking = action.startswith("unblock")
            if self.unblocking:
                self.discards[seat].append([])
                self.open_group = True
                continue
            code = card_played(action)
            if code is None:
                raise ValueError(f"the view's act {action!r} is none of Saboteur's")
            self._played(seat, code)
            if action.startswith("swaphand "):
                self._swap(number, seat, int(action.split()[1]))
            elif view.connector is None or number + 1 < len(acts):  # nobody draws after the winning card
                self._draw(seat, 1)
        if self.left != view.deck or [len(hand) for hand in self.hands] != view.hand_sizes:
            raise ValueError("the view contradicts itself: its acts do not lead to its hand sizes and deck")
        self._identify(self.hands[self.me], view.hands[self.me] or ())

    def _new(self, count: int) -> list[int]:
        first = len(self.kinds)
        self.kinds += [None] * count
        return list(range(first, first + count))

    def _draw(self, seat: int, count: int) -> None:
        count = min(count, self.left)
        self.left -= count
        self.hands[seat] += self._new(count)

    def _discard(self, seat: int) -> None:
        groups = self.discards[seat]
        if not self.open_group:
            groups.append([])
        group, hand = groups[-1], self.hands[seat]
        slot = self._slot_of(hand, next(self._own_discards)) if seat == self.me else self._any_slot(hand)
        hand.remove(slot)
        group.append(slot)
        self.open_group = self.expansion
        if not self.expansion:
            self._draw(seat, 1)
        elif self.unblocking:
            if len(group) == 2:
                self.open_group = self.unblocking = False
                self._draw(seat, 1)
        elif len(group) == 3:
            self._end_group(seat)

    def _end_group(self, seat: int) -> None:
        self.open_group = False
        self._draw(seat, len(self.discards[seat][-1]))

    def _any_slot(self, hand: Sequence[int]) -> int:
        """The slot that another seat discards: any of its hand, but not a known card whose copies are all accounted for."""
        kinds = self.kinds
        if all(kinds[slot] is None for slot in hand):
            return self.rng.choice(hand)
        self.unsure = True
        spent = self._shown + Counter(kind for slot in self._thrown() if (kind := kinds[slot]) is not None)
        free = [slot for slot in hand if (kind := kinds[slot]) is None or spent[kind] < self.copies[kind]]
        return self.rng.choice(free or hand)

    @cached_property
    def _shown(self) -> Counter[str]:
        """Cards that show in the view: played at any time in this round, or its seat's own."""
        view = self.view
        shown = Counter(code for act in view.acts if (code := card_played(act.action)) is not None)
        shown.update(view.hands[self.me] or ())
        shown.update(view.discards[self.me] or ())
        return shown

    def _played(self, seat: int, code: str) -> None:
        hand = self.hands[seat]
        if self._own_swaps and seat != self.me:
            known = sum(self.kinds[slot] == code for slot in hand)
            unknown = sum(self.kinds[slot] is None for slot in hand)
            self.weight *= known + unknown * self.copies[code] / self.total
        hand.remove(self._slot_of(hand, code))

    def _slot_of(self, hand: Sequence[int], code: str) -> int:
        """A slot of the hand that has this kind now: a known one, else an unknown one, else one that has to be mended."""
        for wanted in (code, None):
            fitting = [slot for slot in hand if self.kinds[slot] == wanted]
            if fitting:
                slot = self.rng.choice(fitting)
                self.kinds[slot] = code
                return slot
        return self._mend(self.rng.choice(list(hand)), code)

    def _mend(self, slot: int, code: str) -> int:
        """The slot was thought to be a card that must have been discarded earlier: that one lies in a discard instead.

        Best where a card like the one that shows now was thought discarded: the two change places.
        """
        thrown = self._thrown()
        alike = [there for there in thrown if self.kinds[there] == code]
        unknown = [there for there in thrown if self.kinds[there] is None]
        if alike or unknown:
            self.kinds[self.rng.choice(alike or unknown)] = self.kinds[slot]
        if not alike:
            self.weight *= UNLIKELY
        self.kinds[slot] = code
        return slot

    def _thrown(self) -> list[int]:
        """The slots that the others have discarded face down."""
        return [
            slot for seat, groups in enumerate(self.discards) if seat != self.me for group in groups for slot in group
        ]

    def _identify(self, hand: Sequence[int], cards: Sequence[str]) -> None:
        """All cards of a hand are known now."""
        left = list(hand)
        if len(left) != len(cards):
            raise ValueError("the view contradicts itself: a hand has not as many cards as its acts left it")
        todo, unknown = [], []
        for code in cards:
            slot = next((slot for slot in left if self.kinds[slot] == code), None)
            if slot is None:
                todo.append(code)
            else:
                left.remove(slot)
        self.rng.shuffle(todo)
        for slot in left:
            if self.kinds[slot] is not None:  # thought to be another card: it was discarded, instead of one of these
                thrown = [self.kinds[there] for there in self._thrown()]
                self._mend(slot, todo.pop(next((i for i, code in enumerate(todo) if code in thrown), 0)))
            else:
                unknown.append(slot)
        for slot, code in zip(unknown, todo, strict=True):
            self.kinds[slot] = code

    def _swap(self, act: int, seat: int, other: int) -> None:
        own = self._own_swaps.get(act)
        if own is not None:
            partner = other if seat == self.me else seat
            self._identify(self.hands[self.me], own.gave.split())
            self._identify(self.hands[partner], own.got.split())
        hands = self.hands
        self.swaps.append((act, seat, other, hands[seat][:], hands[other][:]))
        hands[seat], hands[other] = hands[other], hands[seat]
        self._draw(other, 1)

    # the end

    def filled(self) -> Cards:
        """All slots known: those that were not are filled from what is left, at random."""
        kinds = self.kinds
        self._give_back()
        pool = Counter(self.copies)
        pool.subtract(kind for kind in kinds if kind is not None)
        cards = [code for code, count in pool.items() for _ in range(count)]
        self.rng.shuffle(cards)
        names = [cards.pop() if kind is None else kind for kind in kinds]
        if len(cards) != self.left + self.away:
            raise ValueError("the view contradicts itself: it has too many cards of a kind")
        swaps: list[list[HandSwap]] = [[] for _ in self.hands]
        for act, seat, other, gave, got in self.swaps:
            given = " ".join(sorted(names[slot] for slot in gave))
            gotten = " ".join(sorted(names[slot] for slot in got))
            swaps[seat].append(HandSwap(act, other, given, gotten))
            swaps[other].append(HandSwap(act, seat, gotten, given))
        swaps[self.me] = list(self.view.swaps)
        discards = [
            tuple(name for group in groups for name in sorted(names[slot] for slot in group)) for groups in self.discards
        ]
        return Cards(
            hands=[tuple(sorted(names[slot] for slot in hand)) for hand in self.hands],
            discards=discards,
            swaps=[tuple(notes) for notes in swaps],
            pile=tuple(cards[self.away :]),
            put_away=tuple(cards[: self.away]),
        )

    def _give_back(self) -> None:
        """Where more cards of a kind are thought known than there are, discards of others are unknown again."""
        known = Counter(kind for kind in self.kinds if kind is not None)
        for seat, groups in enumerate(self.discards):
            for group in groups if seat != self.me else ():
                for slot in group:
                    kind = self.kinds[slot]
                    if kind is not None and known[kind] > self.copies[kind]:
                        known[kind] -= 1
                        self.kinds[slot] = None
