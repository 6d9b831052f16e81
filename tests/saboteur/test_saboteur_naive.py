"""The fast tables of the game against a slow second reading of the rules, at every step of play."""

from __future__ import annotations

from random import Random

import pytest
import saboteur_naive as naive
from arena_saboteur import Config, position
from saboteur_help import FLAG_SETS, GAME, dig, dig_action, play, start


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize(("seats", "number", "policy"), [(5, 0, play), (5, 1, dig), (3, 2, dig)])
def test_the_path_actions_are_those_of_a_naive_search_of_the_view(flags, seats, number, policy):
    config = Config(**flags)
    static = GAME.static(config, seats)
    state, rng, compared = start(seats, number, **flags), Random(number), 0
    for _ in range(160):
        if state.seat is None:
            break
        if state.phase == "turn":
            slow = naive.paths(state.view(state.seat), static, config.ladder_wall_touch, config.bounds is not None)
            assert [action for action in state.legal() if action.startswith("path")] == slow
            compared += bool(slow)
        policy(state, rng, 1)
    assert compared > 20


DIGGING = [(5, {}, 3), (10, {"bounds": "9x5"}, 8), (4, {"expansion": True}, 5), (12, {"expansion": True}, 3)]


@pytest.mark.parametrize(("seats", "flags", "matches"), DIGGING, ids=str)
def test_goals_turn_and_rounds_are_won_as_the_naive_reading_says(seats, flags, matches):
    shapes = GAME.static(Config(**flags), seats).shapes
    found = stones = missed = 0
    for number in range(matches):
        state, rng = start(seats, number, **flags), Random(number)
        while state.seat is not None:
            action, goals, view = dig_action(state, rng, 0.9), state.goals, state.spectator_view()
            board = naive.read(view.table, shapes)
            seat, roles, trapped = state.seat, state.roles[:], {s for s, lies in enumerate(view.fronts) if "trapped" in lies}
            told = [event for who, event in state.apply(action) if who is None]
            turned = [(e.goal, e.card, e.rotation) for e in told if e.__struct_config__.tag == "goal"]
            if action.startswith("path"):
                _, code, at, rotation = action.split()
                laid = tuple(map(int, at.split(",")))
                board[laid] = naive.card(shapes[code], int(rotation))
                assert turned == naive.turn_goals(board, laid, goals, view.turned, shapes)
                stones += any(name != "treasure" for _, name, _ in turned)
            else:
                assert turned == []
            ends = [event for event in told if event.__struct_config__.tag == "round"]
            assert len(ends) == any(name == "treasure" for _, name, _ in turned) or ends[0].connector is None
            for end in ends:
                found += end.connector is not None
                missed += end.connector is None
                assert end.roles == roles and end.connector in (seat, None)
                if "expansion" in flags:
                    winners, pay = naive.result(board, roles, trapped, end.connector, goals.index("treasure"))
                    assert (set(end.winners), end.pay) == (winners, pay)
                else:
                    winning = "saboteur" if end.connector is None else "digger"
                    assert end.winners == [s for s, role in enumerate(roles) if role == winning]
    assert found >= 2 and stones >= 2 and missed + found == 3 * matches


@pytest.mark.parametrize("seed", range(30))
def test_on_tables_strewn_at_random_placements_agree_too(seed):
    """Fragments, loops, two tunnels on a card, ladders and clashes lie here more densely than play leads to."""
    rng = Random(seed)
    config = Config(expansion=True, ladder_wall_touch=seed % 2 == 0, bounds="9x5" if seed % 5 == 0 else None)
    static = GAME.static(config, 2)
    codes = sorted(code for code in static.copies if code >= "b")
    goals = ("stone-ne", "treasure", "stone-nw")
    cells = [(x, y) for x in range(-2, 11) for y in range(-4, 5) if (x, y) not in (*naive.GOALS, (0, 0))]
    table = {}
    for x, y in rng.sample(cells, 35):
        text = f"{rng.choice(codes)} {rng.choice((0, 180))}"
        try:
            position(2, config=config, table={f"{x},{y}": text}, hands=[["b16"], []])
        except ValueError:
            text = text.split()[0]  # the same either way
        table[f"{x},{y}"] = text
    if rng.random() < 0.5:
        table["8,2"], table["8,-2"] = f"stone-ne {rng.choice((0, 180))}", f"stone-nw {rng.choice((0, 180))}"
    hand = sorted(rng.sample(codes, 14))
    state = position(2, config=config, table=table, hands=[hand, []], goals=goals)
    slow = naive.paths(state.view(0), static, config.ladder_wall_touch, config.bounds is not None)
    assert [action for action in state.legal() if action.startswith("path")] == slow and slow
    board = naive.read(state.view(0).table, static.shapes)
    live = {(at, frozenset(board[at].live[i])) for at, i in naive.reached(board)}
    assert sum(len(sides) for _, sides in live) == sum(sides.bit_count() for sides in state.mine.live.values())
