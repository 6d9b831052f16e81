"""Reading a Python file without importing it: whether it is a class bot, which classes, which options.

What is read here is a stranger's text: it is parsed with `ast`, and no part of it is ever evaluated.
"""

from __future__ import annotations

import ast
import re
import warnings
from typing import Any, Literal, Optional, Union

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
    description: str | None


class PythonFile(msgspec.Struct, frozen=True):
    """What a Python file shows from outside."""

    imports_arena: bool
    classes: tuple[BotClass, ...] = ()
    without_act: tuple[str, ...] = ()
    """Public classes that derive from `arena.Bot`, but have no `act`."""
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
        if not imports:
            return PythonFile(False)
        self._collect(self.tree.body)
        public = [node for name, node in self.classes.items() if not name.startswith("_") and self._is_bot(node)]
        can_act = [node for node in public if self._method(node, "act") is not None]
        return PythonFile(
            True,
            tuple(self._bot_class(node) for node in can_act),
            tuple(node.name for node in public if node not in can_act),
        )

    def _collect(self, body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                self.classes[node.name] = node
            elif isinstance(node, (ast.If, ast.Try)):
                self._collect(node.body)
                self._collect(node.orelse)

    def _is_bot(self, node: ast.ClassDef, seen: frozenset[str] = frozenset()) -> bool:
        for base in node.bases:
            if isinstance(base, ast.Name):
                if base.id in self.bots:
                    return True
                parent = self.classes.get(base.id)
                if parent and base.id not in seen and self._is_bot(parent, seen | {base.id}):
                    return True
            elif isinstance(base, ast.Attribute) and base.attr == "Bot":
                words = ast.unparse(base).split(".")
                if words[0] in self.modules and words[1:] in (["Bot"], ["bots", "Bot"]):
                    return True
        return False

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

    def _bot_class(self, node: ast.ClassDef) -> BotClass:
        doc = ast.get_docstring(node) or ast.get_docstring(self.tree)
        init = self._method(node, "__init__")
        options = _options(init.args) if init is not None else ()
        return BotClass(node.name, _literal_name(node), options, doc.splitlines()[0] if doc else None)


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
    found = []
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if default is None:
            found.append(Option(argument.arg, _type(argument.annotation, str)))
            continue
        try:
            value = ast.literal_eval(default)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            value = ast.unparse(default)
        found.append(Option(argument.arg, _type(argument.annotation, guess_type(value)), value))
    return tuple(found)


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
    return otherwise
