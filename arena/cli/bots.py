"""`arena bots`: which bots can be named."""

from __future__ import annotations

import click

from arena.cli.options import json_option, plugin_option


@click.command("bots", short_help="Installed bots, or those in a folder.")
@click.argument("places", nargs=-1, metavar="[PLACE]...")
@click.option("--game", metavar="NAME", help="Only bots that play this game.")
@plugin_option
@json_option("one array")
def command(places: tuple[str, ...], game: str | None, plugin_paths: tuple[str, ...], as_json: bool) -> None:
    """List installed bots with their options and defaults, or the bots found in each PLACE (a folder or file)."""
    import msgspec

    from arena.cli.progress import say
    from arena.match import find_game
    from arena.plugins import Plugins
    from arena.reports.lists import bots_text, found_bots, installed_bots

    plugins = Plugins(plugin_paths)
    if game is not None:
        plugins.game(game)
    if places:
        rows, notes = found_bots(places, find_game(game, plugins).name, plugins)
        for note in notes:
            say(note)
    else:
        rows = installed_bots(plugins, game)
    click.echo(msgspec.json.encode(rows) if as_json else bots_text(rows))
