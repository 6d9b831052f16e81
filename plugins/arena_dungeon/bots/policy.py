"""How the tuned bot decides: where to go, what to fight and how, from a table. No memory, no chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from arena_dungeon.board import HALL, INDEX, IS_ROOM, LEVELS, NAMES, ROOMS, STEPS
from arena_dungeon.bots.heroes import preferred
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.weights import Weights
from arena_dungeon.cards import ATTACK_SPELLS, PLUS_TWO, SPELLS, TRAPS, TREASURE_DECKS, total
from arena_dungeon.odds import DEAD, LOSES_ONE, SERIOUS
from arena_dungeon.ways import path, search_cost, ways

MELEE = "attack"

_ROOMS_OF = tuple(tuple((at, 1 << at) for at in ROOMS if LEVELS[at] == level) for level in range(7))
"""By level, 0 to 6: its rooms, each with its bit."""


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


class Policy:
    """Plays by weights. One object can decide for any seat; with `aims` only in one match."""

    def __init__(self, weights: Mapping[str, Weights], aims: dict[int, int] | None = None) -> None:
        """`weights`: for each hero. `aims`: seat -> the room that it goes for first; forgotten when there is no plan for it
        any more. The mapping is the policy's own from then on.
        """
        self.weights = weights
        self.aims = aims if aims is not None else {}

    def act(self, table: Table, legal: Sequence[str]) -> str:
        """One of `legal`."""
        phase = table.phase
        if phase == "move":
            return self.move(table, legal)
        if phase == "combat":
            return self.fight(table, legal)
        if phase == "start":
            return self.begin(table, legal)
        if phase == "hero":
            return "hero " + preferred(table, [action[5:] for action in legal])
        if phase == "spell":
            return self.choose_spell(table, legal, "spell")
        if phase == "peeked":
            return self.peeked(table)
        if phase == "arrived":
            return self.teleport(table, legal, "stay")
        if phase == "slide":
            return max(legal, key=lambda action: self.promise(table, INDEX[action[6:]], 1.0))
        if phase == "sword":
            swords = [action for action in legal if action != "decline"]
            return min(swords, key=PLUS_TWO.__getitem__)
        if phase == "retreat":
            return max(legal, key=lambda action: self.promise(table, INDEX[action[8:]], 1.0))
        return legal[0]

    # where to go

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

    def stake(self, table: Table) -> float:
        """What a death loses, in gp."""
        if table.config.variant == "treasure_hunter":
            return GOAL_WORTH * (1.0 if table.fallen else 0.3)
        return table.gp

    def need(self, table: Table) -> float:
        """How much gp counts in full."""
        if table.config.variant == "treasure_hunter":
            return GOAL_WORTH
        return table.goal - table.gp + self.weights[table.hero].over

    def level_worth(self, table: Table) -> list[float]:
        """By level: what an unseen treasure is worth on average."""
        kind = table.goal_treasure
        if kind is None:
            return table.treasure_means
        level = int(kind[-1])
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

    def best(
        self, table: Table, at: int, steps: int, lag: float = 0.0, into: list[Plan] | None = None
    ) -> Plan | None:
        """The best plan for a hero that stands at a space with so many steps left, `lag` turns from now.

        `into`: all plans are put here. Who looks for one treasure has no time to lose: if nothing is worth its risk, something is
        done all the same, if only to win a sword for it.
        """
        plan = self._best(table, at, steps, lag, into)
        if plan is None and table.goal_treasure is not None:
            return self._best(table, at, steps, lag, into, bold=True)
        return plan

    def _best(
        self, table: Table, at: int, steps: int, lag: float, into: list[Plan] | None, *, bold: bool = False
    ) -> Plan | None:
        hero = table.hero
        w = self.weights[hero]
        door_cost = search_cost(hero)
        cost = ways(at, table.doors, table.uncleared, door_cost, w.ch, table.hunter).cost
        home = ways(HALL, table.doors, table.uncleared, door_cost, w.chh).cost
        need = self.need(table)
        fighters = [MELEE, *self.spells(table)]
        names = [hero, *fighters[1:]]
        by_level = [table.level_chances(name) for name in names]
        worths = self.level_worth(table)
        plain: list[Fight | None] = [None] * 7
        for level in range(1, 7):
            odds = [(mode, of[level]) for mode, of in zip(fighters, by_level, strict=True)]
            plain[level] = self.fight_for(table, min(worths[level], need), odds, False, level, bold=bold)
        homeward = w.hw / 5 / (GOAL_WORTH if table.goal_treasure else table.goal)
        uncleared, occupied, hunter = table.uncleared, table.occupied, table.hunter
        best_score, target, mode = 0.0, -1, ""
        slack = STEPS - steps
        for level, fight in enumerate(plain):
            if fight is None:
                continue
            net, waits, back = fight.net, fight.time + lag, homeward * min(worths[level], need)
            for space, bit in _ROOMS_OF[level]:
                if not uncleared & bit or space in table.cards or space == hunter:
                    continue
                far = cost[space]
                if occupied & bit and far <= 2 * STEPS:
                    continue
                time = (ceil((far + slack) / STEPS) or 1) + waits + back * home[space]
                if into is not None:
                    into.append(Plan(net / time, space, fight.mode))
                if net > best_score * time:
                    best_score, target, mode = net / time, space, fight.mode
        for space in table.cards:
            far = cost[space]
            if space == hunter or (occupied >> space & 1 and far <= 2 * STEPS):
                continue
            worth, fight = self.known_fight(
                table, space, worths[LEVELS[space]], need, fighters, names, by_level, at, bold=bold
            )
            if fight is None:
                continue
            time = (ceil((far + slack) / STEPS) or 1) + fight.time + lag + homeward * home[space] * worth
            if into is not None:
                into.append(Plan(fight.net / time, space, fight.mode))
            if fight.net > best_score * time:
                best_score, target, mode = fight.net / time, space, fight.mode
        return Plan(best_score, target, mode) if target >= 0 else None

    def several(self, table: Table, legal: Sequence[str], count: int) -> list[Plan]:
        """At most so many of the best plans, of those that begin alike only the best one."""
        plans: list[Plan] = []
        self.best(table, table.at, table.steps, into=plans)
        out: dict[str, Plan] = {}
        for plan in sorted(plans, reverse=True):
            if plan.score <= 0 or len(out) == count:
                break
            action = self.towards(table, legal, plan.target, plan.mode)
            out.setdefault(action, plan)
        return list(out.values())

    def aimed(self, table: Table) -> Plan | None:
        """The plan for the seat's aim, or the best one if that is not to be had any more."""
        plans: list[Plan] = []
        best = self.best(table, table.at, table.steps, into=plans)
        aim = self.aims[table.me]
        for plan in plans:
            if plan.target == aim:
                return plan
        del self.aims[table.me]
        return best

    def known_fight(
        self, table: Table, space: int, mean: float, need: float, fighters: Sequence[str], names: Sequence[str],
        by_level: Sequence[Sequence[float]], at: int, *, bold: bool = False,
    ) -> tuple[float, Fight | None]:  # fmt: skip
        """What a space with a card is worth, and the fight for it. `mean`: what a treasure not seen there is worth."""
        card = table.cards.get(space)
        level = LEVELS[space]
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
            fight = fight._replace(time=fight.time + 1.5, mode=MELEE)
        return worth, fight

    def promise(self, table: Table, space: int, lag: float) -> float:
        """How good it is to stand there in so many turns: gp for each turn, or with the goal how near the hall is."""
        if self.homebound(table):
            return 1e6 / (lag + ceil(self.home_cost(table, space) / STEPS))
        if not IS_ROOM[space] and table.uncleared >> space & 1:
            lag += 0.5
        plan = self.best(table, space, STEPS, lag)
        return plan.score if plan is not None else 0.0

    # going home

    def homebound(self, table: Table) -> bool:
        """Has the hero what it needs, so that only the way home is left?"""
        return table.gp >= table.goal and table.config.variant != "treasure_hunter"

    def home_cost(self, table: Table, space: int) -> float:
        w = self.weights[table.hero]
        return ways(space, table.doors, table.uncleared, search_cost(table.hero), w.chh, table.hunter).cost[HALL]

    # what to do

    def begin(self, table: Table, legal: Sequence[str]) -> str:
        """Regain a spell, teleport, or begin an ordinary turn."""
        homebound = self.homebound(table)
        regains = [action for action in legal if action.startswith("regain ")]
        if regains and not homebound and sum(table.spells) < self.weights[table.hero].rg:
            return self.choose_spell(table, regains, "regain")
        return self.teleport(table, legal, "begin")

    def teleport(self, table: Table, legal: Sequence[str], otherwise: str) -> str:
        """The best Teleport, if one is better than `otherwise`."""
        words = [action for action in legal if action.startswith("teleport ")]
        if not words or not table.hero:
            return otherwise
        if self.homebound(table) and "teleport HALL" in words:
            return "teleport HALL"
        best, chosen = self.promise(table, table.at, 0.0), otherwise
        for action in words:
            promise = self.promise(table, INDEX[action[9:]], 1.0)
            if promise > 1.1 * best:
                best, chosen = promise, action
        return chosen

    def choose_spell(self, table: Table, legal: Sequence[str], word: str) -> str:
        """The spell of which most is missing to the shares that the weights ask for."""
        w = self.weights["wizard"]
        shares = (w.wf * (1 - w.wt), (1 - w.wf) * (1 - w.wt), w.wt)
        size = max(table.capacity, 1)
        missing = {f"{word} {spell}": shares[at] * size - table.spells[at] for at, spell in enumerate(SPELLS)}
        return max(legal, key=missing.__getitem__)

    def fight(self, table: Table, legal: Sequence[str]) -> str:
        """By hand or by a spell, where the hero stands."""
        w = self.weights[table.hero]
        level = LEVELS[table.at] if table.hunter != table.at else 6
        card = table.hunter_card if table.hunter == table.at else table.cards.get(table.at)

        def odds(fighter: str, bonus: int) -> float:
            return table.level_chances(fighter)[level] if card is None else table.chance(fighter, bonus, card)

        best, chosen = odds(table.hero, table.bonus), MELEE
        if level <= w.lowl and best >= 0.5:
            return MELEE
        best += w.cadv
        for action in legal[1:]:
            chance = odds(action[5:], 0)
            if chance > best:
                best, chosen = chance, action
        return chosen

    def peeked(self, table: Table) -> str:
        """Enter if what was seen is still worth it."""
        plan = self.best(table, table.at, table.steps)
        return "enter" if plan is not None and plan.target == table.target else "stop"

    def move(self, table: Table, legal: Sequence[str]) -> str:
        """One step of the way to the best target, or home."""
        if self.homebound(table):
            leave = self.weights[table.hero].chh
            found = ways(table.at, table.doors, table.uncleared, search_cost(table.hero), leave, table.hunter)
            return self.walk(table, legal, path(found, HALL), MELEE)
        if len(legal) > 1 and legal[-2].startswith("teleport ") and (word := self.teleport(table, legal, "")):
            return word
        plan = self.aimed(table) if table.me in self.aims else self.best(table, table.at, table.steps)
        target, mode = (HALL, MELEE) if plan is None else (plan.target, plan.mode)
        return self.towards(table, legal, target, mode)

    def towards(self, table: Table, legal: Sequence[str], target: int, mode: str) -> str:
        """The next action on the way to a target, or at it."""
        if target == table.at:
            return "stay"
        w = self.weights[table.hero]
        found = ways(table.at, table.doors, table.uncleared, search_cost(table.hero), w.ch, table.hunter)
        return self.walk(table, legal, path(found, target), mode)

    def walk(self, table: Table, legal: Sequence[str], route: Sequence[int], mode: str) -> str:
        """As far on a route as the rules and the steps allow; at its end the spell from a distance, or the ESP Medallion."""
        if route:
            last = route[-1]
            if len(route) == 1 and last != HALL:
                word = f"cast {mode} {NAMES[last]}"
                if mode != MELEE and word in legal:
                    return word
                word = f"esp {NAMES[last]}"
                if table.esp and table.cards.get(last) is None and word in legal:
                    return word
            ahead = min(table.steps, len(route) - (mode != MELEE))
            for count in range(ahead, 0, -1):
                word = f"go {NAMES[route[count - 1]]}"
                if word in legal:
                    return word
            if mode != MELEE and len(route) == 1 and table.steps:  # the spell was cast already, or there is none
                word = f"go {NAMES[last]}"
                if word in legal and table.spell_used:
                    return word
            search = next((action for action in legal if action.startswith("search ") and NAMES[route[0]] in action), "")
            if search:
                return search
        return self.wait(table, legal)

    def wait(self, table: Table, legal: Sequence[str]) -> str:
        """Nowhere to go: stay, but do not fight where it is hopeless if one can step aside."""
        at = table.at
        if not table.uncleared >> at & 1 and at != table.hunter:
            return "stay"
        card = table.hunter_card if at == table.hunter else table.cards.get(at)
        if card is not None and table.chance(table.hero, table.bonus, card) >= self.weights[table.hero].pmin:
            return "stay"
        aside = [action for action in legal if action.startswith("go c") or action == "go HALL"]
        return aside[0] if aside else "stay"


GOAL_WORTH = 10_000.0
"""What the treasure hunter's treasure counts as, in gp."""
