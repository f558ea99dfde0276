"""Tables made once: the kinds of hole, and what every hole is worth on every board where only ranks matter."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.numbering import (
    KINDS,
    PAIRS,
    RANK_BOARDS,
    Five,
    board_of,
    kind_of,
    pair_of,
)
from pitboss.numeric import hands
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, SLOTS, U1, U2


@group("u1[:] u1[:] u1[:] i8[:,:] i8[:,:]")
class Kinds(NamedTuple):
    """The 338 kinds of hole."""

    first: U1  # kinds of card, the higher one first
    second: U1
    pair: U1  # by ranks alone
    off: I8  # [rank, kind]: cards of the rank in other suits
    held: I8  # [rank, pair]: cards of the rank


@group("u2[:,:] u1[:,:] u2[:] i8")
class Boards(NamedTuple):
    """What is worth what."""

    worth: U2  # [board, hole] by ranks: where no flush can be made; 0 where there is no such hole
    order: U1  # [board, place]: the holes in the order of that
    suited: U2  # [set of ranks] of five cards or more of one suit
    own: int  # how many of its own cards a hole must use: none, or both


@group("i8[:] u2[:] u2[:]")
class Lookup(NamedTuple):
    """The evaluator's tables for hands without a flush."""

    number: I8  # [rank]: the sum of these tells one set of ranks from every other
    rows: U2
    worth: U2


@cache
def kinds() -> Kinds:
    first, second, pair = (np.zeros(KINDS, np.uint8) for _ in range(3))
    off, held = np.zeros((13, KINDS), np.int64), np.zeros((13, PAIRS), np.int64)
    for a in range(26):
        for b in range(a + 1):
            if a == b and a >= 13:
                continue
            kind = kind_of(a, b)
            first[kind], second[kind], pair[kind] = a, b, pair_of(a % 13, b % 13)
            for card in (a, b):
                if card < 13:
                    off[card, kind] += 1
                    if kind < PAIRS:
                        held[card, kind] += 1
    return Kinds(first, second, pair, off, held)


def lookup_for(size: int) -> Lookup:
    """For hands of this many cards."""
    made = hands.ranking_tables(size)
    return Lookup((made.card[:52:4] & 0xFFFFFFFF).astype(np.int64), made.rows, made.worth)


@part
def worth_by_rank(lookup: Lookup, total: int) -> Any:
    """What a hand without a flush is worth, from the sum of its ranks' numbers."""
    key = total & 0xFFFFFFFF
    return lookup.worth[(key ^ lookup.rows[key >> 19]) & (SLOTS - 1)]


@part
def best_by_rank(lookup: Lookup, base: int, x: int, y: int, own: int, five: I8) -> Any:
    """What two ranks make of a board by ranks: of all seven cards, or with both and three of the board's."""
    number = lookup.number
    if own == 0:
        return np.int64(worth_by_rank(lookup, base + number[x] + number[y]))
    best = np.int64(0)
    for i in range(5):
        for j in range(i):  # all but these two
            total = base + number[x] + number[y] - number[five[i]] - number[five[j]]
            best = max(best, np.int64(worth_by_rank(lookup, total)))
    return best


@part
def sort_board(five: Five, lookup: Lookup, boards: Boards, room: I8) -> None:
    a, b, c, d, e = five
    board = board_of(a, b, c, d, e)
    number, ranks = lookup.number, room[PAIRS:]
    ranks[0], ranks[1], ranks[2], ranks[3], ranks[4] = a, b, c, d, e
    base = number[a] + number[b] + number[c] + number[d] + number[e]
    hole = 0
    for x in range(13):
        for y in range(x + 1):
            there_x = (a == x) + (b == x) + (c == x) + (d == x) + (e == x)
            there_y = (a == y) + (b == y) + (c == y) + (d == y) + (e == y)
            value: Any = 0
            if there_x + 1 + (x == y) <= 4 and there_y < 4:
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
    """For each board by ranks: what each hole is worth where no flush can be made, and the holes in that order."""
    many = 0
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        sort_board(Five(a, b, c, d, e), lookup, boards, room)
                        many += 1
    return many


@cache
def sorted_boards(own: int = 0) -> Boards:
    worth, order = np.zeros((RANK_BOARDS, PAIRS), np.uint16), np.zeros((RANK_BOARDS, PAIRS), np.uint8)
    boards = Boards(worth, order, hands.ranking_tables(7).suited, own)
    sort_boards(lookup_for(5 if own else 7), boards, np.zeros(PAIRS + 5, np.int64))
    return boards
