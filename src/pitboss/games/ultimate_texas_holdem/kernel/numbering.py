"""How boards, flops and holes are numbered, so that arrays can be indexed by them.

A kind of card, seen from a suit: 0 to 12 a rank in another suit, 13 to 25 a rank in this one. A kind of hole is a pair
of them: first the 91 with both cards elsewhere, then 169 with one card in the suit, then 78 with both in it. By ranks
alone there are the first 91.

A board by ranks is five ranks. Seen from a suit that is on it three times or more it is the set of ranks in the suit
and the ranks elsewhere; those with three in the suit come first, those with five last. A flop seen from a suit is a
row: with one rank in the suit and a pair of ranks elsewhere, from TWO on with two ranks in the suit and one elsewhere,
from THREE on with three.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.numeric.compiler import part
from pitboss.numeric.hands import I8
from pitboss.numeric.rank_worths import top

PAIRS, KINDS, RANK_BOARDS, RANK_FLOPS = 91, 338, 6188, 455
ONE_IN, BOTH_IN = 91, 260  # where kinds of hole with one card in the suit begin, and with two
SUIT_BOARDS3, SUIT_BOARDS4 = 286 * 91, 715 * 13
SUIT_BOARDS = SUIT_BOARDS3 + SUIT_BOARDS4 + 1287
TWO = 13 * 91
THREE = TWO + 78 * 13
FLOP_ROWS = THREE + 286


class Five(NamedTuple):
    """The ranks of a board in ascending order."""

    a: int
    b: int
    c: int
    d: int
    e: int


class SuitBoard(NamedTuple):
    """A board with three or more of a suit."""

    mask: int  # the ranks in the suit
    size: int  # how many there are
    t: int  # the higher of the ranks elsewhere, or -1 for none
    u: int  # the lower one, or -1
    number: int
    ranks: int  # its number by ranks alone


@part
def pair_of(a: int, b: int) -> int:
    """The number of an unordered pair of ranks, which may be equal."""
    if a < b:
        a, b = b, a
    return a * (a + 1) // 2 + b


@part
def kind_of(a: int, b: int) -> int:
    """The number of a kind of hole, from two kinds of card."""
    if a < b:
        a, b = b, a
    if a < 13:
        return pair_of(a, b)
    if b < 13:
        return one_in(a - 13, b)
    return both_in(a - 13, b - 13)


@part
def one_in(inside: int, outside: int) -> int:
    """The kind of hole with one rank in the suit and one elsewhere."""
    return ONE_IN + 13 * inside + outside


@part
def both_in(a: int, b: int) -> int:
    """The kind of hole with two ranks in the suit, the higher one first."""
    return BOTH_IN + a * (a - 1) // 2 + b


@part
def seen_from(p: int, q: int, suit: int) -> int:
    """The kind of hole two cards are, seen from a suit."""
    return kind_of((p >> 2) + 13 * (p & 3 == suit), (q >> 2) + 13 * (q & 3 == suit))


@part
def flop_of(a: int, b: int, c: int) -> int:
    """The number of three ranks in ascending order."""
    return a + (b + 1) * b // 2 + (c + 2) * (c + 1) * c // 6


@part
def board_of(a: int, b: int, c: int, d: int, e: int) -> int:
    """The number of five ranks in ascending order."""
    b, c, d, e = b + 1, c + 2, d + 3, e + 4
    return (
        a
        + b * (b - 1) // 2
        + c * (c - 1) * (c - 2) // 6
        + d * (d - 1) * (d - 2) * (d - 3) // 24
        + e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120
    )


@part
def board_of_any(a: int, b: int, c: int, d: int, e: int, room: I8) -> int:
    """The number of five ranks in any order."""
    room[0], room[1], room[2], room[3], room[4] = a, b, c, d, e
    for i in range(1, 5):
        rank = room[i]
        j = i
        while j > 0 and room[j - 1] > rank:
            room[j] = room[j - 1]
            j -= 1
        room[j] = rank
    return board_of(room[0], room[1], room[2], room[3], room[4])


@part
def board_with(mask: int, t: int, u: int, room: I8) -> int:
    """The number of the board that has the ranks in `mask` once each and t and u besides (-1 for none)."""
    many = 0
    for rank in range(13):
        for _ in range((mask >> rank & 1) + (t == rank) + (u == rank)):
            room[many] = rank
            many += 1
    return board_of(room[0], room[1], room[2], room[3], room[4])


@part
def board_of_counts(ranks: I8) -> int:
    """The number of a board, from how many cards of each rank it has."""
    number = many = 0
    for rank in range(13):
        for _ in range(ranks[rank]):
            many += 1
            choose = 1
            for i in range(many):
                choose = choose * (rank + many - 1 - i) // (i + 1)
            number += choose
    return number


@part
def suit_board(mask: int, size: int) -> int:
    """The number of the first board with these three, four or five ranks in a suit."""
    if size == 3:
        return top(mask, 3) * 91
    if size == 4:
        return SUIT_BOARDS3 + top(mask, 4) * 13
    return SUIT_BOARDS3 + SUIT_BOARDS4 + top(mask, 5)
