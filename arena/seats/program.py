"""A process behind the protocol, at its seat: the wire loop that asks, keeps the clock and gives the verdict.

One absolute deadline on the monotonic clock bounds the writing of a question and the reading of its answer. The usual
decision is one write, one poll and one read; everything unusual lies off that path.
"""

from __future__ import annotations

import os
import select
from collections.abc import Iterable, Mapping
from math import ceil
from time import monotonic, sleep

from arena.protocol import BadAnswer, FaultKind, read_answer
from arena.seats import ClassBot, Fault, Limits, Question, Reply, Runnable, Seat, evidence, hints
from arena.seats.closing import end_together
from arena.seats.keeper import Keeper
from arena.seats.output import Output
from arena.seats.process import READ, BotProcess
from arena.seats.table import Table
from arena.text import clean_line

_QUICK_MS = 1
"""In a decision that lasts longer, it is worth watching what the others do."""
_PATIENT_MS = 5
"""How long to wait at first for a bot that is usually quick: a timer shorter than the system's tick is dear (8 µs)."""
_WATCH_S = 0.02
"""How often, at least, they are then looked at."""
_RUNNING_S = 0.0005
"""How much CPU time out of its turn a bot may use before it is frozen: it has to put its things away."""
_LAST_READS = 32
"""How much of a dead bot's standard error is still read for evidence: others may hold it open and go on writing."""
_EXIT_S = 0.3
"""How long to wait for the exit status of a bot that has closed its output."""


class ProgramSeat(Seat):
    """A bot in a process of its own, started when this is made.

    `start_ms` is its budget, from its start on, besides that of its first decision. `rlimits` are by their names in
    the module `resource`.
    """

    def __init__(
        self,
        keeper: Keeper,
        bot: Runnable,
        *,
        name: str = "bot",
        start_ms: float = 5000,
        limits: Limits | None = None,
        table: Table | None = None,
        rlimits: Mapping[str, int] | None = None,
    ) -> None:
        self.name = name
        self.limits = limits or Limits()
        self.table = table or Table()
        self.process = process = BotProcess(keeper, bot, self.limits, rlimits or {})
        self._bot = bot
        self._output = Output(self.limits)
        self._verdict: Fault | None = None
        self._first = True
        self._answered_before = False
        self._late_id = self._late_due = 0  # of the last answer to an earlier question, and of what it answered
        self._unusual = True  # something must be looked at before the next question is sent
        self._start_ms = start_ms
        self._free = 0.0  # seconds that the decision has besides its budget
        self._began = 0.0
        self._patience: float = _PATIENT_MS
        self._looked_at = -1.0  # which decision of its own it had made when it was last looked at
        self.caught = 0
        """How often it was found running out of its turn, and frozen for it."""
        self._sent = b""
        self._poll = process.poll.poll
        self._stdin, self._stdout = process.stdin, process.stdout
        self._answered = [(process.stdout, select.POLLIN)]  # what poll returns in the usual case
        self._stderr_new = process.stderr_new
        self.table.join(self)

    # what the referee calls

    def tell(self, line: bytes) -> None:
        self._sent = line
        self.process.send(line)
        self._unusual = True

    def ask(self, question: Question) -> Reply | Fault:
        if (self._unusual or self.table.restless) and (fault := self._prepare()):
            return fault
        if (self._poll(0) or self._output.dirty) and (fault := self._clear_the_wire()):
            return fault
        line = self._sent = question.line
        self._began = monotonic()
        try:
            written = 0 if self.process.unsent else os.write(self._stdin, line)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:  # it closed its input; it may answer all the same
            written = len(line)
        wait, budget = self._patience, question.budget_ms
        if budget is not None and budget < wait:
            wait = int(budget)  # poll would round it up; the rest of a millisecond is waited for in `_listen`
        if written != len(line):
            self.process.send(line[written:])
        elif self._poll(wait) == self._answered:
            data = os.read(self._stdout, READ)
            if data[-1:] != b"\n":  # unbuffered languages write the newline by itself
                left = int(wait - (monotonic() - self._began) * 1000)
                if left > 0 and self._poll(left) == self._answered:
                    data += os.read(self._stdout, READ)
            if data[:1] == b"{" and data.find(b"\n") == len(data) - 1 and not self._output.unfinished:
                if verdict := self._judge(data, question):
                    return verdict
            elif data:
                self._output.take(data)
        return self._listen(question)

    def finish(self, line: bytes) -> None:
        process = self.process
        if self._verdict is None and process.finished_at is None and not process.gone:
            process.thaw(wait=False)
            self._unusual = True
            process.finished_at = monotonic()
            process.send(line)

    def close(self) -> None:
        close_all([self])

    def read_stderr(self) -> bytes:
        return self.process.take_stderr()

    @property
    def start_fault(self) -> Fault | None:
        """Why the program could not be started; waits until that is known. None if it runs."""
        self.process.wait_for_start()
        return self._start_fault()

    # freezing, by the table

    @property
    def frozen(self) -> bool:
        return self.process.frozen

    def freeze(self, *, wait: bool = False) -> None:
        process = self.process
        if self._verdict is None and process.finished_at is None:
            process.freeze()
            self._unusual = True
            if wait:
                process.wait_frozen()

    @property
    def restless(self) -> bool:
        return self.caught > 2

    def freeze_if_running(self) -> None:
        process = self.process
        if self._verdict is not None or process.gone:
            return
        if self._looked_at != self._began:  # the first look since its own decision, in which of course it ran
            self._looked_at = self._began
            process.mark_cpu()
        elif process.has_run(_RUNNING_S):
            self.freeze()
            self.caught += not self._first

    # before a question is sent

    def _prepare(self) -> Fault | None:
        """What must be seen to before the clock starts: the start, freezing, a question not yet taken in."""
        if self._verdict is not None:
            return self._verdict
        process = self.process
        if process.finished_at is not None or process.released:
            raise ValueError(f"{self.name} was asked after the end of its match")
        process.thaw()
        if self.restless:
            self.table.restless = True
        self.table.freeze_restless(self)
        self._free = 0.0
        self._unusual = False
        self._answered_before = not self._first
        if self._first:
            process.wait_for_start()
            if process.start_error is not None:
                return self._start_fault()
            self._first = False
            self._unusual = True  # the budget of the start is for one decision
            if process.started_at is not None:
                used = monotonic() - process.started_at - process.frozen_s
                self._free = max(0.0, self._start_ms / 1000 - used)
        return None

    def _start_fault(self) -> Fault | None:
        if self._verdict is None and self.process.start_error is not None:
            argv = [] if isinstance(self._bot, ClassBot) else self._bot.argv
            why, hint = evidence.why_not_started(argv, self.process.start_error)
            self._began = monotonic()
            self._fault("start", why, hint)
        return self._verdict if self._verdict is not None and self._verdict.kind == "start" else None

    def _clear_the_wire(self) -> Fault | None:
        """Take in what came before the question: noise, remarks, perhaps the bot's end."""
        process, output = self.process, self._output
        output.begin()
        self._began = monotonic()
        for fd, _ in self._poll(0):
            if fd == self._stdout:
                while data := process.read_output():
                    output.take_before(data)
                    if len(data) < READ or output.too_much():
                        break
            else:
                process.attend(fd)
        return self._too_much() or self._ended("before it was asked")

    # while an answer is waited for

    def _listen(self, question: Question) -> Reply | Fault:
        deadline = None
        if question.budget_ms is not None:
            deadline = self._began + self._free + question.budget_ms / 1000
        others: dict[int, BotProcess] = {}
        try:
            return self._wait(question, deadline, others)
        finally:
            self._unlisten(others)

    def _wait(self, question: Question, deadline: float | None, others: dict[int, BotProcess]) -> Reply | Fault:
        """The slow way to an answer. `others` become those at the table whose standard error is drained meanwhile."""
        process, output = self.process, self._output
        look_at: float | None = self._began + _QUICK_MS / 1000
        quick, time_is_up = True, False
        while True:
            while (line := output.next_answer()) is not None:
                if verdict := self._judge(line, question):
                    return verdict
            if fault := self._too_much() or self._ended():
                return fault
            if time_is_up:
                return self._timeout(question)
            now = monotonic()
            if look_at is not None and now >= look_at:
                if quick:
                    quick = False
                    self._overhear(others)
                look_at = now + min(now - self._began, _WATCH_S) if self.table.watch_others(self) else None
            until, wait = deadline, None
            if look_at is not None and (until is None or look_at + 0.001 < until):
                until, wait = look_at, max(0, ceil((look_at - now) * 1000))
            elif until is not None:
                wait = int((until - now) * 1000)  # not a moment longer; in whole milliseconds, as poll has it
                if wait <= 0:
                    sleep(max(0.0, until - now))
                    wait, time_is_up = 0, True  # one last read
            for fd, _ in self._poll(wait):
                if fd == self._stdout:
                    output.take(process.read_output())
                elif fd in others:
                    self._drain(fd, others)
                else:
                    process.attend(fd)
            if process.exit is not None or process.gone:  # what it wrote before counts
                while data := process.read_output():
                    output.take(data)
                    if output.too_much():
                        break

    def _overhear(self, others: dict[int, BotProcess]) -> None:
        """Have what the others at the table write to standard error taken from them too: it must never block them."""
        for process in self.table.processes():
            if process is not self.process and process.stderr >= 0 and not process.stderr_flooded:
                others[process.stderr] = process
                self.process.poll.register(process.stderr, select.POLLIN)

    def _drain(self, fd: int, others: dict[int, BotProcess]) -> None:
        process = others[fd]
        process.drain_stderr()
        if process.stderr != fd or process.stderr_flooded:
            self._unlisten({fd: others.pop(fd)})

    def _unlisten(self, others: dict[int, BotProcess]) -> None:
        for fd in others:
            self.process.poll.unregister(fd)

    def _judge(self, line: bytes, question: Question) -> Reply | Fault | None:
        """The verdict on a line that begins with `{`; None if it answers an earlier question."""
        try:
            answer = read_answer(line)
        except BadAnswer as bad:
            self._note_output(line)
            return self._fault("invalid", str(bad), bad.hint or self._hosted_hint())
        legal = question.legal
        if answer.id != question.id:
            if answer.id < question.id:
                self._output.late += 1
                self._late_id, self._late_due = answer.id, question.id
                return None
            self._note_output(line)
            return self._fault("invalid", f"the answer has the id {answer.id}; {question.id} is asked")
        index = answer.index
        if index is None:
            try:
                index = legal.index(answer.action)
            except ValueError:
                self._note_output(line)
                return self._fault("illegal", evidence.not_legal(answer.action or "", legal))
        elif not 0 <= index < len(legal):
            self._note_output(line)
            return self._fault("illegal", evidence.out_of_range(index, len(legal)))
        ms = (monotonic() - self._began) * 1000
        self._patience = _PATIENT_MS if ms < _QUICK_MS else _QUICK_MS
        output = self._output
        stderr = self.process.take_stderr() if self._stderr_new else b""
        return Reply(index, ms, answer.note, output.noise, output.late, stderr, min(ms, self._free * 1000))

    # verdicts

    def _fault(self, kind: FaultKind, why: str, hint: str | None = None) -> Fault:
        ms = (monotonic() - self._began) * 1000
        process = self.process
        exit_status = process.exit
        process.end()
        process.join()
        self._unusual = True
        self._verdict = Fault(
            kind,
            clean_line(why, evidence.SENTENCE),
            hint and clean_line(hint, evidence.SENTENCE),
            ms,
            sent=evidence.tail(self._sent),
            output=evidence.tail(self._output.seen),
            stderr=evidence.ends(process.stderr_new, process.stderr_end),
            exit=None if exit_status is None else evidence.status_in_words(exit_status),
            free_ms=min(ms, self._free * 1000),
        )
        return self._verdict

    def _too_much(self) -> Fault | None:
        why = self._output.too_much()
        if why is None and self.process.stderr_flooded:
            why = f"it wrote more than {self.limits.stderr_bytes >> 20} MiB to standard error"
        return None if why is None else self._fault("limit", why, self._dropped())

    def _ended(self, when: str = "while its answer was due") -> Fault | None:
        """The crash, if the bot has ended or closed its output."""
        process = self.process
        if process.exit is None and not process.gone and not process.output_closed:
            return None
        process.wait_for_exit(_EXIT_S)
        for _ in range(_LAST_READS):
            if not process.drain_stderr():
                break
        if process.exit is not None:
            why = f"its process ended ({evidence.status_in_words(process.exit)}) {when}"
        elif process.gone:
            why = f"its process was killed {when}, with what watched over it"
        else:
            why = f"it closed its standard output {when}"
        said = bytes(process.stderr_new)
        said = said if said.strip() else process.stderr_end
        return self._fault(
            "crash", why, hints.crash_hint(self._bot, self._output.unfinished, process.exit, evidence.ends(said, said))
        )

    def _timeout(self, question: Question) -> Fault:
        why = evidence.out_of_time(question.budget_ms or 0.0, self._start_ms if self._free else 0.0, question.bank)
        hint = hints.timeout_hint(
            self._bot,
            unfinished=self._output.unfinished,
            output=self._output.seen,
            answered_before=self._answered_before,
            deaf=bool(self.process.unsent),
            dropped=self._dropped(),
        )
        return self._fault("timeout", why, hint)

    def _dropped(self) -> str | None:
        late = self._output.late
        return hints.dropped_hint(late, self._late_id, self._late_due) if late else None

    def _note_output(self, line: bytes) -> None:
        """Keep a line as evidence that came by the quick way."""
        if not self._output.seen:
            self._output.seen += line

    def _hosted_hint(self) -> str | None:
        return hints.HOSTED_HINT if isinstance(self._bot, ClassBot) else None


def close_all(seats: Iterable[Seat]) -> None:
    """Close the seats of one match: their bots leave, or are ended, together."""
    programs: list[ProgramSeat] = []
    for seat in seats:
        if isinstance(seat, ProgramSeat):
            programs.append(seat)
        else:
            seat.close()
    end_together([seat.process for seat in programs])
    for seat in programs:
        seat._unusual = True
        seat.table.leave(seat)
