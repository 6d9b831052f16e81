"""How likely each kind of act is for one who digs, for a saboteur, and for a geologist: counted by `bench/fit_saboteur.py`.

The counts are from 120 matches each of `greedy` and `belief`, mixed, at 5 and 7 seats, and at 6 seats with the expansion; each
row is mixed with a tenth of its mean, since others play otherwise. `witness.kind_of` says what the kinds are: whom an act hits
was not suspected so far (clean), was (suspect), or neither (open); a path's kind ends with the number of steps of
`witness.EDGES` that its gain is above: 0 leads far away from the gold, 6 comes nearer by a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Likely = Mapping[str, tuple[float, float, float]]
"""Kind of act -> how likely it is for one who digs, a saboteur, a geologist."""

LIKELY: Final[Likely] = {
    "break clean": (0.0154, 0.116, 0.0214),
    "break open": (0.0038, 0.026, 0.00169),
    "break suspect": (0.117, 0.00804, 0.0177),
    "discard blocked": (0.0877, 0.226, 0.187),
    "discard free": (0.056, 0.0429, 0.0701),
    "free clean": (0.00159, 0.000376, 0.00379),
    "free open": (6.21e-05, 9.14e-05, 0.000224),
    "free self": (0.00142, 0.00175, 0.00427),
    "free suspect": (0.000821, 0.00129, 0.00423),
    "map": (0.0895, 0.0902, 0.044),
    "path far 0": (0.0028, 0.0681, 0.0127),
    "path far 1": (0.00138, 0.0171, 0.0105),
    "path far 2": (0.00171, 0.0113, 0.012),
    "path far 3": (0.0417, 0.0454, 0.147),
    "path far 4": (0.0147, 0.00478, 0.0223),
    "path far 5": (0.042, 0.00932, 0.0116),
    "path far 6": (0.158, 0.0255, 0.0241),
    "path far crystal 0": (0.000245, 0.00278, 0.00382),
    "path far crystal 1": (0.000159, 0.00122, 0.00289),
    "path far crystal 2": (0.000269, 0.000489, 0.00681),
    "path far crystal 3": (0.00335, 0.00456, 0.0368),
    "path far crystal 4": (0.000637, 0.000619, 0.0134),
    "path far crystal 5": (0.00241, 0.000574, 0.00557),
    "path far crystal 6": (0.0123, 0.00271, 0.0134),
    "path near 0": (0.00273, 0.0589, 0.0128),
    "path near 1": (0.00175, 0.0196, 0.00796),
    "path near 2": (0.00254, 0.00952, 0.0111),
    "path near 3": (0.0633, 0.0314, 0.147),
    "path near 4": (0.0153, 0.00296, 0.0131),
    "path near 5": (0.0426, 0.0025, 0.0101),
    "path near 6": (0.0815, 0.0039, 0.00885),
    "path near crystal 0": (0.00016, 0.00338, 0.000778),
    "path near crystal 1": (4.15e-05, 0.000472, 0.000236),
    "path near crystal 2": (3.76e-05, 0.000363, 0.000233),
    "path near crystal 3": (0.00219, 0.00172, 0.0218),
    "path near crystal 4": (0.000256, 0.000219, 0.00374),
    "path near crystal 5": (0.00203, 0.000228, 0.0038),
    "path near crystal 6": (0.00639, 0.000453, 0.00439),
    "repair clean": (0.0311, 0.00215, 0.0053),
    "repair open": (0.00212, 0.000888, 0.00076),
    "repair self": (0.0347, 0.0596, 0.0223),
    "repair suspect": (0.0148, 0.0298, 0.0101),
    "rockfall better": (0.0254, 0.00105, 0.00419),
    "rockfall even": (0.00375, 0.000873, 0.0113),
    "rockfall worse": (0.00237, 0.0514, 0.00689),
    "trap clean": (0.00174, 0.00858, 0.0067),
    "trap open": (0.000367, 0.00162, 0.0016),
    "trap suspect": (0.00739, 0.00115, 0.00795),
}
