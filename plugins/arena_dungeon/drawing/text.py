"""A view as text for a terminal: the map with a panel beside it, at most 120 columns, plain or in colour."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any, Final

from arena_dungeon.board import HALL, HEIGHT, INDEX, KINDS, LEVELS, RECTS, WIDTH
from arena_dungeon.drawing import words
from arena_dungeon.views import View, as_view

COLUMNS: Final = 120
_MARGIN = 3
"""Columns left of the map, for y."""
_GAP = 3
_PANEL = COLUMNS - _MARGIN - WIDTH - _GAP
_CHAMBERS = " ABCDEF"
"""By level: an uncleared chamber on the map."""
_MARKS = (
    " 1 to 6: rooms, A to F: chambers, of levels 1 to 6; : cleared",
    " ! monster, ? face down, $ dropped treasure, X hunter",
)
_LEVEL_STYLES = ("", "33", "38;5;208", "31", "35", "34", "32")
_STYLES = {"seat": "1;7", "monster": "1;31", "hall": "1", "corridor": "2", "cleared": "2", "bold": "1"}

Cell = tuple[str, str]
"""A character and the codes of its colour."""


def draw(view: Any, *, colour: bool = False) -> str:
    """The map, and beside it the heroes and what lies on the board.

    `view`: a View or decoded JSON of one; ValueError if it is neither. On the map digits are rooms and capital letters
    chambers of levels 1 to 6, `:` what is cleared, `#` the Great Hall, `.` corridors; `a` to `h` are the heroes of seats
    0 to 7, `!` a monster, `?` a card face down, `$` dropped treasure with it, `X` the hunter.
    """
    view = as_view(view)
    head, panel = _panel(view)
    pen = _Pen(colour)
    lines = [pen(head, _STYLES["bold"])]
    for row, note in zip_longest(_map(view), panel):
        drawn = "".join(pen(char, style) for char, style in row) if row is not None else " " * (_MARGIN + WIDTH)
        lines.append(f"{drawn}{' ' * _GAP}{note}" if note else drawn)
    return "\n".join(line.rstrip() for line in lines) + "\n"


class _Pen:
    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.colour and style and text.strip() else text


def _map(view: View) -> list[list[Cell]]:
    cells: list[list[Cell]] = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]
    for name, at in INDEX.items():
        x, y, width, height = RECTS[at]
        look = _ground(view, name, at)
        for row in cells[y : y + height]:
            row[x : x + width] = [look] * width
    for name, card in view.monsters.items():
        x, y, _, _ = RECTS[INDEX[name]]
        cells[y][x] = ("?" if card is None or name in view.face_down else "!", _STYLES["monster"])
        if name in view.dropped:
            cells[y][x + 1] = ("$", _STYLES["monster"])
    if view.hunter is not None:
        x, y, _, _ = RECTS[INDEX[view.hunter]]
        cells[y][x] = ("X", _STYLES["monster"])
    stand: dict[str, int] = {}
    for seat, name in enumerate(view.places):
        if view.heroes[seat] is None:
            continue
        x, y, width, height = RECTS[INDEX[name]]
        number = stand.get(name, 0)  # who came first stands at the end of the space, the others before
        stand[name] = number + 1
        down, left = divmod(number, width)
        cells[y + height - 1 - down][x + width - 1 - left] = (words.LETTERS[seat], _STYLES["seat"])
    return [[*((char, "") for char in f"{y:2} "), *row] for y, row in enumerate(cells)]


def _ground(view: View, name: str, at: int) -> Cell:
    kind, level = KINDS[at], LEVELS[at]
    if at == HALL:
        return "#", _STYLES["hall"]
    if kind == "corridor":
        return ".", _STYLES["corridor"]
    if words.is_cleared(view, name):
        return ":", _STYLES["cleared"]
    return str(level) if kind == "room" else _CHAMBERS[level], _LEVEL_STYLES[level]


def _panel(view: View) -> tuple[str, list[str]]:
    """The line above the map, and what stands beside it."""
    head = f"{' ' * _MARGIN}Dungeon!  {words.status(view)}; {words.moment(view)}"
    out: list[str] = []
    for seat in range(len(view.heroes)):
        out += _hero(view, seat)
    out += ["", *_board_notes(view), *_supply(view)]
    return head, [line for text in out for line in (words.wrap(text, _PANEL, "    ") if text else [""])]


def _hero(view: View, seat: int) -> list[str]:
    hero = view.heroes[seat]
    mark = ">" if seat == view.turn else "*" if seat == view.winner else " "
    if hero is None:
        return [f"{mark}{words.LETTERS[seat]} seat {seat}: no hero yet"]
    out = [f"{mark}{words.LETTERS[seat]} seat {seat}: {hero} in {words.spot(view.places[seat])}, {words.progress(view, seat)}"]
    held = words.holdings(view, seat)
    return out + [f"    {line}" for line in [*([held] if held else []), *words.notes(view, seat)]]


def _board_notes(view: View) -> list[str]:
    """What lies on the board, by its number."""
    out = [
        f" {view.numbers[name] or '-'} {name}: {words.lair(view, name)}"
        for name in sorted(view.monsters, key=view.numbers.__getitem__)
    ]
    if view.hunter is not None:
        out.append(f" X {words.hunter(view)}")
    begun = words.chambers_begun(view)
    if begun:
        out.append(f" clear tokens: {', '.join(begun)}")
    return out


def _supply(view: View) -> list[str]:
    """The spells and decks that are left, and what the marks of the map mean."""
    out = []
    if "wizard" in view.heroes:
        out.append(f" spell supply: {', '.join(f'{count} {spell}' for spell, count in view.supply.items())}")
    out.append(f" decks: monsters {' '.join(map(str, view.deck_sizes))}")
    out[-1] += f", treasures {' '.join(map(str, view.treasure_sizes))}"
    out += ["", *_MARKS]
    return out
