"""Processes: what a bot inherits, how it is frozen, and that nothing it started outlives its match."""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from seats_play import (
    END,
    finish_all,
    open_descriptors,
    play,
    processes_below,
    question,
    running_with,
    start_line,
    state_of,
    wait_until,
    zoo,
    zoo_class,
)

from arena.seats import Fault, Program, Reply
from arena.seats.keeper import Keeper, KeeperError
from arena.seats.opener import SeatOpener, close_all
from arena.seats.program import ProgramSeat
from arena.seats.scratch import environment, new_scratch, wipe


def opened(opener: SeatOpener, bot: Program, **more: object) -> ProgramSeat:
    seat = opener.open(bot, **more)  # type: ignore[arg-type]
    assert isinstance(seat, ProgramSeat)
    seat.tell(start_line())
    return seat


def test_a_bot_finds_exactly_what_the_protocol_promises(opener: SeatOpener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_OF_THE_USER", "42")
    bot = zoo("looks-around")
    played = play(opener, Program(bot.argv, {"OWN": "1", "TZ": "Europe/Paris"}), budget_ms=5000, decisions=1)
    found = json.loads(played.replies[0].note or "")
    scratch = found["env"]["HOME"]
    assert found["env"] == environment(scratch, {"OWN": "1", "TZ": "Europe/Paris"})
    assert found["env"]["TMPDIR"] == scratch
    assert found["fds"] == ["0", "1", "2"]
    assert found["core"] == [0, 0]
    assert found["ignored"] == [] and found["blocked"] == []
    assert found["group"]


def test_a_scratch_folder_is_empty_and_its_own_whatever_the_last_match_left_there(opener: SeatOpener) -> None:
    homes = set()
    for _ in range(3):
        played = play(opener, zoo("remembers"), budget_ms=5000, decisions=1)
        found, *folders = json.loads(played.replies[0].note or "")
        assert found == []
        assert len(set(folders)) == 1
        homes.update(folders)
    assert len(homes) == 3


def test_wiping_follows_no_links_and_stops_at_nothing(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "file").write_text("stays")
    folder = Path(new_scratch(str(tmp_path)))
    deep = folder
    for _ in range(30):
        deep = deep / "deeper"
        deep.mkdir()
    (deep / "file").write_text("goes")
    (folder / "link").symlink_to(tmp_path / "kept")
    (deep / "link").symlink_to(tmp_path / "kept" / "file")
    os.mkfifo(folder / "pipe")
    while deep != folder:
        deep.chmod(0)
        deep = deep.parent
    wipe(str(folder))
    assert not folder.exists()
    assert (tmp_path / "kept" / "file").read_text() == "stays"


def test_the_end_of_one_bot_is_seen_at_once_while_another_lives(opener: SeatOpener) -> None:
    table = opener.table()
    first = opened(opener, zoo("good"), table=table)
    second = opened(opener, zoo("good"), table=table)  # started later: a leaked pipe of the first would hide its end
    for seat in (first, second):
        assert isinstance(seat.ask(question(1, 5000)), Reply)
    os.kill(first.process.pid, signal.SIGKILL)
    began = time.monotonic()
    verdict = first.ask(question(2, None))
    assert time.monotonic() - began < 0.5
    assert isinstance(verdict, Fault)
    assert (verdict.kind, verdict.exit) == ("crash", "signal SIGKILL")
    assert isinstance(second.ask(question(2, 5000)), Reply)
    assert first.ask(question(3)) is verdict, "a dead seat stays dead"
    close_all([first, second])


def test_what_a_bot_leaves_behind_ends_with_its_own_seat_and_with_no_other(opener: SeatOpener) -> None:
    first, second = (opened(opener, zoo("double-fork")) for _ in range(2))
    for seat in (first, second):
        assert isinstance(seat.ask(question(1, 5000)), Reply)
    below = {seat: set(processes_below(seat.process.box)) for seat in (first, second)}
    assert all(len(pids) == 2 for pids in below.values()), "the bot and its daemon, each below its own box"
    first.close()
    assert all(state_of(pid) is None for pid in below[first])
    assert all(state_of(pid) is not None for pid in below[second])
    assert isinstance(second.ask(question(2, 5000)), Reply)
    second.close()
    assert all(state_of(pid) is None for pid in below[second])


def test_a_chain_of_forks_cannot_flee(opener: SeatOpener) -> None:
    played = play(opener, zoo("fork-chain"), budget_ms=5000)
    assert played.fault is None
    assert not running_with("fork-chain.py")


def test_others_are_frozen_while_one_thinks_and_run_again_when_asked(opener: SeatOpener) -> None:
    table = opener.table()
    thinker = opened(opener, zoo("late"), table=table)
    ponderer = opened(opener, zoo("ponder"), table=table)
    assert isinstance(thinker.ask(question(1, 5000)), Reply)
    assert isinstance(ponderer.ask(question(1, 5000)), Reply)
    for id in (2, 3):
        verdict = thinker.ask(question(id, 100)) if id == 2 else None
        if verdict is not None:
            assert isinstance(verdict, Fault) and verdict.kind == "timeout"
            assert state_of(ponderer.process.pid) == "T"
        assert isinstance(ponderer.ask(question(id, 5000)), Reply)
        assert state_of(ponderer.process.pid) in ("R", "S")
    finish_all([thinker, ponderer])


def test_freezing_reaches_everything_that_a_bot_forked(opener: SeatOpener) -> None:
    table = opener.table()
    seat = opened(opener, zoo("ponder-forks"), table=table)
    assert isinstance(seat.ask(question(1, 5000)), Reply)
    seat.freeze(wait=True)
    below = processes_below(seat.process.box)
    assert len(below) == 4
    assert wait_until(lambda: set(processes_below(seat.process.box).values()) == {"T"})
    assert isinstance(seat.ask(question(2, 5000)), Reply)
    seat.freeze()
    seat.close()  # what is frozen ends all the same
    assert all(state_of(pid) is None for pid in below)


def test_nobody_is_frozen_when_pondering_is_allowed() -> None:
    with SeatOpener(pondering=True) as opener:
        table = opener.table()
        thinker = opened(opener, zoo("late"), table=table)
        ponderer = opened(opener, zoo("ponder"), table=table)
        for seat in (thinker, ponderer):
            assert isinstance(seat.ask(question(1, 5000)), Reply)
        thinker.ask(question(2, 100))
        assert state_of(ponderer.process.pid) != "T"
        close_all([thinker, ponderer])


def test_the_budget_of_the_start_does_not_run_while_a_bot_is_frozen(opener: SeatOpener) -> None:
    seat = opened(opener, zoo("slow-start"), start_ms=1000)
    seat.start_fault  # noqa: B018 - waits until it runs
    seat.freeze(wait=True)
    time.sleep(0.7)
    verdict = seat.ask(question(1, 100))
    seat.close()
    assert isinstance(verdict, Reply), verdict
    assert verdict.free_ms > 100


def test_bots_that_were_told_of_the_end_leave_together_and_the_stubborn_are_ended(opener: SeatOpener) -> None:
    seats = [opened(opener, zoo("ignores-term")) for _ in range(4)] + [opened(opener, zoo("good"))]
    for seat in seats:
        assert isinstance(seat.ask(question(1, 5000)), Reply)
    pids = [seat.process.pid for seat in seats]
    began = time.monotonic()
    finish_all(seats)
    assert 0.15 < time.monotonic() - began < 0.7, "end_ms once, not once for each"
    assert all(state_of(pid) is None for pid in pids)
    assert [seat.process.exit for seat in seats] == [None] * 4 + [0]


def test_a_bot_that_reads_no_more_cannot_hold_up_the_end(opener: SeatOpener) -> None:
    seat = opened(opener, zoo("deaf"))
    began = time.monotonic()
    seat.finish(b"x" * 300_000 + b"\n" + END)
    assert time.monotonic() - began < 0.1
    seat.close()
    seat.close()
    seat.finish(END)


@pytest.mark.parametrize("count", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_many_matches_leave_no_zombie_and_no_descriptor(opener: SeatOpener, count: int) -> None:
    keeper = opener.keeper.pid
    before = len(os.listdir(f"/proc/{keeper}/fd")), open_descriptors()  # noqa: PTH208
    for _ in range(count):
        table = opener.table()
        seats = [opener.open(zoo_class("good-class"), table=table), opener.open(zoo("shell"), table=table)]
        for seat in seats:
            seat.tell(start_line())
        for id in (1, 2):
            for seat in seats:
                verdict = seat.ask(question(id, 5000))
                assert isinstance(verdict, Reply), verdict
        finish_all(seats)

    def all_gone() -> bool:
        """What has ended is swept up; on a loaded machine the last bots may be ending still."""
        opener.keeper.end_box()
        return not processes_below(keeper)

    assert wait_until(all_gone), processes_below(keeper)
    assert (len(os.listdir(f"/proc/{keeper}/fd")), open_descriptors()) == before  # noqa: PTH208


OWNER = """
import sys, time
sys.path.insert(0, {folder!r})
from seats_play import *
opener = SeatOpener()
seats = [opener.open(zoo(name)) for name in ("double-fork", "ignores-term", "ponder-forks")]
seats.append(opener.open(zoo_class("options")))
for seat in seats:
    seat.tell(start_line())
for seat in seats:
    assert isinstance(seat.ask(question(1, 20_000)), Reply)
seats[0].freeze(wait=True)
print(opener.keeper.pid, opener.keeper.scratch, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda how: how.name)
def test_when_the_arena_is_killed_no_bot_lives_on(how: signal.Signals) -> None:
    code = OWNER.format(folder=str(Path(__file__).parent))
    owner = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert owner.stdout is not None
    keeper, scratch = owner.stdout.readline().decode().split()
    everyone = [int(keeper), *processes_below(int(keeper))]
    assert len(everyone) >= 1 + 4 + 2 + 1 + 4 + 1, "keeper, boxes, bots and what they forked"
    owner.send_signal(how)
    owner.wait()
    owner.stdout.close()
    assert wait_until(lambda: all(state_of(pid) in (None, "Z") for pid in everyone), 1.0)
    assert wait_until(lambda: not Path(scratch).exists(), 1.0)


def test_when_the_keeper_is_killed_no_bot_lives_on_and_it_is_nobodys_fault() -> None:
    keeper = Keeper()
    seat = ProgramSeat(keeper, zoo("ignores-term"))
    seat.tell(start_line())
    assert isinstance(seat.ask(question(1, 5000)), Reply)
    everyone = [seat.process.pid, seat.process.box]
    os.kill(keeper.pid, signal.SIGKILL)
    assert wait_until(lambda: all(state_of(pid) in (None, "Z") for pid in everyone), 2.0)
    with pytest.raises(KeeperError):
        ProgramSeat(keeper, zoo("good"))
    with pytest.raises(KeeperError):
        seat.ask(question(2, 5000))
    seat.close()
    keeper.close()
    assert not Path(keeper.scratch).exists()


GROWTH = """
import sys
sys.path.insert(0, {folder!r})
from seats_play import *
import resource
with SeatOpener() as opener:
    assert play(opener, zoo("good"), budget_ms=20_000).fault is None
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for member in ("flood", "long-line", "noise-flood", "blank-flood", "stderr-flood", "stderr-talker"):
        play(opener, zoo(member), budget_ms=20_000)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_a_flood_does_not_fill_the_arenas_memory() -> None:
    code = GROWTH.format(folder=str(Path(__file__).parent))
    grown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert int(grown) < 32 * 1024, f"{grown} KiB"


def test_no_rights_of_root_are_needed(tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("all the other tests have just shown it")
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("setpriv is not installed")
    code = OWNER.format(folder=str(Path(__file__).parent))
    code = code.replace("time.sleep(60)", "print(play(opener, zoo('remembers'))); close_all(seats); opener.close()")
    powerless = [setpriv, "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
    environ = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([*powerless, sys.executable, "-c", code], env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "fault=None" in done.stdout
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fails_at", range(4))
def test_a_bot_for_whom_no_pipe_is_left_is_the_arenas_trouble_and_leaves_nothing(
    opener: SeatOpener, monkeypatch: pytest.MonkeyPatch, fails_at: int
) -> None:
    before, made = open_descriptors(), []
    pair, pipe = socket.socketpair, os.pipe

    def until_none_is_left(make: Callable[[], Any]) -> Callable[[], Any]:
        def one() -> Any:
            if len(made) == fails_at:
                raise OSError(errno.EMFILE, "Too many open files")
            made.append(make)
            return make()

        return one

    with monkeypatch.context() as patch:
        patch.setattr(socket, "socketpair", until_none_is_left(pair))
        patch.setattr(os, "pipe", until_none_is_left(pipe))
        with pytest.raises(KeeperError, match="Too many open files"):
            opener.open(zoo("good"))
    assert open_descriptors() == before
    assert list(Path(opener.keeper.scratch).iterdir()) == []
    assert play(opener, zoo("good"), budget_ms=5000).fault is None
