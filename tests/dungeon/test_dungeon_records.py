"""Matches recorded by an independent implementation, played again decision by decision."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from random import Random

import pytest
from arena_dungeon import Config
from dungeon_help import GAME, check_invariants, take_forced, written

with gzip.open(Path(__file__).parent / "records.jsonl.gz", "rt", encoding="utf-8") as lines:
    RECORDS = [json.loads(line) for line in lines]


def name_of(record):
    return f"{record['seats']}-{record['config'].get('variant', 'none')}"


def test_the_records_are_of_many_seat_counts_and_all_variants():
    assert len(RECORDS) == 24 and sum(len(record["decisions"]) for record in RECORDS) == 2401
    assert {record["seats"] for record in RECORDS} == {1, 2, 4, 8}
    assert {record["config"].get("variant") for record in RECORDS} == {
        None, "treasure_hunter", "time_trial", "monster_hunt",
    }  # fmt: skip


@pytest.mark.parametrize("record", RECORDS, ids=name_of)
def test_a_record_replays_with_equal_seats_legal_lists_ranks_and_scores(record):
    chance = written(record["deal"]["chance"])
    state = GAME.new_match(Config(**record["config"]), record["seats"], chance)
    for seat, action, length, digest, *whole in record["decisions"]:
        take_forced(state)
        legal = state.legal()
        if whole:
            assert [*legal] == whole[0]
        assert (state.seat, len(legal)) == (seat, length)
        assert hashlib.sha256("\n".join(legal).encode()).hexdigest()[:16] == digest
        state.apply(action)
    take_forced(state)
    assert (state.ranks(), state.scores()) == (record["ranks"], record["scores"])
    assert not any(chance._draws.values()), "every draw of the record was used"


@pytest.mark.parametrize("record", RECORDS[::3], ids=name_of)
def test_along_a_record_drawn_worlds_and_json_give_the_same_views_and_lists(record):
    config, seats, rng = Config(**record["config"]), record["seats"], Random(1)
    state = GAME.new_match(config, seats, written(record["deal"]["chance"]))
    for number, (seat, action, *_) in enumerate(record["decisions"]):
        take_forced(state)
        check_invariants(state)
        if number % 5 == 0 or not action.startswith(("go", "stay")):
            view = state.view(seat)
            world = GAME.determinize(view, [], rng, seat=seat, config=config, seats=seats)
            assert world.view(seat) == view and world.legal() == state.legal()
            check_invariants(world)
            back = GAME.from_json(state.to_json())
            assert back.legal() == state.legal() and back.open_view() == state.open_view()
        state.apply(action)
