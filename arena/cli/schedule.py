"""`arena schedule`: who would meet whom, how often, in which seats."""

from __future__ import annotations

import click

from arena.cli.options import MATCHES_HELP, SEATS_HELP, game_option, json_option, plugin_option, sizes


@click.command("schedule", short_help="Who would meet whom, how often.")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@game_option
@click.option("--seats", metavar="N,N", help=SEATS_HELP)
@click.option("--format", "form", default="round-robin", show_default=True, metavar="NAME",
              help="Who meets whom: round-robin or swiss (its first round).")
@click.option("--matches", type=int, metavar="N", help=MATCHES_HELP)
@click.option("--rounds", type=int, metavar="N", help="Rounds of a Swiss tournament.")
@click.option("--set", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game (repeatable).")
@click.option("--tables", is_flag=True, help="List every table with its matches as well.")
@plugin_option
@json_option("one object")
def command(
    bots: tuple[str, ...], game: str | None, seats: str | None, form: str, matches: int | None, rounds: int | None,
    options: tuple[str, ...], tables: bool, plugin_paths: tuple[str, ...], as_json: bool,
) -> None:  # fmt: skip
    """Show what `arena tournament` would play: meetings, partners and seats of each bot. Plays nothing."""
    import msgspec

    from arena.cli.progress import say
    from arena.plugins import Plugins
    from arena.reports.schedule import schedule_data, schedule_text
    from arena.tournaments import Spec, plan_tournament

    spec = Spec(bots=bots, game=game, seats=sizes(seats), format=form, matches=matches, rounds=rounds, config=options)
    plan = plan_tournament(spec, plugins=Plugins(plugin_paths), say=say)
    click.echo(msgspec.json.encode(schedule_data(plan)) if as_json else schedule_text(plan, tables=tables))
