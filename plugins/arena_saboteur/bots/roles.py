"""Which role each dwarf card has: the exact posterior, given for each card how likely what its owner did is by role.

The cards are dealt from a known pool without putting back, so that their roles are not independent. What is left of the
pool, by role, after the first cards is the hidden state of a Markov chain; forward and backward sums over its states give
every card's posterior, and a joint sample of all (Rabiner, "A tutorial on hidden Markov models", 1989, section III).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

Left = tuple[int, ...]
"""How many cards of each role are left, in the order of the pool's roles."""
Likelihood = Mapping[str, float]
"""Role -> how likely what was seen is, up to a factor; 0 for what cannot be."""


class Roles:
    """The roles of some cards of a pool.

    >>> roles = Roles(["saboteur", "digger", "digger", "digger"], [{"saboteur": 2, "digger": 1}, {"digger": 1}])
    >>> [round(chance["digger"], 3) for chance in roles.chances()]
    [0.5, 1.0]
    """

    def __init__(self, pool: Iterable[str], likelihoods: Sequence[Likelihood]) -> None:
        """One likelihood for each card, a role that it leaves out cannot be. Raises ValueError if nothing fits."""
        counts = Counter(pool)
        self._names = list(counts)
        self._likelihoods = [[each.get(name, 0.0) for name in self._names] for each in likelihoods]
        self._forward: list[dict[Left, float]] = [{tuple(counts.values()): 1.0}]
        for i in range(len(likelihoods)):
            layer: dict[Left, float] = {}
            for left, weight in self._forward[i].items():
                for _, chance, after in self._moves(left, i):
                    layer[after] = layer.get(after, 0.0) + weight * chance
            total = sum(layer.values())
            if not total:
                raise ValueError("no deal of the role cards fits what is known of them")
            self._forward.append({left: weight / total for left, weight in layer.items()})
        later = dict.fromkeys(self._forward[-1], 1.0)
        rows = [later]
        for i in range(len(likelihoods) - 1, -1, -1):
            later = {
                left: sum([chance * later.get(after, 0.0) for _, chance, after in self._moves(left, i)])
                for left in self._forward[i]
            }
            top = max(later.values())
            later = {left: weight / top for left, weight in later.items()}
            rows.append(later)
        self._backward = rows[::-1]

    def chances(self) -> list[dict[str, float]]:
        """For each card: role -> how likely it has it; the sum is 1."""
        out = []
        for i in range(len(self._likelihoods)):
            sums = [0.0] * len(self._names)
            backward = self._backward[i + 1]
            for left, weight in self._forward[i].items():
                for role, chance, after in self._moves(left, i):
                    sums[role] += weight * chance * backward.get(after, 0.0)
            total = sum(sums)
            out.append({name: each / total for name, each in zip(self._names, sums, strict=True)})
        return out

    def sample(self, rng: Random) -> tuple[list[str], list[str]]:
        """A role for each card, drawn jointly, and the rest of the pool, shuffled."""
        left = next(iter(self._forward[0]))
        out = []
        for i in range(len(self._likelihoods)):
            backward = self._backward[i + 1]
            moves = [(role, chance * backward.get(after, 0.0), after) for role, chance, after in self._moves(left, i)]
            role, _, left = rng.choices(moves, [move[1] for move in moves])[0]
            out.append(self._names[role])
        rest = [name for name, count in zip(self._names, left, strict=True) for _ in range(count)]
        rng.shuffle(rest)
        return out, rest

    def _moves(self, left: Left, card: int) -> Iterator[tuple[int, float, Left]]:
        """Which role the card may have: its index, how likely, what is left then."""
        for role, likelihood in enumerate(self._likelihoods[card]):
            if left[role] and likelihood:
                yield role, left[role] * likelihood, (*left[:role], left[role] - 1, *left[role + 1 :])
