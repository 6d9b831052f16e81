"""The cards by kind: monsters and traps, treasures, spells; the heroes. Monsters are named, treasures are `sword 4`."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple

import msgspec

_raw: Any = msgspec.json.decode(files("arena_dungeon").joinpath("data/decks.json").read_bytes())

HEROES: Final = ("rogue", "cleric", "fighter", "wizard")
GOALS: Final = {"rogue": 10_000, "cleric": 10_000, "fighter": 20_000, "wizard": 30_000}
"""Hero -> the gp with which it wins in the Great Hall."""
FINDS: Final = {"rogue": 3, "cleric": 5, "fighter": 5, "wizard": 5}
"""Hero -> the least d6 with which it finds a secret door."""
FIGURES: Final = 2
"""Figures of each hero: so many heroes of a type may be in play."""
SPELLS: Final = ("fireball", "lightning", "teleport")
ATTACK_SPELLS: Final = SPELLS[:2]
SPELL_COUNTS: Final = tuple(_raw["spells"][spell] for spell in SPELLS)
LEVELS: Final = range(1, 7)

Special = Literal["sword", "secret_door", "esp", "ball"]
Deck = Literal["original", "even"]
"""Which numbers stand on the monsters' cards."""

_WORDS: Final = {"magic_sword": "sword", "secret_door": "secret_door", "esp_medallion": "esp", "crystal_ball": "ball"}
"""Special treasure, as the file of the decks has it -> its word in kinds, actions and `DungeonState.owns`."""


class Monster(NamedTuple):
    """A kind of monster."""

    name: str
    level: int
    copies: int
    numbers: dict[str, int | None]
    """In the original deck: hero or attack spell -> what 2d6 must reach; None: a dash (a hero needs a Magic Sword, a spell does
    nothing)."""


class Treasure(NamedTuple):
    """A kind of treasure."""

    kind: str
    level: int
    gp: int
    copies: int
    special: str | None
    """sword, secret_door, esp, ball or None."""


MONSTERS: Final = {
    card["name"]: Monster(card["name"], card["level"], card["count"], card["targets"]) for card in _raw["monsters"]
}
_even: dict[str, dict[str, int | None]] = msgspec.json.decode(files("arena_dungeon").joinpath("data/even.json").read_bytes())
NUMBERS: Final[dict[Deck, dict[str, dict[str, int | None]]]] = {
    "original": {name: monster.numbers for name, monster in MONSTERS.items()},
    "even": {name: monster.numbers | _even.get(name, {}) for name, monster in MONSTERS.items()},
}
"""Deck -> monster -> what a hero or a spell must reach against it."""
TRAPS: Final = ("cage", "slide")
TREASURES: Final = {
    treasure.kind: treasure
    for treasure in (
        Treasure(
            f"{_WORDS.get(card['special'], card['name'])} {card['level']}",
            card["level"],
            card["gp"],
            card["count"],
            _WORDS.get(card["special"]),
        )
        for card in _raw["treasures"]
    )
}
GP: Final = {kind: treasure.gp for kind, treasure in TREASURES.items()}
LEVEL: Final = {kind: treasure.level for kind, treasure in TREASURES.items()}
SPECIAL: Final = {kind: treasure.special for kind, treasure in TREASURES.items() if treasure.special}
"""Kind of a special treasure -> sword, secret_door, esp or ball."""
SWORDS: Final = tuple(sorted(kind for kind, special in SPECIAL.items() if special == "sword"))
PLUS_TWO: Final = {f"sword {level}": least for level, least in _raw["sword_plus2_min"].items()}
"""Sword -> what 2d6 must reach for its bonus to be +2; otherwise it is +1."""

TRAP_COUNTS: Final = {
    level: {trap["trap"]: trap["count"] for trap in _raw["traps"] if trap["level"] == level} for level in LEVELS
}
MONSTER_DECKS: Final = (
    (),
    *(
        tuple(
            sorted(
                [name for name, monster in MONSTERS.items() if monster.level == level for _ in range(monster.copies)]
                + [trap for trap, count in TRAP_COUNTS[level].items() for _ in range(count)]
            )
        )
        for level in LEVELS
    ),
)
"""By level, from 1: all monster and trap cards, sorted."""
TREASURE_DECKS: Final = (
    (),
    *(
        tuple(sorted(kind for kind, treasure in TREASURES.items() if treasure.level == level for _ in range(treasure.copies)))
        for level in LEVELS
    ),
)
"""By level, from 1: all treasure cards, sorted."""


def total(kinds: tuple[str, ...] | list[str]) -> int:
    """What treasures are worth together, in gp.

    >>> total(["sword 1", "Star Diamond 6"])
    10500
    """
    return sum(map(GP.__getitem__, kinds))
