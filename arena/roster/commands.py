"""A quoted command as a bot: `"python3 mine.py --fast"`.

The files and folders that its words name are the bot's own and go into its snapshot; programs of the system stay where
they are. A script that imports files beside it should be a bot in a folder.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from arena.errors import UserError
from arena.roster.bottoml import split_words
from arena.roster.found import FoundBot, file_name, utf8
from arena.roster.languages import language_of
from arena.roster.programs import locate

__all__ = ["command_bot"]

_SYSTEM = ("/usr/", "/bin/", "/sbin/", "/lib/", "/lib64/", "/opt/", "/etc/", "/dev/", "/proc/", "/sys/")


def command_bot(text: str) -> FoundBot:
    """The bot of a quoted command. Raises UserError if its program or a script that it names does not exist."""
    try:
        given = split_words(text)
    except ValueError as error:
        raise UserError(f"the command {text!r} cannot be split into words: {error}") from None
    words = list(given)
    if not words:
        raise UserError("a bot is named by an empty word; name a folder, a file, an installed bot or a command")
    if "/" in words[0]:
        if not Path(words[0]).is_file():
            raise UserError(f"the command {text!r} starts a program that is not there: {words[0]}{_quotes(given, 0)}")
    elif locate(words[0]) is None:
        raise UserError(
            f"{text!r} is taken as a command, since it has a blank and is no path here; "
            f"its program {words[0]} is not on PATH{_quotes(given, 0)}"
        )
    files: dict[str, str] = {}
    named = []
    for index, word in enumerate(words):
        path = Path(word)
        if index == 0 and "/" not in word:
            continue
        if path.exists() and not f"{path.absolute()}/".startswith(_SYSTEM):
            words[index] = _add(files, path)
            named.append(index)
        elif index and language_of(path) and not word.startswith("-") and not path.exists():
            raise UserError(f"the command {text!r} names a file that is not there: {word}{_quotes(given, index)}")
    for word in words:
        if utf8(word) != word:
            raise UserError(f"a word of the command {text!r} is neither UTF-8 nor a file here: {word}")
    return FoundBot(name=_name(text, words, named), kind="command", source=text, files=files, run=tuple(words))


def _add(files: dict[str, str], path: Path) -> str:
    resolved = path.resolve()
    own = Path(file_name(resolved.name) or "root")
    name, number = own.name, 1
    while files.get(name, str(resolved)) != str(resolved):
        number += 1
        name = f"{own.stem}-{number}{own.suffix}"
    files[name] = str(resolved)
    return name


def _quotes(words: tuple[str, ...], index: int) -> str:
    """How to write a command if the word that names nothing is a piece of a name with a blank in it."""
    hint = "; a name with a blank in it needs quotes of its own"
    for first in range(index, -1, -1):
        for last in range(max(index, first + 1), len(words)):
            name = " ".join(words[first : last + 1])
            if Path(name).exists():
                line = _command_line([*words[:first], name, *words[last + 1 :]])
                just = f", or just {_command_line([name], bare=True)}" if (first, last) == (1, len(words) - 1) else ""
                return f"{hint}: {line}{just if language_of(Path(name)) else ''}"
    if index < 2 or words[index - 1].startswith("-"):
        return ""
    return f"{hint}, such as {_command_line([*words[: index - 1], ' '.join(words[index - 1 : index + 1])])}"


def _command_line(words: list[str], *, bare: bool = False) -> str:
    line = words[0] if bare else shlex.join(words)
    return shlex.quote(line) if any(c in line for c in '"$`\\') else f'"{line}"'


def _name(text: str, words: list[str], named: list[int]) -> str:
    if not named:
        return text
    return " ".join([Path(words[named[0]]).stem, *words[named[0] + 1 :]])
