"""Every hostile and clumsy bot gets its verdict, in time, with evidence that helps, and leaves nothing behind."""

from __future__ import annotations

import json
import random

import pytest
from seats_play import ZOO, Played, play, zoo, zoo_class

from arena.seats import Limits, Program
from arena.seats.opener import SeatOpener
from arena.seats.scratch import environment

LONG_ACT = 80_000  # more than a pipe holds


def verdict_of(played: Played) -> tuple[str | None, int]:
    return (played.fault.kind if played.fault else None), len(played.replies)


FAULTY = [
    # member, fault, replies before it, some words of why and exit, some words of the hint
    ("exit0", "crash", 0, "exit status 0", "until its input ends"),
    ("exit1", "crash", 0, "exit status 1", None),
    ("segv", "crash", 0, "SIGSEGV", None),
    ("exit-idle", "crash", 1, "exit status 3", None),
    ("answers-ahead", "invalid", 0, "has the id 2; 1 is asked", None),
    ("no-id", "invalid", 0, "no id", None),
    ("wrong-id", "invalid", 0, "4711", None),
    ("both-keys", "invalid", 0, "both", None),
    ("neither-key", "invalid", 0, "neither", None),
    ("float-index", "invalid", 0, "1.0", None),
    ("true-index", "invalid", 0, "true", None),
    ("string-index", "invalid", 0, '"0"', None),
    ("nan", "invalid", 0, "NaN", None),
    ("duplicate-keys", "invalid", 0, "twice", None),
    ("invalid-utf8", "invalid", 0, "UTF-8", None),
    ("deep-nesting", "invalid", 0, "nested", None),
    ("python-dict", "invalid", 0, "not JSON", "json.dumps"),
    ("illegal-action", "illegal", 0, "'teleport h8' is not one of the 3", None),
    ("index-out-of-range", "illegal", 0, "the index is 3; it must be 0 to 2", None),
    ("negative-index", "illegal", 0, "-1", None),
    ("huge-int", "illegal", 0, "index", None),
    ("long-line", "limit", 0, "1 MiB", None),
    ("flood", "limit", 0, "1 MiB", None),
    ("noise-flood", "limit", 0, "1,000 lines", None),
    ("blank-flood", "limit", 0, "1 MiB", None),
    ("late-flood", "limit", 1, "1,000 lines", None),
    ("stderr-flood", "limit", 0, "64 MiB", None),
    ("closes-stdout", "crash", 0, "closed its standard output", None),
    ("kills-its-box", "crash", 0, "killed", None),
]


@pytest.mark.parametrize(("member", "kind", "replies", "why", "hint"), FAULTY, ids=[row[0] for row in FAULTY])
def test_a_faulty_bot_gets_its_verdict_at_once(
    opener: SeatOpener, member: str, kind: str, replies: int, why: str, hint: str | None
) -> None:
    played = play(opener, zoo(member), budget_ms=None, gap_s=0.1 if member == "exit-idle" else 0.0)
    assert verdict_of(played) == (kind, replies)
    assert played.fault is not None
    assert why in played.fault.why
    assert hint is None or hint in (played.fault.hint or "")
    assert played.fault_s < 5
    if member in ("exit0", "exit1", "exit-idle", "segv"):
        assert why in (played.fault.exit or "")
    if kind in ("invalid", "illegal"):
        assert played.fault.output, "what the bot answered is evidence"
    if member != "exit-idle":
        assert '"type":"act"' in played.fault.sent


TOO_LATE = [
    # member, replies before, some words of the hint
    ("hang", 0, "it may think too long, loop for ever, or wait for its input to end"),
    ("no-newline", 0, "without a newline"),
    ("partial-then-hang", 0, "without a newline"),
    ("trickle", 0, "it printed text"),
    ("late", 1, None),
    ("json-array", 0, "not an array"),
    ("not-json", 0, "it printed text"),
    ("deaf", 0, "did not read"),
    ("stops-its-box", 0, "it may think too long"),
    ("id-from-zero", 0, "its answer had the id 0 where 1 was asked: answers to earlier questions are dropped"),
]


@pytest.mark.parametrize(("member", "replies", "hint"), TOO_LATE, ids=[row[0] for row in TOO_LATE])
def test_a_bot_without_an_answer_is_out_of_time_at_its_limit(
    opener: SeatOpener, member: str, replies: int, hint: str | None
) -> None:
    start_ms = 3000 if replies else 400
    padding = LONG_ACT if member == "deaf" else 0
    played = play(opener, zoo(member), budget_ms=100, start_ms=start_ms, padding=padding)
    assert verdict_of(played) == ("timeout", replies)
    assert played.fault is not None
    assert hint is None or hint in (played.fault.hint or "")
    limit = 0.1 + (0 if replies else start_ms / 1000)
    assert played.fault_s < limit + 0.5
    assert played.fault.ms >= 100
    assert played.fault.exit is None, "it did not end by itself"


PLAYS_ON = ["good", "two-answers", "answers-unasked", "print-debugging", "crlf", "ignores-term", "double-fork", "shell"]


@pytest.mark.parametrize("member", PLAYS_ON)
def test_a_clumsy_bot_plays_on(opener: SeatOpener, member: str) -> None:
    played = play(opener, zoo(member), budget_ms=2000, gap_s=0.03, ahead=member == "answers-unasked")
    assert verdict_of(played) == (None, 3), played.fault
    assert all(reply.index == 0 for reply in played.replies)
    if member == "two-answers":
        assert [reply.noise for reply in played.replies] == [0, 1, 1]
    if member == "answers-unasked":
        assert [reply.noise for reply in played.replies] == [1, 1, 1]
    if member == "print-debugging":
        assert [reply.noise for reply in played.replies] == [2, 3, 3]
    if member == "crlf":
        assert [reply.noise for reply in played.replies] == [0, 0, 0]


def test_answers_to_earlier_questions_are_dropped_and_counted(opener: SeatOpener) -> None:
    played = play(opener, zoo("answers-twice-late"), budget_ms=2000)
    assert [(reply.index, reply.late) for reply in played.replies] == [(0, 0), (0, 1), (0, 1)]


def test_a_bot_that_closed_its_input_may_go_on_answering(opener: SeatOpener) -> None:
    played = play(opener, zoo("closes-stdin"), budget_ms=2000)
    assert verdict_of(played) == (None, 3), played.fault


def test_a_slow_start_is_borne_by_the_budget_of_the_start(opener: SeatOpener) -> None:
    played = play(opener, zoo("slow-start"), budget_ms=300)
    assert verdict_of(played) == (None, 3), played.fault
    assert played.replies[0].ms > 500
    assert played.replies[0].free_ms == played.replies[0].ms
    assert played.replies[1].free_ms == 0


def test_a_start_slower_than_its_budget_is_out_of_time(opener: SeatOpener) -> None:
    played = play(opener, zoo("slow-start"), budget_ms=100, start_ms=300)
    assert verdict_of(played) == ("timeout", 0)


def test_an_index_too_long_for_a_number_is_no_legal_answer(opener: SeatOpener) -> None:
    played = play(opener, zoo("very-huge-int"), budget_ms=2000)
    assert played.fault is not None
    assert played.fault.kind in ("illegal", "invalid")
    assert len(played.fault.why) < 200


NO_PROGRAMS = [
    ("not-executable", "is not executable", "chmod +x"),
    ("missing", "there is no program", None),
    ("bad-interpreter", "/no/such/interpreter", "first line"),
    ("no-first-line", "no program that this machine can run", "#!"),
]


@pytest.mark.parametrize(("member", "why", "hint"), NO_PROGRAMS, ids=[row[0] for row in NO_PROGRAMS])
def test_what_cannot_be_started_is_a_fault_at_its_first_question(
    opener: SeatOpener, member: str, why: str, hint: str | None
) -> None:
    played = play(opener, Program([str(ZOO / f"{member}.sh")]))
    assert verdict_of(played) == ("start", 0)
    assert played.fault is not None
    assert why in played.fault.why
    assert hint is None or hint in (played.fault.hint or "")


def test_standard_error_never_blocks_a_bot_and_its_end_is_kept() -> None:
    with SeatOpener(limits=Limits(stderr_kept=1000)) as opener:
        played = play(opener, zoo("stderr-talker"), budget_ms=5000)
    assert verdict_of(played) == (None, 3), played.fault
    assert all(len(reply.stderr) <= 1000 for reply in played.replies)
    assert b"the end of it     3" in played.all_stderr


CLASSES = [
    ("raises", "crash", "exit status 1", "IndexError"),
    ("sys-exit", "crash", "exit status 5", "sys.exit"),
    ("os-exit", "crash", "exit status 6", ""),
    ("recursion", "crash", "exit status 1", "RecursionError"),
    ("import-fails", "crash", "exit status 1", "no_such_module_at_all"),
    ("returns-garbage", "invalid", "null", ""),
]


@pytest.mark.parametrize(("member", "kind", "why", "stderr"), CLASSES, ids=[row[0] for row in CLASSES])
def test_a_class_bot_fails_as_a_program_would_and_its_traceback_is_kept(
    opener: SeatOpener, member: str, kind: str, why: str, stderr: str
) -> None:
    played = play(opener, zoo_class(member), budget_ms=None)
    assert verdict_of(played) == (kind, 0)
    assert played.fault is not None
    assert why in played.fault.why
    assert stderr in played.fault.stderr
    if kind == "invalid":
        assert "act() must return" in (played.fault.hint or "")


def test_a_class_bot_in_an_endless_loop_is_out_of_time(opener: SeatOpener) -> None:
    played = play(opener, zoo_class("endless-loop"), budget_ms=100, start_ms=300)
    assert verdict_of(played) == ("timeout", 0)
    assert played.fault_s < 0.9


def test_a_class_bot_can_ruin_only_its_own_copies(opener: SeatOpener) -> None:
    played = play(opener, zoo_class("mutates-view"), budget_ms=2000)
    assert verdict_of(played) == (None, 3), played.fault


def test_what_a_class_bot_prints_goes_to_standard_error(opener: SeatOpener) -> None:
    played = play(opener, zoo_class("prints"), budget_ms=2000, decisions=1)
    assert verdict_of(played) == (None, 1), played.fault
    assert set(played.all_stderr.split()) == {b"printed", b"dunder", b"descriptor", b"child"}


def test_a_class_bot_finds_no_referee(opener: SeatOpener) -> None:
    played = play(opener, zoo_class("walks-frames"), budget_ms=5000, decisions=1)
    found = json.loads(played.all_stderr)
    assert found["frames"] == ["act", "_converse", "run", "main", "<module>"]
    assert not {"deal", "Box", "_Keeper", "Keeper", "ProgramSeat", "StartRequest"} & set(found["kinds"])
    assert not {"arena.referee", "arena.deals", "arena.games", "arena.seats.program"} & set(found["modules"])
    assert sorted(found["fds"]) == ["0", "1", "2", "3", "4"], "and two private copies of the first two"
    scratch = found["env"]["HOME"]
    assert found["env"] == environment(scratch, {})


def test_a_class_bot_gets_its_options_and_its_neighbours_but_no_shadowed_library(opener: SeatOpener) -> None:
    played = play(opener, zoo_class("options", depth=3), budget_ms=2000, decisions=1)
    assert verdict_of(played) == (None, 1), played.fault
    expected = random.Random(7).random()
    assert played.all_stderr.decode() == f"3 {expected} {expected} neighbour 2\nended [1, 2]\n"


@pytest.mark.parametrize(
    ("member", "kind"),
    [("raises", "crash"), ("sys-exit", "crash"), ("recursion", "crash"), ("import-fails", "crash"),
     ("returns-garbage", "invalid"), ("mutates-view", None), ("options", None)],
)  # fmt: skip
def test_a_trusted_bot_gets_the_same_verdicts(opener: SeatOpener, member: str, kind: str | None) -> None:
    played = play(opener, zoo_class(member), budget_ms=2000, trusted=True)
    assert verdict_of(played) == (kind, 0 if kind else 3), played.fault
    if played.fault is not None and kind == "crash":
        assert "Traceback" in played.fault.stderr


def test_a_trusted_bot_that_took_too_long_is_judged_afterwards(opener: SeatOpener) -> None:
    played = play(opener, zoo_class("sleeps"), budget_ms=20, trusted=True)
    assert verdict_of(played) == ("timeout", 1)
