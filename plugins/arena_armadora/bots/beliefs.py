"""What a seat's hidden warriors can be: an exact belief over which tile of its army lies where.

A seat places its army tile by tile. What is left of it, by power, is the hidden state of a Markov chain; how likely each
tile is the next one depends on how many of its kind are left and on the `odds` that the observer gives to the powers at
that placement. Forward and backward sums over the few states (24 at most for each placement) give the exact posterior:
Rabiner, "A tutorial on hidden Markov models", 1989, section III. With even odds it is what shuffling gives: every order
of the unknown tiles equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

Left = tuple[int, ...]
"""How many tiles of power 1, 2, 3, 4, 5 a seat has still to place."""
Odds = Sequence[Any]
"""How much likelier than by its number each power is placed, power 1 first. Numbers of one kind: float or Fraction."""
EVEN: Odds = (1, 1, 1, 1, 1)


class Belief:
    """One seat's placements so far, in their order, and what they may be.

    >>> belief = Belief((5, 1, 1, 1, 0))
    >>> belief.place()
    >>> belief.place(known=4)
    >>> [round(chance, 3) for chance in belief.chances(0)]
    [0.714, 0.143, 0.143, 0.0, 0.0]
    """

    def __init__(self, army: Sequence[int], one: Any = 1.0) -> None:
        """`one` is the number 1 of the kind to count with."""
        self._one = one
        self._start: Left = tuple(army)
        self._odds: list[Odds] = []
        self._known: list[int | None] = []
        self._forward: list[dict[Left, Any]] = [{self._start: one}]
        self._backward: list[dict[Left, Any]] | None = None

    def __len__(self) -> int:
        """How many tiles it has placed."""
        return len(self._odds)

    def place(self, odds: Odds = EVEN, known: int | None = None) -> None:
        """It has placed one more tile; `known`: its power, if it was seen."""
        self._odds.append(odds)
        self._known.append(known)
        self._forward.append(self._step(len(self) - 1))
        self._backward = None

    def learn(self, index: int, power: int) -> None:
        """The tile that it placed as number `index`, from 0, has this power. Raises ValueError if that cannot be."""
        if self._known[index] == power:
            return
        self._known[index] = power
        del self._forward[index + 1 :]
        for i in range(index, len(self)):
            self._forward.append(self._step(i))
        self._backward = None
        if not self._forward[-1]:
            raise ValueError(f"no order of the army {list(self._start)} has tile {index} of power {power}")

    def likelihood(self) -> Any:
        """How likely it was to see the tiles that were seen, where they were seen."""
        return sum(self._forward[-1].values())

    def chances(self, index: int) -> list[Any]:
        """How likely the tile number `index` has power 1, 2, 3, 4, 5."""
        backward = self._look_back()
        out = [0 * self._one] * len(self._start)
        for left, weight in self._forward[index].items():
            for power, chance, after in self._moves(left, index):
                out[power - 1] += weight * chance * backward[index + 1].get(after, 0)
        total = sum(out)
        return [chance / total for chance in out]

    def reserve(self) -> dict[Left, Any]:
        """How likely each make-up of its reserve is."""
        total = sum(self._forward[-1].values())
        return {left: weight / total for left, weight in self._forward[-1].items()}

    def sample(self, rng: Random) -> tuple[list[int], Left]:
        """The powers of its tiles in the order of placing and its reserve, drawn from the belief."""
        backward = self._look_back()
        left = self._start
        powers = []
        for i in range(len(self)):
            moves = [
                (power, chance * backward[i + 1].get(after, 0), after) for power, chance, after in self._moves(left, i)
            ]
            power, _, left = rng.choices(moves, [float(move[1]) for move in moves])[0]
            powers.append(power)
        return powers, left

    def _moves(self, left: Left, index: int) -> Iterable[tuple[int, Any, Left]]:
        """Which tile may be number `index`: its power, how likely it is, what is left then."""
        odds, known = self._odds[index], self._known[index]
        weights = [count * more for count, more in zip(left, odds, strict=True)]
        total = sum(weights) * self._one
        for i, weight in enumerate(weights):
            if weight and (known is None or known == i + 1):
                yield i + 1, weight / total, (*left[:i], left[i] - 1, *left[i + 1 :])

    def _step(self, index: int) -> dict[Left, Any]:
        out: dict[Left, Any] = {}
        for left, weight in self._forward[index].items():
            for _, chance, after in self._moves(left, index):
                out[after] = out.get(after, 0) + weight * chance
        return out

    def _look_back(self) -> list[dict[Left, Any]]:
        """For each number of tiles placed: state -> how likely all that was seen later is from there."""
        if self._backward is None:
            later: dict[Left, Any] = dict.fromkeys(self._forward[-1], self._one)
            rows = [later]
            for i in range(len(self) - 1, -1, -1):
                later = {
                    left: sum(chance * later.get(after, 0) for _, chance, after in self._moves(left, i))
                    for left in self._forward[i]
                }
                rows.append(later)
            self._backward = rows[::-1]
        return self._backward


class Mixture:
    """One seat's placements when it is not sure how it places: by the odds of a model, or by no plan at all.

    Each is a `Belief`. How much it counts is what it counted at first, times how likely it made what was seen (Bayes): so
    a seat that does not play as the model expects is soon no more read by it, where tiles are seen.
    """

    def __init__(self, army: Sequence[int], trust: Any, one: Any = 1.0) -> None:
        """`trust`: how likely it is at first that the seat places by the model, 0 to 1."""
        self._parts = [(weight, Belief(army, one)) for weight in (trust, one - trust) if weight]
        self._modelled = bool(trust)

    def place(self, odds: Odds = EVEN, known: int | None = None) -> None:
        """It has placed one more tile, with these odds by the model; `known`: its power, if it was seen."""
        for i, (_, belief) in enumerate(self._parts):
            belief.place(odds if self._modelled and i == 0 else EVEN, known)

    def learn(self, index: int, power: int) -> None:
        """The tile that it placed as number `index`, from 0, has this power. Raises ValueError if that cannot be."""
        for _, belief in self._parts:
            belief.learn(index, power)

    def weights(self) -> list[Any]:
        """How likely it now is that the seat places by the model, and that it does not; one of them if trust is 0 or 1."""
        weights = [weight * belief.likelihood() for weight, belief in self._parts]
        return [weight / sum(weights) for weight in weights]

    def chances(self, index: int) -> list[Any]:
        """How likely the tile number `index` has power 1, 2, 3, 4, 5."""
        every = [belief.chances(index) for _, belief in self._parts]
        weights = self.weights()
        return [sum(w * c for w, c in zip(weights, chances, strict=True)) for chances in zip(*every, strict=True)]

    def reserve(self) -> dict[Left, Any]:
        """How likely each make-up of its reserve is."""
        out: dict[Left, Any] = {}
        for weight, (_, belief) in zip(self.weights(), self._parts, strict=True):
            for left, chance in belief.reserve().items():
                out[left] = out.get(left, 0) + weight * chance
        return out

    def sample(self, rng: Random) -> tuple[list[int], Left]:
        """The powers of its tiles in the order of placing and its reserve, drawn from the belief."""
        chosen = rng.choices(self._parts, [float(weight) for weight in self.weights()])[0]
        return chosen[1].sample(rng)
