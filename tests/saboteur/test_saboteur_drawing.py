"""Both drawings of a view, text and picture: true to it, silent on what it hides, readable without colour."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random
from xml.etree import ElementTree

import msgspec
import pytest
from arena_saboteur import Config, position
from arena_saboteur.cards import DOOR, FACE_OF, FACES, SHAPES, parse
from arena_saboteur.drawing import faces, glyphs
from arena_saboteur.drawing.text import card
from arena_saboteur.drawing.words import results, status
from arena_saboteur.saving import from_json
from saboteur_help import FLAG_SETS, GAME, dig, plain, play, start, start_with
from test_saboteur_rules import LINE

SVG = "{http://www.w3.org/2000/svg}"
EXP = Config(expansion=True)
TABLES = [(0, 3), (0, 5), (0, 10), (1, 4), (2, 7), (3, 2), (3, 6), (3, 12), (4, 4), (5, 8)]
"""Number of a set of options, and seats."""


@cache
def moments(flags, seats):
    """Some moments of a match that reaches gold now and then: the first, some in the middle, the last. Shared."""
    state, rng = start(seats, seats, **FLAG_SETS[flags]), Random(seats)
    out, phases = [state.copy()], Counter()
    while state.seat is not None:
        before = state.round
        (play if state.round == 1 else dig)(state, rng, 1)
        phases[state.phase] += 1
        if rng.random() < 0.02 or state.round > before or (state.phase != "turn" and phases[state.phase] < 4):
            out.append(state.copy())
    return out


def views(state):
    return [state.view(0), state.view(state.seats - 1), state.open_view(), state.spectator_view()]


def drawn(view):
    return ElementTree.fromstring(GAME.svg(view))


def words(view):
    """Every text of the picture, in its order."""
    return ["".join(text.itertext()) for text in drawn(view).iter(f"{SVG}text")]


def lines(view):
    return GAME.text(view).splitlines()


def plain_card(face, joined=15, **more):
    return ["".join(mark for mark, _ in line) for line in card(face, joined, **more)]


def face(code, rotation=0):
    return FACE_OF[code, rotation]


def line_of_row(view, y):
    """The middle line of a row of the mine."""
    return next(line for line in lines(view) if line[:3] == f"{y:3}")


# Both drawings


@pytest.mark.parametrize(("flags", "seats"), TABLES, ids=str)
def test_any_moment_is_drawn_alike_from_a_view_and_from_its_json(flags, seats):
    for state in moments(flags, seats):
        for view in views(state):
            assert GAME.text(plain(view)) == GAME.text(view)
            assert GAME.svg(plain(view)) == GAME.svg(view)


def hidden_twin(state, seat, rng):
    """The same match for `seat`, with everything that it does not know dealt otherwise."""
    data, view = state.to_json(), state.view(seat)
    others = [other for other in range(state.seats) if other != seat]

    def deal(places):
        """Shuffle the cards of several lists among them; each keeps its length."""
        pool = [card for place in places for card in place]
        rng.shuffle(pool)
        for place in places:
            place[:] = [pool.pop() for _ in place]

    hands = [[*hand] for hand in data["hands"]]
    discards = [[*cards] for cards in data["discards"]]
    pile, away = [*data["pile"]], [*data["put_away"]]
    deal([*(hands[other] for other in others), *(discards[other] for other in others), pile, away])
    data |= {"hands": [sorted(hand) for hand in hands], "discards": discards, "pile": pile, "put_away": away}
    if state.phase not in ("draft", "steal"):
        unknown = [other for other in others if view.roles[other] is None]
        pool = [*(data["roles"][other] for other in unknown), *data["spare"]]
        rng.shuffle(pool)
        data["roles"] = [pool.pop() if other in unknown else role for other, role in enumerate(data["roles"])]
        data["spare"] = pool
        goals = [goal for goal in range(3) if view.goals[goal] is None]
        names = [data["goals"][goal] for goal in goals]
        rng.shuffle(names)
        data["goals"] = [names.pop() if goal in goals else name for goal, name in enumerate(data["goals"])]
    if not state.config.expansion:
        data["gold"] = [gold + rng.randrange(3) * (other != seat) for other, gold in enumerate(data["gold"])]
    return from_json(data)


@pytest.mark.parametrize(("flags", "seats"), TABLES, ids=str)
def test_states_that_differ_in_hidden_things_only_are_drawn_alike(flags, seats):
    rng, differ = Random(seats), 0
    for state in moments(flags, seats)[:-1]:
        for seat in {0, seats // 2, state.seat}:
            twin = hidden_twin(state, seat, rng)
            assert GAME.text(twin.view(seat)) == GAME.text(state.view(seat))
            assert GAME.text(twin.view(seat), colour=True) == GAME.text(state.view(seat), colour=True)
            assert GAME.svg(twin.view(seat)) == GAME.svg(state.view(seat))
            assert GAME.text(twin.spectator_view()) == GAME.text(state.spectator_view())
            assert GAME.svg(twin.spectator_view()) == GAME.svg(state.spectator_view())
            differ += GAME.svg(twin.open_view()) != GAME.svg(state.open_view())
    assert differ  # they were not twins in everything


def test_a_goal_seen_by_a_map_is_shown_with_a_note_to_its_seat_alone():
    state = start_with({0: ["a11"]})
    state.apply("map 1")
    own, other = state.view(0), state.view(1)
    assert "│?$?│" in line_of_row(own, 0) and "│ ? │" in line_of_row(other, 0)
    assert "goal 1 at 8,0: treasure, seen by you" in GAME.text(own)
    assert "treasure" not in GAME.text(other) and "treasure" not in GAME.text(state.spectator_view())
    assert "goal 1: treasure, seen by you" in words(own) and "by you" in words(own)
    assert "goal 1: ?" in words(other) and "by you" not in words(other)


def test_everything_is_shown_to_who_watches_their_own_match_without_saying_that_they_looked():
    view = start(4, 1).open_view()
    assert "│?$?│" in GAME.text(view) and "seen by you" not in GAME.text(view) + " ".join(words(view))
    assert "everything shown" in GAME.text(view) and "everything shown" in words(view)


def test_a_seat_reads_its_role_hand_and_what_it_looked_at_and_no_other_does():
    state = start_with({0: ["a15", "b05", "b05"]}, 4, ["blue", "green", "boss", "geologist"], expansion=True)
    state.apply("inspect 2")
    own, other = state.view(0), state.view(1)
    assert "you looked at seat 2, then boss" in GAME.text(own) and "you looked at seat 2, then boss" in words(own)
    assert re.search(r"seat 2 +boss", GAME.text(own)) and re.search(r"seat 0 \(you\) +blue", GAME.text(own))
    assert "b05x2" in GAME.text(own) and words(own).count("b05") == 2
    for shown in (GAME.text(other), " ".join(words(other))):
        assert "boss" not in shown and "blue" not in shown and "looked" not in shown and "b05x2" not in shown


def test_exchanged_hands_and_hats_and_own_discards_are_remembered():
    state = start_with({0: ["a14", "b07", "a01"], 1: ["a16", "b01"]}, 3, ["boss", "green", "blue"], expansion=True)
    state.apply("swaphand 1")
    assert re.search("you swapped hands with seat 1: gave [ab0-9x ]*a01 [ab0-9x ]*b07", GAME.text(state.view(0)))
    assert "swapped" not in GAME.text(state.view(2))
    while "swaphat 0" not in state.legal():
        state.apply(state.safe_action())
    state.apply("swaphat 0")
    for shown in (lines(state.view(0)), words(state.view(0))):
        assert "you gave up the role boss" in shown
    assert "boss" not in GAME.text(state.view(2))
    discards = state.view(1).discards[1]
    assert discards and f"you discarded {' '.join(discards)}" in GAME.text(state.view(1))


@pytest.mark.parametrize("change", [{"table": {"1,0": "b99 0"}}, {"table": {"1;0": "b02 0"}}, {"hands": 5}])
def test_what_is_no_view_is_refused(change):
    view = plain(start(3).view(0)) | change
    for draw in (GAME.text, GAME.svg):
        with pytest.raises(ValueError, match=r"card|cell|view"):
            draw(view)


def test_text_of_a_strangers_view_is_escaped():
    view = plain(start(3).open_view()) | {"roles": ["<script>&", None, None], "hands": [["<b>"], ["c01"], None]}
    assert "<script>&" in words(view) and "<script" not in GAME.svg(view)
    assert "<b>" in GAME.text(view)


@pytest.mark.parametrize("number", range(6))
def test_the_winner_in_words_is_the_first_by_the_ranks(number):
    state, rng = start(4 + number, number, expansion=number % 2 == 1), Random(number)
    dig(state, rng)
    said = set(map(int, re.findall(r"\d+", status(state.view(0)).rsplit(" with", 1)[0])))
    firsts = {seat for seat, rank in enumerate(state.ranks()) if rank == 1}
    assert said == firsts or (not said and len(firsts) == state.seats)


@pytest.mark.parametrize(("flags", "seats"), TABLES, ids=str)
def test_results_add_up_to_the_gold_and_stand_there_only_when_a_round_is_over(flags, seats):
    for state in moments(flags, seats):
        view = state.open_view()
        rows = results(view)
        between = bool(view.past_roles) and (not view.acts or view.phase in ("draft", "steal", "over"))
        assert bool(rows) == between == ("bold: did well in that round" in words(view))
        assert between == ("did well in that round" in GAME.text(view))
        for seat, told in enumerate(rows):
            assert [one.role for one in told] == [roles[seat] for roles in view.past_roles]
            assert [one.won for one in told] == [seat in winners for winners in view.past_winners]
            assert sum(int(one.gold) for one in told) == view.gold[seat]


def test_a_gold_card_that_another_seat_took_is_counted_without_its_value():
    state = position(3, table=LINE, hands=[["b02"], [], []], roles=["digger"] * 3, round=3, gold_deck=[24, 16, 0, 1, 2])
    state.apply("path b02 7,0 0")
    state.apply("gold 2")
    view = state.view(2)
    assert "gold cards on offer: 1 3" in GAME.text(view) and "gold cards on offer: 1 3" in words(view)
    assert re.search(r"seat 0 +\+ digger +1 gold card", GAME.text(view)) and "1 gold card" in words(view)
    assert re.search(r"seat 0 +\+ digger +\+2", GAME.text(state.view(0))) and "1 gold card" not in words(state.view(0))
    assert "seat 0 reached the treasure" in GAME.text(view) and "reached treasure" in words(view)


# Text


def test_every_face_of_every_card_has_a_cell_of_its_own():
    for joined in (15, 0):
        assert len({tuple(plain_card(number, joined)) for number in range(len(FACES))}) == len(FACES)


def test_a_card_laid_last_or_cut_off_differs_from_the_same_card_otherwise():
    for number, shape in enumerate(SHAPES):
        assert plain_card(number) != plain_card(number, fresh=True)
        shows_lines = shape.live and not (shape.ladder and shape.live == (15,))
        assert (plain_card(number) != plain_card(number, 0)) == bool(shows_lines) or FACES[number][0] == "start"


@pytest.mark.parametrize(("code", "rotation"), FACES, ids=str)
def test_a_cell_is_open_where_the_card_is(code, rotation):
    number = face(code, rotation)
    top, middle, bottom = plain_card(number)
    assert (len(top), len(middle), len(bottom)) == (5, 5, 5)
    shape = SHAPES[number]
    for side, mark in enumerate((top[2], middle[4], bottom[2], middle[0])):
        marks = "║═║═" if sum(shape.live) >> side & 1 else "╵╶╷╴" if shape.stubs >> side & 1 else "    "
        expected = marks[side]
        assert mark == expected
    assert (bottom[3] == "*") == shape.crystal


def test_bridges_curves_doors_and_ladders_are_drawn_as_documented():
    assert plain_card(face("x01"))[1] == "═)║(═" and plain_card(face("x01"), joined=10)[1] == "═)│(═"
    assert plain_card(face("x02"))[1] == "══╱══" and plain_card(face("x03"))[1] == "══╲══"
    assert plain_card(face("x12"))[1] == "══b══" and plain_card(face("x10"))[1] == "  g ╶"
    assert plain_card(face("x05"))[1] == "══H  " and plain_card(face("start"))[1] == "══S══"
    assert plain_card(face("treasure"))[1] == "══$══" and plain_card(face("b16"))[1] == "╴ x ╶"
    assert plain_card(face("b05")) == ["╭ ║ ╮", "  ╠══", "╰ ║ ╯"]


def test_tunnels_joined_to_the_start_are_double_and_others_single():
    view = position(3, table={"1,0": "b02", "2,0": "b12 180", "3,0": "b02"}, hands=[["b01"], [], []]).view(0)
    assert line_of_row(view, 0).startswith("  0 ══S═══════╴ x  ─────")


def test_the_card_laid_last_has_heavy_corners_until_another_is_laid():
    state = position(3, hands=[["b02", "b03"], ["b02"], ["a10"]], roles=["digger"] * 3)
    assert "┏" not in GAME.text(state.view(0))
    state.apply("path b02 1,0 0")
    assert GAME.text(state.view(1)).count("┏") == 1
    before = GAME.svg(state.view(1))
    state.apply("path b02 2,0 0")
    header, text = lines(state.view(1))[0], GAME.text(state.view(1))
    top = next(line for line in text.splitlines() if "┏" in line)
    assert top.index("┏") == header.index("2") - 2
    assert before.count(faces.FRESH) == GAME.svg(state.view(1)).count(faces.FRESH) == 2  # card and legend
    state.apply("rockfall 2,0")
    assert "┏" not in GAME.text(state.view(0)) and "%" in line_of_row(state.view(0), 0)
    assert "rock-fall" in words(state.view(0)) and "laid last" not in words(state.view(0))


@pytest.mark.parametrize(("flags", "seats"), TABLES, ids=str)
def test_text_fits_its_columns_and_colour_only_adds_colour(flags, seats):
    for state in moments(flags, seats):
        for view in views(state):
            text = GAME.text(view)
            columns = [int(at.split(",")[0]) for at in (*view.table, "8,0")]
            assert max(map(len, text.splitlines())) <= (80 if max(columns) - min(columns) < 15 else 120)
            coloured = GAME.text(view, colour=True)
            assert coloured != text and re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text


def long_line(first):
    table = {f"{x},0": "b02" for x in range(first, 8) if x}
    return position(3, table={**table, "11,-3": "b16"}, hands=[["b01"], [], []]).view(0)


def test_a_wide_mine_takes_120_columns_and_beyond_that_is_cut_with_marks():
    whole, cut = long_line(-10), long_line(-40)
    assert 80 < max(map(len, lines(whole))) <= 120 and max(map(len, lines(cut))) <= 120
    assert "not shown" not in GAME.text(whole) and line_of_row(whole, 0).startswith("  0 ═════")
    assert line_of_row(cut, 0).startswith("  0<═════") and line_of_row(cut, -3).endswith(">")
    assert "26 cards not shown, west of x = -14" in lines(cut) and "1 card not shown, east of x = 8" in lines(cut)
    assert "S" in line_of_row(cut, 0) and "│ ? │" in line_of_row(cut, 0)
    shown = [int(number) for number in lines(cut)[0].split()]
    assert shown == list(range(-14, 9))


def test_what_lies_before_a_seat_is_said_beside_it():
    everything = ["pick", "lantern", "cart", "trapped", "theft"]
    state = position(12, config=EXP, hands=[["b01"]] * 12, fronts={11: everything, 2: ["theft"]}, gold=[0] * 11 + [12])
    text = GAME.text(state.view(11))
    assert max(map(len, text.splitlines())) <= 80
    flat = " ".join(text.split())
    assert "seat 11 (you) " in flat and "12 gold broken pick, lantern, cart; trapped; theft" in flat
    assert text.count("theft") == 2 and flat.count("1 card ") == 12
    legend = words(state.view(11))
    assert [mark in legend for mark in ("broken", "trapped", "theft")] == [True] * 3


# The picture


@pytest.mark.parametrize(("flags", "seats"), TABLES, ids=str)
def test_the_picture_is_well_formed_needs_nothing_from_elsewhere_and_holds_all_its_text(flags, seats):
    for state in moments(flags, seats):
        for view in views(state):
            text = GAME.svg(view)
            root = ElementTree.fromstring(text)
            assert root.tag == f"{SVG}svg" and root.get("width") == "800"
            assert root.get("viewBox") == f"0 0 800 {root.get('height')}"
            kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
            assert kinds <= {"svg", "g", "rect", "circle", "path", "polygon", "text"}
            assert text.count("http") == 1 and "url(" not in text and "nan" not in text  # the name of the format
            height = float(root.get("height"))
            for element in root.findall(f"{SVG}text"):
                x, y, size = (float(element.get(key)) for key in ("x", "y", "font-size"))
                wide = 0.62 * size * len("".join(element.itertext()))  # a wide font
                left = {"middle": x - wide / 2, "end": x - wide}.get(element.get("text-anchor"), x)
                assert left >= 0 and left + wide <= 800 and size <= y <= height - 6, "".join(element.itertext())


def test_every_face_of_every_card_has_a_picture_of_its_own_also_without_colour():
    grey = [re.sub('#[0-9a-f]{6}"', '"', faces.card(number, 0, 0, 60)) for number in range(len(FACES))]
    assert len(set(grey)) == len(FACES)
    cards = [*GAME.static(EXP, 3).copies]
    hand = {re.sub('#[0-9a-f]{6}"', '"', glyphs.hand_card(code, 0, 0, 60)) for code in cards}
    assert len(hand) == len(cards)


def test_a_door_bears_its_letter():
    for number in range(len(FACES)):
        letters = re.findall("<text[^>]*>(.*?)</text>", faces.card(number, 0, 0, 60))
        assert letters == ([DOOR[number].upper()] if DOOR[number] else [])


def test_what_is_cut_off_is_drawn_paler_card_and_tunnel():
    table = {"1,0": "x01", "2,0": "b12 180", "3,0": "b02"}
    shown = GAME.svg(position(3, config=EXP, table=table, hands=[["a01"], [], []]).view(0))
    joined = faces.card(face("b02"), 0, 0, 60)
    card_off = faces.card(face("b02"), 0, 0, 60, joined=0, attached=False)
    for cut in (card_off, faces.card(face("x01"), 0, 0, 60, joined=10)):
        paler = set(re.findall("#[0-9a-f]{6}", cut)) - set(re.findall("#[0-9a-f]{6}", joined))
        assert paler and all(colour in shown for colour in paler)
    assert "cut off" in re.findall("<text[^>]*>(.*?)</text>", shown)


@pytest.mark.parametrize("seats", [2, 5, 12])
def test_there_is_a_box_for_each_seat_and_question_marks_for_what_is_hidden(seats):
    state = start(seats, 1, expansion=True)
    text = words(state.view(1))
    assert text.count("this seat") == 1 and text.count("role ?") == seats - 1 and text.count("to play") == 1
    assert {f"seat {seat}" for seat in range(seats) if seat != 1} <= set(text)
    assert text.count("6 cards") == seats and words(state.open_view()).count("role ?") == 0
    base = words(start(5, 1).view(1))
    assert base.count("? gold") == 4 and base.count("0 gold") == 1


def test_the_own_hand_names_each_card_with_its_shape_or_deed():
    state = start_with({0: ["a08", "a10", "b05", "x10", "x26"]}, expansion=True)
    text = words(state.view(0))
    at = text.index("Hand of seat 0")
    named = dict(zip(text[at + 1 :], text[at + 2 :], strict=False))
    assert named["b05"] == "NES" and named["x10"] == "NS|e*g" and parse(named["x26"]).crystal
    assert named["a08"] == "repair" and "pick+cart" in text and named["a10"] == "rockfall"
    assert "Hand of seat 0" not in words(state.spectator_view())


def test_the_columns_and_rows_of_the_mine_are_numbered():
    text = words(position(3, table={"-3,0": "b02", "0,-4": "b01"}, hands=[["b01"], [], []]).view(0))
    assert {str(x) for x in range(-3, 9)} | {"-4"} <= set(text)


def test_the_picture_of_a_match_stays_small():
    state, rng = start(5, 3), Random(3)
    dig(state, rng)
    assert len(GAME.svg(state.view(0))) < 60_000
    assert msgspec.json.encode(state.view(0))  # the view is not changed by drawing
