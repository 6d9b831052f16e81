"""From results to strengths: the official rating, tie-breaks and standings. Pure functions; imports arena.games only.

Nothing here is imported at start but `MatchResult`: the modules beside it load numpy, so a command imports them when
it rates. `standings.standings(results)` is the front door.
"""

from __future__ import annotations

from arena.ratings.results import MatchResult

__all__ = ["MatchResult"]
