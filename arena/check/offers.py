"""Checks of what a game may offer besides: drawings, open and spectators' views; and how fast it is."""

from __future__ import annotations

import re
from time import perf_counter

import msgspec

from arena.check.bench import Bench, Skipped, leaves
from arena.check.shape import LARGEST

_control = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")  # all but the newline
_colour = re.compile(r"\x1b\[[0-9;]*m")
SPEED_SECONDS = 0.3


def text(bench: Bench) -> None:
    """The text drawing works for every seat's view, and without colour has no control codes."""
    for moment in bench.moments(60):
        static = bench.game.static(moment.match.config, moment.match.seats)
        for seat in range(moment.match.seats):
            view = moment.state.view(seat)
            plain = bench.game.text(view, static=static)
            if not plain.strip():
                bench.fail(f"the drawing of the view of seat {seat} is empty")
            if _control.search(plain):
                bench.fail(f"the plain drawing of the view of seat {seat} has control codes")
            if _control.search(_colour.sub("", bench.game.text(view, static=static, colour=True))):
                bench.fail(f"the coloured drawing of the view of seat {seat} has control codes that are no colours")
            if bench.game.text(msgspec.json.decode(msgspec.json.encode(view), type=bench.game.View)) == "":
                bench.fail("a view that came from JSON is drawn empty")


def svg(bench: Bench) -> None:
    """The picture of a view is SVG."""
    for moment in bench.moments(20):
        static = bench.game.static(moment.match.config, moment.match.seats)
        for seat in range(moment.match.seats):
            if not bench.game.svg(moment.state.view(seat), static=static).lstrip().startswith(("<svg", "<?xml")):
                bench.fail(f"the picture of the view of seat {seat} does not begin with <svg")


def open_view(bench: Bench) -> None:
    """The open view is a Struct that can be written as JSON and drawn."""
    for moment in bench.moments(60):
        _whole(bench, moment.state.open_view(), "the open view")


def spectator_view(bench: Bench) -> None:
    """The spectators' view is a Struct that can be written as JSON and drawn."""
    for moment in bench.moments(60):
        _whole(bench, moment.state.spectator_view(), "the spectators' view")


def _whole(bench: Bench, view: msgspec.Struct, what: str) -> None:
    if not isinstance(view, msgspec.Struct):
        bench.fail(f"{what} is a {type(view).__name__}, not a Struct")
    if any(type(leaf) is int and abs(leaf) > LARGEST for leaf in leaves(msgspec.to_builtins(view))):
        bench.fail(f"{what} has a number beyond plus or minus 2^31 - 1")
    if isinstance(view, bench.game.View) and not bench.game.text(view).strip():
        bench.fail(f"the drawing of {what} is empty")


def speed(bench: Bench) -> str:
    """How many decisions and views the rules do in a second; for information."""
    decisions = views = 0
    playing = looking = 0.0
    if any(match.error for match in bench.matches):
        raise Skipped("not every match plays to its end")
    while playing + looking < SPEED_SECONDS:
        for match in bench.matches:
            state = bench.begin(match)
            begun = perf_counter()
            for action in match.actions:
                state.legal()
                state.apply(action)
            playing += perf_counter() - begun
            decisions += len(match.actions)
            begun = perf_counter()
            for seat in range(match.seats):
                msgspec.json.encode(state.view(seat))
            looking += perf_counter() - begun
            views += match.seats
        if not decisions:
            return "no decision was played"
    return f"{decisions / playing:,.0f} decisions and {views / looking:,.0f} views a second (for information)"
