"""An opener for each file of tests, and after every test: no process, descriptor or scratch folder is left."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from seats_play import open_descriptors, processes_below, wait_until

from arena.seats.opener import SeatOpener

if sys.platform != "linux":
    collect_ignore_glob = ["*.py"]


@pytest.fixture(scope="module")
def opener() -> Iterator[SeatOpener]:
    with SeatOpener() as made:
        made.keeper.end_box()  # it is up
        yield made
    assert not Path(made.keeper.scratch).exists()


@pytest.fixture(autouse=True)
def nothing_is_left(request: pytest.FixtureRequest) -> Iterator[None]:
    if "opener" not in request.fixturenames:
        yield
        return
    opener: SeatOpener = request.getfixturevalue("opener")
    before = open_descriptors()
    yield
    assert wait_until(lambda: not processes_below(opener.keeper.pid)), processes_below(opener.keeper.pid)
    assert open_descriptors() == before
    assert list(Path(opener.keeper.scratch).iterdir()) == []
