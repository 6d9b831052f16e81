"""Checks of the rules at play: the legal list, illegal actions, ranks and scores, views, events, references."""

from __future__ import annotations

from typing import Any

import msgspec

from arena.check.bench import Bench, Broken, Moment, snapshot
from arena.check.shape import event_decoder, round_trip
from arena.games import ActionEvent, is_told
from arena.reports.rules import undocumented_actions

VIEW_LEVELS = 3  # the view itself and two levels in it
EVENT_LEVELS = 2


def played(bench: Bench) -> str:
    """Random matches play from the deal to the ranks within max_decisions."""
    if not bench.matches:
        raise Broken("there is no match to play: no allowed number of seats")
    for match in bench.matches:
        if match.error is not None:
            raise Broken(match.error)
    lengths = [len(match.actions) for match in bench.matches]
    return (
        f"{len(lengths)} random matches play from the deal to the ranks, in {min(lengths)} to {max(lengths)} decisions "
        f"(at most {bench.game.max_decisions})"
    )


def legal_lists(bench: Bench) -> None:
    """The legal list is never empty, has no action twice, is the same when asked again, and is the caller's to keep."""
    for moment in bench.moments():
        if moment.seat is None:
            continue
        if type(moment.seat) is not int or not 0 <= moment.seat < moment.match.seats:
            bench.fail(f"it is the decision of {moment.seat!r}, which is no seat")
        if not moment.legal:
            bench.fail("the legal list is empty")
        if len(set(moment.legal)) < len(moment.legal):
            twice = next(action for action in moment.legal if moment.legal.count(action) > 1)
            bench.fail(f"the legal list has {twice!r} twice")
        for action in moment.legal:
            if not isinstance(action, str) or not action or " ".join(action.split()) != action:
                bench.fail(f"the action {action!r} is not words split by one space")
        given: Any = moment.state.legal()
        if tuple(given) != moment.legal:
            bench.fail("legal() gives another list when asked again")
        if hasattr(given, "clear"):
            given.clear()
            if tuple(moment.state.legal()) != moment.legal:
                bench.fail("clearing the list that legal() gave changes the match: give a new list or a tuple")


def illegal_actions(bench: Bench) -> None:
    """An action that is not legal raises ValueError and leaves the match as it was."""
    earlier: dict[str, None] = {}
    for moment in bench.moments(300):
        before = snapshot(moment.state, moment.match.seats)
        tries = ["", "no such action", *list(earlier)[-8:]]
        if moment.legal:
            tries += [moment.legal[0] + " x", moment.legal[0] + " ", moment.legal[-1].upper() + "!"]
        for action in tries:
            if action in moment.legal:
                continue
            try:
                moment.state.apply(action)
            except ValueError:
                pass
            except Exception as error:
                bench.fail(f"apply({action!r}), which is not legal, raises {type(error).__name__} and not ValueError")
            else:
                bench.fail(f"apply({action!r}) is accepted and is not in the legal list")
            if snapshot(moment.state, moment.match.seats) != before:
                bench.fail(f"apply({action!r}), which is not legal, has changed the match")
        for action in moment.legal[:3] + moment.legal[-3:]:
            earlier.pop(action, None)
            earlier[action] = None


def ranks(bench: Bench) -> None:
    """Ranks are None while the match runs, and at its end 1 + the seats strictly better on other sides."""
    for moment in bench.moments():
        got = moment.state.ranks()
        if moment.seat is not None:
            if got is not None:
                bench.fail(f"ranks() is {got!r} while the match runs")
            continue
        if got is None:
            bench.fail("the match is over and ranks() is None")
        n = moment.match.seats
        if len(got) != n or any(type(rank) is not int or rank < 1 for rank in got):
            bench.fail(f"ranks() is {got!r}: not one whole number from 1 for each of {n} seats")
        sides = bench.game.teams(moment.match.config, n)
        for seat, rank in enumerate(got):
            better = sum(1 for other in range(n) if got[other] < rank and sides[other] != sides[seat])
            if rank != 1 + better:
                bench.fail(f"ranks() is {got!r}: seat {seat} has {better} seats before it, so its rank is {1 + better}")


def scores(bench: Bench) -> str | None:
    """Scores are None while the match runs, and at its end one whole number or None for each seat."""
    counted = False
    for moment in bench.moments():
        got = moment.state.scores()
        if moment.seat is not None:
            if got is not None:
                bench.fail(f"scores() is {got!r} while the match runs")
        elif got is not None:
            counted = True
            if len(got) != moment.match.seats or any(type(score) not in (int, type(None)) for score in got):
                bench.fail(f"scores() is {got!r}: not a whole number or None for each of {moment.match.seats} seats")
    return None if counted else "not offered: the game counts no points"


def parts(bench: Bench) -> str | None:
    """Parts of a finished match name a split, a label and a seat, with a result in 0..1."""
    found = False
    for moment in _ends(bench):
        for part in moment.state.parts():
            found = True
            if not part.split or not part.label or not 0 <= part.seat < moment.match.seats:
                bench.fail(f"{part!r} lacks a split or a label, or names no seat")
            if not 0 <= part.result <= 1:
                bench.fail(f"{part!r} has a result outside 0..1")
    return None if found else "not offered: the game splits its matches into no parts"


def returns(bench: Bench) -> None:
    """Returns of a finished match are one number in 0..1 for each seat."""
    for moment in _ends(bench):
        got = bench.game.returns(moment.state)
        if len(got) != moment.match.seats or not all(0 <= value <= 1 for value in got):
            bench.fail(f"returns() is {got!r}: not a number in 0..1 for each of {moment.match.seats} seats")


def estimates(bench: Bench) -> None:
    """Estimates of a running match are one number in 0..1 for each seat, and looking changes nothing."""
    for moment in bench.moments(300):
        if moment.seat is None:
            continue
        before = snapshot(moment.state, moment.match.seats)
        got = list(bench.game.estimate(moment.state))
        if len(got) != moment.match.seats or not all(0 <= value <= 1 for value in got):
            bench.fail(f"estimate() is {got!r}: not a number in 0..1 for each of {moment.match.seats} seats")
        for seat, value in enumerate(got):
            (alone,) = bench.game.prospects([moment.state], seat)
            if abs(alone - value) > 1e-6:
                bench.fail(f"prospects() promises seat {seat} {alone!r}, and estimate() {value!r}")
        if snapshot(moment.state, moment.match.seats) != before:
            bench.fail("asking for the estimate has changed the match")


def stand_ins(bench: Bench) -> None:
    """The safe action and the actions of a random stand-in are legal, and asking for them changes nothing."""
    for moment in bench.moments(400):
        if moment.seat is None:
            continue
        before = snapshot(moment.state, moment.match.seats)
        safe = moment.state.safe_action()
        if safe not in moment.legal:
            bench.fail(f"the safe action {safe!r} is not legal")
        if moment.state.safe_action() != safe:
            bench.fail("safe_action() gives another action when asked again: it is without chance")
        choices = moment.state.stand_in_actions()
        if not choices or not set(choices) <= set(moment.legal):
            bench.fail(f"stand_in_actions() is {list(choices)!r}: none, or not all legal")
        if snapshot(moment.state, moment.match.seats) != before:
            bench.fail("asking for the safe action has changed the match")


def views(bench: Bench) -> None:
    """Every seat's view is the declared Struct, flat, read back equal from its JSON, and the same when asked again."""
    game = bench.game
    for moment in bench.moments(300):
        for seat in range(moment.match.seats):
            view = moment.state.view(seat)
            round_trip(bench, view, game.View, f"the view of seat {seat}", flat=VIEW_LEVELS)
            if moment.state.view(seat) != view:
                bench.fail(f"the view of seat {seat} is another one when asked again")


def events(bench: Bench) -> None:
    """Events are of the declared kinds, flat, told to seats that exist, and every seat is told its own actions."""
    kinds = bench.game.Events
    decoder = event_decoder(kinds)
    acted: tuple[int, str] | None = None
    for moment in bench.moments():
        n = moment.match.seats
        if moment.number == 1:
            acted = None
        for audience, event in moment.news:
            if type(event) not in kinds:
                bench.fail(f"the event {type(event).__name__} is not in Events")
            if audience is not None and (
                len(set(audience)) < len(audience) or any(type(s) is not int or not 0 <= s < n for s in audience)
            ):
                bench.fail(f"the event {event!r} is told to {list(audience)!r}: not seats of 0..{n - 1}, each once")
            round_trip(bench, event, type(event), f"the event {type(event).__name__}", flat=EVENT_LEVELS)
            if decoder.decode(msgspec.json.encode(event)) != event:
                bench.fail(f"the event {type(event).__name__} is not read back equal by its tag")
        if acted is not None:
            own = ActionEvent(*acted)
            if not any(event == own and is_told(who, acted[0]) for who, event in moment.news):
                bench.fail(f"seat {acted[0]} is not told of its own action {acted[1]!r}")
        acted = None if moment.seat is None or moment.action is None else (moment.seat, moment.action)


def action_forms(bench: Bench) -> None:
    """Every action that was legal begins as one of the forms in actions_help does."""
    seen: dict[str, None] = {}
    for moment in bench.moments():
        seen.update(dict.fromkeys(moment.legal))
    missing = undocumented_actions(bench.game, seen)
    if missing:
        raise Broken(f"actions_help does not explain {', '.join(missing)}")


def action_numbers(bench: Bench) -> None:
    """The action space is a fixed list without an action twice, and has every action that was legal."""
    spaces: dict[str, set[str]] = {}
    for moment in bench.moments():
        match = moment.match
        space = spaces.get(match.label)
        if space is None:
            listed = list(bench.game.action_space(match.config, match.seats))
            space = spaces[match.label] = set(listed)
            if len(space) < len(listed):
                bench.fail("action_space() has an action twice")
            if list(bench.game.action_space(match.config, match.seats)) != listed:
                bench.fail("action_space() gives another list when asked again")
        for action in moment.legal:
            if action not in space:
                bench.fail(f"{action!r} is legal and not in action_space()")


def own_state(bench: Bench) -> None:
    """Nothing that the rules hand out is their own: clearing a view, an event, ranks or scores changes no match."""
    for moment in bench.moments(200):
        state, n = moment.state, moment.match.seats
        before = snapshot(state, n)
        for seat in range(n):
            _spoil(state.view(seat))
            if snapshot(state, n) != before:
                bench.fail(f"clearing the lists in the view of seat {seat} changes the match: give copies")
        for _, event in moment.news:
            _spoil(event)
            if snapshot(state, n) != before:
                bench.fail(f"clearing the lists in the event {type(event).__name__} changes the match: give copies")
        _spoil(state.ranks())
        _spoil(state.scores())
        if snapshot(state, n) != before:
            bench.fail("clearing the list of ranks or scores changes the match: give copies")


def _spoil(value: Any) -> None:
    """Empty every list, dict and set in a value, the inmost first."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            _spoil(getattr(value, name))
    elif isinstance(value, dict):
        for inner in value.values():
            _spoil(inner)
        value.clear()
    elif isinstance(value, list | set):
        for inner in value:
            _spoil(inner)
        value.clear()


def _ends(bench: Bench) -> list[Moment]:
    return [moment for moment in bench.moments(1) if moment.seat is None]
