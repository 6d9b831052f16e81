"""A random full state that fits what a seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from arena.games import RandomChance
from arena_dungeon.board import DOOR_INDEX, INDEX, LAST_LEVEL, LEVEL_OF, NOWHERE
from arena_dungeon.cards import LEVEL, LEVELS, MONSTER_DECKS, SPECIAL, SPELLS, TRAPS, TREASURE_DECKS
from arena_dungeon.lairs import Lair
from arena_dungeon.options import Config
from arena_dungeon.rules import DungeonState
from arena_dungeon.saving import uncleared
from arena_dungeon.views import View, as_view


def determinize(view: Any, events: Iterable[Any], rng: Random, *, seat: int, config: Config, seats: int) -> DungeonState:
    """A state whose `view(seat)` is `view`, with all that is hidden drawn at random; for a decision of `seat`.

    Drawn as the rules would have it, given what the seat has seen and taking it that what others chose tells nothing:

    - face-down monsters and the decks: all orders of what is left alike; face-down cards of a deck that has run out are
      dealt among themselves;
    - room treasures that the seat has not seen, others' hidden treasures and the treasure decks: all that is left alike,
      but that no hidden treasure of a hero is a special one, since those lie open.

    Two things are not taken into account. Which of two equal cards of a hero fell, the one that was known or a hidden
    one, makes the hidden ones a little likelier to be of that kind than drawn here. And that a hero stood in the hall
    without winning says that it had less than its goal then. What others saw by ball is known to nobody in the new
    state: it matters to their views alone. The events are not needed: the view has all. `view` may be a Struct or
    decoded JSON. Raises ValueError if the view shows what there is not, or if it is not the decision of `seat`.
    """
    view = as_view(view)
    if view.seat != seat or view.turn != seat or len(view.heroes) != seats:
        raise ValueError(f"this is not the view of seat {seat} of {seats} at its own decision")
    state = DungeonState(config, seats, RandomChance(Random(rng.getrandbits(64))))
    try:
        _copy_open(state, view)
    except KeyError as error:
        raise ValueError(f"the view names {error.args[0]!r}, which there is not") from None
    monsters, hunter = _draw_monsters(state, view, rng)
    under = _draw_treasures(state, view, rng)
    for name, number in view.numbers.items():
        level = LEVEL_OF[INDEX[name]]
        state.lairs[INDEX[name]] = Lair(
            card=monsters[name],
            up=name not in view.face_down,
            number=number,
            treasure=under.get(name),
            dropped=tuple(view.dropped.get(name, ())),
            card_seen=_mask(view.seen_by.get(name, ())),
            treasure_seen=_mask(view.under_seen_by.get(name, ())),
            shuffle=view.face_down.get(name, view.reshuffles[level - 1]),
        )
    if view.hunter is not None:
        shuffle = _hunter_shuffle(view)
        state.hunter = Lair(hunter, up=view.hunter_card is not None, dropped=tuple(view.hunter_dropped), shuffle=shuffle)
    for other, kinds in enumerate(view.treasures):
        if other != seat:  # what this seat alone knows of others
            seen = Counter(kinds) - Counter(view.public[other])
            state.peeks[other] = tuple((seat, kind) for kind in sorted(seen.elements()))
    for other, sword in enumerate(view.swords):
        if sword is not None:
            state.active[other] = state.treasures[other].index(sword)
    return state


def _mask(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _place(name: str | None) -> int:
    return NOWHERE if name is None else INDEX[name]


def _copy_open(state: DungeonState, view: View) -> None:
    """What lies open to all."""
    state.turn = view.turn
    state.phase = view.phase
    state.round = view.round
    state.steps = view.steps
    state.spell_used = view.spell_used
    state.esp_used = view.esp_used
    state.arrived = view.arrived
    state.target = _place(view.target)
    state.offer = tuple(view.offer)
    state.after = view.after
    state.goal_treasure = view.goal_treasure
    state.heroes = [*view.heroes]
    state.place = [INDEX[name] for name in view.places]
    state.previous = [_place(name) for name in view.came_from]
    state.known = [tuple(kinds) for kinds in view.public]
    state.bonus = [*view.bonuses]
    state.doors = [sum(1 << DOOR_INDEX[name] for name in names) for names in view.doors]
    state.spells = [tuple(held[spell] for spell in SPELLS) for held in view.spells]
    state.capacity = [*view.capacity]
    state.lose = [*view.lose_turn]
    state.fallen = [tuple(fallen) for fallen in view.fallen]
    state.supply = tuple(view.supply[spell] for spell in SPELLS)
    state.tokens = {INDEX[name]: count for name, count in view.tokens.items()}
    state.uncleared = uncleared(state.tokens)
    state.monster_discards = [(), *(tuple(cards) for cards in view.discards)]
    state.shuffles = [0, *view.reshuffles]
    state.hunter_at = _place(view.hunter)


def _hunter_shuffle(view: View) -> int:
    """Out of which deck a face-down hunter came: an old one if an old one has a card more than lie face down elsewhere."""
    for key, cards in view.old_cards.items():
        level, shuffle = map(int, key.split("."))
        here = sum(LEVEL_OF[INDEX[name]] == level and number == shuffle for name, number in view.face_down.items())
        if here < len(cards):
            return shuffle
    return view.reshuffles[LAST_LEVEL - 1]


def _draw_monsters(state: DungeonState, view: View, rng: Random) -> tuple[dict[str, str], str]:
    """Space -> its card, and the hunter's; the decks are set."""
    cards = {name: card for name, card in view.monsters.items() if card is not None}
    hunter = view.hunter_card or ""
    hunter_shuffle = _hunter_shuffle(view) if view.hunter is not None and not hunter else -1
    for level in LEVELS:
        here = [name for name in view.numbers if LEVEL_OF[INDEX[name]] == level]
        left = Counter(MONSTER_DECKS[level])
        left.subtract(view.discards[level - 1])
        left.subtract(cards[name] for name in here if name in cards and name not in view.face_down)
        if level == LAST_LEVEL and view.hunter_card is not None:
            left.subtract([view.hunter_card])
        now = view.reshuffles[level - 1]
        for shuffle in range(now + 1):
            down = [name for name in here if view.face_down.get(name) == shuffle]
            if shuffle < now:
                pool = Counter(view.old_cards.get(f"{level}.{shuffle}", ()))
                left.subtract(pool)
            else:
                pool = left
            pool.subtract(cards[name] for name in down if name in cards)
            unseen = _shuffled(pool, rng)
            for name in down:
                if name not in cards:
                    cards[name] = _next_of(unseen)
            if level == LAST_LEVEL and shuffle == hunter_shuffle:
                at = next(place for place, card in enumerate(unseen) if card not in TRAPS)
                hunter = unseen.pop(at)
            if shuffle == now:
                state.monster_decks[level] = tuple(unseen)
    if any(len(state.monster_decks[level]) != view.deck_sizes[level - 1] for level in LEVELS):
        raise ValueError("the view contradicts itself: its monster cards are not as many as there are")
    return cards, hunter


def _next_of(unseen: list[Any]) -> Any:
    if not unseen:
        raise ValueError("the view contradicts itself: more cards are hidden than are left")
    return unseen.pop()


def _shuffled(pool: Counter[Any], rng: Random) -> list[Any]:
    if pool and min(pool.values()) < 0:
        raise ValueError("the view contradicts itself: it shows more cards of a kind than there are")
    cards = sorted(pool.elements())
    rng.shuffle(cards)
    return cards


def _draw_treasures(state: DungeonState, view: View, rng: Random) -> dict[str, str]:
    """Space -> its room treasure; the heroes' treasures and the decks are set."""
    seen = Counter(kind for kinds in view.treasures for kind in kinds)
    for kinds in (*view.dropped.values(), view.hunter_dropped):
        seen.update(kinds)
    under = {name: kind for name, kind in view.under.items() if kind is not None}
    seen.update(under.values())
    held: list[list[str]] = [[*kinds] for kinds in view.treasures]
    for level in LEVELS:
        left = Counter(TREASURE_DECKS[level])
        left.subtract({kind: count for kind, count in seen.items() if LEVEL[kind] == level})
        # hands first, out of what is ordinary; then all that is left is shuffled, lest special ones gather at one end
        unseen = _shuffled(Counter({kind: count for kind, count in left.items() if kind not in SPECIAL}), rng)
        for kinds, hidden in zip(held, view.hidden, strict=True):
            for _ in range(hidden.count(level)):
                kinds.append(_next_of(unseen))
        unseen = _shuffled(Counter(unseen) + Counter({kind: left[kind] for kind in left if kind in SPECIAL}), rng)
        for name, kind in view.under.items():
            if kind is None and LEVEL_OF[INDEX[name]] == level:
                under[name] = _next_of(unseen)
        if len(unseen) != view.treasure_sizes[level - 1]:
            raise ValueError("the view contradicts itself: its treasures are not as many as there are")
        state.treasure_decks[level] = tuple(unseen)
    state.treasures = [tuple(kinds) for kinds in held]
    return under
