"""`arena standings`: the table of a tournament, also of one that runs."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import click

from arena.cli.options import json_option, plugin_option, results_argument


@click.command("standings", short_help="The table of a tournament.")
@results_argument
@click.option("--by", metavar="WORD", help="`seats`: one table for each number of seats; `points`: with what breaks ties; "
              "or a part of matches that the game names, such as `role`.")
@click.option("--anchor", "anchors", multiple=True, metavar="NAME=ELO", help="Show NAME at ELO (default: the mean at 1500).")
@click.option("--rating", default="plackett-luce", show_default=True, metavar="NAME", help="The rating to use.")
@click.option("--crosstable", is_flag=True, help="Show the crosstable as well.")
@click.option("--watch", "-w", is_flag=True, help="Follow a tournament that runs, until it ends.")
@plugin_option
@json_option("one object")
def command(
    results: Path | None, by: str | None, anchors: tuple[str, ...], rating: str, crosstable: bool, watch: bool,
    plugin_paths: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Show the table of a tournament (default: the latest in results/)."""
    import msgspec

    from arena.cli.progress import in_words
    from arena.plugins import Plugins
    from arena.reports import standings as report
    from arena.reports.splits import NONE_YET, split_text
    from arena.tournaments import Results
    from arena.tournaments.results import find_results

    folder = find_results(results)
    plugins = Plugins(plugin_paths)
    if by not in (None, "seats") and anchors:
        raise click.UsageError(f"--anchor moves ratings, and --by {by} shows none: leave one of them out")
    given = dict(_anchor(text) for text in anchors)

    def show(read: Results) -> str:
        named = by not in (None, "seats", "points")
        waits = watch and read.state == "running" and not read.splits()  # for the first match to name its parts
        split = read.split(str(by)) if named and not waits else None
        if as_json:
            return msgspec.json.encode(report.standings_data(read, read.standings(given, rating))).decode()
        progress = read.progress()
        waiting = progress.matches - sum(result.matches for result in read.rated)
        beyond = f" ({waiting:,} at tables that are not whole yet)" if waiting and read.state != "finished" else ""
        head = f"{read.folder}: {progress.matches:,} matches{beyond}, {report.state_text(read)}"
        if report.state_of(read) == "running":
            head += f", the last {in_words(time.time() - progress.written)} ago" if progress.written else ""
        if named:
            body = split_text(split) if split is not None else NONE_YET
        elif by == "points":
            body = report.places_text(read.places())
        else:
            body = report.standings_text(read.standings(given, rating), by_seats=by == "seats")
        text = f"{head}\n\n{body}"
        if crosstable:
            text += f"\n\n{report.crosstable_text(read.crosstable())}"
        return text

    def follow() -> None:
        while True:
            read = Results(folder, plugins)
            text = show(read)
            if watch and sys.stdout.isatty() and not as_json:
                click.clear()
            click.echo(text)
            if not watch or read.state != "running" or not read.alive():
                return
            read.close()
            time.sleep(2)

    try:
        follow()
    except KeyboardInterrupt:
        if not watch:
            raise
        if sys.stdout.isatty():
            click.echo()  # below the terminal's ^C


def _anchor(text: str) -> tuple[str, Any]:
    name, equals, elo = text.rpartition("=")
    try:
        if equals and name:
            return name, float(elo)
    except ValueError:
        pass
    raise click.UsageError(f"--anchor {text}: write a name and a number, such as greedy=1500")
