"""What goes wrong costs the match it went wrong in, and no other."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
from executors_play import FIRST, RANDOM, by_number, jobs, linux, rude, slow, wait_until, work, written, zoo

from arena.errors import UserError
from arena.executors import Executor
from arena.executors.processes import Processes
from arena.executors.serial import Serial
from arena.jobs import Work
from arena.seats import ClassBot, Limits


def executor(kind: str, work: Work, **more: Any) -> Executor:
    return Serial(work) if kind == "serial" else Processes(work, 2, **more)


def good(count: int, **more: Any) -> dict[int, Any]:
    """What comes of the jobs if nothing goes wrong."""
    with Serial(work(game="rude", trusted=True, **more)) as serial:
        return by_number(list(serial.run(jobs(count))))


# the rules

KINDS = pytest.mark.parametrize("kind", ["serial", "processes"])


@KINDS
@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("raise", "rude failed at decision 3: ValueError: what is this?\\ud800"),
        ("sys.exit", "rude ended the process that it is played in (SystemExit)"),
        ("huge", "rude failed: its scores do not fit 64 bits"),
        ("half", "rude failed"),
        ("deal", "rude failed to deal: ValueError: no cards"),
        ("static", "rude failed before its first decision: ValueError: nothing is static"),
    ],
)
def test_rules_that_fail_are_a_game_error_and_scored_for_nobody(kind: str, how: str, says: str) -> None:
    one_in = 1 if how in ("deal", "static") else 3
    config = {"how": how, "one_in": one_in}
    with executor(kind, work(game="rude", trusted=True, config=config)) as played:
        dones = list(played.run(jobs(12)))
    assert sorted(done.job.number for done in dones) == list(range(12))
    bad = [done for done in dones if rude(done.job, one_in)]
    assert bad
    for done in bad:
        assert done.error is not None and done.error.startswith(says)
        assert done.ranks is None and done.scores is None and done.void is None and done.rated == [False] * 2
    assert all(done.ranks and done.error is None for done in dones if done not in bad)


@pytest.mark.parametrize("how", ["loop", "sleep"])
def test_rules_that_never_come_back_are_a_game_error(how: str) -> None:
    config = {"how": how, "one_in": 9}
    with Processes(work(game="rude", trusted=True, config=config), 2, hang_s=0.4) as played:
        dones = list(played.run(jobs(7)))
    assert sorted(done.job.number for done in dones) == list(range(7))
    bad = [done for done in dones if rude(done.job, 9)]
    assert bad
    for done in bad:
        assert done.error == "rude hangs: after 3 answers its rules did not come to an end within 0.4 s"
        assert done.ranks is None and not done.lost
    assert all(done.ranks for done in dones if done not in bad)


# the workers


@pytest.mark.parametrize("how", ["exit", "kill"])
def test_a_match_that_kills_its_workers_is_given_back_and_all_others_are_played(how: str) -> None:
    config = {"how": how, "one_in": 9}
    with Processes(work(game="rude", trusted=True, config=config), 2) as played:
        dones = list(played.run(jobs(14)))
    ended = {"exit": "exit status 3", "kill": "signal SIGKILL"}[how]
    expected = good(14, config={"one_in": 9})
    bad = [done for done in dones if rude(done.job, 9)]
    assert 0 < len(bad) < 10
    for done in bad:
        assert done.lost and done.ranks is None and done.error is None
        assert done.void == (
            f"not played: its worker ended ({ended}) each of the 3 times that it was played, the last time alone"
        )
    results = by_number(dones)
    assert sorted(results) == list(range(14))
    for done in dones:
        if done not in bad:
            assert results[done.job.number]["ranks"] == expected[done.job.number]["ranks"]


@pytest.mark.parametrize("how", ["exit", "kill"])
def test_a_match_whose_worker_died_once_is_played_again(how: str, tmp_path: Path) -> None:
    once = str(tmp_path / "died")
    with Processes(work(game="rude", trusted=True, config={"how": how, "once": once}), 2) as played:
        dones = list(played.run(jobs(12)))
    assert Path(once).exists()
    assert all(done.ranks and not done.lost for done in dones)
    assert [value["ranks"] for _, value in sorted(by_number(dones).items())] == [
        value["ranks"] for _, value in sorted(good(12).items())
    ]


def test_a_stopped_worker_is_replaced_and_its_match_played_again(tmp_path: Path) -> None:
    once = str(tmp_path / "stopped")
    with Processes(work(game="rude", trusted=True, config={"how": "stop", "once": once}), 2, hang_s=0.4) as played:
        dones = list(played.run(jobs(6)))
    assert Path(once).exists() and len(dones) == 6 and all(done.ranks for done in dones)


def test_kill_9_of_a_worker_is_seen_at_once_and_its_match_played_again(tmp_path: Path) -> None:
    with Processes(work(slow(tmp_path, 0.03), FIRST, trusted=True), 2) as played:
        run = played.run(jobs(12))
        dones = [next(run), next(run)]
        victim = played._workers[0].pid
        os.kill(victim, signal.SIGKILL)
        dones += run
        assert victim not in [worker.pid for worker in played._workers] and len(played._workers) == 2
    assert sorted(done.job.number for done in dones) == list(range(12))
    assert all(done.ranks and not done.faults and not done.lost for done in dones)


def test_killing_workers_again_and_again_loses_no_job_and_doubles_none(tmp_path: Path) -> None:
    with Processes(work(slow(tmp_path, 0.03), FIRST, trusted=True), 2) as played:
        dones = []
        for done in played.run(jobs(12)):
            dones.append(done)
            if len(dones) % 4 == 0 and played._workers:
                os.kill(played._workers[-1].pid, signal.SIGKILL)
    assert sorted(done.job.number for done in dones) == list(range(12))
    assert all(done.ranks or done.lost for done in dones)


def test_the_last_jobs_do_not_wait_behind_a_long_match(tmp_path: Path) -> None:
    pairs = [(0, 0), (1, 1), (1, 1), (1, 1), (1, 1)]
    few = [msgspec.structs.replace(job, seats=pair) for job, pair in zip(jobs(5), pairs, strict=True)]
    with Processes(work(slow(tmp_path, 0.5), FIRST, trusted=True), 2) as played:
        numbers = [done.job.number for done in played.run(few)]
    assert sorted(numbers) == [0, 1, 2, 3, 4] and numbers[-1] == 0


# the machine


@KINDS
def test_a_killed_keeper_voids_its_match_and_the_next_is_played(kind: str) -> None:
    keeper_of = {
        "serial": lambda played: played._player._opener.keeper.pid,
        "processes": lambda played: played._workers[0].pulse.keeper,
    }[kind]
    played: Any = Serial(work(FIRST, FIRST)) if kind == "serial" else Processes(work(FIRST, FIRST), 1)
    with played:
        run = played.run(jobs(8))
        dones = [next(run)]
        os.kill(keeper_of(played), signal.SIGKILL)
        dones += run
    assert sorted(done.job.number for done in dones) == list(range(8))
    assert all(done.ranks or (done.void or "").startswith("arena's own trouble: ") for done in dones)
    assert not any(done.faults and done.ranks for done in dones) and dones[-1].ranks


def test_work_that_cannot_be_played_is_one_sentence() -> None:
    with pytest.raises(UserError, match="there is no game named 'nothing'"):
        Serial(work(game="nothing"))
    with Processes(work(game="nothing"), 2) as played, pytest.raises(UserError, match="there is no game named 'nothing'"):
        list(played.run(jobs(4)))
    with pytest.raises(UserError, match="options of bids"):
        Serial(work(config={"turns": "many"}))
    with pytest.raises(UserError, match="bot1 must run as a process"):
        Serial(work(FIRST, zoo("good"), trusted=True))


def test_workers_that_never_come_up_end_the_run(tmp_path: Path) -> None:
    plugin = tmp_path / "deadly.py"
    plugin.write_text("import os\nos._exit(7)\n")
    base = work()
    deadly = Work("bids", base.config, base.entrants, plugin_paths=[str(plugin)])
    with Processes(deadly, 2) as played, pytest.raises(RuntimeError, match=r"no worker can be started.*exit status 7"):
        list(played.run(jobs(4)))


# bots


def test_a_bot_that_forks_and_hangs_does_not_stop_the_run(tmp_path: Path) -> None:
    forks = written(
        tmp_path, "forks.py",
        "def message(m):\n    if m['type'] == 'act' and m['id'] == 2:\n"
        "        if os.fork() == 0: os.setsid()\n        time.sleep(1000)\n",
    )  # fmt: skip
    with Processes(work(forks, RANDOM, move_ms=300), 2) as played:
        dones = list(played.run(jobs(6)))
        assert all([fault.fault.kind for fault in done.faults] == ["timeout"] for done in dones)
        assert wait_until(  # the keepers alone are left; the last box ends a moment later
            lambda: sum(len(linux.descendants(worker.pid)) for worker in played._workers) == 2
        )
    assert sorted(done.job.number for done in dones) == list(range(6))


def test_the_next_match_is_opened_before_the_last_has_left(tmp_path: Path) -> None:
    stays = written(tmp_path, "stays.py", "def message(m):\n    if m['type'] == 'end': time.sleep(1000)\n")
    with Serial(work(stays, FIRST, limits=Limits(end_ms=300))) as played:
        opened = []
        for done in played.run(jobs(3)):
            assert done.ranks and not done.faults
            opened.append(played._player._next is not None)
    assert opened == [True, True, False]


def test_a_trusted_bot_that_never_answers_loses_its_match_for_all(tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text(
        "import arena\nclass Endless(arena.Bot):\n    def act(self, view, legal, info):\n        while True: pass\n"
    )
    endless = ClassBot(f"{tmp_path}/endless.py:Endless")
    base = work(endless, FIRST, trusted=True)
    with Processes(base, 1, hang_s=0.3) as played:
        played._bot_hang_s = 0.5
        began = time.monotonic()
        (done,) = played.run(jobs(1))
    assert done.lost and done.void and "did not come back within 0.5 s" in done.void and time.monotonic() - began < 30
