"""Making found bots ready to play: snapshot, hash, build, and the command or class that a seat is given."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from arena.errors import UserError
from arena.roster.building import BuildRunner, build
from arena.roster.found import BuildError, FoundBot, Ready, Refusal
from arena.roster.installed import package_files
from arena.roster.languages import language_of
from arena.roster.programs import home_of, locate
from arena.roster.snapshot import copy_files, hash_files, snapshot_files
from arena.seats import ClassBot, Program

__all__ = ["prepare", "prepare_all"]

Say = Callable[[str], None]


def prepare(bot: FoundBot, folder: Path, say: Say, *, run: BuildRunner | None = None) -> Ready:
    """Copy a bot into `folder`, in a folder named by its id, and build it there.

    `say` is told of each build; `run` replaces how a build step is run (in a box, say). Raises UserError, of which
    BuildError is one.
    """
    if bot.kind == "installed":
        return _prepare_installed(bot)
    scratch = folder.absolute() / f".{bot.slug}.part"
    try:
        copy_files(bot.files, scratch, name=bot.name, build=bot.build)
        digest = hash_files(snapshot_files(scratch))
        ident = _ident(bot, digest)
        home = folder.absolute() / ident
        shutil.rmtree(home, ignore_errors=True)  # of a run that was stopped in between
        scratch.rename(home)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if bot.kind == "class":
        target = f"{home}/{bot.target}"
        return Ready(
            id=ident, bot=bot, runnable=ClassBot(target, bot.options, bot.env), sha256=digest, folder=str(home)
        )
    if bot.build:
        say(f"building {bot.name}: {' '.join(bot.build)}")
        build([_program(bot, bot.build[0], home), *bot.build[1:]], bot.build, home, bot.name, run=run)
    argv = _argv(bot, home)
    reads = home_of(argv[0]) if not argv[0].startswith(f"{home}/") else ()
    return Ready(id=ident, bot=bot, runnable=Program(argv, bot.env), sha256=digest, folder=str(home), reads=reads)


def prepare_all(
    bots: Iterable[FoundBot], folder: Path, say: Say, *, run: BuildRunner | None = None
) -> tuple[list[Ready], list[Refusal]]:
    """Prepare each bot; those that fail are listed with the reason, and the others are not kept from it."""
    ready, refused = [], []
    for bot in bots:
        try:
            ready.append(prepare(bot, folder, say, run=run))
        except UserError as error:
            refused.append(Refusal(bot.name, bot.source, str(error)))
    return ready, refused


def _prepare_installed(bot: FoundBot) -> Ready:
    assert bot.target is not None
    digest = hash_files(package_files(bot.target))
    return Ready(id=_ident(bot, digest), bot=bot, runnable=ClassBot(bot.target, bot.options, bot.env), sha256=digest)


def _ident(bot: FoundBot, digest: str) -> str:
    """Slug and hash. The name is in the hash too: two names may have one slug."""
    entered = msgspec.json.encode([bot.name, digest, bot.target, bot.run, bot.options])
    return f"{bot.slug}-{hashlib.sha256(entered).hexdigest()[:8]}"


def _argv(bot: FoundBot, home: Path) -> list[str]:
    program = _program(bot, bot.run[0], home)
    if program.startswith(f"{home}/") and not os.access(program, os.X_OK):
        raise UserError(f"{bot.name}: {bot.run[0]} is not executable; make it so, or name its interpreter before it")
    for word in bot.run[1:]:
        looks_like_file = language_of(Path(word)) is not None and not word.startswith("-") and ":" not in word
        if bot.kind == "program" and looks_like_file and not (home / word).exists():
            raise UserError(f"{bot.name}: its command names {word}, and there is no such file in {bot.source}")
    return [program, *_paths(bot.run[1:], home)]


def _program(bot: FoundBot, word: str, home: Path) -> str:
    """The first word of a command as an absolute path: a file of the snapshot, or a program on PATH."""
    inside = _inside(word, home)
    if inside is not None and inside.is_file():
        return str(inside)
    if Path(word).is_absolute() and os.access(word, os.X_OK):
        return word
    found = None if "/" in word else locate(word)
    if found is None:
        where = f"neither a file of {bot.source} nor a program on PATH"
        step = "; its build did not make it" if bot.build and word == bot.run[0] else ""
        raise (BuildError if step else UserError)(f"{bot.name}: {word} is {where}{step}")
    return found


def _paths(words: Iterable[str], home: Path) -> list[str]:
    """Words with those that name something in the snapshot made absolute: a bot plays in a folder of its own."""
    found = []
    for word in words:
        parts = word.split(":")  # a class path may join several
        inside = [_inside(part, home) for part in parts]
        found.append(":".join(map(str, inside)) if all(inside) else word)
    return found


def _inside(word: str, home: Path) -> Path | None:
    """The file or folder of the snapshot that a word names, if it does."""
    if not word or word.startswith("-") or Path(word).is_absolute():
        return None
    path = Path(os.path.normpath(home / word))
    try:
        return path if path.is_relative_to(home) and path.exists() else None
    except OSError:  # too long for a name
        return None
