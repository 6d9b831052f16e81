"""Reading a bot's answers: exactly the protocol, nothing more, and no exception but BadAnswer."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.protocol import Act, Answer, BadAnswer, End, Quit, Start, TimeLeft, TimeLimits, decode, encode, read_answer


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (b'{"id":17,"action":"warrior d3 2"}', Answer(17, "warrior d3 2", None, None)),
        (b'{"id":17,"index":4}', Answer(17, None, 4, None)),
        (b' { "index" : 4 , "id" : 17 , "extra" : {"a": [1, 2]} } ', Answer(17, None, 4, None)),
        (b'{"id":1,"index":0,"note":"id: 3"}', Answer(1, None, 0, "id: 3")),
        (b'{"id":1,"index":0,"note":7}', Answer(1, None, 0, None)),
        (b'{"id":1,"index":-1}', Answer(1, None, -1, None)),
        (b'{"id":1,"index":123456789012345678901234567890}', Answer(1, None, 123456789012345678901234567890, None)),
        (b'{"id":1,"action":"\\u0061:b"}', Answer(1, "a:b", None, None)),
    ],
)
def test_an_answer_has_an_id_and_an_action_or_an_index(line: bytes, answer: Answer) -> None:
    assert read_answer(line) == answer


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"id":1}', "neither"),
        (b'{"id":1,"index":1,"action":"pass"}', "both"),
        (b'{"index":1}', "no id"),
        (b'{"id":"1","index":1}', "not a whole number"),
        (b'{"id":true,"index":1}', "not a whole number"),
        (b'{"id":1,"index":true}', "its index is true"),
        (b'{"id":1,"index":"3"}', 'its index is "3"'),
        (b'{"id":1,"index":4.5}', "4.5"),
        (b'{"id":1,"index":4.0}', "4.0"),
        (b'{"id":1,"index":null}', "null"),
        (b'{"id":1,"action":3}', "not a string"),
        (b'{"id":1,"index":NaN}', "NaN"),
        (b'{"id":1,"id":1,"index":2}', '"id" stands in the answer twice'),
        (b'{"id":1,"index":1,"index":2}', '"index" stands in the answer twice'),
        (b'{"id":1,"index":1,"x":{"a":1,"a":2}}', '"a" stands in the answer twice'),
        (b'{"id":1,"action":"\xff"}', "not UTF-8"),
        (b"{'id': 1, 'index': 3}", "not JSON"),
        (b'{"id":1,"index":3', "not JSON"),
        (b'{"id":1,"index":3} trailing', "not JSON"),
        (b'{"a":' * 100_000, "nested"),
        (b'{"id":1,"index":1,"x":' + b"[" * 5000 + b"]" * 5000 + b"}", "nested"),
    ],
)
def test_everything_else_is_a_bad_answer_that_says_why(line: bytes, why: str) -> None:
    with pytest.raises(BadAnswer, match=why):
        read_answer(line)


def test_a_printed_python_dict_gets_a_hint() -> None:
    with pytest.raises(BadAnswer) as caught:
        read_answer(b"{'id': 1, 'index': 3}")
    assert caught.value.hint is not None and "json.dumps" in caught.value.hint


@given(st.binary(max_size=200))
def test_no_bytes_whatever_raise_anything_else(junk: bytes) -> None:
    for line in (b"{" + junk, b'{"id":1,"index":' + junk + b"}"):
        with contextlib.suppress(BadAnswer):
            read_answer(line)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda kids: st.lists(kids) | st.dictionaries(st.text(), kids),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["id", "index", "action", "note", "x", "y:z"]), json_values))
def test_whatever_is_read_is_what_json_says(data: dict[str, Any]) -> None:
    line = json.dumps(data).encode()
    try:
        answer = read_answer(line)
    except BadAnswer:
        assert type(data.get("id")) is not int or ("index" in data) == ("action" in data) or not (
            type(data.get("index")) is int or type(data.get("action")) is str
        )
    else:
        assert (answer.id, answer.index, answer.action) == (data["id"], data.get("index"), data.get("action"))


def test_messages_come_back_as_they_were_sent() -> None:
    messages = [
        Start(1, "m", "g", 1, {"a": 1}, 2, 0, [0, 1], None, 5, {}, TimeLimits()),
        Act(1, 1, ["pass"], {"x": None}, [], TimeLeft(1000, None, 3.1)),
        End([1, 2], None, {}, [], []),
        Quit(),
    ]
    assert [decode(encode(message)) for message in messages] == messages
    assert encode(messages[1]) == (
        b'{"type":"act","id":1,"n":1,"legal":["pass"],"view":{"x":null},"events":[],'
        b'"time":{"move_ms":1000,"bank_ms":null,"last_ms":3.1}}\n'
    )
    assert b"resumed" not in encode(messages[0])
