"""A class bot that never comes to an end."""

import arena


class Zoo(arena.Bot):
    def act(self, view, legal, info):
        while True:
            pass
