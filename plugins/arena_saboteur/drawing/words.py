"""What both drawings say in words, and what both read off a view: what is joined, what was done last, who got what."""

from __future__ import annotations

from typing import NamedTuple

from arena_saboteur.cards import ACTIONS, FACES, GOAL_NAMES, OPEN, TUNNELS
from arena_saboteur.mine import Mine
from arena_saboteur.notation import GOAL_CELLS, cell_of, cell_text, xy
from arena_saboteur.options import ROUNDS, Config
from arena_saboteur.phases import DISCARD, DRAFT, ROUND_OVER, STEAL, TURN, UNBLOCK
from arena_saboteur.saving import mine_of
from arena_saboteur.views import View


def round_is_over(view: View) -> bool:
    """Whether this round has ended, so that only gold is still to move."""
    return view.phase in ROUND_OVER


def plural(count: int, unit: str) -> str:
    """A number and its noun.

    >>> plural(1, "card"), plural(2, "card")
    ('1 card', '2 cards')
    """
    return f"{count} {unit}{'s' * (count != 1)}"


def listed(words: list[str]) -> str:
    """Words in a row: `a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def status(view: View) -> str:
    """Whose turn it is and what it is to do, or who won the match (most gold; equal seats share the place)."""
    if view.turn is None:
        best = max((gold for gold in view.gold if gold is not None), default=0)
        first = [str(seat) for seat, gold in enumerate(view.gold) if gold == best]
        if len(first) == len(view.gold):
            return f"All seats are equal, with {best} gold each"
        if len(first) > 1:
            return f"Seats {listed(first)} share the first place, with {best} gold each"
        return f"Seat {''.join(first)} wins with {best} gold"
    asked = {
        TURN: "to play",
        DISCARD: "may discard more",
        UNBLOCK: "to discard, to remove what lies before it",
        DRAFT: "to choose a gold card",
        STEAL: "may steal 1 gold",
    }
    return f"Seat {view.turn} {asked.get(view.phase, view.phase)}"


def moment(view: View) -> str:
    """The round, the draw pile, and who reached the treasure once the round is over."""
    parts = [f"round {view.round} of {ROUNDS}", f"{plural(view.deck, 'card')} in the pile"]
    if round_is_over(view):
        who = "nobody" if view.connector is None else f"seat {view.connector}"
        parts.append(f"{who} reached the treasure")
    return ", ".join(parts)


def seen_by(view: View) -> str:
    """For whose eyes the view is."""
    if view.turn is None:
        return ""
    if view.seat is not None:
        return f"seen by seat {view.seat}"
    return "as everybody sees it" if None in view.hands else "everything shown"


class Cells(NamedTuple):
    """What lies where."""

    mine: Mine
    """Only `board` (cell -> face) and `live` (cell -> sides joined to the start) are to be read."""
    hidden: dict[int, int]
    """The cell of each goal that lies face down -> its number."""

    def box(self) -> tuple[int, int, int, int]:
        """The smallest x, the largest x, the smallest y, the largest y of what lies there, goals too."""
        spots = [xy(at) for at in (*self.mine.board, *self.hidden)]
        return (
            min(x for x, _ in spots), max(x for x, _ in spots), min(y for _, y in spots), max(y for _, y in spots),
        )  # fmt: skip

    def attached(self, at: int) -> bool:
        """Whether the card is joined to the start: by a tunnel, or at least by a stub that a joined tunnel meets."""
        return bool(self.mine.live.get(at)) or bool(self.mine.fed_sides(at) & OPEN[self.mine.board[at]])


def cells(view: View) -> Cells:
    """What lies where. Raises ValueError for a table with what is no card or no cell."""
    mine = mine_of(view.table, Config(expansion=True))
    return Cells(mine, {at: goal for goal, at in enumerate(GOAL_CELLS) if at not in mine.board})


def last_laid(view: View) -> int | None:
    """The cell of the card laid last in this round, if it still lies there."""
    for act in reversed(view.acts):
        words = act.action.split()
        if words[:1] == ["path"] and len(words) == 4:
            return cell_of(words[2]) if words[2] in view.table else None
    return None


def fallen(view: View) -> int | None:
    """The cell from which the last act, a rock-fall, took a card."""
    words = view.acts[-1].action.split() if view.acts else []
    return cell_of(words[1]) if words[:1] == ["rockfall"] and len(words) == 2 and words[1] not in view.table else None


def card_name(code: str) -> str:
    """What a card in the hand is: the shape of a tunnel card, the first words of an action.

    >>> card_name("b05"), card_name("a08")
    ('NES', 'repair pick+cart')
    """
    return TUNNELS[code][0] if code in TUNNELS else ACTIONS[code][0] if code in ACTIONS else "?"


def goal_words(view: View, goal: int) -> str:
    """What is known of a goal: `?`, `treasure, seen by you`, `stone-ne, turned up`."""
    name = view.goals[goal]
    if view.turned[goal] is not None:
        return f"{name}, turned up"
    if name is None:
        return "?"
    return f"{name}, seen by you" if view.seat is not None and not round_is_over(view) else f"{name}, face down"


def goals_line(view: View) -> str:
    """All three goals in words."""
    return "; ".join(
        f"goal {goal} at {cell_text(at)}: {goal_words(view, goal)}" for goal, at in enumerate(GOAL_CELLS)
    )


def notes(view: View) -> list[str]:
    """What the seat knows besides, line by line: roles looked at or given up, hands exchanged, own discards."""
    out = [f"you looked at seat {look.seat}, then {look.role}" for look in view.inspections]
    if view.seat is not None and view.turn is not None:
        hats = view.hats[view.seat]
        if hats:
            out.append(f"you gave up the role {', then '.join(hats)}")
        out += [
            f"you swapped hands with seat {swap.seat}: gave {swap.gave or 'none'}, got {swap.got or 'none'}"
            for swap in view.swaps
        ]
        discards = view.discards[view.seat]
        if discards:
            out.append(f"you discarded {' '.join(discards)}")
    if view.offer is not None:
        out.append(f"gold cards on offer: {' '.join(map(str, view.offer))}")
    return out


def last_acts(view: View, count: int = 3) -> str:
    """The last acts of the round, the latest at the end."""
    return "; ".join(f"seat {act.seat} {act.action}" for act in view.acts[-count:])


class Told(NamedTuple):
    """What one round was for one seat."""

    role: str
    won: bool
    gold: str
    """What it brought; gold cards whose value is hidden are counted."""


def rounds_over(view: View) -> range:
    """The numbers of the rounds that are over and that the view tells of."""
    last = view.round - (not round_is_over(view))
    return range(last - len(view.past_roles) + 1, last + 1)


def results(view: View) -> list[list[Told]]:
    """By seat: each round that is over. Shown when a round has just ended; at other times there are none."""
    if not view.past_roles or not (round_is_over(view) or not view.acts):
        return []
    out: list[list[Told]] = [[] for _ in view.gold]
    for number, roles, winners in zip(rounds_over(view), view.past_roles, view.past_winners, strict=True):
        for seat, role in enumerate(roles):
            moved = [share.gold for share in view.shares if share.round == number and share.seat == seat]
            hidden = moved.count(None)
            known = sum(gold for gold in moved if gold is not None)
            brought = plural(hidden, "gold card") if hidden else f"{known:+d}" if known else "0"
            out[seat].append(Told(role, seat in winners, brought))
    return out


def is_goal(face: int) -> bool:
    """Whether a face is a goal turned up."""
    return FACES[face][0] in GOAL_NAMES
