"""A view as text for a terminal: the map with a panel beside it, at most 120 columns, plain or in colour."""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import Any, Final

from arena_dungeon.board import HALL, HEIGHT, INDEX, KINDS, LEVELS, RECTS, TITLES, TOKENS_TO_CLEAR, WIDTH
from arena_dungeon.cards import GOALS
from arena_dungeon.views import View, as_view

COLUMNS: Final = 120
_MARGIN = 3
"""Columns left of the map, for y."""
_GAP = 3
_PANEL = COLUMNS - _MARGIN - WIDTH - _GAP
_LETTERS = "abcdefgh"
"""By seat: its hero on the map."""
_CHAMBERS = " ABCDEF"
"""By level: an uncleared chamber on the map."""
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
        cells[y + height - 1 - down][x + width - 1 - left] = (_LETTERS[seat], _STYLES["seat"])
    return [[*((char, "") for char in f"{y:2} "), *row] for y, row in enumerate(cells)]


def _ground(view: View, name: str, at: int) -> Cell:
    kind, level = KINDS[at], LEVELS[at]
    if at == HALL:
        return "#", _STYLES["hall"]
    if kind == "corridor":
        return ".", _STYLES["corridor"]
    if view.tokens.get(name, 0) >= TOKENS_TO_CLEAR[at]:
        return ":", _STYLES["cleared"]
    return str(level) if kind == "room" else _CHAMBERS[level], _LEVEL_STYLES[level]


def _panel(view: View) -> tuple[str, list[str]]:
    """The line above the map, and what stands beside it."""
    head = f"{' ' * _MARGIN}Dungeon!  round {view.round}"
    if view.turn is None:
        head += ": won by seat " + str(view.winner) if view.winner is not None else f": {view.result}"
    else:
        head += f", seat {view.turn} ({_LETTERS[view.turn]}) decides: {view.phase}"
        head += f", {view.steps} steps left" if view.phase in ("move", "peeked", "arrived") else ""
    if view.goal_treasure is not None:
        head += f"; to find: {view.goal_treasure}"
    out: list[str] = []
    for seat in range(len(view.heroes)):
        out += _hero(view, seat)
    out += ["", *_board_notes(view), *_supply(view)]
    return head, [line for text in out for line in (_wrap(text) if text else [""])]


def _wrap(text: str) -> list[str]:
    return textwrap.wrap(text, _PANEL, subsequent_indent="    ")


def _hero(view: View, seat: int) -> list[str]:
    hero = view.heroes[seat]
    mark = ">" if seat == view.turn else "*" if seat == view.winner else " "
    if hero is None:
        return [f"{mark}{_LETTERS[seat]} seat {seat}: no hero yet"]
    worth = view.gp[seat]
    cards = [*view.treasures[seat], *(f"? {level}" for level in view.hidden[seat])]
    known = f"{worth}" if worth is not None else "?"
    line = f"{mark}{_LETTERS[seat]} seat {seat}: {hero} in {_spot(view.places[seat])}, {known} of {GOALS[hero]} gp"
    if view.swords[seat] is not None:
        line += f", {view.swords[seat]} +{view.bonuses[seat]}"
    if view.lose_turn[seat]:
        line += f", loses {view.lose_turn[seat]} turn" + ("s" if view.lose_turn[seat] > 1 else "")
    if view.fallen[seat]:
        line += f", dead: {' '.join(view.fallen[seat])}"
    out = [line]
    if cards:
        out.append(f"    {', '.join(cards)}")
    if hero == "wizard":
        spells = ", ".join(f"{count} {spell}" for spell, count in view.spells[seat].items() if count) or "none"
        out.append(f"    spells (at most {view.capacity[seat]}): {spells}")
    if view.doors[seat]:
        out.append(f"    has found {', '.join(view.doors[seat])}")
    return out


def _spot(name: str) -> str:
    title = TITLES[INDEX[name]]
    return f"{name} ({title})" if title and name != "HALL" else name


def _board_notes(view: View) -> list[str]:
    out = []
    for name, card in view.monsters.items():
        line = f" {view.numbers[name] or '-'} {name}: {card or 'a card'}{' (face down)' if name in view.face_down else ''}"
        if name in view.under:
            line += f", over {view.under[name] or 'a treasure'}"
        if name in view.dropped:
            line += f", dropped: {', '.join(view.dropped[name])}"
        out.append(line)
    if view.hunter is not None:
        line = f" X hunter in {_spot(view.hunter)}: {view.hunter_card or 'a card (face down)'}"
        out.append(line + (f", dropped: {', '.join(view.hunter_dropped)}" if view.hunter_dropped else ""))
    begun = [f"{name} {count}/3" for name, count in view.tokens.items() if KINDS[INDEX[name]] == "chamber" and count < 3]
    if begun:
        out.append(f" tokens: {', '.join(begun)}")
    return out


def _supply(view: View) -> list[str]:
    out = []
    if "wizard" in view.heroes:
        out.append(f" spell supply: {', '.join(f'{count} {spell}' for spell, count in view.supply.items())}")
    out.append(f" monster decks {' '.join(map(str, view.deck_sizes))}, treasure decks {' '.join(map(str, view.treasure_sizes))}")
    return out
