"""How the race for the gold goes on, as a small Markov chain.

The rest of a round is taken to be a walk of the tunnel's head: where it is, is how many cards of way are left. A free digger's
turn brings it a card nearer with some chance, a saboteur's turn throws it back with some chance, and who is blocked or free now
comes to be as free as others of its side. One backward pass over the turns that are left (R. Bellman, "Dynamic
Programming", 1957, for a chain without choices) gives what each distance is worth to a seat at each turn, so that an
action can be judged by who will reach the gold, and not only by whether it will be reached. The chances are
smoothed counts of 30 matches of `belief` at 5 seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

LEVELS: Final = 12
"""Distances are counted up to here, in cards."""
NEARER: Final = (0.0, 0.30, 0.34, 0.34, 0.42, 0.47, 0.48, 0.48, 0.5, 0.5, 0.5, 0.5, 0.5)
"""Cards of way left -> how likely a free digger's turn brings the tunnel a card nearer."""
BACK: Final = (0.0, 0.5, 0.48, 0.42, 0.38, 0.3, 0.3, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1)
"""How likely a free saboteur's turn throws it back."""
THROWN: Final = 2
"""By how many cards."""
FROM_BEHIND: Final = 0.05
"""How likely a blocked saboteur's turn throws it back: by a rock-fall."""
MENDED: Final = 0.25
"""How fast a seat that is blocked or free now comes to be as free as others of its side, for each of its turns."""
FREE: Final = (0.4, 0.78)
"""How much of the time a saboteur, and a digger, is free."""


class Pace:
    """The coming turns: who acts, how likely he digs and is free, or does harm and is free, or does harm and is blocked."""

    def __init__(self, order: Sequence[int], digs: Sequence[float], harms: Sequence[float], free: Sequence[float]) -> None:
        """`order`: the seats in turn. By seat, `digs` and `harms`: how likely it is for the gold, and against it; `free`: 1
        if it is free now, 0 if it is blocked.
        """
        self.order = order
        self.up: list[float] = []
        self.down: list[float] = []
        self.behind: list[float] = []
        now = list(free)
        usual = [FREE[1] * each + FREE[0] * (1 - each) for each in digs]
        for seat in order:
            free_now = now[seat]
            self.up.append(digs[seat] * free_now)
            self.down.append(harms[seat] * free_now)
            self.behind.append(harms[seat] * (1 - free_now) * FROM_BEHIND)
            now[seat] = free_now + MENDED * (usual[seat] - free_now)

    def values(self, reached: Sequence[float], missed: float) -> list[list[float]]:
        """Turn -> cards of way left -> what that is worth, if it is worth `reached[seat]` that a seat reaches the gold,
        and `missed` that nobody does. The last row is after the last turn; the entry for no card left is not used.

        >>> Pace([0], [1.0], [0.0], [1.0]).values([10.0], 0.0)[0][1:4]
        [3.0, 0.0, 0.0]
        """
        after = [missed] * (LEVELS + 1)
        out = [after]
        for turn in range(len(self.order) - 1, -1, -1):
            up, down, behind = self.up[turn], self.down[turn], self.behind[turn]
            now = after[:]
            nearer = reached[self.order[turn]]
            for level in range(1, LEVELS + 1):
                same = after[level]
                thrown = after[min(level + THROWN, LEVELS)]
                now[level] = same + up * NEARER[level] * (nearer - same) + (down * BACK[level] + behind) * (thrown - same)
                nearer = same
            out.append(now)
            after = now
        return out[::-1]


def at_distance(values: Sequence[float], far: float) -> float:
    """What a distance is worth by one row of `Pace.values`: in between two cards by both.

    >>> at_distance([0.0, 3.0, 1.0], 1.25)
    2.5
    """
    if far <= 1.0:
        return values[1]
    if far >= len(values) - 1:
        return values[-1]
    low = int(far)
    return values[low] + (far - low) * (values[low + 1] - values[low])
