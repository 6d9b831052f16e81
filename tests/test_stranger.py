"""The public documents suffice: a bot by somebody who saw only the protocol and `arena rules armadora`."""

from __future__ import annotations

from pathlib import Path

import pytest

import arena

OUTSIDER = Path(__file__).parent / "strangers" / "outsider.py"


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_written_from_the_documents_alone_makes_no_fault_and_beats_random(seats: int) -> None:
    total = 0.0
    for number in range(6):
        bots = ["random"] * seats
        bots[number % seats] = str(OUTSIDER)
        if seats == 4:
            bots[(number + 2) % 4] = str(OUTSIDER)
        match = arena.play("armadora", bots, seed=number)
        assert match.outcome.faults == []
        assert match.placements is not None
        total += match.placements[number % seats]
    assert total / 6 > 0.75
