"""What a seat knows, and the worlds that are drawn from it."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from search_toys import Blind, Coin, CoinGame, Pile, PileConfig, PileGame, PileView, question, start, worlds_of

from arena.deals import Deal
from arena.errors import UserError
from arena.games import ActionEvent, NotOffered, State
from arena.plugins import Plugins
from arena.search import Worlds, find_game
from arena.seats.scratch import LOCAL_PLUGINS, environment

KUHN = Path(__file__).parents[2] / "docs" / "example-plugin" / "arena_kuhn.py"


def test_view_options_and_events_come_as_the_games_own_types() -> None:
    game = PileGame()
    worlds = Worlds(start(game, PileConfig(pile=9), 2, 0), game)
    worlds.hear(question(Pile(2, 9), [ActionEvent(1, "take 2")]))
    assert worlds.config == PileConfig(pile=9)
    assert worlds.view == PileView(9, 0)
    assert worlds.events == [ActionEvent(1, "take 2")]


def test_events_of_all_questions_are_kept_in_order() -> None:
    game = PileGame()
    worlds = Worlds(start(game, PileConfig(), 2, 0), game)
    worlds.hear(question(Pile(2, 7), [ActionEvent(0, "take 1")]))
    worlds.hear(question(Pile(2, 5), [ActionEvent(1, "take 2"), ActionEvent(0, "take 3")]))
    assert [event.action for event in worlds.events if isinstance(event, ActionEvent)] == ["take 1", "take 2", "take 3"]


def test_a_world_has_the_seats_question_and_is_the_callers_own() -> None:
    worlds = worlds_of(PileGame(), Pile(3, 6, 2), 3)
    world = worlds.draw(Random(1))
    assert (world.seat, world.legal()) == (2, worlds.legal)
    world.apply("take 3")
    assert worlds.draw(Random(1)).view(2) == PileView(6, 2)


def test_armadora_worlds_give_the_seat_its_own_view_back() -> None:
    game = Plugins().game("armadora")
    for advanced in (False, True):
        config = game.Config(advanced=advanced)
        state, rng = game.new_match(config, 3, Deal(bytes(32))), Random(3)
        told: list[list[Any]] = [[], [], []]
        worlds = [Worlds(start(game, config, 3, seat), game) for seat in range(3)]
        for _ in range(40):
            seat = state.seat
            assert seat is not None
            worlds[seat].hear(question(state, told[seat]))
            told[seat] = []
            assert worlds[seat].draw(rng).view(seat) == state.view(seat)
            for audience, event in state.apply(rng.choice(list(state.stand_in_actions()))):
                for reader in range(3) if audience is None else audience:
                    told[reader].append(event)


def test_hidden_parts_differ_between_worlds() -> None:
    worlds = worlds_of(CoinGame(), Coin(True), 2)
    drawn = {world.heads for world in worlds.draw_some(Random(1), 20) if isinstance(world, Coin)}
    assert drawn == {True, False}


def test_a_game_without_determinize_is_refused_with_its_own_sentence() -> None:
    game = Blind()
    with pytest.raises(NotOffered, match="blind has no determinize: bots that search need it"):
        worlds_of(game, game.new_match(game.Config(), 2, Deal(bytes(32))), 2).draw(Random(1))


def test_a_determinize_that_draws_another_question_is_found_out() -> None:
    class Wrong(PileGame):
        def determinize(self, view: Any, events: Any, rng: Random, **more: Any) -> State:
            return Pile(2, view.left - 5, view.turn)

    with pytest.raises(ValueError, match="its determinize is wrong; `arena check game pile` says more"):
        worlds_of(Wrong(), Pile(2, 7), 2).draw(Random(1))


def test_there_are_no_worlds_before_the_first_question() -> None:
    game = PileGame()
    with pytest.raises(ValueError, match=r"call hear\(info\) first"):
        Worlds(start(game, PileConfig(), 2, 0), game).draw(Random(1))


def test_an_installed_game_is_found_by_its_name() -> None:
    assert find_game("armadora").name == "armadora"


def test_a_game_whose_class_is_imported_is_found_by_its_name() -> None:
    assert isinstance(find_game("coin"), CoinGame)


def test_a_game_that_is_nowhere_is_refused_in_one_sentence() -> None:
    with pytest.raises(UserError, match="the rules of nonesuch, and there is no such game where it runs"):
        find_game("nonesuch")


def test_a_local_plugin_is_told_to_the_bots_that_are_started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(LOCAL_PLUGINS, str(tmp_path / "gone.py"))  # one that is there no more is passed over
    Plugins([KUHN], installed=False)
    assert environment("/scratch", {})[LOCAL_PLUGINS].split(os.pathsep) == [str(tmp_path / "gone.py"), str(KUHN)]
    assert find_game("kuhn").title == "Kuhn poker"


def test_a_bot_is_told_of_no_plugin_where_none_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(LOCAL_PLUGINS, raising=False)
    assert LOCAL_PLUGINS not in environment("/scratch", {})
