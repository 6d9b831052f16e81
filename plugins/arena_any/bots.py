"""The two bots that need no thought: the measure for all others."""

from __future__ import annotations

from typing import Any

from arena.bots import Act, Bot


class Random(Bot):
    """Plays any legal action, each equally likely."""

    def act(self, view: Any, legal: list[str], info: Act) -> int:
        return self.rng.randrange(len(legal))


class FirstLegal(Bot):
    """Always plays the first legal action."""

    def act(self, view: Any, legal: list[str], info: Act) -> int:
        return 0
