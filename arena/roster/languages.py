"""The usual way to build and run a bot in each language: a table, and what fills its blanks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from arena.roster.found import Broken

__all__ = ["LANGUAGES", "OTHER_LANGUAGES", "Language", "language_of", "main_class", "recipe"]

# a fast start, a small heap
_JAVA = ("java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx512m")


class Language(msgspec.Struct, frozen=True):
    """How files of a language become a command.

    Words in braces are filled in: `{file}` the bot's file, `{sources}` all files of the language beside it, `{out}` a
    name for what is built, `{main}` the Java class with the main method.
    """

    name: str
    suffixes: tuple[str, ...]
    run: tuple[str, ...]
    build: tuple[str, ...] = ()


LANGUAGES = (
    Language("Python", (".py",), run=("python3", "{file}")),
    Language("JavaScript", (".js", ".mjs", ".cjs"), run=("node", "{file}")),
    Language("Ruby", (".rb",), run=("ruby", "{file}")),
    Language("Perl", (".pl",), run=("perl", "{file}")),
    Language("PHP", (".php",), run=("php", "{file}")),
    Language("Lua", (".lua",), run=("lua", "{file}")),
    Language("Shell", (".sh",), run=("bash", "{file}")),
    Language("Java", (".jar",), run=(*_JAVA, "-jar", "{file}")),
    Language("Java", (".java",), run=(*_JAVA, "-cp", "{out}", "{main}"),
             build=("javac", "-encoding", "UTF-8", "-d", "{out}", "{sources}")),
    Language("C", (".c",), run=("{out}",), build=("cc", "-O2", "-o", "{out}", "{sources}", "-lm")),
    Language("C++", (".cpp", ".cc", ".cxx"), run=("{out}",),
             build=("c++", "-O2", "-std=c++17", "-o", "{out}", "{sources}")),
    Language("Rust", (".rs",), run=("{out}",), build=("rustc", "-O", "-o", "{out}", "{file}")),
    Language("Go", (".go",), run=("{out}",), build=("go", "build", "-o", "{out}", "{sources}")),
)  # fmt: skip

OTHER_LANGUAGES = {
    ".ts": "TypeScript", ".cs": "C#", ".kt": "Kotlin", ".scala": "Scala", ".swift": "Swift", ".hs": "Haskell",
    ".ml": "OCaml", ".jl": "Julia", ".r": "R", ".zig": "Zig", ".nim": "Nim", ".d": "D", ".dart": "Dart",
    ".ex": "Elixir", ".exs": "Elixir", ".erl": "Erlang", ".clj": "Clojure", ".lisp": "Lisp", ".scm": "Scheme",
    ".pas": "Pascal", ".f90": "Fortran", ".adb": "Ada", ".tcl": "Tcl", ".exe": "a Windows program",
}  # fmt: skip
"""What is plainly meant as a program, but has no usual command of ours."""


def language_of(path: Path) -> Language | None:
    """The language of a file, by its suffix."""
    suffix = path.suffix.lower()
    return next((language for language in LANGUAGES if suffix in language.suffixes), None)


def recipe(language: Language, file: Path, name: str, *, alone: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that build a bot and those that run it, by file names within its folder.

    `name` is the file's in the snapshot. `alone`: the file is the whole bot; otherwise what lies beside it belongs to it.
    Raises Broken, without the name.
    """
    blanks: dict[str, Callable[[], Sequence[str]]] = {
        "{file}": lambda: (name,),
        "{sources}": lambda: (name,) if alone else _sources(language, file),
        "{out}": lambda: (_out(language, file, name, alone),),
        "{main}": lambda: (main_class(file),),
    }

    def fill(words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(word for blank in words for word in (blanks[blank]() if blank in blanks else (blank,)))

    return fill(language.build), fill(language.run)


def _sources(language: Language, file: Path) -> list[str]:
    names = [path.name for path in file.parent.iterdir() if path.suffix.lower() in language.suffixes and path.is_file()]
    if language.name == "Go":  # it refuses test files on the command line
        names = [name for name in names if not name.endswith("_test.go")]
    return sorted(names)


def _out(language: Language, file: Path, name: str, alone: bool) -> str:
    out = "out" if language.name == "Java" else Path(name).stem
    return out if alone or not (file.parent / out).exists() else f"{out}.built"


# comments and texts of a Java file, in which a brace or a word means nothing
_NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:\\.|[^\\])*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL)
_TYPE_OR_BRACE = re.compile(
    r"\b(?:class|record|enum|interface)\s+([\w$]+)|[{}]|\bstatic\s+(?:final\s+)?void\s+main\s*\("
)


def main_class(file: Path) -> str:
    """The full name of the Java class in `file` that has the main method. Raises Broken, without the name, if there is none."""
    text = _NO_CODE.sub(" ", file.read_text("utf-8", "replace"))
    package = re.search(r"^\s*package\s+([\w.$]+)\s*;", text, re.MULTILINE)
    prefix = f"{package[1]}." if package else ""
    owners: list[str | None] = []  # of each open brace, the type that it opened
    opening = None
    for hit in _TYPE_OR_BRACE.finditer(text):
        word = hit[0]
        if hit[1]:
            opening = hit[1]
        elif word == "{":
            owners.append(opening)
            opening = None
        elif word == "}":
            if owners:
                owners.pop()
        elif names := [owner for owner in owners if owner]:
            return prefix + "$".join(names)
    raise Broken("it has no class with a main method; write `public static void main(String[] args)`")
