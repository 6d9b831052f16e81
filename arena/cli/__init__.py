"""The command line: `arena`. One file a command; each only words, options and progress around a public function.

Commands are imported when used, so that `arena --help` stays fast.
"""

from __future__ import annotations

import importlib
import os
from typing import Any

import click

from arena import __version__

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # ratings are small: numpy's idle threads would only take time

COMMANDS = ("match", "tournament", "standings", "faults", "replay", "schedule", "games", "rules", "bots", "plugins", "check")
"""In the order of `arena --help`; each is `arena/cli/NAME.py` with a function `command`."""


class Said(click.ClickException):
    """A sentence that ends a command. Strangers' text in it is made safe here."""

    def format_message(self) -> str:
        from arena.text import clean

        return clean(self.message)


class Failure(Said):
    """A sentence for the user: what is wrong and what to do. Status 2, as for wrong options."""

    exit_code = 2


class Trouble(Said):
    """A sentence on what went wrong on our side, or a plugin's. Status 1."""


class Halt(Said):
    """What is to be said when the user stopped a command with Ctrl-C. Status 130, as shells have it."""

    exit_code = 130

    def show(self, file: Any = None) -> None:
        """Without `Error:`, and below the terminal's ^C."""
        click.echo(f"\n{self.format_message()}", file=file, err=file is None)


class Commands(click.Group):
    """The subcommands: ours by name, plugins' by their hook."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*COMMANDS, *sorted(_plugin_commands())]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in COMMANDS:
            command: click.Command = importlib.import_module(f"arena.cli.{name}").command
            return command
        return _plugin_commands().get(name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            close = get_close_matches(args[0], self.list_commands(ctx), 1)
            if not close or args[0].startswith("-"):
                raise
            raise click.UsageError(f"No such command {args[0]!r}; did you mean {close[0]!r}?", ctx) from error

    def invoke(self, ctx: click.Context) -> Any:
        from arena.errors import UserError

        _end_cleanly_on_signals()
        try:
            return super().invoke(ctx)
        except UserError as error:
            raise Failure(listed(str(error))) from error
        except KeyboardInterrupt:
            raise Halt("Stopped.") from None
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            raise Trouble(f"{error.strerror or error}{f': {error.filename}' if error.filename else ''}") from error


def listed(text: str) -> str:
    """Several sentences on bots that cannot play, one a line with their evidence indented below, as a counted list.

    >>> print(listed("a failed\\n    stderr | oh\\nb failed\\nMend these bots, or leave them out with --skip-broken."))
    2 bots cannot play:
    - a failed
        stderr | oh
    - b failed
    Mend these bots, or leave them out with --skip-broken.
    """
    lines = text.split("\n")
    advice = [line for line in lines[-1:] if "--skip-broken" in line]
    lines = lines[: len(lines) - len(advice)]
    count = sum(not line.startswith(" ") for line in lines)
    if count < 2:
        return text
    marked = [line if line.startswith(" ") else f"- {line}" for line in lines]
    return "\n".join([f"{count} bots cannot play:", *marked, *advice])


def _end_cleanly_on_signals() -> None:
    """A request to stop unwinds as Ctrl-C does, so that bots are ended and temporary folders go."""
    import signal

    def stop(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    try:
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_DFL:
                signal.signal(getattr(signal, name), stop)
    except ValueError:  # not in the main thread: then signals are the caller's business
        pass


def _plugin_commands() -> dict[str, click.Command]:
    from arena.plugins import Plugins

    return {command.name: command for command in Plugins().commands() if command.name}


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="arena")
def main() -> None:
    """Play game-playing programs against each other.

    Start with `arena match greedy random --watch`. A bot is a Python class, or a program in any language that speaks
    JSON lines; `arena rules armadora` prints what it needs to know.
    """
