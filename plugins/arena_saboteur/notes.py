"""What a match notes as it goes, besides what lies on the table: looks at roles, exchanged hands, movements of gold.

A view shows a seat its own notes as they are, so these types are on the wire too.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct


class Act(Struct, frozen=True, gc=False):
    """An action of this round, as everybody knows it."""

    seat: Annotated[int, Meta(description="Who acted.")]
    action: Annotated[str, Meta(description="What it did; `?` stands for a card that not all may know.")]


def turn_acts(acts: Iterable[Act]) -> list[Act]:
    """The acts of a round's turns, without the gold that is chosen or stolen after its end.

    >>> [act.action for act in turn_acts([Act(1, "map 0"), Act(0, "gold ?"), Act(1, "steal none")])]
    ['map 0']
    """
    return [act for act in acts if not act.action.startswith(("gold ", "steal "))]


class Inspection(Struct, frozen=True, gc=False):
    """A look at a role."""

    act: Annotated[int, Meta(description="At which act of the round, counted from 0.")]
    seat: Annotated[int, Meta(description="Whose role you looked at.")]
    role: Annotated[str, Meta(description="What it was then.")]


class HandSwap(Struct, frozen=True, gc=False):
    """An exchange of hands, as one of the two knows it."""

    act: Annotated[int, Meta(description="At which act of the round, counted from 0.")]
    seat: Annotated[int, Meta(description="The seat that you swapped with.")]
    gave: Annotated[str, Meta(description="The codes of the cards that you gave, sorted, joined by spaces.")]
    got: Annotated[str, Meta(description="The codes of the cards that you got.")]


class Share(Struct, frozen=True, gc=False):
    """A movement of gold."""

    round: Annotated[int, Meta(description="In which round.")]
    seat: Annotated[int, Meta(description="Whose gold.")]
    kind: Annotated[
        str,
        Meta(description="pay at the end of a round, draft for a gold card chosen, steal for a thief, stolen for a victim."),
    ]
    gold: Annotated[
        int | None, Meta(description="How much; -1 for what was stolen, null for another seat's gold card.")
    ]
    offer: Annotated[
        str | None,
        Meta(description="Your own draft: the values that lay before you, ascending, such as 1 1 2; otherwise null."),
    ]
