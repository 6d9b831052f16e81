"""Positions made by hand: for tests, studies and puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arena.games import Chance
from arena_saboteur.cards import ACTIONS, FACES, FRONTS, GOAL_NAMES, GOLD_VALUES, SPECIAL, THEFT, TUNNELS
from arena_saboteur.notation import GOAL_AT, GOAL_CELLS, START_CELL, cell_text
from arena_saboteur.options import Config, role_cards
from arena_saboteur.rules import SaboteurState
from arena_saboteur.saving import mine_of


def position(
    seats: int = 3,
    *,
    table: Mapping[str, str] | None = None,
    hands: Sequence[Sequence[str]] | None = None,
    roles: Sequence[str] | None = None,
    goals: Sequence[str] = ("stone-ne", "treasure", "stone-nw"),
    deck: Sequence[str] = (),
    spare: Sequence[str] = (),
    fronts: Mapping[int, Sequence[str]] | None = None,
    thefts: Sequence[int] | None = None,
    gold: Sequence[int] | None = None,
    gold_deck: Sequence[int] = tuple(range(len(GOLD_VALUES))),
    round: int = 1,
    turn: int = 0,
    config: Config | None = None,
    chance: Chance | None = None,
) -> SaboteurState:
    """A match in the middle of a round, at the beginning of a turn. What is not given is empty or as at the start.

    `table` is cell -> card, such as {"1,0": "b05 180"} (rotation 0 may be left out), without the start; a goal that is
    turned up stands there by its name. `deck` is the draw pile, next card first; cards need not be as many as there
    are. `fronts` is seat -> what lies before it, `thefts` the order in which thefts were laid if it is not that of the
    seats. `gold` is each seat's, `gold_deck` the numbers of gold cards. Without `chance` no later round can be dealt: use
    round 3. Raises ValueError for what cannot be.

    No acts have led here. `determinize` follows the acts of a view, so it refuses the view of a position whose hands and
    deck they do not explain.

    >>> state = position(table={"1,0": "b02"}, hands=[["b02", "b01"], ["b01"], []])
    >>> state.legal()[-3:]
    ('path b02 2,0 0', 'discard b01', 'discard b02')
    """
    config = config or Config()
    state = SaboteurState(config, seats, chance)
    faces = {"0,0": "start 0"}
    faces.update((place, text if " " in text else f"{text} 0") for place, text in (table or {}).items())
    state.goals = tuple(goals)
    if sorted(goals) != sorted(GOAL_NAMES):
        raise ValueError(f"the goals are {', '.join(GOAL_NAMES)} in some order, not {', '.join(goals)}")
    state.mine = mine_of(faces, config)
    _check(state)
    shown: list[int | None] = [None, None, None]
    for goal, at in enumerate(GOAL_CELLS):
        if at in state.mine.board:
            shown[goal] = FACES[state.mine.board[at]][1]
    state.shown = tuple(shown)
    state.round = round
    state.turn = turn
    state.hands = [tuple(sorted(hand)) for hand in hands] if hands is not None else [()] * seats
    for code in (*(code for hand in state.hands for code in hand), *deck):
        if code not in TUNNELS and code not in ACTIONS:
            raise ValueError(f"there is no card {code!r}")
    state.roles = list(roles) if roles is not None else role_cards(config, seats)[-seats:]
    if len(state.roles) != seats or len(state.hands) != seats:
        raise ValueError(f"give a role and a hand for each of {seats} seats")
    state.spare = tuple(spare)
    state.deck = tuple(deck)
    for seat, lies in (fronts or {}).items():
        for what in lies:
            state.fronts[FRONTS.index(what)] |= 1 << seat
    holders = [seat for seat in range(seats) if state.fronts[THEFT] >> seat & 1]
    state.thefts = tuple(holders if thefts is None else thefts)
    if sorted(state.thefts) != holders:
        raise ValueError("thefts are the seats with a theft before them, in the order of laying")
    state.gold = list(gold) if gold is not None else [0] * seats
    state.gold_deck = () if config.expansion else tuple(gold_deck)
    if not state.hands[turn]:
        raise ValueError(f"it is the turn of seat {turn}, which has no cards")
    return state


def _check(state: SaboteurState) -> None:
    """The start lies where it belongs and nothing else there; turned-up goals are the match's."""
    for at, face in state.mine.board.items():
        name = FACES[face][0]
        goal = GOAL_AT.get(at)
        if goal is not None and name != state.goals[goal]:
            raise ValueError(f"goal {goal} is {state.goals[goal]}, not {name}")
        if goal is None and (name in SPECIAL) != (at == START_CELL):
            raise ValueError(f"{name} cannot lie on {cell_text(at)}")

