"""Golden playthroughs: matches step by step as text, to be read by eye and compared by CI.

`ARENA_REGENERATE=1 pytest tests/dungeon` writes them anew after a change that is meant. The decks are stacked so that much
happens in few steps; dice are the deal's. What heroes look for is a fight, and what is seldom possible. What comes up too
seldom even so is played in scenes (dungeon_scenes.py). The table is written here and not by the game's drawing, so that a
nicer drawing changes no playthrough.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from arena_dungeon import Config, position
from arena_dungeon.board import INDEX
from dungeon_help import GAME, breadth_first, cleared
from dungeon_scenes import ACTIONS, FLAGS, Scene
from dungeon_worlds import FollowedDecks

from arena.games import is_told

FOLDER = Path(__file__).parent / "playthroughs"
STEPS = 60
RARE = ("ball", "esp", "cast", "teleport", "search", "sword", "decline", "retreat", "slide", "regain")


class Case(NamedTuple):
    """Which match: `number` is that of the deal and of the player; where the heroes like to go."""

    seats: int
    flags: dict[str, Any]
    number: int
    towards: str = "c36_12"
    full_hands: bool = False
    """Not from the beginning, but from a position in which a wizard and a rogue hold a bit of everything."""


CASES = {
    "1-seat": Case(1, {}, 10),
    "2-seats": Case(2, {}, 10),
    "4-seats": Case(4, {}, 4, "c22_12"),
    "4-seats-flags": Case(4, {"treasure_at": "kill", "retreat": "stay", "spell_inside": "before", "teleport_then_move": True,
                              "death_loses_turn": True, "rescue_win": False, "rank_losers": "progress"}, 23, "c22_7"),
    "2-seats-full-hands": Case(2, {}, 39, "c36_12", True),
    "8-seats": Case(8, {}, 6, "c22_12"),
    "1-seat-treasure_hunter": Case(1, {"variant": "treasure_hunter", "treasure_level": 1}, 38, "c22_12"),
    "1-seat-time_trial": Case(1, {"variant": "time_trial", "turn_limit": 12}, 12, "c22_12"),
    "1-seat-monster_hunt": Case(1, {"variant": "monster_hunt"}, 9, "c14_16"),
}  # fmt: skip


def full_hands(chance):
    return position(
        ["wizard", "rogue"], places=["K31", "c36_12"], chance=chance, tokens=cleared("K31", "R301"),
        treasures=[["esp 3", "ball 4", "Gold Torc 3"], ["sword 1", "sword 4", "secret_door 1", "esp 5", "Ivory Flute 3"]],
        bonus=[0, 1], spells=[{"fireball": 3, "lightning": 2, "teleport": 3}, {}], monsters={"R313": "Ogre", "K32": "Harpy"},
        face_down=["K32"], dropped={"R313": ["sword 2"]},
    )  # fmt: skip


def choose(state, rng, far):
    legal = state.legal()
    rare = [action for action in legal if action.startswith(RARE)]
    if rare and rng.random() < 0.5:
        kind = rng.choice(sorted({action.split()[0] for action in rare}))
        return rng.choice([action for action in rare if action.split()[0] == kind])
    lairs = [action for action in legal if action.startswith(("go R", "go K"))]
    if lairs and rng.random() < 0.75:
        return rng.choice(lairs)
    ways = [action for action in legal if action.startswith("go c")]
    return min(ways, key=lambda action: far[INDEX[action[3:]]]) if ways and rng.random() < 0.7 else rng.choice(legal)


def table(view):
    """Who stands where with what, and what lies where, all of it open."""
    out = []
    for seat, hero in enumerate(view.heroes):
        spells = " ".join(f"{count} {spell}" for spell, count in view.spells[seat].items() if count)
        sword = f"; {view.swords[seat]} +{view.bonuses[seat]}" if view.swords[seat] else ""
        lose = f"; loses {view.lose_turn[seat]}" if view.lose_turn[seat] else ""
        doors = f"; doors {' '.join(view.doors[seat])}" if view.doors[seat] else ""
        held = f"{view.gp[seat]} gp: {', '.join(view.treasures[seat]) or '-'}"
        out.append(f"  seat {seat}: {hero} in {view.places[seat]}; {held}{sword}{lose}{doors}; {spells or 'no spell'}")
    for name, card in view.monsters.items():
        down = " face down" if name in view.face_down else ""
        out.append(f"  {view.numbers[name]} {name}: {card}{down}, under {view.under.get(name)}, {view.dropped.get(name, [])}")
    out.append(f"  clear {view.tokens}; decks {view.deck_sizes} {view.treasure_sizes}; discards {view.discards}")
    if view.hunter is not None:
        out.append(f"  hunter in {view.hunter}: {view.hunter_card}, {view.hunter_dropped}")
    return out


def sample(legal):
    kinds: dict[str, list[str]] = {}
    for action in legal:
        kinds.setdefault(action.split()[0], []).append(action)
    parts = [a[0] if len(a) == 1 else f"{a[0]} ... {a[-1]} ({len(a)})" for a in kinds.values()]
    return f"{len(legal)} legal: " + "; ".join(parts)


def playthrough(case):
    """Every step: who decides what, who is told what; now and then the table, and what the seats and nobody see."""
    chance, rng = FollowedDecks(case.number), Random(case.number)
    state = full_hands(chance) if case.full_hands else GAME.new_match(Config(**case.flags), case.seats, chance)
    far = breadth_first(INDEX[case.towards], 0)
    out = [f"Dungeon!, {case.seats} seats, options {case.flags or 'as they stand'}"]
    out += [f"  to all: {msgspec.json.encode(event).decode()}" for _, event in state.opening()]
    watchers = [*range(case.seats)][:: max(1, case.seats // 2)]
    step = 0
    while step < STEPS and state.seat is not None:
        if step % 15 == 0:
            out += ["", *table(state.open_view()), ""]
        if step == 45:
            out += [f"view of {seat}: {msgspec.json.encode(state.view(seat)).decode()}" for seat in watchers]
            out += [f"view of nobody: {msgspec.json.encode(state.spectator_view()).decode()}", ""]
        out += one_step(step, state, choose(state, rng, far))
        step += 1
    return "\n".join([*out, "", *ending(state)]) + "\n"


def one_step(number, state, action):
    hero = state.heroes[state.seat]
    out = [f"step {number}: round {state.round}, seat {state.seat} ({hero}), {state.phase}; {sample(state.legal())}"]
    out.append(f"  plays {action}")
    for to, event in state.apply(action):
        told = "all" if to is None else "seat " + " ".join(map(str, to)) + " and spectators" * is_told(to, None)
        out.append(f"  to {told}: {msgspec.json.encode(event).decode()}")
    return out


def ending(state):
    out = table(state.open_view())
    if state.seat is None:
        out.append(f"{state.result}: ranks {state.ranks()}, scores {state.scores()}")
        out += [f"{part.split} {part.label}: seat {part.seat} {part.result:g}" for part in state.parts()]
    return out


def played_scene(scene: Scene, **flags):
    state = scene.begin(**flags)
    out = [*table(state.open_view()), ""]
    for step, action in enumerate(scene.actions):
        if state.seat is None:
            break
        out += one_step(step, state, action)
    return [*out, "", *ending(state), ""]


def scenes(of):
    """A file of scenes, one after the other."""
    out = []
    for title, scene in of.items():
        out += [title, f"options {scene.flags or 'as they stand'}", *played_scene(scene)]
    return "\n".join(out)


TEXTS = {
    **{name: lambda case=case: playthrough(case) for name, case in CASES.items()},
    "scenes-actions": lambda: scenes(ACTIONS),
    "scenes-flags": lambda: scenes(FLAGS),
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_playthrough_is_as_it_was(name):
    text = TEXTS[name]()
    path = FOLDER / f"{name}.txt"
    if os.environ.get("ARENA_REGENERATE") == "1":
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_every_playthrough_has_its_case_and_together_they_are_small_enough_to_read():
    assert {path.stem for path in FOLDER.iterdir()} == {*TEXTS}
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 300_000


def test_together_the_playthroughs_show_every_kind_of_event_of_result_and_of_action():
    text = "".join((FOLDER / f"{name}.txt").read_text(encoding="utf-8") for name in TEXTS)
    for event in GAME.Events:
        assert f'"event":"{event.__struct_config__.tag}"' in text
    played = {line.split()[1] for line in text.splitlines() if line.startswith("  plays ")}
    assert played == {action.split()[0] for action, _ in GAME.actions_help}
    for result in ("hit", "miss", "dead", "serious", "wounded", "stunned", "found", "not found"):
        assert f'"result":"{result}"' in text, result


def test_the_scenes_alone_show_every_kind_of_action_spells_from_inside_and_outside_and_each_teleport():
    played = [action for scene in ACTIONS.values() for action in scene.actions]
    assert {action.split()[0] for action in played} == {action.split()[0] for action, _ in GAME.actions_help}
    assert {len(action.split()) for action in played if action.startswith("cast")} == {2, 3}
    before = {played[number - 1].split()[0] for number, action in enumerate(played) if action.startswith("teleport")}
    assert before == {"stay", "go"}  # at the start of a turn, and on arrival


@pytest.mark.parametrize("title", FLAGS)
def test_each_option_matters_in_its_scene(title):
    scene, plain = FLAGS[title], Config()
    assert len(scene.flags) == 1
    try:
        without = played_scene(scene, **{name: getattr(plain, name) for name in scene.flags})
    except ValueError:  # what is played there is not legal
        return
    assert without != played_scene(scene)


def test_there_is_a_scene_for_every_option_that_changes_a_ruling():
    of_variants = {"variant", "treasure_level", "turn_limit"}
    assert {name for scene in FLAGS.values() for name in scene.flags} == {*Config.__struct_fields__} - of_variants
