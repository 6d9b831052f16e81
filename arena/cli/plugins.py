"""`arena plugins`: where games and bots come from."""

from __future__ import annotations

import click

from arena.cli.options import json_option, plugin_option


@click.command("plugins", short_help="Where games and bots come from.")
@plugin_option
@json_option("one array")
def command(plugin_paths: tuple[str, ...], as_json: bool) -> None:
    """List the plugins, what each brings, and those that failed to load."""
    import msgspec

    from arena.plugins import Plugins
    from arena.reports.lists import plugins_data, plugins_text

    plugins = Plugins(plugin_paths)
    click.echo(msgspec.json.encode(plugins_data(plugins)) if as_json else plugins_text(plugins))
