"""Value every board as if no flush could be made, so that only ranks matter.

For boards with three or more cards of a suit the results are corrected in `boards_by_suits`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.boards.dealer_hands import count_dealers, count_dealers_holding
from pitboss.games.ultimate_texas_holdem.math.kernel.hole_tables import Boards, Kinds
from pitboss.games.ultimate_texas_holdem.math.kernel.numbering import (
    PAIRS,
    RANK_BOARDS,
    Five,
    board_number,
    pair_number,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.payments import (
    FLOP,
    FOLD,
    RIVER,
    RiverTerms,
    add_counts,
    bet_value,
    decide_river,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.work_arrays import Deck, Desk, append_hole
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.hands import I8, U1, U2
from pitboss.numeric.rank_worths import CLASS


@group("i8[:,:,:] u2[:,:,:] i8[:,:]")
class ByRanks(NamedTuple):
    """The value of each pair of ranks on each board by ranks, the counts behind it, and their totals."""

    river: I8  # [board, pair, (checked, raised)]: the value of the river decision, or of having raised on the flop
    tally: U2  # [board, pair, (low, beaten, tied)]: the dealer's hands against the hole
    sums: I8  # [pair, 4 * class + (low, beaten, tied, boards)]: totals over all boards


@part
def count_equal_orders(five: Five) -> int:
    """Return the number of orders of a board's cards that give the same sequence of ranks."""
    equal = orders = 1
    equal = equal + 1 if five.b == five.a else 1
    orders *= equal
    equal = equal + 1 if five.c == five.b else 1
    orders *= equal
    equal = equal + 1 if five.d == five.c else 1
    orders *= equal
    equal = equal + 1 if five.e == five.d else 1
    return orders * equal


@part
def count_boards(five: Five, x: int, y: int, seen: int) -> int:
    """Return the number of boards of these ranks if the player holds the ranks x and y. `seen` is a dealer card's rank,
    or -1.

    Cards are chosen one after the other; then orders of equal ranks are divided out.
    """
    a, b, c, d, e = five
    ways = 4 - (a == x) - (a == y) - (a == seen)
    ways *= 4 - (b == x) - (b == y) - (b == seen) - (b == a)
    ways *= 4 - (c == x) - (c == y) - (c == seen) - (c == b) - (c == a)
    ways *= 4 - (d == x) - (d == y) - (d == seen) - (d == c) - (d == b) - (d == a)
    ways *= 4 - (e == x) - (e == y) - (e == seen) - (e == d) - (e == c) - (e == b)
    return ways // count_equal_orders(five)


@part
def remove_board(five: Five, seen: int, deck: Deck) -> bool:
    """Fill `deck.have` with the cards that are left without the board and the known dealer card.

    Return False if there are not enough cards of a rank for them.
    """
    a, b, c, d, e = five
    enough = True
    for x in range(13):
        deck.have[x] = 4 - (a == x) - (b == x) - (c == x) - (d == x) - (e == x) - (x == seen)
        deck.have[13 + x] = 0
        enough = enough and deck.have[x] >= 0
    return enough


@part
def count_dealers_by_ranks(board: int, seen: int, boards: Boards, kinds: Kinds, desk: Desk) -> int:
    """Arrange the pairs possible on a board by worth, count the dealer's hands against each, and return how many."""
    line, have, passed = desk.line, desk.deck.have, desk.deck.passed
    count = 0
    for place in range(PAIRS):
        hole = boards.order[board, place]
        x, y = kinds.first[hole], kinds.second[hole]
        if have[x] > (x == y) and have[y] > 0:
            count = append_hole(line, count, hole, x, y, boards.worth[board, hole])
    if seen < 0:
        count_dealers(count, line, desk.deck)
    else:
        for x in range(13):
            passed[x] = boards.worth[board, pair_number(seen, x)] if have[x] > 0 else -1
            passed[13 + x] = -1
        count_dealers_holding(count, line, desk.deck)
    return count


@part
def value_board(five: Five, boards: Boards, kinds: Kinds, terms: RiverTerms, results: ByRanks, desk: Desk) -> None:
    """Fill `river` and `tally` of one board by ranks in `results`, and add its counts to `results.sums`."""
    board, line = board_number(five.a, five.b, five.c, five.d, five.e), desk.line
    river, tally = results.river[board], results.tally[board]
    river[:] = 0
    tally[:] = 0
    if not remove_board(five, terms.seen, desk.deck):
        return
    for i in range(count_dealers_by_ranks(board, terms.seen, boards, kinds, desk)):
        hole, hand_class = line.kind[i], line.worth[i] >> CLASS
        low, beaten, tied = line.low[i], line.beaten[i], line.tied[i]
        play, fold = bet_value(terms.rates, RIVER, hand_class, low, beaten, tied), terms.rates[FOLD, 4 * hand_class + 3]
        river[hole, 1] = bet_value(terms.rates, FLOP, hand_class, low, beaten, tied)
        river[hole, 0] = decide_river(terms, board, hole, play, fold)
        tally[hole, 0], tally[hole, 1], tally[hole, 2] = low, beaten, tied
        boards_of_hole = count_boards(five, line.first[i], line.second[i], terms.seen)
        add_counts(results.sums, hole, hand_class, boards_of_hole, low, beaten, tied)


@kernel(Boards, Kinds, RiverTerms, ByRanks, Desk)
def value_by_ranks(boards: Boards, kinds: Kinds, terms: RiverTerms, results: ByRanks, desk: Desk) -> int:
    """Value every board by ranks, and fill `results` with the values, counts and totals."""
    results.sums[:] = 0
    for a in range(13):
        for b in range(a, 13):
            for c in range(b, 13):
                for d in range(c, 13):
                    for e in range(d + (a == d), 13):
                        value_board(Five(a, b, c, d, e), boards, kinds, terms, results, desk)
    return 0


@kernel("i8[:,:,:] u2[:,:] u1[:,:] u2[:,:,:] i8[:,:]")
def count_ends_by_ranks(river: I8, worth: U2, plays: U1, tally: U2, sums: I8) -> int:
    """Add the ends of rounds on boards without a flush to `sums[bet, 4 * class + (low, beaten, tied, boards)]`.

    `river[board, pair, (checked, raised)]` is how often each board is reached. This is the way back of
    `value_by_ranks`.
    """
    for board in range(RANK_BOARDS):
        for hole in range(PAIRS):
            hand_class = worth[board, hole] >> CLASS
            low, beaten, tied = tally[board, hole, 0], tally[board, hole, 1], tally[board, hole, 2]
            bet = RIVER if plays[board, hole] == 1 else FOLD
            add_counts(sums, bet, hand_class, river[board, hole, 0], low, beaten, tied)
            add_counts(sums, FLOP, hand_class, river[board, hole, 1], low, beaten, tied)
    return 0


def new_ranks() -> ByRanks:
    """Return arrays of zeros for the results."""
    return ByRanks(
        np.zeros((RANK_BOARDS, PAIRS, 2), np.int64),
        np.zeros((RANK_BOARDS, PAIRS, 3), np.uint16),
        np.zeros((PAIRS, 40), np.int64),
    )
