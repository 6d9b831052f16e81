"""What the tests of Saboteur share: deals, random play, the referee's forced steps."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from arena_saboteur import Config, Deal, Saboteur, SaboteurState, WrittenDeal
from arena_saboteur.cards import BASE_DECK, FACE_OF, FULL_DECK, LIVE
from arena_saboteur.options import hand_size, role_cards

GAME = Saboteur()
STONES = {"treasure": "treasure", "NE": "stone-ne", "NW": "stone-nw"}
FLAG_SETS: list[dict[str, Any]] = [
    {},
    {"roles": "exact", "gold_draw": "diggers", "self_break": True},
    {"broken_gets_gold": False, "bounds": "9x5"},
    {"expansion": True},
    {"expansion": True, "ladder_wall_touch": False, "self_break": True, "bounds": "9x5"},
    {"expansion": True, "neutral_includes_saboteur": False, "both_doors": "saboteurs"},
]


def deal(number: int) -> Deal:
    return Deal(number.to_bytes(32, "big"))


def start(seats: int = 5, number: int = 0, **flags: Any) -> SaboteurState:
    return GAME.new_match(Config(**flags), seats, deal(number))


def written(data: Mapping[str, Any], expansion: bool) -> WrittenDeal:
    """The chance of a record's `deal`, which lists each round's cards."""
    draws: dict[str, list[Any]] = {}
    for i in range(3):
        draws[f"roles {i + 1}"] = [data["roles"][i] + data["spare"][i]]
        draws[f"goals {i + 1}"] = [[STONES[name] for name in data["goals"][i]]]
        draws[f"deck {i + 1}"] = [data["deck"][i]]
    if not expansion:
        draws["gold"] = [data["gold"]]
    return WrittenDeal(draws)


def play(state: SaboteurState, rng: random.Random, steps: int = 10_000) -> list[str]:
    """Plays at most so many decisions at random, kinds of action alike, so that rare kinds come up too."""
    played = []
    while state.seat is not None and len(played) < steps:
        legal = state.legal()
        kind = rng.choice(sorted({action.split()[0] for action in legal}))
        action = rng.choice([action for action in legal if action.split()[0] == kind])
        state.apply(action)
        played.append(action)
    return played


def told_to(seat: int, notices: list[Any]) -> list[Any]:
    return [event for seats, event in notices if seats is None or seat in seats]


def plain(struct: Any) -> Any:
    return msgspec.to_builtins(struct)


def take_forced(state: SaboteurState, seen: Callable[[list[Any]], None] = lambda notices: None) -> None:
    """What the referee does unasked: applies the only legal action, as long as there is only one."""
    while state.seat is not None and len(legal := state.legal()) == 1:
        seen(state.apply(legal[0]))


def dig(state: SaboteurState, rng: random.Random, steps: int = 10_000) -> list[str]:
    """Plays at most so many decisions of seats that all dig towards the treasure, which they know: rounds end with gold.

    A quarter of the decisions is random, so that broken tools, traps, thefts and exchanges are on the way.
    """
    played: list[str] = []
    while state.seat is not None and len(played) < steps:
        action = dig_action(state, rng)
        state.apply(action)
        played.append(action)
    return played


def dig_action(state: SaboteurState, rng: random.Random, eager: float = 0.75) -> str:
    """One decision of such a seat, which is not at random with the probability `eager`."""
    legal = state.legal()
    action = rng.choice(legal)
    if rng.random() < eager:
        goal_x, goal_y = 8, 2 - 2 * state.goals.index("treasure")
        best = 99.0
        for candidate in legal:
            words = candidate.split()
            worth = 50.0 + rng.random()
            if words[0] == "path":
                x, y = map(int, words[2].split(","))
                live = sum(LIVE[FACE_OF[words[1], int(words[3])]])
                ahead = {1: (x, y + 1), 2: (x + 1, y), 4: (x, y - 1), 8: (x - 1, y)}
                ends = [ahead[bit] for bit in ahead if live & bit]
                near = min((abs(ex - goal_x) + abs(ey - goal_y) for ex, ey in ends), default=40)
                worth = near + abs(x - goal_x) / 4 + rng.random() / 8
            elif words[0] in ("repair", "free", "unblock"):
                worth = 20.0
            elif words[0] in ("break", "trap", "rockfall"):
                worth = 70.0
            if worth < best:
                action, best = candidate, worth
    return action


def start_with(hands: Mapping[int, list[str]], seats: int = 3, roles: list[str] | None = None, **flags: Any) -> SaboteurState:
    """A match whose first round gives these seats these cards first, the rest at random; with these roles at the seats."""
    config = Config(**flags)
    rng = random.Random(0)
    left = Counter(FULL_DECK if config.expansion else BASE_DECK)
    left.subtract(code for cards in hands.values() for code in cards)
    rest = list(left.elements())
    rng.shuffle(rest)
    away = [rest.pop() for _ in range(10 if config.expansion else 0)]
    size = hand_size(config, seats)
    blocks = [[*hands.get(seat, []), *(rest.pop() for _ in range(size - len(hands.get(seat, []))))] for seat in range(seats)]
    pool = Counter(role_cards(config, seats))
    pool.subtract(roles or ())
    aside = list(pool.elements())
    rng.shuffle(aside)
    draws: dict[str, list[Any]] = {
        "gold": [list(range(28))],
        "roles 1": [[*(roles or ()), *aside]],
        "goals 1": [["stone-ne", "treasure", "stone-nw"]],
        "deck 1": [[*away, *(code for block in blocks for code in block), *rest]],
    }
    for number in (2, 3):
        draws |= {f"{label} {number}": draws[f"{label} 1"] for label in ("roles", "goals", "deck")}
    return GAME.new_match(config, seats, WrittenDeal(draws))
