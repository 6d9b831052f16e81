"""The spec of a tournament: all that decides its results, besides the bots' files and the secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from arena.errors import UserError
from arena.fields import make_config
from arena.games import Game
from arena.match import seats_with_options
from arena.pairings import Schedule, formats, sizes_that_fit
from arena.plugins import Plugins
from arena.protocol import TimeLimits
from arena.referee import OnFault
from arena.store import BotRow

USUAL_SEATS = (2, 3, 4)
"""Played if nothing else is asked for, as far as the game allows them."""


class Spec(msgspec.Struct, frozen=True, kw_only=True):
    """What to play. Equal specs, bots and secrets have equal results, whatever the number of jobs."""

    bots: Sequence[str]
    """As on the command line: folders, files, quoted commands, installed names."""
    game: str | None = None
    """None is the usual one."""
    seats: Sequence[int] = ()
    """The sizes of tables; empty for 2, 3 and 4, as far as the game allows them and there are bots enough. 1 goes by itself:
    every bot plays the same deals alone. It is what empty means for a game that is only played so."""
    format: str = "round-robin"
    """The name of a pairing."""
    matches: int | None = None
    """A budget: whole units that have at most so many matches together."""
    seconds: float | None = None
    """A budget of time: no further table is begun after it."""
    rounds: int | None = None
    """Of a Swiss tournament."""
    config: Mapping[str, Any] | Sequence[str] = ()
    """Options of the game."""
    time: TimeLimits = TimeLimits()
    on_fault: OnFault = "forfeit"
    pondering: bool = False
    show_names: bool = False
    trusted: bool = False
    seed: int | None = None
    """Derives the deals from a number that anyone can guess: for experiments."""


class Settled(msgspec.Struct, frozen=True):
    """A spec in which nothing is left open: as it is committed to, stored, and compared when a tournament is resumed."""

    game: str
    rules: int
    config: dict[str, Any]
    """Every option."""
    bots: list[str]
    """Names, in the order in which they were found."""
    seats: list[int]
    format: str
    matches: int | None
    seconds: float | None
    rounds: int | None
    time: TimeLimits
    on_fault: OnFault
    pondering: bool
    show_names: bool
    trusted: bool
    seed: int | None


def settle(spec: Spec, game: Game, bots: Sequence[str]) -> tuple[Settled, list[str]]:
    """The spec with everything decided, and a line for each size that is left out.

    Raises UserError for sizes that the game or the field does not allow, and budgets that contradict each other.
    """
    config = make_config(game, spec.config)
    allowed = sorted(game.seats_for(config))
    if len(bots) < 2:
        have = f"only {bots[0]}" if bots else "none"
        raise UserError(f"a tournament needs two bots at least, and there is {have}: name more, such as `random`")
    for size in spec.seats:
        if size not in allowed:
            raise UserError(f"{game.name} is played at {seats_with_options(game, config, size)}, not at {size}")
    if 1 in spec.seats and set(spec.seats) != {1}:
        raise UserError(
            "alone bots are compared by their scores on the same deals, at tables by who beats whom: these do not mix, "
            "so play --seats 1 as a tournament of its own"
        )
    usual = [size for size in allowed if size in USUAL_SEATS] or [size for size in allowed if size > 1] or allowed
    wanted = sorted(set(spec.seats)) or (usual if spec.format == "round-robin" else usual[:1])
    fit, lines = sizes_that_fit(len(bots), wanted)
    if not fit:
        raise UserError(
            f"a table of {wanted[0]} seats needs {wanted[0]} bots, there are {len(bots)}: name more, or one of them again under "
            f"another name (b={bots[0]}), or other --seats"
        )
    if spec.matches is not None and spec.matches < 1:
        raise UserError(f"a tournament of {spec.matches} matches is none; play 1 or more")
    if spec.matches is not None and spec.seconds is not None:
        raise UserError("give a number of matches or a time, not both")
    return Settled(
        game=game.name, rules=game.rules, config=msgspec.to_builtins(config), bots=list(bots), seats=fit,
        format=spec.format, matches=spec.matches, seconds=spec.seconds, rounds=spec.rounds, time=spec.time,
        on_fault=spec.on_fault, pondering=spec.pondering, show_names=spec.show_names, trusted=spec.trusted, seed=spec.seed,
    ), lines  # fmt: skip


def schedule_of(spec: Settled, game: Game, plugins: Plugins) -> Schedule:
    """Who meets whom under a settled spec. Raises UserError for an unknown format, or what the format cannot do."""
    config = make_config(game, spec.config)
    sizes = list(spec.seats)
    if spec.format != "round-robin" and len(sizes) == 1:  # tables of one seat less where the field asks for it
        sizes += [n for n in game.seats_for(config) if 1 < n == sizes[0] - 1]
    plan = formats.PairingPlan(
        bots=len(spec.bots), sizes=tuple(sorted(sizes)), sides_for=lambda seats: game.teams(config, seats),
        matches=spec.matches, endless=spec.seconds is not None, rounds=spec.rounds,
        seed=msgspec.json.encode([spec.bots, spec.seats, spec.rounds]),
    )  # fmt: skip
    made: Schedule = plugins.pairing(spec.format)(plan)
    return made


def commitment(secret: bytes, spec: Settled, bots: Sequence[BotRow]) -> str:
    """What is printed before the first match, so that nobody can choose deals, spec or bots afterwards.

    SHA-256, in hex, of: the secret's 32 bytes, the settled spec as compact JSON, and for each bot in the order of the spec
    its id (which hashes its options and command) and the SHA-256 of its files, with a blank between; each after a newline.
    """
    lines = [msgspec.json.encode(spec), *(f"{bot.id} {bot.sha256}".encode() for bot in bots)]
    return sha256(secret + b"\n".join(lines)).hexdigest()


def as_toml(spec: Settled) -> str:
    """The settled spec as a TOML file for people. What is None is left out."""
    import tomli_w

    return tomli_w.dumps(_without_none(msgspec.to_builtins(spec)))


def _without_none(data: Any) -> Any:
    """TOML has no null: a key that is not there says it."""
    if isinstance(data, dict):
        return {key: _without_none(value) for key, value in data.items() if value is not None}
    return [_without_none(value) for value in data] if isinstance(data, list) else data
