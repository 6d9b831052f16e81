"""The example bots: all are found without a note, answer legally, and leave when told to."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from arena.roster import find, prepare
from arena.roster.programs import locate
from arena.seats import Program

BOTS = Path(__file__).parents[2] / "bots"
NAMES = ["badger", "condor", "finch", "heron", "lucky", "marmot", "pebble", "prospector", "snail", "surveyor"]
PROGRAMS = {"badger": "node", "condor": "c++", "finch": "perl", "heron": "javac", "marmot": "cc", "pebble": "python3",
            "snail": "bash"}  # fmt: skip
GOLD = {"d1": 3, "b2": 4, "f2": 4, "h2": 5, "a4": 5, "e4": 6, "c5": 6, "g5": 7}


def test_every_example_is_found_without_a_note(plugins, monkeypatch):
    monkeypatch.setattr("arena.roster.scan.locate", lambda word: f"/usr/bin/{word}")
    found = find(str(BOTS), game="armadora", plugins=plugins)
    assert sorted(bot.name for bot in found.bots) == NAMES
    assert (found.notes, found.refusals) == ([], [])
    assert {bot.name for bot in found.bots if bot.kind == "class"} == {"lucky", "prospector", "surveyor"}
    assert {bot.name for bot in find(str(BOTS), game="dungeon", plugins=plugins).bots} == {*NAMES} - {
        "prospector",
        "surveyor",
    }


def line(message: dict) -> str:
    return json.dumps(message, separators=(",", ":"), ensure_ascii=False) + "\n"


def conversation() -> list[dict]:
    """The messages of a match as the protocol writes them, 50 decisions, with what bots must not stumble over."""
    squares = [f"{column}{row}" for row in range(1, 6) for column in "abcdefgh"]
    land = [square for square in squares if square not in GOLD]
    start = {"type": "start", "protocol": 1, "match": "k7Qf\u2026", "game": "armadora", "rules": 1,
             "config": {"advanced": False}, "seats": 2, "seat": 1, "teams": [0, 1], "names": None, "seed": 2**31 - 1,
             "static": {"squares": squares, "mines": list(GOLD), "edges": ["a1|b1"], "army": [11, 2, 1, 1, 1]},
             "time": {"start_ms": 5000, "move_ms": 1000, "bank_ms": None}, "unknown key": [{}]}  # fmt: skip
    messages = [start, {"type": "weather", "rain": True}]
    for number in range(1, 51):
        legal = [f"warrior {square} {power}" for square in land for power in (1, 2, 5)] + ["palisade a1|b1", "pass"]
        if number % 5 == 0:
            legal = ["palisade a1|b1", "done"]
        if number % 7 == 0:
            legal = ["path b05 3,-1 180", "pass"]
        owner = {square: index % 2 for index, square in enumerate(land[: number % 20])}
        view = {"seat": 1, "turn": 1, "gold": GOLD, "palisades": [], "owner": owner,
                "power": {square: None if seat == 0 else 2 for square, seat in owner.items()}}  # fmt: skip
        events = [{"event": "action", "seat": 0, "action": "warrior a1 ?"}, {"event": "storm", "text": '"id":3,é'}]
        messages.append({"type": "act", "id": number, "n": len(legal), "legal": legal, "view": view, "events": events,
                         "time": {"move_ms": 1000, "bank_ms": None, "last_ms": 3.1}, "new": 1})  # fmt: skip
    messages.append({"type": "end", "ranks": [1, 2], "scores": [21, None], "view": {}, "events": [], "faults": []})
    messages.append({"type": "quit"})
    return messages


def play(argv: list[str], folder: Path) -> list[str]:
    """The actions a program answers with, each checked; it must leave after `quit` though its input stays open."""
    with subprocess.Popen(argv, cwd=folder, stdin=-1, stdout=-1, stderr=-1, text=True, encoding="utf-8") as process:
        try:
            assert process.stdin and process.stdout and process.stderr
            actions = []
            for message in conversation():
                process.stdin.write(line(message))
                process.stdin.flush()
                if message["type"] == "act":
                    text = process.stdout.readline()
                    assert text, process.stderr.read()
                    answer = json.loads(text)
                    assert answer["id"] == message["id"]
                    index = answer["index"] if "index" in answer else message["legal"].index(answer["action"])
                    assert type(index) is int
                    assert 0 <= index < message["n"]
                    actions.append(message["legal"][index])
            assert process.wait(5) == 0
            assert process.stdout.read() == ""
            assert process.stderr.read() == ""
        finally:
            process.kill()
    return actions


@pytest.mark.parametrize("name", PROGRAMS)
def test_every_program_plays_a_whole_match_and_again_the_same(name, plugins, tmp_path):
    if locate(PROGRAMS[name]) is None:
        pytest.skip(f"no {PROGRAMS[name]} here")
    (path,) = (path for path in BOTS.iterdir() if path.stem == name)
    (bot,) = find(str(path), game="armadora", plugins=plugins).bots
    ready = prepare(bot, tmp_path / "results", lambda text: None)
    assert isinstance(ready.runnable, Program)
    actions = play(list(ready.runnable.argv), tmp_path)
    assert play(list(ready.runnable.argv), tmp_path) == actions
    assert len(set(actions)) > 3


@pytest.mark.parametrize(("name", "share"), [("prospector", 0.65), ("surveyor", 0.85)])
@pytest.mark.slow
def test_a_thinking_bot_clearly_beats_a_random_one(name, share):
    won = [win for deal in range(30) for win in (duel(name, "lucky", deal), 1 - duel("lucky", name, deal))]
    assert sum(won) / len(won) > share


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_class_bots_answer_legally_at_every_table(seats, advanced):
    for first in ("prospector", "surveyor"):
        duel(*([first, "lucky"] * 2)[:seats], 1, advanced=advanced)


def duel(*table, advanced: bool = False) -> float:
    """Play class bots in this process: what the first one gets, 1 for a win and a share of it for a tie."""
    import importlib.util
    from random import Random

    import msgspec

    from arena.bots import Act, Start
    from arena.protocol import TimeLeft, TimeLimits

    armadora = pytest.importorskip("arena_armadora")
    *names, deal = table
    game, config = armadora.Armadora(), armadora.Config(advanced=advanced)
    count = len(names)
    state = game.new_match(config, count, armadora.Deal(deal.to_bytes(32)))
    static, teams = msgspec.to_builtins(game.static(config, count)), game.teams(config, count)
    bots = []
    for seat, name in enumerate(names):
        spec = importlib.util.spec_from_file_location(f"example_{name}", BOTS / f"{name}.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        bot = getattr(module, name.capitalize())()
        bot.rng = Random(f"{deal} {seat}")
        bot.info = Start(1, "m", "armadora", 1, {}, count, seat, teams, None, 1, static, TimeLimits())
        bot.start(bot.info)
        bots.append(bot)
    while state.seat is not None:
        legal = list(state.legal())
        action = legal[0]
        if len(legal) > 1:
            view = msgspec.to_builtins(state.view(state.seat))
            action = bots[state.seat].act(view, legal, Act(1, len(legal), legal, view, [], TimeLeft(1000, None, None)))
        assert action in legal
        state.apply(action)
    ranks = state.ranks()
    return float(ranks[0] == 1) / ranks.count(1)
