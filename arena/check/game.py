"""The conformance suite for any game: `arena check game NAME`.

Each check is a small function of the other modules; its docstring's first sentence is the promise it looks after.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from arena.check import offers, playing, repeat, secrets, shape
from arena.check.bench import Bench, Broken, Check, Skipped
from arena.games import Game, NotOffered

__all__ = ["CHECKS", "Finding", "check_game"]


class Finding(msgspec.Struct, frozen=True):
    """What one check found: its name, whether the promise is kept (or not offered), and a sentence."""

    check: str
    ok: bool
    sentence: str


OF_ITSELF: tuple[Check, ...] = (
    shape.named,
    shape.seat_counts,
    shape.options,
    shape.fields,
    shape.static,
    shape.teams,
    shape.event_kinds,
)
OF_MATCHES: tuple[Check, ...] = (
    playing.played,
    playing.legal_lists,
    playing.illegal_actions,
    playing.stand_ins,
    playing.ranks,
    playing.scores,
    playing.parts,
    playing.returns,
    playing.estimates,
    playing.views,
    playing.events,
    playing.action_forms,
    playing.action_numbers,
    repeat.same_again,
    repeat.looking,
    repeat.other_hash_seed,
    repeat.copies,
    repeat.json_both_ways,
    secrets.legal_from_knowledge,
    secrets.determinize,
    offers.text,
    offers.svg,
    offers.open_view,
    offers.spectator_view,
    playing.own_state,  # late: it empties what it is given
    offers.speed,
)
CHECKS = OF_ITSELF + OF_MATCHES


def check_game(
    game: Game,
    *,
    seed: int = 0,
    matches: int = 20,
    seats: int | None = None,
    say: Callable[[Finding], None] | None = None,
) -> list[Finding]:
    """Does `game` keep the contract? One finding for each check, told to `say` as it is made.

    At least `matches` random matches are played: each number of seats (or only `seats`), each value of each option,
    and mixtures of options. The same `seed` plays the same ones. Whatever the game raises becomes a finding.
    """
    bench = Bench(game, seed=seed, matches=matches, seats=seats)
    findings: list[Finding] = []

    def add(finding: Finding) -> None:
        findings.append(finding)
        if say is not None:
            say(finding)

    for check in OF_ITSELF:
        add(run_check(check, bench))
    try:
        bench.where = ""
        bench.matches  # noqa: B018 - recorded here, so that a game that cannot be dealt is one finding and not twenty
    except Exception as error:
        add(Finding("played", False, f"no match could be begun: {type(error).__name__}: {error}"))
        return findings
    for check in OF_MATCHES:
        add(run_check(check, bench))
    return findings


def run_check(check: Check, bench: Bench) -> Finding:
    """The finding of one check. An exception of the game's is one too: its name, its text and where it was raised."""
    name = check.__name__.replace("_", "-")
    bench.where = ""
    try:
        sentence = check(bench)
    except Broken as broken:
        return Finding(name, False, str(broken))
    except Skipped as skipped:
        return Finding(name, True, f"skipped: {skipped}")
    except NotOffered as missing:
        return Finding(name, True, f"not offered: {missing}")
    except Exception as error:
        place = f" ({bench.where})" if bench.where else ""
        return Finding(name, False, f"raised {type(error).__name__}: {error}{place}")
    return Finding(name, True, sentence or " ".join((check.__doc__ or "").split("\n\n")[0].split()))
