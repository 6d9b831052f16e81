"""How the bots decide in each phase, by a planner's plans, from a table. No memory, no chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

from arena_dungeon.board import HALL, INDEX, IS_ROOM, LEVEL_OF, NAMES, STEPS
from arena_dungeon.bots.heroes import preferred
from arena_dungeon.bots.planner import MELEE, Planner
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.weights import Weights
from arena_dungeon.cards import PLUS_TWO, SPELLS
from arena_dungeon.ways import path, search_cost, ways


class Policy:
    """Plays by weights and a planner, for any seat of a match."""

    def __init__(self, weights: Mapping[str, Weights], planner: type[Planner] = Planner) -> None:
        """`weights`: for each hero. `planner`: how it chooses where to go."""
        self.weights = weights
        self.planner = planner(weights)

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

    def promise(self, table: Table, space: int, lag: float) -> float:
        """How good it is to stand there in so many turns: gp for each turn, or with the goal how near the hall is."""
        if self.homebound(table):
            return 1e6 / (lag + ceil(self.home_cost(table, space) / STEPS))
        if not IS_ROOM[space] and table.uncleared >> space & 1:
            lag += 0.5
        plan = self.planner.best(table, space, STEPS, lag)
        return plan.score if plan is not None else 0.0

    # going home

    def homebound(self, table: Table) -> bool:
        """Has the hero what it needs, so that only the way home is left?"""
        return table.gp >= table.goal and table.goal_treasure is None

    def home_cost(self, table: Table, space: int) -> float:
        w = self.weights[table.hero]
        return ways(space, table.doors, table.uncleared, search_cost(table.hero), w.chh, table.barrier).cost[HALL]

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
        level = LEVEL_OF[table.at] if table.hunter != table.at else 6
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
        plan = self.planner.best(table, table.at, table.steps)
        return "enter" if plan is not None and plan.target == table.target else "stop"

    def move(self, table: Table, legal: Sequence[str]) -> str:
        """One step of the way to the best target, or home."""
        if self.homebound(table):
            if table.at == HALL:  # it was carried there, which did not count: out, and in again
                return next(action for action in legal if action.startswith("go c"))
            leave = self.weights[table.hero].chh
            found = ways(table.at, table.doors, table.uncleared, search_cost(table.hero), leave, table.barrier)
            return self.walk(table, legal, path(found, HALL), MELEE)
        if len(legal) > 1 and legal[-2].startswith("teleport ") and (word := self.teleport(table, legal, "")):
            return word
        plan = self.planner.best(table, table.at, table.steps)
        target, mode = (HALL, MELEE) if plan is None else (plan.target, plan.mode)
        return self.towards(table, legal, target, mode)

    def towards(self, table: Table, legal: Sequence[str], target: int, mode: str) -> str:
        """The next action on the way to a target, or at it."""
        if target == table.at:
            return "stay"
        w = self.weights[table.hero]
        found = ways(table.at, table.doors, table.uncleared, search_cost(table.hero), w.ch, table.barrier)
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
            if mode != MELEE and len(route) == 1 and table.steps and table.spell_used:  # this turn's spell was cast already
                word = f"go {NAMES[last]}"
                if word in legal:
                    return word
            search = next((action for action in legal if action.startswith("search ") and NAMES[route[0]] in action), "")
            if search:
                return search
        return self.wait(table, legal)

    def wait(self, table: Table, legal: Sequence[str]) -> str:
        """Nowhere to go: stay, but step aside, if one can, from a card that is unknown or hardly to be beaten."""
        at = table.at
        if not table.uncleared >> at & 1 and at != table.hunter:
            return "stay"
        card = table.hunter_card if at == table.hunter else table.cards.get(at)
        if card is not None and table.chance(table.hero, table.bonus, card) >= self.weights[table.hero].pmin:
            return "stay"
        aside = [action for action in legal if action.startswith("go c") or action == "go HALL"]
        return aside[0] if aside else "stay"
