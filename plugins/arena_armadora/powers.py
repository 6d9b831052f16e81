"""The advanced game: which powers and reinforcements are legal (rules, "The advanced game").

What a power may be used on is a mask: of squares, for an orc of edges. The lists of actions are glued from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena_armadora.board import LAND, bits, place, territories
from arena_armadora.notation import (
    ELF,
    GOBLIN,
    MAGE,
    ORC,
    REINFORCE,
    edge_actions,
    edge_pieces,
    row_pieces,
    square_actions,
)

if TYPE_CHECKING:
    from arena_armadora.rules import ArmadoraState


def power_actions(state: ArmadoraState) -> tuple[str, ...]:
    """The powers that the deciding seat may use at the beginning of its turn."""
    seat = state.turn
    assert seat is not None
    targets = power_targets(state, seat)
    if not targets:
        return ()
    kind = _KINDS[state.races[seat] or 0]
    if kind == ORC:
        return edge_actions(edge_pieces(ORC), targets)
    return square_actions(row_pieces(kind, state.kinds[seat] if kind == GOBLIN else 0), targets)


def power_is_legal(state: ArmadoraState, kind: int, at: int, power: int) -> bool:
    """Whether the deciding seat may use this power at the beginning of its turn; `power` is that of a goblin's tile."""
    seat = state.turn
    assert seat is not None
    race = state.races[seat]
    if race is None or _KINDS[race] != kind or not power_targets(state, seat) >> at & 1:
        return False
    return kind != GOBLIN or bool(state.reserves[seat][power - 1])


def power_targets(state: ArmadoraState, seat: int) -> int:
    """The squares, or for an orc the edges, on which `seat` could use its power at the beginning of its turn."""
    race = state.races[seat]
    return 0 if race is None or not state.tokens[seat] else _TARGETS[race](state, seat)


def reinforce_actions(state: ArmadoraState) -> tuple[str, ...]:
    """The reinforcements that the deciding seat may make."""
    seat = state.turn
    assert seat is not None
    squares = reinforceable(state, seat)
    return square_actions(row_pieces(REINFORCE), squares) if squares else ()


def reinforceable(state: ArmadoraState, seat: int) -> int:
    """The squares that `seat` may reinforce now."""
    return _in_full(state, state.owned[seat], state.empty, state.walls) if state.unused[seat] else 0


def main_exists(state: ArmadoraState, seat: int) -> bool:
    """Whether `seat` has a main action: a warrior, a palisade or a reinforcement."""
    return bool((state.left[seat] and state.empty) or (state.supply and state.free) or reinforceable(state, seat))


def can_act(state: ArmadoraState, seat: int) -> bool:
    """Whether `seat` could do anything but pass at the beginning of its turn."""
    # without a main action before it, a power can still stand alone, or (a goblin's last tile) make a territory full
    return main_exists(state, seat) or bool(power_targets(state, seat))


def _in_full(state: ArmadoraState, own: int, empty: int, walls: int) -> int:
    """The squares of `own` in a territory without an empty square, and without a reinforcement yet."""
    taken = empty | state.boosts
    out = 0
    for part in territories(walls):
        if not part & taken:
            out |= part & own
    return out


def _elf(state: ArmadoraState, seat: int) -> int:
    config = state.config
    if not (config.power_without_action or main_exists(state, seat)):
        return 0
    own, empty = state.owned[seat], state.empty
    parts = territories(state.walls)
    anywhere = len(parts) == 1 and not config.arrow_open_needs_own
    inside = 0
    for part in parts:
        if part & empty and (anywhere or part & own):
            inside |= part
    targets = inside & _opponents(state, seat)
    if state.arrows and not config.arrow_stack:
        for square in bits(targets):
            if state.arrows >> 2 * square & 3:
                targets ^= 1 << square
    return targets


def _goblin(state: ArmadoraState, seat: int) -> int:
    empty = state.empty
    if not state.left[seat]:
        return 0
    if (
        state.config.power_without_action
        or (state.supply and state.free)
        or (state.left[seat] > 1 and empty & (empty - 1))  # another tile, another square
    ):
        return empty
    # only a reinforcement can follow: it depends on what this tile fills
    if not state.unused[seat]:
        return 0
    targets, own = 0, state.owned[seat]
    for square in bits(empty):
        bit = 1 << square
        if _in_full(state, own | bit, empty ^ bit, state.walls):
            targets |= bit
    return targets


def _mage(state: ArmadoraState, seat: int) -> int:
    if not (state.config.power_without_action or main_exists(state, seat)):
        return 0
    if state.config.mage_partner:
        return LAND & ~(state.empty | state.owned[seat] | state.face_up)
    return _opponents(state, seat) & ~state.face_up


def _orc(state: ArmadoraState, seat: int) -> int:
    if not state.supply:
        return 0
    free = state.free
    if state.config.power_without_action or (state.left[seat] and state.empty):
        return free
    # no warrior can follow: a palisade or a reinforcement, which depend on what this palisade closes
    targets = 0
    for edge in bits(free):
        walls, _, after = place(state.walls, state.lanes, free, edge)
        if (state.supply > 1 and after) or (
            state.unused[seat] and _in_full(state, state.owned[seat], state.empty, walls)
        ):
            targets |= 1 << edge
    return targets


def _opponents(state: ArmadoraState, seat: int) -> int:
    """The squares of all warriors of other sides."""
    side, out = state.sides[seat], 0
    for other, squares in enumerate(state.owned):
        if state.sides[other] != side:
            out |= squares
    return out


_KINDS = (ELF, GOBLIN, MAGE, ORC)
"""By race, as in RACES: the kind of action that its power is."""
_TARGETS = (_elf, _goblin, _mage, _orc)
