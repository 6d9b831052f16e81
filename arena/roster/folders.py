"""Whether a folder that was named is one bot or a folder of bots, where a `main.*` or `bot.*` could mean either.

It is one bot unless something else in it would be a bot by itself: a class bot, or a program that reads standard input
and that the main file does not use. Files are judged by their text, never by what happens to be installed here.
"""

from __future__ import annotations

import re
import sys
import zipfile
from pathlib import Path

from arena.roster.languages import language_of
from arena.roster.pyfile import read_python
from arena.roster.scan import head_of, ignored, is_bot_folder, is_runnable, mains_of

__all__ = ["bots_beside", "parts_beside"]

_READ = 1 << 20
_C_INPUT = rb"\bstdin\b|\bgetchar\b|scanf\b|\bgetline\b|\bcin\b|\bgets\b|\bread\s*\(\s*(?:0|STDIN_FILENO)\b"
_INPUT = {
    "Python": rb"\bstdin\b|\binput\s*\(|\bfileinput\b|\b(?:open|read)\s*\(\s*0\b",
    "JavaScript": rb"\bstdin\b|readline|\breadFileSync\s*\(\s*0\b",
    "Ruby": rb"\bgets\b|\bSTDIN\b|\$stdin\b|\bARGF\b|\$<",
    "Perl": rb"\bSTDIN\b|<>",
    "PHP": rb"\bSTDIN\b|php://stdin|\breadline\b",
    "Lua": rb"\bio\.(?:read|lines|stdin)\b",
    "Shell": rb"(?:^|[;\s])read\s+[-\w]|/dev/stdin",
    "Java": rb"\bSystem\.(?:in|console)\b",
    "C": _C_INPUT,
    "C++": _C_INPUT,
    "Rust": rb"\bstdin\b",
    "Go": rb"\bStdin\b",
}
"""What a program that reads standard input has somewhere in its text, by language."""
_ANY_INPUT = b"|".join(_INPUT.values())
_HAS_MAIN = ("Java", "C", "C++", "Rust", "Go")
_USES = rb"\b(?:import|from|require\w*|include\w*|use|mod|source|load\w*|dofile|exec\w*|spawn\w*|run|system|p?open)\b"


def bots_beside(folder: Path) -> list[str]:
    """What would be a bot by itself beside the one `main.*` or `bot.*` of a folder, by name."""
    (main,) = mains_of(folder)
    others = [path for path in _entries(folder) if path != main and _stands_alone(path)]
    if not others:
        return []
    used, texts = [main], _entries(folder)
    for user in used:
        used += [path for path in texts if path not in used and _uses(user, path)]
    return [path.name for path in others if path not in used]


def parts_beside(folder: Path) -> list[str]:
    """The programs, by their names, that are parts of a folder that is one bot by its main file."""
    (main,) = mains_of(folder)
    return [path.name for path in _entries(folder) if path != main and path.is_file() and is_runnable(path)]


def _entries(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if not ignored(path)]


def _stands_alone(path: Path) -> bool:
    try:
        if path.is_dir():
            if not is_bot_folder(path):
                return False
            return (path / "bot.toml").is_file() or _stands_alone(mains_of(path)[0])
        return path.is_file() and is_runnable(path) and _is_program(path)
    except OSError:
        return False


def _is_program(path: Path) -> bool:
    language, text = language_of(path), head_of(path, _READ)
    if path.suffix.lower() == ".jar":
        return _has_main_class(path)
    if language is None:
        return not text.startswith(b"#!") or re.search(_ANY_INPUT, text, re.MULTILINE) is not None
    if language.name == "Python" and read_python(text).classes:
        return True
    if language.name in _HAS_MAIN and not re.search(rb"\bmain\s*\(", text):
        return False
    return re.search(_INPUT[language.name], text, re.MULTILINE) is not None


def _has_main_class(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as jar, jar.open("META-INF/MANIFEST.MF") as manifest:
            return b"Main-Class:" in manifest.read(_READ)
    except (OSError, KeyError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile):
        return False


def _uses(user: Path, path: Path) -> bool:
    """Whether a file names another as its part: in a line that imports or starts it, by its file name, or in quotes."""
    if not user.is_file():
        return False
    language = language_of(user)
    stem, name = (re.escape(word.encode("utf-8", "surrogateescape")) for word in (path.stem, path.name))
    try:
        text = head_of(user, _READ)
    except OSError:
        return False
    if language is not None and language.name == "Python" and path.stem in sys.stdlib_module_names:
        return False
    patterns = (_USES + rb"[^\n]*\b" + stem + rb"\b", rb"(?<![\w.])" + name + rb"\b", rb"[\"'/]" + stem + rb"[\"']")
    return any(re.search(pattern, text) for pattern in patterns)
