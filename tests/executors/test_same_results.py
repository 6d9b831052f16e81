"""What comes of a job is the same whoever plays it, and whatever is played beside it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from executors_play import FIRST, PLUGINS, RANDOM, by_number, jobs, wait_until, work, zoo

from arena.executors.cores import usable_cores
from arena.executors.processes import Processes
from arena.executors.serial import Serial
from arena.plugins import Plugins
from arena.replays import play_again, read_replay


@cache
def played_serially(trusted: bool) -> dict[int, Any]:
    with Serial(work(trusted=trusted)) as executor:
        return by_number(list(executor.run(jobs(24))))


@pytest.mark.parametrize("trusted", [False, True])
@pytest.mark.parametrize("workers", [1, 2, 4])
def test_workers_give_what_one_process_gives(workers: int, trusted: bool) -> None:
    with Processes(work(trusted=trusted), workers) as executor:
        dones = list(executor.run(jobs(24)))
    assert by_number(dones) == played_serially(trusted)
    assert {done.worker for done in dones} <= set(range(workers))
    assert all(done.ranks and done.void is None and done.error is None and not done.lost for done in dones)


def test_trusted_bots_play_as_they_do_in_processes_of_their_own() -> None:
    assert played_serially(True) == played_serially(False)


def test_a_run_after_a_run_uses_the_same_workers() -> None:
    with Processes(work(trusted=True), 2) as executor:
        first = list(executor.run(jobs(10)))
        pids = sorted(worker.pid for worker in executor._workers)
        second = list(executor.run(jobs(14, first=10)))
        assert sorted(worker.pid for worker in executor._workers) == pids
        assert list(executor.run([])) == []
    assert by_number(first + second) == played_serially(True)


def test_a_job_says_how_each_seat_did(tmp_path: Path) -> None:
    with Serial(work(RANDOM, zoo("print-debugging"), zoo("exit1"))) as executor:
        done, other = executor.run(jobs(2, seats=3, bots=3))
    assert done.ranks is not None and done.ranks[2] == 3 and done.scores is not None and done.scores[2] is None
    assert [record.answers for record in done.seats] == [2, 2, 0]
    assert done.seats[1].noise > 0 and all(r.ms >= r.max_ms > 0 for r in done.seats[:2])
    assert [(fault.seat, fault.fault.kind) for fault in done.faults] == [(2, "crash")]
    assert done.rated == [True] * 3 and done.decisions > 4 and done.wall_ms > 0 and done.started > 1e9
    assert other.job.number == 1
    (tmp_path / "replay").write_bytes(done.replay)
    replay = read_replay(tmp_path / "replay")
    assert replay.bots == ["bot0", "bot1", "bot2"]
    outcome, _ = play_again(replay, Plugins(PLUGINS))
    assert outcome.ranks == done.ranks


def test_of_standard_error_the_end_is_kept() -> None:
    with Serial(work(zoo("stderr-talker"), FIRST)) as executor:
        (done,) = executor.run(jobs(1))
    assert done.seats[0].stderr.endswith("the end of it     2\n") and len(done.seats[0].stderr) == 64 << 10
    assert done.seats[1].stderr == "" and len(done.replay) < 1000


def test_a_replaced_bot_keeps_the_standard_error_of_both_its_processes() -> None:
    with Serial(work(zoo("exit1"), FIRST, on_fault="stand-in")) as executor:
        (done,) = executor.run(jobs(1))
    assert [fault.seat for fault in done.faults] == [0, 0] and done.seats[0].answers == 0


def test_the_shipped_executors_are_made_by_name() -> None:
    for name in ("processes", "serial"):
        with Plugins().executor(name)(work(trusted=True), 1) as executor:
            executor.warm(5)
            assert [done.job.number for done in executor.run(jobs(3))] == [0, 1, 2]


def test_each_worker_is_pinned_to_a_core_of_its_own_with_its_bots() -> None:
    cores = usable_cores()
    with Processes(work(), len(cores)) as executor:
        executor.warm(len(cores))
        assert wait_until(lambda: [os.sched_getaffinity(w.pid) for w in executor._workers] == [{core} for core in cores])
        list(executor.run(jobs(4)))
        keepers = [(worker.place, worker.pulse.keeper) for worker in executor._workers if worker.pulse.keeper]
        assert keepers and all(os.sched_getaffinity(keeper) == {cores[place]} for place, keeper in keepers)


def test_more_workers_than_cores_are_not_pinned() -> None:
    with Processes(work(trusted=True), len(usable_cores()) + 1) as executor:
        run = executor.run(jobs(20))
        next(run)
        assert all(sorted(os.sched_getaffinity(worker.pid)) == usable_cores() for worker in executor._workers)
        list(run)


def test_no_more_workers_are_started_than_there_are_matches() -> None:
    with Processes(work(trusted=True), 8) as executor:
        executor.warm(1)
        assert len(executor._workers) == 1
        assert len(list(executor.run(jobs(2)))) == 2 and len(executor._workers) == 2
