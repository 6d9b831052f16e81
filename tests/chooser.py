"""A seat for tests of what is sent: it answers as it is told to, and keeps the lines it got."""

from __future__ import annotations

from collections.abc import Callable

from arena.seats import Fault, Question, Reply, Seat


class Chooser(Seat):
    """Asks the match; keeps the lines that come before the end, which reveals everything."""

    def __init__(self, choose: Callable[[Question], int]) -> None:
        self.choose = choose
        self.lines: list[bytes] = []

    def tell(self, line: bytes) -> None:
        self.lines.append(line)

    def ask(self, question: Question) -> Reply | Fault:
        self.lines.append(question.line)
        return Reply(self.choose(question), 1.0)

    def finish(self, line: bytes) -> None:
        pass

    def close(self) -> None:
        pass
