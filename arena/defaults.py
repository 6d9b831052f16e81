"""What ships with arena, brought in by the same hooks as a stranger's plugin. Targets are imported when they are used."""

from __future__ import annotations

from arena.hookspecs import RegisterTarget, hookimpl


@hookimpl
def register_pairings(register: RegisterTarget) -> None:
    register("round-robin", "arena.pairings.formats:round_robin")
    register("swiss", "arena.pairings.formats:swiss")


@hookimpl
def register_executors(register: RegisterTarget) -> None:
    register("processes", "arena.executors.registry:processes")
    register("serial", "arena.executors.registry:serial")


@hookimpl
def register_ratings(register: RegisterTarget) -> None:
    register("plackett-luce", "arena.ratings.standings:standings")


@hookimpl
def register_reports(register: RegisterTarget) -> None:
    register("elo.md", "arena.reports.standings:elo_markdown")
    register("elo.csv", "arena.reports.standings:elo_csv")
    register("elo.json", "arena.reports.standings:elo_json")
    register("points.md", "arena.reports.standings:points_markdown")
    register("crosstable.md", "arena.reports.standings:crosstable_markdown")
