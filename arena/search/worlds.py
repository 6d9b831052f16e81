"""The worlds that a seat can be in: full states that fit all it knows, drawn at random by the game's `determinize`."""

from __future__ import annotations

from random import Random
from typing import Any, Union

import msgspec

from arena.games import ActionEvent, Event, Game, State
from arena.protocol import Act, Start
from arena.search.games import find_game


class Worlds:
    """What one seat knows of a match, and full states that fit it. Made at the start, told each question by `hear`.

    Nothing else comes in but the messages: what a search finds follows from them, and from the generator it is given.
    """

    def __init__(self, info: Start, game: Game | None = None) -> None:
        """`game` is found by its name if it is not given. Raises UserError if there is none of that name."""
        self.game = game if game is not None else find_game(info.game)
        self.config: Any = msgspec.convert(info.config, self.game.Config, str_keys=True)
        self.seats = info.seats
        self.seat = info.seat
        self.events: list[Event] = []
        """All that this seat was told so far."""
        self.view: Any = None
        """The view of the question, as the game's Struct."""
        self.legal: list[str] = []
        kinds = tuple(dict.fromkeys((ActionEvent, *self.game.Events)))
        self._kinds: Any = list[Union[kinds]]  # type: ignore[valid-type]  # noqa: UP007 - a tuple cannot be joined by |

    @property
    def estimates(self) -> bool:
        """Whether the game has an estimate of its own; it may still refuse it where it does not fit."""
        return type(self.game).estimate is not Game.estimate

    def hear(self, act: Act) -> None:
        """Take in a question: its view, its legal list, and the events since the last one."""
        self.view = msgspec.convert(act.view, self.game.View, str_keys=True)
        self.legal = list(act.legal)
        self.events += msgspec.convert(act.events, self._kinds, str_keys=True)

    def draw(self, rng: Random) -> State:
        """A random world in which this seat has this question: a new full state, the caller's own.

        Raises NotOffered with the game's sentence if it has no determinize, ValueError if what it draws is another
        question.
        """
        if not self.legal:
            raise ValueError("there is no question yet: call hear(info) first")
        state = self.game.determinize(
            self.view, self.events, rng, seat=self.seat, config=self.config, seats=self.seats
        )
        if state.seat != self.seat or list(state.legal()) != self.legal:
            raise ValueError(
                f"{self.game.name} drew a world in which seat {self.seat} has another question: its determinize is wrong; "
                f"`arena check game {self.game.name}` says more"
            )
        return state

    def draw_some(self, rng: Random, count: int) -> list[State]:
        """So many worlds. To play in one, play in its copy."""
        return [self.draw(rng) for _ in range(count)]
