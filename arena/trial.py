"""The trial decision: before the first match every bot answers one question, so that what is broken is said first."""

from __future__ import annotations

from typing import Any

from arena import deals
from arena.protocol import Act, TimeLeft, encode
from arena.referee import Setup, new_state, start_message
from arena.seats import Fault, Question, Runnable
from arena.seats.opener import SeatOpener


def try_bot(runnable: Runnable, name: str, setup: Setup, opener: SeatOpener) -> str | None:
    """Put the first real decision of a match of this setup's kind to a bot; one sentence if it fails, else None.

    The deal is a throw-away one, so a bot learns nothing of the match to come.
    """
    trial = _with_new_deal(setup)
    state = new_state(trial)
    while (seat := state.seat) is not None and len(state.legal()) == 1:
        state.apply(state.legal()[0])
    if seat is None:
        return None
    legal = state.legal()
    act = Act(1, len(legal), legal, state.view(seat), [], TimeLeft(setup.time.move_ms, setup.time.bank_ms, None))
    player = opener.open(runnable, name=name, start_ms=setup.time.start_ms, table=opener.table())
    try:
        player.tell(encode(start_message(trial, seat)))
        verdict = player.ask(Question(1, encode(act), legal, setup.time.move_ms))
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
    text = f"{name} failed its trial decision ({fault.kind}): {fault.why}"
    if fault.exit and fault.exit not in fault.why:
        text += f" ({fault.exit})"
    if fault.hint:
        text += f"; {fault.hint}"
    tail = fault.stderr.strip().splitlines()[-8:]
    return "\n".join([text, *(f"    {line}" for line in tail)])
