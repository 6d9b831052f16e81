"""The picture of a view: true to it, silent on what it hides, within its page, the same from JSON."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest
from arena_dungeon.board import DOORS, LAIRS, NAMES
from dungeon_help import GAME, at, cleared, play, start
from test_dungeon_properties import seeker

SVG = "{http://www.w3.org/2000/svg}"


def drawn(view):
    return ElementTree.fromstring(GAME.svg(view))


def words(view):
    """Every text of the picture, in its order."""
    return ["".join(text.itertext()) for text in drawn(view).iter(f"{SVG}text")]


def count(view, mark):
    return GAME.svg(view).count(mark)


def moments(seats, **flags):
    """States along a match of heroes that seek treasure."""
    state, rng = start(seats, seats, **flags), Random(seats)
    out = [state.copy()]
    for _ in range(12):
        for _ in range(40):
            if state.seat is not None:
                state.apply(seeker(state, rng) if rng.random() < 0.8 else rng.choice(state.legal()))
        out.append(state.copy())
    return out


@pytest.mark.parametrize(
    ("seats", "flags"),
    [(1, {}), (4, {}), (8, {"open_treasures": True}), (1, {"variant": "monster_hunt"}), (1, {"variant": "treasure_hunter"})],
    ids=str,
)
def test_any_moment_is_drawn_within_its_page_and_alike_from_a_view_and_from_its_json(seats, flags):
    for state in moments(seats, **flags):
        for view in (state.view(0), state.view(seats - 1), state.open_view(), state.spectator_view()):
            text = GAME.svg(view)
            assert GAME.svg(msgspec.json.decode(msgspec.json.encode(view))) == text and len(text) < 48_000
            page = ElementTree.fromstring(text)
            assert page.get("width") == "1200" and page.get("viewBox") == f"0 0 1200 {page.get('height')}"
            assert not re.search(r"<script|<style|href|url\(|nan|inf", text)
            height = float(page.get("height"))
            for mark in page.iter(f"{SVG}text"):
                assert 0 < float(mark.get("y")) < height and 0 < float(mark.get("x")) < 1200


def test_no_line_of_a_box_is_longer_than_the_box():
    held = ["Gold Torc 3", "Gold Torc 3", "Silver Circlet 2", "secret_door 1", "esp 3", "Silver Goblet 1", "Pewter Plate 2"]
    held = [kind for kind in held if kind != "Silver Goblet 1"]
    state = at(["fighter", "wizard"], treasures=[held, []], spells=[{}, {"fireball": 4, "lightning": 5, "teleport": 3}],
               doors=[[*DOORS], []], lose_turn=[2, 0])  # fmt: skip
    page = drawn(state.view(0))
    boxes = [mark for mark in page.iter(f"{SVG}rect") if float(mark.get("x", 0)) > 870 and mark.get("rx") == "7"]
    assert len(boxes) == 2
    for mark in page.findall(f"{SVG}text"):
        if float(mark.get("x")) > 870 and not mark.get("text-anchor") and float(mark.get("y")) > 90:
            assert len(mark.text) * 6.6 < float(boxes[0].get("width"))


def test_every_room_and_chamber_has_its_name_and_the_hall_too():
    text = words(start(4, 1).view(0))
    assert {NAMES[at] for at in LAIRS} <= set(text) and text.count("R101") == 1 and "Great Hall" in text


def test_a_known_card_is_named_and_a_hidden_one_is_not():
    state = at(["rogue", "rogue"], places=["c22_12", "HALL"], treasures=[["esp 3"], ["Brass Lamp 1"]],
               next_monsters=["Imp"], next_treasures=["Silver Comb 1"])  # fmt: skip
    state.apply("esp R101")
    mine, others = " ".join(words(state.view(0))), " ".join(words(state.view(1)))
    assert "R101: Imp (face down), over a treasure" in mine and "has seen R101: enters or stops" in mine
    assert "R101: unknown card (face down)" in others and "Imp" not in others and "Silver Comb" not in mine + others
    assert "1 hidden (level 1)" in mine and "Brass Lamp 1" in others and "? of 10,000 gp" in mine
    everything = " ".join(words(state.open_view()))
    assert "over Silver Comb 1" in everything and "Brass Lamp 1" in everything and "everything shown" in everything


def test_the_picture_says_what_the_view_hides_to_nobody():
    rng = Random(3)
    state = start(3, 5)
    for _ in range(10):
        play(state, rng, 25, plain=0.4)
        for seat in range(3):
            view = state.view(seat)
            known = {kind for kinds in (*view.treasures, *view.dropped.values()) for kind in kinds}
            known |= {kind for kind in view.under.values() if kind is not None}
            text = " ".join(words(view)).replace("\xa0", " ")
            for kind in (kind for held in state.treasures for kind in held):
                assert kind in known or kind not in text


def test_a_cleared_room_is_ticked_and_a_chambers_tokens_are_filled():
    plain, some = at(["rogue"]), at(["rogue"], tokens={**cleared("R101", "R102"), "K31": 2})
    before, after = GAME.svg(plain.view(0)), GAME.svg(some.view(0))
    assert after.count("l2.6 3 4.6 -7") - before.count("l2.6 3 4.6 -7") == 2
    assert after.count('r="2.7" fill="#2b8a3e"') == 2 and before.count('r="2.7" fill="#2b8a3e"') == 0
    assert "clear tokens: K31 2/3" in " ".join(words(some.view(0)))


def test_a_secret_door_is_drawn_whole_when_somebody_has_found_it():
    def whole(doors):
        page = GAME.svg(at(["rogue", "rogue"], doors=[[], doors]).view(0))
        board = page[: page.index(">On the board<")]
        return [len(re.findall("M", path)) for path in re.findall(r'<path d="([^"]*)" fill="none" stroke="#c2185b"', board)]

    assert whole([]) == [13] and whole([DOORS[0], DOORS[5]]) == [2, 11] and whole([*DOORS]) == [13]


def test_heroes_monsters_hunter_and_dropped_treasure_are_on_the_board():
    state = at(["rogue"], places=["K31"], monsters={"K31": "Ogre", "R302": "Harpy"}, dropped={"R302": ["Gold Torc 3"]})
    page = GAME.svg(state.view(0))
    board = page[: page.index(">seat 0: rogue<")]
    assert re.search(r">a</text>", board) and re.search(r">1</text>", board) and re.search(r">2</text>", board)
    assert board.count(">$</text>") == 1
    assert ">X</text>" not in page
    hunted = start(1, 2, variant="monster_hunt")
    hunted.apply("hero rogue")
    text = words(hunted.view(0))
    assert "X" in text and any(line.startswith("hunter in ") for line in text)
    assert "unknown card (face down)" in " ".join(words(hunted.view(0))) and hunted.hunter.card not in " ".join(text)


def test_eight_heroes_in_one_chamber_do_not_cover_each_other():
    heroes = ["rogue", "rogue", "cleric", "cleric", "fighter", "fighter", "wizard", "wizard"]
    view = at(heroes, places=["K43"] * 8, monsters={"K43": "Troll"}).view(0)
    board = drawn(view).find(f"{SVG}g")
    spots = [(float(m.get("x")), float(m.get("y"))) for m in board.iter(f"{SVG}text") if m.text in [*"abcdefgh"]]
    assert len(spots) == 8
    for number, (x, y) in enumerate(spots):
        assert all(abs(x - ox) > 8 or abs(y - oy) > 8 for ox, oy in spots[:number])


def test_the_end_says_who_won_and_shows_all():
    state = at(["rogue", "rogue"], places=["c22_13", "HALL"], treasures=[["Star Diamond 6"], ["Brass Lamp 1"]])
    state.apply("go HALL")
    text = " ".join(words(state.view(1)))
    assert "Seat 0 (a, rogue) wins with 10,000 gp" in text and "Brass Lamp 1" in text and "hidden" not in text


@pytest.mark.parametrize(
    ("change", "says"),
    [({"places": ["attic"]}, "no 'attic'"), ({"target": "R999"}, "no 'R999'"), ({"seat": "x"}, "not a view")],
)
def test_what_is_no_view_is_refused(change, says):
    view = {**msgspec.to_builtins(at(["rogue"]).view(0)), **change}
    with pytest.raises(ValueError, match=says):
        GAME.svg(view)
