"""Checks of hidden information: what a seat is told follows from what it may know, and a view is enough to play on.

What the contract alone lets us check, without a false alarm. The messages of a seat are its view, its events and, when
it decides, the legal list; whatever stands in view and events it may know. So two things must hold. The legal list is a
function of view and events: wherever two matches gave a seat the same of both, they must give it the same list. And a
world that `determinize` draws from view and events must give the seat that very view and list: a view, a list or its
order that depends on something hidden shows up here, because the world has other hidden parts.
Two worlds are not played on and compared: what a seat learns next may rightly differ between them.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from arena.check.bench import Bench, Broken, Match, Moment, snapshot
from arena.check.shape import event_decoder
from arena.deals import Stream, deal_seed, secret_of_number
from arena.games import State

DEALS = 60
MOST_TABLES = 12
FIRST_DECISIONS = 12
WORLDS = 3
KEPT_QUESTIONS = 12


def legal_from_knowledge(bench: Bench) -> str:
    """Where a seat knows the same (view and all events), it has the same legal list, whatever the deal hides."""
    known: dict[tuple[str, int, bytes], tuple[str, ...]] = {}
    compared = 0
    tables = list({match.label: match for match in bench.matches}.values())
    for match in tables[:MOST_TABLES]:
        for deal in range(DEALS):
            for moment in bench.walk(_opening_of(bench, match, deal)):
                if moment.seat is None:
                    break
                key = (match.label, moment.seat, _knowledge(moment, moment.seat))
                before = known.setdefault(key, moment.legal)
                compared += before is not moment.legal
                if before != moment.legal:
                    bench.fail(f"seat {moment.seat} knows the same as in another deal and has another legal list")
    return f"where a seat knows the same in another deal, it has the same legal list ({compared} times compared)"


def _opening_of(bench: Bench, match: Match, deal: int) -> Match:
    """The first decisions at the table of `match` with another deal: alike in every deal, so that knowledge repeats."""
    pick = Stream(sha256(f"check opening {bench.seed} {match.label} {deal % 3}".encode()).digest())
    seed = deal_seed(secret_of_number(bench.seed), 1_000_000 + deal)
    opening = Match(match.number, match.config, match.seats, seed, f"{match.label}, deal {deal}")
    try:
        state = bench.begin(opening)
        state.opening()
        while state.seat is not None and len(opening.actions) < FIRST_DECISIONS:
            legal = state.legal()
            action = legal[pick.below(len(legal))]
            state.apply(action)
            opening.actions.append(action)
    except Exception:  # what is wrong there, the check `played` says
        pass
    return opening


def _knowledge(moment: Moment, seat: int) -> bytes:
    return sha256(msgspec.json.encode([moment.state.view(seat), moment.told[seat]])).digest()


class _Question(msgspec.Struct):
    """What determinize was given, as JSON, and what the world looked like."""

    view: bytes
    events: bytes
    rng: str
    moment: Moment
    seat: int
    where: str
    world: bytes = b""


def determinize(bench: Bench) -> str:
    """A world that determinize draws gives the seat exactly its view and legal list, and can be played to the end."""
    kept: list[_Question] = []
    drawn = 0
    for moment in bench.moments(240):
        if moment.seat is None:
            continue
        seat = moment.seat
        where = bench.where
        view = msgspec.json.encode(moment.state.view(seat))
        events = msgspec.json.encode(moment.told[seat])
        for world_number in range(WORLDS):
            rng = f"check world {bench.seed} {moment.match.number} {moment.number} {world_number}"
            question = _Question(view, events, rng, moment, seat, where)
            world = _draw(bench, question)
            drawn += 1
            if world.seat != seat:
                bench.fail(f"in a drawn world it is the decision of {world.seat!r}, not of seat {seat}")
            if msgspec.json.encode(world.view(seat)) != view:
                bench.fail(f"a drawn world gives seat {seat} another view, in {_difference(view, world.view(seat))}")
            if tuple(world.legal()) != moment.legal:
                bench.fail(f"a drawn world gives seat {seat} another legal list")
            question.world = snapshot(world, moment.match.seats)
            if snapshot(_draw(bench, question), moment.match.seats) != question.world:
                bench.fail("determinize draws another world from the same generator: it draws from `rng` alone")
            if world_number == 0 and (len(kept) < KEPT_QUESTIONS):
                kept.append(question)
        _play_out(bench, world, moment)
    # Asked later, when other matches have been played: an answer that came from a state kept in secret differs now.
    for question in kept:
        bench.where = question.where
        if snapshot(_draw(bench, question), question.moment.match.seats) != question.world:
            bench.fail("determinize draws another world when asked later: it must use only what it is given")
    return f"{drawn} drawn worlds give the seat exactly its view and legal list, and play to the end"


def _draw(bench: Bench, question: _Question) -> State:
    match = question.moment.match
    view: Any = msgspec.json.decode(question.view, type=bench.game.View)
    decoder = event_decoder(bench.game.Events)
    events = [decoder.decode(bytes(raw)) for raw in msgspec.json.decode(question.events, type=list[msgspec.Raw])]
    return bench.game.determinize(
        view, events, Random(question.rng), seat=question.seat, config=match.config, seats=match.seats
    )


def _play_out(bench: Bench, world: State, moment: Moment) -> None:
    pick = Random(f"{bench.seed} {moment.number}")
    here = bench.where
    bench.where = f"in a world drawn at {here}"
    left = bench.game.max_decisions - moment.number + 1
    while world.seat is not None:
        if left == 0:
            bench.fail(f"a drawn world is longer than max_decisions = {bench.game.max_decisions}")
        left -= 1
        world.apply(pick.choice(world.legal()))
    if world.ranks() is None:
        bench.fail("a drawn world is over and has no ranks")
    bench.where = here


def _difference(line: bytes, view: msgspec.Struct) -> str:
    was, now = msgspec.json.decode(line), msgspec.to_builtins(view)
    changed = [name for name in was if was[name] != now.get(name)]
    if not changed:
        raise Broken("a drawn world gives the same view in another order")
    return ", ".join(changed)
