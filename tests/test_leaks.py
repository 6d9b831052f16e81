"""No message to a seat depends on what it may not know: shown on the real messages of Armadöra."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.deals import deal_seed, secret_of_number
from arena.plugins import Plugins
from arena.referee import Setup, referee_match
from arena.seats import Fault, Question, Reply, Seat

ARMADORA = Plugins().game("armadora")


class Table:
    """Plays two worlds alike in all that the watching seat may know, and apart in the powers of the others' warriors."""

    def __init__(self, seed: int, world: int, watcher: int) -> None:
        self.public = Random(f"public {seed}")
        self.hidden = Random(f"hidden {seed} {world}")
        self.watcher = watcher
        self.placed: list[str] = []

    def choose(self, seat: int, question: Question) -> int:
        """The kinds and places come from the public generator, the powers of others from that of the world."""
        legal = question.legal
        shown = sorted({self.shown(seat, action) for action in legal})
        wanted = self.public.choice([action for action in shown if action != "pass"] or shown)
        fits = [index for index, action in enumerate(legal) if self.shown(seat, action) == wanted]
        index = fits[0] if len(fits) == 1 else self.hidden.choice(fits)
        self.placed.append(legal[index])
        return index

    def shown(self, seat: int, action: str) -> str:
        kind, *rest = action.split(" ")
        return f"warrior {rest[0]} ?" if kind == "warrior" and seat != self.watcher else action


class Chooser(Seat):
    """Asks the table; keeps the lines."""

    def __init__(self, choose: Callable[[Question], int]) -> None:
        self.choose = choose
        self.lines: list[bytes] = []

    def tell(self, line: bytes) -> None:
        self.lines.append(line)

    def ask(self, question: Question) -> Reply | Fault:
        self.lines.append(question.line)
        return Reply(self.choose(question), 1.0)

    def finish(self, line: bytes) -> None:
        pass

    def close(self) -> None:
        pass


def play(seats: int, seed: int, world: int, watcher: int) -> tuple[list[bytes], list[str]]:
    table = Table(seed, world, watcher)
    secret = secret_of_number(seed)
    setup = Setup(ARMADORA, ARMADORA.Config(), seats, deal_seed(secret, 0), "0" * 16, [7] * seats)
    players = [Chooser(lambda question, seat=seat: table.choose(seat, question)) for seat in range(seats)]  # type: ignore[misc]
    referee_match(setup, players)
    return players[watcher].lines, table.placed


@pytest.mark.parametrize("seats", [2, 3, 4])
@settings(max_examples=15)
@given(seed=st.integers(0, 1 << 30), data=st.data())
def test_worlds_that_differ_only_in_hidden_powers_send_a_seat_the_same_bytes(seats: int, seed: int, data: st.DataObject) -> None:
    watcher = data.draw(st.integers(0, seats - 1))
    lines, placed = play(seats, seed, 0, watcher)
    others, placed_elsewhere = play(seats, seed, 1, watcher)
    assert placed != placed_elsewhere  # the worlds do differ
    assert lines == others
