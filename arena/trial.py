"""The trial decision: before the first match every bot answers one question, so that what is broken is said first."""

from __future__ import annotations

from typing import Any

from arena import deals
from arena.protocol import Act, TimeLeft, encode
from arena.referee import GameError, Setup, budget_ms, new_state, start_message
from arena.seats import Fault, Question, Runnable
from arena.seats.opener import SeatOpener
from arena.text import clean, clean_line, tail_lines


def try_bot(runnable: Runnable, name: str, setup: Setup, opener: SeatOpener) -> str | None:
    """Put the first real decision of a match of this setup's kind to a bot; one sentence if it fails, else None.

    The deal is a throw-away one, so a bot learns nothing of the match to come. Raises GameError if the rules fail.
    """
    trial = _with_new_deal(setup)
    try:
        state = new_state(trial)
        while (seat := state.seat) is not None and len(state.legal()) == 1:
            state.apply(state.legal()[0])
        if seat is None:
            return None
        legal = state.legal()
        act = Act(1, len(legal), legal, state.view(seat), [], TimeLeft(setup.time.move_ms, setup.time.bank_ms, None))
        start = encode(start_message(trial, seat))
    except GameError:
        raise
    except Exception as error:
        raise GameError(f"{setup.game.name} failed before its first decision: {type(error).__name__}: {error}") from error
    player = opener.open(runnable, name=name, start_ms=setup.time.start_ms, table=opener.table())
    try:
        player.tell(start)
        verdict = player.ask(Question(1, encode(act), legal, budget_ms(setup, setup.time.bank_ms, 0.0)))
    finally:
        player.close()
    return refusal(name, verdict) if isinstance(verdict, Fault) else None


def _with_new_deal(setup: Setup) -> Setup:
    secret = deals.new_secret()
    fields: dict[str, Any] = {name: getattr(setup, name) for name in setup.__struct_fields__}
    fields.update(
        deal=deals.deal_seed(secret, 0),
        match=deals.opaque_id(secret, "trial"),
        seeds=[deals.bot_seed(secret, "trial", seat) for seat in range(setup.seats)],
    )
    return Setup(**fields)


def refusal(name: str, fault: Fault) -> str:
    """One sentence on a bot that failed its trial, with the end of what it wrote to standard error below it."""
    text = f"{clean_line(name)} failed its trial decision ({fault.kind}): {fault.why}"
    if fault.exit and fault.exit not in fault.why:
        text += f" ({fault.exit})"
    if fault.hint:
        text += f"; {fault.hint}"
    evidence = [f"    output | {line[:300]}" for line in tail_lines(fault.output, 3)]
    evidence += [f"    stderr | {line[:300]}" for line in tail_lines(fault.stderr, 8)]
    return "\n".join([clean(text), *evidence])
