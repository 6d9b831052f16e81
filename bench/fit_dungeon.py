"""Fits the numbers of Dungeon!'s estimate to matches of the tuned bot.

States are kept at the beginning of turns, a few of each match at 2, 4 and 8 seats, with who won. A (1+1) search then moves
the numbers of `arena_dungeon.estimate.FIT` to where the winner was thought likeliest (the least mean of -log of the chance
that it was given), on one half of the matches; the other half tells how good that is. `python bench/fit_dungeon.py` prints both.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp, log
from random import Random

from arena_dungeon import Config, Dungeon, DungeonState
from arena_dungeon.bots.policy import Policy
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.weights import TUNED
from arena_dungeon.cards import HEROES
from arena_dungeon.estimate import FIT, Fit, chances_to_win

from arena.games import RandomChance

Kept = tuple[DungeonState, int]
"""A state and who won in the end."""


def keep(seats: int, number: int, share: float) -> list[Kept]:
    """States of one match."""
    rng = Random(f"fit {seats} {number}")
    state = Dungeon().new_match(Config(), seats, RandomChance(rng))
    policy = Policy(TUNED)
    states, seen = [], -1
    while (seat := state.turn) is not None:
        if state.round and seat != seen and rng.random() < share / seats:
            states.append(state.copy())
        seen = seat
        legal = state.legal()
        free = [f"hero {hero}" for hero in HEROES if f"hero {hero}" in legal]
        action = legal[0] if len(legal) == 1 else rng.choice(free) if free else ""
        state.apply(action or policy.act(Table.of_state(state, seat), legal))
    return [] if state.winner is None else [(kept, state.winner) for kept in states]


def loss(fit: Fit, kept: Sequence[Kept]) -> float:
    """The mean of -log of the chance that the winner was given."""
    return -sum(log(max(1e-9, chances_to_win(state, fit)[winner])) for state, winner in kept) / len(kept)


def moved(fit: Fit, rng: Random) -> Fit:
    """Near: some of the numbers by some percent, the paces each by itself."""

    def move(value: float) -> float:
        return value * exp(rng.gauss(0, 0.12)) if rng.random() < 0.4 else value

    pace = fit.pace
    others = {name: move(value) for name, value in fit._asdict().items() if name != "pace"}
    return Fit(pace=(move(pace[0]), move(pace[1]), move(pace[2]), move(pace[3])), **others)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=120, help="at each number of seats")
    parser.add_argument("--tries", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.matches < 2:
        parser.error("--matches must be 2 or more: one half of them only tells how good the fit is")
    halves: list[list[Kept]] = [[], []]
    for seats in (2, 4, 8):
        for number in range(chosen.matches):
            halves[number % 2] += keep(seats, number, 0.25)
    rng = Random(chosen.seed)
    fit, best = FIT, loss(FIT, halves[0])
    level = sum(log(state.seats) for state, _ in halves[1]) / len(halves[1])
    print(f"{len(halves[0])} and {len(halves[1])} states; all alike: {level:.4f}; now: {best:.4f}, {loss(FIT, halves[1]):.4f}")
    for _ in range(chosen.tries):
        tried = moved(fit, rng)
        got = loss(tried, halves[0])
        if got < best:
            fit, best = tried, got
    print(f"fitted: {best:.4f}, {loss(fit, halves[1]):.4f}\n{fit}")


if __name__ == "__main__":
    main()
