"""A random full state that fits what a seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from arena.games import RandomChance
from arena_saboteur import phases, rounds, scoring
from arena_saboteur.cards import FRONTS, GOAL_NAMES, TRAPPED
from arena_saboteur.notes import Inspection, turn_acts
from arena_saboteur.options import Config, role_cards
from arena_saboteur.rules import SaboteurState
from arena_saboteur.saving import mine_of
from arena_saboteur.unseen_cards import draw_cards
from arena_saboteur.unseen_gold import draw_gold
from arena_saboteur.views import View, as_view


def determinize(view: Any, events: Iterable[Any], rng: Random, *, seat: int, config: Config, seats: int) -> SaboteurState:
    """A state whose `view(seat)` is `view`, with all that is hidden drawn at random; for a decision of `seat`.

    Drawn exactly as the rules would have it, given all that the seat has seen and taking it that what others chose tells
    nothing: roles (looks, swapped and cast-off hats kept), goals, the gold of others and the gold deck. Cards too, but
    for one case, see `unseen_cards.draw_cards`: somebody holds cards that the seat gave him and has discarded face down.
    The events are not needed: the view has all. `view` may be a Struct or decoded JSON. Raises ValueError if the
    view contradicts itself or if it is not the decision of `seat`.
    """
    view = as_view(view)
    if view.seat != seat or view.turn != seat or len(view.roles) != seats:
        raise ValueError(f"this is not the view of seat {seat} of {seats} at its own decision")
    state = SaboteurState(config, seats, RandomChance(Random(rng.getrandbits(64))))
    _copy_open(state, view)
    _draw_goals(state, view, rng)
    _draw_roles(state, view, rng, seat)
    cards = draw_cards(view, rng, seat, config, seats)
    state.hands = cards.hands
    state.discards = cards.discards
    state.swaps = cards.swaps
    state.deck = cards.pile
    state.put_away = cards.put_away
    if view.discarded:
        state.lowest = state.discards[seat][-1]
    if config.expansion:
        state.shares = list(view.shares)
    else:
        gold = draw_gold(view.shares, view.offer, rng, seat, view.round)
        state.shares, state.offer = gold.shares, gold.offer
        state.gold_deck, state.credited = gold.deck, gold.credited
    for share in state.shares:
        state.gold[share.seat] += share.gold or 0
    if state.over_round:
        _set_queue(state, view, seat)
    return state


def _copy_open(state: SaboteurState, view: View) -> None:
    """What lies open to all."""
    state.round = view.round
    state.turn = view.turn
    state.phase = view.phase
    state.steps = view.discarded
    state.past_roles = [tuple(roles) for roles in view.past_roles]
    state.past_winners = [tuple(winners) for winners in view.past_winners]
    state.mine = mine_of(view.table, state.config)
    state.shown = tuple(view.turned)
    state.fronts = [sum(1 << s for s, lies in enumerate(view.fronts) if what in lies) for what in FRONTS]
    state.thefts = tuple(view.thefts)
    state.acts = list(view.acts)
    state.connector = view.connector
    acted = turn_acts(view.acts)
    state.last = acted[-1].seat if acted else 0
    assert view.turn is not None  # it is a seat's own decision
    state.starter = view.acts[0].seat if view.acts else view.turn  # of this round; once it is over `_set_queue` says who is next
    for act in view.acts:
        if act.action.startswith("map "):
            state.looked[act.seat] |= 1 << int(act.action[4:])


def _draw_goals(state: SaboteurState, view: View, rng: Random) -> None:
    left = [name for name in GOAL_NAMES if name not in view.goals]
    rng.shuffle(left)
    state.goals = tuple(left.pop() if name is None else name for name in view.goals)


def _draw_roles(state: SaboteurState, view: View, rng: Random, me: int) -> None:
    """Role cards are followed from seat to seat as they were dealt, by number: the first ones lie at the seats."""
    pool = role_cards(state.config, state.seats)
    holds = list(range(state.seats))
    gave_up: list[list[int]] = [[] for _ in holds]
    next_spare = state.seats
    looks: list[tuple[int, int, int, int]] = []
    known: dict[int, str] = {}
    own_looks = {look.act: look for look in view.inspections}
    for number, act in enumerate(view.acts):
        kind, _, target = act.action.partition(" ")
        if kind == "swaphat":
            who = int(target)
            gave_up[who].append(holds[who])
            holds[who] = next_spare
            next_spare += 1
        elif kind == "inspect":
            looks.append((number, act.seat, int(target), holds[int(target)]))
            if number in own_looks:
                known[holds[int(target)]] = own_looks[number].role
    for card, role in zip(gave_up[me], view.hats[me] or (), strict=True):
        known[card] = role
    for at, now in enumerate(view.roles):
        if now is not None:
            known[holds[at]] = now
    left = Counter(pool)
    left.subtract(known.values())
    unseen = [role for role, count in left.items() for _ in range(count)]
    if min(left.values()) < 0:
        raise ValueError("the view contradicts itself: it knows more cards of a role than there are")
    rng.shuffle(unseen)
    cards = [known[card] if card in known else unseen.pop() for card in range(len(pool))]
    state.roles = [cards[card] for card in holds]
    state.hats = [tuple(cards[card] for card in given) for given in gave_up]
    state.spare = tuple(cards[next_spare:])
    for number, looker, looked_at, card in looks:
        state.inspections[looker] += (Inspection(number, looked_at, cards[card]),)


def _set_queue(state: SaboteurState, view: View, me: int) -> None:
    """Who chooses or steals after `me`, and who begins the next round."""
    state.starter = (state.last + 1) % state.seats
    if state.phase == phases.STEAL:
        order = scoring.steal_order(state.thefts, state.fronts[TRAPPED], state.seats)
        state.queue = order[order.index(me) + 1 :]
    elif state.connector is not None:
        order = scoring.draft_order(state.connector, rounds.may_draft(state), state.seats)
        at = order.index(me) + 1
        state.drafters = order[at:] + order[:at]
