"""What the picture shows below the mine: the own hand, a box for each seat, results, and what the marks mean."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping

from arena_saboteur.cards import CRYSTAL, DOOR, FACE_OF, LADDER, SHAPES, START, TOOLS, TUNNELS
from arena_saboteur.drawing import faces, glyphs, words
from arena_saboteur.drawing.shapes import BAD, FRAME, FRESH, GOOD, INK, PANEL, PAPER, SOFT_INK, box, disc, middle, text
from arena_saboteur.phases import TURN
from arena_saboteur.views import View

_GAP = 10
_HAND = 58
"""Width of a card of the own hand."""
_LINE = 19
"""Of notes."""
_ROW = 24
"""Of the table of results."""
_ROLE_INKS = {"saboteur": BAD, "digger": GOOD, "blue": faces.DOORS["b"], "green": faces.DOORS["g"]}


def hand_height(view: View) -> float:
    """How high the own hand is; 0 where none is shown."""
    return _HAND * faces.TALL + 66 if _own(view) else 0


def _own(view: View) -> list[str]:
    return [] if view.seat is None or view.turn is None else view.hands[view.seat] or []


def hand(view: View, x: float, y: float, width: float) -> Iterator[str]:
    """The own hand, each card with its code and what it is."""
    cards = _own(view)
    if not cards:
        return
    yield text(x, y + 12, f"Hand of seat {view.seat}", 15, bold=True)
    each = min(width / len(cards), 122)
    top = y + 22
    for i, code in enumerate(cards):
        left = x + i * each
        size = min(_HAND, each - 6)
        yield glyphs.hand_card(code, left, top, size)
        name = words.card_name(code)
        yield text(left, top + _HAND * faces.TALL + 17, code, 13, bold=True)
        if code in TUNNELS:
            yield text(left + 32, top + _HAND * faces.TALL + 17, name, 13)
        else:
            kind, _, what = name.partition(" ")
            yield text(left + 32, top + _HAND * faces.TALL + 17, kind, 13)
            if what:
                yield text(left, top + _HAND * faces.TALL + 33, what, 13)


def note_lines(view: View) -> list[str]:
    """What is known besides the goals, and the last acts, broken into lines."""
    acts = words.last_acts(view)
    out = []
    for line in [*words.notes(view), *([f"last: {acts}"] if acts else [])]:
        out += textwrap.wrap(line, 92, subsequent_indent="\xa0\xa0")
    return out


def notes(view: View, x: float, y: float, width: float) -> Iterator[str]:
    """What is known of goals and roles, and the last acts."""
    for goal in range(len(view.goals)):
        yield text(x + goal * width / 3, y + 12, f"goal {goal}: {words.goal_words(view, goal)}", 14)
    for i, line in enumerate(note_lines(view), 1):
        yield text(x, y + 12 + i * _LINE, line, 14, fill=SOFT_INK)


def notes_height(view: View) -> float:
    """How high the notes are."""
    return _LINE * (1 + len(note_lines(view)))


def _columns(seats: int) -> int:
    return seats if seats <= 4 else 3 if seats in (5, 6, 9) else 4


def _hand_in_box(view: View, seat: int) -> list[str]:
    """The cards that are drawn in a seat's box: those of others, and all at the end."""
    return [] if view.turn is not None and seat == view.seat else view.hands[seat] or []


def _rows(view: View) -> list[tuple[range, bool, float]]:
    """Each row of boxes: its seats, whether anything lies before one of them, how high it is."""
    count = len(view.gold)
    out: list[tuple[range, bool, float]] = []
    columns = _columns(count)
    for first in range(0, count, columns):
        row = range(first, min(first + columns, count))
        fronts = any(view.fronts[seat] for seat in row)
        cards = any(_hand_in_box(view, seat) for seat in row)
        out.append((row, fronts, 78 + 34 * fronts + 42 * cards))
    return out


def seats_height(view: View) -> float:
    """How high the seats' boxes are together."""
    return sum(height + _GAP + 6 for _, _, height in _rows(view)) - _GAP


def seats(view: View, x: float, y: float, width: float) -> Iterator[str]:
    """A box for each seat: its number, role, cards, gold, what lies before it."""
    columns = _columns(len(view.gold))
    each = (width - _GAP * (columns - 1)) / columns
    for row, fronts, height in _rows(view):
        for seat in row:
            yield from _seat(view, seat, x + (seat - row[0]) * (each + _GAP), y + 6, each, height, fronts=fronts)
        y += height + _GAP + 6


def _seat(
    view: View, seat: int, left: float, top: float, each: float, height: float, *, fronts: bool
) -> Iterator[str]:
    turn, gold = seat == view.turn, view.gold[seat]
    yield box(left, top, each, height, fill="#ffffff" if turn else PANEL, edge=INK if turn else FRAME,
              line=3 if turn else 1.5, round_=9)  # fmt: skip
    if turn:
        yield _pill(left + each - 50, top, "to play" if view.phase == TURN else "to choose", fill=INK, ink="#ffffff")
    elif seat == view.connector:
        yield _pill(left + each - 78, top, "reached treasure", fill=PAPER, ink=INK)
    own = seat == view.seat and view.turn is not None
    yield disc(left + 27, top + 28, 17, fill=INK if own else "#ffffff", edge=INK, line=2)
    yield middle(left + 27, top + 28, str(seat), 19, fill="#ffffff" if own else INK)
    role = view.roles[seat]
    yield text(left + 53, top + 25, role or "role ?", 16, bold=role is not None,
               fill=SOFT_INK if role is None else _ROLE_INKS.get(role, INK))  # fmt: skip
    yield text(left + 53, top + 44, "this seat" if own else f"seat {seat}", 13, fill=SOFT_INK)
    yield from _goods(view.hand_sizes[seat], gold, left + 14, top + 64)
    if fronts:
        yield from _front(view.fronts[seat], left, top + 93)
    cards = _hand_in_box(view, seat)
    if cards:
        size = min(27.0, (each - 20) / len(cards) - 3)
        for i, code in enumerate(cards):
            yield glyphs.hand_card(code, left + 11 + i * (size + 3), top + height - 42, size)


def _goods(cards: int, gold: int | None, x: float, y: float) -> Iterator[str]:
    """How many cards and how much gold."""
    yield box(x, y - 12, 12, 16, fill="#8b7a63", edge=INK, line=1.2, round_=2)
    yield text(x + 19, y + 2, words.plural(cards, "card"), 14)
    yield disc(x + 90, y - 4, 7, fill="#ffcf33", edge="#4c3400", line=1.4)
    yield text(x + 101, y + 2, "? gold" if gold is None else f"{gold} gold", 14, bold=gold is not None)


def _front(lies: list[str], left: float, y: float) -> Iterator[str]:
    """What lies before a seat: broken tools struck out, a cage for trapped, a bag for a theft."""
    at = left + 24
    for what in lies:
        if what in TOOLS:
            yield glyphs.broken(what, at, y, 25)
        elif what == "trapped":
            yield glyphs.trapped(at, y, 24)
        elif what == "theft":
            yield glyphs.theft(at, y, 24)
        else:
            yield text(at - 12, y + 5, what, 13)
        at += 33


def _pill(x: float, y: float, line: str, *, fill: str, ink: str) -> str:
    """A word on the upper edge of a box."""
    wide = 22 + 8 * len(line)
    return box(x - wide / 2, y - 11, wide, 22, fill=fill, edge=INK, line=1.5, round_=11) + middle(
        x, y, line, 13.5, fill=ink
    )


def results_height(view: View) -> float:
    """How high the table of results is; 0 where none is shown."""
    rows = words.results(view)
    return _ROW * (len(rows) + 2) + 6 if rows else 0


def results(view: View, x: float, y: float, width: float) -> Iterator[str]:
    """For each seat its role and gold in each round that is over, and its gold in all."""
    rows = words.results(view)
    if not rows:
        return
    step = 196
    for place, number in enumerate(words.rounds_over(view)):
        yield text(x + 88 + step * place, y + 14, f"round {number}", 14, fill=SOFT_INK)
    yield text(x + width - 8, y + 14, "gold", 14, anchor="end", fill=SOFT_INK)
    best = max((gold for gold in view.gold if gold is not None), default=None) if view.turn is None else None
    for seat, told in enumerate(rows):
        base = y + 14 + _ROW * (seat + 1)
        if seat % 2 == 0:
            yield box(x, base - 17, width, _ROW, fill=PANEL)
        yield text(x + 8, base, f"seat {seat}", 14)
        for number, one in enumerate(told):
            left = x + 88 + step * number
            yield text(left, base, one.role, 14, bold=one.won, fill=INK if one.won else SOFT_INK)
            yield text(left + 86, base, one.gold, 14, bold=one.won, fill=INK if one.won else SOFT_INK)
        gold = view.gold[seat]
        first = gold is not None and gold == best
        yield text(x + width - 8, base, "?" if gold is None else str(gold), 15, anchor="end", bold=first)
    yield text(x + 8, y + 13 + _ROW * (len(rows) + 1), "bold: did well in that round", 13, fill=SOFT_INK)


def _marks(view: View) -> list[str]:
    """The marks to explain: those that are to be seen in this picture."""
    cells = words.cells(view)
    board = cells.mine.board
    shown = [face for face in board.values() if face != START]
    shown += [FACE_OF[code, 0] for cards in view.hands for code in cards or () if code in TUNNELS]
    marks = {
        "laid last": words.last_laid(view) is not None,
        "rock-fall": words.fallen(view) is not None,
        "dead end": any(SHAPES[face].stubs for face in shown),
        "cut off": any(cells.mine.live.get(at, 0) != sum(SHAPES[face].live) or not cells.attached(at)
                       for at, face in board.items()),
        "ladder": any(LADDER[face] for face in shown),
        "door": any(DOOR[face] for face in shown),
        "crystal": any(CRYSTAL[face] for face in shown),
        "broken": any(set(TOOLS) & set(lies) for lies in view.fronts),
        "trapped": any("trapped" in lies for lies in view.fronts),
        "theft": any("theft" in lies for lies in view.fronts),
    }  # fmt: skip
    return [mark for mark, there in marks.items() if there]


_SIGNS: Mapping[str, Callable[[float, float], str]] = {
    "laid last": lambda x, y: box(x + 2, y + 2, 16, 20, fill="none", edge=FRESH, line=3, round_=3),
    "rock-fall": lambda x, y: box(x + 2, y + 2, 16, 20, fill="none", edge=FRESH, line=2, round_=3, dashes="3 2"),
    "dead end": lambda x, y: faces.card(FACE_OF["b09", 180], x, y, 20, joined=0),
    "cut off": lambda x, y: faces.card(FACE_OF["b02", 0], x, y, 20, joined=0, attached=False),
    "ladder": lambda x, y: faces.ladder(x + 10, y + 12, 20),
    "door": lambda x, y: (
        box(x + 1, y + 3, 18, 18, fill=faces.DOORS["b"], edge=INK, round_=3)
        + "\n" + middle(x + 10, y + 12, "B", 14, fill="#ffffff")
    ),
    "crystal": lambda x, y: faces.crystal(x + 10, y + 12, 21),
    "broken": lambda x, y: glyphs.broken("pick", x + 10, y + 12, 20),
    "trapped": lambda x, y: glyphs.trapped(x + 10, y + 12, 19),
    "theft": lambda x, y: glyphs.theft(x + 10, y + 12, 19),
}  # fmt: skip
"""Mark of `_marks` -> how the legend draws it in a field of 20 by 24, its upper left corner at (x, y)."""
_MARKS_A_LINE = 7


def legend_height(view: View) -> float:
    """How high the marks' meanings are; 0 where there is nothing to explain."""
    lines = -(-len(_marks(view)) // _MARKS_A_LINE)
    return 10 + 30 * lines if lines else 0


def legend(view: View, x: float, top: float) -> Iterator[str]:
    """What the marks mean, a few a line."""
    for i, mark in enumerate(_marks(view)):
        left, y = x + i % _MARKS_A_LINE * 108, top + i // _MARKS_A_LINE * 30
        yield _SIGNS[mark](left, y)
        yield text(left + 25, y + 16.5, mark, 13, fill=SOFT_INK)
