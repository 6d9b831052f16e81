"""`arena rules`: what a bot's author needs to know of a game."""

from __future__ import annotations

import click

from arena.cli.options import plugin_option


@click.command("rules", short_help="What a bot's author needs to know.")
@click.argument("game")
@click.option("--seats", type=int, metavar="N", help="Seats of the recorded match (default: the fewest).")
@click.option("--set", "options", multiple=True, metavar="NAME=VALUE", help="An option of the recorded match (repeatable).")
@plugin_option
def command(game: str, seats: int | None, options: tuple[str, ...], plugin_paths: tuple[str, ...]) -> None:
    """Print the rules of GAME, every field of its messages, its options, and a recorded match (Markdown)."""
    from arena.plugins import Plugins
    from arena.reports.rules import rules_page

    click.echo(rules_page(Plugins(plugin_paths).game(game), seats=seats, options=options), nl=False)
