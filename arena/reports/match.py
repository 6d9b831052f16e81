"""A match for people and programs: its header, each decision as it falls, and its result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from arena.games import ActionEvent, Game, NotOffered, State, is_told
from arena.match import Match, MatchPlan, seats_text
from arena.referee import Outcome, Setup, Step, new_state
from arena.replays import encode_replay
from arena.reports.layout import grid
from arena.seats import Fault
from arena.text import clean_line, tail_lines

FAULTS = 5
"""How many faults of one match are shown in full."""
STDERR_LINES = 20
"""How many lines of a bot's standard error are shown under one decision."""


def header(plan: MatchPlan) -> str:
    """What is about to be played, and what the bots' processes are kept from: nothing, yet."""
    setup = plan.setup
    limits = setup.time
    clock = "no limit a decision" if limits.move_ms is None else f"{limits.move_ms} ms a decision"
    if limits.bank_ms is not None:
        clock += f", {limits.bank_ms} ms a match"
    deal = "deal from --seed, guessable" if plan.guessable else "a new, secret deal"
    where = "inside this process (--trusted), clocks only measure" if plan.trusted else "unsandboxed"
    title = setup.game.title or setup.game.name
    lines = [f"{title}, rules {setup.game.rules}, {seats_text([setup.seats])} · {clock} · {deal}", f"Bots run {where}."]
    changed = _changed(setup.game, setup.config)
    if changed:
        lines.append("Options: " + ", ".join(f"{name}={value}" for name, value in changed.items()))
    width = max(len(clean_line(bot)) for bot in plan.bots)
    teams = setup.teams
    for seat, (bot, source) in enumerate(zip(plan.bots, plan.sources, strict=True)):
        side = f"  side {teams[seat]}" if len(set(teams)) < setup.seats else ""
        lines.append(f"  seat {seat}{side}  {clean_line(bot):{width}}  {clean_line(source)}")
    return "\n".join(lines)


def _changed(game: Game, config: Any) -> dict[str, str]:
    defaults = msgspec.to_builtins(game.Config())
    now = msgspec.to_builtins(config)
    return {name: msgspec.json.encode(value).decode() for name, value in now.items() if value != defaults[name]}


def step_text(step: Step, game: Game, bots: Sequence[str], *, static: Any, seat: int | None, colour: bool) -> str:
    """One decision: who did what, what the bot said meanwhile, and the board after it.

    `seat` None shows everything, as far as the game offers that; otherwise only what that seat was told and sees.
    """
    own = seat is None or seat == step.seat
    lines = [_told_line(step, bots, seat) if seat is not None and not own else decision_line(step, bots)]
    if own and step.reply is not None:
        lines += _block("stderr", step.reply.stderr.decode(errors="replace"))
        lines += _block("note", step.reply.note or "")
    if own and step.fault is not None:
        lines += fault_lines(step.fault)
    lines += [f"      told   | {text}" for text in told(step, seat)]
    lines.append(game.text(view_of(step, seat), static=static, colour=colour).rstrip("\n"))
    return "\n".join(lines) + "\n"


def begin_text(setup: Setup, *, static: Any, seat: int | None, colour: bool) -> str:
    """The board before the first decision, under a line that says so."""
    board = setup.game.text(first_view(setup, seat), static=static, colour=colour).rstrip("\n")
    return f"The beginning\n{board}\n"


def view_of(step: Step, seat: int | None) -> Any:
    """The view to show after a step: that seat's; for None everything if the game offers that, else the acting seat's."""
    try:
        return step.state.open_view() if seat is None else step.state.view(seat)
    except NotOffered:
        return step.state.view(step.seat)


def first_view(setup: Setup, seat: int | None) -> Any:
    """The view to show before the first decision: that seat's; for None as `view_of` has it."""
    state: State = new_state(setup)
    try:
        return state.open_view() if seat is None else state.view(seat)
    except NotOffered:
        return state.view(state.seat or 0)


def told(step: Step, seat: int | None) -> list[str]:
    """What `seat` was told of a step besides the action, one text an event; None: what anybody was told, and who it was."""
    return [
        msgspec.json.encode(event).decode() + ("" if seat is not None or audience is None else f"  to {_listeners(audience)}")
        for audience, event in step.notices
        if not isinstance(event, ActionEvent) and (seat is None or is_told(audience, seat))
    ]


def _listeners(audience: Sequence[int]) -> str:
    """Who is told, in words: an event may have two forms, for a seat and for the others."""
    seats = f"seat{'s' * (len(audience) > 1)} {', '.join(map(str, audience))}" if audience else ""
    watching = "spectators" if is_told(audience, None) else ""
    return " and ".join(filter(None, (seats, watching))) or "nobody"


def decision_line(step: Step, bots: Sequence[str]) -> str:
    """One decision in one line."""
    detail = {
        "forced": "the only legal action",
        "stand-in": "by the stand-in",
        "bot": f"of {step.choices}, {step.reply.ms:.1f} ms" if step.reply else "",
    }[step.by]
    if step.action is None:
        return f"{_who(step, bots)}: –  (a fault, which ends the match)"
    return f"{_who(step, bots)}: {step.action}  ({detail})"


def _told_line(step: Step, bots: Sequence[str], seat: int) -> str:
    actions = [event.action for audience, event in step.notices
               if isinstance(event, ActionEvent) and is_told(audience, seat)]  # fmt: skip
    return f"{_who(step, bots)}: {', '.join(actions) or '…'}"


def _who(step: Step, bots: Sequence[str]) -> str:
    return f"{step.number:4}. seat {step.seat} {clean_line(bots[step.seat], 40)}"


def _block(name: str, text: str) -> list[str]:
    return [f"      {name} | {line}" for line in tail_lines(text, STDERR_LINES)]


def fault_lines(fault: Fault) -> list[str]:
    """A fault with its evidence, as lines of text."""
    lines = [f"      FAULT {fault.kind}: {clean_line(fault.why, 500)}"]
    if fault.exit and fault.exit not in fault.why:
        lines.append(f"      exit   | {clean_line(fault.exit)}")
    if fault.hint:
        lines.append(f"      hint   | {clean_line(fault.hint, 500)}")
    if fault.output.strip():
        lines += [f"      output | {line[:300]}" for line in tail_lines(fault.output, 5)]
    lines += _block("stderr", fault.stderr)
    return lines


def result(match: Match) -> str:
    """Ranks, scores, faults and times of a played match."""
    outcome = match.outcome
    times, answers = times_by_seat(match, outcome), _answers(match)
    rows: list[list[Any]] = []
    for seat, bot in enumerate(match.bots):
        own = times[seat]
        faults = [fault.fault.kind for fault in outcome.faults if fault.seat == seat]
        score = match.scores[seat] if match.scores else None
        rows.append([
            match.ranks[seat] if match.ranks else "–", seat, clean_line(bot), "–" if score is None else score,
            answers[seat], f"{sum(own) / len(own):.1f}" if own else "–", f"{max(own):.1f}" if own else "–",
            ", ".join(sorted(set(faults))) or "",
        ])  # fmt: skip
    if match.ranks:
        rows.sort(key=lambda row: (row[0], row[1]))
    heads = ["rank", "seat", "bot", "score", "answers", "mean ms", "max ms", "faults"]
    if not outcome.faults:
        heads.pop()
        rows = [row[:-1] for row in rows]
    lines = [grid(heads, rows, align=_align(len(heads)), names=[2])]
    if match.score_means and any(score is not None for score in match.scores or ()):
        lines.append(f"score: {clean_line(match.score_means, 200)}")
    lines += _parts(match)
    if match.ranks is None:
        lines.append(
            "Every side is faulty: the match counts for nobody." if match.seats > 1
            else "The bot is out by its own fault: in a tournament this is the worst result that it can have on a deal."
        )  # fmt: skip
    elif match.seats == 1 and not match.winners:
        lines.append("The match is lost: it has no score.")
    for kept in outcome.faults[:FAULTS]:
        lines.append(f"\nseat {kept.seat} {clean_line(match.bots[kept.seat])}, at answer {kept.at + 1} of the match:")
        lines += fault_lines(kept.fault)
    if len(outcome.faults) > FAULTS:
        lines.append(f"\n… and {len(outcome.faults) - FAULTS} more faults: --json has them all.")
    spoilt = [match.bots[seat] for seat, rated in enumerate(outcome.rated) if not rated and match.ranks]
    if spoilt:
        lines.append(f"\nA partner's fault spoilt the match for {', '.join(map(clean_line, spoilt))}: not rated for them.")
    odd = [
        f"{clean_line(bot)} wrote {count} line{'s' * (count != 1)} that were no answers"
        for bot, count in zip(match.bots, outcome.noise, strict=True) if count
    ] + [
        f"{clean_line(bot)} sent {count} late answer{'s' * (count != 1)}"
        for bot, count in zip(match.bots, outcome.late, strict=True) if count
    ]  # fmt: skip
    lines += odd
    return "\n".join(lines)


def _align(columns: int) -> list[str]:
    return (["right", "right", "left", "right", "right", "right", "right", "left"])[:columns]


def times_by_seat(match: Match, outcome: Outcome) -> list[list[float]]:
    """The times of each seat's answers, in milliseconds."""
    out: list[list[float]] = [[] for _ in match.bots]
    for seat, ms in zip(outcome.askers, outcome.times, strict=True):
        out[seat].append(ms)
    return out


def _parts(match: Match) -> list[str]:
    """The parts of the match, by seat, a column for each split."""
    if not match.parts:
        return []
    splits = sorted({part.split for part in match.parts})
    rows = [
        [seat, clean_line(bot), *(
            ", ".join(f"{clean_line(part.label, 40)}: {part.result:.3g}" for part in match.parts
                      if (part.seat, part.split) == (seat, split)) or "–"
            for split in splits
        )] for seat, bot in enumerate(match.bots)
    ]  # fmt: skip
    heads = ["seat", "bot", *(f"by {split}" for split in splits)]
    texts = dict.fromkeys(range(2, len(heads)), 60)
    return ["", grid(heads, rows, align=["right", *["left"] * (len(heads) - 1)], names=[1], texts=texts)]


def _answers(match: Match) -> list[int]:
    """How many answers each seat gave: a question that ended in a fault got none."""
    faults = Counter(kept.seat for kept in match.outcome.faults)
    asked = Counter(match.outcome.askers)
    return [asked[seat] - faults[seat] for seat in range(match.seats)]


def as_json(match: Match) -> dict[str, Any]:
    """A played match as plain data for programs: what `arena match --json` prints."""
    outcome = match.outcome
    times = times_by_seat(match, outcome)
    return {
        "game": match.game,
        "rules": match.replay.rules,
        "seats": match.seats,
        "config": match.config,
        "bots": match.bots,
        "teams": match.teams,
        "ranks": match.ranks,
        "scores": match.scores,
        "score_means": match.score_means,
        "placements": match.placements,
        "winners": match.winners,
        "rated": outcome.rated,
        "parts": match.parts,
        "faults": [
            {"seat": kept.seat, "bot": match.bots[kept.seat], "at": kept.at, **msgspec.to_builtins(kept.fault)}
            for kept in outcome.faults
        ],
        "decisions": outcome.decisions,
        "answers": _answers(match),
        "mean_ms": [round(sum(own) / len(own), 2) if own else None for own in times],
        "max_ms": [max(own) if own else None for own in times],
        "noise": outcome.noise,
        "late": outcome.late,
        "replay": msgspec.json.decode(encode_replay(match.replay)),
    }
