"""The words of a command line: paths, names, commands, options, labels, and what is said when they name nothing."""

from __future__ import annotations

import pytest

from arena.errors import UserError
from arena.roster import Option, load_options


def test_an_installed_bot_is_entered_by_its_bare_or_full_name(seek_one):
    bot = seek_one("greedy")
    assert (bot.name, bot.kind, bot.source, bot.target) == (
        "greedy",
        "installed",
        "armadora/greedy",
        "roster_toys:Greedy",
    )
    assert (bot.games, bot.description) == (("armadora",), "Takes what it can.")
    assert seek_one("armadora/greedy").name == "armadora/greedy"
    assert seek_one("any/random").target == "roster_toys:Random"
    assert seek_one("random").games is None


def test_options_are_converted_to_their_types(seek_one):
    bot = seek_one("greedy:depth=2,pace=1,style=wild")
    assert bot.options == {"depth": 2, "pace": 1.0, "style": "wild"}
    assert bot.name == "greedy:depth=2,pace=1,style=wild"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("greedy:dpeth=2", "greedy has no option 'dpeth'; its options are depth=1, pace=0.5, width=3, ms=None, style=calm"),
        ("greedy:depth=two", "greedy: the option depth must be a whole number, not 'two'; its options are"),
        ("greedy:width=0", "greedy: the option width must be a whole number, 1 or more, not '0'; its options are"),
        ("greedy:ms=0", "greedy: the option ms must be a whole number, 1 to 1000 or null, not '0'; its options are"),
        ("greedy:style=odd", "greedy: the option style must be one of calm, wild, not 'odd'"),
        ("greedy:depth=1,depth=2", "the option depth is given twice"),
        ("greedy:depth=1,x", "'x' is no option; write them as greedy:depth=2,width=3"),
        ("random:depth=2", "random has no option 'depth'; it takes no options"),
        ("random:x", "random:x: 'x' is no option; options are written random:NAME=VALUE; it takes no options"),
        ("greedy:x:depth=2", "'x' is no option; options are written greedy:NAME=VALUE; its options are depth=1, pace"),
        ("stiff:depth=3", "it takes no options; options are keyword-only parameters: write `*, depth=2`"),
    ],
)
def test_a_wrong_option_is_refused_with_the_options_there_are(text, says, seek):
    with pytest.raises(UserError) as error:
        seek(text)
    assert says in str(error.value)


CLASS = """
from typing import Literal
import arena
class Mine(arena.Bot):
    def __init__(self, *, depth: int = 2, loud: bool = False, mode: "Literal['a', 'b']" = "a", top: int | None = None,
                 wide: Annotated[int, msgspec.Meta(ge=1, le=2 * 4)] = 3, part: t.Annotated[float, Meta(le=1)] | None = None):
        raise SystemExit
    def act(self, view, legal, info): return 0
class Needy(arena.Bot):
    def __init__(self, *, book: str): ...
    def act(self, view, legal, info): return 0
"""


def test_options_of_a_file_are_read_without_importing_it(write, seek_one):
    write("bots/mine.py", CLASS)
    bot = seek_one("bots/mine.py:Mine:depth=3,loud=true,mode=b,top=7")
    assert bot.options == {"depth": 3, "loud": True, "mode": "b", "top": 7}
    assert bot.name == "mine-mine:depth=3,loud=true,mode=b,top=7"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("bots/mine.py:depth=3", r"bots/mine.py has several bots (Mine, Needy); write bots/mine.py:CLASS:depth=3"),
        ("bots/mine.py:Mine:depth=x", "bots/mine.py:Mine: the option depth must be a whole number, not 'x'; "
         "its options are depth=2, loud=False, mode=a, top=None, wide=3, part=None"),
        ("bots/mine.py:Mine:wide=0", "the option wide must be a whole number, 1 or more, not '0'"),
        ("bots/mine.py:Mine:part=2", "the option part must be a number, 1 or less or null, not '2'"),
        ("bots/mine.py:Mine:top=x", "the option top must be a whole number or null, not 'x'"),
        ("bots/mine.py:Needy", "bots/mine.py:Needy: it needs the option book: write bots/mine.py:Needy:book=VALUE"),
        ("bots/mine.py:Other", "there is no bot class Other in bots/mine.py; its bots are Mine, Needy"),
        ("bots/mine.py:dpeth", "there is no bot class dpeth in bots/mine.py; its bots are Mine, Needy; "
         "options are written bots/mine.py:NAME=VALUE"),
        ("stiff.py:depth=3", "stiff.py has no option 'depth'; it takes no options; options are keyword-only parameters: "
         "write `*, depth=2`"),
        ("stiff.py:wide=3", "stiff.py has no option 'wide'; it takes no options"),
        ("heir.py:depth=3", "heir.py has no option 'depth'; it takes no options; the options of a class of another file do "
         "not count: write an __init__ with `*, depth=...` in this one"),
        ("stuck.py", "stuck.py: its __init__ needs depth; options are keyword-only parameters: write `*, depth`"),
        ("bots/prog.js:x=1", "a program takes no options here; write them into its command or bot.toml"),
        ("bots:depth=1", "options are given to one bot, and bots is a folder of bots"),
    ],
)  # fmt: skip
def test_a_wrong_option_of_a_file_is_refused(text, says, write, seek, monkeypatch, class_bot):
    monkeypatch.setattr("arena.roster.scan.locate", lambda word: "/x")
    write("bots/mine.py", CLASS)
    write("bots/prog.js")
    write("stiff.py", class_bot.replace("    def act", "    def __init__(self, depth=2): ...\n    def act"))
    write("heir.py", "import arena\nfrom base import Base\nclass Heir(Base, arena.Bot): pass\n")
    write("stuck.py", class_bot.replace("    def act", "    def __init__(self, depth): ...\n    def act"))
    with pytest.raises(UserError) as error:
        seek(text)
    assert says in str(error.value)


def test_a_bot_of_a_folder_that_needs_an_option_is_left_out_with_a_line(write, seek):
    write("bots/mine.py", CLASS)
    found = seek("bots")
    assert [bot.name for bot in found.bots] == ["mine-mine"]
    assert found.notes == [
        "bots/mine.py:Needy is left out: it needs the option book: "
        "write bots/mine.py:Needy:book=VALUE; its options are book (no default)"
    ]


def test_the_options_of_a_class_are_its_keyword_only_parameters():
    class Toy:
        def __init__(self, plain: int = 1, *, depth: int = 2, need: float, guess=0.5):  # type: ignore[no-untyped-def]
            pass

    assert load_options(Toy) == [Option("depth", int, 2), Option("need", float), Option("guess", float, 0.5)]
    assert load_options(object) == []


def test_a_quoted_command_is_a_bot_with_the_files_it_names(write, seek_one, here):
    file = write("my bots/mine.py")
    data = write("book/a.txt")
    bot = seek_one("python3 'my bots/mine.py' --fast book /usr")
    assert (bot.kind, bot.name, bot.source) == (
        "command",
        "mine --fast book /usr",
        "python3 'my bots/mine.py' --fast book /usr",
    )
    assert bot.run == ("python3", "mine.py", "--fast", "book", "/usr")
    assert bot.files == {"mine.py": str(file), "book": str(data.parent)}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("node my bot.js", "names a file that is not there: bot.js; a name with a blank in it needs quotes of its own: "
         "\"node 'my bot.js'\", or just \"my bot.js\""),
        ("node my bot.js --x", "\"node 'my bot.js' --x\""),
        ("sh -c cat my bot.js", "\"sh -c cat 'my bot.js'\""),
        ("my bot.js --x", "its program my is not on PATH; a name with a blank in it needs quotes of its own: "
         "\"'my bot.js' --x\""),
        ("./my bot.js --x", "starts a program that is not there: ./my; a name with a blank in it needs quotes of its own: "
         "\"'./my bot.js' --x\""),
        ("node my owl.js", "names a file that is not there: owl.js; a name with a blank in it needs quotes of its own, "
         "such as \"node 'my owl.js'\""),
        ("node owl.js", "names a file that is not there: owl.js"),
    ],
)  # fmt: skip
def test_a_name_with_a_blank_that_was_not_quoted_is_shown_with_quotes(text, says, write, seek, monkeypatch):
    monkeypatch.setattr("arena.roster.commands.locate", lambda word: None if word == "my" else f"/usr/bin/{word}")
    write("my bot.js")
    with pytest.raises(UserError) as error:
        seek(text)
    assert str(error.value).endswith(says)
    if says.startswith("names a file that is not there: bot.js"):
        assert seek("node 'my bot.js'").bots[0].run == ("node", "my bot.js")


def test_files_of_one_name_in_a_command_stay_apart(write, seek_one):
    write("a/x.py")
    write("b/x.py")
    assert seek_one("python3 a/x.py b/x.py").run == ("python3", "x.py", "x-2.py")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nosuchprogram x", "its program nosuchprogram is not on PATH"),
        ("./nosuch x", "starts a program that is not there: ./nosuch"),
        ("python3 nosuch.py", "names a file that is not there: nosuch.py"),
        ("python3 'x", "cannot be split into words: No closing quotation"),
        (" ", "named by an empty word"),
        ("", "named by an empty word"),
    ],
)
def test_a_wrong_command_is_refused(text, says, seek):
    with pytest.raises(UserError) as error:
        seek(text)
    assert says in str(error.value)


def test_a_label_renames_a_bot(write, seek_one, class_bot):
    write("bots/mine.py", class_bot)
    assert seek_one("sharp=greedy:depth=3").name == "sharp"
    assert seek_one("mine2=bots/mine.py").name == "mine2"
    assert seek_one("mine3=python3 bots/mine.py --x=3").name == "mine3"


def test_a_file_with_an_equals_sign_is_a_file(write, seek_one):
    write("a=b.py")
    assert seek_one("a=b.py").name == "a=b"
    assert seek_one("c=a=b.py").name == "c"


def test_a_label_cannot_rename_a_folder_of_bots(write, seek):
    write("bots/a.py")
    write("bots/b.py")
    with pytest.raises(UserError, match="a label renames one bot, and bots holds 2"):
        seek("x=bots")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("gredy", "there is no bot named gredy, installed for armadora or as a file or folder here; "
         "did you mean greedy? Installed are: armadora/greedy, armadora/stiff, any/random"),
        ("digger", "the installed bot digger plays dungeon, not armadora; add --game dungeon"),
        ("zzz", "there is no bot named zzz, installed for armadora or as a file or folder here; installed are:"),
        ("armadora/gredy", "did you mean armadora/greedy?"),
        ("bots/mien.py", "there is no file, folder or installed bot bots/mien.py; did you mean bots/mine.py?"),
        ("zzz/yyy", "there is no file, folder or installed bot zzz/yyy; installed are:"),
        ("sh", "if you mean the program of that name, give its path: /"),
        ("README.md", "README.md is not a bot"),
        ("empty", "there is no bot in empty; put one there"),
        ("others", "no bot in others can play armadora: others/deep.py is left out: it plays dungeon, not armadora; "
         "add --game dungeon"),
    ],
)  # fmt: skip
def test_a_word_that_names_no_bot_gets_one_clear_sentence(text, says, write, seek, here):
    write("bots/mine.py")
    write("README.md")
    write("others/deep.py", "# arena: games=dungeon\n")
    (here / "empty").mkdir()
    with pytest.raises(UserError) as error:
        seek(text)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_folder_that_is_one_bot_is_that_bot(write, seek, seek_one, monkeypatch, here, class_bot):
    write("fox/main.py", "import cards\n" + class_bot)
    write("fox/cards.py", class_bot)
    found = seek("fox")
    assert [(bot.name, bot.kind, bot.target) for bot in found.bots] == [("fox", "class", "main.py:Mine")]
    assert found.notes == ["fox is taken for one bot, main.py, and cards.py for parts of it"]
    monkeypatch.chdir(here / "fox")
    assert [bot.name for bot in seek(".").bots] == ["fox"]
    (here / "fox/deep").mkdir()
    monkeypatch.chdir(here / "fox/deep")
    assert [bot.name for bot in seek("..").bots] == ["fox"]


def test_a_path_wins_over_an_installed_bot_with_a_line(write, seek):
    write("greedy/main.py")
    found = seek("greedy")
    assert found.bots[0].kind == "program"
    assert found.notes == ["greedy is the file or folder here; the installed bot is entered as armadora/greedy"]


def test_a_folders_bot_wins_over_an_installed_one_with_a_line(write, enter):
    write("bots/greedy.py")
    found = enter("greedy", "bots", "random")
    assert [(bot.name, bot.kind) for bot in found.bots] == [("greedy", "program"), ("random", "installed")]
    assert found.notes == [
        "greedy is bots/greedy.py; the installed bot is left out, enter it as armadora/greedy to have both"
    ]
    assert [bot.name for bot in enter("bots", "armadora/greedy").bots] == ["greedy", "armadora/greedy"]
    with pytest.raises(UserError, match="two bots are named 'greedy'"):
        enter("bots", "greedy=random")


def test_all_kinds_of_words_mix(write, enter):
    write("bots/a.py")
    write("b.py")
    found = enter("bots/", "b.py", "greedy", "slow=greedy:depth=5", "python3 b.py --x")
    assert [bot.name for bot in found.bots] == ["a", "b", "greedy", "slow", "b --x"]


def test_a_match_may_seat_one_bot_twice(enter):
    assert [bot.name for bot in enter("greedy", "greedy", "greedy-2=random", unique=False).bots] == [
        "greedy",
        "greedy-3",
        "greedy-2",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("greedy", "greedy"), "armadora/greedy is entered twice; give one a label, such as greedy-2=armadora/greedy"),
        (("bots", "bots/a.py"), "bots/a.py is entered twice"),
        (("bots", "other/a.py"), "two bots are named 'a': bots/a.py and other/a.py; rename one"),
    ],
)
def test_a_tournament_refuses_two_bots_of_one_name(words, says, write, enter):
    write("bots/a.py")
    write("other/a.py")
    with pytest.raises(UserError) as error:
        enter(*words)
    assert says in str(error.value)
