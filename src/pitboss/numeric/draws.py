"""Chance for simulations: what unit i of seed s draws is a pure function of s and i.

The numbers come from Philox4x32 with ten rounds (Salmon, Moraes, Dror and Shaw, 2011): a counter is mixed with a key,
so that any number of a stream can be had without those before it. The key is the seed. The counter holds the unit (64
bits), the block of four words within it, and how often a word has been refused.

A word of 32 bits gives several small numbers at once: multiplied by 52, its upper half is the first of them, and its
lower half is multiplied by 51 for the next. All of them together are equally likely but for a few words, which are
refused; the word of the next attempt takes the place of one. `unit_cards` and `unit_throws` say the same in plain
Python.
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
WORDS = 4  # to a block
CARDS_A_WORD = 4
THROWS_A_WORD = 5
FACES = 36  # what two dice can show, told apart
LANES = 1024  # units that are dealt together

_M0, _M1 = 0xD2511F53, 0xCD9E8D57
W0, W1 = 0x9E3779B9, 0xBB67AE85
LOW = 0xFFFFFFFF


@part
def word(unit: Any, key: Any, at: Any, attempt: Any) -> Any:
    """Word number `at` of a unit, at this attempt."""
    c0, c1 = np.uint64(unit) & np.uint64(LOW), np.uint64(unit) >> np.uint64(32)
    c2, c3 = np.uint64(at) >> np.uint64(2), np.uint64(attempt)
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
    which = at & 3
    if which == 0:
        return c0
    if which == 1:
        return c1
    if which == 2:
        return c2
    return c3


@part
def fill_block(first: Any, key: Any, number: int, words: U4, lanes: int) -> None:
    """One block of words for each of so many units, at the first attempt. Written for all lanes at once."""
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
def split_word(drawn: Any, held: int, many: int, out: U1, first: int, lane: int) -> Any:
    """So many numbers from a word, the first of them below `held`, the next below one less and so on. What is left of
    the word tells whether it is refused."""
    left = np.uint64(drawn)
    for i in range(many):
        left = left * np.uint64(held - i)
        out[first + i, lane] = np.uint8(left >> np.uint64(32))
        left &= np.uint64(LOW)
    return left


@part
def refusal_bound(held: int, many: int) -> Any:
    """Of what is left of a word: less than this, and the word is refused, so that every result has as many words."""
    product = np.uint64(1)
    for i in range(many):
        product *= np.uint64(held - i)
    return np.uint64(1 << 32) % product


@part
def deal(key: Any, first: Any, lanes: int, many: int, cards: U1, words: U4, taken: U1) -> None:
    """So many cards of one deck for each of up to LANES units: cards[which, lane]. `words` is room for WORDS lines,
    `taken` for as many as cards."""
    for group in range((many + CARDS_A_WORD - 1) // CARDS_A_WORD):
        if group % WORDS == 0:
            fill_block(first, key, group // WORDS, words, lanes)
        begin = group * CARDS_A_WORD
        size = min(CARDS_A_WORD, many - begin)
        fewest = refusal_bound(CARDS - begin, size)
        row = group % WORDS
        for i in range(size):
            factor = np.uint64(CARDS - begin - i)
            for lane in range(lanes):
                left = np.uint64(words[row, lane]) * factor
                cards[begin + i, lane] = np.uint8(left >> np.uint64(32))
                words[row, lane] = np.uint32(left)
        short = np.uint32(fewest)
        for lane in range(lanes):
            if words[row, lane] < short:
                attempt = 1
                unit = np.uint64(first) + np.uint64(lane)
                while split_word(word(unit, key, group, attempt), CARDS - begin, size, cards, begin, lane) < fewest:
                    attempt += 1
    # So far each number says which of the cards that are left it is, counted from the lowest. To find the card, go
    # through those that are taken, in order: each that is not above moves it up by one.
    for which in range(many):
        for other in range(which):
            for lane in range(lanes):
                card, gone = cards[which, lane], taken[other, lane]
                cards[which, lane] = np.uint8(card + np.uint8(card >= gone))
        for lane in range(lanes):
            taken[which, lane] = cards[which, lane]
        for other in range(which):  # upward, for the compiler makes vectors of this and of nothing that goes down
            for lane in range(lanes):
                new, old = taken[which, lane], taken[other, lane]
                taken[other, lane] = min(new, old)
                taken[which, lane] = max(new, old)


ALL_THROWS = FACES**THROWS_A_WORD
REFUSED_THROWS = (1 << 32) % ALL_THROWS


@part
def throw_word(key: Any, unit: Any, at: int, drawn: Any) -> Any:
    """Word number `at` of a unit that throws dice: what was drawn at the first attempt, unless it is refused."""
    attempt = 0
    while (np.uint64(drawn) * np.uint64(ALL_THROWS)) & np.uint64(LOW) < np.uint64(REFUSED_THROWS):
        attempt += 1
        drawn = word(unit, key, at, attempt)
    return drawn


@kernel("u8 u8 u1[:,:] u4[:,:] u1[:,:]")
def deal_units(key: int, first: int, cards: U1, words: U4, taken: U1) -> int:
    """The cards of as many units as `cards` has columns, LANES of them at most: what the games' kernels call."""
    deal(key, first, cards.shape[1], cards.shape[0], cards, words, taken)
    return 0


def scratch(many: int) -> tuple[U1, U4, U1]:
    """What `deal` needs for so many cards: where cards, words and what is taken are written."""
    return np.empty((many, LANES), np.uint8), np.empty((WORDS, LANES), np.uint32), np.empty((many, LANES), np.uint8)


def play_dealt_cards(play: Callable[[U1, U2], object], many: int) -> Callable[[int, int, U2], int]:
    """Units from a seed for what plays cards that are dealt: it is given the cards, [card, unit], so many for a unit,
    and room for the codes, [column, unit]."""

    def played(seed: int, first: int, codes: U2) -> int:
        columns, units = codes.shape
        _, words, taken = scratch(many)
        for begin in range(0, units, LANES):
            lanes = min(LANES, units - begin)
            cards, found = np.empty((many, lanes), np.uint8), np.empty((columns, lanes), np.uint16)
            deal_units(seed, first + begin, cards, words, taken)
            play(cards, found)
            codes[:, begin : begin + lanes] = found
        return 0

    return played


# --- the same in plain Python, one unit at a time


def plain_word(seed: int, unit: int, at: int, attempt: int) -> int:
    c0, c1, c2, c3 = unit & LOW, unit >> 32, at // WORDS, attempt
    k0, k1 = seed & LOW, seed >> 32
    for _ in range(10):
        p0, p1 = _M0 * c0, _M1 * c2
        c0, c1, c2, c3 = p1 >> 32 ^ c1 ^ k0, p1 & LOW, p0 >> 32 ^ c3 ^ k1, p0 & LOW
        k0, k1 = k0 + W0 & LOW, k1 + W1 & LOW
    return (c0, c1, c2, c3)[at % WORDS]


def bounded_numbers(seed: int, unit: int, at: int, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """A number below each bound, all together equally likely, from word number `at` of a unit."""
    for attempt in count():
        left = plain_word(seed, unit, at, attempt)
        found = []
        for bound in bounds:
            number, left = divmod(left * bound, 1 << 32)
            found.append(number)
        if left >= (1 << 32) % prod(bounds):
            return tuple(found)
    raise AssertionError


def unit_cards(seed: int, unit: int, many: int) -> tuple[int, ...]:
    """The cards of a unit in the order in which they are dealt."""
    left, dealt = list(range(CARDS)), []
    for at in range((many + CARDS_A_WORD - 1) // CARDS_A_WORD):
        begin = at * CARDS_A_WORD
        size = min(CARDS_A_WORD, many - begin)
        bounds = tuple(CARDS - begin - i for i in range(size))
        dealt += [left.pop(number) for number in bounded_numbers(seed, unit, at, bounds)]
    return tuple(dealt)


def unit_throws(seed: int, unit: int) -> Iterator[tuple[int, int]]:
    """What the dice show, throw after throw."""
    for at in count():
        for number in bounded_numbers(seed, unit, at, (FACES,) * THROWS_A_WORD):
            yield number // 6 + 1, number % 6 + 1


KERNELS = (deal_units,)
