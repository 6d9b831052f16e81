"""The option `deck`: the original numbers, or those with which no hero wins much more than its part."""

from __future__ import annotations

import pytest
from arena_dungeon import Config
from arena_dungeon.bots.table import Table
from arena_dungeon.cards import ATTACK_SPELLS, HEROES, MONSTERS, NUMBERS
from arena_dungeon.odds import chance, chances, mean_chance
from dungeon_help import GAME, at, place, start

from tests.seated import plain


def changed():
    return {
        (card, who): (number, NUMBERS["even"][card][who])
        for card, numbers in NUMBERS["original"].items()
        for who, number in numbers.items()
        if number != NUMBERS["even"][card][who]
    }


def test_the_even_deck_has_a_few_numbers_changed_by_one_and_no_dash():
    assert 0 < len(changed()) <= 12
    assert all(None not in pair and abs(pair[0] - pair[1]) == 1 for pair in changed().values())
    assert Config().deck == "original"
    assert all(NUMBERS["original"][card] == monster.numbers for card, monster in MONSTERS.items())


@pytest.mark.parametrize("deck", ["original", "even"])
def test_what_is_printed_is_what_kills_and_what_the_odds_say(deck):
    printed = {card.name: card.numbers for card in GAME.static(Config(deck=deck), 2).monsters}
    assert printed == NUMBERS[deck]
    near = {3: "c31_16", 4: "c22_22", 5: "c14_16", 6: "c3_1"}
    for (card, who), _ in changed().items():
        number, level = printed[card][who], MONSTERS[card].level
        assert chances(deck, who, 0)[card] == chance(number, 0)
        for total in (number - 1, number):
            dice = {"attack": [[total // 2, total - total // 2]], "counter": [[1, 1]]}
            spells = {"spells": [{who: 1}, {}], "capacity": [1, 0]} if who in ATTACK_SPELLS else {}
            heroes = ["wizard" if spells else who, "rogue"]
            outside = near[level] if spells else f"K{level}1"
            state = at(heroes, places=[outside, "HALL"], monsters={f"K{level}1": card}, dice=dice, flags={"deck": deck}, **spells)
            state.apply(f"cast {who} K{level}1" if spells else "stay")
            assert bool(state.tokens) == (total >= number), (card, who, total)
            assert place(state)


def test_bots_go_by_the_deck_that_is_played():
    assert mean_chance("even", "fireball", 0, 5, (), ()) < mean_chance("original", "fireball", 0, 5, (), ())
    assert {who for _, who in changed()} <= {*HEROES, *ATTACK_SPELLS}
    state = start(2, 3, deck="even")
    tables = Table.of_state(state, 0), Table.of_view(plain(state.view(0)), state.config)
    for table in tables:
        assert table.chance("fireball", 0, "Troll") == chance(NUMBERS["even"]["Troll"]["fireball"], 0)
