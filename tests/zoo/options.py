"""A class bot with options, a module of its own beside it, and the name of a standard module as a neighbour."""

import random
import statistics

import neighbour_of_options

import arena


class Zoo(arena.Bot):
    def __init__(self, *, depth: int = 1) -> None:
        self.drawn = self.rng.random()
        self.depth = depth

    def act(self, view, legal, info):
        print(self.depth, self.drawn, random.random(), neighbour_of_options.NAME, statistics.mean([1, 3]))
        return legal[self.info.seat]

    def end(self, result):
        print("ended", result.ranks)
