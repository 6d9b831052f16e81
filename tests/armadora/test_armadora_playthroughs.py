"""Golden playthroughs: one match step by step as text, to be read by eye and compared by CI.

`ARENA_REGENERATE=1 pytest tests/armadora` writes them anew after a change that is meant. Beside whole matches of the
basic and the advanced game there is one for each flag. Its deal and its play are chosen so that the flag matters in it,
and a test holds that they do: with the flag at its default the match would go otherwise.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from arena_armadora import Config
from armadora_help import GAME, start

from arena.games import is_told

FOLDER = Path(__file__).parent / "playthroughs"


class Case(NamedTuple):
    """Which match: `deal` and `play` are the numbers of the deal and of the player; from step `hurry` on seats pass."""

    seats: int
    flags: dict[str, Any]
    deal: int = 2026
    play: int = 11
    hurry: int = 1000
    views: int = 10
    tables: int = 1


CASES = {
    "2-seats": Case(2, {}),
    "3-seats": Case(3, {}),
    "4-seats": Case(4, {}),
    "2-seats-advanced": Case(2, {"advanced": True}),
    "3-seats-advanced-variant": Case(
        3, {"advanced": True, "race_assign": "chosen", "own_peek": False, "goblin_face_up": False}
    ),
    "4-seats-advanced": Case(4, {"advanced": True}),
}


def flagged(seats, flag, value, play, hurry=24, **more):
    """A case about a flag, shortened: the table every second step, all views every twentieth."""
    return Case(seats, {**more, flag: value}, play, play, hurry, views=20, tables=2)


ADVANCED = {"advanced": True}
FLAGGED = {
    "2-seats-palisades_min": (flagged(2, "palisades_min", 2, 0, 20), {"choices"}),
    "3-seats-own_peek": (flagged(3, "own_peek", False, 0, 16), {"views"}),
    "2-seats-full_tie": (flagged(2, "full_tie", "seat_order", 38, 34), {"result"}),
    "4-seats-race_assign": (flagged(4, "race_assign", "chosen", 0, **ADVANCED), {"choices", "actions"}),
    "2-seats-power_without_action": (flagged(2, "power_without_action", True, 4, **ADVANCED), {"choices", "actions"}),
    "4-seats-mage_partner": (flagged(4, "mage_partner", True, 20, **ADVANCED), {"choices", "actions"}),
    "3-seats-goblin_face_up": (
        flagged(3, "goblin_face_up", False, 0, **ADVANCED),
        {"choices", "events", "views", "actions"},
    ),
    "2-seats-arrow_open_needs_own": (
        flagged(2, "arrow_open_needs_own", False, 13, 20, **ADVANCED),
        {"choices", "actions"},
    ),
    "4-seats-arrow_stack": (flagged(4, "arrow_stack", False, 1, 30, **ADVANCED), {"choices"}),
    "2-seats-arrow_floor_zero": (flagged(2, "arrow_floor_zero", True, 230, 40, **ADVANCED), {"result"}),
    "3-seats-zero_power_contends": (flagged(3, "zero_power_contends", False, 681, 40, **ADVANCED), {"result"}),
    "3-seats-forced_pass_final": (
        flagged(3, "forced_pass_final", False, 0, 1000, **ADVANCED),
        {"choices", "views", "actions"},
    ),
}
"""File, named by the flag that it is about -> the case, and in what the match differs with the flag at its default."""


def sample(legal):
    kinds: dict[str, list[str]] = {}
    for action in legal:
        words = action.split()
        kinds.setdefault(" ".join(words[:2]) if words[0] == "power" else words[0], []).append(action)
    parts = [a[0] if len(a) == 1 else f"{a[0]} ... {a[-1]} ({len(a)})" for a in kinds.values()]
    return f"{len(legal)} legal: " + "; ".join(parts)


def choose(state, rng, hurried):
    """An action at random, kind by kind; in a hurry to pass, or what leads there."""
    legal = state.legal()
    if hurried and legal[-1] in ("pass", "done"):
        return legal[-1]
    kinds = sorted({action.split()[0] for action in state.stand_in_actions()})
    kind = rng.choice(kinds)
    return rng.choice([action for action in legal if action.split()[0] == kind])


def actions_of(case):
    """What is played in a case, action by action."""
    state, rng, out = start(case.seats, case.deal, **case.flags), Random(case.play), []
    while state.seat is not None:
        out.append(choose(state, rng, len(out) >= case.hurry))
        state.apply(out[-1])
    return out


def playthrough(case):
    """Every step of a match: the table as it is, who decides what, who is told what; now and then all views."""
    state = start(case.seats, case.deal, **case.flags)
    out = [f"Armadöra, {case.seats} seats, options {case.flags or 'as they stand'}", ""]
    for step, action in enumerate([*actions_of(case), None]):
        if step % case.tables == 0 or action is None:
            out += [GAME.text(state.open_view())]
        if step % case.views == 0 or action is None:
            out += [f"view of {seat}: {msgspec.json.encode(state.view(seat)).decode()}" for seat in range(case.seats)]
            out += [f"view of nobody: {msgspec.json.encode(state.spectator_view()).decode()}", ""]
        if action is None:
            break
        out += [f"step {step}: seat {state.seat} decides; {sample(state.legal())}", f"  plays {action}"]
        for to, event in state.apply(action):
            told = "all" if to is None else "seat " + " ".join(map(str, to)) + " and spectators" * is_told(to, None)
            out.append(f"  to {told}: {msgspec.json.encode(event).decode()}")
        out.append("")
    out += [f"ranks {state.ranks()}, scores {state.scores()}"]
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("name", [*CASES, *FLAGGED])
def test_the_playthrough_is_as_it_was(name):
    text = playthrough(CASES[name] if name in CASES else FLAGGED[name][0])
    path = FOLDER / f"{name}.txt"
    if os.environ.get("ARENA_REGENERATE") == "1":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_every_playthrough_has_its_case():
    assert {path.stem for path in FOLDER.iterdir()} == {*CASES, *FLAGGED}


def differences(case, flag):
    """In what the match of a case would differ if `flag` stood at its default and the same were played."""
    default = getattr(Config(), flag)
    state = start(case.seats, case.deal, **case.flags)
    other = start(case.seats, case.deal, **{**case.flags, flag: default})
    out = set()
    for action in actions_of(case):
        if (state.seat, state.legal()) != (other.seat, other.legal()):
            out.add("choices")
        if other.seat != state.seat or action not in other.legal():
            return out | {"actions"}
        if state.apply(action) != other.apply(action):
            out.add("events")
        if state.seat is not None and any(state.view(seat) != other.view(seat) for seat in range(case.seats)):
            out.add("views")
    if (state.ranks(), state.scores()) != (other.ranks(), other.scores()):
        out.add("result")
    return out


@pytest.mark.parametrize("name", FLAGGED)
def test_the_flag_matters_in_its_playthrough(name):
    case, expected = FLAGGED[name]
    flag = name.split("-")[-1]
    assert case.flags[flag] != getattr(Config(), flag)
    assert differences(case, flag) == expected


def test_every_flag_of_the_rules_has_a_playthrough():
    assert {name.split("-")[-1] for name in FLAGGED} == {*Config.__struct_fields__} - {"advanced"}
    assert {case.seats for case, _ in FLAGGED.values()} == {2, 3, 4}
