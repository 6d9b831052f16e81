"""One round of combat: the attack, the kill, or the counter-attack and what it does to the hero (rules, 2.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import Notice
from arena_dungeon import decks, flow, hunt, lairs, loot, phases, spells
from arena_dungeon.board import HALL, LAST_LEVEL, LEVEL_OF, NAMES, NEXT, NOWHERE, TOKENS_TO_CLEAR, reach
from arena_dungeon.cards import ATTACK_SPELLS, NUMBERS, SWORDS
from arena_dungeon.events import CardEvent, ClearedEvent, MovedEvent, RollEvent

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState

WITH_SWORD = 13
"""What a dash counts as for a hero with a Magic Sword."""
COUNTER = ("miss",) * 6 + ("stunned",) * 2 + ("wounded",) * 3 + ("serious", "dead")
"""By the sum of two dice: what the counter-attack does."""


def strike(state: DungeonState, seat: int, space: int, spell: int | None, news: list[Notice]) -> list[Notice]:
    """Attack the face-up monster of a space, by a spell (paid already) or by hand; from outside it is out of reach."""
    inside = state.place[seat] == space
    lair = state.hunter if state.hunter_at == space else state.lairs[space]
    hero = state.heroes[seat]
    assert lair is not None and hero is not None
    number = NUMBERS[state.config.deck][lair.card][hero if spell is None else ATTACK_SPELLS[spell]]
    bonus = state.bonus[seat] if spell is None else 0
    if number is None and bonus:
        number = WITH_SWORD
    if number is None:  # immune, or a dash without a sword: no roll
        hit = False
        news.append((None, RollEvent(seat, "attack", [], "miss")))
    else:
        dice = state.chance().dice(f"die attack seat {seat}", 2)
        hit = dice[0] + dice[1] + bonus >= number
        news.append((None, RollEvent(seat, "attack", dice, "hit" if hit else "miss")))
    if hit:
        return _kill(state, seat, space, news)
    if inside:
        return _counter(state, seat, space, news)
    lairs.park(state, space, news)
    return flow.end_turn(state, seat, news)


def clear(state: DungeonState, space: int, news: list[Notice]) -> None:
    """Put a clear token on a space."""
    tokens = state.tokens.get(space, 0) + 1
    state.tokens[space] = tokens
    if tokens == TOKENS_TO_CLEAR[space]:
        state.uncleared &= ~(1 << space)
    news.append((None, ClearedEvent(NAMES[space], tokens)))


def step_into(state: DungeonState, seat: int, space: int) -> None:
    """One step to a space next to the hero's. A secret door that its card opened is known from now on."""
    state.doors[seat] |= reach(state.place[seat]).by_action[f"go {NAMES[space]}"].doors
    state.previous[seat] = state.place[seat]
    state.place[seat] = space
    state.steps -= 1


def _kill(state: DungeonState, seat: int, space: int, news: list[Notice]) -> list[Notice]:
    if state.place[seat] != space:
        step_into(state, seat, space)
    if state.hunter_at == space:
        hunter = state.hunter
        assert hunter is not None
        news.append((None, CardEvent(NAMES[space], "killed", hunter.card, None, None)))
        decks.discard(state, LAST_LEVEL, hunter.card)
        hunt.new_hunter(state, news)
        go_on = loot.gain(state, seat, None, 0, hunter.dropped, news)
    else:
        treasure = lairs.room_treasure(state, space)
        lair = state.lairs.pop(space)
        news.append((None, CardEvent(NAMES[space], "killed", lair.card, None, None)))
        decks.discard(state, LEVEL_OF[space], lair.card)
        clear(state, space, news)
        go_on = loot.gain(state, seat, treasure, lair.treasure_seen, lair.dropped, news)
    return flow.end_turn(state, seat, news) if go_on else news


def _counter(state: DungeonState, seat: int, space: int, news: list[Notice]) -> list[Notice]:
    """The monster strikes back; in order: it is parked, cards fall, a sword is chosen, the hero is moved (rules, 14.2)."""
    by_hunter = state.hunter_at == space
    dice = state.chance().dice(f"die counter seat {seat}", 2)
    result = COUNTER[dice[0] + dice[1]]
    news.append((None, RollEvent(seat, "counter", dice, result)))
    if not by_hunter:
        lairs.park(state, space, news)
    if result == "miss":
        return flow.end_turn(state, seat, news)
    held = len(state.treasures[seat])
    count = (held + 1) // 2 if result == "serious" else 1
    fallen, lost_sword = loot.drop(state, seat, count, NAMES[space], news, dead=result == "dead")
    if fallen:
        if by_hunter:
            assert state.hunter is not None
            state.hunter = state.hunter._replace(dropped=(*state.hunter.dropped, *fallen))
        else:
            lair = state.lairs[space]
            state.lairs[space] = lair._replace(dropped=(*lair.dropped, *fallen))
    if result == "dead":
        return _die(state, seat, by_hunter, news)
    if lost_sword:
        swords = [kind for kind in SWORDS if kind in state.treasures[seat]]
        if swords:
            state.phase = phases.SWORD
            state.offer = tuple(swords)
            state.after = result
            return news
    return suffer(state, seat, result, news)


def suffer(state: DungeonState, seat: int, result: str, news: list[Notice]) -> list[Notice]:
    """Where a counter-attack sends a hero that lives; the question is asked if there are several places."""
    if result == "serious":
        _to_hall(state, seat, "serious", news)
        return _rescued(state, seat, news)
    if result == "stunned":
        return flow.end_turn(state, seat, news)
    places = retreats(state, seat)
    if len(places) > 1:
        state.phase = phases.RETREAT
        return news
    if places:
        news.append((None, MovedEvent(seat, NAMES[places[0]], "retreat")))
    return retreat(state, seat, places[0] if places else state.place[seat], news)


def retreat(state: DungeonState, seat: int, space: int, news: list[Notice]) -> list[Notice]:
    """A wounded hero goes back, and gets its token."""
    if space != state.place[seat]:
        state.previous[seat] = state.place[seat]
        state.place[seat] = space
    state.lose[seat] += 1
    return _rescued(state, seat, news)


def retreats(state: DungeonState, seat: int) -> list[int]:
    """Where a wounded hero may go, in space order (rules, row 15 and 14.3); none: it stays."""
    fight, origin = state.place[seat], state.previous[seat]
    occupied, stops = state.occupied(seat), state.stops()

    def free(at: int) -> bool:  # the space of the fight never is: it is not cleared, or the hunter is there
        return not stops >> at & 1 and not occupied >> at & 1

    if state.config.retreat == "stay":
        return [origin] if origin != NOWHERE and free(origin) else []
    doors = state.doors[seat]
    ring, seen = [origin if origin != NOWHERE else fight], set()
    seen.update(ring)
    first = True
    while ring:
        found = sorted(at for at in ring if free(at))
        if found:
            return found
        further = []
        for at in ring:
            if stops >> at & 1 and not first:
                continue
            for there, door in NEXT[at]:
                if there not in seen and not door & ~doors:
                    seen.add(there)
                    further.append(there)
        ring, first = further, False
    return []


def _to_hall(state: DungeonState, seat: int, why: str, news: list[Notice]) -> None:
    state.place[seat] = HALL
    state.previous[seat] = NOWHERE
    news.append((None, MovedEvent(seat, NAMES[HALL], why)))


def _rescued(state: DungeonState, seat: int, news: list[Notice]) -> list[Notice]:
    """The win check of a hero that was sent to the hall, then the turn is over."""
    if state.place[seat] == HALL and state.config.rescue_win and state.has_goal(seat):
        return flow.finish(state, seat, "won", news)
    return flow.end_turn(state, seat, news)


def _die(state: DungeonState, seat: int, by_hunter: bool, news: list[Notice]) -> list[Notice]:
    """The hero's treasures lie under the monster already; what it knew and held is gone, and a new one is chosen."""
    hero, config = state.heroes[seat], state.config
    assert hero is not None
    state.fallen[seat] += (hero,)
    spells.give_back_all(state, seat)
    state.capacity[seat] = 0
    state.doors[seat] = 0
    state.lose[seat] = int(config.death_loses_turn)
    state.heroes[seat] = None
    _to_hall(state, seat, "dead", news)
    lost = {
        "treasure_hunter": len(state.fallen[seat]) == 2,
        "monster_hunt": by_hunter or config.hunt_one_life,
    }.get(config.variant, False)
    if lost:
        return flow.finish(state, None, "lost", news)
    state.phase = phases.HERO
    return news


