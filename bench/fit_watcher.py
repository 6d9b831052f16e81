"""Fits how likely seats are to place which tile where: the numbers in Armadöra's `bots/watcher.py`.

`python bench/fit_watcher.py --matches 200` plays matches between `greedy` and the warlord without lookahead, at 2 and 3 seats,
half of them advanced; `greedy` takes a random action now and then, as it did when the network was trained. One seat watches
what the others place. A multinomial logit is fitted to the tiles that they turn out to be: the logarithm of a power's odds
is that of its number in the reserve, plus a weighted sum of what the watcher sees. It prints the weights, and how many nats a
tile is unsure by on matches that were kept back, with the weights and without.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "plugins")]

from arena_armadora import Config  # noqa: E402
from arena_armadora.board import SQUARES  # noqa: E402
from arena_armadora.bots.beliefs import EVEN, Odds  # noqa: E402
from arena_armadora.bots.greedy import Greedy  # noqa: E402
from arena_armadora.bots.warlord import Warlord  # noqa: E402
from arena_armadora.bots.watcher import Watcher  # noqa: E402
from arena_armadora.options import ARMIES  # noqa: E402
from train_warlord import play, seated  # noqa: E402

from arena.bots import Start  # noqa: E402

POWERS = 5
Doubles = NDArray[np.float64]


class Placement(NamedTuple):
    """One tile that a seat placed face down."""

    kind: str
    """The bot that placed it."""
    evidence: Doubles
    """(powers, weights): what each weight is multiplied with."""
    left: Doubles
    """(powers): its reserve before."""
    power: int
    """Which it was, from 0."""


class Recorder(Watcher):
    """Takes down what it sees of each placement, and believes nothing of it."""

    def __init__(self, army: list[int], teams: list[int], seat: int) -> None:
        super().__init__(army, teams, seat, trust=1.0)
        self.seen: list[tuple[int, int, Doubles]] = []

    def _odds(self, seat: int, square: int, gold: dict[int, int]) -> Odds:
        facts = np.array(self.facts(seat, square, gold))
        where, when = self.liked(seat, square)
        ranks = np.arange(POWERS)[:, None]
        self.seen.append((seat, square, np.hstack([facts * ranks, facts * (ranks > 0), np.array([where, when]).T])))
        return EVEN


class Onlooker(Warlord):
    """The warlord without lookahead, with a recorder in the place of its watcher."""

    def __init__(self) -> None:
        super().__init__(width=1)

    def start(self, info: Start) -> None:
        super().start(info)
        self._watcher = self.recorder = Recorder(info.static["army"], info.teams, info.seat)


def placements(matches: int, rng: Random) -> Iterable[list[Placement]]:
    """What is placed in so many matches, match by match."""
    for number in range(matches):
        seats, config = 2 + number // 2 % 2, Config(advanced=number % 2 == 1)
        onlooker = Onlooker()
        others = [Greedy() if rng.random() < 0.4 else Warlord(width=1) for _ in range(seats - 1)]
        bots: list[Any] = [*others, onlooker]
        rng.shuffle(bots)
        for seat, bot in enumerate(bots):
            seated(bot, config, seats, seat, Random(rng.random()))
        _, state = play(bots, config, rng)
        reserves = [np.array(ARMIES[seats], dtype=float) for _ in range(seats)]
        face_down = {square: (seat, evidence) for seat, square, evidence in onlooker.recorder.seen}
        out = []
        for seat, order in enumerate(onlooker.recorder.order):
            for name in order:
                square = SQUARES.index(name)
                power = state.power[square] - 1
                if square in face_down:
                    kind = type(bots[seat]).__name__
                    out.append(Placement(kind, face_down[square][1], reserves[seat].copy(), power))
                reserves[seat][power] -= 1
        yield out


def chances(evidence: Doubles, left: Doubles, weights: Doubles) -> Doubles:
    """(placements, powers): how likely each power is."""
    logits = np.log(np.maximum(left, 1e-9)) + evidence @ weights
    odds: Doubles = np.exp(logits - logits.max(1, keepdims=True))
    chances: Doubles = odds / odds.sum(1, keepdims=True)
    return chances


def fit(evidence: Doubles, left: Doubles, power: NDArray[np.int_], steps: int = 3000) -> Doubles:
    """The weights of the highest likelihood, less a little for their size; by gradient descent with Adam."""
    weights, mean, square = (np.zeros(evidence.shape[2]) for _ in range(3))
    truth = np.eye(POWERS)[power]
    for step in range(1, steps + 1):
        wrong = chances(evidence, left, weights) - truth
        slope = np.einsum("npw,np->w", evidence, wrong) / len(power) + 1e-3 * weights
        mean += 0.1 * (slope - mean)
        square += 0.001 * (slope * slope - square)
        weights = weights - 0.05 * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    rng = Random(chosen.seed)
    by_match = list(placements(chosen.matches, rng))
    kept = max(1, len(by_match) // 4)
    arrays = []
    for some in (by_match[kept:], by_match[:kept]):
        of_all = [placement for match in some for placement in match]
        arrays.append((
            np.stack([p.evidence for p in of_all]), np.stack([p.left for p in of_all]), np.array([p.power for p in of_all]),
            np.array([p.kind for p in of_all]),
        ))  # fmt: skip
    weights = fit(*arrays[0][:3])
    facts = (len(weights) - 2) // 2
    for name, part in (("_SLOPE", weights[:facts]), ("_STEP", weights[facts:-2]), ("_SQUARE, _WHEN", weights[-2:])):
        print(f"{name} = ({', '.join(f'{weight:.2f}' for weight in part)})")
    evidence, left, power, kinds = arrays[1]
    for kind in sorted(set(kinds)):
        of_kind = kinds == kind
        rows = np.arange(of_kind.sum())
        unsure = [
            -np.log(chances(evidence[of_kind], left[of_kind], w)[rows, power[of_kind]]).mean()
            for w in (weights, 0 * weights)
        ]
        print(f"{kind}: {of_kind.sum()} tiles kept back, {unsure[0]:.2f} nats a tile; by the reserve alone {unsure[1]:.2f}")


if __name__ == "__main__":
    main()
