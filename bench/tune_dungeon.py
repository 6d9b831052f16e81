"""Tunes the weights of `dungeon/tuned`: all four heroes at once, against each other; or one, alone or by hand.

It plays with the deck of the gate (`balance.DECK`), and begins with the weights that ship.

A small evolution strategy: for each hero a population is drawn around its present weights, each weight by its own step;
in every match each seat's hero plays one of its population, drawn at random; then the weights move to the mean of the better
half of the population, the best counting most. What counts is winning, and to a part how near to its goal a loser came,
which says more for each match. `python bench/tune_dungeon.py --generations 6 --seed 1` prints the weights after each
generation; `--check` plays the last against the first at the end, one hero at a time. `--alone 70` is a (1+1) search for the
weights with which a hero wins soonest by itself. `--heroes fighter --vary pmin=0.35` tries values by hand.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from random import Random

from arena_dungeon.bots.policy import Policy
from arena_dungeon.bots.weights import SECTION_10, TUNED, Weights
from arena_dungeon.cards import HEROES
from balance import Outcome, play, wilson

PROGRESS = 0.5
"""What a loser who has all but its goal is worth, of a win."""
STEPS = {
    "over": 500.0, "risk": 0.06, "ft": 0.4, "hw": 0.3, "pmin": 0.04, "ch": 1.5, "chh": 2.5,
}  # fmt: skip
"""How far a weight is moved, as a standard deviation."""
WIZARD_STEPS = {"wf": 0.06, "wt": 0.02, "radv": 0.05, "cadv": 0.05, "spv": 100.0, "rg": 1.0}
LEAST = {"radv": -0.2}
"""The least value of a weight where it is not 0."""


def fitness(outcome: Outcome, seat: int) -> float:
    """What a seat made of a match, in 0..1."""
    return 1.0 if outcome.winner == seat else PROGRESS * outcome.progress[seat] / 1000


def mutant(weights: Weights, hero: str, rng: Random, scale: float) -> Weights:
    """Weights near these."""
    steps = STEPS | (WIZARD_STEPS if hero == "wizard" else {})
    moved = {
        name: max(LEAST.get(name, 0.0), getattr(weights, name) + scale * step * rng.gauss(0, 1)) for name, step in steps.items()
    }
    return _rounded(weights._replace(**moved))


def _rounded(weights: Weights) -> Weights:
    """Costs in whole steps, so that the ways worked out once are used often."""
    return weights._replace(ch=float(round(weights.ch)), chh=float(round(weights.chh)))


def mean(weights: Sequence[tuple[float, Weights]]) -> Weights:
    """The weighted mean; what is a whole number stays as the first has it."""
    total = sum(share for share, _ in weights)
    first = weights[0][1]
    moved = {
        name: sum(share * getattr(one, name) for share, one in weights) / total
        for name in Weights._fields
        if isinstance(getattr(first, name), float)
    }
    return _rounded(first._replace(**moved))


def generation(
    weights: Mapping[str, Weights], rng: Random, name: str, matches: int, population: int, scale: float
) -> tuple[dict[str, Weights], dict[str, float]]:
    """The next weights by hero, and the mean fitness of each hero."""
    crowd = {hero: [mutant(weights[hero], hero, rng, scale) for _ in range(population)] for hero in HEROES}
    results: dict[str, list[list[float]]] = {hero: [[] for _ in range(population)] for hero in HEROES}
    for number in range(matches):
        heroes = [*HEROES]
        rng.shuffle(heroes)
        picks = {hero: rng.randrange(population) for hero in HEROES}
        policy = Policy({hero: crowd[hero][pick] for hero, pick in picks.items()})
        outcome = play(f"{name} {number}", heroes, [policy] * 4)
        for seat, hero in enumerate(heroes):
            results[hero][picks[hero]].append(fitness(outcome, seat))
    after, level = {}, {}
    for hero in HEROES:
        means = [(sum(got) / len(got), at) for at, got in enumerate(results[hero]) if got]
        best = sorted(means, reverse=True)[: (len(means) + 1) // 2]
        after[hero] = mean([(len(best) - place, crowd[hero][at]) for place, (_, at) in enumerate(best)])
        level[hero] = sum(value for value, _ in means) / len(means)
    return after, level


def alone(weights: Mapping[str, Weights], hero: str, matches: int, name: str) -> float:
    """The mean rounds that this hero needs at a table of its own."""
    policy = [Policy(weights)]
    return sum(play(f"{name} {number}", [hero], policy).rounds for number in range(matches)) / matches


def tune_alone(weights: dict[str, Weights], hero: str, rng: Random, tries: int, matches: int, name: str) -> Weights:
    """A (1+1) search for the weights with which a hero wins soonest alone; each step moves about a third of the weights."""
    best, rounds = weights[hero], alone(weights, hero, matches, name)
    for number in range(tries):
        moved = mutant(best, hero, rng, 1.5)._asdict()
        kept = {field: value for field, value in moved.items() if rng.random() < 0.35}
        tried = best._replace(**kept)
        got = alone({**weights, hero: tried}, hero, matches, name)
        if got < rounds:
            best, rounds = tried, got
            print(f"{hero} {number + 1}: {rounds:.2f} rounds", file=sys.stderr, flush=True)
    return best


def vary(weights: Mapping[str, Weights], hero: str, values: str, matches: int, name: str) -> None:
    """How often a hero wins among the others with some weights changed: `pmin=0.35,ft=2`; each try on the same deals."""
    pairs = [pair.partition("=") for pair in values.split(",")]
    changed = Weights(**weights[hero]._asdict() | {name: float(value) for name, _, value in pairs})
    policies = [Policy({**weights, hero: changed})] * 4
    wins = progress = 0
    for number in range(matches):
        heroes = [*HEROES]
        Random(f"{name} {number}").shuffle(heroes)
        seat = heroes.index(hero)
        outcome = play(f"{name} {number}", heroes, policies)
        wins += outcome.winner == seat
        progress += outcome.progress[seat]
    print(f"{hero} {values}: {100 * wins / matches:.1f} % won, progress {progress / matches:.0f}", flush=True)


def check(new: Mapping[str, Weights], old: Mapping[str, Weights], matches: int, name: str) -> None:
    """Each hero with its new weights among the others' old ones, and with its old ones, on the same deals."""
    for hero in HEROES:
        wins = [0, 0]
        for number in range(matches):
            heroes = [*HEROES]
            Random(f"{name} {number}").shuffle(heroes)
            seat = heroes.index(hero)
            for which, weights in enumerate((dict(old), {**old, hero: new[hero]})):
                outcome = play(f"{name} {number}", heroes, [Policy(weights)] * 4)
                wins[which] += outcome.winner == seat
        old_share, new_share = (won / matches for won in wins)
        low, high = wilson(wins[1], matches)
        print(f"{hero}: {100 * old_share:.1f} % -> {100 * new_share:.1f} % ({100 * low:.1f}-{100 * high:.1f})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--matches", type=int, default=1600, help="of a generation")
    parser.add_argument("--population", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fresh", action="store_true", help="begin with section 10.4's weights, not with the present ones")
    parser.add_argument("--alone", type=int, default=0, metavar="TRIES", help="first tune each hero alone, by turns")
    parser.add_argument("--heroes", nargs="+", choices=HEROES, default=list(HEROES), help="for --alone and --vary")
    parser.add_argument("--vary", nargs="+", default=[], metavar="WEIGHT=VALUE", help="try these for each of --heroes, and stop")
    parser.add_argument("--check", type=int, default=0, metavar="MATCHES", help="of each hero, at the end")
    chosen = parser.parse_args()
    first = SECTION_10 if chosen.fresh else TUNED
    weights: dict[str, Weights] = dict(first)
    for pair in (pair for values in chosen.vary for pair in values.split(",")):
        name, _, value = pair.partition("=")
        if name not in Weights._fields or not value.removeprefix("-").replace(".", "", 1).isdecimal():
            parser.error(f"{pair!r} is no weight with its value, such as pmin=0.35; there are {', '.join(Weights._fields)}")
    if chosen.vary:
        for hero in chosen.heroes:
            for values in chosen.vary:
                vary(weights, hero, values, chosen.matches, f"vary {chosen.seed}")
        return
    rng = Random(chosen.seed)
    for hero in chosen.heroes if chosen.alone else ():
        found = tune_alone(weights, hero, Random(f"{chosen.seed} {hero}"), chosen.alone, 120, f"alone {chosen.seed}")
        weights[hero] = found
        print(f'    "{hero}": {found},', flush=True)
    for number in range(chosen.generations):
        scale = max(0.4, 1.0 - 0.1 * number)
        name = f"tune {chosen.seed} {number}"
        weights, level = generation(weights, rng, name, chosen.matches, chosen.population, scale)
        shown = ", ".join(f"{hero} {value:.3f}" for hero, value in level.items())
        print(f"generation {number + 1}: {shown}", file=sys.stderr, flush=True)
        for hero in HEROES:
            print(f'    "{hero}": {weights[hero]},', flush=True)
    if chosen.check:
        check(weights, first, chosen.check, f"check {chosen.seed}")


if __name__ == "__main__":
    main()
