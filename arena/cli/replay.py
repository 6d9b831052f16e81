"""`arena replay`: step through a kept match, or print the messages that a seat got."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli.options import json_option, plugin_option

if TYPE_CHECKING:
    from arena.plugins import Plugins
    from arena.replays import Replay


@click.command("replay", short_help="Step through a match; a seat's messages.")
@click.argument("place", required=False, type=click.Path(path_type=Path), metavar="[FILE|FOLDER]")
@click.option("--match", "key", metavar="KEY", help="Which match of a results folder, such as 12.1 (default: its last).")
@click.option("--list", "listing", is_flag=True, help="List the matches of a results folder.")
@click.option("--seat", type=int, metavar="N", help="Show what seat N saw (default: everything).")
@click.option("--messages", type=int, metavar="SEAT", help="Print the exact lines that SEAT got, for your bot's stdin.")
@click.option("--step", type=int, metavar="N", help="Show only the N-th decision.")
@click.option("--svg", metavar="OUT",
              help="Draw OUT.svg, a picture of one moment (default: the end; --step 0 is the beginning), or OUT/, a "
              "folder of pictures of every moment with a page to leaf through them.")
@plugin_option
@json_option("one object a line")
def command(
    place: Path | None, key: str | None, listing: bool, seat: int | None, messages: int | None, step: int | None,
    svg: str | None, plugin_paths: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Step through a match: one kept in FILE by `arena match --log`, or one of a tournament (default: the latest).

    In a terminal Enter goes on, b back, q ends; elsewhere all decisions are printed. Everything is computed again from
    the deal and the answers.
    """
    import msgspec

    from arena.errors import UserError
    from arena.plugins import Plugins
    from arena.referee import Step
    from arena.replays import play_again, setup_of
    from arena.reports import match as report
    from arena.reports.replay import begin_data, match_data, matches_text, step_data
    from arena.text import clean_line
    from arena.tournaments import Results
    from arena.tournaments.results import find_replay, find_results

    shown = {"--seat": seat, "--step": step, "--svg": svg}
    _refuse_together("--list", listing, {"--match": key, "--messages": messages, **shown})
    _refuse_together("--messages", messages is not None, {**shown, "--json": as_json or None})
    _refuse_together("--svg", svg is not None, {"--json": as_json or None})
    if listing:
        if place is not None and place.is_file() and place.suffix != ".sqlite":
            raise UserError(f"--list is for results folders, and {place} is a file with one match")
        read = Results(find_results(place))
        if as_json:
            names = [bot.name for bot in read.bots]
            for match in read.matches():
                click.echo(msgspec.json.encode(match_data(match, names)))
        else:
            click.echo(matches_text(read))
        return
    replay = find_replay(place, key)
    for name, value in (("--seat", seat), ("--messages", messages)):
        if value is not None and not 0 <= value < replay.seats:
            raise UserError(f"{name} {value}: this match has seats 0 to {replay.seats - 1}")
    plugins = Plugins(plugin_paths)
    if svg is not None:
        click.echo(_draw(replay, plugins, svg, step, seat))
        return
    setup = setup_of(replay, plugins)
    static = setup.game.static(setup.config, setup.seats)
    colour = sys.stdout.isatty()
    frames: list[str] = []
    rows: list[object] = []
    if messages is None and (step == 0 or (step is None and not as_json)):  # all rows of JSON are decisions
        if as_json:
            rows.append(begin_data(setup, seat))
        else:
            frames.append(report.begin_text(setup, static=static, seat=seat, colour=colour))

    def watch(current: Step) -> None:
        if messages is not None or (step is not None and current.number != step):
            return
        if as_json:
            rows.append(step_data(current, seat))
        else:
            frames.append(
                report.step_text(current, setup.game, replay.bots, static=static, seat=seat, colour=colour)
            )

    outcome, lines = play_again(replay, plugins, watch)
    if messages is not None:
        sys.stdout.buffer.write(b"".join(lines[messages]))
        sys.stdout.buffer.flush()
        return
    if step is not None and not 0 <= step <= outcome.decisions:
        raise UserError(f"--step {step}: this match has decisions 1 to {outcome.decisions}, and 0 is its beginning")
    if as_json:
        for row in rows:
            click.echo(msgspec.json.encode(row))
        return
    head = f"{setup.game.title or setup.game.name}, rules {replay.rules}, {', '.join(map(clean_line, replay.bots))}\n"
    end = "Ranks {}, scores {}.".format(*(
        "–" if values is None else ", ".join("–" if v is None else str(v) for v in values)
        for values in (outcome.ranks, outcome.scores)
    ))  # fmt: skip
    if step is None and sys.stdout.isatty() and sys.stdin.isatty():
        _browse(head, frames, end)
    else:
        click.echo("\n".join(frames if step is not None else [head, *frames, end]))


def _refuse_together(name: str, given: bool, others: dict[str, object]) -> None:
    """An option that would be ignored beside another is refused."""
    from arena.cli import Failure

    for other, value in others.items():
        if given and value is not None:
            raise Failure(f"{name} and {other} do not go together: leave one of them out")


def _draw(replay: Replay, plugins: Plugins, out: str, step: int | None, seat: int | None) -> str:
    """Write the picture or pictures, and say what was written."""
    from arena.cli import Failure
    from arena.reports import pictures
    from arena.reports.layout import place

    path = Path(out)
    folder = out.endswith(("/", os.sep)) or path.is_dir()
    if not out.strip() or (not folder and path.suffix.lower() != ".svg"):
        raise Failure(f"--svg {out}: name a file that ends in .svg, or a folder with a / at its end")
    if not path.parent.is_dir():
        raise Failure(f"--svg {out}: there is no folder {path.parent}; make it first")
    if not folder:
        picture, number = pictures.moment(replay, plugins, step=step, seat=seat)
        pictures.save(path, picture)
        return f"Drawn in {place(path)}: the board after decision {number}."
    if step is not None:
        raise Failure(f"--svg {out} is a folder, for every decision: name a .svg file for --step, or leave --step out")
    count = pictures.album(replay, plugins, path, seat=seat)
    return f"Drawn: {count} pictures. Open {place(path / pictures.PAGE)} and leaf with the arrow keys."


def _browse(head: str, frames: list[str], end: str) -> None:
    at = 0
    click.echo(head)
    while True:
        click.echo(frames[at] if at < len(frames) else end)
        click.echo(f"[{min(at + 1, len(frames))}/{len(frames)}] Enter: on, b: back, q: end ", nl=False)
        key = click.getchar()
        click.echo()
        if key in ("q", "Q", "\x03", "\x04", "\x1b"):
            return
        if key in ("b", "B", "\x1b[D", "\x1b[A"):
            at = max(0, at - 1)
        elif at < len(frames):
            at += 1
        else:
            return
