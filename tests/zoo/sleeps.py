"""A class bot that takes a nap of 50 ms before each answer."""

import time

import arena


class Zoo(arena.Bot):
    def act(self, view, legal, info):
        time.sleep(0.05)
        return 0
