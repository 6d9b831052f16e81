"""A bot that looks ahead to who will reach the gold, and takes the action that is best for itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from arena_saboteur.bots.belief import Amount, Belief
from arena_saboteur.bots.finishing import finishers
from arena_saboteur.bots.race import BACK, THROWN, Pace, at_distance
from arena_saboteur.bots.stakes import stakes
from arena_saboteur.cards import BASE_DECK, FACE_OF, FULL_DECK
from arena_saboteur.mine import Mine
from arena_saboteur.notation import card_played, cell_of
from arena_saboteur.options import DIGGERS

NEAR = 2.0
"""From this distance on, in cards, the cards that reach the gold are counted."""
AGAIN = 0.35
"""What it is worth to remove one of several cards that block a seat, in parts of removing the last."""
MORE = 0.25
"""What it is worth to block a seat once more, in parts of blocking it."""
PASSED = 1.35
"""With the expansion a pass may discard up to three cards: cards for each turn that is left."""


class Search(Belief):
    """As a digger it judges paths, rock-falls, and what blocks or frees a seat by the gold they promise to itself.

    The turns to the end of the round are summed over as a small Markov chain (`race`), with the seats' roles as its beliefs
    have them, each seat's part of the gold in `worlds` drawn worlds, and near the gold the cards that reach it counted
    among those unseen. So it does not bring the tunnel so near that another one will reach the gold and choose first, or
    win alone with its team. As a saboteur or geologist, and in what it cannot sum over, it follows its beliefs. It reads no
    clock.
    """

    def __init__(
        self, *, worlds: Annotated[int, Meta(ge=1)] = 12, unit: Annotated[float, Meta(ge=0.001)] = 0.25,
        bluff: Amount = 0.35, haste: Amount = 0.7, card: Amount = 0.2,
    ) -> None:  # fmt: skip
        """`worlds`: how many; `unit`: the gold that weighs as much as a card of way; the others are those of Belief."""
        super().__init__(bluff=bluff, haste=haste, card=card)
        self.worlds = worlds
        self.unit = unit

    def read(self, view: Any) -> None:
        super().read(view)
        if self.table.digs:
            self.prepare(view)

    def prepare(self, view: Any) -> None:
        """What all actions of this question are judged by."""
        table = self.table
        me, seats = table.me, table.seats
        turns = (table.cards_left - 1) / (PASSED if self.config.expansion else 1.0)
        self.order = [(me + 1 + turn) % seats for turn in range(max(1, int(turns)))]
        self.harms = [chance.get("saboteur", 0.0) + chance.get("profiteer", 0.0) for chance in self.suspects]
        self.free = [0.0 if table.blocks(seat) else 1.0 for seat in range(seats)]
        self.trapped = sum(1 << seat for seat, lies in enumerate(table.fronts) if "trapped" in lies)
        self.drawn = Counter(self.draw() for _ in range(self.worlds))
        self.reached, self.missed = self.promises()
        self.futures: dict[tuple[float, ...], tuple[Pace, list[list[float]]]] = {}
        unseen = Counter(FULL_DECK if self.config.expansion else BASE_DECK)
        unseen.subtract(code for act in view["acts"] if (code := card_played(act["action"])) is not None)
        unseen.subtract(table.hand)
        unseen.subtract(view["discards"][me])
        self.unseen = unseen
        self.now = self.value(table.outlook.distances, table.mine, table.hand, self.free)

    def draw(self) -> tuple[str, ...]:
        """By seat its role, as the beliefs have it."""
        names, _ = self.posterior.sample(self.rng)
        return tuple(names[card] for card in self.witness.holds)

    def promises(self) -> tuple[list[float], float]:
        """The own gold, on average over the worlds: by seat if that one reaches the treasure, and if nobody does."""
        totals, weights = [0.0] * self.table.seats, [0] * self.table.seats
        missed = 0.0
        for roles, count in self.drawn.items():
            each, none = stakes(roles, self.table.me, self.trapped, self.config.expansion)
            missed += count * none
            for seat, gold in enumerate(each):
                if roles[seat] in DIGGERS:
                    totals[seat] += count * gold
                    weights[seat] += count
        mean = sum(totals) / sum(weights)
        return [total / n if n else mean for total, n in zip(totals, weights, strict=True)], missed / self.worlds

    # what a table is worth

    def future(self, free: Sequence[float]) -> tuple[Pace, list[list[float]]]:
        """The coming turns and what each distance is worth at each of them, if these seats are free now."""
        key = tuple(free)
        found = self.futures.get(key)
        if found is None:
            pace = Pace(self.order, self.digs, self.harms, free)
            found = self.futures[key] = pace, pace.values(self.reached, self.missed)
        return found

    def value(self, fars: Sequence[float], mine: Mine, hand: Sequence[str], free: Sequence[float]) -> float:
        """The gold that a table promises when this seat has just acted. `fars`: for each goal how far it is."""
        pace, values = self.future(free)
        total = 0.0
        for goal, chance in enumerate(self.table.chances):
            if not chance:
                continue
            far = fars[goal]
            if not far:
                total += chance * self.reached[self.table.me]
                continue
            cards = finishers(mine, goal) if far < NEAR else None
            total += chance * (self.soon(cards, far, hand, pace, values) if cards else at_distance(values[0], far))
        return total

    def soon(
        self, cards: frozenset[str], far: float, hand: Sequence[str], pace: Pace, values: Sequence[Sequence[float]]
    ) -> float:
        """What a distance is worth where these cards reach the gold: once round the table each seat may hold one."""
        table = self.table
        part = sum(self.unseen[code] for code in cards) / max(1, self.unseen.total())
        left, out = 1.0, 0.0
        turns = min(table.seats, len(self.order))
        for turn, seat in enumerate(self.order[:turns]):
            held = 1 - (1 - part) ** table.view["hand_sizes"][seat]
            if seat == table.me:
                held = 1.0 if any(code in cards for code in hand) else part
            reach = pace.up[turn] * held
            thrown = (1 - reach) * (pace.down[turn] * BACK[1] + pace.behind[turn])
            out += left * (reach * self.reached[seat] + thrown * at_distance(values[turn + 1], far + THROWN))
            left *= 1 - reach - thrown
        return out + left * at_distance(values[turns], far)

    # what an action is worth, in cards of way

    def gain(self, action: str) -> float:
        """Of a `path` or a `rockfall`."""
        table = self.table
        hand, mine = table.hand, table.mine
        fars = table.outlook.far_after(action)
        near = any(0 < far < NEAR for far in fars)
        if action.startswith("path "):
            _, code, place, rotation = action.split()
            hand = hand[:]
            hand.remove(code)
            mine = mine.lay(cell_of(place), FACE_OF[code, int(rotation)]) if near else mine
        elif near:
            mine = mine.remove(cell_of(action[9:]))
        return (self.value(fars, mine, hand, self.free) - self.now) / self.unit

    def with_seat(self, seat: int, free: float) -> float:
        """What the table is worth if that seat is free (1) or blocked (0)."""
        frees = self.free[:]
        frees[seat] = free
        return self.value(self.table.outlook.distances, self.table.mine, self.table.hand, frees)

    def on_table(self, action: str, kind: str, gains: Mapping[str, float]) -> float:
        table = self.table
        if not table.digs:
            return super().on_table(action, kind, gains)
        if kind == "rockfall":
            return self.gain(action) - 0.5 - 1.5 * table.door_there(action)
        return self.gain(action) + (1.5 * table.doors(action) if gains[action] > 0.3 else 0.0)

    def mend(self, target: int, digs: float) -> float:
        if not self.table.digs or target == self.table.me:
            return super().mend(target, digs)
        worth = (self.with_seat(target, 1.0) - self.now) / self.unit
        return worth if self.table.blocks(target) == 1 else AGAIN * worth

    def hurt(self, target: int, digs: float, trap: bool) -> float:
        if not self.table.digs:
            return super().hurt(target, digs, trap)
        worth = (self.with_seat(target, 0.0) - self.with_seat(target, 1.0)) / self.unit
        return worth if self.table.blocks(target) == 0 else MORE * worth
