"""A view as text for a terminal: 80 columns, plain or in colour."""

from __future__ import annotations

import textwrap
from typing import Any

from arena_armadora.board import COLUMNS, EDGE_ID, MINE_MASK, ROWS, SQUARES
from arena_armadora.drawing.words import UNITS, brought, heaps, plural, side_letters, status, verdict
from arena_armadora.options import LETTERS
from arena_armadora.views import View, as_view

_SEAT_STYLES = ("1;31", "1;34", "1;32", "1;35")
_GOLD_STYLE = "33"
_WALL_STYLE = "1"
_FAINT = "2"
_INDENT = " " * 3
_WIDTH = 80


def draw(view: Any, *, colour: bool = False) -> str:
    """The board with what stands beside it; at the end what each territory brought. `view`: a View or decoded JSON.

    `#` and `===` are palisades, `A3` is seat A's (0's) warrior of power 3, `A?` one of unknown power, `$5` a mine with
    5 gold. Before a warrior `+` is a reinforcement, `-` one or more arrows, `~` both.
    """
    view = as_view(view)
    pen = _Pen(colour)
    lines = _board(view, pen)
    for i, text in enumerate(_panel(view, pen)):
        lines[i + 1] += "   " + text
    return "\n".join(line.rstrip() for line in [*lines, *_notes(view), *_results(view, pen)]) + "\n"


class _Pen:
    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour and text.strip() else text

    def seat(self, seat: int, text: str) -> str:
        return self(text, _SEAT_STYLES[seat])


def _board(view: View, pen: _Pen) -> list[str]:
    walls = {EDGE_ID[edge] for edge in view.palisades}
    rim = pen(_INDENT + "+---" * len(COLUMNS) + "+", _FAINT)
    lines = [_INDENT + "  " + "   ".join(COLUMNS), rim]
    for row in range(ROWS):
        line = f" {row + 1} {pen('|', _FAINT)}"
        for column in range(len(COLUMNS)):
            line += _cell(view, 8 * row + column, pen)
            if column < 7:
                line += pen("#", _WALL_STYLE) if 7 * row + column in walls else " "
        lines.append(line + pen("|", _FAINT))
        if row < ROWS - 1:
            line = _INDENT + pen("+", _FAINT)
            for column in range(len(COLUMNS)):
                wall = 35 + 8 * row + column in walls
                line += (pen("===", _WALL_STYLE) if wall else pen(" . ", _FAINT)) + pen("+", _FAINT)
            lines.append(line)
    return [*lines, rim]


def _cell(view: View, square: int, pen: _Pen) -> str:
    name = SQUARES[square]
    if MINE_MASK >> square & 1:
        return " " + pen(f"${view.gold[name]}", _GOLD_STYLE)
    if name not in view.owner:
        return "   "
    boosted, shot = name in view.reinforced, name in view.arrows
    mark = "~" if boosted and shot else "+" if boosted else "-" if shot else " "
    seat, power = view.owner[name], view.power[name]
    return mark + pen.seat(seat, f"{LETTERS[seat]}{'?' if power is None else power}")


def _panel(view: View, pen: _Pen) -> list[str]:
    seen = "" if view.seat is None or view.turn is None else f"seen by {LETTERS[view.seat]}; "
    teams = "A and C play against B and D" if len(view.tiles) == 4 else ""
    out = [f"{seen}{plural(view.supply, 'palisade')} left", status(view), teams]
    for seat, tiles in enumerate(view.tiles):
        reserve = view.reserves[seat]
        digits = "?" * tiles if reserve is None else "".join(str(p) * n for p, n in enumerate(reserve, 1))
        mark = ">" if seat == view.turn else " "
        state = "  passed" if view.passed[seat] else ""
        out.append(f"{mark} {pen.seat(seat, LETTERS[seat])} {digits or 'no tiles left'}{state}")
        race = view.races[seat]
        if race is not None:
            left = view.tokens[seat]
            has = [plural(left, UNITS[race])] if left else []
            has += ["reinforcement"] if view.reinforcements[seat] else []
            out.append(f"    {race}: {', '.join(has) or 'all used'}")
    return out


def _notes(view: View) -> list[str]:
    parts = []
    if view.arrows:
        parts.append("arrows " + " ".join(f"{sq}x{n}" if n > 1 else sq for sq, n in view.arrows.items()))
    first = [view.first] if view.first is not None else []
    for title, squares in (
        ("reinforced", view.reinforced), ("face up", view.face_up), ("peeked", view.peeked), ("just placed", first),
    ):  # fmt: skip
        if squares:
            parts.append(f"{title} {' '.join(squares)}")
    text = "; ".join(parts)
    return textwrap.wrap(text, _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT) if text else []


def _results(view: View, pen: _Pen) -> list[str]:
    if view.results is None or view.piles is None:
        return []
    names = side_letters(len(view.tiles))
    lines = ["", f"{_INDENT}territory  squares  gold  " + "".join(f"{name:>4}" for name in names) + "   taken by"]
    for part in brought(view):
        taken = ", ".join(pen.seat(side, f"{names[side]} {part.share}") for side in part.winners)
        row = f"{_INDENT}from {part.first:4}  {part.squares:7}  {part.gold:>4}  "
        row += "".join(f"{total:>4}" for total in part.totals)
        lines.append(f"{row}   {taken or ('nobody' if part.gold else '')}")
    lines.append("")
    for side, heap in enumerate(heaps(view)):
        text = f"{sum(heap):3} gold" + (f"  ({' '.join(map(str, heap))})" if heap else "")
        lines.append(f"{_INDENT}{pen.seat(side, f'{names[side]:2}')}{text}")
    return [*lines, f"{_INDENT}{verdict(view)}"]
