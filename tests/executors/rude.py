"""The toy game, going wrong in some matches: a plugin for tests of what a worker does then."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta
from toy import Bids, BidsConfig, BidsState

from arena.games import Chance, Notice
from arena.hookspecs import hookimpl


class RudeConfig(BidsConfig, frozen=True):
    how: Annotated[str, Meta(description="What goes wrong at the third action.")] = "nothing"
    one_in: Annotated[int, Meta(description="In one of so many matches.")] = 1
    once: Annotated[str, Meta(description="A file: where it exists, nothing goes wrong any more.")] = ""


class Rude(Bids):
    name = "rude"
    title = "Rude"
    Config = RudeConfig

    def new_match(self, config: Any, seats: int, chance: Chance) -> RudeState:
        if config.how == "deal":
            raise ValueError("no cards")
        return RudeState(config, [chance.below("card", 10) for _ in range(seats)], chance.below("rude", config.one_in) == 0)

    def static(self, config: Any, seats: int) -> Any:
        if config.how == "static":
            raise ValueError("nothing is static")
        return super().static(config, seats)


class RudeState(BidsState):
    def __init__(self, config: RudeConfig, cards: list[int], rude: bool) -> None:
        super().__init__(config, cards)
        self.rude, self.actions = rude, 0

    def legal(self) -> Sequence[str]:
        return super().legal()

    def apply(self, action: str) -> list[Notice]:
        self.actions += 1
        if self.rude and self.actions == 3:
            self.go_wrong()
        return super().apply(action)

    def go_wrong(self) -> None:
        config: Any = self.config
        if config.once:
            if Path(config.once).exists():
                return
            Path(config.once).touch()
        if config.how == "raise":
            raise ValueError("what is this?\ud800")
        if config.how == "loop":
            while True:
                pass
        if config.how == "sleep":
            time.sleep(1000)
        if config.how == "exit":
            os._exit(3)
        if config.how == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if config.how == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        if config.how == "sys.exit":
            sys.exit("enough")
        if config.how == "interrupt":
            os.kill(os.getpid(), signal.SIGINT)

    def scores(self) -> Any:
        scores = super().scores()
        if scores is not None and self.rude and self.config.how == "huge":  # type: ignore[attr-defined]
            return [score << 70 for score in scores if score is not None]
        if scores is not None and self.rude and self.config.how == "half":  # type: ignore[attr-defined]
            return [0.5 for _ in scores]
        return scores


@hookimpl
def register_games(register: Any) -> None:
    register(Rude())
