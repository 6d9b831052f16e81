"""Plays a tournament: from a plan to a results folder, resumable at any moment."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from time import monotonic

import msgspec

from arena import deals
from arena.errors import UserError
from arena.executors import Executor
from arena.games import placements
from arena.jobs import Done, Job
from arena.pairings.schedule import Key, Match, Schedule, Table
from arena.pairings.schedule import Results as Placements
from arena.plugins import Plugins
from arena.roster import Ready
from arena.store import ATTEMPTS, FILE_NAME, BotRow, Lock, Store, StoreError
from arena.store.lock import LOCK_NAME
from arena.tournaments.files import write_files
from arena.tournaments.planning import Plan, plan_tournament
from arena.tournaments.results import Results
from arena.tournaments.spec import Settled, Spec, as_toml, commitment

SECRET_FILE = "secret"


class Stopped(Exception):
    """The user stopped the tournament; `results` has what was played, and it can be resumed."""

    def __init__(self, results: Results, status: int) -> None:
        super().__init__(f"stopped; {results.folder} has what was played")
        self.results = results
        self.status = status


class Observer:
    """Told how a tournament goes. Every method may be left as it is."""

    def say(self, line: str) -> None:
        """A line for people: a build, a bot that is left out."""

    def begins(self, plan: Plan, folder: Path, committed: str, done: int) -> None:
        """Before the first match. `done` matches are there already, if it is resumed."""

    def played(self, done: Done, count: int, total: int | None) -> None:
        """A match ended, the `count`-th settled one of `total`."""


def tournament(
    spec: Spec,
    *,
    out: Path | str | None = None,
    results_root: Path | str = "results",
    resume: bool = False,
    jobs: int = 0,
    executor: str = "processes",
    secret_file: Path | str | None = None,
    skip_broken: bool = False,
    plugins: Plugins | None = None,
    observer: Observer | None = None,
) -> Results:
    """Play a tournament and return its results.

    They are written to `out`, or to a new folder in `results_root`. `resume` goes on with the unfinished tournament in
    `out`. `jobs` matches are played at a time (0: one a core); their number changes nothing but times. `secret_file`
    has the secret of an earlier tournament, in hex, to play its deals again. `skip_broken` plays without bots that fail.

    Raises UserError for anything that the caller can mend, before a match is played, and StoreError if the disk fails;
    Stopped when interrupted (Ctrl-C, or SystemExit raised by a signal's handler).
    """
    observer = observer or Observer()
    plugins = plugins or Plugins()
    plan = plan_tournament(spec, plugins=plugins, say=observer.say)
    plugins.executor(executor)
    if resume:
        if out is None:
            raise UserError("--resume needs --out: which tournament is to go on?")
        store, secret = _reopen(Path(out), plan, skip_broken)
    else:
        store, secret = _open_new(
            Path(out) if out is not None else None, Path(results_root), plan, secret_file, skip_broken
        )
    with store:
        status = _play_all(plan, store, secret, jobs, executor, observer)
    results = Results(store.folder, plugins)
    write_files(results)
    if status is not None:
        raise Stopped(results, status)
    return results


# Opening


def _new_folder(root: Path, game: str) -> Path:
    """A folder that did not exist, made: two runs that begin in the same second get two."""
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}"
    number = 1
    while True:
        folder = root / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir(parents=True)
        except FileExistsError:
            number += 1
        except OSError as error:
            raise UserError(f"the results folder {folder} cannot be made: {error.strerror or error}") from None
        else:
            return folder


def _open_new(
    out: Path | None, root: Path, plan: Plan, secret_file: Path | str | None, skip_broken: bool
) -> tuple[Store, bytes]:
    if out is not None and out.exists() and (not out.is_dir() or any(out.iterdir())):
        unfinished = " (`--resume` goes on with it)" if (out / FILE_NAME).exists() else ""
        raise UserError(f"--out {out}: exists already{unfinished}; name a new folder")
    if secret_file is not None and plan.spec.seed is not None:
        raise UserError("--seed and --secret-file both say what the deals are: give one of them")
    secret = (
        _read_secret(Path(secret_file)) if secret_file is not None
        else deals.secret_of_number(plan.spec.seed) if plan.spec.seed is not None
        else deals.new_secret()
    )  # fmt: skip
    wanted = out if out is not None else root / "new"
    made = [path for path in (wanted, *wanted.parents) if not path.exists()]
    folder = _made(out) if out is not None else _new_folder(root, plan.game.name)
    lock = _lock_empty(folder)
    try:
        plan.ready = plan.prepare(folder / "bots", skip_broken=skip_broken)
        if plan.spec.seed is None:
            _write_secret(folder / SECRET_FILE, secret)
        rows = [bot_row(number, ready, folder) for number, ready in enumerate(plan.ready)]
        (folder / "spec.toml").write_text(as_toml(plan.spec), encoding="utf-8")
        meta = {
            "spec": msgspec.to_builtins(plan.spec), "game": plan.game.name, "rules": plan.game.rules,
            "guessable": plan.spec.seed is not None, "sandbox": "none", "commitment": commitment(secret, plan.spec, rows),
        }  # fmt: skip
        return Store.create(folder, meta, rows, lock=lock), secret
    except BaseException:  # nothing half-written: the folder was empty when we locked it, so all in it is ours
        for path in folder.iterdir():
            _remove(path)
        lock.release()
        for path in [folder, *made[1:]] if made else []:
            with contextlib.suppress(OSError):
                path.rmdir()
        raise


def bot_row(number: int, ready: Ready, folder: Path) -> BotRow:
    """The row of a bot that is ready to play; a snapshot that lies in the results folder is named relative to it."""
    bot, place = ready.bot, ready.folder
    if place is not None and Path(place).is_relative_to(folder.absolute()):
        place = Path(place).relative_to(folder.absolute()).as_posix()
    return BotRow(
        number=number, id=ready.id, name=bot.name, kind=bot.kind, source=bot.source, sha256=ready.sha256,
        language=bot.language, author=bot.author, version=bot.version, description=bot.description,
        games=None if bot.games is None else list(bot.games), deterministic=bot.deterministic, stateless=bot.stateless,
        folder=place,
    )  # fmt: skip


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _lock_empty(folder: Path) -> Lock:
    """The lock of a folder in which there is nothing else. Raises UserError if somebody was faster."""
    lock = Lock(folder)
    if any(path.name != LOCK_NAME for path in folder.iterdir()):
        lock.release()
        raise UserError(f"--out {folder}: another run has begun there; name a new folder")
    return lock


def _reopen(folder: Path, plan: Plan, skip_broken: bool) -> tuple[Store, bytes]:
    Store.read(folder).close()  # what is no results folder is left alone, without a lock in it
    lock = Lock(folder)  # from here on nobody else touches it, and we touch nobody's running bots
    snapshots = folder / "bots"
    before = set(snapshots.iterdir()) if snapshots.is_dir() else set()
    try:
        earlier = Store.read(folder)
        meta, rows = earlier.meta(), earlier.bots()
        earlier.close()
        if meta["state"] == "finished":
            raise UserError(f"--resume: the tournament in {folder} is finished; `arena standings {folder}` shows it")
        spec = msgspec.convert(meta["spec"], Settled)
        secret = _kept_secret(folder, spec)
        if meta.get("commitment") != commitment(secret, spec, rows):
            raise UserError(f"--resume: the secret of {folder} is not the one that it was begun with")
        if not skip_broken:  # else the broken ones are still to be left out
            _refuse_other_words(folder, spec, plan.spec)
        plan.ready = plan.prepare(snapshots, skip_broken=skip_broken)
        _refuse_other_words(folder, spec, plan.spec)
        for row, ready in zip(rows, plan.ready, strict=True):
            if (row.sha256, row.id) != (ready.sha256, ready.id):
                what = "files" if row.sha256 != ready.sha256 else "options or command"
                raise UserError(f"--resume: the {what} of {row.name} have changed since {folder} was begun; begin a new one")
        return Store.open(folder, lock=lock), secret
    except BaseException:
        for path in set(snapshots.iterdir()) - before if snapshots.is_dir() else ():
            _remove(path)  # snapshots of what was refused
        lock.release()
        raise


def _kept_secret(folder: Path, spec: Settled) -> bytes:
    if spec.seed is not None:
        return deals.secret_of_number(spec.seed)
    path = folder / SECRET_FILE
    if not path.exists():
        raise UserError(f"--resume: {path} is gone, and with it the deals; begin a new tournament")
    return _read_secret(path)


def _refuse_other_words(folder: Path, begun: Settled, now: Settled) -> None:
    for field in Settled.__struct_fields__:
        old, new = getattr(begun, field), getattr(now, field)
        if old == new:
            continue
        words = f"{field} {_shown(old)}, not {_shown(new)}"
        if isinstance(old, Mapping) and isinstance(new, Mapping):  # the options of the game: those that differ
            other = [name for name in {**old, **new} if old.get(name) != new.get(name)]
            words = " and ".join(f"{name} {_shown(old.get(name))}, not {_shown(new.get(name))}" for name in other)
        raise UserError(
            f"--resume: the tournament in {folder} was begun with {words}; give the same words, or begin a new one"
        )


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"the results folder {folder} cannot be made: {error.strerror or error}") from None
    return folder


def _write_secret(path: Path, secret: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secret.hex() + "\n")


def _read_secret(path: Path) -> bytes:
    try:
        secret = bytes.fromhex(path.read_text().strip())
    except OSError as error:
        raise UserError(f"the secret in {path} cannot be read: {error.strerror or error}") from None
    except ValueError:
        secret = b""
    if len(secret) != deals.SECRET_BYTES:
        raise UserError(f"{path} holds no secret: that is 64 hexadecimal digits")
    return secret


# Playing


def _play_all(plan: Plan, store: Store, secret: bytes, jobs: int, executor: str, observer: Observer) -> int | None:
    """None if all was played, else the status to end with."""
    began = monotonic()
    used = float(store.meta().get("used") or 0.0)  # seconds: a budget of time is one for all runs together
    try:
        runner = _Runner(plan, store, secret, observer, used)
        observer.begins(plan, store.folder, str(store.meta()["commitment"]), runner.count)
        make = plan.plugins.executor(executor)
        with make(plan.work(plan.ready), jobs) as players:
            runner.play(players)
    except (KeyboardInterrupt, SystemExit) as stop:
        store.finish("stopped", used=used + monotonic() - began)
        return stop.code if isinstance(stop, SystemExit) and isinstance(stop.code, int) else 130
    except StoreError:
        raise
    except BaseException:
        store.finish("stopped", used=used + monotonic() - began)
        raise
    store.finish("finished", secret=secret.hex())
    (store.folder / SECRET_FILE).unlink(missing_ok=True)
    return None


class _Runner:
    """Draws matches from the schedule, has them played, writes what came of them, plays the void ones again."""

    def __init__(self, plan: Plan, store: Store, secret: bytes, observer: Observer, used: float) -> None:
        self._plan, self._store, self._secret, self._observer = plan, store, secret, observer
        self._schedule: Schedule = plan.schedule
        self._adaptive = self._schedule.needs_results
        self._teams = {seats: plan.game.teams(plan.config, seats) for seats in plan.game.seats_for(plan.config)}
        self._settled = store.done_keys()
        """Matches that were settled before this run; in it, the order of the schedule says what is to come."""
        self.count = len(self._settled)
        self._attempts = store.unsettled()
        """Of matches that earlier runs began in vain: how often."""
        self._placements: dict[Key, list[float] | None] = {}
        """Only for schedules that ask for results: one that does not may be long."""
        if self._adaptive:
            for row in store.match_rows():
                self._note((row.table, row.rotation), row.ranks)
        self._running: dict[int, Table] = {}
        """The tables of the matches being played, by the match's number."""
        self._again: dict[Key, int] = {}
        """Void matches -> the attempts made."""
        self._until = None if plan.spec.seconds is None else monotonic() + plan.spec.seconds - used

    def _note(self, key: Key, ranks: Sequence[int] | None) -> None:
        if self._adaptive:
            self._placements[key] = None if ranks is None else placements(ranks, self._teams[len(ranks)])

    def play(self, players: Executor) -> None:
        """Until nothing is left to play: a pass over the schedule, and further ones for new rounds and void matches."""
        first, drawn = True, True
        while first or self._again or (self._adaptive and drawn):
            drawn = False
            for done in players.run(self._jobs(first)):
                drawn = True
                self._write(done)
            first = False

    def _jobs(self, first: bool) -> Iterator[Job]:
        again, self._again = self._again, {}
        known: Placements = dict(self._placements)
        number = -1
        for table in self._schedule.tables(known):
            late = self._until is not None and monotonic() > self._until
            if not again and (late or not (first or self._adaptive)):
                return
            for match in table.matches:
                number += 1
                attempts = again.pop(match.key, None)
                if attempts is None:
                    if late or match.key in (known if self._adaptive else self._settled) or not (first or self._adaptive):
                        continue
                    attempts = self._attempts.get(match.key, 0)
                self._running[number] = table
                yield self._job(number, table, match, attempts + 1)

    def _job(self, number: int, table: Table, match: Match, attempt: int) -> Job:
        label = f"{match.table}.{match.rotation}"
        return Job(
            number=number, table=match.table, rotation=match.rotation, seats=match.seats,
            deal=deals.deal_seed(self._secret, table.deal), match=deals.opaque_id(self._secret, label),
            seeds=tuple(deals.bot_seed(self._secret, label, seat) for seat in range(len(match.seats))),
            attempt=attempt,
        )  # fmt: skip

    def _write(self, done: Done) -> None:
        job = done.job
        table = self._running.pop(job.number)
        key = (job.table, job.rotation)
        failed = done.void is not None or done.lost or done.error is not None
        counted = not failed or job.attempt >= ATTEMPTS
        self._store.write(
            done, unit=table.unit, round=table.round, teams=self._teams[len(job.seats)], counted=counted
        )
        if counted:
            self.count += 1
            self._note(key, done.ranks)
        else:
            self._again[key] = job.attempt
        self._observer.played(done, self.count, self._schedule.total())
