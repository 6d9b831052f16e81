"""`arena tournament`: play bots against each other and rate them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from arena.cli.options import (
    MATCHES_HELP,
    SEATS_HELP,
    Duration,
    game_option,
    json_option,
    no_limit,
    not_negative,
    plugin_option,
    sizes,
    time_option,
)

if TYPE_CHECKING:  # imported when used, so that help is fast
    from arena.plugins import Plugins
    from arena.tournaments import Results, Spec


@click.command("tournament", short_help="Play bots against each other, rate them.")
@click.argument("bots", nargs=-1, metavar="BOT...")
@game_option
@click.option("--seats", metavar="N,N", help=SEATS_HELP)
@click.option("--format", "form", default="round-robin", show_default=True, metavar="NAME",
              help="Who meets whom: round-robin or swiss.")
@click.option("--matches", type=int, metavar="N", help=MATCHES_HELP)
@click.option("--for", "for_time", type=Duration(bare=False), metavar="TIME",
              help="Begin no further table after TIME, such as 20s, 10m or 1h.")
@click.option("--rounds", type=int, metavar="N", help="Rounds of a Swiss tournament (default: log2 of the field, plus 2).")
@click.option("--jobs", "-j", type=int, callback=not_negative, default=0, show_default=True, metavar="N",
              help="Matches at a time; 0 is one a core. Changes nothing but times.")
@click.option("--seed", type=int, metavar="N", help="Derive the deals from N: the same again, and guessable.")
@click.option("--secret-file", type=click.Path(), metavar="FILE", help="Play the deals of an earlier secret again.")
@click.option("--set", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game (repeatable).")
@time_option("--move-time", "1000ms", "How long one decision may take; `none` for no limit.")
@time_option("--start-time", "5s", "How much longer the first decision of a process may take.")
@time_option("--bank", "none", "How long all decisions of a bot in a match may take together.")
@click.option("--on-fault", type=click.Choice(["forfeit", "stand-in"]), default="forfeit", show_default=True,
              help="Whether a fault costs the match, or only that decision.")
@click.option("--trusted", is_flag=True, help="Run class bots inside arena's processes: fast, and nothing is kept from them.")
@click.option("--pondering", is_flag=True, help="Let bots run while others think.")
@click.option("--show-names", is_flag=True, help="Tell the bots each other's names.")
@click.option("--skip-broken", is_flag=True, help="Play without the bots that fail their trial.")
@click.option("--executor", default="processes", show_default=True, metavar="NAME", help="Who plays: processes or serial.")
@click.option("--out", type=click.Path(), metavar="FOLDER", help="Where results go (default: results/GAME-DATE-TIME).")
@click.option("--resume", is_flag=True, help="Go on with the unfinished tournament in --out.")
@click.option("--dry-run", is_flag=True, help="Say what would be played; build, try and play nothing.")
@click.option("--quiet", "-q", is_flag=True, help="Print only the table and its warnings.")
@plugin_option
@json_option("one object")
def command(
    bots: tuple[str, ...], game: str | None, seats: str | None, form: str, matches: int | None, for_time: int | None,
    rounds: int | None, jobs: int, seed: int | None, secret_file: str | None, options: tuple[str, ...], move_time: int,
    start_time: int, bank: int, on_fault: Any, trusted: bool, pondering: bool, show_names: bool, skip_broken: bool,
    executor: str, out: str | None, resume: bool, dry_run: bool, quiet: bool, plugin_paths: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Play BOTs against each other at tables of several sizes, in parallel, and write an Elo table.

    A BOT is a folder of bots, a file, a quoted command, or an installed name, as for `arena match`. No option is needed.
    Results go to a new folder; Ctrl-C keeps what was played. `arena standings`, `faults` and `replay` look at them.
    """
    from arena.cli import Failure, Halt
    from arena.cli.telling import Teller
    from arena.plugins import Plugins
    from arena.protocol import TimeLimits
    from arena.tournaments import Spec, Stopped, tournament

    if not bots:
        again = "--resume goes on with the words of the first run: give the same BOTs" if resume else "Missing argument 'BOT...'"
        raise click.UsageError(f"{again}, such as `arena tournament bots/`.")
    if resume and out is None:
        raise Failure("--resume needs --out FOLDER: which tournament is to go on?")
    spec = Spec(
        bots=bots, game=game, seats=sizes(seats), format=form, matches=matches,
        seconds=None if for_time is None or for_time < 0 else for_time / 1000, rounds=rounds, config=options,
        time=TimeLimits(start_ms=max(0, start_time), move_ms=no_limit(move_time), bank_ms=no_limit(bank)),
        on_fault=on_fault, pondering=pondering, show_names=show_names, trusted=trusted, seed=seed,
    )  # fmt: skip
    plugins = Plugins(plugin_paths)
    if dry_run:
        _show_plan(spec, plugins, as_json)
        return
    teller = Teller(quiet=quiet, as_json=as_json, jobs=jobs, resume=resume)
    try:
        results = tournament(
            spec, out=out, resume=resume, jobs=jobs, executor=executor, secret_file=secret_file,
            skip_broken=skip_broken, plugins=plugins, observer=teller,
        )  # fmt: skip
    except Stopped as stopped:
        teller.clear()
        _show(stopped.results, as_json, quiet)
        teller.stopped(stopped.results.folder, out=out is not None)
        sys.exit(stopped.status)
    except KeyboardInterrupt:
        teller.clear()
        if teller.folder is None:
            raise Halt("Stopped before the first match; nothing new is kept.") from None
        teller.stopped(teller.folder, out=out is not None)
        sys.exit(130)
    finally:
        teller.clear()
    _show(results, as_json, quiet)
    if not as_json:
        teller.ended(results)


def _show_plan(spec: Spec, plugins: Plugins, as_json: bool) -> None:
    import msgspec

    from arena.cli.progress import say
    from arena.reports.standings import plan_data, plan_text
    from arena.tournaments import plan_tournament

    plan = plan_tournament(spec, plugins=plugins, say=say)
    if as_json:
        click.echo(msgspec.json.encode(plan_data(plan)))
        return
    for line in plan.broken:
        say(f"broken: {line}")
    click.echo(f"{plan_text(plan)}\n\nNothing was built, tried or played, and nothing was written.")


def _show(results: Results, as_json: bool, quiet: bool) -> None:
    """The table: alone with its warnings if `quiet`, else with the crosstable of a small field."""
    import msgspec

    from arena.reports import standings as report

    if as_json:
        click.echo(msgspec.json.encode(report.standings_data(results)))
        return
    if results.spec.format != "round-robin":
        click.echo(f"{report.places_text(results.places(), quiet=quiet)}\n")
    click.echo(report.standings_text(results.standings(), quiet=quiet))
    if not quiet and 2 < len(results.bots) <= report.CROSSTABLE_BOTS and results.rated:
        click.echo(f"\n{report.crosstable_text(results.crosstable())}")
