"""The example plugin is a whole game in 60 lines, keeps the contract, and works installed and as a local file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from arena.check.game import check_game
from arena.deals import WrittenDeal
from arena.games import Game, State
from arena.plugins import Plugins

REPO = Path(__file__).parent.parent
EXAMPLE = REPO / "docs" / "example-plugin"
FILE = EXAMPLE / "arena_kuhn.py"
MATCH = ("match", "--game", "kuhn", "cautious", "random", "--seed", "1", "--json")


@pytest.fixture(scope="module")
def game() -> Game:
    return Plugins([FILE], installed=False).game("kuhn")


def dealt(game: Game, cards: str, *actions: str) -> State:
    state = game.new_match(game.Config(), 2, WrittenDeal({"cards": [list(cards)]}))
    for action in actions:
        state.apply(action)
    return state


def test_game_and_bot_are_at_most_60_lines_without_blank_ones() -> None:
    assert len([line for line in FILE.read_text().splitlines() if line.strip()]) <= 60


def test_the_example_keeps_the_contract(game: Game) -> None:
    assert [finding for finding in check_game(game) if not finding.ok] == []


@pytest.mark.parametrize(
    ("cards", "actions", "scores"),
    [
        ("JQK", ["check", "check"], [-1, 1]),
        ("KJQ", ["bet", "call"], [2, -2]),
        ("JKQ", ["bet", "fold"], [1, -1]),
        ("KQJ", ["check", "bet", "fold"], [-1, 1]),
        ("QKJ", ["check", "bet", "call"], [-2, 2]),
    ],
)
def test_the_higher_card_wins_the_stake_unless_its_seat_folds(
    game: Game, cards: str, actions: list[str], scores: list[int]
) -> None:
    state = dealt(game, cards, *actions)
    assert state.seat is None
    assert state.scores() == scores
    assert state.ranks() == [1 if score > 0 else 2 for score in scores]


def test_a_seat_sees_its_own_card_alone_until_the_end(game: Game) -> None:
    assert dealt(game, "JQK", "check").view(1).cards == [None, "Q"]  # type: ignore[attr-defined]
    assert dealt(game, "JQK", "check", "check").view(1).cards == ["J", "Q"]  # type: ignore[attr-defined]


def test_the_bot_can_be_found_as_a_plugin_in_a_file() -> None:
    bot = Plugins([FILE], installed=False).bot("cautious", "kuhn")
    assert bot is not None
    assert (bot.full_name, bot.target) == ("kuhn/cautious", "arena_kuhn:Cautious")


def run(*command: str | Path, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, timeout=600, cwd="/", env=env, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


def clean_environment() -> dict[str, str]:
    """This environment without what would let a checkout be found in place of what is installed."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ARENA_", "VIRTUAL"))}


def match_of(output: str) -> Any:
    result = json.loads(output)
    assert sorted(result["ranks"]) == [1, 2]
    return result


@pytest.mark.slow
def test_installed_into_a_fresh_environment_the_example_plays_and_passes_its_check(tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    env, bin_folder = clean_environment(), tmp_path / "venv" / "bin"
    run(bin_folder / "pip", "install", "--quiet", REPO, EXAMPLE, env=env)
    arena = bin_folder / "arena"
    result = match_of(run(arena, *MATCH, env=env).stdout)
    again = match_of(run(arena, *MATCH, env=env).stdout)
    assert result["ranks"] == again["ranks"]
    checked = run(arena, "check", "game", "kuhn", env=env)
    assert "FAIL" not in checked.stdout


@pytest.mark.slow
def test_as_a_local_file_the_example_plays_and_passes_its_check() -> None:
    arena = [sys.executable, "-m", "arena"]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(REPO), str(REPO / "plugins")])}
    match_of(run(*arena, *MATCH, "--plugin", FILE, env=env).stdout)
    run(*arena, "check", "game", "kuhn", "--plugin", FILE, env=env)
