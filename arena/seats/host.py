"""The host of a class bot: reads the protocol's messages in the bot's own process, calls the bot, writes its answers.

Nothing of arena is imported here but the contract, so that a bot's process is light and knows nothing of its referee.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import operator
import os
import random
import re
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import msgspec

import arena.bots
from arena.bots import Act, Bot, End, Start
from arena.protocol import decode


def load_class(target: str) -> type[Bot]:
    """The class that `package.module:Class` or `/absolute/file.py:Class` names.

    The folder of a file is put at the end of `sys.path`: its neighbours can be imported, and none of them hides a
    module of the standard library. Raises what importing raises, or ImportError with a sentence.
    """
    where, _, name = target.rpartition(":")
    if not where:
        raise ImportError(f"{target!r} does not name a class; write module:Class or /path/file.py:Class")
    module = _load_file(where) if where.endswith(".py") else importlib.import_module(where)
    try:
        loaded = getattr(module, name)
    except AttributeError:
        raise ImportError(f"{where} has no class {name}") from None
    if not (isinstance(loaded, type) and callable(getattr(loaded, "act", None))):
        raise ImportError(f"{name} in {where} is no bot: a class with act(self, view, legal, info) is needed")
    return loaded


def _load_file(path: str) -> Any:
    name = Path(path).stem
    known = sys.modules.get(name)
    if known is not None:
        if getattr(known, "__file__", None) == path:
            return known
        name = f"bot_{name}_{abs(hash(path)):x}"  # a bot in random.py must not become everybody's `random`
        if name in sys.modules:
            return sys.modules[name]
    elif name in sys.stdlib_module_names or importlib.util.find_spec(name.partition(".")[0]):
        name = f"bot_{name}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    folder = os.path.dirname(path)  # noqa: PTH120
    if folder not in sys.path:
        sys.path.append(folder)
    sys.modules[name] = module  # dataclasses and pickle look a class's module up there
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise
    return module


def seat_bot(cls: type[Bot], options: Mapping[str, Any], info: Start) -> Bot:
    """A bot of that class at its seat: `rng` and `info` are set before its `__init__` gets the options."""
    bot = cls.__new__(cls)
    bot.rng = random.Random(info.seed)
    bot.info = info
    bot.__init__(**options)  # type: ignore[misc]
    bot.start(info)
    return bot


def answer_line(id: int, choice: object) -> bytes:
    """What `act` returned, as the line that a program would have answered.

    What is neither a string nor a whole number is sent as an index of the wrong type: reading the answer says so.
    """
    if isinstance(choice, str):
        with contextlib.suppress(ValueError, RecursionError):
            return msgspec.json.encode({"id": id, "action": str(choice)}) + b"\n"
    if type(choice) is int:
        return b'{"id":%d,"index":%d}\n' % (id, choice)
    if choice is not None and not isinstance(choice, (bool, float)):
        with contextlib.suppress(Exception):  # numpy's whole numbers, IntEnum
            return b'{"id":%d,"index":%d}\n' % (id, operator.index(choice))  # type: ignore[arg-type]
    try:
        text = json.dumps(choice, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        text = json.dumps(f"{type(choice).__name__} object")
    return b'{"id":%d,"index":%s}\n' % (id, text[:200].encode() if len(text) <= 200 else b'"..."')


SIGNATURES = {
    "act": "act must be act(self, view, legal, info)",
    "start": "start must be start(self, info)",
    "end": "end must be end(self, result)",
}
"""What a bot's methods must look like."""
_OURS = os.path.dirname(arena.bots.__file__) + os.sep  # noqa: PTH120
_IMPORTING = "<frozen importlib"


def trouble(error: BaseException, target: str) -> str:
    """The traceback of what a bot raised, as its author knows it: its own frames, its files without our folders."""
    try:
        text = _trouble(error)
    except Exception:  # an exception that cannot be told is told by its name
        text = f"{type(error).__name__}\n"
    file = target.rpartition(":")[0]
    return text.replace(os.path.dirname(file) + os.sep, "") if file.endswith(".py") else text  # noqa: PTH120


def _trouble(error: BaseException) -> str:
    told = traceback.TracebackException.from_exception(error)
    form = None
    if isinstance(error, TypeError) and told.stack and told.stack[-1].filename.startswith(_OURS):  # the call itself
        called = re.match(r"(?:.*\.)?(\w+)\(\) ", str(error))
        form = SIGNATURES.get(called[1]) if called else None
    waiting, seen = [told], set()
    while waiting:
        one = waiting.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        one.stack[:] = [frame for frame in one.stack if not frame.filename.startswith((_OURS, _IMPORTING))]
        waiting += [other for other in (one.__cause__, one.__context__, *(one.exceptions or ())) if other is not None]
    text = "".join(told.format())
    return f"{text}{form}\n" if form else text


def run(target: str, options: Mapping[str, Any]) -> NoReturn:
    """Host one bot from standard input to standard output until its input ends. Ends the process."""
    status = 1
    try:
        messages = open(os.dup(0), "rb", buffering=1 << 16)  # noqa: PTH123, SIM115
        answers = os.dup(1)
        sys.dont_write_bytecode = True  # the folder is its author's
        _take_away_stdio()
        _converse(load_class(target), options, messages, answers)
        status = 0
    except SystemExit as leaving:
        status = leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
        print(f"the bot called sys.exit({leaving.code!r})", file=sys.stderr)
    except BrokenPipeError:
        status = 0
    except BaseException as error:
        print(trouble(error, target), end="", file=sys.stderr)
    finally:
        with contextlib.suppress(BaseException):
            sys.stderr.flush()
        os._exit(status & 0xFF)


def _take_away_stdio() -> None:
    """Standard input is empty for the bot, and what it prints goes to standard error: the protocol is ours."""
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    sys.stdin = open(0, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    sys.stdout = sys.stderr


def _converse(cls: type[Bot], options: Mapping[str, Any], messages: Any, answers: int) -> None:
    bot = None
    for line in messages:
        message = decode(line)
        if type(message) is Act:
            assert bot is not None
            id = message.id  # the message is the bot's to ruin
            data = answer_line(id, bot.act(message.view, message.legal, message))
            while data:
                data = data[os.write(answers, data) :]
        elif type(message) is Start:
            random.seed(message.seed)
            bot = seat_bot(cls, options, message)
        elif type(message) is End:
            if bot is not None:
                bot.end(message)
        else:
            return
