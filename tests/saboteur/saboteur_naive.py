"""A slow second reading of the rules of the table (rules, 3, 5.6 to 5.8), to compare with: sets and flood fills, no tables.

It reads what a view shows (`cell -> card and rotation`) and the shapes of the static part, and shares no code with the
game. A *node* is a cell and the number of a live tunnel of the card there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

AROUND = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
ACROSS = {"N": "S", "E": "W", "S": "N", "W": "E"}
GOALS = ((8, 2), (8, 0), (8, -2))
At = tuple[int, int]


class Card(NamedTuple):
    """A card as it lies."""

    live: list[set[str]]
    stubs: set[str]
    ladder: bool
    crystal: bool
    door: str

    def opens(self, side: str) -> bool:
        return side in self.stubs or any(side in tunnel for tunnel in self.live)


def card(text: str, rotation: int) -> Card:
    """A card read naively from its shape as it is written."""
    flags = {mark: mark in text for mark in ("+", "^", "*b", "*g")}
    for mark in flags:
        text = text.replace(mark, "")
    live, stubs = [], set()
    for part in text.split("|"):
        sides = {ACROSS[side.upper()] if rotation == 180 else side.upper() for side in part}
        if part.isupper():
            live.append(sides)
        else:
            stubs |= sides
    return Card(live, stubs, flags["^"], flags["+"], "b" if flags["*b"] else "g" if flags["*g"] else "")


def read(table: Mapping[str, str], shapes: Mapping[str, str]) -> dict[At, Card]:
    """The cards of a view's table."""
    board = {}
    for at, text in table.items():
        name, rotation = text.split()
        x, y = map(int, at.split(","))
        board[x, y] = card(shapes[name], int(rotation))
    return board


def beside(at: At) -> dict[str, At]:
    return {side: (at[0] + dx, at[1] + dy) for side, (dx, dy) in AROUND.items()}


def reached(board: Mapping[At, Card], shut: str = "") -> set[tuple[At, int]]:
    """All nodes that are joined to the start; doors of the colour `shut` are closed."""
    open_nodes = {(at, i) for at, lies in board.items() for i in range(len(lies.live)) if not shut or lies.door != shut}
    out = {(at, i) for at, i in open_nodes if board[at].ladder}  # the start is one
    grown = True
    while grown:
        grown = False
        for at, i in list(out):
            for side in board[at].live[i]:
                there = beside(at)[side]
                for node in open_nodes - out:
                    if node[0] == there and ACROSS[side] in board[there].live[node[1]]:
                        out.add(node)
                        grown = True
    return out


def feeding(board: Mapping[At, Card], joined: set[tuple[At, int]], at: At) -> set[str]:
    """The sides from which a cell is fed."""
    out = set()
    for side, there in beside(at).items():
        tunnels = board[there].live if there in board else []
        if any((there, i) in joined and ACROSS[side] in tunnel for i, tunnel in enumerate(tunnels)):
            out.add(side)
    return out


def paths(view: Any, static: Any, wall_touch: bool = True, bounded: bool = False) -> list[str]:
    """Every `path` action of the deciding seat (rules, 3), tried cell by cell, from what its view shows alone."""
    if set(view.fronts[view.seat]) & {"pick", "lantern", "cart", "trapped"}:
        return []
    board = read(view.table, static.shapes)
    joined = reached(board)
    xs, ys = [x for x, _ in board], [y for _, y in board]
    cells = [(x, y) for x in range(min(xs) - 1, max(xs) + 2) for y in range(min(ys) - 1, max(ys) + 2)]
    cells = [at for at in cells if at not in board and at not in GOALS and any(near in board for near in beside(at).values())]
    if bounded:
        cells = [(x, y) for x, y in cells if 0 <= x <= 8 and -2 <= y <= 2]
    fed = {at: feeding(board, joined, at) for at in cells}
    out = []
    for code in dict.fromkeys(code for code in view.hands[view.seat] if code >= "b"):
        ways = {0: card(static.shapes[code], 0), 180: card(static.shapes[code], 180)}
        if sorted(map(sorted, ways[0].live)) == sorted(map(sorted, ways[180].live)) and ways[0].stubs == ways[180].stubs:
            del ways[180]
        for at in cells:
            near = {side: there for side, there in beside(at).items() if there in board}
            for rotation, lies in ways.items():
                if any(lies.opens(side) != board[there].opens(ACROSS[side]) for side, there in near.items()):
                    continue
                if lies.ladder:
                    cards = {side for side, there in near.items() if there not in GOALS}
                    good = bool(cards) and not set(beside(at).values()) & set(GOALS)
                    good = good and (wall_touch or any(lies.opens(side) for side in cards))
                else:
                    good = any(lies.opens(side) for side in fed[at])
                if good:
                    out.append(f"path {code} {at[0]},{at[1]} {rotation}")
    return out


def turn_goals(
    board: dict[At, Card], laid: At, goals: Sequence[str], turned: Sequence[int | None], shapes: Mapping[str, str]
) -> list[tuple[int, str, int]]:
    """What turns up after a card was laid (rules, 3.1): goal, name and rotation in order. `board` gets the cards that join."""
    turned, out = list(turned), []
    while True:
        joined = reached(board)
        step = []
        for goal, at in enumerate(GOALS):
            fed = feeding(board, joined, at)
            if turned[goal] is not None or not fed:
                continue
            first = [side for side in fed if beside(at)[side] == laid] or [side for side in "WNSE" if side in fed]
            ways = [r for r in (0, 180) if card(shapes[goals[goal]], r).opens(first[0])]
            rotation = ways[0]
            assert len(ways) == (2 if goals[goal] == "treasure" else 1)
            turned[goal] = rotation
            step.append((goal, goals[goal], rotation))
        out += step
        found = any(name == "treasure" for _, name, _ in step)
        for goal, name, rotation in step:
            if name == "treasure" or not found:
                board[GOALS[goal]] = card(shapes[name], rotation)
        if found or not step:
            return out


def has_way(board: Mapping[At, Card], treasure: int, shut: str) -> bool:
    return any(at == GOALS[treasure] for at, _ in reached(board, shut))


def result(
    board: Mapping[At, Card], roles: Sequence[str], trapped: set[int], connector: int | None, treasure: int
) -> tuple[set[int], list[int]]:
    """Who did well in a round of the expansion, with the options as they stand, and what it pays (rules, 5.6 to 5.8)."""
    shut = {"blue": "g", "green": "b"}
    teams = {team for team in shut if connector is not None and has_way(board, treasure, shut[team])}
    if connector is None or (not teams and "boss" not in roles):
        win = {"saboteur", "profiteer"}
    elif not teams:
        win = {"boss", "profiteer"}
    else:
        own = {roles[connector]} & {"blue", "green"}
        win = {"boss", "profiteer"} | (own & teams or teams)
    winners = {seat for seat, role in enumerate(roles) if role in win and seat not in trapped}
    share = max(1, 6 - len(winners))
    pay = [0] * len(roles)
    for seat in winners:
        pay[seat] = max(0, share - {"boss": 1, "profiteer": 2}.get(roles[seat], 0))
    geologists = [seat for seat, role in enumerate(roles) if role == "geologist" and seat not in trapped]
    for seat in geologists:
        pay[seat] = sum(lies.crystal for lies in board.values()) // len(geologists)
    return winners | {seat for seat in geologists if pay[seat]}, pay
