"""What a beginner might try: a guess at what lies behind a fault, from what is known of the bot and what it wrote."""

from __future__ import annotations

import os
import re
from pathlib import Path

from arena.seats import ClassBot, Runnable
from arena.seats.host import SIGNATURES

HOSTED_HINT = "act() must return one of `legal` (a string) or its position (a whole number); is a `return` missing?"
_NO_NEWLINE = "it answered without a newline: end each answer with \\n, and flush"
_SLOW = "it may think too long, loop for ever, or wait for its input to end (read line by line)"
_SLOW_CLASS = "it may think too long or loop for ever"

_FLUSH = {
    "c": "call fflush(stdout) after each answer, or setvbuf(stdout, NULL, _IONBF, 0) first; in C++, std::flush",
    "perl": "set $| = 1; first",
    "java": "call System.out.flush() after each answer",
    "ruby": "set $stdout.sync = true first",
    "lua": 'call io.stdout:setvbuf("no") first',
    "awk": "call fflush() after each answer",
    "python": "its options hide PYTHONUNBUFFERED, so print(..., flush=True)",
    "": "most languages hold back what they write to a pipe",
}
"""By language, how output leaves at once. Those that are not here flush by themselves."""
_PROMPT = {"node", "shell", "php", "go"}

_INTERPRETERS = (
    (re.compile(r"(python|pypy)[\d.]*"), "python"), (re.compile(r"node(js)?|deno|bun"), "node"),
    (re.compile(r"java"), "java"), (re.compile(r"perl[\d.]*"), "perl"), (re.compile(r"ruby[\d.]*"), "ruby"),
    (re.compile(r"lua(jit)?[\d.-]*"), "lua"), (re.compile(r"php[\d.]*"), "php"), (re.compile(r"[gmn]?awk"), "awk"),
    (re.compile(r"(ba|da|z|k|a)?sh"), "shell"),
)  # fmt: skip


def language(bot: Runnable) -> str:
    """The language that a bot seems to be written in, by its command; "" if that tells nothing."""
    if isinstance(bot, ClassBot):
        return "class"
    words = list(bot.argv)
    if words and os.path.basename(words[0]) == "env":  # noqa: PTH119
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    if not words:
        return ""
    if found := _by_name(words[0]):
        return found
    try:
        with open(words[0], "rb") as file:  # noqa: PTH123
            head = file.read(4096)
    except OSError:
        return ""
    if head.startswith(b"#!"):
        asked = [os.path.basename(word) for word in head[2:].partition(b"\n")[0].decode("utf-8", "replace").split()]  # noqa: PTH119
        return next((found for word in asked if (found := _by_name(word))), "")
    if head.startswith(b"\x7fELF"):
        return "go" if b"\0Go\0" in head else "c"
    return ""


def _by_name(program: str) -> str:
    name = os.path.basename(program)  # noqa: PTH119
    return next((language for pattern, language in _INTERPRETERS if pattern.fullmatch(name)), "")


def _not_flushed(bot: Runnable) -> str | None:
    """How to flush, where a missing flush may be the cause of silence."""
    spoken = language(bot)
    if spoken == "class" or spoken in _PROMPT or isinstance(bot, ClassBot):
        return None
    if spoken == "python":
        hidden = any(re.fullmatch(r"-[A-Za-z]*[EI][A-Za-z]*", word) for word in bot.argv[1:])
        return _FLUSH["python"] if hidden else None
    return _FLUSH[spoken]


def timeout_hint(
    bot: Runnable,
    *,
    unfinished: bytes | bytearray = b"",
    output: bytes | bytearray = b"",
    answered_before: bool = False,
    deaf: bool = False,
    dropped: str | None = None,
) -> str:
    """What a bot that was out of time may have meant, by what it wrote in the decision.

    `dropped` tells of answers to earlier questions, if there were any.
    """
    if unfinished.lstrip()[:1] == b"{":
        return _NO_NEWLINE
    if dropped:
        return dropped
    if deaf:
        return "it did not read what it was sent"
    if not output.strip():
        slow = _SLOW_CLASS if isinstance(bot, ClassBot) or answered_before else _SLOW
        how = None if answered_before else _not_flushed(bot)
        return f"no output at all: {slow}" if how is None else f"no output at all: is it flushed? ({how}) Or {slow}"
    if output.lstrip()[:1] == b"[":
        return 'an answer is a JSON object, not an array: {"id": ..., "index": ...}'
    if b"{" in output and b"id" in output:
        return "a line that is an answer begins with {; what stands before it makes the line noise"
    return 'it printed text, but no answer: {"id": ..., "index": ...} on a line of its own'


def dropped_hint(count: int, given: int, due: int) -> str:
    """Of answers with an id that is too low."""
    answers = "its answers had the id" if count > 1 else "its answer had the id"
    return f"{answers} {given} where {due} was asked: answers to earlier questions are dropped"


def crash_hint(bot: Runnable, unfinished: bytes | bytearray, status: int | None, stderr: str) -> str | None:
    """What may lie behind an end, by what was left unsaid and what was said on standard error since the last answer."""
    if unfinished.lstrip()[:1] == b"{":
        return _NO_NEWLINE
    if status == 0:
        return "it ended as if all were done: does it read on until its input ends?"
    said = telling_line(stderr, language(bot))
    if not said:
        return None
    more = exception_hint(bot, said)
    return f"it said: {said}; {more}" if more else f"it said: {said}"


def exception_hint(bot: Runnable, said: str) -> str | None:
    """What may mend an exception that a beginner meets here and nowhere else."""
    if said.startswith("bdb.BdbQuit"):
        return "the debugger was left, or had nothing to read: --trusted plays a class bot in the terminal"
    return _missing_helper(bot, said)


# which line of standard error tells most

_TRACEBACK = re.compile(r"^Traceback \(most recent call last\):", re.MULTILINE)
_ERROR = re.compile(r"\w*(Error|Exception)\b|^panic: |\bpanicked at |^fatal error")
_JAVA = re.compile(r'^Exception in thread "')
_PERL = re.compile(r" at .+ line \d+\b")
_PLACE = re.compile(r"^(?:file://)?(/.+:\d+)$")


def telling_line(stderr: str, spoken: str = "") -> str:
    """The line of a bot's last words that says most of why it died; "" if it said nothing.

    >>> telling_line("/tmp/a.js:3\\n  m.foo.bar();\\n\\nTypeError: no bar\\n    at x\\n\\nNode.js v20.20.2\\n", "node")
    'TypeError: no bar (a.js:3)'
    """
    lines = [line.rstrip() for line in stderr.splitlines() if line.strip()]
    if not lines:
        return ""
    if spoken in ("python", "class", ""):
        if headers := list(_TRACEBACK.finditer(stderr)):
            return _python_line(stderr[headers[-1].end() :].splitlines()) or lines[-1].strip()
        if spoken:
            return "; ".join(lines[-2:]) if lines[-1] in SIGNATURES.values() else lines[-1].strip()
    if spoken == "perl":
        if lines[-1].endswith("compilation errors.") or "aborted" in lines[-1]:
            return lines[0].strip()
        return next((line.strip() for line in reversed(lines) if _PERL.search(line)), lines[0].strip())
    if spoken == "java" and (thrown := next((line for line in lines if _JAVA.match(line)), None)):
        return thrown
    for at, line in enumerate(lines):
        if not _ERROR.search(line) or _PLACE.match(line):
            continue
        if "panicked at " in line and at + 1 < len(lines):
            return f"{line.strip()} {lines[at + 1].strip()}"
        place = next((found for before in lines[:at] if (found := _PLACE.match(before))), None)
        return f"{line.strip()} ({os.path.basename(place[1])})" if place else line.strip()  # noqa: PTH119
    return lines[-1].strip()


def _python_line(after: list[str]) -> str | None:
    """The exception below the header of a traceback, with what the host says of a wrong signature."""
    for at, line in enumerate(after):
        if line and not line[0].isspace():
            form = next((below for below in after[at + 1 :] if below in SIGNATURES.values()), None)
            return f"{line}; {form}" if form else line
    return None


def _missing_helper(bot: Runnable, said: str) -> str | None:
    """A Python file that imports what would lie beside it was copied without that."""
    found = re.match(r"ModuleNotFoundError: No module named '([\w.]+)'", said)
    if not found:
        return None
    file = bot.target.rpartition(":")[0] if isinstance(bot, ClassBot) else next(
        (word for word in bot.argv if word.endswith(".py")), ""
    )  # fmt: skip
    if not os.path.isabs(file) or not file.endswith(".py"):  # noqa: PTH117
        return None
    if any(other.suffix == ".py" for other in Path(file).parent.glob("*") if other != Path(file)):
        return None
    name = found[1].partition(".")[0]
    return (
        f"if {name} is yours: a bot that is one file is copied alone; put it and its helpers in a folder of their own"
    )
