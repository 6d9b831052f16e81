"""What a seat may know: the wire types, and how a view is built.

A view is built field by field from what is public and what is the seat's own. It is enough to play on without memory:
what the seat saw by ESP Medallion or Crystal Ball stays in it for as long as it lies there, and what it knows of others'
treasures for as long as they hold them. The board and the cards are the static part, sent once.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta, Struct

from arena_dungeon import board
from arena_dungeon.board import NAMES, door_names
from arena_dungeon.cards import (
    GOALS,
    LEVEL,
    LEVELS,
    MONSTERS,
    NUMBERS,
    PLUS_TWO,
    SPELL_COUNTS,
    SPELLS,
    TRAP_COUNTS,
    TREASURES,
    total,
)  # fmt: skip
from arena_dungeon.options import Config, round_limit

if TYPE_CHECKING:
    from arena_dungeon.lairs import Lair
    from arena_dungeon.rules import DungeonState


class Space(Struct, frozen=True):
    """A space of the board."""

    name: Annotated[str, Meta(description="Its name, as in actions.")]
    kind: Annotated[str, Meta(description="hall, corridor, room or chamber.")]
    level: Annotated[int, Meta(description="1 to 6.")]
    rect: Annotated[tuple[int, int, int, int], Meta(description="x, y, width and height in cells, y to the south.")]


class Edge(Struct, frozen=True):
    """A way between two spaces next to each other."""

    a: Annotated[str, Meta(description="One end.")]
    b: Annotated[str, Meta(description="The other end.")]
    kind: Annotated[str, Meta(description="open, door or secret; the name of a secret door is `a|b`.")]


class MonsterCard(Struct, frozen=True):
    """A kind of monster."""

    name: Annotated[str, Meta(description="Its name.")]
    level: Annotated[int, Meta(description="1 to 6.")]
    count: Annotated[int, Meta(description="How many there are.")]
    numbers: Annotated[
        dict[str, int | None],
        Meta(description="Hero or spell -> what two dice must reach; null: immune, but a hero with an active sword needs 13."),
    ]


class TreasureCard(Struct, frozen=True):
    """A kind of treasure."""

    name: Annotated[str, Meta(description="Its kind, such as Silver Goblet 2 or sword 4; the number is its level.")]
    gp: Annotated[int, Meta(description="Its worth.")]
    count: Annotated[int, Meta(description="How many there are.")]
    special: Annotated[str | None, Meta(description="sword, secret_door, esp, ball, or null.")]


class Static(Struct, frozen=True):
    """What never changes in a match."""

    spaces: Annotated[list[Space], Meta(description='All spaces, in "space order".')]
    edges: Annotated[list[Edge], Meta(description="All ways; what is not listed is wall.")]
    monsters: Annotated[list[MonsterCard], Meta(description="All kinds of monsters.")]
    traps: Annotated[list[dict[str, int]], Meta(description="By level from 1: trap (cage, slide) -> how many cards.")]
    treasures: Annotated[list[TreasureCard], Meta(description="All kinds of treasures.")]
    spells: Annotated[dict[str, int], Meta(description="Spell -> how many cards there are.")]
    goals: Annotated[dict[str, int], Meta(description="Hero -> the gp that it needs.")]
    plus_two: Annotated[dict[str, int], Meta(description="Sword -> what two dice must reach for a bonus of 2 instead of 1.")]
    rounds: Annotated[int, Meta(description="The last round.")]


class View(Struct, frozen=True):
    """The table as one seat may know it. Lists by seat begin with seat 0, lists by level with level 1."""

    seat: Annotated[int | None, Meta(description="Whose view this is; null for a spectator.")]
    turn: Annotated[int | None, Meta(description="The seat that decides now; null when the match is over.")]
    phase: Annotated[
        str,
        Meta(
            description="What is asked: hero, spell, start (of a turn), move, peeked (enter or stop), arrived (Teleport or "
            "stay in an uncleared chamber), slide, combat, sword, retreat; over at the end. The rules have each one's actions."
        ),
    ]
    round: Annotated[int, Meta(description="The number of the round, from 1; 0 before the first turn.")]
    steps: Annotated[int, Meta(description="Steps left in this turn.")]
    spell_used: Annotated[bool, Meta(description="Was this turn's spell cast?")]
    esp_used: Annotated[bool, Meta(description="Was an ESP Medallion used in this turn?")]
    arrived: Annotated[bool, Meta(description="Did a go or enter of this turn end where the hero stands?")]
    target: Annotated[str | None, Meta(description="The space to enter or not, just seen by an ESP Medallion; else null.")]
    offer: Annotated[list[str], Meta(description="The swords from which one is chosen now; else none.")]
    after: Annotated[
        str, Meta(description="What came before that choice: kill, or a counter-attack: stunned, wounded, serious; else empty.")
    ]
    winner: Annotated[int | None, Meta(description="At the end: who won, or null.")]
    result: Annotated[str, Meta(description="At the end: won, draw or lost; before that empty.")]
    goal_treasure: Annotated[str | None, Meta(description="treasure_hunter: the treasure to find; else null.")]
    heroes: Annotated[list[str | None], Meta(description="By seat: its hero, null while it is not chosen.")]
    places: Annotated[list[str], Meta(description="By seat: the space where its hero stands.")]
    came_from: Annotated[
        list[str | None], Meta(description="By seat: the space it came from, where a wounded hero goes; null if none.")
    ]
    treasures: Annotated[
        list[list[str]],
        Meta(description="By seat: its treasures as far as you know them; your own all of them, as gained, others' sorted."),
    ]
    hidden: Annotated[
        list[list[int]],
        Meta(description="By seat: the levels of its treasures that you do not know, sorted; for yourself always empty."),
    ]
    public: Annotated[list[list[str]], Meta(description="By seat: its treasures that everybody knows, sorted.")]
    gp: Annotated[
        list[int | None],
        Meta(description="By seat: what its treasures are worth, null if some are hidden from you; your own is never null."),
    ]
    swords: Annotated[list[str | None], Meta(description="By seat: its active sword, or null.")]
    bonuses: Annotated[list[int], Meta(description="By seat: the bonus of its active sword, 0 without one.")]
    doors: Annotated[list[list[str]], Meta(description="By seat: the secret doors that its hero has found.")]
    spells: Annotated[list[dict[str, int]], Meta(description="By seat: spell -> how many it holds, 0 too.")]
    capacity: Annotated[list[int], Meta(description="By seat: how many spells its hero can hold.")]
    lose_turn: Annotated[list[int], Meta(description="By seat: its lose-turn tokens.")]
    fallen: Annotated[list[list[str]], Meta(description="By seat: its heroes that died, in order.")]
    supply: Annotated[dict[str, int], Meta(description="Spell -> how many are in the supply.")]
    tokens: Annotated[
        dict[str, int],
        Meta(description="Space -> its clear tokens; a room is cleared by 1, a chamber by 3. Spaces without one are left out."),
    ]
    monsters: Annotated[
        dict[str, str | None],
        Meta(description="Space -> the monster or trap card that lies there, null if it is hidden from you; in space order."),
    ]
    numbers: Annotated[
        dict[str, int], Meta(description="Space with a card -> its number; 0 while it is fought for the first time.")
    ]
    face_down: Annotated[
        dict[str, int],
        Meta(description="Space whose card lies face down -> how often its level's deck was reshuffled before it was drawn."),
    ]
    under: Annotated[
        dict[str, str | None],
        Meta(description="Space with a room treasure under its card -> that treasure, null if it is hidden from you."),
    ]
    dropped: Annotated[
        dict[str, list[str]], Meta(description="Space -> the treasures that heroes dropped there, oldest first.")
    ]
    seen_by: Annotated[
        dict[str, list[int]], Meta(description="Space whose card lies face down -> the seats that have seen the card.")
    ]
    under_seen_by: Annotated[
        dict[str, list[int]], Meta(description="Space with a room treasure -> the seats that have seen that treasure.")
    ]
    deck_sizes: Annotated[list[int], Meta(description="By level: cards in its monster deck.")]
    discards: Annotated[list[list[str]], Meta(description="By level: the discarded monsters and traps, sorted.")]
    reshuffles: Annotated[list[int], Meta(description="By level: how often its monster deck was reshuffled.")]
    old_cards: Annotated[
        dict[str, list[str]],
        Meta(
            description="`level.reshuffles` of face-down cards from a deck that has run out -> what these cards are, sorted; "
            "all can know that."
        ),
    ]
    treasure_sizes: Annotated[list[int], Meta(description="By level: cards in its treasure deck.")]
    hunter: Annotated[str | None, Meta(description="monster_hunt: where the hunter is; else null. It is not in `monsters`.")]
    hunter_card: Annotated[str | None, Meta(description="The hunter's monster; null without one, and while it lies face down.")]
    hunter_dropped: Annotated[list[str], Meta(description="The treasures under the hunter, oldest first.")]
    decks: Annotated[
        list[list[str]] | None, Meta(description="At the end, by level: its monster deck, next card first; null before.")
    ]
    treasure_decks: Annotated[
        list[list[str]] | None, Meta(description="At the end, by level: its treasure deck, next card first; null before.")
    ]


@cache
def static(config: Config) -> Static:
    """The static part of a match with these options. Shared: copy it before handing it out."""
    numbers = NUMBERS[config.deck]
    return Static(
        spaces=[Space(*row) for row in zip(NAMES, board.KINDS, board.LEVEL_OF, board.RECTS, strict=True)],
        edges=[Edge(*edge) for edge in board.EDGES],
        monsters=[MonsterCard(card.name, card.level, card.copies, {**numbers[card.name]}) for card in MONSTERS.values()],
        traps=[{**TRAP_COUNTS[level]} for level in LEVELS],
        treasures=[TreasureCard(card.kind, card.gp, card.copies, card.special) for card in TREASURES.values()],
        spells=dict(zip(SPELLS, SPELL_COUNTS, strict=True)),
        goals={**GOALS},
        plus_two={**PLUS_TWO},
        rounds=round_limit(config),
    )


def build(state: DungeonState, seat: int | None, *, everything: bool = False) -> View:
    """The view of `seat`, or of a spectator (None); with `everything`, or when the match is over, nothing is hidden."""
    everything = everything or state.turn is None
    treasures, hidden, gp = _holdings(state, seat, everything)
    bit = 0 if seat is None else 1 << seat
    monsters: dict[str, str | None] = {}
    numbers: dict[str, int] = {}
    face_down: dict[str, int] = {}
    under: dict[str, str | None] = {}
    dropped: dict[str, list[str]] = {}
    seen_by: dict[str, list[int]] = {}
    under_seen_by: dict[str, list[int]] = {}
    for at, lair in sorted(state.lairs.items()):
        name = NAMES[at]
        monsters[name] = lair.card if everything or lair.up or lair.card_seen & bit else None
        numbers[name] = lair.number
        if not lair.up:
            face_down[name] = lair.shuffle
            seen_by[name] = _seats(lair.card_seen)
        if lair.treasure is not None:
            under[name] = lair.treasure if everything or lair.treasure_seen & bit else None
            under_seen_by[name] = _seats(lair.treasure_seen)
        if lair.dropped:
            dropped[name] = [*lair.dropped]
    return View(
        seat=seat,
        turn=state.turn,
        phase=state.phase,
        round=state.round,
        steps=state.steps,
        spell_used=state.spell_used,
        esp_used=state.esp_used,
        arrived=state.arrived,
        target=_name(state.target),
        offer=[*state.offer],
        after=state.after,
        winner=state.winner,
        result=state.result,
        goal_treasure=state.goal_treasure,
        heroes=state.heroes[:],
        places=[NAMES[at] for at in state.place],
        came_from=[_name(at) for at in state.previous],
        treasures=treasures,
        hidden=hidden,
        public=[[*known] for known in state.known],
        gp=gp,
        swords=[
            state.treasures[other][active] if active >= 0 else None for other, active in enumerate(state.active)
        ],
        bonuses=state.bonus[:],
        doors=[door_names(mask) for mask in state.doors],
        spells=[dict(zip(SPELLS, held, strict=True)) for held in state.spells],
        capacity=state.capacity[:],
        lose_turn=state.lose[:],
        fallen=[[*fallen] for fallen in state.fallen],
        supply=dict(zip(SPELLS, state.supply, strict=True)),
        tokens={NAMES[at]: state.tokens[at] for at in sorted(state.tokens)},
        monsters=monsters,
        numbers=numbers,
        face_down=face_down,
        under=under,
        dropped=dropped,
        seen_by=seen_by,
        under_seen_by=under_seen_by,
        deck_sizes=[len(state.monster_decks[level]) for level in LEVELS],
        discards=[[*state.monster_discards[level]] for level in LEVELS],
        reshuffles=state.shuffles[1:],
        old_cards=old_cards(state),
        treasure_sizes=[len(state.treasure_decks[level]) for level in LEVELS],
        hunter=_name(state.hunter_at),
        hunter_card=_hunter_card(state.hunter, everything),
        hunter_dropped=[] if state.hunter is None else [*state.hunter.dropped],
        decks=[[*state.monster_decks[level]] for level in LEVELS] if everything else None,
        treasure_decks=[[*state.treasure_decks[level]] for level in LEVELS] if everything else None,
    )


def as_view(view: Any) -> View:
    """A View from a View or from decoded JSON. Raises ValueError if it is neither."""
    if isinstance(view, View):
        return view
    try:
        return msgspec.convert(view, View)
    except msgspec.ValidationError as error:
        raise ValueError(f"not a view of Dungeon!: {error}") from None


def last_round(static: Any) -> int | None:
    """The last round of a match by its static part, a Static or decoded JSON of one; None without one."""
    if static is None:
        return None
    rounds: int = static["rounds"] if isinstance(static, dict) else static.rounds
    return rounds


def _name(at: int) -> str | None:
    return NAMES[at] if at >= 0 else None


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(8) if mask >> seat & 1] if mask else []


def _hunter_card(hunter: Lair | None, everything: bool) -> str | None:
    return hunter.card if hunter is not None and (everything or hunter.up) else None


def _holdings(
    state: DungeonState, me: int | None, everything: bool
) -> tuple[list[list[str]], list[list[int]], list[int | None]]:
    """By seat: the treasures that are known, the levels of the others, and the worth if all are known."""
    known: list[list[str]] = []
    hidden: list[list[int]] = []
    gp: list[int | None] = []
    for seat, held in enumerate(state.treasures):
        if seat == me or everything:
            kinds = [*held]
        else:
            seen = [kind for viewer, kind in state.peeks[seat] if viewer == me]
            kinds = sorted([*state.known[seat], *seen]) if seen else [*state.known[seat]]
        levels = [] if len(kinds) == len(held) else sorted(LEVEL[kind] for kind in held)
        for kind in kinds if levels else ():
            levels.remove(LEVEL[kind])
        known.append(kinds)
        hidden.append(levels)
        gp.append(None if levels else total(held))
    return known, hidden, gp


def old_cards(state: DungeonState) -> dict[str, list[str]]:
    """What the face-down cards are that come from decks which have run out since.

    When a deck has run out, all its cards have been turned up but those that lie face down, so all know which these are
    together, and with every one that is turned up which are left.
    """
    found: dict[str, list[str]] = {}
    if not any(state.shuffles):
        return found
    for at, lair in sorted(state.lairs.items()):
        level = board.LEVEL_OF[at]
        if not lair.up and lair.shuffle < state.shuffles[level]:
            found.setdefault(f"{level}.{lair.shuffle}", []).append(lair.card)
    hunter, last = state.hunter, board.LAST_LEVEL
    if hunter is not None and not hunter.up and hunter.shuffle < state.shuffles[last]:
        found.setdefault(f"{last}.{hunter.shuffle}", []).append(hunter.card)
    return {key: sorted(found[key]) for key in sorted(found)}


