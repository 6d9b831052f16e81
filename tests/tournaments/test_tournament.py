"""`arena.tournament`: from a spec to results, exactly, resumable, whatever goes wrong."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import arena
from arena.errors import UserError
from arena.jobs import Done
from arena.plugins import Plugins
from arena.tournaments import Observer, Results, Spec, Stopped, tournament
from arena.tournaments.spec import commitment

ROOT = Path(__file__).parents[2]
TOY = ROOT / "tests" / "toy.py"

CLASSES = """
import arena

class First(arena.Bot):
    def act(self, view, legal, info):
        return 0

class Last(arena.Bot):
    def act(self, view, legal, info):
        return len(legal) - 1

class Lucky(arena.Bot):
    def act(self, view, legal, info):
        return self.rng.randrange(len(legal))
"""


@pytest.fixture
def field(tmp_path: Path) -> str:
    (tmp_path / "field").mkdir()
    (tmp_path / "field" / "three.py").write_text(CLASSES)
    return str(tmp_path / "field")


def toys() -> Plugins:
    return Plugins([TOY])


def play(spec: Spec, out: Path, **how: Any) -> Results:
    return tournament(spec, out=out, plugins=toys(), **how)


def spec_of(*bots: str, **changes: Any) -> Spec:
    return Spec(**{"bots": list(bots), "game": "bids", "seed": 1, "matches": 30, "trusted": True} | changes)


def exact(results: Results) -> list[Any]:
    """Everything that must not depend on the number of jobs: all but times, worker and standard error."""
    rows: list[Any] = [
        (m.number, m.table, m.rotation, m.unit, m.bots, m.ranks, m.scores, m.rated, m.decisions, m.error)
        for m in results.matches()
    ]
    rows += [(s.number, s.seat, s.bot, s.rank, s.score, s.answers, s.faults) for s in results.seats()]
    rows += [(replay := results.replay(m.table, m.rotation)).answers + replay.deal for m in results.matches() if m.ranks]
    return rows


@pytest.mark.parametrize("trusted", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_the_same_seed_gives_the_same_results_at_any_number_of_jobs(tmp_path: Path, field: str, trusted: bool) -> None:
    spec = spec_of(field, "random", trusted=trusted)
    serial = play(spec, tmp_path / "serial", executor="serial")
    rows = exact(serial)
    assert rows and len(list(serial.matches())) > 20
    for jobs in (1, 2, 4):
        assert exact(play(spec, tmp_path / str(jobs), jobs=jobs)) == rows


def test_every_table_has_its_own_deal_played_once_from_every_seat(tmp_path: Path, field: str) -> None:
    results = play(spec_of(field, "random"), tmp_path / "r", executor="serial")
    by_table: dict[int, list[Any]] = {}
    for match in results.matches():
        by_table.setdefault(match.table, []).append((results.replay(match.table, match.rotation).deal, match.bots))
    deals = [own[0][0] for own in by_table.values()]
    assert len(set(deals)) == len(deals)
    for own in by_table.values():
        assert len({deal for deal, _ in own}) == 1
        for seat in range(len(own)):
            assert len({bots[seat] for _, bots in own}) == len(own)


def test_changing_one_bot_leaves_the_matches_of_tables_without_it_unchanged(tmp_path: Path, field: str) -> None:
    one = play(spec_of("x=first-legal", "random", "y=random"), tmp_path / "a", executor="serial")
    other = play(spec_of(f"x={field}/three.py:Last", "random", "y=random"), tmp_path / "b", executor="serial")
    without = [row for row in zip(one.matches(), other.matches(), strict=True) if 0 not in row[0].bots]
    assert without
    for before, after in without:
        assert before.bots == after.bots and before.ranks == after.ranks
        assert one.replay(before.table, before.rotation).deal == other.replay(after.table, after.rotation).deal
        assert one.replay(before.table, before.rotation).answers == other.replay(after.table, after.rotation).answers


class StopAfter(Observer):
    """Presses Ctrl-C after some matches."""

    def __init__(self, matches: int) -> None:
        self.left = matches
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)

    def played(self, done: Done, count: int, total: int | None) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("form", ["round-robin", "swiss"])
def test_a_stopped_tournament_goes_on_where_it_stopped_and_ends_as_if_undisturbed(tmp_path: Path, field: str, form: str) -> None:
    spec = spec_of(field, "random", "first-legal", format=form, matches=30 if form == "round-robin" else None)
    whole = play(spec, tmp_path / "whole", executor="serial")
    out = tmp_path / "out"
    with pytest.raises(Stopped) as stopped:
        play(spec, out, executor="serial", observer=StopAfter(5))
    assert stopped.value.results.state == "stopped"
    assert len(list(stopped.value.results.matches())) == 5
    with pytest.raises(Stopped):
        play(spec, out, executor="serial", resume=True, observer=StopAfter(4))
    resumed = play(spec, out, executor="serial", resume=True)
    assert resumed.state == "finished"
    assert exact(resumed) == exact(whole)


def test_until_it_is_finished_only_whole_tables_in_order_are_rated(tmp_path: Path, field: str) -> None:
    with pytest.raises(Stopped) as stopped:
        play(spec_of(field, "random", seats=[2]), tmp_path / "out", executor="serial", observer=StopAfter(5))
    assert [result.table for result in stopped.value.results.rated] == [0, 0, 1, 1]


def test_resuming_with_other_words_or_changed_files_is_refused(tmp_path: Path, field: str) -> None:
    out = tmp_path / "out"
    with pytest.raises(Stopped):
        play(spec_of(field, "random"), out, executor="serial", observer=StopAfter(3))
    with pytest.raises(UserError, match="was begun with matches 30, not 60"):
        play(spec_of(field, "random", matches=60), out, resume=True)
    (Path(field) / "three.py").write_text(CLASSES + "\n# changed\n")
    with pytest.raises(UserError, match="have changed"):
        play(spec_of(field, "random"), out, resume=True)


def test_resuming_with_other_options_or_commands_behind_a_label_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(CLASSES.split("class Last")[0].replace(
        "class First(arena.Bot):", "class First(arena.Bot):\n    def __init__(self, *, depth: int = 1): pass\n"))  # fmt: skip
    out = tmp_path / "out"
    with pytest.raises(Stopped):
        play(spec_of(f"a={tmp_path}/mine.py:depth=3", "random"), out, executor="serial", observer=StopAfter(3))
    before = sorted((out / "bots").iterdir())
    with pytest.raises(UserError, match="options or command of a have changed"):
        play(spec_of(f"a={tmp_path}/mine.py:depth=9", "random"), out, resume=True)
    assert sorted((out / "bots").iterdir()) == before


def test_a_second_run_into_one_folder_is_refused_and_harms_nothing(tmp_path: Path, field: str) -> None:
    out = tmp_path / "out"

    class Intrudes(Observer):
        def __init__(self) -> None:
            self.refusals: list[str] = []

        def played(self, done: Done, count: int, total: int | None) -> None:
            if count == 3:
                for how in ({}, {"resume": True}):
                    code = (
                        "import sys; from tests.tournaments.test_tournament import *\n"
                        f"try: play(spec_of({field!r}, 'random', trusted=False), Path({str(out)!r}), **{how!r})\n"
                        "except UserError as error: print(error)"
                    )
                    done_ = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
                    self.refusals.append(done_.stdout + done_.stderr)

    observer = Intrudes()
    results = play(spec_of(field, "random", trusted=False), out, executor="serial", observer=observer)
    assert results.state == "finished" and not list(results.faults())
    assert "exists already" in observer.refusals[0] and "is being written to" in observer.refusals[1]


def test_two_runs_that_begin_at_once_get_two_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.tournaments.running import _new_folder

    assert len({_new_folder(tmp_path / "results", "armadora") for _ in range(5)}) == 5


def test_an_empty_folder_of_the_users_stays_when_something_fails(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "quits.sh").write_text("exit 7\n")
    with pytest.raises(UserError, match="failed its trial"):
        play(spec_of(str(tmp_path / "quits.sh"), "random", trusted=False), tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_budget_of_time_is_one_for_all_runs_together(tmp_path: Path, field: str) -> None:
    out = tmp_path / "out"
    spec = spec_of(field, "random", matches=None, seconds=0.6)

    class StopAtHalf(Observer):
        def __init__(self) -> None:
            self.began = time.monotonic()

        def played(self, done: Done, count: int, total: int | None) -> None:
            if time.monotonic() - self.began > 0.4:
                raise KeyboardInterrupt

    with pytest.raises(Stopped) as stopped:
        play(spec, out, executor="serial", observer=StopAtHalf())
    used = stopped.value.results.meta["used"]
    assert used > 0.1
    began = time.monotonic()
    results = play(spec, out, executor="serial", resume=True)
    assert results.state == "finished" and results.meta["started"] and time.monotonic() - began < 30


def test_a_finished_tournament_cannot_be_resumed(tmp_path: Path, field: str) -> None:
    play(spec_of(field), tmp_path / "out", executor="serial")
    with pytest.raises(UserError, match="is finished"):
        play(spec_of(field), tmp_path / "out", resume=True)


def test_the_commitment_is_kept_and_the_secret_comes_out_at_the_end_only(tmp_path: Path, field: str) -> None:
    out = tmp_path / "out"
    with pytest.raises(Stopped) as stopped:
        play(spec_of(field, seed=None), out, executor="serial", observer=StopAfter(2))
    secret = out / "secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    assert stopped.value.results.meta["secret"] is None
    results = play(spec_of(field, seed=None), out, executor="serial", resume=True)
    assert not secret.exists()
    told = bytes.fromhex(results.meta["secret"])
    assert results.meta["commitment"] == commitment(told, results.spec, results.bots)
    (tmp_path / "again").write_text(told.hex())
    again = play(spec_of(field, seed=None), tmp_path / "r2", executor="serial", secret_file=tmp_path / "again")
    assert exact(again) == exact(results)


FAULTY = """
import arena

class Crashes(arena.Bot):
    def act(self, view, legal, info):
        if info.id > 1:
            raise ValueError("no idea what to do")
        return 0
"""


def test_one_bad_bot_leaves_the_table_whole_and_its_faults_are_kept(tmp_path: Path, field: str) -> None:
    (Path(field) / "bad.py").write_text(FAULTY)
    results = play(spec_of(field, "random", trusted=False), tmp_path / "out", jobs=2)
    rows = results.standings().rows
    assert {row.bot for row in rows} == {"bad", "three-first", "three-last", "three-lucky", "random"}
    assert next(row for row in rows if row.bot == "bad").rank == 5
    faults = list(results.faults("bad"))
    assert len(faults) == next(row for row in rows if row.bot == "bad").matches
    assert all("no idea what to do" in fault.stderr and fault.kind == "crash" for fault in faults)
    [log] = (tmp_path / "out" / "logs").glob("bad-*.log")
    assert "no idea what to do" in log.read_text()


BROKEN_GAME = """
from tests.toy import Bids, BidsState, hookimpl

class State(BidsState):
    def apply(self, action):
        if len(self.cards) == 3:
            raise KeyError("three")
        return super().apply(action)

class Mine(Bids):
    name = "mine"
    def new_match(self, config, seats, chance):
        return State(config, [chance.below("card", 10) for _ in range(seats)])

@hookimpl
def register_games(register):
    register(Mine())
"""


def test_rules_that_raise_are_scored_for_nobody_and_the_tournament_goes_on(tmp_path: Path, field: str) -> None:
    (tmp_path / "minegame.py").write_text(BROKEN_GAME)
    observer = StopAfter(10**9)
    results = tournament(
        spec_of(field, game="mine"), out=tmp_path / "out", executor="serial",
        plugins=Plugins([tmp_path / "minegame.py"]), observer=observer,
    )  # fmt: skip
    broken = [match for match in results.matches() if match.seats == 3]
    assert broken and all(match.ranks is None and "KeyError" in (match.error or "") for match in broken)
    assert all(match.attempt == 3 for match in broken)
    assert {table.seats for table in results.standings().sizes} == {2}


def test_every_number_is_the_same_in_text_markdown_csv_and_json(tmp_path: Path, field: str) -> None:
    results = play(spec_of(field, "random"), tmp_path / "out", executor="serial")
    rows = results.standings().rows
    data = msgspec.json.decode((tmp_path / "out" / "elo.json").read_bytes())
    assert [row["bot"] for row in data["standings"]["rows"]] == [row.bot for row in rows]
    assert [row["elo"] for row in data["standings"]["rows"]] == [row.elo for row in rows]
    table = (tmp_path / "out" / "elo.md").read_text()
    lines = (tmp_path / "out" / "elo.csv").read_text().splitlines()
    for row in rows:
        assert f"{row.elo:.0f}" in table
        assert any(line.startswith(f",{row.rank},{row.bot},") and str(row.elo) in line for line in lines)


def test_the_results_can_be_asked_with_plain_sql(tmp_path: Path, field: str) -> None:
    play(spec_of(field), tmp_path / "out", executor="serial")
    with sqlite3.connect(tmp_path / "out" / "results.sqlite") as connection:
        [(count,)] = connection.execute("SELECT count(*) FROM matches")
    assert count > 20


def test_strangers_names_are_clean_in_every_file(tmp_path: Path) -> None:
    names = ["=1+1", "../x", "a|b*c", "<b>x</b>", "\\u001b[31mred", "名前", "x" * 200]
    for number, name in enumerate(names):
        folder = tmp_path / "field" / str(number)
        folder.mkdir(parents=True)
        (folder / "bot.toml").write_text(f'name = "{name}"\nrun = "python3 main.py"\n')
        (folder / "main.py").write_text(
            "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n"
            "    if m['type'] == 'act': print(json.dumps({'id': m['id'], 'index': 0}), flush=True)\n"
        )
    play(spec_of(str(tmp_path / "field"), seats=[2], matches=1, trusted=False), tmp_path / "out", jobs=1)
    text = "".join((tmp_path / "out" / name).read_text() for name in ("elo.md", "crosstable.md", "elo.csv"))
    assert "\x1b" not in text and "<b>" not in (tmp_path / "out" / "elo.md").read_text()
    assert ",'=1+1," in (tmp_path / "out" / "elo.csv").read_text()
    assert not (tmp_path / "x").exists() and not (tmp_path / "out" / "x").exists()


@pytest.mark.parametrize(
    ("bots", "changes", "says"),
    [
        (["nosuchfolder/"], {}, "nosuchfolder"),
        (["{empty}"], {}, "empty"),
        (["random"], {}, "a tournament needs two bots at least, and there is only random"),
        (["random", "first-legal"], {"seats": [3]}, "needs 3 bots, there are 2"),
        (["random", "random"], {}, "random"),
        (["random", "first-legal"], {"seats": [9]}, "2 to 4 seats, not at 9"),
        (["random", "first-legal"], {"format": "knockout"}, "no format named 'knockout'; known: round-robin, swiss"),
        (["random", "first-legal"], {"matches": 0}, "0 matches is none"),
        (["random", "first-legal"], {"seconds": 5.0}, "not both"),
        (["random", "first-legal"], {"rounds": 5}, "has no number of rounds"),
        (["random", "first-legal"], {"game": "chess"}, "no game named 'chess'"),
        (["random", "first-legal"], {"config": ["turns=x"]}, "cannot be 'x'"),
    ],
)
def test_what_the_user_can_mend_is_one_sentence_and_nothing_is_written(
    tmp_path: Path, bots: list[str], changes: dict[str, Any], says: str
) -> None:
    (tmp_path / "empty").mkdir()
    words = [bot.format(empty=tmp_path / "empty") for bot in bots]
    with pytest.raises(UserError, match=says):
        play(spec_of(*words, **changes), tmp_path / "results" / "out")
    assert not (tmp_path / "results").exists()


def test_a_bot_that_fails_its_trial_stops_it_before_the_first_match_and_leaves_nothing(tmp_path: Path, field: str) -> None:
    (Path(field) / "broken.py").write_text(
        "import arena\nraise RuntimeError('x')\nclass B(arena.Bot):\n    def act(self, view, legal, info): return 0\n"
    )
    (Path(field) / "quits.sh").write_text("exit 7\n")
    with pytest.raises(UserError) as caught:
        play(spec_of(field, trusted=False), tmp_path / "results" / "out")
    assert "broken failed its trial" in str(caught.value) and "quits failed its trial" in str(caught.value)
    assert not (tmp_path / "results").exists()
    observer = StopAfter(10**9)
    results = play(spec_of(field, trusted=False), tmp_path / "out", skip_broken=True, observer=observer)
    assert [bot.name for bot in results.bots] == ["three-first", "three-last", "three-lucky"]
    assert any(line.startswith("left out: quits failed") for line in observer.lines)


def test_a_folder_that_exists_is_left_alone(tmp_path: Path, field: str) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("mine")
    with pytest.raises(UserError, match="exists already; name a new folder"):
        play(spec_of(field), tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine.txt"]


def test_results_of_another_version_are_refused_in_one_sentence(tmp_path: Path, field: str) -> None:
    play(spec_of(field), tmp_path / "out", executor="serial")
    with sqlite3.connect(tmp_path / "out" / "results.sqlite") as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(UserError, match="99"):
        Results(tmp_path / "out")


def test_a_time_budget_ends_after_whole_tables(tmp_path: Path, field: str) -> None:
    results = play(spec_of(field, "random", matches=None, seconds=0.3), tmp_path / "out", executor="serial")
    rows = list(results.matches())
    assert rows and results.state == "finished"
    assert len(rows) == sum({match.table: match.seats for match in rows}.values())


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="signals of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_within_seconds_keeps_what_was_done_and_says_how_to_go_on(
    tmp_path: Path, number: signal.Signals
) -> None:
    out = tmp_path / "out"
    words = ["random", "first-legal", "--seed", "1", "--matches", "4000", "--out", str(out), "--jobs", "2"]
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", "tournament", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )  # fmt: skip
    file = out / "results.sqlite"
    end = time.monotonic() + 60
    while time.monotonic() < end and not (file.exists() and Results(out).rated):
        time.sleep(0.05)
    process.send_signal(number)
    printed, said = process.communicate(timeout=30)
    assert process.returncode not in (0, 2)
    assert "To go on: arena tournament random first-legal" in said and "--resume" in said
    assert "Elo" in printed and Results(out).state == "stopped"
    assert "Traceback" not in said


def test_from_python_a_tournament_is_one_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    results = arena.tournament(arena.Spec(bots=["random", "first-legal"], matches=4, seats=[2], seed=1, trusted=True))
    assert results.folder.parent == Path("results") and results.folder.name.startswith("armadora-")
    assert len(results.standings().rows) == 2


def test_a_swiss_is_ordered_by_points_and_tie_breaks_with_its_byes(tmp_path: Path, field: str) -> None:
    spec = spec_of(field, "random", "first-legal", format="swiss", matches=None, seats=[2])
    results = play(spec, tmp_path / "out", executor="serial")
    places = results.places()
    matches = len(list(results.matches()))
    assert sum(place.points for place in places) == 5 * 2 + 5 * 0.5  # five rounds of two tables and a bye
    assert matches == 5 * 2 * 2
    assert [place.points for place in places] == sorted((place.points for place in places), reverse=True)
    assert "Buchholz" in (tmp_path / "out" / "points.md").read_text()


def test_an_option_without_a_value_is_left_out_of_the_spec_for_people(tmp_path: Path) -> None:
    spec = arena.Spec(bots=["random", "b=random", "c=random"], game="saboteur", seats=[3], matches=3, seed=1, trusted=True)
    results = arena.tournament(spec, out=tmp_path / "out")
    written = tomllib.loads((tmp_path / "out" / "spec.toml").read_text(encoding="utf-8"))
    assert results.spec.config["bounds"] is None and "bounds" not in written["config"]
    assert {**written["config"], "bounds": None} == results.spec.config


def test_too_few_bots_for_a_table_are_told_that_one_may_sit_twice(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"needs 4 bots, there are 2: .*under another name \(b=random\)"):
        arena.tournament(arena.Spec(bots=["random", "first-legal"], seats=[4]), out=tmp_path / "out")
