"""From a path to the bots that lie there: the rules of "Bots in a folder", one function for each kind of thing.

A function here returns the bots, or nothing for what is plainly no bot; it raises LeftOut for what looks like a bot and
is none, and Broken for a bot that is wrong. Whether that ends the run or is a line in a list is for the caller to say.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

from arena.roster.bottoml import BotToml, read_bot_toml
from arena.roster.found import Broken, Found, FoundBot, LeftOut, Refusal, file_name, utf8
from arena.roster.languages import OTHER_LANGUAGES, Language, language_of, recipe
from arena.roster.programs import locate
from arena.roster.pyfile import BotClass, read_python

__all__ = ["bots_at", "head_of", "ignored", "is_bot_folder", "is_runnable", "mains_of", "scan_folder"]

CACHES = ("__pycache__", "node_modules", "target", "build", "venv")
_NO_BOTS = (".so", ".o", ".a", ".dll", ".dylib", ".class", ".pyc", ".pyd", ".h", ".hpp")
_NO_BOT_NAMES = ("a.out", "license", "licence", "readme", "makefile", "copying", "notice", "authors", "dockerfile")
_COMPILED = (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
_MARK = re.compile(r"^(?:<\?php)?\W*arena:\s*(.*?)\s*(?:\*/|-->)?\s*$")
_MARK_LINES = 30


def scan_folder(folder: Path, shown: str) -> Found:
    """All bots in a folder of bots. `shown` is how messages call it."""
    found = Found()
    for path in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if ignored(path):
            continue
        name = f"{shown.rstrip('/')}/{utf8(path.name)}"
        try:
            if path.is_symlink() and not path.resolve().is_relative_to(folder.resolve()):
                raise LeftOut(name, f"it is a symbolic link out of {shown}; name it directly instead")
            found.bots += bots_at(path, name)
        except LeftOut as left_out:
            found.notes.append(left_out.note)
        except Broken as broken:
            found.refusals.append(Refusal(utf8(path.stem), name, str(broken)))
    return found


def bots_at(path: Path, shown: str) -> list[FoundBot]:
    """The bots in a file, or in a folder that is one bot; nothing for what is plainly none. Raises LeftOut, Broken."""
    try:
        if path.is_dir():
            return _folder_bots(path, shown)
        if path.is_file():
            return _file_bots(path, shown, name=path.stem)
    except OSError as error:
        raise LeftOut(shown, f"it cannot be read, {error.strerror}") from None
    return []


def is_bot_folder(folder: Path) -> bool:
    """Whether a folder is itself one bot: it has a bot.toml, or exactly one main.* or bot.*."""
    return (folder / "bot.toml").is_file() or len(mains_of(folder)) == 1


def ignored(path: Path) -> bool:
    """Whether it is left alone: hidden, a helper, a cache."""
    # a leading underscore marks a helper of the bots beside it, as everywhere in Python
    return path.name.startswith((".", "_")) or (path.is_dir() and path.name in CACHES)


def mains_of(folder: Path) -> list[Path]:
    """The files of a folder that could be its one bot: main.* or bot.*."""
    files = sorted(path for path in folder.iterdir() if path.stem.lower() in ("main", "bot") and path.is_file())
    return [path for path in files if is_runnable(path)]


def is_runnable(path: Path) -> bool:
    """Whether a file is a program by its suffix, or an executable."""
    if language_of(path) is not None:
        return True
    if not os.access(path, os.X_OK) or path.suffix.lower() in _NO_BOTS:
        return False
    return head_of(path).startswith((b"#!", *_COMPILED))


def head_of(path: Path, size: int = 4096) -> bytes:
    """The first bytes of a file."""
    with path.open("rb") as file:
        return file.read(size)


# folders


def _folder_bots(folder: Path, shown: str) -> list[FoundBot]:
    if (folder / "bot.toml").is_file():
        return _toml_bots(folder, shown)
    mains = mains_of(folder)
    if len(mains) == 1:
        return _file_bots(mains[0], f"{shown}/{mains[0].name}", name=folder.name, folder=folder)
    if mains:
        names = ", ".join(path.name for path in mains)
        raise LeftOut(shown, f"several of its files could be the bot ({names}); say in a bot.toml which is run")
    if any(not ignored(path) and path.is_file() and is_runnable(path) for path in folder.iterdir()):
        raise LeftOut(shown, "it has neither a bot.toml nor a main.* or bot.*")
    return []


def _toml_bots(folder: Path, shown: str) -> list[FoundBot]:
    told = read_bot_toml(folder / "bot.toml", f"{shown}/bot.toml")
    if told.run:
        _check_words(told, folder, shown)
        _check_no_class(told, folder, shown)
        bots = [FoundBot(name=folder.name, kind="program", source=shown, files={"": str(folder.resolve())})]
        bots[0].run, bots[0].build = told.run, told.build
    else:
        mains = mains_of(folder)
        if len(mains) != 1:
            raise Broken(f'{shown}/bot.toml has no `run`; say how the bot is started, such as run = "python3 bot.py"')
        bots = _file_bots(mains[0], f"{shown}/{mains[0].name}", name=folder.name, folder=folder)
    for bot in bots:
        if told.name is not None and len(bots) == 1:
            bot.name = told.name
        for key in ("author", "description", "version", "language", "games"):
            value = getattr(told, key)
            if value is not None:
                setattr(bot, key, value)
        bot.env = {**bot.env, **told.env}
        bot.stateless, bot.deterministic = told.stateless, told.deterministic
    return bots


def _check_words(told: BotToml, folder: Path, shown: str) -> None:
    for key, words in (("build", told.build), ("run", told.run)):
        if not words or (folder / words[0]).is_file() or (key == "run" and told.build):
            continue  # what a build makes is not there yet
        if "/" in words[0] and not Path(words[0]).is_absolute():
            raise Broken(f"{shown}/bot.toml: {key} starts {words[0]}, and there is no such file in {shown}")
        _need(words[0], f"{shown}/bot.toml")


def _check_no_class(told: BotToml, folder: Path, shown: str) -> None:
    """A class bot that is run as a program would define its class and exit: an easy mistake, with a late message."""
    for word in told.run:
        path = folder / word
        if path.suffix == ".py" and path.is_file():
            source = path.read_bytes()
            if b"__main__" not in source and b"stdin" not in source and read_python(source).classes:
                raise Broken(
                    f"{shown}/bot.toml: {word} is a class bot and no program; leave out `run`, and name it main.py"
                )


# files


def _file_bots(path: Path, shown: str, *, name: str, folder: Path | None = None) -> list[FoundBot]:
    """The bots of one file: alone, or the main file of a `folder` that is one bot."""
    language = language_of(path)
    if path.stat().st_size == 0 and language is not None:
        raise LeftOut(shown, "it is empty")
    inside = path.name if folder is not None else file_name(path.name)
    files = {"": str(folder.resolve())} if folder is not None else {inside: str(path.resolve())}
    bot = FoundBot(name=name, kind="program", source=shown, files=files)
    if language is None:
        if not _fill_executable(bot, path, inside, shown):
            return []
    elif language.name == "Python" and (classes := _classes(path, shown)):
        bot.language = "Python"
        bots = [_class_bot(bot, inside, found, several=len(classes) > 1) for found in classes]
        return _marked(bots, path, shown)
    else:
        _fill_program(bot, path, inside, shown, language)
    return _marked([bot], path, shown)


def _fill_program(bot: FoundBot, path: Path, inside: str, shown: str, language: Language) -> None:
    alone = "" not in bot.files
    try:
        bot.build, bot.run = recipe(language, path, inside, alone=alone)
    except Broken as error:
        raise Broken(f"{shown}: {error}") from None
    bot.language = language.name
    for words, blanks in ((bot.build, language.build), (bot.run, language.run)):
        if words and blanks[0] != "{out}":
            _need(words[0], shown)
    if language.name == "Python" and alone:
        # a bot named like a module of the standard library must not be imported in its place
        bot.env = {"PYTHONSAFEPATH": "1"}


def _need(program: str, shown: str) -> None:
    if locate(program) is None:
        raise LeftOut(shown, f"it needs {program}, which is not on PATH")


def _classes(path: Path, shown: str) -> tuple[BotClass, ...]:
    """The class bots in a Python file; none if it is a program."""
    read = read_python(path.read_bytes())
    if read.imports_arena and read.error:
        raise Broken(f"{shown} is not valid Python: {read.error}")
    if not read.classes and (read.imports_arena or (read.only_defines and read.no_bots)):
        nothing = "it imports arena, but has no class; write `class Mine(arena.Bot):`"
        raise LeftOut(shown, next(iter(read.no_bots.values()), nothing))
    return read.classes


def _class_bot(base: FoundBot, file: str, found: BotClass, *, several: bool) -> FoundBot:
    name = found.bot_name or (f"{base.name}-{found.name.lower()}" if several else base.name)
    return FoundBot(
        name=name,
        kind="class",
        source=f"{base.source}:{found.name}" if several else base.source,
        files=base.files,
        target=f"{file}:{found.name}",
        description=found.description,
        language=base.language,
    )


def _fill_executable(bot: FoundBot, path: Path, inside: str, shown: str) -> bool:
    """The command of a file without a known suffix; False if it is plainly no bot."""
    suffix = path.suffix.lower()
    if suffix in OTHER_LANGUAGES:
        raise LeftOut(
            shown,
            f"there is no usual command for {OTHER_LANGUAGES[suffix]}; "
            "put it in a folder with a bot.toml that says how it is run",
        )
    if suffix in _NO_BOTS or path.name.lower() in _NO_BOT_NAMES:
        return False
    head, executable = head_of(path), os.access(path, os.X_OK)
    make_it_so = f"run: chmod +x {shlex.quote(shown)}"
    if head.startswith(b"#!"):
        if not executable and suffix:
            return False
        interpreter = _interpreter(head, shown)
        if not executable:
            raise LeftOut(shown, f"it is a script, but not executable; {make_it_so}")
        bot.run = (*interpreter, inside)
    elif head.startswith(_COMPILED):
        if not executable:
            raise LeftOut(shown, f"it is a program, but not executable; {make_it_so}")
        bot.run = (inside,)
    elif executable and not suffix:
        raise LeftOut(shown, "it is marked executable, but has no #! line and is no compiled program")
    else:
        return False
    return True


def _interpreter(head: bytes, shown: str) -> tuple[str, ...]:
    """The words of a `#!` line, the first an absolute path. Raises LeftOut."""
    line = head[2:].split(b"\n")[0].decode("utf-8", "replace")
    if line.endswith("\r"):
        raise LeftOut(shown, "its #! line has a Windows line end; save it with Unix line ends")
    words = line.split()
    if not words:
        raise LeftOut(shown, "its #! line names no interpreter")
    program: str | None = words[0]
    if Path(words[0]).name == "env":
        words = [word for word in words[1:] if word != "-S"]
        program = locate(words[0]) if words else None
    elif not os.access(words[0], os.X_OK):
        program = None
    if program is None:
        raise LeftOut(shown, f"the interpreter of its #! line, {line.strip()}, does not exist here")
    return (program, *words[1:])


# the comment line


def _marked(bots: list[FoundBot], path: Path, shown: str) -> list[FoundBot]:
    """The bots with what a comment line `# arena: games=armadora` near the file's beginning says of them."""
    if path.suffix.lower() == ".jar" or head_of(path).startswith(_COMPILED):
        return bots
    lines = head_of(path, 1 << 14).decode("utf-8", "replace").splitlines()[:_MARK_LINES]
    said = next((hit[1] for line in lines if (hit := _MARK.match(line))), None)
    if said is None:
        return bots
    key, sign, value = said.partition("=")
    games = tuple(game for game in re.split(r"[,\s]+", value) if game)
    if not sign or key.strip() != "games" or not games:
        if not sign:  # a sentence that happens to begin with the word
            return bots
        raise Broken(f"{shown}: its line `arena: {said}` must be `arena: games=NAME`, with commas between several")
    for bot in bots:
        bot.games = games
    return bots
