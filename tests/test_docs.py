"""The docs are true: what exists is documented, what is documented exists."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import click
import msgspec
import pytest

from arena import hookspecs
from arena.cli import COMMANDS, main
from arena.match import play
from arena.plugins import Plugins
from arena.protocol import Act, End, Start, TimeLeft, TimeLimits
from arena.reports.rules import undocumented
from arena.seats.scratch import environment

ROOT = Path(__file__).parents[1]
NO_HURRY = TimeLimits(move_ms=60_000)
DOCS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bots/**/*.md")])


def words(name: str) -> str:
    return (ROOT / name).read_text()


@pytest.mark.parametrize("page", DOCS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)", page.read_text()):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", DOCS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_and_folder_of_ours_that_a_page_names_exists(page: Path) -> None:
    for name in re.findall(r"`((?:arena|plugins|bots|tests|bench|docs|results)/[\w./-]*)`", page.read_text()):
        assert "GAME" in name or (ROOT / name).exists(), f"{page.name} names {name}"


def test_every_hook_is_documented_and_no_other() -> None:
    hooks = {name for name, member in inspect.getmembers(hookspecs) if name.startswith("register_")}
    assert hooks == set(re.findall(r"\bregister_\w+", words("docs/plugins.md")))


def test_the_readme_names_every_command() -> None:
    for name in COMMANDS:
        assert f"arena {name}" in words("README.md")


def commands(group: click.Group, path: str = "arena") -> list[tuple[str, click.Command]]:
    found: list[tuple[str, click.Command]] = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found.append((f"{path} {name}", command))
        if isinstance(command, click.Group):
            found += commands(command, f"{path} {name}")
    return found


def test_every_option_has_a_help_text_that_is_a_sentence() -> None:
    for path, command in commands(main):
        assert (command.help or "").strip().split("\n")[0].endswith("."), path
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.help and option.help.rstrip().endswith((".", ")")), f"{path} {option.name}"


@pytest.mark.parametrize("page", DOCS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_option_of_arena_that_a_page_uses_exists(page: Path) -> None:
    known = {name for _, command in commands(main) for option in command.params for name in option.opts}
    for line in page.read_text().splitlines():
        if re.search(r"\barena (match|tournament|standings|faults|replay|schedule|games|bots|plugins|rules|check)\b", line):
            for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", line.split(" | ")[0]):
                if option not in ("--fast", "--weights", "--help"):
                    assert option in known, f"{page.name}: {line}"


@pytest.mark.parametrize("message", [Start, Act, End, TimeLimits, TimeLeft])
def test_every_field_of_every_message_is_in_the_protocol(message: type[msgspec.Struct]) -> None:
    for field in msgspec.structs.fields(message):
        assert re.search(rf"\b{field.encode_name}\b", words("docs/protocol.md")), field.encode_name


def test_every_variable_of_a_bots_environment_is_in_the_protocol() -> None:
    for name in environment("/scratch", {}):
        assert name in words("docs/protocol.md") or name.endswith("_THREADS"), name


def test_no_field_of_a_game_is_undocumented() -> None:
    for game in Plugins().games():
        assert undocumented(game) == []


def test_the_architecture_page_names_every_room() -> None:
    page = words("docs/architecture.md")
    for room in (ROOT / "arena").iterdir():
        if room.name.startswith("__") or room.suffix == ".typed":
            continue
        assert room.name in page, room.name


def test_the_whole_bots_of_the_protocol_page_are_whole_bots() -> None:
    page = words("docs/protocol.md")
    python = re.search(r"    import json, random, sys\n(?:    .*\n)+", page)
    assert python is not None
    program = "\n".join(line[4:] for line in python.group().splitlines())
    lines = '{"type":"start","seed":1}\n{"type":"act","id":3,"n":2,"legal":["a","b"]}\n{"type":"end"}\n{"type":"quit"}\n'
    done = subprocess.run([sys.executable, "-c", program], input=lines, capture_output=True, text=True, check=True)
    assert re.fullmatch(r'\{"id": 3, "index": [01]\}\n', done.stdout)


def test_the_example_of_results_is_whole_and_its_deals_are_those_committed_to() -> None:
    from arena.replays import play_again
    from arena.tournaments import Results
    from arena.tournaments.spec import commitment

    results = Results(ROOT / "results" / "example")
    assert results.state == "finished" and len(results.standings().rows) == len(results.bots)
    secret = bytes.fromhex(results.meta["secret"])
    assert results.meta["commitment"] == commitment(secret, results.spec, results.bots)
    outcome, _ = play_again(results.replay(0, 0), results.plugins)
    assert outcome.ranks is not None


def test_the_bot_that_begins_with_another_plays_a_match_without_a_fault_and_takes_its_option(tmp_path: Path) -> None:
    page = words("docs/writing-a-bot.md")
    blocks = re.findall(r"^    import arena\n(?:    .*\n|\n(?=    ))+", page, re.MULTILINE)
    (block,) = (block for block in blocks if "super()" in block)
    file = tmp_path / "mine.py"
    file.write_text("\n".join(line[4:] for line in block.splitlines()))
    match = play("armadora", [f"{file}:price=0.7", "random"], seed=1, time=NO_HURRY)
    assert match.ranks and not match.outcome.faults


def test_the_bots_of_the_page_on_searching_play_a_match_without_a_fault(tmp_path: Path) -> None:
    page = words("docs/searching.md")
    blocks = re.findall(r"^    import arena\n(?:    .*\n|\n(?=    ))+", page, re.MULTILINE)
    assert len(blocks) == 2
    for number, block in enumerate(blocks):
        file = tmp_path / f"bot{number}.py"
        file.write_text("\n".join(line[4:] for line in block.splitlines()))
        plugin = ROOT / "docs" / "example-plugin" / "arena_kuhn.py"
        match = play("kuhn", [str(file), "random"], seed=1, plugins=Plugins([plugin]), time=NO_HURRY)
        assert match.ranks and not match.outcome.faults
