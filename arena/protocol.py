"""The messages between the arena and a bot, typed, and the reading of a bot's answers.

`docs/protocol.md` is the public contract; this is its code. What the arena sends is encoded without a further check;
what a bot sends is trusted in nothing.
"""

from __future__ import annotations

import json
from typing import Any, Literal

import msgspec

PROTOCOL = 1
NOTE_BYTES = 16 * 1024
"""How much of a bot's notes is kept, in one match."""

FaultKind = Literal["start", "timeout", "crash", "invalid", "illegal", "memory", "limit"]


class TimeLimits(msgspec.Struct, frozen=True):
    """What a bot is told of its time at the start, in milliseconds."""

    start_ms: int = 5000
    move_ms: int | None = 1000
    bank_ms: int | None = None


class TimeLeft(msgspec.Struct, frozen=True):
    """What a bot is told of its time at a decision, in milliseconds; `last_ms` is what its last answer took."""

    move_ms: int | None
    bank_ms: float | None
    last_ms: float | None


class Start(msgspec.Struct, tag_field="type", tag="start"):
    """The match begins. Nothing is answered."""

    protocol: int
    match: str
    game: str
    rules: int
    config: Any
    seats: int
    seat: int
    teams: list[int]
    names: list[str] | None
    seed: int
    static: Any
    time: TimeLimits
    resumed: bool | msgspec.UnsetType = msgspec.UNSET


class Act(msgspec.Struct, tag_field="type", tag="act"):
    """It is this seat's decision: one line is answered."""

    id: int
    n: int
    legal: Any
    view: Any
    events: Any
    time: TimeLeft


class FaultLine(msgspec.Struct, frozen=True):
    """A fault, as the `end` message tells it to all."""

    seat: int
    fault: FaultKind


class End(msgspec.Struct, tag_field="type", tag="end"):
    """The match is over. Nothing is answered."""

    ranks: list[int] | None
    scores: list[int | None] | None
    view: Any
    events: Any
    faults: list[FaultLine]


class Quit(msgspec.Struct, tag_field="type", tag="quit"):
    """Exit: standard input closes next."""


Message = Start | Act | End | Quit

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder()
_message_decoder = msgspec.json.Decoder(Message)


def encode(message: Message) -> bytes:
    """One message as its line on the wire, newline included: compact, keys in the order of the protocol."""
    return _encoder.encode(message) + b"\n"


def decode(line: bytes) -> Message:
    """The message of one line, as a class bot's host reads it."""
    return _message_decoder.decode(line)


class Answer(msgspec.Struct, frozen=True):
    """A well-formed answer to the act with this `id`: an action or an index, not yet checked against `legal`."""

    id: int
    action: str | None
    index: int | None
    note: str | None


class BadAnswer(ValueError):
    """A line that begins with `{` and is no answer. The text says why; `hint` what a beginner might do."""

    def __init__(self, why: str, hint: str | None = None) -> None:
        super().__init__(why)
        self.hint = hint


def read_answer(line: bytes) -> Answer:
    """The answer in a line whose first non-blank byte is `{` (newline and surrounding blanks removed).

    Raises BadAnswer for malformed JSON, bytes that are not UTF-8, NaN, a key twice, neither or both of `action` and
    `index`, no `id`, and wrong types (`true`, `"3"` and 4.5 are no whole numbers).
    """
    try:
        data = _decoder.decode(line)
    except RecursionError:
        raise BadAnswer("the JSON is nested too deeply") from None
    except ValueError as error:  # msgspec's errors are ValueErrors
        raise BadAnswer(_why_not_json(line, error), _hint_for(line)) from None
    if line.count(b":") > len(data):  # only then can a key stand there twice, or a string hold a colon
        _refuse_twice(line)
    number = data.get("id")
    if type(number) is not int:
        raise BadAnswer("the answer has no id" if "id" not in data else f"its id is {_shown(number)}, not a whole number")
    action, index = data.get("action"), data.get("index")
    if ("action" in data) == ("index" in data):
        which = "both `action` and `index`" if "action" in data else "neither `action` nor `index`"
        raise BadAnswer(f"the answer has {which}; it must have one of them")
    if "action" in data and type(action) is not str:
        raise BadAnswer(f"its action is {_shown(action)}, not a string")
    if "index" in data and type(index) is not int:
        raise BadAnswer(f"its index is {_shown(index)}, not a whole number")
    note = data.get("note")
    return Answer(number, action, index, note if type(note) is str else None)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:59] + "…"


def _why_not_json(line: bytes, error: ValueError) -> str:
    try:
        line.decode()
    except UnicodeDecodeError:
        return "the answer is not UTF-8"
    if b"NaN" in line or b"Infinity" in line:
        return "the answer is not JSON: NaN and Infinity are no JSON numbers"
    return f"the answer is not JSON: {error}"


def _hint_for(line: bytes) -> str | None:
    if line.startswith((b"{'", b"{ '")):
        return "this looks like a printed Python dict; print json.dumps(answer) instead"
    return None


def _refuse_twice(line: bytes) -> None:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        out = dict(items)
        if len(out) < len(items):
            keys = [key for key, _ in items]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise BadAnswer(f"the key {_shown(twice)} stands in the answer twice")
        return out

    try:
        json.loads(line, object_pairs_hook=pairs)
    except RecursionError:
        raise BadAnswer("the JSON is nested too deeply") from None
