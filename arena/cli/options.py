"""Options that several commands share, and the reading of their values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

plugin_option = click.option(
    "--plugin", "plugin_paths", multiple=True, metavar="PATH", type=click.Path(),
    help="Load a plugin from a Python file or a folder as well (repeatable).",
)  # fmt: skip

def json_option(shape: str) -> Callable[[Any], Any]:
    """`--json`, with what it prints: one object, one array, one object a line. docs/json.md has the keys."""
    return click.option("--json", "as_json", is_flag=True, help=f"Print JSON for programs: {shape}.")


def not_negative(ctx: click.Context, param: click.Parameter, value: int) -> int:
    """A callback for numbers of which 0 is one, without click's `[x>=0]` in the help text."""
    if value < 0:
        raise click.BadParameter(f"{value} is less than 0", ctx, param)
    return value

game_option = click.option("--game", metavar="NAME", help="The game (default: armadora; `arena games` lists them).")

SEATS_HELP = (
    "Sizes of tables (default: 2,3,4 as far as game and field allow; swiss: one size, the smallest usual). "
    "1: every bot plays the same deals alone."
)
MATCHES_HELP = "Whole units (alone: deals), at most N matches, at least one unit (default: until every bot has 60 at each size)."

results_argument = click.argument(
    "results", required=False, type=click.Path(path_type=Path), metavar="[FOLDER]"
)


class Duration(click.ParamType):  # type: ignore[type-arg, unused-ignore]  # generic from click 8.5 on only
    """A time such as `1000`, `250ms`, `2s`, `1m`; plain numbers are milliseconds, if `bare`; `none` for no limit."""

    name = "time"

    def __init__(self, *, bare: bool = True) -> None:
        self._bare = bare

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        if value is None or isinstance(value, int):
            return value
        text = str(value).strip().lower()
        if text == "none":
            return -1
        for unit, factor in (("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), *([("", 1)] if self._bare else [])):
            if text.endswith(unit):
                try:
                    number = float(text.removesuffix(unit)) * factor
                except ValueError:
                    break
                if 1 <= number < 1 << 31:
                    return round(number)
                break
        write = "500 or 500ms, 2s, 1m, or none" if self._bare else "20s, 10m or 1h"
        return self.fail(f"{value!r} is no time; write {write}", param, ctx)


def time_option(name: str, default: str, help: str) -> Callable[[Any], Any]:
    """An option that takes a Duration."""
    return click.option(name, type=Duration(), default=default, show_default=True, metavar="TIME", help=help)


def no_limit(ms: int) -> int | None:
    """Milliseconds, or None where `none` was written."""
    return None if ms < 0 else ms


def sizes(text: str | None) -> list[int]:
    """The numbers in `2,3,4`; none for no text."""
    if text is None:
        return []
    try:
        return [int(word) for word in text.replace(" ", "").split(",")]
    except ValueError:
        raise click.UsageError(f"--seats {text}: write sizes with commas between, such as 2,3,4") from None
