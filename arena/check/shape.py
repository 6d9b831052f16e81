"""Checks of what a game says of itself, before any match: names, seats, options, fields, teams, the static part."""

from __future__ import annotations

import re
from typing import Any, Union

import msgspec

from arena.check.bench import Bench, depth, leaves
from arena.games import Event
from arena.reports.rules import undocumented_fields

LARGEST = 2**31 - 1


def named(bench: Bench) -> str | None:
    """The game has a name of one lower-case word and a rules version, and its summary is one line."""
    game = bench.game
    if not isinstance(game.name, str) or not re.fullmatch(r"[a-z][a-z0-9_-]*", game.name):
        bench.fail(f"the name {game.name!r} is not a lower-case word")
    if "\n" in game.summary or "\n" in game.title:
        bench.fail("the title or the summary is more than one line")
    if type(game.rules) is not int or game.rules < 1:
        bench.fail(f"the rules version {game.rules!r} is not a whole number from 1")
    if type(game.max_decisions) is not int or game.max_decisions < 1:
        bench.fail(f"max_decisions {game.max_decisions!r} is not a whole number from 1")
    missing = [word for word in ("title", "summary") if not getattr(game, word)]
    return f"the name is well formed; not offered, and worth having: {' and '.join(missing)}" if missing else None


def seat_counts(bench: Bench) -> None:
    """The allowed numbers of seats are whole numbers from 1, and no option allows others."""
    game = bench.game
    if not list(game.seats) or any(type(seats) is not int or seats < 1 for seats in game.seats):
        bench.fail(f"seats {game.seats!r} are not whole numbers from 1")
    for match in bench.plan():
        if match.seats not in game.seats:
            bench.fail(f"seats_for allows {match.label}, which `seats` does not")
    if not list(game.seats_for(game.Config())):
        bench.fail("seats_for allows no number of seats for the default options")
    if bench.only_seats is not None and bench.only_seats not in game.seats:
        bench.fail(f"the game is not for {bench.only_seats} seats; it is for {', '.join(map(str, game.seats))}")


def options(bench: Bench) -> None:
    """Every option has a default, and options go to JSON and back."""
    config = bench.game.Config
    for field in msgspec.structs.fields(config):
        if field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT:
            bench.fail(f"the option {field.name} has no default")
    for match in bench.plan():
        round_trip(bench, match.config, config, "the options")


def fields(bench: Bench) -> None:
    """Every field of options, static part, view and events has a meaning."""
    missing = undocumented_fields(bench.game)
    if missing:
        bench.fail(f"no meaning (msgspec.Meta(description=...)) for {', '.join(missing)}")


def static(bench: Bench) -> None:
    """The static part is the declared Struct, goes to JSON and back, and is the same each time."""
    game = bench.game
    for match in bench.plan():
        part = game.static(match.config, match.seats)
        round_trip(bench, part, game.Static, f"the static part ({match.label})")
        if game.static(match.config, match.seats) != part:
            bench.fail(f"static() gives something else when asked again ({match.label})")


def teams(bench: Bench) -> None:
    """Every seat has a side, and from two seats on there are at least two sides."""
    for match in bench.plan():
        sides = bench.game.teams(match.config, match.seats)
        if len(sides) != match.seats or any(type(side) is not int or side < 0 for side in sides):
            bench.fail(f"teams() is {sides!r}: not one whole number from 0 for each of {match.label}")
        if match.seats > 1 and len(set(sides)) < 2:
            bench.fail(f"teams() puts all seats on one side ({match.label})")


def event_kinds(bench: Bench) -> None:
    """The declared events are Structs based on Event, each with a tag of its own, and all flat."""
    kinds = bench.game.Events
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, Event)):
            bench.fail(f"{kind!r} in Events is not based on arena.games.Event")
        if kind.__struct_config__.tag is None:
            bench.fail(f"the event {kind.__name__} has no tag")
    event_decoder(kinds)


def event_decoder(kinds: tuple[type[Event], ...]) -> msgspec.json.Decoder[Any]:
    """Reads any event of the game by its tag. Raises TypeError if two share one."""
    return msgspec.json.Decoder(Union[kinds])  # noqa: UP007 - a tuple of types cannot be joined by |


def round_trip(bench: Bench, value: Any, kind: type[msgspec.Struct], what: str, *, flat: int | None = None) -> None:
    """Require that `value` is a `kind`, is read back equal from its JSON, and leaves out no field.

    Whole numbers are within the protocol's bounds, and at most `flat` lists and objects lie in each other.
    """
    if not isinstance(value, kind):
        bench.fail(f"{what} is a {type(value).__name__}, not the declared {kind.__name__}")
    line = msgspec.json.encode(value)
    if msgspec.json.decode(line, type=kind) != value:
        bench.fail(f"{what} is not read back equal from its JSON")
    plain = msgspec.json.decode(line)
    left_out = {field.encode_name for field in msgspec.structs.fields(type(value))} - set(plain)
    if left_out:
        bench.fail(f"{what} leaves out {', '.join(sorted(left_out))}; what is unknown is null")
    for leaf in leaves(plain):
        if type(leaf) is int and abs(leaf) > LARGEST:
            bench.fail(f"{what} has the number {leaf}, beyond plus or minus 2^31 - 1")
    if flat is not None and depth(plain) > flat:
        deepest = max(plain, key=lambda name: depth(plain[name]))
        bench.fail(f"{what} is not flat: {deepest} is {depth(plain[deepest])} levels deep, allowed are {flat - 1}")
