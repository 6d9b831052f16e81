"""Deals: derived as specified, the same for ever, and fair."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import deals
from arena.deals import Deal, RandomChance, WrittenDeal


def words_by_the_letter(seed: bytes, label: str, count: int) -> list[int]:
    """The first words of a label's stream, written again from the specification alone."""
    key = hmac.new(seed, label.encode(), hashlib.sha256).digest()
    stream = b"".join(hashlib.sha256(key + i.to_bytes(8, "big")).digest() for i in range(count // 8 + 1))
    return [int.from_bytes(stream[4 * i : 4 * i + 4], "big") for i in range(count)]


def test_draws_are_words_of_sha256_in_counter_mode_reduced_without_bias() -> None:
    seed = bytes(range(32))
    deal = Deal(seed)
    assert [deal.below("die", 6) for _ in range(40)] == [word % 6 for word in words_by_the_letter(seed, "die", 40)]


def test_a_shuffle_is_fisher_yates_from_the_last_place_down() -> None:
    seed = bytes(32)
    words = iter(words_by_the_letter(seed, "deck", 4))
    items = list("abcde")
    for last in (4, 3, 2, 1):
        j = next(words) % (last + 1)
        items[last], items[j] = items[j], items[last]
    assert Deal(seed).shuffle("deck", "abcde") == items


def test_the_same_deal_for_ever() -> None:
    secret = deals.secret_of_number(7)
    assert deals.deal_seed(secret, 3).hex() == hmac.new(secret, b"deal 3", hashlib.sha256).hexdigest()
    assert Deal(deals.deal_seed(secret, 3)).shuffle("gold", range(8)) == PINNED
    assert 0 <= deals.bot_seed(secret, "0", 1) < 1 << 31


PINNED = [1, 5, 7, 3, 2, 0, 4, 6]


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 1000), max_size=20))
def test_a_label_draws_the_same_whatever_else_is_drawn(seed: bytes, bounds: list[int]) -> None:
    alone, among = Deal(seed), Deal(seed)
    mixed = []
    for bound in bounds:
        among.dice("other", 3)
        mixed.append(among.below("mine", bound))
    assert mixed == [alone.below("mine", bound) for bound in bounds]


def test_a_copy_draws_on_alike_and_apart() -> None:
    deal = Deal(bytes(32))
    deal.below("a", 6)
    twin = deal.copy()
    assert [deal.below("a", 1000) for _ in range(9)] == [twin.below("a", 1000) for _ in range(9)]


def test_every_order_of_three_is_equally_likely() -> None:
    orders = Counter(tuple(Deal(i.to_bytes(32, "big")).shuffle("x", "abc")) for i in range(6000))
    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5  # chi-square, 5 degrees, p = .001


def test_a_written_deal_gives_what_is_written_and_says_when_it_ends() -> None:
    deal = WrittenDeal({"gold": [[7, 3]], "die": [5], "two": [[6, 1]], "at": [0]})
    assert deal.shuffle("gold", [3, 7]) == [7, 3]
    assert deal.dice("die") == [5] and deal.dice("two", 2) == [6, 1] and deal.below("at", 3) == 0
    with pytest.raises(LookupError, match="'gold'"):
        deal.shuffle("gold", [3, 7])


def test_random_chance_copies_apart_and_alike() -> None:
    chance = RandomChance(Random(1))
    twin = chance.copy()
    assert chance.shuffle("x", range(9)) == twin.shuffle("x", range(9))
    assert chance.dice("x", 3) == twin.dice("x", 3)


@pytest.mark.parametrize("bad", [0, -1, (1 << 32) + 1])
def test_a_draw_below_nonsense_is_refused(bad: int) -> None:
    with pytest.raises(ValueError):
        Deal(bytes(32)).below("x", bad)
