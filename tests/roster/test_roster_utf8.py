"""Names and texts of strangers: whatever bytes they have, what leaves the room is clean UTF-8, and files are found."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from arena.errors import UserError
from arena.roster import prepare, prepare_all

ODD = os.fsdecode(b"caf\xe9")


@pytest.fixture(autouse=True)
def bytes_are_names(here):
    """Some file systems take UTF-8 only."""
    try:
        (here / ODD).touch()
        (here / ODD).unlink()
    except OSError:
        pytest.skip("no such names here")


@pytest.mark.parametrize(
    "name", ["{}.py", "{}.sh", "{}.c", "{}/main.py", "{}/bot.toml", "{}", "class/{}.py", "bots/{}.py", "{}/owl.py"]
)
def test_a_file_name_that_is_not_utf8_is_escaped_once_and_its_bot_is_ready(
    name, write, seek, tmp_path, class_bot, monkeypatch
):
    monkeypatch.setattr("arena.roster.preparing.build", lambda *args, **more: None)
    text = class_bot if name.startswith("class") else "run = 'cat'" if name.endswith("toml") else "#!/bin/sh\n"
    path = write(name.format(ODD), text, executable=name == "{}")
    word = path.parent if path.name in ("main.py", "bot.toml", "owl.py") or "bots/" in name else path
    (bot,) = seek(os.path.relpath(word)).bots
    assert bot.name == "owl" if "owl" in name else "caf\\xe9"
    assert "caf\\xe9" in bot.source
    if name == "{}.c":
        bot.build, bot.run = (), ("cat",)
    (ready,), refused = prepare_all([bot], tmp_path / "results", print)
    assert refused == []
    for part in (bot.name, bot.source, ready.id, ready.runnable, ready.folder, bot.target, bot.run):
        msgspec.json.encode(part)
    if bot.target:
        assert Path(ready.runnable.target.partition(":")[0]).is_file()
    elif name == "{}.py":
        assert Path(ready.runnable.argv[1]).is_file()


def test_options_of_such_a_class_bot_are_read(write, seek, class_bot):
    write(f"{ODD}.py", class_bot.replace("    def act", "    def __init__(self, *, depth=1): ...\n    def act"))
    assert seek(f"{ODD}.py:depth=3").bots[0].options == {"depth": 3}


def test_labels_notes_and_refusals_are_escaped(write, seek):
    write("bots/ok.py")
    write(f"bots/{ODD}.ts", "x")
    write(f"bots/{ODD}/bot.toml", "x = 1")
    found = seek("bots")
    assert found.notes[0].startswith("bots/caf\\xe9.ts is left out")
    assert (found.refusals[0].name, found.refusals[0].source) == ("caf\\xe9", "bots/caf\\xe9")
    msgspec.json.encode((found.notes, found.refusals))
    assert seek(f"{ODD}=bots/ok.py").bots[0].name == "caf\\xe9"


@pytest.mark.parametrize(
    "text", ["{}", "{}.py", "bots/{}.py", "python3 {}.py", "bots/ok.py:{}", "greedy:{}=1", "greedy:style={}",
             "needs.py:book={}", "cat {}", "python3 bots/ok.py --x={}"]
)  # fmt: skip
def test_errors_are_escaped(text, write, seek, class_bot):
    write("bots/ok.py")
    write("needs.py", class_bot.replace("    def act", "    def __init__(self, *, book: str): ...\n    def act"))
    with pytest.raises(UserError, match=r"caf\\xe9"):
        seek(text.format(ODD))


def test_a_command_takes_files_of_such_names(write, seek, tmp_path):
    write(f"{ODD}.py")
    (bot,) = seek(f"python3 {ODD}.py").bots
    ready = prepare(bot, tmp_path / "results", print)
    msgspec.json.encode((ready.runnable, bot.name, bot.source))
    assert Path(ready.runnable.argv[1]).is_file()


def test_texts_that_a_python_file_escapes_are_escaped_too(write, seek, tmp_path, class_bot):
    write("mine.py", '"""A \\ud800 bot."""\n' + class_bot + '    name = "\\ud800"\n')
    (bot,) = seek("mine.py").bots
    assert (bot.name, bot.description) == ("\\ud800", "A \\ud800 bot.")
    prepare(bot, tmp_path / "results", print)


def test_control_characters_of_strangers_do_not_get_into_messages(write, seek, tmp_path):
    write("bots/ok.py")
    write("bots/\x1b[31mred.ts", "x")
    assert seek("bots").notes[0].startswith("bots/red.ts is left out")
    write("fox/bot.toml", 'name = "\\u001b[31mfox"\nrun = "./x"\nbuild = "sh make.sh"')
    write("fox/make.sh", "printf '\\033[31mred\\033[0m\\r\\n\\033]0;title\\007\\302\\233x\\n'; exit 1")
    said: list[str] = []
    with pytest.raises(UserError) as error:
        prepare(seek("fox").bots[0], tmp_path / "results", said.append)
    assert said == ["building fox: sh make.sh"]
    assert str(error.value) == "fox could not be built, sh make.sh: exit status 1\n  red\n  x"
