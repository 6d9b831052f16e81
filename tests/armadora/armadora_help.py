"""What the tests of Armadöra share: random play, the referee's forced steps, and a slow oracle of the 4-square rule."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
from arena_armadora import Armadora, ArmadoraState, Config, Deal

GAME = Armadora()
FLAG_SETS: list[dict[str, Any]] = [
    {},
    {"palisades_min": 2},
    {"own_peek": False},
    {"advanced": True},
    {"advanced": True, "own_peek": False, "goblin_face_up": False},
    {"advanced": True, "race_assign": "chosen", "palisades_min": 2, "full_tie": "seat_order"},
    {"advanced": True, "power_without_action": True, "mage_partner": True, "arrow_floor_zero": True},
    {"advanced": True, "forced_pass_final": False, "arrow_open_needs_own": False, "arrow_stack": False},
    {"advanced": True, "forced_pass_final": False, "power_without_action": True, "zero_power_contends": False},
]


def deal(number: int) -> Deal:
    return Deal(number.to_bytes(32, "big"))


def start(seats: int = 2, number: int = 0, **flags: Any) -> ArmadoraState:
    return GAME.new_match(Config(**flags), seats, deal(number))


def play(state: ArmadoraState, rng: random.Random, steps: int = 10_000) -> list[str]:
    """Plays at most so many decisions at random (a pass only where there is nothing else, or rarely)."""
    played = []
    while state.seat is not None and len(played) < steps:
        actions = state.legal() if rng.random() < 0.01 else state.stand_in_actions()
        kind = rng.choice(sorted({action.split()[0] for action in actions}))  # so that rare kinds come up too
        action = rng.choice([action for action in actions if action.split()[0] == kind])
        state.apply(action)
        played.append(action)
    return played


def told_to(seat: int, notices: list[Any]) -> list[Any]:
    return [event for seats, event in notices if seats is None or seat in seats]


def plain(struct: Any) -> Any:
    return msgspec.to_builtins(struct)


def take_forced(state: ArmadoraState, seen: Callable[[list[Any]], None] = lambda notices: None) -> None:
    """What the referee does unasked: applies the only legal action, as long as there is only one."""
    while state.seat is not None and len(legal := state.legal()) == 1:
        seen(state.apply(legal[0]))


def neighbours(square: str) -> list[str]:
    column, row = square[0], int(square[1])
    around = [(chr(ord(column) + dx), row + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return [f"{c}{r}" for c, r in around if "a" <= c <= "h" and 1 <= r <= 5]


def reachable(square: str, walls: set[str]) -> set[str]:
    """Every square that can be reached from here without crossing a palisade: the naive flood fill."""
    seen, queue = {square}, [square]
    while queue:
        here = queue.pop()
        for there in neighbours(here):
            if there not in seen and f"{here}|{there}" not in walls and f"{there}|{here}" not in walls:
                seen.add(there)
                queue.append(there)
    return seen


def slow_legal_edges(walls: set[str], edges: list[str]) -> list[str]:
    """The edges that the 4-square rule allows, found by trying each one."""
    out = []
    for edge in edges:
        if edge in walls:
            continue
        after = walls | {edge}
        if all(len(reachable(square, after)) >= 4 for square in edge.split("|")):
            out.append(edge)
    return out


def palisades_of(legal: list[str]) -> list[str]:
    return [action.split()[1] for action in legal if action.startswith("palisade ")]


def turn_sets(state: ArmadoraState) -> dict[Any, ArmadoraState]:
    """Every whole basic turn as a set of what it does -> the state after it; a pair of palisades counts once."""
    out: dict[Any, ArmadoraState] = {}
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        if not action.startswith("palisade "):
            out[action] = after
            continue
        for second in after.legal():
            end = after.copy()
            end.apply(second)
            out[frozenset((action, second))] = end
    return out
