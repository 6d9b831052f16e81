"""A view drawn for people: as text for a terminal, and as a picture."""

from __future__ import annotations

from arena_dungeon.drawing.svg import picture
from arena_dungeon.drawing.text import draw

__all__ = ["draw", "picture"]
