"""Finding the interpreters and compilers that bots need, as absolute paths that work without the user's environment.

A version manager's shim (pyenv, rbenv, asdf, rustup) is a script that looks around in the user's home, which a bot's
box does not show; so a shim is asked once for the program behind it.
"""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["locate"]

_OTHER_NAMES = {
    "bash": ("bash", "sh"),
    "cc": ("cc", "gcc", "clang"),
    "c++": ("c++", "g++", "clang++"),
    "lua": ("lua", "lua5.4", "lua5.3", "lua5.2", "luajit"),
    "node": ("node", "nodejs"),
    "python": ("python3", "python"),
    "python3": ("python3", "python"),
}

# how to ask a program for its own path; "{}" is the answer
_ASK = {
    "python3": (("-c", "import sys; assert sys.version_info > (3, 6); print(sys.executable)"), "{}"),
    "node": (("-p", "process.execPath"), "{}"),
    "ruby": (("-e", "print RbConfig.ruby"), "{}"),
    "php": (("-r", "echo PHP_BINARY;"), "{}"),
    "rustc": (("--print", "sysroot"), "{}/bin/rustc"),
    "go": (("env", "GOROOT"), "{}/bin/go"),
}
_ALWAYS_ASKED = ("python3", "rustc")  # their shims do not always lie in a folder named `shims`


def locate(word: str) -> str | None:
    """The absolute path of a program on PATH under its usual names, or None.

    `python3` (and `python`) is the plain one on PATH, which may be the user's own and have the user's packages; only if
    there is none that works it is the Python that runs arena.
    """
    return _locate(word, os.environ.get("PATH", os.defpath))


@functools.cache
def _locate(word: str, path: str) -> str | None:
    names = _OTHER_NAMES.get(word, (word,))
    found = next((hit for name in names if (hit := shutil.which(name, path=path))), None)
    asked = "python3" if word == "python" else word
    if found is not None:
        found = os.path.abspath(found)  # noqa: PTH100 (not resolved: a venv's python is a link that must stay one)
        if asked in _ASK and (asked in _ALWAYS_ASKED or "shims" in Path(found).parts):
            found = _ask(found, asked)
    if found is None and asked == "python3":
        return sys.executable
    return found


def _ask(shim: str, word: str) -> str | None:
    arguments, pattern = _ASK[word]
    try:
        done = subprocess.run(
            [shim, *arguments], capture_output=True, text=True, timeout=10, check=True, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    answer = pattern.format(done.stdout.strip())
    return answer if Path(answer).is_absolute() and os.access(answer, os.X_OK) else None
