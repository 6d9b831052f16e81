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
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
game_option = click.option("--game", metavar="NAME", help="The game (default: armadora; `arena games` lists them).")

results_argument = click.argument(
    "results", required=False, type=click.Path(path_type=Path), metavar="[FOLDER]"
)


class Duration(click.ParamType):  # type: ignore[type-arg, unused-ignore]  # generic from click 8.5 on only
    """A time such as `1000`, `250ms`, `2s`, `1m`; plain numbers are milliseconds; `none` for no limit."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | None:
        if value is None or isinstance(value, int):
            return value
        text = str(value).strip().lower()
        if text == "none":
            return -1
        for unit, factor in (("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("", 1)):
            if text.endswith(unit):
                try:
                    number = float(text.removesuffix(unit)) * factor
                except ValueError:
                    break
                if 1 <= number < 1 << 31:
                    return round(number)
                break
        return self.fail(f"{value!r} is no time; write 500 or 500ms, 2s, 1m, or none", param, ctx)


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
