"""Compiling the Python files of a class bot's snapshot once, so that no match has to: its host writes no .pyc."""

from __future__ import annotations

import py_compile
import sys
import time
import warnings
from pathlib import Path

__all__ = ["compile_python"]

_SECONDS = 5.0


def compile_python(folder: Path, first: str) -> None:
    """Compile what Python files there are in a folder, the file `first` first. What cannot be compiled is left as it is.

    What is not done after a few seconds (of a whole library, say) is not done; it is only time that is saved here.
    """
    deadline = time.monotonic() + _SECONDS
    for path in [folder / first, *sorted(folder.rglob("*.py"))]:
        compiled = path.parent / "__pycache__" / f"{path.stem}.{sys.implementation.cache_tag}.pyc"
        if compiled.exists() or not path.is_file():
            continue
        if time.monotonic() > deadline:
            return
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # a stranger's doubtful escapes are not ours to report
                py_compile.compile(
                    str(path), str(compiled), quiet=2, invalidation_mode=py_compile.PycInvalidationMode.TIMESTAMP
                )
        except Exception:  # a stranger's file may be anything; its match will say what is wrong with it
            continue
