"""What may be asked in a match, as `phase` of a state and of a view has it. What is legal in each: `turns.LISTS`."""

from __future__ import annotations

from typing import Final

HERO: Final = "hero"
"""Which hero: before the first turn, and after a death."""
SPELL: Final = "spell"
"""Which spell a new wizard takes next."""
START: Final = "start"
"""The beginning of a turn, if there is more to do than to `begin`."""
MOVE: Final = "move"
PEEKED: Final = "peeked"
"""To enter what an ESP Medallion has shown, or to stop before it."""
ARRIVED: Final = "arrived"
"""In an uncleared chamber or at the hunter: to teleport away before the encounter, or to stay."""
SLIDE: Final = "slide"
"""In which chamber a Slide ends."""
COMBAT: Final = "combat"
"""To attack by hand or by a spell."""
SWORD: Final = "sword"
"""Which Magic Sword becomes the active one."""
RETREAT: Final = "retreat"
"""Which of several spaces a wounded hero goes back to."""
OVER: Final = "over"
"""Nothing more: the match is over."""
