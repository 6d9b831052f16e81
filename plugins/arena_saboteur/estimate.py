"""What a match in the middle promises each seat, at a glance: for search bots that stop a line of play early.

The chance that the treasure will be reached in this round is a logistic regression on what the full state shows: how far
the tunnel is from it, how many cards the diggers still have to play, and how many of them are blocked. Its weights were
fitted to matches of the reference bots at 3, 5 and 7 seats, and with the expansion at 4, 6 and 12. From this chance follows
each seat's gold with and without the treasure, on average over who reaches it; a seat beats another with the chance that
a normal distribution gives for the difference of their gold, rounds still to come counted in.
"""

from __future__ import annotations

from math import erf, exp, log, sqrt
from typing import TYPE_CHECKING, Final

from arena_saboteur.cards import GOLD_VALUES, THEFT, TRAPPED
from arena_saboteur.options import DIGGERS, ROUNDS
from arena_saboteur.scoring import SABOTEUR_PAY, expansion_pay, winning_roles
from arena_saboteur.ways import distance

if TYPE_CHECKING:
    from arena_saboteur.rules import SaboteurState

MEAN_CARD: Final = sum(GOLD_VALUES) / len(GOLD_VALUES)
SPREAD: Final = 1.9
"""The standard deviation of a seat's gold in one round, in nuggets."""
SETTLED: Final = 0.6
"""The same for what is open within a round whose winners are known: who is first to choose."""
KEPT: Final = 0.7
"""What a theft that lies there is worth in the end."""

BASE: Final = (-0.37, -0.22, -1.94, -0.95, 0.84, 0.39, -5.09)
EXPANSION: Final = (0.05, -1.04, -1.54, -0.14, 1.02, 0.10, -5.21)
"""The weights, in the order of `reach_chance`, for the base game and for the expansion."""


def reach_chance(state: SaboteurState) -> float:
    """How likely it is that the treasure is reached in this round, from the full state at a turn.

    What is in the hands is left out on purpose: a weight for a card that is held would count against playing it.
    """
    diggers = against = free = 0
    blocked = state.fronts[0] | state.fronts[1] | state.fronts[2] | state.fronts[TRAPPED]
    for seat, role in enumerate(state.roles):
        if role in DIGGERS:
            diggers += 1
            free += not blocked >> seat & 1
        elif role != "geologist":
            against += 1
    if not diggers:
        return 0.0
    far = min(12.0, distance(state.mine, state.goals.index("treasure")))
    each = (len(state.deck) - state.drawn + sum(map(len, state.hands))) / state.seats
    to_come = each * diggers
    facts = (
        1.0,
        log(each + 0.3),
        far / sqrt(to_come + 1),
        far / (to_come + 1),
        sqrt(to_come),
        free / diggers,
        against / state.seats,
    )
    weights = EXPANSION if state.config.expansion else BASE
    return 1 / (1 + exp(-sum([weight * fact for weight, fact in zip(weights, facts, strict=True)])))


def outcomes(state: SaboteurState) -> list[tuple[float, list[float]]]:
    """What this round may pay each seat, from the full state at a turn: (how likely, by seat its gold)."""
    reach = reach_chance(state)
    roles = state.roles
    if state.config.expansion:
        return _expansion_outcomes(state, reach)
    saboteurs = [role == "saboteur" for role in roles]
    number = sum(saboteurs)
    pay = float(SABOTEUR_PAY[number]) if number else 0.0
    count = min(len(roles), 9) if state.config.gold_draw == "players" else len(roles) - number
    share = count * MEAN_CARD / max(1, len(roles) - number)
    return [
        (reach, [0.0 if bad else share for bad in saboteurs]),
        (1 - reach, [pay if bad else 0.0 for bad in saboteurs]),
    ]


def _expansion_outcomes(state: SaboteurState, reach: float) -> list[tuple[float, list[float]]]:
    """With the expansion it matters who reaches it: any digger that is not trapped, one as likely as another.

    Which doors will be on the way is not known yet, so both teams are taken to have one. So the options `both_doors` (no
    team has one) and `neutral_includes_saboteur` (a saboteur reaches it) do not come up here.
    """
    trapped = state.fronts[TRAPPED]
    connectors = [role for seat, role in enumerate(state.roles) if role in DIGGERS and not trapped >> seat & 1]
    weights: dict[str | None, float] = {None: 1 - reach if connectors else 1.0}
    for role in connectors:
        weights[role] = weights.get(role, 0.0) + reach / len(connectors)
    crystals = state.mine.crystals()
    thieves = state.fronts[THEFT] & ~trapped
    out = []
    for connector, weight in weights.items():
        winners = winning_roles(connector, True, True, "boss" in state.roles)
        pay = expansion_pay(state.roles, trapped, winners, crystals)
        out.append((weight, [gold + KEPT * (thieves >> seat & 1) for seat, gold in enumerate(pay)]))
    return out


def estimate(state: SaboteurState) -> list[float]:
    """By seat its expected placement, (beaten + ties/2) / others, in 0..1, from the full state, which is not changed."""
    seats = state.seats
    rounds_left = ROUNDS - state.round
    if state.over_round:
        cases = [(1.0, [0.0] * seats)]
        variance = SETTLED**2
    elif not state.acts:  # a round that has just been dealt: every seat has the same to hope for
        cases = [(1.0, [0.0] * seats)]
        variance = SPREAD**2
    else:
        cases = outcomes(state)
        variance = SETTLED**2
    scale = 1 / (2 * sqrt(variance + rounds_left * SPREAD**2))  # the difference of two seats has twice the variance
    out = [0.5 * (seats - 1)] * seats
    for weight, pay in cases:
        gold = [scale * (have + more) for have, more in zip(state.gold, pay, strict=True)]
        for one in range(seats):
            for other in range(one):
                half = 0.5 * weight * erf(gold[one] - gold[other])
                out[one] += half
                out[other] -= half
    return [total / (seats - 1) for total in out]
