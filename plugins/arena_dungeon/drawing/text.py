"""A view as text for a terminal: the map, beside it what its marks mean, below it the heroes and what lies on the board.

At most 120 columns, plain or in colour.
"""

from __future__ import annotations

from itertools import groupby, zip_longest
from operator import itemgetter
from typing import Any, Final

from arena_dungeon.drawing import words
from arena_dungeon.drawing.chart import MARGIN, RULER, chart
from arena_dungeon.views import View, as_view

COLUMNS: Final = 120
_HALF: Final = (COLUMNS - MARGIN) // 2 - 1
"""Width of one of the two columns below the map."""
_MARKS: Final = (
    "101   room R101",
    "K31   chamber K31",
    ".     corridor",
    "<>^v  door, opening",
    "s     secret door",
    "S     found by a hero",
    ":     cleared",
    "a-h   hero of a seat",
    "!     monster",
    "$     with treasure",
    "      dropped there",
    "?     card face down",
)
_HUNTER_MARK: Final = "X     hunter"
_BOLD: Final = "1"


def draw(view: Any, *, rounds: int | None = None, colour: bool = False) -> str:
    """The map with the numbers of its columns and rows; beside it its marks; below it heroes, monsters and treasures.

    `view`: a View or decoded JSON of one; ValueError if it is neither. `rounds`: the last round, if it shall be told.
    """
    view = as_view(view)
    pen = _Pen(colour)
    head = f"Dungeon!  {words.status(view)}; {words.moment(view, rounds)}"
    lines = [pen(" " * MARGIN + line, _BOLD) for line in words.wrap(head, COLUMNS - MARGIN, "    ")]
    rows, notes = chart(view), [""] * RULER + _beside(view)
    for row, note in zip(rows, notes + [""] * (len(rows) - len(notes)), strict=True):
        runs = groupby(row, itemgetter(1))
        drawn = "".join(pen("".join(char for char, _ in run), style) for style, run in runs)
        lines.append(f"{drawn}  {note}" if note else drawn)
    for left, right in zip_longest(_heroes(view), _board(view), fillvalue=""):
        lines.append(f"{' ' * MARGIN}{left:{_HALF}}  {right}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


class _Pen:
    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def __call__(self, text: str, style: str) -> str:
        inked = text.rstrip()  # blanks at the end of a line can be cut off then
        return f"\x1b[{style}m{inked}\x1b[0m{text[len(inked) :]}" if self.colour and style and inked else text


def _beside(view: View) -> list[str]:
    """What the marks of the map mean, and the cards that are left."""
    out = [*_MARKS]
    if view.hunter is not None:
        out.append(_HUNTER_MARK)
    out += ["", "cards left", "level monster treasure"]
    decks = zip(view.deck_sizes, view.treasure_sizes, strict=True)
    out += [f"{level:>3}{monsters:>8}{treasures:>9}" for level, (monsters, treasures) in enumerate(decks, 1)]
    if "wizard" in view.heroes:
        out += ["", "spells left"] + [f"{count:>3} {spell}" for spell, count in view.supply.items()]
    return out


def _wrapped(lines: list[str]) -> list[str]:
    return [part for line in lines for part in words.wrap(line, _HALF, "    ")]


def _heroes(view: View) -> list[str]:
    """By seat: its hero, where it is, what it has."""
    out = []
    for seat, hero in enumerate(view.heroes):
        mark = ">" if seat == view.turn else "*" if seat == view.winner else " "
        if hero is None:
            out.append(f"{mark}{words.LETTERS[seat]} seat {seat}: no hero yet")
        else:
            where, has = words.spot(view.places[seat]), words.bound(words.progress(view, seat))
            out.append(f"{mark}{words.LETTERS[seat]} seat {seat}: {hero} in {where}, {has}")
        held = words.holdings(view, seat)
        out += [f"    {line}" for line in [*([held] if held else []), *words.notes(view, seat)]]
    return _wrapped(out)


def _board(view: View) -> list[str]:
    """What lies on the board, by its number."""
    out = [
        f"{view.numbers[name] or '-':>2} {name}: {words.lair(view, name)}"
        for name in sorted(view.monsters, key=view.numbers.__getitem__)
    ]
    if view.hunter is not None:
        out.append(f" X {words.hunter(view)}")
    begun = words.chambers_begun(view)
    if begun:
        out.append(f"   clear tokens: {', '.join(begun)}")
    return _wrapped(out)
