"""The random numbers of simulations: the published values of Philox, compiled draws against plain ones, and
fairness."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations

import numpy as np
import pytest

from pitboss.numeric import draws
from pitboss.numeric.choices import all_sets, set_number


def deal_compiled(seed: int, first: int, many: int, units: int) -> list[tuple[int, ...]]:
    cards, words, taken = (np.ascontiguousarray(each[:, :units]) for each in draws.scratch(many))
    draws.deal_units(seed, first, cards, words, taken)
    return [tuple(column) for column in cards.T.tolist()]


@pytest.mark.parametrize(
    ("seed", "unit", "block", "attempt", "words"),
    [  # the known answers that Random123 is distributed with
        (0, 0, 0, 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        (2**64 - 1, 2**64 - 1, 2**32 - 1, 2**32 - 1, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            0x299F31D0_A4093822,
            0x85A308D3_243F6A88,
            0x13198A2E,
            0x03707344,
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_gives_its_known_answers(seed: int, unit: int, block: int, attempt: int, words: tuple[int, ...]) -> None:
    assert tuple(draws.plain_word(seed, unit, 4 * block + at, attempt) for at in range(4)) == words


@pytest.mark.parametrize("many", [1, 3, 4, 5, 8, 9, 16, 17, 23, 50, 52])
@pytest.mark.parametrize("first", [0, 2**32 - 3, 2**40])
def test_compiled_draws_equal_the_plain_ones(many: int, first: int) -> None:
    for unit, cards in enumerate(deal_compiled(1947, first, many, 200), first):
        assert cards == draws.unit_cards(1947, unit, many)
        assert len(set(cards)) == many


def test_a_refused_word_is_replaced_by_the_next_attempt() -> None:
    """A 32-bit word has too few values for all 52 x 51 x 50 x 49 ordered hands of four to be equally likely: some are
    refused."""
    refused = []
    for unit in range(20_000):
        left = draws.plain_word(7, unit, 0, 0)
        for bound in (52, 51, 50, 49):
            left = left * bound % 2**32
        if left < 2**32 % (52 * 51 * 50 * 49):
            refused.append(unit)
    assert refused  # about one in a thousand
    for unit in refused:
        assert deal_compiled(7, unit, 4, 1) == [draws.unit_cards(7, unit, 4)]
        (first, *_) = draws.bounded_numbers(7, unit, 0, (52, 51, 50, 49))
        assert first == draws.plain_word(7, unit, 0, 1) * 52 >> 32


def test_drawing_with_eight_bit_words_is_exactly_fair() -> None:
    """The method on all words of eight bits: after refusals, every ordered pair from five cards is equally likely."""
    found: Counter[tuple[int, int]] = Counter()
    for word in range(256):
        first, left = divmod(word * 5, 256)
        second, left = divmod(left * 4, 256)
        if left >= 256 % 20:
            found[first, second] += 1
    assert set(found.values()) == {256 // 20}
    assert len(found) == 20


def test_every_position_gets_every_card_equally_often() -> None:
    units = 1024 * 200
    counts = np.zeros((9, 52), np.int64)
    for first in range(0, units, 1024):
        for place, cards in enumerate(np.array(deal_compiled(1, first, 9, 1024)).T):
            counts[place] += np.bincount(cards, minlength=52)
    expected = units / 52
    for counted in counts:
        chi2 = float(((counted - expected) ** 2 / expected).sum())
        assert 18 < chi2 < 110  # 51 degrees of freedom: beyond these once in a million times


def test_every_order_of_three_cards_is_equally_likely() -> None:
    found: Counter[tuple[int, ...]] = Counter()
    for first in range(0, 1024 * 60, 1024):
        for cards in deal_compiled(3, first, 3, 1024):
            found[tuple(sorted(cards).index(card) for card in cards)] += 1
    expected = 1024 * 60 / 6
    assert set(found) == set(permutations(range(3)))
    assert sum((often - expected) ** 2 / expected for often in found.values()) < 35  # 5 degrees of freedom


def test_throws_are_fair_and_no_throw_is_another() -> None:
    found: Counter[tuple[int, int]] = Counter()
    for unit in range(3_000):
        found.update(islice(draws.unit_throws(5, unit), 12))
    expected = 3_000 * 12 / 36
    assert len(found) == 36
    assert sum((often - expected) ** 2 / expected for often in found.values()) < 95  # 35 degrees of freedom


def test_every_seed_and_unit_has_its_own_stream() -> None:
    assert len({draws.unit_cards(seed, unit, 5) for seed in range(30) for unit in range(30)}) == 900


@pytest.mark.parametrize("many", [2, 3])
def test_sets_of_cards_have_the_number_of_their_line(many: int) -> None:
    sets = all_sets(many)
    for line in (0, 1, 2, 51, 52, 1000, len(sets) - 1):
        assert set_number(tuple(sets[line].tolist())) == line
