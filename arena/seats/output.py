"""A bot's standard output, cut into lines and counted: what is an answer, what is noise, what is too much."""

from __future__ import annotations

from arena.seats import Limits
from arena.seats.evidence import SHOWN

_BOM = b"\xef\xbb\xbf"


class Output:
    """What came from one bot, decision by decision. `begin` opens a decision; what had come before it is noise."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.unfinished = bytearray()
        """What has not been cut into lines; when no line is left, what follows the last newline."""
        self.noise = 0
        self.noise_bytes = 0
        self.late = 0
        self.seen = bytearray()
        """The end of all that came in this decision."""
        self.dirty = False
        """Whether anything came that `begin` has to clear away."""
        self._looked = 0
        self._stale = False  # the head of `unfinished` came before the question
        self._at_very_start = True

    def begin(self) -> None:
        """A question is about to be sent."""
        self.noise = self.noise_bytes = self.late = 0
        self.seen.clear()
        self._leave_behind()

    def take_before(self, data: bytes) -> None:
        """Bytes that came while nothing was asked: their lines are noise."""
        self.take(data)
        self._leave_behind()

    def take(self, data: bytes) -> None:
        """Bytes that came while an answer is waited for."""
        self.dirty = True
        self.unfinished += data
        self.seen += data[-SHOWN:]
        if len(self.seen) > 4 * SHOWN:
            del self.seen[: -2 * SHOWN]

    def next_answer(self) -> bytes | None:
        """The next whole line that begins with `{`, without blanks around it; None when none is left."""
        while (line := self._cut()) is not None:
            text = line.strip()
            if text[:1] == b"{" and not self._stale:
                return text
            self._stale = False
            self._count_noise(line)
            if self.too_much():
                return None
        return None

    def too_much(self) -> str | None:
        """Which limit has been passed, in words; None if none."""
        limits = self.limits
        if len(self.unfinished) > limits.line_bytes and b"\n" not in self.unfinished:
            return f"it wrote a line of more than {_bytes(limits.line_bytes)}"
        if self.noise + self.late > limits.noise_lines:
            return f"it wrote more than {limits.noise_lines:,} lines that are no answers, in one decision"
        if self.noise_bytes > limits.noise_bytes:
            return f"it wrote more than {_bytes(limits.noise_bytes)} that are no answers, in one decision"
        return None

    def _leave_behind(self) -> None:
        while (line := self._cut()) is not None:
            self._count_noise(line)
        self._stale = bool(self.unfinished)
        self.dirty = bool(self.noise_bytes)

    def _cut(self) -> bytes | None:
        if self.unfinished[:1] == b"\n":  # a run of blank lines at once: there may be a million
            run = len(self.unfinished) - len(self.unfinished.lstrip(b"\n"))
            del self.unfinished[:run]
            self.noise_bytes += run
            self._at_very_start = self._stale = False
        end = self.unfinished.find(b"\n", self._looked)
        if end < 0:
            self._looked = len(self.unfinished)
            return None
        line = bytes(self.unfinished[:end])
        del self.unfinished[: end + 1]
        self._looked = 0
        if self._at_very_start:
            self._at_very_start = False
            line = line.removeprefix(_BOM)
        return line

    def _count_noise(self, line: bytes) -> None:
        self.noise_bytes += len(line) + 1
        if line and not line.isspace():
            self.noise += 1


def _bytes(number: int) -> str:
    return f"{number >> 20} MiB" if number >= 1 << 20 else f"{number:,} bytes"
