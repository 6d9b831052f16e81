"""Lucky: the smallest class bot. It plays any legal action, in any game."""

from __future__ import annotations

from typing import Any

import arena


class Lucky(arena.Bot):
    """Plays a random legal action."""

    def act(self, view: Any, legal: list[str], info: arena.Act) -> str:
        # self.rng is seeded by the arena: a bot that draws only from it plays the same match again
        return self.rng.choice(legal)
