"""Golden playthroughs: whole matches step by step as text, to be read by eye and compared by CI.

`ARENA_REGENERATE=1 pytest tests/saboteur` writes them anew after a change that is meant. The seats dig towards the
treasure, which they know, so that gold is reached; some decisions are at random. The table is written here,
by code and a quote mark for half a turn, and not by the game's drawing, so that a nicer drawing changes no playthrough.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from arena_saboteur import Config
from saboteur_help import GAME, dig_action, start

from arena.games import is_told

FOLDER = Path(__file__).parent / "playthroughs"


class Case(NamedTuple):
    """Which match: `number` is that of the deal and of the player. How often the table and a view are written."""

    seats: int
    flags: dict[str, Any]
    number: int
    eager: float = 0.75
    tables: int = 10
    views: int = 40


CASES = {
    "3-seats": Case(3, {}, 6),
    "5-seats": Case(5, {}, 1),
    "10-seats": Case(10, {}, 5),
    "2-seats-expansion": Case(2, {"expansion": True}, 29, 0.55),
    "6-seats-expansion": Case(6, {"expansion": True}, 27, 0.55),
    "12-seats-expansion": Case(12, {"expansion": True}, 22, 0.55),
}


def table(view):
    """The cards that lie face up, row by row from the north: `b05` as it is written, `b05'` turned; `?` a goal face down."""
    names = {"start": "S", "treasure": "T", "stone-ne": "ne", "stone-nw": "nw"}
    lies = dict.fromkeys(GAME.static(Config(), 3).goals, "?")
    for at, text in view.table.items():
        name, rotation = text.split()
        lies[at] = names.get(name, name) + "'" * (rotation == "180")
    cells = {tuple(map(int, at.split(","))): text for at, text in lies.items()}
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    out = ["      " + "".join(f"{x:<5}" for x in columns)]
    for y in range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1):
        out.append(f"{y:>4}  " + "".join(f"{cells.get((x, y), '.'):<5}" for x in columns))
    return [line.rstrip() for line in out]


def sample(legal):
    kinds: dict[str, list[str]] = {}
    for action in legal:
        kinds.setdefault(action.split()[0], []).append(action)
    parts = [a[0] if len(a) == 1 else f"{a[0]} ... {a[-1]} ({len(a)})" for a in kinds.values()]
    return f"{len(legal)} legal: " + "; ".join(parts)


def playthrough(case):
    """Every step of a match: who decides what, who is told what; now and then the table, and what one seat and nobody sees."""
    state, rng = start(case.seats, case.number, **case.flags), Random(case.number)
    out = [f"Saboteur, {case.seats} seats, options {case.flags or 'as they stand'}"]
    out += [f"  to seat {' '.join(map(str, to))}: {msgspec.json.encode(event).decode()}" for to, event in state.opening()]
    step = 0
    while True:
        if step % case.tables == 0 or state.seat is None:
            shown = state.open_view()
            out += ["", *table(shown), f"hands {' | '.join(' '.join(hand) for hand in shown.hands)}"]
            out += [f"in front {' | '.join(' '.join(lies) or '-' for lies in shown.fronts)}; gold {state.gold}", ""]
        if step % case.views == 0 or state.seat is None:
            out += [f"view of {step % case.seats}: {msgspec.json.encode(state.view(step % case.seats)).decode()}"]
            out += [f"view of nobody: {msgspec.json.encode(state.spectator_view()).decode()}", ""]
        if state.seat is None:
            break
        out.append(f"step {step}: round {state.round}, seat {state.seat}, {state.phase}; {sample(state.legal())}")
        action = dig_action(state, rng, case.eager)
        out.append(f"  plays {action}")
        for to, event in state.apply(action):
            told = "all" if to is None else "seat " + " ".join(map(str, to)) + " and spectators" * is_told(to, None)
            out.append(f"  to {told}: {msgspec.json.encode(event).decode()}")
        step += 1
    out += [f"ranks {state.ranks()}, scores {state.scores()}"]
    out += [f"{part.split} {part.label}: seat {part.seat} {part.result:g}" for part in state.parts()]
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("name", CASES)
def test_the_playthrough_is_as_it_was(name):
    text = playthrough(CASES[name])
    path = FOLDER / f"{name}.txt"
    if os.environ.get("ARENA_REGENERATE") == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_every_playthrough_has_its_case_and_together_they_are_small_enough_to_read():
    assert {path.stem for path in FOLDER.iterdir()} == {*CASES}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_500_000


def test_the_treasure_is_reached_in_each_playthrough_and_missed_and_together_every_kind_of_action_is_played():
    kinds: dict[str, set[str]] = {"base": set(), "expansion": set()}
    missed = 0
    for name in CASES:
        lines = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        assert any('"event":"goal"' in line and '"treasure","rotation":0' in line and "to all" in line for line in lines)
        missed += sum('"connector":null,"roles"' in line for line in lines if "to all" in line)
        kinds["expansion" if "expansion" in name else "base"] |= {
            line.split()[1] for line in lines if line.startswith("  plays ")
        }
    assert missed >= 3
    for game, played in kinds.items():
        space = GAME.action_space(Config(expansion=game == "expansion", bounds="9x5"), 5)
        assert played == {action.split()[0] for action in space}
