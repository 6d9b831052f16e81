"""Finding bots: from the words of a command line to the bots that they name.

A word is, in this order: a path that exists (a folder of bots, a folder that is one bot, a file), a command if it has a
blank in it, else the name of an installed bot. A program on PATH is never taken for a bot by its bare name, since a
mistyped name may well be one. `label=BOT` renames; `greedy:depth=2` sets options; `mine.py:Clever` picks one class.

What leaves here is valid UTF-8, whatever the names of files are.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from arena.errors import UserError
from arena.plugins import Plugins
from arena.roster.commands import command_bot
from arena.roster.folders import bots_beside, parts_beside
from arena.roster.found import Found, FoundBot, Refusal, clean_errors, message, plays_other, utf8
from arena.roster.installed import installed_bot, unknown_bot
from arena.roster.options import convert_options, needs, parse_options
from arena.roster.programs import locate
from arena.roster.pyfile import BotClass, PythonFile, read_python
from arena.roster.scan import bots_at, is_bot_folder, mains_of, scan_folder
from arena.roster.words import Word, read_word

__all__ = ["find", "find_all"]


def find(text: str, *, game: str, plugins: Plugins) -> Found:
    """The bots that one word of the command line names, for a game. Raises UserError."""
    with clean_errors():
        found = _find(text, game, plugins)
    for bot in found.bots:
        bot.name, bot.source = utf8(bot.name), utf8(bot.source)
        bot.description = bot.description and utf8(bot.description)
    found.notes = [message(note) for note in found.notes]
    found.refusals = [
        Refusal(utf8(refusal.name), utf8(refusal.source), message(refusal.why)) for refusal in found.refusals
    ]
    return found


def _find(text: str, game: str, plugins: Plugins) -> Found:
    word = read_word(text)
    if not word.text.strip():
        raise UserError("a bot is named by an empty word; name a folder, a file, an installed bot or a command")
    found = Found()
    if word.command:
        found.bots = [command_bot(word.bot)]
    elif Path(word.bot).exists():
        try:
            found = _find_path(word, game)
        except OSError as error:
            raise UserError(f"{word.bot} cannot be read: {error.strerror}") from None
        if "/" not in word.bot and (installed := plugins.bot(word.bot, game)) is not None:
            found.notes.insert(
                0, f"{word.bot} is the file or folder here; the installed bot is entered as {installed.full_name}"
            )
    else:
        bot = installed_bot(word.bot, word.options, game, plugins, part=word.part)
        if bot is None:
            raise _unknown(word, game, plugins)
        found.bots = [bot]
    if word.label is not None:
        if len(found.bots) != 1:
            raise UserError(
                f"{text}: a label renames one bot, and {word.text} holds {len(found.bots)}; name one of them"
            )
        found.bots[0].name = word.label
    return found


def find_all(texts: Iterable[str], game: str, plugins: Plugins, *, unique: bool = False) -> Found:
    """The bots that all words name, in their order, each with a name of its own.

    Named twice, a bot gets `-2` to its name the second time: a match may seat it twice. With `unique`, for a
    tournament, two bots of one name are an error that names both; only an installed bot gives way to a folder's bot,
    with a note. Raises UserError.
    """
    found = Found()
    for text in texts:
        part = find(text, game=game, plugins=plugins)
        found.bots += part.bots
        found.notes += part.notes
        found.refusals += part.refusals
    if unique:
        found.notes += _give_way(found)
        with clean_errors():
            _refuse_twins(found.bots)
    else:
        _number_twins(found.bots)
    return found


def _find_path(word: Word, game: str) -> Found:
    path, shown, notes = Path(word.bot), word.bot.rstrip("/"), []
    if path.is_dir() and not is_bot_folder(path):
        return _find_folder(path, word, game)
    if path.is_dir() and not (path / "bot.toml").is_file():
        main = mains_of(path)[0].name
        if others := bots_beside(path):
            note = (
                f"{shown} is taken for a folder of bots and {main} for one of them, since {_and(others)} by itself; "
                f"if {shown} is one bot, a bot.toml in it says so"
            )
            return _find_folder(path, word, game, note)
        if parts := parts_beside(path):
            notes.append(f"{shown} is taken for one bot, {main}, and {', '.join(parts)} for parts of it")
    bots = bots_at(path.resolve() if path.name in ("", "..") else path, shown)  # a folder named `.` has no name
    if not bots:
        raise UserError(
            f"{word.bot} is not a bot: it is neither a program nor an executable file; "
            "name a source file such as mine.py, or make it executable (chmod +x)"
        )
    if word.part is not None:
        chosen = [bot for bot in bots if bot.target and bot.target.endswith(f":{word.part}")]
        if not chosen:
            classes = ", ".join(bot.target.split(":")[1] for bot in bots if bot.target)
            there = f"its bots are {classes}" if classes else "it is a program and has no classes"
            if missing := _python(bots[0]).no_bots.get(word.part):
                raise UserError(f"{word.text}: {missing}")
            raise UserError(
                f"{word.text}: there is no bot class {word.part} in {word.bot}; {there}"
                + f"; options are written {word.bot}:NAME=VALUE" * bool(classes)
            )
        bots = chosen
    for bot in bots:
        if not bot.plays(game):
            raise UserError(f"{word.bot} {plays_other(bot.games or (), game)}")
    _set_options(bots, word)
    return Found(bots, notes)


def _find_folder(path: Path, word: Word, game: str, note: str | None = None) -> Found:
    shown = word.bot
    if word.part or word.options:
        why = f" ({note})" if note else ""
        raise UserError(f"{word.text}: options are given to one bot, and {shown} is a folder of bots{why}")
    found = scan_folder(path, shown)
    entered = []
    elsewhere: dict[str, None] = {}
    for bot in found.bots:
        try:
            if not bot.plays(game):
                elsewhere.update(dict.fromkeys(bot.games or ()))
                raise UserError(f"it plays {', '.join(bot.games or ())}, not {game}")
            if bot.kind == "class":
                found_class = _class(bot)
                if missing := needs({}, found_class.options, bot.source, found_class.plain):
                    raise UserError(missing)
            entered.append(bot)
        except UserError as error:
            found.notes.append(f"{bot.source} is left out: {error}")
    found.bots = entered
    _refuse_twins(found.bots)
    if not found.bots and not found.refusals:
        if found.notes:
            add = f"; add --game {' or '.join(elsewhere)}" * bool(elsewhere)
            raise UserError(f"no bot in {shown} can play {game}: {'; '.join(found.notes)}{add}")
        raise UserError(f"there is no bot in {shown}; put one there, a Python file say, or name an installed bot")
    if note:
        found.notes.insert(0, note)
    return found


def _and(names: list[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} is a bot"
    shown = names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} others"]
    return f"each of {', '.join(shown[:-1])} and {shown[-1]} is a bot"


def _set_options(bots: list[FoundBot], word: Word) -> None:
    """The options of class bots in a file: what was given, checked; what is needed and was not given."""
    for bot in bots:
        if bot.kind != "class":
            if word.options:
                raise UserError(
                    f"{word.text}: a program takes no options here; write them into its command or bot.toml"
                )
            continue
        if word.options and len(bots) > 1:
            classes = ", ".join(b.target.split(":")[1] for b in bots if b.target)
            raise UserError(
                f"{word.text}: {word.bot} has several bots ({classes}); write {word.bot}:CLASS:{word.options}"
            )
        name = f"{word.bot}:{word.part}" if word.part else word.bot
        given = parse_options(word.options, name) if word.options else {}
        found = _class(bot)
        bot.options = convert_options(given, found.options, name, found.plain, unseen=found.unseen)
        if word.options:
            bot.name = f"{bot.name}:{word.options}"


def options_of(bot: FoundBot) -> list[str]:
    """The options that a class bot in a file takes, as `depth=2`; none for other bots. Nothing is imported."""
    return [str(option) for option in _class(bot).options] if bot.kind == "class" else []


def _class(bot: FoundBot) -> BotClass:
    name = (bot.target or "").partition(":")[2]
    return next(found for found in _python(bot).classes if found.name == name)


def _python(bot: FoundBot) -> PythonFile:
    """What the Python file of a class bot shows; nothing of a program."""
    if bot.target is None:
        return PythonFile(False)
    file = bot.target.partition(":")[0]
    path = Path(bot.files[file]) if file in bot.files else Path(bot.files[""]) / file
    return read_python(path.read_bytes())


def _unknown(word: Word, game: str, plugins: Plugins) -> UserError:
    error = unknown_bot(word.bot, game, plugins)
    if "/" not in word.bot and (program := locate(word.bot)) is not None:
        return UserError(f"{error}; if you mean the program of that name, give its path: {program}")
    return error


def _give_way(found: Found) -> list[str]:
    """Drop installed bots, entered by their bare name, that have the name of another bot; say so."""
    notes = []
    for bot in list(found.bots):
        if bot.kind != "installed" or bot.name != bot.source.partition("/")[2]:
            continue
        other = next((b for b in found.bots if b.name == bot.name and b.kind != "installed"), None)
        if other is not None:
            found.bots.remove(bot)
            notes.append(
                f"{bot.name} is {other.source}; the installed bot is left out, enter it as {bot.source} to have both"
            )
    return notes


def _refuse_twins(bots: list[FoundBot]) -> None:
    seen: dict[str, FoundBot] = {}
    for bot in bots:
        twin = seen.setdefault(bot.name, bot)
        if twin is bot:
            continue
        if twin.source == bot.source:
            raise UserError(f"{bot.source} is entered twice; give one a label, such as {bot.name}-2={bot.source}")
        raise UserError(
            f"two bots are named {bot.name!r}: {twin.source} and {bot.source}; "
            "rename one, or enter it by itself with a label, as label=BOT"
        )


def _number_twins(bots: list[FoundBot]) -> None:
    taken = {bot.name for bot in bots}
    seen: set[str] = set()
    for bot in bots:
        name, number = bot.name, 1
        while bot.name in seen or (number > 1 and bot.name in taken):
            number += 1
            bot.name = f"{name}-{number}"
        seen.add(bot.name)
