"""Which gold cards others may have taken, and what may be left in the gold deck of the base game.

A seat knows its own cards, what was on offer when it chose, how many cards each seat took, and all pay. The deck is
evenly shuffled, so the cards of a draft are any of it; the deck's mix after each round follows by Bayes' rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from random import Random

from msgspec import Struct

from arena_saboteur.cards import GOLD_VALUES
from arena_saboteur.notes import Share
from arena_saboteur.scoring import pay_sets

Mix = tuple[int, int, int]
"""How many cards of value 1, 2 and 3."""
FULL: Mix = (GOLD_VALUES.count(1), GOLD_VALUES.count(2), GOLD_VALUES.count(3))
NONE: Mix = (0, 0, 0)


class Step(Struct, frozen=True):
    """What happened to the gold deck in one round: `pay` amounts in seat order, or a draft of `drawn` cards.

    Of a draft the seat saw `seen`, what was left after `before` cards; without a look `before` is all of them.
    """

    pay: tuple[int, ...] = ()
    drawn: int = 0
    before: int = 0
    seen: Mix = NONE


class Gold(Struct):
    """One way that the gold may lie: all movements with their values, the cards on offer and the deck, by numbers."""

    shares: list[Share]
    offer: tuple[int, ...]
    deck: tuple[int, ...]
    credited: int


def draw_gold(shares: Sequence[Share], offer: Sequence[int] | None, rng: Random, seat: int, now: int) -> Gold:
    """A random way that fits what `seat` knows: `shares` and `offer` as in its view, in round `now`.

    Exact, if what others chose tells nothing about what they left and took. Numbers of equal cards are of no account
    as long as their order in the deck is any (rules, 12.9), so they are chosen anew.
    """
    steps, drafts = _steps(shares, offer, seat, now)
    path = _draw_path(tuple(steps), rng)
    full: list[Share] = []
    credited = 0
    for i, step in enumerate(steps):
        if step.pay:
            credited += sum(amount for amount, paid in _pay(path[i], step.pay)[1] if not paid)
    missing = iter([_minus(_minus(path[i], path[i + 1]), step.seen) for i, step in enumerate(steps) if step.drawn])
    values = {number: _picks(draft, next(missing), rng) for number, draft in drafts.items()}
    lying: dict[int, list[int]] = {
        number: sorted([*taken, *((offer or ()) if number == now else ())]) for number, taken in values.items()
    }
    for share in shares:
        if share.kind != "draft":
            full.append(share)
            continue
        lay = lying[share.round]
        value = values[share.round].pop(0)
        full.append(Share(share.round, share.seat, "draft", value, " ".join(map(str, lay))))
        lay.remove(value)
    numbers = [[card for card, worth in enumerate(GOLD_VALUES) if worth == value] for value in (1, 2, 3)]
    on_offer = tuple(sorted(numbers[value - 1].pop() for value in offer or ()))
    deck = [numbers[i].pop() for i, count in enumerate(path[-1]) for _ in range(count)]
    rng.shuffle(deck)
    return Gold(full, on_offer, tuple(deck), credited)


class _Draft(Struct):
    """The choices of one draft: who chose, with what value and from what (None: unknown); the offer that lies there."""

    picks: list[tuple[int | None, Mix | None]]
    lies: Mix | None


def _steps(
    shares: Sequence[Share], offer: Sequence[int] | None, seat: int, now: int
) -> tuple[list[Step], dict[int, _Draft]]:
    steps: list[Step] = []
    drafts: dict[int, _Draft] = {}
    numbers = {share.round for share in shares} | ({now} if offer else set())
    for number in sorted(numbers):
        paid = tuple(share.gold or 0 for share in shares if share.round == number and share.kind == "pay")
        if paid:
            steps.append(Step(pay=paid))
            continue
        picks: list[tuple[int | None, Mix | None]] = []
        for share in shares:
            if share.round == number:
                seen = _mix(map(int, share.offer.split())) if share.offer and share.seat == seat else None
                picks.append((share.gold if seen else None, seen))
        lies = _mix(offer) if offer and number == now else None
        drawn = len(picks) + (sum(lies) if lies else 0)
        before = next((i for i, (_, seen) in enumerate(picks) if seen), len(picks))
        looks = [seen for _, seen in picks if seen] + ([lies] if lies else [])
        steps.append(Step(drawn=drawn, before=before, seen=looks[0] if looks else NONE))
        drafts[number] = _Draft(picks, lies)
    return steps, drafts


def _mix(values: object) -> Mix:
    count = Counter(values)  # type: ignore[call-overload]
    return count[1], count[2], count[3]


def _minus(one: Mix, other: Mix) -> Mix:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def _cards(mix: Mix) -> list[int]:
    return [value for value, count in enumerate(mix, 1) for _ in range(count)]


def _pay(mix: Mix, amounts: Sequence[int]) -> tuple[Mix, list[tuple[int, bool]]]:
    """The mix after pay, and for each amount whether cards left for it (rules, 4: the exact set with the fewest cards)."""
    done = []
    for amount in amounts:
        after = next((left for values in pay_sets(amount) if min(left := _minus(mix, _mix(values))) >= 0), None)
        done.append((amount, after is not None))
        mix = after or mix
    return mix, done


def _splits(mix: Mix, count: int) -> Iterator[Mix]:
    """The ways to take `count` cards out of a mix."""
    for ones in range(min(mix[0], count) + 1):
        for twos in range(min(mix[1], count - ones) + 1):
            threes = count - ones - twos
            if threes <= mix[2]:
                yield ones, twos, threes


def _ways(whole: Mix, part: Mix) -> int:
    return comb(whole[0], part[0]) * comb(whole[1], part[1]) * comb(whole[2], part[2])


@lru_cache(maxsize=64)
def _forward(steps: tuple[Step, ...]) -> list[dict[Mix, dict[Mix, float]]]:
    """For each step: mix after it -> mix before it -> weight, the likelihood of all that was seen so far included."""
    weights: dict[Mix, float] = {FULL: 1.0}
    out = []
    for step in steps:
        came: dict[Mix, dict[Mix, float]] = {}
        for mix, weight in weights.items():
            if step.pay:
                came.setdefault(_pay(mix, step.pay)[0], {})[mix] = weight
                continue
            rest = _minus(mix, step.seen)
            if min(rest) < 0:
                continue
            whole = comb(sum(mix), step.drawn) * comb(step.drawn, step.before)
            for taken in _splits(rest, step.before):
                after = _minus(rest, taken)
                drawn = _minus(mix, after)
                came.setdefault(after, {})[mix] = weight * _ways(mix, drawn) * _ways(drawn, taken) / whole
        out.append(came)
        weights = {after: sum(before.values()) for after, before in came.items()}
    return out


def _draw_path(steps: tuple[Step, ...], rng: Random) -> list[Mix]:
    """The mix before the first step and after each, drawn with its probability given all that was seen."""
    tables = _forward(steps)
    path: list[Mix] = []
    for table in reversed(tables):
        if not path:
            ends = list(table)
            path.append(rng.choices(ends, [sum(table[end].values()) for end in ends])[0])
        before = table[path[-1]]
        path.append(rng.choices(list(before), list(before.values()))[0])
    return [*reversed(path)] if path else [FULL]


def _picks(draft: _Draft, missing: Mix, rng: Random) -> list[int]:
    """The values that were chosen in a draft, in order; `missing` were taken before the first look."""
    out: list[int] = []
    unknown = 0
    lay: Mix | None = None  # what lay there after the last own choice
    for value, seen in [*draft.picks, (None, draft.lies)]:
        if seen is None:
            unknown += 1
            continue
        taken = _cards(missing if lay is None else _minus(lay, seen))
        rng.shuffle(taken)
        out += taken
        unknown = 0
        if value is not None:
            out.append(value)
            lay = _minus(seen, _mix([value]))
    if draft.lies is None:
        taken = _cards(missing if lay is None else lay)
        rng.shuffle(taken)
        out += taken
    return out
