"""The text and the picture of a view: true to it, silent on what it hides, within its page, the same from JSON."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest
from arena_dungeon.board import DOORS, EDGES, INDEX, KINDS, LAIRS, LEVEL_OF, NAMES, RECTS, WIDTH
from arena_dungeon.cards import MONSTERS
from dungeon_help import GAME, at, cleared, hunted, play, start
from test_dungeon_properties import seeker

ROOMS_AND_CHAMBERS = [NAMES[space] for space in LAIRS]
WAYS = "<>^vs"
"""How the text marks doors, openings and secret doors."""
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


# the text


def chart(view):
    """The rows of the map, the numbers beside it cut off: cell x has its wall at 2x and what is in it at 2x + 1."""
    lines = GAME.text(view).split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith(" 0 "))
    return [line[3:][: 2 * WIDTH + 1].ljust(2 * WIDTH + 1) for line in lines[first : first + 36]]


def inside(view, name):
    """What the map has in a space, row by row, with the wall or way at both sides."""
    x, y, columns, rows = RECTS[INDEX[name]]
    return [row[2 * x : 2 * (x + columns) + 1] for row in chart(view)[y : y + rows]]


def test_a_space_is_found_by_the_numbers_above_below_and_beside_the_map():
    view = at(["rogue"], places=["c22_13"]).view(0)
    lines = GAME.text(view).split("\n")
    tens, ones = lines[1], lines[2]
    row = next(line for line in lines if line.startswith("13 "))
    column = row.index("a")
    assert ones[column] == "2" and tens[: column + 1].split()[-1] == "2" and tens[column - 4] == "2"
    assert [tens, ones] == [lines[40], lines[39]]


def test_every_corridor_square_is_where_its_name_says_it_is():
    rows = chart(at(["rogue"]).view(0))
    marks = {rows[RECTS[at][1]][2 * RECTS[at][0] + 1] for at, kind in enumerate(KINDS) if kind == "corridor"}
    assert marks == {".", "s"}  # one secret door is between two squares one above the other
    for name, kind in zip(NAMES, KINDS, strict=True):
        if kind == "corridor":
            seen = chart(at(["rogue"], places=[name]).view(0))
            x, y = map(int, name[1:].split("_"))
            assert seen[y][2 * x + 1] == "a"


def test_every_room_chamber_and_the_hall_has_its_name_inside():
    view = at(["rogue"]).view(0)
    for name in ("HALL", *ROOMS_AND_CHAMBERS):
        assert name.removeprefix("R") in " ".join(inside(view, name))


def test_a_mark_for_each_door_and_opening_points_out_of_the_room():
    view = at(["rogue"]).view(0)
    assert inside(view, "R101") == ["│101  │", "│_____>"] and inside(view, "R102") == ["│102  │", "<_____│"]
    assert inside(view, "R207") == ["│  ^  │", "│207__│"] and inside(view, "R201") == ["│201  │", "│__v__│"]
    assert inside(view, "K51") == ["│K51    │", "<       >", "│_______│"]
    marks = "".join(chart(view))
    ways = [kind for a, b, kind in EDGES if {KINDS[INDEX[a]], KINDS[INDEX[b]]} != {"corridor"} and kind != "secret"]
    assert sum(map(marks.count, "<>^v")) == len(ways) and ways.count("door") == 74


def test_secret_doors_are_marked_and_another_mark_says_that_somebody_found_them():
    def marks(doors):
        rows = "".join(chart(at(["rogue", "rogue"], doors=[[], doors]).view(0)))
        return rows.count("s"), rows.count("S")

    assert marks([]) == (13, 0) and marks(["R205|c34_7", "c9_14|c9_13"]) == (11, 2) and marks([*DOORS]) == (0, 13)
    view = at(["rogue"], doors=[["R205|c34_7"]]).view(0)
    assert inside(view, "R205") == ["│205  │", "│__S__│"] and inside(view, "R109")[0] == "s109│"


CARD_OF_LEVEL = {card.level: card.name for card in MONSTERS.values()}


def test_a_monster_and_a_hero_find_room_in_each_room_and_chamber_and_hide_neither_its_name_nor_its_ways():
    empty = at(["rogue"]).view(0)
    for name in ROOMS_AND_CHAMBERS:
        full = at(["rogue"], places=[name], monsters={name: CARD_OF_LEVEL[LEVEL_OF[INDEX[name]]]}).view(0)
        before, after = "".join(inside(empty, name)), "".join(inside(full, name))
        assert after.count("a") == after.count("!") == 1 and name.removeprefix("R") in after
        assert [mark for mark in after if mark in WAYS] == [mark for mark in before if mark in WAYS]


def test_what_lies_in_a_room_stands_behind_its_name_and_what_is_cleared_is_filled():
    view = at(["rogue", "rogue"], places=["R101", "HALL"], monsters={"R101": "Imp", "R102": "Cave Rats"}, face_down=["R102"],
              dropped={"R101": ["Pearl Crown 6"]}, tokens=cleared("R104")).view(0)  # fmt: skip
    assert inside(view, "R101") == ["│101$ │", "│____a>"] and inside(view, "R102") == ["│102? │", "<_____│"]
    assert inside(view, "R104") == ["<104::│", "│:::::│"]


@pytest.mark.parametrize("name", ["K61", "K53", "HALL"])
def test_eight_heroes_stand_apart_in_one_chamber_of_the_text(name):
    heroes = ["rogue", "rogue", "cleric", "cleric", "fighter", "fighter", "wizard", "wizard"]
    text = "".join(inside(at(heroes, places=[name] * 8).view(0), name))
    assert all(text.count(letter) == 1 for letter in "abcdefgh") and name in text


def test_hunter_and_hero_in_one_square_are_both_seen_and_the_way_to_the_hunter_is_told():
    together, apart = hunted("c22_12", "c22_12").view(0), hunted("c22_12", "c22_10").view(0)
    assert inside(together, "c22_12") == ["Xa<"]
    assert inside(apart, "c22_12") == [">a<"] and inside(apart, "c22_10") == [" X "]
    assert "the hunter is here" in GAME.text(together) and "the hunter is 2 steps away" in GAME.text(apart)


def test_text_and_picture_tell_the_last_round_by_the_static_part():
    state = start(1, 2, variant="time_trial", turn_limit=20)
    state.apply("hero rogue")
    view, static = state.view(0), GAME.static(state.config, 1)
    assert "round 1 of 20, 5 steps left" in GAME.text(view, static=static)
    assert "round 1 of 20, 5 steps left" in GAME.svg(view, static=static)
    assert GAME.text(view, static=msgspec.to_builtins(static)) == GAME.text(view, static=static)
    assert "round 1, 5 steps left" in GAME.text(view) and "round 1, 5 steps left" in GAME.svg(view)


def test_a_treasure_hunter_wins_by_what_it_has_found_and_not_by_gold():
    state = at(["rogue"], places=["c22_12"], next_monsters=["Cave Rats"], next_treasures=["Brass Lamp 1"],
               dice={"attack": [[6, 6]]}, flags={"variant": "treasure_hunter", "treasure_level": 1})  # fmt: skip
    state.goal_treasure = "Brass Lamp 1"
    assert "to find: Brass Lamp 1" in GAME.text(state.view(0))
    state.apply("go R101")
    text = GAME.text(state.view(0))
    assert "Seat 0 (a, rogue) wins: it has found Brass Lamp 1" in text and "wins with" not in text


def test_a_match_lost_alone_says_why():
    late = at(["rogue"], round=20, flags={"variant": "time_trial", "turn_limit": 20})
    late.apply("stay")
    assert "The match is lost: the time is up" in GAME.text(late.view(0))
    dead = at(["rogue"], places=["R101"], monsters={"R101": "Imp"}, dice={"attack": [[1, 1]], "counter": [[6, 6]]},
              flags={"variant": "monster_hunt", "hunt_one_life": True})  # fmt: skip
    dead.apply("stay")
    assert "The match is lost: the hero is dead" in GAME.text(dead.view(0))


def test_a_long_line_above_the_map_is_broken():
    state = at(["wizard"], places=["K31"], spells=[{"teleport": 1}], flags={"variant": "treasure_hunter"})
    state.goal_treasure, state.spell_used, state.round = "Silver Reliquary 4", True, 149
    lines = GAME.text(state.view(0), static=GAME.static(state.config, 1)).split("\n")
    assert max(map(len, lines)) <= 120 and "to find: Silver Reliquary 4" in " ".join(" ".join(lines[:2]).split())


# the picture


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


def test_hunter_and_hero_in_one_square_are_drawn_as_large_as_alone():
    def sizes(hunter_at):
        board = drawn(hunted("c22_12", hunter_at).view(0)).find(f"{SVG}g")
        return {m.text: float(m.get("font-size")) for m in board.iter(f"{SVG}text") if m.text in ("a", "X")}

    together = sizes("c22_12")
    assert together == sizes("c22_10") and together["X"] >= 9


def test_a_count_and_its_spell_stay_on_one_line():
    spells = [{"fireball": 10, "lightning": 1, "teleport": 1}]
    state = at(["wizard"], spells=spells)
    for lines in (words(state.view(0)), GAME.text(state.view(0)).split("\n")):
        assert any("1 lightning" in line for line in lines) and any("1 teleport" in line for line in lines)


def test_a_wizard_whose_capacity_was_not_rolled_yet_has_no_line_of_spells():
    state = start(2, 1)
    state.apply("hero wizard")
    assert "spells (room" not in GAME.text(state.view(None))
    state.apply("hero rogue")
    assert "spells (room for" in GAME.text(state.view(None))
