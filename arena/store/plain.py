"""Strangers' text made fit to be stored: what is no UTF-8 is escaped, what is long is cut to its end."""

from __future__ import annotations

import json
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder()


def text(value: str) -> str:
    r"""The text, with lone surrogates (bytes of a file name that are no UTF-8) escaped; all else stays.

    >>> text("caf\udce9 \x00'")
    "caf\\udce9 \x00'"
    """
    if value.isascii():
        return value
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-8", "backslashreplace").decode()
    return value


def maybe(value: str | None) -> str | None:
    """`text`, where there is one."""
    return None if value is None else text(value)


def end_of(value: str, most: int) -> str:
    """The end of a text, at most `most` bytes of UTF-8.

    >>> end_of("abcdefgh", 6)
    '…fgh'
    """
    value = text(value)
    if len(value) * 4 <= most or len(data := value.encode()) <= most:
        return value
    return "…" + data[len(data) - most + 3 :].decode(errors="ignore")


def to_json(value: Any) -> str:
    """A value (Structs too) as JSON. Raises TypeError for what has none."""
    try:
        return _encoder.encode(value).decode()
    except UnicodeEncodeError:
        return json.dumps(_mend(msgspec.to_builtins(value)), ensure_ascii=False, separators=(",", ":"))


def _mend(value: Any) -> Any:
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict):
        return {_mend(key): _mend(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_mend(item) for item in value]
    return value
