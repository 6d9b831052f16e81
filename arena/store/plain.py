"""Values made fit to be stored: texts that are UTF-8 and not too long, other values as JSON."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from arena.text import storable

_encoder = msgspec.json.Encoder()


def maybe(value: str | None) -> str | None:
    """`storable`, where there is a text."""
    return None if value is None else storable(value)


def end_of(value: str, most: int) -> str:
    """The end of a text, at most `most` bytes of UTF-8.

    >>> end_of("abcdefgh", 6)
    '…fgh'
    """
    value = storable(value)
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
        return storable(value)
    if isinstance(value, dict):
        return {_mend(key): _mend(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_mend(item) for item in value]
    return value
