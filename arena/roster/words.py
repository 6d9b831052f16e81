"""Reading one word of the command line: `label=BOT`, a path or name, a quoted command, `:options`."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

__all__ = ["Word", "read_word"]

_LABEL = re.compile(r"([^\s/:=]+)=(.+)", re.DOTALL)


class Word(msgspec.Struct, frozen=True):
    """The parts of a word. `text` is the word without its label."""

    text: str
    label: str | None
    bot: str
    """A path or a name; or the whole command, if it is one."""
    part: str | None
    """A class in a file, as in `bots/mine.py:Clever`."""
    options: str | None
    command: bool


def read_word(text: str) -> Word:
    """The parts of a word. What exists as a path is one, whatever it looks like; else what has a blank is a command.

    >>> read_word("sharp=greedy:depth=2")
    Word(text='greedy:depth=2', label='sharp', bot='greedy', part=None, options='depth=2', command=False)
    >>> read_word("python3 mine.py --fast").command
    True
    """
    label = None
    hit = _LABEL.fullmatch(text)
    if hit and not _exists(text):
        label, text = hit[1], hit[2]
    if _exists(text):
        return Word(text, label, text, None, None, False)
    bot, sign, rest = text.partition(":")
    if re.search(r"\s", text) and not (sign and _exists(bot)):
        return Word(text, label, text, None, None, True)
    part: str | None = None
    if sign and "=" not in rest.split(":")[0]:
        part, _, rest = rest.partition(":")
    return Word(text, label, bot, part, rest or None, False)


def _exists(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):  # too long for a name, or with a NUL
        return False
