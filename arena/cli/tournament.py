"""`arena tournament`: play bots against each other and rate them."""

from __future__ import annotations

import shlex
import sys
import time as clock
from typing import Any

import click

from arena.cli.options import Duration, game_option, json_option, no_limit, plugin_option, sizes, time_option


@click.command("tournament")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@game_option
@click.option("--seats", metavar="N,N", help="Sizes of tables (default: 2,3,4, as far as game and field allow).")
@click.option("--format", "form", default="round-robin", show_default=True, metavar="NAME",
              help="Who meets whom: round-robin or swiss.")
@click.option("--matches", type=int, metavar="N", help="Play whole units of at most N matches (default: 60 a bot and size).")
@click.option("--for", "for_time", type=Duration(), metavar="TIME", help="Begin no further table after TIME, such as 10m.")
@click.option("--rounds", type=int, metavar="N", help="Rounds of a Swiss tournament (default: log2 of the field, plus 2).")
@click.option("--jobs", "-j", type=click.IntRange(0), default=0, metavar="N",
              help="Matches at a time (default: one a core); changes nothing but times.")
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
@click.option("--dry-run", is_flag=True, help="Say what would be played, and play nothing.")
@click.option("--quiet", "-q", is_flag=True, help="Print only the table.")
@plugin_option
@json_option
def command(
    bots: tuple[str, ...], game: str | None, seats: str | None, form: str, matches: int | None, for_time: int | None,
    rounds: int | None, jobs: int, seed: int | None, secret_file: str | None, options: tuple[str, ...], move_time: int,
    start_time: int, bank: int, on_fault: Any, trusted: bool, pondering: bool, show_names: bool, skip_broken: bool,
    executor: str, out: str | None, resume: bool, dry_run: bool, quiet: bool, plugin_paths: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Play BOTs against each other at tables of several sizes, in parallel, and write an Elo table.

    A BOT is a folder of bots, a file, a quoted command, or an installed name, as for `arena match`. No option is needed.
    Results go to a new folder; Ctrl-C keeps what was played.
    """
    import msgspec

    from arena.cli import Failure
    from arena.cli.progress import Progress, in_words
    from arena.executors import Done
    from arena.plugins import Plugins
    from arena.protocol import TimeLimits
    from arena.reports import standings as report
    from arena.tournaments import Observer, Plan, Spec, Stopped, plan_tournament, tournament

    if resume and out is None:
        raise Failure("--resume needs --out FOLDER: which tournament is to go on?")
    spec = Spec(
        bots=bots, game=game, seats=sizes(seats), format=form, matches=matches,
        seconds=None if for_time is None or for_time < 0 else for_time / 1000, rounds=rounds, config=options,
        time=TimeLimits(start_ms=max(0, start_time), move_ms=no_limit(move_time), bank_ms=no_limit(bank)),
        on_fault=on_fault, pondering=pondering, show_names=show_names, trusted=trusted, seed=seed,
    )  # fmt: skip
    plugins = Plugins(plugin_paths)
    progress = Progress(quiet=quiet or as_json)

    def talk(line: str) -> None:
        if not quiet:
            progress.clear()
            click.echo(line, err=as_json)

    if dry_run:
        plan = plan_tournament(spec, plugins=plugins, say=lambda line: click.echo(line, err=True))
        click.echo(report.plan_text(plan) if not as_json else msgspec.json.encode(report.plan_data(plan)))
        return

    class Shown(Observer):
        begun = 0.0
        first = 0
        faults = 0

        def say(self, line: str) -> None:
            if not quiet:
                progress.clear()
                click.echo(line, err=True)

        def begins(self, plan: Plan, folder: Any, committed: str, done: int) -> None:
            self.begun, self.first = clock.monotonic(), done
            talk(report.plan_text(plan, short=True))
            total = plan.schedule.total()
            went_on = f"{done} are played already. " if done else ""
            guess = plan.estimate(jobs or _cores())
            talk(f"{went_on}About {in_words(guess)}{'' if total is None else f' for {total:,} matches'}; bots run "
                 f"{'inside arena (--trusted)' if spec.trusted else 'unsandboxed'}.")  # fmt: skip
            deals = f"Deals come from --seed {spec.seed}, guessable." if spec.seed is not None else "Deals are secret."
            talk(f"{deals} Commitment {committed}")
            talk(f"Results go to {folder}\n")

        def played(self, done: Done, count: int, total: int | None) -> None:
            self.faults += len(done.faults)
            if done.error is not None and done.job.attempt == 1:
                self.say(f"game error, scored for nobody, in match {done.job.table}.{done.job.rotation}: {done.error}")
            elif done.void is not None:
                self.say(f"match {done.job.table}.{done.job.rotation} is void, attempt {done.job.attempt}: {done.void}")
            rate = (count - self.first) / max(1e-9, clock.monotonic() - self.begun)
            left = f", {in_words((total - count) / rate)} left" if total and rate else ""
            of = f"/{total:,}" if total else ""
            faults = f", {self.faults} faults" if self.faults else ""
            progress.line(f"{count:,}{of} matches, {rate:.1f}/s{left}{faults}")

    status = 0
    try:
        results = tournament(
            spec, out=out, resume=resume, jobs=jobs, executor=executor, secret_file=secret_file,
            skip_broken=skip_broken, plugins=plugins, observer=Shown(),
        )  # fmt: skip
    except Stopped as stopped:
        results, status = stopped.results, stopped.status
    finally:
        progress.clear()
    _show(results, as_json, report)
    if status:
        words = ["arena", *sys.argv[1:], *([] if out else ["--out", str(results.folder)]), *([] if resume else ["--resume"])]
        click.echo(f"\nStopped. To go on: {shlex.join(words)}", err=True)
        sys.exit(status)
    if not (quiet or as_json):
        names = "elo.md, elo.csv, elo.json, points.md, crosstable.md, logs/, results.sqlite"
        click.echo(f"\nEverything is in {results.folder}: {names}.\n"
                   "`arena standings --by seats`, `arena faults` and `arena replay` look closer.")  # fmt: skip


def _show(results: Any, as_json: bool, report: Any) -> None:
    import msgspec

    if as_json:
        click.echo(msgspec.json.encode(report.standings_data(results)))
        return
    standings = results.standings()
    if results.spec.format != "round-robin":
        click.echo(f"{report.places_text(results.places())}\n")
    click.echo(report.standings_text(standings))
    if 2 < len(results.bots) <= report.CROSSTABLE_BOTS and results.rated:
        click.echo(f"\n{report.crosstable_text(results.crosstable())}")


def _cores() -> int:
    import os

    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
