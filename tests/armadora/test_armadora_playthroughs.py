"""Golden playthroughs: one match step by step as text, to be read by eye and compared by CI.

`ARENA_REGENERATE=1 pytest tests/armadora` writes them anew after a change that is meant.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import msgspec
import pytest
from armadora_help import GAME, start

FOLDER = Path(__file__).parent / "playthroughs"
CASES = {
    "2-seats": (2, {}),
    "3-seats": (3, {}),
    "4-seats": (4, {}),
    "2-seats-advanced": (2, {"advanced": True}),
    "3-seats-advanced-variant": (
        3,
        {"advanced": True, "race_assign": "chosen", "own_peek": False, "goblin_face_up": False},
    ),
    "4-seats-advanced": (4, {"advanced": True}),
}


def sample(legal):
    kinds: dict[str, list[str]] = {}
    for action in legal:
        words = action.split()
        kinds.setdefault(" ".join(words[:2]) if words[0] == "power" else words[0], []).append(action)
    parts = [a[0] if len(a) == 1 else f"{a[0]} ... {a[-1]} ({len(a)})" for a in kinds.values()]
    return f"{len(legal)} legal: " + "; ".join(parts)


def playthrough(seats, flags):
    """Every step of a match: the table as it is, who decides what, who is told what; every tenth step all views."""
    state, rng = start(seats, 2026, **flags), Random(11)
    out = [f"Armadöra, {seats} seats, options {flags or 'as they stand'}", ""]
    step = 0
    while True:
        over = state.seat is None
        out += [GAME.text(state.open_view())]
        if step % 10 == 0 or over:
            out += [f"view of {seat}: {msgspec.json.encode(state.view(seat)).decode()}" for seat in range(seats)]
            out += [f"view of nobody: {msgspec.json.encode(state.spectator_view()).decode()}", ""]
        if over:
            break
        legal = state.legal()
        kinds = sorted({action.split()[0] for action in state.stand_in_actions()})
        kind = rng.choice(kinds)
        action = rng.choice([action for action in legal if action.split()[0] == kind])
        out += [f"step {step}: seat {state.seat} decides; {sample(legal)}", f"  plays {action}"]
        for to, event in state.apply(action):
            told = "all" if to is None else "seat " + " ".join(map(str, to))
            out.append(f"  to {told}: {msgspec.json.encode(event).decode()}")
        out.append("")
        step += 1
    out += [f"ranks {state.ranks()}, scores {state.scores()}"]
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("name", CASES)
def test_the_playthrough_is_as_it_was(name):
    text = playthrough(*CASES[name])
    path = FOLDER / f"{name}.txt"
    if os.environ.get("ARENA_REGENERATE") == "1":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text
