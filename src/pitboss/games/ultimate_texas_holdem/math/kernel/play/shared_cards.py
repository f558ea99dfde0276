"""Play rounds of players who share what they see: every seat decides by the cards of all seats.

From the flop on everything is counted: every turn and river of the cards that are left, and on each of those boards
every hand that the dealer can have. This gives, for each seat, the value of the river decision, the value of raising on
the flop, and the decision on the river that comes. Before the flop that would take millions of boards. There the table
`opening` says what a raise gains over a check for a hole alone, and how much each card in another hand adds to that or
takes from it; the effect of several cards is taken to be the sum. It is in ten-millionths of an ante.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.games.ultimate_texas_holdem.math.kernel.payments import FLOP, FOLD, RIVER, bet_value
from pitboss.games.ultimate_texas_holdem.math.kernel.play.dealt_rounds import (
    _FIVE,
    _THREE,
    AN_END,
    BOARD,
    FOLDED,
    Worths,
    board_sum,
    five_in_order,
    ranks_line,
    suit_line,
    worth_of,
)
from pitboss.games.ultimate_texas_holdem.math.kernel.play.strategy_lookup import Finder
from pitboss.numeric.compiler import group, kernel, part
from pitboss.numeric.draws import CARDS
from pitboss.numeric.hands import I4, I8, U1, U2
from pitboss.numeric.rank_worths import CLASS

ALONE = CARDS  # the index in `opening` of the gain if no other card is known
MOST_DEALERS = 990  # dealer hands for one player: two of the 45 cards that he does not see


@group("u2[:] i4[:,:] u1[:] i8[:,:]")
class Sharing(NamedTuple):
    """Tables for the decisions of players who share what they see."""

    hole: U2  # [52 * card + other card]: the number of a hole
    # [hole, card]: before the flop, what a card in another hand adds to the gain of a raise; [hole, ALONE] is the gain
    # of the hole alone.
    opening: I4
    raises: U1  # [hole]: 1 + the place of the best raise before the flop
    rates: I8  # [bet, 4 * class + (low, beaten, tied, one)]: see `payments`


@group("u1[:] u1[:,:] u2[:] i8[:,:]")
class Desk(NamedTuple):
    """Work arrays for one unit."""

    left: U1  # [any]: the cards that no seat has and that are not on the flop
    board: U1  # [card, 0]: a board that may come
    theirs: U2  # [dealer hand]: its worth on that board
    seats: I8  # [seat, 3]: the value of the flop checked; of the flop raised; 1 if the river that comes is played


def new_desk(seats: int) -> Desk:
    """Return work arrays for this number of seats."""
    return Desk(
        np.empty(CARDS, np.uint8),
        np.empty((BOARD, 1), np.uint8),
        np.empty(MOST_DEALERS, np.uint16),
        np.empty((seats, 3), np.int64),
    )


@part
def read_board(board: U1, find: Finder, worths: Worths) -> Any:
    """Return a board's sum, its suit (or -1), mask and line, as `worth_of` needs them."""
    total = board_sum(0, board, 0, worths.any_five.card, worths.any_five.begin)
    five = five_in_order(0, board, 0)
    threes = (total + np.uint64(_THREE)) & np.uint64(_FIVE)
    suit, mask, line = -1, np.int64(0), np.int64(0)
    if threes:
        suit = 0
        while not threes >> np.uint64(39 + 4 * suit) & np.uint64(1):
            suit += 1
        mask, line = suit_line(five, suit, find)
    else:
        line = ranks_line(five, find)
    return total, suit, mask, line


@part
def opening_raise(lane: int, seat: int, cards: U1, seats: int, share: Sharing) -> Any:
    """Return 1 + the place of a raise before the flop, or 0 to check."""
    hole = np.int64(share.hole[CARDS * np.int64(cards[2 * seat, lane]) + np.int64(cards[2 * seat + 1, lane])])
    gain = np.int64(share.opening[hole, ALONE])
    for i in range(2 * seats):
        if i >> 1 != seat:
            gain += share.opening[hole, cards[i, lane]]
    return np.int64(share.raises[hole]) if gain > 0 else np.int64(0)


@part
def count_board(
    lane: int,
    cards: U1,
    seats: int,
    t: int,
    r: int,
    left_count: int,
    find: Finder,
    worths: Worths,
    share: Sharing,
    desk: Desk,
) -> None:
    """Add the board of the flop and the cards left[t] and left[r] to the values of each seat's choices.

    `left_count` is the number of cards in `desk.left`.
    """
    left, board, theirs, values = desk.left, desk.board, desk.theirs, desk.seats
    board[3, 0], board[4, 0] = left[t], left[r]
    total, suit, mask, line = read_board(board, find, worths)
    dealers = 0
    low = np.int64(0)
    for i in range(1, left_count):
        for j in range(i if i != t and i != r else 0):
            if j != t and j != r:
                worth = worth_of(np.int64(left[i]), np.int64(left[j]), total, suit, mask, line, find, worths)
                theirs[dealers] = worth
                low += worth >> CLASS == 0
                dealers += 1
    turn, river = cards[2 * seats + 3, lane], cards[2 * seats + 4, lane]
    comes = (left[t] == turn and left[r] == river) or (left[t] == river and left[r] == turn)
    for seat in range(seats):
        p, q = np.int64(cards[2 * seat, lane]), np.int64(cards[2 * seat + 1, lane])
        mine = worth_of(p, q, total, suit, mask, line, find, worths)
        beaten = tied = np.int64(0)
        for i in range(dealers):
            beaten += mine > theirs[i]
            tied += mine == theirs[i]
        hand_class = mine >> CLASS
        play = bet_value(share.rates, RIVER, hand_class, low, beaten, tied)
        fold = bet_value(share.rates, FOLD, hand_class, low, beaten, tied)
        values[seat, 0] += max(play, fold)
        values[seat, 1] += bet_value(share.rates, FLOP, hand_class, low, beaten, tied)
        if comes:
            values[seat, 2] = np.int64(play > fold)


@part
def share_lane(
    lane: int, cards: U1, codes: U2, find: Finder, worths: Worths, share: Sharing, desk: Desk, places: I8
) -> None:
    """Play one round at every seat, and fill codes[seat, lane]."""
    seats = codes.shape[0]
    board = 2 * seats
    waits = 0
    for seat in range(seats):
        places[seat] = opening_raise(lane, seat, cards, seats, share)
        waits += places[seat] == 0
    desk.seats[:] = 0
    if waits:
        dealt = np.uint64(0)
        for i in range(board + 3):
            dealt |= np.uint64(1) << np.uint64(cards[i, lane])
        left_count = 0
        for card in range(CARDS):
            if not dealt >> np.uint64(card) & np.uint64(1):
                desk.left[left_count] = card
                left_count += 1
        for i in range(3):
            desk.board[i, 0] = cards[board + i, lane]
        for t in range(1, left_count):
            for r in range(t):
                count_board(lane, cards, seats, t, r, left_count, find, worths, share, desk)
    for i in range(BOARD):
        desk.board[i, 0] = cards[board + i, lane]
    total, suit, mask, line = read_board(desk.board, find, worths)
    p, q = np.int64(cards[board + 5, lane]), np.int64(cards[board + 6, lane])
    theirs = worth_of(p, q, total, suit, mask, line, find, worths)
    for seat in range(seats):
        p, q = np.int64(cards[2 * seat, lane]), np.int64(cards[2 * seat + 1, lane])
        mine = worth_of(p, q, total, suit, mask, line, find, worths)
        place = places[seat]
        if place == 0:
            values = desk.seats[seat]
            place = 3 if values[1] > values[0] else 4 * values[2]
        code = FOLDED + (mine >> CLASS)
        if place > 0:
            outcome = np.int64(mine >= theirs) + np.int64(mine > theirs)
            code = (place - 1) * AN_END + (mine >> CLASS) * 6 + outcome * 2 + np.int64(theirs >> CLASS > 0)
        codes[seat, lane] = np.uint16(code)


@kernel("u1[:,:] u2[:,:]", Finder, Worths, Sharing, Desk, "i8[:]")
def share_dealt(cards: U1, codes: U2, find: Finder, worths: Worths, share: Sharing, desk: Desk, places: I8) -> int:
    """Play units whose cards are given, as [card, unit]; fill `codes` [seat, unit]. `places` is a work array [seat]."""
    for unit in range(codes.shape[1]):
        share_lane(unit, cards, codes, find, worths, share, desk, places)
    return 0
