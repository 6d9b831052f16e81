"""The executors that ship, by name, as factories: make(work, jobs)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arena.executors import Executor
from arena.jobs import Work

MakeExecutor = Callable[[Work, int], Executor]
"""Makes an executor for a work; 0 jobs are as many as there are cores to use."""


def serial(work: Work, jobs: int) -> Executor:
    from arena.executors.serial import Serial

    return Serial(work)


def processes(work: Work, jobs: int) -> Executor:
    from arena.executors.processes import Processes  # only here: it loads much

    return Processes(work, jobs or None)


EXECUTORS: Mapping[str, MakeExecutor] = {"serial": serial, "processes": processes}
