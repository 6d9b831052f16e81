"""A bot that knows how likely each seat is which role by what everybody did, and plays by that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from arena.bots import Act, Bot, Start
from arena_saboteur.bots.table import Table, config_of, steal
from arena_saboteur.bots.witness import Witness
from arena_saboteur.cards import CRYSTAL, FACE_OF
from arena_saboteur.notation import card_played
from arena_saboteur.options import DIGGERS
from arena_saboteur.scoring import TEAMS

Amount = Annotated[float, Meta(ge=0)]

TURNS_LOST = 1.1
"""What it costs a digger's side that its tools are broken until somebody mends them, in cards of way."""


class Belief(Bot):
    """Weighs each action in cards of way for its own side, with the posterior over the roles and over the goals.

    A digger breaks the tools of likely saboteurs, mends those of likely diggers and goes by its own looks and by where
    those dig who have looked. A saboteur breaks the tools of likely diggers, spares likely saboteurs, and digs along for
    show where that costs it little. With the expansion a team prefers that its own reach the treasure,
    traps rivals when the gold is near, and looks at the roles that it is least sure of.
    """

    def __init__(self, *, bluff: Amount = 0.35, haste: Amount = 0.7, card: Amount = 0.2) -> None:
        """`bluff`: what a saboteur gives for looking like a digger, for each card of way. `haste`: how much a blocked
        turn counts. `card`: what a card in hand is worth, for each unit of `Table.keep`.
        """
        self.bluff = bluff
        self.haste = haste
        self.card = card

    def start(self, info: Start) -> None:
        self.config = config_of(info)
        self.witness = Witness(self.config, info.seats)

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        phase = view["phase"]
        if phase == "draft":
            return max(legal, key=lambda action: int(action[5:]))
        if phase == "steal":
            return steal(view, legal)
        self.read(view)
        if phase in ("discard", "unblock"):
            return self.throw(legal)
        worth = self.weigh(legal)
        best = max(worth.values())
        return self.rng.choice([action for action in legal if worth[action] >= best - 1e-9])

    def read(self, view: Any) -> None:
        """Take in a view: the table, and the posteriors."""
        self.witness.read(view)
        chances = self.witness.treasure(view)
        self.table = Table(view, self.config, chances)
        self.posterior = self.witness.roles(view, chances)
        by_card = self.posterior.chances()
        self.suspects = [by_card[card] for card in self.witness.holds]
        self.digs = [sum(chance.get(role, 0.0) for role in DIGGERS) for chance in self.suspects]

    def throw(self, legal: list[str]) -> str:
        """One more discard: only of cards that are good for nothing, where it may stop."""
        keep = self.table.keep
        cards = [action for action in legal if action != "done"]
        worst = min(cards, key=lambda action: keep(action[8:]), default="done")
        return "done" if "done" in legal and (worst == "done" or keep(worst[8:]) > 0.4) else worst

    def weigh(self, legal: Sequence[str]) -> dict[str, float]:
        """Each action's worth to this seat, in cards of way."""
        table = self.table
        gains = table.outlook.laid(action for action in legal if action.startswith("path "))
        gains |= table.outlook.fallen(action for action in legal if action.startswith("rockfall "))
        out = {}
        for action in legal:
            kind, _, rest = action.partition(" ")
            if kind == "discard":
                out[action] = -0.05 - 0.6 * table.keep(rest)
            elif kind == "unblock":
                out[action] = self.unblock(rest)
            elif kind == "theft":
                out[action] = 0.5 if table.cards_left < 8 * table.seats or table.outlook.length < 4 else 0.1
            else:
                worth = self.on_table(action, kind, gains) if kind in ("path", "rockfall") else self.on_seat(action, kind)
                out[action] = worth - self.card * table.keep(card_played(action) or "")
        return out

    def unblock(self, what: str) -> float:
        """Worth of giving two cards to remove a card before oneself."""
        table = self.table
        spare = sorted(table.keep(code) for code in table.hand)[:2]
        if what == "theft" or (table.blocks(table.me) > 1 and what != "trapped"):
            return -2.0
        return (0.9 if table.digs or what == "trapped" else 0.2) - sum(spare)

    def on_table(self, action: str, kind: str, gains: Mapping[str, float]) -> float:
        """Worth of a path or a rock-fall."""
        table, gain = self.table, gains[action]
        if table.role == "geologist":
            code = action.split()[1] if kind == "path" else table.removes(action)
            crystal = CRYSTAL[FACE_OF[code, 0]]
            return (3.0 if crystal else -0.1) if kind == "path" else (-2.0 if crystal else -0.3)
        if table.digs:
            if kind == "rockfall":
                return gain - 0.5 - 1.5 * table.door_there(action)
            reaches = table.outlook.reaches(action)
            doors = 1.5 * table.doors(action) if gain > 0.3 else 0.0
            return gain + 3.0 * reaches + doors - self.lead(gain, reaches)
        if kind == "rockfall":
            return -gain - (0.2 if table.outlook.length < 4.5 else 0.8)
        if table.outlook.reaches(action) > 0.4:
            return -5.0
        return -gain + self.bluff * self.seems(action, gain)

    def lead(self, gain: float, reaches: float) -> float:
        """What it costs a team to bring the tunnel so near that a rival can reach the gold next."""
        table = self.table
        if reaches or table.role not in TEAMS or gain <= 0.3 or table.outlook.length - gain > 1.3:
            return 0.0
        rival = TEAMS[1 - TEAMS.index(table.role)]
        following = self.suspects[(table.me + 1) % table.seats]
        return 1.0 * following[rival]

    def seems(self, action: str, gain: float) -> float:
        """How much nearer the gold a path seems to bring those who know nothing, in cards: what a saboteur hides behind."""
        table = self.table
        if not table.knows_treasure():
            return max(0.0, gain)
        return 0.3 if gain > -0.05 else 0.0

    def on_seat(self, action: str, kind: str) -> float:
        """Worth of a card that is played on a seat or a goal."""
        table = self.table
        target = int(action.rsplit(" ", 1)[1])
        if kind == "map":
            return self.look(target)
        chance = self.suspects[target]
        digs = self.digs[target]
        if kind in ("repair", "free"):
            return self.mend(target, digs)
        if kind in ("break", "trap"):
            return self.hurt(target, digs, kind == "trap")
        if kind == "handsoff":
            return 0.35 if target != table.me else -2.0
        if kind == "inspect":
            return 0.5 * (1 - max(chance.values())) if table.view["roles"][target] is None else -1.0
        if kind == "swaphand":
            poor = max(map(table.keep, table.hand), default=0.0) < 0.6
            return 0.2 + 0.02 * table.view["hand_sizes"][target] if poor else -1.0
        return -1.0  # swaphat: the next role may be any

    def look(self, goal: int) -> float:
        """Worth of looking at a goal."""
        table = self.table
        doubt = 1 - max(table.chances)
        if not doubt or table.view["goals"][goal]:
            return -0.1
        if table.digs:
            return 1.2 * doubt * 1.5 * min(table.chances[goal], 1 - table.chances[goal]) * min(1.0, table.outlook.length / 3)
        if table.role == "geologist":
            return -0.1
        return 1.3 if table.outlook.length < 6 else 0.3

    def mend(self, target: int, digs: float) -> float:
        """Worth of removing what blocks a seat."""
        table = self.table
        last = table.blocks(target) == 1
        if target == table.me:
            return (1.4 if last else 0.7) if table.digs else (0.5 if last else 0.2)
        side = 2 * digs - 1
        worth = self.haste * TURNS_LOST * (1.0 if last else 0.35) * side
        return worth * 0.85 if table.digs else -worth if table.role != "geologist" else -0.3

    def hurt(self, target: int, digs: float, trap: bool) -> float:
        """Worth of blocking a seat."""
        table = self.table
        fresh = table.blocks(target) == 0
        if table.role == "geologist":
            return 0.3 if trap and self.suspects[target]["geologist"] > 0.4 else -0.3
        if table.digs:
            worth = (1 - digs) * (0.7 if fresh else 0.2) - digs * (TURNS_LOST if fresh else 0.4)
            if table.role in TEAMS and table.outlook.length < 2.5:
                rival = self.suspects[target][TEAMS[1 - TEAMS.index(table.role)]]
                worth += rival * (0.8 if fresh else 0.3)
            return worth + (0.15 if trap else 0.0)
        ahead = (target - table.me) % table.seats
        soon = 0.1 * (1 - ahead / table.seats)
        worth = self.haste * TURNS_LOST * (digs - 0.8 * (1 - digs)) * (1.0 if fresh else 0.25)
        return worth + soon + (0.1 if trap else 0.0)
