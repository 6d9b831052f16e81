"""What a typed Struct says of itself: the fields of views, events and options with their types and meanings.

Options that people write as text (`--set palisades_min=2`, `greedy:depth=2`) are turned into typed values here too.
"""

from __future__ import annotations

import types
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from arena.errors import UserError
from arena.games import Game


class Field(msgspec.Struct, frozen=True):
    """One field: its name, its type and default as people read them, and its meaning."""

    name: str
    type: str
    meaning: str
    default: str | None
    """As JSON; None if it has none."""


def fields_of(struct: type[msgspec.Struct]) -> list[Field]:
    """The fields of a Struct in their order. A field without `Meta(description=...)` has an empty meaning."""
    hints = get_type_hints(struct, include_extras=True)
    found = []
    for field in msgspec.structs.fields(struct):
        _, meaning = _without_meta(hints[field.name])
        if field.default is not msgspec.NODEFAULT:
            default = msgspec.json.encode(field.default).decode()
        elif field.default_factory is not msgspec.NODEFAULT:
            default = msgspec.json.encode(field.default_factory()).decode()
        else:
            default = None
        found.append(Field(field.encode_name, type_text(hints[field.name]), meaning, default))
    return found


def _without_meta(hint: Any) -> tuple[Any, str]:
    meaning = ""
    if get_origin(hint) is Annotated:
        kind, *marks = get_args(hint)
        for mark in marks:
            if isinstance(mark, msgspec.Meta) and mark.description:
                meaning = mark.description
        return kind, meaning
    return hint, meaning


def type_text(kind: Any) -> str:
    """A type as a bot's author reads it, in words of JSON.

    >>> type_text(dict[str, list[int] | None])
    'object of (list of integer or null)'
    >>> type_text(Literal["shared", "seat_order"])
    '"shared" or "seat_order"'
    >>> type_text(Annotated[int, msgspec.Meta(ge=1, le=6)])
    'integer, 1 to 6'
    """
    bounds = bounds_text(kind)
    kind, _ = _without_meta(kind)
    if bounds:
        return f"{type_text(kind)}, {bounds}"
    simple = {int: "integer", str: "string", bool: "true or false", float: "number", None: "null", type(None): "null"}
    if kind in simple:
        return simple[kind]
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return " or ".join(type_text(arg) for arg in args)
    if origin is Literal:
        return " or ".join(msgspec.json.encode(arg).decode() for arg in args)
    if origin in (list, set, frozenset) or (origin is tuple and len(args) == 2 and args[1] is Ellipsis):
        return f"list of {_wrapped(args[0])}"
    if origin is tuple:
        return f"list of {len(args)} ({', '.join(type_text(arg) for arg in args)})"
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        return f"object of {_wrapped(args[1])}"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        inner = ", ".join(f"{field.name}: {field.type}" for field in fields_of(kind))
        return f"object ({inner})"
    return getattr(kind, "__name__", str(kind))


def bounds_text(hint: Any) -> str:
    """The least and the most that a number may be, if its type says so."""
    marks = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    least, most = (
        next((value for mark in marks if (value := getattr(mark, name, None)) is not None), None) for name in ("ge", "le")
    )
    if least is not None and most is not None:
        return f"{least} to {most}"
    if least is not None:
        return f"{least} or more"
    return f"{most} or less" if most is not None else ""


def _wrapped(kind: Any) -> str:
    text = type_text(kind)
    return f"({text})" if " " in text else text


def make_config(game: Game, values: Mapping[str, Any] | Iterable[str] = ()) -> Any:
    """The options of `game`, from a mapping or from texts like `palisades_min=2`.

    Raises UserError for an unknown option or a value it cannot have, naming what it can.
    """
    if not isinstance(values, Mapping):
        values = dict(_split(text, game) for text in values)
    known = {field.name: field for field in fields_of(game.Config)}
    for name in values:
        if name not in known:
            close = get_close_matches(name, known, 1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            options = ", ".join(known) or "none"
            raise UserError(f"{game.name} has no option {name!r}{hint} (options: {options})")
    converted = {}
    for name, value in values.items():
        hint = get_type_hints(game.Config, include_extras=True)[name]
        try:
            converted[name] = _converted(value, hint)
        except msgspec.ValidationError:
            shown = value if isinstance(value, str) else msgspec.json.encode(value).decode()
            raise UserError(
                f"option {name} of {game.name} cannot be {shown!r}: it is {known[name].type} (default {known[name].default})"
            ) from None
    return game.Config(**converted)


def changes(config: Any) -> Iterator[tuple[str, str, Any]]:
    """What one option alone can be changed to, of those with few values: its name, the value as text, the config with it."""
    hints = get_type_hints(type(config), include_extras=True)
    for name, value in msgspec.structs.asdict(config).items():
        kind = _without_meta(hints[name])[0]
        choices: tuple[Any, ...] = (True, False) if kind is bool else get_args(kind) if get_origin(kind) is Literal else ()
        for choice in choices:
            if choice != value:
                try:
                    other = msgspec.structs.replace(config, **{name: choice})
                except ValueError:  # it does not go with the other options
                    continue
                yield name, choice if isinstance(choice, str) else msgspec.json.encode(choice).decode(), other


def _converted(value: Any, hint: Any) -> Any:
    """The value as its type; `none` and `null` are texts where the type has such a choice, else they mean no value.

    A text may stand in quotes, as lists of options show it.
    """
    try:
        return msgspec.convert(value, hint, strict=False)
    except msgspec.ValidationError:
        if isinstance(value, str) and value in ("null", "none"):
            return msgspec.convert(None, hint, strict=False)
        if isinstance(value, str) and len(value) > 1 and value[0] == value[-1] == '"':
            return msgspec.convert(value[1:-1], hint, strict=False)
        raise


def _split(text: str, game: Game) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        example = next((f", such as --set {name}={value}" for name, value, _ in changes(game.Config())), "")
        raise UserError(f"--set {text}: write an option as NAME=VALUE{example}")
    return name.strip(), value.strip()
