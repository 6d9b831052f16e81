"""The options of class bots: the keyword-only parameters of `__init__`, and the text that a user gives for them."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Union

import msgspec

from arena.errors import UserError
from arena.fields import bounds_text
from arena.roster.found import utf8

__all__ = ["Option", "convert_options", "list_options", "load_options", "load_plain", "needs", "parse_options"]

_REQUIRED: Any = inspect.Parameter.empty


class Option(msgspec.Struct, frozen=True):
    """One option of a class bot."""

    name: str
    type: Any
    default: Any = _REQUIRED

    @property
    def required(self) -> bool:
        """Whether it has no default."""
        return self.default is _REQUIRED

    def __str__(self) -> str:
        return f"{self.name} (no default)" if self.required else f"{self.name}={self.default}"


def load_options(cls: type) -> list[Option]:
    """The options of a class that is already imported, in the order they are written."""
    try:
        hints = typing.get_type_hints(cls.__init__, include_extras=True)  # type: ignore[misc]
    except Exception:  # a stranger's annotation may name what was never imported
        hints = {}
    found = []
    for parameter in inspect.signature(cls.__init__).parameters.values():  # type: ignore[misc]
        if parameter.kind is parameter.KEYWORD_ONLY:
            kind = hints.get(parameter.name, guess_type(parameter.default))
            found.append(Option(parameter.name, kind, parameter.default))
    return found


def load_plain(cls: type) -> list[Option]:
    """The parameters of a class that would be options if they were keyword-only."""
    parameters = list(inspect.signature(cls.__init__).parameters.values())[1:]  # type: ignore[misc]
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return [Option(p.name, guess_type(p.default), p.default) for p in parameters if p.kind in plain]


def guess_type(default: Any) -> Any:
    """The type of a parameter without a usable annotation, from its default."""
    return type(default) if type(default) in (bool, int, float, str) else str


def parse_options(text: str, bot: str) -> dict[str, str]:
    """The options in `depth=2,width=3`. Raises UserError.

    >>> parse_options("depth=2,width=3", "greedy")
    {'depth': '2', 'width': '3'}
    """
    given: dict[str, str] = {}
    if utf8(text) != text:
        raise UserError(f"{bot}:{text}: options are UTF-8 text")
    for part in text.split(","):
        name, sign, value = part.partition("=")
        name = name.strip()
        if not sign or not name:
            raise UserError(f"{bot}:{text}: {part!r} is no option; write them as {bot}:depth=2,width=3")
        if name in given:
            raise UserError(f"{bot}:{text}: the option {name} is given twice")
        given[name] = value.strip()
    return given


def convert_options(
    given: Mapping[str, str], options: Sequence[Option], bot: str, plain: Sequence[Option] = (), *, unseen: bool = False
) -> dict[str, Any]:
    """The given texts as values of the options' types. Raises UserError for what is unknown, missing or wrong.

    `plain` are the parameters that are no options, since they are not keyword-only. `unseen`: the class may have its
    `__init__` from another file, which is not read.
    """
    known = {option.name: option for option in options}
    values = {}
    for name, text in given.items():
        if name not in known:
            near = next((f"; {_keyword_only(option)}" for option in plain if option.name == name), "")
            if unseen:
                near = (
                    "; the options of a class of another file do not count: "
                    f"write an __init__ with `*, {name}=...` in this one"
                )
            raise UserError(f"{bot} has no option {name!r}; {list_options(options)}{near}")
        try:
            values[name] = msgspec.convert(text, known[name].type, strict=False)
        except msgspec.ValidationError:
            wanted = _type_words(known[name].type)
            raise UserError(
                f"{bot}: the option {name} must be {wanted}, not {text!r}; {list_options(options)}"
            ) from None
        except TypeError:  # a type that no text can be converted to: the bot gets the text
            values[name] = text
    if missing := needs(given, options, bot, plain):
        raise UserError(f"{bot}: {missing}")
    return values


def needs(given: Mapping[str, str], options: Sequence[Option], bot: str, plain: Sequence[Option] = ()) -> str | None:
    """What a class needs and was not given, as a sentence about "it"."""
    for option in plain:
        if option.required:
            return f"its __init__ needs {option.name}; {_keyword_only(option)}"
    for option in options:
        if option.required and option.name not in given:
            return f"it needs the option {option.name}: write {bot}:{option.name}=VALUE; {list_options(options)}"
    return None


def list_options(options: Sequence[Option]) -> str:
    """The options that there are, as a part of a sentence."""
    return f"its options are {', '.join(map(str, options))}" if options else "it takes no options"


def _keyword_only(option: Option) -> str:
    return f"options are keyword-only parameters: write `*, {option.name if option.required else option}`"


def _type_words(kind: Any) -> str:
    words = {int: "a whole number", float: "a number", bool: "true or false", str: "text", type(None): "null"}
    if kind in words:
        return words[kind]
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return ", ".join(part for part in (_type_words(arguments[0]), bounds_text(kind)) if part)
    if origin is Literal:
        return "one of " + ", ".join(map(str, arguments))
    if origin in (Union, types.UnionType):
        return " or ".join(map(_type_words, arguments))
    return str(kind).replace("typing.", "")
