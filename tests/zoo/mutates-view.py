"""A class bot that ruins whatever it is given."""

import arena


class Zoo(arena.Bot):
    def act(self, view, legal, info):
        view.clear()
        legal.clear()
        legal.append("mine")
        info.events = info.legal = None
        info.n = info.id = 99
        return 0
