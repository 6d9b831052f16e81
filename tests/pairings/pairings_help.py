"""Playing a Swiss tournament with made-up results, for the tests of pairings."""

from __future__ import annotations

from collections import Counter
from random import Random

from arena.games import placements
from arena.pairings import Key, Round, Swiss


def play(
    swiss: Swiss, seed: int = 0, spread: float = 1.0, withdrawn: dict[int, int] | None = None
) -> tuple[list[Round], dict[Key, list[float] | None]]:
    """All rounds and results when strengths have that spread beside a match's luck of 1, and one match in ten is a tie."""
    rng = Random(seed)
    strength = [rng.gauss(0, spread) for _ in range(swiss.bots)]
    results: dict[Key, list[float] | None] = {}
    rounds = []
    while round := swiss.next_round(results, withdrawn or {}):
        rounds.append(round)
        for table in round.tables:
            for match in table.matches:
                luck = [strength[bot] + rng.gauss(0, 1) for bot in match.seats]
                ranks = [1 + sum(other > own for other in luck) for own in luck]
                results[match.key] = placements([1] * len(ranks) if rng.random() < 0.1 else ranks)
    return rounds, results


def meetings(rounds: list[Round]) -> Counter[tuple[int, int]]:
    return Counter(
        (a, b) for round in rounds for table in round.tables for a in table.bots for b in table.bots if a < b
    )


def first_seats(rounds: list[Round]) -> Counter[tuple[int, int]]:
    """(bot, seat): how often, in first matches."""
    return Counter(
        (bot, seat) for round in rounds for table in round.tables for seat, bot in enumerate(table.matches[0].seats)
    )
