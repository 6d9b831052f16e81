"""Rounds: dealing, the end, pay, the draft of gold cards and the steals (rules, 4 and 5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.games import Chance, Notice
from arena_saboteur import scoring
from arena_saboteur.cards import BASE_DECK, FULL_DECK, GOAL_NAMES, GOLD_VALUES, TRAPPED
from arena_saboteur.events import DealtEvent, OfferEvent, RoundEvent, told_secretly
from arena_saboteur.mine import Mine
from arena_saboteur.notes import Act, Share
from arena_saboteur.options import PUT_AWAY, ROUNDS, hand_size, role_cards
from arena_saboteur.phases import DRAFT, OVER, STEAL, TURN

if TYPE_CHECKING:
    from arena_saboteur.rules import SaboteurState


def draw_gold(chance: Chance) -> tuple[int, ...]:
    """The gold deck of a match, by card numbers, next first. Draws `gold`."""
    numbers = list(range(len(GOLD_VALUES)))
    cards = chance.shuffle("gold", numbers)
    if sorted(cards) != numbers:
        raise ValueError(f"the gold cards {cards} are not the numbers 0 to {numbers[-1]} in some order")
    return tuple(cards)


def draw_round(state: SaboteurState, number: int, chance: Chance) -> tuple[list[str], list[str], list[str]]:
    """The roles, goals and deck of a round. Draws `roles N`, `goals N`, `deck N`, each once in a match."""
    out = []
    for label, cards in (
        ("roles", role_cards(state.config, state.seats)),
        ("goals", GOAL_NAMES),
        ("deck", FULL_DECK if state.config.expansion else BASE_DECK),
    ):
        drawn = chance.shuffle(f"{label} {number}", cards)
        if sorted(drawn) != sorted(cards):
            raise ValueError(f"the {label} {drawn} of round {number} are not the cards {list(cards)} in some order")
        out.append(drawn)
    return out[0], out[1], out[2]


def begin(state: SaboteurState) -> list[Notice]:
    """Deal the next round; each seat is told its role and hand."""
    number = state.round + 1
    roles, goals, deck = draw_round(state, number, state.chance())
    return deal(state, number, roles, goals, deck)


def deal(state: SaboteurState, number: int, roles: list[str], goals: list[str], deck: list[str]) -> list[Notice]:
    """Set round `number` up from its shuffled cards (rules, 12.8)."""
    config, seats = state.config, state.seats
    state.round = number
    state.roles = roles[:seats]
    state.spare = tuple(roles[seats:])
    state.hats = [()] * seats
    state.goals = tuple(goals)
    first = PUT_AWAY if config.expansion else 0
    state.put_away = tuple(deck[:first])
    size = hand_size(config, seats)
    state.hands = [tuple(sorted(deck[first + size * seat : first + size * (seat + 1)])) for seat in range(seats)]
    state.deck = tuple(deck)
    state.drawn = first + size * seats
    state.discards = [()] * seats
    state.mine = Mine.new(config.expansion, config.ladder_wall_touch, config.bounds is not None)
    state.shown = (None, None, None)
    state.fronts = [0] * 5
    state.thefts = ()
    state.acts = []
    state.looked = [0] * seats
    state.inspections = [()] * seats
    state.swaps = [()] * seats
    state.steps = 0
    state.lowest = ""
    state.connector = None
    state.offer = ()
    state.drafters = ()
    state.queue = ()
    state.phase = TURN
    state.turn = state.starter
    return [
        ((seat,), DealtEvent(number, state.starter, state.roles[seat], [*state.hands[seat]])) for seat in range(seats)
    ]


def end(state: SaboteurState, connector: int | None, notices: list[Notice]) -> list[Notice]:
    """The round is over: `connector` reached the treasure, or nobody did. Pay, and go on to what follows."""
    state.connector = connector
    state.starter = (state.last + 1) % state.seats
    state.steps = 0
    state.lowest = ""
    if state.config.expansion:
        pay, winners = _expansion_result(state)
    else:
        pay, winners = _base_result(state)
    state.past_roles.append(tuple(state.roles))
    state.past_winners.append(tuple(winners))
    for seat, gold in enumerate(pay):
        if gold:
            move_gold(state, seat, "pay", gold)
    notices.append(
        (None, RoundEvent(state.round, connector, [*state.roles], [*state.goals], winners, pay))
    )  # fmt: skip
    if state.config.expansion:
        state.queue = scoring.steal_order(state.thefts, state.fronts[TRAPPED], state.seats)
        return _next_thief(state, notices)
    if connector is not None:
        _lay_out_gold(state, connector)
    return _next_drafter(state, notices)


def move_gold(state: SaboteurState, seat: int, kind: str, gold: int, offer: str | None = None) -> None:
    """Gold comes to a seat, or goes (less than 0), and it is noted why."""
    state.gold[seat] += gold
    state.shares.append(Share(state.round, seat, kind, gold, offer))


# The base game


def _base_result(state: SaboteurState) -> tuple[list[int], list[int]]:
    """What is paid at once, and who is on the side that won."""
    pay = [0] * state.seats
    saboteurs = [seat for seat, role in enumerate(state.roles) if role == "saboteur"]
    if state.connector is not None:
        return pay, [seat for seat in range(state.seats) if seat not in saboteurs]
    before = state.gold_deck
    each, state.gold_deck = scoring.pay_saboteurs(before, saboteurs)
    for seat in saboteurs:
        pay[seat] = each
    left = sum(GOLD_VALUES[card] for card in before) - sum(GOLD_VALUES[card] for card in state.gold_deck)
    state.credited += each * len(saboteurs) - left
    return pay, saboteurs


def _lay_out_gold(state: SaboteurState, connector: int) -> None:
    """Draw the gold cards of a draft, and say who chooses in turn (rules, 4.5 and 12.11)."""
    config, seats = state.config, state.seats
    may = may_draft(state)
    count = min(seats, 9) if config.gold_draw == "players" else len(may)
    if may:
        state.offer = tuple(sorted(state.gold_deck[:count]))
        state.gold_deck = state.gold_deck[count:]
        state.drafters = scoring.draft_order(connector, may, seats)


def may_draft(state: SaboteurState) -> list[int]:
    """The seats that take part in a draft: the diggers, without those with a broken tool if the option says so."""
    diggers = [seat for seat, role in enumerate(state.roles) if role == "digger"]
    if state.config.broken_gets_gold:
        return diggers
    broken = state.fronts[0] | state.fronts[1] | state.fronts[2]
    return [seat for seat in diggers if not broken >> seat & 1]


def _next_drafter(state: SaboteurState, notices: list[Notice]) -> list[Notice]:
    if not state.offer:
        return _go_on(state, notices)
    seat = state.drafters[0]
    state.drafters = (*state.drafters[1:], seat)
    state.phase = DRAFT
    state.turn = seat
    notices.append(((seat,), OfferEvent(offered(state))))
    return notices


def offered(state: SaboteurState) -> list[int]:
    """The values of the gold cards that lie there, ascending."""
    return [GOLD_VALUES[card] for card in state.offer]


def choose_gold(state: SaboteurState, seat: int, action: str, value: int) -> list[Notice]:
    """A seat takes a gold card of this value; the others learn only that it took one."""
    lay = offered(state)
    at = lay.index(value)
    state.offer = state.offer[:at] + state.offer[at + 1 :]
    move_gold(state, seat, "draft", value, " ".join(map(str, lay)))
    state.acts.append(Act(seat, "gold ?"))
    return _next_drafter(state, told_secretly(state.seats, seat, action))


# The expansion


def _expansion_result(state: SaboteurState) -> tuple[list[int], list[int]]:
    """What is paid, and who did well: untrapped winners, and geologists who are paid."""
    mine, roles, config = state.mine, state.roles, state.config
    connector = None if state.connector is None else roles[state.connector]
    reached = connector is not None
    winners = scoring.winning_roles(
        connector,
        reached and mine.reaches_treasure("g"),
        reached and mine.reaches_treasure("b"),
        "boss" in roles,
        neutral_includes_saboteur=config.neutral_includes_saboteur,
        both_doors=config.both_doors,
    )
    trapped = state.fronts[TRAPPED]
    pay = scoring.expansion_pay(roles, trapped, winners, mine.crystals())
    did_well = [
        seat
        for seat, role in enumerate(roles)
        if not trapped >> seat & 1 and (role in winners or (role == "geologist" and pay[seat]))
    ]
    return pay, did_well


def victims(state: SaboteurState, thief: int) -> int:
    """The seats from which a thief may take 1 gold now, as a mask."""
    return sum(1 << seat for seat, gold in enumerate(state.gold) if gold > 0 and seat != thief)


def _next_thief(state: SaboteurState, notices: list[Notice]) -> list[Notice]:
    """Ask the next thief with a possible victim; nobody else is asked."""
    while state.queue:
        seat, state.queue = state.queue[0], state.queue[1:]
        if victims(state, seat):
            state.phase = STEAL
            state.turn = seat
            return notices
    return _go_on(state, notices)


def steal(state: SaboteurState, seat: int, victim: int | None, notices: list[Notice]) -> list[Notice]:
    """A thief takes 1 gold from a seat, or nothing."""
    if victim is not None:
        move_gold(state, victim, "stolen", -1)
        move_gold(state, seat, "steal", 1)
    return _next_thief(state, notices)


def _go_on(state: SaboteurState, notices: list[Notice]) -> list[Notice]:
    """The next round, or the end of the match."""
    if state.round < ROUNDS:
        return notices + begin(state)
    state.turn = None
    state.phase = OVER
    return notices
