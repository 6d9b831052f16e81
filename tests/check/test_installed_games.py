"""Every game that comes with arena keeps the contract."""

from __future__ import annotations

import pytest

from arena.check.game import check_game
from arena.games import Game
from arena.plugins import Plugins


@pytest.mark.slow
@pytest.mark.parametrize("game", Plugins().games(), ids=lambda game: game.name)
def test_an_installed_game_keeps_every_promise(game: Game) -> None:
    assert [finding for finding in check_game(game, matches=40) if not finding.ok] == []
