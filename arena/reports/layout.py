"""How text is laid out for people: compact tables and sentences, as wide as the terminal is."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

WIDTH = 100
"""How wide sentences are where no terminal says it."""
WIDEST = 120
"""Longer lines of prose are hard to read, however wide the terminal."""
NARROWEST = 40
GAP = 2
LEAST_NAME = 8
LEAST_WRAPPED = 14


def screen() -> int | None:
    """How wide the terminal is, or the variable COLUMNS says; None where neither is known: then nothing is shortened."""
    if sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdecimal():
        return max(NARROWEST, shutil.get_terminal_size().columns)
    return None


def wrap(line: str) -> str:
    """A sentence over as many lines as it needs; all but the first are indented."""
    width = min(screen() or WIDTH, WIDEST)
    return textwrap.fill(line, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def place(path: Path | str) -> str:
    """A path as one writes it in a command."""
    return shlex.quote(str(path))


def shortened(text: str, most: int) -> str:
    """The text, its middle left out if it is longer: versions of one bot differ at the end.

    >>> shortened("deep-thought-v2", 10), shortened("marmot", 10)
    ('deep-…t-v2', 'marmot')
    """
    if len(text) <= most:
        return text
    end = (most - 1) // 2
    return f"{text[: most - 1 - end]}…{text[len(text) - end :]}"


def grid(
    heads: Sequence[str],
    rows: Sequence[Sequence[object]],
    *,
    align: Sequence[str] | None = None,
    names: Sequence[int] = (),
    texts: Mapping[int, int] | None = None,
    indent: int = 0,
) -> str:
    """A table with two blanks between its columns.

    Where the terminal is narrower, the columns `texts` (column -> its greatest width) are wrapped closer, and then the
    columns `names` shortened.
    """
    texts = texts or {}
    align = align or ["left"] * len(heads)
    cells = [[str(cell) for cell in row] for row in [heads, *rows]]
    widths = [min(max(map(len, column)), texts.get(at, 1 << 30)) for at, column in enumerate(zip(*cells, strict=True))]
    limit = screen()
    excess = 0 if limit is None else sum(widths) + GAP * (len(widths) - 1) + indent - limit
    for column, least in [*((at, LEAST_WRAPPED) for at in texts), *((at, LEAST_NAME) for at in names)]:
        take = max(0, min(excess, widths[column] - least))
        widths[column] -= take
        excess -= take
    lines = []
    for row in cells:
        parts = [
            (textwrap.wrap(cell, widths[at]) or [""]) if at in texts else [shortened(cell, widths[at])]
            for at, cell in enumerate(row)
        ]
        lines += list(zip_longest(*parts, fillvalue=""))
    lines.insert(1, tuple("-" * width for width in widths))
    return "\n".join(
        " " * indent + (" " * GAP).join(
            cell.rjust(width) if side == "right" else cell.ljust(width)
            for cell, width, side in zip(line, widths, align, strict=True)
        ).rstrip()
        for line in lines
    )
