"""What both drawings say in words: whose turn it is, how a match ended, where a hero stands, what it holds."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable
from typing import Final

from arena_dungeon.board import INDEX, KINDS, TITLES, TOKENS_TO_CLEAR, distances
from arena_dungeon.cards import GOALS
from arena_dungeon.views import View

LETTERS: Final = "abcdefgh"
"""By seat: its hero on the map."""
_ASKED: Final = {
    "hero": "chooses a hero",
    "spell": "takes a spell",
    "start": "begins its turn",
    "move": "moves",
    "arrived": "may teleport before it fights",
    "slide": "chooses where the slide ends",
    "combat": "chooses how to fight",
    "sword": "chooses a sword",
    "retreat": "chooses where to retreat",
}
"""Phase -> what the seat does; `peeked` names its space."""


def wrap(line: str, width: int, indent: str) -> list[str]:
    """A line broken at a width in characters, further ones indented; not where words are bound by `bound`.

    >>> wrap(f"{bound('Silver Goblet 2')}, {bound('Coin Pouch 1')}", 26, "  ")
    ['Silver Goblet 2,', '  Coin Pouch 1']
    """
    lines = textwrap.wrap(line, width, subsequent_indent=" " * len(indent))
    first, *others = (part.replace("\xa0", " ") for part in lines)
    return [first, *(indent + part.lstrip(" ") for part in others)]


def bound(words: str) -> str:
    """Words that stay on one line: a card and its level."""
    return words.replace(" ", "\xa0")


def plural(count: int, unit: str) -> str:
    """A number and its noun.

    >>> plural(1, "turn"), plural(2, "turn")
    ('1 turn', '2 turns')
    """
    return f"{count} {unit}{'s' * (count != 1)}"


def name_of(view: View, seat: int) -> str:
    """A seat with its letter and hero: `seat 1 (b, wizard)`."""
    hero = view.heroes[seat]
    return f"seat {seat} ({LETTERS[seat]}{f', {hero}' if hero else ''})"


def status(view: View) -> str:
    """Who decides what, or how the match ended."""
    if view.turn is None:
        if view.winner is None:
            return _lost(view) if view.result == "lost" else "A draw: nobody came home with the goal"
        won = f"{name_of(view, view.winner).capitalize()} wins"
        if view.goal_treasure is not None:  # its gold does not count
            return f"{won}: it has found {view.goal_treasure}"
        return f"{won} with {gold(view.gp[view.winner])}"
    asked = _ASKED.get(view.phase, view.phase)
    if view.phase == "peeked":
        asked = f"has seen {view.target}: enters or stops"
    return f"{name_of(view, view.turn).capitalize()} {asked}"


def _lost(view: View) -> str:
    return f"The match is lost: {'the hero is dead' if view.heroes == [None] else 'the time is up'}"


def moment(view: View, rounds: int | None = None) -> str:
    """The round, of how many if that is told, the steps that are left, what is to be found, how near the hunter is."""
    limit = f" of {rounds}" if rounds is not None else ""
    parts = [f"round {view.round}{limit}" if view.round else "before the first turn"]
    if view.turn is not None and view.phase in ("move", "peeked", "arrived"):
        parts.append(f"{plural(view.steps, 'step')} left")
    if view.spell_used and view.turn is not None:
        parts.append("this turn's spell is cast")
    if view.goal_treasure is not None:
        parts.append(f"to find: {view.goal_treasure}")
    if view.hunter is not None and view.turn is not None:
        far = distances(INDEX[view.places[view.turn]])[INDEX[view.hunter]]
        parts.append(f"the hunter is {plural(far, 'step')} away" if far else "the hunter is here")
    return ", ".join(parts)


def gold(worth: int | None) -> str:
    """gp with a comma, or what is not known."""
    return "? gp" if worth is None else f"{worth:,} gp"


def progress(view: View, seat: int) -> str:
    """What a hero has of what it needs; where some cards are hidden, what is known is a least."""
    hero = view.heroes[seat]
    worth = view.gp[seat]
    goal = f" of {GOALS[hero]:,}" if hero is not None and view.goal_treasure is None else ""
    return f"{'?' if worth is None else f'{worth:,}'}{goal} gp"


def spot(name: str) -> str:
    """A space, with what it is called.

    >>> spot("K31"), spot("R101"), spot("HALL")
    ('K31 (Fencing Hall)', 'R101', 'the Great Hall')
    """
    title = TITLES[INDEX[name]]
    return "the Great Hall" if name == "HALL" else f"{name} ({title})" if title else name


def counted(kinds: Iterable[str]) -> list[str]:
    """Cards by kind, in their order, each bound: `Gold Torc 3`, `Coin Pouch 1 x2`."""
    return [bound(kind if count == 1 else f"{kind} x{count}") for kind, count in Counter(kinds).items()]


def is_cleared(view: View, name: str) -> bool:
    """Has a room its clear token, a chamber all three?"""
    at = INDEX[name]
    return 0 < TOKENS_TO_CLEAR[at] <= view.tokens.get(name, 0)


def holdings(view: View, seat: int) -> str:
    """A hero's treasures: those that are known, and the levels of the others, `level 1 x2, 3`. Empty if it has none."""
    cards = counted(view.treasures[seat])
    if view.hidden[seat]:
        levels = ", ".join(counted(map(str, view.hidden[seat])))
        cards.append(f"{len(view.hidden[seat])} hidden (level {levels})")
    return ", ".join(cards)


def notes(view: View, seat: int) -> list[str]:
    """What else is to be said of a hero: sword, tokens, spells, doors, the dead. Each a line."""
    out = []
    if view.swords[seat] is not None:
        out.append(f"{view.swords[seat]} in hand: +{view.bonuses[seat]}")
    if view.heroes[seat] == "wizard" and view.capacity[seat]:  # 0: not rolled yet
        held = [bound(f"{count} {spell}") for spell, count in view.spells[seat].items() if count]
        out.append(f"spells (room for {view.capacity[seat]}): {', '.join(held) or 'none'}")
    if view.lose_turn[seat]:
        out.append(f"loses {plural(view.lose_turn[seat], 'turn')}")
    if view.doors[seat]:
        out.append(f"knows secret doors {', '.join(view.doors[seat])}")
    if view.fallen[seat]:
        out.append(f"dead: {', '.join(view.fallen[seat])}")
    return out


def lair(view: View, name: str) -> str:
    """What lies on a space: the card, the treasure under it, what was dropped."""
    card = view.monsters[name]
    line = card or "unknown card"
    if name in view.face_down:
        line += " (face down)"
    if name in view.under:
        line += f", over {bound(view.under[name] or 'a treasure')}"
    if name in view.dropped:
        line += f", dropped: {', '.join(counted(view.dropped[name]))}"
    return line


def hunter(view: View) -> str:
    """The hunter, where it is, and what was dropped before it. Empty without one."""
    if view.hunter is None:
        return ""
    line = f"hunter in {spot(view.hunter)}: {view.hunter_card or 'unknown card (face down)'}"
    return line + (f", dropped: {', '.join(counted(view.hunter_dropped))}" if view.hunter_dropped else "")


def chambers_begun(view: View) -> list[str]:
    """Chambers with some but not all of their clear tokens, each bound: `K31 1/3`."""
    return [
        bound(f"{name} {count}/{full}")
        for name, count in view.tokens.items()
        if KINDS[INDEX[name]] == "chamber" and count < (full := TOKENS_TO_CLEAR[INDEX[name]])
    ]


def seen_by(view: View) -> str:
    """Whose picture this is."""
    if view.turn is None:
        return "everything shown"
    if view.seat is not None:
        return f"seen by seat {view.seat}"
    return "everything shown" if view.decks is not None else "seen by a spectator"
