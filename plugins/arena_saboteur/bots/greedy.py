"""A bot that takes what helps its side most at once, and remembers nothing."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from arena.bots import Act, Bot, Start
from arena_saboteur.bots.table import Table, config_of, steal
from arena_saboteur.cards import CRYSTAL, FACE_OF
from arena_saboteur.notation import card_played


class Greedy(Bot):
    """Weighs each action by itself, in cards of way, and takes the best.

    A digger lays the card that shortens the way to the treasure most, mends itself and others, looks at the goals, clears
    what lies in the way, and breaks the tools of those who did harm. A saboteur lays dead ends and detours once the tunnel
    is near, breaks tools, and lets rock fall on the main line. With the expansion a blue, a green and the boss dig, the
    profiteer plays as a saboteur, a geologist lays crystals. The view is enough for it.
    """

    def __init__(self, *, near: Annotated[float, Meta(ge=0)] = 6.0) -> None:
        """`near`: the distance to the gold, in cards, from which on a saboteur shows what it is."""
        self.near = near

    def start(self, info: Start) -> None:
        self.config = config_of(info)

    def act(self, view: Any, legal: list[str], info: Act) -> str:
        phase = view["phase"]
        if phase == "draft":
            return max(legal, key=lambda action: int(action[5:]))
        if phase == "steal":
            return steal(view, legal)
        table = Table(view, self.config)
        if phase in ("discard", "unblock"):
            return self.throw(table, legal)
        worth = self.weigh(table, legal)
        best = max(worth.values())
        return self.rng.choice([action for action in legal if worth[action] >= best - 1e-9])

    def throw(self, table: Table, legal: list[str]) -> str:
        """One more discard: only of cards that are good for nothing, where it may stop."""
        cards = [action for action in legal if action != "done"]
        worst = min(cards, key=lambda action: table.keep(action[8:]), default="done")
        if "done" in legal and (worst == "done" or table.keep(worst[8:]) > 0.25):
            return "done"
        return worst

    def weigh(self, table: Table, legal: list[str]) -> dict[str, float]:
        """Each action's worth, in cards of way."""
        gains = table.outlook.laid(action for action in legal if action.startswith("path "))
        gains |= table.outlook.fallen(action for action in legal if action.startswith("rockfall "))
        harm = self.harm(table)
        weigh = self.as_digger if table.digs else self.as_geologist if table.role == "geologist" else self.as_saboteur
        out = {}
        for action in legal:
            kind, _, rest = action.partition(" ")
            if kind == "discard":
                out[action] = -0.1 - table.keep(rest)
            elif kind == "unblock":
                out[action] = 0.05 if rest != "theft" and table.digs else -2.0
            elif kind == "theft":
                out[action] = 0.45
            else:
                code = card_played(action)
                out[action] = weigh(table, action, kind, gains.get(action, 0.0), harm) - 0.2 * table.keep(code or "")
        return out

    def as_digger(self, table: Table, action: str, kind: str, gain: float, harm: list[int]) -> float:
        """Worth of an action to one who wants the treasure reached."""
        if kind == "path":
            return gain + 2.0 * table.outlook.reaches(action) + (1.5 * table.doors(action) if gain > 0.3 else 0.0)
        if kind == "rockfall":
            return gain - 0.5 - 1.5 * table.door_there(action)
        if kind == "map":
            return 0.0 if table.knows_treasure() else 2.0 * table.chances[int(action[4:])] + 0.01
        target = int(action.rsplit(" ", 1)[1])
        if kind in ("repair", "free"):
            return 1.5 if target == table.me else 0.6 - 0.4 * harm[target] if harm[target] < 2 else -1.0
        if kind in ("break", "trap"):
            return 0.2 + 0.3 * harm[target] - 0.2 * table.blocks(target) if harm[target] > 0 else -1.0
        return self.beside(table, kind, target)

    def as_saboteur(self, table: Table, action: str, kind: str, gain: float, harm: list[int]) -> float:
        """Worth of an action to one who wants the treasure missed."""
        close = table.outlook.length < self.near or table.cards_left < 6 * table.seats
        if kind == "path":
            return -gain if close else 0.3 * gain
        if kind == "rockfall":
            return -gain - 0.2 if close else -1.0
        if kind == "map":
            return 0.4 if not table.knows_treasure() else 0.0
        target = int(action.rsplit(" ", 1)[1])
        if kind in ("repair", "free"):
            return 0.9 if target == table.me else -1.0
        if kind in ("break", "trap"):
            free = table.blocks(target) == 0
            return (0.9 if free else 0.1) - 0.3 * max(harm[target], 0) + (0.1 if close else 0.0)
        return self.beside(table, kind, target)

    def as_geologist(self, table: Table, action: str, kind: str, gain: float, harm: list[int]) -> float:
        """Worth of an action to one who is paid for crystals alone."""
        if kind == "path":
            return 3.0 if CRYSTAL[FACE_OF[action.split()[1], 0]] else -0.1
        if kind == "rockfall":
            return -2.0 if CRYSTAL[FACE_OF[table.removes(action), 0]] else -0.1
        if kind == "map":
            return -0.1
        target = int(action.rsplit(" ", 1)[1])
        if kind in ("repair", "free"):
            return 2.0 if target == table.me else -0.2
        return self.beside(table, kind, target) if kind not in ("break", "trap") else -0.2

    def beside(self, table: Table, kind: str, target: int) -> float:
        """Worth of the cards of the expansion that every role plays alike."""
        if kind == "handsoff":
            return 0.3 if target != table.me else -2.0
        if kind == "inspect":
            return 0.1 if table.view["roles"][target] is None else -1.0
        if kind == "swaphand":
            poor = max(map(table.keep, table.hand), default=0.0) < 0.6
            return 0.2 + 0.02 * table.view["hand_sizes"][target] if poor else -1.0
        return -1.0  # a hat may be of any colour

    def harm(self, table: Table) -> list[int]:
        """By seat: how many harmful acts it did in this round, less the helpful ones.

        Harmful are a rock-fall, a dead end, and a card against somebody who has not done any harm.
        """
        out = [0] * table.seats
        for act in table.view["acts"]:
            seat, (kind, *rest) = act["seat"], act["action"].split()
            if kind == "path":
                out[seat] += "b08" <= rest[0] <= "b16"
            elif kind == "rockfall":
                out[seat] += 1
            elif kind in ("break", "trap"):
                out[seat] += out[int(rest[-1])] <= 0
            elif kind in ("repair", "free") and int(rest[-1]) != seat:
                out[seat] -= out[int(rest[-1])] <= 0
        return out
