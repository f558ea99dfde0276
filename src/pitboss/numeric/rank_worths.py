"""The worth of poker hands as plain functions of sets of ranks: bit 0 of a set is the deuce, bit 12 the ace.

A hand's worth is `class << 12 | order within the class`; a higher worth wins, equal worths tie. With five or seven
cards the classes are high card, pair, two pair, three of a kind, straight, flush, full house, four of a kind, straight
flush, royal flush (0 to 9); with three cards high card, pair, flush, straight, three of a kind, straight flush (0 to
5).

`numeric.hands` compiles these functions for many hands at once, and `numeric.single_hand` calls them as plain Python.
"""

from __future__ import annotations

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)
HIGH3, PAIR3, FLUSH3, STRAIGHT3, TRIPS3, STRAIGHT_FLUSH3 = range(6)
CLASS = 12  # bits below the class
FIVE_CARD_CLASSES = (
    "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind",
    "straight flush", "royal flush",
)  # fmt: skip
THREE_CARD_CLASSES = ("high card", "pair", "flush", "straight", "three of a kind", "straight flush")


def highest(mask: int) -> int:
    """Return the highest rank in a set of ranks."""
    rank = 12
    while not mask >> rank & 1:
        rank -= 1
    return rank


def top(mask: int, cards: int) -> int:
    """Return a number that orders sets of ranks by their highest rank, then the next highest, and so on, `cards` deep.

    It is the number of sets of `cards` ranks that come before, which is a sum of binomials.
    """
    number = 0
    for left in range(cards, 0, -1):
        rank = highest(mask)
        mask ^= 1 << rank
        choose = 1
        for i in range(left):
            choose = choose * (rank - i) // (i + 1)
        number += choose
    return number


def straight(mask: int) -> int:
    """Return where the best five-card straight begins: 0 for ace to five, 9 for ten to ace, -1 if there is none."""
    low = mask << 1 | mask >> 12  # the ace also below the deuce
    runs = low & low >> 1 & low >> 2 & low >> 3 & low >> 4
    if runs == 0:
        return -1
    return highest(runs)


def count_ranks(mask: int) -> int:
    """Return the number of ranks in a set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def by_ranks(one: int, two: int, three: int, four: int) -> int:
    """Return the worth of the best five cards by ranks alone, given the sets of ranks that the hand has at least once,
    twice, three and four times."""
    if four:
        rank = highest(four)
        return QUADS << CLASS | rank * 13 + highest(one & ~(1 << rank))
    if three:
        rank = highest(three)
        paired = two & ~(1 << rank)
        if paired:
            return FULL_HOUSE << CLASS | rank * 13 + highest(paired)
    run = straight(one)
    if run >= 0:
        return STRAIGHT << CLASS | run
    if three:
        rank = highest(three)
        return TRIPS << CLASS | rank * 78 + top(one & ~(1 << rank), 2)
    if count_ranks(two) > 1:
        high = highest(two)
        low = highest(two & ~(1 << high))
        return TWO_PAIR << CLASS | (high * (high - 1) // 2 + low) * 13 + highest(one & ~(1 << high | 1 << low))
    if two:
        rank = highest(two)
        return PAIR << CLASS | rank * 286 + top(one & ~(1 << rank), 3)
    return HIGH << CLASS | top(one, 5)


def by_suit(mask: int) -> int:
    """Return the worth of the best five cards of one suit, given the set of its ranks, of which there are at least
    five."""
    run = straight(mask)
    if run == 9:
        return ROYAL << CLASS
    if run >= 0:
        return STRAIGHT_FLUSH << CLASS | run
    return FLUSH << CLASS | top(mask, 5)


def straight3(mask: int) -> int:
    """Return where the best three-card straight begins: 0 for ace-two-three, 11 for queen-king-ace, -1 if there is
    none."""
    low = mask << 1 | mask >> 12
    runs = low & low >> 1 & low >> 2
    if runs == 0:
        return -1
    return highest(runs)


def by_ranks3(one: int, two: int, three: int) -> int:
    """Return the worth of three cards by ranks alone, given the sets of ranks held at least once, twice and three
    times."""
    if three:
        return TRIPS3 << CLASS | highest(three)
    if two:
        rank = highest(two)
        return PAIR3 << CLASS | rank * 13 + highest(one & ~(1 << rank))
    run = straight3(one)
    if run >= 0:
        return STRAIGHT3 << CLASS | run
    return HIGH3 << CLASS | top(one, 3)


def by_suit3(mask: int) -> int:
    """Return the worth of three cards of one suit, given the set of their ranks."""
    run = straight3(mask)
    if run >= 0:
        return STRAIGHT_FLUSH3 << CLASS | run
    return FLUSH3 << CLASS | top(mask, 3)


PARTS = (highest, top, straight, count_ranks, by_ranks, by_suit, straight3, by_ranks3, by_suit3)
