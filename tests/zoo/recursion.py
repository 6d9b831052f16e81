"""A class bot that calls itself for ever."""

import arena


class Zoo(arena.Bot):
    def act(self, view, legal, info):
        return self.act(view, legal, info)
