"""The map of the text drawing: walls, names and ways, and on them monsters and heroes.

Each cell of the board is two characters wide: the wall on its left, and what is in it. So `c22_13` is found by the numbers
above and beside the map, a room by the three digits of its name, and a chamber by its name.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from arena_dungeon.board import EDGE_CELLS, EDGES, HALL, HEIGHT, INDEX, KINDS, LEVEL_OF, NAMES, RECTS, WIDTH
from arena_dungeon.drawing import words
from arena_dungeon.views import View

Cell = tuple[str, str]
"""A character and the codes of its colour."""

MARGIN: Final = 3
"""Columns left of the map, for the numbers of the rows."""
RULER: Final = 2
"""Lines above the map and below it, for the numbers of the columns."""

_SEAT, _MONSTER, _HALL, _FAINT = "1;7", "1;31", "1", "2"
_FOUND = "1;35"
_LEVEL_STYLES = ("", "33", "38;5;208", "31", "35", "34", "32")
_CORRIDOR = "corridor"
_SECRET, _KNOWN = "s", "S"

_OWNERS: Final = {
    (x, y): at
    for at, (left, top, columns, rows) in enumerate(RECTS)
    for x in range(left, left + columns)
    for y in range(top, top + rows)
}
"""Cell -> the space that it belongs to; rock to none."""


class _Grid:
    """What never changes: a grid of characters, and where on it names and things go."""

    def __init__(self) -> None:
        self.rows = [[" "] * (2 * WIDTH + 1) for _ in range(HEIGHT)]
        self.names: dict[int, tuple[int, int, str]] = {}
        """Room, chamber or hall -> row and column of its name, and the name."""
        self.spots: dict[int, list[tuple[int, int]]] = {}
        """Space -> row and column of all places for things, in reading order."""
        self.secrets: dict[str, tuple[int, int]] = {}
        """Secret door -> row and column of its mark."""
        self._draw_walls()
        taken = set(self._draw_ways())
        for at in range(len(NAMES)):
            self._draw_space(at, taken)

    def _draw_walls(self) -> None:
        """Around rooms, chambers and the hall; corridors need none."""
        for y in range(HEIGHT):
            for x in range(WIDTH + 1):
                beside = {_OWNERS.get((x - 1, y)), _OWNERS.get((x, y))}
                if len(beside) == 2 and any(_walled(at) for at in beside):
                    self.rows[y][2 * x] = "│"
        for at, (left, top, columns, rows) in enumerate(RECTS):
            if not _walled(at):
                continue
            for column in range(2 * left + 1, 2 * (left + columns)):
                self.rows[top + rows - 1][column] = "_"
                # the wall above needs rock to stand in: below a corridor there is no place for it
                if top and (column // 2, top - 1) not in _OWNERS and self.rows[top - 1][column] == " ":
                    self.rows[top - 1][column] = "_"

    def _draw_ways(self) -> Iterator[tuple[int, int]]:
        """Doors, openings and secret doors; tells the places of their marks."""
        for (a, b, kind), cells in zip(EDGES, EDGE_CELLS, strict=True):
            if kind != "secret" and KINDS[INDEX[a]] == KINDS[INDEX[b]] == _CORRIDOR:
                continue
            row, column, mark = _way(*cells)
            self.rows[row][column] = _SECRET if kind == "secret" else mark
            if kind == "secret":
                self.secrets[f"{a}|{b}"] = (row, column)
            yield row, column

    def _draw_space(self, at: int, taken: set[tuple[int, int]]) -> None:
        """The name of a space in the first row where it hides no mark of a way, and the places that are left."""
        left, top, columns, rows = RECTS[at]
        inside = [(row, column) for row in range(top, top + rows) for column in range(2 * left + 1, 2 * (left + columns))]
        if not _walled(at):
            if not taken & set(inside):
                self.rows[top][2 * left + 1] = "."
            self.spots[at] = [(top, 2 * left), (top, 2 * left + 1)]
            return
        name, column = NAMES[at].removeprefix("R"), 2 * left + 1
        for row in range(top, top + rows):
            letters = [(row, column + letter) for letter in range(len(name))]
            if not taken & set(letters):
                break
        self.names[at] = (row, column, name)
        self.spots[at] = [spot for spot in inside if spot not in taken and spot not in letters]


def _walled(at: int | None) -> bool:
    """Is it a room, a chamber or the hall, and neither corridor nor rock?"""
    return at is not None and KINDS[at] != _CORRIDOR


def _way(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int, str]:
    """Where the mark of a way between two cells stands, and which it is: it points out of the room or chamber.

    Side by side the mark stands in the wall; one above the other, in the room or chamber, else in the upper cell.
    """
    (ax, ay), (bx, by) = sorted((one, other))
    if ay == by:
        return ay, 2 * bx, ">" if _walled(_OWNERS[ax, ay]) else "<"
    if _walled(_OWNERS[ax, ay]) or not _walled(_OWNERS[bx, by]):
        return ay, 2 * ax + 1, "v"
    return by, 2 * bx + 1, "^"


@cache
def _grid() -> _Grid:
    return _Grid()


def chart(view: View) -> list[list[Cell]]:
    """The map with its numbers above, below and beside it."""
    ground = _grid()
    cells: list[list[Cell]] = [[(char, _FAINT) for char in row] for row in ground.rows]
    for at, (row, column, name) in ground.names.items():
        style = _HALL if at == HALL else _LEVEL_STYLES[LEVEL_OF[at]]
        if words.is_cleared(view, NAMES[at]):
            style = _FAINT
            for down, right in ground.spots[at]:
                cells[down][right] = (":", _FAINT)
        cells[row][column : column + len(name)] = [(letter, style) for letter in name]
    for name in {name for doors in view.doors for name in doors}:
        row, column = ground.secrets[name]
        cells[row][column] = (_KNOWN, _FOUND)
    _put_things(view, cells)
    ruler = _ruler()
    return [*ruler, *([*_plain(f"{y:2} "), *row] for y, row in enumerate(cells)), *reversed(ruler)]


def _plain(text: str) -> list[Cell]:
    return [(char, "") for char in text]


def _ruler() -> list[list[Cell]]:
    """The numbers of the columns: tens, where they begin, above ones."""
    tens = "".join(f" {x // 10 if not x % 10 else ' '}" for x in range(WIDTH))
    ones = "".join(f" {x % 10}" for x in range(WIDTH))
    return [_plain(" " * MARGIN + line) for line in (tens, ones)]


def _put_things(view: View, cells: list[list[Cell]]) -> None:
    """Heroes stand at the end of a space, the lowest seat last; a monster at its beginning, next to the name."""
    spots = {name: [*_grid().spots[INDEX[name]]] for name in {*view.places, *view.monsters, view.hunter} if name is not None}
    for seat, name in enumerate(view.places):
        if view.heroes[seat] is not None:
            row, column = spots[name].pop()
            cells[row][column] = (words.LETTERS[seat], _SEAT)
    for name in view.monsters:
        row, column = spots[name][0]
        cells[row][column] = (_lair_mark(view, name), _MONSTER)
    if view.hunter is not None:  # in the monster's place, since it is fought instead of it; in a corridor beside the hero
        row, column = spots[view.hunter][0 if _walled(INDEX[view.hunter]) else -1]
        cells[row][column] = ("X", _MONSTER)


def _lair_mark(view: View, name: str) -> str:
    if view.monsters[name] is None or name in view.face_down:
        return "?"
    return "$" if name in view.dropped else "!"
