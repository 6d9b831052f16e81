"""How fast the rules of Armadöra are: `python bench/rules.py`. Every figure is the best of a few runs on one core.

The bare loop plays random matches of the same rules on the same bit masks, drawing a number below the count of legal
actions and no more: no lists, strings, events or checks. What is left beside it is the price of the contract.
"""

# ruff: noqa: E402

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from time import perf_counter

import msgspec

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "plugins")]

from arena_armadora import Armadora, ArmadoraState, Config, Deal
from arena_armadora.board import ALL_EDGES, LAND, OPEN_LANES, place
from arena_armadora.options import ARMIES, PALISADES

GAME = Armadora()
MATCHES = 150
RUNS = 5


def random_matches(seats: int, config: Config) -> int:
    """Plays MATCHES matches at random through the contract; how many decisions it took, forced ones included."""
    choice = Random(seats).choice
    decisions = 0
    for number in range(MATCHES):
        state = GAME.new_match(config, seats, Deal(number.to_bytes(32, "big")))
        while state.turn is not None:
            state.apply(choice(state.legal()))
            decisions += 1
    return decisions


NTH = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]


def nth(mask: int, n: int) -> int:
    """The id number `n` (from 0) of those in a mask."""
    base = 0
    for byte in mask.to_bytes(9, "little"):
        found = NTH[byte]
        if n < len(found):
            return base + found[n]
        n -= len(found)
        base += 8
    raise IndexError(n)


def bare_matches(seats: int) -> int:
    """The same for the basic game on the bare masks."""
    draw = Random(seats).randrange
    decisions = 0
    for _ in range(MATCHES):
        walls, lanes, free, supply, empty = 0, OPEN_LANES, ALL_EDGES, PALISADES, LAND
        reserves = [list(ARMIES[seats]) for _ in range(seats)]
        powers = [[p for p in range(5) if reserve[p]] for reserve in reserves]
        inside = [True] * seats
        seat, second = 0, False
        while True:
            walls_count = free.bit_count() if supply else 0
            tiles_count = 0 if second else empty.bit_count() * len(powers[seat])
            n = draw(walls_count + tiles_count + 1)
            decisions += 1
            if n < walls_count:
                walls, lanes, free = place(walls, lanes, free, nth(free, n))
                supply -= 1
                second = not second
                if second:
                    continue
            elif n < walls_count + tiles_count:
                square, kind = divmod(n - walls_count, len(powers[seat]))
                empty ^= 1 << nth(empty, square)
                power = powers[seat][kind]
                reserves[seat][power] -= 1
                if not reserves[seat][power]:
                    powers[seat].remove(power)
            elif second:
                second = False
            else:
                inside[seat] = False
            if not any(inside):
                break
            seat = (seat + 1) % seats
            while not inside[seat]:
                seat = (seat + 1) % seats
    return decisions


def middle(seats: int) -> ArmadoraState:
    """A position after 30 random decisions."""
    rng = Random(1)
    state = GAME.new_match(Config(), seats, Deal(bytes(32)))
    for _ in range(30):
        state.apply(rng.choice(list(state.stand_in_actions())))
    return state


def rate(work: object, *arguments: object, repeat: int = RUNS) -> float:
    """Things a second, the best of `repeat` runs; `work` says how many things it did, or it is one call of many."""
    best = 0.0
    for _ in range(repeat):
        began = perf_counter()
        done = work(*arguments)  # type: ignore[operator]
        best = max(best, done / (perf_counter() - began))
    return best


def many(call: object, *arguments: object, times: int = 3000) -> float:
    """Calls a second."""

    def calls() -> int:
        for _ in range(times):
            call(*arguments)  # type: ignore[operator]
        return times

    return rate(calls, repeat=3)


def main() -> None:
    print("decisions a second, random play: legal(), a choice, apply()")
    for seats in GAME.seats:
        basic, bare = rate(random_matches, seats, Config()), rate(bare_matches, seats)
        advanced = rate(random_matches, seats, Config(advanced=True))
        print(f"  {seats} seats: basic {basic:9,.0f}   bare loop {bare:9,.0f}   advanced {advanced:9,.0f}")
    print("in the middle of a match")
    for seats in GAME.seats:
        state = middle(seats)
        view = state.view(0)
        size = len(msgspec.json.encode(view))
        rng = Random(2)

        def guess(view: object = view, seats: int = seats, rng: Random = rng) -> object:
            return GAME.determinize(view, [], rng, seat=0, config=Config(), seats=seats)

        print(
            f"  {seats} seats: {many(state.view, 0):8,.0f} views/s   JSON of {size} bytes in "
            f"{1e6 / many(msgspec.json.encode, view):4.1f} µs   {many(state.copy):9,.0f} copies/s   "
            f"{many(guess, times=500):6,.0f} determinizations/s"
        )


if __name__ == "__main__":
    main()
