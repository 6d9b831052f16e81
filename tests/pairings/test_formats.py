"""Formats by name: what `--format` takes makes a schedule, or is refused in a sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest

from arena.errors import UserError
from arena.pairings import MixedSchedule, PairingPlan, Schedule, Swiss
from arena.plugins import Plugins


def make(name: str, plan: PairingPlan) -> Schedule:
    schedule: Schedule = Plugins().pairing(name)(plan)
    return schedule


def test_the_formats_that_ship_make_schedules():
    assert set(Plugins().targets("register_pairings")) == {"round-robin", "swiss"}
    plan = PairingPlan(bots=10, sizes=(2, 3, 4))
    everybody, swiss = make("round-robin", plan), make("swiss", plan)
    assert isinstance(everybody, MixedSchedule) and isinstance(swiss, Swiss)
    assert everybody.units and everybody.total() and swiss.units == 6


def test_any_schedule_is_played_by_asking_until_there_is_nothing_new():
    for name in ("round-robin", "swiss"):
        schedule = make(name, PairingPlan(bots=6, sizes=(3,)))
        results: dict = {}
        while new := [m for t in schedule.tables(results) for m in t.matches if m.key not in results]:
            results.update({match.key: [1.0, 0.5, 0.0] for match in new})
        assert len(results) == schedule.total()


@pytest.mark.parametrize(
    ("name", "plan", "says"),
    [
        ("swis", PairingPlan(4, (2,)), "there is no format named 'swis'; did you mean 'swiss'"),
        ("x", PairingPlan(4, (2,)), "there is no format named 'x'; known: round-robin, swiss"),
        ("swiss", PairingPlan(4, (2,), matches=9), "length is its number of rounds"),
        ("round-robin", PairingPlan(4, (2,), rounds=9), "a round robin has no number of rounds"),
        ("round-robin", PairingPlan(4, (2,), single=True), "only Swiss can play it once"),
        ("round-robin", PairingPlan(3, (2, 4)), "a table of 4 seats needs 4 bots"),
    ],
)
def test_what_a_format_cannot_make_is_refused_in_a_sentence(name, plan, says):
    with pytest.raises(UserError) as error:
        make(name, plan)
    assert says in str(error.value)


def test_networkx_is_imported_only_when_pairs_are_matched():
    code = "import sys, arena.pairings as p; p.RoundRobin(9, 4); p.Swiss(9, [3]).next_round(); print('networkx' in sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "False"
