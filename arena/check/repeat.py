"""Checks that a match is a function of its deal and its answers: again, in another process, as a copy, from JSON.

Run as a module it is the other process: it plays matches and prints what could be seen, to be compared.
"""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from arena.check.bench import Bench, Match, Skipped, snapshot, told_bytes
from arena.games import Game, NotOffered, State

HASH_SEEDS = ("1", "2")
MATCHES_ELSEWHERE = 6
SECONDS_ELSEWHERE = 120
COPIES_PLAY_ON = 12


def trace(bench: Bench, match: Match) -> list[str]:
    """One fingerprint of all that could be seen at each decision of a match, its end, and what was told on the way."""
    marks = []
    for moment in bench.walk(match):
        seen = snapshot(moment.state, match.seats) + told_bytes(moment.news)
        marks.append(sha256(seen).hexdigest()[:12])
    return marks


def same_again(bench: Bench) -> None:
    """The same deal and actions give the same match again: legal lists, views, events, ranks and scores."""
    before = random.getstate()
    first = [trace(bench, match) for match in bench.matches]
    if random.getstate() != before:
        bench.where = ""
        bench.fail("the rules draw from Python's global random generator; all chance comes from the deal")
    for match, marks in zip(reversed(bench.matches), reversed(first), strict=True):
        again = trace(bench, match)
        if again != marks or len(marks) < len(match.actions):
            at = next((i for i, (a, b) in enumerate(zip(marks, again, strict=False)) if a != b), len(again))
            bench.where = f"match {match.number}, {match.label}"
            bench.fail(f"played again from the same deal, the match is another one from decision {at + 1} on")


def looking(bench: Bench) -> None:
    """Looking changes nothing: a match in which nobody looks at views or legal lists ends the same."""
    for match in bench.matches:
        if match.error is not None:
            continue
        told, watched = [], bench.begin(match)
        for moment in bench.walk(match):
            watched = moment.state
            _look(watched, match.seats)
            told.append(told_bytes(moment.news))
        bare = bench.begin(match)
        news = [told_bytes(bare.opening())] + [told_bytes(bare.apply(action)) for action in match.actions]
        bench.where = f"match {match.number}, {match.label}"
        if news != told:
            bench.fail("events differ when nobody looks at views and legal lists")
        if snapshot(bare, match.seats) != snapshot(watched, match.seats):
            bench.fail("the end differs when nobody looks at views and legal lists")


def _look(state: State, seats: int) -> None:
    snapshot(state, seats)
    if state.seat is not None:
        state.safe_action()
        state.stand_in_actions()


def other_hash_seed(bench: Bench) -> None:
    """Another process with another PYTHONHASHSEED plays the same matches: no order comes from a set."""
    module, name = type(bench.game).__module__, type(bench.game).__qualname__
    if module == "__main__" or "<locals>" in name:
        raise Skipped(f"another process cannot import {module}.{name}: put the game at the top of a module")
    matches = _elsewhere(bench)
    mine = [trace(bench, match) for match in matches]
    task = msgspec.json.encode([module, name, bench.seed, bench.wanted, bench.only_seats]).decode()
    for hash_seed in HASH_SEEDS:
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(_import_paths(module))}
        done = subprocess.run(
            [sys.executable, "-m", "arena.check.repeat", task],
            env=env, capture_output=True, timeout=SECONDS_ELSEWHERE, check=False,
        )  # fmt: skip
        if done.returncode:
            last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
            raise Skipped(f"another process could not play {module}.{name}: {last}")
        theirs = msgspec.json.decode(done.stdout, type=list[list[str]])
        for match, here, there in zip(matches, mine, theirs, strict=True):
            if here != there:
                at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
                bench.where = f"match {match.number}, {match.label}"
                bench.fail(f"with PYTHONHASHSEED={hash_seed} the match is another one from decision {at + 1} on")


def _elsewhere(bench: Bench) -> list[Match]:
    """A few matches of the plan, spread over its tables, recorded afresh: the same ones in any process."""
    plan = bench.plan()
    step = -(-len(plan) // MATCHES_ELSEWHERE) or 1
    return [match for match in plan[::step] if bench.record(match)]


def _import_paths(module: str) -> list[str]:
    """Where another process finds the game: as here, and beside a module that was loaded from a file by its path."""
    paths = [path for path in sys.path if path]
    top = sys.modules.get(module.partition(".")[0])
    if top is not None and top.__file__:
        file = Path(top.__file__).resolve()
        paths.append(str(file.parent.parent if file.name == "__init__.py" else file.parent))
    return list(dict.fromkeys(paths))


def main(task: str) -> None:
    """Play the matches that `other_hash_seed` asks for, and print their traces."""
    module, name, seed, matches, seats = msgspec.json.decode(task)
    found: Any = importlib.import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    game: Game = found()
    bench = Bench(game, seed=seed, matches=matches, seats=seats)
    sys.stdout.write(msgspec.json.encode([trace(bench, match) for match in _elsewhere(bench)]).decode())


def copies(bench: Bench) -> None:
    """A copy is independent, and plays on as the match itself does, chance included."""
    expected: dict[int, bytes] = {}
    for moment in bench.moments():
        state, match = moment.state, moment.match
        if moment.number == 1:
            expected = {}
        seen = snapshot(state, match.seats)
        if moment.number in expected and seen != expected.pop(moment.number):
            bench.fail("the match does not play on as its copy did")
        if expected or moment.seat is None:
            continue
        twin = state.copy()
        if twin is state or snapshot(twin, match.seats) != seen:
            bench.fail("copy() is not another state that looks the same")
        for number in range(moment.number, min(moment.number + COPIES_PLAY_ON, len(match.actions) + 1)):
            twin.apply(match.actions[number - 1])
            expected[number + 1] = snapshot(twin, match.seats)
        if snapshot(state, match.seats) != seen:
            bench.fail("playing on with a copy has changed the match")


def json_both_ways(bench: Bench) -> None:
    """A state goes to plain JSON and comes back looking the same."""
    for moment in bench.moments(200):
        n = moment.match.seats
        seen = snapshot(moment.state, n)
        data = msgspec.json.decode(msgspec.json.encode(moment.state.to_json()))
        try:
            back = bench.game.from_json(data)
        except NotOffered:
            bench.fail("to_json is offered and from_json is not")
        if snapshot(back, n) != seen:
            bench.fail("a state that went to JSON and back looks otherwise")
        if msgspec.json.decode(msgspec.json.encode(back.to_json())) != data:
            bench.fail("a state that came back from JSON writes other JSON")
        if snapshot(moment.state, n) != seen:
            bench.fail("writing a state as JSON has changed the match")


if __name__ == "__main__":
    main(sys.argv[1])
