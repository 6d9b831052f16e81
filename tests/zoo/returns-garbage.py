"""A class bot that forgets its return."""

import arena


class Zoo(arena.Bot):
    def act(self, view, legal, info):
        self.best = legal[0]
