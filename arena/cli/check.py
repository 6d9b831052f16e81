"""`arena check`: does a plugin keep its contract?"""

from __future__ import annotations

import sys

import click

from arena.cli.options import json_option, plugin_option


@click.group("check", short_help="Does a plugin keep its contract?")
def command() -> None:
    """Check that a plugin keeps its contract."""


@command.command("game")
@click.argument("name")
@click.option("--matches", type=click.IntRange(1), default=20, show_default=True,
              help="Random matches in all, at least; each number of seats and each option gets one.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random play.")
@plugin_option
@json_option("one array")
def game(name: str, matches: int, seed: int, plugin_paths: tuple[str, ...], as_json: bool) -> None:
    """Play the game NAME at random and check each promise of the Game contract; status 1 if one is broken."""
    import msgspec

    from arena.check.game import Finding, check_game
    from arena.plugins import Plugins
    from arena.text import clean

    rules = Plugins(plugin_paths).game(name)

    def show(finding: Finding) -> None:
        click.echo(f"{'ok  ' if finding.ok else 'FAIL'}  {finding.check}: {clean(finding.sentence)}")

    findings = check_game(rules, seed=seed, matches=matches, say=None if as_json else show)
    if as_json:
        click.echo(msgspec.json.encode(findings))
    broken = sum(not finding.ok for finding in findings)
    if broken:
        if not as_json:
            click.echo(f"\n{broken} of {len(findings)} checks failed.")
        sys.exit(1)
