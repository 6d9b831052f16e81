"""What the picture shows beside the board: the supply, what marks mean, a card a seat, and at the end the results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from arena_armadora.drawing import grounds
from arena_armadora.drawing.shapes import (
    FRAME,
    INK,
    PAPER,
    SOFT_INK,
    WOOD,
    Look,
    box,
    middle,
    mine,
    palisade,
    text,
    tile,
    token,
)
from arena_armadora.drawing.words import UNITS, brought, heaps, plural, side_letters
from arena_armadora.options import LETTERS
from arena_armadora.views import View

_CARD_GAP = 12
_ROW = 26
"""Height of a line of the table at the end."""
_MARKS: Mapping[str, Callable[[float, float], str]] = {
    "palisade": lambda x, y: palisade(x + 2, y, x + 24, y),
    "just placed": lambda x, y: palisade(x + 2, y, x + 24, y, fresh=True),
    "gold mine": lambda x, y: mine(x + 13, y, 26, 5),
    "hidden": lambda x, y: middle(x + 13, y, "A?", 16),
    "face up": lambda x, y: token("face up", x + 13, y, radius=11),
    "reinforced": lambda x, y: token("reinforced", x + 13, y, "+1", radius=11),
    "arrows": lambda x, y: token("arrow", x + 13, y, "−1", radius=11),
    "peeked at": lambda x, y: token("peeked", x + 13, y, radius=11),
}
"""What a mark is called -> how the legend draws it, its left end at (x, y); in the order of the legend."""


def supply(view: View, x: float, y: float) -> Iterator[str]:
    """The common supply: its number, and a stake for each palisade."""
    yield text(x, y + 27, str(view.supply), 34, bold=True)
    yield text(x, y + 49, f"palisade{'s' * (view.supply != 1)} left", 15, fill=SOFT_INK)
    stakes = "".join(f"M{x + 3 + i % 9 * 13:g} {y + 62 + i // 9 * 20:g}v13" for i in range(view.supply))
    if stakes:
        yield f'<path d="{stakes}" stroke="{WOOD}" stroke-width="5" stroke-linecap="round" fill="none"/>'


def legend(view: View, x: float, bottom: float, *, advanced: bool) -> Iterator[str]:
    """What the marks mean, ending at `bottom`; only marks that this match can have."""
    shown = {
        "just placed": view.first is not None, "hidden": None in view.power.values(),
        "face up": advanced, "reinforced": advanced, "arrows": advanced, "peeked at": advanced,
    }  # fmt: skip
    marks = [mark for mark in _MARKS if shown.get(mark, True)]
    step = 28
    y = bottom - step * len(marks) + step / 2
    for mark in marks:
        yield _MARKS[mark](x, y)
        yield text(x + 34, y + 5.5, mark, 15, fill=SOFT_INK)
        y += step


def cards_height(*, advanced: bool) -> int:
    """How high the seats' cards are."""
    return 150 if advanced else 100


def cards(view: View, x: float, y: float, width: float, looks: Sequence[Look], *, advanced: bool) -> Iterator[str]:
    """A card a seat, in seat order: its look, race, partner, reserve, and what is left of its powers."""
    seats = len(view.tiles)
    each = (width - _CARD_GAP * (seats - 1)) / seats
    height = cards_height(advanced=advanced)
    for seat, look in enumerate(looks):
        left = x + seat * (each + _CARD_GAP)
        turn = seat == view.turn
        yield box(left, y, each, height, fill="#ffffff" if turn else "#f3ecdb", edge=INK if turn else FRAME,
                  line=3 if turn else 1.5, round_=9)  # fmt: skip
        if turn:
            yield _pill(left + each - 46, y, "to act", fill=INK, ink="#ffffff")
        elif view.passed[seat]:
            yield _pill(left + each - 46, y, "passed", fill=PAPER, ink=INK)
        yield tile(left + 33, y + 32, 40, look, LETTERS[seat], font=24)
        race = view.races[seat]
        titles = [f"seat {seat}", *([f"with {LETTERS[(seat + 2) % 4]}"] if seats == 4 else [])]
        titles = titles if race is None else [race, *titles]
        top = y + 39 - 9 * (len(titles) - 1)
        for i, words in enumerate(titles):
            strong = words == race
            fill = INK if strong else SOFT_INK
            yield text(left + 65, top + 18 * i, words, 16 if strong else 15, bold=strong, fill=fill)
        yield from _reserve(view, seat, left + 14, y + 78, look)
        if advanced:
            left_over = view.tokens[seat]
            power = "no race yet"
            if race is not None:
                power = f"power: {plural(left_over, UNITS.get(race, 'use')) if left_over else 'used up'}"
            boost = "1 reinforcement" if view.reinforcements[seat] else "reinforcement used"
            yield text(left + 14, y + 114, power, 15, fill=INK if left_over else SOFT_INK)
            yield text(left + 14, y + 136, boost, 15, fill=INK if view.reinforcements[seat] else SOFT_INK)


def _pill(x: float, y: float, words: str, *, fill: str, ink: str) -> str:
    """A word on the upper edge of a card."""
    return box(x - 34, y - 17, 68, 23, fill=fill, edge=INK, line=1.5, round_=11.5) + text(
        x, y - 0.3, words, 15, anchor="middle", bold=True, fill=ink
    )


def _reserve(view: View, seat: int, x: float, y: float, look: Look) -> Iterator[str]:
    """The tiles left: how many of each power where the view has them, else how many."""
    reserve = view.reserves[seat]
    if not view.tiles[seat]:
        yield text(x, y + 5.5, "no warriors left", 15, fill=SOFT_INK)
        return
    piles = [("?", view.tiles[seat])] if reserve is None else [(str(p), n) for p, n in enumerate(reserve, 1) if n]
    for words, count in piles:
        yield tile(x + 12, y, 24, look, words, font=15)
        x += 28
        if count > 1:
            yield text(x, y + 5.5, f"×{count}", 15)
            x += 15 + 9.6 * len(str(count))
        x += 3
    if reserve is None:
        yield text(x + 4, y + 5.5, "hidden", 15, fill=SOFT_INK)


def results_height(view: View) -> int:
    """How high the results at the end are."""
    table = (len(view.results or []) + 1) * _ROW
    return max(table, len(heaps(view)) * 66 + _ROW)


def results(
    view: View, x: float, y: float, right: float, looks: Sequence[Look], fills: dict[str, int]
) -> Iterator[str]:
    """What each territory brought, and beside it each side's gold in piles."""
    sides = side_letters(len(view.tiles))
    step = 46 if len(sides) > 2 else 56
    squares, gold, totals = x + 152, x + 207, [x + 248 + step * side for side in range(len(sides))]
    taken = totals[-1] + 38
    for words, at in (("squares", squares), ("gold", gold)):
        yield text(at, y + 6, words, 15, anchor="end", fill=SOFT_INK)
    yield text(x, y + 6, "territory", 15, fill=SOFT_INK)
    yield text(taken, y + 6, "taken by", 15, fill=SOFT_INK)
    for at, letters in zip(totals, sides, strict=True):
        yield from _side(at, y, letters, looks, 22)
    lines = brought(view)
    rule = "".join(f"M{x:g} {y + _ROW * (i + 0.5) + 2:g}H{x + 505:g}" for i in range(len(lines)))
    yield f'<path d="{rule}" stroke="{FRAME}" fill="none"/>'
    for i, line in enumerate(lines, 1):
        base = y + _ROW * i + 8
        yield box(x, base - 15, 24, 18, fill=grounds.fill(fills[line.letter]), edge=SOFT_INK)
        yield text(x + 34, base, f"from {line.first}", 16)
        yield text(squares, base, str(line.squares), 16, anchor="end")
        yield text(gold, base, str(line.gold), 16, anchor="end", bold=True)
        for side, (at, total) in enumerate(zip(totals, line.totals, strict=True)):
            yield text(at, base, "–" if total == "-" else total.replace("-", "−"), 16, anchor="middle",
                       bold=side in line.winners)  # fmt: skip
        who = ", ".join(f"{sides[side]} {line.share}" for side in line.winners)
        yield text(taken, base, who or ("nobody" if line.gold else ""), 16)
    best = max(((sum(heap), heap) for heap in heaps(view)), default=(0, []))
    left = right - 222
    for i, (letters, heap) in enumerate(zip(sides, heaps(view), strict=True)):
        top = y - 10 + 66 * i
        won = (sum(heap), heap) == best
        yield box(left, top, 222, 58, fill="#ffffff" if won else "#f3ecdb", edge=INK if won else FRAME,
                  line=3 if won else 1.5, round_=9)  # fmt: skip
        yield from _side(left + 38, top + 29, letters, looks, 28)
        yield text(left + 76, top + 26, f"{sum(heap)} gold", 19, bold=True)
        yield text(left + 76, top + 47, " + ".join(map(str, heap)) or "no pile", 14, fill=SOFT_INK)


def _side(x: float, y: float, letters: str, looks: Sequence[Look], size: float) -> Iterator[str]:
    """A side's tiles side by side, centred on a point."""
    for i, letter in enumerate(letters):
        at = x + (i - (len(letters) - 1) / 2) * (size + 1)
        yield tile(at, y, size, looks[LETTERS.index(letter)], letter, font=size * 0.6)
