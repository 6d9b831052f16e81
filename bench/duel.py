"""Plays one bot against another at whole sides of a table and says whether it is better.

`python bench/duel.py armadora any/flat-mc greedy --seats 4 --set advanced=true --deals 40` prints a row of Markdown for
`docs/ladders.md`. Each deal is played twice: a random half of the sides has the first bot and the other half the second, and
then the other way round, so that both are dealt the same. Partners are one bot. Deals follow from their numbers and the
bots have no clock, so that it comes out the same again; they run in this program's processes, one for each core.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from functools import partial
from multiprocessing import Pool
from random import Random
from statistics import fmean
from typing import NamedTuple

import arena
from arena.fields import make_config
from arena.plugins import Plugins
from arena.protocol import TimeLimits
from arena.ratings.placements import mean_by_table


class Duel(NamedTuple):
    """What a deal came to, both matches of it together."""

    result: float
    """The mean result of a seat of the first bot against one of the second, in 0..1."""
    ms: tuple[list[float], list[float]]
    """How long each decision of the two bots took."""


def duel(number: int, game: str, bots: tuple[str, str], seats: int, config: Sequence[str]) -> Duel:
    """Play the deal of that number twice. Raises RuntimeError if a bot makes a fault."""
    rules = Plugins().game(game)
    teams = rules.teams(make_config(rules, config), seats)
    sides = [*dict.fromkeys(teams)]
    rng = Random(number)
    rng.shuffle(sides)
    half = len(sides) // 2 + (len(sides) % 2 and rng.random() < 0.5)
    first, results = set(sides[:half]), []
    ms: tuple[list[float], list[float]] = [], []
    for turned in (False, True):
        who = [int((side in first) == turned) for side in teams]
        match = arena.play(
            game, [bots[i] for i in who], config=config, seed=number, trusted=True, time=TimeLimits(move_ms=None)
        )
        if match.ranks is None or match.outcome.faults:
            raise RuntimeError(f"deal {number}: {match.outcome.faults or 'no result'}")
        for seat, spent in zip(match.outcome.askers, match.outcome.times, strict=True):
            ms[who[seat]].append(spent)
        pairs = [(a, b) for a in range(seats) for b in range(seats) if who[a] == 0 and who[b] == 1]
        ranks = match.ranks
        results.append(fmean(1.0 if ranks[a] < ranks[b] else 0.5 if ranks[a] == ranks[b] else 0.0 for a, b in pairs))
    return Duel(fmean(results), ms)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("upper", help="a bot, as in `arena match`")
    parser.add_argument("lower")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--first", type=int, default=1000, help="the number of the first deal")
    chosen = parser.parse_args()
    if chosen.deals < 2:
        parser.error("--deals must be 2 or more: one deal says nothing of how sure it is")
    if chosen.seats < 2:
        parser.error("--seats must be 2 or more: for one seat play `arena tournament --seats 1`")
    os.environ.setdefault("OMP_NUM_THREADS", "1")  # the processes are the threads
    play = partial(duel, game=chosen.game, bots=(chosen.upper, chosen.lower), seats=chosen.seats, config=chosen.set)
    with Pool() as pool:
        duels = pool.map(play, range(chosen.first, chosen.first + chosen.deals), chunksize=1)
    mean = mean_by_table((one.result, 1) for one in duels)
    assert mean is not None and mean.low is not None and mean.high is not None  # there are two or more
    half = mean.high - mean.value
    says = "shown" if mean.low > 0.5 else "no" if mean.high < 0.5 else "open"
    table = ", ".join([f"{chosen.seats} seats", *chosen.set])
    print(f"| {table} | {chosen.upper} | {chosen.lower} | {2 * chosen.deals} | {mean.value:.3f} ± {half:.3f} | {says} |")
    for at, bot in enumerate((chosen.upper, chosen.lower)):
        spent = [ms for one in duels for ms in one.ms[at]]
        print(f"{bot}: {fmean(spent):.0f} ms a decision, {max(spent):.0f} at most", file=sys.stderr)


if __name__ == "__main__":
    main()
