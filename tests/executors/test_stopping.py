"""However an executor is stopped, nothing of it lives on; and it draws no more jobs than it needs."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from executors_play import FIRST, HERE, below, descriptors, jobs, resident_kb, wait_until, with_words, work, written

from arena.executors import Executor
from arena.executors.processes import Processes
from arena.executors.serial import Serial
from arena.jobs import Job
from arena.seats import Program

MARK = "hangs-876543.py"


@pytest.fixture
def hangs(tmp_path: Path) -> Program:
    """A bot that plays its first match only, and leaves a process in a session of its own in all others."""
    played = tmp_path / "played"
    return written(
        tmp_path, MARK,
        f"played = {str(played)!r}\n"
        "def message(m):\n"
        "    if m['type'] == 'act' and os.path.exists(played):\n"
        "        if os.fork() == 0: os.setsid()\n"
        "        time.sleep(1000)\n"
        "    if m['type'] == 'end': open(played, 'w').close()\n",
    )  # fmt: skip


def make(kind: str, *bots: Program, trusted: bool = False) -> Executor:
    chosen = work(*bots, FIRST, move_ms=None) if bots else work(trusted=trusted)
    return Serial(chosen) if kind == "serial" else Processes(chosen, 2 if trusted or not bots else 1)


BOTH = pytest.mark.parametrize("kind", ["serial", "processes"])


@BOTH
def test_jobs_are_drawn_as_they_are_needed(kind: str) -> None:
    drawn = given = 0

    def feed() -> Iterator[Job]:
        nonlocal drawn
        for job in jobs(1_000_000):
            drawn += 1
            assert drawn - given <= 5
            yield job

    with make(kind, trusted=True) as executor:
        for _ in executor.run(feed()):
            given += 1
            if given == 50:
                break


@BOTH
def test_closing_the_iterator_ends_what_is_being_played(kind: str, hangs: Program) -> None:
    with make(kind, hangs) as executor:
        run = executor.run(jobs(100))
        next(run)
        assert wait_until(lambda: with_words(MARK), 10)  # the next match's bots are there
        run.close()  # type: ignore[attr-defined]
        assert not with_words(MARK)
        assert list(executor.run([])) == []


@BOTH
def test_ctrl_c_is_for_the_supervisor_and_ends_everything(kind: str, hangs: Program) -> None:
    def interrupt() -> None:
        wait_until(lambda: len(with_words(MARK)) == 2, 20)  # in the decision that never ends
        os.kill(os.getpid(), signal.SIGINT)

    executor = make(kind, hangs)
    thread = threading.Thread(target=interrupt)
    with executor:
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            list(executor.run(jobs(100)))
    thread.join()
    assert not with_words(MARK)


def test_a_worker_does_not_hear_ctrl_c() -> None:
    with Processes(work(trusted=True), 1) as executor:
        run = executor.run(jobs(10))
        next(run)
        pid = executor._workers[0].pid
        os.kill(pid, signal.SIGINT)
        assert len(list(run)) == 9 and executor._workers[0].pid == pid


def test_what_drawing_jobs_raises_comes_out_of_the_run() -> None:
    def feed() -> Iterator[Job]:
        yield from jobs(3)
        raise ZeroDivisionError

    for kind in ("serial", "processes"):
        with make(kind, trusted=True) as executor, pytest.raises(ZeroDivisionError):
            list(executor.run(feed()))


def test_closing_an_executor_twice_and_using_it_after() -> None:
    executor = Processes(work(trusted=True), 1)
    executor.warm(1)
    executor.close()
    executor.close()
    with pytest.raises(RuntimeError, match="closed"):
        list(executor.run(jobs(1)))


def test_workers_started_by_a_thread_that_ends_go_on() -> None:
    executor = Processes(work(trusted=True), 2)
    thread = threading.Thread(target=lambda: executor.warm(2))
    thread.start()
    thread.join()
    pids = {worker.pid for worker in executor._workers}
    with executor:
        assert len(list(executor.run(jobs(10)))) == 10
        assert {worker.pid for worker in executor._workers} == pids


SCRIPT = """
import sys
sys.path[:0] = [{here!r}]
from executors_play import FIRST, jobs, work
from arena.executors.processes import Processes
from arena.seats import Program
# No `if __name__ == "__main__"`: workers do not import the program that started them.
with Processes(work(Program([sys.executable, {bot!r}]), FIRST, move_ms=None), 2) as executor:
    for done in executor.run(jobs(50)):
        print(done.job.number, flush=True)
"""


@pytest.mark.parametrize(
    "number",
    [signal.SIGKILL, *(pytest.param(other, marks=pytest.mark.slow) for other in (signal.SIGTERM, signal.SIGINT))],
)
def test_when_the_main_process_ends_no_worker_keeper_or_bot_lives_on(
    number: signal.Signals, hangs: Program, tmp_path: Path
) -> None:
    script = tmp_path / "script-876543.py"
    script.write_text(SCRIPT.format(here=str(HERE), bot=hangs.argv[1]))
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        assert wait_until(lambda: len(with_words(MARK)) >= 4, 30)
        everyone = [pid for pid in below() if pid != process.pid]
        assert len(everyone) >= 8  # two workers, their keepers, and per match a box and a bot or two
    finally:
        process.send_signal(number)
        process.wait()
    assert wait_until(lambda: not any(alive(pid) for pid in everyone), 2), everyone
    assert not with_words(MARK)


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_rules_that_loop_do_not_outlive_the_main_process(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        SCRIPT.format(here=str(HERE), bot="").replace(
            'work(Program([sys.executable, \'\']), FIRST, move_ms=None)',
            'work(game="rude", trusted=True, config={"how": "loop"})',
        )
    )
    assert "rude" in script.read_text()
    process = subprocess.Popen([sys.executable, str(script)])
    try:
        assert wait_until(lambda: sum(cpu_share(pid) for pid in below()) > 1.0, 30)
        everyone = [pid for pid in below() if pid != process.pid]
    finally:
        process.kill()
        process.wait()
    assert wait_until(lambda: not any(alive(pid) for pid in everyone), 2)


def cpu_share(pid: int) -> float:
    from arena.seats.linux import cpu_seconds

    return cpu_seconds(pid) or 0.0


def test_a_slow_consumer_loses_nothing() -> None:
    with Processes(work(trusted=True), 2, hang_s=0.2) as executor:
        numbers = []
        for done in executor.run(jobs(12)):
            numbers.append(done.job.number)
            assert done.ranks
            time.sleep(0.3 if len(numbers) < 4 else 0)
    assert sorted(numbers) == list(range(12))


@pytest.mark.slow
def test_200_matches_leave_no_process_and_no_descriptor() -> None:
    gc.collect()  # what earlier tests left to be closed
    others = set(below())
    with Processes(work(), 2) as executor:
        list(executor.run(jobs(10)))
        assert wait_until(lambda: len(set(below()) - others) == 4)  # two workers and their keepers; boxes end a moment later
        before, processes = descriptors(), set(below()) - others
        workers = [worker.pid for worker in executor._workers]
        open_before = [len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in workers]
        assert sum(1 for done in executor.run(jobs(200)) if done.ranks) == 200
        assert descriptors() == before
        assert wait_until(lambda: set(below()) - others == processes)
        assert [len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in workers] == open_before
        assert all(alive(pid) for pid in processes)


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_matches() -> None:
    with Processes(work(trusted=True), 2) as executor:
        before: list[int] = []
        for count, _ in enumerate(executor.run(jobs(20_000)), 1):
            if count == 2_000:
                everyone = [os.getpid(), *(worker.pid for worker in executor._workers)]
                before = [resident_kb(pid) for pid in everyone]
        after = [resident_kb(pid) for pid in [os.getpid(), *(worker.pid for worker in executor._workers)]]
    assert all(late - early < 4_000 for early, late in zip(before, after, strict=True)), (before, after)
