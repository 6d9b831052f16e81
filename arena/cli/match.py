"""`arena match`: play one match and show how it went."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click

from arena.cli.options import game_option, json_option, no_limit, plugin_option, time_option


@click.command("match", short_help="Play one match and show it.")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@game_option
@click.option("--seats", type=int, metavar="N", help="How many seats (default: as many as bots).")
@click.option("--seed", type=int, metavar="N", help="Derive the deal from N: the same again, and guessable.")
@click.option("--set", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game (repeatable).")
@time_option("--move-time", "1000ms", "How long one decision may take; `none` for no limit.")
@time_option("--start-time", "5s", "How much longer the first decision of a process may take.")
@time_option("--bank", "none", "How long all decisions of a bot may take together.")
@click.option("--on-fault", type=click.Choice(["forfeit", "stand-in"]), default="forfeit", show_default=True,
              help="Whether a fault costs the match, or only that decision.")
@click.option("--trusted", is_flag=True, help="Run class bots inside this process: fast, and nothing is kept from them.")
@click.option("--pondering", is_flag=True, help="Let bots run while others think.")
@click.option("--show-names", is_flag=True, help="Tell the bots each other's names.")
@click.option("--watch", "-w", is_flag=True, help="Draw the board after each action, with stderr and notes of the bots.")
@click.option("--log", type=click.Path(dir_okay=False), metavar="FILE", help="Keep the match for `arena replay`.")
@plugin_option
@json_option("one object")
def command(
    bots: tuple[str, ...], game: str | None, seats: int | None, seed: int | None, options: tuple[str, ...],
    move_time: int, start_time: int, bank: int, on_fault: Any, trusted: bool, pondering: bool, show_names: bool,
    watch: bool, log: str | None, plugin_paths: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Play one match between BOTs and show ranks, scores and faults.

    A BOT is a file or folder, a quoted command, or an installed name (`arena bots` lists them), with options after a
    colon and another name before an equals sign: mine.py, "node bot.js --fast", greedy, deep=mine.py:depth=3. Fewer
    bots than seats are seated in turn.
    """
    import msgspec

    from arena.cli import Halt, Trouble
    from arena.cli.progress import Progress, say
    from arena.match import MatchPlan, play
    from arena.plugins import Plugins
    from arena.protocol import TimeLimits
    from arena.referee import GameError, Step
    from arena.replays import encode_replay
    from arena.reports import match as report
    from arena.reports.layout import place

    out = sys.stderr if as_json else sys.stdout
    colour = out.isatty()
    show = Progress()
    plans: list[MatchPlan] = []
    static: list[Any] = []

    def announce(plan: MatchPlan) -> None:
        plans.append(plan)
        static.append(plan.setup.game.static(plan.setup.config, plan.setup.seats))
        if not as_json or watch:
            click.echo(report.header(plan) + "\n", file=out)

    def on_step(step: Step) -> None:
        plan = plans[0]
        if watch:
            text = report.step_text(step, plan.setup.game, plan.bots, static=static[0], seat=None, colour=colour)
            click.echo(text, file=out, color=colour)
        else:
            show.line(f"decision {step.number}, {plan.bots[step.seat]}: {step.action or 'a fault'}")

    if log is not None:
        _check_log(Path(log))
    try:
        match = play(
            game, bots, seats=seats, config=options, seed=seed,
            time=TimeLimits(start_ms=max(0, start_time), move_ms=no_limit(move_time), bank_ms=no_limit(bank)),
            on_fault=on_fault, trusted=trusted, pondering=pondering, show_names=show_names,
            plugins=Plugins(plugin_paths), watch=on_step, announce=announce,
            say=say,
        )  # fmt: skip
    except GameError as error:
        raise Trouble(f"game error, scored for nobody: {error}") from error
    except KeyboardInterrupt:
        raise Halt("Stopped; nothing is kept.") from None
    finally:
        show.clear()
    if log is not None:
        Path(log).write_bytes(encode_replay(match.replay))
    if as_json:
        click.echo(msgspec.json.encode(report.as_json(match)))
    else:
        click.echo(report.result(match))
        if log is not None:
            click.echo(f"\nKept in {log}: `arena replay {place(log)}` steps through it.")


def _check_log(path: Path) -> None:
    """Say before the match that its replay could not be written."""
    from arena.cli import Failure

    if path.is_dir():
        raise Failure(f"--log {path}: that is a folder; name a file")
    if not path.parent.is_dir():
        raise Failure(f"--log {path}: there is no folder {path.parent}; make it first")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Failure(f"--log {path}: one may not write there; name another file")
