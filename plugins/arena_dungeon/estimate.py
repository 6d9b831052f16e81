"""What a match in the middle promises each seat, at a glance: for search bots that stop a line of play early.

For each seat the turns are estimated that it still needs: to the room that suits it best (the way there, the failed attacks
that are to be expected), then at its hero's usual pace to its goal, and home. The seats' chances to be the first follow from
these turns by a logistic law, the less sharp the longer it will take; from the chances follow the placements.
The usual paces and the law were fitted, by likelihood, to matches of the tuned bot at 2, 4 and 8 seats
(`bench/fit_dungeon.py --matches 160 --tries 150`: on other matches the winner was given 1.048 nats, where 1.365 is chance).
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from arena_dungeon.board import HALL, IS_ROOM, LAST_LEVEL, LEVEL_OF, NAMES, ROOMS_BY_LEVEL, STEPS
from arena_dungeon.cards import ATTACK_SPELLS, GOALS, HEROES, LEVEL, TRAPS, TREASURE_DECKS, total
from arena_dungeon.odds import LOSES_ONE, chances, mean_chance
from arena_dungeon.options import round_limit
from arena_dungeon.scoring import progress
from arena_dungeon.ways import search_cost, ways

if TYPE_CHECKING:
    from arena_dungeon.rules import DungeonState


class Fit(NamedTuple):
    """The fitted numbers."""

    pace: tuple[float, float, float, float]
    """By hero: its usual gp for each turn, fights and ways together."""
    fail: float
    """The turns that a failed attack takes."""
    sharp: float
    """How much a turn more or less tells, if the match is about to end."""
    soft: float
    """How much less it tells if there are more turns to come."""
    spell: float
    """The turns that a wizard loses for each spell that it lacks."""
    spell_gp: float
    """What a spell wins, in gp: so many does a wizard lack of what it still needs."""
    sword: float
    """How much faster a hero is for each point of its sword."""


FIT: Final = Fit((329.0, 316.0, 641.0, 1233.0), 1.33, 0.657, 1.06, 0.35, 1623.0, 0.119)
CHAMBER: Final = 5.0
"""What it costs to go on from a chamber that is not cleared, in steps."""
LEAST: Final = 0.02
"""No chance that is smaller is counted on."""
TRAP: Final = 1.5
"""The turns that a trap takes."""
ELSEWHERE: Final = 8.0
"""The turns to one more room, and to win there, for who looks for one treasure."""
FAR: Final = 150.0
"""More turns than any match has."""
_NO_WAY: Final = (0.0,) * len(NAMES)


def turns_left(state: DungeonState, seat: int, fit: Fit = FIT) -> float:
    """The turns until this seat wins, if no other does: a guess, from the full state."""
    hero = state.heroes[seat]
    if hero is None:
        return FAR / 2
    at = state.place[seat]
    doors = state.passable(seat)
    door_cost = search_cost(hero)
    here = ways(at, doors, state.uncleared, door_cost, CHAMBER, state.hunter_at).cost
    lost = float(state.lose[seat])
    if state.turn == seat:
        lost -= state.steps / STEPS
    treasure_hunter = state.config.variant == "treasure_hunter"
    gp = total(state.treasures[seat])
    need = float(GOALS[hero] - gp)
    if treasure_hunter:
        need = 1.0
    if need <= 0:
        return lost + here[HALL] / STEPS
    # there and home; who looks for one treasure need not come home
    home = ways(HALL, doors, state.uncleared, door_cost, CHAMBER).cost if not treasure_hunter else _NO_WAY
    pace = fit.pace[HEROES.index(hero)] * (1 + fit.sword * state.bonus[seat])
    spells = state.spells[seat]
    fighters = [(hero, state.bonus[seat]), *((spell, 0) for number, spell in enumerate(ATTACK_SPELLS) if spells[number])]
    held = len(state.treasures[seat])
    loss = LOSES_ONE * gp / held / pace if held else 0.0
    fail, deck, target, hunter = fit.fail + loss, state.config.deck, state.goal_treasure, state.hunter_at

    def rest(win: float) -> float:
        """The turns that it takes besides after so much was won here. Who looks for one treasure goes on looking."""
        return ELSEWHERE * (1 - win) / max(win, LEAST) if treasure_hunter else max(0.0, need - win) / pace

    known: list[list[str]] = [[] for _ in range(7)]
    untouched = state.uncleared & ~(1 << hunter if hunter >= 0 else 0)
    for space, lair in state.lairs.items():
        untouched &= ~(1 << space)
        if lair.up:
            known[LEVEL_OF[space]].append(lair.card)
    if state.hunter is not None and state.hunter.up:
        known[LAST_LEVEL].append(state.hunter.card)
    best = FAR
    # by level: the time of a fight with a card that nobody has seen, and what it wins
    fights = [FAR] * 7
    wins = [0.0] * 7
    for level in range(1, 7):
        cards = tuple(sorted(known[level]))
        discard = state.monster_discards[level]
        chance = max([mean_chance(deck, name, bonus, level, discard, cards) for name, bonus in fighters])
        treasures = state.treasure_decks[level] or TREASURE_DECKS[level]
        if target is None:
            win = total(treasures) / len(treasures)
        else:
            win = treasures.count(target) / len(treasures) if level == LEVEL[target] else 0.0
        wins[level] = win
        if chance > LEAST:
            fights[level] = fight = (1 - chance) / chance * fail
            way = min([here[space] + home[space] for space, bit in ROOMS_BY_LEVEL[level] if untouched & bit], default=1e9)
            best = min(best, way / STEPS + fight + rest(win))
    for space, lair in state.lairs.items():
        if space == hunter:
            continue
        level = LEVEL_OF[space]
        win = wins[level] if IS_ROOM[space] else 0.0
        if lair.dropped:
            win += total(lair.dropped) if target is None else float(target in lair.dropped)
        if not lair.up:
            fight = fights[level]
        elif lair.card in TRAPS:
            fight = TRAP
        else:
            chance = max([chances(deck, name, bonus)[lair.card] for name, bonus in fighters])
            if chance < LEAST:
                continue
            fight = (1 - chance) / chance * fail
        best = min(best, (here[space] + home[space]) / STEPS + fight + rest(win))
    if hero == "wizard" and not treasure_hunter:
        best += fit.spell * max(0.0, need / fit.spell_gp - spells[0] - spells[1])
    return min(FAR, lost + best)


def chances_to_win(state: DungeonState, fit: Fit = FIT) -> list[float]:
    """By seat: how likely it is to win, from the full state."""
    turns = [turns_left(state, seat, fit) for seat in range(state.seats)]
    first = min(turns)
    sharp = fit.sharp / sqrt(1 + fit.soft * max(0.0, first))
    weights = [exp(max(-60.0, sharp * (first - one))) for one in turns]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def estimate(state: DungeonState) -> list[float]:
    """By seat its expected return, in 0..1: the placement, alone what `Dungeon.returns` pays. The state is not changed."""
    seats = state.seats
    if seats == 1:
        limit = round_limit(state.config)
        end = state.round + turns_left(state, 0)
        sure = 1 / (1 + exp(max(-60.0, min(60.0, (end - limit) / 5))))
        return [sure * (1 - min(end, limit) / (2 * limit))]
    odds = chances_to_win(state)
    if state.config.rank_losers == "shared":
        beside = (seats - 2) / (2 * (seats - 1))
        return [p + (1 - p) * beside for p in odds]
    # each of two is before the other if it wins; if a third one wins, the one that stands nearer to its goal now
    made = progress(state)
    out = [0.0] * seats
    for one in range(seats):
        for other in range(one):
            third = max(0.0, 1 - odds[one] - odds[other])
            before = odds[one] + third * (1.0 if made[one] > made[other] else 0.5 if made[one] == made[other] else 0.0)
            out[one] += before
            out[other] += 1 - before
    return [before / (seats - 1) for before in out]


__all__ = ["FIT", "Fit", "chances_to_win", "estimate", "turns_left"]
