"""What everybody saw in this round, and what it says of roles and of the treasure.

Each act falls into one of a few kinds: how much nearer a tunnel card brought the gold, against whom a tool was broken,
and so on. How likely each kind is for one who digs, one who is a saboteur and a geologist was counted in matches
(LIKELY, by `bench/fit_saboteur.py`); what a seat did is taken as independent acts, tempered by TRUST, since they are not quite.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Any, Final, NamedTuple

from arena_saboteur.bots.likely import LIKELY, Likely
from arena_saboteur.bots.mine_view import treasure_chances
from arena_saboteur.bots.roles import Likelihood, Roles
from arena_saboteur.cards import CRYSTAL, DOOR, FACE_OF, FACES
from arena_saboteur.notation import GOAL_CELLS, cell_of, cell_text
from arena_saboteur.options import DIGGERS, Config, role_cards
from arena_saboteur.saving import mine_of
from arena_saboteur.ways import distance

TRUST: Final = 0.8
"""The power to which the likelihood of each act is taken."""
FOLLOWS: Final = 0.8
"""How much a card in a goal's direction says of one who has looked at it, for each card of way."""
GROUP: Final = {**dict.fromkeys(DIGGERS, 0), "saboteur": 1, "profiteer": 1, "geologist": 2}
"""Role -> the column of LIKELY."""
DOOR_SAYS: Final = 2.0
"""How much likelier a team lays a door that only its own can pass than the other team does."""


class Deed(NamedTuple):
    """One act, as all saw it."""

    card: int
    """The role card of the seat that acted, by the order of dealing: hats may be swapped in a round."""
    kind: str
    target: int
    """The role card at which it was aimed, or -1."""
    gains: tuple[float, ...]
    """For a path or a rock-fall: how many cards nearer each goal came."""
    lengths: tuple[float, ...]
    """How far each goal was before."""
    down: int
    """Which goals lay face down, as a mask."""
    looked: int
    """Which goals the seat had looked at, as a mask."""
    blocked: bool
    """Whether the seat was kept from laying path cards."""
    code: str
    """The tunnel card that was laid or removed."""


class Witness:
    """Follows the rounds of a match from the views of one seat. What it misses it reads up from the next view."""

    def __init__(self, config: Config, seats: int, likely: Likely = LIKELY) -> None:
        """`likely`: what it judges acts by; it has every kind that `kind_of` can say."""
        self.likely = likely
        self.config = config
        self.seats = seats
        self.round = 0
        self._begin({})

    def _begin(self, table: dict[str, str]) -> None:
        """A new round. `table`: what lies there by no act, in a position made by hand; in a match only the start."""
        self.deeds: list[Deed] = []
        self.read_acts = 0
        self.holds = list(range(self.seats))  # seat -> its role card
        self.gave_up: list[list[int]] = [[] for _ in range(self.seats)]
        self.cards = self.seats
        self.looks: dict[int, int] = {}  # act -> the role card that was looked at
        self._mine = mine_of({"0,0": "start 0", **table}, self.config)
        self._lengths = tuple(distance(self._mine, goal) for goal in range(3))
        self._fronts: list[set[str]] = [set() for _ in range(self.seats)]
        self._looked = [0] * self.seats

    def read(self, view: Any) -> None:
        """Take in what is new in a view (decoded JSON)."""
        acts = view["acts"]
        if view["round"] != self.round or len(acts) < self.read_acts:
            self.round = view["round"]
            laid = {act["action"].split()[2] for act in acts if act["action"].startswith("path ")}
            goals = {cell_text(at) for at in GOAL_CELLS}
            self._begin({at: card for at, card in view["table"].items() if at not in laid | goals})
        for act in acts[self.read_acts :]:
            self._follow(act["seat"], act["action"].split(), view)
            self.read_acts += 1

    def _follow(self, seat: int, words: list[str], view: Any) -> None:
        kind = words[0]
        card = self.holds[seat]
        blocked = bool(self._fronts[seat] & {"pick", "lantern", "cart", "trapped"})
        before, down, target, code = self._lengths, self._mine.down, -1, ""
        if kind == "path":
            code = words[1]
            self._lay(cell_of(words[2]), FACE_OF[code, int(words[3])], view)
        elif kind == "rockfall":
            at = cell_of(words[1])
            if at in self._mine.board:
                code = FACES[self._mine.board[at]][0]
                self._mine = self._mine.remove(at)
        elif kind == "map":
            self._looked[seat] |= 1 << int(words[1])
        elif kind in ("break", "repair", "trap", "free"):
            who = int(words[-1])
            what = words[-2] if kind in ("break", "repair") else "trapped"
            target = self.holds[who]
            (self._fronts[who].add if kind in ("break", "trap") else self._fronts[who].discard)(what)
        elif kind == "unblock":
            self._fronts[seat].discard(words[1])
        elif kind == "inspect":
            self.looks[self.read_acts] = self.holds[int(words[1])]
        elif kind == "swaphat":
            who = int(words[1])
            self.gave_up[who].append(self.holds[who])
            self.holds[who] = self.cards
            self.cards += 1
        gains: tuple[float, ...] = ()
        if kind in ("path", "rockfall"):
            self._lengths = tuple(distance(self._mine, goal) for goal in range(3))
            gains = tuple(old - new for old, new in zip(before, self._lengths, strict=True))
        self.deeds.append(Deed(card, kind, target, gains, before, down, self._looked[seat], blocked, code))

    def _lay(self, at: int, face: int, view: Any) -> None:
        self._mine = self._mine.lay(at, face)
        while fed := self._mine.fed_goals():
            for goal in range(3):
                if fed >> goal & 1:
                    name, rotation = view["goals"][goal], view["turned"][goal]
                    if name is None or rotation is None:
                        return  # the round has ended with it
                    self._mine = self._mine.lay(GOAL_CELLS[goal], FACE_OF[name, rotation])

    # what it says

    def treasure(self, view: Any) -> list[float]:
        """For each goal how likely it is the treasure: by what the seat knows, and where those dig who have looked."""
        chances = treasure_chances(view["goals"])
        if max(chances) > 0.99:
            return chances
        _, harm = self.weighed(chances)
        own = self.holds[view["seat"]]
        logs = [0.0, 0.0, 0.0]
        for deed in self.deeds:
            if deed.kind != "path" or not deed.looked or deed.card == own:
                continue
            honest = 1 - 2 / (1 + exp(1 - harm[deed.card]))
            for goal, chance in enumerate(chances):
                if chance:
                    gain = _mean(deed.gains, _known(deed, [float(goal == g) for g in range(3)]))
                    logs[goal] += FOLLOWS * max(0.0, honest) * gain
        top = max(logs)
        weights = [chance * exp(each - top) for chance, each in zip(chances, logs, strict=True)]
        return [weight / sum(weights) for weight in weights]

    def weighed(self, chances: Sequence[float]) -> tuple[list[tuple[int, str, str]], list[float]]:
        """For each deed that counts: the role card, the kind for LIKELY, and the code of the card laid or removed.

        And for each role card: the logarithm of how much likelier its deeds are for a saboteur than for a digger.
        """
        out = []
        harm = [0.0] * self.cards
        for deed in self.deeds:
            kind = kind_of(deed, chances, harm)
            if kind:
                out.append((deed.card, kind, deed.code))
                row = self.likely[kind]
                harm[deed.card] += TRUST * log(row[1] / row[0])
        return out, harm

    def likelihoods(self, chances: Sequence[float]) -> list[dict[str, float]]:
        """For each role card: role -> how likely its deeds are."""
        logs = [[0.0, 0.0, 0.0] for _ in range(self.cards)]
        doors = [0.0] * self.cards
        for card, kind, code in self.weighed(chances)[0]:
            for group, chance in enumerate(self.likely[kind]):
                logs[card][group] += TRUST * log(chance)
            colour = DOOR[FACE_OF[code, 0]] if code else ""
            if colour:
                doors[card] += (1 if colour == "b" else -1) * (1 if kind.startswith("path") else -1) * log(DOOR_SAYS) / 2
        out = []
        for log_chances, door in zip(logs, doors, strict=True):
            top = max(log_chances)
            each = {role: exp(log_chances[group] - top) for role, group in GROUP.items()}
            each["blue"] *= exp(door)
            each["green"] *= exp(-door)
            out.append(each)
        return out

    def roles(self, view: Any, chances: Sequence[float]) -> Roles:
        """The posterior over all role cards that were dealt in this round, as the seat of the view has it."""
        likelihoods: list[Likelihood] = list(self.likelihoods(chances))
        for card, role in self.known(view).items():
            likelihoods[card] = {role: 1.0}
        return Roles(role_cards(self.config, self.seats), likelihoods)

    def known(self, view: Any) -> dict[int, str]:
        """Role card -> its role, for those that the seat of the view knows."""
        out = {self.looks[look["act"]]: look["role"] for look in view["inspections"]}
        out.update(zip(self.gave_up[view["seat"]], view["hats"][view["seat"]] or (), strict=True))
        out.update((self.holds[seat], role) for seat, role in enumerate(view["roles"]) if role is not None)
        return out


def kind_of(deed: Deed, chances: Sequence[float], harm: Sequence[float]) -> str:
    """The kind under which LIKELY has a deed; empty if it says nothing.

    `chances`: for each goal how likely it is the treasure. Who has not looked at any is judged by the goals that he
    could believe in. `harm`: how suspicious each role card is so far.
    """
    kind = deed.kind
    if kind in ("path", "rockfall"):
        known = _known(deed, chances)
        gain = _mean(deed.gains, known)
        if kind == "rockfall":
            return "rockfall " + ("worse" if gain < -0.25 else "better" if gain > 0.25 else "even")
        near = "near" if _mean(deed.lengths, known) < 5 else "far"
        if CRYSTAL[FACE_OF[deed.code, 0]]:
            near += " crystal"
        return f"path {near} {sum(gain > edge for edge in EDGES)}"
    if kind in ("repair", "free") and deed.target == deed.card:
        return f"{kind} self"
    if kind in ("break", "repair", "trap", "free"):
        suspicion = harm[deed.target]
        return f"{kind} " + ("clean" if suspicion < -0.3 else "suspect" if suspicion > 0.5 else "open")
    if kind == "discard":
        return "discard blocked" if deed.blocked else "discard free"
    return "map" if kind == "map" else ""


EDGES: Final = (-0.6, -0.2, -0.04, 0.04, 0.3, 0.7)
"""The steps of a path's gain, in cards."""


def _known(deed: Deed, chances: Sequence[float]) -> Sequence[float]:
    """What the actor can think of the goals if `chances` were right."""
    hidden = [goal for goal in range(3) if deed.down >> goal & 1]
    sees = [goal for goal in hidden if deed.looked >> goal & 1]
    seen = sum(chances[goal] for goal in sees)
    others = [goal for goal in hidden if goal not in sees]
    out = [0.0, 0.0, 0.0]
    for goal in sees:
        out[goal] = chances[goal]
    for goal in others:
        out[goal] = (1 - seen) / len(others)
    return out


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True))


