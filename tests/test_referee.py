"""The referee, alone: seats are scripted, no process runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from arena.protocol import TimeLimits
from arena.referee import GameError, Setup, referee_match
from arena.replays import encode_replay, keep, play_again, unpack
from arena.seats import Fault, Question, Reply, Seat
from tests.toy import Bids, BidsConfig, BidsState

Answerer = Callable[[Question], "int | Fault"]


class FakeSeat(Seat):
    """Answers by a function of the question; keeps what it was sent."""

    def __init__(self, answer: Answerer = lambda question: 0, ms: float = 1.0) -> None:
        self.answer, self.ms = answer, ms
        self.lines: list[dict[str, Any]] = []
        self.raw: list[bytes] = []

    def _keep(self, line: bytes) -> None:
        self.raw.append(line)
        self.lines += [msgspec.json.decode(part) for part in line.splitlines()]

    def tell(self, line: bytes) -> None:
        self._keep(line)

    def ask(self, question: Question) -> Reply | Fault:
        self._keep(question.line)
        answer = self.answer(question)
        return answer if isinstance(answer, Fault) else Reply(answer, self.ms)

    def finish(self, line: bytes) -> None:
        self._keep(line)

    def close(self) -> None:
        pass

    def acts(self) -> list[dict[str, Any]]:
        return [line for line in self.lines if line["type"] == "act"]


def setup(seats: int = 2, **changes: Any) -> Setup:
    config = changes.pop("config", BidsConfig())
    return Setup(Bids(), config, seats, bytes(32), "0123456789abcdef", list(range(seats)), **changes)


def fault_at(number: int, kind: Any = "timeout") -> Answerer:
    return lambda question: Fault(kind, "no whole answer in time") if question.id == number else 0


def test_a_match_is_start_acts_end_and_quit_in_the_keys_order_of_the_protocol() -> None:
    seats = [FakeSeat(), FakeSeat()]
    referee_match(setup(), seats)
    assert [line["type"] for line in seats[0].lines] == ["start", "act", "act", "end", "quit"]
    assert list(seats[0].lines[0]) == ["type", "protocol", "match", "game", "rules", "config", "seats", "seat", "teams",
                                       "names", "seed", "static", "time"]  # fmt: skip
    assert list(seats[0].lines[1]) == ["type", "id", "n", "legal", "view", "events", "time"]
    assert list(seats[0].lines[3]) == ["type", "ranks", "scores", "view", "events", "faults"]
    assert all(line.endswith(b"\n") and b": " not in line and b", " not in line for line in seats[0].raw)


def test_a_seat_is_told_its_own_actions_in_full_and_those_of_others_as_it_may_know_them() -> None:
    seats = [FakeSeat(lambda _: 2), FakeSeat(lambda _: 1)]
    referee_match(setup(), seats)
    own = {"event": "action", "seat": 0, "action": "bid 3"}
    assert seats[0].acts()[1]["events"] == [own, {"event": "action", "seat": 1, "action": "bid ?"}]
    assert seats[1].acts()[0]["events"] == [{"event": "action", "seat": 0, "action": "bid ?"}]


def test_a_forced_decision_is_not_asked_but_told_to_all() -> None:
    seats = [FakeSeat(), FakeSeat()]
    outcome = referee_match(setup(), seats)
    assert len(seats[0].acts()) == 2 and outcome.decisions == 6
    assert [event["action"] for event in seats[0].lines[-2]["events"][-2:]] == ["done", "done"]


def test_ids_count_the_seats_own_decisions_from_1_and_last_ms_is_what_the_last_answer_took() -> None:
    seats = [FakeSeat(ms=3.14159), FakeSeat()]
    referee_match(setup(), seats)
    assert [act["id"] for act in seats[0].acts()] == [1, 2]
    assert [act["time"]["last_ms"] for act in seats[0].acts()] == [None, 3.1]


def test_the_end_shows_what_was_hidden() -> None:
    seats = [FakeSeat(), FakeSeat()]
    referee_match(setup(), seats)
    assert None in seats[0].acts()[0]["view"]["cards"]
    assert None not in seats[0].lines[-2]["view"]["cards"]


def test_a_bank_shrinks_by_what_was_used_and_bounds_the_decision() -> None:
    budgets: list[float | None] = []

    def note(question: Question) -> int:
        budgets.append(question.budget_ms)
        return 0

    seats = [FakeSeat(note, ms=30.0), FakeSeat()]
    referee_match(setup(time=TimeLimits(move_ms=100, bank_ms=110)), seats)
    assert budgets == [100, 80.0]
    assert [act["time"]["bank_ms"] for act in seats[0].acts()] == [110, 80.0]


def test_between_two_a_fault_ends_the_match_and_the_other_has_won() -> None:
    seats = [FakeSeat(fault_at(2)), FakeSeat()]
    outcome = referee_match(setup(), seats)
    assert outcome.ranks == [2, 1] and outcome.scores == [None, None]
    assert outcome.rated == [True, True]
    assert [(f.at, f.seat, f.fault.kind) for f in outcome.faults] == [(2, 0, "timeout")]


def test_the_other_is_told_of_the_fault_and_the_faulty_bot_hears_no_more() -> None:
    seats = [FakeSeat(fault_at(1)), FakeSeat()]
    referee_match(setup(), seats)
    assert seats[1].lines[-2]["faults"] == [{"seat": 0, "fault": "timeout"}]
    assert seats[0].lines[-1]["type"] == "act"


def test_among_three_a_stand_in_plays_the_safe_action_and_the_others_get_a_whole_match() -> None:
    seats = [FakeSeat(lambda _: 2), FakeSeat(fault_at(1)), FakeSeat(lambda _: 1)]
    outcome = referee_match(setup(3), seats)
    assert outcome.ranks == [1, 3, 2]
    assert outcome.scores is not None and outcome.scores[1] is None and outcome.scores[0] is not None
    assert len(seats[0].acts()) == len(seats[2].acts()) == 2
    assert outcome.decisions == 9


def test_whether_a_seat_was_replaced_shows_in_no_message_before_the_end() -> None:
    def messages(middle: FakeSeat) -> list[bytes]:
        seats = [FakeSeat(lambda _: 2), middle, FakeSeat(lambda _: 1)]
        referee_match(setup(3), seats)
        return [line for line in seats[0].raw if not line.startswith(b'{"type":"end"')]

    assert messages(FakeSeat(fault_at(1))) == messages(FakeSeat(lambda _: 0))


def test_two_faulty_bots_share_the_last_rank() -> None:
    seats = [FakeSeat(fault_at(1)), FakeSeat(fault_at(2)), FakeSeat()]
    outcome = referee_match(setup(3), seats)
    assert outcome.ranks == [2, 2, 1]


def test_with_sides_a_fault_costs_the_side_the_match_and_spoils_it_for_the_partner() -> None:
    seats = [FakeSeat(), FakeSeat(fault_at(1)), FakeSeat(), FakeSeat()]
    outcome = referee_match(setup(4, config=BidsConfig(sides=True)), seats)
    assert outcome.ranks == [1, 3, 1, 3]
    assert outcome.rated == [True, True, True, False]


def test_with_stand_in_only_the_decision_is_replaced_and_a_fresh_process_hears_all_that_happened() -> None:
    fresh: list[FakeSeat] = []

    def reopen(seat: int, start_ms: float) -> Seat:
        fresh.append(FakeSeat())
        return fresh[-1]

    seats = [FakeSeat(), FakeSeat(fault_at(1, "crash"))]
    outcome = referee_match(setup(on_fault="stand-in"), seats, reopen=reopen)
    assert outcome.ranks is not None and None not in (outcome.scores or [None])
    [again] = fresh
    assert again.lines[0]["resumed"] is True
    assert again.acts()[0]["id"] == 2
    assert [event["seat"] for event in again.acts()[0]["events"]] == [0, 1, 0]


def test_without_other_limits_a_bot_has_an_hour_for_its_decisions_together() -> None:
    budgets: list[float | None] = []

    def note(question: Question) -> int:
        budgets.append(question.budget_ms)
        return 0

    played = setup(time=TimeLimits(move_ms=None), match_ms=100.0)
    outcome = referee_match(played, [FakeSeat(note, ms=30.0), FakeSeat()])
    assert budgets == [100.0, 70.0] and outcome.ranks is not None


def test_the_time_for_starting_is_one_budget_a_seat_and_match_however_often_it_starts() -> None:
    class Slow(FakeSeat):
        def ask(self, question: Question) -> Reply | Fault:
            return Fault("timeout", "too slow", ms=400.0, free_ms=300.0)

    left: list[float] = []

    def reopen(seat: int, start_ms: float) -> Seat:
        left.append(start_ms)
        return Slow()

    times = TimeLimits(start_ms=700, move_ms=None, bank_ms=1000)
    seats = [Slow(), FakeSeat()]
    outcome = referee_match(setup(time=times, on_fault="stand-in", config=BidsConfig(turns=4)), seats, reopen=reopen)
    assert left == [400.0, 100.0, 0.0, 0.0]
    assert outcome.free == {0: 300.0, 2: 300.0, 4: 300.0, 6: 300.0}


class BrokenState(BidsState):
    def apply(self, action: str) -> Any:
        if len(self.bids[0]) == 1 and self.turn == 0:
            raise ZeroDivisionError("division by zero")
        return super().apply(action)


class LoopingState(BidsState):
    def apply(self, action: str) -> Any:
        return []


class EmptyState(BidsState):
    def legal(self) -> Sequence[str]:
        return ()


class NoStatic(BidsState):
    """Stands for a game whose static part raises."""


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (BrokenState, "bids failed at decision 3: ZeroDivisionError: division by zero"),
        (LoopingState, "longer than the 50 decisions"),
        (EmptyState, "no legal action"),
        (NoStatic, "bids failed before its first decision: KeyError"),
    ],
)
def test_rules_that_raise_loop_or_offer_nothing_are_a_game_error_that_names_game_and_decision(
    state: type[BidsState], says: str
) -> None:
    class Faulty(Bids):
        max_decisions = 50

        def new_match(self, config: Any, seats: int, chance: Any) -> BidsState:
            return state(config, [1] * seats)

        def static(self, config: Any, seats: int) -> Any:
            if state is NoStatic:
                raise KeyError("no board")
            return super().static(config, seats)

    with pytest.raises(GameError, match=says):
        referee_match(msgspec.structs.replace(setup(), game=Faulty()), [FakeSeat(), FakeSeat()])


def test_an_error_of_a_seat_or_a_watcher_is_not_blamed_on_the_rules() -> None:
    def broken(question: Question) -> int:
        raise OSError("the machine is on fire")

    with pytest.raises(OSError, match="on fire"):
        referee_match(setup(), [FakeSeat(broken), FakeSeat()])


def test_notes_are_kept_up_to_16_kib_a_match() -> None:
    class Noting(FakeSeat):
        def ask(self, question: Question) -> Reply | Fault:
            return Reply(0, 1.0, note="x" * 10_000)

    outcome = referee_match(setup(config=BidsConfig(turns=3)), [Noting(), FakeSeat()])
    assert [len(note) for note in outcome.notes.values()] == [10_000, 6384]


@pytest.mark.parametrize("on_fault", ["forfeit", "stand-in"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_replay_gives_back_the_match_and_every_byte_that_was_sent(seats: int, on_fault: Any) -> None:
    class Bots:
        def game(self, name: str) -> Any:
            return {"bids": Bids()}[name]

    played = setup(seats, on_fault=on_fault, config=BidsConfig(turns=4))
    everyone = [[FakeSeat(lambda q: q.id % 3, ms=seat + 0.25)] for seat in range(seats)]
    everyone[1][0].answer = fault_at(2)

    def reopen(seat: int, start_ms: float) -> Seat:
        everyone[seat].append(FakeSeat(lambda q: 1))
        return everyone[seat][-1]

    outcome = referee_match(played, [own[0] for own in everyone], reopen=reopen)
    replay = keep(played, outcome, [f"bot{seat}" for seat in range(seats)])
    again, lines = play_again(replay, Bots())  # type: ignore[arg-type]
    assert (again.ranks, again.scores, again.answers) == (outcome.ranks, outcome.scores, outcome.answers)
    assert unpack(replay.answers).count(0) == 1
    for seat in range(seats):
        assert b"".join(lines[seat]) == b"".join(line for own in everyone[seat] for line in own.raw)
    assert len(encode_replay(replay)) < 1000
