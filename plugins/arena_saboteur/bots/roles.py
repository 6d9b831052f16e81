"""Which role each dwarf card has: the exact posterior, given for each card how likely what its owner did is by role.

The cards are dealt from a known pool without putting back, so that their roles are not independent. What is left of the
pool, by role, after the first cards is the hidden state of a Markov chain; forward and backward sums over its states give
every card's posterior, and a joint sample of all (Rabiner, "A tutorial on hidden Markov models", 1989, section III).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

Left = int
"""How many cards of each role are left: BITS for each of the pool's roles, the first one lowest."""
BITS: Final = 4
MOST: Final = (1 << BITS) - 1
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
        self._start = sum(count << BITS * role for role, count in enumerate(counts.values()))
        forward = {self._start: 1.0}
        self._forward = [forward]
        self._moves: list[dict[Left, list[tuple[int, float, Left]]]] = []
        for each in likelihoods:
            rows = [(role, BITS * role, each[name]) for role, name in enumerate(self._names) if each.get(name)]
            moves = {
                left: [
                    (role, count * likelihood, left - (1 << shift))
                    for role, shift, likelihood in rows
                    if (count := left >> shift & MOST)
                ]
                for left in forward
            }
            layer: dict[Left, float] = {}
            for left, weight in forward.items():
                for _, chance, after in moves[left]:
                    layer[after] = layer.get(after, 0.0) + weight * chance
            total = sum(layer.values())
            if not total:
                raise ValueError("no deal of the role cards fits what is known of them")
            forward = {left: weight / total for left, weight in layer.items()}
            self._forward.append(forward)
            self._moves.append(moves)
        later = dict.fromkeys(forward, 1.0)
        backward = [later]
        for moves in reversed(self._moves):
            sums = {left: sum([chance * later[after] for _, chance, after in ways]) for left, ways in moves.items()}
            top = max(sums.values())
            later = {left: weight / top for left, weight in sums.items()}
            backward.append(later)
        self._backward = backward[::-1]

    def chances(self) -> list[dict[str, float]]:
        """For each card: role -> how likely it has it; the sum is 1."""
        out = []
        for i, moves in enumerate(self._moves):
            sums = [0.0] * len(self._names)
            forward, backward = self._forward[i], self._backward[i + 1]
            for left, ways in moves.items():
                weight = forward[left]
                for role, chance, after in ways:
                    sums[role] += weight * chance * backward[after]
            total = sum(sums)
            out.append({name: each / total for name, each in zip(self._names, sums, strict=True)})
        return out

    def sample(self, rng: Random) -> tuple[list[str], list[str]]:
        """A role for each card, drawn jointly, and the rest of the pool, shuffled."""
        left = self._start
        out = []
        for i, moves in enumerate(self._moves):
            backward = self._backward[i + 1]
            ways = moves[left]
            role, _, left = rng.choices(ways, [chance * backward[after] for _, chance, after in ways])[0]
            out.append(self._names[role])
        rest = [name for role, name in enumerate(self._names) for _ in range(left >> BITS * role & MOST)]
        rng.shuffle(rest)
        return out, rest
