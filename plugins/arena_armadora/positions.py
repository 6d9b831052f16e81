"""Positions made by hand: for tests, studies and puzzles."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from arena_armadora.board import COLUMNS, EDGES, MINES, SQUARES
from arena_armadora.options import ARMIES, LETTERS, PALISADES, PILES, Config
from arena_armadora.rules import ArmadoraState
from arena_armadora.views import View, read, start_tokens


def position(
    seats: int,
    *,
    warriors: Mapping[str, str] | None = None,
    palisades: Collection[str] = (),
    gold: Mapping[str, int] | None = None,
    config: Config | None = None,
    reserves: Sequence[Sequence[int] | None] | None = None,
    supply: int | None = None,
    turn: int | None = 0,
    passed: Sequence[bool] | None = None,
    races: Sequence[str | None] | None = None,
    tokens: Sequence[int] | None = None,
    power_used: bool = False,
    face_up: Collection[str] = (),
    peeked: Collection[str] = (),
    arrows: Mapping[str, int] | None = None,
    reinforced: Collection[str] = (),
    reinforcements: Sequence[int] | None = None,
) -> ArmadoraState:
    """A match in the middle. What is not given follows from the rest: a reserve is the army less the seat's warriors.

    `warriors` is square -> seat's letter and power, such as {"d3": "A2"}; `palisades` are edges, the second square
    given first or last. Raises ValueError for what cannot be: a territory that is too small, a reserve below nothing.

    >>> state = position(2, warriors={"d3": "A2", "e3": "B5"}, palisades=["d3|e3"])
    >>> state.supply, state.view(0).reserves
    (34, [[11, 1, 1, 1, 1], None])
    """
    config = config or Config()
    placed = {square: (LETTERS.index(text[0]), int(text[1])) for square, text in (warriors or {}).items()}
    walls = {edge if edge in EDGES else "|".join(reversed(edge.split("|"))) for edge in palisades}
    if unknown := walls - set(EDGES):
        raise ValueError(f"there is no edge {sorted(unknown)[0]} inside the board")
    full: list[list[int]] = []
    for seat in range(seats):
        given = reserves[seat] if reserves is not None else None
        reserve = list(given if given is not None else ARMIES[seats])
        if given is None:
            for owner, power in placed.values():
                reserve[power - 1] -= owner == seat
        if min(reserve) < 0:
            raise ValueError(f"{LETTERS[seat]} has more warriors on the board than its army: {reserve} are left")
        full.append(reserve)
    names: list[str | None] = [None] * seats if races is None else list(races)
    default_gold = {SQUARES[mine]: pile for mine, pile in zip(MINES, PILES, strict=True)}
    order = sorted(placed, key=SQUARES.index)
    view = View(
        seat=None,
        turn=turn,
        gold={**default_gold, **(gold or {})},
        palisades=sorted(walls, key=EDGES.index),
        first=None,
        supply=PALISADES - len(walls) if supply is None else supply,
        territories=[],
        owner={square: placed[square][0] for square in order},
        power={square: placed[square][1] for square in order},
        tiles=[sum(reserve) for reserve in full],
        reserves=[*full],
        passed=list(passed) if passed is not None else [False] * seats,
        races=names,
        tokens=list(tokens) if tokens is not None else start_tokens(names),
        power_used=power_used,
        face_up=list(face_up),
        peeked=list(peeked),
        arrows=dict(arrows or {}),
        reinforcements=list(reinforcements) if reinforcements is not None else [int(config.advanced)] * seats,
        reinforced=list(reinforced),
        piles=None,
        results=None,
    )
    return read(view, config, seats)


def from_picture(picture: str, seats: int = 2, **more: object) -> ArmadoraState:
    """The position of a picture as `Game.text` draws it, or of its upper left part; `more` as for `position`.

    `A3` is A's warrior of power 3 (a `+` before or after it a reinforcement), `$5` a mine with 5 gold, `#` and `===`
    are palisades. Gold that is not drawn is some gold.

    >>> state = from_picture('''
    ...      a   b   c   d
    ...    +---+---+---+---+
    ...  1 | A1  B2#     $
    ...    +===+===+ . + . +
    ... ''')
    Traceback (most recent call last):
    ...
    arena_armadora.views.NoView: these palisades close off a1 b1: a territory has 4 squares or more
    """
    warriors: dict[str, str] = {}
    walls: list[str] = []
    gold: dict[str, int] = {}
    reinforced: list[str] = []
    row = 0
    for line in picture.splitlines():
        if match := re.match(r" ([1-5]) \|", line):
            row = int(match[1])
        elif not (row and line.startswith("   +")):
            continue
        for i, column in enumerate(COLUMNS):
            square = f"{column}{row}"
            cell, beside = line[4 + 4 * i : 7 + 4 * i], line[7 + 4 * i : 8 + 4 * i]
            if not match:
                if cell == "===":
                    walls.append(f"{square}|{column}{row + 1}")
                continue
            if beside == "#":
                walls.append(f"{square}|{COLUMNS[i + 1]}{row}")
            if pile := re.search(r"\$(\d)", cell):
                gold[square] = int(pile[1])
            if warrior := re.search(r"[A-D][1-5]", cell):
                warriors[square] = warrior[0]
                if "+" in cell or beside == "+":
                    reinforced.append(square)
    options = {"warriors": warriors, "palisades": walls, "gold": gold, "reinforced": reinforced, **more}
    return position(seats, **options)  # type: ignore[arg-type]
