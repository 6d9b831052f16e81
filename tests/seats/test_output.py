"""A bot's output is cut into the same lines, however it arrives; and words for what went wrong."""

from __future__ import annotations

import errno
import random
import signal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from seats_play import ZOO

from arena.seats import Limits, evidence
from arena.seats.host import answer_line, load_class
from arena.seats.output import Output

LINES = st.lists(
    st.sampled_from(
        [b'{"id":1,"index":0}', b"  {x}\r", b"", b"\r", b"   ", b"text", b"[1]", b"\xff\xfe", b"\xef\xbb\xbf{y}", b"{z"]
    )
)


def answers_of(chunks: list[bytes]) -> tuple[list[bytes], int, int, bytes]:
    output = Output(Limits())
    output.begin()
    found = []
    for chunk in chunks:
        output.take(chunk)
        while (line := output.next_answer()) is not None:
            found.append(line)
    return found, output.noise, output.noise_bytes, bytes(output.unfinished)


@given(lines=LINES, rest=st.sampled_from([b"", b"{", b"te"]), seed=st.integers(0, 2**32))
def test_lines_do_not_depend_on_how_they_arrive(lines: list[bytes], rest: bytes, seed: int) -> None:
    whole = b"".join(line + b"\n" for line in lines) + rest
    draw = random.Random(seed)
    cuts = sorted(draw.randrange(len(whole) + 1) for _ in range(draw.randrange(8)))
    chunks = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert answers_of(chunks) == answers_of([whole])
    assert answers_of([whole])[3] == rest


def test_a_line_begun_before_the_question_is_noise_even_if_it_ends_after() -> None:
    output = Output(Limits())
    output.begin()
    output.take_before(b'text\n{"id":1,')
    output.take(b'"index":0}\n{"id":2,"index":0}\n')
    assert output.next_answer() == b'{"id":2,"index":0}'
    assert output.noise == 2


def test_what_follows_an_answer_is_noise_in_the_next_decision() -> None:
    output = Output(Limits())
    output.begin()
    output.take(b"{1}\n{2}\n\nmore\n")
    assert output.next_answer() == b"{1}"
    output.begin()
    assert output.next_answer() is None
    assert output.noise == 2
    output.begin()
    assert output.noise == 0


@pytest.mark.parametrize(
    ("status", "words"),
    [(0, "exit status 0"), (3 << 8, "exit status 3"), (9, "signal SIGKILL"), (11 | 0x80, "signal SIGSEGV"),
     (signal.SIGRTMIN + 5, "signal 39")],
)  # fmt: skip
def test_a_wait_status_in_words(status: int, words: str) -> None:
    assert evidence.status_in_words(status) == words


def test_why_a_program_was_not_started(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_bytes(b"#!/bin/sh\r\necho\r\n")
    why, hint = evidence.why_not_started([str(script)], errno.ENOENT)
    assert "/bin/sh\\r" in why
    assert "carriage return" in (hint or "")
    assert "folder" in evidence.why_not_started([str(tmp_path)], errno.EACCES)[0]


class Whole:
    def __index__(self) -> int:
        return 2


@pytest.mark.parametrize(
    ("choice", "line"),
    [
        ("pass", b'{"id":1,"action":"pass"}'),
        (2, b'{"id":1,"index":2}'),
        (Whole(), b'{"id":1,"index":2}'),
        (True, b'{"id":1,"index":true}'),
        (None, b'{"id":1,"index":null}'),
        (2.5, b'{"id":1,"index":2.5}'),
        ([1], b'{"id":1,"index":[1]}'),
        (float("nan"), b'{"id":1,"index":"float object"}'),
        (object(), b'{"id":1,"index":"object object"}'),
        ("\ud800", b'{"id":1,"index":"\\ud800"}'),
    ],
)
def test_what_a_class_bot_returns_as_a_line(choice: object, line: bytes) -> None:
    assert answer_line(1, choice) == line + b"\n"


@pytest.mark.parametrize(
    ("target", "words"),
    [("nothing", "does not name a class"), (f"{ZOO}/good-class.py:Nobody", "has no class Nobody"),
     ("json:JSONDecoder", "is no bot")],
)  # fmt: skip
def test_what_is_no_class_bot_is_refused_in_a_sentence(target: str, words: str) -> None:
    with pytest.raises(ImportError, match=words):
        load_class(target)


def test_a_bots_file_named_as_a_standard_module_hides_nothing(tmp_path: Path) -> None:
    file = tmp_path / "random.py"
    file.write_text("import arena\nclass Zoo(arena.Bot):\n    def act(self, view, legal, info):\n        return 0\n")
    assert load_class(f"{file}:Zoo").__name__ == "Zoo"
    assert load_class(f"{file}:Zoo") is load_class(f"{file}:Zoo")
    import random as again

    assert again is random
