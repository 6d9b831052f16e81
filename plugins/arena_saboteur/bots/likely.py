"""How likely each kind of act is for one who digs, for a saboteur, and for a geologist: counted, see `witness`.

The counts are from matches of `greedy` at 5 and 7 seats, and at 6 seats with the expansion; each row is mixed with a
tenth of its mean, since others play otherwise. A path's kind ends with the number of steps of
`witness.EDGES` that its gain is above: 0 leads far away from the gold, 6 comes nearer by a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LIKELY: Final[Mapping[str, tuple[float, float, float]]] = {
    "break open": (0.1423, 0.1592, 0.0406),
    "discard blocked": (0.0977, 0.2783, 0.1965),
    "discard free": (0.0342, 0.0151, 0.0144),
    "free open": (0.0027, 0.0005, 0.0093),
    "free self": (0.0013, 0.0028, 0.0043),
    "map": (0.1019, 0.0992, 0.0601),
    "path far 0": (0.0019, 0.0359, 0.0172),
    "path far 1": (0.0008, 0.0099, 0.0046),
    "path far 2": (0.0011, 0.0073, 0.0195),
    "path far 3": (0.0301, 0.0302, 0.1330),
    "path far 4": (0.0115, 0.0052, 0.0198),
    "path far 5": (0.0308, 0.0122, 0.0141),
    "path far 6": (0.1420, 0.0369, 0.0243),
    "path far crystal 0": (0.0002, 0.0009, 0.0009),
    "path far crystal 1": (0.0001, 0.0006, 0.0009),
    "path far crystal 2": (0.0002, 0.0002, 0.0025),
    "path far crystal 3": (0.0015, 0.0021, 0.0243),
    "path far crystal 4": (0.0003, 0.0003, 0.0059),
    "path far crystal 5": (0.0010, 0.0009, 0.0043),
    "path far crystal 6": (0.0088, 0.0045, 0.0130),
    "path near 0": (0.0027, 0.0683, 0.0085),
    "path near 1": (0.0016, 0.0216, 0.0134),
    "path near 2": (0.0014, 0.0089, 0.0096),
    "path near 3": (0.0689, 0.0280, 0.1544),
    "path near 4": (0.0196, 0.0026, 0.0150),
    "path near 5": (0.0489, 0.0043, 0.0079),
    "path near 6": (0.1074, 0.0087, 0.0136),
    "path near crystal 0": (0.0004, 0.0038, 0.0043),
    "path near crystal 1": (0.0001, 0.0006, 0.0009),
    "path near crystal 2": (0.0002, 0.0005, 0.0025),
    "path near crystal 3": (0.0019, 0.0018, 0.0293),
    "path near crystal 4": (0.0002, 0.0001, 0.0008),
    "path near crystal 5": (0.0013, 0.0003, 0.0059),
    "path near crystal 6": (0.0060, 0.0006, 0.0044),
    "repair open": (0.0551, 0.0037, 0.0497),
    "repair self": (0.0354, 0.0809, 0.0219),
    "rockfall better": (0.0240, 0.0011, 0.0051),
    "rockfall even": (0.0062, 0.0013, 0.0194),
    "rockfall worse": (0.0028, 0.0524, 0.0062),
    "trap open": (0.0062, 0.0085, 0.0180),
}
