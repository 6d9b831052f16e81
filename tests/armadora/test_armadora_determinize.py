"""What `determinize` draws is distributed as counting says: every order of an army equally likely, given what was seen."""

from __future__ import annotations

from collections import Counter
from itertools import chain, product
from math import exp, prod
from random import Random

import pytest
from arena_armadora import position
from arena_armadora.board import SQUARE_ID
from armadora_help import GAME, start, told_to
from test_armadora_advanced import table
from test_armadora_rules import played

DRAWS = 10_000


def worlds(army, placed, known):
    """Every way in which one seat's hidden tiles can lie -> how many orders of its army say so.

    `placed` are its squares and `known` square -> power of those that the watcher knows.
    """
    left = Counter({power: count for power, count in enumerate(army, 1) if count})
    left.subtract(known[square] for square in placed if square in known)
    hidden = [square for square in placed if square not in known]
    out = {}
    for powers in product(sorted(left), repeat=len(hidden)):
        ways, rest = 1, left.copy()
        for power in powers:
            ways *= rest[power]
            rest[power] -= 1
        if ways > 0:
            out[powers] = ways
    return hidden, out


def chance_of(state, seat, known):
    """The hidden squares of all others, and for every assignment of powers to them its exact probability."""
    view = state.open_view()
    army = GAME.static(None, state.seats).army
    squares, parts = [], []
    for other in range(state.seats):
        if other != seat:
            placed = [square for square, owner in view.owner.items() if owner == other]
            hidden, ways = worlds(army, placed, known)
            squares += hidden
            total = sum(ways.values())
            parts.append({powers: count / total for powers, count in ways.items()})
    chances = {
        tuple(chain(*choice)): prod(part[powers] for part, powers in zip(parts, choice, strict=True))
        for choice in product(*parts)
    }
    return squares, chances


def tail(value, degrees):
    """How often a chi-square variable with an even number of degrees of freedom exceeds `value`: a finite sum."""
    term, total = 1.0, 0.0
    for k in range(degrees // 2):
        total += term
        term *= value / 2 / (k + 1)
    return exp(-value / 2) * total


def test_the_tail_is_that_of_a_chi_square_variable():
    assert tail(13.816, 2) == pytest.approx(exp(-6.908)) and tail(9.488, 4) == pytest.approx(0.05, rel=1e-3)
    assert tail(18.307, 10) == pytest.approx(0.05, rel=1e-3) and tail(0, 6) == 1


def mage_at_four(**flags):
    """Seat 0 is a mage that has seen one opponent's tile, and another lies face up."""
    warriors = {"a1": "A1", "b1": "B2", "c1": "C1", "e1": "D1", "f1": "B1", "g1": "D4"}
    return table(4, races=("mage", "elf", "orc", "goblin"), warriors=warriors, peeked=["f1"], face_up=["g1"],
                 tokens=[1, 2, 1, 0], flags=flags)  # fmt: skip


def placed_by_hand(seats, *actions, **flags):
    """A match from its beginning, and what each seat was told."""
    state, told = start(seats, **flags), [[] for _ in range(seats)]
    for action in actions:
        notices = state.apply(action)
        for seat in range(seats):
            told[seat] += told_to(seat, notices)
    return state, told


CASES = {
    "two seats, two hidden tiles": lambda: (position(2, warriors={"a1": "A5", "b1": "B1", "c1": "B4"}), 0, [], {"a1": 5}),
    "two seats, seen by the other": lambda: (
        position(2, warriors={"a1": "A5", "b1": "B1", "c1": "B4", "e1": "A2"}), 1, [], {"b1": 1, "c1": 4}),
    "three seats, one and two hidden tiles": lambda: (
        position(3, warriors={"a1": "A2", "b1": "B1", "c1": "C4", "e1": "C1"}), 0, [], {"a1": 2}),
    "four seats, the partner's tile hidden too": lambda: (
        position(4, warriors={"a1": "A1", "b1": "B4", "c1": "C1", "e1": "D1"}), 2, [], {"c1": 1}),
    "a mage's peek and a tile that lies face up": lambda: (mage_at_four(), 0, [], {"a1": 1, "f1": 1, "g1": 4}),
    "the mage's partner has not seen what the mage saw": lambda: (mage_at_four(), 2, [], {"c1": 1, "g1": 4}),
    "a mage that may look at its partner": lambda: (
        played(mage_at_four(mage_partner=True), "power mage c1"), 0, [], {"a1": 1, "c1": 1, "f1": 1, "g1": 4}),
    "own tiles known by the own events alone": lambda: with_events(
        placed_by_hand(3, "warrior a1 4", "warrior b1 1", "warrior c1 2", "warrior e1 1", own_peek=False), 0, {"a1": 4, "e1": 1}),
    "two seats, a goblin's tile face up": lambda: with_events(
        placed_by_hand(2, "race goblin", "race elf", "power goblin a1 5", "warrior b1 1", "warrior c1 3", "warrior e1 2",
                       advanced=True, race_assign="chosen"), 1, {"a1": 5, "c1": 3}),
    "two seats, a goblin's tile face down": lambda: with_events(
        placed_by_hand(2, "race goblin", "race elf", "power goblin a1 5", "warrior b1 1", "warrior c1 3",
                       advanced=True, race_assign="chosen", goblin_face_up=False), 1, {"c1": 3}),
}  # fmt: skip


def with_events(match, seat, known):
    state, told = match
    return state, seat, told[seat], known


@pytest.mark.parametrize("case", CASES)
def test_hidden_tiles_are_drawn_as_enumeration_says(case):
    state, seat, events, known = CASES[case]()
    squares, chances = chance_of(state, seat, known)
    assert len(chances) > 10 and abs(sum(chances.values()) - 1) < 1e-9
    view, rng, count = state.view(seat), Random(f"chi {case}"), Counter()
    full = [sum(n * (power == p) for p, n in enumerate(GAME.static(None, state.seats).army, 1)) for power in range(1, 6)]
    for number in range(DRAWS):
        guess = GAME.determinize(view, events, rng, seat=seat, config=state.config, seats=state.seats)
        count[tuple(guess.power[SQUARE_ID[square]] for square in squares)] += 1
        if number < 20:
            shown = guess.open_view()
            assert {square: shown.power[square] for square in known} == known
            for who in range(state.seats):
                tiles = Counter(shown.power[square] for square, owner in shown.owner.items() if owner == who)
                assert [tiles[power] + left for power, left in enumerate(shown.reserves[who], 1)] == full
    assert set(count) <= set(chances), "nothing impossible"
    # assignments that are expected fewer than five times are counted together
    common = [powers for powers, chance in chances.items() if chance * DRAWS >= 5]
    cells = [(count[powers], chances[powers] * DRAWS) for powers in common]
    rest = DRAWS - sum(expected for _, expected in cells)
    if rest > 1:
        cells.append((DRAWS - sum(seen for seen, _ in cells), rest))
    chi = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    degrees = len(cells) - 1
    assert tail(chi, degrees + degrees % 2) > 1e-6  # one degree more, where it is odd, is a little milder
