"""`any/flat-mc`, `any/ismcts` and a stranger's own searching bot: in processes, and with games that come from anywhere."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import msgspec
import pytest
from arena_any.searching import FlatMc
from search_toys import Pile, PileGame, question, worlds_of

import arena
from arena.errors import UserError
from arena.games import Deal
from arena.plugins import Plugins
from arena.protocol import Act, TimeLeft, TimeLimits
from arena.roster.options import load_options
from arena.seats.host import load_class
from arena.seats.scratch import LOCAL_PLUGINS

ROOT = Path(__file__).parents[2]
KUHN = ROOT / "docs" / "example-plugin" / "arena_kuhn.py"
BIDS = ROOT / "tests" / "toy.py"

OWN_BOT = '''
"""Searches by itself."""
import arena
from arena.search import Worlds, flat_mc


class Own(arena.Bot):
    def start(self, info):
        self.worlds = Worlds(info)

    def act(self, view, legal, info):
        self.worlds.hear(info)
        return flat_mc(self.worlds, self.rng, iterations=20).action
'''


@pytest.fixture(autouse=True)
def no_other_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LOCAL_PLUGINS, "")


@pytest.mark.parametrize("trusted", [True, False])
def test_both_play_a_game_that_came_by_its_path(trusted: bool) -> None:
    bots = ["any/ismcts:iterations=20", "any/flat-mc:iterations=20"]
    match = arena.play("kuhn", bots, seed=1, plugins=Plugins([KUHN]), trusted=trusted)
    assert not match.outcome.faults
    assert sorted(match.ranks or []) == [1, 2]


@pytest.mark.parametrize(
    ("game", "config"), [("kuhn", []), pytest.param("armadora", ["advanced=true"], marks=pytest.mark.slow)]
)
def test_a_process_answers_as_the_same_bot_does_in_this_one(game: str, config: list[str]) -> None:
    bots = ["any/ismcts:iterations=2", "random"]
    time = TimeLimits(move_ms=None)  # with a limit the clock has a say in a search on a slow or busy machine
    first, second = (
        arena.play(game, bots, config=config, seed=5, time=time, plugins=Plugins([KUHN]), trusted=trusted)
        for trusted in (True, False)
    )
    assert not first.outcome.faults
    assert first.outcome.answers == second.outcome.answers


def test_a_strangers_bot_searches_with_the_same_library(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN_BOT)
    match = arena.play("kuhn", [str(tmp_path / "own.py"), "random"], seed=2, plugins=Plugins([KUHN]))
    assert not match.outcome.faults


def test_a_game_that_its_plugin_imports_late_is_found_in_a_bots_process(tmp_path: Path) -> None:
    (tmp_path / "late_rules.py").write_text(KUHN.read_text().partition("@hookimpl")[0].replace('"kuhn"', '"late"'))
    (tmp_path / "late_plugin.py").write_text(
        "from arena.hookspecs import hookimpl\n\n"
        "@hookimpl\ndef register_games(register):\n    from late_rules import KuhnPoker\n    register(KuhnPoker())\n"
    )
    bots = ["any/ismcts:iterations=20", "any/flat-mc:iterations=20"]
    match = arena.play("late", bots, seed=1, plugins=Plugins([tmp_path / "late_plugin.py"]))
    assert not match.outcome.faults


@pytest.mark.parametrize("bot", ["any/ismcts", "any/flat-mc"])
def test_a_game_that_cannot_be_searched_is_refused_before_the_match_with_its_own_sentence(bot: str) -> None:
    with pytest.raises(UserError, match="bids has no determinize: bots that search need it"):
        arena.play("bids", [bot, "random"], seed=1, plugins=Plugins([BIDS]))


@pytest.mark.parametrize("name", ["FlatMc", "Ismcts"])
def test_the_options_have_types_and_defaults(name: str) -> None:
    options = {option.name: option for option in load_options(load_class(f"arena_any.searching:{name}"))}
    assert options["iterations"].type == Annotated[int, msgspec.Meta(ge=1)]
    assert options["ms"].default is None  # so that a match can be repeated
    assert not any(option.required for option in options.values())


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_armadoras_estimate_promises_what_can_be_and_leaves_the_state_alone(seats: int, advanced: bool) -> None:
    game = Plugins().game("armadora")
    state = game.new_match(game.Config(advanced=advanced), seats, Deal(bytes(32)))
    while state.seat is not None:
        before = state.to_json()
        values = list(game.estimate(state))
        assert state.to_json() == before
        assert all(0 <= value <= 1 for value in values)
        assert len(values) == seats
        actions = state.stand_in_actions()
        state.apply(actions[len(actions) // 2])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_alone_still_acts_at_armadora_is_promised_what_a_pass_brings_at_least(seats: int) -> None:
    """Else a search passes as soon as it would win in the worlds that it drew, though nobody hurries it."""
    game = Plugins([]).game("armadora")
    teams = game.teams(game.Config(), seats)
    for number in range(6):
        state, rng = game.new_match(game.Config(), seats, Deal(bytes([number]) * 32)), Random(number)
        while state.seat is not None:
            legal = state.legal()
            others_passed = sum(1 for action in state.view(0).passed if action) == seats - 1  # type: ignore[attr-defined]
            if others_passed and len(legal) > 1 and "pass" in legal:
                after = state.copy()
                after.apply("pass")
                for seat, (now, passed) in enumerate(zip(game.estimate(state), game.returns(after), strict=True)):
                    assert now >= passed if teams[seat] == teams[state.seat] else now <= passed
            first = number % seats
            state.apply("pass" if state.seat != first and "pass" in legal and rng.random() < 0.3 else rng.choice(legal))


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["any/ismcts:iterations=4", "any/flat-mc:iterations=4"])
def test_with_few_iterations_they_beat_random_at_armadora(bot: str) -> None:
    wins = sum(
        arena.play("armadora", bots, seed=seed, trusted=True).winners == [bot]
        for seed in range(3)
        for bots in ([bot, "random"], ["random", bot])
    )
    assert wins >= 5


@pytest.mark.parametrize(
    ("limits", "ms", "stop"),
    [
        (TimeLeft(1000, None, None), None, 500.0),
        (TimeLeft(1000, 300.0, None), None, 150.0),
        (TimeLeft(1000, None, None), 120.0, 120.0),
        (TimeLeft(None, None, None), None, None),
    ],
)
def test_a_search_stops_in_time_where_there_is_a_limit(limits: TimeLeft, ms: float | None, stop: float | None) -> None:
    game, state = PileGame(), Pile(2, 5)
    bot = FlatMc(ms=ms, plain=5)
    bot.rng, bot.worlds, bot.playout = Random(1), worlds_of(game, state, 2), None
    asked = question(state)
    bot.act(asked.view, asked.legal, Act(1, asked.n, asked.legal, asked.view, [], limits))
    assert bot.stop_ms == stop
