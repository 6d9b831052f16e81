"""The executors that ship, by name, as factories: make(work, jobs). 0 jobs are as many as there are cores to use."""

from __future__ import annotations

from arena.executors import Executor
from arena.jobs import Work


def serial(work: Work, jobs: int) -> Executor:
    from arena.executors.serial import Serial

    return Serial(work)


def processes(work: Work, jobs: int) -> Executor:
    from arena.executors.processes import Processes  # only here: it loads much

    return Processes(work, jobs or None)
