"""Trains the warlord's value of Armadöra positions by matches against itself and against `greedy`, for one number of seats.

`python bench/train_warlord.py 2 --minutes 60 --out two.npz`. Round by round it plays matches, half of them advanced, and fits
the network to their results. In the first round all seats are `greedy`; later a seat is the newest network, an older one,
or `greedy`. All take another action than their own choice now and then. What a position is fitted to is a mean of the
match's result and of what the network made of the seat's later positions (the lambda return: Sutton, "Learning to Predict
by the Methods of Temporal Differences", Machine Learning 3, 1988). It stops by the clock, so two runs differ in what they
end with. The weights that ship are `plugins/arena_armadora/value/weights/N-seats.npz`; `arena_armadora.value` says what else
follows from new ones.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import msgspec
import numpy as np

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "plugins")]

from arena_armadora import Armadora, ArmadoraState, Config, Deal  # noqa: E402
from arena_armadora.bots.greedy import Greedy  # noqa: E402
from arena_armadora.bots.position import Position  # noqa: E402
from arena_armadora.bots.turns import Turn  # noqa: E402
from arena_armadora.bots.warlord import Warlord  # noqa: E402
from arena_armadora.options import ARMIES  # noqa: E402
from arena_armadora.value.network import Network, Single  # noqa: E402
from arena_armadora.value.numbers import PER_MINE, TABLE  # noqa: E402

from arena.bots import Bot  # noqa: E402
from arena.protocol import Act, Start, TimeLeft, TimeLimits  # noqa: E402

GAME = Armadora()
SIZES = 48, 24, 32
"""The widths of the three hidden layers."""
WANDER = 0.1
"""How often a seat takes a random action, or another turn than the best."""
GREEDY = 0.2
"""How often a seat is `greedy` after the first round."""
LAMBDA = 0.85
KEPT = 10
"""The rounds whose matches are fitted."""
BATCH = 512

Story = tuple[Single, Single, Single]
"""One seat's match: its positions' numbers by mine and for the table, one after each of its turns; placement and lead."""


class Wanderer(Warlord):
    """The warlord as it learns: it takes the turn that the network likes best, or one of the next best."""

    def __init__(self, network: Network) -> None:
        super().__init__(width=1, trust=0.0)
        self.network = network

    def start(self, info: Start) -> None:
        super().start(info)
        self._value = self.network.value

    def choose(self, plans: Any) -> Any:
        """The best plan, mostly."""
        far = min(len(plans) - 1, int(self.rng.expovariate(0.25))) if self.rng.random() < WANDER else 0
        return plans[far].turn


def seated(bot: Bot, config: Config, seats: int, seat: int, rng: Random) -> Bot:
    """The bot, told that its match begins."""
    start = Start(1, "train", GAME.name, GAME.rules, config, seats, seat, GAME.teams(config, seats), None, 1,
                  GAME.static(config, seats), TimeLimits())  # fmt: skip
    bot.info = msgspec.json.decode(msgspec.json.encode(start), type=Start)
    bot.rng = rng
    bot.start(bot.info)
    return bot


def play(bots: Sequence[Bot], config: Config, rng: Random) -> tuple[list[Story], ArmadoraState]:
    """One match, told by each seat, and its end."""
    seats, teams = len(bots), GAME.teams(config, len(bots))
    state = GAME.new_match(config, seats, Deal(rng.randbytes(32)))
    told: list[list[Any]] = [[] for _ in range(seats)]
    seen: list[list[tuple[Single, Single]]] = [[] for _ in range(seats)]
    notices = state.opening()
    while True:
        for audience, event in notices:
            for who in range(seats) if audience is None else audience:
                if who in range(seats):
                    told[who].append(msgspec.to_builtins(event))
        seat = state.seat
        if seat is None:
            break
        legal = list(state.legal())
        if len(legal) == 1:
            notices = state.apply(legal[0])
            continue
        act = Act(1, len(legal), legal, msgspec.to_builtins(state.view(seat)), told[seat], TimeLeft(None, None, None))
        told[seat] = []
        action = bots[seat].act(act.view, legal, act)
        if isinstance(bots[seat], Greedy) and rng.random() < WANDER:
            action = rng.choice(list(state.stand_in_actions()))
        notices = state.apply(str(action))
        if state.seat not in (seat, None):  # its turn is over
            position = Position(msgspec.to_builtins(state.view(seat)), list(ARMIES[seats]), teams, seat)
            mines, table = position.after([Turn()])
            seen[seat].append((mines[0].astype(np.float32), table[0].astype(np.float32)))
    ranks, scores = state.ranks(), state.scores()
    assert ranks and scores
    out = []
    for who, positions in enumerate(seen):
        if positions:
            others = [i for i in range(seats) if teams[i] != teams[who]]
            beaten = fmean(1.0 if ranks[who] < ranks[i] else 0.5 if ranks[who] == ranks[i] else 0.0 for i in others)
            lead = ((scores[who] or 0) - fmean(scores[i] or 0 for i in others)) / 10
            told_mines = np.stack([mines for mines, _ in positions])
            told_table = np.stack([table for _, table in positions])
            out.append((told_mines, told_table, np.array([beaten, lead], np.float32)))
    return out, state


def fresh(stories: list[Story], rng: np.random.Generator) -> Network:
    """A network that knows nothing, scaled to the numbers of these matches."""
    mines = np.concatenate([story[0] for story in stories]).reshape(-1, PER_MINE)
    table = np.concatenate([story[1] for story in stories])
    one, two, three = SIZES

    def layer(into: int, out: int, scale: float = 1.0) -> Single:
        return (scale * rng.normal(0, (2 / into) ** 0.5, (into, out))).astype(np.float32)

    return Network(
        mines.mean(0), np.maximum(mines.std(0), 0.05), table.mean(0), np.maximum(table.std(0), 0.05),
        layer(PER_MINE, one), layer(TABLE, one, 0.5), np.zeros(one, np.float32),
        layer(one, two), np.zeros(two, np.float32),
        layer(two, three, 0.5), layer(TABLE, three, 0.5), np.zeros(three, np.float32),
        layer(three, 2, 0.3), np.zeros(2, np.float32),
    )  # fmt: skip


def targets(network: Network | None, stories: list[Story]) -> Single:
    """(positions, 2): placement and lead that each position is fitted to."""
    out = []
    for mines, table, result in stories:
        goal = np.tile(result, (len(mines), 1))
        if network is not None:
            logit, lead = network.outputs(mines, table)
            seen = np.stack([1 / (1 + np.exp(-logit)), lead], axis=1)
            for i in range(len(mines) - 2, -1, -1):
                goal[i] = (1 - LAMBDA) * seen[i + 1] + LAMBDA * goal[i + 1]
        out.append(goal)
    return np.concatenate(out)


class Fitting:
    """Gradient descent on the weights, with Adam (Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015)."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.names = Network._fields[4:]
        self.mean = {name: np.zeros_like(getattr(network, name)) for name in self.names}
        self.square = {name: np.zeros_like(getattr(network, name)) for name in self.names}
        self.steps = 0

    def step(self, mines: Single, table: Single, goal: Single, rate: float) -> None:
        """One step down the loss: cross entropy of the placement, and a third of the squared error of the lead."""
        self.steps += 1
        for name, slope in self._slopes(mines, table, goal).items():
            weights = getattr(self.network, name)
            slope += 1e-5 * weights
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.001 * (slope * slope - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            weights -= rate * mean / (np.sqrt(self.square[name] / (1 - 0.999**self.steps)) + 1e-8)

    def _slopes(self, mines: Single, table: Single, goal: Single) -> dict[str, Single]:
        net, count = self.network, len(mines)
        x = (mines - net.mine_mean) / net.mine_scale
        t = (table - net.table_mean) / net.table_scale
        one = np.maximum(x @ net.first + (t @ net.first_table + net.first_bias)[:, None], 0)
        two = np.maximum(one @ net.second + net.second_bias, 0)
        total = two.sum(axis=1)
        three = np.maximum(total @ net.third + t @ net.third_table + net.third_bias, 0)
        out = three @ net.last + net.last_bias
        back = np.stack([1 / (1 + np.exp(-out[:, 0])) - goal[:, 0], 0.3 * (out[:, 1] - goal[:, 1])], axis=1) / count
        slopes = {"last": three.T @ back, "last_bias": back.sum(0)}
        back = (back @ net.last.T) * (three > 0)
        slopes |= {"third": total.T @ back, "third_table": t.T @ back, "third_bias": back.sum(0)}
        back = (back @ net.third.T)[:, None] * (two > 0)
        slopes |= {"second": np.tensordot(one, back, ((0, 1), (0, 1))), "second_bias": back.sum((0, 1))}
        back = (back @ net.second.T) * (one > 0)
        slopes |= {"first": np.tensordot(x, back, ((0, 1), (0, 1)))}
        back = back.sum(axis=1)
        return slopes | {"first_table": t.T @ back, "first_bias": back.sum(0)}


def fit(network: Network, stories: list[Story], goal: Single, rng: np.random.Generator, epochs: float, rate: float) -> None:
    """Fit the weights in place, at a rate that falls to almost nothing."""
    mines = np.concatenate([story[0] for story in stories])
    table = np.concatenate([story[1] for story in stories])
    fitting = Fitting(network)
    steps = int(epochs * len(mines) / BATCH)
    for step in range(steps):
        some = rng.integers(0, len(mines), BATCH)
        fitting.step(mines[some], table[some], goal[some], rate * (1 - step / steps) + 5e-5)


def field(seats: int, networks: list[Network], rng: Random) -> list[Callable[[], Bot]]:
    """Who sits where: sides as a whole, so that partners play alike."""

    def one() -> Callable[[], Bot]:
        if not networks or rng.random() < GREEDY:
            return Greedy
        network = networks[-1] if rng.random() < 0.75 else rng.choice(networks)
        return lambda: Wanderer(network)

    sides = [one() for _ in range(2 if seats == 4 else seats)]
    return [sides[i % len(sides)] for i in range(seats)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seats", type=int, choices=(2, 3, 4))
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--matches", type=int, default=500, help="of a round; the first has twice as many")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--begin", type=Path, help="weights to begin with, instead of with greedy's matches")
    parser.add_argument("--out", type=Path, required=True)
    chosen = parser.parse_args()
    rng, numbers = Random(chosen.seed), np.random.default_rng(chosen.seed)
    networks: list[Network] = []
    if chosen.begin:
        with np.load(chosen.begin) as arrays:
            networks.append(Network(**{name: arrays[name] for name in Network._fields}))
    rounds: list[list[Story]] = []
    until = time.monotonic() + 60 * chosen.minutes
    while time.monotonic() < until:
        stories: list[Story] = []
        for number in range(chosen.matches * (1 if networks else 2)):
            config = Config(advanced=number % 2 == 1)
            makers = field(chosen.seats, networks, rng)
            bots = [seated(make(), config, chosen.seats, seat, Random(rng.random())) for seat, make in enumerate(makers)]
            stories += play(bots, config, rng)[0]
        rounds = [*rounds, stories][-KEPT:]
        every = [story for of_round in rounds for story in of_round]
        last = networks[-1] if networks else None
        network = Network(*(array.copy() for array in last)) if last else fresh(every, numbers)
        fit(network, every, targets(last, every), numbers, 2.5 if last else 6.0, 1e-3 if last else 2e-3)
        networks = [*networks, network][-4:]
        np.savez(chosen.out, **network._asdict())
        print(f"{len(stories)} seats of a round told {sum(len(story[0]) for story in stories)} positions", flush=True)


if __name__ == "__main__":
    main()
