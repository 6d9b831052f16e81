"""What a seat may know: the wire types, and how a view is built and read back.

A view is built field by field from what is public and what is the seat's own. The open view shows everything: it is the
whole state, so a state is also read back from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from arena_armadora.board import (
    COLUMNS,
    EDGE_ID,
    EDGES,
    LAND,
    MINES,
    ROWS,
    SMALLEST,
    SQUARE_ID,
    SQUARES,
    bits,
    mask_of,
    territories,
)
from arena_armadora.board import build as build_walls
from arena_armadora.notation import RACES, TOKENS
from arena_armadora.options import ARMIES, PALISADES, PILES, Config
from arena_armadora.scoring import Territory
from arena_armadora.scoring import piles as pile_up

if TYPE_CHECKING:
    from arena_armadora.rules import ArmadoraState


class Static(Struct, frozen=True):
    """What never changes in a match."""

    columns: Annotated[str, Meta(description="The letters of the columns, left to right.")]
    rows: Annotated[int, Meta(description="The number of rows; row 1 is the top one.")]
    squares: Annotated[list[str], Meta(description="All 40 squares, row by row: a1 b1 ... h5.")]
    mines: Annotated[list[str], Meta(description="The 8 mine squares; no warrior ever stands there.")]
    edges: Annotated[
        list[str],
        Meta(description="All 67 places for a palisade: two neighbouring squares, such as d3|e3, in edge order."),
    ]
    army: Annotated[list[int], Meta(description="Every seat's warriors of power 1, 2, 3, 4, 5 at the start.")]
    palisades: Annotated[int, Meta(description="The common supply of palisades at the start.")]
    smallest: Annotated[int, Meta(description="The fewest squares that a territory may have.")]


class View(Struct, frozen=True):
    """The table as one seat may know it. Squares are names such as d3; lists by seat begin with seat 0."""

    seat: Annotated[int | None, Meta(description="Whose view this is; null for a spectator.")]
    turn: Annotated[int | None, Meta(description="The seat whose turn it is; null when the match is over.")]
    gold: Annotated[dict[str, int], Meta(description="Mine square -> its pile of gold.")]
    palisades: Annotated[list[str], Meta(description="The palisades on the board, in edge order.")]
    first: Annotated[
        str | None,
        Meta(description="The first palisade of your unfinished action (also in `palisades`), or null."),
    ]
    supply: Annotated[int, Meta(description="Palisades left in the common supply.")]
    territories: Annotated[
        list[str],
        Meta(description="A map of the territories, one string a row: the same letter is the same territory."),
    ]
    owner: Annotated[dict[str, int], Meta(description="Square -> the seat whose warrior stands there.")]
    power: Annotated[
        dict[str, int | None], Meta(description="Square -> the power of its warrior; null if you may not know it.")
    ]
    tiles: Annotated[list[int], Meta(description="By seat: how many warriors are left in its reserve.")]
    reserves: Annotated[
        list[list[int] | None],
        Meta(description="By seat: its reserve's warriors of power 1, 2, 3, 4, 5; null if hidden from you."),
    ]
    passed: Annotated[list[bool], Meta(description="By seat: whether it has passed, which is for good.")]
    races: Annotated[
        list[str | None],
        Meta(description="By seat: elf, goblin, mage or orc; null in the basic game, or while it is not chosen."),
    ]
    tokens: Annotated[list[int], Meta(description="By seat: how often it may still use its race's power.")]
    power_used: Annotated[bool, Meta(description="Whether the seat whose turn it is has used a power in this turn.")]
    face_up: Annotated[list[str], Meta(description="Squares of warriors that lie face up: all may know their power.")]
    peeked: Annotated[list[str], Meta(description="Squares of warriors that the mage has looked at.")]
    arrows: Annotated[
        dict[str, int], Meta(description="Square -> arrows on its warrior, -1 each, where there are any.")
    ]
    reinforcements: Annotated[list[int], Meta(description="By seat: reinforcements left, 0 or 1.")]
    reinforced: Annotated[list[str], Meta(description="Squares of reinforced warriors, +1 and the gold in a tie.")]
    piles: Annotated[
        list[list[int]] | None,
        Meta(description="At the end, by seat: its side's piles of gold, largest first; null before."),
    ]
    results: Annotated[
        list[str] | None,
        Meta(
            description="At the end, for each territory: its letter, its gold, each side's total power (- where it has "
            "no warrior), then > and the sides that take the gold and what each gets: `a 12 4 4 > 0 1 6`; nobody where there "
            "is no gold or no warrior: `b 0 3 1 >`, `c 5 - - >`."
        ),
    ]


class NoView(ValueError):
    """This is not a whole view of a possible position. The text says what is wrong."""


_MINE_NAMES = [SQUARES[mine] for mine in MINES]


def static(seats: int) -> Static:
    """The static part of a match with so many seats."""
    return Static(
        columns=COLUMNS,
        rows=ROWS,
        squares=list(SQUARES),
        mines=list(_MINE_NAMES),
        edges=list(EDGES),
        army=list(ARMIES[seats]),
        palisades=PALISADES,
        smallest=SMALLEST,
    )


def build(state: ArmadoraState, seat: int | None, *, everything: bool = False) -> View:
    """The view of `seat`, or of a spectator (None); with `everything`, or when the match is over, nothing is hidden."""
    over = state.turn is None
    everything = everything or over
    walls, supply, first = state.walls, state.supply, state.first
    if first >= 0 and seat != state.turn and not everything:  # an unfinished action is nobody else's to know
        walls, supply, first = walls & ~(1 << first), supply + 1, -1
    seen = LAND if everything else seen_squares(state, seat)
    holder: dict[int, int] = {}
    for who, mask in enumerate(state.owned):
        while mask:
            low = mask & -mask
            holder[low.bit_length() - 1] = who
            mask ^= low
    taken = sorted(holder)
    power = state.power
    settled = state.settle() if over else None
    heaps = None if settled is None else pile_up(settled, state.sides)
    return View(
        seat=seat,
        turn=state.turn,
        gold={SQUARES[mine]: pile for mine, pile in state.gold.items()},
        palisades=[EDGES[edge] for edge in bits(walls)],
        first=EDGES[first] if first >= 0 else None,
        supply=supply,
        territories=list(territory_map(walls)),
        owner={SQUARES[square]: holder[square] for square in taken},
        power={SQUARES[square]: power[square] if seen >> square & 1 else None for square in taken},
        tiles=state.left[:],
        reserves=[reserve[:] if everything or who == seat else None for who, reserve in enumerate(state.reserves)],
        passed=state.passed[:],
        races=[None if race is None else RACES[race] for race in state.races],
        tokens=state.tokens[:],
        power_used=state.power_used,
        face_up=[SQUARES[square] for square in bits(state.face_up)],
        peeked=[SQUARES[square] for square in bits(state.peeked)],
        arrows={SQUARES[square]: count for square in taken if (count := state.arrows >> 2 * square & 3)},
        reinforcements=[int(unused) for unused in state.unused],
        reinforced=[SQUARES[square] for square in bits(state.boosts)],
        piles=None if heaps is None else [heaps[side][:] for side in state.sides],
        results=None if settled is None else [_line(i, result, max(state.sides)) for i, result in enumerate(settled)],
    )


def seen_squares(state: ArmadoraState, seat: int | None) -> int:
    """The squares, as a mask, where `seat` knows the power of whoever stands there, while the match is running."""
    seen = state.face_up
    if seat is not None:
        if state.config.own_peek:
            seen |= state.owned[seat]
        race = state.races[seat]
        if race is not None and RACES[race] == "mage":
            seen |= state.peeked
    return seen


def _line(number: int, result: Territory, last_side: int) -> str:
    totals = [str(result.totals.get(side, "-")) for side in range(last_side + 1)]
    taken = [str(side) for side in result.winners] + [str(result.share)] if result.share else []
    return " ".join([chr(97 + number), str(result.gold), *totals, ">", *taken])


_maps: dict[int, tuple[str, ...]] = {}


def territory_map(walls: int) -> tuple[str, ...]:
    """One string a row: a letter for each square's territory, `a` for the one with the lowest square id.

    >>> territory_map(0)[0]
    'aaaaaaaa'
    """
    found = _maps.get(walls)
    if found is None:
        letters = [""] * len(SQUARES)
        for i, part in enumerate(territories(walls)):
            for square in bits(part):
                letters[square] = chr(97 + i)
        found = tuple("".join(letters[8 * row : 8 * row + 8]) for row in range(ROWS))
        if len(_maps) >= 4096:
            _maps.clear()
        _maps[walls] = found
    return found


def as_view(view: Any) -> View:
    """A View from a View or from decoded JSON. Raises NoView if it is neither."""
    if isinstance(view, View):
        return view
    try:
        return msgspec.convert(view, View)
    except msgspec.ValidationError as error:
        raise NoView(f"not a view of Armadöra: {error}") from None


def to_json(state: ArmadoraState) -> dict[str, Any]:
    """The whole state as plain JSON data: the options, the number of seats and the open view."""
    return {
        "config": msgspec.to_builtins(state.config),
        "seats": state.seats,
        "view": msgspec.to_builtins(build(state, None, everything=True)),
    }


def from_json(data: Any) -> ArmadoraState:
    """The state that `to_json` wrote. Raises NoView (a ValueError) if the data is something else."""
    try:
        config = msgspec.convert(data["config"], Config)
        return read(data["view"], config, int(data["seats"]))
    except (KeyError, TypeError, msgspec.ValidationError) as error:
        raise NoView(f"not a state of Armadöra: {error}") from None


def read(view: Any, config: Config, seats: int) -> ArmadoraState:
    """The state that an open view shows (no power and no reserve is None). Raises NoView if it cannot be."""
    from arena_armadora.rules import AFTER_POWER, CHOOSE_RACE, SECOND, TURN, ArmadoraState

    view = as_view(view)
    if seats not in ARMIES or len(view.reserves) != seats:
        raise NoView(f"the view has {len(view.reserves)} seats; a match of {seats} was asked for")
    gold = {SQUARE_ID[square]: pile for square, pile in view.gold.items()}
    if sorted(gold) != list(MINES) or min(gold.values()) < 0:
        raise NoView(f"there must be gold for each of the mines {' '.join(_MINE_NAMES)}, as in a deal of {PILES}")
    races = [None if race is None else RACES.index(race) for race in view.races]
    state = ArmadoraState(config, seats, {mine: gold[mine] for mine in MINES}, races)
    try:
        state.walls, state.lanes, state.free = build_walls(EDGE_ID[edge] for edge in view.palisades)
    except ValueError as error:
        raise NoView(str(error)) from None
    state.supply = view.supply
    for seat, reserve in enumerate(view.reserves):
        if reserve is None:
            raise NoView(f"the reserve of seat {seat} is hidden; a state needs the open view, or determinize")
        if len(reserve) != 5 or min(reserve) < 0 or sum(reserve) != view.tiles[seat]:
            raise NoView(f"the reserve of seat {seat}, {reserve}, is not {view.tiles[seat]} tiles by power")
        state.reserves[seat] = list(reserve)
        state.left[seat] = sum(reserve)
        state.kinds[seat] = sum(1 << i for i, count in enumerate(reserve) if count)
    for square, owner in view.owner.items():
        power = view.power.get(square)
        at = SQUARE_ID[square]
        if power is None or not 1 <= power <= 5 or not LAND >> at & 1 or not 0 <= owner < seats:
            raise NoView(f"no warrior of power {power} can stand for seat {owner} on {square}")
        state.owned[owner] |= 1 << at
        state.power[at] = power
        state.empty &= ~(1 << at)
    state.turn = view.turn
    state.passed = list(view.passed)
    state.power_used = view.power_used
    state.tokens = list(view.tokens)
    state.unused = [bool(count) for count in view.reinforcements]
    state.face_up = mask_of(SQUARE_ID[square] for square in view.face_up)
    state.peeked = mask_of(SQUARE_ID[square] for square in view.peeked)
    state.arrows = sum(count << 2 * SQUARE_ID[square] for square, count in view.arrows.items())
    state.boosts = mask_of(SQUARE_ID[square] for square in view.reinforced)
    state.first = -1 if view.first is None else EDGE_ID[view.first]
    choosing = config.advanced and None in races
    state.phase = (
        CHOOSE_RACE if choosing else SECOND if view.first is not None else AFTER_POWER if view.power_used else TURN
    )
    return state


def start_tokens(races: list[str | None]) -> list[int]:
    """By seat: how often each race may use its power at the start."""
    return [0 if race is None else TOKENS[race] for race in races]
