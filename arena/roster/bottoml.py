"""Reading `bot.toml`: what a bot in a folder says of itself."""

from __future__ import annotations

import difflib
import shlex
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from arena.roster.found import Broken

__all__ = ["KEYS", "BotToml", "read_bot_toml", "split_words"]


class BotToml(msgspec.Struct, kw_only=True):
    """The keys of `bot.toml`, checked."""

    run: tuple[str, ...] = ()
    """Empty if it is left out: then the folder's main.* or bot.* is run as usual."""
    name: str | None = None
    build: tuple[str, ...] = ()
    games: tuple[str, ...] | None = None
    author: str | None = None
    description: str | None = None
    version: str | None = None
    language: str | None = None
    env: dict[str, str] = {}
    stateless: bool = False
    deterministic: bool = False


KEYS = ("name", "run", "build", "games", "author", "description", "version", "language", "env", "stateless",
        "deterministic")  # fmt: skip


def read_bot_toml(path: Path, shown: str) -> BotToml:
    """The bot.toml at `path`; `shown` is how messages call it. Raises Broken with one sentence."""
    try:
        data = tomllib.loads(path.read_bytes().decode())
    except UnicodeDecodeError:
        raise Broken(f"{shown} is not UTF-8 text; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise Broken(f"{shown} is not valid TOML: {error}") from None
    except OSError as error:
        raise Broken(f"{shown} cannot be read: {error.strerror}") from None
    for key in data:
        if key not in KEYS:
            close = difflib.get_close_matches(key, KEYS, n=1)
            hint = f"did you mean {close[0]}? " if close else ""
            raise Broken(f"{shown}: unknown key {key!r}; {hint}known keys are {', '.join(KEYS)}")
    values: dict[str, Any] = {}
    for key, value in data.items():
        if key in ("run", "build"):
            values[key] = _command(key, value, shown)
        elif key == "games":
            values[key] = _games(value, shown)
        elif key == "env":
            values[key] = _env(value, shown)
        elif key in ("stateless", "deterministic"):
            if type(value) is not bool:
                raise Broken(f"{shown}: {key} must be true or false, not {value!r}")
            values[key] = value
        elif type(value) is not str or (key == "name" and not value.strip()):
            raise Broken(f'{shown}: {key} must be text in quotes, such as {key} = "1.0", not {value!r}')
        else:
            values[key] = value.strip()
    return BotToml(**values)


def split_words(line: str) -> tuple[str, ...]:
    """A command line's words, split as a shell splits them. Raises ValueError for a quote that is not closed."""
    return tuple(shlex.split(line))


def _command(key: str, value: Any, shown: str) -> tuple[str, ...]:
    wanted = f'{shown}: {key} must be a command, such as {key} = "make bot" or {key} = ["make", "bot"]'
    if type(value) is str:
        try:
            words = split_words(value)
        except ValueError as error:
            raise Broken(f"{wanted}; {value!r} is none: {error}") from None
    elif type(value) is list and all(type(word) is str for word in value):
        words = tuple(value)
    else:
        raise Broken(f"{wanted}, not {value!r}")
    if not words or not words[0] or any("\0" in word for word in words):
        raise Broken(f"{wanted}, not {value!r}")
    return words


def _games(value: Any, shown: str) -> tuple[str, ...]:
    games = [value] if type(value) is str else value
    if type(games) is not list or not games or not all(type(game) is str and game for game in games):
        raise Broken(f'{shown}: games must be a list of names, such as games = ["armadora"], not {value!r}')
    return tuple(games)


def _env(value: Any, shown: str) -> dict[str, str]:
    if type(value) is not dict or not all(type(text) is str for text in value.values()):
        raise Broken(f'{shown}: env must be a table of texts, such as env = {{LEVEL = "3"}}, not {value!r}')
    for name, text in value.items():
        if not name or "=" in name or "\0" in name + text:
            raise Broken(f"{shown}: env has a name or value that no environment can hold: {name!r}")
    return dict(value)
