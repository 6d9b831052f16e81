"""`arena games`: what can be played."""

from __future__ import annotations

import click

from arena.cli.options import json_option, plugin_option


@click.command("games", short_help="What can be played, with the options.")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@plugin_option
@json_option("one array")
def command(names: tuple[str, ...], plugin_paths: tuple[str, ...], as_json: bool) -> None:
    """List the games with their seats and options (all, or those named)."""
    import msgspec

    from arena.plugins import Plugins
    from arena.reports.lists import games_data, games_text

    plugins = Plugins(plugin_paths)
    games = [plugins.game(name) for name in names] if names else plugins.games()
    click.echo(msgspec.json.encode(games_data(games)) if as_json else games_text(games))
