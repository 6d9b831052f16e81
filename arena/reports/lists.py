"""What there is, as tables: games with their options, bots, plugins."""

from __future__ import annotations

import importlib
import inspect
import textwrap
from collections.abc import Sequence
from typing import Any

import msgspec

from arena.fields import Field, fields_of
from arena.games import Game
from arena.match import seats_text
from arena.plugins import Plugins
from arena.reports.layout import GAP, LEAST_WRAPPED, WIDEST, grid, screen, wrap
from arena.roster import find_all, options_of
from arena.roster.options import load_options
from arena.text import clean_line

LEAST_MEANING = 30
"""A column of meanings that is narrower than this is hard to read."""


class BotRow(msgspec.Struct, frozen=True):
    """One bot of a list: what to write to name it, and what is known of it."""

    name: str
    source: str
    games: str
    language: str
    options: list[str]
    description: str


def games_data(games: Sequence[Game]) -> list[dict[str, Any]]:
    """The games as plain data."""
    return [
        {
            "name": game.name,
            "title": game.title or game.name,
            "summary": game.summary,
            "rules": game.rules,
            "seats": sorted(game.seats),
            "options": fields_of(game.Config),
        }
        for game in games
    ]


def games_text(games: Sequence[Game]) -> str:
    """The games with their seats and options."""
    blocks = []
    for game in games:
        lines = [f"{game.name}  {game.title or game.name}, {seats_text(sorted(game.seats))}, rules {game.rules}"]
        if game.summary:
            lines.append(wrap(f"  {game.summary}"))
        options = fields_of(game.Config)
        if options:
            lines.append(_options_text(options))
        else:
            lines.append("  no options")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) or "No games: no plugin brings one; see `arena plugins`."


def _options_text(options: Sequence[Field]) -> str:
    """The options as a table; one below the other where the terminal leaves their meanings no room beside them."""
    rows = [(field.name, str(field.default), field.type, field.meaning) for field in options]
    width = screen()
    beside = sum(max(map(len, column)) for column in list(zip(*rows, strict=True))[:2]) + LEAST_WRAPPED + 3 * GAP + 2
    if width is None or width - beside >= LEAST_MEANING:
        return grid(["option", "default", "values", "meaning"], rows, texts={2: 28, 3: 60}, indent=2)
    wide = min(width, WIDEST)
    lines = []
    for name, default, values, meaning in rows:
        for text, indent in ((f"{name}: {values}; default {default}", 2), (meaning, 6)):
            lines += textwrap.wrap(text, wide, initial_indent=" " * indent, subsequent_indent=" " * 6)
    return "\n".join(lines)


def installed_bots(plugins: Plugins, game: str | None) -> list[BotRow]:
    """The bots that plugins registered."""
    rows = []
    for bot in plugins.bots(game):
        module, _, name = bot.target.partition(":")
        try:
            cls = getattr(importlib.import_module(module), name)
            options = [str(option) for option in load_options(cls)]
            about = (inspect.getdoc(cls) or "").split("\n")[0]
        except Exception as error:  # a stranger's module may raise anything
            options, about = [], f"fails to load: {type(error).__name__}: {error}"
        rows.append(BotRow(bot.full_name, f"plugin {bot.plugin}", bot.game or "all", "Python", options, about))
    return rows


def found_bots(places: Sequence[str], game: str, plugins: Plugins) -> tuple[list[BotRow], list[str]]:
    """The bots found in folders and files, and what is to be said of what was not."""
    found = find_all(places, game=game, plugins=plugins)
    notes = [*found.notes, *(refusal.why for refusal in found.refusals)]
    rows = [
        BotRow(bot.name, bot.source, ", ".join(bot.games) if bot.games else "all", bot.language or "–",
               options_of(bot), bot.description or "")
        for bot in found.bots
    ]  # fmt: skip
    return rows, notes


def bots_text(rows: Sequence[BotRow]) -> str:
    """Bots as a table."""
    if not rows:
        return "No bots."
    cells = [
        [clean_line(row.name, 40), clean_line(row.source, 60), row.games, row.language, ", ".join(row.options),
         clean_line(row.description)] for row in rows
    ]  # fmt: skip
    heads = ["bot", "from", "games", "language", "options", "what it is"]
    used = [column for column in range(len(heads)) if any(row[column] for row in cells)]
    if all(row.source.startswith("plugin ") for row in rows):  # the full name says it
        used.remove(1)
    return grid(
        [heads[column] for column in used], [[row[column] for column in used] for row in cells],
        texts={at: 60 if column == 5 else 40 for at, column in enumerate(used) if column >= 4},
    )  # fmt: skip


def plugins_data(plugins: Plugins) -> list[dict[str, Any]]:
    """The plugins as plain data."""
    return [
        {
            "name": info.name,
            "source": info.source,
            "error": info.error,
            "games": plugins.games_of(info.name),
            "bots": [bot.full_name for bot in plugins.bots() if bot.plugin == info.name],
        }
        for info in plugins.loaded
    ]


def plugins_text(plugins: Plugins) -> str:
    """The plugins as a table, with the reasons of those that failed below it."""
    data = plugins_data(plugins)
    rows = [
        [clean_line(row["name"]), clean_line(row["source"]), ", ".join(row["games"]), ", ".join(row["bots"]),
         "failed" if row["error"] else "ok"] for row in data
    ]  # fmt: skip
    lines = [grid(["plugin", "from", "games", "bots", "state"], rows, texts={3: 50}, names=[1])]
    for row in data:
        if row["error"]:
            lines.append("\n" + wrap(f"{clean_line(row['name'])} failed to load: {clean_line(row['error'], 400)}"))
    return "\n".join(lines) if rows else "No plugins."
