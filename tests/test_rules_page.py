"""The page of `arena rules GAME` explains every field and action, and shows messages as they really are."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from arena.errors import UserError
from arena.games import Game
from arena.plugins import Plugins, load_path
from arena.reports.rules import rules_page, undocumented, undocumented_actions, undocumented_fields

KUHN = Path(__file__).parent.parent / "docs" / "example-plugin" / "arena_kuhn.py"
INSTALLED = Plugins().games()


@pytest.fixture(scope="module")
def kuhn() -> Game:
    return Plugins([KUHN], installed=False).game("kuhn")


def recorded(page: str) -> list[str]:
    """The lines of the recorded match."""
    found = re.search(r"```text\n(.*)\n```", page[page.index("## A recorded match") :], re.S)
    assert found
    return found[1].split("\n")


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.name)
def test_every_field_and_action_of_an_installed_game_is_explained(game: Game) -> None:
    assert undocumented(game) == []


@pytest.mark.parametrize("game", INSTALLED, ids=lambda game: game.name)
def test_the_page_of_an_installed_game_is_short_enough_to_read(game: Game) -> None:
    page = rules_page(game)
    assert page.startswith(f"# {game.title}")
    assert page.count("\n") < 500
    assert len(recorded(page)) <= 33


def test_the_example_is_explained_in_full(kuhn: Game) -> None:
    assert undocumented(kuhn) == []
    page = rules_page(kuhn)
    for words in ("# Kuhn poker (`kuhn`)", "| `history` | list of string |", "| `fold` | give up |", "For 2 seats."):
        assert words in page


def test_the_recorded_match_is_what_a_seat_gets_and_answers(kuhn: Game) -> None:
    lines = recorded(rules_page(kuhn))
    sent = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    answered = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    assert [message["type"] for message in sent] == ["start", *["act"] * len(answered), "end", "quit"]
    for act, answer in zip(sent[1:], answered, strict=False):
        assert answer["id"] == act["id"]
        assert answer["action"] in act["legal"]


def test_the_same_seed_records_the_same_match_and_another_another(kuhn: Game) -> None:
    assert rules_page(kuhn, seed=3) == rules_page(kuhn, seed=3)
    assert len({rules_page(kuhn, seed=seed) for seed in range(8)}) > 1


def test_a_number_of_seats_that_is_not_allowed_is_refused(kuhn: Game) -> None:
    with pytest.raises(UserError, match="kuhn is for 2 seats, not for 3"):
        rules_page(kuhn, seats=3)


def wide_game(kuhn: Game) -> Game:
    """Kuhn poker with much in its messages and a rules text with headings."""
    module = load_path(KUHN)

    class Static(Struct):
        table: Annotated[list[int], Meta(description="many | numbers")]

    class Wide(module.KuhnPoker):  # type: ignore[misc, name-defined]
        Static: Any

        def static(self, config: Any, seats: int) -> Static:
            return Static(list(range(100)))

        def rules_text(self) -> str:
            return "# Kuhn poker\n\nCards.\n\n## Betting\n\n```\n# no heading\n```\n"

    Wide.Static = Static
    game: Game = Wide()
    return game


def test_the_start_is_shown_in_full_and_bars_in_a_table_are_escaped(kuhn: Game) -> None:
    page = rules_page(wide_game(kuhn))
    assert json.loads(recorded(page)[0][2:])["static"]["table"] == list(range(100))
    assert "| `table` | list of integer | many \\| numbers |" in page


def test_headings_of_the_rules_text_stand_below_those_of_the_page(kuhn: Game) -> None:
    page = rules_page(wide_game(kuhn))
    assert page.count("# Kuhn poker") == 1
    assert "\n### Betting\n" in page
    assert "\n# no heading\n" in page


def test_a_field_without_meaning_is_named_wherever_it_stands(kuhn: Game) -> None:
    class Inner(Struct):
        bare: int

    class Outer(Struct):
        inner: Annotated[list[Inner | None], Meta(description="explained")]
        plain: dict[str, int]

    # Types in annotations are looked up by name in the module, so that they stand there for this test.
    globals().update(Inner=Inner, Outer=Outer)
    game = load_path(KUHN).KuhnPoker()
    game.View = Outer
    assert undocumented_fields(game) == ["Outer.plain", "Inner.bare"]


def test_the_fields_of_objects_within_a_view_are_explained_once_below_the_field_that_holds_them(kuhn: Game) -> None:
    class Share(Struct):
        gold: Annotated[int, Meta(description="how much")]

    class Outer(Struct):
        shares: Annotated[list[Share | None], Meta(description="all of them")]
        best: Annotated[Share | None, Meta(description="the best of them")]

    globals().update(Share=Share, Outer=Outer)  # looked up by name, as above
    game = load_path(KUHN).KuhnPoker()
    game.View = Outer
    page = rules_page(game)
    assert page.count("how much") == 1
    assert "| all of them |\n| `shares.gold` | integer | how much |\n| `best` | " in page


def test_an_action_is_explained_by_the_first_word_of_a_form(kuhn: Game) -> None:
    assert undocumented_actions(kuhn, ["bet", "raise 3", "raise 4", "d3"]) == ["raise 3", "d3"]
