"""Number boards, flops and holes, so that arrays can be indexed by them.

Cards are numbered 4 * rank + suit; rank 0 is the deuce, 12 the ace. In the arrays cards appear in two coarser ways:

By ranks alone, suits are ignored:
- a *pair* (PAIRS = 91) is the two ranks of a hole, equal or not;
- a *flop by ranks* (RANK_FLOPS = 455) and a *board by ranks* (RANK_BOARDS = 6188) are multisets of three and five
  ranks. Five of one rank have a number too, although no such board exists; so there are 6175 real boards.

Seen from one suit, "the suit", a card is in it or elsewhere, and the other three suits are not told apart:
- a *kind of card* is 0 to 12 for a rank elsewhere, 13 to 25 for a rank in the suit;
- a *kind of hole* (KINDS = 338) is two kinds of card: 0 to 90 both elsewhere (the pair's number), then from ONE_IN on
  169 with one card in the suit, then from BOTH_IN on 78 with both;
- a *suit board* (SUIT_BOARDS = 36608) is a board with three or more cards of the suit: the set of ranks in the suit, as
  13 bits, and the ranks elsewhere. First come 286 * 91 with three in the suit, then 715 * 13 with four, then 1287 with
  five. At most one suit can be on a board three times, so every board is a suit board for one suit or for none;
- a *flop row* (FLOP_ROWS) is a flop with at least one card in the suit: 13 * 91 rows with one (rank in the suit, pair
  elsewhere), from TWO_IN_SUIT on 78 * 13 with two (set in the suit, rank elsewhere), from THREE_IN_SUIT on 286.

Sets are numbered in colexicographic order: a < b < c has the number C(a, 1) + C(b, 2) + C(c, 3). A multiset becomes a
set by adding 0, 1, 2 ... to its ranks in ascending order.

Example: ranks 0, 0, 2 (two deuces and a four) become the set 0, 1, 4, whose number is 0 + 0 + 4 = 4.
"""

from __future__ import annotations

from typing import NamedTuple

from pitboss.numeric.compiler import part
from pitboss.numeric.hands import I8
from pitboss.numeric.rank_worths import top

PAIRS, KINDS, RANK_BOARDS, RANK_FLOPS = 91, 338, 6188, 455
ONE_IN, BOTH_IN = 91, 260  # the first kind of hole with one card in the suit, and with both
SUIT_BOARDS3, SUIT_BOARDS4 = 286 * 91, 715 * 13
SUIT_BOARDS = SUIT_BOARDS3 + SUIT_BOARDS4 + 1287
TWO_IN_SUIT = 13 * 91
THREE_IN_SUIT = TWO_IN_SUIT + 78 * 13
FLOP_ROWS = THREE_IN_SUIT + 286


class Five(NamedTuple):
    """The ranks of a board, in ascending order."""

    a: int
    b: int
    c: int
    d: int
    e: int


class SuitBoard(NamedTuple):
    """A board with three or more cards of a suit, and its two numbers."""

    mask: int  # the ranks in the suit, one bit each
    size: int  # the number of ranks in the suit: 3, 4 or 5
    t: int  # the higher of the ranks elsewhere; -1 if there is none
    u: int  # the lower of the ranks elsewhere; -1 if there are fewer than two
    number: int  # the number of the suit board
    ranks: int  # the number of the board by ranks


@part
def pair_number(a: int, b: int) -> int:
    """Return the number of two ranks in any order, which may be equal."""
    if a < b:
        a, b = b, a
    return a * (a + 1) // 2 + b


@part
def hole_kind(a: int, b: int) -> int:
    """Return the number of a kind of hole, from two kinds of card in any order."""
    if a < b:
        a, b = b, a
    if a < 13:
        return pair_number(a, b)
    if b < 13:
        return kind_one_in_suit(a - 13, b)
    return kind_both_in_suit(a - 13, b - 13)


@part
def kind_one_in_suit(inside: int, outside: int) -> int:
    """Return the kind of hole with the rank `inside` in the suit and `outside` elsewhere."""
    return ONE_IN + 13 * inside + outside


@part
def kind_both_in_suit(a: int, b: int) -> int:
    """Return the kind of hole with two ranks in the suit, of which `a` is the higher one."""
    return BOTH_IN + a * (a - 1) // 2 + b


@part
def kind_from_suit(p: int, q: int, suit: int) -> int:
    """Return the kind of hole that two cards are, seen from a suit."""
    return hole_kind((p >> 2) + 13 * (p & 3 == suit), (q >> 2) + 13 * (q & 3 == suit))


@part
def flop_number(a: int, b: int, c: int) -> int:
    """Return the number of a flop by ranks, whose ranks are in ascending order."""
    return a + (b + 1) * b // 2 + (c + 2) * (c + 1) * c // 6


@part
def board_number(a: int, b: int, c: int, d: int, e: int) -> int:
    """Return the number of a board by ranks, whose ranks are in ascending order."""
    b, c, d, e = b + 1, c + 2, d + 3, e + 4
    return (
        a
        + b * (b - 1) // 2
        + c * (c - 1) * (c - 2) // 6
        + d * (d - 1) * (d - 2) * (d - 3) // 24
        + e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120
    )


@part
def board_number_any_order(a: int, b: int, c: int, d: int, e: int, room: I8) -> int:
    """Return the number of a board by ranks, whose ranks are in any order. `room` is a work array [5]."""
    room[0], room[1], room[2], room[3], room[4] = a, b, c, d, e
    for i in range(1, 5):
        rank = room[i]
        j = i
        while j > 0 and room[j - 1] > rank:
            room[j] = room[j - 1]
            j -= 1
        room[j] = rank
    return board_number(room[0], room[1], room[2], room[3], room[4])


@part
def board_number_of_mask(mask: int, t: int, u: int, room: I8) -> int:
    """Return the number by ranks of the board with the ranks in `mask` once each, and t and u besides (-1 for none).

    `room` is a work array [5].
    """
    filled = 0
    for rank in range(13):
        for _ in range((mask >> rank & 1) + (t == rank) + (u == rank)):
            room[filled] = rank
            filled += 1
    return board_number(room[0], room[1], room[2], room[3], room[4])


@part
def board_number_of_counts(counts: I8) -> int:
    """Return the number of a board by ranks, from counts[rank], the cards of each rank on it."""
    number = cards = 0
    for rank in range(13):
        for _ in range(counts[rank]):
            cards += 1
            choose = 1
            for i in range(cards):
                choose = choose * (rank + cards - 1 - i) // (i + 1)
            number += choose
    return number


@part
def first_suit_board(mask: int, size: int) -> int:
    """Return the number of the first suit board with the `size` ranks of `mask` in the suit: 3, 4 or 5 ranks.

    The boards with the same mask follow: with three in the suit in the order of the pair elsewhere, with four in the
    order of the rank elsewhere.
    """
    if size == 3:
        return top(mask, 3) * 91
    if size == 4:
        return SUIT_BOARDS3 + top(mask, 4) * 13
    return SUIT_BOARDS3 + SUIT_BOARDS4 + top(mask, 5)
