"""Plays a game's ladder of reference bots and prints, for each kind of table, whether each rung beats the one below.

`python bench/ladder.py armadora` prints Markdown; `docs/ladders.md` says what is shown and what is open. All rungs play each
other in one tournament for each line of the ladder's settings, with deals that follow from a number, and without a clock,
so that it can be played again and comes out the same.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from pathlib import Path
from statistics import fmean
from typing import Any

from arena import Results, Spec, tournament
from arena.protocol import TimeLimits
from arena.ratings import MatchResult
from arena.ratings.placements import mean_by_table
from arena.tournaments import Observer


@dataclass
class Ladder:
    """The rungs of a game, weakest first, and the kinds of table at which they meet."""

    rungs: Sequence[str]
    settings: Sequence[tuple[str, int, Mapping[str, Any]]]
    """Title, seats, options of the game."""
    split: str | None = None
    """By what the game splits a match, if that is shown as well."""

    def field(self, seats: int) -> list[str]:
        """The bots of one tournament: every rung as often as it takes to fill a table, each under a name of its own."""
        copies = ceil(seats / len(self.rungs))
        return [f"{_short(rung)}-{copy}={rung}" for rung in self.rungs for copy in range(1, copies + 1)]


def _short(rung: str) -> str:
    return rung.rpartition("/")[2]


def _rung(bot: str) -> str:
    return bot.rpartition("-")[0]


_ADVANCED = {"advanced": True}
LADDERS = {
    "armadora": Ladder(
        ["random", "greedy", "any/flat-mc", "warlord"],
        [(f"{name}, {seats} seats", seats, options)
         for name, options in (("basic", {}), ("advanced", _ADVANCED)) for seats in (2, 3, 4)],
    ),
    "saboteur": Ladder(
        ["random", "greedy", "belief", "search"],
        [*((f"base, {seats} seats", seats, {}) for seats in (3, 5, 7)),
         *((f"expansion, {seats} seats", seats, {"expansion": True}) for seats in (3, 5, 7))],
        split="role",
    ),
    "dungeon": Ladder(
        ["random", "greedy", "tuned", "search"],
        [(f"{seats} seats", seats, {}) for seats in (2, 4, 8)],
        split="hero",
    ),
}  # fmt: skip


@dataclass
class Meeting:
    """How the upper of two bots did against the lower: mean result of the matches in which they sat on different sides."""

    matches: int
    tables: int
    mean: float
    half: float
    """Half of the 95 % interval, clustered by table (the matches of one deal are not independent)."""

    @property
    def says(self) -> str:
        return "shown" if self.mean - self.half > 0.5 else "no" if self.mean + self.half < 0.5 else "open"


def meeting(rated: Sequence[MatchResult], upper: str, lower: str) -> Meeting | None:
    """The meetings of two bots, or None if they are at fewer than two tables."""
    by_table: dict[int | str, list[float]] = {}
    for match in rated:
        if match.ranks is None:
            continue
        for i, one in enumerate(match.bots):
            for j, other in enumerate(match.bots):
                if _rung(one) == upper and _rung(other) == lower and match.sides[i] != match.sides[j]:
                    a, b = match.ranks[i], match.ranks[j]
                    by_table.setdefault(match.table, []).append(1.0 if a < b else 0.5 if a == b else 0.0)
    mean = mean_by_table((sum(of_table), len(of_table)) for of_table in by_table.values())
    if mean is None or mean.high is None:
        return None
    matches = sum(map(len, by_table.values()))
    return Meeting(matches, mean.tables, mean.value, mean.high - mean.value)


def play(game: str, ladder: Ladder, seats: int, options: Mapping[str, Any], matches: int, out: Path) -> Results:
    """One tournament of all rungs at tables of that size."""
    spec = Spec(
        bots=ladder.field(seats), game=game, seats=[seats], matches=matches, config=options, seed=seats,
        time=TimeLimits(move_ms=None),
    )  # fmt: skip
    return tournament(spec, out=out, observer=Observer())


def rows(ladder: Ladder, results: Results) -> Iterator[str]:
    """A line of the table for each rung above the first."""
    elo: dict[str, list[float]] = {}
    for row in results.standings().rows:
        elo.setdefault(_rung(row.bot), []).append(row.elo)
    for lower, upper in pairwise(map(_short, ladder.rungs)):
        met = meeting(results.rated, upper, lower)
        if met is None:
            yield f"| {upper} | {lower} | too few tables | | | |"
            continue
        gap = fmean(elo[upper]) - fmean(elo[lower])
        yield (
            f"| {upper} | {lower} | {met.matches} | {met.mean:.2f} ± {met.half:.2f} | {gap:+.0f} | {met.says} |"
        )


def split_rows(ladder: Ladder, results: Results, split: str) -> Iterator[str]:
    """A line for each rung: its mean result under each label of a split, and in how many parts."""
    parts: dict[tuple[str, str], list[float]] = {}
    for part in results.parts():
        if part.split == split:
            parts.setdefault((_rung(results.bots[part.bot].name), part.label), []).append(part.result)
    labels = sorted({label for _, label in parts})
    yield "| bot | " + " | ".join(labels) + " |"
    yield "| --- |" + " --: |" * len(labels)
    for rung in reversed([_short(rung) for rung in ladder.rungs]):
        cells = [f"{100 * fmean(of):.0f} % of {len(of)}" if (of := parts.get((rung, label))) else "" for label in labels]
        yield f"| {rung} | " + " | ".join(cells) + " |"


def costs(results: Results) -> str:
    """What each bot thinks, in milliseconds a decision."""
    spent: dict[str, list[float]] = {}
    for match in results.rated:
        for bot, ms, decisions in zip(match.bots, match.ms, match.decisions, strict=True):
            total = spent.setdefault(_rung(bot), [0.0, 0.0])
            total[0] += ms
            total[1] += decisions
    return ", ".join(f"{bot} {ms / decisions:.1f}" for bot, (ms, decisions) in spent.items() if decisions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=LADDERS)
    parser.add_argument("--matches", type=int, default=360, help="of each setting, all pairs together")
    parser.add_argument("--only", help="settings whose title has this in it")
    parser.add_argument("--rungs", help="some of the rungs, weakest first: greedy,warlord")
    chosen = parser.parse_args()
    ladder = LADDERS[chosen.game]
    if chosen.rungs:
        ladder = replace(ladder, rungs=chosen.rungs.split(","))
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for title, seats, options in ladder.settings:
            if chosen.only and chosen.only not in title:
                continue
            results = play(chosen.game, ladder, seats, options, chosen.matches, Path(folder) / title)
            faults = sum(1 for _ in results.faults())
            print(f"\n### {title}\n")
            print("| bot | against | meetings | result (95 %) | Elo | |\n| --- | --- | --: | --: | --: | --- |")
            print("\n".join(rows(ladder, results)))
            if ladder.split:
                print("\n" + "\n".join(split_rows(ladder, results, ladder.split)))
            print(f"\n{len(results.rated)} matches, {faults} faults; ms a decision: {costs(results)}.", flush=True)
    print(f"{(time.monotonic() - began) / 60:.0f} minutes", file=sys.stderr)


if __name__ == "__main__":
    main()
