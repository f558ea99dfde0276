"""Boards on which no flush can be made, and every other board as if none could: only ranks matter."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.kernel.boards.dealer_hands import count_dealers, count_second
from pitboss.games.ultimate_texas_holdem.kernel.hole_tables import Boards, Kinds
from pitboss.games.ultimate_texas_holdem.kernel.numbering import PAIRS, RANK_BOARDS, Five, board_of, pair_of
from pitboss.games.ultimate_texas_holdem.kernel.payments import FLOP, FOLD, RIVER, Terms, book, decide, worth_of
from pitboss.games.ultimate_texas_holdem.kernel.work_arrays import Deck, Desk, add
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U1, U2
from pitboss.numeric.rank_worths import CLASS


@group("i8[:,:,:] u2[:,:,:] i8[:,:]")
class ByRanks(NamedTuple):
    """What is found by ranks."""

    river: I8  # [board, hole]: the worth of the river decision and of 2x
    tally: U2  # [board, hole]: low, beaten and tied
    sums: I8  # [hole, 4 * class]: low, beaten, tied over all boards, and how many boards


@part
def same_orders(five: Five) -> int:
    """In how many orders five ranks read the same."""
    row = orders = 1
    row = row + 1 if five.b == five.a else 1
    orders *= row
    row = row + 1 if five.c == five.b else 1
    orders *= row
    row = row + 1 if five.d == five.c else 1
    orders *= row
    row = row + 1 if five.e == five.d else 1
    return orders * row


@part
def boards_with(five: Five, x: int, y: int, seen: int) -> int:
    """In how many ways the board can come when x and y are held: card after card, equal ranks in any order."""
    a, b, c, d, e = five
    ways = 4 - (a == x) - (a == y) - (a == seen)
    ways *= 4 - (b == x) - (b == y) - (b == seen) - (b == a)
    ways *= 4 - (c == x) - (c == y) - (c == seen) - (c == b) - (c == a)
    ways *= 4 - (d == x) - (d == y) - (d == seen) - (d == c) - (d == b) - (d == a)
    ways *= 4 - (e == x) - (e == y) - (e == seen) - (e == d) - (e == c) - (e == b)
    return ways // same_orders(five)


@part
def take_five(five: Five, seen: int, deck: Deck) -> bool:
    """What the deck has without the board and the card that is known; False if it has not enough for them."""
    a, b, c, d, e = five
    enough = True
    for x in range(13):
        deck.have[x] = 4 - (a == x) - (b == x) - (c == x) - (d == x) - (e == x) - (x == seen)
        deck.have[13 + x] = 0
        enough = enough and deck.have[x] >= 0
    return enough


@part
def count_by_ranks(board: int, seen: int, boards: Boards, kinds: Kinds, desk: Desk) -> int:
    """Line up the holes there can be on a board, and count the dealer's hands against each; how many holes."""
    line, have, passed = desk.line, desk.deck.have, desk.deck.passed
    many = 0
    for i in range(PAIRS):
        hole = boards.order[board, i]
        x, y = kinds.first[hole], kinds.second[hole]
        if have[x] > (x == y) and have[y] > 0:
            many = add(line, many, hole, x, y, boards.worth[board, hole])
    if seen < 0:
        count_dealers(many, line, desk.deck)
    else:
        for x in range(13):
            passed[x] = boards.worth[board, pair_of(seen, x)] if have[x] > 0 else -1
            passed[13 + x] = -1
        count_second(many, line, desk.deck)
    return many


@part
def one_board(five: Five, boards: Boards, kinds: Kinds, terms: Terms, found: ByRanks, desk: Desk) -> None:
    """Everything of `by_ranks` for one board."""
    board, line = board_of(five.a, five.b, five.c, five.d, five.e), desk.line
    river, tally = found.river[board], found.tally[board]
    river[:] = 0
    tally[:] = 0
    if not take_five(five, terms.seen, desk.deck):
        return
    for i in range(count_by_ranks(board, terms.seen, boards, kinds, desk)):
        hole, made = line.kind[i], line.worth[i] >> CLASS
        low, beaten, tied = line.low[i], line.beaten[i], line.tied[i]
        play, fold = worth_of(terms.rates, RIVER, made, low, beaten, tied), terms.rates[FOLD, 4 * made + 3]
        river[hole, 1] = worth_of(terms.rates, FLOP, made, low, beaten, tied)
        river[hole, 0] = decide(terms, board, hole, play, fold)
        tally[hole, 0], tally[hole, 1], tally[hole, 2] = low, beaten, tied
        often = boards_with(five, line.first[i], line.second[i], terms.seen)
        book(found.sums, hole, made, often, low, beaten, tied)


@kernel(Boards, Kinds, Terms, ByRanks, Desk)
def by_ranks(boards: Boards, kinds: Kinds, terms: Terms, found: ByRanks, desk: Desk) -> int:
    """All boards, forwards: what the river is worth, and what happens there."""
    found.sums[:] = 0
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        one_board(Five(a, b, c, d, e), boards, kinds, terms, found, desk)
    return 0


@kernel("i8[:,:,:] u2[:,:] u1[:,:] u2[:,:,:] i8[:,:]")
def book_ranks(river: I8, worth: U2, plays: U1, tally: U2, sums: I8) -> int:
    """The way back: add to `sums[bet]` what happened on boards without a flush, come to as often as `river` says."""
    for board in range(RANK_BOARDS):
        for hole in range(PAIRS):
            made = worth[board, hole] >> CLASS
            low, beaten, tied = tally[board, hole, 0], tally[board, hole, 1], tally[board, hole, 2]
            bet = RIVER if plays[board, hole] == 1 else FOLD
            book(sums, bet, made, river[board, hole, 0], low, beaten, tied)
            book(sums, FLOP, made, river[board, hole, 1], low, beaten, tied)
    return 0


def new_ranks() -> ByRanks:
    return ByRanks(
        np.zeros((RANK_BOARDS, PAIRS, 2), np.int64),
        np.zeros((RANK_BOARDS, PAIRS, 3), np.uint16),
        np.zeros((PAIRS, 40), np.int64),
    )
