"""After every test: no process and no descriptor is left."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from executors_play import below, descriptors, wait_until

collect_ignore = ["rude.py"]  # a plugin, loaded as one
if sys.platform != "linux":
    collect_ignore_glob = ["*.py"]


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    processes, before = set(below()), descriptors()
    yield
    assert wait_until(lambda: set(below()) <= processes, 2)
    assert descriptors() == before
