"""Counts how likely each kind of act is for a digger, a saboteur and a geologist: the table LIKELY of Saboteur's beliefs.

`python bench/fit_saboteur.py` plays matches of `greedy` and `belief`, mixed at random, at 5 and 7 seats, and at 6 seats with
the expansion, and prints the table as it stands in `plugins/arena_saboteur/bots/likely.py`. Each round is counted as a seat
drawn at random saw it at its last decision. What is done to somebody is told apart by how suspicious that one was, which
goes by the table itself: so it is counted again with the table of the count before, until it stays.

At the end it says how well the table tells diggers from others in matches that it was not counted in, at one decision of each
round drawn at random: the mean of -log(the probability of what a seat was), of all seats but the own one, and the same by
the old table, and by no table.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import log
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import msgspec
from arena_saboteur import Config, Deal
from arena_saboteur.bots.likely import LIKELY, Likely
from arena_saboteur.bots.witness import EDGES, GROUP, Witness
from arena_saboteur.options import DIGGERS
from arena_saboteur.phases import TURN
from rungs import GAME, Cost, Seated

TABLES = [(5, False), (7, False), (6, True)]
"""Seats, and whether the expansion is played."""
LEAST = 0.5
"""What each kind is counted beforehand, for each group."""
MIXED = 0.1
"""How much of its mean a row has in it: others play otherwise."""
PASSES = 4
_STEPS = range(len(EDGES) + 1)
KINDS = [
    *(f"path {near}{crystal} {step}" for near in ("near", "far") for crystal in ("", " crystal") for step in _STEPS),
    *(f"rockfall {gain}" for gain in ("better", "even", "worse")),
    *(f"{act} {who}" for act in ("break", "repair", "trap", "free") for who in ("clean", "open", "suspect")),
    "repair self", "free self", "discard blocked", "discard free", "map",
]  # fmt: skip
"""All that `kind_of` can say."""

NOTHING: Likely = dict.fromkeys(KINDS, (1.0, 1.0, 1.0))
"""What tells nothing."""


class Round(NamedTuple):
    """A round as one seat saw it, and what each role card was."""

    reader: Witness
    """The seat's own, as it was at the last decision that is looked at."""
    view: Any
    chances: list[float]
    """For each goal how likely the seat thought it to be the treasure."""
    truth: list[str]


def play(seats: int, expansion: bool, number: int, *, early: bool = False) -> list[Round]:
    """The rounds of one match, as they were at a seat's last decision; `early`: at one drawn from all of its decisions."""
    rng = Random(number)
    state: Any = GAME.new_match(Config(expansion=expansion), seats, Deal(number.to_bytes(32, "big")))
    bots = [Seated(rng.choice(("greedy", "belief")), state, seat, number * 100 + seat) for seat in range(seats)]
    out: list[Round] = []
    cost = Cost()
    round_now, watcher, last, decisions, truth = 0, 0, None, 0, [""]
    while state.seat is not None:
        if state.round != round_now:
            if last:
                out.append(seen(last, state.config, seats, truth))
            round_now, watcher, last, decisions, truth = state.round, rng.randrange(seats), None, 0, [*state.roles]
        legal, seat = state.legal(), state.seat
        decisions += seat == watcher and state.phase == TURN
        if seat == watcher and state.phase == TURN and (not early or rng.random() * decisions < 1):
            last = msgspec.to_builtins(state.view(seat)), len(truth)
        action = legal[0] if len(legal) == 1 else bots[seat].answer(state, cost)
        state.apply(action)
        if action.startswith("swaphat"):
            truth.append(state.roles[int(action.split()[1])])
    if last:
        out.append(seen(last, state.config, seats, truth))
    return out


def seen(last: tuple[Any, int], config: Config, seats: int, truth: list[str]) -> Round:
    view, cards = last
    reader = Witness(config, seats)
    reader.read(view)
    return Round(reader, view, reader.treasure(view), truth[:cards])


def count(rounds: Sequence[Round], table: Likely) -> dict[str, tuple[float, float, float]]:
    """The table of these rounds, where suspicion goes by `table`."""
    counts = {kind: [LEAST] * 3 for kind in KINDS}
    for one in rounds:
        one.reader.likely = table
        for card, kind, _ in one.reader.weighed(one.chances)[0]:
            counts[kind][GROUP[one.truth[card]]] += 1
    totals = [sum(row[group] for row in counts.values()) for group in range(3)]
    out = {}
    for kind, row in sorted(counts.items()):
        shares = [each / total for each, total in zip(row, totals, strict=True)]
        a, b, c = ((1 - MIXED) * share + MIXED * fmean(shares) for share in shares)
        out[kind] = (a, b, c)
    return out


def loss(rounds: Sequence[Round], table: Likely) -> float:
    """The mean of -log(the probability of what another seat was: a digger, or not), in nats."""
    losses = []
    for one in rounds:
        one.reader.likely = table
        chances = one.reader.roles(one.view, one.chances).chances()
        for seat, card in enumerate(one.reader.holds):
            if seat != one.view["seat"]:
                digs = sum(chances[card].get(role, 0.0) for role in DIGGERS)
                losses.append(-log(max(1e-9, digs if one.truth[card] in DIGGERS else 1 - digs)))
    return fmean(losses)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=150, help="of each table; a fifth more are played to judge by")
    parser.add_argument("--first", type=int, default=50_000, help="the number of the first deal")
    chosen = parser.parse_args()
    rounds: list[Round] = []
    others: dict[tuple[int, bool], list[Round]] = {}
    for seats, expansion in TABLES:
        end = chosen.first + chosen.matches
        rounds += [one for number in range(chosen.first, end) for one in play(seats, expansion, number)]
        fresh = range(end, end + max(1, chosen.matches // 5))
        others[seats, expansion] = [one for number in fresh for one in play(seats, expansion, number, early=True)]
    table: Likely = NOTHING
    for _ in range(PASSES):
        table = count(rounds, table)
    for kind, row in table.items():
        print(f'    "{kind}": ({", ".join(f"{each:.3g}" for each in row)}),')
    for (seats, expansion), fresh_rounds in others.items():
        name = f"{seats} seats{', expansion' if expansion else ''}"
        old, new, none = (loss(fresh_rounds, one) for one in (LIKELY, table, NOTHING))
        print(f"{name}: {old:.3f} -> {new:.3f} nats, {none:.3f} by no table, of {len(fresh_rounds)} rounds")


if __name__ == "__main__":
    main()
