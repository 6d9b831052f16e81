"""The advanced game: which powers and reinforcements are legal (rules, "The advanced game")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena_armadora.board import bits, place, territories
from arena_armadora.notation import ELVES, GOBLINS, MAGES, ORCS, POWERS, RACES, REINFORCEMENTS

if TYPE_CHECKING:
    from arena_armadora.rules import ArmadoraState


def power_actions(state: ArmadoraState) -> list[str]:
    """The powers that the deciding seat may use at the beginning of its turn."""
    seat = state.turn
    assert seat is not None
    race = state.races[seat]
    return [] if race is None or not state.tokens[seat] else _POWERS[RACES[race]](state, seat)


def reinforce_actions(state: ArmadoraState) -> list[str]:
    """The reinforcements that the deciding seat may make."""
    seat = state.turn
    assert seat is not None
    if not state.unused[seat]:
        return []
    squares = reinforceable(state, state.owned[seat], state.empty, state.walls)
    return [REINFORCEMENTS[square] for square in bits(squares)]


def reinforceable(state: ArmadoraState, own: int, empty: int, walls: int) -> int:
    """The squares of `own` in a full territory where no reinforcement lies yet."""
    out = 0
    for part in territories(walls):
        if part & own and not part & empty and not part & state.boosts:
            out |= part & own
    return out


def main_exists(state: ArmadoraState, seat: int, *, put: int = 0, wall: int | None = None) -> bool:
    """Whether `seat` has a main action, after a goblin's tile on the square in `put` or an orc's palisade on `wall`."""
    left, empty, own = state.left[seat], state.empty, state.owned[seat]
    walls, free, supply = state.walls, state.free, state.supply
    if put:
        left, empty, own = left - 1, empty & ~put, own | put
    if wall is not None:
        walls, _, free = place(walls, state.lanes, free, wall)
        supply -= 1
    if (left and empty) or (supply and free):
        return True
    return bool(state.unused[seat] and reinforceable(state, own, empty, walls))


def can_act(state: ArmadoraState, seat: int) -> bool:
    """Whether `seat` could do anything but pass at the beginning of its turn."""
    if main_exists(state, seat):
        return True
    race = state.races[seat]
    # without a main action before it, a power can still stand alone, or (a goblin's last tile) make a territory full
    return bool(race is not None and state.tokens[seat] and _POWERS[RACES[race]](state, seat))


def _mage(state: ArmadoraState, seat: int) -> list[str]:
    if not (state.config.power_without_action or main_exists(state, seat)):
        return []
    partner_too = state.config.mage_partner
    targets = 0
    for other, squares in enumerate(state.owned):
        if state.sides[other] != state.sides[seat] or (partner_too and other != seat):
            targets |= squares
    return [MAGES[square] for square in bits(targets & ~state.face_up)]


def _elf(state: ArmadoraState, seat: int) -> list[str]:
    config = state.config
    if not (config.power_without_action or main_exists(state, seat)):
        return []
    enemies = 0
    for other, squares in enumerate(state.owned):
        if state.sides[other] != state.sides[seat]:
            enemies |= squares
    parts = territories(state.walls)
    anywhere = len(parts) == 1 and not config.arrow_open_needs_own
    targets = 0
    for part in parts:
        if part & state.empty and (anywhere or part & state.owned[seat]):
            targets |= part & enemies
    stack = config.arrow_stack
    return [ELVES[square] for square in bits(targets) if stack or not state.arrows >> 2 * square & 3]


def _goblin(state: ArmadoraState, seat: int) -> list[str]:
    powers = [p for p in POWERS if state.kinds[seat] >> p - 1 & 1]
    free = state.config.power_without_action
    return [
        GOBLINS[square, power]
        for square in bits(state.empty)
        if free or main_exists(state, seat, put=1 << square)
        for power in powers
    ]


def _orc(state: ArmadoraState, seat: int) -> list[str]:
    if not state.supply:
        return []
    free = state.config.power_without_action
    return [ORCS[edge] for edge in bits(state.free) if free or main_exists(state, seat, wall=edge)]


_POWERS = {"elf": _elf, "goblin": _goblin, "mage": _mage, "orc": _orc}
