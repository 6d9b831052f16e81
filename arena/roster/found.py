"""What the roster hands on: a bot that was found, a bot that is ready to play, a bot that was refused."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from arena.errors import UserError
from arena.seats import ClassBot, Program
from arena.text import clean

__all__ = ["Broken", "BuildError", "Found", "FoundBot", "Kind", "LeftOut", "Ready", "Refusal", "clean_errors",
           "file_name", "message", "slug", "utf8"]  # fmt: skip

Kind = Literal["class", "program", "installed", "command"]


class LeftOut(UserError):
    """What looks like a bot and is none, or cannot run here: a note in a folder, an error if it was named directly.

    `why` is what to say after "it is left out:".
    """

    def __init__(self, shown: str, why: str) -> None:
        super().__init__(f"{shown}: {why}")
        self._told = shown, why
        self.note = f"{shown} is left out: {why}"

    def __reduce__(self) -> tuple[type[LeftOut], tuple[str, str]]:  # it may cross a border of processes
        return type(self), self._told


class Broken(UserError):
    """A bot that is meant as one and is wrong: a refusal in a folder, an error when it was named directly."""


class BuildError(UserError):
    """A bot's build failed or took too long; the text ends with the last lines that the compiler wrote."""


class FoundBot(msgspec.Struct, kw_only=True):
    """One bot as it was found; nothing has been copied, imported or run yet."""

    name: str
    """As standings show it. Free text, but valid UTF-8: what shows it has to clean it."""
    kind: Kind
    source: str
    """Where it was found, as a person would write it: `bots/marmot.c`, `armadora/greedy`, a command. Valid UTF-8."""
    files: dict[str, str] = {}
    """What the snapshot holds: each path in it, with the absolute path it is copied from; `""` is a whole folder.

    The paths that are copied from may be any bytes, as `os.fsdecode` has them; those in the snapshot are UTF-8."""
    target: str | None = None
    """Class bots: `file.py:Class` within the snapshot. Installed bots: `package.module:Class`."""
    run: tuple[str, ...] = ()
    """Programs: the words of the command. A word that names a file of the snapshot stands for that file."""
    build: tuple[str, ...] = ()
    """Programs: the words of the command that builds it, run in the snapshot; empty for none."""
    options: dict[str, Any] = {}
    """Class and installed bots: the options that were given, converted and checked."""
    games: tuple[str, ...] | None = None
    """The games that it plays; None for all."""
    author: str | None = None
    description: str | None = None
    version: str | None = None
    language: str | None = None
    env: dict[str, str] = {}
    stateless: bool = False
    deterministic: bool = False

    @property
    def slug(self) -> str:
        """The name as a short word that is safe in a path."""
        return slug(self.name)

    def plays(self, game: str) -> bool:
        """Whether it says that it can play that game."""
        return self.games is None or game in self.games


class Refusal(msgspec.Struct, frozen=True):
    """A bot that cannot be entered, and why: one sentence, or one and the compiler's last lines."""

    name: str
    source: str
    why: str


class Found(msgspec.Struct):
    """All bots that were found, the lines that the user should see, and the bots that are broken."""

    bots: list[FoundBot] = []
    notes: list[str] = []
    refusals: list[Refusal] = []


class Ready(msgspec.Struct, kw_only=True):
    """A bot that can be seated: its snapshot is taken and built."""

    id: str
    """Slug and short hash, unique among the bots of a run: for file names and keys, never the name."""
    bot: FoundBot
    runnable: Program | ClassBot
    sha256: str
    """Of the bot's files as the author wrote them: the SHA-256 of the text that `sha256sum` prints of them, by path."""
    folder: str | None = None
    """The snapshot, an absolute path; None for an installed bot."""

    @property
    def name(self) -> str:
        """The name of the bot."""
        return self.bot.name


def slug(name: str) -> str:
    """A name as at most 40 lower-case letters, digits and hyphens, safe in a path; `bot` if nothing is left.

    >>> slug("Été: the 2nd!")
    'ete-the-2nd'
    >>> slug("../..")
    'bot'
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-") or "bot"


def utf8(text: str) -> str:
    """A text that can be encoded: bytes of a file name that are not UTF-8, and lone surrogates, are escaped.

    >>> utf8("caf\\udce9.py")
    'caf\\\\xe9.py'
    """
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    except UnicodeEncodeError:
        return text.encode("utf-8", "backslashreplace").decode()


def file_name(name: str) -> str:
    """The name of a file in a snapshot: its own if it is UTF-8, else one that is.

    >>> file_name("caf\\udce9.py")
    'caf_xe9.py'
    """
    return name if utf8(name) == name else utf8(name).replace("\\", "_")


def plays_other(games: Iterable[str], game: str) -> str:
    """What is said of a bot that cannot play `game`, and what to do.

    >>> plays_other(["saboteur"], "armadora")
    'plays saboteur, not armadora; add --game saboteur'
    """
    games = list(games)
    return f"plays {', '.join(games)}, not {game}" + f"; add --game {' or '.join(games)}" * bool(games)


def message(text: str) -> str:
    """A text for people: whatever names of strangers stand in it, it is valid UTF-8 without control characters."""
    return clean(utf8(text))


@contextlib.contextmanager
def clean_errors() -> Iterator[None]:
    """Makes the text of a UserError that leaves the room a message."""
    try:
        yield
    except UserError as error:
        error.args = tuple(message(str(part)) for part in error.args)
        raise
