"""The grounds of territories: a tint and a faint pattern each, so that neighbours differ in print too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arena_armadora.board import EDGE_ENDS

_TINTS = ("#e6eed6", "#f8e2c9", "#dbe6f5", "#f5dce6", "#f3edbd")
_HATCHES = (
    "",
    "M-1 13L13 -1M-1 25L25 -1M11 25L25 11",
    "M0 6H24M0 18H24",
    "M-1 11L13 25M-1 -1L25 25M11 -1L25 13",
    "M6 0V24M18 0V24",
)
GROUNDS = 10
"""As many as there can be territories: 40 squares, 4 at least in each."""


def _look(ground: int) -> tuple[int, int]:
    """The tint and the hatch of a ground: the second five pair them otherwise than the first."""
    return (ground + 2 * (ground // 5)) % 5, ground % 5


def fill(ground: int) -> str:
    """How a shape is filled with a ground, for the attribute `fill`."""
    return f"url(#ground{ground})"


def definitions(used: Iterable[int]) -> str:
    """The patterns of these grounds, which must be in the picture once."""
    out = ""
    for ground in sorted(set(used)):
        tint, hatch = _look(ground)
        out += (
            f'<pattern id="ground{ground}" width="24" height="24" patternUnits="userSpaceOnUse">'
            f'<rect width="24" height="24" fill="{_TINTS[tint]}"/>'
        )
        if _HATCHES[hatch]:
            out += f'<path d="{_HATCHES[hatch]}" stroke="#000" stroke-opacity=".11" stroke-width="2" fill="none"/>'
        out += "</pattern>"
    return f"<defs>{out}</defs>"


def choose(areas: str) -> dict[str, int]:
    """A ground for each territory of a map of 40 letters.

    All differ; neighbours differ in tint and pattern where they can; most stay what they are while others are cut.

    >>> choose("a" * 40), choose("a" * 16 + "b" * 24)
    ({'a': 0}, {'a': 0, 'b': 2})
    """
    beside: dict[str, set[str]] = {letter: set() for letter in areas}
    for one, two in EDGE_ENDS:
        if areas[one] != areas[two]:
            beside[areas[one]].add(areas[two])
            beside[areas[two]].add(areas[one])
    out: dict[str, int] = {}
    for letter in dict.fromkeys(areas):
        wish = 7 * areas.index(letter) % GROUNDS
        free = [ground for ground in range(GROUNDS) if ground not in out.values()] or [wish]
        out[letter] = min(free, key=lambda ground: (_alike(ground, out, beside[letter]), (ground - wish) % GROUNDS))
    return out


def _alike(ground: int, chosen: Mapping[str, int], neighbours: Iterable[str]) -> int:
    """How like its neighbours a territory would be with this ground; a tint says more than a pattern."""
    looks = [_look(chosen[letter]) for letter in neighbours if letter in chosen]
    tint, hatch = _look(ground)
    return sum(2 * (tint == other) + (hatch == pattern) for other, pattern in looks)
