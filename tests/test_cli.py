"""The command line as its user meets it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.cli import COMMANDS, main
from arena.errors import UserError
from arena.reports.layout import grid

ROOT = Path(__file__).parents[1]


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), prog_name="arena")


def ok(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return result.output


def test_help_names_every_command_and_imports_no_game_and_no_json_library() -> None:
    code = "import sys; from arena.cli import main\ntry: main(['--help'])\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    text, modules = done.stdout.rsplit("\n", 2)[0], done.stdout.splitlines()[-1].split()
    for name in COMMANDS:
        assert f"  {name} " in text
    assert not {"tabulate", "arena.match", "arena_armadora.game", "asyncio"} & set(modules)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_each_of_its_options(name: str) -> None:
    text = ok(name, "--help")
    options = [line for line in text.splitlines() if line.startswith("  -") and "--help" not in line]
    assert text.startswith("Usage: arena") and len(text.splitlines()) > 5
    for line in options:
        assert len(line.split("  ")) >= 2


def test_no_summary_of_a_command_is_cut_at_80_columns() -> None:
    result = CliRunner().invoke(main, ["--help"], prog_name="arena", terminal_width=80)
    assert "..." not in result.output.split("Commands:")[1]


def test_a_folder_that_is_missing_is_said_before_anything_is_played() -> None:
    result = run("match", "random", "random", "--trusted", "--log", "nosuch/m.json")
    assert result.exit_code == 2 and not result.stdout


def test_ctrl_c_in_a_match_is_one_sentence_and_status_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("arena.match.play", stopped)
    result = run("match", "random", "random")
    assert result.exit_code == 130 and result.stderr.strip() == "Stopped; nothing is kept."


def test_an_error_with_control_characters_does_not_reach_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, say: Any, **__: object) -> None:
        say("building \x1b[2Jx")
        raise UserError("a bot \x1b]0;title\x07wrote this\n    stderr | \x9b31m")

    monkeypatch.setattr("arena.match.play", broken)
    result = run("match", "random", "random")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", result.output), repr(result.output)
    assert "building x" in result.output and "a bot wrote this\n    stderr | 31m" in result.output


def test_several_broken_bots_are_counted_and_marked() -> None:
    result = run("match", "a=false -x", "b=false -x")
    assert result.exit_code == 2
    assert "2 bots cannot play:\n- a failed" in result.output and "\n- b failed" in result.output


def test_a_question_that_ended_in_a_fault_is_no_answer(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "import arena\nclass Bad(arena.Bot):\n    def act(self, view, legal, info):\n        return 'nonsense'\n"
    )
    data = json.loads(ok("match", "first-legal", str(tmp_path / "bad.py"), "--trusted", "--seed", "1", "--json"))
    assert [fault["seat"] for fault in data["faults"]] == [1] and data["answers"][1] == 0


def test_tables_fit_the_terminal_by_shorter_names_and_closer_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    row = ["1", "a-bot-with-a-very-long-name-v2", "what it is is told at some length here"]
    monkeypatch.delenv("COLUMNS", raising=False)
    wide = grid(["#", "bot", "what"], [row], names=[1], texts={2: 60})
    assert row[1] in wide and row[2] in wide
    monkeypatch.setenv("COLUMNS", "40")
    narrow = grid(["#", "bot", "what"], [row], names=[1], texts={2: 60})
    assert max(map(len, narrow.splitlines())) <= 40 and "-v2" in narrow and row[1] not in narrow


def test_a_match_shows_who_plays_that_nothing_is_sandboxed_and_how_it_ended() -> None:
    text = ok("match", "random", "greedy", "--seed", "1")
    assert "Armadöra, rules 1, 2 seats" in text and "unsandboxed" in text and "guessable" in text
    assert "seat 1  greedy" in text and "rank" in text and "score" in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--game", "armadora", "--seats", "4"), "the gold that the side takes"),
        (("--game", "dungeon", "--seats", "2"), "thousandths of the own goal's gp"),
        (("--game", "dungeon", "--seats", "1"), "turns that the win took"),
    ],
)
def test_a_match_says_what_its_scores_count(words: tuple[str, ...], says: str) -> None:
    assert f"score: {says}" in ok("match", "greedy", *words, "--seed", "1", "--trusted")


def test_watch_draws_the_board_after_each_action_with_stderr_and_notes_under_their_decision(tmp_path: Path) -> None:
    (tmp_path / "talks.py").write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'act':\n"
        "        print('looking at \\x1b[2Jid', m['id'], file=sys.stderr, flush=True)\n"
        "        print(json.dumps({'id': m['id'], 'action': m['legal'][-1], 'note': 'enough'}), flush=True)\n"
    )
    text = ok("match", str(tmp_path / "talks.py"), "random", "--seed", "1", "--watch")
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("   1. seat 0 talks: pass"))
    assert lines[first + 1 : first + 3] == ["      stderr | looking at id 1", "      note | enough"]
    assert "a   b   c   d" in lines[first + 3]
    assert "\x1b" not in text


def test_json_is_one_object_for_programs() -> None:
    data = json.loads(ok("match", "random", "random", "--seed", "1", "--trusted", "--json"))
    assert data["game"] == "armadora" and sorted(data["ranks"]) in ([1, 2], [1, 1])
    assert data["bots"] == ["random", "random-2"] and data["faults"] == []


def test_a_kept_match_can_be_stepped_through_from_all_sides(tmp_path: Path) -> None:
    log = str(tmp_path / "m.json")
    assert "Kept in" in ok("match", "random", "random", "--seed", "1", "--trusted", "--log", log)
    everything, seen = ok("replay", log), ok("replay", log, "--seat", "1")
    assert "1. seat 0 random" in everything and "Ranks" in everything
    assert "A?" in seen and "A?" not in everything
    assert ok("replay", log, "--step", "3").count("seat") >= 1
    assert ok("replay", log, "--step", "0").startswith("The beginning\n") and "The beginning" in everything
    (begin,) = map(json.loads, ok("replay", log, "--step", "0", "--json").splitlines())
    assert begin["number"] == 0 and begin["action"] is None and begin["view"]
    rows = [json.loads(line) for line in ok("replay", log, "--json").splitlines()]
    assert rows[0]["number"] == 1 and rows[-1]["view"]


def test_from_a_seat_a_replay_shows_no_action_that_it_was_not_told(tmp_path: Path) -> None:
    log = str(tmp_path / "m.json")
    ok("match", "random", "random", "--seed", "2", "--trusted", "--log", log)
    for row in map(json.loads, ok("replay", log, "--seat", "0", "--json").splitlines()[:-1]):
        if row["seat"] == 1:
            assert row["action"] is None
            assert all("?" in e["action"] for e in row["events"] if e["action"].startswith("warrior") and e["seat"] == 1)


def test_messages_are_the_exact_lines_and_a_bot_can_be_run_on_them(tmp_path: Path) -> None:
    log = str(tmp_path / "m.json")
    ok("match", "random", "random", "--seed", "1", "--log", log)
    lines = subprocess.run(
        [sys.executable, "-m", "arena", "replay", log, "--messages", "1"], capture_output=True, check=True
    ).stdout
    kinds = [json.loads(line)["type"] for line in lines.splitlines()]
    assert kinds[0] == "start" and kinds[-2:] == ["end", "quit"] and set(kinds[1:-2]) == {"act"}
    bot = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    m = json.loads(line)\n"
        "    if m['type'] == 'act': print(json.dumps({'id': m['id'], 'index': m['n'] - 1}))\n"
    )
    answers = subprocess.run([sys.executable, "-c", bot], input=lines, capture_output=True, check=True).stdout
    assert answers.count(b"\n") == kinds.count("act")


BAD = [
    (("match", "random", "random", "--game", "chess"), "no game named 'chess'"),
    (("match", "random", "nosuchbot"), "no bot named nosuchbot"),
    (("match", "random", "nosuch/file.py"), "nosuch/file.py"),
    (("match", "random", "random", "--seats", "5"), "2 to 4 seats, not at 5"),
    (("match", "random", "random", "--set", "palisades_min=7"), "cannot be '7'"),
    (("match", "random", str(ROOT / "LICENSE")), "LICENSE is not a bot: it is neither a program nor an executable file; name"),
    (("match", "random", "random", "--set", "colour=red"), "no option 'colour'"),
    (("match", "random", "random", "--move-time", "soon"), "is no time"),
    (("match", "random:depth=3", "random"), "no option 'depth'"),
    (("match", "random", "random", "--plugin", "nosuch.py"), "no such plugin"),
    (("match", "random", "random", "--log", ""), "--log .: that is a folder; name a file"),
    (("match", "false -x", "random"), "failed its trial"),
    (("replay", "nosuch.json"), "No such file"),
    (("replay", str(ROOT / "README.md")), "no replay, or it is damaged (JSON is malformed"),
    (("games", "chess"), "no game named"),
    (("rules", "chess"), "no game named"),
    (("rules", "armadora", "--seats", "9"), "2 to 4 seats, not for 9"),
    (("check", "game", "chess"), "no game named"),
    (("bots", "nosuchfolder/"), "nosuchfolder"),
    (("mach",), "did you mean 'match'"),
    (("match",), "Missing argument"),
    (("match", "random", "random", "--log", "nosuch/m.json"), "there is no folder nosuch"),
    (("replay", "m.json", "--messages", "0", "--seat", "1"), "do not go together"),
    (("replay", "m.json", "--messages", "0", "--step", "1"), "do not go together"),
    (("replay", "--list", "--match", "0.0"), "do not go together"),
    (("match", "saboteur/greedy", "random"), "plays saboteur, not armadora; add --game saboteur"),
    (("match", "random", "--game", "saboteur", "--seats", "2"), "(2 to 12 seats with others, such as --set expansion=true)"),
    (("tournament", "random", "first-legal", "--matches", "0"), "a tournament of 0 matches is none; play 1 or more"),
]


@pytest.mark.parametrize(("words", "says"), BAD)
def test_bad_input_is_one_clear_sentence_and_status_2(words: tuple[str, ...], says: str) -> None:
    result = run(*words)
    assert result.exit_code == 2, result.output
    assert says in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda text: text[: len(text) // 2], "no replay, or it is damaged"),
        (lambda text: text.replace('"arena_replay":1', '"arena_replay":9'), "format 9"),
        (lambda text: text.replace('"rules":1', '"rules":99'), "rules version 99"),
        (lambda text: text.replace('"game":"armadora"', '"game":"chess"'), "no game named 'chess'"),
        (lambda text: text.replace('"seats":2', '"seats":3'), "damaged"),
        (lambda text: text.replace('"answers":"', '"answers":"_'), "damaged"),
        (lambda text: text.replace('"answers":"', '"answers":"/38A'), "damaged"),
        (lambda text: text.replace('"deal":"', '"deal":"AAAA'), "damaged"),
        (lambda text: text.replace('"ranks":[', '"ranks":[4,').replace(',1]', ']').replace(',2]', ']'), "damaged"),
        (lambda text: "[" * 100_000, "no replay, or it is damaged"),
    ],
)  # fmt: skip
def test_a_damaged_replay_is_one_clear_sentence(tmp_path: Path, damage: object, says: str) -> None:
    log = tmp_path / "m.json"
    ok("match", "random", "random", "--seed", "1", "--trusted", "--log", str(log))
    log.write_text(damage(log.read_text()))  # type: ignore[operator]
    result = run("replay", str(log))
    assert result.exit_code == 2 and says in result.output and "Traceback" not in result.output


def test_a_plugin_file_that_fails_to_import_is_said_with_its_error(tmp_path: Path) -> None:
    (tmp_path / "mygame.py").write_text("import nosuchmodule\n")
    result = run("games", "--plugin", str(tmp_path / "mygame.py"))
    assert result.exit_code == 2 and "No module named 'nosuchmodule'" in result.output


def test_a_game_in_a_local_file_can_be_played_at_once() -> None:
    toy = str(ROOT / "tests" / "toy.py")
    text = ok("match", "random", "random", "--plugin", toy, "--game", "bids", "--seed", "1")
    assert "Bids, rules 1, 2 seats" in text


def test_rules_that_raise_are_a_game_error_with_status_1_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "mygame.py").write_text(
        "from tests.toy import Bids, BidsState, hookimpl\n"
        "class State(BidsState):\n"
        "    def apply(self, action):\n"
        "        raise KeyError('oops')\n"
        "class Mine(Bids):\n"
        "    name = 'mine'\n"
        "    def new_match(self, config, seats, chance):\n"
        "        return State(config, [1] * seats)\n"
        "@hookimpl\n"
        "def register_games(register): register(Mine())\n"
    )
    result = run("match", "random", "random", "--plugin", str(tmp_path / "mygame.py"), "--game", "mine")
    assert result.exit_code == 1 and "mine failed at decision 1: KeyError" in result.output
    assert "Traceback" not in result.output


def test_lists_are_for_people_and_for_programs() -> None:
    assert "armadora  Armadöra, 2 to 4 seats" in ok("games")
    [game] = json.loads(ok("games", "armadora", "--json"))
    assert game["seats"] == [2, 3, 4] and game["options"]
    assert "any/random" in ok("bots") and "armadora/greedy" in ok("bots")
    assert {"any/random", "armadora/greedy"} <= {row["name"] for row in json.loads(ok("bots", "--json"))}
    assert "armadora" in ok("plugins")


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_the_options_of_a_game_are_readable_in_any_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = ok("games", "saboteur")
    assert max(map(len, text.splitlines())) <= columns
    words = " ".join(text.split())
    assert "both_doors" in words
    assert ("default values meaning" in words) == (columns == 120)  # a table, or one option below the other
    assert len(text.splitlines()) < 50  # not a ribbon of single words


def test_a_plugin_that_failed_is_listed_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    import arena.plugins

    entry = EntryPoint("broken", "nosuchpackage", "arena")
    monkeypatch.setattr(arena.plugins, "entry_points", lambda group: [entry])
    text = ok("plugins")
    assert "failed" in text and "No module named 'nosuchpackage'" in text
    assert "broken" in run("games", "armadora").output


def test_environment_variables_restrict_plugins_and_trace_hooks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_LOAD_PLUGINS", "any")
    assert "armadora" not in ok("plugins")
    monkeypatch.setenv("ARENA_TRACE_PLUGINS", "1")
    done = subprocess.run([sys.executable, "-m", "arena", "bots"], capture_output=True, text=True, check=True)
    assert "register_bots" in done.stderr


def test_what_a_broken_bot_wrote_names_its_own_file_not_a_copy_that_is_gone(tmp_path: Path) -> None:
    (tmp_path / "typo.py").write_text("import sys\nfor line in sys.stdin:\n    print(line\n")
    result = run("match", str(tmp_path / "typo.py"), "random")
    assert result.exit_code == 2 and 'File "typo.py", line 3' in result.output


def test_the_options_of_a_class_bot_in_a_file_are_listed(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import arena\nclass Mine(arena.Bot):\n    def __init__(self, *, depth: int = 2): pass\n"
        "    def act(self, view, legal, info): return 0\n"
    )
    assert "depth=2" in ok("bots", str(tmp_path / "mine.py"))
