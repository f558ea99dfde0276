"""Build tables of the kinds of hole, and of the worth of every hole on every board where only ranks matter.

The *worth* of a hand is the number of the evaluator (`numeric.hands`): the higher hand has the higher worth, and
`worth >> CLASS` is its class, 0 for a high card to 9 for a royal flush.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    KINDS,
    PAIRS,
    RANK_BOARDS,
    Five,
    board_number,
    hole_kind,
    pair_number,
)
from pitboss.numeric import hands
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, SLOTS, U1, U2


@group("u1[:] u1[:] u1[:] i8[:,:] i8[:,:]")
class Kinds(NamedTuple):
    """The 338 kinds of hole, see `numbering`."""

    first: U1  # [kind]: the kind of its first card, which is the higher one
    second: U1  # [kind]: the kind of its second card
    pair: U1  # [kind]: the number of its pair of ranks
    off: I8  # [rank, kind]: its cards of the rank that are not in the suit
    held: I8  # [rank, pair]: its cards of the rank


@group("u2[:,:] u1[:,:] u2[:] i8")
class Boards(NamedTuple):
    """The worth of holes on boards, apart from flushes, and the worth of flushes."""

    worth: U2  # [board by ranks, pair]: the worth of the hole if no flush can be made; 0 if there is no such hole
    order: U1  # [board by ranks, place]: the pairs in ascending order of `worth`
    suited: U2  # [set of ranks]: the worth of five or more cards of one suit
    own: int  # how many of its own cards a hole must use: 0, or 2 for both


@group("i8[:] u2[:] u2[:]")
class Lookup(NamedTuple):
    """The evaluator's tables for hands of one size without a flush."""

    number: I8  # [rank]: a number; the sum of these identifies a multiset of ranks
    rows: U2  # [high bits of a sum]: where its row of `worth` is
    worth: U2  # [slot]: the worth of a hand


@cache
def kinds() -> Kinds:
    """Return the table of the kinds of hole."""
    first, second, pair = (np.zeros(KINDS, np.uint8) for _ in range(3))
    off, held = np.zeros((13, KINDS), np.int64), np.zeros((13, PAIRS), np.int64)
    for a in range(26):
        for b in range(a + 1):
            if a == b and a >= 13:
                continue
            kind = hole_kind(a, b)
            first[kind], second[kind], pair[kind] = a, b, pair_number(a % 13, b % 13)
            for card in (a, b):
                if card < 13:
                    off[card, kind] += 1
                    if kind < PAIRS:
                        held[card, kind] += 1
    return Kinds(first, second, pair, off, held)


def lookup_for(size: int) -> Lookup:
    """Return the evaluator's tables for hands of `size` cards."""
    evaluator = hands.ranking_tables(size)
    return Lookup((evaluator.card[:52:4] & 0xFFFFFFFF).astype(np.int64), evaluator.rows, evaluator.worth)


@part
def worth_by_rank(lookup: Lookup, total: int) -> Any:
    """Return the worth of a hand without a flush, from the sum of its ranks' numbers."""
    key = total & 0xFFFFFFFF
    return lookup.worth[(key ^ lookup.rows[key >> 19]) & (SLOTS - 1)]


@part
def best_by_rank(lookup: Lookup, base: int, x: int, y: int, own: int, board_ranks: I8) -> Any:
    """Return the worth of the ranks x and y on a board by ranks.

    If `own` is 0, that is the best five of all seven cards; else the best of both with three of the board's, whose
    ranks are `board_ranks`. `base` is the sum of the numbers of the board's ranks.
    """
    number = lookup.number
    if own == 0:
        return np.int64(worth_by_rank(lookup, base + number[x] + number[y]))
    best = np.int64(0)
    for i in range(5):
        for j in range(i):  # all but these two
            total = base + number[x] + number[y] - number[board_ranks[i]] - number[board_ranks[j]]
            best = max(best, np.int64(worth_by_rank(lookup, total)))
    return best


@part
def sort_board(five: Five, lookup: Lookup, boards: Boards, room: I8) -> None:
    """Fill the rows of one board in `boards.worth` and `boards.order`. `room` is a work array [PAIRS + 5]."""
    a, b, c, d, e = five
    board = board_number(a, b, c, d, e)
    number, ranks = lookup.number, room[PAIRS:]
    ranks[0], ranks[1], ranks[2], ranks[3], ranks[4] = a, b, c, d, e
    base = number[a] + number[b] + number[c] + number[d] + number[e]
    hole = 0
    for x in range(13):
        for y in range(x + 1):
            on_board_x = (a == x) + (b == x) + (c == x) + (d == x) + (e == x)
            on_board_y = (a == y) + (b == y) + (c == y) + (d == y) + (e == y)
            value: Any = 0
            if on_board_x + 1 + (x == y) <= 4 and on_board_y < 4:
                value = best_by_rank(lookup, base, x, y, boards.own, ranks)
            boards.worth[board, hole] = value
            i = hole
            while i > 0 and room[i - 1] >> 8 > value:
                room[i] = room[i - 1]
                i -= 1
            room[i] = value << 8 | hole
            hole += 1
    for i in range(PAIRS):
        boards.order[board, i] = room[i] & 255


@kernel(Lookup, Boards, "i8[:]")
def sort_boards(lookup: Lookup, boards: Boards, room: I8) -> int:
    """Fill `boards.worth` and `boards.order` for every board by ranks, and return the number of boards."""
    count = 0
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        sort_board(Five(a, b, c, d, e), lookup, boards, room)
                        count += 1
    return count


@cache
def sorted_boards(own: int = 0) -> Boards:
    """Return the worth and order of holes on every board by ranks. `own` is as in `Boards`."""
    worth, order = np.zeros((RANK_BOARDS, PAIRS), np.uint16), np.zeros((RANK_BOARDS, PAIRS), np.uint8)
    boards = Boards(worth, order, hands.ranking_tables(7).suited, own)
    sort_boards(lookup_for(5 if own else 7), boards, np.zeros(PAIRS + 5, np.int64))
    return boards
