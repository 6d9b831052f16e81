"""One number from the ratings at several numbers of seats, and what each number is measured against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import msgspec

from arena.ratings.plackett_luce import Estimate, Fit, estimate
from arena.ratings.scale import MEAN

__all__ = ["Combined", "Scale", "anchored", "combine"]


class Scale(Protocol):
    """Strengths that can be compared: one fit, or several combined."""

    def contrast(self, weights: Mapping[str, float], level: float = 0.95) -> Estimate:
        """The weighted sum of strengths, each measured against the mean of the field, in Elo."""


@dataclass(frozen=True)
class Combined:
    """For each bot the mean of its ratings at each number of seats, weighted by its matches there."""

    fits: Mapping[int, Fit]
    """Number of seats -> its own scale."""
    shares: Mapping[str, Mapping[int, float]]
    """Bot -> number of seats -> weight; sums to 1, or empty for a bot whose matches say nothing."""

    def contrast(self, weights: Mapping[str, float], level: float = 0.95) -> Estimate:
        """As Fit.contrast. Scales share no table, so variances add up; see `plackett_luce.estimate`."""
        used = {bot: weight for bot, weight in weights.items() if weight != 0.0}
        unknown = sorted(set(used) - set(self.shares))
        if unknown:
            raise ValueError(f"no such bot in these results: {', '.join(unknown)}")
        scales = [
            (fit, {bot: weight * self.shares[bot].get(seats, 0.0) for bot, weight in used.items()})
            for seats, fit in sorted(self.fits.items())
        ]
        found = estimate(scales, level=level)
        if any(not self.shares[bot] for bot in used):
            return Estimate(found.elo, None, None, None, 0, True)
        return found

    def rating(self, bot: str, level: float = 0.95) -> Estimate:
        """The bot against the means of the fields it played in."""
        return self.contrast({bot: 1.0}, level)

    def difference(self, a: str, b: str, level: float = 0.95) -> Estimate:
        """How much stronger a is than b."""
        return self.contrast({a: 1.0, b: -1.0} if a != b else {a: 0.0}, level)

    @property
    def sentence(self) -> str:
        """What the combined number is."""
        sizes = sorted(self.fits)
        if len(sizes) < 2:
            if sizes == [1]:
                return "Every bot played the same deals alone."
            return f"All matches were at {sizes[0]} seats." if sizes else "No match says anything."
        listed = f"{', '.join(map(str, sizes[:-1]))} and {sizes[-1]}"
        return (
            f"The rating is the mean of a bot's ratings at {listed} seats, each a scale of its own, "
            "weighted by the bot's matches there."
        )


def combine(fits: Mapping[int, Fit], matches: Mapping[int, Mapping[str, int]]) -> Combined:
    """Join scales: `fits` and `matches` (bot -> rated matches) by number of seats."""
    shares: dict[str, dict[int, float]] = {}
    for seats, fit in sorted(fits.items()):
        for bot in fit.bots:
            mine = shares.setdefault(bot, {})
            if fit.tables(bot) and matches[seats].get(bot, 0):
                mine[seats] = float(matches[seats][bot])
    for mine in shares.values():
        total = sum(mine.values())
        for seats in mine:
            mine[seats] /= total
    return Combined(dict(fits), shares)


def anchored(scale: Scale, bot: str | None, anchors: Mapping[str, float], level: float = 0.95) -> Estimate:
    """The bot's rating as it is shown: the mean of the field at 1500, or moved so that the anchors keep their place.

    Anchors shift all ratings by the mean of what they are off by, so no difference moves. The interval is then against
    the anchors' mean; a single anchor itself has none to speak of, of width 0. None for `bot` is the mean of the field.
    """
    weights = {bot: 1.0} if bot is not None else {}
    for anchor in anchors:
        weights[anchor] = weights.get(anchor, 0.0) - 1.0 / len(anchors)
    found = scale.contrast(weights, level)
    shift = sum(anchors.values()) / len(anchors) if anchors else MEAN
    moved = {
        name: None if value is None else value + shift for name, value in (("low", found.low), ("high", found.high))
    }
    return msgspec.structs.replace(found, elo=found.elo + shift, **moved)
