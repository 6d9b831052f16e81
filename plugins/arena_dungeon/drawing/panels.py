"""What the picture shows beside the board and below it: a box for each seat, what lies where, the decks, the marks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arena_dungeon.cards import GOALS
from arena_dungeon.drawing import ground, words
from arena_dungeon.drawing.shapes import FRAME, HOT, PANEL, SOFT_INK, box, disc, number, stroke, text
from arena_dungeon.views import View

_LINE: Final = 15.5
_SIZE: Final = 12.0
_CHARS: Final = 6.55
"""About the width of a character of size 12."""
_GAP: Final = 8
_COLUMN: Final = 420
"""Width of one of the two columns below the board."""


def _wrap(line: str, width: float) -> list[str]:
    return words.wrap(line, int(width / _CHARS), "\xa0\xa0")


def _seat_lines(view: View, seat: int, width: float) -> list[str]:
    held = words.holdings(view, seat)
    out = []
    if view.heroes[seat] is not None:
        own = seat == view.seat and view.turn is not None
        out.append(f"{'you are ' if own else ''}in {words.spot(view.places[seat])}")
    out += [held] if held else []
    out += words.notes(view, seat)
    return [part for line in out for part in _wrap(line, width - 16)]


def seats_height(view: View, width: float) -> float:
    """How high the seats' boxes are together."""
    return sum(_seat_height(view, seat, width) + _GAP for seat in range(len(view.heroes))) - _GAP


def _seat_height(view: View, seat: int, width: float) -> float:
    return 34 + 8 + _LINE * len(_seat_lines(view, seat, width))


def seats(view: View, x: float, y: float, width: float) -> Iterator[str]:
    """A box for each seat: its hero, what it has of its goal, where it stands, what it holds."""
    for seat, hero in enumerate(view.heroes):
        height = _seat_height(view, seat, width)
        hot = seat in (view.turn, view.winner)
        yield box(x, y, width, height, fill="#ffffff" if hot else PANEL, edge=HOT if hot else FRAME,
                  line=2.4 if hot else 1.2, round_=7)  # fmt: skip
        yield ground.figure(hero, words.LETTERS[seat], x + 19, y + 19, 24)
        yield text(x + 38, y + 16, f"seat {seat}: {hero or 'no hero yet'}", 13.5, bold=True)
        yield text(x + width - 8, y + 16, words.progress(view, seat), 12, anchor="end", bold=view.gp[seat] is not None)
        if hero is not None:
            yield from _bar(view, seat, hero, x + 38, y + 22, width - 46)
        for i, line in enumerate(_seat_lines(view, seat, width), 1):
            yield text(x + 10, y + 33 + i * _LINE, line, _SIZE, fill=SOFT_INK)
        y += height + _GAP


def _bar(view: View, seat: int, hero: str, x: float, y: float, width: float) -> Iterator[str]:
    """How much of its goal a hero has, as a bar; none where its gold is hidden or does not count."""
    worth = view.gp[seat]
    if worth is None or view.goal_treasure is not None:
        return
    yield box(x, y, width, 6, fill="#ded6c4", round_=3)
    share = min(1.0, worth / GOALS[hero])
    if share > 0.02:
        yield box(x, y, width * share, 6, fill=ground.HERO_FILLS[hero], round_=3)


def _lairs(view: View) -> list[tuple[str, list[str]]]:
    """What lies on the board: number, then the lines."""
    out = [
        (str(view.numbers[name] or "!"), _wrap(f"{name}: {words.lair(view, name)}", _COLUMN - 34))
        for name in sorted(view.monsters, key=view.numbers.__getitem__)
    ]
    hunter = words.hunter(view)
    if hunter:
        out.append(("X", _wrap(hunter, _COLUMN - 34)))
    begun = words.chambers_begun(view)
    if begun:
        out.append(("", _wrap(f"clear tokens: {', '.join(begun)}", _COLUMN - 34)))
    return out


def _halves(view: View) -> tuple[list[tuple[str, list[str]]], list[tuple[str, list[str]]]]:
    """Two columns of about the same height."""
    rows = _lairs(view)
    total = sum(len(lines) for _, lines in rows)
    first, height = 0, 0
    while first < len(rows) and height * 2 < total:
        height += len(rows[first][1])
        first += 1
    return rows[:first], rows[first:]


def below_height(view: View) -> float:
    """How high is what stands below the board."""
    return 22 + _LINE * _lines(view) + 22 + 4 * _LINE + 12 + 46


def _lines(view: View) -> int:
    """How many lines the longer of the two columns has, at least 1."""
    return max(1, *(sum(len(lines) for _, lines in half) for half in _halves(view)))


def below(view: View, x: float, y: float) -> Iterator[str]:
    """What lies on the board by its number, the decks, and what the marks mean."""
    yield text(x, y + 12, "On the board", 13.5, bold=True)
    halves = _halves(view)
    if not halves[0]:
        yield text(x, y + 14 + _LINE, "no card lies on the board", _SIZE, fill=SOFT_INK)
    for column, half in enumerate(halves):
        left, base = x + column * (_COLUMN + 14), y + 14 + _LINE
        for slot, lines in half:
            if slot:
                yield text(left + 16, base, slot, _SIZE, anchor="end", bold=True)
            for line in lines:
                yield text(left + 24, base, line, _SIZE)
                base += _LINE
    y += 22 + _LINE * _lines(view) + 22
    yield from _decks(view, x, y)
    yield from _legend(view, x, y + 4 * _LINE + 12)


def _decks(view: View, x: float, y: float) -> Iterator[str]:
    """By level its colour, and how many cards are left."""
    names = ("level", "monster deck", "discarded", "treasure deck")
    for row, name in enumerate(names):
        yield text(x, y + row * _LINE, name, _SIZE, fill=SOFT_INK)
    for level in range(1, 7):
        left = x + 112 + (level - 1) * 46
        yield box(left - 4, y - 12, 40, 15.5, fill=ground.ROOM_FILLS[level], edge=ground.EDGE_INKS[level], round_=3)
        numbers = (level, view.deck_sizes[level - 1], len(view.discards[level - 1]), view.treasure_sizes[level - 1])
        for row, count in enumerate(numbers):
            yield text(left + 16, y + row * _LINE, str(count), _SIZE, anchor="middle", bold=row == 0)
    supply = ", ".join(f"{count} {spell}" for spell, count in view.supply.items())
    yield text(x + 434, y, f"spells in the supply: {supply}", _SIZE, fill=SOFT_INK)
    goals = ", ".join(f"{hero} {goal:,}" for hero, goal in GOALS.items())
    if view.goal_treasure is None:
        yield text(x + 434, y + _LINE, f"goals: {goals}", _SIZE, fill=SOFT_INK)


def _legend(view: View, x: float, y: float) -> Iterator[str]:
    """What the marks mean."""
    marks = [
        (ground.figure("rogue", "a", 10, 10, 19), "rogue"),
        (ground.figure("cleric", "b", 10, 10, 19), "cleric"),
        (ground.figure("fighter", "c", 10, 10, 19), "fighter"),
        (ground.figure("wizard", "d", 10, 10, 19), "wizard"),
        (ground.monster("1", 10, 10, 19, up=True, seen=True), "monster"),
        (ground.monster("2", 10, 10, 19, up=False, seen=False), "face down"),
        (ground.monster("3", 10, 10, 19, up=False, seen=True), "and known"),
        (ground.coin(10, 10, 20), "dropped"),
        (stroke("M10 3v14", ground.DOOR, 4), "door"),
        (stroke("M10 3v14", ground.SECRET, 3, dashes="2.4 1.6"), "secret door"),
        (stroke("M10 3v14", ground.SECRET, 4), "found"),
        (ground.tick(6, 10), "cleared"),
        (disc(10, 10, 3.2, fill=ground.GREEN, edge="#5a5348", line=0.8), "clear token"),
    ]
    if view.hunter is not None:
        marks.append((ground.hunter(10, 10, 19), "hunter"))
    for i, (sign, meaning) in enumerate(marks):
        left, top = x + i % 7 * 122, y - 8 + i // 7 * 23
        yield f'<g transform="translate({number(left)} {number(top)})">{sign}</g>'
        yield text(left + 25, top + 14.5, meaning, _SIZE, fill=SOFT_INK)
