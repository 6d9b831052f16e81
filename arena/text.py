"""Strangers' text made safe to show and to keep.

What a bot writes must not move the cursor, change colours or forge our lines; and a file or a database must hold it.
"""

from __future__ import annotations

import re
import unicodedata

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")


def clean(text: str) -> str:
    """The text without terminal sequences and control characters; line ends and tabs stay.

    >>> clean("\\x1b[31mred\\x1b[0m\\x07 \\u202eabc")
    'red abc'
    """
    text = _ESCAPES.sub("", text.replace("\r\n", "\n"))
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))


def clean_line(text: str, most: int = 200) -> str:
    """The text as one clean line of at most `most` characters."""
    line = " ".join(clean(text).split())
    return line if len(line) <= most else line[: most - 1] + "…"


def tail_lines(text: str, most: int) -> list[str]:
    """The last `most` lines of a text, cleaned, with a first line that says how many are left out."""
    lines = clean(text).rstrip("\n").split("\n") if text.strip() else []
    if len(lines) <= most:
        return lines
    return [f"… {len(lines) - most} lines before", *lines[-most:]]


def storable(text: str) -> str:
    r"""The text, with lone surrogates (bytes of a file name that are no UTF-8) escaped; all else stays.

    >>> storable("caf\udce9 \x00'")
    "caf\\udce9 \x00'"
    """
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()
