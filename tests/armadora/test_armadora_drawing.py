"""The picture of a view: whole, self-contained, honest about what is hidden, and readable without colour."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from arena_armadora import ArmadoraState, Config, position
from arena_armadora.drawing import grounds
from arena_armadora.drawing.shapes import LOOKS
from arena_armadora.drawing.words import heaps, verdict
from armadora_help import FLAG_SETS, GAME, plain, play, start
from test_armadora_hidden import hidden_twin
from test_armadora_rules import played

SVG = "{http://www.w3.org/2000/svg}"


def drawn(view: Any) -> ElementTree.Element:
    return ElementTree.fromstring(GAME.svg(view))


def words(view: Any) -> list[str]:
    """Every text of the picture, in its order."""
    return ["".join(text.itertext()) for text in drawn(view).iter(f"{SVG}text")]


def moments(seats: int, flags: dict[str, Any], number: int = 1) -> list[ArmadoraState]:
    """Some moments of a match at random: the first, some in the middle, one within a palisade action, the last."""
    state, rng = start(seats, number, **flags), Random(number)
    out = [state.copy()]
    while state.seat is not None:
        play(state, rng, 1)
        if rng.random() < 0.1 or state.seat is None:
            out.append(state.copy())
    return out


def views(state: ArmadoraState) -> list[Any]:
    return [*(state.view(seat) for seat in range(state.seats)), state.open_view(), state.spectator_view()]


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_picture_is_well_formed_and_needs_nothing_from_elsewhere(seats: int, flags: dict[str, Any]) -> None:
    for state in moments(seats, flags):
        for view in views(state):
            text = GAME.svg(view)
            root = ElementTree.fromstring(text)
            assert root.tag == f"{SVG}svg"
            assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
            kinds = {element.tag.removeprefix(SVG) for element in root.iter()}
            assert not kinds & {"script", "style", "image", "use", "foreignObject", "a"}
            assert text.count("http") == 1  # the name of the format
            filled = set(re.findall(r"url\(#(\w+)\)", text))
            assert filled == {pattern.get("id") for pattern in root.iter(f"{SVG}pattern")}


@pytest.mark.parametrize("flags", [{}, {"advanced": True}], ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everything_lies_inside_the_picture(seats: int, flags: dict[str, Any]) -> None:
    for state in moments(seats, flags):
        for view in views(state):
            root = drawn(view)
            width, height = float(root.get("width", 0)), float(root.get("height", 0))
            for text in root.iter(f"{SVG}text"):
                x, y, size = (float(text.get(key, 0)) for key in ("x", "y", "font-size"))
                wide = 0.62 * size * len("".join(text.itertext()))  # a wide font
                left = {"middle": x - wide / 2, "end": x - wide}.get(text.get("text-anchor", ""), x)
                assert left >= 0 and left + wide <= width and size <= y <= height - 6, "".join(text.itertext())


def test_a_view_from_json_gives_the_same_picture() -> None:
    for state in moments(3, {"advanced": True}):
        for view in views(state):
            assert GAME.svg(plain(view)) == GAME.svg(view)


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_states_that_differ_in_hidden_powers_only_have_the_same_picture(seats: int, flags: dict[str, Any]) -> None:
    rng, differ = Random(seats), 0
    for state in moments(seats, flags, seats)[:-1]:
        for seat in range(seats):
            twin = hidden_twin(state, seat, rng)
            assert GAME.svg(twin.view(seat)) == GAME.svg(state.view(seat))
            differ += GAME.svg(twin.open_view()) != GAME.svg(state.open_view())
    assert differ  # they were not twins in everything


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_warrior_is_drawn_with_its_letter_and_the_power_that_the_view_has(
    seats: int, flags: dict[str, Any]
) -> None:
    for state in moments(seats, flags):
        for view in views(state):
            expected = Counter(f"{'ABCD'[seat]}{view.power[square] or '?'}" for square, seat in view.owner.items())
            shown = Counter(word for word in words(view) if re.fullmatch("[A-D][1-5?]", word))
            shown -= Counter(["A?"] * (None in view.power.values()))  # in the legend
            assert shown == expected


def test_a_hidden_power_is_a_question_mark_and_the_owner_sees_it() -> None:
    state = played(start(2), "warrior d3 5")
    assert "A5" in words(state.view(0)) and "A?" not in words(state.view(0))
    assert "A?" in words(state.view(1)) and "A5" not in words(state.view(1))


def test_a_mage_sees_what_it_peeked_at_and_the_others_see_only_that_it_did() -> None:
    state = position(
        3, config=Config(advanced=True), races=["mage", "elf", "orc"], warriors={"c3": "B4"}, peeked=["c3"]
    )
    assert "B4" in words(state.view(0)) and "B?" in words(state.view(2))
    unseen = position(3, config=Config(advanced=True), races=["mage", "elf", "orc"], warriors={"c3": "B4"})
    for seat in range(3):
        assert GAME.svg(state.view(seat)) != GAME.svg(unseen.view(seat))


def test_a_reserve_is_shown_by_power_to_its_seat_and_by_number_to_others() -> None:
    state = played(start(2), "warrior d3 2", "warrior e3 1")
    own, other = words(state.view(0)), words(state.view(1))
    at = own.index("seat 0")
    assert own[at + 1 : at + 7] == ["1", "×11", "2", "3", "4", "5"]
    at = other.index("seat 0")
    assert other[at + 1 : at + 4] == ["?", "×15", "hidden"]


def test_the_picture_says_whose_turn_it_is_who_passed_and_what_is_left() -> None:
    state = played(start(3), "pass", "palisade a1|b1", "done")
    text = words(state.view(1))
    assert text[0] == "C to act" and text[1] == "seen by B" and "34" in text and "palisades left" in text
    assert text.count("passed") == 1 and text.count("to act") == 1
    assert words(state.open_view())[1] == "everything shown"
    assert words(state.spectator_view())[1] == "as everybody sees it"


def test_marks_of_the_advanced_game_are_drawn_on_their_warriors() -> None:
    races = ["elf", "goblin", "mage", "orc"]
    marks: dict[str, Any] = {
        "arrows": {"b3": 2}, "reinforced": ["c3"], "face_up": ["d3"], "peeked": ["e3"],
    }  # fmt: skip
    warriors = {"b3": "A1", "c3": "B1", "d3": "C1", "e3": "D1"}
    bare = position(4, config=Config(advanced=True), races=races, warriors=warriors)
    before = words(bare.open_view())
    assert "−2" not in before and before.count("+1") == 1  # the legend's
    pictures = {GAME.svg(bare.open_view())}
    for name, squares in marks.items():
        marked = position(4, config=Config(advanced=True), races=races, warriors=warriors, **{name: squares})
        pictures.add(GAME.svg(marked.open_view()))
        after = words(marked.open_view())
        assert ("−2" in after) == (name == "arrows") and after.count("+1") == 1 + (name == "reinforced")
    assert len(pictures) == 5


def test_what_is_left_of_races_and_reinforcements_stands_on_the_cards() -> None:
    state = position(
        4, config=Config(advanced=True), races=["elf", "goblin", "mage", "orc"], tokens=[1, 1, 0, 1],
        reinforcements=[1, 0, 1, 1],
    )  # fmt: skip
    text = words(state.view(3))
    for seat, (race, power) in enumerate(
        [("elf", "power: 1 arrow"), ("goblin", "power: 1 warrior"), ("mage", "power: used up"), ("orc", "power: 1 palisade")]
    ):
        at = text.index(race)
        assert text[at + 1 : at + 3] == [f"seat {seat}", f"with {'CDAB'[seat]}"]
        assert power in text[at : at + 9]
    assert text.count("1 reinforcement") == 3 and text.count("reinforcement used") == 1


def test_an_unfinished_palisade_is_drawn_otherwise_and_only_for_who_may_see_it() -> None:
    before = start(2)
    state = played(start(2), "palisade d3|e3")
    assert "just placed" in words(state.view(0)) and words(state.view(0))[0] == "A to add a palisade, or done"
    assert GAME.svg(state.view(1)) == GAME.svg(before.view(1))
    finished = played(state.copy(), "done")
    assert "just placed" not in words(finished.view(0))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sides_and_seats_can_be_told_apart_without_colour(seats: int) -> None:
    forms = [(look.shape, look.ring) for look in LOOKS[seats]]
    assert len(set(forms)) == seats
    colours = re.compile(r'(fill|stroke)="[^"]*"|[A-D](?=\?</text>)')
    tiles = set()
    for letter in "ABCD"[:seats]:
        text = GAME.svg(position(seats, warriors={"a1": f"{letter}1"}).spectator_view())
        [tile] = [line for line in text.splitlines() if f">{letter}?</text>" in line and 'x="73"' in line]
        tiles.add(colours.sub("", tile))
    assert len(tiles) == seats


def test_partners_share_their_shape_and_name_each_other() -> None:
    shapes = [look.shape for look in LOOKS[4]]
    assert shapes[0] == shapes[2] != shapes[1] == shapes[3]
    text = words(start(4).view(0))
    assert [word for word in text if word.startswith("with ")] == ["with C", "with D", "with A", "with B"]


def luminance(colour: str) -> float:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return sum(
        share * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
        for share, part in ((0.2126, red), (0.7152, green), (0.0722, blue))
    )


@pytest.mark.parametrize("look", sorted({look for looks in LOOKS.values() for look in looks}))
def test_what_is_written_on_a_tile_has_contrast(look: Any) -> None:
    light, dark = sorted((luminance(look.fill), luminance(look.ink)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5  # WCAG 2, level AA


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_territories_have_different_grounds(seats: int) -> None:
    for state in moments(seats, {}):
        areas = "".join(state.spectator_view().territories)
        chosen = grounds.choose(areas)
        assert set(chosen) == set(areas) and len(set(chosen.values())) == len(chosen)


@pytest.mark.parametrize("flags", FLAG_SETS, ids=str)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_table_at_the_end_says_what_the_view_says(seats: int, flags: dict[str, Any]) -> None:
    state = moments(seats, flags, 3)[-1]
    view = state.view(0)
    text = words(view)
    assert text[0] == verdict(view)
    rows = [text[at + 1 :] for at, word in enumerate(text) if word.startswith("from ")]
    names = ["AC", "BD"] if seats == 4 else list("ABCD"[:seats])
    assert view.results is not None and len(rows) == len(view.results)
    total = Counter[str]()
    for row, line in zip(rows, view.results, strict=True):
        left, right = (part.split() for part in line.split(">"))
        assert row[0] == str("".join(view.territories).count(left[0])) and row[1] == left[1]
        assert [word.replace("−", "-").replace("–", "-") for word in row[2 : 2 + len(names)]] == left[2:]
        if right:
            assert row[2 + len(names)] == ", ".join(f"{names[int(side)]} {right[-1]}" for side in right[:-1])
            for side in right[:-1]:
                total[names[int(side)]] += int(right[-1])
    sums = [int(word.removesuffix(" gold")) for word in text if re.fullmatch(r"\d+ gold", word)]
    assert sums == [sum(heap) for heap in heaps(view)] == [total[name] for name in names]
    piles = [word for word in text if re.fullmatch(r"\d+( \+ \d+)*|no pile", word)][-len(names) :]
    assert len(piles) == len(names)
    at = [text.index(f"{amount} gold") for amount in sums]
    for place, heap in zip(at, heaps(view), strict=True):
        assert text[place + 1] == (" + ".join(map(str, heap)) or "no pile") or sums.count(sum(heap)) > 1


@pytest.mark.parametrize(
    ("piles", "says"),
    [
        ([[7, 6], [5, 4]], "A wins with 13 gold"),
        ([[7, 6], [7, 5, 1]], "A wins with 13 gold, by the larger pile"),
        ([[7], [7]], "A and B are equal, with 7 gold each"),
        ([[], []], "A and B are equal, with 0 gold each"),
        ([[3], [9], [4, 5]], "B wins with 9 gold, by the larger pile"),
        ([[9, 1], [9, 2], [9, 1], [9, 2]], "B and D win with 11 gold"),
        ([[9], [9], [9], [9]], "A with C and B with D are equal, with 9 gold each"),
    ],
)
def test_the_winner_has_the_most_gold_then_the_larger_pile(piles: list[list[int]], says: str) -> None:
    over = played(start(len(piles)), *["pass"] * len(piles)).view(0)
    assert verdict(msgspec.structs.replace(over, piles=piles)) == says


def test_the_winner_in_words_is_the_first_by_the_ranks() -> None:
    for number in range(12):
        for seats in (2, 3, 4):
            state, rng = start(seats, number), Random(number)
            play(state, rng)
            ranks = state.ranks()
            assert ranks is not None
            said = set(re.findall("[A-D]", verdict(state.view(0))))
            assert said == {"ABCD"[seat] for seat, rank in enumerate(ranks) if rank == 1}


def test_text_of_a_strangers_view_is_escaped() -> None:
    view = plain(position(2, config=Config(advanced=True), races=["elf", "orc"]).open_view())
    view["races"] = ["<script>&", "orc"]
    assert "<script>&" in words(view) and "<script" not in GAME.svg(view)
