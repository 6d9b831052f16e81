"""How fast search is, and what bounds it: `python bench/search.py [GAME ...]`. One core, the best of a few runs.

For the first and a middle question of a random match: how many worlds are drawn, states copied, actions listed and
applied, and estimates made in a second, one by one and for all actions together; how many walks or playouts a second a
search makes with playouts to the end, and how long the bots' defaults take; and which functions take most of that time.
"""

# ruff: noqa: E402

from __future__ import annotations

import cProfile
import pstats
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

import msgspec

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "plugins")]

from arena_any.searching import FlatMc, Ismcts

from arena.games import Deal, Game, NotOffered, State
from arena.plugins import Plugins
from arena.protocol import Act, Start, TimeLeft, TimeLimits
from arena.search import Found, Playout, Worlds, flat_mc, ismcts

RUNS = 3
MIDDLE = 30


def question(game: Game, decisions: int) -> tuple[State, Worlds] | None:
    """The question after so many random decisions of a match at the fewest seats; None if it is over by then."""
    config, seats, rng = game.Config(), min(game.seats), Random(1)
    state = game.new_match(config, seats, Deal(bytes(32)))
    told: list[list[object]] = [[] for _ in range(seats)]
    notices = state.opening()
    for number in range(decisions + 1):
        for audience, event in notices:
            for seat in range(seats) if audience is None else audience:
                told[seat].append(event)
        if state.seat is None:
            return None
        if number < decisions or len(state.legal()) == 1:
            notices = state.apply(rng.choice(list(state.stand_in_actions())))
    decider = state.seat
    if decider is None:
        return None
    start = Start(1, "bench", game.name, game.rules, config, seats, decider, game.teams(config, seats), None, 1,
                  game.static(config, seats), TimeLimits())  # fmt: skip
    legal = list(state.legal())
    act = Act(1, len(legal), legal, state.view(decider), told[decider], TimeLeft(None, None, None))
    worlds = Worlds(msgspec.json.decode(msgspec.json.encode(start), type=Start), game)
    worlds.hear(msgspec.json.decode(msgspec.json.encode(act), type=Act))
    return worlds.draw(Random(1)), worlds


def rate(call: Callable[[], object], times: int) -> float:
    """Calls a second of processor time, the best of RUNS runs."""
    best = 0.0
    for _ in range(RUNS):
        began = process_time()
        for _ in range(times):
            call()
        best = max(best, times / max(1e-9, process_time() - began))
    return best


def steps(state: State, worlds: Worlds) -> None:
    """The steps that search is made of, each alone."""
    game, rng = worlds.game, Random(2)
    legal = list(state.legal())

    def step() -> None:
        state.copy().apply(rng.choice(legal))

    print(
        f"    {rate(lambda: worlds.draw(rng), 300):9,.0f} worlds/s   {rate(state.copy, 2000):9,.0f} copies/s   "
        f"{rate(state.legal, 2000):9,.0f} legal lists/s   {rate(step, 2000):9,.0f} copies with an action/s",
        end="",
    )
    try:
        print(f"   {rate(lambda: game.estimate(state), 2000):9,.0f} estimates/s", end="")
        after = []
        for action in legal:
            after.append(state.copy())
            after[-1].apply(action)
        after = [one for one in after if one.seat is not None]
        seat = worlds.seat
        print(f"   {len(after) * rate(lambda: game.prospects(after, seat), 20):9,.0f} prospects/s, all actions together")
    except NotOffered:
        print("   no estimate")


def searches(worlds: Worlds) -> None:
    """Walks and playouts a second, and the profile of a search as the bots make it."""
    game = worlds.game
    for name, search, bot in (("flat-mc", flat_mc, FlatMc()), ("ismcts", ismcts, Ismcts())):
        assert isinstance(bot, FlatMc | Ismcts)
        bot.worlds, bot.rng = worlds, Random(3)
        bot.playout = bot.new_playout(game)
        found: list[Found] = []

        def ask(bot: FlatMc | Ismcts = bot, found: list[Found] = found) -> None:
            found.append(bot.search())

        began = process_time()
        plain = search(worlds, Random(3), iterations=100, playout=Playout(game, Random(3)))
        to_the_end = plain.iterations / max(1e-9, process_time() - began)
        asked = rate(ask, 1)
        ours = f"by default {found[-1].iterations} in {1000 / asked:4.0f} ms"
        print(f"    {name:8} {to_the_end:7,.0f} iterations/s with playouts to the end; {ours}")
        profile = cProfile.Profile()
        profile.runcall(ask)
        stats = pstats.Stats(profile)
        total = stats.total_tt  # type: ignore[attr-defined]
        own = sorted(stats.stats.items(), key=lambda item: -item[1][2])[:6]  # type: ignore[attr-defined]
        print("      bound by: " + ", ".join(f"{where[2]} {row[2] / total:.0%}" for where, row in own))


def main() -> None:
    plugins = Plugins()
    for name in sys.argv[1:] or ["armadora"]:
        game = plugins.game(name)
        for decisions in (0, MIDDLE):
            found = question(game, decisions)
            if found is not None:
                print(f"  {name}, {min(game.seats)} seats, after {decisions} decisions: {len(found[1].legal)} legal actions")
                steps(*found)
                searches(found[1])


if __name__ == "__main__":
    main()
