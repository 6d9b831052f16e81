"""What a hero could go for, and what of it promises most for each turn: the plan of section 10.4. No memory, no chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final, NamedTuple

from arena_dungeon.board import HALL, IS_ROOM, LEVEL_OF, ROOMS_BY_LEVEL, STEPS
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.weights import Weights
from arena_dungeon.cards import ATTACK_SPELLS, LEVEL, TRAPS, TREASURE_DECKS, total
from arena_dungeon.estimate import TRAP
from arena_dungeon.odds import DEAD, LOSES_ONE, SERIOUS
from arena_dungeon.ways import search_cost, ways

MELEE: Final = "attack"
GOAL_WORTH: Final = 10_000.0
"""What the treasure hunter's treasure counts as, in gp."""


class Plan(NamedTuple):
    """Where to go, and what to do there."""

    score: float
    """gp for each turn."""
    target: int
    mode: str
    """attack, fireball or lightning."""


class Fight(NamedTuple):
    """What a fight promises before the way to it is known."""

    net: float
    """What is won, less what a failed attack may cost, in gp."""
    time: float
    """The turns that failed attacks take."""
    mode: str


class Target(NamedTuple):
    """A space worth going to."""

    space: int
    far: float
    """The way there, in steps."""
    net: float
    """As for a fight."""
    wait: float
    """The turns that failed attacks take."""
    worth: float
    """What is carried from there, in gp."""
    mode: str


def turns(far: float, steps: int = STEPS) -> int:
    """The turns that a way takes, one at least, with so many steps left in the first.

    >>> turns(0), turns(5), turns(6), turns(6, steps=1)
    (1, 1, 2, 2)
    """
    return ceil((far + STEPS - steps) / STEPS) or 1


class Planner:
    """Plans by weights, for any seat of a match."""

    def __init__(self, weights: Mapping[str, Weights]) -> None:
        """`weights`: for each hero."""
        self.weights = weights

    def best(self, table: Table, at: int, steps: int, lag: float = 0.0) -> Plan | None:
        """The best plan for a hero that stands at a space with so many steps left, `lag` turns from now.

        Who looks for one treasure has no time to lose: if nothing is worth its risk, something is done all the same, if only
        to win a sword for it.
        """
        plan = self.choose(table, self.targets(table, at), steps, lag)
        if plan is None and table.goal_treasure is not None:
            return self.choose(table, self.targets(table, at, bold=True), steps, lag)
        return plan

    def choose(self, table: Table, targets: Sequence[Target], steps: int, lag: float) -> Plan | None:
        """The best of these, by the gp for each turn, with a part of the way home counted to the time."""
        home, homeward = self.homeward(table)
        best_score, best = 0.0, None
        for one in targets:  # `turns` is written out here: this loop is most of what the tuned bot takes
            space, far, net, wait, worth, _ = one
            time = (ceil((far + STEPS - steps) / STEPS) or 1) + (wait + lag) + homeward * worth * home[space]
            if net > best_score * time:
                best_score, best = net / time, one
        return Plan(best_score, best.space, best.mode) if best is not None else None

    def homeward(self, table: Table) -> tuple[Sequence[float], float]:
        """The steps home from each space, and the turns that count for each of them and each gp carried."""
        w = self.weights[table.hero]
        goal = GOAL_WORTH if table.goal_treasure is not None else table.goal
        home = ways(HALL, table.doors, table.uncleared, search_cost(table.hero), w.chh).cost
        return home, w.hw / STEPS / goal

    def targets(self, table: Table, at: int, *, bold: bool = False) -> list[Target]:
        """All that is worth going to from a space. `bold`: whatever it may cost."""
        hero = table.hero
        cost = ways(at, table.doors, table.uncleared, search_cost(hero), self.weights[hero].ch, table.barrier).cost
        need = self.need(table)
        fighters = [MELEE, *self.spells(table)]
        names = [hero, *fighters[1:]]
        by_level = [table.level_chances(name) for name in names]
        worths = self.level_worth(table)
        uncleared, occupied, hunter = table.uncleared, table.occupied, table.hunter
        out = []
        for level in range(1, 7):
            odds = [(mode, of[level]) for mode, of in zip(fighters, by_level, strict=True)]
            worth = min(worths[level], need)
            fight = self.fight_for(table, worth, odds, False, level, bold=bold)
            if fight is None:
                continue
            net, time, mode = fight
            for space, bit in ROOMS_BY_LEVEL[level]:
                if uncleared & bit and space not in table.cards and space != hunter:
                    far = cost[space]
                    if not occupied & bit or far > 2 * STEPS:
                        out.append(Target(space, far, net, time, worth, mode))
        for space in table.cards:
            far = cost[space]
            if space == hunter or (occupied >> space & 1 and far <= 2 * STEPS):
                continue
            mean = worths[LEVEL_OF[space]]
            worth, known = self.known_fight(table, space, mean, need, fighters, names, by_level, at, bold=bold)
            if known is not None:
                out.append(Target(space, far, known.net, known.time, worth, known.mode))
        return out

    def fight_for(
        self, table: Table, worth: float, odds: Sequence[tuple[str, float]], inside: bool, level: int, *, bold: bool = False
    ) -> Fight | None:
        """The best way to fight for so much gp. `odds`: (attack or spell, how likely it kills); None: it is not worth it.

        `bold`: whatever is lost by it.
        """
        w = self.weights[table.hero]
        melee = odds[0][1]
        best = None
        best_rate = 0.0
        mean = table.gp / len(table.held) if table.held else 0.0
        harm = 0.0 if bold else w.risk * ((DEAD + SERIOUS / 2) * self.stake(table) + LOSES_ONE * mean)
        for mode, p in odds:
            if p <= 0 or (p < w.pmin and not bold):
                continue
            fails = (1 - p) / p
            if mode == MELEE:
                cost = fails * harm
            elif level <= w.lowl or p < melee + (w.cadv if inside else w.radv):
                continue
            else:
                cost = 0.0 if bold else (fails * harm if inside else 0.0) + w.spv * (1 + fails)
            net, time = worth - cost, fails * w.ft
            rate = net / (2 + time)
            if rate > best_rate:
                best_rate, best = rate, Fight(net, time, mode)
        return best

    def known_fight(
        self, table: Table, space: int, mean: float, need: float, fighters: Sequence[str], names: Sequence[str],
        by_level: Sequence[Sequence[float]], at: int, *, bold: bool = False,
    ) -> tuple[float, Fight | None]:  # fmt: skip
        """What a space with a card is worth, and the fight for it. `mean`: what a treasure not seen there is worth."""
        card = table.cards.get(space)
        level = LEVEL_OF[space]
        worth = mean if IS_ROOM[space] else 0.0
        if space in table.under:
            worth = self.pile(table, [table.under[space]])
        if space in table.dropped:
            worth += self.pile(table, table.dropped[space])
        worth = min(worth, need)
        if card is None:
            odds = [(mode, of[level]) for mode, of in zip(fighters, by_level, strict=True)]
        else:
            odds = [(mode, table.chance(name, table.bonus if mode == MELEE else 0, card))
                    for mode, name in zip(fighters, names, strict=True)]  # fmt: skip
        fight = self.fight_for(table, worth, odds, at == space, level, bold=bold)
        if fight is not None and card in TRAPS:
            fight = fight._replace(time=fight.time + TRAP, mode=MELEE)
        return worth, fight

    def need(self, table: Table) -> float:
        """How much gp counts in full."""
        if table.goal_treasure is not None:
            return GOAL_WORTH
        return table.goal - table.gp + self.weights[table.hero].over

    def stake(self, table: Table) -> float:
        """What a death loses, in gp."""
        if table.goal_treasure is not None:
            return GOAL_WORTH * (1.0 if table.fallen else 0.3)
        return table.gp

    def level_worth(self, table: Table) -> list[float]:
        """By level: what an unseen treasure is worth on average."""
        kind = table.goal_treasure
        if kind is None:
            return table.treasure_means
        level = LEVEL[kind]
        deck, seen = TREASURE_DECKS[level], table.treasure_seen[level]
        chance = (deck.count(kind) - seen.count(kind)) / max(1, len(deck) - len(seen))
        return [chance * GOAL_WORTH if at == level else 1.0 for at in range(7)]

    def pile(self, table: Table, kinds: Sequence[str]) -> float:
        """What treasures that lie open are worth."""
        if table.goal_treasure is not None:
            return GOAL_WORTH if table.goal_treasure in kinds else float(len(kinds))
        return total(list(kinds))

    def spells(self, table: Table) -> list[str]:
        """The attack spells that could be cast in this turn or later."""
        return [spell for number, spell in enumerate(ATTACK_SPELLS) if table.spells[number]]
