"""A class bot that cannot be loaded."""

import no_such_module_at_all

import arena


class Zoo(arena.Bot):
    thing = no_such_module_at_all
