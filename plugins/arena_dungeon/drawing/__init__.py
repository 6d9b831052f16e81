"""A view drawn for people: as text for a terminal (`text`, `chart`) and as a picture (`svg`, `ground`, `panels`, `shapes`).

`words` are for both.
"""

from __future__ import annotations

from arena_dungeon.drawing.svg import picture
from arena_dungeon.drawing.text import draw

__all__ = ["draw", "picture"]
