"""`arena.play`: from names to a result, with real processes."""

from __future__ import annotations

from pathlib import Path

import pytest

import arena
from arena.errors import UserError
from arena.games import Deal, Event, all_but
from arena.match import seats_text
from arena.plugins import Plugins
from arena.protocol import TimeLimits
from arena.referee import Step
from arena.replays import encode_replay, play_again, read_replay
from arena.reports import match as report
from tests.toy import Bids

PROGRAM = """
import json, sys
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "act":
        print("thinking about", m["id"], file=sys.stderr, flush=True)
        print(json.dumps({"id": m["id"], "action": m["legal"][-1], "note": "last"}), flush=True)
"""

CLASS = """
import arena

class Nth(arena.Bot):
    def __init__(self, *, n: int = 0) -> None:
        self.n = n

    def act(self, view, legal, info):
        return legal[min(self.n, len(legal) - 1)]
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    (tmp_path / "last.py").write_text(PROGRAM)
    (tmp_path / "nth.py").write_text(CLASS)
    return tmp_path


def test_a_program_and_a_class_play_a_match_in_processes_of_their_own(bots: Path) -> None:
    match = arena.play(Bids(), [str(bots / "last.py"), str(bots / "nth.py")], seed=1)
    assert match.bots == ["last", "nth"] and match.ranks == [1, 2] and match.winners == ["last"]
    assert match.outcome.faults == [] and match.placements == [1.0, 0.0]
    assert match.outcome.notes[0] == "last" and "thinking about 1" in match.outcome.stderr[0]


def test_the_same_seed_is_the_same_match_and_trusted_or_not_makes_no_difference(bots: Path) -> None:
    def replay(**how: bool) -> bytes:
        match = arena.play(Bids(), [f"{bots}/nth.py:n=2", "random"], seats=3, seed=5, config={"turns": 5}, **how)
        match.replay.times = ""
        return encode_replay(match.replay)

    assert replay() == replay() == replay(trusted=True)


def test_without_a_seed_each_deal_is_new() -> None:
    deals = {arena.play(Bids(), ["random", "random"], trusted=True).replay.deal for _ in range(3)}
    assert len(deals) == 3


def test_fewer_bots_than_seats_are_seated_in_turn(bots: Path) -> None:
    match = arena.play(Bids(), ["random", f"{bots}/nth.py"], seats=4, seed=1)
    assert match.bots == ["random", "nth", "random-2", "nth-2"]


def test_a_class_in_a_file_can_be_handed_over_as_it_is() -> None:
    from tests.classbot import Highest

    match = arena.play(Bids(), [Highest, "random"], seed=1)
    assert match.bots[0] == "Highest" and match.outcome.faults == []


def test_a_bot_that_fails_its_trial_is_said_before_the_match_with_its_traceback(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import sys\nraise RuntimeError('no model file')\n")
    steps: list[Step] = []
    with pytest.raises(UserError) as caught:
        arena.play(Bids(), [str(tmp_path / "broken.py"), "random"], watch=steps.append)
    assert "broken failed its trial decision (crash)" in str(caught.value)
    assert "RuntimeError: no model file" in str(caught.value)
    assert steps == []


def test_a_fault_in_the_match_is_kept_with_its_evidence(tmp_path: Path) -> None:
    (tmp_path / "quits.py").write_text(
        "import sys\n"
        "sys.stdin.readline(); sys.stdin.readline(); print('{\"id\":1,\"index\":0}', flush=True)\n"
        "sys.stdin.readline(); print('bye', file=sys.stderr); sys.exit(3)\n"
    )
    match = arena.play(Bids(), [str(tmp_path / "quits.py"), "random"], seed=1)
    [fault] = match.outcome.faults
    assert (fault.seat, fault.fault.kind) == (0, "crash")
    assert "3" in (fault.fault.exit or "") and "bye" in fault.fault.stderr
    assert match.ranks == [2, 1]


def test_a_slow_bot_loses_on_time(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import sys, time\n"
        "for i, line in enumerate(sys.stdin):\n"
        "    if '\"act\"' in line[:20]:\n"
        "        time.sleep(0 if i < 2 else 60)\n"
        "        print('{\"id\":%d,\"index\":0}' % i, flush=True)\n"
    )
    match = arena.play(Bids(), [str(tmp_path / "slow.py"), "random"], seed=1, time=TimeLimits(move_ms=300))
    assert [fault.fault.kind for fault in match.outcome.faults] == ["timeout"]


def test_a_kept_match_is_read_and_played_again(bots: Path, tmp_path: Path) -> None:
    match = arena.play("armadora", ["random", f"{bots}/nth.py"], seed=1, trusted=True)
    (tmp_path / "m.json").write_bytes(encode_replay(match.replay))
    outcome, lines = play_again(read_replay(tmp_path / "m.json"), Plugins())
    assert outcome.ranks == match.ranks and len(lines) == 2


def test_an_option_may_be_written_in_the_quotes_that_it_is_shown_with() -> None:
    match = arena.play("armadora", ["random", "random"], config=['full_tie="seat_order"'], seed=1, trusted=True)
    assert match.replay.config == {"full_tie": "seat_order"}


def test_a_replay_of_armadora_is_small() -> None:
    match = arena.play("armadora", ["random", "random"], seed=1, trusted=True)
    match.replay.times = ""
    assert len(encode_replay(match.replay)) < 550


@pytest.mark.parametrize(
    ("bots", "how", "says"),
    [
        (["random"] * 5, {}, "armadora is played at 2 to 4 seats, and 5 bots are named; name fewer, or play a tournament"),
        (["random"], {"seats": 7}, "not at 7"),
        (["random"] * 3, {"seats": 2}, "3 bots do not fit 2 seats"),
        ([], {}, "name at least one bot"),
        (["random", "gredy"], {}, "greedy"),
        (["random", "random"], {"config": {"advancd": True}}, "did you mean 'advanced'"),
        (["random", "random"], {"config": ["palisades_min=9"]}, "cannot be '9': it is 1 or 2"),
        (["random", "random"], {"config": ["advanced"]}, "NAME=VALUE"),
        (["random", "cat -u"], {"trusted": True}, "class bots only"),
    ],
)
def test_what_the_caller_can_mend_is_one_clear_sentence(bots: list[str], how: dict[str, object], says: str) -> None:
    with pytest.raises(UserError, match=says) as caught:
        arena.play("armadora", bots, **how)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_an_unknown_game_names_those_there_are() -> None:
    with pytest.raises(UserError, match=r"no game named 'chess'; known games: .*armadora"):
        arena.play("chess", ["random", "random"])


def test_seats_are_counted_in_words() -> None:
    assert seats_text([1, 2]) == "1 or 2 seats"


def test_alone_a_match_without_a_score_is_lost_and_has_no_winner() -> None:
    solo = {"variant": "time_trial", "turn_limit": 1}
    match = arena.play("dungeon", ["random"], seats=1, config=solo, seed=1, trusted=True)
    assert match.scores == [None]
    assert match.winners == []
    assert "The match is lost" in report.result(match)


def test_where_everything_is_shown_an_event_in_two_forms_says_who_was_told_which() -> None:
    class Drew(Event, frozen=True, tag="drew"):
        card: str

    told = [((0,), Drew("king")), (all_but(0, 3), Drew("?")), (all_but(0, 1), Drew("?")), (None, Drew("none left"))]
    step = Step(1, 0, "draw", "forced", 1, None, None, told, Bids().new_match(Bids.Config(), 2, Deal(bytes(32))))
    shown = [line.partition("}")[2] for line in report.told(step, None)]
    assert shown == ["  to seat 0", "  to seats 1, 2 and spectators", "  to spectators", ""]
    assert [line.partition("}")[2] for line in report.told(step, 0)] == ["", ""]
