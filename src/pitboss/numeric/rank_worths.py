"""What sets of ranks are worth, as plain functions of whole numbers: bit 0 of a set is the deuce, bit 12 the ace.

A hand's worth is `class << 12 | place in the class`; more is better, equal is a tie. With five or seven cards the
classes are high card, pair, two pair, three of a kind, straight, flush, full house, four of a kind, straight flush,
royal flush (0 to 9); with three cards high card, pair, flush, straight, three of a kind, straight flush (0 to 5).

`numeric.hands` compiles these functions for hands in bulk, `numeric.single` calls them as they are: one ranking.
"""

from __future__ import annotations

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)
HIGH3, PAIR3, FLUSH3, STRAIGHT3, TRIPS3, STRAIGHT_FLUSH3 = range(6)
CLASS = 12  # bits below the class


def highest(mask: int) -> int:
    """The highest rank in a set of ranks."""
    rank = 12
    while not mask >> rank & 1:
        rank -= 1
    return rank


def top(mask: int, cards: int) -> int:
    """A number that orders sets of ranks by their highest, then next highest, and so on, `cards` deep.

    It is the number of sets of that many ranks that come before: a sum of binomials.
    """
    place = 0
    for left in range(cards, 0, -1):
        rank = highest(mask)
        mask ^= 1 << rank
        choose = 1
        for i in range(left):
            choose = choose * (rank - i) // (i + 1)
        place += choose
    return place


def straight(mask: int) -> int:
    """How high the best five in sequence begin: 0 for the ace-to-five, 9 for the ten-to-ace, -1 for none."""
    low = mask << 1 | mask >> 12  # the ace also below the deuce
    runs = low & low >> 1 & low >> 2 & low >> 3 & low >> 4
    if runs == 0:
        return -1
    return highest(runs)


def count_ranks(mask: int) -> int:
    many = 0
    while mask:
        mask &= mask - 1
        many += 1
    return many


def by_ranks(one: int, two: int, three: int, four: int) -> int:
    """The best five cards by ranks alone; the sets of ranks held at least once, twice, three and four times."""
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
    """The best five cards of one suit, of which there are at least five."""
    run = straight(mask)
    if run == 9:
        return ROYAL << CLASS
    if run >= 0:
        return STRAIGHT_FLUSH << CLASS | run
    return FLUSH << CLASS | top(mask, 5)


def straight3(mask: int) -> int:
    """As `straight`, for three cards: 0 for ace-two-three, 11 for queen-king-ace."""
    low = mask << 1 | mask >> 12
    runs = low & low >> 1 & low >> 2
    if runs == 0:
        return -1
    return highest(runs)


def by_ranks3(one: int, two: int, three: int) -> int:
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
    run = straight3(mask)
    if run >= 0:
        return STRAIGHT_FLUSH3 << CLASS | run
    return FLUSH3 << CLASS | top(mask, 3)


PARTS = (highest, top, straight, count_ranks, by_ranks, by_suit, straight3, by_ranks3, by_suit3)
