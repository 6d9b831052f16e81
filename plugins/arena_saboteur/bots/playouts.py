"""Playing a round on by a few rules of thumb, all cards open: what the search looks ahead with.

Diggers lay the card that brings their aim nearest, mend, look, or throw away a card that leads nowhere. Saboteurs
break, let rock fall on the head of the tunnel, close the cell where it wants to go on, or throw away a card that leads
somewhere. All diggers have one aim: the treasure if one of them has seen it, otherwise the goal that was drawn for this
playout.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from arena_saboteur.cards import CRYSTAL, FACE_OF, LIVE, LIVE_AT, TRAPPED, TUNNELS
from arena_saboteur.mine import WAYS, WAYS_OF, Mine
from arena_saboteur.notation import GOAL_CELLS, STEPS, cell_of, cell_text
from arena_saboteur.options import DIGGERS
from arena_saboteur.phases import DISCARD, DRAFT, STEAL, TURN
from arena_saboteur.rules import SaboteurState
from arena_saboteur.ways import FAR, looked_at

STEP = 0.3
"""A digger lays no card that brings the aim nearer by less than this, in cards."""
TRUSTED = 0.85
"""How often a seat is taken for what it is by those who mend, break and trap."""

THROUGH = frozenset(code for code in TUNNELS if any(part.bit_count() > 1 for part in LIVE[FACE_OF[code, 0]]))
"""The cards that a tunnel can be made of."""


@lru_cache(maxsize=8192)
def _parsed(action: str) -> tuple[int, int]:
    """The cell and the face of a `path` action."""
    _, code, place, rotation = action.split(" ")
    return cell_of(place), FACE_OF[code, int(rotation)]


class Rules:
    """The rules of thumb for one playout."""

    def __init__(self, rng: Random, chances: Sequence[float]) -> None:
        """`chances`: for each goal how likely it is the treasure, as the seats without a look may think."""
        self.rng = rng
        self.guess = list(chances)
        self.mark = rng.random()

    def aim(self, state: SaboteurState) -> int:
        """The goal that the diggers dig for."""
        treasure = state.goals.index("treasure")
        shown = sum(1 << goal for goal in range(3) if state.shown[goal] is not None)
        for seat, role in enumerate(state.roles):
            if role in DIGGERS:
                seen = state.looked[seat] | shown
                if seen >> treasure & 1 or (seen | 1 << treasure) == 7:
                    return treasure
        hidden = [goal for goal in range(3) if not shown >> goal & 1]
        total = sum(self.guess[goal] for goal in hidden)
        mark = self.mark * total
        for goal in hidden:
            mark -= self.guess[goal]
            if mark <= 0:
                return goal
        return hidden[-1]

    def choose(self, state: SaboteurState) -> str:
        """An action for the seat that is to decide."""
        legal = state.legal()
        phase = state.phase
        if len(legal) == 1:
            return legal[0]
        if phase != TURN:
            return legal[-1] if phase in (DISCARD, DRAFT) else self._victim(state, legal) if phase == STEAL else legal[0]
        seat = state.turn
        assert seat is not None
        role = state.roles[seat]
        if role in DIGGERS:
            return self._dig(state, seat, legal)
        if role == "geologist":
            crystals = [a for a in legal if a[:2] == "pa" and CRYSTAL[_parsed(a)[1]]]
            return crystals[0] if crystals else self._discard(legal, False)
        return self._spoil(state, seat, legal)

    def _victim(self, state: SaboteurState, legal: Sequence[str]) -> str:
        return max(legal[:-1], key=lambda action: state.gold[int(action[6:])])

    def _dig(self, state: SaboteurState, seat: int, legal: Sequence[str]) -> str:
        mine = state.mine
        aim = self.aim(state)
        found, _, head = looked_at(mine, aim)
        least = found.get(head, FAR)
        best, choice = STEP, ""
        goal = GOAL_CELLS[aim]
        others: dict[str, list[str]] = {}
        for action in legal:
            if action[0] != "p":
                others.setdefault(action[:2], []).append(action)
                continue
            at, face = _parsed(action)
            if found.get(at, FAR) > least + 1.0:
                continue
            gain = least - ahead(mine, at, face, found, goal)
            if gain > best:
                best, choice = gain, action
        if choice:
            return choice
        for kind in ("re", "fr"):
            mending = others.get(kind, [])
            own = [a for a in mending if int(a.rsplit(" ", 1)[1]) == seat]
            if own:
                return own[0]
            if mending and (a := self._at_seat(state, mending, True)):
                return a
        if "ma" in others and state.goals[aim] is not None and not self._known(state, seat):
            return others["ma"][int(self.rng.random() * len(others["ma"]))]
        if "th" in others:
            return others["th"][0]
        for kind in ("br", "tr"):
            if kind in others and self.rng.random() < 0.5 and (a := self._at_seat(state, others[kind], False)):
                return a
        if least >= FAR and "ro" in others:
            return others["ro"][int(self.rng.random() * len(others["ro"]))]
        return self._discard(others["di"], False)

    def _known(self, state: SaboteurState, seat: int) -> bool:
        return state.looked[seat].bit_count() + sum(shown is not None for shown in state.shown) >= 2

    def _spoil(self, state: SaboteurState, seat: int, legal: Sequence[str]) -> str:
        mine = state.mine
        aim = state.goals.index("treasure")
        found, _, head = looked_at(mine, aim)
        least = found.get(head, FAR)
        others: dict[str, list[str]] = {}
        best, choice = 0.5, ""
        goal = GOAL_CELLS[aim]
        for action in legal:
            if action[0] != "p":
                others.setdefault(action[:2], []).append(action)
            elif head >= 0 and least < 6.5:
                at, face = _parsed(action)
                if at == head:
                    loss = ahead(mine, at, face, found, goal) - least
                    if loss > best:
                        best, choice = loss, action
        for kind in ("br", "tr"):
            if kind in others and (a := self._at_seat(state, others[kind], True)):
                return a
        if "ro" in others and head >= 0 and least < 5:
            for step in STEPS:
                action = f"rockfall {cell_text(head + step)}"
                if head + step in mine.live and action in others["ro"]:
                    return action
        if choice:
            return choice
        own = [a for a in others.get("re", []) if int(a.rsplit(" ", 1)[1]) == seat]
        return own[0] if own else self._discard(others["di"], True)

    def _at_seat(self, state: SaboteurState, actions: Sequence[str], digs: bool) -> str:
        """One of the actions, at a seat of that side, and for harm one that is not blocked yet; "" if there is none."""
        blocked = state.fronts[0] | state.fronts[1] | state.fronts[2] | state.fronts[TRAPPED]
        start = int(self.rng.random() * len(actions))
        harm = actions[0][0] in "bt"
        for i in range(len(actions)):
            action = actions[start - i]
            target = int(action.rsplit(" ", 1)[1])
            if harm and blocked >> target & 1:
                continue
            if ((state.roles[target] in DIGGERS) == digs) == (self.rng.random() < TRUSTED):
                return action
        return ""

    def _discard(self, legal: Sequence[str], through: bool) -> str:
        """Throw away a card that leads somewhere, or one that does not."""
        cards = [action for action in legal if action[:2] == "di"]
        start = int(self.rng.random() * len(cards))
        for i in range(len(cards)):
            if (cards[start - i][8:] in THROUGH) == through:
                return cards[start - i]
        return cards[start]


def ahead(mine: Mine, at: int, face: int, found: dict[int, float], goal: int) -> float:
    """How far the goal is by way of a card laid on a fed cell: the least over the cells that it leads to."""
    best = FAR
    live = mine.live
    for side, step, back in WAYS:
        tunnel = LIVE_AT[face][side]
        if tunnel and live.get(at + step, 0) >> back & 1:
            for onward, _ in WAYS_OF[tunnel]:
                there = at + onward
                if there == goal:
                    return 0.0
                best = min(best, found.get(there, FAR))
    return best


def play_on(state: SaboteurState, rules: Rules, turns: int) -> SaboteurState:
    """Play a state on for so many turns, at most to the end of the round and what is paid for it."""
    number = state.round
    seat = state.turn
    while state.turn is not None and state.round == number:
        if state.phase == TURN and state.turn != seat:
            if not turns:
                break
            turns -= 1
            seat = state.turn
        state.apply(rules.choose(state))
    return state
