"""What `arena tournament` says while it goes on, and when it ends."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import click

from arena.cli.progress import Progress, in_words
from arena.executors.cores import usable_cores
from arena.jobs import Done
from arena.reports.layout import place, wrap
from arena.reports.standings import plan_text
from arena.text import clean, clean_line
from arena.tournaments import Observer, Plan, Results


class Teller(Observer):
    """Tells people how a tournament goes: what will be played, a line of progress, trouble."""

    def __init__(self, *, quiet: bool, as_json: bool, jobs: int, resume: bool) -> None:
        self._quiet, self._as_json, self._jobs, self._resume = quiet, as_json, jobs, resume
        self._progress = Progress(quiet=quiet or as_json)
        self._begun = 0.0
        self._seconds: float | None = None
        self._first = 0
        self._faults = 0
        self.count = 0
        self.total: int | None = None
        self.folder: Path | None = None
        """None before the first match may have been played."""

    def say(self, line: str) -> None:
        """On standard error. When a tournament goes on, evidence that was shown before is not shown again."""
        if not self._quiet:
            self._progress.clear()
            click.echo(clean(line.partition("\n")[0] if self._resume else line), err=True)

    def begins(self, plan: Plan, folder: Path, committed: str, done: int) -> None:
        """What will be played, how long it may take, and where results go."""
        self._begun, self._first, self._seconds = time.monotonic(), done, plan.spec.seconds
        self.folder, self.count, self.total = folder, done, plan.schedule.total()
        self._talk(plan_text(plan, short=True))
        where = "inside arena (--trusted)" if plan.spec.trusted else "unsandboxed"
        self._talk(wrap(f"{self._length(plan)}; bots run {where}."))
        deals = "Deals are secret." if plan.spec.seed is None else f"Deals come from --seed {plan.spec.seed}, guessable."
        self._talk(f"{deals}\nCommitment {committed}")
        self._talk(f"Results go to {clean_line(str(folder), 1000)}\n")

    def _length(self, plan: Plan) -> str:
        guess = plan.estimate(self._jobs or len(usable_cores()))
        if self.total is None:
            went_on = f"{self._first:,} matches are played already; " if self._first else ""
            return f"{went_on}{'a' if went_on else 'A'}bout {in_words(guess)}"
        if not self._first:
            return f"About {in_words(guess)} for {self.total:,} matches"
        rest = self.total - self._first
        return (
            f"{self._first:,} of {self.total:,} matches are played already; "
            f"about {in_words(guess * rest / max(1, self.total))} for the other {rest:,}"
        )

    def played(self, done: Done, count: int, total: int | None) -> None:
        """One more: the line of progress, and trouble as it comes."""
        self.count, self.total = count, total
        self._faults += len(done.faults)
        key = f"{done.job.table}.{done.job.rotation}"
        if done.error is not None and done.job.attempt == 1:
            self.say(f"game error, scored for nobody, in match {key}: {clean_line(done.error, 500)}")
        elif done.void is not None:
            self.say(f"match {key} is void, attempt {done.job.attempt}: {clean_line(done.void, 500)}")
        passed = max(1e-9, time.monotonic() - self._begun)
        rate = (count - self._first) / passed
        of = f"/{total:,}" if total else ""
        if self._seconds is not None:
            ends = f", {in_words(self._seconds - passed)} left" if passed < self._seconds else ", the last tables"
        else:
            ends = f", {in_words((total - count) / rate)} left" if total and rate else ""
        faults = f", {self._faults} fault{'s' * (self._faults != 1)}" if self._faults else ""
        self._progress.line(f"{count:,}{of} match{'es' * (of != '' or count != 1)}, {rate:.1f}/s{ends}{faults}")

    def clear(self) -> None:
        """Take the line of progress away."""
        self._progress.clear()

    def _talk(self, text: str) -> None:
        if not self._quiet:
            self._progress.clear()
            click.echo(text, err=self._as_json)

    def stopped(self, folder: Path, *, out: bool) -> None:
        """What there is after a stop, and how to go on."""
        of = f" of {self.total:,}" if self.total else ""
        words = ["arena", *sys.argv[1:], *([] if out else ["--out", str(folder)]), *([] if self._resume else ["--resume"])]
        table = folder / "elo.md"
        where = f"; the table so far, of whole tables, is in {clean_line(str(table), 1000)}" if table.exists() else ""
        click.echo(f"\nStopped: {self.count:,}{of} matches played{where}\nTo go on: {shlex.join(words)}", err=True)

    def ended(self, results: Results) -> None:
        """Where everything is, and what looks closer. Only what exists is named."""
        folder = place(results.folder)
        names = [*sorted(results.plugins.targets("register_reports")), "spec.toml", "logs/", "results.sqlite"]
        there = [name for name in names if _holds_something(results.folder / name)]
        closer = [f"arena standings {folder} --by seats"] if len(results.spec.seats) > 1 else []
        closer += [f"arena standings {folder} --by {split}" for split in results.splits()]
        closer += [f"arena faults --results {folder}"] if results.progress().faults else []
        closer += [f"arena replay {folder} --list"]
        self._talk("\n".join([
            "", wrap(f"Everything is in {clean_line(str(results.folder), 1000)}: {', '.join(there)}."), "Look closer:",
            *(f"  {command}" for command in closer),
        ]))  # fmt: skip


def _holds_something(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.exists()
