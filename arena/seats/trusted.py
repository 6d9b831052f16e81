"""A class bot inside the referee's own process: quick, for experiments, and trusted not to look around.

Its messages are decoded from the same bytes, so that it sees what it would see elsewhere and can change nothing.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from arena.bots import Act, Bot, End, Start
from arena.protocol import BadAnswer, FaultKind, decode, read_answer
from arena.seats import ClassBot, Fault, Question, Reply, Seat, evidence, hints
from arena.seats.host import answer_line, load_class, seat_bot, trouble
from arena.text import clean_line

T = TypeVar("T")


class TrustedSeat(Seat):
    """A class bot called directly. Nothing interrupts it: a decision that took too long is judged afterwards.

    Unlike in a process of its own, the generator of the module `random` is not seeded: a bot draws from its `rng`.
    """

    def __init__(self, bot: ClassBot, *, name: str = "bot", start_ms: float = 5000) -> None:
        self.name = name
        self._runnable = bot
        self._start_ms = start_ms
        self._free_ms = start_ms  # what the next decision has besides its budget
        self.start_fault: Fault | None = None
        self._target, self._options = bot.target, bot.options
        self._bot: Bot | None = None
        self._verdict: Fault | None = None
        self._trouble: str | None = None
        self._sent = b""
        self._spared = 0.0  # how much of the last decision the budget of the start bore

    def tell(self, line: bytes) -> None:
        self._sent = line
        if self._trouble is None:
            began = monotonic()
            message = decode(line)
            if isinstance(message, Start):
                self._bot = self._call(lambda: seat_bot(load_class(self._target), self._options, message))
            self._free_ms = max(0.0, self._free_ms - (monotonic() - began) * 1000)

    def ask(self, question: Question) -> Reply | Fault:
        if self._verdict is not None:
            return self._verdict
        self._sent = question.line
        began = monotonic()
        message = decode(question.line)
        assert isinstance(message, Act)
        bot = self._bot
        choice = None
        if self._trouble is None and bot is not None:
            choice = self._call(lambda: bot.act(message.view, message.legal, message))
        ms = (monotonic() - began) * 1000
        free, self._free_ms = self._free_ms, 0.0
        self._spared = min(ms, free)
        if self._trouble is not None or bot is None:
            said = self._trouble or "the match never began"
            raised = hints.telling_line(said, "class")
            hint = hints.exception_hint(self._runnable, raised)
            return self._fault("crash", f"it raised {raised}", ms, hint, stderr=said)
        line = answer_line(question.id, choice)
        try:
            answer = read_answer(line)
        except BadAnswer as bad:
            return self._fault("invalid", str(bad), ms, hints.HOSTED_HINT, output=evidence.tail(line))
        index = answer.index
        if index is None:
            try:
                index = question.legal.index(answer.action or "")
            except ValueError:
                why = evidence.not_legal(answer.action or "", question.legal)
                return self._fault("illegal", why, ms, output=evidence.tail(line))
        elif not 0 <= index < len(question.legal):
            return self._fault(
                "illegal", evidence.out_of_range(index, len(question.legal)), ms, output=evidence.tail(line)
            )
        if question.budget_ms is not None and ms > question.budget_ms + free:
            why = evidence.out_of_time(question.budget_ms, self._start_ms if free else 0.0, question.bank)
            return self._fault("timeout", why, ms)
        return Reply(index, ms, free_ms=self._spared)

    def finish(self, line: bytes) -> None:
        bot = self._bot
        if bot is not None and self._verdict is None and self._trouble is None:
            message = decode(line.partition(b"\n")[0])
            if isinstance(message, End):
                self._call(lambda: bot.end(message))

    def close(self) -> None:
        self._bot = None

    def _call(self, function: Callable[[], T]) -> T | None:
        """Call the bot; what it prints goes to standard error, what it raises is kept as its trouble."""
        try:
            with contextlib.redirect_stdout(sys.stderr):
                return function()
        except KeyboardInterrupt:  # the user's, not the bot's
            raise
        except BaseException as error:
            self._trouble = trouble(error, self._target)
        return None

    def _fault(
        self, kind: FaultKind, why: str, ms: float, hint: str | None = None, *, output: str = "", stderr: str = ""
    ) -> Fault:
        said = stderr.encode("utf-8", "backslashreplace")
        self._verdict = Fault(
            kind,
            clean_line(why, evidence.SENTENCE),
            hint and clean_line(hint, evidence.SENTENCE),
            ms,
            sent=evidence.tail(self._sent),
            output=output,
            stderr=evidence.ends(said, said),
            free_ms=self._spared,
        )
        return self._verdict
