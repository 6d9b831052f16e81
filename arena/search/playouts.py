"""Playing a world on to see how it may end: policies, and where a playout may stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from arena.games import Game, NotOffered, State
from arena.search.glance import glance

Policy = Callable[[State, Sequence[str], Random], str]
"""(state, its legal actions, generator) -> one of them. It must leave the state as it is."""


def uniform(state: State, legal: Sequence[str], rng: Random) -> str:
    """Any legal action, each equally likely."""
    return legal[int(rng.random() * len(legal))]


def best_of(game: Game, count: int | None = None) -> Policy:
    """A policy for a game with an estimate: of `count` random actions (None: of all) the one whose estimate is best for
    its seat. Without an estimate it is `uniform`.
    """

    def choose(state: State, legal: Sequence[str], rng: Random) -> str:
        seat = state.seat
        assert seat is not None
        some = legal if count is None else [legal[int(rng.random() * len(legal))] for _ in range(count)]
        looked = glance(game, [state], seat, some, rng)
        return looked[-1][1] if looked else uniform(state, legal, rng)

    return choose


LONGEST_TURN = 4
"""So many decisions of one seat in a row count as a turn at most: one that is left alone at the table goes on and on."""


class Playout:
    """Plays a state on by a policy and gives the return of each seat, in 0..1."""

    def __init__(self, game: Game, rng: Random, *, policy: Policy = uniform, turns: int | None = None) -> None:
        """After so many turns the game's estimate stands for the rest; None plays to the end.

        So does a game without an estimate, whatever `turns` is. A turn is a run of decisions of one seat: a game may cut
        one into several, and what stands between them is not to be compared with what stands after them.
        """
        if turns is not None and turns < 0:
            raise ValueError(f"a playout's turns are 0 or more, not {turns}")
        self.game = game
        self.rng = rng
        self.policy = policy
        self.turns = turns

    def __call__(self, state: State, mover: int | None = None) -> Sequence[float]:
        """The returns by seat. `state` is played on: give a copy. `mover` has just acted, and ends its turn first."""
        policy, rng = self.policy, self.rng
        left = -1 if self.turns is None else self.turns
        run = 0
        while (seat := state.seat) is not None:
            if seat != mover or run == LONGEST_TURN:
                if left == 0:
                    try:
                        return self.game.estimate(state)
                    except NotOffered:
                        self.turns = None
                left -= 1
                mover, run = seat, 0
            run += 1
            legal = state.legal()
            state.apply(legal[0] if len(legal) == 1 else policy(state, legal, rng))
        return self.game.returns(state)
