"""Matches recorded by an independent implementation, played again decision by decision."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from random import Random

import pytest
from arena_saboteur import Config
from saboteur_help import GAME, take_forced, written

with gzip.open(Path(__file__).parent / "records.jsonl.gz", "rt", encoding="utf-8") as lines:
    RECORDS = [json.loads(line) for line in lines]


def test_the_records_are_of_both_games_and_of_many_seat_counts():
    assert len(RECORDS) == 24 and sum(len(record["decisions"]) for record in RECORDS) == 3506
    assert {record["seats"] for record in RECORDS} >= {2, 3, 4, 5, 6, 7, 9, 10, 12}


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: f"{r['seats']}-{'exp' if r['config']['expansion'] else 'base'}")
def test_a_record_replays_with_equal_seats_legal_lists_ranks_and_scores(record):
    config = Config(**record["config"])
    state = GAME.new_match(config, record["seats"], written(record["deal"], config.expansion))
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


@pytest.mark.parametrize("record", RECORDS[::3], ids=lambda r: f"{r['seats']}-{'exp' if r['config']['expansion'] else 'base'}")
def test_along_a_record_drawn_worlds_and_json_give_the_same_views_and_lists(record):
    config, seats, rng = Config(**record["config"]), record["seats"], Random(1)
    state = GAME.new_match(config, seats, written(record["deal"], config.expansion))
    for number, (seat, action, *_) in enumerate(record["decisions"]):
        take_forced(state)
        if number % 7 == 0 or not action.startswith(("path", "discard", "done", "break")):
            view = state.view(seat)
            world = GAME.determinize(view, [], rng, seat=seat, config=config, seats=seats)
            assert world.view(seat) == view and world.legal() == state.legal()
            back = GAME.from_json(state.to_json())
            assert back.legal() == state.legal() and back.open_view() == state.open_view()
        state.apply(action)
