"""What each turn promises by a value of positions: all warriors, all palisades, the pairs worth a look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena_armadora.board import EDGE_ID, SQUARE_ID, place
from arena_armadora.bots.position import Position
from arena_armadora.bots.turns import Turn, main_turns
from arena_armadora.cuts import cutting_pairs
from arena_armadora.value.network import Value

COMBINED = 7
"""Of so many of the best single palisades all pairs are looked at too."""
USES = 3
"""So many of the best uses of a power are thought through to the end of the turn."""


class Plan(NamedTuple):
    """One way to go on, and what it promises."""

    worth: float
    turn: Turn


class Use(NamedTuple):
    """One way to use a power, and what the best turn after it promises."""

    worth: float
    action: str


def plans(
    position: Position,
    turns: Sequence[Turn],
    edges: Sequence[int],
    value: Value,
    *,
    fewest: int = 1,
    combined: int = COMBINED,
) -> list[Plan]:
    """What each of these turns promises, and each palisade turn of these edges; the best first.

    `fewest`: the palisades that a turn must have, where there is room for them (the option `palisades_min`). `combined`: of
    so many of the best single palisades all pairs are looked at too.
    """
    out = _judged(position, turns, value)
    if edges and position.supply:
        singles = _judged(position, [Turn((edge,)) for edge in edges], value)
        singles.sort(reverse=True)
        pairs = []
        if position.supply > 1:
            may = set(edges)
            cuts = [pair for pair in cutting_pairs(position.board) if pair[0] in may and pair[1] in may]
            best = sorted(plan.turn.edges[0] for plan in singles[:combined])
            chosen = set(cuts)
            for i, first in enumerate(best):
                after = place(*position.board, first)[2]
                chosen.update((first, second) for second in best[i + 1 :] if after >> second & 1)
            pairs = _judged(position, [Turn(pair) for pair in sorted(chosen)], value)
        out += pairs if fewest == 2 and pairs else singles + pairs
    out.sort(reverse=True)
    return out


def _judged(position: Position, turns: Sequence[Turn], value: Value) -> list[Plan]:
    if not turns:
        return []
    return [Plan(float(worth), turn) for worth, turn in zip(value(*position.after(turns)), turns, strict=True)]


def uses(
    position: Position, legal: Sequence[str], turns: Sequence[Turn], edges: Sequence[int], value: Value, *, fewest: int = 1
) -> list[Use]:
    """What the powers of elf, goblin and orc promise with the best turn after each; the best first.

    `turns` and `edges`: what `turns.main_turns` makes of `legal`.
    """
    after: list[tuple[str, Position]] = []
    for action in legal:
        kind, *rest = action.split()
        if kind != "power":
            break  # powers are listed first
        if rest[0] == "elf":
            after.append((action, position.with_arrow(SQUARE_ID[rest[1]])))
        elif rest[0] == "goblin":
            after.append((action, position.with_warrior(SQUARE_ID[rest[1]], int(rest[2]))))
        elif rest[0] == "orc":
            after.append((action, position.with_palisade(EDGE_ID[rest[1]])))
    looked = [(float(value(*then.after([Turn()]))[0]), action, then) for action, then in after]
    looked.sort(key=lambda item: -item[0])
    out = []
    for _, action, then in looked[:USES]:
        then = then.without_token()
        left = [turn for turn in turns if not turn.leaves and _can(then, turn)]
        free = [edge for edge in edges if then.board[2] >> edge & 1]
        best = plans(then, left, free, value, fewest=fewest)
        if best:
            out.append(Use(best[0].worth, action))
    out.sort(reverse=True)
    return out


def _can(position: Position, turn: Turn) -> bool:
    if turn.power:
        return bool(position.empty >> turn.square & 1 and position.reserve[turn.power - 1])
    return True


def finish(position: Position, legal: Sequence[str], value: Value) -> str:
    """The best way to end a palisade turn whose first palisade is laid: a second one, or `done`."""
    worth = float(value(*position.after([Turn()]))[0]) if legal[-1] == "done" else -9.0
    _, edges = main_turns(legal)
    best = max(_judged(position, [Turn((edge,)) for edge in edges], value), default=None)
    return best.turn.action if best and best.worth > worth else legal[-1]
