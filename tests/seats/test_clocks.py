"""The clock: when it starts and stops, what is borne by the start's budget, and what others may cost a thinker."""

from __future__ import annotations

import signal
import sys
import time
from pathlib import Path
from types import FrameType

import pytest
from seats_play import finish_all, play, question, start_line, zoo, zoo_class

from arena.seats import Fault, Limits, Program, Question, Reply, linux
from arena.seats.opener import SeatOpener
from arena.seats.program import ProgramSeat

NAPPER = """
import json, sys, time
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        time.sleep({nap})
        print(json.dumps({{"id": m["id"], "index": 0}}), flush=True)
"""


def napper(nap: float) -> Program:
    """A bot that sleeps so many seconds before each answer."""
    return Program([sys.executable, "-c", NAPPER.format(nap=nap)])


def test_a_reply_tells_how_long_it_took(opener: SeatOpener) -> None:
    played = play(opener, napper(0.05), budget_ms=5000)
    assert all(50 <= reply.ms < 1000 for reply in played.replies)


def test_without_a_limit_a_bot_may_take_its_time(opener: SeatOpener) -> None:
    played = play(opener, napper(0.3), budget_ms=None, start_ms=10, decisions=2)
    assert played.fault is None
    assert played.replies[1].ms >= 300


def test_only_the_first_decision_has_the_budget_of_the_start(opener: SeatOpener) -> None:
    played = play(opener, napper(0.3), budget_ms=100, start_ms=5000)
    assert len(played.replies) == 1
    assert played.replies[0].free_ms == played.replies[0].ms
    assert played.fault is not None and played.fault.kind == "timeout"
    assert "100 ms" in played.fault.why


def test_time_before_the_first_question_is_of_the_start_too(opener: SeatOpener) -> None:
    seat = opener.open(napper(0.2), start_ms=300)
    seat.tell(start_line())
    time.sleep(0.5)
    verdict = seat.ask(question(1, 1000))
    assert isinstance(verdict, Reply)
    assert verdict.free_ms == 0
    seat.close()


def test_a_whole_line_found_after_a_late_wake_up_counts(opener: SeatOpener) -> None:
    seat = opener.open(napper(0.1))
    seat.tell(start_line())
    assert isinstance(seat.ask(question(1, 5000)), Reply)

    def doze(number: int, frame: FrameType | None) -> None:
        time.sleep(0.5)  # the arena itself is held up, beyond the deadline; the answer comes meanwhile

    before = signal.signal(signal.SIGALRM, doze)
    signal.setitimer(signal.ITIMER_REAL, 0.02)
    try:
        verdict = seat.ask(question(2, 200))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert isinstance(verdict, Reply), verdict
    assert verdict.ms > 200
    seat.close()


def test_writing_to_a_bot_that_reads_slowly_is_on_its_clock_and_does_no_harm(opener: SeatOpener) -> None:
    slow = "import sys, time\ntime.sleep(0.3)\n" + NAPPER.format(nap=0)
    played = play(opener, Program([sys.executable, "-c", slow]), budget_ms=5000, padding=1_000_000)
    assert played.fault is None
    assert len(played.replies) == 3


def test_a_long_start_message_never_blocks_and_arrives_whole(opener: SeatOpener) -> None:
    code = (
        'import sys\nn = len(sys.stdin.readline())\nsys.stdin.readline()\nprint(\'{"id":1,"index":0,"note":"%d"}\' % n)'
    )
    seat = opener.open(Program([sys.executable, "-c", code]))
    began = time.monotonic()
    seat.tell(b"x" * 999_999 + b"\n")
    assert time.monotonic() - began < 0.2
    verdict = seat.ask(question(1, 5000))
    assert isinstance(verdict, Reply)
    assert verdict.note == "1000000"
    seat.close()


def test_limits_are_settable() -> None:
    with SeatOpener(limits=Limits(noise_lines=1)) as opener:
        played = play(opener, zoo("print-debugging"), budget_ms=5000)
        assert played.fault is not None and played.fault.kind == "limit"
    with SeatOpener(limits=Limits(line_bytes=10)) as opener:
        played = play(opener, zoo("no-newline"), budget_ms=5000)
        assert played.fault is not None and played.fault.kind == "limit"


WORK = """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        total = 0
        for i in range(500_000):
            total += i
        print(json.dumps({"id": m["id"], "index": 0}), flush=True)
"""


def cpu_of(seat: ProgramSeat) -> float:
    """The CPU time that a bot and all it forked have used."""
    return sum(linux.cpu_seconds(pid) or 0.0 for pid in linux.descendants(seat.process.box))


@pytest.mark.parametrize("rival", ["ponder", "ponder-forks"])
def test_who_spins_while_others_think_takes_next_to_nothing_of_their_time(opener: SeatOpener, rival: str) -> None:
    table = opener.table()
    thinker, spinner = (
        opener.open(Program([sys.executable, "-c", WORK]), table=table),
        opener.open(zoo(rival), table=table),
    )
    assert isinstance(spinner, ProgramSeat)
    for seat in (thinker, spinner):
        seat.tell(start_line())
    thought = spun = 0.0
    for id in range(1, 13):
        before = cpu_of(spinner)
        verdict = thinker.ask(question(id, 20_000))
        assert isinstance(verdict, Reply)
        if id > 4:  # by then it is known
            thought += verdict.ms / 1000
            spun += cpu_of(spinner) - before
        assert isinstance(spinner.ask(question(id, 20_000)), Reply)
    assert spinner.caught >= 3
    assert spun < 0.10 * thought
    finish_all([thinker, spinner])


def test_an_idle_bot_is_not_frozen_and_a_spinner_is_frozen_beforehand_once_it_is_known(opener: SeatOpener) -> None:
    table = opener.table()
    thinker, idle, spinner = (opener.open(bot, table=table) for bot in (napper(0.1), zoo("good"), zoo("ponder")))
    seats = [thinker, idle, spinner]
    for seat in seats:
        assert isinstance(seat, ProgramSeat)
        seat.tell(start_line())
    for id in range(1, 6):
        for seat in seats:
            assert isinstance(seat.ask(question(id, 5000)), Reply)
    assert isinstance(idle, ProgramSeat) and isinstance(spinner, ProgramSeat)
    assert isinstance(thinker.ask(question(6, 5000)), Reply)
    assert not idle.frozen
    assert spinner.frozen and spinner.restless and table.restless
    assert isinstance(spinner.ask(question(6, 5000)), Reply)
    assert isinstance(idle.ask(question(6, 5000)), Reply)
    assert spinner.frozen, "before the quick one was asked"
    finish_all(seats)


def test_a_class_bot_is_asked_again_and_again_at_a_small_price(opener: SeatOpener) -> None:
    seat = opener.open(zoo_class("good-class"))
    seat.tell(start_line())
    assert isinstance(seat.ask(question(1, 5000)), Reply)
    before = time.process_time()
    for id in range(2, 502):
        assert isinstance(seat.ask(question(id, 5000)), Reply)
    assert time.process_time() - before < 0.5, "the arena's own CPU time: a millisecond each would be far too much"
    seat.close()


def test_seats_that_nobody_closed_are_given_back_with_their_opener() -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    with SeatOpener() as opener:
        seats = [opener.open(zoo("ignores-term")) for _ in range(3)]
        for seat in seats:
            seat.tell(start_line())
            assert not isinstance(seat.ask(question(1, 10_000)), Fault)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_one_deadline_bounds_an_answer_in_two_halves(opener: SeatOpener) -> None:
    verdicts: list[Reply | Fault] = []
    for _ in range(6):  # a late wake-up of the arena itself may let one pass
        seat = opener.open(zoo("halves"))
        seat.tell(start_line())
        for id in range(1, 5):
            assert isinstance(seat.ask(question(id, 5000)), Reply)
        verdicts.append(seat.ask(question(5, 4)))
        seat.close()
    faults = [verdict for verdict in verdicts if isinstance(verdict, Fault)]
    assert len(faults) >= 4, verdicts
    assert all(fault.kind == "timeout" for fault in faults)


def test_a_limit_of_less_than_a_millisecond_is_not_rounded_up(opener: SeatOpener) -> None:
    verdicts = []
    for _ in range(6):
        seat = opener.open(napper(0.0006))
        seat.tell(start_line())
        assert isinstance(seat.ask(question(1, 5000)), Reply)
        verdicts.append(seat.ask(question(2, 0.3)))
        seat.close()
    assert sum(isinstance(verdict, Fault) for verdict in verdicts) >= 4, verdicts


def test_who_talks_much_at_its_start_is_not_held_up_while_another_thinks() -> None:
    with SeatOpener(pondering=True) as opener:
        table = opener.table()
        thinker = opener.open(napper(2.0), table=table)
        talker = opener.open(zoo("talks-at-start"), table=table, start_ms=1500)
        for seat in (thinker, talker):
            seat.tell(start_line())
        assert isinstance(thinker.ask(question(1, 10_000)), Reply)
        verdict = talker.ask(question(1, 250))
        finish_all([thinker, talker])
    assert isinstance(verdict, Reply), verdict
    assert len(verdict.stderr) == 200_000


def test_who_talks_without_end_does_no_harm_to_another_that_thinks() -> None:
    with SeatOpener(pondering=True, limits=Limits(stderr_bytes=4 << 20)) as opener:
        table = opener.table()
        thinker = opener.open(napper(0.3), table=table)
        talker = opener.open(zoo("talks-for-ever"), table=table)
        for seat in (thinker, talker):
            seat.tell(start_line())
        began = time.process_time()
        for id in (1, 2, 3):
            assert isinstance(thinker.ask(question(id, 5000)), Reply)
        assert time.process_time() - began < 0.5
        verdict = talker.ask(question(1))
        finish_all([thinker, talker])
    assert isinstance(verdict, Fault)
    assert verdict.kind == "limit"


def test_others_that_die_while_one_thinks_leave_its_poll_in_order(opener: SeatOpener) -> None:
    table = opener.table()
    thinker = opener.open(napper(0.2), table=table)
    dead = opener.open(zoo("exit1"), table=table)
    for seat in (thinker, dead):
        seat.tell(start_line())
    dead.tell(question(1).line)
    for id in (1, 2):
        assert isinstance(thinker.ask(question(id, 5000)), Reply)
    assert isinstance(dead.ask(question(1)), Fault)
    finish_all([thinker, dead])


def test_a_fault_tells_what_the_start_paid_of_it(opener: SeatOpener) -> None:
    fault = play(opener, zoo("slow-start"), budget_ms=100, start_ms=300).fault
    assert fault is not None
    assert 200 < fault.free_ms <= 300
    fault = play(opener, napper(0.3), budget_ms=100, start_ms=5000).fault
    assert fault is not None
    assert fault.free_ms == 0, "its second decision"


def test_a_trusted_bots_first_decision_has_the_budget_of_the_start_too(opener: SeatOpener) -> None:
    played = play(opener, zoo_class("good-class"), trusted=True)
    assert [reply.free_ms == reply.ms for reply in played.replies] == [True, False, False]
    fault = play(opener, zoo_class("raises"), trusted=True).fault
    assert fault is not None
    assert fault.free_ms == fault.ms


def test_a_timeout_tells_the_limits_as_they_were_set(opener: SeatOpener) -> None:
    first = play(opener, zoo("hang"), budget_ms=150, start_ms=250).fault
    assert first is not None
    assert first.why == "no whole answer within 150 ms and 0.25 s to start"
    later = play(opener, napper(0.3), budget_ms=100).fault
    assert later is not None
    assert later.why == "no whole answer within 100 ms"
    seat = opener.open(napper(0.3))
    seat.tell(start_line())
    assert isinstance(seat.ask(question(1, 1000)), Reply)
    asked = question(2, 0)
    fault = seat.ask(Question(asked.id, asked.line, asked.legal, 0, bank=True))
    seat.close()
    assert isinstance(fault, Fault)
    assert fault.why == "no whole answer within the 0 ms that are left of its time for the match"
