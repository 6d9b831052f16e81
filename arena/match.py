"""One match from names to result: finds the bots, tries them, deals, seats them, has the referee play, keeps the replay.

`play` is the public function; `arena match` only calls it.
"""

from __future__ import annotations

import inspect
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from arena import deals
from arena.bots import Bot
from arena.errors import UserError
from arena.fields import changes, make_config
from arena.games import Game, Part, placements
from arena.plugins import Plugins
from arena.protocol import TimeLimits
from arena.referee import OnFault, Outcome, Setup, Watcher, referee_match
from arena.replays import Replay, keep
from arena.roster import FoundBot, Ready, find_all, prepare_all
from arena.seats import ClassBot, Limits, Runnable, Seat
from arena.seats.opener import SeatOpener, close_all
from arena.trial import try_bot

DEFAULT_GAME = "armadora"

Say = Callable[[str], None]


class MatchPlan(msgspec.Struct, frozen=True):
    """What is about to be played: told to `announce` before the first decision. Lists are in seat order."""

    setup: Setup
    bots: list[str]
    sources: list[str]
    guessable: bool
    """Whether the deal comes from a `seed` that somebody chose."""
    trusted: bool


class Match(msgspec.Struct, frozen=True):
    """A played match. Lists are in seat order."""

    game: str
    config: dict[str, Any]
    """All options of the game, as JSON would have them."""
    seats: int
    bots: list[str]
    teams: list[int]
    ranks: list[int] | None
    scores: list[int | None] | None
    placements: list[float] | None
    """(beaten + ties/2) / (seats not on one's side), in 0..1."""
    outcome: Outcome
    """Faults with their evidence, times, notes and the rest."""
    replay: Replay
    score_means: str = ""
    """What a score counts, if the game says it."""

    @property
    def parts(self) -> list[Part]:
        """Results of parts of the match, if the game names any; see `Outcome.parts`."""
        return self.outcome.parts

    @property
    def winners(self) -> list[str]:
        """The bots of rank 1. Alone, none if the match has no score: it is lost."""
        if self.seats == 1 and self.scores == [None]:
            return []
        return [bot for bot, rank in zip(self.bots, self.ranks or [], strict=False) if rank == 1]


def play(
    game: str | Game | None,
    bots: Sequence[str | type[Bot]],
    *,
    seats: int | None = None,
    config: Mapping[str, Any] | Iterable[str] = (),
    seed: int | None = None,
    time: TimeLimits | None = None,
    on_fault: OnFault = "forfeit",
    trusted: bool = False,
    pondering: bool = False,
    show_names: bool = False,
    limits: Limits | None = None,
    plugins: Plugins | None = None,
    watch: Watcher | None = None,
    announce: Callable[[MatchPlan], None] | None = None,
    say: Say | None = None,
) -> Match:
    """Play one match and return how it went.

    `game` is a name, a Game, or None for the usual one. `bots` are what `arena match` takes (files, folders, quoted
    commands, installed names), or classes derived from `arena.Bot`; fewer bots than `seats` are seated in turn.
    `config` sets options of the game, by mapping or as texts like "advanced=true". `seed` derives the deal from a number
    that anyone can guess; without it the deal is secret and new. `trusted` runs class bots inside this process, without
    time limits that hold. `watch` is called after each decision, `announce` once before the first, `say` with lines of
    progress (builds, notes).

    Raises UserError for anything that the caller can mend, before a match begins; GameError if the rules fail.
    """
    plugins = plugins or Plugins()
    say = say or _silent
    rules = find_game(game, plugins)
    options = make_config(rules, config)
    limits_of_time = time or TimeLimits()
    secret = deals.new_secret() if seed is None else deals.secret_of_number(seed)
    found = _find(bots, rules, plugins, say)
    count = _seat_count(rules, options, len(found), seats)
    with tempfile.TemporaryDirectory(prefix="arena-") as home:
        ready = _prepare(found, Path(home), say)
        seated = [ready[seat % len(ready)] for seat in range(count)]
        names = _seat_names([bot.bot.name for bot in seated])
        setup = Setup(
            game=rules, config=options, seats=count, deal=deals.deal_seed(secret, 0),
            match=deals.opaque_id(secret, "0"), seeds=[deals.bot_seed(secret, "0", seat) for seat in range(count)],
            time=limits_of_time, names=names if show_names else None, on_fault=on_fault,
        )  # fmt: skip
        preload = preload_for(rules, [bot.runnable for bot in ready])
        with SeatOpener(preload=preload, limits=limits, pondering=pondering) as opener:
            if not trusted:  # the trial is for processes; in this one a bot that fails says so itself
                _refuse_broken(ready, setup, opener)
            elif programs := [bot.bot.name for bot in ready if not isinstance(bot.runnable, ClassBot)]:
                raise UserError(f"--trusted plays Python class bots only; {', '.join(programs)} must run as a process")
            table = opener.table()

            players: list[Seat] = []

            def sit(seat: int, start_ms: float) -> Seat:
                players.append(
                    opener.open(seated[seat].runnable, name=names[seat], start_ms=start_ms, table=table, trusted=trusted)
                )
                return players[-1]

            if announce is not None:
                announce(MatchPlan(setup, names, [bot.bot.source for bot in seated], seed is not None, trusted))
            try:
                seats_open = [sit(seat, limits_of_time.start_ms) for seat in range(count)]
                outcome = referee_match(setup, seats_open, reopen=sit, watch=watch)
            finally:
                close_all(players)
    return Match(
        game=rules.name, config=msgspec.to_builtins(options), seats=count,
        bots=names, teams=setup.teams, ranks=outcome.ranks, scores=outcome.scores,
        placements=placements(outcome.ranks, setup.teams) if outcome.ranks else None,
        outcome=outcome, replay=keep(setup, outcome, names),
        score_means=rules.score_means(options, count),
    )  # fmt: skip


def _silent(_: str) -> None:
    pass


def find_game(game: str | Game | None, plugins: Plugins) -> Game:
    """The game of that name; with None the usual one, or the only one there is. Raises UserError."""
    if isinstance(game, Game):
        return game
    if game is None:
        known = plugins.games()
        game = known[0].name if len(known) == 1 else DEFAULT_GAME
    return plugins.game(game)


def _seat_count(game: Game, config: Any, bots: int, seats: int | None) -> int:
    allowed = sorted(game.seats_for(config))
    if not bots:
        raise UserError("name at least one bot, such as `random`; `arena bots` lists them")
    if seats is None:
        seats = next((n for n in allowed if n >= bots), None)
    if seats is None:
        where = seats_with_options(game, config, bots)
        raise UserError(f"{game.name} is played at {where}, and {bots} bots are named; name fewer, or play a tournament")
    if seats not in allowed:
        raise UserError(f"{game.name} is played at {seats_with_options(game, config, seats)}, not at {seats}")
    if bots > seats:
        more = f", or raise --seats ({seats_text(allowed)})" if bots <= allowed[-1] else f" ({seats_text(allowed)})"
        raise UserError(f"{bots} bots do not fit {seats} seats; name fewer{more}")
    return seats


def seats_text(allowed: Sequence[int]) -> str:
    """The allowed numbers of seats in words.

    >>> seats_text([2, 3, 4]), seats_text([1]), seats_text([2, 4])
    ('2 to 4 seats', '1 seat', '2 or 4 seats')
    """
    if len(allowed) == 1:
        return f"{allowed[0]} seat" + "s" * (allowed[0] != 1)
    if list(allowed) == list(range(allowed[0], allowed[-1] + 1)) and len(allowed) > 2:
        return f"{allowed[0]} to {allowed[-1]} seats"
    return f"{', '.join(map(str, allowed[:-1]))} or {allowed[-1]} seats"


def seats_with_options(game: Game, config: Any, wanted: int) -> str:
    """The numbers of seats that a match's options allow; if the game has others with other options, those, and if one option
    alone makes `wanted` seats possible, which.
    """
    allowed, every = sorted(game.seats_for(config)), sorted(game.seats)
    if allowed == every:
        return seats_text(allowed)
    possible = (f", such as --set {name}={value}" for name, value, other in changes(config) if wanted in game.seats_for(other))
    return f"{seats_text(allowed)} with these options ({seats_text(every)} with others{next(possible, '')})"


def _find(bots: Sequence[str | type[Bot]], game: Game, plugins: Plugins, say: Say) -> list[FoundBot]:
    found: list[FoundBot] = []
    refused: list[str] = []
    for bot in bots:
        if isinstance(bot, str):
            here = find_all([bot], game.name, plugins)
            for note in here.notes:
                say(note)
            found += here.bots
            refused += [refusal.why for refusal in here.refusals]
        else:
            found.append(_found_class(bot))
    if refused:
        raise UserError("\n".join(refused))
    return found


def _prepare(found: Sequence[FoundBot], home: Path, say: Say) -> list[Ready]:
    ready, refused = prepare_all(found, home, say)
    if refused:
        raise UserError("\n".join(refusal.why for refusal in refused))
    return ready


def _found_class(bot: type[Bot]) -> FoundBot:
    try:
        file = Path(inspect.getfile(bot)).resolve()
    except (TypeError, OSError):
        raise UserError(f"the class {bot.__name__} has no file, so no process can load it; put it in one") from None
    return FoundBot(
        name=bot.__name__, kind="class", source=f"{file.name}:{bot.__qualname__}",
        files={file.name: str(file)}, target=f"{file.name}:{bot.__qualname__}",
    )  # fmt: skip


def _seat_names(names: Sequence[str]) -> list[str]:
    """One name a seat: the second `greedy` is `greedy-2`."""
    out: list[str] = []
    for name in names:
        number, wanted = 1, name
        while wanted in out:
            number += 1
            wanted = f"{name}-{number}"
        out.append(wanted)
    return out


def preload_for(game: Game, bots: Iterable[Runnable]) -> list[str]:
    """Modules to import once, before bots are forked: the game's, and those of installed class bots."""
    installed = {bot.target.partition(":")[0] for bot in bots if isinstance(bot, ClassBot) and "/" not in bot.target}
    return sorted({type(game).__module__, *installed})


def own_paths(sentence: str | None, bot: Ready) -> str | None:
    """The sentence with the files of the snapshot, which will be gone, named as they lie in the bot's own folder."""
    return sentence.replace(f"{bot.folder}/", "") if sentence and bot.folder else sentence


def _refuse_broken(ready: Sequence[Ready], setup: Setup, opener: SeatOpener) -> None:
    tried = [own_paths(try_bot(bot.runnable, bot.bot.name, setup, opener), bot) for bot in ready]
    broken = [sentence for sentence in tried if sentence]
    if broken:
        raise UserError("\n".join(broken))


__all__ = ["Match", "MatchPlan", "find_game", "own_paths", "play", "preload_for", "seats_text", "seats_with_options"]
