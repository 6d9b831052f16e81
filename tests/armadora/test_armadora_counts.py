"""Counts and records that others can check: perft with turns as sets, and the matches of an independent program."""

from __future__ import annotations

import gzip
import json
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from arena_armadora import Config, WrittenDeal
from armadora_help import GAME, palisades_of, start, take_forced, turn_sets

RECORDS = Path(__file__).parent / "records.jsonl.gz"
"""Matches of an independent implementation: by line game, seats, config, deal, decisions (seat, action, length and hash of
`legal`, the first six with the whole list), ranks and scores."""


def turns(state):
    """How many whole turns there are: a pair of palisades counts once."""
    if state.seat is None:
        return 0
    legal = state.legal()
    first = palisades_of(legal)
    ordered = 0
    for edge in first:
        after = state.copy()
        after.apply(f"palisade {edge}")
        ordered += len(after.legal()) - 1  # the last is `done`
    return len(legal) + ordered // 2


@pytest.mark.parametrize(("seats", "count"), [(2, 2435), (3, 2403), (4, 2403)])
def test_perft_1(seats, count):
    state = start(seats)
    assert turns(state) == len(turn_sets(state)) == count


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "count"), [(2, 5_586_321), (3, 5_431_793), (4, 5_431_793)])
def test_perft_2(seats, count):
    assert sum(turns(state) for state in turn_sets(start(seats)).values()) == count


def lines():
    return gzip.decompress(RECORDS.read_bytes()).decode().splitlines()


@pytest.mark.parametrize("line", lines(), ids=lambda line: line[line.index('"seats"') : line.index('"deal"')])
def test_a_recorded_match_replays(line):
    record = json.loads(line)
    deal = {"gold": [[record["deal"]["gold"][mine] for mine in GAME.static(None, 2).mines]]}
    if record["deal"]["races"]:
        deal["races"] = [record["deal"]["races"]]
    config = msgspec.convert(record["config"], Config)
    state = GAME.new_match(config, record["seats"], WrittenDeal(deal))
    for number, (seat, action, length, digest, *whole) in enumerate(record["decisions"]):
        take_forced(state)
        legal = state.legal()
        assert (state.seat, len(legal)) == (seat, length), number
        assert sha256("\n".join(legal).encode()).hexdigest()[:16] == digest, number
        assert not whole or legal == whole[0], number
        state.apply(action)
    take_forced(state)
    assert state.seat is None
    assert (state.ranks(), state.scores()) == (record["ranks"], record["scores"])


def test_the_records_are_there():
    assert len(lines()) == 24
