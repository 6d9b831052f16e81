"""The page of `arena rules GAME`: all that a bot's author needs, written from what the game says of itself.

The rules, the options, every field of every message, the forms of action, and one recorded match with real messages.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec

from arena.deals import Deal, Stream, bot_seed, deal_seed, opaque_id, secret_of_number
from arena.errors import UserError
from arena.fields import fields_of, make_config
from arena.games import Game
from arena.match import seats_text, seats_with_options
from arena.referee import Setup, referee_match
from arena.seats import Question, Reply, Seat

SHOWN_MESSAGES = 28
LONG_LIST = 6
"""A list with more entries than this is shortened in the later messages of the recorded match."""
LONG_LINE = 16_000
"""A line longer than this is shortened even where messages are shown in full (a large board, say)."""
ANSWER_MS = 1.0
SAMPLE_MATCHES = 3


def rules_page(
    game: Game, *, seats: int | None = None, seed: int = 1, options: Mapping[str, Any] | Iterable[str] = ()
) -> str:
    """The page of `game` in Markdown, with a recorded match of `seats` seats (default: as few as allowed) and `options`.

    Raises UserError if the game is not for so many seats, or has no such options.
    """
    config = make_config(game, options)
    allowed = sorted(game.seats_for(config))
    if seats is not None and seats not in allowed:
        raise UserError(f"{game.name} is for {seats_with_options(game, config, seats)}, not for {seats}")
    parts = [
        f"# {game.title or game.name} (`{game.name}`)",
        game.summary,
        f"For {seats_text(sorted(game.seats))}. Rules version {game.rules}. "
        f"A match has at most {game.max_decisions:,} decisions of all seats together, those with one legal action too.",
        *_rules(game),
        *_options(game),
        *_messages(game),
        *_actions(game),
        *_ending(game, config, allowed),
        *_recorded(game, config, allowed[0] if seats is None else seats, seed),
    ]
    return "\n\n".join(part.strip("\n") for part in parts if part.strip()) + "\n"


# The parts of the page


def _rules(game: Game) -> list[str]:
    """The rules text, its headings put below the page's own, its title and what only repeats the summary left out."""
    text = game.rules_text().strip()
    if text in ("", game.summary):
        return []
    lines, fenced = text.split("\n"), False
    levels = []
    for line in lines:
        fenced ^= line.startswith("```")
        if not fenced and (found := re.match(r"#+(?= )", line)):
            levels.append(len(found[0]))
    if levels and lines[0].startswith("# ") and levels.count(1) == 1:  # its own title: the page has one
        lines, levels = lines[1:], levels[1:]
    if not "".join(lines).strip():
        return []
    deeper = max(0, 3 - min(levels, default=3))
    out, fenced = [], False
    for line in lines:
        fenced ^= line.startswith("```")
        out.append("#" * deeper + line if not fenced and re.match(r"#+ ", line) else line)
    return ["## Rules", "\n".join(out)]


def _options(game: Game) -> list[str]:
    found = fields_of(game.Config)
    if not found:
        return ["## Options", "This game has no options."]
    rows = [(f"`{f.name}`", f.type, f"`{f.default}`", f.meaning) for f in found]
    return ["## Options", "Set one with `--set NAME=VALUE`.", _table(("option", "type", "default", "meaning"), rows)]


def _messages(game: Game) -> list[str]:
    out = ["## Messages", "The fields that are this game's own; the protocol has the rest."]
    out += ["### `static`, in the start message", _fields(game.Static, "This game has no static part.")]
    out += ["### `view`", _fields(game.View, "The view is empty.")]
    return [*out, "### Events", _table(("event", "field", "type", "meaning"), _event_rows(game))]


def _event_rows(game: Game) -> list[Sequence[str]]:
    """One table for all kinds of events: what each says, and its fields below it."""
    rows: list[Sequence[str]] = []
    for kind in game.Events:
        doc = (kind.__doc__ or "").strip()
        if doc.startswith(f"{kind.__name__}("):  # a Struct without a docstring has its signature there
            doc = ""
        rows.append((f"`{kind.__struct_config__.tag}`", "", "", " ".join(doc.split("\n\n")[0].split())))
        rows += [("", *row) for row in _field_rows(kind)]
    return rows


def _fields(struct: type[msgspec.Struct], if_none: str) -> str:
    rows = _field_rows(struct)
    return _table(("field", "type", "meaning"), rows) if rows else if_none


def _field_rows(struct: type[msgspec.Struct]) -> list[tuple[str, str, str]]:
    """A row for each field. Below one that holds objects stand theirs, as `shares.kind`: once for each type."""
    rows = []
    hints = get_type_hints(struct, include_extras=True)
    seen: set[type[msgspec.Struct]] = set()
    for field, shown in zip(msgspec.structs.fields(struct), fields_of(struct), strict=True):
        rows.append((f"`{shown.name}`", shown.type, shown.meaning))
        for kind in _structs([hints[field.name]]):
            if kind not in seen:
                rows += [(f"`{shown.name}.{inner.name}`", inner.type, inner.meaning) for inner in fields_of(kind)]
            seen.add(kind)
    return rows


def _actions(game: Game) -> list[str]:
    rows = [(f"`{form}`", meaning) for form, meaning in game.actions_help]
    return ["## Actions", _table(("action", "meaning"), rows) if rows else "This game does not explain its actions."]


def _ending(game: Game, config: Any, allowed: Sequence[int]) -> list[str]:
    text = (
        "`ranks` in the end message has the place of each seat: 1 is best, and ties share a place. "
        "`scores` has the game's own points, or null where it counts none."
    )
    if game.structural_tie(config):
        text += " A shared last place only says that those seats did not win."
    sides = {seats: game.teams(config, seats) for seats in allowed}
    for seats, side in sides.items():
        if len(set(side)) < seats:
            text += f" With {seats} seats there are sides: `teams` is {side}, and a side shares its result."
    return ["## Ranks and scores", text]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


# The recorded match


class _Recorder(Seat):
    """A seat that answers at random from a generator, always as fast, and keeps every line."""

    def __init__(self, pick: Stream) -> None:
        self._pick = pick
        self.lines: list[tuple[str, bytes]] = []

    def tell(self, line: bytes) -> None:
        self.lines += [(">", part) for part in line.splitlines()]

    def ask(self, question: Question) -> Reply:
        self.tell(question.line)
        index = self._pick.below(len(question.legal))
        answer = {"id": question.id, "action": question.legal[index]}
        self.lines.append(("<", msgspec.json.encode(answer)))
        return Reply(index, ANSWER_MS)

    def finish(self, line: bytes) -> None:
        self.tell(line)

    def close(self) -> None:
        pass


def _recorded(game: Game, config: Any, seats: int, seed: int) -> list[str]:
    secret = secret_of_number(seed)
    match = f"rules {game.name}"
    setup = Setup(
        game, config, seats, deal_seed(secret, 0), opaque_id(secret, match),
        [bot_seed(secret, match, seat) for seat in range(seats)],
    )  # fmt: skip
    players = [_Recorder(Stream(sha256(f"rules {seed} {seat}".encode()).digest())) for seat in range(seats)]
    referee_match(setup, players)
    lines = players[0].lines
    last = next(i for i, (_, line) in enumerate(lines) if line.startswith(b'{"type":"end"'))
    # In full: the start, the first act and the last with their answers, and the end. What stands between is shortened.
    shown = [_line(mark, line, full=i < 3 or i >= last - 2) for i, (mark, line) in enumerate(lines)]
    if last - 2 > SHOWN_MESSAGES:
        left_out = len([mark for mark, _ in lines[SHOWN_MESSAGES : last - 2] if mark == ">"])
        shown[SHOWN_MESSAGES : last - 2] = [f"… and so on: {left_out} more decisions"]
    very_long = " and in very long ones" if any(len(line) > LONG_LINE for _, line in lines[:3] + lines[last:]) else ""
    return [
        "## A recorded match",
        f"What seat 0 of {seats} was sent (`>`) and answered (`<`) in a match in which all seats answer at random. "
        f"The lines are real; in the messages between the first decision and the last{very_long} lists of more than "
        f'{LONG_LIST} entries are shortened here, with `"…"` where entries were left out.',
        "```text\n" + "\n".join(shown) + "\n```",
    ]


def _line(mark: str, line: bytes, *, full: bool) -> str:
    if not full or len(line) > LONG_LINE:
        line = msgspec.json.encode(_shortened(msgspec.json.decode(line)))
    return f"{mark} {line.decode()}"


def _shortened(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _shortened(inner) for name, inner in value.items()}
    if isinstance(value, list):
        short = value if len(value) <= LONG_LIST else [*value[:2], "…", value[-1]]
        return [_shortened(inner) for inner in short]
    return value


# What lacks a meaning


def undocumented(game: Game) -> list[str]:
    """What the page could not explain: fields without a meaning (`View.gold`), and actions without help (`dig`).

    The actions are those of a few random matches at each number of seats, with the default options.
    """
    config = game.Config()
    seen: dict[str, None] = {}
    for seats in sorted(game.seats_for(config)):
        for number in range(SAMPLE_MATCHES):
            pick = Stream(sha256(f"undocumented {seats} {number}".encode()).digest())
            state = game.new_match(config, seats, Deal(deal_seed(secret_of_number(0), number)))
            while state.seat is not None:
                legal = state.legal()
                seen.update(dict.fromkeys(legal))
                state.apply(legal[pick.below(len(legal))])
    return undocumented_fields(game) + undocumented_actions(game, seen)


def undocumented_fields(game: Game) -> list[str]:
    """The fields of options, static part, view and events, and of the Structs in them, that have no meaning."""
    missing = []
    for struct in _structs([game.Config, game.Static, game.View, *game.Events]):
        missing += [f"{struct.__name__}.{field.name}" for field in fields_of(struct) if not field.meaning]
    return missing


def _structs(kinds: Iterable[Any]) -> Iterator[type[msgspec.Struct]]:
    seen: set[Any] = set()
    todo = list(kinds)[::-1]
    while todo:
        kind = todo.pop()
        if get_origin(kind) in (Annotated, Union, types.UnionType) or get_args(kind):
            todo += get_args(kind)
        elif isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in seen:
            seen.add(kind)
            yield kind
            hints = get_type_hints(kind, include_extras=True)
            todo += [hints[field.name] for field in msgspec.structs.fields(kind)]


def undocumented_actions(game: Game, actions: Iterable[str]) -> list[str]:
    """One of `actions` for each first word that no form in `actions_help` begins with.

    A first word that is no plain word (a square such as `d3`, a number, a card `K`) is explained by any form that
    begins with one that is none either.
    """
    explained = {_first(form) for form, _ in game.actions_help}
    missing: dict[str, str] = {}
    for action in actions:
        word = _first(action)
        if word not in explained:
            missing.setdefault(word, action)
    return list(missing.values())


def _first(action: str) -> str:
    """The first word if it is a plain one (`warrior`), else `*`."""
    word = action.partition(" ")[0]
    return word if re.fullmatch(r"[a-z][a-z_-]+", word) else "*"
