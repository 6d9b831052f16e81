"""The table: which card lies where, what is joined to the start, and where a card can go (rules, 2, 3).

A Mine never changes: laying or removing a card gives a new one, so that states share it and a copy of a match costs
nothing here. It does not know what lies face down: a goal is in it only when it is turned up, so no list that is made
from it can tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from arena_saboteur.cards import CRYSTAL, DOOR, FACE_TEXT, FACES, LADDER, LADDER_CODES, LIVE, LIVE_AT, OPEN, START
from arena_saboteur.notation import (
    BY_CARD,
    BY_GOAL,
    FED,
    GOAL_AT,
    GOAL_CELLS,
    NEED_BITS,
    NEED_OPEN,
    NEED_WALL,
    START_CELL,
    STEPS,
    cell_text,
    placements,
    xy,
)

ByCell = dict[int, int]
"""Cell -> a number: a face, a mask of sides, a need."""
ALL_DOWN = 0b111
"""All three goals lie face down, as `Mine.down` has it."""
WAYS = tuple((side, step, (side + 2) % 4) for side, step in enumerate(STEPS))
"""Side, the step to the neighbour there, and the neighbour's side that looks back."""
WAYS_OF = tuple(tuple((step, back) for side, step, back in WAYS if mask >> side & 1) for mask in range(16))
"""The same for the sides in a mask."""
BESIDE_GOALS = frozenset(at + step for at in GOAL_CELLS for step in STEPS)
ASKED = tuple(
    tuple(
        tuple((1 if opens >> side & 1 else 16) << back | (256 if live >> side & 1 else 0) << back for side, _, back in WAYS)
        for live in range(16)
    )
    for opens in range(16)
)
"""What a card that is open and joined to the start at these sides asks of its neighbour at each side, as bits of a need."""


class Mine:
    """One table. `board` is cell -> face, `live` cell -> the sides of its tunnels that are joined to the start.

    `rim` is cell -> need, for the empty cells beside a face-up card; `down` has a bit for each face-down goal, `fed` for
    those of them that the last card fed.
    """

    __slots__ = (
        "_rockfalls",
        "_spots",
        "_text",
        "board",
        "bounded",
        "down",
        "fed",
        "ladders",
        "live",
        "ready",
        "rim",
        "touch",
    )

    def __init__(
        self, board: ByCell, live: ByCell, rim: ByCell, down: int, fed: int, ladders: bool, touch: bool, bounded: bool
    ) -> None:
        """Use `Mine.new` or `Mine.build`. `ladders`: the expansion is played; `touch` and `bounded` are options."""
        self.board = board
        self.live = live
        self.rim = rim
        self.down = down
        self.fed = fed
        self.ladders = ladders
        self.touch = touch
        self.bounded = bounded
        self.ready: dict[str, tuple[str, ...]] = {}  # code -> placements(code), once it was asked for
        self._spots: tuple[list[int], list[int]] | None = None
        self._rockfalls: tuple[str, ...] | None = None
        self._text: dict[str, str] | None = None

    @classmethod
    @cache
    def new(cls, ladders: bool = False, touch: bool = True, bounded: bool = False) -> Mine:
        """The table at the beginning of a round: the start, and three goals face down. One serves all rounds."""
        return cls.build({START_CELL: START}, ALL_DOWN, ladders, touch, bounded)

    @classmethod
    def build(cls, board: ByCell, down: int, ladders: bool, touch: bool, bounded: bool) -> Mine:
        """The table with these faces, whatever the order in which they were laid."""
        mine = cls(board, {}, {}, down, 0, ladders, touch, bounded)
        sources = [(at, LIVE[face][0]) for at, face in board.items() if LADDER[face]]
        _spread(board, mine.live, sources)
        for at in sorted(board):
            mine._look_around(at)
        return mine

    def lay(self, at: int, face: int) -> Mine:
        """The table with one more card. What may be laid is not asked here."""
        board, live = self.board.copy(), self.live.copy()
        board[at] = face
        fed = self.fed_sides(at)
        sources = [(at, tunnel) for tunnel in LIVE[face] if tunnel & fed or LADDER[face]]
        changed = _spread(board, live, sources)
        goal = GOAL_AT.get(at)
        down = self.down if goal is None else self.down & ~(1 << goal)
        mine = Mine(board, live, self.rim.copy(), down, 0, self.ladders, self.touch, self.bounded)
        mine.rim.pop(at, None)
        changed.add(at)
        for there in changed:
            mine._look_around(there)
        return mine

    def remove(self, at: int) -> Mine:
        """The table without the card on this cell."""
        board = self.board.copy()
        del board[at]
        return Mine.build(board, self.down, self.ladders, self.touch, self.bounded)

    def fed_sides(self, at: int) -> int:
        """The sides from which a cell is fed, as a mask."""
        live, sides = self.live, 0
        for side, step, back in WAYS:
            if live.get(at + step, 0) >> back & 1:
                sides |= 1 << side
        return sides

    def fed_goals(self) -> int:
        """The face-down goals that are fed, as a mask."""
        return sum(1 << goal for goal, at in enumerate(GOAL_CELLS) if self.down >> goal & 1 and self.fed_sides(at))

    def placements(self, code: str) -> tuple[str, ...]:
        """The `path` actions of a tunnel card here, in the order of `legal`."""
        found = self.ready.get(code)
        if found is None:
            spots = self._spots or self._list_spots()
            found = placements(code, spots[code in LADDER_CODES], self.touch)
            self.ready[code] = found
        return found

    def rockfalls(self) -> tuple[str, ...]:
        """The `rockfall` actions here, in the order of `legal`: every card but the start and the goals."""
        if self._rockfalls is None:
            cells = sorted(at for at in self.board if at != START_CELL and at not in GOAL_AT)
            self._rockfalls = tuple(f"rockfall {cell_text(at)}" for at in cells)
        return self._rockfalls

    def as_text(self) -> dict[str, str]:
        """Cell -> face, such as {"3,-1": "b05 180"}, by x and then y. The caller's to keep."""
        if self._text is None:
            self._text = {cell_text(at): FACE_TEXT[self.board[at]] for at in sorted(self.board)}
        return self._text.copy()

    def crystals(self) -> int:
        """Crystals on the table, reached or cut off."""
        return sum(CRYSTAL[face] for face in self.board.values())

    def reaches_treasure(self, without_door: str) -> bool:
        """Is there a way from the start to the turned-up treasure that passes no door of this colour, `b` or `g`?

        A way crosses a door when it enters the live tunnel that bears it (rules, 12.10). All ladders are joined.
        """
        board = {at: face for at, face in self.board.items() if DOOR[face] != without_door}
        live: ByCell = {}
        _spread(board, live, [(at, LIVE[face][0]) for at, face in board.items() if LADDER[face]])
        return any(FACES[board[at]][0] == "treasure" for at in live)

    # the steps

    def _look_around(self, at: int) -> None:
        """Bring the empty cells and face-down goals beside a card up to date. What they need only grows."""
        board, rim = self.board, self.rim
        sides = self.live.get(at, 0)
        asked = ASKED[OPEN[board[at]]][sides]
        by = 0 if at in GOAL_AT else BY_CARD
        for side, step, _ in WAYS:
            there = at + step
            if there in board:
                continue
            if there in GOAL_AT:
                goal = GOAL_AT[there]
                if sides >> side & 1 and self.down >> goal & 1:
                    self.fed |= 1 << goal
                continue
            need = rim.get(there)
            if need is None:
                if self.bounded and not _inside(there):
                    continue
                need = BY_GOAL if there in BESIDE_GOALS else 0
            rim[there] = need | asked[side] | by

    def _list_spots(self) -> tuple[list[int], list[int]]:
        """Where other cards might go, and where ladders might: cell and need in one number, sorted.

        Only that a cell is fed matters, not from where, so that equal spots are met again.
        """
        fits = NEED_OPEN | NEED_WALL
        fed = sorted([at << NEED_BITS | need & fits | FED for at, need in self.rim.items() if need & FED])
        near: list[int] = []
        if self.ladders:
            near = sorted(
                [
                    at << NEED_BITS | need & fits | BY_CARD
                    for at, need in self.rim.items()
                    if need & BY_CARD and not need & BY_GOAL
                ]
            )
        self._spots = fed, near
        return self._spots


def _inside(at: int) -> bool:
    x, y = xy(at)
    return 0 <= x <= 8 and -2 <= y <= 2


def _spread(board: ByCell, live: ByCell, sources: Iterable[tuple[int, int]]) -> set[int]:
    """Join the tunnels in `sources` (cell, mask of sides) and all that they lead to to `live`; the cells changed."""
    queue = list(sources)
    changed = set()
    while queue:
        at, tunnel = queue.pop()
        joined = live.get(at, 0)
        if joined & tunnel:
            continue
        live[at] = joined | tunnel
        changed.add(at)
        for step, back in WAYS_OF[tunnel]:
            face = board.get(at + step)
            if face is not None:
                next_tunnel = LIVE_AT[face][back]
                if next_tunnel and not live.get(at + step, 0) & next_tunnel:
                    queue.append((at + step, next_tunnel))
    return changed
