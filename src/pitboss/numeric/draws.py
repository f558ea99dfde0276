"""Random numbers for simulations: what unit i of seed s draws is a pure function of s and i.

The generator is Philox4x32 with ten rounds (Salmon, Moraes, Dror and Shaw, 2011). It mixes a counter with a key, so
that any number of a stream can be computed without its predecessors. The key is the seed. The counter consists of the
unit (64 bits), the number of a block of four words within the unit, and the attempt (how often a word was refused).

One 32-bit word gives several small numbers: multiply it by 52; the upper half of the product is the first number, and
the lower half multiplied by 51 gives the next. To make all results equally likely, a few words are refused; the word of
the next attempt replaces a refused one. `unit_cards` and `unit_throws` do the same in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import prod
from typing import Any

import numpy as np

from pitboss.numeric.compiler import kernel, part
from pitboss.numeric.hands import U1, U2, U4

CARDS = 52
WORDS = 4  # words of a block
CARDS_A_WORD = 4
THROWS_A_WORD = 5
FACES = 36  # ordered results of two dice
LANES = 1024  # units that are dealt at once

_M0, _M1 = 0xD2511F53, 0xCD9E8D57
W0, W1 = 0x9E3779B9, 0xBB67AE85
LOW = 0xFFFFFFFF


@part
def word(unit: Any, key: Any, number: Any, attempt: Any) -> Any:
    """Return word `number` of a unit at this attempt."""
    c0, c1 = np.uint64(unit) & np.uint64(LOW), np.uint64(unit) >> np.uint64(32)
    c2, c3 = np.uint64(number) >> np.uint64(2), np.uint64(attempt)
    k0, k1 = np.uint64(key) & np.uint64(LOW), np.uint64(key) >> np.uint64(32)
    for _ in range(10):
        p0, p1 = np.uint64(_M0) * c0, np.uint64(_M1) * c2
        c0, c1, c2, c3 = (
            (p1 >> np.uint64(32)) ^ c1 ^ k0,
            p1 & np.uint64(LOW),
            (p0 >> np.uint64(32)) ^ c3 ^ k1,
            p0 & np.uint64(LOW),
        )
        k0 = (k0 + np.uint64(W0)) & np.uint64(LOW)
        k1 = (k1 + np.uint64(W1)) & np.uint64(LOW)
    which = number & 3
    if which == 0:
        return c0
    if which == 1:
        return c1
    if which == 2:
        return c2
    return c3


@part
def fill_block(first: Any, key: Any, number: int, words: U4, lanes: int) -> None:
    """Fill words[word, lane] with block `number` of the units `first + lane`, at the first attempt.

    The loop over lanes is outermost so that the compiler vectorizes it.
    """
    for lane in range(lanes):
        unit = np.uint64(first) + np.uint64(lane)
        c0, c1 = np.uint32(unit), np.uint32(unit >> np.uint64(32))
        c2, c3 = np.uint32(number), np.uint32(0)
        k0, k1 = np.uint32(key), np.uint32(np.uint64(key) >> np.uint64(32))
        for _ in range(10):
            p0, p1 = np.uint64(_M0) * np.uint64(c0), np.uint64(_M1) * np.uint64(c2)
            c0, c1, c2, c3 = (
                np.uint32(np.uint32(p1 >> np.uint64(32)) ^ c1 ^ k0),
                np.uint32(p1),
                np.uint32(np.uint32(p0 >> np.uint64(32)) ^ c3 ^ k1),
                np.uint32(p0),
            )
            k0 = np.uint32(k0 + np.uint32(W0))
            k1 = np.uint32(k1 + np.uint32(W1))
        words[0, lane] = c0
        words[1, lane] = c1
        words[2, lane] = c2
        words[3, lane] = c3


@part
def split_word(drawn: Any, held: int, count: int, out: U1, first: int, lane: int) -> Any:
    """Write `count` numbers from a word to out[first:, lane]: the first is below `held`, the next below `held - 1`, and
    so on. Return the rest of the word, which is compared with `refusal_bound`."""
    left = np.uint64(drawn)
    for i in range(count):
        left = left * np.uint64(held - i)
        out[first + i, lane] = np.uint8(left >> np.uint64(32))
        left &= np.uint64(LOW)
    return left


@part
def refusal_bound(held: int, count: int) -> Any:
    """Return the bound for the rest of a word: below it the word is refused, so that all results are equally likely."""
    product = np.uint64(1)
    for i in range(count):
        product *= np.uint64(held - i)
    return np.uint64(1 << 32) % product


@part
def deal(key: Any, first: Any, lanes: int, count: int, cards: U1, words: U4, taken: U1) -> None:
    """Deal `count` cards of one deck to each of the units `first + lane`: cards[i, lane] is card i in dealing order.

    Scratch arrays: words[word, lane] for a block, taken[i, lane] for the dealt cards in ascending order.
    """
    for group in range((count + CARDS_A_WORD - 1) // CARDS_A_WORD):
        if group % WORDS == 0:
            fill_block(first, key, group // WORDS, words, lanes)
        begin = group * CARDS_A_WORD
        size = min(CARDS_A_WORD, count - begin)
        bound = refusal_bound(CARDS - begin, size)
        row = group % WORDS
        for i in range(size):
            factor = np.uint64(CARDS - begin - i)
            for lane in range(lanes):
                left = np.uint64(words[row, lane]) * factor
                cards[begin + i, lane] = np.uint8(left >> np.uint64(32))
                words[row, lane] = np.uint32(left)
        bound32 = np.uint32(bound)
        for lane in range(lanes):
            if words[row, lane] < bound32:
                attempt = 1
                unit = np.uint64(first) + np.uint64(lane)
                while split_word(word(unit, key, group, attempt), CARDS - begin, size, cards, begin, lane) < bound:
                    attempt += 1
    # So far cards[i, lane] is an index into the cards that were left in the deck, in ascending order. To find the card,
    # go through the taken cards in ascending order: each one that is not above the index moves it up by one.
    for i in range(count):
        for other in range(i):
            for lane in range(lanes):
                card, gone = cards[i, lane], taken[other, lane]
                cards[i, lane] = np.uint8(card + np.uint8(card >= gone))
        for lane in range(lanes):
            taken[i, lane] = cards[i, lane]
        for other in range(i):  # insert it by swapping upward; the compiler does not vectorize a loop that goes down
            for lane in range(lanes):
                new, old = taken[i, lane], taken[other, lane]
                taken[other, lane] = min(new, old)
                taken[i, lane] = max(new, old)


ALL_THROWS = FACES**THROWS_A_WORD
REFUSED_THROWS = (1 << 32) % ALL_THROWS


@part
def throw_word(key: Any, unit: Any, number: int, drawn: Any) -> Any:
    """Return word `number` of a unit that throws dice: `drawn`, the word of the first attempt, unless it is
    refused."""
    attempt = 0
    while (np.uint64(drawn) * np.uint64(ALL_THROWS)) & np.uint64(LOW) < np.uint64(REFUSED_THROWS):
        attempt += 1
        drawn = word(unit, key, number, attempt)
    return drawn


@kernel("u8 u8 u1[:,:] u4[:,:] u1[:,:]")
def deal_units(key: int, first: int, cards: U1, words: U4, taken: U1) -> int:
    """Deal cards[i, lane] for up to LANES units from number `first` on, as `deal` does."""
    deal(key, first, cards.shape[1], cards.shape[0], cards, words, taken)
    return 0


def scratch(count: int) -> tuple[U1, U4, U1]:
    """Return empty arrays for `deal`, with `count` cards a unit: cards[i, lane], words[word, lane], taken[i, lane]."""
    return np.empty((count, LANES), np.uint8), np.empty((WORDS, LANES), np.uint32), np.empty((count, LANES), np.uint8)


def play_dealt_cards(play: Callable[[U1, U2], object], count: int) -> Callable[[int, int, U2], int]:
    """Return a `Ready.play` function for a game with `count` cards a unit.

    `play` is called with cards[i, unit] and an empty array codes[column, unit] to fill.
    """

    def play_units(seed: int, first: int, codes: U2) -> int:
        """Fill codes[column, unit] for the units from number `first` on."""
        columns, units = codes.shape
        _, words, taken = scratch(count)
        for begin in range(0, units, LANES):
            lanes = min(LANES, units - begin)
            cards, lane_codes = np.empty((count, lanes), np.uint8), np.empty((columns, lanes), np.uint16)
            deal_units(seed, first + begin, cards, words, taken)
            play(cards, lane_codes)
            codes[:, begin : begin + lanes] = lane_codes
        return 0

    return play_units


# --- the same in plain Python, one unit at a time


def plain_word(seed: int, unit: int, number: int, attempt: int) -> int:
    """Return word `number` of a unit at this attempt, as `word` does."""
    c0, c1, c2, c3 = unit & LOW, unit >> 32, number // WORDS, attempt
    k0, k1 = seed & LOW, seed >> 32
    for _ in range(10):
        p0, p1 = _M0 * c0, _M1 * c2
        c0, c1, c2, c3 = p1 >> 32 ^ c1 ^ k0, p1 & LOW, p0 >> 32 ^ c3 ^ k1, p0 & LOW
        k0, k1 = k0 + W0 & LOW, k1 + W1 & LOW
    return (c0, c1, c2, c3)[number % WORDS]


def bounded_numbers(seed: int, unit: int, at: int, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """Return one number below each bound from word number `at` of a unit. All combinations are equally likely."""
    for attempt in count():
        left = plain_word(seed, unit, at, attempt)
        numbers = []
        for bound in bounds:
            number, left = divmod(left * bound, 1 << 32)
            numbers.append(number)
        if left >= (1 << 32) % prod(bounds):
            return tuple(numbers)
    raise AssertionError


def unit_cards(seed: int, unit: int, count: int) -> tuple[int, ...]:
    """Return the first `count` cards of a unit in dealing order."""
    left, dealt = list(range(CARDS)), []
    for group in range((count + CARDS_A_WORD - 1) // CARDS_A_WORD):
        begin = group * CARDS_A_WORD
        size = min(CARDS_A_WORD, count - begin)
        bounds = tuple(CARDS - begin - i for i in range(size))
        dealt += [left.pop(number) for number in bounded_numbers(seed, unit, group, bounds)]
    return tuple(dealt)


def unit_throws(seed: int, unit: int) -> Iterator[tuple[int, int]]:
    """Yield the results of a unit's two dice, throw after throw."""
    for at in count():
        for number in bounded_numbers(seed, unit, at, (FACES,) * THROWS_A_WORD):
            yield number // 6 + 1, number % 6 + 1


KERNELS = (deal_units,)
