"""Scenes for the golden playthroughs: a position, its dice, and what is played from there.

Random play seldom loses an active sword or comes to a hall with an empty hand. Here every kind of action is played, and each
option that changes a ruling in a scene that would go otherwise without it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arena_dungeon import DungeonState
from dungeon_help import at, cleared, hunted


@dataclass(frozen=True)
class Scene:
    """What is played from which position."""

    position: dict[str, Any]
    """What `at`, or `hunted` if it says where the hunter is, is called with."""
    actions: tuple[str, ...]
    flags: dict[str, Any] = field(default_factory=dict)

    def begin(self, **flags: Any) -> DungeonState:
        """The position, with other options if some are named."""
        make = hunted if "hunter_at" in self.position else at
        return make(**self.position, flags={**self.flags, **flags})


TWO = ["HALL", "HALL"]

ACTIONS = {
    "A wizard looks into the ball, regains a spell and teleports into a fight": Scene(
        {"heroes": ["wizard", "rogue"], "places": TWO, "treasures": [["ball 4"], []], "next_monsters": ["Lich", "Imp"],
         "spells": [{"teleport": 1}, {}], "dice": {"attack": [[1, 2]], "counter": [[1, 3]]}},
        ("ball R605", "stay", "regain lightning", "stay", "teleport K11"),
    ),
    "A rogue finds a secret door by its second search; its medallion shows it a Cage, and it stops": Scene(
        {"heroes": ["rogue", "cleric"], "places": ["c11_7", "HALL"], "treasures": [["esp 3"], []],
         "next_monsters": ["cage 2"], "dice": {"secret": [[2], [3]]}},
        ("search c11_7|c12_7", "stay", "search c11_7|c12_7", "go c14_7", "esp R201", "stop"),
    ),
    "A medallion shows a rogue an Imp, and it enters": Scene(
        {"heroes": ["rogue", "cleric"], "places": ["c22_12", "HALL"], "treasures": [["esp 3"], []],
         "next_monsters": ["Imp"], "dice": {"attack": [[6, 5]]}},
        ("esp R101", "enter"),
    ),
    "A wizard casts from outside in vain, comes to that chamber and is gone before the fight, and clears another": Scene(
        {"heroes": ["wizard", "rogue"], "places": ["c31_16", "HALL"], "monsters": {"K42": "Troll"}, "tokens": {"K42": 2},
         "next_monsters": ["Harpy"], "spells": [{"fireball": 1, "lightning": 1, "teleport": 2}, {}],
         "dice": {"attack": [[1, 1], [6, 6]]}},
        ("cast fireball K31", "stay", "go K31", "teleport K42", "stay", "begin", "stay"),
    ),
    "A wizard fights where it stands, first by a spell": Scene(
        {"heroes": ["wizard", "rogue"], "places": ["K31", "HALL"], "came_from": ["c31_16", None], "monsters": {"K31": "Ogre"},
         "spells": [{"lightning": 1, "fireball": 1}, {}], "dice": {"attack": [[1, 1], [6, 6]], "counter": [[3, 4]]}},
        ("stay", "cast lightning", "stay", "stay", "attack"),
    ),
    "A fighter slides down and meets a Troll": Scene(
        {"heroes": ["fighter", "rogue"], "places": ["c36_14", "HALL"], "next_monsters": ["slide 3", "Troll"],
         "next_treasures": ["Gold Torc 3"], "dice": {"attack": [[1, 1]], "counter": [[4, 4]], "drop": [[0]]}},
        ("go R302", "slide K41", "retreat c22_26"),
    ),
    "A rogue chooses one of two swords, loses it and takes the other, loses that and goes without": Scene(
        {"heroes": ["rogue", "rogue"], "places": ["R101", "HALL"], "came_from": ["c22_12", None], "under": {"R101": "sword 1"},
         "monsters": {"R101": "Imp"}, "dropped": {"R101": ["sword 4", "sword 6"]}, "next_monsters": ["Giant Centipede"],
         "dice": {"attack": [[6, 6], [1, 1], [1, 1]], "counter": [[3, 3], [4, 4]], "drop": [[1, 0, 2], [1, 0]],
                  "sword": [[4, 5], [3, 4]]}},
        ("stay", "sword 4", "stay", "go R102", "sword 6", "stay", "stay", "decline"),
    ),
    "A hero dies rich, and a wizard comes after it": Scene(
        {"heroes": ["rogue", "cleric"], "places": ["R101", "HALL"], "treasures": [["Gold Torc 3", "sword 1"], []],
         "bonus": [1, 0], "monsters": {"R101": "Imp"}, "dice": {"attack": [[1, 1]], "counter": [[6, 6]], "capacity": [[1]]}},
        ("stay", "hero wizard", *["spell fireball"] * 5, "spell lightning", "spell teleport", "stay"),
    ),
}  # fmt: skip
"""Between them every kind of action."""

_RICH = ["Star Diamond 6", "Copper Hoard 1"]
_IN_R101 = {"places": ["R101", "HALL"], "came_from": ["c22_12", None], "monsters": {"R101": "Imp"}}

FLAGS = {
    "A cleric carried home rich has not won": Scene(
        {"heroes": ["cleric", "rogue"], **_IN_R101, "treasures": [_RICH, []],
         "dice": {"attack": [[1, 1]], "counter": [[5, 6]], "drop": [[1, 0]]}},
        ("stay", "stay", "go c22_13", "go HALL"), {"rescue_win": False},
    ),
    "No treasure lies under a monster that was not killed": Scene(
        {"heroes": ["rogue", "rogue"], "places": ["c22_12", "HALL"], "next_monsters": ["Imp"], "next_treasures": ["Brass Lamp 1"],
         "dice": {"attack": [[1, 1]], "counter": [[1, 1]]}},
        ("go R101",), {"treasure_at": "kill"},
    ),
    "A wounded hero whose way back is taken stays": Scene(
        {"heroes": ["rogue", "rogue"], **_IN_R101, "places": ["R101", "c22_12"],
         "dice": {"attack": [[1, 1]], "counter": [[4, 4]]}},
        ("stay", "stay"), {"retreat": "stay"},
    ),
    "The hero after a death loses a turn": Scene(
        {"heroes": ["rogue", "rogue"], **_IN_R101, "dice": {"attack": [[1, 1]], "counter": [[6, 6]]}},
        ("stay", "hero fighter", "stay"), {"death_loses_turn": True},
    ),
    "A wizard casts before it knows that it is a trap": Scene(
        {"heroes": ["wizard", "rogue"], "places": ["c22_7", "HALL"], "next_monsters": ["cage 2"], "spells": [{"fireball": 1}, {}],
         "dice": {"cage": [[1]]}},
        ("go R208", "cast fireball"), {"spell_inside": "before"},
    ),
    "A wizard teleports and walks on": Scene(
        {"heroes": ["wizard", "rogue"], "places": TWO, "spells": [{"teleport": 1}, {}], "tokens": cleared("K21")},
        ("teleport K21", "go c21_7", "stay"), {"teleport_then_move": True},
    ),
    "What a hero gains all are told": Scene(
        {"heroes": ["rogue", "rogue"], **_IN_R101, "under": {"R101": "Brass Lamp 1"}, "dice": {"attack": [[6, 6]]}},
        ("stay",), {"open_treasures": True},
    ),
    "A roll that the even deck counts otherwise": Scene(
        {"heroes": ["fighter", "rogue"], "places": ["K41", "HALL"], "monsters": {"K41": "Troll"},
         "dice": {"attack": [[3, 3]], "counter": [[1, 1]]}},
        ("stay",), {"deck": "even"},
    ),
    "Who lost is ranked by what it has": Scene(
        {"heroes": ["rogue", "cleric", "fighter"], "places": ["c22_13", "HALL", "HALL"],
         "treasures": [["Star Diamond 6"], [], ["Gold Torc 3"]]},
        ("go HALL",), {"rank_losers": "progress"},
    ),
    "In a hunt for one life any death loses": Scene(
        {"where": "R101", "hunter_at": "R601", "monsters": {"R101": "Imp"}, "dice": {"attack": [[1, 1]], "counter": [[6, 6]]}},
        ("stay",), {"hunt_one_life": True},
    ),
}  # fmt: skip
"""By one option each."""
