"""What a seat may know: the wire types, and how a view is built.

A view is built field by field from what is public and what is the seat's own. It is enough to play on without memory:
what the seat once saw (a map, a role, hands given away, gold on offer) stays in it for as long as it matters.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from arena_saboteur.cards import ACTIONS, FRONTS, GOLD_VALUES, SPECIAL, TUNNELS
from arena_saboteur.notation import GOAL_CELLS, START_CELL, cell_of, cell_text
from arena_saboteur.notes import Act, HandSwap, Inspection, Share
from arena_saboteur.options import PUT_AWAY, ROUNDS, Config, hand_size, role_cards

if TYPE_CHECKING:
    from arena_saboteur.rules import SaboteurState


class Static(Struct, frozen=True):
    """What never changes in a match."""

    shapes: Annotated[
        dict[str, str],
        Meta(
            description="Tunnel card, start or goal -> its shape: `NES` a live tunnel joining these sides, `e` a stub, "
            "`|` between parts; `+` crystal, `^` ladder, `*b` `*g` a blue or green door on the live tunnel."
        ),
    ]
    actions: Annotated[dict[str, str], Meta(description="Action card -> what it does, in the first words of its action.")]
    copies: Annotated[dict[str, int], Meta(description="Card -> how many are in the draw pile of each round.")]
    start: Annotated[str, Meta(description="The cell of the start.")]
    goals: Annotated[list[str], Meta(description="The cells of goals 0, 1 and 2.")]
    roles: Annotated[list[str], Meta(description="The role cards that are shuffled in each round.")]
    hand: Annotated[int, Meta(description="How many cards each seat is dealt.")]
    put_away: Annotated[int, Meta(description="How many cards are put away unseen in each round.")]
    rounds: Annotated[int, Meta(description="The number of rounds.")]
    gold_cards: Annotated[list[int], Meta(description="The values of all gold cards; none where gold is not drawn.")]


class View(Struct, frozen=True):
    """The table as one seat may know it. Cells are `x,y`; lists by seat begin with seat 0."""

    seat: Annotated[int | None, Meta(description="Whose view this is; null for a spectator.")]
    turn: Annotated[int | None, Meta(description="The seat that decides now; null when the match is over.")]
    phase: Annotated[
        str,
        Meta(
            description="What is asked: turn, discard (one more, or done), unblock (a discard for it), draft (a gold card), "
            "steal; over at the end."
        ),
    ]
    discarded: Annotated[int, Meta(description="Cards discarded so far in an unfinished turn.")]
    round: Annotated[int, Meta(description="The number of the round, 1 to 3.")]
    roles: Annotated[
        list[str | None],
        Meta(description="By seat: the role it has now, null if you do not know it. All are shown when the round is over."),
    ]
    hands: Annotated[list[list[str] | None], Meta(description="By seat: its cards, sorted; null if hidden from you.")]
    hand_sizes: Annotated[list[int], Meta(description="By seat: how many cards it holds.")]
    deck: Annotated[int, Meta(description="Cards left in the draw pile.")]
    table: Annotated[
        dict[str, str],
        Meta(
            description="Cell -> the card that lies there face up and its rotation, such as `b05 180`, the start and goals "
            "that are turned up too; by x and then y."
        ),
    ]
    goals: Annotated[
        list[str | None],
        Meta(description="What goals 0, 1 and 2 are (treasure, stone-ne, stone-nw) as far as you know; else null."),
    ]
    turned: Annotated[
        list[int | None], Meta(description="The rotation of each goal that is turned up; null while it lies face down.")
    ]
    fronts: Annotated[
        list[list[str]], Meta(description="By seat: what lies in front of it: pick, lantern, cart, trapped, theft.")
    ]
    thefts: Annotated[list[int], Meta(description="The seats with a theft in front, in the order of laying.")]
    acts: Annotated[
        list[Act],
        Meta(description="All acts of this round in order, as everybody knows them; a card that they may not know is `?`."),
    ]
    discards: Annotated[
        list[list[str] | None],
        Meta(description="By seat: the cards it discarded face down in this round, in order; null if hidden from you."),
    ]
    inspections: Annotated[list[Inspection], Meta(description="Your looks at roles in this round.")]
    hats: Annotated[
        list[list[str] | None],
        Meta(description="By seat: the roles that it has given up in this round, in order; null if hidden from you."),
    ]
    swaps: Annotated[list[HandSwap], Meta(description="The exchanges of hands in this round that you were part of.")]
    gold: Annotated[
        list[int | None], Meta(description="By seat: its gold; in the base game your own only, the others' is null.")
    ]
    shares: Annotated[
        list[Share],
        Meta(description="All movements of gold in this match, in order, as far as you may know them."),
    ]
    offer: Annotated[
        list[int] | None, Meta(description="The gold cards from which you choose now, ascending; else null.")
    ]
    connector: Annotated[
        int | None, Meta(description="Once the round is over: the seat that reached the treasure, or null.")
    ]
    past_roles: Annotated[list[list[str]], Meta(description="For each round that is over, by seat: its role.")]
    past_winners: Annotated[list[list[int]], Meta(description="For each round that is over: the seats that did well.")]
    pile: Annotated[
        list[str] | None, Meta(description="At the end: the rest of the draw pile, next card first; null before.")
    ]
    put_away: Annotated[list[str] | None, Meta(description="At the end: the cards put away unseen; null before.")]
    spare_roles: Annotated[
        list[str] | None, Meta(description="At the end: the roles set aside or in the spare pile; null before.")
    ]
    gold_deck: Annotated[
        list[int] | None, Meta(description="At the end: the values left in the gold deck, next first; null before.")
    ]


@cache
def static(config: Config, seats: int) -> Static:
    """The static part of a match with these options and so many seats. Shared: copy it before handing it out."""
    used = {code: text for code, (text, _) in TUNNELS.items() if config.expansion or code[0] == "b"}
    actions = {
        code: (text, base + (more if config.expansion else 0))
        for code, (text, base, more) in ACTIONS.items()
        if base or config.expansion
    }
    return Static(
        shapes={**used, **SPECIAL},
        actions={code: text for code, (text, _) in actions.items()},
        copies={**{code: count for code, (_, count) in actions.items()}, **{code: TUNNELS[code][1] for code in used}},
        start=cell_text(START_CELL),
        goals=[cell_text(at) for at in GOAL_CELLS],
        roles=role_cards(config, seats),
        hand=hand_size(config, seats),
        put_away=PUT_AWAY if config.expansion else 0,
        rounds=ROUNDS,
        gold_cards=[] if config.expansion else [*GOLD_VALUES],
    )


def build(state: SaboteurState, seat: int | None, *, everything: bool = False) -> View:
    """The view of `seat`, or of a spectator (None); with `everything`, or when the match is over, no card is hidden.

    What a seat learned by an inspection or a swap stays its own note: it is in its own view alone.
    """
    everything = everything or state.turn is None
    open_round = everything or state.over_round
    seats, expansion = state.seats, state.config.expansion
    hands = state.hands
    nobody: list[list[str] | None] = [None] * seats
    shown_hands, discards, hats = nobody, nobody[:], nobody[:]
    if everything:
        shown_hands = [[*hand] for hand in hands]
        discards = [[*cards] for cards in state.discards]
        hats = [[*roles] for roles in state.hats]
    elif seat is not None:
        shown_hands[seat] = [*hands[seat]]
        discards[seat] = [*state.discards[seat]]
        hats[seat] = [*state.hats[seat]]
    fronts: list[list[str]] = [[] for _ in range(seats)]
    for what, mask in enumerate(state.fronts):
        while mask:
            low = mask & -mask
            fronts[low.bit_length() - 1].append(FRONTS[what])
            mask ^= low
    choosing = state.offer and (everything or seat == state.turn)
    return View(
        seat=seat,
        turn=state.turn,
        phase=state.phase,
        discarded=state.steps,
        round=state.round,
        roles=[*state.roles] if open_round else _roles_known(state, seat),
        hands=shown_hands,
        hand_sizes=[len(hand) for hand in hands],
        deck=len(state.deck) - state.drawn,
        table=_table(state, open_round),
        goals=[*state.goals] if open_round else _goals_known(state, seat),
        turned=[*state.shown],
        fronts=fronts,
        thefts=[*state.thefts],
        acts=state.acts[:],
        discards=discards,
        inspections=[] if seat is None else [*state.inspections[seat]],
        hats=hats,
        swaps=[] if seat is None else [*state.swaps[seat]],
        gold=[*state.gold]
        if everything or expansion
        else [gold if who == seat else None for who, gold in enumerate(state.gold)],
        shares=state.shares[:] if everything or expansion else [_share_seen(share, seat) for share in state.shares],
        offer=[GOLD_VALUES[card] for card in state.offer] if choosing else None,
        connector=state.connector if open_round else None,
        past_roles=[[*roles] for roles in state.past_roles],
        past_winners=[[*winners] for winners in state.past_winners],
        pile=[*state.deck[state.drawn :]] if everything else None,
        put_away=[*state.put_away] if everything else None,
        spare_roles=[*state.spare] if everything else None,
        gold_deck=[GOLD_VALUES[card] for card in state.gold_deck] if everything else None,
    )


def _table(state: SaboteurState, open_round: bool) -> dict[str, str]:
    """Every card that lies face up. A stone turned together with the treasure joins nothing, but lies there too."""
    table = state.mine.as_text()
    if open_round:
        for goal, rotation in enumerate(state.shown):
            at = cell_text(GOAL_CELLS[goal])
            if rotation is not None and at not in table:
                table[at] = f"{state.goals[goal]} {rotation}"
                table = {text: table[text] for text in sorted(table, key=cell_of)}
    return table


def as_view(view: Any) -> View:
    """A View from a View or from decoded JSON. Raises ValueError if it is neither."""
    if isinstance(view, View):
        return view
    try:
        return msgspec.convert(view, View)
    except msgspec.ValidationError as error:
        raise ValueError(f"not a view of Saboteur: {error}") from None


def _roles_known(state: SaboteurState, seat: int | None) -> list[str | None]:
    """By seat: the role it has now, as far as `seat` knows while the round runs."""
    roles: list[str | None] = [None] * state.seats
    if seat is None:
        return roles
    for look in state.inspections[seat]:
        roles[look.seat] = look.role
        hat = f"swaphat {look.seat}"
        if any(act.action == hat for act in state.acts[look.act :]):
            roles[look.seat] = None  # it has another role since
    roles[seat] = state.roles[seat]
    return roles


def _goals_known(state: SaboteurState, seat: int | None) -> list[str | None]:
    looked = 0 if seat is None else state.looked[seat]
    if not looked and state.mine.down == 7:
        return [None, None, None]
    shown = state.shown
    return [
        name if shown[goal] is not None or looked >> goal & 1 else None for goal, name in enumerate(state.goals)
    ]


def _share_seen(share: Share, seat: int | None) -> Share:
    """A movement of gold as a seat of the base game may know it: another seat's gold card has no value."""
    return share if share.seat == seat or share.kind != "draft" else _hidden_share(share.round, share.seat)


@cache
def _hidden_share(number: int, seat: int) -> Share:
    return Share(number, seat, "draft", None, None)
