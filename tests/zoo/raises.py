"""A class bot with a bug."""

import arena


class Zoo(arena.Bot):
    def act(self, view, legal, info):
        return legal[len(legal)]
