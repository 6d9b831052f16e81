"""What lies in a folder, and what it is: each row of "Bots in a folder"."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.roster import programs
from arena.roster.found import LeftOut


@pytest.fixture(autouse=True)
def everything_is_installed(monkeypatch):
    """Finding asks only whether an interpreter is there; here all are, unless a test says otherwise."""
    monkeypatch.setattr("arena.roster.scan.locate", lambda word: f"/usr/bin/{word}")


def test_every_language_of_the_table_is_found_by_its_suffix(write, seek):
    for suffix in ("py", "js", "rb", "pl", "php", "lua", "sh", "jar", "c", "cpp", "rs", "go"):
        write(f"bots/in_{suffix}.{suffix}")
    write("bots/in_java.java", "public class in_java { public static void main(String[] a) {} }")
    found = seek("bots")
    assert (found.notes, found.refusals) == ([], [])
    words = {
        bot.name.removeprefix("in_"): [*bot.build, "&&", *bot.run] if bot.build else [*bot.run] for bot in found.bots
    }
    java = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx512m"]
    assert words == {
        "c": ["cc", "-O2", "-o", "in_c", "in_c.c", "-lm", "&&", "in_c"],
        "cpp": ["c++", "-O2", "-std=c++17", "-o", "in_cpp", "in_cpp.cpp", "&&", "in_cpp"],
        "go": ["go", "build", "-o", "in_go", "in_go.go", "&&", "in_go"],
        "jar": [*java, "-jar", "in_jar.jar"],
        "java": ["javac", "-encoding", "UTF-8", "-d", "out", "in_java.java", "&&", *java, "-cp", "out", "in_java"],
        "js": ["node", "in_js.js"],
        "lua": ["lua", "in_lua.lua"],
        "php": ["php", "in_php.php"],
        "pl": ["perl", "in_pl.pl"],
        "py": ["python3", "in_py.py"],
        "rb": ["ruby", "in_rb.rb"],
        "rs": ["rustc", "-O", "-o", "in_rs", "in_rs.rs", "&&", "in_rs"],
        "sh": ["bash", "in_sh.sh"],
    }


def test_hidden_files_caches_and_texts_are_silently_nothing(write, seek, class_bot):
    write("bots/real.py")
    for name in ("README.md", "notes.txt", "data.json", "table.csv", "LICENSE", "Makefile", ".hidden.py", "_helper.py",
                 "__pycache__/x.py", "node_modules/main.js", "target/main.c", "build/main.py", "lib.so", "x.class",
                 "header.h", "texts/README.md"):  # fmt: skip
        write(f"bots/{name}", class_bot)
    write("bots/a.out", b"\x7fELF", executable=True)
    write("bots/LICENSE", "text", executable=True)
    found = seek("bots/")
    assert [bot.name for bot in found.bots] == ["real"]
    assert (found.notes, found.refusals) == ([], [])


def test_a_folder_with_bot_toml_says_everything_of_itself(write, seek):
    write(
        "bots/fox/bot.toml",
        """
        name = "Red Fox"
        run = ["python3", "fox.py", "--fast"]
        build = "make fox"
        games = ["armadora"]
        author = "A. Uthor"
        description = "A fox."
        version = "2.1"
        language = "Python"
        env = {LEVEL = "3"}
        stateless = true
        deterministic = true
        """,
    )
    (bot,) = seek("bots").bots
    assert (bot.name, bot.run, bot.build) == ("Red Fox", ("python3", "fox.py", "--fast"), ("make", "fox"))
    assert (bot.games, bot.author, bot.description, bot.version) == (("armadora",), "A. Uthor", "A fox.", "2.1")
    assert (bot.language, bot.env, bot.stateless, bot.deterministic) == ("Python", {"LEVEL": "3"}, True, True)
    assert (bot.kind, bot.source, bot.slug) == ("program", "bots/fox", "red-fox")


def test_a_run_line_is_split_as_a_shell_splits_words(write, seek):
    write("bots/fox/bot.toml", "run = 'node \"my fox.js\" -v'")
    assert seek("bots").bots[0].run == ("node", "my fox.js", "-v")


def test_a_bot_toml_without_run_describes_the_usual_main_file(write, seek, class_bot):
    write("bots/fox/bot.toml", 'name = "Fox"\nversion = "1"')
    write("bots/fox/main.py", class_bot)
    (bot,) = seek("bots").bots
    assert (bot.kind, bot.name, bot.version, bot.target) == ("class", "Fox", "1", "main.py:Mine")


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ('run = "x"\nnmae = "y"', "unknown key 'nmae'; did you mean name? known keys are name, run, build, games, "),
        ("name = 'x'", "has no `run`; say how the bot is started"),
        ("run = 3", "run must be a command"),
        ("run = []", "run must be a command"),
        ("run = ['a', 3]", "run must be a command"),
        ('run = "python3 \'x"', "No closing quotation"),
        ("run = 'node x'\nversion = 1.0", 'version must be text in quotes, such as version = "1.0", not 1.0'),
        ("run = 'node x'\nname = ' '", "name must be text in quotes"),
        ("run = 'node x'\nstateless = 'yes'", "stateless must be true or false, not 'yes'"),
        ("run = 'node x'\ngames = []", "games must be a list of names"),
        ("run = 'node x'\nenv = {A = 3}", "env must be a table of texts"),
        ("run = 'node x'\nenv = {'A=B' = '3'}", "env has a name or value that no environment can hold"),
        ("run = 'node x", "is not valid TOML"),
        (b"run = '\xff'", "is not UTF-8 text"),
        ("run = './start.sh'", "run starts ./start.sh, and there is no such file in"),
    ],
)
def test_a_wrong_bot_toml_is_refused_in_one_sentence(toml, says, write, seek):
    write("bots/fox/bot.toml", toml)
    write("bots/good.py")
    found = seek("bots")
    assert [bot.name for bot in found.bots] == ["good"]
    (refusal,) = found.refusals
    assert (refusal.name, refusal.source) == ("fox", "bots/fox")
    assert refusal.why.startswith("bots/fox/bot.toml")
    assert says in refusal.why
    assert "\n" not in refusal.why
    with pytest.raises(UserError, match=r"bots/fox/bot\.toml"):
        seek("bots/fox")


def test_a_class_bot_that_bot_toml_runs_as_a_program_is_refused(write, seek, class_bot):
    write("bots/fox/bot.toml", "run = 'python3 main.py'")
    write("bots/fox/main.py", class_bot)
    assert "main.py is a class bot and no program; leave out `run`" in seek("bots").refusals[0].why
    write("bots/fox/main.py", class_bot + "if __name__ == '__main__': ...")
    assert seek("bots").bots[0].kind == "program"


@pytest.mark.parametrize("main", ["main.js", "bot.js", "Main.js"])
def test_a_folder_with_one_main_file_is_that_bot(main, write, seek):
    write(f"bots/fox/{main}")
    write("bots/fox/helper.js")
    (bot,) = seek("bots").bots
    assert (bot.name, bot.run, list(bot.files)) == ("fox", ("node", main), [""])


def test_a_folder_in_c_is_built_from_all_its_files(write, seek):
    for name in ("main.c", "cards.c", "cards.h"):
        write(f"bots/fox/{name}")
    (bot,) = seek("bots").bots
    assert bot.build == ("cc", "-O2", "-o", "main", "cards.c", "main.c", "-lm")


def test_a_folder_with_two_main_files_says_so_in_one_line(write, seek):
    write("bots/fox/main.py")
    write("bots/fox/bot.js")
    write("bots/good.py")
    assert seek("bots").notes == [
        "bots/fox is left out: several of its files could be the bot (bot.js, main.py); say in a bot.toml which is run"
    ]


def test_a_folder_of_programs_without_a_main_file_says_so_in_one_line(write, seek):
    write("bots/fox/fox.py")
    write("bots/good.py")
    assert seek("bots").notes == ["bots/fox is left out: it has neither a bot.toml nor a main.* or bot.*"]


@pytest.mark.parametrize(
    "text",
    [
        "import arena\nclass Mine(arena.Bot):",
        "import arena as ar\nclass Mine(ar.Bot):",
        "from arena import Bot\nclass Mine(Bot):",
        "from arena import Bot as Base, Act\nclass Mine(Base):",
        "from arena.bots import Bot\nclass Mine(Bot):",
        "from arena import bots\nclass Mine(bots.Bot):",
        "import arena.bots\nclass Mine(arena.bots.Bot):",
        "import arena.bots as ab\nclass Mine(ab.Bot):",
        "try:\n  import arena\nexcept ImportError:\n  pass\nclass _Base(arena.Bot): pass\nclass Mine(_Base):",
    ],
)
def test_a_python_file_that_imports_arena_is_a_class_bot(text, write, seek_one):
    write("mine.py", text + "\n    def act(self, view, legal, info): return 0\n")
    bot = seek_one("mine.py")
    assert (bot.kind, bot.name, bot.target, bot.language) == ("class", "mine", "mine.py:Mine", "Python")


def test_a_python_file_that_only_speaks_of_arena_is_a_program(write, seek_one):
    write("mine.py", "# import arena\nimport arena_armadora\ntext = 'import arena'\n")
    assert seek_one("mine.py").kind == "program"


def test_finding_a_class_bot_does_not_run_it(write, seek_one, class_bot, here):
    write("mine.py", class_bot + f"open({str(here / 'ran')!r}, 'w')\n")
    assert seek_one("mine.py").kind == "class"
    assert not (here / "ran").exists()


def test_several_classes_are_several_bots(write, seek):
    write(
        "bots/duo.py",
        "from arena import Bot\n"
        "class _Base(Bot):\n    def act(self, view, legal, info): return 0\n"
        "class Calm(_Base):\n    '''Waits.'''\n"
        "class Wild(_Base):\n    name = 'Wild One'\n"
        "class Other: pass\n",
    )
    assert [(bot.name, bot.target, bot.description, bot.source) for bot in seek("bots").bots] == [
        ("duo-calm", "duo.py:Calm", "Waits.", "bots/duo.py:Calm"),
        ("Wild One", "duo.py:Wild", None, "bots/duo.py:Wild"),
    ]


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("import arena\n", "it imports arena, but has no class; write `class Mine(arena.Bot):`"),
        (
            "import arena\nclass _X(arena.Bot):\n  def act(self): pass",
            "its class _X is private; give it a name without an underscore before it",
        ),
        (
            "import arena\nclass X(arena.Bot):\n  def play(self): pass",
            "its class X has no act(self, view, legal, info)",
        ),
        (
            "import arena\nclass X:\n  def act(self, view, legal, info): pass",
            "its class X does not derive from arena.Bot; write `class X(arena.Bot):`",
        ),
        (
            "import arena\nfrom base import Base\nclass X(Base):\n  def act(self, view, legal, info): pass",
            "its class X does not derive from arena.Bot as far as this file shows; write `class X(Base, arena.Bot):`",
        ),
        (
            "class X:\n  def act(self, view, legal, info): pass",
            "its class X does not derive from arena.Bot; write `class X(arena.Bot):`, and `import arena` above it",
        ),
        (
            "import arena\nfrom base import Base\nclass Oops(Exception): pass\nclass X(Base): pass",
            "its class X does not derive from arena.Bot as far as this file shows; write `class X(Base, arena.Bot):`",
        ),
        (
            "from base import Base\nclass X(Base): pass",
            "its class X does not derive from arena.Bot as far as this file shows; "
            "write `class X(Base, arena.Bot):`, and `import arena` above it",
        ),
    ],
)
def test_a_python_file_that_is_nearly_a_bot_says_in_one_line_what_is_missing(text, note, write, seek):
    write("bots/mine.py", text)
    write("bots/good.py")
    found = seek("bots")
    assert found.notes == [f"bots/mine.py is left out: {note}"]
    with pytest.raises(UserError) as error:
        seek("bots/mine.py")
    assert str(error.value) == f"bots/mine.py: {note}"


def test_a_class_named_directly_that_cannot_be_a_bot_says_what_is_missing(write, seek, class_bot):
    write("mine.py", class_bot + "class Idle(arena.Bot): pass\nclass Free:\n    def act(self): pass\n")
    with pytest.raises(UserError, match=r"its class Idle has no act\(self, view, legal, info\)$"):
        seek("mine.py:Idle")
    with pytest.raises(UserError, match=r"its class Free does not derive from arena\.Bot; write `class Free\(arena"):
        seek("mine.py:Free")


def test_a_bot_may_have_its_act_from_a_class_of_another_file(write, seek_one):
    write("mine.py", "import arena\nfrom elsewhere import Strong\nclass Mine(Strong, arena.Bot):\n    depth = 2\n")
    assert seek_one("mine.py").target == "mine.py:Mine"


def test_a_program_with_a_class_that_acts_stays_a_program(write, seek_one):
    write("mine.py", "class Mine:\n    def act(self): pass\nMine().act()\n")
    assert seek_one("mine.py").kind == "program"
    write("mine.py", "class Mine:\n    def act(self): pass\nif __name__ == '__main__': Mine().act()\n")
    assert seek_one("mine.py").kind == "program"


def test_a_class_bot_that_does_not_parse_is_refused_with_the_line(write, seek):
    write("bots/mine.py", "import arena\nclass X(arena.Bot)\n")
    (refusal,) = seek("bots").refusals
    assert refusal.why == "bots/mine.py is not valid Python: line 2: expected ':'"


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("x.py", "# arena: games=armadora"),
        ("x.js", "// arena: games=armadora"),
        ("x.c", "/* arena: games=armadora */"),
        ("x.lua", "-- arena: games=armadora"),
        ("x.php", "<?php # arena: games=armadora, dungeon"),
        ("x.sh", "#!/bin/sh\n\n# arena: games = dungeon,armadora"),
    ],
)
def test_a_comment_line_names_the_games_in_any_language(name, line, write, seek_one):
    write(name, line + "\n")
    assert "armadora" in (seek_one(name).games or ())


def test_a_bot_of_another_game_is_left_out_of_a_folder_and_refused_by_name(write, seek):
    write("bots/deep.py", "# arena: games=dungeon\n")
    write("bots/good.py")
    found = seek("bots")
    assert [bot.name for bot in found.bots] == ["good"]
    assert found.notes == ["bots/deep.py is left out: it plays dungeon, not armadora"]
    with pytest.raises(UserError, match=r"bots/deep\.py plays dungeon, not armadora; add --game dungeon"):
        seek("bots/deep.py")


def test_a_wrong_comment_line_is_refused(write, seek):
    write("bots/mine.py", "# arena: game=armadora\n")
    assert "must be `arena: games=NAME`" in seek("bots").refusals[0].why


def test_executables_are_bots_by_their_first_bytes(write, seek):
    write("bots/script", "#!/bin/sh\n", executable=True)
    write("bots/env", "#!/usr/bin/env -S node --quiet\n", executable=True)
    write("bots/binary", b"\x7fELF...", executable=True)
    found = seek("bots")
    assert found.notes == []
    assert {bot.name: bot.run for bot in found.bots} == {
        "binary": ("binary",),
        "env": ("/usr/bin/node", "--quiet", "env"),
        "script": ("/bin/sh", "script"),
    }


@pytest.mark.parametrize(
    ("name", "text", "executable", "note"),
    [
        ("tool", "#!/bin/sh\n", False, "is left out: it is a script, but not executable; run: chmod +x bots/tool"),
        ("tool", b"\x7fELF", False, "is left out: it is a program, but not executable; run: chmod +x bots/tool"),
        ("tool", "#!/no/such/thing\n", True, "the interpreter of its #! line, /no/such/thing, does not exist here"),
        ("tool", "#!/bin/sh\r\n", True, "its #! line has a Windows line end"),
        ("tool", "hello", True, "is marked executable, but has no #! line and is no compiled program"),
        ("tool.ts", "let x", False, "is left out: there is no usual command for TypeScript"),
        ("tool.py", "", False, "is left out: it is empty"),
    ],
)
def test_what_looks_like_a_bot_and_is_none_is_said_in_one_line(name, text, executable, note, write, seek):
    write(f"bots/{name}", text, executable=executable)
    write("bots/good.py")
    found = seek("bots")
    assert [bot.name for bot in found.bots] == ["good"]
    assert len(found.notes) == 1
    assert found.notes[0].startswith(f"bots/{name}")
    assert note in found.notes[0]
    with pytest.raises(UserError, match=f"bots/{name}"):
        seek(f"bots/{name}")


def test_a_missing_interpreter_leaves_a_bot_of_a_folder_out(write, seek, monkeypatch):
    monkeypatch.setattr("arena.roster.scan.locate", lambda word: None if word == "ruby" else "/x")
    write("bots/gem.rb")
    write("bots/good.py")
    found = seek("bots")
    assert found.notes == ["bots/gem.rb is left out: it needs ruby, which is not on PATH"]
    with pytest.raises(UserError, match="it needs ruby"):
        seek("bots/gem.rb")


def test_a_link_out_of_the_folder_is_left_out_but_can_be_named(write, seek, seek_one, here):
    outside = write("elsewhere/other.py")
    write("bots/good.py")
    (here / "bots/other.py").symlink_to(outside)
    (here / "bots/twin.py").symlink_to("good.py")
    found = seek("bots")
    assert [bot.name for bot in found.bots] == ["good", "twin"]
    assert found.notes == ["bots/other.py is left out: it is a symbolic link out of bots; name it directly instead"]
    assert seek_one("bots/other.py").name == "other"


def test_two_bots_of_one_name_in_a_folder_are_an_error_that_names_both(write, seek):
    write("bots/fox.py")
    write("bots/fox/main.js")
    with pytest.raises(UserError, match=r"two bots are named 'fox': bots/fox/main\.js and bots/fox\.py; rename one"):
        seek("bots")


def test_a_java_bot_is_run_by_the_class_that_has_main(write, seek_one):
    write(
        "Owl.java",
        """package forest.birds;
        // class Wrong { public static void main(
        class Helper { String text = "class Text { static void main("; interface Inner {} }
        public class Owl { enum Mood { CALM } static class Nest {} public static void main(String[] a) { } }
        """,
    )
    assert seek_one("Owl.java").run[-1] == "forest.birds.Owl"
    write("Bare.java", "public class Bare {}")
    with pytest.raises(UserError, match=r"^Bare\.java: it has no class with a main method"):
        seek_one("Bare.java")


def test_python_is_found_behind_a_version_managers_shim(here: Path, monkeypatch):
    real = shutil.which("python3")
    shim = here / "shims" / "python3"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec {real} "$@"\n')
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{shim.parent}:/usr/bin:/bin")
    found = programs.locate("python3")
    assert found is not None
    assert Path(found).is_file()
    assert found != str(shim)


def test_arenas_own_python_stands_in_where_there_is_none(here, monkeypatch):
    import sys

    monkeypatch.setenv("PATH", str(here))
    assert programs.locate("python3") == sys.executable
    assert programs.locate("ruby") is None


def test_a_refusal_can_cross_a_border_of_processes():
    kept = pickle.loads(pickle.dumps(LeftOut("mine.py", "it is a note")))
    assert (str(kept), kept.note) == ("mine.py: it is a note", "mine.py is left out: it is a note")
