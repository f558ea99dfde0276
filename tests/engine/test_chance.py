"""Chance: unbiased by construction, the same again for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import factorial

import pytest

from pitboss.engine.chance import Source, live_source, seeded_source
from pitboss.engine.inputs import CardOrder, Cut
from pitboss.engine.waits import CardOrderWanted, CutWanted
from pitboss.table.cards import FULL_DECK


def counting(numbers: list[int]) -> Source:
    """A source that draws just these numbers."""
    left = iter(numbers)
    return Source("test", lambda size: next(left).to_bytes(size))


def test_every_order_comes_from_exactly_one_number() -> None:
    orders = [counting([which]).order("abcd") for which in range(factorial(4))]
    assert Counter(orders) == Counter(permutations("abcd"))


@pytest.mark.parametrize("bound", [1, 2, 3, 10, 43, factorial(52)])
def test_what_would_tip_the_scale_is_drawn_again(bound: int) -> None:
    size = (bound.bit_length() + 7) // 8 + 2
    most = (1 << (8 * size)) // bound * bound  # the numbers below it fall evenly on all outcomes
    assert counting([most - 1]).below(bound) == bound - 1
    if most < 1 << (8 * size):
        assert counting([most, 0]).below(bound) == 0  # the first is thrown away


def test_below_is_even_on_all_numbers_it_takes() -> None:
    size = 1 + 2  # bytes for a bound of 5
    most = (1 << (8 * size)) // 5 * 5
    # Consecutive numbers give consecutive outcomes, and a whole number of cycles is taken.
    assert [counting([n]).below(5) for n in range(10)] == [0, 1, 2, 3, 4] * 2
    assert most % 5 == 0


def test_same_seed_same_cards_other_seed_other_cards() -> None:
    assert seeded_source(7).order(FULL_DECK) == seeded_source(7).order(FULL_DECK)
    assert seeded_source(7).order(FULL_DECK) != seeded_source(8).order(FULL_DECK)
    again = seeded_source(7)
    assert again.order(FULL_DECK) != again.order(FULL_DECK)


def test_live_cards_are_a_whole_deck_each_time() -> None:
    source = live_source()
    orders = {source.order(FULL_DECK) for _ in range(50)}
    assert len(orders) == 50
    assert all(sorted(order) == sorted(FULL_DECK) for order in orders)
    assert source.label == "live"
    assert source.salt() != source.salt()


def test_a_source_answers_chance_and_nothing_else() -> None:
    source = seeded_source(1)
    order = source.answers(CardOrderWanted("18.5(a)", "18.2(a)", FULL_DECK))
    assert isinstance(order, CardOrder)
    cuts = {source.answers(CutWanted("18.5(c)1ii", 10, 12)) for _ in range(100)}
    assert cuts == {Cut(10), Cut(11), Cut(12)}
    assert source.answers(None) is None
