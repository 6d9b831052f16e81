"""Pictures of a kept match: one moment, or an album: a folder with every moment and a page to leaf through them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from arena.errors import UserError
from arena.games import ActionEvent, NotOffered, is_told
from arena.plugins import Plugins
from arena.referee import Setup, Step
from arena.replays import Replay, play_again, setup_of
from arena.reports.match import first_view, view_of
from arena.text import clean_line

PAGE = "index.html"
MARK = '<meta name="generator" content="arena replay">'
"""What tells a page of ours from somebody else's."""


def moment(replay: Replay, plugins: Plugins, *, step: int | None = None, seat: int | None = None) -> tuple[str, int]:
    """The picture after decision `step` (0: before the first; None: the end) and the number of that decision.

    `seat` None shows everything, as far as the game offers that. Raises UserError if the game has no picture or the
    match no such decision, ReplayError if the match does not come out as the replay says.
    """
    setup = setup_of(replay, plugins)
    drawn = _begun(setup, seat)
    last: Step | None = None

    def watch(current: Step) -> None:
        nonlocal drawn, last
        last = current
        if current.number == step:
            drawn = _draw(setup, view_of(current, seat))

    outcome, _ = play_again(replay, plugins, watch)
    if step is not None and not 0 <= step <= outcome.decisions:
        raise UserError(f"--step {step}: this match has decisions 1 to {outcome.decisions}, and 0 is its beginning")
    if step is not None:
        return drawn, step
    return drawn if last is None else _draw(setup, view_of(last, seat)), outcome.decisions  # its state is live: the end


def album(replay: Replay, plugins: Plugins, folder: Path, *, seat: int | None = None) -> int:
    """Write a numbered picture of every moment into `folder`, and a page that shows them; how many pictures.

    The folder is made if need be. Raises what `moment` raises, and UserError if one may not write there or there is
    a page of somebody else's.
    """
    setup = setup_of(replay, plugins)
    first = _begun(setup, seat)
    captions = ["The beginning"]
    outcome, _ = play_again(replay, plugins, lambda step: captions.append(_caption(step, replay.bots, seat)))
    width = max(3, len(str(outcome.decisions)))
    names = [f"{number:0{width}}.svg" for number in range(len(captions))]
    page = folder / PAGE
    try:
        folder.mkdir(exist_ok=True)
        if page.exists() and MARK not in page.read_text(encoding="utf-8", errors="replace"):
            raise UserError(f"--svg {folder}: that folder has an {PAGE} which is not arena's; name another folder")
        (folder / names[0]).write_text(first, encoding="utf-8")

        def write(step: Step) -> None:
            (folder / names[step.number]).write_text(_draw(setup, view_of(step, seat)), encoding="utf-8")

        play_again(replay, plugins, write)
        page.write_text(_page(setup, replay, names, captions, seat), encoding="utf-8")
    except FileExistsError:
        raise UserError(f"--svg {folder}: there is a file of that name; name another folder") from None
    except OSError as error:
        raise UserError(f"--svg {folder}: {error.strerror or error}; name another folder") from None
    return len(names)


def save(path: Path, picture: str) -> None:
    """Write one picture. Raises UserError if one may not."""
    try:
        path.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise UserError(f"--svg {path}: {error.strerror or error}; name another file") from None


def _draw(setup: Setup, view: Any) -> str:
    try:
        return setup.game.svg(view, static=setup.game.static(setup.config, setup.seats))
    except NotOffered as error:
        raise UserError(str(error)) from None


def _begun(setup: Setup, seat: int | None) -> str:
    """The picture before the first decision."""
    return _draw(setup, first_view(setup, seat))


def _caption(step: Step, bots: Sequence[str], seat: int | None) -> str:
    """Who did what, as `seat` was told (None: everything)."""
    who = f"seat {step.seat} {clean_line(bots[step.seat], 40)}"
    if seat is None or seat == step.seat:
        text = f"{who}: {step.action or 'nothing'}"
        return text + (f" (fault: {step.fault.kind})" if step.fault else f" ({step.by})" if step.by != "bot" else "")
    told = [event.action for audience, event in step.notices
            if isinstance(event, ActionEvent) and is_told(audience, seat)]  # fmt: skip
    return f"{who}: {', '.join(told) or '…'}"


def _page(setup: Setup, replay: Replay, names: Sequence[str], captions: Sequence[str], seat: int | None) -> str:
    """The page of an album: complete without scripts too, as a list of links."""
    title = setup.game.title or setup.game.name
    ranks: Sequence[int | None] = replay.ranks or [None] * replay.seats
    bots = "".join(
        f"<li>seat {at} <b>{escape(clean_line(bot, 40))}</b>{'' if rank is None else f', rank {rank}'}</li>"
        for at, (bot, rank) in enumerate(zip(replay.bots, ranks, strict=True))
    )
    moves = "\n".join(
        f'<li value="{number}"><a href="{name}">{escape(caption)}</a></li>'
        for number, (name, caption) in enumerate(zip(names, captions, strict=True))
    )
    parts = {
        "MARK": MARK,
        "TITLE": escape(title),
        "SEEN": "everything shown" if seat is None else f"as seat {seat} saw it",
        "BOTS": bots,
        "FIRST": names[0],
        "LAST": str(len(names) - 1),
        "MOVES": moves,
    }
    page = files("arena.reports").joinpath("album.html").read_text(encoding="utf-8")
    return re.sub("<!--([A-Z]+)-->", lambda found: parts[found[1]], page)
