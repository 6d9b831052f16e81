"""Which cards reach a goal at once."""

from __future__ import annotations

from functools import lru_cache

from arena_saboteur.cards import FACE_OF, LIVE_AT, ROTATIONS, TUNNELS
from arena_saboteur.mine import WAYS, Mine
from arena_saboteur.notation import FED, GOAL_CELLS, fits


def finishers(mine: Mine, goal: int) -> frozenset[str]:
    """The tunnel cards that reach a face-down goal if they are laid beside it now."""
    out: frozenset[str] = frozenset()
    for _, step, back in WAYS:
        need = mine.rim.get(GOAL_CELLS[goal] + step, 0)
        if need & FED:
            out |= _leads_on(need, back)
    return out


@lru_cache(maxsize=65536)
def _leads_on(need: int, side: int) -> frozenset[str]:
    """The cards that lead on from a fed cell with this need to its neighbour at `side`."""
    fed = need >> 8 & 15
    return frozenset(
        code
        for code in TUNNELS
        if any(fits(code, rotation, need) and LIVE_AT[FACE_OF[code, rotation]][side] & fed for rotation in ROTATIONS[code])
    )
