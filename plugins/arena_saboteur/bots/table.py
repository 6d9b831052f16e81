"""What a bot reads from its view: the table, its role and hand, who is blocked, and which card is worth keeping."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

import msgspec

from arena_saboteur.bots.mine_view import Outlook, treasure_chances
from arena_saboteur.cards import CRYSTAL, DOOR, FACE_OF, FACES, LIVE, REPAIRS
from arena_saboteur.mine import Mine
from arena_saboteur.notation import GOAL_AT, START_CELL, cell_of
from arena_saboteur.options import DIGGERS, Config
from arena_saboteur.saving import mine_of
from arena_saboteur.scoring import OTHER_DOOR

BLOCKS: Final = ("pick", "lantern", "cart", "trapped")
"""What keeps a seat from laying path cards."""


def config_of(info: Any) -> Config:
    """The options of a match, from its start message."""
    return msgspec.convert(info.config, Config, str_keys=True)


def steal(view: Any, legal: Sequence[str]) -> str:
    """The theft from the richest one."""
    gold = view["gold"]
    return max(legal, key=lambda action: -1 if action == "steal none" else gold[int(action[6:])])


class Table:
    """One view, read for its seat."""

    def __init__(self, view: Any, config: Config, chances: Sequence[float] | None = None) -> None:
        """`view`: decoded JSON. `chances`: for each goal how likely it is the treasure, if more is known than it says."""
        self.view = view
        self.config = config
        self.me: int = view["seat"]
        self.seats = len(view["roles"])
        self.role: str = view["roles"][self.me]
        self.hand: list[str] = view["hands"][self.me]
        self.fronts: list[list[str]] = view["fronts"]
        self.mine: Mine = mine_of(view["table"], config)
        self.chances = list(chances or treasure_chances(view["goals"]))
        self.digs = self.role in DIGGERS
        self.others = [seat for seat in range(self.seats) if seat != self.me]
        self.cards_left: int = view["deck"] + sum(view["hand_sizes"])

    @cached_property
    def outlook(self) -> Outlook:
        """How far the gold is."""
        return Outlook(self.mine, self.chances)

    def blocks(self, seat: int) -> int:
        """How many cards keep a seat from laying path cards."""
        return sum(what in BLOCKS for what in self.fronts[seat])

    def knows_treasure(self) -> bool:
        """Whether it is certain where the treasure is."""
        return max(self.chances) > 0.99

    def doors(self, action: str) -> int:
        """For a team: 1 if a `path` action lays a door that only its own may pass, -1 for one that bars its own."""
        return door_worth(self.role, DOOR[FACE_OF[action.split()[1], 0]])

    def door_there(self, action: str) -> int:
        """The same for the card that a `rockfall` action removes."""
        return door_worth(self.role, DOOR[self.mine.board[cell_of(action[9:])]])

    def removes(self, action: str) -> str:
        """The code of the card that a `rockfall` action removes."""
        return FACES[self.mine.board[cell_of(action[9:])]][0]

    @cached_property
    def laid(self) -> int:
        """How many tunnel cards lie on the table."""
        return sum(at != START_CELL and at not in GOAL_AT for at in self.mine.board)

    def keep(self, code: str) -> float:
        """What a card in hand is worth to this role, in cards of way; the least one is thrown away first."""
        if code >= "b":
            return self._keep_tunnel(code)
        wanted = _KEPT_BY_DIGGERS if self.digs else _KEPT_BY_SABOTEURS
        worth = wanted.get(code, 0.5)
        if code == "a11":
            return 0.0 if self.knows_treasure() else worth
        if code in REPAIRS:
            return worth + 0.3 * any(BLOCKS[tool] in self.fronts[self.me] for tool in REPAIRS[code])
        return worth

    def _keep_tunnel(self, code: str) -> float:
        face = FACE_OF[code, 0]
        if self.role == "geologist":
            return 2.0 if CRYSTAL[face] else 0.2
        live = LIVE[face]
        widest = max((part.bit_count() for part in live), default=0)
        through = 0.45 + 0.15 * widest + 0.15 * any(part & 0b1010 == 0b1010 for part in live) if live else 0.0
        door = door_worth(self.role, DOOR[face])
        if self.digs:
            return 0.0 if door < 0 else through + 0.3 * door
        return 0.6 if widest < 2 else 0.8 - through * 0.7


def door_worth(role: str, door: str) -> int:
    """1 for a door that keeps the other team of `role` out, -1 for one that keeps its own out, else 0."""
    if not door or role not in OTHER_DOOR:
        return 0
    return -1 if OTHER_DOOR[role] == door else 1


_KEPT_BY_DIGGERS: Final = {
    **dict.fromkeys(("a01", "a02", "a03"), 0.35),
    **dict.fromkeys(("a04", "a05", "a06"), 0.55),
    **dict.fromkeys(("a07", "a08", "a09"), 0.65),
    "a10": 0.5, "a11": 0.6, "a12": 0.8, "a13": 0.4, "a14": 0.2, "a15": 0.4, "a16": 0.2, "a17": 0.6, "a18": 0.7,
}  # fmt: skip
_KEPT_BY_SABOTEURS: Final = {
    **dict.fromkeys(("a01", "a02", "a03"), 0.9),
    **dict.fromkeys(("a04", "a05", "a06"), 0.3),
    **dict.fromkeys(("a07", "a08", "a09"), 0.35),
    "a10": 1.0, "a11": 0.3, "a12": 0.8, "a13": 0.4, "a14": 0.2, "a15": 0.2, "a16": 0.2, "a17": 0.7, "a18": 0.4,
}  # fmt: skip
