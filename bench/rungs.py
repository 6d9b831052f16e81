"""Plays each rung of Saboteur's ladder against the one below and prints the difference of their gold, by role too.

`python bench/rungs.py` prints Markdown; `docs/ladders.md` says what is shown and what is open. A deal is played twice: with
the upper bot at a random half of the seats and the lower one at the others, and the other way round, so that both are
dealt the same roles and cards. Both bots are on both sides then, and share what a side wins; with `--sides` one bot plays for
all who dig and the other for all others, and the other way round, which says more about how well a side plays.

The bots run in this process and do fixed work, and deals follow from their numbers: it comes out the same again. Gold
has more luck in it than skill, so this needs a hundred deals and more of each table.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from math import inf
from random import Random
from statistics import fmean
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import msgspec
from arena_saboteur import Config, Deal, Saboteur
from arena_saboteur.options import DIGGERS

from arena.ratings.placements import mean_by_table

GAME = Saboteur()
NO_LIMIT = SimpleNamespace(move_ms=None, bank_ms=None, last_ms=None)
RUNGS = {
    "random": None,
    "greedy": "arena_saboteur.bots.greedy:Greedy",
    "belief": "arena_saboteur.bots.belief:Belief",
    "search": "arena_saboteur.bots.search:Search",
}
"""Weakest first: name -> its class."""
DEALS = {("greedy", "random"): 40, ("belief", "greedy"): 250, ("search", "belief"): 120}
TABLES = [(3, False), (5, False), (7, False), (3, True), (5, True), (7, True)]
"""Seats, and whether the expansion is played."""


@dataclass
class Cost:
    """What a bot's decisions took."""

    decisions: int = 0
    ms: float = 0.0
    most: float = 0.0

    def add(self, ms: float) -> None:
        self.decisions += 1
        self.ms += ms
        self.most = max(self.most, ms)


class Seated:
    """A bot at its seat, asked without a process. What one seat is told is not needed: the view is enough for these bots."""

    def __init__(self, rung: str, state: Any, seat: int, seed: int) -> None:
        module, _, name = (RUNGS[rung] or "").partition(":")
        self.seat = seat
        self.bot: Any = getattr(import_module(module), name)()
        self.bot.rng = Random(seed)
        self.bot.info = SimpleNamespace(
            game=GAME.name, seat=seat, seats=state.seats, teams=[*range(state.seats)], config=msgspec.to_builtins(state.config)
        )
        self.bot.start(self.bot.info)

    def answer(self, state: Any, cost: Cost) -> str:
        view, legal = msgspec.to_builtins(state.view(self.seat)), list(state.legal())
        info = SimpleNamespace(events=[], time=NO_LIMIT, legal=legal, view=view)
        began = perf_counter()
        action: str = self.bot.act(view, legal, info)
        cost.add(1000 * (perf_counter() - began))
        return action


def play(
    rungs: tuple[str, str], is_upper: Callable[[Any, int], bool], seats: int, config: Config, number: int, costs: dict[str, Cost]
) -> tuple[Any, list[list[int]]]:
    """The match of a deal at its end, and by round each seat's gold. `rungs`: the upper and the lower bot; `is_upper` says
    which of the two decides for a seat of a state.
    """
    state = GAME.new_match(config, seats, Deal(number.to_bytes(32, "big")))
    rng = Random(number)
    bots: dict[tuple[int, str], Seated] = {}
    gold: list[list[int]] = []
    before = [0] * seats
    while state.seat is not None:
        legal, seat, round_now = state.legal(), state.seat, state.round
        copy = 0 if is_upper(state, seat) else 1
        rung = rungs[copy]
        if len(legal) == 1:
            action = legal[0]
        elif RUNGS[rung] is None:
            action = rng.choice(legal)
        else:
            if (seat, rung) not in bots:
                bots[seat, rung] = Seated(rung, state, seat, number * 100 + seat * 2 + copy)
            action = bots[seat, rung].answer(state, costs[rung])
        state.apply(action)
        if state.seat is None or state.round != round_now:
            gold.append([now - then for now, then in zip(state.gold, before, strict=True)])
            before = list(state.gold)
    return state, gold


@dataclass
class Meeting:
    """An upper and a lower bot at one kind of table."""

    differences: list[float] = field(default_factory=list)
    """By deal: final gold of an upper seat less that of a lower one, on average."""
    gold: dict[str, dict[bool, list[float]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    """Role -> whether it is the upper bot -> gold of a round."""
    wins: dict[str, dict[bool, list[bool]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(list)))
    """The same: whether it did well in the round, as `arena standings --by role` counts it."""
    by_deal: dict[str, list[tuple[int, int, int, int]]] = field(default_factory=lambda: defaultdict(list))
    """Role -> for each deal that had it: gold of the upper bot in it, and of the lower one, and how many rounds of each."""
    costs: dict[str, Cost] = field(default_factory=lambda: defaultdict(Cost))

    @property
    def half(self) -> float:
        """Half of the 95 % interval, clustered by deal."""
        return half_interval(self.differences)

    def half_of(self, role: str) -> float:
        """The same for the difference of the gold of a round in one role: of a ratio, to first order."""
        deals = self.by_deal[role]
        upper, lower, ours, theirs = (sum(column) for column in zip(*deals, strict=True))
        return half_interval([
            len(deals) * ((u - upper / ours * n) / ours - (low - lower / theirs * m) / theirs) for u, low, n, m in deals
        ])


def half_interval(values: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean of independent values; inf for one value."""
    mean = mean_by_table((value, 1) for value in values)
    return inf if mean is None or mean.high is None else mean.high - mean.value


def meet(upper: str, lower: str, seats: int, expansion: bool, deals: range, sides: bool) -> Meeting:
    """Play all deals, each with a random half of the seats and with the other half; with `sides` in each round with all who
    dig and with all others.
    """
    out = Meeting()
    config = Config(expansion=expansion)
    for number in deals:
        rng = Random(number)
        half = seats // 2 if rng.random() < 0.5 else (seats + 1) // 2
        first = set(rng.sample(range(seats), half))
        total = 0
        by_role: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for turned in (False, True):

            def is_upper(role: str, seat: int, turned: bool = turned, first: set[int] = first) -> bool:
                return ((role in DIGGERS) if sides else (seat in first)) != turned

            def decides(state: Any, seat: int, is_upper: Callable[[str, int], bool] = is_upper) -> bool:
                return is_upper(state.roles[seat], seat)

            state, gold = play((upper, lower), decides, seats, config, number, out.costs)
            for of_round, roles, winners in zip(gold, state.past_roles, state.past_winners, strict=True):
                for seat, role in enumerate(roles):
                    ours = is_upper(role, seat)
                    total += of_round[seat] if ours else -of_round[seat]
                    by_role[role][0 if ours else 1] += of_round[seat]
                    by_role[role][2 if ours else 3] += 1
                    out.gold[role][ours].append(of_round[seat])
                    out.wins[role][ours].append(seat in winners)
        out.differences.append(total / seats)
        for role, (upper_gold, lower_gold, ours_in, theirs_in) in by_role.items():
            out.by_deal[role].append((upper_gold, lower_gold, ours_in, theirs_in))
    return out


def rows(upper: str, lower: str, seats: int, expansion: bool, met: Meeting) -> Iterator[str]:
    """The line of the meeting, and one for each role."""
    mean = fmean(met.differences)
    says = "shown" if mean > met.half else "no" if mean < -met.half else "open"
    table = f"{seats}{', expansion' if expansion else ''}"
    yield f"| {upper} | {lower} | {table} | {len(met.differences)} | {mean:+.2f} ± {met.half:.2f} | {says} |"
    for role in sorted(met.gold):
        gold, wins = met.gold[role], met.wins[role]
        if not gold[True] or not gold[False]:
            continue
        yield (
            f"| | | {role} | {len(gold[True])} rounds | {fmean(gold[True]):.2f} - {fmean(gold[False]):.2f} = "
            f"{fmean(gold[True]) - fmean(gold[False]):+.2f} ± {met.half_of(role):.2f} a round "
            f"| did well {fmean(wins[True]):.2f} / {fmean(wins[False]):.2f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, help="of each table; by default as many as each rung needs")
    parser.add_argument("--first", type=int, default=1000, help="the number of the first deal")
    parser.add_argument("--sides", action="store_true", help="one bot for all who dig and the other for the rest, in turn")
    parser.add_argument("--upper", choices=[upper for upper, _ in DEALS], help="only the meetings of this upper bot")
    parser.add_argument("--seats", type=int, choices=(3, 5, 7), help="only tables of that size")
    parser.add_argument("--game", choices=("base", "expansion"), help="only that game")
    chosen = parser.parse_args()
    print("| bot | against | seats | deals | gold, upper less lower | |\n| --- | --- | --: | --: | --: | --- |")
    for (upper, lower), most in DEALS.items():
        for seats, expansion in TABLES:
            if chosen.upper not in (None, upper) or chosen.seats not in (None, seats):
                continue
            if chosen.game not in (None, "expansion" if expansion else "base"):
                continue
            met = meet(upper, lower, seats, expansion, range(chosen.first, chosen.first + (chosen.deals or most)), chosen.sides)
            print("\n".join(rows(upper, lower, seats, expansion, met)))
            costs = [f"{rung} {cost.ms / cost.decisions:.1f} (at most {cost.most:.0f})" for rung, cost in met.costs.items()]
            print(f"| | | ms a decision | | {', '.join(costs)} | |", flush=True)


if __name__ == "__main__":
    main()
