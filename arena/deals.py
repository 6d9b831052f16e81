"""Deals: all chance of a match, derived so that anyone can check it and no release of anything changes it.

The way down, each step HMAC-SHA256 or SHA-256 alone:

    secret (32 bytes)
      -> deal seed          HMAC(secret, "deal N")            one a deal number
      -> generator of a use HMAC(deal seed, label)            labels such as "gold", "deck m3", "die attack seat 1"
      -> its bytes          SHA-256(generator, 0), (.., 1)... counter mode, the counter 8 bytes big-endian
      -> a number below n   4 bytes big-endian, thrown away where they would favour small remainders
      -> a shuffle          Fisher-Yates from the last place down

Every use has a generator of its own, so the n-th draw of a label is the same whatever else happened in the match:
rotated seats meet the same luck, and what is still to come can be redrawn.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Protocol, TypeVar

T = TypeVar("T")

SECRET_BYTES = 32


class Chance(Protocol):
    """Where a game's rules draw from. Rules ask by label and never see a seed."""

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        """The items in a new order, each order equally likely."""

    def below(self, label: str, n: int) -> int:
        """A whole number in 0..n-1 (n >= 1)."""

    def dice(self, label: str, count: int = 1, sides: int = 6) -> list[int]:
        """`count` dice, each 1..sides."""

    def copy(self) -> Chance:
        """One that will draw the same from here on, independent of this one."""


class Stream:
    """The generator of one label: SHA-256 in counter mode over a 32-byte key."""

    __slots__ = ("_buffer", "_counter", "_key")

    def __init__(self, key: bytes, counter: int = 0, buffer: bytes = b"") -> None:
        self._key = key
        self._counter = counter
        self._buffer = buffer

    def below(self, n: int) -> int:
        """A whole number in 0..n-1, exactly uniform (rejection sampling). `n` is in 1..2^32."""
        if not 1 <= n <= 1 << 32:
            raise ValueError(f"a draw is below 1..2^32, not below {n}")
        limit = (1 << 32) - (1 << 32) % n
        while True:
            if not self._buffer:
                self._buffer = sha256(self._key + self._counter.to_bytes(8, "big")).digest()
                self._counter += 1
            word = int.from_bytes(self._buffer[:4], "big")
            self._buffer = self._buffer[4:]
            if word < limit:
                return word % n

    def copy(self) -> Stream:
        return Stream(self._key, self._counter, self._buffer)


def _shuffled(items: Sequence[T], below: Callable[[int], int]) -> list[T]:
    out = list(items)
    for last in range(len(out) - 1, 0, -1):
        j = below(last + 1)
        out[last], out[j] = out[j], out[last]
    return out


class Deal:
    """The chance of one match, from its 32-byte seed.

    >>> deal = Deal(bytes(32))
    >>> deal.shuffle("gold", [3, 4, 4, 5, 5, 6, 6, 7])
    [5, 6, 4, 3, 5, 6, 7, 4]
    >>> again = Deal(bytes(32))
    >>> again.dice("die"), again.shuffle("gold", [3, 4, 4, 5, 5, 6, 6, 7])
    ([4], [5, 6, 4, 3, 5, 6, 7, 4])
    """

    __slots__ = ("_seed", "_streams")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SECRET_BYTES:
            raise ValueError(f"a deal's seed has {SECRET_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._streams: dict[str, Stream] = {}

    def _stream(self, label: str) -> Stream:
        stream = self._streams.get(label)
        if stream is None:
            stream = self._streams[label] = Stream(hmac.digest(self._seed, label.encode(), "sha256"))
        return stream

    def below(self, label: str, n: int) -> int:
        return self._stream(label).below(n)

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        return _shuffled(items, self._stream(label).below)

    def dice(self, label: str, count: int = 1, sides: int = 6) -> list[int]:
        stream = self._stream(label)
        return [stream.below(sides) + 1 for _ in range(count)]

    def copy(self) -> Deal:
        twin = Deal(self._seed)
        twin._streams = {label: stream.copy() for label, stream in self._streams.items()}
        return twin


class WrittenDeal:
    """Chance that somebody wrote down: label -> its draws in order. For records, tests and hand-made set-ups.

    A draw of `shuffle` or of several dice is a list, one of `below` or of one die a number.

    >>> WrittenDeal({"gold": [[7, 3]], "die": [[6, 1]]}).dice("die", 2)
    [6, 1]
    """

    def __init__(self, draws: Mapping[str, Sequence[Any]]) -> None:
        self._draws = {label: list(values) for label, values in draws.items()}

    def _next(self, label: str) -> Any:
        try:
            return self._draws[label].pop(0)
        except (KeyError, IndexError):
            raise LookupError(f"the written deal has no (further) draw for {label!r}") from None

    def below(self, label: str, n: int) -> int:
        value = int(self._next(label))
        if not 0 <= value < n:
            raise LookupError(f"the written deal draws {value} for {label!r}, which is not below {n}")
        return value

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        return list(self._next(label))

    def dice(self, label: str, count: int = 1, sides: int = 6) -> list[int]:
        value = self._next(label)
        return list(value) if isinstance(value, list) else [int(value)]

    def copy(self) -> WrittenDeal:
        return WrittenDeal(self._draws)


class RandomChance:
    """Chance from an ordinary generator: what is still to come in a world that a search bot imagines."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def below(self, label: str, n: int) -> int:
        return self._rng.randrange(n)

    def shuffle(self, label: str, items: Sequence[T]) -> list[T]:
        out = list(items)
        self._rng.shuffle(out)
        return out

    def dice(self, label: str, count: int = 1, sides: int = 6) -> list[int]:
        return [self._rng.randrange(sides) + 1 for _ in range(count)]

    def copy(self) -> RandomChance:
        twin = Random()
        twin.setstate(self._rng.getstate())
        return RandomChance(twin)


def new_secret() -> bytes:
    """256 bits of the system's generator: what a real tournament's deals are derived from."""
    return secrets.token_bytes(SECRET_BYTES)


def secret_of_number(number: int) -> bytes:
    """The secret that `--seed NUMBER` stands for. Guessable by design: for experiments."""
    return sha256(f"arena seed {number}".encode()).digest()


def deal_seed(secret: bytes, deal: int) -> bytes:
    """The seed of deal number `deal` (from 0): all that a match ever learns of the secret."""
    return hmac.digest(secret, f"deal {deal}".encode(), "sha256")


def bot_seed(secret: bytes, match: str, seat: int) -> int:
    """The 31-bit number that the bot in `seat` of `match` is told at its start; it tells nothing about the deal."""
    return int.from_bytes(hmac.digest(secret, f"bot {match} {seat}".encode(), "sha256")[:4], "big") >> 1


def opaque_id(secret: bytes, match: str) -> str:
    """The name of a match that bots are told: 16 letters that name neither deal nor round."""
    return hmac.digest(secret, f"id {match}".encode(), "sha256")[:8].hex()
