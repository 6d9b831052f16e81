"""Bots that plugins brought: found by name, their class imported only for its options and its files."""

from __future__ import annotations

import difflib
import importlib.util
from pathlib import Path

from arena.errors import UserError
from arena.plugins import InstalledBot, Plugins
from arena.roster.found import FoundBot, plays_other
from arena.roster.options import convert_options, list_options, load_options, load_plain, parse_options
from arena.seats.host import load_class

__all__ = ["installed_bot", "package_files", "unknown_bot"]


def installed_bot(
    text: str, options: str | None, game: str, plugins: Plugins, *, part: str | None = None
) -> FoundBot | None:
    """The installed bot of that name for that game, with its options; None if there is none. Raises UserError.

    `part` is what stands in the place of options and is none, as in `greedy:x`.
    """
    bot = plugins.bot(text, game)
    if bot is None:
        return None
    cls = _load(bot.target)
    known = load_options(cls)
    if part:
        raise UserError(
            f"{text}:{part}: {part!r} is no option; options are written {text}:NAME=VALUE; {list_options(known)}"
        )
    values = convert_options(parse_options(options, text) if options else {}, known, text, load_plain(cls))
    doc = (cls.__doc__ or "").strip()
    return FoundBot(
        name=f"{text}:{options}" if options else text,
        kind="installed",
        source=bot.full_name,
        target=bot.target,
        options=values,
        games=None if bot.game is None else (bot.game,),
        description=doc.splitlines()[0] if doc else None,
        language="Python",
    )


def _load(target: str) -> type:
    try:
        return load_class(target)
    except (Exception, SystemExit) as error:  # a stranger's module may raise anything
        raise UserError(f"the bot class {target} cannot be loaded, {type(error).__name__}: {error}") from error


def unknown_bot(text: str, game: str, plugins: Plugins) -> UserError:
    """The error for a word that names no bot: what it may have meant, and what there is."""
    elsewhere = [bot for bot in plugins.bots() if text in (bot.name, bot.full_name)]
    if elsewhere:
        others = sorted({bot.game for bot in elsewhere if bot.game})
        return UserError(f"the installed bot {text} {plays_other(others, game)}")
    there = plugins.bots(game)
    if "/" in text or Path(text).suffix:
        parent = Path(text).parent
        near = [entry.name for entry in parent.iterdir()] if parent.is_dir() else []
        close = [str(parent / name) for name in difflib.get_close_matches(Path(text).name, near, n=1)]
        close = close or difflib.get_close_matches(text, [bot.full_name for bot in there], n=1)
        what = f"there is no file, folder or installed bot {text}"
    else:
        close = difflib.get_close_matches(text, [name for bot in there for name in (bot.name, bot.full_name)], n=1)
        what = f"there is no bot named {text}, installed for {game} or as a file or folder here"
    hint = f"did you mean {close[0]}? Installed" if close else "installed"
    return UserError(f"{what}; {hint} are: {_listing(there)}")


def _listing(bots: list[InstalledBot]) -> str:
    return ", ".join(bot.full_name for bot in bots) or "none"


def package_files(target: str) -> dict[str, Path]:
    """The Python files of the package that an installed bot is in, by their path: what its hash is of."""
    top = target.partition(":")[0].split(".")[0]
    try:
        spec = importlib.util.find_spec(top)
    except ValueError:  # a module that was made by hand has none
        return {}
    if spec is None or spec.origin is None:
        return {}
    origin = Path(spec.origin)
    if origin.name != "__init__.py":
        return {origin.name: origin} if origin.is_file() else {}
    return {str(path.relative_to(origin.parent.parent)): path for path in sorted(origin.parent.rglob("*.py"))}
