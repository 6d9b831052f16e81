"""Dungeon!'s balance: how often each hero wins, among four of `dungeon/tuned`, one of each hero, in random seats.

`python bench/balance.py` plays 4,000 matches on each of three seeds, prints a table and writes it to
`docs/dungeon-balance.md`; `--matches 200` is a quick look. What is asked for is section 10.2 of the rules' source: every
hero wins 20 to 30 %, every seat 22 to 28 %, a match lasts 18 to 35 rounds on average, fewer than 0.5 % are draws. Besides, it
plays heroes in pairs and in eights, and plays the same deals under each ruling that could have gone the other way.

The deck is that of the option `deck=even`: the original one, which matches have by default, missed the gate once the bots were
tuned, so some numbers on its cards were changed (`data/even.json` of the plugin). One seed of the original deck is played too.

The bots' policy is asked in this process with the table that a bot reads from its view, here read from the state; a test
holds that both tables are the same.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from arena_dungeon import Config, Deal, Dungeon
from arena_dungeon.bots.policy import Policy
from arena_dungeon.bots.table import Table
from arena_dungeon.bots.weights import TUNED
from arena_dungeon.cards import HEROES, MONSTERS, NUMBERS, Deck

SEEDS = (1, 2, 3)
MATCHES = 4000
GATE = {"hero": (0.20, 0.30), "seat": (0.22, 0.28), "rounds": (18, 35), "draws": (0, 0.005)}
PAGE = Path(__file__).parent.parent / "docs" / "dungeon-balance.md"
RULINGS = {
    "rescue_win": False, "treasure_at": "kill", "retreat": "stay", "death_loses_turn": True, "spell_inside": "before",
    "teleport_then_move": True,
}  # fmt: skip
"""The options for rulings that have no source or two, each with the value that is not its default."""
NOTABLE = 3.0
"""A ruling that moves a hero by more points than this is marked."""
_GAME = Dungeon()
DECK: Deck = "even"
"""The deck of the gate: it was changed until it met it."""
_USUAL = Config(deck=DECK)


class Outcome(NamedTuple):
    """What came of a match."""

    heroes: tuple[str, ...]
    """By seat: the hero it began with."""
    winner: int | None
    """Its seat; None: a draw."""
    rounds: int
    deaths: int
    progress: tuple[int, ...]
    """By seat: its score, in thousandths of its goal."""


def play(seed: str, heroes: Sequence[str], policies: Sequence[Policy], config: Config = _USUAL) -> Outcome:
    """One match in which the seats begin with these heroes. All its chance follows from `seed`."""
    state = _GAME.new_match(config, len(heroes), Deal(hashlib.sha256(seed.encode()).digest()))
    while (seat := state.turn) is not None:
        legal = state.legal()
        if len(legal) == 1:
            action = legal[0]
        elif state.phase == "hero" and not state.round:
            action = f"hero {heroes[seat]}"
        else:
            action = policies[seat].act(Table.of_state(state, seat), legal)
        state.apply(action)
    scores = tuple(score or 0 for score in state.scores() or ())
    return Outcome(tuple(heroes), state.winner, state.round, sum(map(len, state.fallen)), scores)


def four(number: int, seed: int, config: Config = _USUAL) -> Outcome:
    """A match of the gate: one of each hero, their seats drawn by `seed` and `number`."""
    name = f"balance {seed} {number}"
    heroes = [*HEROES]
    Random(name).shuffle(heroes)
    return play(name, heroes, [_TUNED] * 4, config)


def pair(number: int, seed: int, one: str, other: str) -> Outcome:
    """A match of two heroes; every other one with the seats exchanged."""
    heroes = (one, other) if number % 2 else (other, one)
    return play(f"balance {one} {other} {seed} {number // 2}", heroes, [_TUNED] * 2)


def eight(number: int, seed: int) -> Outcome:
    """A match of two of each hero."""
    name = f"balance eight {seed} {number}"
    heroes = [*HEROES, *HEROES]
    Random(name).shuffle(heroes)
    return play(name, heroes, [_TUNED] * 8)


_TUNED = Policy(TUNED)


def wilson(wins: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share (E. B. Wilson, Journal of the American Statistical Association 22, 1927).

    >>> [round(end, 3) for end in wilson(50, 200)]
    [0.195, 0.314]
    """
    if not n:
        return 0.0, 1.0
    z = 1.959964
    share = wins / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


@dataclass
class Tally:
    """The outcomes of one seed, counted."""

    matches: int = 0
    draws: int = 0
    rounds: int = 0
    deaths: int = 0
    by_hero: dict[str, int] = field(default_factory=dict)
    by_seat: dict[int, int] = field(default_factory=dict)
    winners: list[str] = field(default_factory=list)
    """By match: the winner's first hero, empty in a draw."""
    lengths: list[int] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.matches += 1
        self.rounds += outcome.rounds
        self.deaths += outcome.deaths
        self.lengths.append(outcome.rounds)
        hero = "" if outcome.winner is None else outcome.heroes[outcome.winner]
        self.winners.append(hero)
        if outcome.winner is None:
            self.draws += 1
            return
        self.by_hero[hero] = self.by_hero.get(hero, 0) + 1
        self.by_seat[outcome.winner] = self.by_seat.get(outcome.winner, 0) + 1

    def misses(self) -> list[str]:
        """What is outside of the gate."""
        n = max(1, self.matches)
        out = []
        for hero in HEROES:
            if not GATE["hero"][0] <= self.by_hero.get(hero, 0) / n <= GATE["hero"][1]:
                out.append(hero)
        for seat in range(4):
            if not GATE["seat"][0] <= self.by_seat.get(seat, 0) / n <= GATE["seat"][1]:
                out.append(f"seat {seat}")
        if not GATE["rounds"][0] <= self.rounds / n <= GATE["rounds"][1]:
            out.append("rounds")
        if self.draws / n >= GATE["draws"][1]:
            out.append("draws")
        return out


def gather(run: Callable[[int], Outcome], matches: int, jobs: int, title: str) -> Tally:
    """Plays that many matches, in that many processes, and counts them; progress goes to a terminal."""
    tally = Tally()
    began = time.monotonic()
    shown = sys.stderr.isatty()

    def take(outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            tally.add(outcome)
            if shown and tally.matches % 20 == 0:
                left = (time.monotonic() - began) / tally.matches * (matches - tally.matches)
                print(f"\r{title}: {tally.matches} of {matches}, {left / 60:.1f} minutes left ", end="", file=sys.stderr)

    if jobs == 1:
        take(map(run, range(matches)))
    else:
        with Pool(jobs) as pool:
            take(pool.imap(run, range(matches), chunksize=8))
    if shown:
        print("\r" + " " * 78 + "\r", end="", file=sys.stderr)
    tally.lengths.sort()
    return tally


def share(wins: int, n: int) -> str:
    low, high = wilson(wins, n)
    return f"{100 * wins / max(1, n):.1f} ({100 * low:.1f}-{100 * high:.1f})"


def table(tallies: Mapping[int, Tally]) -> list[str]:
    """The gate in Markdown, a line for each seed."""
    lines = [
        "| seed | matches | " + " | ".join(HEROES) + " | " + " | ".join(f"seat {seat}" for seat in range(4))
        + " | rounds | draws | gate |",
        "| --: |" + " --: |" * (len(HEROES) + 7) + " --- |",
    ]  # fmt: skip
    for seed, tally in tallies.items():
        n = max(1, tally.matches)
        cells = [share(tally.by_hero.get(hero, 0), n) for hero in HEROES]
        cells += [share(tally.by_seat.get(seat, 0), n) for seat in range(4)]
        tenths = [tally.lengths[min(n - 1, n * part // 10)] for part in (1, 9)] if tally.lengths else [0, 0]
        misses = tally.misses()
        lines.append(
            f"| {seed} | {tally.matches} | " + " | ".join(cells)
            + f" | {tally.rounds / n:.1f} ({tenths[0]}-{tenths[1]}) | {100 * tally.draws / n:.2f}"
            + f" | {'missed: ' + ', '.join(misses) if misses else 'met'} |"
        )  # fmt: skip
    return lines


def tables_of_two(matches: int, jobs: int) -> list[str]:
    """Each pair of heroes alone at a table, in Markdown."""
    lines = ["| hero | against | matches | wins, % (95 %) | rounds |", "| --- | --- | --: | --: | --: |"]
    for one, other in combinations(HEROES, 2):
        tally = gather(partial(pair, seed=1, one=one, other=other), matches, jobs, f"{one} against {other}")
        wins = share(tally.by_hero.get(one, 0), tally.matches)
        lines.append(f"| {one} | {other} | {tally.matches} | {wins} | {tally.rounds / tally.matches:.1f} |")
    return lines


def table_of_eight(matches: int, jobs: int) -> list[str]:
    """Two of each hero, in Markdown: the share of the matches that either of the two won."""
    tally = gather(partial(eight, seed=1), matches, jobs, "two of each hero")
    wins = " | ".join(share(tally.by_hero.get(hero, 0), tally.matches) for hero in HEROES)
    return [
        "| matches | " + " | ".join(HEROES) + " | rounds |", "| --: |" + " --: |" * 5,
        f"| {tally.matches} | {wins} | {tally.rounds / tally.matches:.1f} |",
    ]  # fmt: skip


def rulings(matches: int, jobs: int) -> list[str]:
    """The shares of the heroes as it is ruled, and how far each of RULINGS moves them on the same deals, in Markdown."""
    usual = gather(partial(four, seed=1), matches, jobs, "as ruled")
    lines = [
        "| option | matches | " + " | ".join(HEROES) + " | rounds | other winner | |",
        "| --- |" + " --: |" * (len(HEROES) + 3) + " --- |",
        f"| as ruled | {matches} | " + " | ".join(share(usual.by_hero.get(hero, 0), matches) for hero in HEROES)
        + f" | {usual.rounds / matches:.1f} | | |",
    ]  # fmt: skip
    for name, value in RULINGS.items():
        config = msgspec.structs.replace(_USUAL, **{name: value})
        tally = gather(partial(four, seed=1, config=config), matches, jobs, name)
        pairs = list(zip(usual.winners, tally.winners, strict=True))
        shifts = {hero: shift([(after == hero) - (before == hero) for before, after in pairs]) for hero in HEROES}
        moved = [hero for hero, (points, _) in shifts.items() if abs(points) > NOTABLE]
        lines.append(
            f"| {name}={str(value).lower()} | {matches} | "
            + " | ".join(f"{points:+.1f} ± {half:.1f}" for points, half in shifts.values())
            + f" | {tally.rounds / matches:.1f} | {100 * sum(before != after for before, after in pairs) / matches:.0f} %"
            + f" | {'moves ' + ', '.join(moved) if moved else ''} |"
        )  # fmt: skip
    return lines


def shift(differences: Sequence[int]) -> tuple[float, float]:
    """The mean in points, and half of its 95 % interval.

    >>> [round(value, 1) for value in shift([1, 0, 0, 0])]
    [25.0, 49.0]
    """
    n = len(differences)
    mean = sum(differences) / n
    return 100 * mean, 100 * 1.959964 * sqrt(sum((each - mean) ** 2 for each in differences) / (n * max(1, n - 1)))


HEAD = """# Dungeon!'s balance

Written by `python bench/balance.py`, which says how. Wins in %, with 95 % Wilson intervals; rounds are means, with the tenth
and the ninetieth percentile. The gate: each hero 20 to 30 %, each seat 22 to 28 %, 18 to 35 rounds, draws under 0.5 %. A
match counts for the hero that the winning seat began with.

The bots are `dungeon/tuned` with the weights of `plugins/arena_dungeon/bots/weights.py`; other players may find other heroes
strong. The deck is that of the option `deck=even`, but where the original one is named: with that, which matches have by
default, the wizard wins too often once all bots are tuned. Where heroes should be worth the same, play `--set deck=even`. In it
these numbers differ:

{changes}
"""


def change(word: str) -> str:
    """Change a number of a monster's card for this run: `Troll:fireball=6`. Raises ValueError if there is none such."""
    name, _, rest = word.partition(":")
    fighter, _, number = rest.partition("=")
    if name not in MONSTERS or fighter not in NUMBERS[DECK][name] or not number.isdecimal():
        raise ValueError(f"{word!r} names no number of a card; write it as Troll:fireball=6")
    NUMBERS[DECK][name][fighter] = int(number)
    return word


def page(parts: Mapping[str, Sequence[str]]) -> str:
    changes = [
        f"- {name}, {who}: {NUMBERS['original'][name][who]} -> {number}"
        for name, numbers in NUMBERS[DECK].items() for who, number in numbers.items() if number != NUMBERS["original"][name][who]
    ]  # fmt: skip
    head = HEAD.format(changes="\n".join(changes))
    return "\n".join([head, *(f"## {title}\n\n" + "\n".join(lines) + "\n" for title, lines in parts.items())])


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=MATCHES,
                        help="on each seed; pairs and eights get an eighth, each ruling a quarter")
    parser.add_argument("--seeds", type=int, nargs="+", default=list(SEEDS))
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--change", type=change, action="append", default=[], metavar="CARD:WHO=NUMBER",
                        help="for this run, another number on a monster's card, such as Troll:fireball=6; nothing is written")
    parser.add_argument("--out", type=Path, default=PAGE, help="where the page is written")
    chosen: Any = parser.parse_args(words)
    if chosen.matches < 1 or chosen.jobs < 1:
        parser.error("--matches and --jobs must be 1 or more")
    began = time.monotonic()
    tallies: dict[int, Tally] = {}
    parts: dict[str, list[str]] = {}
    for seed in chosen.seeds:
        tallies[seed] = gather(partial(four, seed=seed), chosen.matches, chosen.jobs, f"seed {seed}")
        parts["Four seats, one of each hero"] = lines = table(tallies)
        print("\n".join(lines if len(tallies) == 1 else lines[-1:]), flush=True)
    beside = max(2, chosen.matches // 8)
    if not chosen.change:
        parts["The original deck"] = table({
            chosen.seeds[0]: gather(
                partial(four, seed=chosen.seeds[0], config=Config()), chosen.matches, chosen.jobs, "the original deck"
            )
        })
        parts["Two seats"] = tables_of_two(beside, chosen.jobs)
        parts["Eight seats, two of each hero"] = table_of_eight(beside, chosen.jobs)
        parts["Rulings that could have gone the other way"] = rulings(max(1, chosen.matches // 4), chosen.jobs)
        for title in list(parts)[1:]:
            print(f"\n{title}\n" + "\n".join(parts[title]), flush=True)
        chosen.out.write_text(page(parts), encoding="utf-8")
        print(f"written to {chosen.out}", file=sys.stderr)
    print(f"{(time.monotonic() - began) / 60:.1f} minutes", file=sys.stderr)
    return int(any(tally.misses() for tally in tallies.values()))


if __name__ == "__main__":
    sys.exit(main())
