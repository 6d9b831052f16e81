"""A class bot in a file, for tests that hand the class itself over."""

from __future__ import annotations

from typing import Any

import arena


class Highest(arena.Bot):
    """Plays the last legal action."""

    def act(self, view: Any, legal: list[str], info: arena.Act) -> str:
        return legal[-1]
