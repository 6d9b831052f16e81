"""A view as text for a terminal: 80 columns, 120 if the mine is too wide for them, plain or in colour."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from arena_saboteur.cards import FACE_OF, FACES, LIVE, SHAPES, TUNNELS
from arena_saboteur.drawing import words
from arena_saboteur.notation import cell, xy
from arena_saboteur.views import View, as_view

WIDTH: Final = 80
WIDE: Final = 120
_MARGIN = 4
"""Columns left of the mine, for y."""
_CARD = 5
"""Columns of a card; it has three lines."""
_STYLES = {
    "rim": "2", "joined": "1", "cut off": "2", "stub": "31", "corner": "2", "fresh": "1;35", "door b": "1;34",
    "door g": "1;32", "crystal": "1;36", "ladder": "1;33", "start": "1;32", "goal": "1;33", "turn": "1",
}  # fmt: skip
_JOINED = " ║═╚║║╔╠═╝═╩╗╣╦╬"
"""Lines by the mask of the sides that they reach: a tunnel joined to the start."""
_CUT_OFF = " │─└││┌├─┘─┴┐┤┬┼"
_STUBS = "╵╶╷╴"
"""By side."""
_CORNERS = {"corner": "╭╮╰╯", "fresh": "┏┓┗┛"}
_CURVES: dict[tuple[int, ...], str] = {(6, 9): "╱", (3, 12): "╲"}
"""What parts two curves that do not meet, by their sides as masks; the other pair is a bridge."""
_UPRIGHT = 5
"""The tunnel of a bridge that lies on top, from north to south."""

Piece = tuple[str, str]
"""A character and its style, or no style."""


def draw(view: Any, *, colour: bool = False) -> str:
    """The mine with what stands below it: seats, own hand, what one knows; at the end of a round what it brought.

    `view`: a View or decoded JSON of one; ValueError if it is neither. A card is five characters by three between its
    corners. Double lines are tunnels joined to the start, single ones are cut off; a half line at the rim is a stub;
    `x` a dead end; `═)║(═` a bridge, `╱` or `╲` two curves that do not meet; `b` and `g` doors, `*` a crystal, `H` a
    ladder, `S` the start, `$` the treasure, `o` a stone; a box with `?` is a goal face down. Heavy corners: laid last.
    """
    view = as_view(view)
    pen = _Pen(colour)
    lines = [*_table(view, pen), "", *_panel(view, pen), *_hand(view, pen), *_known(view), *_results(view)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


class _Pen:
    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self.colour and style and text.strip() else text

    def row(self, pieces: Iterable[Piece]) -> str:
        return "".join(self(mark, style) for mark, style in pieces)


def card(face: int, joined: int = 15, *, fresh: bool = False) -> list[list[Piece]]:
    """The three lines of a card that lies face up; `joined` has a bit for each side joined to the start.

    >>> print("\\n".join("".join(mark for mark, _ in line) for line in card(FACE_OF["b05", 0])))
    ╭ ║ ╮
      ╠══
    ╰ ║ ╯
    """
    shape, name = SHAPES[face], FACES[face][0]

    def line(tunnel: int, sides: int) -> Piece:
        return (_JOINED[sides], "joined") if joined & tunnel else (_CUT_OFF[sides], "cut off")

    arms: list[Piece] = [(" ", "")] * 4
    inner: list[Piece] = [(" ", "")] * 4  # the second character of the arms to east and west
    for side in range(4):
        for tunnel in LIVE[face]:
            if tunnel >> side & 1:
                arms[side] = inner[side] = line(tunnel, 1 << side)
        if shape.stubs >> side & 1:
            arms[side] = _STUBS[side], "stub"
    middle: Piece = ("x", "stub")
    if len(shape.live) > 1:
        curves = _CURVES.get(shape.live)
        middle = (curves, "corner") if curves else line(_UPRIGHT, _UPRIGHT)
        if not curves:
            inner[3], inner[1] = (")", "corner"), ("(", "corner")
    elif shape.live:
        middle = line(shape.live[0], shape.live[0])
    if name == "start":
        middle = "S", "start"
    elif name == "treasure":
        middle = "$", "goal"
    elif words.is_goal(face):
        middle = "o", "goal"
    elif shape.ladder:
        middle = "H", "ladder"
    elif shape.door:
        middle = shape.door, f"door {shape.door}"
    style = "fresh" if fresh else "corner"
    corner = [(mark, style) for mark in _CORNERS[style]]
    gap = (" ", "")
    return [
        [corner[0], gap, arms[0], gap, corner[1]],
        [arms[3], inner[3], middle, inner[1], arms[1]],
        [corner[2], gap, arms[2], ("*", "crystal") if shape.crystal else gap, corner[3]],
    ]


def _face_down(goal: int, name: str | None) -> list[list[Piece]]:
    known = {None: " ? ", "treasure": "?$?"}.get(name, "?o?")
    return [[(mark, "goal") for mark in line] for line in ("┌───┐", f"│{known}│", f"└─{goal}─┘")]


def _table(view: View, pen: _Pen) -> list[str]:
    cells = words.cells(view)
    board = cells.mine.board
    left, right, low, high = cells.box()
    most = ((WIDTH if (right - left + 1) * _CARD <= WIDTH - _MARGIN else WIDE) - _MARGIN) // _CARD
    full = left, right
    if right - left + 1 > most:
        left = _best_left([xy(at)[0] for at in board], left, right, most)
        right = left + most - 1
    fresh, hole = words.last_laid(view), words.fallen(view)
    numbers = pen(" " * _MARGIN + "".join(f"{x:^{_CARD}}" for x in range(left, right + 1)).rstrip(), "rim")
    out = [numbers]
    for y in range(high, low - 1, -1):
        row = [xy(at)[0] for at in board if xy(at)[1] == y]
        cut_left, cut_right = any(x < left for x in row), any(x > right for x in row)
        lines = [" " * _MARGIN, f"{pen(f'{y:3}', 'rim')}{'<' if cut_left else ' '}", " " * _MARGIN]
        for x in range(left, right + 1):
            at = cell(x, y)
            if at in board:
                pieces = card(board[at], cells.mine.live.get(at, 0), fresh=at == fresh)
            elif at in cells.hidden:
                pieces = _face_down(cells.hidden[at], view.goals[cells.hidden[at]])
            else:
                dot = ("%", "stub") if at == hole else ("·", "rim")
                pieces = [[(" ", "")] * 5, [(" ", ""), (" ", ""), dot, (" ", ""), (" ", "")], [(" ", "")] * 5]
            for i, part in enumerate(pieces):
                lines[i] += pen.row(part)
        lines[1] += ">" * cut_right
        out += lines
    out.append(numbers)
    for count, where in ((_beyond(board, full[0], left - 1), f"west of x = {left}"),
                         (_beyond(board, right + 1, full[1]), f"east of x = {right}")):  # fmt: skip
        if count:
            out.append(f"{words.plural(count, 'card')} not shown, {where}")
    return out


def _best_left(columns: list[int], left: int, right: int, most: int) -> int:
    """The first column of the part that is shown of a mine too wide for the screen: start, goals, and most cards."""
    choices = range(max(left, 9 - most), min(0, right - most + 1) + 1)
    return max(choices, key=lambda first: sum(first <= x < first + most for x in columns))


def _beyond(board: Iterable[int], first: int, last: int) -> int:
    return sum(first <= xy(at)[0] <= last for at in board)


def _wrap(text: str, indent: int, hang: int = 0) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (hang or indent))


def _panel(view: View, pen: _Pen) -> list[str]:
    """The moment, the goals, and a line for each seat."""
    seen = words.seen_by(view)
    out = [pen(words.status(view), "turn"), *_wrap(words.moment(view) + (f"; {seen}" if seen else ""), 0)]
    goals = words.goals_line(view).replace(" ", "\xa0").replace(";\xa0", "; ")  # lines break between goals only
    out += [line.replace("\xa0", " ") for line in _wrap(goals, 0)]
    out.append("")
    for seat, size in enumerate(view.hand_sizes):
        gold, lies = view.gold[seat], view.fronts[seat]
        broken = [what for what in lies if what not in ("trapped", "theft")]
        before = [*([f"broken {', '.join(broken)}"] if broken else []), *(what for what in lies if what not in broken)]
        you = " (you)" if seat == view.seat else ""
        head = (
            f"{'>' if seat == view.turn else ' '} {f'seat {seat}{you}':13} {view.roles[seat] or '?':9} "
            f"{words.plural(size, 'card'):>8} {'?' if gold is None else gold:>3} gold"
        )
        first, *more = textwrap.wrap("; ".join(before), WIDTH - len(head) - 2) or [""]
        out.append(f"{head}  {first}")
        out += [" " * (len(head) + 2) + line for line in more]
        hand = view.hands[seat]
        if hand and not _is_drawn(view, seat):
            out += _wrap(" ".join(hand), 4)
    if view.acts:
        out += _wrap(f"last: {words.last_acts(view)}", 0, 6)
    return out


def _is_drawn(view: View, seat: int) -> bool:
    return seat == view.seat and view.turn is not None


def _hand(view: View, pen: _Pen) -> list[str]:
    """The own hand: tunnel cards as they are written, upright; actions in words."""
    seat = view.seat
    if seat is None or view.turn is None:
        return []
    counts = Counter(view.hands[seat] or [])
    out = ["", "your hand:" + (" empty" if not counts else "")]
    tunnels = [code for code in counts if code in TUNNELS]
    for begin in range(0, len(tunnels), 12):
        lines = ["  "] * 4
        for code in tunnels[begin : begin + 12]:
            times = f"x{counts[code]}" if counts[code] > 1 else ""
            lines[0] += f"{code + times:<6}"
            for i, part in enumerate(card(FACE_OF[code, 0])):
                lines[i + 1] += pen.row(part) + " "
        out += lines
    names = [
        f"{words.card_name(code)} ({code})" + (f" x{count}" if count > 1 else "")
        for code, count in counts.items()
        if code not in TUNNELS
    ]
    return out + _wrap(", ".join(names), 2)


def _known(view: View) -> list[str]:
    return [line for note in words.notes(view) for line in _wrap(note, 0, 2)]


def _results(view: View) -> list[str]:
    """By seat: role and gold of each round that is over; `+` before a role: it did well."""
    rows = words.results(view)
    if not rows:
        return []
    out = ["", " " * 8 + "".join(f"{f'round {number}':24}" for number in words.rounds_over(view))]
    for seat, told in enumerate(rows):
        parts = "".join(f"{'+' if one.won else ' '} {one.role:9} {one.gold:12}" for one in told)
        out.append(f"seat {seat:<2} {parts}")
    return [*out, "+ before a role: it did well in that round"]
