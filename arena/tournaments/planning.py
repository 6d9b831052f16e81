"""From a spec to a plan: the bots found, tried and made ready, the schedule, and how long it may take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from arena import deals
from arena.errors import UserError
from arena.fields import make_config
from arena.games import Deal, Game
from arena.jobs import Entrant, Work
from arena.match import find_game, own_paths, preload_for
from arena.pairings.schedule import Schedule
from arena.plugins import Plugins
from arena.referee import GameError, Setup
from arena.roster import FoundBot, Ready, find_all, prepare_all
from arena.seats import ClassBot
from arena.seats.opener import SeatOpener
from arena.tournaments.spec import Spec, schedule_of, settle
from arena.trial import try_bot

Say = Callable[[str], None]


class Plan:
    """A tournament that could begin: what is to be played, by whom, in which order."""

    def __init__(self, spec: Spec, plugins: Plugins, say: Say) -> None:
        """Finds the bots; runs nothing of theirs and writes nothing. Raises UserError for what the user can mend."""
        self.plugins = plugins
        self.game: Game = find_game(spec.game, plugins)
        plugins.pairing(spec.format)  # an unknown format is said before what it would need
        if not spec.bots:
            raise UserError("name the bots, or a folder of bots, such as `arena tournament bots/`")
        found = find_all(spec.bots, self.game.name, plugins, unique=True)
        for note in found.notes:
            say(note)
        self.found: list[FoundBot] = found.bots
        self.ready: list[Ready] = []
        """Filled by `prepare`."""
        self.start_seconds = 0.0
        """What one start and first answer took, on average, in the trial."""
        self.broken = [refusal.why for refusal in found.refusals]
        self._spec = spec
        self._say = say
        self._settle()

    def _settle(self) -> None:
        self.spec, self.left_out = settle(self._spec, self.game, [bot.name for bot in self.found])
        self.config: Any = make_config(self.game, self.spec.config)
        self.schedule: Schedule = schedule_of(self.spec, self.game, self.plugins)

    def prepare(self, folder: Path, *, skip_broken: bool = False) -> list[Ready]:
        """Snapshot, build and try every bot. Raises UserError with all that are broken, unless they are to be skipped."""
        ready, refused = prepare_all(self.found, folder, self._say)
        broken = [*self.broken, *(refusal.why for refusal in refused)]
        if self.spec.trusted:
            broken += [
                f"{bot.bot.name} is a program; --trusted plays Python class bots only"
                for bot in ready if not isinstance(bot.runnable, ClassBot)
            ]  # fmt: skip
            ready = [bot for bot in ready if isinstance(bot.runnable, ClassBot)]
        else:
            ready, failed = self._try(ready)
            broken += failed
        if broken and not skip_broken:
            raise UserError("\n".join([*broken, "Mend these bots, or leave them out with --skip-broken."]))
        for line in broken:
            self._say(f"left out: {line}")
        if len(ready) < len(self.found):
            kept = {bot.bot.name for bot in ready}
            self.found = [bot for bot in self.found if bot.name in kept]
            self._settle()
        return ready

    def _try(self, ready: Sequence[Ready]) -> tuple[list[Ready], list[str]]:
        """One decision of each bot at each number of seats: who can play, and a sentence on each other."""
        good, failed = [], []
        preload = preload_for(self.game, [bot.runnable for bot in ready])
        with SeatOpener(preload=preload, pondering=self.spec.pondering) as opener:
            for bot in ready:
                begun = perf_counter()
                sentences = [
                    sentence
                    for seats in self.spec.seats
                    if (sentence := self._trial_of(bot, seats, opener)) is not None
                ]
                if sentences:
                    failed.append(sentences[0])
                else:
                    good.append(bot)
                    self.start_seconds += (perf_counter() - begun) / len(self.spec.seats)
        self.start_seconds /= max(1, len(good))
        return good, failed

    def _trial_of(self, bot: Ready, seats: int, opener: SeatOpener) -> str | None:
        try:
            return own_paths(try_bot(bot.runnable, bot.bot.name, self._trial(seats), opener), bot)
        except GameError:  # nothing against the bot: it will be told match by match
            return None

    def _trial(self, seats: int) -> Setup:
        return Setup(
            self.game, self.config, seats, bytes(32), "", [0] * seats, self.spec.time, on_fault=self.spec.on_fault
        )

    def estimate(self, jobs: int) -> float:
        """A guess of how many seconds the tournament takes: starts as the trial took, random play, and a little thought."""
        if self.spec.seconds is not None:
            return self.spec.seconds
        total, seconds = 0, 0.0
        for seats in self.spec.seats:
            try:
                decisions = _random_length(self.game, self.config, seats)
            except Exception:  # a game error will be told match by match; for a guess any number will do
                decisions = 100
            seconds += seats * self.start_seconds + decisions * 0.002
            total += 1
        matches = self.schedule.total() or 0
        return matches * seconds / max(1, total) / max(1, jobs)

    def work(self, ready: Sequence[Ready]) -> Work:
        """What all matches have in common."""
        spec = self.spec
        return Work(
            game=spec.game, config=dict(spec.config), entrants=[Entrant(b.id, b.bot.name, b.runnable) for b in ready],
            plugin_paths=[str(path.resolve()) for path in self.plugins.paths], time=spec.time, on_fault=spec.on_fault,
            trusted=spec.trusted, pondering=spec.pondering, show_names=spec.show_names,
        )  # fmt: skip


def _random_length(game: Game, config: Any, seats: int) -> int:
    """How many decisions one match of random play has."""
    state, rng, count = game.new_match(config, seats, Deal(deals.deal_seed(bytes(32), seats))), Random(1), 0
    while state.seat is not None and count < 5000:
        state.apply(rng.choice(state.legal()))
        count += 1
    return count


def plan_tournament(spec: Spec, *, plugins: Plugins | None = None, say: Say | None = None) -> Plan:
    """What would be played: finds the bots and makes the schedule. Raises UserError for what the user can mend."""
    return Plan(spec, plugins or Plugins(), say or (lambda line: None))
