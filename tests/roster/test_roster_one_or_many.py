"""A folder named on the command line: one bot, or a folder of bots."""

from __future__ import annotations

import pytest

from arena.errors import UserError

READS = {
    "py": "import sys\nfor line in sys.stdin: print(line)\n",
    "js": 'require("readline").createInterface({input: process.stdin})\n',
    "c": "#include <stdio.h>\nint main(void) { char s[9]; fgets(s, 9, stdin); }\n",
    "sh": "while IFS= read -r line; do echo $line; done\n",
    "java": "class Owl { public static void main(String[] a) { new java.util.Scanner(System.in); } }\n",
    "go": "package main\nfunc main() { bufio.NewReader(os.Stdin) }\n",
    "rs": "fn main() { std::io::stdin(); }\n",
    "pl": "while (<STDIN>) { print }\n",
    "rb": "while line = gets\nend\n",
    "php": "<?php echo fgets(STDIN);\n",
    "lua": "for line in io.lines() do print(line) end\n",
}


@pytest.fixture(autouse=True)
def everything_is_installed(monkeypatch):
    """Whether an interpreter is there must not decide what a folder is."""
    monkeypatch.setattr("arena.roster.scan.locate", lambda word: f"/usr/bin/{word}")


@pytest.mark.parametrize("main", ["main.py", "bot.py", "Bot.java"])
@pytest.mark.parametrize("other", READS)
def test_a_bot_named_main_among_other_bots_is_one_of_them(main, other, write, seek):
    write(f"mix/{main}", READS[main.split(".")[1]])
    write(f"mix/owl.{other}", READS[other])
    write("mix/README.md")
    found = seek("mix/")
    assert sorted(bot.name for bot in found.bots) == sorted([main.split(".")[0], "owl"])
    assert found.notes == [
        f"mix is taken for a folder of bots and {main} for one of them, since owl.{other} is a bot by itself; "
        "if mix is one bot, a bot.toml in it says so"
    ]


def test_the_others_may_be_class_bots_or_folders_or_executables(write, seek, class_bot):
    for other in ("owl.py", "owl/main.py", "owl/bot.toml", "owl"):
        folder = other.replace("/", "-")
        write(f"{folder}/main.py", READS["py"])
        text = {"owl.py": class_bot, "owl/main.py": READS["py"], "owl": b"\x7fELF"}.get(other, "run = 'cat'")
        write(f"{folder}/{other}", text, executable=other == "owl")
        assert [bot.name for bot in seek(folder).bots] == ["main", "owl"], other


def test_what_is_installed_does_not_decide(write, seek, monkeypatch):
    monkeypatch.setattr("arena.roster.scan.locate", lambda word: None if word == "ruby" else f"/usr/bin/{word}")
    write("mix/main.py", READS["py"])
    write("mix/owl.rb", READS["rb"])
    found = seek("mix")
    assert [bot.name for bot in found.bots] == ["main"]
    assert any("owl.rb is left out: it needs ruby" in note for note in found.notes)


@pytest.mark.parametrize(
    ("main", "files"),
    [
        (READS["py"], {"cards.py": "class Card: pass\n", "train.py": "import cards\nprint(1)\n", "data.json": "{}"}),
        ("from loop import run\nrun()\n", {"loop.py": READS["py"]}),
        ("import a\n", {"a.py": "from b import c\n", "b.py": READS["py"]}),
        ("import subprocess\nsubprocess.run(['./engine'])\n", {"engine": "\x7fELF"}),
        (READS["py"], {"build.sh": "make\n", "notes/x.txt": "", "lib/cards.py": "", "_old.py": READS["py"]}),
        (READS["py"], {"target/main.rs": READS["rs"], "venv/main.py": READS["py"], "tests/x.js": READS["js"]}),
        (READS["py"], {"lib.jar": "PK"}),
        (READS["py"], {"train.py": "# read the table, then print <> and $< as gets does\nprint(open('x').read())\n"}),
        (READS["py"], {"Board.java": "class Board { void read() { System.in.read(); } }", "cards.c": "int f(void);"}),
    ],
)
def test_a_main_file_with_its_helpers_is_one_bot(main, files, write, seek):
    write("fox/main.py", main)
    for name, text in files.items():
        write(f"fox/{name}", text, executable=text.startswith("\x7fELF"))
    found = seek("fox")
    assert [bot.name for bot in found.bots] == ["fox"]
    assert list(found.bots[0].files) == [""]


def test_a_bot_toml_makes_it_one_bot_whatever_else_is_there(write, seek):
    write("fox/bot.toml", "run = 'python3 main.py'")
    write("fox/main.py", READS["py"])
    write("fox/owl.py", READS["py"])
    found = seek("fox")
    assert ([bot.name for bot in found.bots], found.notes) == (["fox"], [])


def test_a_module_of_the_standard_library_is_no_helper(write, seek):
    write("mix/main.py", "import random\n" + READS["py"])
    write("mix/random.py", READS["py"])
    assert [bot.name for bot in seek("mix").bots] == ["main", "random"]


def test_a_folder_within_a_folder_of_bots_keeps_the_plain_rule(write, seek):
    write("mix/owl.py", READS["py"])
    write("mix/fox/main.py", READS["py"])
    write("mix/fox/other.py", READS["py"])
    assert [bot.name for bot in seek("mix").bots] == ["fox", "owl"]


def test_a_folder_that_cannot_be_read_is_one_sentence(write, seek, monkeypatch):
    write("mix/main.py", READS["py"])

    def refuse(*args, **more):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("arena.roster.scan.Path.iterdir", refuse)
    with pytest.raises(UserError, match=r"^mix cannot be read: Permission denied$"):
        seek("mix")
