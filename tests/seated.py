"""A bot at its seat, asked as the referee asks it, in the test's own process; and whole matches of such bots."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, ClassVar

import msgspec

from arena.games import Game

NO_LIMIT = SimpleNamespace(move_ms=None, bank_ms=None, last_ms=None)


def plain(value: Any) -> Any:
    """As a bot gets it."""
    return msgspec.to_builtins(value, str_keys=True)


class Seated:
    """A bot at its seat. A game's tests derive a class with their `game`."""

    game: ClassVar[Game]

    def __init__(self, cls: Any, state: Any, seat: int, seed: int = 0, **options: Any) -> None:
        self.state, self.seat, self.unread = state, seat, []
        self.bot = cls(**options)
        self.bot.rng = Random(seed)
        game, seats, config = self.game, state.seats, state.config
        self.bot.info = SimpleNamespace(
            game=game.name, seat=seat, seats=seats, teams=list(game.teams(config, seats)), config=plain(config),
            static=plain(game.static(config, seats)),
        )  # fmt: skip
        self.bot.start(self.bot.info)

    def answer(self, time: Any = NO_LIMIT) -> str:
        """What the bot says to the present question."""
        legal, view = list(self.state.legal()), plain(self.state.view(self.seat))
        info = SimpleNamespace(events=[plain(event) for event in self.unread], time=time, legal=legal, view=view)
        self.unread = []
        return self.bot.act(view, legal, info)


def play_match(state: Any, bots: dict[int, Any], rng: Random | None = None, most: int = 100_000) -> list[str]:
    """Plays to the end, or until so many answers; seats without a bot play at random. Gives what the bots answered."""
    answers: list[str] = []
    while state.seat is not None and len(answers) < most:
        legal = state.legal()
        if len(legal) > 1 and state.seat in bots:
            action = bots[state.seat].answer()
            assert action in legal
            answers.append(action)
        else:
            assert rng is not None or len(legal) == 1
            action = rng.choice(legal) if rng is not None else legal[0]
        for seats, event in state.apply(action):
            for seat, bot in bots.items():
                if seats is None or seat in seats:
                    bot.unread.append(event)
    return answers
