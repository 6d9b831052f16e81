"""What the author of a bot is told of its end: the line that tells most, its own files, and nothing that paints."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from seats_play import ZOO, play, zoo, zoo_class

from arena.seats import ClassBot, Program, evidence, hints
from arena.seats.opener import SeatOpener

NODE = """/tmp/x/mine.js:3
  m.foo.bar();
        ^

TypeError: Cannot read properties of undefined (reading 'bar')
    at Interface.<anonymous> (/tmp/x/mine.js:3:31)
    at Interface.emit (node:events:524:28)

Node.js v20.20.2
"""
JAVA = """loading
Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 3 out of bounds for length 1
\tat T.main(T.java:1)
"""
PERL = 'syntax error at p.pl line 2, near "= ;"\nExecution of p.pl aborted due to compilation errors.\n'
PERL_DIES = 'hm at q.pl line 2.\nCan\'t call method "foo" on unblessed reference at q.pl line 2, <STDIN> line 2.\n'
PYTHON = """thinking
Traceback (most recent call last):
  File "/x/mine.py", line 3, in <module>
    raise ValueError("two\\nlines")
ValueError: two
lines
"""
RUST = "thread 'main' panicked at src/main.rs:2:5:\nno such square\nnote: run with `RUST_BACKTRACE=1`\n"
GO = "panic: runtime error: index out of range [3]\n\ngoroutine 1 [running]:\nmain.main()\nexit status 2\n"
CPP = "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\n"


@pytest.mark.parametrize(
    ("spoken", "stderr", "line"),
    [
        ("node", NODE, "TypeError: Cannot read properties of undefined (reading 'bar') (mine.js:3)"),
        ("", NODE, "TypeError: Cannot read properties of undefined (reading 'bar') (mine.js:3)"),
        ("java", JAVA, JAVA.splitlines()[1]),
        ("perl", PERL, PERL.splitlines()[0]),
        ("perl", PERL_DIES, PERL_DIES.splitlines()[1]),
        ("python", PYTHON, "ValueError: two"),
        ("", PYTHON, "ValueError: two"),
        ("python", "  File \"a.py\", line 1\n    x = = 1\n\nSyntaxError: invalid syntax\n\n", "SyntaxError: invalid syntax"),
        ("", RUST, "thread 'main' panicked at src/main.rs:2:5: no such square"),
        ("go", GO, GO.splitlines()[0]),
        ("c", CPP, "what():  vector::_M_range_check"),
        ("ruby", "a.rb:3: no method (NoMethodError)\n\tfrom a.rb:4\n", "a.rb:3: no method (NoMethodError)"),
        ("", " \n", ""),
    ],
)  # fmt: skip
def test_the_line_that_tells_most(spoken: str, stderr: str, line: str) -> None:
    assert hints.telling_line(stderr, spoken) == line


@pytest.mark.parametrize(
    ("argv", "spoken", "words"),
    [
        (["/usr/bin/python3.11", "/x/a.py"], "python", None),
        (["/usr/bin/python3", "-I", "/x/a.py"], "python", "flush=True"),
        (["/usr/bin/env", "-S", "A=1", "node", "a.js"], "node", None),
        (["/usr/bin/perl", "a.pl"], "perl", "$| = 1"),
        (["/usr/bin/java", "-jar", "a.jar"], "java", "System.out.flush()"),
        (["/bin/bash", "a.sh"], "shell", None),
        ([str(ZOO / "shell.sh")], "shell", None),
        (["/bin/true"], "c", "fflush(stdout)"),
        (["/no/such/program"], "", "hold back"),
        ([], "", "hold back"),
    ],
)
def test_silence_is_laid_to_a_missing_flush_only_where_that_can_be(
    argv: list[str], spoken: str, words: str | None
) -> None:
    bot = Program(argv)
    assert hints.language(bot) == spoken
    hint = hints.timeout_hint(bot)
    assert "loop for ever" in hint and "read line by line" in hint
    assert ("is it flushed?" in hint) == (words is not None)
    assert words is None or words in hint
    assert "flushed" not in hints.timeout_hint(bot, answered_before=True)


def test_a_silent_class_bot_is_not_told_of_flushing_or_input(opener: SeatOpener) -> None:
    fault = play(opener, zoo_class("endless-loop"), budget_ms=100, start_ms=300).fault
    assert fault is not None
    assert fault.hint == "no output at all: it may think too long or loop for ever"


def test_long_evidence_has_its_head_and_its_end() -> None:
    said = b"TypeError: the head\n" + b"    at x\n" * 5000 + b"the end\n"
    shown = evidence.ends(said, said[-10:])
    assert shown.startswith("TypeError: the head\n") and shown.endswith("at x\nthe end\n")
    assert "\n…\n" in shown
    assert len(shown) <= evidence.STDERR_SHOWN + 10
    assert evidence.ends(b"new\n", b"old\nnew\n") == "old\nnew\n"


def test_the_head_of_a_long_death_is_kept_and_read(opener: SeatOpener) -> None:
    code = (
        "import os, sys\nsys.stdin.readline()\nsys.stdin.readline()\n"
        "os.write(2, b'SomeError: told first\\n' + b'    at x\\n' * 5000)\nos._exit(1)"
    )
    named = Program(["/bin/sh", "-c", f'exec {sys.executable} -c "$CODE"'], {"CODE": code})
    fault = play(opener, named, budget_ms=5000).fault
    assert fault is not None
    assert fault.hint == "it said: SomeError: told first"
    assert fault.stderr.startswith("SomeError: told first")


def test_what_a_stranger_wrote_paints_nothing_in_why_and_hint(opener: SeatOpener) -> None:
    fault = play(opener, zoo("paints"), budget_ms=5000).fault
    assert fault is not None
    assert fault.hint == "it said: OopsError: no more"


def test_a_traceback_is_the_bots_own(opener: SeatOpener) -> None:
    for trusted in (False, True):
        fault = play(opener, zoo_class("raises"), budget_ms=5000, trusted=trusted).fault
        assert fault is not None
        assert fault.stderr.startswith('Traceback (most recent call last):\n  File "raises.py", line ')
        assert "host.py" not in fault.stderr and "trusted.py" not in fault.stderr and str(ZOO) not in fault.stderr
        assert fault.stderr.count('  File "') == 1
        assert "IndexError" in ((fault.why if trusted else fault.hint) or "")


def test_a_traceback_of_an_import_has_neither_host_nor_importlib(opener: SeatOpener, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("import arena\nimport helper\nclass Zoo(arena.Bot): pass\n")
    for trusted in (False, True):
        fault = play(opener, ClassBot(f"{bot}:Zoo"), budget_ms=5000, trusted=trusted).fault
        assert fault is not None
        assert fault.stderr.count('  File "') == 1 and 'File "mine.py", line 2' in fault.stderr
        assert "copied alone" in (fault.hint or "") and "if helper is yours" in (fault.hint or "")
    bot.write_text("import helper\n")
    fault = play(opener, Program([sys.executable, str(bot)]), budget_ms=5000).fault
    assert fault is not None and "copied alone" in (fault.hint or ""), "a program is, too"
    (tmp_path / "other.py").touch()
    fault = play(opener, ClassBot(f"{bot}:Zoo"), budget_ms=5000).fault
    assert fault is not None and "copied alone" not in (fault.hint or "")


def test_causes_are_shown_without_our_frames_too(opener: SeatOpener, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text(
        "import arena\nclass Zoo(arena.Bot):\n    def act(self, view, legal, info):\n"
        "        try:\n            return arena.Bot.act(self, view, legal, info)\n"
        "        except NotImplementedError as error:\n            raise KeyError('k') from error\n"
    )
    fault = play(opener, ClassBot(f"{bot}:Zoo"), budget_ms=5000).fault
    assert fault is not None
    assert "NotImplementedError" in fault.stderr and "direct cause" in fault.stderr
    assert fault.stderr.count('  File "') == fault.stderr.count('  File "mine.py"') == 2
    assert fault.hint == "it said: KeyError: 'k'"


@pytest.mark.parametrize("trusted", [False, True])
def test_a_wrong_signature_is_told_as_it_must_be(opener: SeatOpener, trusted: bool) -> None:
    fault = play(opener, zoo_class("wrong-signature"), budget_ms=5000, trusted=trusted).fault
    assert fault is not None and fault.kind == "crash"
    assert ((fault.why if trusted else fault.hint) or "").endswith("; act must be act(self, view, legal, info)")
    assert fault.stderr.endswith("\nact must be act(self, view, legal, info)\n")


def test_a_type_error_inside_is_not_taken_for_a_wrong_signature(opener: SeatOpener, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text(
        "import arena\nclass Zoo(arena.Bot):\n    def act(self, view, legal, info):\n        return self.act()\n"
    )
    fault = play(opener, ClassBot(f"{bot}:Zoo"), budget_ms=5000).fault
    assert fault is not None
    assert "act must be" not in fault.stderr


def in_terminal(argv: list[str], words: list[str], cwd: Path) -> str:
    """Run a command in a terminal of its own, answer each prompt of pdb with one of the words, and read it all."""
    ours, theirs = pty.openpty()
    setup = "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); os.execv(sys.argv[1], sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", setup, *argv],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=cwd,
        start_new_session=True,
    )
    os.close(theirs)
    shown, until = b"", time.monotonic() + 30
    while time.monotonic() < until and select.select([ours], [], [], 30)[0]:
        try:
            data = os.read(ours, 1 << 16)
        except OSError:
            break
        shown += data
        if shown.endswith(b"(Pdb) ") and words:
            os.write(ours, words.pop(0).encode() + b"\n")
    os.close(ours)
    process.kill()
    process.wait()
    return shown.decode(errors="replace")


def test_a_breakpoint_in_a_trusted_bot_stops_in_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import arena\nclass Mine(arena.Bot):\n    def act(self, view, legal, info):\n"
        "        if info.id == 2:\n            breakpoint()\n        return legal[0]\n"
    )
    words = ["p 'decision', info.id", "c"]
    argv = [
        sys.executable,
        "-m",
        "arena",
        "match",
        "mine.py",
        "random",
        "--trusted",
        "--seed",
        "7",
        "--move-time",
        "none",
    ]
    shown = in_terminal(argv, words, tmp_path)
    assert "('decision', 2)" in shown, shown
    assert "rank" in shown and not words


def test_a_program_fed_from_a_file_is_debugged_in_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import sys\nfor line in sys.stdin:\n"
        '    import pdb; pdb.Pdb(stdin=open("/dev/tty"), stdout=open("/dev/tty", "w")).set_trace()\n'
        "    print('got', line)\n"
    )
    (tmp_path / "lines.txt").write_text("first\n")
    shown = in_terminal(["/bin/sh", "-c", f"{sys.executable} mine.py < lines.txt"], ["p 'read', line", "c"], tmp_path)
    assert "('read', 'first\\n')" in shown
    assert "got first" in shown


def test_a_breakpoint_where_nobody_can_type_is_told_of_the_terminal(opener: SeatOpener, tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text(
        "import arena\nclass Zoo(arena.Bot):\n    def act(self, view, legal, info):\n"
        "        breakpoint()\n        return 0\n"
    )
    fault = play(opener, ClassBot(f"{bot}:Zoo"), budget_ms=5000).fault
    assert fault is not None
    assert "--trusted" in (fault.hint or "")
