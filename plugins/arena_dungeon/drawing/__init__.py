"""A view drawn for people: as text for a terminal."""

from __future__ import annotations

from arena_dungeon.drawing.text import draw

__all__ = ["draw"]
