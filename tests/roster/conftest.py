"""What the roster's tests share: plugins with a few bots, and a folder to write bots in."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.plugins import Plugins
from arena.roster import Found, FoundBot, find, find_all

PLUGIN = '''
from typing import Annotated, Literal
from msgspec import Meta
from arena.bots import Bot
from arena.hookspecs import hookimpl

class Greedy(Bot):
    """Takes what it can."""
    def __init__(
        self, *, depth: int = 1, pace: float = 0.5, width: Annotated[int, Meta(ge=1)] = 3,
        ms: Annotated[int, Meta(ge=1, le=1000)] | None = None, style: Literal["calm", "wild"] = "calm",
    ): ...
    def act(self, view, legal, info): return 0

class Random(Greedy):
    def __init__(self): ...

class Stiff(Bot):
    def __init__(self, depth=2): ...
    def act(self, view, legal, info): return 0

@hookimpl
def register_bots(register):
    register("greedy", "roster_toys:Greedy", game="armadora")
    register("digger", "roster_toys:Greedy", game="dungeon")
    register("random", "roster_toys:Random")
    register("stiff", "roster_toys:Stiff", game="armadora")
'''

CLASS = "import arena\nclass Mine(arena.Bot):\n    def act(self, view, legal, info):\n        return 0\n"


@pytest.fixture(scope="session")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Plugins]:
    """One plugin: armadora/greedy with options, dungeon/digger, any/random."""
    file = tmp_path_factory.mktemp("plugin") / "roster_toys.py"
    file.write_text(PLUGIN)
    yield Plugins([file], installed=False)
    sys.modules.pop("roster_toys", None)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder: an empty one."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def write(here: Path) -> Callable[..., Path]:
    """Write a file of the current folder, its folders too."""

    def write_file(name: str, text: str | bytes = "pass\n", *, executable: bool = False) -> Path:
        path = here / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        if executable:
            path.chmod(0o755)
        return path

    return write_file


@pytest.fixture
def seek(plugins: Plugins, here: Path) -> Callable[[str], Found]:
    """`find` for armadora."""
    return lambda text: find(text, game="armadora", plugins=plugins)


@pytest.fixture
def seek_one(seek: Callable[[str], Found]) -> Callable[[str], FoundBot]:
    """The one bot that `find` finds, without a note."""

    def one(text: str) -> FoundBot:
        found = seek(text)
        assert (found.notes, found.refusals) == ([], [])
        (bot,) = found.bots
        return bot

    return one


@pytest.fixture
def enter(plugins: Plugins, here: Path) -> Callable[..., Found]:
    """`find_all` for armadora, as a tournament does."""
    return lambda *texts, unique=True: find_all(texts, "armadora", plugins, unique=unique)


@pytest.fixture
def class_bot() -> str:
    """The text of a class bot."""
    return CLASS
