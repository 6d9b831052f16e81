"""Reading a Python file without importing it: whether it is a class bot, which classes, which options.

What is read here is a stranger's text: it is parsed with `ast`, and no part of it is ever evaluated.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import re
import warnings
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Optional, Union

import msgspec

from arena.roster.options import Option, guess_type

__all__ = ["BotClass", "PythonFile", "read_python"]

_IMPORT = re.compile(r"^\s*(?:import|from)\s+arena\b(?!_)", re.MULTILINE)
_TYPES: dict[str, Any] = {"int": int, "float": float, "str": str, "bool": bool}


class BotClass(msgspec.Struct, frozen=True):
    """One public class that derives from `arena.Bot` and can act."""

    name: str
    bot_name: str | None
    """The literal of the class attribute `name`, if there is one."""
    options: tuple[Option, ...]
    plain: tuple[Option, ...]
    """Parameters of `__init__` that would be options if they were keyword-only."""
    description: str | None
    unseen: bool = False
    """Whether it may have its `__init__` from a class of another file."""


class PythonFile(msgspec.Struct, frozen=True):
    """What a Python file shows from outside."""

    imports_arena: bool
    classes: tuple[BotClass, ...] = ()
    no_bots: dict[str, str] = {}
    """Classes that are nearly bots, each with a sentence on what is missing; the nearest first."""
    only_defines: bool = False
    """Whether running it does nothing: it only imports and defines."""
    error: str | None = None
    """Why it could not be parsed."""


def read_python(source: bytes) -> PythonFile:
    """What a Python file shows from outside. Never raises: what cannot be parsed has an `error`."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a stranger's doubtful escapes are not ours to report
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line = f"line {error.lineno}: {error.msg}" if isinstance(error, SyntaxError) else str(error)
        return PythonFile(_IMPORT.search(source.decode("utf-8", "replace")) is not None, error=line)
    try:
        return _Reader(tree).read()
    except RecursionError:
        return PythonFile(True, error="it is nested too deeply")


class _Reader:
    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.modules: set[str] = set()  # names that stand for the module: `arena`, `import arena as a`
        self.bots: set[str] = set()  # names that stand for arena.Bot
        self.classes: dict[str, ast.ClassDef] = {}

    def read(self) -> PythonFile:
        imports = False
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name.split(".")[0] == "arena":
                        imports = True
                        self.modules.add(alias.asname or "arena")
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").split(".")[0] == "arena":
                imports = True
                for alias in node.names:
                    (self.bots if alias.name == "Bot" else self.modules).add(alias.asname or alias.name)
        self._collect(self.tree.body)
        reasons = {name: reason for name, node in self.classes.items() if (reason := self._lacks(node, imports))}
        nearly = {name: reason for name, (_, reason) in sorted(reasons.items(), key=lambda item: item[1][0])}
        if not imports:
            return PythonFile(False, no_bots=nearly, only_defines=_only_defines(self.tree.body))
        bots = [
            node for name, node in self.classes.items()
            if not name.startswith("_") and self._is_bot(node) and self._may_act(node)
        ]  # fmt: skip
        return PythonFile(True, tuple(self._bot_class(node) for node in bots), nearly)

    def _lacks(self, node: ast.ClassDef, imports: bool) -> tuple[int, str] | None:
        """What keeps a class from being a bot, if it is nearly one, and how near it is."""
        acts, is_bot = self._method(node, "act") is not None, self._is_bot(node)
        heir = not acts and self._inherits(node) and not node.name.startswith("_")
        if is_bot and not self._may_act(node):
            return int(node.name.startswith("_")), f"its class {node.name} has no act(self, view, legal, info)"
        if (acts or heir) and not is_bot:
            bases = [words for base in node.bases if (words := ast.unparse(base)) != "object"]
            bases.append(min(self.bots, default="arena.Bot"))
            line = f"class {node.name}({', '.join(bases)}):"
            shown = " as far as this file shows" if len(bases) > 1 else ""
            above = "" if imports else ", and `import arena` above it"
            return 4 if heir else 2, f"its class {node.name} does not derive from arena.Bot{shown}; write `{line}`{above}"
        if is_bot and node.name.startswith("_"):
            return 3, f"its class {node.name} is private; give it a name without an underscore before it"
        return None

    def _collect(self, body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                self.classes[node.name] = node
            elif isinstance(node, (ast.If, ast.Try)):
                self._collect(node.body)
                self._collect(node.orelse)

    def _is_bot(self, node: ast.ClassDef, seen: frozenset[str] = frozenset()) -> bool:
        for base in node.bases:
            if self._names_bot(base):
                return True
            if isinstance(base, ast.Name):
                parent = self.classes.get(base.id)
                if parent and base.id not in seen and self._is_bot(parent, seen | {base.id}):
                    return True
        return False

    def _names_bot(self, base: ast.expr) -> bool:
        """Whether these words stand for arena.Bot."""
        if isinstance(base, ast.Name):
            return base.id in self.bots
        words = ast.unparse(base).split(".")
        return words[0] in self.modules and words[1:] in (["Bot"], ["bots", "Bot"])

    def _lineage(self, node: ast.ClassDef) -> list[ast.ClassDef]:
        """The class and its ancestors in this file, nearest first."""
        found = [node]
        for member in found:
            for base in member.bases:
                parent = self.classes.get(base.id) if isinstance(base, ast.Name) else None
                if parent is not None and parent not in found:
                    found.append(parent)
        return found

    def _method(self, node: ast.ClassDef, name: str) -> ast.FunctionDef | None:
        for member in self._lineage(node):
            for item in member.body:
                if isinstance(item, ast.FunctionDef) and item.name == name:
                    return item
        return None

    def _may_act(self, node: ast.ClassDef) -> bool:
        """Whether a bot has `act` here, or may have it from a class of another file."""
        return self._method(node, "act") is not None or self._inherits(node)

    def _inherits(self, node: ast.ClassDef) -> bool:
        """Whether a class derives from one of another file, arena.Bot and Python's own (`Exception`) apart."""
        return any(
            not (words in self.classes or hasattr(builtins, words) or self._names_bot(base))
            for member in self._lineage(node)
            for base in member.bases
            if (words := ast.unparse(base))
        )

    def _bot_class(self, node: ast.ClassDef) -> BotClass:
        doc = ast.get_docstring(node) or ast.get_docstring(self.tree)
        init = self._method(node, "__init__")
        options = _options(init.args) if init is not None else ()
        plain = _plain(init.args) if init is not None else ()
        unseen = init is None and self._inherits(node)
        return BotClass(node.name, _literal_name(node), options, plain, doc.splitlines()[0] if doc else None, unseen)


def _only_defines(body: list[ast.stmt]) -> bool:
    for node in body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)):
            if any(isinstance(part, ast.Call) for part in ast.walk(node)):
                return False
        elif isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Constant):
                return False
        elif not isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return False
    return True


def _literal_name(node: ast.ClassDef) -> str | None:
    for item in node.body:
        if not isinstance(item, (ast.Assign, ast.AnnAssign)):
            continue
        targets = item.targets if isinstance(item, ast.Assign) else [item.target]
        named = any(isinstance(target, ast.Name) and target.id == "name" for target in targets)
        value = item.value.value if isinstance(item.value, ast.Constant) else None
        if named and isinstance(value, str) and value.strip():
            return value.strip()
    return None


def _options(arguments: ast.arguments) -> tuple[Option, ...]:
    return tuple(map(_option, arguments.kwonlyargs, arguments.kw_defaults))


def _plain(arguments: ast.arguments) -> tuple[Option, ...]:
    names = [*arguments.posonlyargs, *arguments.args]
    defaults = [*[None] * (len(names) - len(arguments.defaults)), *arguments.defaults]
    return tuple(map(_option, names, defaults))[1:]


def _option(argument: ast.arg, default: ast.expr | None) -> Option:
    if default is None:
        return Option(argument.arg, _type(argument.annotation, str))
    try:
        value = ast.literal_eval(default)
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        value = ast.unparse(default)
    return Option(argument.arg, _type(argument.annotation, guess_type(value)), value)


def _type(node: ast.expr | None, otherwise: Any) -> Any:
    """The type that an annotation writes, as far as it is one of the few that a command line can give."""
    if isinstance(node, ast.Constant) and node.value is None:
        return None
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        try:
            return _type(ast.parse(node.value, mode="eval").body, otherwise)
        except (SyntaxError, ValueError):
            return otherwise
    if isinstance(node, ast.Name):
        return _TYPES.get(node.id, otherwise)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return Union[_type(node.left, str), _type(node.right, str)]  # noqa: UP007
    if isinstance(node, ast.Subscript):
        word = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
        if word == "Optional":
            return Optional[_type(node.slice, str)]  # noqa: UP045
        if word == "Literal":
            items = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            values = tuple(item.value for item in items if isinstance(item, ast.Constant))
            if values and len(values) == len(items):
                return Literal[values]
        if word == "Annotated" and isinstance(node.slice, ast.Tuple) and node.slice.elts:
            kind = _type(node.slice.elts[0], otherwise)
            bounds = _bounds(node.slice.elts[1:])
            return Annotated[kind, msgspec.Meta(ge=bounds.get("ge"), le=bounds.get("le"))] if bounds else kind
    return otherwise


def _bounds(marks: Sequence[ast.expr]) -> dict[str, int | float]:
    """The least and the most that `msgspec.Meta(ge=..., le=...)` writes, as far as they are numbers."""
    found: dict[str, int | float] = {}
    for mark in marks:
        for keyword in mark.keywords if isinstance(mark, ast.Call) else ():
            if keyword.arg in ("ge", "le"):
                with contextlib.suppress(ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
                    value = ast.literal_eval(keyword.value)
                    if type(value) in (int, float):
                        found[keyword.arg] = value
    return found
