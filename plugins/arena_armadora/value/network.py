"""What a position promises, by a small neural network that was trained on its own matches.

Each mine's numbers go through the same two layers; what comes out is added up over the mines and goes, with the numbers of
the whole table, through one more (Zaheer and others, "Deep Sets", NIPS 2017). Two numbers come out: the logit of the
expected placement, and the lead in gold. That a program can learn a game's values from its own play is Tesauro's TD-Gammon
("Temporal Difference Learning and TD-Gammon", Communications of the ACM 38, 1995). `bench/train_warlord.py` trains it, on
matches of the network against itself, its older selves and `greedy`. The weights that ship are of such runs, stopped by
the clock: about 8,500 matches at 2 seats, 7,200 at 3, and 6,800 at 4, begun with an older network of 2 seats, whose scales
they keep.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena_armadora.value.ground import Floats

Single = NDArray[np.float32]
Weights = NDArray[np.floating[Any]]
"""In single precision while they are trained, in double as they are loaded."""
Value = Callable[[Floats, Floats], Floats]
"""(positions, mines, PER_MINE) and (positions, TABLE) -> what each promises, such as `Network.value`."""

SPUR = 0.04
"""The share that a lead in gold has beside the placement, so that a match won or lost is played on well."""
DIGITS = 9
"""What a position is worth is rounded, since sums differ in the last digits by where numbers lie in memory: positions that are
worth the same, as mirrored ones are, come out the same in every process, and so do the bots' answers."""


class Network(NamedTuple):
    """The weights. `numbers.PER_MINE` numbers a mine and `numbers.TABLE` for the table go in, scaled first."""

    mine_mean: Weights
    mine_scale: Weights
    table_mean: Weights
    table_scale: Weights
    first: Weights
    first_table: Weights
    first_bias: Weights
    second: Weights
    second_bias: Weights
    third: Weights
    third_table: Weights
    third_bias: Weights
    last: Weights
    last_bias: Weights

    def outputs(self, mines: Weights, table: Weights) -> tuple[Weights, Weights]:
        """(positions, mines, PER_MINE) and (positions, TABLE) -> by position the placement's logit, and the lead in tens.

        In single precision if all is (training), else in double.
        """
        x = (mines - self.mine_mean) / self.mine_scale
        t = (table - self.table_mean) / self.table_scale
        x = np.maximum(x @ self.first + (t @ self.first_table + self.first_bias)[:, None], 0)
        x = np.maximum(x @ self.second + self.second_bias, 0).sum(axis=1)
        x = np.maximum(x @ self.third + t @ self.third_table + self.third_bias, 0)
        out = x @ self.last + self.last_bias
        return out[:, 0], out[:, 1]

    def value(self, mines: Floats, table: Floats) -> Floats:
        """By position the expected placement, (beaten + ties/2) / others, and with a small share the lead in gold: in 0..1."""
        logit, lead = self.outputs(mines, table)
        value = (1 - SPUR) / (1.0 + np.exp(-logit)) + SPUR * (0.5 + 0.5 * np.tanh(lead))
        return np.round(value, DIGITS)


@lru_cache(maxsize=3)
def load(seats: int) -> Network:
    """The network for so many seats, 2 to 4, in double precision."""
    with as_file(files("arena_armadora.value") / "weights" / f"{seats}-seats.npz") as path, np.load(path) as arrays:
        return Network(**{name: arrays[name].astype(np.float64) for name in Network._fields})
