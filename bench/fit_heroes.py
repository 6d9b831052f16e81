"""Fits which hero wins in which company: the numbers of `arena_dungeon.bots.heroes.COMPANY`.

Matches of the tuned bot at 2 to 8 seats, each seat with a hero drawn by lot, of each at most two. The chance to win is taken
as a conditional logit: each seat has a strength, its hero's own and something for each rival, by that rival's hero; the
chances go with the exponentials of the strengths (D. McFadden, in Frontiers in Econometrics, 1974). It is fitted by likelihood,
with a small ridge, on nine tenths of the matches; the last tenth tells how good that is. `python bench/fit_heroes.py` prints
both decks' numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from math import log
from multiprocessing import Pool
from random import Random
from typing import Any

import numpy as np
from arena_dungeon import Config
from arena_dungeon.bots.policy import Policy
from arena_dungeon.bots.weights import TUNED
from arena_dungeon.cards import FIGURES, HEROES, NUMBERS, Deck
from balance import play

SEATS = range(2, 9)
RIDGE = 0.5
"""How much the squares of the numbers count against the sum of the logarithms."""

Played = tuple[list[int], int]
"""The heroes of the seats, as places in HEROES, and who won."""


def match(number: int, deck: Deck) -> Played | None:
    """One match; None for a draw."""
    rng = Random(f"company {number}")
    seats = SEATS[number % len(SEATS)]
    heroes = [*range(len(HEROES))] * FIGURES
    rng.shuffle(heroes)
    del heroes[seats:]
    policy = Policy(TUNED)
    outcome = play(f"company {number}", [HEROES[hero] for hero in heroes], [policy] * seats, Config(deck=deck))
    return None if outcome.winner is None else (heroes, outcome.winner)


def features(heroes: Sequence[int]) -> Any:
    """By seat a row: its hero, and the rivals of each hero beside it."""
    count = len(HEROES)
    rows = np.zeros((len(heroes), count + count * count))
    for seat, hero in enumerate(heroes):
        rows[seat, hero] = 1
        for other, rival in enumerate(heroes):
            if other != seat:
                rows[seat, count + count * hero + rival] += 1
    return rows


def chances(numbers: Any, rows: Any) -> Any:
    strengths = rows @ numbers
    weights = np.exp(strengths - strengths.max())
    return weights / weights.sum()


def fit(played: Sequence[Played]) -> Any:
    """The likeliest numbers, by Newton's method."""
    tables = [(features(heroes), winner) for heroes, winner in played]
    numbers = np.zeros(tables[0][0].shape[1])
    for _ in range(12):
        slope = -RIDGE * numbers
        bend = RIDGE * np.eye(len(numbers))
        for rows, winner in tables:
            odds = chances(numbers, rows)
            mean = odds @ rows
            slope += rows[winner] - mean
            bend += (rows * odds[:, None]).T @ rows - np.outer(mean, mean)
        numbers = numbers + np.linalg.solve(bend, slope)
    return numbers


def loss(numbers: Any, played: Sequence[Played]) -> float:
    """The mean of -log of the chance that the winner was given."""
    return -sum(log(chances(numbers, features(heroes))[winner]) for heroes, winner in played) / len(played)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    chosen = parser.parse_args()
    for deck in NUMBERS:
        with Pool(chosen.jobs) as pool:
            numbers = range(chosen.first, chosen.first + chosen.matches)
            got = pool.map(partial(match, deck=deck), numbers, chunksize=20)
        played = [one for one in got if one is not None]
        cut = len(played) * 9 // 10
        found = fit(played[:cut])
        level = sum(log(len(heroes)) for heroes, _ in played[cut:]) / (len(played) - cut)
        print(f"{deck}: all alike {level:.4f}, fitted {loss(found, played[cut:]):.4f} on {len(played) - cut} other matches")
        count = len(HEROES)
        for at, hero in enumerate(HEROES):
            against = ", ".join(f"{value:.2f}" for value in found[count + count * at : count + count * (at + 1)])
            print(f'    "{hero}": Company({found[at]:.2f}, ({against})),', flush=True)


if __name__ == "__main__":
    main()
