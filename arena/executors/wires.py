"""What a supervisor and its workers say to each other: messages of MessagePack over a pipe, each with a type."""

from __future__ import annotations

import msgspec

from arena.jobs import Done, Job, Work


class Begin(msgspec.Struct, tag="begin"):
    """To a worker that is up: what all its matches have in common."""

    work: Work


class Play(msgspec.Struct, tag="play"):
    """To a worker: a job, when all before it are played. Tickets count from 1."""

    ticket: int
    job: Job


class Skip(msgspec.Struct, tag="skip"):
    """To a worker: that job is no longer yours, if you have not begun with it."""

    ticket: int


class Up(msgspec.Struct, tag="up"):
    """From a worker: its interpreter runs."""


class Ready(msgspec.Struct, tag="ready"):
    """From a worker: the game is loaded."""


class Refused(msgspec.Struct, tag="refused"):
    """From a worker: the work cannot be played. `mendable` is what a user can mend, one sentence."""

    text: str
    mendable: bool


class Result(msgspec.Struct, tag="result"):
    """From a worker: what came of a job."""

    ticket: int
    done: Done


Order = Begin | Play | Skip
Notice = Up | Ready | Refused | Result

_encode = msgspec.msgpack.Encoder().encode
_order = msgspec.msgpack.Decoder(Order)
_notice = msgspec.msgpack.Decoder(Notice)


def encode(message: Order | Notice) -> bytes:
    """A message as bytes. Raises what msgspec raises if it holds what MessagePack cannot."""
    return _encode(message)


def read_order(data: bytes) -> Order:
    return _order.decode(data)


def read_notice(data: bytes) -> Notice:
    return _notice.decode(data)
