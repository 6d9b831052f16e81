"""Snapshots, hashes and builds: what plays is what was entered, and the author's folder is never written to."""

from __future__ import annotations

import hashlib
import importlib.machinery
import shutil
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.roster import BuildError, building, prepare, prepare_all, preparing, snapshot
from arena.seats import ClassBot, Program

JAVA = """import java.util.*;
public class Owl { public static void main(String[] a) { System.out.println(new Scanner(System.in).nextLine()); } }"""

ECHO = {
    "owl.c": "#include <stdio.h>\nint main(void) { char s[99]; fgets(s, 99, stdin); fputs(s, stdout); return 0; }",
    "owl.cpp": "#include <iostream>\nint main() { std::string s; std::getline(std::cin, s); std::cout << s; }",
    "owl.rs": 'fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); print!("{}", s); }',
    "owl.go": 'package main\nimport ("bufio"; "fmt"; "os")\n'
    "func main() { s, _ := bufio.NewReader(os.Stdin).ReadString(10); fmt.Print(s) }",
    "Owl.java": JAVA,
    "owl.py": "print(input())",
    "owl.js": 'process.stdin.once("data", data => process.stdout.write(data))',
    "owl.rb": "puts gets",
    "owl.pl": "print scalar <STDIN>;",
    "owl.php": "<?php echo fgets(STDIN);",
    "owl.lua": "print(io.read())",
    "owl.sh": 'read -r line; echo "$line"',
}
NEEDS = {"c": "cc", "cpp": "c++", "rs": "rustc", "go": "go", "java": "javac", "py": "python3", "js": "node",
         "rb": "ruby", "pl": "perl", "php": "php", "lua": "lua", "sh": "bash"}  # fmt: skip


@pytest.fixture
def get_ready(seek, here, tmp_path):
    """Find one bot and prepare it in the folder `results`; what was said is in `get_ready.said`."""

    def one(text: str):
        (bot,) = seek(text).bots
        one.said = []
        return prepare(bot, tmp_path / "results", one.said.append)

    return one


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    """Everything in a folder, with size and time of the last change."""
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in [folder, *folder.rglob("*")]}


def run(ready, tmp_path: Path) -> str:
    """What a prepared program answers to one line, started as a bot is: elsewhere and with little environment."""
    scratch = tmp_path / "scratch"
    scratch.mkdir(exist_ok=True)
    env = {"PATH": "/usr/bin:/bin", "HOME": str(scratch), **ready.runnable.env}
    done = subprocess.run(ready.runnable.argv, cwd=scratch, env=env, input="hello\n", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("name", ECHO)
def test_a_file_of_every_language_is_built_and_runs_elsewhere(name, write, get_ready, tmp_path, here):
    need = NEEDS[name.split(".")[-1]]
    if preparing.locate(need) is None:
        pytest.skip(f"no {need} here")
    write(f"bots/{name}", ECHO[name])
    before = listing(here)
    ready = get_ready(f"bots/{name}")
    assert isinstance(ready.runnable, Program)
    assert Path(ready.runnable.argv[0]).is_absolute()
    assert run(ready, tmp_path) == "hello"
    assert listing(here) == before
    assert len(get_ready.said) == bool(ready.bot.build)
    if ready.bot.build:
        assert get_ready.said[0].startswith(f"building {ready.name}: {need} ")


def test_a_class_bot_is_hosted_from_its_snapshot_with_its_options(write, get_ready, tmp_path, class_bot):
    write("bots/mine.py", class_bot.replace("    def act", "    def __init__(self, *, depth=1): ...\n    def act"))
    write("bots/other.py")
    ready = get_ready("bots/mine.py:depth=4")
    assert isinstance(ready.runnable, ClassBot)
    assert ready.runnable.options == {"depth": 4}
    assert ready.runnable.target == f"{ready.folder}/mine.py:Mine"
    assert Path(ready.folder) == tmp_path / "results" / ready.id
    assert [path.name for path in Path(ready.folder).iterdir() if path.suffix == ".py"] == ["mine.py"]


def test_an_installed_bot_needs_no_snapshot(get_ready, tmp_path):
    ready = get_ready("greedy:depth=2")
    assert ready.runnable == ClassBot("roster_toys:Greedy", {"depth": 2})
    assert ready.folder is None
    assert not (tmp_path / "results").exists()
    assert ready.sha256 == get_ready("greedy").sha256
    assert ready.id != get_ready("greedy").id


def test_a_bot_named_like_a_module_of_the_standard_library_is_not_imported_in_its_place(write, get_ready, tmp_path):
    write("random.py", "import random\nprint(random.randrange(1))")
    assert run(get_ready("random.py"), tmp_path) == "0"


def test_a_folder_is_copied_whole_without_hidden_files_and_caches(write, get_ready, here):
    for name in ("main.py", "cards.py", "data/deep/table.csv", ".git/config", ".env", "__pycache__/x.pyc"):
        write(f"bots/fox/{name}")
    tool = write("bots/fox/tool", executable=True)
    (here / "bots/fox/data/link.csv").symlink_to("deep/table.csv")
    (here / "bots/fox/data/loop").symlink_to("..")
    tool.chmod(0o700)
    folder = Path(get_ready("bots/fox").folder)
    files = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if not path.is_dir()}
    assert sorted(files) == [".arena.sha256", "cards.py", "data/deep/table.csv", "data/link.csv", "main.py", "tool"]
    assert not files["data/link.csv"].is_symlink()
    assert {
        name: oct(stat.S_IMODE(path.stat().st_mode)) for name, path in files.items() if name in ("main.py", "tool")
    } == {
        "main.py": "0o644",
        "tool": "0o755",
    }


def test_a_build_makes_its_own_target_folder(write, get_ready, here):
    write("bots/fox/bot.toml", "run = 'target/fox'\nbuild = 'sh make.sh'")
    write("bots/fox/make.sh", "mkdir target && printf '#!/bin/sh\\n' > target/fox && chmod +x target/fox")
    write("bots/fox/target/stale")
    ready = get_ready("bots/fox")
    assert ready.runnable.argv == [f"{ready.folder}/target/fox"]
    assert [path.name for path in Path(ready.folder, "target").iterdir()] == ["fox"]


def test_a_bot_without_a_build_keeps_what_it_has_built(write, get_ready):
    write("bots/fox/bot.toml", "run = 'sh target/fox.sh'")
    write("bots/fox/target/fox.sh")
    assert get_ready("bots/fox").runnable.argv[1].endswith("/target/fox.sh")


@pytest.mark.parametrize("link", ["/etc/passwd", "../secret.txt", "/etc"])
def test_a_link_out_of_the_bots_folder_is_refused(link, write, get_ready, here, tmp_path):
    write("bots/fox/main.py")
    write("bots/secret.txt")
    (here / "bots/fox/data").symlink_to(link)
    with pytest.raises(UserError, match=r"fox: .*bots/fox/data is a symbolic link that leads out of the bot's folder"):
        get_ready("bots/fox")
    assert list((tmp_path / "results").iterdir()) == []


def test_a_bot_that_is_too_large_is_refused(write, get_ready, monkeypatch):
    write("bots/fox/main.py")
    write("bots/fox/big", b"x" * 3000)
    monkeypatch.setattr(snapshot, "MAX_BYTES", 1 << 10)
    with pytest.raises(UserError, match=r"fox is larger than 0 MiB \(.*big\); leave out what it does not need"):
        get_ready("bots/fox")
    monkeypatch.setattr(snapshot, "MAX_BYTES", 1 << 20)
    monkeypatch.setattr(snapshot, "MAX_FILES", 1)
    with pytest.raises(UserError, match="fox has more than 1 files"):
        get_ready("bots/fox")


def test_the_hash_is_of_the_files_and_can_be_checked_with_sha256sum(write, get_ready, here):
    for name in ("main.py", "a/b.txt", "a-b.txt"):
        write(f"fox/{name}", name)
    ready = get_ready("fox")
    command = "find . -type f -not -path './.*' -printf '%P\\0' | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum"
    if shutil.which("sha256sum"):
        done = subprocess.run(["sh", "-c", command], cwd=ready.folder, capture_output=True, text=True, check=True)
        assert done.stdout.split()[0] == ready.sha256
    assert get_ready("label=fox").sha256 == ready.sha256
    assert get_ready("label=fox").id != ready.id
    write("fox/a/b.txt", "changed")
    assert get_ready("fox").sha256 != ready.sha256


def test_the_hash_does_not_depend_on_what_the_build_makes(write, get_ready):
    write("bots/fox/bot.toml", "run = 'sh fox.sh'\nbuild = 'sh -c \"date +%N > built\"'")
    write("bots/fox/fox.sh")
    assert get_ready("bots/fox").sha256 == get_ready("bots/fox").sha256


def test_words_that_name_files_of_the_bot_become_absolute(write, get_ready):
    write("bots/fox/bot.toml", "run = 'perl -I lib fox.pl lib:fox.pl ../secret other --file=fox.pl'")
    write("bots/fox/lib/x")
    write("bots/fox/fox.pl")
    write("bots/secret")
    ready = get_ready("bots/fox")
    home = ready.folder
    assert ready.runnable.argv[1:] == [
        "-I", f"{home}/lib", f"{home}/fox.pl", f"{home}/lib:{home}/fox.pl", "../secret", "other", "--file=fox.pl",
    ]  # fmt: skip


def test_env_of_bot_toml_reaches_the_program(write, get_ready):
    write("bots/fox/bot.toml", "run = 'sh fox.sh'\nenv = {LEVEL = '3'}")
    write("bots/fox/fox.sh")
    assert get_ready("bots/fox").runnable.env == {"LEVEL": "3"}


@pytest.mark.parametrize(
    ("toml", "says"),
    [
        ("run = 'sh nosuch.sh'", "fox: its command names nosuch.sh, and there is no such file in bots/fox"),
        ("run = './data'", "fox: ./data is not executable; make it so, or name its interpreter before it"),
        (
            "run = './made'\nbuild = 'true'",
            "fox: ./made is neither a file of bots/fox nor a program on PATH; its build did",
        ),
    ],
)
def test_a_command_that_cannot_work_is_refused_before_it_is_tried(toml, says, write, get_ready):
    write("bots/fox/bot.toml", toml)
    write("bots/fox/data", "text")
    with pytest.raises(UserError) as error:
        get_ready("bots/fox")
    assert says in str(error.value)


def test_a_failing_build_shows_the_command_and_the_end_of_its_output(write, get_ready):
    write("bots/fox/bot.toml", "run = './fox'\nbuild = 'sh make.sh'")
    write("bots/fox/make.sh", "seq 1 500; echo 'fox.c: no such thing' >&2; exit 7")
    with pytest.raises(BuildError) as error:
        get_ready("bots/fox")
    lines = str(error.value).splitlines()
    assert lines[0] == "fox could not be built, sh make.sh: exit status 7"
    assert lines[1] == "  ..."
    assert lines[-2:] == ["  500", "  fox.c: no such thing"]
    assert len(lines) <= 25


def test_a_build_that_takes_too_long_is_ended_with_all_it_started(write, get_ready, monkeypatch, tmp_path):
    monkeypatch.setattr(building, "BUILD_SECONDS", 0.5)
    write("bots/fox/bot.toml", "run = './fox'\nbuild = 'sh make.sh'")
    write("bots/fox/make.sh", f"(sleep 1; touch {tmp_path}/late) & sleep 60")
    began = time.monotonic()
    with pytest.raises(BuildError, match=r"fox was not built within 0.5 seconds, sh make.sh \(it said nothing\)"):
        get_ready("bots/fox")
    assert time.monotonic() - began < 5
    time.sleep(1)
    assert not (tmp_path / "late").exists()


def test_a_flooding_build_does_not_fill_memory(write, get_ready):
    write("bots/fox/bot.toml", "run = 'sh make.sh'\nbuild = 'sh make.sh'")
    write("bots/fox/make.sh", "head -c 50000000 /dev/zero | tr '\\0' x; exit 1")
    with pytest.raises(BuildError) as error:
        get_ready("bots/fox")
    assert len(str(error.value)) < 1000


def test_a_build_gets_little_of_the_users_environment(write, get_ready, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "x")
    write("bots/fox/bot.toml", "run = 'sh fox.sh'\nbuild = 'sh fox.sh'")
    write("bots/fox/fox.sh", "env > seen; pwd >> seen")
    ready = get_ready("bots/fox")
    seen = Path(ready.folder, "seen").read_text()
    assert "SECRET_TOKEN" not in seen
    assert f"HOME={Path.home()}\n" not in seen
    assert seen.splitlines()[-1] == ready.folder


def test_a_bot_that_fails_keeps_no_other_from_being_prepared(write, seek, tmp_path):
    write("bots/bad/bot.toml", "run = './x'\nbuild = 'false'")
    write("bots/good.py")
    ready, refused = prepare_all(seek("bots").bots, tmp_path / "results", lambda line: None)
    assert [bot.name for bot in ready] == ["good"]
    assert [(bot.name, bot.source) for bot in refused] == [("bad", "bots/bad")]
    assert refused[0].why == "bad could not be built, false: exit status 1 (it said nothing)"


def test_a_wild_name_is_safe_in_a_path(write, get_ready, tmp_path):
    for name in ("../x", "=1+1", "\\u001b[31mred", "x" * 200, "Ünïcode"):
        write("fox/bot.toml", f'name = "{name}"\nrun = "sh fox.sh"')
        write("fox/fox.sh")
        folder = Path(get_ready("fox").folder)
        assert folder.parent == tmp_path / "results"
        assert len(folder.name) < 60
        assert set(folder.name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")


# a snapshot that is there already


def prepare_again(write, get_ready, change=None):
    """A built bot, prepared twice with a change of its snapshot in between: whether it was built again."""
    write("fox/bot.toml", "run = './made'\nbuild = 'sh make.sh'")
    write("fox/make.sh", "cp /bin/cat made; date +%N > when; touch -d @5 fox.txt; mkdir -p target; echo x > target/lib")
    write("fox/fox.txt", "a")
    first = get_ready("fox")
    if change is not None:
        change(Path(first.folder))
    inode = Path(first.folder).stat().st_ino
    second = get_ready("fox")
    assert (second.id, second.sha256, second.folder) == (first.id, first.sha256, first.folder)
    kept = Path(first.folder).stat().st_ino == inode
    assert (get_ready.said == []) == kept
    return not kept


def test_a_snapshot_that_is_right_is_kept_and_not_built_again(write, get_ready, tmp_path):
    assert not prepare_again(write, get_ready)
    assert not prepare_again(write, get_ready, lambda folder: (folder / "left by a match.txt").write_text("x"))
    assert [path.name for path in (tmp_path / "results").iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "fox.txt").write_text("b"),
        lambda folder: (folder / "made").write_text("b"),
        lambda folder: (folder / "target/lib").unlink(),
        lambda folder: (folder / ".arena.sha256").unlink(),
        lambda folder: (folder / ".arena.sha256").write_text(""),
    ],
)
def test_a_snapshot_that_is_not_right_is_made_anew(change, write, get_ready):
    assert prepare_again(write, get_ready, change)


def test_a_build_that_changes_its_sources_is_kept_too(write, get_ready):
    write("fox/bot.toml", "run = 'sh fox.sh'\nbuild = 'sh make.sh'")
    write("fox/make.sh", "echo '# built' >> fox.sh")
    write("fox/fox.sh")
    first = get_ready("fox")
    inode = Path(first.folder).stat().st_ino
    assert get_ready("fox").sha256 == first.sha256
    assert Path(first.folder).stat().st_ino == inode


def test_a_failed_build_is_tried_again(write, get_ready, here):
    write("fox/bot.toml", f"run = 'sh make.sh'\nbuild = 'sh make.sh {here}/go'")
    write("fox/make.sh", "test -e $1")
    with pytest.raises(BuildError):
        get_ready("fox")
    write("go")
    assert get_ready("fox").id


def test_the_seal_of_a_snapshot_can_be_checked_with_sha256sum(write, get_ready):
    for name in ("main.py", "a\\b.txt", "c\nd.txt", "e f.txt"):
        write(f"fox/{name}", name)
    ready = get_ready("fox")
    sealed = Path(ready.folder, ".arena.sha256")
    if shutil.which("sha256sum"):
        done = subprocess.run(["sha256sum", "-c", sealed], cwd=ready.folder, capture_output=True, text=True)
        assert (done.returncode, done.stdout.count("OK")) == (0, 4), done
    assert hashlib.sha256(sealed.read_bytes()).hexdigest() == ready.sha256
    inode = Path(ready.folder).stat().st_ino
    get_ready("fox")
    assert Path(ready.folder).stat().st_ino == inode


# compiled beforehand


def test_the_python_files_of_a_class_bot_are_compiled_once_for_all_matches(write, get_ready, class_bot, capfd):
    write("fox/main.py", "import cards\n" + class_bot)
    write("fox/cards.py", "x = 1")
    write("fox/deep/more.py", "x = 1")
    write("fox/broken.py", "x = = '\\d'")
    write("fox/old.py", "x = '\\d'")
    ready = get_ready("fox")
    made = sorted(path.relative_to(ready.folder).as_posix() for path in Path(ready.folder).rglob("*.pyc"))
    tag = sys.implementation.cache_tag
    assert made == [
        f"__pycache__/cards.{tag}.pyc",
        f"__pycache__/main.{tag}.pyc",
        f"__pycache__/old.{tag}.pyc",
        f"deep/__pycache__/more.{tag}.pyc",
    ]
    loader = importlib.machinery.SourceFileLoader("main", f"{ready.folder}/main.py")
    loader.source_to_code = None  # what is compiled already needs no compiling
    assert loader.get_code("main").co_filename == f"{ready.folder}/main.py"
    assert get_ready("label=fox").sha256 == ready.sha256
    assert ".pyc" not in Path(ready.folder, ".arena.sha256").read_text()
    assert capfd.readouterr() == ("", "")
