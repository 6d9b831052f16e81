"""Prospector: sends each warrior where it wins the most gold. It builds no palisades.

A bot that looks one step ahead: it guesses how much gold it will win, tries each of its actions on that guess, and
takes the one that improves it most.
"""

# arena: games=armadora

from __future__ import annotations

from math import exp
from typing import Any

import arena


class Prospector(arena.Bot):
    """Sends each warrior where it wins the most gold."""

    def __init__(self, *, thrift: float = 1.0, doubt: float = 1.0) -> None:
        # options: `bots/prospector.py:thrift=2` enters a bot that saves its strong warriors longer
        self.thrift = thrift  # the gold that a point of power must win to be worth placing
        self.doubt = doubt  # how much less a lead counts for each square on which more warriors may come

    def act(self, view: Any, legal: list[str], info: arena.Act) -> str:
        letters = dict(zip(self.info.static["squares"], "".join(view["territories"]), strict=True))
        gold = self.gold_of_territories(view, letters)
        lead = self.leads(view, letters)
        empty: dict[str, int] = {}
        for square, letter in letters.items():
            if square not in view["owner"] and square not in view["gold"]:
                empty[letter] = empty.get(letter, 0) + 1

        def gain(action: str) -> float:
            _, square, digit = action.split()
            power, territory = int(digit), letters[square]
            now = lead.get(territory, 0.0)
            spread = 1 + self.doubt * (empty[territory] - 1)
            won: float = gold.get(territory, 0) * (chance((now + power) / spread) - chance(now / spread))
            # walls may come later: it is good to stand beside gold then
            mines = [mine for mine in view["gold"] if letters[mine] == territory]
            near: float = sum(view["gold"][mine] / distance(square, mine) ** 2 for mine in mines)
            return won + 0.1 * near - self.thrift * power

        warriors = [action for action in legal if action.startswith("warrior ")]
        if warriors:
            best = max(map(gain, warriors))
            # several may be equally good: choose among them by luck, so that rivals can't foresee it
            return self.rng.choice([action for action in warriors if gain(action) > best - 1e-9])
        if "pass" in legal:
            return "pass"
        return self.rng.choice(legal)  # the advanced game asks other things too

    def gold_of_territories(self, view: Any, letters: dict[str, str]) -> dict[str, int]:
        """The gold in each territory; a territory is known by its letter."""
        gold: dict[str, int] = {}
        for mine, pile in view["gold"].items():
            gold[letters[mine]] = gold.get(letters[mine], 0) + pile
        return gold

    def leads(self, view: Any, letters: dict[str, str]) -> dict[str, float]:
        """By territory: our power there, less the strongest rival side's. A hidden warrior counts as the average."""
        army = self.info.static["army"]  # how many warriors of power 1, 2, 3, 4, 5
        average = sum(i * count for i, count in enumerate(army, 1)) / sum(army)
        totals: dict[str, dict[int, float]] = {}
        for square, owner in view["owner"].items():
            sides = totals.setdefault(letters[square], {})
            side = self.info.teams[owner]
            sides[side] = sides.get(side, 0.0) + (view["power"][square] or average)
        ours = self.info.teams[self.info.seat]
        return {
            territory: sides.pop(ours, 0.0) - max(sides.values(), default=0.0) for territory, sides in totals.items()
        }


def chance(lead: float) -> float:
    """How likely a lead is still one at the end, in 0..1."""
    return 1 / (1 + exp(-lead))


def distance(square: str, mine: str) -> int:
    """Steps between two squares of the board, as if there were no walls."""
    return abs(ord(square[0]) - ord(mine[0])) + abs(int(square[1]) - int(mine[1]))
