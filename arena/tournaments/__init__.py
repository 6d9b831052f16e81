"""A tournament: its spec, its plan, playing and resuming it, its results.

`tournament(spec)` is the public function, `arena.tournament`; `arena tournament` only calls it.
"""

from __future__ import annotations

from arena.tournaments.planning import Plan, plan_tournament
from arena.tournaments.results import Results
from arena.tournaments.running import Observer, Stopped, tournament
from arena.tournaments.spec import Spec

__all__ = ["Observer", "Plan", "Results", "Spec", "Stopped", "plan_tournament", "tournament"]
