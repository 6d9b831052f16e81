"""One line on standard error that says what is going on; silent where that is no terminal."""

from __future__ import annotations

import shutil
import sys
import time

import click

from arena.text import clean, clean_line


class Progress:
    """Shows a line, at most a few times a second; `clear` takes it away."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._on = sys.stderr.isatty() and not quiet
        self._shown = False
        self._last = time.monotonic()

    def line(self, text: str) -> None:
        """Show `text` in place of the last line."""
        if self._on and time.monotonic() - self._last > 0.2:
            self._last = time.monotonic()
            self._shown = True
            sys.stderr.write(f"\r\x1b[K{clean_line(text)[: shutil.get_terminal_size().columns - 1]}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away, so that others can be written."""
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False


def say(line: str) -> None:
    """A line for people on standard error; it may have strangers' text in it."""
    click.echo(clean(line), err=True)


def in_words(seconds: float) -> str:
    """A time as people say it.

    >>> in_words(42), in_words(100), in_words(4000), in_words(200000)
    ('42 s', '1 min 40 s', '1 h 06 min', '2 d 7 h')
    """
    s = max(0, round(seconds))
    if s < 60:
        return f"{s} s"
    if s < 3600:
        return f"{s // 60} min {s % 60} s"
    if s < 86_400:
        return f"{s // 3600} h {s % 3600 // 60:02} min"
    return f"{s // 86_400} d {s % 86_400 // 3600} h"
