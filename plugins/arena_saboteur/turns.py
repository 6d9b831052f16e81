"""What the deciding seat may do, and what its action does (rules, 3, 4, 5, 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from arena.games import ActionEvent, Notice
from arena_saboteur import rounds
from arena_saboteur.cards import ACTIONS, BREAKS, FACE_OF, FACES, FRONTS, GOLD_VALUES, THEFT, TRAPPED, stone_rotation
from arena_saboteur.events import DrawnEvent, GoalEvent, HandsEvent, RemovedEvent, RoleEvent, told_secretly
from arena_saboteur.mine import Mine
from arena_saboteur.notation import (
    BREAK_WORDS,
    DISCARDS,
    GOAL_CELLS,
    REPAIR_WORDS,
    STEPS,
    UNBLOCKS,
    at_seats,
    card_played,
    cell_of,
)
from arena_saboteur.notes import Act, HandSwap, Inspection
from arena_saboteur.options import MOST_SEATS
from arena_saboteur.phases import DISCARD, DRAFT, STEAL, TURN, UNBLOCK

if TYPE_CHECKING:
    from arena_saboteur.rules import SaboteurState

MOST_DISCARDS = 3
"""The cards of one pass with the expansion."""
FEEDING_ORDER = (3, 0, 2, 1)
"""Sides W, N, S, E: which one a stone joins if several feed it (rules, 3.1)."""


# What is legal


def _legal_turn(state: SaboteurState) -> tuple[str, ...]:
    seat = state.turn
    assert seat is not None
    hand, fronts = state.hands[seat], state.fronts
    me = 1 << seat
    out: list[str] = []
    actions: list[str] = []
    discards: list[str] = []
    can_lay = not (fronts[0] | fronts[1] | fronts[2] | fronts[3]) & me
    mine = state.mine
    ready = mine.ready
    previous = ""
    for code in hand:
        if code == previous:
            continue
        previous = code
        discards.append(DISCARDS[code])
        if code < "b":
            actions.append(code)
        elif can_lay:
            out += ready.get(code) or mine.placements(code)
    if "a11" in actions and "a10" in actions:  # a map comes before a rock-fall
        at = actions.index("a10")
        actions[at : at + 2] = "a11", "a10"
    for code in actions:
        out += ACTION_LISTS[code](state, me)
    out += discards
    if len(hand) > 1 and state.config.expansion:
        out += [text for what, text in enumerate(UNBLOCKS) if fronts[what] & me]
    return tuple(out)


def _break_list(tool: int) -> Callable[[SaboteurState, int], tuple[str, ...]]:
    words = BREAK_WORDS[tool]

    def listed(state: SaboteurState, me: int) -> tuple[str, ...]:
        whole = state.everyone & ~state.fronts[tool]
        return at_seats(words, whole if state.config.self_break else whole & ~me)

    return listed


def _repair_list(code: str) -> Callable[[SaboteurState, int], tuple[str, ...]]:
    forms = REPAIR_WORDS[code]

    def listed(state: SaboteurState, me: int) -> tuple[str, ...]:
        out: tuple[str, ...] = ()
        for tool, words in forms:
            if state.fronts[tool]:
                out += at_seats(words, state.fronts[tool])
        return out

    return listed


def _map_list(state: SaboteurState, me: int) -> tuple[str, ...]:
    return at_seats("map", state.mine.down)  # goals are numbered as seats are


def _rockfall_list(state: SaboteurState, me: int) -> tuple[str, ...]:
    return state.mine.rockfalls()


def _theft_list(state: SaboteurState, me: int) -> tuple[str, ...]:
    return () if state.fronts[THEFT] & me else ("theft",)


def _handsoff_list(state: SaboteurState, me: int) -> tuple[str, ...]:
    return at_seats("handsoff", state.fronts[THEFT])


def _swaphand_list(state: SaboteurState, me: int) -> tuple[str, ...]:
    return at_seats("swaphand", state.everyone & ~me)


def _inspect_list(state: SaboteurState, me: int) -> tuple[str, ...]:
    return at_seats("inspect", state.everyone & ~me)


def _swaphat_list(state: SaboteurState, me: int) -> tuple[str, ...]:
    return at_seats("swaphat", state.everyone) if state.spare else ()


def _trap_list(state: SaboteurState, me: int) -> tuple[str, ...]:
    return at_seats("trap", state.everyone & ~me & ~state.fronts[TRAPPED])


def _free_list(state: SaboteurState, me: int) -> tuple[str, ...]:
    return at_seats("free", state.fronts[TRAPPED])


ACTION_LISTS: dict[str, Callable[[SaboteurState, int], tuple[str, ...]]] = {
    **{code: _break_list(tool) for code, tool in BREAKS.items()},
    **{code: _repair_list(code) for code in REPAIR_WORDS},
    "a10": _rockfall_list,
    "a11": _map_list,
    "a12": _theft_list,
    "a13": _handsoff_list,
    "a14": _swaphand_list,
    "a15": _inspect_list,
    "a16": _swaphat_list,
    "a17": _trap_list,
    "a18": _free_list,
}
"""Action card -> what lists its actions, given the state and the acting seat's bit."""
assert list(ACTION_LISTS) == list(ACTIONS)


def _legal_discard(state: SaboteurState) -> tuple[str, ...]:
    """Further discards of a pass: not lower than the one before, or `done`."""
    assert state.turn is not None
    hand, lowest = state.hands[state.turn], state.lowest
    return (*dict.fromkeys(DISCARDS[code] for code in hand if code >= lowest), "done")


def _legal_unblock(state: SaboteurState) -> tuple[str, ...]:
    """The two discards of an unblock: the first leaves a card that is not lower."""
    assert state.turn is not None
    hand, lowest = state.hands[state.turn], state.lowest
    if not state.steps:
        hand = hand[:-1]
    return tuple(dict.fromkeys(DISCARDS[code] for code in hand if code >= lowest))


def _legal_draft(state: SaboteurState) -> tuple[str, ...]:
    return tuple(dict.fromkeys(f"gold {GOLD_VALUES[card]}" for card in state.offer))


def _legal_steal(state: SaboteurState) -> tuple[str, ...]:
    assert state.turn is not None
    return (*at_seats("steal", rounds.victims(state, state.turn)), "steal none")


LISTS: dict[str, Callable[[SaboteurState], tuple[str, ...]]] = {
    TURN: _legal_turn,
    DISCARD: _legal_discard,
    UNBLOCK: _legal_unblock,
    DRAFT: _legal_draft,
    STEAL: _legal_steal,
}
"""Phase -> what lists the legal actions in it."""


# What an action does. It is known to be legal.


def do(state: SaboteurState, seat: int, action: str) -> list[Notice]:
    """Play a legal action of `seat`; who is told what."""
    words = action.split(" ")
    kind = words[0]
    if kind == "discard":
        return _discard(state, seat, action, words[1])
    if kind == "gold":
        return rounds.choose_gold(state, seat, action, int(words[1]))
    event = ActionEvent(seat, action)
    state.acts.append(Act(seat, action))
    notices: list[Notice] = [(None, event)]
    if kind == "path":
        code = words[1]
        state.take(seat, code)
        at = cell_of(words[2])
        state.mine = state.mine.lay(at, FACE_OF[code, int(words[3])])
        if state.mine.fed and turn_goals(state, at, notices):
            state.last = seat
            return rounds.end(state, seat, notices)
        return _end_turn(state, seat, notices, 1)
    if kind == "done":
        return _end_turn(state, seat, notices, state.steps)
    if kind == "unblock":
        what = FRONTS.index(words[1])
        state.fronts[what] &= ~(1 << seat)
        if what == THEFT:
            state.thefts = tuple(s for s in state.thefts if s != seat)
        state.phase = UNBLOCK
        return notices
    if kind == "steal":
        return rounds.steal(state, seat, None if words[1] == "none" else int(words[1]), notices)
    code_played = card_played(action)
    assert code_played is not None
    state.take(seat, code_played)
    if kind == "swaphand":
        return _swap_hands(state, seat, int(words[1]), notices)
    EFFECTS[kind](state, seat, words, notices)
    return _end_turn(state, seat, notices, 1)


def turn_goals(state: SaboteurState, laid: int, notices: list[Notice]) -> bool:
    """Turn up the goals that are fed, and those that are fed then, and so on (rules, 3.1). Is the treasure among them?

    All goals fed by the same table are turned in one step. With the treasure the round ends: a stone turned in that
    step is only shown and joins nothing.
    """
    while goals := state.mine.fed_goals():
        table = state.mine
        shown = list(state.shown)
        turned = []
        for goal in range(3):
            if goals >> goal & 1:
                name = state.goals[goal]
                side = _feeding_side(table, goal, laid)
                shown[goal] = rotation = 0 if name == "treasure" else stone_rotation(name, side)
                turned.append((goal, name, rotation))
                notices.append((None, GoalEvent(goal, name, rotation)))
        state.shown = tuple(shown)
        found = any(name == "treasure" for _, name, _ in turned)
        for goal, name, rotation in turned:
            if not found or name == "treasure":
                state.mine = state.mine.lay(GOAL_CELLS[goal], FACE_OF[name, rotation])
        if found:
            return True
    return False


def _feeding_side(table: Mine, goal: int, laid: int) -> int:
    sides = table.fed_sides(GOAL_CELLS[goal])
    by_laid = [side for side, step in enumerate(STEPS) if sides >> side & 1 and GOAL_CELLS[goal] + step == laid]
    return by_laid[0] if by_laid else next(side for side in FEEDING_ORDER if sides >> side & 1)


def _discard(state: SaboteurState, seat: int, action: str, code: str) -> list[Notice]:
    state.take(seat, code)
    state.discards[seat] += (code,)
    notices = told_secretly(state.seats, seat, action)
    state.acts.append(HIDDEN_DISCARDS[seat])
    if not state.config.expansion:
        return _end_turn(state, seat, notices, 1)
    state.steps += 1
    state.lowest = code
    if state.phase == UNBLOCK:
        return _end_turn(state, seat, notices, 1) if state.steps == 2 else notices
    if state.steps == MOST_DISCARDS:
        return _end_turn(state, seat, notices, MOST_DISCARDS)
    state.phase = DISCARD
    return notices


HIDDEN_DISCARDS = tuple(Act(seat, "discard ?") for seat in range(MOST_SEATS))
"""Seat -> its face-down discard, as everybody knows it."""


def _end_turn(state: SaboteurState, seat: int, notices: list[Notice], draws: int) -> list[Notice]:
    """Draw, and pass the turn to the next seat with cards; without one the round is over."""
    if drawn := state.draw(seat, draws):
        notices.append(((seat,), DrawnEvent([*drawn])))
    return _next_turn(state, seat, notices)


def _next_turn(state: SaboteurState, seat: int, notices: list[Notice]) -> list[Notice]:
    state.phase = TURN
    state.steps = 0
    state.lowest = ""
    state.last = seat
    hands, seats = state.hands, state.seats
    for _ in range(seats):
        seat += 1
        if seat == seats:
            seat = 0
        if hands[seat]:
            state.turn = seat
            return notices
    return rounds.end(state, None, notices)


# The action cards; `words` are those of the action, the card has left the hand already


def _break(state: SaboteurState, seat: int, words: list[str], notices: list[Notice]) -> None:
    state.fronts[FRONTS.index(words[1])] |= 1 << int(words[2])


def _repair(state: SaboteurState, seat: int, words: list[str], notices: list[Notice]) -> None:
    state.fronts[FRONTS.index(words[-2])] &= ~(1 << int(words[-1]))


def _rockfall(state: SaboteurState, seat: int, words: list[str], notices: list[Notice]) -> None:
    at = cell_of(words[1])
    notices.append((None, RemovedEvent(words[1], FACES[state.mine.board[at]][0])))
    state.mine = state.mine.remove(at)


def _map(state: SaboteurState, seat: int, words: list[str], notices: list[Notice]) -> None:
    goal = int(words[1])
    state.looked[seat] |= 1 << goal
    notices.append(((seat,), GoalEvent(goal, state.goals[goal], None)))


def _theft(state: SaboteurState, seat: int, words: list[str], notices: list[Notice]) -> None:
    state.fronts[THEFT] |= 1 << seat
    state.thefts += (seat,)


def _handsoff(state: SaboteurState, seat: int, words: list[str], notices: list[Notice]) -> None:
    target = int(words[1])
    state.fronts[THEFT] &= ~(1 << target)
    state.thefts = tuple(s for s in state.thefts if s != target)


def _inspect(state: SaboteurState, seat: int, words: list[str], notices: list[Notice]) -> None:
    target = int(words[1])
    role = state.roles[target]
    state.inspections[seat] += (Inspection(len(state.acts) - 1, target, role),)
    notices.append(((seat,), RoleEvent(target, role)))


def _swaphat(state: SaboteurState, seat: int, words: list[str], notices: list[Notice]) -> None:
    target = int(words[1])
    state.hats[target] += (state.roles[target],)
    state.roles[target] = role = state.spare[0]
    state.spare = state.spare[1:]
    notices.append(((target,), RoleEvent(target, role)))


def _trap(state: SaboteurState, seat: int, words: list[str], notices: list[Notice]) -> None:
    state.fronts[TRAPPED] |= 1 << int(words[1])


def _free(state: SaboteurState, seat: int, words: list[str], notices: list[Notice]) -> None:
    state.fronts[TRAPPED] &= ~(1 << int(words[1]))


EFFECTS: dict[str, Callable[[SaboteurState, int, list[str], list[Notice]], None]] = {
    "break": _break,
    "repair": _repair,
    "map": _map,
    "rockfall": _rockfall,
    "theft": _theft,
    "handsoff": _handsoff,
    "inspect": _inspect,
    "swaphat": _swaphat,
    "trap": _trap,
    "free": _free,
}
"""First word of an action -> what its card does; an exchange of hands ends the turn otherwise, and stands apart."""


def _swap_hands(state: SaboteurState, seat: int, other: int, notices: list[Notice]) -> list[Notice]:
    """Exchange what is left of the hand with all of another's, who then draws (rules, 5.4 and 12.2)."""
    own, theirs = state.hands[seat], state.hands[other]
    state.hands[seat], state.hands[other] = theirs, own
    act = len(state.acts) - 1
    state.swaps[seat] += (HandSwap(act, other, " ".join(own), " ".join(theirs)),)
    state.swaps[other] += (HandSwap(act, seat, " ".join(theirs), " ".join(own)),)
    notices.append(((seat,), HandsEvent(other, [*own], [*theirs])))
    notices.append(((other,), HandsEvent(seat, [*theirs], [*own])))
    if drawn := state.draw(other, 1):
        notices.append(((other,), DrawnEvent([*drawn])))
    return _next_turn(state, seat, notices)
