"""What `determinize` draws is distributed as counting says, and keeps all that its seat has seen."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from math import exp, factorial, prod
from random import Random

import pytest
from arena_saboteur.cards import BASE_DECK, GOLD_VALUES
from arena_saboteur.notation import card_played
from arena_saboteur.notes import Share
from arena_saboteur.options import EXPANSION_ROLES
from arena_saboteur.unseen_gold import draw_gold
from saboteur_help import GAME, dig, play, start, start_with

DRAWS = 4000


def tail(value, degrees):
    """How often a chi-square variable with an even number of degrees of freedom exceeds `value`: a finite sum."""
    term, total = 1.0, 0.0
    for k in range(degrees // 2):
        total += term
        term *= value / 2 / (k + 1)
    return exp(-value / 2) * total


def agrees(count, chances):
    """Do the counts agree with exact chances? By chi-square at one in a million; what is expected rarely is one cell."""
    draws = sum(count.values())
    assert abs(sum(chances.values()) - 1) < 1e-9
    assert set(count) <= {what for what, chance in chances.items() if chance > 0}, "nothing impossible"
    common = [what for what, chance in chances.items() if chance * draws >= 5]
    cells = [(count[what], chances[what] * draws) for what in common]
    rest = draws - sum(expected for _, expected in cells)
    if rest > 1:
        cells.append((draws - sum(seen for seen, _ in cells), rest))
    chi = sum((seen - expected) ** 2 / expected for seen, expected in cells)
    degrees = len(cells) - 1
    return degrees == 0 or tail(chi, degrees + degrees % 2) > 1e-6  # one degree more, where it is odd, is a little milder


def worlds(state, name, count=DRAWS):
    view, rng, seat = state.view(state.seat), Random(f"chi {name}"), state.seat
    for _ in range(count):
        yield GAME.determinize(view, [], rng, seat=seat, config=state.config, seats=state.seats)


def pass_until(state, seat):
    while state.seat != seat or state.phase != "turn":
        state.apply(state.safe_action())


def test_only_the_deciding_seats_own_view_can_be_drawn_from():
    state = start(3, 1)
    for view, seat in ((state.view(1), 1), (state.view(1), 0)):
        with pytest.raises(ValueError, match=f"not the view of seat {seat}"):
            GAME.determinize(view, [], Random(1), seat=seat, config=state.config, seats=3)


def test_who_began_the_round_is_the_same_in_a_drawn_world():
    state, rng = start(3, 2), Random(2)
    while state.round < 2 or len(state.acts) < 4 or state.phase != "turn":
        state.apply(rng.choice(state.legal()))
    (world,) = worlds(state, "starter", 1)
    assert world.starter == state.starter == state.acts[0].seat != 0


def test_the_test_itself_tells_even_draws_from_uneven_ones():
    rng = Random(1)
    even = Counter(rng.randrange(6) for _ in range(DRAWS))
    uneven = Counter(rng.choices(range(6), (1, 1, 1, 1, 1, 1.4))[0] for _ in range(DRAWS))
    chances = dict.fromkeys(range(6), 1 / 6)
    assert agrees(even, chances) and not agrees(uneven, chances)
    assert tail(13.816, 2) == pytest.approx(exp(-6.908)) and tail(18.307, 10) == pytest.approx(0.05, rel=1e-3)


# Roles and goals


def role_chances(pool, known, places):
    """Every way in which role cards may lie on so many places -> its chance; `known` is place -> role."""
    left = Counter(pool)
    left.subtract(known.values())
    free = [place for place in range(places) if place not in known]
    total = sum(left.values())
    out = {}
    for roles in product([role for role in left if left[role]], repeat=len(free)):
        rest, ways = left.copy(), 1
        for role in roles:
            ways *= rest[role]
            rest[role] -= 1
        if ways > 0:
            lies = dict(zip(free, roles, strict=True)) | known
            out[tuple(lies[place] for place in range(places))] = ways * factorial(total - len(free)) / factorial(total)
    return out


@pytest.mark.parametrize("role", ["digger", "saboteur"])
@pytest.mark.parametrize("seats", [3, 5])
def test_roles_of_the_base_game_and_the_one_aside_are_drawn_as_enumeration_says(role, seats):
    saboteurs = {3: 1, 5: 2}[seats]
    others = ["saboteur"] * (saboteurs - (role == "saboteur")) + ["digger"] * seats
    state = start_with({}, seats, [role, *others[: seats - 1]])
    pool = ["saboteur"] * saboteurs + ["digger"] * (seats + 1 - saboteurs)
    count = Counter((*world.roles, *world.spare) for world in worlds(state, f"{role} {seats}"))
    assert agrees(count, role_chances(pool, {0: role}, seats + 1))


def test_with_roles_exact_the_last_role_follows_from_the_others():
    state = next(state for number in range(9) if (state := start(3, number, roles="exact")).roles[0] == "digger")
    count = Counter((*world.roles, *world.spare) for world in worlds(state, "exact"))
    assert agrees(count, {("digger", "saboteur", "digger"): 0.5, ("digger", "digger", "saboteur"): 0.5})


def test_roles_after_a_look_and_two_changed_hats_are_drawn_as_enumeration_says():
    """Seat 0 saw that seat 1 was the boss, which then gave its hat up, and itself has given up a blue one."""
    state = start_with({0: ["a15", "a16"], 1: ["a16"]}, 3, ["blue", "boss", "green"], expansion=True)
    state.apply("inspect 1")
    state.apply("swaphat 1")
    pass_until(state, 0)
    state.apply("swaphat 0")  # the second card of the spare pile
    pass_until(state, 0)
    assert state.view(0).roles == [state.roles[0], None, None]
    # places: cast off by 0, cast off by 1, then what seats 0, 1, 2 hold
    chances = role_chances([role for role, n in EXPANSION_ROLES.items() for _ in range(n)],
                           {0: "blue", 1: "boss", 2: state.roles[0]}, 5)  # fmt: skip
    count = Counter((world.hats[0][0], world.hats[1][0], *world.roles) for world in worlds(state, "hats"))
    assert agrees(count, chances)


@pytest.mark.parametrize("looked", [None, 0, 1, 2])
def test_goals_are_drawn_as_enumeration_says_given_what_a_map_showed(looked):
    state = start_with({0: ["a11"]})
    if looked is not None:
        state.apply(f"map {looked}")
        pass_until(state, 0)
    fitting = [
        goals for goals in permutations(("treasure", "stone-ne", "stone-nw"))
        if looked is None or goals[looked] == state.goals[looked]
    ]  # fmt: skip
    count = Counter(world.goals for world in worlds(state, f"goals {looked}"))
    assert agrees(count, dict.fromkeys(fitting, 1 / len(fitting)))


# Cards


def cards_left(state):
    """What seat 0 of the base game has not seen."""
    left = Counter(BASE_DECK)
    left.subtract(state.hands[0])
    left.subtract(state.discards[0])
    left.subtract(code for act in state.acts if (code := card_played(act.action)) is not None)
    return +left


@pytest.mark.parametrize(("kinds", "acts"), [(("b08", "a10"), 0), (("b07", "a11"), 9), (("b04", "b01"), 30)])
def test_unseen_cards_lie_in_hands_discards_and_pile_as_enumeration_says(kinds, acts):
    """How many of two kinds lie at each place: the multivariate hypergeometric, kind after kind."""
    state = start(3, 21)
    play(state, Random(3), acts)
    pass_until(state, 0)
    left = cards_left(state)
    sizes = {"hand 1": len(state.hands[1]), "hand 2": len(state.hands[2]), "pile": len(state.deck) - state.drawn}
    sizes["thrown"] = sum(left.values()) - sum(sizes.values())
    assert sizes["thrown"] == len(state.discards[1]) + len(state.discards[2])

    def ways(copies, room):
        """How often `copies` equal cards lie so on places with so much room, by counting slots."""
        for lie in product(*(range(min(copies, size) + 1) for size in room)):
            if sum(lie) == copies:
                yield lie, prod(factorial(size) / factorial(size - n) / factorial(n) for n, size in zip(lie, room, strict=True))

    chances = Counter()
    for first, one in ways(left[kinds[0]], sizes.values()):
        rest = [size - n for n, size in zip(first, sizes.values(), strict=True)]
        for second, two in ways(left[kinds[1]], rest):
            chances[first, second] += one * two
    total = sum(chances.values())
    chances = {lie: chance / total for lie, chance in chances.items()}
    assert len(chances) > 5

    def lies(world, kind):
        thrown = [*world.discards[1], *world.discards[2]]
        return tuple(list(place).count(kind) for place in (world.hands[1], world.hands[2], world.deck, thrown))

    count = Counter((lies(world, kinds[0]), lies(world, kinds[1])) for world in worlds(state, f"cards {kinds}", 2500))
    assert agrees(count, chances)


def test_every_order_of_the_pile_and_of_the_cards_put_away_is_equally_likely():
    state = start_with({0: ["a14"]}, 2, expansion=True)
    rare = next(code for code in ("x04", "x05", "x06", "x07", "b08", "b09") if code not in state.hands[0])
    count = Counter()
    for world in worlds(state, "order", 6000):
        places = (*world.put_away, *world.deck, *world.hands[1])
        count[min(places.index(rare), len(world.put_away) + len(world.deck))] += 1
    chances = dict.fromkeys(range(106), 1 / 112)
    assert agrees(count, {**chances, 106: 6 / 112})


def test_what_the_receiver_of_a_hand_discarded_is_drawn_as_enumeration_says_until_he_plays_one():
    """Seat 1 got five known cards and drew an unknown one; it passed two of the six."""
    known = ["a03", "a11", "b06", "b07", "x25"]
    state = start_with({0: ["a14", *known]}, 2, expansion=True)
    state.apply("swaphand 1")
    thrown = sorted(state.hands[1])[:2]
    for code in thrown:
        state.apply(f"discard {code}")
    state.apply("done")
    assert state.seat == 0
    count = Counter(
        tuple(code for code in known if code not in world.hands[1] or Counter(world.discards[1])[code])
        for world in worlds(state, "thrown", 1500)
    )
    pairs = {kept: n for kept, n in count.items() if len(kept) == 2}
    # any two of six slots: ten pairs of known cards, five times one known and the unknown one (which may be equal to one)
    assert abs(sum(pairs.values()) / 1500 - 10 / 15) < 0.06
    assert agrees(Counter(pairs), {tuple(pair): 1 / 10 for pair in {tuple(sorted(p)) for p in permutations(known, 2)}})


def test_cards_known_at_another_seat_stay_known_while_that_seat_discards_nothing():
    seen = Counter()
    for number in range(16):
        state = start_with({0: ["a14", "a15"], 1: ["a14", "a15"]}, 2 + number % 3, expansion=True)
        rng = Random(number)
        for _ in range(8):
            play(state, rng, 3)
            if state.seat is None or state.over_round:
                break
            me, view = state.seat, state.view(state.seat)
            (world,) = worlds(state, f"known {number}", 1)
            for swap in view.swaps:
                later = view.acts[swap.act + 1 :]
                other = swap.seat
                if any(act.action.startswith("swaphand") or (act.seat == other and act.action == "discard ?") for act in later):
                    continue
                holds = Counter(swap.gave.split())
                holds.subtract(code for act in later if act.seat == other and (code := card_played(act.action)))
                assert not +holds - Counter(world.hands[other])
                seen["swaps"] += 1
            for look in view.inspections:
                changes = [i for i, act in enumerate(view.acts) if act.action == f"swaphat {look.seat}"]
                roles = [*world.hats[look.seat], world.roles[look.seat]]
                assert roles[sum(i < look.act for i in changes)] == look.role
                seen["looks"] += 1
            assert all(name in (None, world.goals[goal]) for goal, name in enumerate(view.goals))
            assert world.hats[me] == tuple(view.hats[me]) and world.discards[me] == tuple(view.discards[me])
    assert min(seen["swaps"], seen["looks"]) > 15


# Gold


def gold_chances(steps, watcher):
    """Every way the others' draft cards may have been -> its chance, given what `watcher` saw; by going through all draws.

    `steps` are ("draft", seats that choose in turn, the watcher's looks as {place in the order: (offer, its choice)}) or
    ("pay", amount).
    """
    worlds = {((16, 8, 4), ()): 1.0}  # (ones, twos, threes left in the deck), what others took so far
    for kind, what, looks in steps:
        after = Counter()
        for (mix, taken), weight in worlds.items():
            if kind == "pay":
                sets = [(3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)]
                paid = next(s for s in sets if all(s.count(v) <= mix[v - 1] for v in (1, 2, 3)))
                after[tuple(n - paid.count(v) for v, n in enumerate(mix, 1)), taken] += weight
                continue
            for drawn in product((1, 2, 3), repeat=len(what)):
                left, chance = list(mix), weight
                for value in drawn:
                    chance *= left[value - 1] / sum(left)
                    left[value - 1] -= 1
                if chance <= 0:
                    continue
                for choice in permutations(range(len(what))):  # each card on offer equally likely to be taken
                    lay, took, fits = list(drawn), [], True
                    for place, card in enumerate(choice):
                        value = drawn[card]
                        if place in looks:
                            offer, own = looks[place]
                            fits = fits and sorted(lay) == list(offer) and value == own
                        else:
                            took.append(value)
                        lay.remove(value)
                    if fits:
                        after[tuple(left), (*taken, *took)] += chance / factorial(len(what))
        worlds = after
    total = sum(worlds.values())
    out = Counter()
    for (mix, taken), weight in worlds.items():
        out[taken, mix] += weight / total
    return dict(out)


def shares_of(steps, watcher):
    """The movements of gold as the watcher's view has them."""
    out = []
    for number, (kind, what, looks) in enumerate(steps, 1):
        if kind == "pay":
            out.append(Share(number, 0, "pay", what, None))
            continue
        for place, seat in enumerate(what):
            offer, own = looks.get(place, ((), None))
            assert (place in looks) == (seat == watcher)
            out.append(Share(number, seat, "draft", own, " ".join(map(str, offer)) if offer else None))
    return out


GOLD_CASES = {
    "one draft not seen": [("draft", (2, 0, 2), {})],
    "first to look": [("draft", (1, 0, 2), {0: ((1, 2, 3), 3)})],
    "second to look": [("draft", (0, 1, 2), {1: ((1, 3), 1)})],
    "looks twice": [("draft", (1, 0, 2, 1), {0: ((1, 1, 2, 3), 2), 3: ((3,), 3)})],
    "a later offer tells of an earlier draft": [("draft", (2, 0, 2), {}), ("draft", (1, 0, 2), {0: ((3, 3, 3), 3)})],
    "pay in between": [("draft", (2, 0, 2), {}), ("pay", 4, {}), ("draft", (0, 1, 2), {1: ((2, 3), 2)})],
}


@pytest.mark.parametrize("name", GOLD_CASES)
def test_gold_that_others_took_and_what_is_left_are_drawn_as_enumeration_says(name):
    steps = GOLD_CASES[name]
    chances = gold_chances(steps, 1)
    shares, rng, count = shares_of(steps, 1), Random(f"gold {name}"), Counter()
    for _ in range(DRAWS):
        gold = draw_gold(shares, None, rng, 1, len(steps) + 1)
        taken = tuple(share.gold for share in gold.shares if share.kind == "draft" and share.seat != 1)
        mix = Counter(GOLD_VALUES[card] for card in gold.deck)
        count[taken, (mix[1], mix[2], mix[3])] += 1
    assert agrees(count, chances)


def test_the_order_of_the_gold_deck_is_even_whatever_was_paid():
    shares = shares_of([("pay", 4, {})], 1)
    rng, first = Random(5), Counter()
    for _ in range(DRAWS):
        gold = draw_gold(shares, None, rng, 1, 2)
        assert len(gold.deck) == 26
        first[GOLD_VALUES[gold.deck[0]]] += 1
    assert agrees(first, {1: 15 / 26, 2: 8 / 26, 3: 3 / 26})


@pytest.mark.parametrize("flags", [{}, {"expansion": True}], ids=str)
def test_at_a_draft_and_at_a_steal_drawn_worlds_play_on_with_the_same_seats_to_come(flags):
    met = 0
    for number in range(15):
        state, rng = start(5, number, **flags), Random(number)
        while state.seat is not None:
            if state.phase in ("draft", "steal"):
                (world,) = worlds(state, number, 1)
                assert (world.queue, world.drafters, world.starter) == (state.queue, state.drafters, state.starter)
                assert world.roles == state.roles and world.goals == state.goals and world.phase == state.phase
                met += 1
            theft = [action for action in state.legal() if action == "theft"]
            state.apply(theft[0]) if theft else dig(state, rng, 1)
    assert met > 4
