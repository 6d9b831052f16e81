"""Making found bots ready to play: snapshot, hash, build, and the command or class that a seat is given."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from arena.errors import UserError
from arena.roster.building import build
from arena.roster.compiling import compile_python
from arena.roster.found import BuildError, FoundBot, Ready, Refusal, clean_errors, message, utf8
from arena.roster.installed import package_files
from arena.roster.languages import language_of
from arena.roster.programs import locate
from arena.roster.snapshot import copy_files, hash_files, is_sealed, seal, snapshot_files
from arena.seats import ClassBot, Program

__all__ = ["prepare", "prepare_all"]

Say = Callable[[str], None]


def prepare(bot: FoundBot, folder: Path, say: Say) -> Ready:
    """Copy a bot into `folder`, in a folder named by its id, and build it there. A snapshot that is right is kept.

    `say` is told of each build. Raises UserError, of which BuildError is one.
    """
    with clean_errors():
        return _prepare_installed(bot) if bot.kind == "installed" else _prepare_files(bot, folder.absolute(), say)


def prepare_all(bots: Iterable[FoundBot], folder: Path, say: Say) -> tuple[list[Ready], list[Refusal]]:
    """Prepare each bot; those that fail are listed with the reason, and the others are not kept from it."""
    ready, refused = [], []
    for bot in bots:
        try:
            ready.append(prepare(bot, folder, say))
        except UserError as error:
            refused.append(Refusal(bot.name, bot.source, str(error)))
    return ready, refused


def _prepare_files(bot: FoundBot, folder: Path, say: Say) -> Ready:
    _check_words(bot)
    scratch = folder / f".{bot.slug}.part"
    try:
        copy_files(bot.files, scratch, name=bot.name, build=bot.build)
        digest = hash_files(snapshot_files(scratch))
        ident = _ident(bot, digest)
        home = folder / ident
        kept = is_sealed(home)  # of a run that is resumed: bots may be playing from it now
        if not kept:
            shutil.rmtree(home, ignore_errors=True)
            scratch.rename(home)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    if bot.build and not kept:
        say(message(f"building {bot.name}: {' '.join(bot.build)}"))
        build([_program(bot, bot.build[0], home), *bot.build[1:]], bot.build, home, bot.name)
    runnable: Program | ClassBot
    if bot.kind == "class":
        assert bot.target is not None
        compile_python(home, bot.target.partition(":")[0])
        runnable = ClassBot(f"{home}/{bot.target}", bot.options, bot.env)
    else:
        runnable = Program(_argv(bot, home), bot.env)
    if not kept:
        seal(home)
    return Ready(id=ident, bot=bot, runnable=runnable, sha256=digest, folder=str(home))


def _check_words(bot: FoundBot) -> None:
    """Commands are sent and kept as UTF-8; files of a bot in a folder may have any name."""
    for word in (*bot.build, *bot.run):
        if utf8(word) != word:
            raise UserError(f"{bot.name}: its command has a word that is not UTF-8, {word}; rename that file")


def _prepare_installed(bot: FoundBot) -> Ready:
    assert bot.target is not None
    digest = hash_files(package_files(bot.target))
    return Ready(id=_ident(bot, digest), bot=bot, runnable=ClassBot(bot.target, bot.options, bot.env), sha256=digest)


def _ident(bot: FoundBot, digest: str) -> str:
    """Slug and hash. The name is in the hash too: two names may have one slug."""
    entered = msgspec.json.encode([bot.name, digest, bot.target, bot.build, bot.run, bot.options])
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
