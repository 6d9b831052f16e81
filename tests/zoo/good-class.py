"""A class bot without fault."""

import arena


class Zoo(arena.Bot):
    def act(self, view, legal, info):
        return 0
