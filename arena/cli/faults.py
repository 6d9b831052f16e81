"""`arena faults`: what bots did wrong in a tournament, with the evidence."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from arena.cli.options import json_option


@click.command("faults", short_help="What bots did wrong, with evidence.")
@click.argument("words", nargs=-1, metavar="[FOLDER] [BOT]")
@click.option("--results", type=click.Path(path_type=Path), metavar="FOLDER",
              help="FOLDER, where a bot has its name.")
@click.option("--kind", metavar="KIND", help="Only faults of this kind, such as timeout.")
@click.option("--most", type=click.IntRange(1), default=20, show_default=True, help="Show at most so many in full.")
@json_option("one object a line")
def command(words: tuple[str, ...], results: Path | None, kind: str | None, most: int, as_json: bool) -> None:
    """Show the faults of a tournament: counted for each bot, or those of BOT with their evidence.

    FOLDER is a results folder (default: the latest in results/).
    """
    import msgspec

    from arena.cli import Failure
    from arena.protocol import FaultKind
    from arena.reports.faults import fault_counts, fault_data, faults_text
    from arena.store import FILE_NAME
    from arena.tournaments import Results
    from arena.tournaments.results import find_results

    kinds = get_args(FaultKind)
    if kind is not None and kind not in kinds:
        raise Failure(f"--kind {kind}: there is no such kind of fault; there are {', '.join(kinds)}")
    left = list(words)
    if results is None and left and (len(left) > 1 or (Path(left[0]) / FILE_NAME).is_file()):
        results = Path(left.pop(0))
    if len(left) > 1:
        raise Failure(f"{left[1]!r} is one word too many: give at most a results folder and the name of a bot")
    bot = left[0] if left else None
    read = Results(find_results(results))
    names = [row.name for row in read.bots]
    if bot is not None and bot not in names and Path(bot).is_dir():
        Results(Path(bot))  # a folder was meant: it has no results, which this says
    rows = (row for row in read.faults(bot) if kind is None or row.kind == kind)
    if as_json:
        for row in rows:
            click.echo(msgspec.json.encode(fault_data(row, names)))
    elif bot is None:
        click.echo(fault_counts(rows, names, read.folder))
    else:
        click.echo(faults_text(rows, bot, most, read.folder, kind))
