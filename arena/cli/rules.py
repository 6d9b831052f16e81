"""`arena rules`: what a bot's author needs to know of a game."""

from __future__ import annotations

import click

from arena.cli.options import plugin_option


@click.command("rules")
@click.argument("game")
@click.option("--seats", type=int, metavar="N", help="Seats of the recorded match (default: the fewest).")
@plugin_option
def command(game: str, seats: int | None, plugin_paths: tuple[str, ...]) -> None:
    """Print the rules of GAME, every field of its messages, its options, and a recorded match (Markdown)."""
    from arena.errors import UserError
    from arena.match import seats_text
    from arena.plugins import Plugins
    from arena.reports.rules import rules_page

    rules = Plugins(plugin_paths).game(game)
    allowed = sorted(rules.seats_for(rules.Config()))
    if seats is not None and seats not in allowed:
        raise UserError(f"{rules.name} is played at {seats_text(allowed)}, not at {seats}")
    click.echo(rules_page(rules, seats=seats))
