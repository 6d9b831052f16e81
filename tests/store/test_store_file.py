"""The file itself: whole or not at all, one writer, any reader, and a clear sentence for everything that is wrong."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from store_help import BOTS, ROOT, assert_whole, create, fault, played, run, void

from arena.errors import UserError
from arena.games import Part
from arena.store import FORMAT, Store, StoreError, latest
from arena.store.schema import APPLICATION_ID


def beside(folder: Path) -> list[str]:
    """What lies in a results folder."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach, unlike those that pytest makes."""
    folder = Path(tempfile.mkdtemp(prefix="arena-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


# Whole or not at all


def test_a_match_that_fails_in_the_middle_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with create(tmp_path, matches=3) as store:
        with monkeypatch.context() as patch:
            patch.setattr("arena.store.writing.fault_values", lambda done: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                store.write(played(3, faults=[fault(0)]), unit=0, round=1)
        assert assert_whole(store) == 3
        store.write(played(3, faults=[fault(0)]), unit=0, round=1)
        assert assert_whole(store) == 4


def test_matches_that_end_at_once_can_be_written_together(tmp_path: Path) -> None:
    with create(tmp_path, matches=1) as store:
        with store.together():
            for number in (1, 2, 3):
                store.write(played(number, faults=[fault(0)]), unit=0, round=1)
            with pytest.raises(ValueError, match="is settled already"):
                store.write(played(2), unit=0, round=1)
            assert Store.read(tmp_path).progress().matches == 1
        assert assert_whole(Store.read(tmp_path)) == 4
        with pytest.raises(KeyboardInterrupt), store.together():
            store.write(played(4), unit=0, round=1)
            raise KeyboardInterrupt
        assert assert_whole(Store.read(tmp_path)) == 5


def test_a_full_disk_leaves_no_match_torn_among_those_written_together(tmp_path: Path) -> None:
    with create(tmp_path, matches=3) as store:
        assert store._writer is not None
        store._writer.execute("PRAGMA max_page_count = 20")
        with pytest.raises(StoreError, match="match 4 and those that came with it could not be written"), store.together():
            store.write(played(3), unit=0, round=1)
            store.write(played(4, replay=b"x" * 100_000), unit=0, round=1)
        assert assert_whole(Store.read(tmp_path)) in (3, 4)
        store.write(played(5), unit=0, round=1)
        assert assert_whole(Store.read(tmp_path)) in (4, 5)


WRITE_FOR_EVER = """
import sys
from pathlib import Path
from store_help import create, fault, played
from arena.store import Store
folder = Path(sys.argv[1])
store = Store.open(folder) if folder.exists() else create(folder)
for number in range(store.progress().matches, 10**9):
    store.write(played(number, faults=[fault(1)] * (number % 3)), unit=0, round=1)
    print(number, flush=True)
"""


def write_for_ever(folder: Path) -> subprocess.Popen[str]:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT), str(Path(__file__).parent)])}
    return subprocess.Popen(
        [sys.executable, "-c", WRITE_FOR_EVER, str(folder)], stdout=subprocess.PIPE, text=True, env=environment
    )


def test_a_kill_at_any_moment_loses_nothing_that_was_written(tmp_path: Path) -> None:
    folder, generator = tmp_path / "r", random.Random(1)
    for _ in range(4):
        with write_for_ever(folder) as writer:
            assert writer.stdout is not None
            said = [writer.stdout.readline()]  # it has begun
            time.sleep(generator.uniform(0, 0.15))
            writer.kill()
            said += writer.stdout.read().splitlines()
        said = [line for line in said if line.strip()]
        reader = Store.read(folder)
        assert not reader.alive() and reader.progress().state == "running"
        matches = assert_whole(reader)
        assert matches - 1 - int(said[-1]) in (0, 1)
    with Store.open(folder) as store:
        store.finish("stopped")
    assert beside(folder) == ["results.sqlite"]
    assert assert_whole(Store.read(folder)) == matches


def test_a_kill_while_the_file_is_made_leaves_no_half_of_one(tmp_path: Path) -> None:
    (tmp_path / "results.sqlite.new").write_text("half")
    (tmp_path / "lock").write_text("123\n")
    with create(tmp_path, matches=1) as store:
        store.finish()
    assert beside(tmp_path) == ["results.sqlite"]


def test_what_cannot_be_made_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(TypeError):
        Store.create(tmp_path / "a" / "b", {"odd": object()}, BOTS)
    assert beside(tmp_path) == []


# One writer, any reader


def test_a_reader_sees_each_match_when_it_is_written(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        reader = Store.read(tmp_path)
        assert reader.alive()
        for number in range(5):
            store.write(played(number), unit=0, round=1)
            assert reader.progress().matches == number + 1
            assert [m.number for m in reader.match_rows()] == list(range(number + 1))
        store.finish()
    assert reader.progress().state == "finished" and not reader.alive()
    assert assert_whole(reader) == 5


def test_what_is_read_in_a_snapshot_is_of_one_moment(tmp_path: Path) -> None:
    with create(tmp_path, matches=2) as store:
        reader = Store.read(tmp_path)
        with reader.snapshot():
            rows = reader.match_rows()
            next(rows)
            store.write(played(2), unit=0, round=1)
            assert reader.progress().matches == 2 and len(list(rows)) == 1 and len(list(reader.match_rows())) == 2
        assert reader.progress().matches == 3


def test_a_reader_in_the_middle_of_a_stream_does_not_hold_up_the_writer(tmp_path: Path) -> None:
    with create(tmp_path, matches=50) as store:
        rows = store.match_rows()
        next(rows)
        for number in range(50, 100):
            store.write(played(number), unit=0, round=1)
        assert len(list(rows)) == 49


def test_two_runs_never_write_to_one_folder(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        sentence = f"{tmp_path} is being written to by process {os.getpid()}: wait until it is done, or choose another folder"
        with pytest.raises(StoreError) as refused:
            Store.open(tmp_path)
        assert str(refused.value) == sentence
        with pytest.raises(StoreError, match="is being written to by process"):
            create(tmp_path)
        other = run("Store.open(Path(sys.argv[1]))", tmp_path)
        assert f"StoreError: {sentence}" in other.stderr
        store.write(played(0), unit=0, round=1)
    with Store.open(tmp_path) as store:
        assert assert_whole(store) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_does_not_keep_the_lock(tmp_path: Path) -> None:
    store = create(tmp_path)
    ready, gate = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        os.write(ready[1], b"x")
        os.close(gate[1])
        os.read(gate[0], 1)
        os._exit(0)
    try:
        os.read(ready[0], 1)
        store.close()
        Store.open(tmp_path).close()
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        for descriptor in (*ready, *gate):
            os.close(descriptor)


def test_finish_leaves_exactly_one_plain_file(tmp_path: Path) -> None:
    with create(tmp_path, matches=3) as store:
        assert set(beside(tmp_path)) == {"lock", "results.sqlite", "results.sqlite-shm", "results.sqlite-wal"}
        store.finish(secret="ff")
        assert beside(tmp_path) == ["results.sqlite"]
        with pytest.raises(ValueError, match="is closed"):
            store.write(played(3), unit=0, round=1)
    meta = Store.read(tmp_path).meta()
    assert (meta["state"], meta["secret"]) == ("finished", "ff") and meta["finished"] >= meta["started"]
    assert (tmp_path / "results.sqlite").read_bytes()[18:20] == b"\x01\x01"  # a rollback journal: needs no file beside it
    assert assert_whole(Store.read(tmp_path)) == 3
    assert beside(tmp_path) == ["results.sqlite"]


def test_finish_does_not_wait_for_ever_for_a_stranger_who_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.store.writing._END_S", 0.05)
    with create(tmp_path, matches=3) as store:
        stranger = sqlite3.connect(tmp_path / "results.sqlite")
        assert stranger.execute("SELECT count(*) FROM matches").fetchone() == (3,)
        store.finish()
        copy = tmp_path / "copy"
        copy.mkdir()
        shutil.copy(tmp_path / "results.sqlite", copy)
        assert assert_whole(Store.read(copy)) == 3
        stranger.close()
    assert beside(tmp_path) == ["copy", "results.sqlite"]
    assert assert_whole(Store.read(tmp_path)) == 3


def test_a_stopped_tournament_goes_on(tmp_path: Path) -> None:
    with create(tmp_path, matches=2) as store:
        store.write(void(2, 1), unit=0, round=1)
        store.finish("stopped")
    assert Store.read(tmp_path).progress().state == "stopped"
    with Store.open(tmp_path) as store:
        assert store.done_keys() == {(0, 0), (0, 1)}
        assert store.unsettled() == {(0, 2): 1}
        assert [a.attempt for a in store.attempts(0, 2)] == [1]
        assert store.progress().state == "running"
        store.write(played(2, attempt=2), unit=0, round=1)
        assert store.unsettled() == {}
        store.finish()
    assert Store.read(tmp_path).progress().state == "finished"
    assert assert_whole(Store.read(tmp_path)) == 4


READ = "print(assert_whole(Store.read(Path(sys.argv[1]))))"


def test_results_in_a_folder_that_cannot_be_written_to_can_be_read(open_folder: Path) -> None:
    folder = open_folder / "r"
    with create(folder, matches=4) as store:
        store.finish()
    folder.chmod(0o555)
    read = run(READ, folder, nobody=True)
    assert (read.stdout, read.stderr) == ("4\n", "")
    assert beside(folder) == ["results.sqlite"]
    folder.chmod(0o755)


def test_results_closed_without_an_end_can_be_read_where_nothing_can_be_written(open_folder: Path) -> None:
    folder = open_folder / "r"
    create(folder, matches=4).close()
    folder.chmod(0o555)
    read = run(READ, folder, nobody=True)
    assert (read.stdout, read.stderr) == ("4\n", "")
    folder.chmod(0o755)


def test_results_of_a_running_tournament_can_be_read_by_another_user(open_folder: Path) -> None:
    folder = open_folder / "r"
    with create(folder, matches=4):
        read = run(READ, folder, nobody=True)
        assert (read.stdout, read.stderr) == ("4\n", "")


def test_a_killed_run_in_a_folder_that_cannot_be_written_to_says_to_copy_it(open_folder: Path) -> None:
    folder = open_folder / "r"
    with create(folder, matches=4):
        killed = open_folder / "killed"
        killed.mkdir()
        for name in ("results.sqlite", "results.sqlite-wal"):
            shutil.copy(folder / name, killed)
    killed.chmod(0o555)
    read = run(READ, killed, nobody=True)
    assert "was left by a run that was killed, in a folder that cannot be written to: copy the folder" in read.stderr
    killed.chmod(0o755)
    assert assert_whole(Store.read(killed)) == 4


def test_a_folder_with_an_odd_name_is_no_trouble(tmp_path: Path) -> None:
    folder = tmp_path / "a?b#c%20d 'é"
    with create(folder, matches=1) as store:
        store.finish()
    assert assert_whole(Store.read(folder)) == 1


# What is wrong, in one sentence


def sentence_of(folder: Path) -> str:
    """What `read` says of a folder; `open` says the same and leaves no lock."""
    with pytest.raises(StoreError) as read:
        Store.read(folder).meta()
    with pytest.raises(StoreError) as opened:
        Store.open(folder)
    assert str(read.value) == str(opened.value) and isinstance(read.value, UserError)
    assert not (folder / "lock").exists()
    return str(read.value)


def test_no_folder_and_no_file(tmp_path: Path) -> None:
    assert sentence_of(tmp_path / "none") == f"there is no results folder {tmp_path / 'none'}"
    assert sentence_of(tmp_path) == f"{tmp_path} has no results file (results.sqlite): name the results folder of a tournament"


def test_a_folder_with_results_is_not_written_over(tmp_path: Path) -> None:
    with create(tmp_path, matches=2) as store:
        store.finish()
    with pytest.raises(StoreError) as refused:
        create(tmp_path)
    assert str(refused.value) == f"{tmp_path} has results already: choose another folder, or go on with `--resume`"
    assert beside(tmp_path) == ["results.sqlite"] and assert_whole(Store.read(tmp_path)) == 2
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="is a file, not a folder"):
        create(tmp_path / "file")


@pytest.mark.parametrize(("number", "advice"), [(FORMAT + 1, "use a newer arena"), (0, "use the arena that wrote it")])
def test_another_format(tmp_path: Path, number: int, advice: str) -> None:
    with create(tmp_path) as store:
        store.finish()
    path = tmp_path / "results.sqlite"
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {number}")
    connection.close()
    assert sentence_of(tmp_path) == f"{path} has results format {number}, this arena reads format {FORMAT}: {advice}"


def test_files_that_are_no_results(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    path.write_bytes(b"")
    assert sentence_of(tmp_path) == f"{path} is empty"
    path.write_text("bot,elo\n" * 100)
    assert sentence_of(tmp_path) == f"{path} is no results file of arena: it is no SQLite file, or it is damaged"
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notes (text)")
    connection.close()
    assert sentence_of(tmp_path) == f"{path} is no results file of arena, though it is an SQLite file"


@pytest.mark.parametrize("kept", [0.98, 0.5, 0.1])
def test_a_file_that_was_cut_off(tmp_path: Path, kept: float) -> None:
    with create(tmp_path, matches=100) as store:
        store.finish()
    path = tmp_path / "results.sqlite"
    size = path.stat().st_size
    os.truncate(path, int(size * kept))
    assert sentence_of(tmp_path) == f"{path} is damaged: it has {int(size * kept)} bytes instead of {size}"
    os.truncate(path, 50)
    assert sentence_of(tmp_path) == f"{path} is damaged: its end is missing"


def test_a_file_that_is_damaged_inside(tmp_path: Path) -> None:
    with create(tmp_path, matches=100) as store:
        store.finish()
    path = tmp_path / "results.sqlite"
    data = bytearray(path.read_bytes())
    data[8192:-4096] = b"\xaa" * (len(data) - 8192 - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match="cannot be read: it is damaged"):
        list(Store.read(path).match_rows())


# A disk that fails


def test_a_full_disk_says_what_is_kept(tmp_path: Path) -> None:
    with create(tmp_path, matches=3) as store:
        assert store._writer is not None
        pages = store._writer.execute("PRAGMA page_count").fetchone()[0]
        store._writer.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError) as full:
            store.write(played(3, replay=b"x" * 100_000), unit=0, round=1)
        assert str(full.value) == (
            f"{store.path}: the disk is full, so match 3 could not be written; what was written before is kept and can be read"
        )
        assert assert_whole(Store.read(tmp_path)) == 3
        store._writer.execute("PRAGMA max_page_count = 100000")
        store.write(played(3), unit=0, round=1)
        assert assert_whole(store) == 4


FILL = """
import resource
store = create(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
number = 0
try:
    while True:
        store.write(played(number), unit=0, round=1)
        number += 1
except StoreError as error:
    print(number, error)
"""


def test_a_disk_that_fails_while_it_is_written_to_leaves_every_match_before(tmp_path: Path) -> None:
    filled = run(FILL, tmp_path)
    assert filled.stderr == "", filled
    number, sentence = filled.stdout.strip().split(" ", 1)
    path = tmp_path / "results.sqlite"
    assert sentence.startswith(f"{path}: the disk ") and "could not be written; what was written before is kept" in sentence
    assert assert_whole(Store.read(tmp_path)) == int(number) > 10
    with Store.open(tmp_path) as store:  # there is room again
        store.write(played(int(number)), unit=0, round=1)
        store.finish()
    assert beside(tmp_path) == ["results.sqlite"]


def test_a_disk_that_fails_at_the_end_leaves_every_match(tmp_path: Path) -> None:
    ended = run(
        "import resource; store = create(Path(sys.argv[1]), matches=20); "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000)); store.finish()",
        tmp_path,
    )
    assert "StoreError: " in ended.stderr and "what was written before is kept and can be read" in ended.stderr
    assert assert_whole(Store.read(tmp_path)) == 20
    assert not (tmp_path / "lock").exists()


def test_a_disk_that_fails_while_the_file_is_made_leaves_nothing(tmp_path: Path) -> None:
    made = run(
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000)); create(Path(sys.argv[1]))",
        tmp_path / "new",
    )
    assert f"StoreError: {tmp_path / 'new' / 'results.sqlite'} cannot be made: the disk " in made.stderr
    assert beside(tmp_path) == []


def test_a_folder_that_cannot_be_written_to(open_folder: Path) -> None:
    open_folder.chmod(0o555)
    code = "create(Path(sys.argv[1]))"
    for folder, sentence in (
        (open_folder, f"StoreError: {open_folder} cannot be written to: Permission denied"),
        (open_folder / "new", f"StoreError: the folder {open_folder / 'new'} cannot be made: Permission denied"),
    ):
        made = run(code, folder, nobody=True)
        assert made.stderr.splitlines()[-1].endswith(sentence)
    open_folder.chmod(0o755)
    assert beside(open_folder) == []


# Which results are the newest


def test_the_latest_results_are_those_last_started_resumed_or_ended(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as none:
        latest(tmp_path / "results")
    assert str(none.value) == f"there are no results in {tmp_path / 'results'}: play a tournament, or name a results folder"
    for name, game, started in (("kuhn-1", "kuhn", 100.0), ("b", "armadora", 300.0), ("kuhn-2", "kuhn", 200.0)):
        create(tmp_path / name, game=game, started=started).close()
    (tmp_path / "empty").mkdir()
    (tmp_path / "torn").mkdir()
    (tmp_path / "torn" / "results.sqlite").write_text("torn")
    assert latest(tmp_path).name == "b"
    assert latest(tmp_path, "kuhn").name == "kuhn-2"
    with pytest.raises(StoreError, match="there are no results of saboteur in"):
        latest(tmp_path, "saboteur")
    with Store.open(tmp_path / "kuhn-1") as store:
        store.finish()
    assert latest(tmp_path).name == latest(tmp_path, "kuhn").name == "kuhn-1"


# For people with SQL


def test_a_results_file_says_what_it_is_and_what_its_tables_are(tmp_path: Path) -> None:
    with create(tmp_path) as store:
        store.finish()
    connection = sqlite3.connect(tmp_path / "results.sqlite")
    assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert connection.execute("PRAGMA user_version").fetchone() == (FORMAT,)
    for name, kind, sql in connection.execute("SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view')"):
        assert sql.splitlines()[1].strip().startswith("-- "), f"{kind} {name} does not say what it is"
    connection.close()


def test_the_queries_of_the_docs_run_and_name_every_table_and_column(tmp_path: Path) -> None:
    with create(tmp_path, matches=4) as store:
        parts = [Part("role", "digger", 0, 1.0), Part("role", "saboteur", 2, 0.5)]
        store.write(played(4, faults=[fault(1, kind="timeout")], parts=parts), unit=0, round=1)
        store.finish()
    page = (ROOT / "docs" / "results-file.md").read_text()
    queries = [block.split("```")[0] for block in page.split("```sql\n")[1:]]
    assert len(queries) >= 3
    connection = sqlite3.connect(tmp_path / "results.sqlite")
    for query in queries:
        assert connection.execute(query).fetchall(), query
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')").fetchall():
        assert f"`{name}`" in page
        for column in connection.execute(f"PRAGMA table_info({name})").fetchall():
            assert f"`{column[1]}`" in page, f"{name}.{column[1]}"
    connection.close()
