"""What may be asked in a match, as `phase` of a state and of a view has it."""

from __future__ import annotations

from typing import Final

TURN: Final = "turn"
"""The beginning of a turn."""
DISCARD: Final = "discard"
"""One more discard of a pass, or `done`."""
UNBLOCK: Final = "unblock"
"""A discard that pays for an unblock."""
DRAFT: Final = "draft"
"""A gold card."""
STEAL: Final = "steal"
"""A victim."""
OVER: Final = "over"
"""Nothing more: the match is over."""

ROUND_OVER: Final = (DRAFT, STEAL, OVER)
"""The round's work has ended: roles and goals lie open, and only gold is still to move."""
