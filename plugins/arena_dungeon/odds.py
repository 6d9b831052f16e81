"""The odds of a fight: how likely each hero and spell kills each monster, and what a failed attack does."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from arena_dungeon.cards import MONSTER_DECKS, NUMBERS, TRAPS, Deck
from arena_dungeon.combat import COUNTER, WITH_SWORD

REACH: Final = tuple(
    sum(a + b >= least for a in range(1, 7) for b in range(1, 7)) / 36 for least in range(WITH_SWORD + 1)
)
"""By number, 0 to 13: how likely two dice reach it."""
DEAD, SERIOUS, WOUNDED, STUNNED = (
    sum(COUNTER[a + b] == result for a in range(1, 7) for b in range(1, 7)) / 36
    for result in ("dead", "serious", "wounded", "stunned")
)
"""How likely a counter-attack does what."""
LOSES_ONE: Final = WOUNDED + STUNNED


def chance(number: int | None, bonus: int) -> float:
    """How likely an attack kills a monster of this number, with the bonus of a sword.

    >>> chance(7, 0), chance(None, 0), chance(None, 2) == 3 / 36
    (0.5833333333333334, 0.0, True)
    """
    if number is None:
        if not bonus:
            return 0.0
        number = WITH_SWORD
    return REACH[max(0, number - bonus)]


@cache
def chances(deck: Deck, fighter: str, bonus: int) -> dict[str, float]:
    """Card -> how likely this hero, or spell, kills it. A trap counts as killed: what lies there is had."""
    out = {name: chance(numbers[fighter], bonus) for name, numbers in NUMBERS[deck].items()}
    return out | dict.fromkeys(TRAPS, 1.0)


@cache
def deck_sums(deck: Deck, fighter: str, bonus: int) -> tuple[float, ...]:
    """By level, 0 to 6: the sum of `chances` over all its cards."""
    of = chances(deck, fighter, bonus)
    return tuple(sum(of[card] for card in cards) for cards in MONSTER_DECKS)


@lru_cache(maxsize=8192)
def mean_chance(
    deck: Deck, fighter: str, bonus: int, level: int, discards: tuple[str, ...], known: tuple[str, ...]
) -> float:
    """How likely a card of a level that nobody has seen is killed, on average; what is not in the deck has been seen.

    If all are seen, the discards are what comes next. 0 if there is nothing left either: then no monster comes.
    """
    of = chances(deck, fighter, bonus)
    left = len(MONSTER_DECKS[level]) - len(discards) - len(known)
    if left > 0:
        seen = sum(of[card] for card in discards) + sum(of[card] for card in known)
        return max(0.0, deck_sums(deck, fighter, bonus)[level] - seen) / left
    return sum(of[card] for card in discards) / len(discards) if discards else 0.0
