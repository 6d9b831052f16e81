"""A class bot that leaves."""

import sys

import arena


class Zoo(arena.Bot):
    def act(self, view, legal, info):
        sys.exit(5)
